"""What a training changed: answers of a model to held-out rows, scored before and after, over sizes and over contexts.

What is here needs no torch; answers are drawn in `gnomon.training.trainer`.
"""

from gnomon.training.evaluation.ablation import Arm, ablation_lines, arms_of, context_fits, dialogues_of, first_dialogues
from gnomon.training.evaluation.scores import Scores, is_scored, require_scored, scores_of
from gnomon.training.evaluation.tables import before_and_after, markdown, screening_table

__all__ = [
    "Arm",
    "Scores",
    "ablation_lines",
    "arms_of",
    "before_and_after",
    "context_fits",
    "dialogues_of",
    "first_dialogues",
    "is_scored",
    "markdown",
    "require_scored",
    "scores_of",
    "screening_table",
]
