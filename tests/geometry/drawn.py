"""Small problems for the tests of the engine: a rough figure, givens in the language of the rules, a goal."""

from collections.abc import Iterable, Mapping, Sequence

from gnomon.figure import Circle, Figure
from gnomon.problem import (
    Claim,
    Equation,
    Fact,
    FormalDescription,
    Given,
    Goal,
    Problem,
    Question,
    parse_equation,
    parse_expression,
)

Points = Mapping[str, Sequence[float]]


def read_given(text: str) -> Fact | Equation:
    """Read ``parallel(A,B,C,D)`` or ``angle(A,B,C) = 40``."""
    if "=" in text:
        return parse_equation(text)
    kind, _, points = text.rstrip(") ").partition("(")
    return Fact(kind, tuple(point.strip() for point in points.split(",")))


def problem(
    points: Points,
    lines: Iterable[str],
    givens: Iterable[str],
    goal: str | None,
    circles: Mapping[str, str] | None = None,
    name: str = "test",
    claim: str | None = None,
) -> Problem:
    """Make a problem of a value or a claim; a line of three points is given as straight, a point of a circle as on it."""
    runs = [tuple(line.split()) for line in lines]
    rounds = [(point, centre) for centre, on in (circles or {}).items() for point in on.split()]
    facts = [Fact("collinear", run) for run in runs if len(run) > 2] + [Fact("on_circle", pair) for pair in rounds]
    contents = [*((fact, str(fact)) for fact in facts), *((read_given(text), text) for text in givens)]
    figure = Figure(
        points={point: (at[0], at[1]) for point, at in points.items()},
        lines=tuple(runs),
        circles=tuple(Circle(centre=centre, points=tuple(on.split())) for centre, on in (circles or {}).items()),
    )
    formal = FormalDescription(
        tuple(Given(content, source) for content, source in contents),
        Goal(parse_expression(goal), goal) if goal else None,
        claim=Claim(read_given(claim), claim) if claim else None,
    )
    return Problem(id=name, question=Question(text="Find it.", figure=figure), formal=formal)
