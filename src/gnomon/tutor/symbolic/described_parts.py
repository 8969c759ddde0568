"""What a description may mean in a figure: the parts that a word, a place, a letter or a shape names, the best first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from gnomon.algebra import Number
from gnomon.problem import Expression, Letter, Operation, Quantity, QuantityKind
from gnomon.tutor.message.described import OPEN
from gnomon.tutor.message.moves import Description, Fit, Meaning
from gnomon.tutor.symbolic.parts import Parts

_PLACES: dict[str, tuple[int, int]] = {
    "bottom": (1, -1), "lower": (1, -1), "top": (1, 1), "upper": (1, 1), "left": (0, -1), "left hand": (0, -1),
    "right hand": (0, 1),
}  # fmt: skip
"""Words for a place: which coordinate counts, and whether the largest or the smallest."""
WHOLE = frozenset({"area", "perimeter", "circumference", "circle_area", "sector_area"})
"""What is measured of a whole figure, which no letter of the problem stands for."""
_INSIDE = re.compile(r"\b(?:inside|interior|inner)\b(?! of)(?! the)|\bthird (?:angle|one|corner)\b")
"""Words for the angle of a figure at a corner, and not one beside it."""
_AT_EACH = re.compile(r"\b(?:every|each|all) (?:\w+ )?(?:corner|angle|side|vertex)")
_TRIANGLE = re.compile(r"\btriangle ([A-Z]{3}|[a-z]{3})\b")
_POLYGON = re.compile(r"\b(?:triangle|square|rectangle|rhombus|kite|parallelogram|trapez\w+|pentagon|hexagon|octagon)s?\b")


class DescribedParts:
    """See the module.

    Args:
        parts: of the figure.
    """

    def __init__(self, parts: Parts) -> None:
        self._figure = parts
        self._diagram = parts.diagram

    def meanings(self, said: Description) -> tuple[Meaning, ...]:
        """Return what a description may mean, each meaning once, the best first."""
        found: dict[Expression, Fit] = {}
        for expression, fit in self._meanings(said):
            named = self._figure.canonical(expression)
            found[named] = min(fit, found.get(named, fit))
        return tuple(sorted((Meaning(expression, fit) for expression, fit in found.items()), key=lambda meaning: meaning.fit))

    def narrowed(self, meanings: Sequence[Meaning], text: str) -> tuple[Meaning, ...]:
        """Keep the meanings that fit the shape that is named: ``third angle in triangle PSR``, ``perimeter of the hexagon``.

        Where the perimeter of a polygon is sought, that of a circle has to be called so in the claim itself.
        """
        word = text.lower()
        goal = self._figure.proof.goal if self._figure.proof is not None else None
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
        if self._figure.is_at_centre(text):
            kept = [*self._at_centre(kept)] or kept
        if _AT_EACH.search(word) is not None:  # "20° at every corner": no letter of the problem has a corner
            kept = [each for each in kept if not isinstance(each.expression, Letter)]
        return tuple(kept) or tuple(meanings)

    def _is_inside(self, part: Expression) -> bool:
        """Whether an angle lies between two sides of the figure, and not beside one that is drawn on beyond its corner."""
        is_angle = isinstance(part, Quantity) and part.kind == "angle"
        return is_angle and all(len(self._diagram.rays.get(end, ())) > 1 for end in (part.points[0], part.points[2]))  # type: ignore[union-attr]

    def _at_centre(self, meanings: Sequence[Meaning]) -> Iterator[Meaning]:
        """Yield the angles at the centre of a circle, drawn or not: the latter are as large as their arcs."""
        for each in meanings:
            part = each.expression
            if isinstance(part, Quantity) and part.kind == "angle" and part.points[1] in self._diagram.circles:
                yield each
        if any(isinstance(each.expression, Quantity) and each.expression.kind == "angle" for each in meanings):
            yield from (Meaning(arc, Fit.POSSIBLE) for arc in self._figure.parts.get("arc", ()))

    def _of_triangle(self, corners: str) -> frozenset[Expression]:
        """Return the angles and sides of a triangle; none where the figure has no such points."""
        if not set(corners) <= set(self._diagram.at) or len(set(corners)) < 3:
            return frozenset()
        a, b, c = tuple(corners)
        angles = [Quantity.of("angle", *three) for three in ((c, a, b), (a, b, c), (b, c, a))]
        sides = [Quantity.of("length", *two) for two in combinations(corners, 2)]
        return frozenset(map(self._figure.canonical, (*angles, *sides)))

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
        angles = [angle for angle in self._figure.parts.get("angle", ()) if angle.points[1] == said.points[0]]
        if not angles and said.points[0] in self._diagram.circles:  # between radii that are not drawn, as large as its arc
            yield from ((arc, Fit.POSSIBLE) for arc in self._figure.parts.get("arc", ()))
        stated = self._figure.spoken_of
        meant = [angle for angle in angles if angle in stated] or angles
        yield from ((angle, Fit.NAMED if angle in meant else Fit.POSSIBLE) for angle in angles)

    def _own(self, said: Description) -> Iterator[tuple[Expression, Fit]]:
        for angle in self._figure.parts.get("angle", ()) if said.points else ():
            if angle.points[1] == said.points[0]:
                yield angle, Fit.EXPECTED
        if said.word == "height" and not said.points and (heights := list(self._heights(said))):
            yield from ((height, Fit.NAMED) for height in heights)
            return
        special = self._special(said) if said.word else None
        if said.letter.name == "d" and len(self._diagram.circles) == 1:
            special = self._special(said._replace(word="diameter"))
        if special:
            special.sort(key=lambda quantity: quantity not in {meaning.expression for meaning in said.meanings})
            yield from ((quantity, Fit.NAMED) for quantity in special)
            return
        kinds: tuple[str, ...] = said.kinds or tuple(self._figure.parts)
        sought = [meaning.expression for meaning in said.meanings]
        for expression in sought:
            is_of_kind = not isinstance(expression, Quantity) or expression.kind in kinds
            yield expression, Fit.EXPECTED if is_of_kind else Fit.POSSIBLE
        for kind in kinds:
            for quantity in self._figure.parts.get(kind, ()):
                # With a conventional letter a given is named as well; a bare x is what one looks for.
                if said.kinds or quantity not in self._figure.given:
                    yield quantity, Fit.POSSIBLE

    def _part(self, said: Description) -> Iterator[tuple[Expression, Fit]]:
        if said.word == "height":
            if heights := list(self._heights(said)):
                yield from ((height, Fit.NAMED if said.points else Fit.POSSIBLE) for height in heights)
                return
            said = said._replace(points=(), place=OPEN) if said.points else said
        kinds = said.kinds or tuple({e.kind for e, _ in said.meanings if isinstance(e, Quantity)}) or ("length", "angle")
        candidates = [quantity for kind in kinds for quantity in self._figure.parts.get(kind, ())]
        is_whole = bool(candidates) and WHOLE.issuperset(kinds)
        sought = [e for e, _ in said.meanings if (e.kind in kinds if isinstance(e, Quantity) else not is_whole)]
        special = self._special(said)
        if special is not None:
            yield from ((quantity, Fit.NAMED) for quantity in special)
            return
        if said.kinds == ("arc", "arc_length") and re.search(r"\b(?:big|bigger|major|large|larger|long|longer)\b", said.place):
            full = Number(Fraction(360))
            yield from ((Operation("-", (full, arc)), Fit.NAMED) for arc in self._figure.parts.get("arc", ()))
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
        sides = [(angle.points[1], angle.points[0], angle.points[2]) for angle in self._figure.right_angles]
        figure, lengths = self._figure, self._figure.parts.get("length", ())
        match said.word:
            case "hypotenuse":
                facing = [Quantity.of("length", a, b) for _, a, b in self._reaching(sides)]
                return [each for each in facing if self._diagram.connected(*each.points)] or facing
            case "leg" | "height":
                return [Quantity.of("length", v, end) for v, a, b in self._reaching(sides) for end in (a, b)] or None
            case "circle":
                kinds: tuple[QuantityKind, ...] = ("circle_area", "circumference")
                return [Quantity.of(kind, centre) for kind in kinds for centre in self._diagram.circles]
            case "chord":
                return [each for each in lengths if figure.is_chord(each)]
            case "base":
                return list(lengths)
            case "diagonal":
                return [*self._diagonals(), *lengths]
            case "radius" | "diameter":
                return [
                    *self._figure.parts.get(said.word, ()),
                    *(each for each in lengths if self._figure.runs_as(each, said.word)),
                ]
        return None

    def _heights(self, said: Description) -> Iterator[Operation]:
        """Yield the heights that words place by the point they come from, or the line that they stand on, drawn or not.

        Without either any of a triangle may be meant, where the figure has no right angle for one that is drawn.
        """
        triangles = self._diagram.triangles
        match said.points:
            case (apex, *base) if base or said.place:
                chords = [
                    part.points for part in self._figure.parts.get("length", ()) if said.place and self._figure.is_chord(part)
                ]
                ends = [(apex, *chord) for chord in chords if apex not in chord]
                if len(base) == 2:
                    ends = [(apex, *base)]
                elif base:
                    ends = [(*({*each} - {apex, *base}), apex, *base) for each in triangles if {apex, *base} <= {*each}]
            case (apex,):
                ends = [(apex, *({*each} - {apex})) for each in triangles if apex in each]
                ends = ends if len(ends) == 1 else []  # of several triangles with one corner each has its own
            case _ if self._figure.right_angles:
                return
            case _:
                ends = [(apex, *({*each} - {apex})) for each in triangles for apex in each]
        for point, first, last in ends:
            twice = Operation("*", (Number(Fraction(2)), Quantity.of("area", point, first, last)))
            yield Operation("/", (twice, Quantity.of("length", first, last)))

    def _diagonals(self) -> Iterator[Quantity]:
        """Yield the lengths between corners of a polygon that no side joins, drawn or not."""
        for polygon in self._diagram.polygons:
            for i, j in combinations(range(len(polygon)), 2):
                if 1 < j - i < len(polygon) - 1:
                    yield Quantity.of("length", polygon[i], polygon[j])

    def _reaching(self, sides: list[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
        """Yield right angles with every point on their sides: the legs may reach farther than the next point."""
        for vertex, first, last in sides:
            for a in self._on_ray(vertex, first):
                yield from ((vertex, a, b) for b in self._on_ray(vertex, last))

    def _on_ray(self, vertex: str, through: str) -> list[str]:
        line = self._diagram.line(vertex, through)
        i, j = line.index(vertex), line.index(through)
        return list(line[i + 1 :] if j > i else line[:i])

    def _placed(self, candidates: list[Quantity], place: tuple[int, int]) -> list[Quantity]:
        axis, sign = place
        at = self._diagram.at

        def where(quantity: Quantity) -> float:
            points = quantity.points[1:2] if quantity.kind == "angle" else quantity.points
            return sign * sum(at[point][axis] for point in points) / len(points)

        placed = sorted(((where(quantity), quantity) for quantity in candidates), key=lambda row: -row[0])
        # A tenth of the figure: what lies there is at the bottom as much as the lowest part.
        size = max((abs(x) + abs(y) for x, y in at.values()), default=1.0)
        return [quantity for value, quantity in placed if placed and placed[0][0] - value <= 0.1 * size]
