"""Whether what a learner says of several parts of a kind together holds in this figure.

Right where the givens fix parts that fit, those on a way to the goal or given ones; wrong only where no others can be meant.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from gnomon.algebra import constant
from gnomon.problem import Expression, Letter, Number, Quantity
from gnomon.tutor.message.moves import Claim, Group
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME, Truth, compared

_MOST_PARTS = 24
"""Of a kind; of more some four make almost any number."""
_COUNTED = 4
"""Parts that are spoken of together without a number are two, three or four."""


class Together:
    """Judges what is said of several parts of one kind.

    Args:
        scene: of the problem.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.judges = {
            **dict.fromkeys(("sum", "difference", "mean", "product"), self._put_together),
            "sizes": self._sizes,
            "greatest": self._extreme,
            "least": self._extreme,
            "faces": self._faces,
            "exterior": self._exterior,
            "equal": self._equal,
        }
        """By the kind of what is said."""

    def _put_together(self, claim: Claim) -> Truth:
        group, (left, share) = claim.group or Group(), claim.sides
        size = self._scene.truth(left)
        if size is None:
            return Truth.UNKNOWN
        factor = constant(share) or 1.0
        given = self._parts(group, self._scene.given)
        counts = (group.number,) if group.number else (2, 3, _COUNTED) if claim.relation == "sum" else (2,)
        near = given if group.is_known else list(dict.fromkeys((*given, *self._parts(group, self._on_way))))
        made = (value * factor for count in counts for value in self._made(claim.relation, near, count))
        written = left if isinstance(left, Number) else Number(Fraction(str(size)))
        found = [compared(value, size, written) for value in made]
        if Truth.RIGHT in found or Truth.ROUNDED in found:
            return Truth.RIGHT if Truth.RIGHT in found else Truth.ROUNDED
        # Of two parts of a kind whose sizes are given no others are meant.
        is_clear = len(given) == 2 and counts[0] == 2 and (bool(group.kinds) or group.is_known)
        is_clear &= group.is_known or claim.relation != "sum" or group.kinds == ("arc",)
        return Truth.WRONG if is_clear else Truth.UNKNOWN

    def _made(self, relation: str, parts: Sequence[Expression], count: int) -> Iterator[float]:
        sizes = [size for part in parts[:_MOST_PARTS] if (size := self._scene.truth(part)) is not None]
        for several in combinations(sizes, count):
            match relation:
                case "sum":
                    yield sum(several)
                case "mean":
                    yield sum(several) / count
                case "product":
                    yield math.prod(several)
                case _:
                    yield abs(several[0] - several[1])

    @property
    def _on_way(self) -> frozenset[Expression]:
        ways = self._scene.ways
        return frozenset(ways.atoms) if ways is not None else frozenset()

    @staticmethod
    def _parts(group: Group, parts: frozenset[Expression]) -> list[Expression]:
        """Return those parts that a group may be of, all of one kind."""
        found = [part for part in sorted(parts, key=str) if isinstance(part, Quantity)]
        kinds = group.kinds or tuple(dict.fromkeys(part.kind for part in found))[:1]
        return [part for part in found if part.kind in kinds]

    def _sizes(self, claim: Claim) -> Truth:
        """Judge sizes that are given to as many parts: right where different ones have them."""
        values = [constant(side) or 0.0 for side in claim.sides]
        kinds = claim.group.kinds if claim.group is not None and claim.group.kinds else tuple(self._scene.parts)
        for kind in kinds:
            left = [size for part in self._scene.parts.get(kind, ()) if (size := self._scene.truth(part)) is not None]
            for value in values:
                met = next((size for size in left if abs(size - value) <= SAME * max(1.0, size)), None)
                if met is None:
                    break
                left.remove(met)
            else:
                return Truth.RIGHT
        return Truth.UNKNOWN

    def _extreme(self, claim: Claim) -> Truth:
        """Judge whether a part is the largest, or smallest, of the triangles that it is one of."""
        part = self._scene.canonical(claim.sides[0])
        own = self._scene.truth(part)
        found = []
        for several in self._beside(part) if own is not None else ():
            sizes = [size for each in several if (size := self._scene.truth(each)) is not None]
            if own is None or len(sizes) < len(several):
                continue
            slack = SAME * own
            sizes.remove(min(sizes, key=lambda size: abs(size - (own or 0.0))))
            found.append(all(own > size + slack if claim.relation == "greatest" else own < size - slack for size in sizes))
        return Truth.UNKNOWN if not found else Truth.RIGHT if any(found) else Truth.WRONG

    def _beside(self, part: Expression) -> Iterator[list[Expression]]:
        """Yield the sides, or angles, of every drawn triangle that a part is one of, or that have one of a size."""
        for a, b, c in self._scene.diagram.triangles:
            sides = [Quantity.of("length", *pair) for pair in ((a, b), (b, c), (a, c))]
            angles = [Quantity.of("angle", *three) for three in ((c, a, b), (a, b, c), (b, c, a))]
            for several in (sides, angles):
                named = [self._scene.canonical(each) for each in several]
                sizes = map(self._scene.truth, named) if isinstance(part, Number) else ()
                size = constant(part) or 0.0
                if part in named or any(each is not None and abs(each - size) <= SAME * each for each in sizes):
                    yield named

    def _faces(self, claim: Claim) -> Truth:
        """Judge whether a side lies opposite to an angle of some size."""
        side, behind = self._scene.canonical(claim.sides[0]), claim.sides[1]
        vertices = [
            (ends, vertex)
            for a, b, c in self._scene.diagram.triangles
            for ends, vertex in (((a, b), c), ((b, c), a), ((a, c), b))
            if self._scene.canonical(Quantity.of("length", *ends)) == side
        ]
        if isinstance(behind, Letter):
            return Truth.UNKNOWN if not vertices else Truth.RIGHT if any(at == behind.name for _, at in vertices) else Truth.WRONG
        size = constant(behind) or 0.0
        angles = [self._scene.truth(Quantity.of("angle", one, vertex, other)) for (one, other), vertex in vertices]
        if any(angle is not None and abs(angle - size) <= SAME * size for angle in angles):
            return Truth.RIGHT
        return Truth.WRONG if len(angles) == 1 and angles[0] is not None else Truth.UNKNOWN

    def _exterior(self, claim: Claim) -> Truth:
        """Judge whether an angle lies between a line and one that is drawn on beyond their crossing."""
        (angle,) = claim.sides
        first, vertex, last = angle.points if isinstance(angle, Quantity) else ("", "", "")
        ends = self._scene.diagram.rays.get(vertex, ())
        is_outside = any(self._scene.diagram.is_between(side, vertex, end) for side in (first, last) for end in ends)
        return Truth.RIGHT if is_outside else Truth.UNKNOWN

    def _equal(self, claim: Claim) -> Truth:
        """Judge whether the two parts that the problem speaks of are equal; with more or fewer nobody knows which are meant."""
        kinds = claim.group.kinds if claim.group is not None else ()
        spoken = [part for part in self._scene.spoken_of if isinstance(part, Quantity) and (not kinds or part.kind in kinds)]
        sizes = [self._scene.truth(part) for part in spoken]
        if len(spoken) != 2 or None in sizes or spoken[0].kind != spoken[1].kind:
            return Truth.UNKNOWN
        one, other = (size or 0.0 for size in sizes)
        return Truth.RIGHT if abs(one - other) <= SAME * max(1.0, one) else Truth.WRONG
