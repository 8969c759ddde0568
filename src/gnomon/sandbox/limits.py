"""What one run may use."""

from __future__ import annotations

from typing import NamedTuple

DEFAULT_TIMEOUT_SECONDS = 3.0
"""That of the official HumanEval harness (Chen et al. 2021)."""
DEFAULT_MEMORY_BYTES = 512 * 2**20  # far more than HumanEval's programs need; two run side by side on a small machine

_LEAST_SECONDS = 0.01  # below this no interpreter gets to a program's first line
_LEAST_BYTES = 128 * 2**20  # room for the interpreter, its standard library and a small program


class Limits(NamedTuple):
    """Time and memory."""

    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS
    """Wall time from handing the program over to the result, on the host's clock; at least 0.01."""
    memory_bytes: int = DEFAULT_MEMORY_BYTES
    """Address space of a process, of which Python itself takes about 40 MB; at least 128 MiB."""

    def require_usable(self) -> None:
        """Raise ValueError when nothing could run in them."""
        if self.timeout_seconds < _LEAST_SECONDS or self.memory_bytes < _LEAST_BYTES:
            raise ValueError(
                f"expected at least 0.01 s and 128 MiB, got {self.timeout_seconds!r} s and {self.memory_bytes!r} bytes"
            )
