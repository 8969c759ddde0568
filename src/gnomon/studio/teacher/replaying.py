"""A dialogue replayed: its turns with their acts and what the learner's lines show, and the figure as it was at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

from gnomon.dialogue import StudentTurn, TutorTurn
from gnomon.pages.rendering import paragraphs
from gnomon.pages.words import FEEDBACK, LegendLine, legend
from gnomon.problem import Problem
from gnomon.store import HeldTurn, SaidTurn, Try
from gnomon.studio.learner.views import figure_svg, turn_view
from gnomon.studio.problems import read_problem
from gnomon.studio.teacher.reading import LineRead, Reading

DECISIONS = {
    "approved": "approved",
    "edited": "edited by the teacher",
    "replaced": "written by the teacher",
    "timed_out": "sent when the wait was over",
}
"""What became of a turn that waited, in words."""


TRIES = ("At once", "A week later")
"""The tries without a tutor, by when they are due."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn, as it is shown to teachers."""

    number: int
    is_tutor: bool
    paragraphs: tuple[str, ...]
    figure: Markup | None
    """As the learner saw it then; None where the problem has none."""
    legend: tuple[LegendLine, ...]
    act: str = ""
    feedback: str = ""
    decision: str = ""
    proposed: str = ""
    """What the tutor had proposed, where a teacher sent something else."""
    line: LineRead | None = None
    """What a learner's turn shows."""
    complaint: str = ""
    """What the learner reported of a tutor's turn."""
    judged: str = ""
    """What the embedded judge says of a tutor's turn, where it was asked."""


class TryView(NamedTuple):
    """A try without a tutor."""

    name: str
    row: Try
    question: tuple[str, ...]
    """Of the sibling; empty until it was opened."""
    answer: tuple[str, ...]
    """What the learner wrote."""


def tried(rows: Sequence[Try]) -> list[TryView]:
    """Return the tries after a conversation, in their order."""
    return [_tried(name, row) for name, row in zip(TRIES, rows, strict=False)]


def _tried(name: str, row: Try) -> TryView:
    problem = read_problem(row.problem, f"try-{row.id}") if row.problem else None
    return TryView(name, row, paragraphs(problem.question.text) if problem else (), paragraphs(row.answer or ""))


def moments(
    problem: Problem,
    turns: Sequence[SaidTurn],
    reading: Reading,
    held: Sequence[HeldTurn] = (),
    complaints: Mapping[int, str] = MappingProxyType({}),
    judged: Mapping[int, str] = MappingProxyType({}),
) -> list[Moment]:
    """Return the turns of a conversation, each with the figure as it was then: what the last turn that used it points at.

    Args:
        problem: what it is about.
        turns: of the conversation.
        reading: of its lines.
        held: what waited for a teacher in it.
        complaints: what the learner reported, by the number of the turn.
        judged: what the embedded judge says, by the place of the turn from 1.
    """
    read = {line.number: line for line in reading.turns}
    waited = {each.number: each for each in held}
    found: list[Moment] = []
    figure = figure_svg(problem)
    lines: tuple[LegendLine, ...] = ()
    for place, said in enumerate(turns, 1):
        turn = said.turn
        if isinstance(turn, StudentTurn):
            view = turn_view(said, problem, "en")
            if view.svg is not None:  # the learner has marked something
                figure, lines = view.svg, ()
            # As it was written: the turn names the parts that "this angle" meant.
            words = tuple("".join(piece.text for piece in line) for line in view.paragraphs)
            found.append(
                Moment(said.number, is_tutor=False, paragraphs=words, figure=figure, legend=lines, line=read.get(said.number))
            )
            continue
        figure = figure_svg(problem, turn.highlights, turn.highlights2)
        lines = tuple(legend(turn, problem.question.figure))
        made = _tutor(said.number, turn, waited.get(said.number), figure, lines)
        found.append(replace(made, complaint=complaints.get(said.number, ""), judged=judged.get(place, "")))
    return found


def _tutor(number: int, turn: TutorTurn, held: HeldTurn | None, figure: Markup | None, lines: tuple[LegendLine, ...]) -> Moment:
    is_other = held is not None and held.decision in {"edited", "replaced"}
    return Moment(
        number,
        is_tutor=True,
        paragraphs=paragraphs(turn.utterance),
        figure=figure,
        legend=lines,
        act=f"{turn.act}: {turn.subact}",
        feedback=FEEDBACK[turn.feedback],
        decision=DECISIONS[held.decision] if held is not None and held.decision else "",
        proposed=str(held.proposed["utterance"]) if held is not None and is_other else "",
    )
