"""Element matching: which reference keypoints a model found (MathExplain 5.1, eq. 1).

Precision, recall and F1 are computed for each problem and then averaged over problems, F1 too: never from mean precision and
mean recall. A problem without predicted keypoints scores 0 in all three.

Decisions that the paper leaves open: an entry whose canonical element repeats is dropped before counting; where the matcher uses
an element twice the first use stands and the later one becomes no match, counted as a repair (the paper's own example maps
one angle to two references); a name that is not in its list is no match, counted too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import mean_metric, value_of


@dataclass(frozen=True)
class MatchCounts:
    """One problem after repair."""

    predicted: int
    """Distinct predicted elements."""
    reference: int
    """Distinct reference elements."""
    matched: int
    """One-to-one matches."""
    repairs: int = 0
    """Matches given up because one of their elements was taken."""
    repeated: int = 0
    """Entries, predicted or reference, dropped because their element came before."""
    unknown_names: int = 0
    """Matches that name an element which is not in its list."""

    def __post_init__(self) -> None:
        if not 0 <= self.matched <= min(self.predicted, self.reference):
            raise MetricInputError(
                f"expected at most as many matches as predicted and reference elements ({self.predicted}, {self.reference}), "
                f"got {self.matched!r}"
            )

    @property
    def precision(self) -> float:
        """Matches over predicted, from 0 to 1; 0 where nothing is predicted."""
        return self.matched / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Matches over reference, from 0 to 1; 0 where there is no reference."""
        return self.matched / self.reference if self.reference else 0.0

    @property
    def f1(self) -> float:
        """2PR/(P+R), which is twice the matches over all elements."""
        both = self.predicted + self.reference
        return 2 * self.matched / both if both else 0.0


class ElementMatching(NamedTuple):
    """Means over problems, from 0 to 1; None where no problem was graded."""

    precision: float | None
    recall: float | None
    f1: float | None
    problems: int
    """Problems in the means."""
    ungraded: int
    """Problems whose matcher could not be read; in no mean."""
    nothing_predicted: int
    """Graded problems without a predicted element: 0 in all three."""
    repairs: int
    unknown_names: int


def match_elements(predicted: Sequence[str], reference: Sequence[str], matches: Iterable[tuple[str, str | None]]) -> MatchCounts:
    """Count the matches of one problem, made one-to-one.

    Args:
        predicted: Canonical elements that the model named.
        reference: Canonical elements of the reference.
        matches: What the matcher says, in its order: a reference element and the predicted one, None for no match.

    Returns:
        The counts.
    """
    free_predicted, free_reference = set(predicted), set(reference)
    known_predicted, known_reference = frozenset(predicted), frozenset(reference)
    matched = repairs = unknown = 0
    for wanted, found in matches:
        if found is None:
            continue
        if wanted not in known_reference or found not in known_predicted:
            unknown += 1
        elif wanted in free_reference and found in free_predicted:
            free_reference.remove(wanted)
            free_predicted.remove(found)
            matched += 1
        else:
            repairs += 1
    repeated = len(predicted) - len(known_predicted) + len(reference) - len(known_reference)
    return MatchCounts(len(known_predicted), len(known_reference), matched, repairs, repeated, unknown)


def mean_matching(problems: Sequence[MatchCounts | None]) -> ElementMatching:
    """Average element matching over problems.

    Args:
        problems: The counts of each problem; None where the matcher's reply could not be read.

    Returns:
        The means with their counts. For intervals, resample `mean_metric` of the problems' values.
    """
    graded = [problem for problem in problems if problem is not None]
    return ElementMatching(
        precision=value_of(mean_metric([problem.precision for problem in graded])),
        recall=value_of(mean_metric([problem.recall for problem in graded])),
        f1=value_of(mean_metric([problem.f1 for problem in graded])),
        problems=len(graded),
        ungraded=len(problems) - len(graded),
        nothing_predicted=sum(not problem.predicted for problem in graded),
        repairs=sum(problem.repairs for problem in graded),
        unknown_names=sum(problem.unknown_names for problem in graded),
    )
