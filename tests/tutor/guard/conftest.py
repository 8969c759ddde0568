"""The rules are tested alone: what is learnt has tests of its own, and would find some of what a rule shall leave."""

import numpy as np
import pytest

from gnomon.tutor.guard import likeness
from gnomon.tutor.guard.likeness import Weights


@pytest.fixture(autouse=True)
def learnt(monkeypatch):
    """Let everything be half likely, so that the rules decide; a module about what is learnt overrides it."""
    ignorant = Weights(np.zeros(1, np.uint32), np.zeros(1, np.float32), 0.0)
    monkeypatch.setattr(likeness, "shipped", lambda: ignorant)
