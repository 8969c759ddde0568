"""The old name of `gnomon.algebra`, kept for one release."""

from gnomon.algebra import *  # noqa: F403 - the same public names
from gnomon.algebra import __all__ as __all__  # noqa: PLC0414 - re-exported for type checkers
