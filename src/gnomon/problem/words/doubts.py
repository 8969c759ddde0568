"""What a text leaves open until its end: the legs of an isosceles triangle, the right angle of a right triangle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from gnomon.problem.terms import Term, UnreadError, parse_literal


class Doubt(NamedTuple):
    """Something that a fact leaves open, with the facts that may be meant."""

    fact: str
    choices: tuple[tuple[str, str], ...]
    """Each in words, with its literal."""


def doubts(facts: Iterable[str]) -> Iterator[Doubt]:
    """Yield what facts leave open and no other of them settles."""
    known = list(facts)
    parts = [_parts(fact) for fact in known]
    for fact in known:
        term = parse_literal(fact).term
        inner = term.arguments[0] if isinstance(term, Term) and term.name in _OPEN else None
        if not isinstance(term, Term) or not isinstance(inner, Term) or inner.name != "Triangle":
            continue
        ways = {corner: _OPEN[term.name](*_from(corner, inner)) for corner in inner.arguments}
        if any(_parts(way) in parts for of_corner in ways.values() for way in of_corner):
            continue
        # In an isosceles right triangle the right angle is the one between the equal sides.
        other = _right if term.name == "Isosceles" else _isosceles
        common = [
            corner
            for corner in ways
            if any(_parts(way) in parts for way in other(*_from(corner, inner)))
            or _is_between(_from(corner, inner), term.name, parts)
        ]
        meant = common if len(common) == 1 else list(ways)
        said = _SAID[term.name]
        yield Doubt(fact, tuple((said.format(*_from(corner, inner)), ways[corner][0]) for corner in meant))


def _is_between(corners: tuple[str, str, str], word: str, parts: list[set[object]]) -> bool:
    """Whether the first corner is the one opposite to the base, or between the legs, that the text names."""
    first, second, third = corners
    legs = (f"IsLegOf(Line({first}, {second}))", f"IsLegOf(Line({first}, {third}))")
    is_base = word == "Isosceles" and _parts(f"IsBaseOf(Line({second}, {third}))") in parts
    return is_base or all(_parts(leg) in parts for leg in legs)


def _from(corner: Term | str, triangle: Term) -> tuple[str, str, str]:
    """Return the corners of a triangle in turn, from one on."""
    at = triangle.arguments.index(corner)
    first, second, third = map(str, triangle.arguments[at:] + triangle.arguments[:at])
    return first, second, third


def _isosceles(a: str, b: str, c: str) -> tuple[str, ...]:
    return (
        f"Equals(LengthOf(Line({a}, {b})), LengthOf(Line({a}, {c})))",
        f"Equals(MeasureOf(Angle({a}, {b}, {c})), MeasureOf(Angle({a}, {c}, {b})))",
    )


def _right(a: str, b: str, c: str) -> tuple[str, ...]:
    return (
        f"RightAngle(Angle({b}, {a}, {c}))",
        f"Perpendicular(Line({a}, {b}), Line({a}, {c}))",
        f"Equals(MeasureOf(Angle({b}, {a}, {c})), 90)",
        f"IsHypotenuseOf(Line({b}, {c}), Triangle({a}, {b}, {c}))",
    )


_OPEN: Mapping[str, Callable[[str, str, str], tuple[str, ...]]] = {"Isosceles": _isosceles, "Right": _right}
"""Words that leave open which corner is meant, with the ways to say it of the first corner."""
_SAID: Mapping[str, str] = {"Isosceles": "{0}{1} = {0}{2}", "Right": "the right angle is at {0}"}
"""The same for a reader."""


def _parts(fact: str) -> set[object]:
    """Return the statement with its lines and angles as sets, so that AB is BA."""
    try:
        term = parse_literal(fact).term
    except UnreadError:
        return {fact}
    if isinstance(term, str):
        return {fact}
    return {(term.name, frozenset(map(_bare, term.arguments)))}


def _bare(term: Term | str) -> object:
    if isinstance(term, str):
        return term.strip()
    if term.name == "Angle" and len(term.arguments) == 3:
        return ("Angle", term.arguments[1], frozenset((term.arguments[0], term.arguments[2])))
    return (term.name, frozenset(map(_bare, term.arguments)))
