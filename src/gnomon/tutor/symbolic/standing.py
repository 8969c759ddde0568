"""What a number without a name stands for in a conversation: ``36 pi`` is the whole circle, ``220`` the other arc.

A lone value that is not what was asked for may be a result on the way. Meant are the quantities of the figure that the givens
fix, the sums and ratios of the relations on a way, whole circles, and what is left of them. A product is none of these: a value
that comes of one alone is a calculation that the learner has to show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from gnomon.algebra import constant
from gnomon.problem import Equation, Expression, Letter, Number, Operation, Quantity, QuantityKind, unknowns
from gnomon.tutor.message.moves import Claim
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME, Truth, compared

_WHOLES = {"arc": 360, "angle": 180}
"""Degrees of which an arc, or an angle on a line, leaves the rest."""
TOTALS = (90.0, 180.0, 360.0, 540.0, 720.0)
"""Degrees of sums of angles."""
_AREAS = frozenset({"area", "circle_area", "sector_area"})
_PIECE = re.compile(r"\b(?:triangles?|rectangles?|squares?|pieces?|parts?|bits?|rest|left|each|together|wide|high|tall)\b")
"""Words that call something a piece of a figure that is cut up."""
_SHARES = (*(1 / count for count in range(2, 9)), 2 / 3)
"""Parts of a whole that is cut into equal pieces by hand, up to those of an octagon."""


class Standing:
    """Finds what a number stands for.

    Args:
        scene: of the problem.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def of(self, value: float, written: Expression, *, is_half: bool = False) -> Expression | None:
        """Return what a value is right of beside what is sought, the first of what lies nearest to the way; None: nothing.

        Args:
            value: that ``written`` comes to.
            written: the number.
            is_half: whether the learner speaks of a half; then it may be that of a given part.
        """
        halves = ((Operation("/", (part, Number(Fraction(2)))), size / 2) for part, size in self._given)
        known = (*self._known, *halves) if is_half else self._known
        return next((meant for meant, size in known if compared(size, value, written) is Truth.RIGHT), None)

    def is_sum_of(self, count: int, written: Expression) -> bool:
        """Whether so many given sizes of one kind have a sum: ``three of them are 245``."""
        value = constant(written)
        kinds: dict[str, list[float]] = {}
        for part, size in self._given:
            kinds.setdefault(part.kind if isinstance(part, Quantity) else "", []).append(size)
        sums = (sum(several) for sizes in kinds.values() for several in combinations(sizes, count))
        return value is not None and any(abs(each - value) <= SAME * max(1.0, each) for each in sums)

    def is_of_several(self, kind: QuantityKind, written: Expression) -> bool:
        """Whether at least two parts of a kind that the problem gives have a size, and none another: ``both are 100``."""
        sizes = [size for part, size in self._given if isinstance(part, Quantity) and part.kind == kind]
        value = constant(written)
        return len(sizes) > 1 and value is not None and all(compared(size, value, written) is Truth.RIGHT for size in sizes)

    def runs_on(self, values: Sequence[float]) -> bool:
        """Whether each value of a list comes of the one before it by taking a given size off or adding it: ``276.. 183.. 110``.

        The first comes of a size or a total that everybody has in the same way. Each given size is used once.
        """
        sizes = [size for _, size in self._given]
        starts = [*sizes, *TOTALS] if len(values) > 1 else []
        return any(self._runs(start, values, [size for size in sizes if size != start]) for start in starts)

    def _runs(self, last: float, values: Sequence[float], sizes: Sequence[float]) -> bool:
        if not values:
            return True
        used = next((size for size in sizes if abs(abs(last - values[0]) - size) <= SAME * max(1.0, size)), None)
        return used is not None and self._runs(values[0], values[1:], [size for size in sizes if size != used])

    def is_piece(self, claim: Claim) -> bool:
        """Whether a calculation finds what its words call a piece: of an area, or what one length leaves of another.

        A piece of an area is the product of two lengths, or half of it, a simple share of the whole, or what such a piece leaves.
        """
        value = constant(claim.sides[-1])
        if value is None or not self._is_area_sought or _PIECE.search(claim.plain.lower()) is None:
            return False
        whole = self._scene.truth(self._sought) if self._sought is not None else None
        lengths = [size for part in self._scene.parts.get("length", ()) if (size := self._scene.truth(part)) is not None]
        written = claim.sides[0]
        if isinstance(written, Operation) and written.symbol == "-":
            given = [size for part, size in self._given if isinstance(part, Quantity) and part.kind == "length"]
            return all(any(abs(size - known) < SAME for known in given) for size in map(constant, written.arguments) if size)
        if whole is None or not 0 < value < whole:
            return False
        products = {one * other for one in lengths for other in lengths}
        pieces = {*products, *(product / 2 for product in products), *(whole * share for share in _SHARES)}
        return any(abs(found - piece) <= SAME * whole for found in (value, whole - value) for piece in pieces)

    @property
    def _sought(self) -> Expression | None:
        return self._scene.proof.goal if self._scene.proof is not None else None

    @property
    def _is_area_sought(self) -> bool:
        return isinstance(self._sought, Quantity) and self._sought.kind in _AREAS

    @cached_property
    def _given(self) -> tuple[tuple[Expression, float], ...]:
        sizes = ((part, self._scene.truth(part)) for part in sorted(self._scene.given, key=str))
        return tuple((part, size) for part, size in sizes if size is not None)

    @cached_property
    def _known(self) -> tuple[tuple[Expression, float], ...]:
        """What a value may be of, with its size, without what is given and what is sought."""
        scene = self._scene
        found: dict[Expression, float] = {}
        for expression in self._candidates():
            size = scene.truth(expression)
            if expression != self._sought and expression not in scene.given and size is not None and size > 0:
                found.setdefault(expression, size)
        return tuple(found.items())

    def _candidates(self) -> Iterator[Expression]:
        scene = self._scene
        steps = scene.proof.steps if scene.proof is not None else ()
        equations = [equation for step in steps for equation in (step.equation, *(e for f in step.solved for e in f.equations))]
        stated = [equation for equation in dict.fromkeys(equations) if equation is not None]
        yield from (atom for equation in stated for side in equation for atom in unknowns(side) if isinstance(atom, Quantity))
        terms = [term for equation in stated for term in _terms_of(equation)]
        # A ratio of two sides says more than the same with letters, which is what the learner is to find.
        yield from sorted(terms, key=lambda term: any(isinstance(leaf, Letter) for leaf in unknowns(term)))
        for one, two in scene.diagram.matched if self._is_area_sought else ():  # areas go with the square of the sides
            for pair in ((one, two), (two, one)):
                first, second = (Quantity.of("length", corners[0], corners[1]) for corners in pair)
                yield Operation("^", (Operation("/", (first, second)), Number(Fraction(2))))
        for centre in scene.diagram.circles:  # the area of the circle is no step to a length of arc
            yield Quantity.of("circle_area" if self._is_area_sought else "circumference", centre)
        for kind, whole in _WHOLES.items():
            near = [part for part in scene.parts.get(kind, ()) if scene.ways is None or part in scene.ways.atoms]
            yield from (Operation("-", (Number(Fraction(whole)), part)) for part in near)
        other = () if self._is_area_sought else _AREAS
        yield from (part for kind, several in scene.parts.items() if kind not in other for part in several)


def _terms_of(equation: Equation) -> Iterator[Expression]:
    """Yield the sums and ratios of parts that stand in a relation, and a total that a theorem names."""
    for side, other in (tuple(equation), tuple(equation)[::-1]):
        for piece in _pieces(side):
            is_sum = isinstance(piece, Operation) and piece.symbol in "+-/" and len(list(unknowns(piece))) > 1
            is_square = isinstance(piece, Operation) and piece.symbol == "^" and isinstance(piece.arguments[0], Quantity)
            if is_sum or is_square:
                yield piece
        if not any(True for _ in unknowns(side)) and isinstance(other, Operation) and other.symbol in "+-":
            yield other


def _pieces(expression: Expression) -> Iterator[Expression]:
    yield expression
    if isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from _pieces(argument)
