"""Small figures and readings that the tests of the readers share."""

from collections.abc import Callable, Sequence

import pytest

from gnomon.figure import Circle, Figure
from gnomon.problem import FormalDescription, SourceLiteral, read_literals

Reader = Callable[..., FormalDescription]


@pytest.fixture(scope="session")
def triangle() -> Figure:
    """Return a right triangle with the right angle at C, D the foot of the altitude on AB."""
    points = {"A": (0.0, 0.0), "B": (5.0, 0.0), "C": (1.8, 2.4), "D": (1.8, 0.0)}
    return Figure(points=points, lines=(("A", "D", "B"), ("B", "C"), ("C", "A"), ("C", "D")))


@pytest.fixture(scope="session")
def square() -> Figure:
    """Return a square with its diagonals and a circle about its centre."""
    points = {"A": (0.0, 0.0), "B": (2.0, 0.0), "C": (2.0, 2.0), "D": (0.0, 2.0), "O": (1.0, 1.0)}
    sides = (("A", "B"), ("B", "C"), ("C", "D"), ("D", "A"))
    circle = Circle(centre="O", points=("A", "B", "C", "D"))
    return Figure(points=points, lines=(*sides, ("A", "O", "C"), ("B", "O", "D")), circles=(circle,))


@pytest.fixture(scope="session")
def trapezoid() -> Figure:
    """Return a trapezoid with AB parallel to CD and the midpoints M, N of its legs."""
    points = {"A": (0.0, 0.0), "B": (8.0, 0.0), "C": (5.0, 3.0), "D": (1.0, 3.0), "M": (0.5, 1.5), "N": (6.5, 1.5)}
    return Figure(points=points, lines=(("A", "B"), ("B", "N", "C"), ("C", "D"), ("D", "M", "A"), ("M", "N")))


@pytest.fixture(scope="session")
def read() -> Reader:
    """Return a function that reads literals on a figure."""

    def read_on(figure: Figure, *literals: str, find: str | None = "x") -> FormalDescription:
        return read_literals([SourceLiteral(text) for text in literals], figure, find).description

    return read_on


def own(description: FormalDescription, kinds: Sequence[str] = ("collinear", "on_circle")) -> list[str]:
    """Return the givens as text, without those that the drawn lines and circles state."""
    return [str(given.content) for given in description.givens if getattr(given.content, "kind", "") not in kinds]
