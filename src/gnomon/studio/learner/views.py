"""What the learner's pages show; no records of turns, no names of acts, nothing that tells an answer before it is due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from gnomon.dialogue import Outcome, StudentTurn
from gnomon.drawing import THEME, draw
from gnomon.figure import ElementNameError, Figure, Highlights, parse_element
from gnomon.geometry import Solution
from gnomon.pages.rendering import paragraphs
from gnomon.problem import Problem
from gnomon.store import SaidTurn
from gnomon.studio.learner.pointing import Mark, Piece, resolved, tied
from gnomon.studio.marking import FIGURE_WIDTH

LIST_WIDTH = 280
"""Of a figure in a list or beside a step, in its own pixels: its letters then have the size of the text beside it."""
OUTCOMES: dict[Outcome, str] = {
    "solved_untold": "You solved it yourself.",
    "solved_told": "You solved it, with much help.",
    "not_solved": "It is not solved yet.",
}
"""How a conversation ended, to who had it."""


class PieceView(NamedTuple):
    """A part of a text; with the highlight that it names, where it does."""

    text: str
    element: str = ""
    """Such as ``angle:RTS``; empty: it names none."""
    pen: str = ""
    tag: str = ""
    """Of the pen, where both are in use."""


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn."""

    number: int
    who: str
    """``tutor`` or ``learner``."""
    name: str
    lang: str
    paragraphs: tuple[tuple[PieceView, ...], ...]
    svg: Markup | None
    """The figure with what the turn points at; None for a learner's turn without marks, and without a figure."""


class StepView(NamedTuple):
    """A step of the proof, after the end."""

    rule: str
    statement: str
    text: str
    concludes: str
    svg: Markup | None


def turn_view(said: SaidTurn, problem: Problem, language: str) -> TurnView:
    """Return what is shown of a turn."""
    turn, figure = said.turn, problem.question.figure
    if isinstance(turn, StudentTurn):
        marks = marks_of(said.marks, figure)
        text = str((said.marks or {}).get("said") or turn.utterance)
        lines = [resolved(line, marks, language).pieces for line in paragraphs(text)]
        svg = figure_svg(problem, *_highlights(marks)) if marks else None
        return TurnView(said.number, "learner", "You", language, _shown(lines, marks), svg)
    pens = ((turn.highlights, "green"), (turn.highlights2 or Highlights(), "brown"))
    marks = [Mark(element, pen) for highlights, pen in pens for element in highlights.elements()]  # type: ignore[arg-type]
    lines = [tied(line, marks) for line in paragraphs(turn.utterance)]
    return TurnView(
        said.number, "tutor", "Tutor", language, _shown(lines, marks), figure_svg(problem, turn.highlights, turn.highlights2)
    )


def marks_of(kept: dict[str, object] | None, figure: Figure | None) -> list[Mark]:
    """Return the parts of the figure that a learner's marks mean, each once; what the figure does not have is left out."""
    found: dict[Mark, None] = {}
    meant = (kept or {}).get("meant")
    for each in meant if isinstance(meant, list) else []:
        try:
            element = parse_element(str(each["element"]))
        except (ElementNameError, KeyError, TypeError):
            continue
        if figure is not None and figure.has(element):
            found[Mark(element, "brown" if each.get("pen") == "brown" else "green")] = None
    return list(found)


def _highlights(marks: Sequence[Mark]) -> tuple[Highlights, Highlights]:
    green, brown = (Highlights.of(mark.element for mark in marks if mark.pen == pen) for pen in ("green", "brown"))
    return green, brown


def _shown(lines: Sequence[Sequence[Piece]], marks: Sequence[Mark]) -> tuple[tuple[PieceView, ...], ...]:
    tags = {pen.name: pen.tag for pen in THEME.pens} if len({mark.pen for mark in marks}) > 1 else {}
    return tuple(
        tuple(
            PieceView(piece.text, str(piece.mark.element), piece.mark.pen, tags.get(piece.mark.pen, ""))
            if piece.mark
            else PieceView(piece.text)
            for piece in line
        )
        for line in lines
    )


def figure_svg(
    problem: Problem, first: Highlights | None = None, second: Highlights | None = None, *, width: float = FIGURE_WIDTH
) -> Markup | None:
    """Draw the figure with highlights of both pens; None where the problem has none."""
    figure = problem.question.figure
    return None if figure is None else _drawn(figure, first or Highlights(), second or Highlights(), width)


@lru_cache(maxsize=2048)  # learners of a class see the same figures, and a page shows each of its turns
def _drawn(figure: Figure, first: Highlights, second: Highlights, width: float) -> Markup:
    return Markup(draw(figure, first, second, width_px=width))  # noqa: S704  # `draw` escapes every text that it writes


def proof_view(solution: Solution) -> tuple[StepView, ...]:
    """Return the steps of the proof; none without one."""
    problem = solution.problem
    return tuple(
        StepView(
            step.rule_name, step.statement, step.text, step.concludes,
            figure_svg(problem, Highlights.of(step.uses, problem.question.figure), width=LIST_WIDTH),
        )
        for step in (solution.proof.steps if solution.proof else ())
    )  # fmt: skip
