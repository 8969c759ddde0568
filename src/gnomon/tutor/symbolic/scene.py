"""What a problem offers as meanings of a learner's words: parts of its figure, true values, numbers on a way to the goal.

Everything is worked out once for a problem and looked up for each message.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from gnomon.algebra import TWO_DECIMALS, Number, constant, tokenize, unit_at
from gnomon.geometry import Deduction, Proof, Valued, printed_values
from gnomon.geometry.probing import atoms_of
from gnomon.geometry.rule import Stage
from gnomon.problem import Equation, Expression, Letter, Operation, Problem, Quantity, QuantityKind, unknowns
from gnomon.tutor.message.described import OPEN
from gnomon.tutor.message.moves import Description, Fit, Meaning, is_final
from gnomon.tutor.symbolic.ways import Ways, flat, pieces_of, rounding_of, value_by

Truth = Callable[[Expression], float | None]
_CONSTANTS = frozenset({90.0, 180.0, 270.0, 360.0, 540.0, 720.0, 900.0, 1080.0, 1260.0, 1440.0, math.pi, 0.5, 100.0})
"""Numbers of theorems: the sums of angles of polygons among them."""
_LARGEST_COUNT = 12
"""Whole numbers up to it may count sides, halves and the like, wherever they come from."""
_LARGEST_SHARE = 4
"""Numbers up to it stand in fractions of theorems: a half, two thirds, a quarter."""
_MOST_TERMS = 6
"""Terms of a sum or factors of a product of which every part is looked at: 64 parts."""
_DEEPEST = 5
"""Relations in a row that lead to the goal; the bank's longest proofs have as many steps that find a value."""
_PLACES: dict[str, tuple[int, int]] = {
    "bottom": (1, -1), "lower": (1, -1), "top": (1, 1), "upper": (1, 1), "left": (0, -1), "left hand": (0, -1),
    "right hand": (0, 1),
}  # fmt: skip
"""Words for a place: which coordinate counts, and whether the largest or the smallest."""


WHOLE = frozenset({"area", "perimeter", "circumference", "circle_area", "sector_area"})
"""What is measured of a whole figure, which no letter of the problem stands for."""
_INSIDE = re.compile(r"\b(?:inside|interior|inner)\b(?! of)(?! the)|\bthird (?:angle|one|corner)\b")
"""Words for the angle of a figure at a corner, and not one beside it."""
_NAME = re.compile(r"\b[A-Z]{2,3}\b")
"""The name of a segment or an angle."""
_RADIUS = re.compile(r"\b(?:is|its|it's|thats|that's|are) (?:(?:a|an|also|another|both) )*radi(?:us|i)\b")
"""Where something is said to be a radius, and not to be as long as one."""
_AT_CENTRE = re.compile(r"\b(?:central|centre|center) angle|\bangle (?:at|in|around|by) (?:the )?(?:centre|center|middle)\b")
"""Words for an angle between two radii."""
_AT_EACH = re.compile(r"\b(?:every|each|all) (?:\w+ )?(?:corner|angle|side|vertex)")
_TRIANGLE = re.compile(r"\btriangle ([A-Z]{3}|[a-z]{3})\b")
_POLYGON = re.compile(r"\b(?:triangle|square|rectangle|rhombus|kite|parallelogram|trapez\w+|pentagon|hexagon|octagon)s?\b")


class Scene:
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

    # parts

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

    def meanings(self, said: Description) -> tuple[Meaning, ...]:
        """Return what a description may mean, each meaning once, the best first."""
        found: dict[Expression, Fit] = {}
        for expression, fit in self._meanings(said):
            named = self.canonical(expression)
            found[named] = min(fit, found.get(named, fit))
        return tuple(sorted((Meaning(expression, fit) for expression, fit in found.items()), key=lambda meaning: meaning.fit))

    def narrowed(self, meanings: Sequence[Meaning], text: str) -> tuple[Meaning, ...]:
        """Keep the meanings that fit the shape that is named: ``third angle in triangle PSR``, ``perimeter of the hexagon``.

        Where the perimeter of a polygon is sought, that of a circle has to be called so in the claim itself.
        """
        word = text.lower()
        goal = self.proof.goal if self.proof is not None else None
        is_polygon = _POLYGON.search(word) is not None or (isinstance(goal, Quantity) and goal.kind == "perimeter")
        named = _TRIANGLE.search(text)
        allowed = self._of_triangle(named[1].upper()) if named is not None else frozenset()
        kept = [
            meaning
            for meaning in meanings
            if not isinstance(meaning.expression, Quantity)
            or not (
                (meaning.expression.kind in {"angle", "length"} and allowed and meaning.expression not in allowed)
                or (meaning.expression.kind == "circumference" and is_polygon and "circ" not in word)
            )
        ]
        if _INSIDE.search(word) is not None:
            kept = [each for each in kept if self._is_inside(each.expression)] or kept
        if self.is_at_centre(text):
            kept = [*self._at_centre(kept)] or kept
        if _AT_EACH.search(word) is not None:  # "20° at every corner": no letter of the problem has a corner
            kept = [each for each in kept if not isinstance(each.expression, Letter)]
        return tuple(kept) or tuple(meanings)

    def _is_inside(self, part: Expression) -> bool:
        """Whether an angle lies between two sides of the figure, and not beside one that is drawn on beyond its corner."""
        is_angle = isinstance(part, Quantity) and part.kind == "angle"
        return is_angle and all(len(self.diagram.rays.get(end, ())) > 1 for end in (part.points[0], part.points[2]))  # type: ignore[union-attr]

    def _at_centre(self, meanings: Sequence[Meaning]) -> Iterator[Meaning]:
        """Yield the angles at the centre of a circle, drawn or not: the latter are as large as their arcs."""
        for each in meanings:
            part = each.expression
            if isinstance(part, Quantity) and part.kind == "angle" and part.points[1] in self.diagram.circles:
                yield each
        if any(isinstance(each.expression, Quantity) and each.expression.kind == "angle" for each in meanings):
            yield from (Meaning(arc, Fit.POSSIBLE) for arc in self.parts.get("arc", ()))

    def is_at_centre(self, text: str) -> bool:
        """Whether words speak of an angle at the centre of a circle."""
        return bool(self.diagram.circles) and _AT_CENTRE.search(text.lower()) is not None

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
        names = [name for name in _NAME.findall(text) if set(name) <= set(self.diagram.at) and len(set(name)) == len(name)]
        return list(dict.fromkeys(self.canonical(Quantity.of("length" if len(name) == 2 else "angle", *name)) for name in names))

    def _of_triangle(self, corners: str) -> frozenset[Expression]:
        """Return the angles and sides of a triangle; none where the figure has no such points."""
        if not set(corners) <= set(self.diagram.at) or len(set(corners)) < 3:
            return frozenset()
        a, b, c = tuple(corners)
        angles = [Quantity.of("angle", *three) for three in ((c, a, b), (a, b, c), (b, c, a))]
        sides = [Quantity.of("length", *two) for two in combinations(corners, 2)]
        return frozenset(map(self.canonical, (*angles, *sides)))

    def _meanings(self, said: Description) -> Iterator[tuple[Expression, Fit]]:
        if said.sort in {"asked", "answer", "unknown"}:
            yield from said.meanings
        elif said.sort == "vertex":
            yield from self._at_vertex(said)
        elif said.sort == "own":
            yield from self._own(said)
        else:
            yield from self._part(said)

    def _at_vertex(self, said: Description) -> Iterator[tuple[Expression, Fit]]:
        angles = [angle for angle in self.parts.get("angle", ()) if angle.points[1] == said.points[0]]
        if not angles and said.points[0] in self.diagram.circles:  # between radii that are not drawn, as large as its arc
            yield from ((arc, Fit.POSSIBLE) for arc in self.parts.get("arc", ()))
        stated = self.spoken_of
        meant = [angle for angle in angles if angle in stated] or angles
        yield from ((angle, Fit.NAMED if angle in meant else Fit.POSSIBLE) for angle in angles)

    @cached_property
    def spoken_of(self) -> frozenset[Expression]:
        """What the problem states or asks for."""
        goal = [self.proof.goal] if self.proof is not None else []
        return frozenset({*self.given, *self.deduction.definitions, *(leaf for side in goal for leaf in unknowns(side))})

    def _own(self, said: Description) -> Iterator[tuple[Expression, Fit]]:
        for angle in self.parts.get("angle", ()) if said.points else ():
            if angle.points[1] == said.points[0]:
                yield angle, Fit.EXPECTED
        special = self._special(said) if said.word else None
        if said.letter.name == "d" and len(self.diagram.circles) == 1:
            special = self._special(said._replace(word="diameter"))
        if special:
            special.sort(key=lambda quantity: quantity not in {meaning.expression for meaning in said.meanings})
            yield from ((quantity, Fit.NAMED) for quantity in special)
            return
        kinds: tuple[str, ...] = said.kinds or tuple(self.parts)
        sought = [meaning.expression for meaning in said.meanings]
        for expression in sought:
            is_of_kind = not isinstance(expression, Quantity) or expression.kind in kinds
            yield expression, Fit.EXPECTED if is_of_kind else Fit.POSSIBLE
        for kind in kinds:
            for quantity in self.parts.get(kind, ()):
                # With a conventional letter a given is named as well; a bare x is what one looks for.
                if said.kinds or quantity not in self.given:
                    yield quantity, Fit.POSSIBLE

    def _part(self, said: Description) -> Iterator[tuple[Expression, Fit]]:
        if said.word == "height":
            if heights := list(self._heights(said)):
                yield from ((height, Fit.NAMED if said.points else Fit.POSSIBLE) for height in heights)
                return
            said = said._replace(points=(), place=OPEN) if said.points else said
        kinds = said.kinds or tuple({e.kind for e, _ in said.meanings if isinstance(e, Quantity)}) or ("length", "angle")
        candidates = [quantity for kind in kinds for quantity in self.parts.get(kind, ())]
        is_whole = bool(candidates) and WHOLE.issuperset(kinds)
        sought = [e for e, _ in said.meanings if (e.kind in kinds if isinstance(e, Quantity) else not is_whole)]
        special = self._special(said)
        if special is not None:
            yield from ((quantity, Fit.NAMED) for quantity in special)
            return
        if said.kinds == ("arc", "arc_length") and re.search(r"\b(?:big|bigger|major|large|larger|long|longer)\b", said.place):
            full = Number(Fraction(360))
            yield from ((Operation("-", (full, arc)), Fit.NAMED) for arc in self.parts.get("arc", ()))
            return
        place = next((place for word, place in _PLACES.items() if word in said.place), None)
        if place is not None:
            placed = self._placed(candidates, place)
            yield from ((quantity, Fit.NAMED) for quantity in sorted(placed, key=lambda each: each not in sought))
        elif not said.place or said.place.split()[-1] not in {"other", "outside", "outer", "exterior", "second", "inside"}:
            yield from ((expression, Fit.NAMED) for expression in sought)
        # What is sought comes first of all that may be meant.
        yield from ((quantity, Fit.POSSIBLE) for quantity in (*sought, *candidates))

    def _special(self, said: Description) -> list[Quantity] | None:
        """Return the parts that a word such as ``hypotenuse`` names; None for a word that names a kind only."""
        sides = [(angle.points[1], angle.points[0], angle.points[2]) for angle in self.right_angles]
        lengths = self.parts.get("length", ())
        match said.word:
            case "hypotenuse":
                facing = [Quantity.of("length", a, b) for _, a, b in self._reaching(sides)]
                return [each for each in facing if self.diagram.connected(*each.points)] or facing
            case "leg" | "height":
                return [Quantity.of("length", v, end) for v, a, b in self._reaching(sides) for end in (a, b)] or None
            case "circle":
                kinds: tuple[QuantityKind, ...] = ("circle_area", "circumference")
                return [Quantity.of(kind, centre) for kind in kinds for centre in self.diagram.circles]
            case "chord":
                return [each for each in lengths if self._is_chord(each)]
            case "base":
                return list(lengths)
            case "diagonal":
                return [*self._diagonals(), *lengths]
            case "radius" | "diameter":
                return [*self.parts.get(said.word, ()), *(each for each in lengths if self._runs_as(each, said.word))]
        return None

    def _heights(self, said: Description) -> Iterator[Operation]:
        """Yield the heights that words place by the point they come from, or the line that they stand on, drawn or not.

        Without either any of a triangle may be meant, where the figure has no right angle for one that is drawn.
        """
        triangles = self.diagram.triangles
        match said.points:
            case (apex, *base) if base or said.place:
                chords = [part.points for part in self.parts.get("length", ()) if said.place and self._is_chord(part)]
                ends = [(apex, *chord) for chord in chords if apex not in chord]
                if len(base) == 2:
                    ends = [(apex, *base)]
                elif base:
                    ends = [(*({*each} - {apex, *base}), apex, *base) for each in triangles if {apex, *base} <= {*each}]
            case (apex,):
                ends = [(apex, *({*each} - {apex})) for each in triangles if apex in each]
                ends = ends if len(ends) == 1 else []  # of several triangles with one corner each has its own
            case _ if self.right_angles:
                return
            case _:
                ends = [(apex, *({*each} - {apex})) for each in triangles for apex in each]
        for point, first, last in ends:
            twice = Operation("*", (Number(Fraction(2)), Quantity.of("area", point, first, last)))
            yield Operation("/", (twice, Quantity.of("length", first, last)))

    def _diagonals(self) -> Iterator[Quantity]:
        """Yield the lengths between corners of a polygon that no side joins, drawn or not."""
        for polygon in self.diagram.polygons:
            for i, j in combinations(range(len(polygon)), 2):
                if 1 < j - i < len(polygon) - 1:
                    yield Quantity.of("length", polygon[i], polygon[j])

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
        return is_radius or (of_circle.kind == "diameter" and ends <= on and self._runs_as(segment, "diameter"))

    def _is_chord(self, length: Quantity) -> bool:
        """Whether a drawn segment has its ends on a circle and is no diameter."""
        is_on = any({*length.points} <= set(on) for on in self.diagram.circles.values())
        return is_on and self.diagram.connected(*length.points)

    def _runs_as(self, length: Quantity, word: str) -> bool:
        """Whether a segment is a radius or a diameter of some circle."""
        ends = set(length.points)
        if word == "radius":
            return any(centre in ends and ends & set(on) for centre, on in self.diagram.circles.items())
        first, last = length.points
        return any(
            ends <= set(on) and self.diagram.is_between(first, centre, last) for centre, on in self.diagram.circles.items()
        )

    def _reaching(self, sides: list[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
        """Yield right angles with every point on their sides: the legs may reach farther than the next point."""
        for vertex, first, last in sides:
            for a in self._on_ray(vertex, first):
                yield from ((vertex, a, b) for b in self._on_ray(vertex, last))

    def _on_ray(self, vertex: str, through: str) -> list[str]:
        line = self.diagram.line(vertex, through)
        i, j = line.index(vertex), line.index(through)
        return list(line[i + 1 :] if j > i else line[:i])

    def _placed(self, candidates: list[Quantity], place: tuple[int, int]) -> list[Quantity]:
        axis, sign = place
        at = self.diagram.at

        def where(quantity: Quantity) -> float:
            points = quantity.points[1:2] if quantity.kind == "angle" else quantity.points
            return sign * sum(at[point][axis] for point in points) / len(points)

        placed = sorted(((where(quantity), quantity) for quantity in candidates), key=lambda row: -row[0])
        # A tenth of the figure: what lies there is at the bottom as much as the lowest part.
        size = max((abs(x) + abs(y) for x, y in at.values()), default=1.0)
        return [quantity for value, quantity in placed if placed and placed[0][0] - value <= 0.1 * size]

    # numbers on a way

    @cached_property
    def numbers(self) -> list[float]:
        """The numbers that the figure's quantities and relations make, sorted: sums in part, products, ratios, roots."""
        found: set[float] = {value for value in map(self.truth, self._atoms) if value is not None}
        for equation in self._leading:
            found.update(self._numbers_of(equation))
        # Below a thousandth there is only noise of the fit.
        return sorted(round(value, 9) for value in found if math.isfinite(value) and value > 1e-3)

    @cached_property
    def _leading(self) -> tuple[Equation, ...]:
        """The relations that help to find the goal: those with a sought quantity in them; what else is in them is sought, too."""
        relations = {equation: set(atoms_of(equation)) for equation in self._relations()}
        goal: set[Expression] = set(unknowns(self.proof.goal)) if self.proof is not None else set()
        sought, leading = set(goal), dict.fromkeys(e for e in relations if self.proof is None)
        for _ in range(_DEEPEST):
            found = [e for e, atoms in relations.items() if e not in leading and atoms & sought]
            leading |= dict.fromkeys(found)
            sought |= {atom for e in found for atom in relations[e] if atom not in self.given}
        return tuple(leading)

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

    def _relations(self) -> Iterator[Equation]:
        """Yield the relations of the part of school that the proof is from: sines fit any triangle's numbers."""
        steps = self.proof.steps if self.proof is not None else ()
        stage = max((step.rule.stage for step in steps if step.rule is not None), default=Stage.ELEMENTARY)
        for node, derivation in self.deduction.derived.items():
            is_empty = isinstance(node, Equation) and any(_is_one(piece) for side in node for piece in pieces_of(side))
            if (
                isinstance(node, Equation)
                and not is_empty
                and (derivation.instance is None or derivation.instance.rule.stage <= stage)
            ):
                yield node
        for step in self.proof.steps if self.proof is not None else ():
            yield from [] if step.equation is None else [step.equation]
            yield from (equation for solved in step.solved for equation in solved.equations)

    @cached_property
    def _atoms(self) -> list[Expression]:
        quantities = [quantity for several in self.parts.values() for quantity in several]
        letters = [Letter(name) for name in self.deduction.model.letters]
        return [*quantities, *letters]

    def _numbers_of(self, equation: Equation) -> Iterator[float]:
        """Yield the values of the parts of a relation: of its sides, of parts of its sums and products, of what is left over."""
        pieces = list(dict.fromkeys(piece for side in equation for piece in pieces_of(side)))
        has_square = any(isinstance(piece, Operation) and piece.symbol == "^" for piece in pieces)
        found = [value for piece in pieces if any(unknowns(piece)) and (value := self._value(piece)) is not None]
        for symbol in ("+", "*"):
            for whole in (*pieces, Operation({"+": "-", "*": "/"}[symbol], tuple(equation))):
                found += self._partial(whole, symbol)
        for value in found:
            yield value
            if has_square and value > 0:
                yield math.sqrt(value)

    def _partial(self, whole: Expression, symbol: str) -> list[float]:
        """Return the values of parts of a sum or product; of a product upside down, too."""
        terms = list(flat(whole, symbol))
        values = [self._signed(term, sign, symbol) for term, sign in terms]
        if not 2 <= len(terms) <= _MOST_TERMS or any(value is None for value in values):
            return []
        known = [value for value in values if value is not None]
        several = [part for count in range(2, len(known) + 1) for part in combinations(known, count)]
        if symbol == "+":
            return [abs(sum(part)) for part in several]
        products = [math.prod(part) for part in several]
        return [*products, *(1 / value for value in products if value)]

    def _signed(self, term: Expression, sign: int, symbol: str) -> float | None:
        value = self._value(term)
        if value is None or sign > 0:
            return value
        return -value if symbol == "+" else (1 / value if value else None)

    def _value(self, expression: Expression) -> float | None:
        return value_by(expression, self.truth)

    def is_number(self, value: float) -> bool:
        """Whether the figure makes a number, to the digits that a learner keeps."""
        return _is_among(self.numbers, value)

    def is_foreign(self, value: float) -> bool:
        """Whether a number is neither the figure's nor one that theorems bring or that counts."""
        return not self._is_known(value, frozenset())

    @cached_property
    def ways(self) -> Ways | None:
        """The ways to the goal; None where no proof is known."""
        return None if self.proof is None else Ways(self.deduction, self.proof, self.truth)

    @cached_property
    def _numbers_together(self) -> list[list[float]]:
        """The numbers of each relation on a way apart, sorted."""
        several = [
            sorted({round(v, 9) for v in (*self._numbers_of(e), *(n for side in e for n in leaves_of(side))) if v > 1e-3})
            for e in (self.ways.relations if self.ways is not None else ())
        ]
        return [list(each) for each in dict.fromkeys(map(tuple, several))]

    def leads(self, expression: Expression, earlier: frozenset[float] = frozenset()) -> bool:
        """Whether every operation of a calculation is one that some relation on a way makes with these numbers."""
        if not isinstance(expression, Operation) or (is_final(expression) and not self._is_quotient(expression)):
            return self._is_known(abs(constant(expression) or 0.0), earlier)
        sizes = [abs(value) for part in (*expression.arguments, expression) if (value := constant(part)) is not None]
        if is_final(expression):
            return self._is_met(sizes[-1:])  # 60/100 is 6/10
        if self.ways is None or not all(self.leads(argument, earlier) for argument in expression.arguments):
            return False
        met = [size for size in sizes if not _is_theorem_number(size) and size not in self._corners]
        if expression.symbol in "+-*/" and len(sizes) == 3:
            return not met or self.ways.makings.makes(expression.symbol, *sizes[:2])
        return not met or self._is_met(met)

    def _is_met(self, values: Sequence[float]) -> bool:
        """Whether some relation on a way makes all of some numbers."""
        return any(all(_is_among(numbers, value) for value in values) for numbers in self._numbers_together)

    @staticmethod
    def _is_quotient(expression: Expression) -> bool:
        """Whether a fraction is one length by another, and not a share such as 2/3."""
        parts = expression.arguments if isinstance(expression, Operation) and expression.symbol == "/" else ()
        return any((constant(part) or 0.0) > _LARGEST_SHARE for part in parts)

    @cached_property
    def _corners(self) -> frozenset[float]:
        return frozenset(float(len(polygon)) for polygon in self.diagram.polygons)

    def is_of_figure(self, expression: Expression, earlier: frozenset[float] = frozenset()) -> bool:
        """Whether every number in a calculation comes from the figure, a theorem or an earlier result."""
        return all(self._is_known(value, earlier) for value in leaves_of(expression))

    def speaks_of(self, expression: Expression) -> bool:
        """Whether some number in a calculation is one of the figure's."""
        return any(self.is_number(value) for value in leaves_of(expression))

    def _is_known(self, value: float, earlier: frozenset[float]) -> bool:
        is_count = value <= _LARGEST_COUNT and abs(value * 2 - round(value * 2)) < 1e-9
        return (
            is_count or round(value, 9) in _CONSTANTS or value == math.pi or round(value, 9) in earlier or self.is_number(value)
        )


def _is_theorem_number(value: float) -> bool:
    """Whether a number is one that theorems bring, such as the 2 of a half."""
    return value in {2.0, 3.0, 4.0, 0.5} or round(value, 9) in _CONSTANTS or value == math.pi


def _is_among(numbers: Sequence[float], value: float) -> bool:
    """Whether a number is among sorted ones, to the digits that a learner keeps."""
    slack = rounding_of(value)
    at = bisect_left(numbers, value - slack)
    return at < len(numbers) and numbers[at] <= value + slack


def _is_one(piece: Expression) -> bool:
    """Whether it is a quantity over itself, as in a proportion of a figure with itself."""
    return isinstance(piece, Operation) and piece.symbol == "/" and piece.arguments[0] == piece.arguments[1]


def leaves_of(expression: Expression) -> Iterator[float]:
    """Yield the numbers in an expression, without their signs."""
    if isinstance(expression, Number):
        value = constant(expression)
        yield abs(value) if value is not None else 0.0
    elif isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from leaves_of(argument)


def length_unit(problem: Problem) -> str:
    """Return the unit of a problem's lengths, such as ``cm``; empty where it names none."""
    tokens = tokenize(problem.question.text)
    written = (unit_at(tokens, index + 1)[0] for index, token in enumerate(tokens) if token.kind == "number")
    units = (unit.rstrip("²³") for unit in (*written, problem.unit))
    return next((unit for unit in units if unit not in {"", "°", "%", "unit"}), "")
