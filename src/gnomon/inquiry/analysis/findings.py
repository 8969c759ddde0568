"""All that is computed of some runs at once: conditions with their names and curves, and what is compared with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gnomon.inquiry.analysis.curves import (
    LAST_TURN,
    USUAL,
    Comparison,
    Condition,
    Curve,
    Resampling,
    compare,
    conditions_of,
    curve_of,
    gain_of,
)
from gnomon.inquiry.analysis.judges import Mark
from gnomon.inquiry.analysis.pairs import Pair, names_of, pairs_of
from gnomon.inquiry.analysis.search import search_conditions
from gnomon.inquiry.protocol.records import InquiryRow, SearchTree
from gnomon.metrics import PairedDifference

_EARLY = (0, 3)
"""Turns over which ODQS, Table 7 also tests scaffolding."""


@dataclass(frozen=True)
class Findings:
    """What tables and plots are made of."""

    conditions: tuple[Condition, ...]
    names: Mapping[Condition, str]
    curves: Mapping[Condition, Curve]
    comparisons: tuple[tuple[Pair, Comparison], ...]
    """Scaffolding twice: over all turns and over the early ones, as the paper tests it."""
    gains: Mapping[Condition, PairedDifference]
    """Last turn minus turn 0, where turn 0 is the static baseline."""
    trees: tuple[SearchTree, ...]
    marks: tuple[Mark, ...]
    how: Resampling


def findings_of(
    rows: Sequence[InquiryRow],
    trees: Sequence[SearchTree] = (),
    marks: Sequence[Mark] = (),
    *,
    baseline: str | None = None,
    how: Resampling = USUAL,
) -> Findings:
    """Compute everything from rows alone.

    Args:
        rows: dialogues of any number of settings.
        trees: candidate searches; their chosen dialogues are conditions too.
        marks: what judges said.
        baseline: the student before training, or the teacher to compare others with (`pairs_of`).
        how: k, seed and number of resamples.

    Raises:
        InquiryError: when a row stands twice, or k is more than the samples drawn.
    """
    conditions = (*conditions_of(rows), *search_conditions(trees))
    gains = {each: gain_of(each.rows, how) for each in conditions if each.setting.assessment_turn != 0}
    return Findings(
        conditions=conditions,
        names=names_of(conditions),
        curves={condition: curve_of(condition.rows, how) for condition in conditions},
        comparisons=tuple(
            (pair, compare(pair.first.rows, pair.second.rows, turns=turns, how=how))
            for pair in pairs_of(conditions, baseline=baseline)
            for turns in _turns(pair)
        ),
        gains={condition: gain for condition, gain in gains.items() if gain is not None},
        trees=tuple(trees),
        marks=tuple(marks),
        how=how,
    )


def _turns(pair: Pair) -> tuple[tuple[int, int], ...]:
    whole = (pair.from_turn, LAST_TURN)
    return (whole, _EARLY) if pair.question == "scaffolding" else (whole,)
