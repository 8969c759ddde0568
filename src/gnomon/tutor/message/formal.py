"""The formal language in which a model says what it heard: quantities, equations, relations, points of the learner's own.

It is told in the prompt ``tutor/hear``. Whether what is said rests on the learner's words is asked of
`gnomon.tutor.message.resolving`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from gnomon.algebra import ElementNameError, split_points
from gnomon.dialogue import HeardMove
from gnomon.problem import (
    FACT_KINDS,
    Equation,
    Expression,
    ExpressionError,
    Fact,
    Letter,
    Problem,
    Quantity,
    parse_expression,
    unknowns,
)
from gnomon.tutor.message.moves import Claim, has_unknowns


class Spoken(NamedTuple):
    """A relation that no problem states, and learners speak of."""

    points: str
    """What is named, in which order."""
    least_and_most: tuple[int, int]
    """Of the points."""


SPOKEN_OF = {
    "opposite": Spoken("two opposite corners of a polygon; or a corner and the two ends of the side across from it", (2, 3)),
    "corresponds": Spoken(
        "the two ends of a side, then of its partner in a similar or congruent figure, or between the same parallels", (4, 4)
    ),
    "figure": Spoken("the corners of a triangle or another polygon that somebody sees in the figure", (3, 12)),
    "hypotenuse": Spoken("the two ends of the side that is called so, then the third corner of its triangle", (3, 3)),
    "adjacent": Spoken(
        "the corner of an acute angle of a right triangle, then the two ends of the leg that is called so", (3, 3)
    ),
    "opens": Spoken("the three points of an angle, then the two ends of the arc that it opens to", (5, 5)),
    "opens_wide": Spoken("the same, where the larger of the two arcs between these ends is meant", (5, 5)),
}
"""How parts lie to each other."""
_FACT = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*")
_MADE = re.compile(r"\s*let\s+(?P<made>[^:]+?)\s*(?::\s*(?P<said>.*))?", re.DOTALL)
"""Points of the learner's own, by what makes them, and what is said of them."""
_BETWEEN_PARTS = re.compile(r",(?![^(]*\))")
"""A comma outside of brackets."""
_SOUGHT = re.compile(r"\s*sought\s*=\s*(?P<part>.+)", re.DOTALL)
"""A part that is said to be the one that is asked for."""
_MOST_MADE = 6
"""Facts that make points, in one move."""
_MORE = re.compile(r"([^<>=]+)([<>])([^<>=]+)")
"""One part is larger than another."""


class UnfoundedError(ValueError):
    """A move that does not count; the message says why, without the learner's words."""


def claims_of(heard: HeardMove, problem: Problem) -> list[Claim]:
    """Return what a move says: of a chain ``x = 180 - 123 = 57`` a claim for each equals sign, all in the same words.

    Raises:
        UnfoundedError: when it is not written in the language, or speaks of what the figure does not have.
    """
    own = _MADE.fullmatch(heard.says)
    if own is None:
        return _said(heard.says, heard, problem, _points(problem))
    made = _made(own["made"], heard, problem)
    points = _points(problem).union(*map(points_of, made))
    claims = _said(own["said"], heard, problem, points) if own["said"] else [Claim(heard.words)]
    new = points.difference(_points(problem))
    return [claim._replace(made=made) if _speaks_of(claim, new) else claim for claim in claims]


def _speaks_of(claim: Claim, points: frozenset[str]) -> bool:
    """Whether a claim names one of some points, or nothing at all: a drawing."""
    named = {point for content in claim.relations for point in points_of(content)}
    for leaf in (leaf for side in claim.sides for leaf in unknowns(side)):
        named |= {leaf.name} if isinstance(leaf, Letter) else {*leaf.points}
    return bool(named & points) or not (claim.sides or claim.relations)


def _made(listed: str, heard: HeardMove, problem: Problem) -> tuple[Fact | Equation, ...]:
    """Return what makes points of the learner's own: relations with the figure's, and lengths that are told."""
    parts = [part.strip() for part in _BETWEEN_PARTS.split(listed)]
    if len(parts) > _MOST_MADE:
        raise UnfoundedError(f"{heard.kind}: makes too many points")
    found: list[Fact | Equation] = []
    for part in parts:
        fact = _FACT.fullmatch(part)
        if fact is not None and fact[1] in FACT_KINDS:
            found.append(Fact(fact[1], _listed(fact[1], fact[2], FACT_KINDS[fact[1]].count)))
            continue
        sides = _sides(part.split("="), heard)
        if len(sides) != 2 or any(isinstance(leaf, Letter) for side in sides for leaf in unknowns(side)):
            raise UnfoundedError(f"{heard.kind}: what makes a point is no relation")
        found.append(Equation(*sides))
    known = _points(problem)
    if not any(point not in known for content in found for point in points_of(content)):
        raise UnfoundedError(f"{heard.kind}: makes no point")
    return tuple(found)


def points_of(content: Fact | Equation) -> frozenset[str]:
    """Return the points that a relation or an equation names."""
    if isinstance(content, Fact):
        return frozenset(content.points)
    return frozenset(point for side in content for leaf in unknowns(side) if isinstance(leaf, Quantity) for point in leaf.points)


def _sides(written: Sequence[str], heard: HeardMove) -> list[Expression]:
    try:
        return [parse_expression(side) for side in written]
    except (ExpressionError, ElementNameError) as error:
        raise UnfoundedError(f"{heard.kind}: what it says is no equation, expression or relation") from error


def _said(says: str, heard: HeardMove, problem: Problem, points: frozenset[str]) -> list[Claim]:
    """Return what is said of parts with these points."""
    fact = _FACT.fullmatch(says)
    if fact is not None and fact[1] in SPOKEN_OF:
        return [_spoken_of(fact[1], _named(fact[1], fact[2], SPOKEN_OF[fact[1]].least_and_most, points), heard.words)]
    if fact is not None and fact[1] in FACT_KINDS:
        named = _named(fact[1], fact[2], FACT_KINDS[fact[1]].count, points)
        return [Claim(heard.words, relation=fact[1], relations=(Fact(fact[1], named),))]
    sought, more = _SOUGHT.fullmatch(says), _MORE.fullmatch(says)
    written = more.group(1, 3) if more is not None else [sought["part"]] if sought is not None else says.split("=")
    sides = _sides(written, heard)
    for leaf in (leaf for side in sides for leaf in unknowns(side)):
        _require_known(leaf, problem, points)
    if sought is not None:
        return [Claim(heard.words, tuple(sides), relation="sought")]
    if more is not None:
        return [Claim(heard.words, tuple(sides if more[2] == ">" else sides[::-1]), relation="greater")]
    return list(_chained(sides, heard.words)) if len(sides) > 1 else [Claim(heard.words, tuple(sides))]


def _chained(sides: Sequence[Expression], words: str) -> Iterator[Claim]:
    first = sides[0]
    for left, right in pairwise(sides):
        is_worked = left is not first and has_unknowns(first) and not has_unknowns(left)
        yield Claim(words, (first if is_worked else left, right), worked=left if is_worked else None)
    if len(sides) > 2 and not has_unknowns(sides[-1]) and all(isinstance(side, Quantity) for side in sides[:-1]):
        yield from (Claim(words, (side, sides[-1])) for side in sides[:-2])  # "35 each" is said of both


def _named(kind: str, listed: str, count: tuple[int, int], known: frozenset[str]) -> tuple[str, ...]:
    """Return the points of a relation."""
    points = _listed(kind, listed, count)
    if not known.issuperset(points):
        raise UnfoundedError("relation: speaks of parts that the figure does not have")
    return points


def _listed(kind: str, listed: str, count: tuple[int, int]) -> tuple[str, ...]:
    try:
        points = split_points(listed)
    except ElementNameError as error:
        raise UnfoundedError("relation: no names of points") from error
    least, most = count
    if not least <= len(points) <= most:
        raise UnfoundedError("relation: speaks of parts that the figure does not have")
    if not are_distinct(kind, points):
        raise UnfoundedError("relation: names a point of a part twice")
    return tuple(points)


def are_distinct(kind: str, points: tuple[str, ...]) -> bool:
    """Whether no part that a relation speaks of is named with one point twice: "W is the midpoint of LW" cannot be."""
    return all(len({*part}) == len(part) for part in _parts_of(kind, points))


def _parts_of(kind: str, points: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the points of each part that a relation speaks of: two parts may have points in common."""
    match kind:
        case "similar" | "congruent":
            half = len(points) // 2
            return [points[:half], points[half:]] if 2 * half == len(points) else [(points[0],) * 2]
        case "parallel" | "perpendicular" | "perpendicular_bisector" | "corresponds":
            return [points[:2], points[2:]]
        case "opens" | "opens_wide":
            return [points[:3], points[3:]]
        case "opposite":
            return []
        case "adjacent":
            return [points[1:]]
    return [points]


def _spoken_of(kind: str, points: tuple[str, ...], words: str) -> Claim:
    """Return what is said of where parts lie to each other."""
    match kind:
        case "opens" | "opens_wide":
            sides: tuple[Expression, ...] = (Quantity.of("angle", *points[:3]), Quantity.of("arc", *points[3:]))
        case "corresponds":
            sides = (Quantity.of("length", *points[:2]), Quantity.of("length", *points[2:]))
        case _:
            sides = tuple(map(Letter, points))
    return Claim(words, sides, relation=kind)


def _require_known(leaf: Letter | Quantity, problem: Problem, points: frozenset[str]) -> None:
    letters = problem.formal.letters if problem.formal is not None else ()
    is_known = leaf.name in letters if isinstance(leaf, Letter) else points.issuperset(leaf.points)
    if not is_known:
        raise UnfoundedError("claim: speaks of parts that the figure does not have")


def _points(problem: Problem) -> frozenset[str]:
    return frozenset(problem.question.figure.points if problem.question.figure is not None else ())
