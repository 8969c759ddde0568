"""The parts of a problem's figure: its quantities by kind, what is stated of them, and which of them words name by points."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from gnomon.algebra import TWO_DECIMALS
from gnomon.geometry import Deduction, Proof, Valued, printed_values
from gnomon.problem import Expression, Letter, Quantity, unknowns
from gnomon.tutor.message.moves import Meaning

Truth = Callable[[Expression], float | None]
"""The true value of an expression; None where the givens do not fix it."""
NAME = re.compile(r"\b[A-Z]{2,3}\b")
"""The name of a segment or an angle."""
_RADIUS = re.compile(r"\b(?:is|its|it's|thats|that's|are) (?:(?:a|an|also|another|both) )*radi(?:us|i)\b")
"""Where something is said to be a radius, and not to be as long as one."""
_AT_CENTRE = re.compile(r"\b(?:central|centre|center) angle|\bangle (?:at|in|around|by) (?:the )?(?:centre|center|middle)\b")
"""Words for an angle between two radii."""


class Parts:
    """See the module.

    Args:
        deduction: what follows from the problem's givens.
        proof: the prepared proof, if there is one.
        truth: the true value of an expression; None where the givens do not fix it.
    """

    def __init__(self, deduction: Deduction, proof: Proof | None, truth: Truth) -> None:
        self.deduction = deduction
        self.diagram = deduction.model.diagram
        self.proof = proof
        self.truth = truth

    def canonical(self, expression: Expression) -> Expression:
        """Return an expression under the problem's own names; unchanged when it speaks of parts the figure lacks."""
        try:
            return self.diagram.canonical(expression)
        except (KeyError, ValueError):
            return expression

    @cached_property
    def given(self) -> frozenset[Valued]:
        """What the problem or its figure states outright; a right angle that is marked is stated."""
        return frozenset(printed_values(self.deduction))

    @cached_property
    def parts(self) -> Mapping[str, tuple[Quantity, ...]]:
        """The quantities of the figure by kind, each once; whether they have a value is another question."""
        found: dict[str, dict[Quantity, None]] = {}
        for quantity in (*self.deduction.known_quantities, *self._drawn()):
            named = self.diagram.canonical(quantity)
            if isinstance(named, Quantity):
                found.setdefault(named.kind, {})[named] = None
        return {kind: tuple(quantities) for kind, quantities in found.items()}

    def _drawn(self) -> Iterator[Quantity]:
        for line in self.diagram.lines:
            yield from (Quantity.of("length", *pair) for pair in combinations(line, 2))
        for vertex, ends in self.diagram.rays.items():
            yield from (Quantity.of("angle", a, vertex, b) for a, b in combinations(ends, 2))
        for centre, on in self.diagram.circles.items():
            yield Quantity.of("radius", centre)
            yield Quantity.of("diameter", centre)
            yield from (Quantity.of("arc", *pair) for pair in combinations(on, 2))

    @cached_property
    def right_angles(self) -> tuple[Quantity, ...]:
        """The angles of 90° between drawn lines."""
        return tuple(angle for angle in self.parts.get("angle", ()) if self._is(angle, 90))

    def _is(self, quantity: Quantity, value: float) -> bool:
        found = self.truth(quantity)
        return found is not None and abs(found - value) < 1e-6 * max(1.0, value)

    def is_at_centre(self, text: str) -> bool:
        """Whether words speak of an angle at the centre of a circle."""
        return bool(self.diagram.circles) and _AT_CENTRE.search(text.lower()) is not None

    def is_at_no_centre(self, text: str) -> bool:
        """Whether words speak of an angle at a centre where no circle has one: at the middle of a polygon, which is not drawn."""
        return not self.diagram.circles and _AT_CENTRE.search(text.lower()) is not None

    def sized_so(self, value: float, text: str, but: Collection[object] = ()) -> Expression | None:
        """Return the part that words name, or the radius that they speak of, which has a size; None: there is none but the goal.

        Args:
            value: the size.
            text: the words.
            but: parts that are not meant.
        """
        goal = self.proof.goal if self.proof is not None else None
        parts = self.named_in(text)
        parts += self.parts.get("radius", ()) if _RADIUS.search(text.lower()) else ()
        sizes = ((part, self.truth(part)) for part in parts if part != goal and part not in but)
        return next((part for part, size in sizes if size is not None and abs(size - value) <= 1e-6 * max(1.0, size)), None)

    def is_each(self, value: float) -> bool:
        """Whether all angles, or all sides, of some polygon of the figure have a size."""
        for corners in (*self.diagram.polygons, *self.diagram.triangles):
            around = (*corners, *corners)
            at = range(len(corners))
            angles = [Quantity.of("angle", *around[i : i + 3]) for i in at]
            sides = [Quantity.of("length", *around[i : i + 2]) for i in at]
            for several in (angles, sides):
                sizes = [self.truth(part) for part in several]
                if all(size is not None and abs(size - value) <= 1e-6 * max(1.0, size) for size in sizes):
                    return True
        return False

    def named_in(self, text: str) -> list[Expression]:
        """Return the segments and angles that a text names by their points, each once."""
        names = [name for name in NAME.findall(text) if set(name) <= set(self.diagram.at) and len(set(name)) == len(name)]
        return list(dict.fromkeys(self.canonical(Quantity.of("length" if len(name) == 2 else "angle", *name)) for name in names))

    def angle_of_lines(self, one: str, other: str) -> Expression | None:
        """Return the angle between two segments, by their names; None where they do not meet in one point of the figure.

        Where a segment goes on beyond the point, its angles with the other one have to be equal: else nobody knows which it is.
        """
        if not {*one, *other} <= set(self.diagram.at) or len(one) != 2 or len(other) != 2:
            return None
        lines = [self.diagram.line(*name) for name in (one, other)]
        common = set(lines[0]) & set(lines[1])
        if len(common) != 1:
            return None
        (vertex,) = common
        ends = [[point for point in name if point != vertex] for name in (one, other)]
        angles = {self.canonical(Quantity.of("angle", a, vertex, b)): None for a in ends[0] for b in ends[1]}
        sizes = {None if (size := self.truth(angle)) is None else round(size, 6) for angle in angles}
        return next(iter(angles)) if len(angles) == 1 or (len(sizes) == 1 and None not in sizes) else None

    @cached_property
    def spoken_of(self) -> frozenset[Expression]:
        """What the problem states or asks for."""
        goal = [self.proof.goal] if self.proof is not None else []
        return frozenset({*self.given, *self.deduction.definitions, *(leaf for side in goal for leaf in unknowns(side))})

    def is_corner(self, angle: Quantity) -> bool:
        """Whether an angle lies between two sides of a polygon."""
        return any(self._is_corner_of(angle, polygon) for polygon in self.diagram.polygons)

    def _is_corner_of(self, angle: Quantity, polygon: Sequence[str]) -> bool:
        first, vertex, last = angle.points
        if vertex not in polygon:
            return False
        at = polygon.index(vertex)
        sides = [self.diagram.line(vertex, polygon[at - 1]), self.diagram.line(vertex, polygon[(at + 1) % len(polygon)])]
        return any(first in one and last in other for one, other in (sides, sides[::-1]))

    def of_outline(self, meanings: Sequence[Meaning]) -> list[Expression]:
        """Return those meanings that are sides or corners of the largest polygon: all of them where there is none."""
        found = [meaning.expression for meaning in meanings]
        polygon = max(self.diagram.polygons, key=len, default=())
        sides = [{one, other} for one, other in zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)]
        outline: list[Expression] = [
            part
            for part in found
            if isinstance(part, Quantity)
            and ({*part.points} in sides if part.kind == "length" else part.kind == "angle" and self._is_corner_of(part, polygon))
        ]
        return outline or found

    def is_length_of(self, of_circle: Quantity, segment: Quantity) -> bool:
        """Whether a segment is the radius, or a diameter, that a quantity of a circle gives: OD, and the radius of circle O."""
        if segment.kind != "length" or of_circle.kind not in {"radius", "diameter"}:
            return False
        centre, ends = of_circle.points[0], set(segment.points)
        on = set(self.diagram.circles.get(centre, ()))
        is_radius = of_circle.kind == "radius" and centre in ends and bool(ends & on)
        return is_radius or (of_circle.kind == "diameter" and ends <= on and self.runs_as(segment, "diameter"))

    def is_chord(self, length: Quantity) -> bool:
        """Whether a drawn segment has its ends on a circle and is no diameter."""
        is_on = any({*length.points} <= set(on) for on in self.diagram.circles.values())
        return is_on and self.diagram.connected(*length.points)

    def runs_as(self, length: Quantity, word: str) -> bool:
        """Whether a segment is a radius or a diameter of some circle."""
        ends = set(length.points)
        if word == "radius":
            return any(centre in ends and ends & set(on) for centre, on in self.diagram.circles.items())
        first, last = length.points
        return any(
            ends <= set(on) and self.diagram.is_between(first, centre, last) for centre, on in self.diagram.circles.items()
        )

    def is_other_part(self, value: float) -> bool:
        """Whether a lone value, wrong for the goal, is that of another part that one may look for on the way."""
        goal = self.proof.goal if self.proof is not None else None
        kinds = {goal.kind, "length"} if isinstance(goal, Quantity) else set(self.parts)
        if isinstance(goal, Quantity) and goal.kind in {"angle", "arc"}:
            kinds = {"angle", "arc"}
        parts: list[Expression] = [part for kind in kinds for part in self.parts.get(kind, ()) if part not in self.given]
        parts += [Letter(name) for name in self.deduction.model.letters]
        if self.is_given(value):
            return False
        known = (self.truth(part) for part in parts if part != goal)
        return any(found is not None and abs(found - value) <= TWO_DECIMALS * max(1.0, value) for found in known)

    def is_given(self, value: float) -> bool:
        """Whether the problem states a value."""
        stated = [found for part in self.given if (found := self.truth(part)) is not None]
        return any(abs(found - value) <= 1e-6 * max(1.0, value) for found in stated)
