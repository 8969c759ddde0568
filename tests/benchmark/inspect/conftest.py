"""Tests of what is offered to Inspect, with the slow ones only: its import alone takes seconds. Without it they are left out."""

from importlib.util import find_spec
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the files unread where no slow test is wanted, or Inspect is not installed (the extra bench)."""
    del collection_path
    return True if "not slow" in config.getoption("markexpr") or find_spec("inspect_ai") is None else None
