"""A formal description in words: a plain question for problems that come without their text, and what is given."""

from __future__ import annotations

from gnomon.algebra import Equation, Expression, Letter, Number, Operation, Quantity
from gnomon.problem.statements import Fact, FormalDescription

_SENTENCES: dict[str, str] = {
    "parallel": "{0}{1} is parallel to {2}{3}",
    "perpendicular": "{0}{1} is perpendicular to {2}{3}",
    "tangent": "{0}{1} is tangent to circle {2}",
    "diameter": "{0}{1} is a diameter of circle {2}",
    "midpoint": "{0} is the midpoint of {1}{2}",
    "angle_bisector": "{0}{1} bisects angle {2}{0}{3}",
    "perpendicular_bisector": "{0}{1} is the perpendicular bisector of {2}{3}",
    "median": "{0}{1} is a median of triangle {0}{2}{3}",
    "altitude": "{0}{1} is an altitude of triangle {0}{2}{3}",
    "midsegment": "{0}{1} is a midsegment of triangle {2}{3}{4}",
    "centroid": "{0} is the centroid of triangle {1}{2}{3}",
    "incenter": "{0} is the incentre of triangle {1}{2}{3}",
    "orthocenter": "{0} is the orthocentre of triangle {1}{2}{3}",
    "isosceles": "triangle {0}{1}{2} is isosceles with apex {0}",
    "isosceles_trapezoid": "{all} is an isosceles trapezoid",
    "equilateral": "triangle {all} is equilateral",
    "regular_polygon": "{all} is a regular polygon",
    "congruent": "{first} is congruent to {second}",
    "similar": "{first} is similar to {second}",
    "inscribed": "{rest} is inscribed in circle {0}",
    "circumscribed": "{rest} is circumscribed about circle {0}",
}
_MEASURES: dict[str, str] = {"angle": "the measure of angle {}", "arc": "the measure of arc {}", "length": "{}"}


def question_text(description: FormalDescription) -> str:
    """Say what the text of the problem states, then what to find; the figure says the rest."""
    stated = [_sentence(given.content) for given in description.givens if given.in_text]
    sentences = [f"{text[0].upper()}{text[1:]}." for text in stated if text]
    return " ".join([*dict.fromkeys(sentences), _task(description)])


def givens_in_words(description: FormalDescription) -> list[str]:
    """Say everything that is given, one short phrase each: for those who cannot see the figure."""
    phrases = [_phrase(given.content) for given in description.givens]
    circles: dict[str, list[str]] = {}
    for fact in description.facts:
        if fact.kind == "on_circle":
            circles.setdefault(fact.points[1], []).append(fact.points[0])
    around = [f"{', '.join(points)} on the circle with centre {centre}" for centre, points in circles.items()]
    return [*around, *dict.fromkeys(phrase for phrase in phrases if phrase)]


def _phrase(content: Fact | Equation) -> str:
    if isinstance(content, Equation):
        left, right = content
        in_degrees = isinstance(left, Quantity) and left.kind in {"angle", "arc"} and isinstance(right, Number)
        return f"{content}{'°' if in_degrees else ''}"
    if content.kind == "collinear":
        return f"{', '.join(content.points)} on one line, in this order"
    return _sentence(content)


def _task(description: FormalDescription) -> str:
    if description.goal is None:
        return description.proof_goal or "Look at the figure."
    goal = description.goal.expression
    return f"Find the value of {goal}." if isinstance(goal, Letter) else f"Find {_in_words(goal)}."


def _sentence(content: Fact | Equation) -> str:
    if isinstance(content, Equation):
        return f"{_in_words(content.left)} = {_in_words(content.right)}"
    points = content.points
    template = _SENTENCES.get(content.kind)
    if content.kind in {"collinear", "on_circle"}:
        return ""
    if template is None:
        return f"{''.join(points)} is a {content.kind}"
    half = len(points) // 2
    parts = {"all": points, "first": points[:half], "second": points[half:], "rest": points[1:]}
    return template.format(*points, **{name: "".join(part) for name, part in parts.items()})


def _in_words(expression: Expression) -> str:
    if isinstance(expression, Quantity):
        named = _MEASURES.get(expression.kind)
        return named.format("".join(expression.points)) if named else f"the {expression}"
    if isinstance(expression, Operation) and expression.symbol in {"sin", "cos", "tan"}:
        return str(expression)
    return str(expression)
