"""The tests of trainings."""

from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TRAINING = {HERE / "trainer", HERE / "demo" / "test_running.py"}
"""What imports torch."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what trains where it is not asked for: to import it takes seconds. Without the extra it skips by its name."""
    is_asked_for = "not training" not in config.option.markexpr
    return True if collection_path in TRAINING and not is_asked_for and find_spec("torch") is not None else None
