"""What a training changed: answers of a model to held-out rows, scored before and after, over sizes and over contexts.

What is here needs no torch; answers are drawn in `gnomon.training.trainer`.
"""

from gnomon.training.evaluation.ablation import Arm, ablation_lines, arms_of, context_fits, dialogues_of, first_dialogues
from gnomon.training.evaluation.scores import Likelihood, Scores, likelihood_scores, scores_of
from gnomon.training.evaluation.tables import before_and_after, markdown, screening_table

__all__ = [
    "Arm",
    "Likelihood",
    "Scores",
    "ablation_lines",
    "arms_of",
    "before_and_after",
    "context_fits",
    "dialogues_of",
    "first_dialogues",
    "likelihood_scores",
    "markdown",
    "scores_of",
    "screening_table",
]
