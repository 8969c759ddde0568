"""Files that somebody else's system wrote, scored: a submission of the BEA 2025 shared task, predictions of other benchmarks."""

from gnomon.benchmark.scoring.boards import Board, BoardRow, Boards, BoardSource, Place, mrbench_boards, place_on
from gnomon.benchmark.scoring.predictions import PREDICTED, ScoredPredictions, score_predictions
from gnomon.benchmark.scoring.submissions import FIGURES, ScoredDimension, ScoredSubmission, score_submission

__all__ = [
    "FIGURES",
    "PREDICTED",
    "Board",
    "BoardRow",
    "BoardSource",
    "Boards",
    "Place",
    "ScoredDimension",
    "ScoredPredictions",
    "ScoredSubmission",
    "mrbench_boards",
    "place_on",
    "score_predictions",
    "score_submission",
]
