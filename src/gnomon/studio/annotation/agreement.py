"""How far annotators agree who annotated the same item: acts, feedback, highlights, ink, ratings.

Two tutor turns are compared where the student had said the same before: of a recorded dialogue annotated again those are all, of
live ones the turns until the students' answers part. What was not compared is counted.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from gnomon.corpus import RATINGS, AnnotatedDialogue, AnnotatedTurn
from gnomon.corpus.exchange.brush import INK_SHARE, Size, ink
from gnomon.dialogue import Act, Dialogue, Feedback, StudentTurn, Subact, TutorTurn
from gnomon.metrics import cohen_kappa, krippendorff_alpha

_CODES: dict[str, tuple[str, ...]] = {"act": get_args(Act), "subact": get_args(Subact), "feedback": get_args(Feedback)}


class Agreed(NamedTuple):
    """Agreement on one decision."""

    kappa: float | None
    """Cohen's, over all pairs of annotations; None where chance alone would agree, or nothing was compared."""
    alpha: float | None
    """Krippendorff's, nominal, over all annotations of a turn."""
    same: int
    """Pairs that chose alike."""
    pairs: int


class Overlap(NamedTuple):
    """Agreement on what was pointed at: intersection over union."""

    mean: float | None
    """Over the pairs in which somebody pointed; None where nobody did."""
    pairs: int
    """Of these."""
    neither: int
    """Pairs in which nobody pointed: they agree and are in no mean."""


@dataclass(frozen=True)
class AgreementReport:
    """Everything about the items that several annotated."""

    items: int
    turns: int
    """Turns that were compared."""
    apart: int
    """Turns that were not: the other has none, or the student had answered otherwise."""
    decisions: dict[str, Agreed]
    """By ``act``, ``subact`` and ``feedback``."""
    highlights: Overlap
    """Of the names confirmed, each with its pen."""
    highlights_of_any_pen: Overlap
    """Colours merged."""
    ink: Overlap
    """Of the pixels drawn over, where both drew on one picture."""
    ratings: dict[str, float | None]
    """Krippendorff's alpha, ordinal, by question of the debrief."""


class _Said(NamedTuple):
    turn: TutorTurn
    noted: AnnotatedTurn


def measure_agreement(items: Sequence[Sequence[AnnotatedDialogue]]) -> AgreementReport:
    """Compare annotations.

    Args:
        items: the annotations of each item; an item of one annotation is passed over.
    """
    several = [annotations for annotations in items if len(annotations) > 1]
    units = [unit for annotations in several for unit in _units(annotations)]
    together = [unit for unit in units if len(unit) > 1]
    pairs = [pair for unit in together for pair in itertools.combinations(unit, 2)]
    said = sum(len(annotation.turns) for annotations in several for annotation in annotations)
    return AgreementReport(
        items=len(several),
        turns=sum(map(len, together)),
        apart=said - sum(map(len, together)),
        decisions={name: _agreed(name, together, pairs) for name in _CODES},
        highlights=_overlap(pairs, lambda said: frozenset(_named(said.turn))),
        highlights_of_any_pen=_overlap(pairs, lambda said: frozenset(name for _, name in _named(said.turn))),
        ink=_ink_overlap(pairs),
        ratings=_ratings(several),
    )


def _units(annotations: Sequence[AnnotatedDialogue]) -> Iterator[list[_Said]]:
    """Yield, for each tutor turn, what those said who had heard the same."""
    found: dict[tuple[str, ...], list[_Said]] = {}
    for annotation in annotations:
        for heard, turn, noted in zip(
            _heard(annotation.dialogue), annotation.dialogue.tutor_turns(), annotation.turns, strict=True
        ):
            found.setdefault(heard, []).append(_Said(turn, noted))
    yield from found.values()


def _heard(dialogue: Dialogue) -> Iterator[tuple[str, ...]]:
    """Yield, before each tutor turn, its place and all that the student had said."""
    said: list[str] = [dialogue.attempt]
    places = itertools.count()
    for turn in dialogue.turns:
        if isinstance(turn, StudentTurn):
            said.append(turn.utterance)
        else:
            yield str(next(places)), *said


def _agreed(name: str, units: Sequence[Sequence[_Said]], pairs: Sequence[tuple[_Said, _Said]]) -> Agreed:
    codes = _CODES[name]
    chosen = [(getattr(first.turn, name), getattr(second.turn, name)) for first, second in pairs]
    numbers = [[codes.index(getattr(said.turn, name)) for said in unit] for unit in units]
    return Agreed(
        cohen_kappa([first for first, _ in chosen], [second for _, second in chosen], labels=codes),
        krippendorff_alpha(numbers, scale="nominal") if numbers else None,
        sum(first == second for first, second in chosen),
        len(chosen),
    )


def _named(turn: TutorTurn) -> Iterator[tuple[str, str]]:
    for pen, highlights in (("green", turn.highlights), ("brown", turn.highlights2)):
        yield from ((pen, str(element)) for element in (highlights.elements() if highlights else ()))


def _overlap(pairs: Sequence[tuple[_Said, _Said]], names: Callable[[_Said], frozenset[object]]) -> Overlap:
    found = [(names(first), names(second)) for first, second in pairs]
    shares = [len(first & second) / len(first | second) for first, second in found if first | second]
    return Overlap(fmean(shares) if shares else None, len(shares), len(found) - len(shares))


def _ink_overlap(pairs: Sequence[tuple[_Said, _Said]]) -> Overlap:
    """Compare ink on one picture; pens are merged, for which pen is a matter of names."""
    on_one = [(a.noted, b.noted) for a, b in pairs if a.noted.picture is not None and a.noted.picture == b.noted.picture]
    masks = [(_mask(first), _mask(second)) for first, second in on_one]
    unions = [(int((first & second).sum()), int((first | second).sum())) for first, second in masks]
    shares = [shared / union for shared, union in unions if union]
    return Overlap(fmean(shares) if shares else None, len(shares), len(unions) - len(shares))


def _mask(noted: AnnotatedTurn) -> NDArray[np.bool_]:
    assert noted.picture is not None  # pairs without one are left out
    return ink(noted.strokes, Size(noted.picture.width, noted.picture.height), INK_SHARE * noted.picture.width)


def _ratings(items: Sequence[Sequence[AnnotatedDialogue]]) -> dict[str, float | None]:
    questions = sorted({name for annotations in items for each in annotations for name in each.debrief})
    found = {}
    for name in questions:
        given = [[each.debrief.get(name) for each in annotations] for annotations in items]
        on_scale = [[rating if rating in RATINGS else None for rating in unit] for unit in given]
        found[name] = krippendorff_alpha(on_scale, scale="ordinal")
    return found
