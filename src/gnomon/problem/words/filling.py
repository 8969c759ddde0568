"""Templates of rules, filled with the things in their slots, against what the text has named.

A template is a literal with slots: ``IsMidpointOf({M}, {S})``. A list in a slot makes one literal for each of its things, two
lists of one length go together one by one. ``{S.each}`` with ``{S.next}`` takes neighbours of a list, ``{S.1}`` its first thing
(a rule that counts so fits only a list of that length), and ``{angle(T,C)}`` is worked out: of the things alone (`DERIVED`), or
of what the text has named, too (`_BY_CONTEXT`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gnomon.problem.words.calling import Nouns
from gnomon.problem.words.chart import Node
from gnomon.problem.words.context import Context
from gnomon.problem.words.derived import DERIVED, tips
from gnomon.problem.words.relations import UnknownError
from gnomon.problem.words.understanding import Understanding
from gnomon.problem.words.value import Value, Values, named, value_of

INVENTING = ("foot_on(", "middle_of(", "along(")
"""Those that may be points without a name in the text."""
_PLACE = re.compile(r"\{([^{}]+)\}")
_CALL = re.compile(r"(\w+)\((.*)\)")
_ARGUMENT = re.compile(r"[^,()]+(?:\([^()]*\))?")
"""One of the things in the brackets of a place; it may have brackets of its own."""


class Templates(NamedTuple):
    """The templates of one clause."""

    context: Context
    understanding: Understanding
    nouns: Nouns

    def filled(self, template: str, node: Node, slots: Mapping[str, Values]) -> list[str]:
        """Return the literals of a template, one for each thing of its lists."""
        places = list(dict.fromkeys(_PLACE.findall(template)))
        found = {place: self._placed(place, node, slots) for place in places}
        lengths = {len(values) for values in found.values()} - {1}
        if len(lengths) > 1 or 0 in lengths:
            raise UnknownError("lists of different lengths")
        made = []
        for at in range(max(lengths, default=1)):
            text = template
            for place, values in found.items():
                text = text.replace(f"{{{place}}}", values[at if len(values) > 1 else 0].text)
            made.append(text)
        return made

    def _placed(self, place: str, node: Node, slots: Mapping[str, Values]) -> Values:
        called = _CALL.fullmatch(place)
        if called and called.group(1) in {"called", "standing"}:
            noun = slots[called.group(2)][0].text
            return self.nouns.called(noun, node) if called.group(1) == "called" else self.nouns.standing(noun)
        if called and called.group(1) in _BY_CONTEXT:
            things = (self._placed(part.strip(), node, slots) for part in _ARGUMENT.findall(called.group(2)))
            return _BY_CONTEXT[called.group(1)](self, *things)
        if called:
            arguments = [self._placed(argument.strip(), node, slots) for argument in _ARGUMENT.findall(called.group(2))]
            function = DERIVED[called.group(1)]
            longest = max(map(len, arguments))
            rows = [[values[at if len(values) > 1 else 0] for values in arguments] for at in range(longest)]
            return tuple(value for row in rows for value in function(*row))
        name, _, part = place.partition(".")
        values = slots[name] if name in slots else self.understanding.slot(node.rule.kinds.get(name, name))
        if part == "each":
            return values[:-1]
        if part == "next":
            return values[1:]
        if part and int(part) > len(values):
            raise UnknownError(f"no {part} things")
        return (values[int(part) - 1],) if part else values


def _sector(context: Context, names: Value) -> Value:
    """Return the sector of three points: its centre is that of a circle of the text, else O, else the point in the middle."""
    centers = {circle.points[0] for circle in context.circles} & set(names.points)
    if not centers and "O" in names.points:
        centers = {"O"}
    center = centers.pop() if len(centers) == 1 else names.points[1]
    first, last = (point for point in names.points if point != center)
    return named("Sector", first, center, last)


def _paired(ones: Values, others: Values) -> Iterator[tuple[Value, Value]]:
    """Yield the things of two lists one by one; a single one goes with each of the other list."""
    length = max(len(ones), len(others))
    yield from zip(ones * (length if len(ones) == 1 else 1), others * (length if len(others) == 1 else 1), strict=True)


_BY_CONTEXT: Mapping[str, Callable[..., Values]] = {
    "angle_at": lambda templates, points: tuple(templates.understanding.angle_at(point.text) for point in points),
    "sector": lambda templates, names: tuple(_sector(templates.context, each) for each in names),
    "that_of": lambda templates, things: tuple(map(templates.understanding.that_of, things)),
    "tips": lambda _, lines: tips(lines),
    "foot_on": lambda templates, points, lines: tuple(
        value_of(templates.context.relations.foot(point.text, line.points)) for point, line in _paired(points, lines)
    ),
    "end_on": lambda templates, lines, others: tuple(
        value_of(templates.context.relations.end_on(line.points, other.points)) for line, other in _paired(lines, others)
    ),
    "middle_of": lambda templates, lines: tuple(value_of(templates.context.relations.middle(line.points)) for line in lines),
    "along": lambda templates, points, lines: tuple(
        value_of(templates.context.relations.along(point.text, line.points)) for point, line in _paired(points, lines)
    ),
    "ray_inside": lambda templates, angles: tuple(value_of(templates.context.drawn_inside(angle.points)[0]) for angle in angles),
    "other_ray_inside": lambda templates, angles: tuple(
        value_of(templates.context.drawn_inside(angle.points)[1]) for angle in angles
    ),
}
"""What is worked out of all things of a slot, and of what the text has named."""
