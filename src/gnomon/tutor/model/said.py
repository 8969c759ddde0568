"""What a model is shown of a problem and a dialogue that it is to listen to: what the learner sees, and what was said."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.dialogue import Dialogue, Turn, TutorTurn
from gnomon.problem import Problem
from gnomon.prompts import in_one_line

_MOST_BEFORE = 6
"""Turns before a message that are shown with it."""
_LONGEST_BEFORE = 400
"""Characters of each."""


class Said(NamedTuple):
    """What fills the gaps of a prompt about a learner's last message."""

    texts: dict[str, str]
    """``question``, ``conversation`` and ``message``, as written by others: to be put between tags."""
    figure: dict[str, str]
    """What a learner sees of the problem beside its text."""


def said_in(dialogue: Dialogue, problem: Problem) -> Said:
    """Return what is shown of a dialogue that ends with a message."""
    *before, last = dialogue.turns
    conversation = "\n".join(map(_line, before[-_MOST_BEFORE:]))
    texts = {"question": problem.question.text, "conversation": conversation, "message": last.utterance}
    return Said(texts, _figure(problem))


def _figure(problem: Problem) -> dict[str, str]:
    figure, formal = problem.question.figure, problem.formal
    places = figure.points.items() if figure is not None else ()
    return {
        "points": ", ".join(f"{in_one_line(name)} ({x:.3g}, {y:.3g})" for name, (x, y) in places),
        "lines": ", ".join(in_one_line(" ".join(line)) for line in (figure.lines if figure is not None else ())),
        "circles": "; ".join(
            in_one_line(f"about {circle.centre}, through {' '.join(circle.points)}")
            for circle in (figure.circles if figure is not None else ())
        ),
        "stated": ", ".join(in_one_line(each.shown) for each in (formal.givens if formal is not None else ())),
        "goal": "" if problem.sought is None else in_one_line(str(problem.sought)),
        "letters": ", ".join(formal.letters) if formal is not None else "",
    }


def _line(turn: Turn) -> str:
    speaker = "Tutor" if isinstance(turn, TutorTurn) else "Learner"
    return f"{speaker}: {in_one_line(turn.utterance, _LONGEST_BEFORE)}"
