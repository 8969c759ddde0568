"""What `make_transcripts.py` simulates and `tutoring.py` measures: who talks with whom, how often. Standard library only."""

from __future__ import annotations

from typing import NamedTuple

STRENGTHS = ("strong", "middle", "weak")
CONTROLLED = "middle"
"""The student of sweep and controls; its own row is what they are compared with."""


class Arm(NamedTuple):
    """One kind of conversation."""

    student: str
    """Its strength."""
    tutor: str = "symbolic"
    """``symbolic``, ``no_highlights``, or a control: ``random_turn``, ``ignoring``, ``other_error``."""
    repair: float | None = None
    """Chance of the student to give its idea up on a remark to the point; None: that of its strength."""
    is_written: bool = False
    """Whether the student starts from an attempt that somebody wrote, not from one of gnomon's misconceptions."""
    pairs: int = 100
    """Pairs of problem and misconception drawn for it; of 100 the 95 % interval of a share is at most 20 points wide."""


ARMS: dict[str, Arm] = {
    **{strength: Arm(strength, pairs=300) for strength in STRENGTHS},
    **{f"repair_{chance:g}": Arm(CONTROLLED, repair=chance) for chance in (0.05, 0.1, 0.2, 0.35, 0.6)},
    **{tutor: Arm(CONTROLLED, tutor) for tutor in ("no_highlights", "ignoring", "other_error", "random_turn")},
    **{f"written_{strength}": Arm(strength, is_written=True) for strength in STRENGTHS},
}
"""By name, which is that of the file too. Of one sample: a smaller one is the beginning of a larger one."""
