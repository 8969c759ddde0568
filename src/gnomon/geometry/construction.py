"""Helping lines that schools draw: a segment between two points, an altitude, a parallel through a point.

Each can be drawn where the figure is as drawn, which decides whether a foot lies within its side; then what follows with it
follows without it. Prover and checker share this record of what a helping line is, as they share the rules.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from pydantic import BaseModel, ConfigDict

from gnomon.figure import Figure
from gnomon.problem import Fact, Given, Problem

HELPING_LINE = "helping line"
"""Stands for the literal of what a helping line states."""


class Construction(BaseModel):
    """A helping line, by the points of the figure that it needs and the new one that it makes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["join", "altitude", "parallel"]
    points: tuple[str, ...]
    """``join``: its ends. ``altitude``: the apex, then the two ends of the side that it falls on. ``parallel``: the point that it
    goes through, the two points of the line that it is parallel to, then the ends of the side that it meets, or none where it
    just runs on, the way that leads from the first of the two points to the second."""
    new: str = ""
    """The point that it makes: the foot of the altitude, where the parallel meets the side; none for ``join``."""

    def __str__(self) -> str:
        first, *rest = self.points
        if self.kind == "join":
            return f"Draw {first}{rest[0]}"
        if self.kind == "altitude":
            return f"Draw the altitude from {first} to {rest[0]}{rest[1]}, and call its foot {self.new}"
        along, side = "".join(rest[:2]), "".join(rest[2:])
        where = f"the point where it meets {side}" if side else "a point of it"
        return f"Draw through {first} the parallel to {along}, and call {self.new} {where}"

    @property
    def line(self) -> tuple[str, str]:
        """The ends of the drawn line."""
        return (self.points[0], self.new or self.points[1])

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What holds of it because it was so drawn."""
        if self.kind == "join":
            return ()
        first, *rest = self.points
        if self.kind == "altitude":
            return (Fact("collinear", (rest[0], self.new, rest[1])), Fact("perpendicular", (first, self.new, *rest)))
        met = (Fact("collinear", (rest[2], self.new, rest[3])),) if rest[2:] else ()
        return (*met, Fact("parallel", (first, self.new, *rest[:2])))


def with_construction(problem: Problem, construction: Construction) -> Problem:
    """Return a problem with a helping line in its figure and what it states among the givens.

    Raises:
        ValueError: when the line cannot be drawn there as it says: a point is missing or not new, the new point does not lie
            within the side, or the line is drawn already.
    """
    figure, formal = problem.question.figure, problem.formal
    if figure is None or formal is None:
        raise ValueError("a helping line needs a figure and a formal description")
    if not set(construction.points) <= set(figure.points) or construction.new in figure.points:
        raise ValueError(f"{construction}: the figure lacks a point, or has the new one")
    drawn = _drawn(figure, construction)
    formal = replace(formal, givens=(*formal.givens, *(Given(fact, HELPING_LINE, in_text=True) for fact in construction.facts)))
    question = problem.question.model_copy(update={"figure": drawn})
    return problem.model_copy(update={"question": question, "formal": formal})


def _drawn(figure: Figure, construction: Construction) -> Figure:
    start, end = construction.line
    if any({start, end} <= set(line) for line in figure.lines):
        raise ValueError(f"{construction}: it is drawn already")
    if not construction.new:
        return figure.model_copy(update={"lines": (*figure.lines, (start, end))})
    points = {**figure.points, construction.new: _spot(figure, construction)}
    side = construction.points[-2:]
    lines = tuple(_through(line, construction.new, side) for line in figure.lines)
    return figure.model_copy(update={"points": points, "lines": (*lines, (start, end))})


def _through(line: tuple[str, ...], new: str, side: tuple[str, ...]) -> tuple[str, ...]:
    """Put the new point between the two ends of the side, where they are neighbours on a drawn line."""
    for place, pair in enumerate(pairwise(line)):
        if set(pair) == set(side):
            return (*line[: place + 1], new, *line[place + 1 :])
    return line


def _spot(figure: Figure, construction: Construction) -> tuple[float, float]:
    """Return where the new point lies."""
    first, *rest = (figure.points[point] for point in construction.points)
    if construction.kind == "parallel" and len(rest) == 2:
        return first[0] + rest[1][0] - rest[0][0], first[1] + rest[1][1] - rest[0][1]
    (ax, ay), (bx, by) = rest[-2:]
    is_altitude = construction.kind == "altitude"
    across = (by - ay, ax - bx) if is_altitude else (rest[1][0] - rest[0][0], rest[1][1] - rest[0][1])
    (dx, dy), (px, py) = (bx - ax, by - ay), first
    cross = across[0] * dy - across[1] * dx
    size = math.hypot(*across) * math.hypot(dx, dy)
    if abs(cross) <= _PARALLEL * size:
        raise ValueError(f"{construction}: it does not meet the side")
    share = (across[0] * (py - ay) - across[1] * (px - ax)) / cross
    if not _MARGIN < share < 1 - _MARGIN:
        raise ValueError(f"{construction}: it meets the side outside of it")
    return ax + share * dx, ay + share * dy


_PARALLEL = 1e-6
"""Sine of the angle below which two lines count as parallel."""
_MARGIN = 1e-3
"""Share of a side below which a point counts as its end."""
