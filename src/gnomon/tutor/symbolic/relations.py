"""Whether a relation that a learner states holds in this figure, and where it leads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

from gnomon.algebra import TWO_DECIMALS, ExpressionError, constant
from gnomon.figure import sides
from gnomon.problem import Equation, Expression, Fact, Letter, Number, Operation, Quantity
from gnomon.tutor.message.formal import are_distinct
from gnomon.tutor.message.moves import Claim
from gnomon.tutor.symbolic.judged import Way
from gnomon.tutor.symbolic.properties import Properties
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.together import Together
from gnomon.tutor.symbolic.truth import SAME, Truth, compared
from gnomon.tutor.symbolic.ways import parts_of

_NEAR = 1e-4
"""Residual of a relation that holds in the figure; parallels may be 0.001 degrees apart."""

_SAYS_MORE = re.compile(
    r"\b(?:always|every|any|equals?|same|half|halves|halved|bisects?|twice|double|add|makes?|belong|as (?:long|large|big|wide))\b"
)
"""Words that say more of parts without names than that a relation is there: ``with parallel lines angles are always equal``."""


_RIGHT = 90.0
"""Degrees of an inscribed angle above which it opens to the larger arc."""
_SIGN = re.compile(r"[~∼≅≃≡]")
"""Signs of figures that match corner by corner."""

_SAYS_SO = re.compile(r"\b(?:is|are|r|be|its|it's|theyre|they're|has|have|there|thats|cuts?|makes?|got)\b")
"""Words that state a relation; ``with parallel lines`` only mentions one."""


def _is_size(truth: float | None, written: float) -> bool:
    return truth is not None and compared(truth, written, Number(Fraction(str(written)))).is_right


def _pointed(fact: Fact) -> tuple[str, frozenset[str]]:
    return fact.kind, frozenset(fact.points)


class Relations:
    """Judges relations in one figure.

    Args:
        scene: of the problem.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._deduction = scene.deduction
        derived = scene.deduction.derived.items()
        self._stated = {_pointed(node) for node, how in derived if isinstance(node, Fact) and how.kind == "given"}
        self._pieces = {
            "splits": self._splits,
            "splits_angle": self._splits,
            "share": self._share,
            "factor": self._factor,
            "factor_larger": self._factor,
            "factor_smaller": self._factor,
            "halves_at": self._halves_at,
            "halves_both": self._halves_both,
            "opens": self._opens,
            "opens_wide": self._opens_wide,
            "corresponds": self._corresponds,
            "opposite": self._opposite,
            "sought": self._sought,
            "figure": self._figure,
            "hypotenuse": self._hypotenuse,
            "adjacent": self._adjacent,
            **Together(scene).judges,
            **Properties(scene).judges,
        }

    def truth_of(self, claim: Claim) -> Truth:
        """Judge a relation: right where one of the things that it may say holds."""
        if claim.relation == "greater":
            return self._is_greater(claim)
        if (judge := self._pieces.get(claim.relation)) is not None:
            return judge(claim)
        if not claim.relations:
            text = claim.plain.lower()
            is_all = _SAYS_MORE.search(text) is None and (len(text.split()) <= 2 or _SAYS_SO.search(text) is not None)
            if is_all and self._has_any(claim.relation):
                return Truth.RIGHT
            is_said = is_all and _SAYS_SO.search(text) is not None  # "equilateral?? no" only tries it
            return Truth.WRONG if is_said and self._is_no_triangle(claim.relation) else Truth.UNKNOWN
        drawn = [each for each in claim.relations if isinstance(each, Equation) or self._is_drawn(each)]
        told = [way for each in drawn or claim.relations for way in _in_words(each, claim.plain)]
        found = [self._fact(each) if isinstance(each, Fact) else self._equation(each) for each in told]
        if Truth.RIGHT in found:
            return Truth.RIGHT
        return Truth.WRONG if all(truth is Truth.WRONG for truth in found) else Truth.UNKNOWN

    def _is_greater(self, claim: Claim) -> Truth:
        """Judge which of two parts is larger; a corner that is named means all angles there, or one that is known."""
        meant = {name.letter: [each.expression for each in self._scene.meanings(name)] for name in claim.names}
        options = [meant.get(side, [side]) if isinstance(side, Letter) else [side] for side in claim.sides]
        found = {self._exceeds(*pair) for pair in product(*options)} or {None}
        if len(found) > 1 or None in found:
            return Truth.UNKNOWN
        return Truth.RIGHT if True in found else Truth.WRONG

    def _figure(self, claim: Claim) -> Truth:
        """Judge whether a polygon is there: its sides are drawn, and are no pieces of one line."""
        corners = [*map(str, claim.sides)]
        lines = [self._scene.diagram.line(*side) for side in sides(corners)]
        is_drawn = all(self._scene.diagram.connected(*side) for side in sides(corners))
        return Truth.RIGHT if is_drawn and len({*lines}) == len(lines) else Truth.UNKNOWN

    def _hypotenuse(self, claim: Claim) -> Truth:
        """Judge whether a side faces the right angle of its triangle."""
        first, last, corner = map(str, claim.sides)
        if self._is_right(first, corner, last):
            return Truth.RIGHT
        others = (self._is_right(corner, first, last), self._is_right(corner, last, first))
        return Truth.WRONG if any(others) else Truth.UNKNOWN

    def _adjacent(self, claim: Claim) -> Truth:
        """Judge whether a side is a leg with its right angle at the end that an acute angle is not at."""
        corner, *ends = map(str, claim.sides)
        others = [point for point in self._scene.diagram.at if point not in {corner, *ends}]
        if corner not in ends:
            return (
                Truth.WRONG
                if self._is_right(corner, ends[0], ends[1]) or self._is_right(corner, ends[1], ends[0])
                else Truth.UNKNOWN
            )
        (far,) = (end for end in ends if end != corner)
        if any(self._is_right(corner, far, point) for point in others):
            return Truth.RIGHT
        return Truth.WRONG if any(self._is_right(corner, point, far) for point in others) else Truth.UNKNOWN

    def _is_right(self, first: str, vertex: str, last: str) -> bool:
        """Whether there is a right angle between drawn lines."""
        if not (self._scene.diagram.connected(first, vertex) and self._scene.diagram.connected(vertex, last)):
            return False
        size = self._scene.truth(Quantity.of("angle", first, vertex, last))
        return size is not None and abs(size - _RIGHT) <= SAME * _RIGHT

    def _sought(self, claim: Claim) -> Truth:
        """Judge whether a part is the one that is asked for; of another part of the same size nothing is said."""
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        part = self._scene.canonical(claim.sides[0])
        if not isinstance(goal, Quantity) or part == goal:
            return Truth.RIGHT if part == goal else Truth.UNKNOWN
        size, sought = self._scene.truth(part), self._scene.truth(goal)
        is_same = size is None or sought is None or abs(size - sought) <= SAME * abs(sought)
        return Truth.UNKNOWN if is_same else Truth.WRONG

    def _exceeds(self, one: Expression, other: Expression) -> bool | None:
        """Whether a size is larger than another; None where neither the givens nor the figure tell."""
        larger, smaller = self._scene.truth(one), self._scene.truth(other)
        if larger is not None and smaller is not None:
            return larger - smaller > SAME * abs(larger)
        try:
            ratio = self._scene.truth(Operation("/", (one, other)))
        except ExpressionError:
            return None
        return self._scene.looks.exceeds(one, other) if ratio is None else ratio - 1 > SAME

    def _opens(self, claim: Claim) -> Truth:
        """Judge whether an angle, any of those on a way where none is named, has its sides through the ends of an arc."""
        *angles, arc = (side for side in claim.sides if isinstance(side, Quantity))
        named = [angle.points for angle in angles]
        ways = self._scene.ways
        atoms = ways.atoms if ways is not None else ()
        meant = named or [atom.points for atom in atoms if isinstance(atom, Quantity) and atom.kind == "angle"]
        around = [set(on) for on in self._scene.diagram.circles.values()]
        if not any(on.issuperset(arc.points) for on in around):
            return Truth.UNKNOWN
        if any({first, last} == {*arc.points} for first, _, last in meant):
            # Who sits on the arc between them looks at the rest of the circle.
            sizes = [self._deduction.model.value(Quantity.of("angle", *each)) for each in named]
            on_circle = [on for on in around if {*arc.points} <= on]
            is_on_arc = any(
                size > _RIGHT and any(each[1] in on for on in on_circle) for size, each in zip(sizes, named, strict=True)
            )
            return Truth.WRONG if is_on_arc else Truth.RIGHT
        return Truth.WRONG if named and any(on.issuperset(named[0]) for on in around) else Truth.UNKNOWN

    def _opens_wide(self, claim: Claim) -> Truth:
        """Judge whether an angle opens to the larger of the two arcs between its ends: its corner sits on the smaller one."""
        angle, arc = claim.sides
        on_circle = [{*on} for on in self._scene.diagram.circles.values()]
        points = {*angle.points} if isinstance(angle, Quantity) else set()
        ends = {*arc.points} if isinstance(arc, Quantity) else set()
        if not ends <= points or not any(points <= on for on in on_circle):
            return Truth.UNKNOWN
        return Truth.RIGHT if self._deduction.model.value(angle) > _RIGHT else Truth.WRONG

    def _corresponds(self, claim: Claim) -> Truth:
        """Judge whether two sides are partners in figures that are similar or congruent, or pieces between the same parallels."""
        one, other = ({*side.points} for side in claim.sides if isinstance(side, Quantity))
        facts = [node for node in self._deduction.derived if isinstance(node, Fact) and node.kind in {"similar", "congruent"}]
        partners = []
        for fact in facts:
            half = len(fact.points) // 2
            for first, second in ((fact.points[:half], fact.points[half:]), (fact.points[half:], fact.points[:half])):
                places = dict(zip(first, second, strict=True))
                partners += [
                    {places[point] for point in side} == rest for side, rest in ((one, other), (other, one)) if side <= {*places}
                ]
        partners += [{*first} == one and {*second} == other for first, second in self._pieces_beside(one, other)]
        return Truth.UNKNOWN if not partners else Truth.RIGHT if any(partners) else Truth.WRONG

    def _pieces_beside(self, one: set[str], other: set[str]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
        """Yield pieces of two lines that belong together, by a proportion in which both of these stand: ``BE/EJ = QV/VY``."""
        for node in self._deduction.derived:
            sides = node if isinstance(node, Equation) else ()
            parts = [part for side in sides if isinstance(side, Operation) and side.symbol == "/" for part in side.arguments]
            pieces = [part.points for part in parts if isinstance(part, Quantity) and part.kind == "length"]
            if len(pieces) == len(parts) == 4 and all(ends in [{*piece} for piece in pieces] for ends in (one, other)):
                first, second, third, last = pieces
                pairs = ((first, third), (second, last)) if self._on_one_line(first, second) else ((first, second), (third, last))
                yield from (pair for each in pairs for pair in (each, each[::-1]))

    def _on_one_line(self, one: Sequence[str], other: Sequence[str]) -> bool:
        return {*other} <= {*self._scene.diagram.line(*one)}

    def _opposite(self, claim: Claim) -> Truth:
        """Judge whether corners of a polygon, or a corner and a side of a triangle, lie opposite each other."""
        first, *rest = map(str, claim.sides)
        if first in rest or len(rest) > 1:
            return across(first, rest, self._scene)
        around = [[*corners] for corners in self._scene.diagram.polygons if {first, *rest} <= {*corners}]
        apart = {2 * abs(corners.index(first) - corners.index(rest[0])) == len(corners) for corners in around}
        return Truth.UNKNOWN if len(apart) != 1 else Truth.RIGHT if True in apart else Truth.WRONG

    def _is_drawn(self, fact: Fact) -> bool:
        """Whether a shape is drawn with its corners in this order; other relations need no sides."""
        if fact.kind not in {"square", "rectangle", "rhombus", "parallelogram"}:
            return True
        return all(self._scene.diagram.connected(*pair) for pair in pairwise([*fact.points, fact.points[0]]))

    # pieces and shares

    def _cuts(self, *, is_angle: bool) -> Iterator[tuple[Quantity, Quantity, Quantity]]:
        """Yield every segment, or angle, with the two pieces that a point, or ray, makes of it."""
        diagram = self._scene.diagram
        if not is_angle:
            for line in diagram.lines:
                for a, p, b in combinations(line, 3):
                    yield Quantity.of("length", a, b), Quantity.of("length", a, p), Quantity.of("length", p, b)
            return
        for vertex, ends in diagram.rays.items():
            for three in combinations(ends, 3):
                for a, p, b in (three, (three[1], three[0], three[2]), (three[0], three[2], three[1])):
                    whole, *parts = (Quantity.of("angle", *each) for each in ((a, vertex, b), (a, vertex, p), (p, vertex, b)))
                    sizes = [self._scene.truth(each) for each in (whole, *parts)]
                    if None in sizes or abs((sizes[0] or 0) - (sizes[1] or 0) - (sizes[2] or 0)) < _NEAR * 180:
                        yield whole, parts[0], parts[1]

    def _splits(self, claim: Claim) -> Truth:
        """Judge into what something is said to be cut: wrong only where it is named and its pieces are known."""
        *wholes, one, other = claim.sides
        named = [self._scene.canonical(each) for each in wholes if isinstance(each, Quantity)]
        sizes = [constant(each) or 0.0 for each in (one, other)]
        if not named and wholes and abs((constant(wholes[0]) or 0.0) - sum(sizes)) > SAME * sum(sizes):
            return Truth.WRONG
        kinds = [claim.relation.endswith("angle")] if claim.relation.endswith("angle") or named else [False, True]
        found = []
        for whole, *parts in (cut for is_angle in kinds for cut in self._cuts(is_angle=is_angle)):
            known = [self._scene.truth(part) for part in parts]
            if (named and self._scene.canonical(whole) not in named) or None in known:
                continue
            orders = (sizes, sizes[::-1])
            found.append(any(all(_is_size(truth, size) for truth, size in zip(known, order, strict=True)) for order in orders))
        return Truth.RIGHT if any(found) else Truth.WRONG if named and found else Truth.UNKNOWN

    def _share(self, claim: Claim) -> Truth:
        """Judge a share of a circle by its degrees; where no arc is named any on a way may be meant."""
        degrees = constant(claim.sides[-1]) or 0.0
        proof, ways = self._scene.proof, self._scene.ways
        goal = proof.goal if proof is not None else None
        is_sought = isinstance(goal, Quantity) and goal.kind == "arc"
        named = claim.sides[:-1] or ((goal,) if is_sought and goal is not None else ())
        if any(_is_size(self._scene.truth(arc), degrees) for arc in named):
            return Truth.RIGHT
        if named:
            return Truth.UNKNOWN if any(self._scene.truth(arc) is None for arc in named) else Truth.WRONG
        round_here = [
            each for each in (ways.atoms if ways else ()) if isinstance(each, Quantity) and each.kind in {"arc", "angle"}
        ]
        has_circle = bool(self._scene.diagram.circles)
        return (
            Truth.RIGHT
            if has_circle and any(_is_size(self._scene.truth(each), degrees) for each in round_here)
            else Truth.UNKNOWN
        )

    def _factor(self, claim: Claim) -> Truth:
        """Judge how many times one part is said to be another, where none is named: right where two on a way are so."""
        factor = constant(claim.sides[0]) or 0.0
        if (claim.relation == "factor_larger" and factor < 1) or (claim.relation == "factor_smaller" and factor > 1):
            return Truth.WRONG
        ways = self._scene.ways
        sizes: dict[str, set[float]] = {}
        for each in ways.atoms if ways is not None else ():
            if isinstance(each, Quantity) and (size := self._scene.truth(each)) is not None:
                sizes.setdefault(each.kind, set()).add(size)
        ratios = (one / other for several in sizes.values() for one in several for other in several if other)
        off = min((abs(ratio - factor) / factor for ratio in ratios), default=1.0) if factor else 1.0
        is_rounded = off <= TWO_DECIMALS and factor % 1 != 0  # nobody rounds 6.75 times to 7 times
        return Truth.RIGHT if off <= SAME else Truth.ROUNDED if is_rounded else Truth.UNKNOWN

    def _halves_at(self, claim: Claim) -> Truth:
        """Judge whether the parts of an angle at a corner are equal."""
        vertex = str(claim.sides[0])
        pairs = ((one, other) for _, one, other in self._cuts(is_angle=True) if one.points[1] == vertex)
        is_equal = any(self._equation(Equation(one, other)) is Truth.RIGHT for one, other in pairs)
        derived = (node for node in self._deduction.derived if isinstance(node, Fact))
        is_given = any(node.kind == "angle_bisector" and node.points[0] == vertex for node in derived)
        return Truth.RIGHT if is_equal or is_given else Truth.UNKNOWN

    def _halves_both(self, claim: Claim) -> Truth:
        """Judge whether two lines of the figure cut each other in half."""
        del claim  # none is named
        halved = [
            one.points
            for _, one, other in self._cuts(is_angle=False)
            if (ratio := self._ratio(*one.points, *other.points)) is not None and abs(ratio - 1) <= SAME
        ]
        return Truth.RIGHT if any({*one} & {*other} and one != other for one, other in combinations(halved, 2)) else Truth.UNKNOWN

    def is_stated(self, claim: Claim) -> bool:
        """Whether a relation is one that the problem states, its points in any order."""
        return any(_pointed(each) in self._stated for each in claim.relations if isinstance(each, Fact))

    def way_of(self, claim: Claim) -> Way:
        """Say where a relation leads that holds: to the goal where a proof uses it, or speaks of the same parts."""
        ways = self._scene.ways
        is_bound = any(constant(side) is not None for side in claim.sides)
        if claim.relation in {"greatest", "least"} or (claim.relation == "greater" and not is_bound):
            return "none"  # no theorem of ours goes on from there
        if ways is None or not claim.relations:
            return "goal"
        said = [each.canonical(self._scene.diagram.line) for each in claim.relations if isinstance(each, Fact)]
        parts = {self._scene.canonical(atom) for each in claim.relations for atom in parts_of(each, self._scene.diagram)}
        return "goal" if not ways.facts.isdisjoint(said) or parts & ways.atoms else "none"

    def _equation(self, equation: Equation) -> Truth:
        if all(isinstance(side, Quantity) for side in equation) and self._scene.is_length_of(equation.right, equation.left):  # type: ignore[arg-type]
            return Truth.RIGHT  # a radius, whatever its size
        left, right = map(self._scene.truth, equation)
        if left is None or right is None:
            return Truth.WRONG if self._scene.looks.are_unequal(*equation) else Truth.UNKNOWN
        return Truth.RIGHT if abs(left - right) <= SAME * max(abs(left), 1.0) else Truth.WRONG

    def _fact(self, fact: Fact) -> Truth:
        diagram = self._scene.diagram
        if not are_distinct(fact.kind, fact.points):
            return Truth.WRONG
        if (made_of := _made_of(fact)) is not None:
            return self._fact(made_of)
        if fact.kind == "perpendicular" and self._is_at_contact(fact):
            return Truth.RIGHT
        try:
            if fact.canonical(diagram.line) in self._deduction.derived:
                return Truth.RIGHT
            points, residual = fact.condition(diagram)
            holds = max((abs(each) for each in residual([diagram.at[point] for point in points])), default=1.0) < _NEAR
        except (KeyError, ValueError, IndexError, ZeroDivisionError):
            holds = None
        fixed = self._fixed(fact)
        if fixed is None and holds is not None and self._is_settled(fact):
            fixed = True
        if holds is None or fixed is None:
            return Truth.WRONG if fixed is False or self._looks_otherwise(fact) else Truth.UNKNOWN
        return Truth.RIGHT if holds and fixed else Truth.WRONG

    def _is_at_contact(self, fact: Fact) -> bool:
        """Whether it is said of a tangent and the radius to where it touches, which need not be drawn."""
        tangents = [node.points for node in self._deduction.derived if isinstance(node, Fact) and node.kind == "tangent"]
        lines = (fact.points[:2], fact.points[2:])
        return any(
            {*one} == {contact, centre} and {*other} <= {*self._scene.diagram.line(contact, end)}
            for contact, end, centre in tangents
            for one, other in (lines, lines[::-1])
        )

    def _is_settled(self, fact: Fact) -> bool:
        """Whether the givens leave no choice of it, though no theorem of ours tells: the figure then shows what is so."""
        model = self._deduction.model
        return not self._deduction.rivals and not model.is_flattened and model.settles(fact)

    def _looks_otherwise(self, fact: Fact) -> bool:
        """Whether the figure shows plainly that a fact does not hold, which the givens leave open."""
        p = fact.points
        sizes: tuple[Expression, Expression]
        match fact.kind:
            case "midpoint" | "isosceles":
                sizes = (Quantity.of("length", *p[:2]), Quantity.of("length", p[0], p[2]))
            case "perpendicular" if shared := {*p[:2]} & {*p[2:]}:
                (vertex,) = shared
                ends = [point for point in p if point != vertex]
                sizes = (Quantity.of("angle", ends[0], vertex, ends[1]), Number(Fraction(90)))
            case "on_circle" if len(on := sorted({*self._scene.diagram.circles.get(p[1], ())} - {p[0]})) > 0:
                sizes = (Quantity.of("length", p[1], p[0]), Quantity.of("length", p[1], on[0]))
            case "collinear" if len(p) == len("ABC"):
                sizes = (Quantity.of("angle", *p), Number(Fraction(180)))
            case _:
                return False
        return self._scene.looks.are_unequal(*sizes)

    def _fixed(self, fact: Fact) -> bool | None:
        """Say what the givens make of a fact: False where they exclude it, True where the figure shows whether it holds."""
        p = fact.points
        match fact.kind:
            case "parallel" | "perpendicular":
                shared = set(self._scene.diagram.line(*p[:2])) & set(self._scene.diagram.line(*p[2:]))
                if len(shared) != 1:
                    return False if shared else None  # two pieces of one line are neither
                vertex = next(iter(shared))
                first, last = (next(end for end in ends if end != vertex) for ends in (p[:2], p[2:]))
                is_known = self._scene.truth(Quantity.of("angle", first, vertex, last)) is not None
                return True if fact.kind == "parallel" or is_known else None
            case "isosceles" | "equilateral":
                return True if self._ratio(p[0], p[1], p[0], p[2]) is not None else None
            case "similar" | "congruent":
                half = len(p) // 2
                angles = [Quantity.of("angle", c[-1], c[0], c[1]) for c in (p[:half], p[half:])] if half == 3 else []
                return True if angles and all(self._scene.truth(angle) is not None for angle in angles) else None
            case "midpoint":
                return True if self._ratio(p[0], p[1], p[0], p[2]) is not None else None
            case "angle_bisector":
                return True
            case "diameter":
                return self._is_diameter(*p[:2])
            case "square" | "rectangle" | "rhombus" | "parallelogram":
                return False if self._is_excluded(fact.kind, p) else None
        return None

    def _is_diameter(self, one: str, other: str) -> bool | None:
        arc = self._scene.truth(Quantity.of("arc", one, other))
        return None if arc is None else abs(arc - 180) <= _NEAR * 180

    def _is_excluded(self, kind: str, corners: Sequence[str]) -> bool:
        """Whether an angle or a ratio of sides that the givens fix is none of such a quadrilateral."""
        a, b, c, d = corners
        if kind in {"square", "rectangle"}:
            angles = (self._scene.truth(Quantity.of("angle", *three)) for three in ((d, a, b), (a, b, c), (b, c, d), (c, d, a)))
            if any(angle is not None and abs(angle - 90) > _NEAR * 90 for angle in angles):
                return True
        equal = [(a, b, b, c), (b, c, c, d)] if kind in {"square", "rhombus"} else [(a, b, c, d), (b, c, d, a)]
        ratios = (self._ratio(*ends) for ends in equal)
        return any(ratio is not None and abs(ratio - 1) > _NEAR for ratio in ratios)

    def _ratio(self, a: str, b: str, c: str, d: str) -> float | None:
        """Return how long AB is in terms of CD; None where the givens do not say."""
        try:
            return self._scene.truth(Operation("/", (Quantity.of("length", a, b), Quantity.of("length", c, d))))
        except ExpressionError:
            return None

    @property
    def has_unequal_diagonals(self) -> bool:
        """Whether the givens fix, of some quadrilateral, that its diagonals are not equally long."""
        corners = (polygon for polygon in self._scene.diagram.polygons if len(polygon) == len("ABCD"))
        ratios = (self._ratio(a, c, b, d) for a, b, c, d in corners)
        return any(ratio is not None and abs(ratio - 1) > _NEAR for ratio in ratios)

    def _has_any(self, kind: str) -> bool:
        """Whether the figure has a relation of a kind somewhere."""
        match kind:
            case "perpendicular" | "right_triangle":
                return bool(self._scene.right_angles)
            case "isosceles" | "equilateral":
                sides = 2 if kind == "isosceles" else 3
                return any(self._equal_sides(triangle) >= sides for triangle in self._scene.diagram.triangles)
        return any(isinstance(node, Fact) and node.kind == kind for node in self._deduction.derived)

    def _is_no_triangle(self, kind: str) -> bool:
        """Whether a figure has one triangle, and the givens fix that neither it nor one that may be added has equal sides."""
        if kind not in {"isosceles", "equilateral"} or len(self._scene.diagram.triangles) != 1:
            return False
        if any(self._equal_sides(three) > 1 for three in combinations(sorted(self._scene.diagram.at), 3)):
            return False
        a, b, c = next(iter(self._scene.diagram.triangles))
        ratios = (self._ratio(a, b, b, c), self._ratio(a, b, a, c), self._ratio(b, c, a, c))
        return None not in ratios

    def _equal_sides(self, triangle: Sequence[str]) -> int:
        a, b, c = triangle
        lengths = [Quantity.of("length", *pair) for pair in ((a, b), (b, c), (a, c))]
        ratios = (self._ratio(*one.points, *other.points) for one, other in combinations(lengths, 2))
        equal = sum(ratio is not None and abs(ratio - 1) <= SAME for ratio in ratios)
        return {0: 1, 1: 2}.get(equal, 3)


def across(corner: str, side: Sequence[str], scene: Scene) -> Truth:
    """Judge whether a corner lies across from a side, given by its ends: not where it is one of them, so in a triangle."""
    if corner in side:
        return Truth.WRONG
    is_triangle = any({corner, *side} == {*corners} for corners in scene.diagram.triangles)
    return Truth.RIGHT if is_triangle else Truth.UNKNOWN


def _in_words(said: Fact | Equation, text: str) -> Iterator[Fact | Equation]:
    """Yield what may be meant: of triangles that are called similar in words, whose corners are in no order, every order."""
    half = len(said.points) // 2 if isinstance(said, Fact) else 0
    if not isinstance(said, Fact) or said.kind not in {"similar", "congruent"} or half != len("ABC") or _SIGN.search(text):
        yield said
        return
    yield from (Fact(said.kind, (*said.points[:half], *order)) for order in permutations(said.points[half:]))


def _made_of(fact: Fact) -> Fact | None:
    """Return what a line from a corner to the opposite side is by its foot; None of all else."""
    corner, foot, *side = fact.points if fact.kind in {"median", "altitude"} else ("", "")
    match fact.kind:
        case "median":
            return Fact("midpoint", (foot, *side))
        case "altitude":
            return Fact("perpendicular", (corner, foot, *side))
    return None
