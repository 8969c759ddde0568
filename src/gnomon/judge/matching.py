"""One-to-one matches between two lists of visual keypoints, mended and counted without a model (MathExplain 5.1).

The paper's prompt asks for a one-to-one matching, and its own example gives one proposed element to two references. What is
mended:

- an entry whose canonical element occurred before in its list is dropped, in both lists, before anything is counted;
- a proposed element given to a second reference: the first keeps it, the second has no match;
- a name or identifier that is in neither list: no match;
- a reference listed twice: its first row counts; a reference left out: no match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from gnomon.figure import VisualKeypoint, canonical_keypoint
from gnomon.metrics import MatchCounts

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class MatchCase(BaseModel):
    """The two lists of one problem."""

    model_config = _FROZEN

    reference: tuple[VisualKeypoint, ...]
    predicted: tuple[VisualKeypoint, ...]


class ProposedMatch(NamedTuple):
    """One row of a matcher's answer, as it came."""

    reference: str
    """An identifier (``R1``) or an element's name."""
    predicted: str | None
    """An identifier (``P2``), an element's name, or None for no match."""


class MatchRepairs(BaseModel):
    """What had to be mended, by kind."""

    model_config = _FROZEN

    duplicate_references: int = 0
    duplicate_predictions: int = 0
    reused_predictions: int = 0
    unknown_predictions: int = 0
    unknown_references: int = 0
    repeated_references: int = 0
    missing_references: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return sum(getattr(self, name) for name in type(self).model_fields)


class KeypointMatches(BaseModel):
    """The one-to-one matches of one problem."""

    model_config = _FROZEN

    reference: tuple[str, ...]
    """Names of the reference elements, duplicates dropped."""
    predicted: tuple[str, ...]
    """Names of the proposed elements, duplicates dropped."""
    matches: tuple[int | None, ...]
    """For each reference element the place of its match in ``predicted``, or None."""
    repairs: MatchRepairs = MatchRepairs()

    @property
    def num_matched(self) -> int:
        """How many reference elements have a match."""
        return sum(match is not None for match in self.matches)

    @property
    def counts(self) -> MatchCounts:
        """The counts from which precision, recall and F1 follow."""
        return MatchCounts(
            predicted=len(self.predicted),
            reference=len(self.reference),
            matched=self.num_matched,
            repairs=self.repairs.reused_predictions + self.repairs.repeated_references,
            repeated=self.repairs.duplicate_predictions + self.repairs.duplicate_references,
            unknown_names=self.repairs.unknown_predictions + self.repairs.unknown_references,
        )


def without_duplicates(keypoints: Sequence[VisualKeypoint]) -> tuple[VisualKeypoint, ...]:
    """Drop each keypoint whose canonical element stands earlier in the list."""
    first: dict[str, VisualKeypoint] = {}
    for keypoint in keypoints:
        first.setdefault(canonical_keypoint(keypoint.element), keypoint)
    return tuple(first.values())


def mend_matches(case: MatchCase, proposed: Sequence[ProposedMatch]) -> KeypointMatches:
    """Make the one-to-one matching that a matcher's answer says, every repair counted.

    Args:
        case: the two lists, as they were given, duplicates and all.
        proposed: rows in the order of the answer; identifiers count the lists without duplicates, from 1.
    """
    reference, predicted = without_duplicates(case.reference), without_duplicates(case.predicted)
    rows, unknown, repeated = _row_of_each(reference, proposed)
    matches, reused, strange = _first_come(rows, _places(predicted, "P"), len(reference))
    repairs = MatchRepairs(
        duplicate_references=len(case.reference) - len(reference),
        duplicate_predictions=len(case.predicted) - len(predicted),
        reused_predictions=reused,
        unknown_predictions=strange,
        unknown_references=unknown,
        repeated_references=repeated,
        missing_references=len(reference) - len(rows),
    )
    return KeypointMatches(
        reference=tuple(keypoint.element for keypoint in reference),
        predicted=tuple(keypoint.element for keypoint in predicted),
        matches=tuple(matches),
        repairs=repairs,
    )


def match_by_name(case: MatchCase) -> KeypointMatches:
    """Match elements whose canonical names are equal, whatever the descriptions say."""
    predicted = [canonical_keypoint(keypoint.element) for keypoint in without_duplicates(case.predicted)]
    identifiers = {name: f"P{number}" for number, name in enumerate(predicted, start=1)}
    names = [canonical_keypoint(keypoint.element) for keypoint in without_duplicates(case.reference)]
    return mend_matches(case, [ProposedMatch(f"R{number}", identifiers.get(name)) for number, name in enumerate(names, start=1)])


def _places(keypoints: Sequence[VisualKeypoint], letter: str) -> dict[str, int]:
    """Where each element stands, by canonical name and by identifier; an identifier wins over a name that looks like one."""
    by_name = {canonical_keypoint(keypoint.element): place for place, keypoint in enumerate(keypoints)}
    return by_name | {canonical_keypoint(f"{letter}{place + 1}"): place for place in range(len(keypoints))}


def _row_of_each(
    reference: Sequence[VisualKeypoint], proposed: Sequence[ProposedMatch]
) -> tuple[dict[int, str | None], int, int]:
    places = _places(reference, "R")
    rows: dict[int, str | None] = {}
    unknown = repeated = 0
    for row in proposed:
        place = places.get(canonical_keypoint(row.reference))
        if place is None:
            unknown += 1
        elif place in rows:
            repeated += 1
        else:
            rows[place] = row.predicted
    return rows, unknown, repeated


def _first_come(rows: dict[int, str | None], places: dict[str, int], length: int) -> tuple[list[int | None], int, int]:
    """Give each proposed element to the first reference that claims it, in the order of the answer."""
    matches: list[int | None] = [None] * length
    reused = unknown = 0
    for reference, name in rows.items():
        if name is None:
            continue
        place = places.get(canonical_keypoint(name))
        if place is None:
            unknown += 1
        elif place in matches:
            reused += 1
        else:
            matches[reference] = place
    return matches, reused, unknown
