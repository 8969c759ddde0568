"""What the learner's pages show; no records of turns, no names of acts, nothing that tells an answer before it is due."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from gnomon.dialogue import StudentTurn, TutorTurn
from gnomon.drawing import draw
from gnomon.pages.rendering import paragraphs
from gnomon.problem import Problem
from gnomon.store import SaidTurn

_WIDTH = 560
"""Of the figure, in its own pixels; the page scales it."""


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn."""

    number: int
    is_tutor: bool
    paragraphs: tuple[str, ...]
    elements: tuple[str, ...]
    """What the turn points at, such as ``angle:ABC``, in the order of its numbers."""
    feedback: str
    """``positive``, ``negative`` or ``none``."""


def turn_view(said: SaidTurn) -> TurnView:
    """Return what is shown of a turn."""
    turn = said.turn
    if isinstance(turn, StudentTurn):
        return TurnView(said.number, is_tutor=False, paragraphs=paragraphs(turn.utterance), elements=(), feedback="none")
    elements = tuple(f"{element.kind}:{element.name}" for element in turn.pointed_at())
    return TurnView(said.number, is_tutor=True, paragraphs=paragraphs(turn.utterance), elements=elements, feedback=turn.feedback)


def figure_svg(problem: Problem, turn: TutorTurn | None) -> Markup | None:
    """Draw the figure with what a turn points at; None where the problem has none."""
    figure = problem.question.figure
    if figure is None:
        return None
    svg = draw(figure, turn.highlights if turn else None, turn.highlights2 if turn else None, width_px=_WIDTH)
    return Markup(svg)  # noqa: S704  # `draw` escapes every text that it writes
