"""Templates of rules, filled with the things in their slots, against what the text has named.

A template is a literal with slots: ``IsMidpointOf({M}, {S})``. A list in a slot makes one literal for each of its things, two
lists of one length go together one by one. ``{S.each}`` with ``{S.next}`` takes neighbours of a list, ``{S.1}`` its first thing
(a rule that counts so fits only a list of that length), and ``{angle(T,C)}`` is worked out: of the things alone (`DERIVED`), or
of what the text has named, too (`_BY_CONTEXT`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
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
        made = []
        for things in _together([self._placed(place, node, slots) for place in places]):
            text = template
            for place, thing in zip(places, things, strict=True):
                text = text.replace(f"{{{place}}}", thing.text)
            made.append(text)
        return made

    def _placed(self, place: str, node: Node, slots: Mapping[str, Values]) -> Values:
        if call := _CALL.fullmatch(place):
            return self._worked_out(call.group(1), call.group(2), node, slots)
        name, _, part = place.partition(".")
        values = slots[name] if name in slots else self.understanding.slot(node.rule.kinds.get(name, name))
        if part == "each":
            return values[:-1]
        if part == "next":
            return values[1:]
        if part and int(part) > len(values):
            raise UnknownError(f"no {part} things")
        return (values[int(part) - 1],) if part else values

    def _worked_out(self, function: str, inside: str, node: Node, slots: Mapping[str, Values]) -> Values:
        if function == "called":
            return self.nouns.called(slots[inside][0].text, node)
        if function == "standing":
            return self.nouns.standing(slots[inside][0].text)
        things = [self._placed(part.strip(), node, slots) for part in _ARGUMENT.findall(inside)]
        if function in _BY_CONTEXT:
            return _BY_CONTEXT[function](self, *things)
        return tuple(value for row in _together(things) for value in DERIVED[function](*row))


def _sector(context: Context, names: Value) -> Value:
    """Return the sector of three points: its centre is that of a circle of the text, else O, else the point in the middle."""
    centers = {circle.points[0] for circle in context.circles} & set(names.points)
    if not centers and "O" in names.points:
        centers = {"O"}
    center = centers.pop() if len(centers) == 1 else names.points[1]
    first, last = (point for point in names.points if point != center)
    return named("Sector", first, center, last)


def _together(lists: Sequence[Values]) -> list[Values]:
    """Return the things of lists one by one; a single one goes with each of the others. Of no lists that is one row of nothing.

    Raises:
        UnknownError: for lists of different lengths, or without things.
    """
    lengths = {len(things) for things in lists} - {1}
    if len(lengths) > 1 or 0 in lengths:
        raise UnknownError("lists of different lengths")
    return [tuple(things[at if len(things) > 1 else 0] for things in lists) for at in range(max(lengths, default=1))]


_BY_CONTEXT: Mapping[str, Callable[..., Values]] = {
    "angle_at": lambda templates, points: tuple(templates.understanding.angle_at(point.text) for point in points),
    "sector": lambda templates, names: tuple(_sector(templates.context, each) for each in names),
    "that_of": lambda templates, things: tuple(map(templates.understanding.that_of, things)),
    "tips": lambda _, lines: tips(lines),
    "foot_on": lambda templates, points, lines: tuple(
        value_of(templates.context.relations.foot(point.text, line.points)) for point, line in _together((points, lines))
    ),
    "end_on": lambda templates, lines, others: tuple(
        value_of(templates.context.relations.end_on(line.points, other.points)) for line, other in _together((lines, others))
    ),
    "middle_of": lambda templates, lines: tuple(value_of(templates.context.relations.middle(line.points)) for line in lines),
    "along": lambda templates, points, lines: tuple(
        value_of(templates.context.relations.along(point.text, line.points)) for point, line in _together((points, lines))
    ),
    "ray_inside": lambda templates, angles: tuple(value_of(templates.context.drawn_inside(angle.points)[0]) for angle in angles),
    "other_ray_inside": lambda templates, angles: tuple(
        value_of(templates.context.drawn_inside(angle.points)[1]) for angle in angles
    ),
}
"""What is worked out of all things of a slot, and of what the text has named."""
