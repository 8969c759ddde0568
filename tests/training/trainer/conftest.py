"""What the tests that train share: they are skipped by name where the extra is not installed, and run by ``make training``."""

import pytest

pytest.importorskip("torch", reason="needs the extra train: make training")
pytest.importorskip("trl", reason="needs the extra train: make training")
