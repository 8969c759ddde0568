"""GeoDial's data points: one tutor turn each, with what was known before it, and what the data say is right (5.1)."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from gnomon.benchmark.benchmark import Item
from gnomon.benchmark.errors import ResultsError
from gnomon.datasets import GeoDialItem, GeoDialSplit, split_by_problem
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.figure import Highlights
from gnomon.metrics import quarter
from gnomon.problem import Problem, ProblemError, bank, iterate_problems

_LOG = logging.getLogger(__name__)
CATEGORIES = MappingProxyType({"lines": "Line", "angles": "Angle", "arcs": "Arc", "labels": "Label"})
"""The categories of highlights with their names in tables."""


@dataclass(frozen=True)
class Point:
    """One data point."""

    problem: Problem
    """As the tutor sees it: the data's text, picture and solution; with a formal description where one is known."""
    formal: Problem | None
    """The problem that the engine can reason on; None where none is known."""
    dialogue: Dialogue
    """The conversation before the turn."""
    turn: TutorTurn
    """What the teacher did."""


def split_of(dialogues: Sequence[GeoDialItem], split: GeoDialSplit) -> tuple[GeoDialItem, ...]:
    """Return the dialogues of a split; where no dialogue names one, they are parted by problem with a fixed seed.

    A dialogue without a split among others that have one is in none.
    """
    if any(item.split for item in dialogues):
        return tuple(item for item in dialogues if item.split == split)
    return split_by_problem(dialogues)[split]


def points_of(dialogues: Sequence[GeoDialItem], split: GeoDialSplit, problems: str | None) -> list[Item]:
    """Return the items of a split, one a tutor turn.

    Args:
        dialogues: all of the data.
        split: which of them.
        problems: file of formal descriptions beside the bank; None for none.

    Raises:
        ResultsError: when the split is empty, or the file cannot be read.
    """
    chosen = split_of(dialogues, split)
    if not chosen:
        there = ", ".join(name for name in get_args(GeoDialSplit) if split_of(dialogues, name))
        raise ResultsError(f"the data have no dialogue of the split {split!r}; there are: {there or 'none'}")
    own = _own_problems(problems)
    return [item for dialogue in chosen for item in _items(dialogue, split, _formal(dialogue, own))]


def point_of(item: Item) -> Point:
    """Return the data point of an item."""
    point = item.content
    assert isinstance(point, Point)
    return point


def truth_of(turn: TutorTurn) -> dict[str, Any]:
    """Return a turn as a row's truth: labels, words, and the names of each category, both colours merged."""
    names = {category: named_in(turn.highlights, turn.highlights2, category) for category in CATEGORIES}
    return {"act": turn.act, "subact": turn.subact, "feedback": turn.feedback, "utterance": turn.utterance, **names}


def named_in(green: Highlights, brown: Highlights | None, category: str) -> list[str]:
    """Return the names of a category in both colours, each once."""
    return list(dict.fromkeys((*getattr(green, category), *(getattr(brown, category) if brown else ()))))


def _items(dialogue: GeoDialItem, split: GeoDialSplit, formal: Problem | None) -> Iterator[Item]:
    problem = _problem(dialogue, formal)
    contexts = dialogue.contexts()
    for number, (before, turn) in enumerate(contexts, 1):
        place = quarter(number, len(contexts))
        yield Item(
            id=f"{dialogue.id}/{number}",
            cluster=dialogue.id,
            text=_in_short(problem, before),
            groups={"split": split, "problem": dialogue.problem_id, **({} if place is None else {"quarter": str(place)})},
            content=Point(problem, formal, before, turn),
        )


def _in_short(problem: Problem, before: Dialogue) -> str:
    student = [turn.utterance for turn in before.turns if isinstance(turn, StudentTurn)]
    last = f"Student: {student[-1]}" if student else f"Student's solution: {before.attempt}"
    return f"{problem.question.text}\n{last}"


def _problem(dialogue: GeoDialItem, formal: Problem | None) -> Problem:
    """Put the data's words on the problem; its formal description, where there is one, stays."""
    known = formal or Problem(id=dialogue.problem_id, question=dialogue.question)
    figure = dialogue.question.figure or known.question.figure
    update: dict[str, Any] = {"question": dialogue.question.model_copy(update={"figure": figure})}
    if dialogue.correct_solution:
        update["solution"] = dialogue.correct_solution
    if dialogue.answer:
        update |= {"exact": dialogue.answer, "unit": ""}
    return known.model_copy(update=update)


def _formal(dialogue: GeoDialItem, own: Mapping[str, Problem]) -> Problem | None:
    """Return the formal problem: the user's by id, or the bank's where id and text are the same."""
    if dialogue.problem_id in own:
        return own[dialogue.problem_id]
    known = bank().get(dialogue.problem_id)
    return known if known is not None and known.question.text.split() == dialogue.question.text.split() else None


def _own_problems(path: str | None) -> dict[str, Problem]:
    if path is None:
        return {}
    try:
        read = dict(iterate_problems(Path(path)))
    except (ProblemError, OSError) as error:
        raise ResultsError(f"setting problems: {error}") from error
    bad = [found for found in read.values() if isinstance(found, ProblemError)]
    if bad:
        _LOG.warning("%s: %d problems cannot be used; the first: %s", path, len(bad), bad[0])
    return {name: found for name, found in read.items() if isinstance(found, Problem)}
