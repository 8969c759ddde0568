"""Whether what a learner says of all parts of a kind holds in this figure; see `gnomon.tutor.message.properties`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from gnomon.algebra import ExpressionError, constant
from gnomon.problem import Operation, Quantity
from gnomon.tutor.message.moves import Claim, Group
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME, Truth

_TURN = 180
"""Degrees: the angle inside and the turn outside make them."""
_ISOSCELES = 2
"""Equal sides of which no more is said than that there are two."""


class Properties:
    """Judges what is said of all sides or corners of the figure's outline.

    Args:
        scene: of the problem.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.judges = {"all_equal": self._all_equal, "turn": self._turn, "regular": _regular, "sides": self._sides}
        """By the kind of what is said."""

    @property
    def _outline(self) -> Sequence[str]:
        """Corners of the largest polygon; of the one triangle where there is none."""
        polygon: Sequence[str] = max(self._scene.diagram.polygons, key=len, default=())
        triangles = list(self._scene.diagram.triangles)
        return polygon or (triangles[0] if len(triangles) == 1 else ())

    def _parts(self, kind: str) -> list[Quantity]:
        corners = list(self._outline)
        after = [*corners[1:], *corners[:1]]
        if kind == "length":
            return [Quantity.of("length", *pair) for pair in zip(corners, after, strict=True)]
        if kind == "arc":
            return [Quantity.of("arc", *pair) for pair in zip(corners, after, strict=True)] if self._is_on_circle(corners) else []
        before = [*corners[-1:], *corners[:-1]]
        return [Quantity.of("angle", *three) for three in zip(before, corners, after, strict=True)]

    def _is_on_circle(self, corners: Sequence[str]) -> bool:
        return any(set(on).issuperset(corners) for on in self._scene.diagram.circles.values())

    def _all_equal(self, claim: Claim) -> Truth:
        """Judge parts that are said to be equal: right where all are, or two of a triangle; wrong where the givens part two."""
        group = claim.group or Group()
        kind = group.kinds[0] if group.kinds else "length"
        parts = self._parts(kind)
        if group.number == _ISOSCELES and len(parts) <= len("ABC"):  # of a triangle any two may be meant
            return Truth.RIGHT if any(map(self._has_two, self._scene.diagram.triangles)) else Truth.UNKNOWN
        if not parts or group.number not in {0, len(parts)}:
            is_cut = kind == "arc" and len(parts) > _ISOSCELES and group.number > _ISOSCELES
            return Truth.WRONG if is_cut else Truth.UNKNOWN  # "a hexagon makes 5 equal arcs"
        ratios = [self._ratio(one, other) for one, other in combinations(parts, 2)]
        equal = [ratio is not None and abs(ratio - 1) <= SAME for ratio in ratios]
        if all(equal):
            return Truth.RIGHT
        return Truth.WRONG if any(ratio is not None and abs(ratio - 1) > SAME for ratio in ratios) else Truth.UNKNOWN

    def _has_two(self, triangle: Sequence[str]) -> bool:
        """Whether two sides of a triangle are equal, and so two of its angles."""
        sides = [Quantity.of("length", *pair) for pair in combinations(triangle, 2)]
        ratios = (self._ratio(one, other) for one, other in combinations(sides, 2))
        return any(ratio is not None and abs(ratio - 1) <= SAME for ratio in ratios)

    def _ratio(self, one: Quantity, other: Quantity) -> float | None:
        sizes = self._scene.truth(one), self._scene.truth(other)
        if sizes[0] is not None and sizes[1]:
            return sizes[0] / sizes[1]
        try:
            return self._scene.truth(Operation("/", (one, other)))
        except ExpressionError:
            return None

    def _turn(self, claim: Claim) -> Truth:
        """Judge how far one is said to turn at every corner."""
        degrees = constant(claim.sides[0]) or 0.0
        sizes = [self._scene.truth(angle) for angle in self._parts("angle")]
        known = [_TURN - size for size in sizes if size is not None]
        if any(abs(size - degrees) > SAME * _TURN for size in known):
            return Truth.WRONG if len(known) == len(sizes) else Truth.UNKNOWN
        return Truth.RIGHT if known and len(known) == len(sizes) else Truth.UNKNOWN

    def _sides(self, claim: Claim) -> Truth:
        """Judge how many sides a shape is said to have, or this figure."""
        said, *has = (constant(side) for side in claim.sides)
        number = has[0] if has else len(self._outline) or None
        return Truth.UNKNOWN if number is None else Truth.RIGHT if said == number else Truth.WRONG


def _regular(claim: Claim) -> Truth:
    """Judge how large an angle of a regular shape is said to be, whatever this figure is."""
    size, sides = (constant(side) or 0.0 for side in claim.sides)
    return Truth.RIGHT if abs(size - _TURN * (sides - 2) / sides) <= SAME * _TURN else Truth.WRONG
