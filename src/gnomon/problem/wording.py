"""A formal description in words: a plain question for problems that come without their text, and what is given."""

from __future__ import annotations

from gnomon.algebra import Equation, Expression, Letter, Number, Quantity
from gnomon.figure import Fact
from gnomon.problem.statements import FormalDescription

_DRAWN = {"collinear", "on_circle"}
"""Kinds of fact that a figure shows without words."""
_MEASURES: dict[str, str] = {"angle": "the measure of angle {}", "arc": "the measure of arc {}", "length": "{}"}


def question_text(description: FormalDescription) -> str:
    """Say what the text of the problem states, then what to find; the figure says the rest."""
    stated = [_sentence(given.content) for given in description.givens if given.in_text]
    sentences = [f"{text[0].upper()}{text[1:]}." for text in stated if text]
    return " ".join([*dict.fromkeys(sentences), _task(description)])


def givens_in_words(description: FormalDescription) -> list[str]:
    """Say everything that is given, one short phrase each: for those who cannot see the figure."""
    around = [f"{', '.join(on)} on the circle with centre {centre}" for centre, on in description.circles.items()]
    contents = [given.content for given in description.givens]
    return [*around, *dict.fromkeys(phrase(c) for c in contents if isinstance(c, Equation) or c.kind != "on_circle")]


def phrase(content: Fact | Equation) -> str:
    """Say a statement in a short clause, angles with their sign for degrees."""
    if isinstance(content, Equation):
        left, right = content
        in_degrees = isinstance(left, Quantity) and left.kind in {"angle", "arc"} and isinstance(right, Number)
        return f"{content}{'°' if in_degrees else ''}"
    return content.in_words()


def _task(description: FormalDescription) -> str:
    if description.claim is not None:
        return f"Prove that {_sentence(description.claim.content)}."
    if description.goal is None:
        return "Look at the figure."
    goal = description.goal.expression
    return f"Find the value of {goal}." if isinstance(goal, Letter) else f"Find {_in_words(goal)}."


def _sentence(content: Fact | Equation) -> str:
    if isinstance(content, Equation):
        return f"{_in_words(content.left)} = {_in_words(content.right)}"
    return "" if content.kind in _DRAWN else content.in_words()


def _in_words(expression: Expression) -> str:
    if isinstance(expression, Quantity):
        named = _MEASURES.get(expression.kind)
        return named.format("".join(expression.points)) if named else f"the {expression}"
    return str(expression)
