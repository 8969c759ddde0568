"""Whether a calculation off every known way finds something of the figure, or cannot: told by the figure's own sizes.

Learners cut figures up in ways of their own. ``100 - 25 = 75`` is the square of a side, ``14 * 5 / 2`` a triangle that nobody has
named: right steps, which no relation on a way holds. ``360 / 6`` of an octagon and ``10² + 5²`` of two sides that make no right
angle are none, whatever comes after them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations, product

from gnomon.algebra import constant
from gnomon.problem import Expression, Number, Operation, Quantity
from gnomon.tutor.symbolic.blocks import are_perpendicular, is_same
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.ways import flat

_HALVES = (1.0, 0.5, 2.0)
"""Factors beside two lengths whose product is an area."""
_RADIUS_FOR_DIAMETER = (0.25, 0.5, 2.0, 4.0)
"""What a length or an area is multiplied by where one is taken for the other."""
_FULL_TURN = 360.0
"""Degrees that the corners of a regular polygon share."""
_CORNERS = range(3, 13)
"""Numbers of corners of polygons that are met at school."""


class Fitting:
    """See the module.

    Args:
        scene: of the problem.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._at = scene.diagram.at

    def is_size(self, written: Expression) -> bool:
        """Whether what is calculated is the square of a side, an area, a ratio of areas or the share of a corner."""
        value = constant(written)
        if value is None or value <= 0 or not isinstance(written, Operation):
            return False
        match written:
            case Operation("-", (Number(), Number())) if self._is_cut(written, value):
                return True
            case Operation("+" | "-", (one, other)):
                first, second = self._side_squared(one), self._side_squared(other)
                is_of_sides = None not in (first, second) and self._is_square_of_side(value)
                return is_of_sides or (written.symbol == "-" and self._is_height_squared(one, other))
            case Operation("*", (one, other)) if self._scene.blocks.has(constant(one), constant(other)):
                return True
            case Operation("*", _) if self._is_angle_sum(value):
                return True
            case Operation("*" | "/" | "^", _) if self._is_area_sought:
                factors = self._factors(written)
                return self._is_ratio_of_areas(factors) or (self._is_of_lengths(factors) and self._is_area(value))
            case Operation("/", (Number(Fraction() as whole), Number(Fraction() as count))):
                return float(whole) == _FULL_TURN and count in self._regular
        return False

    def _is_angle_sum(self, value: float) -> bool:
        """Whether it is what the corners of one of the figure's polygons make together."""
        return any(is_same(value, (len(corners) - 2) * _FULL_TURN / 2) for corners in self._scene.diagram.polygons)

    def is_misfit(self, written: Expression) -> bool:
        """Whether a calculation with the figure's own numbers cannot be a step of any way."""
        value = constant(written)
        if value is None or not isinstance(written, Operation) or self.is_size(written):
            return False
        return (
            self._falls_below_zero(written, value)
            or self._counts_wrong_corners(written, value)
            or self._squares_no_legs(written, value)
            or self._adds_unlike(written)
            or self._is_no_block(written)
            or self._is_area_of_outline(written)
        )

    def _falls_below_zero(self, written: Operation, value: float) -> bool:
        """Whether more is taken away than there is, and not only in the wrong order: ``180 - 245``."""
        is_of_sizes = isinstance(self._goal, Quantity) and written.symbol == "-"
        return value < 0 and is_of_sizes and not self._scene.is_number(-value)

    def is_half_found(self, written: Expression) -> bool:
        """Whether a calculation with π comes to the answer but for a radius in the place of a diameter, or the reverse."""
        goal, value = self._goal, constant(written)
        size = self._scene.truth(goal) if goal is not None else None
        if not size or not value or not _has_pi(written):
            return False
        circles = self._scene.diagram.circles
        wholes = (self._scene.truth(whole) for centre in circles for whole in _wholes(centre))
        is_whole = any(whole is not None and is_same(value, whole) for whole in wholes)  # of which a share is to be found
        return not is_whole and any(is_same(value, size * factor) for factor in _RADIUS_FOR_DIAMETER)

    # sides and areas

    @cached_property
    def _goal(self) -> Expression | None:
        return self._scene.proof.goal if self._scene.proof is not None else None

    @cached_property
    def _is_area_sought(self) -> bool:
        return isinstance(self._goal, Quantity) and self._goal.kind == "area"

    @cached_property
    def _sides(self) -> tuple[tuple[tuple[str, str], float], ...]:
        """Every two points with their distance, where the givens fix it; none where the figure has no scale."""
        pairs = ((pair, self._scene.truth(Quantity.of("length", *pair))) for pair in combinations(sorted(self._at), 2))
        return tuple((pair, size) for pair, size in pairs if size is not None and size > 0)

    def _is_side(self, value: float) -> bool:
        return any(is_same(value, size) for _, size in self._sides)

    def _side_squared(self, term: Expression) -> float | None:
        """Return the side whose square a term is, written as a square or worked out; None where it is none."""
        value = constant(term)
        side = math.sqrt(value) if value is not None and value > 0 else 0.0
        is_written = isinstance(term, Operation) and (term.symbol == "^" or len({*term.arguments}) == 1)
        return side if side and (is_written or isinstance(term, Number)) and self._is_side(side) else None

    def _is_square_of_side(self, value: float) -> bool:
        return value > 0 and self._is_side(math.sqrt(value))

    def _is_height_squared(self, leg: Expression, half: Expression) -> bool:
        """Whether the square of half the base of an isosceles triangle is taken from that of a leg: ``64 - 16``."""
        squares = constant(leg), constant(half)
        if None in squares or self._side_squared(leg) is None:
            return False
        one, other = (math.sqrt(max(0.0, square or 0.0)) for square in squares)
        sizes = dict(self._sides)
        legs = [pair for pair, size in self._sides if is_same(size, one)]
        bases = [tuple(sorted({*first} ^ {*second})) for first, second in combinations(legs, 2) if len({*first} & {*second}) == 1]
        return any(is_same(sizes.get((base[0], base[1]), 0.0), 2 * other) for base in bases)

    def _factors(self, written: Expression) -> list[float]:
        """Return the factors of a product, those that it is divided by upside down; none where one is no number."""
        values = []
        for factor, sign in flat(written, "*"):
            value = constant(factor)
            if value is None or value <= 0:
                return []
            twice = isinstance(factor, Operation) and factor.symbol == "^" and factor.arguments[1] == Number(Fraction(2))
            values += [math.sqrt(value)] * 2 if twice else [value**sign]
        return values

    def _is_of_lengths(self, factors: list[float]) -> bool:
        """Whether factors are two sides of the figure, with a half or a two beside them."""
        return any(
            all(map(self._is_side, pair)) and any(is_same(math.prod(factors), half * math.prod(pair)) for half in _HALVES)
            for pair in combinations(factors, 2)
        )

    def _is_area(self, value: float) -> bool:
        """Whether some triangle or four-sided figure of the figure's points has an area."""
        for corners in combinations(sorted(self._at), 3):
            if is_same(value, self._size(corners)) and self._is_fixed(corners):
                return True
        fours = (
            (a, *rest) for a, *others in combinations(sorted(self._at), 4) for rest in permutations(others) if rest[0] < rest[-1]
        )
        return any(is_same(value, self._size(corners)) and self._is_fixed(corners) for corners in fours)

    def _size(self, corners: tuple[str, ...]) -> float:
        """Return the area of a polygon as fitted; of one that crosses itself something else."""
        places = [self._at[corner] for corner in corners]
        turned = zip(places, (*places[1:], places[0]), strict=True)
        return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in turned)) / 2

    def _is_fixed(self, corners: tuple[str, ...]) -> bool:
        found = self._scene.truth(Quantity.of("area", *corners))
        return found is not None and is_same(found, self._size(corners))

    def _is_ratio_of_areas(self, factors: list[float]) -> bool:
        """Whether factors are a ratio of two sides twice, alone or beside a given area."""
        twice = {one for one, other in combinations(factors, 2) if is_same(one, other)}
        rest = {one: [each for each in factors if not is_same(each, one)] for one in twice}
        return any(
            self._is_ratio(one) and (not rest[one] or (len(rest[one]) == 1 and self._scene.is_given(rest[one][0])))
            for one in twice
        )

    def _is_ratio(self, value: float) -> bool:
        given = [size for _, size in self._sides if self._scene.is_given(size)]
        return any(one != other and is_same(value, one / other) for one, other in product(given, repeat=2))

    def _is_cut(self, written: Operation, value: float) -> bool:
        """Whether one side of a shape of right angles is taken from another, and a piece of it has what is left."""
        sizes = [*map(constant, written.arguments), value]
        return all(size is not None and self._scene.blocks.is_side(size) for size in sizes)

    def _is_no_block(self, written: Operation) -> bool:
        """Whether two given sides of a shape of right angles are multiplied that no rectangle of it has both."""
        return (
            bool(self._scene.blocks.pairs)
            and self._is_product_of_sides(written)
            and not self._scene.blocks.has(*map(constant, written.arguments))
        )

    # what cannot be

    @cached_property
    def _regular(self) -> frozenset[int]:
        """The numbers of corners of the figure's regular polygons."""
        found = set()
        for corners in self._scene.diagram.polygons:
            places = [self._at[corner] for corner in corners]
            sides = [math.dist(a, b) for a, b in zip(places, (*places[1:], places[0]), strict=True)]
            angles = [self._scene.truth(Quantity.of("angle", *three)) for three in _threes(corners)]
            is_even = all(is_same(side, sides[0]) for side in sides)
            if is_even and all(angle is not None and is_same(angle, angles[0] or 0.0) for angle in angles):
                found.add(len(corners))
        return frozenset(found)

    def _counts_wrong_corners(self, written: Operation, value: float) -> bool:
        """Whether a whole of a regular polygon is shared among a number of corners that it does not have."""
        match written:
            case Operation("/", (whole, Number(Fraction() as count))):
                told = constant(whole)
            case _:
                return False
        if len(self._regular) != 1 or told is None or count in self._regular or count not in _CORNERS:
            return False
        (corners,) = self._regular
        is_whole = is_same(told, _FULL_TURN) or (self._scene.is_given(told) and not self._is_side(told))
        share = told / corners
        is_several = is_same(value / share, round(value / share))
        return is_whole and not is_several and not self._scene.is_number(value)

    def _squares_no_legs(self, written: Operation, value: float) -> bool:
        """Whether the squares of two given sides are added of which no two make a right angle, and no side comes of it."""
        match written:
            case Operation("+", (one, other)):
                sides = self._side_squared(one), self._side_squared(other)
            case _:
                return False
        if sides[0] is None or sides[1] is None or self._is_square_of_side(value) or self._scene.is_number(value):
            return False
        if all(isinstance(term, Number) and self._is_side(constant(term) or 0.0) for term in (one, other)):
            return False  # 4 + 9 of sides of 2, 3, 4 and 9
        first, second = ([pair for pair, size in self._sides if is_same(size, side)] for side in sides if side is not None)
        return not any(self._are_perpendicular(a, b) for a, b in product(first, second))

    def _are_perpendicular(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        (a, b), (c, d) = ([self._at[point] for point in pair] for pair in (one, other))
        return are_perpendicular((b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1]))

    def _adds_unlike(self, written: Operation) -> bool:
        """Whether a given side and a product of two given sides are added, where an area is sought."""
        if not self._is_area_sought or written.symbol not in "+-":
            return False
        terms = [term for term, _ in flat(written, "+")]
        lone = [term for term in terms if isinstance(term, Number) and self._is_given_side(constant(term))]
        products = [term for term in terms if self._is_product_of_sides(term)]
        return bool(lone and products) and len(terms) == len(lone) + len(products)

    def _is_area_of_outline(self, written: Operation) -> bool:
        """Whether two sides are multiplied where the way around a polygon is sought; one number may count the sides."""
        is_around = isinstance(self._goal, Quantity) and self._goal.kind == "perimeter"
        counts = {float(len(corners)) for corners in self._scene.diagram.polygons}
        return (
            is_around and self._is_product_of_sides(written) and not any(constant(each) in counts for each in written.arguments)
        )

    def _is_product_of_sides(self, term: Expression) -> bool:
        factors = term.arguments if isinstance(term, Operation) and term.symbol == "*" else ()
        return len(factors) == 2 and all(self._is_given_side(constant(factor)) for factor in factors)

    def _is_given_side(self, value: float | None) -> bool:
        return value is not None and self._scene.is_given(value) and self._is_side(value)


def _wholes(centre: str) -> tuple[Quantity, Quantity]:
    return Quantity.of("circumference", centre), Quantity.of("circle_area", centre)


def _has_pi(expression: Expression) -> bool:
    if isinstance(expression, Operation):
        return any(map(_has_pi, expression.arguments))
    return expression == Number("pi")


def _threes(corners: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    around = (*corners, *corners[:2])
    return (around[at : at + 3] for at in range(len(corners)))
