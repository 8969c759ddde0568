"""How two parts hang together, as an answer in words has it: equal, twice as large, supplementary, parallel, across."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gnomon.problem import Quantity
from gnomon.tutor.symbolic.truth import SAME
from gnomon.tutor.symbolic.worded.asking import Asked
from gnomon.tutor.symbolic.worded.terms import Terms, terms_in
from gnomon.tutor.symbolic.worded.things import Figure, Sort, Thing

_OF_THEM = r"(?:(?:they(?:'re| are|re| r)?|its?|it's|it is|both|the two|these|those|are|is|must be|have to be|also|then|the) )*"
_END = (
    r"(?: (?:each other|as each other|too|as well|then|again|to each other|of course|here|both|thing"
    r"|size|length|big|long|large|wide|angles?|sides?|also|together|in total|exactly|it|that))*"
)
_EQUAL = re.compile(
    rf"{_OF_THEM}(?:equal(?:ly)?|the same|same|identical|congruent|just as|as|match(?:ing)?|alike|same size and shape){_END}",
    re.IGNORECASE,
)
_NOT_EQUAL = re.compile(rf"{_OF_THEM}(?:not|aren'?t|isn'?t|different|unequal)(?: the)?(?: same| equal)?{_END}", re.IGNORECASE)
_TIMES = re.compile(
    rf"{_OF_THEM}(?P<f>half|double|twice|a third|one third|a quarter|(?:two|three|four|\d+(?:\.\d+)?)"
    rf" times|triple)(?: (?:as|of|the|it|that|so))*(?: (?:size|length|big|long|large|much|wide|half))?{_END}",
    re.IGNORECASE,
)
_FACTORS = {
    "half": 0.5,
    "double": 2.0,
    "twice": 2.0,
    "a third": 1 / 3,
    "one third": 1 / 3,
    "a quarter": 0.25,
    "two times": 2.0,
    "three times": 3.0,
    "four times": 4.0,
    "triple": 3.0,
}
"""How many times one part is another, by the word."""
_TOTAL = re.compile(
    rf"{_OF_THEM}(?:(?:make|makes|add|adds|sum|give|come|are|have|total)(?:"
    rf" up)?(?: to)? )(?P<n>90|180|360|\d+)(?: ?°| degrees?)?{_END}",
    re.IGNORECASE,
)
_PARTS_OF_TURN = re.compile(
    rf"{_OF_THEM}(?:make|makes|give|form|are|fill|together|add up to)(?: up)? (?P<w>half (?:of )?(?:the"
    rf"|a) circle|a semi-?circle|(?:a )?straight (?:line|angle)|the whole circle|a full (?:circle"
    rf"|turn)|a right angle)",
    re.IGNORECASE,
)
_HANG = re.compile(
    rf"{_OF_THEM}(?P<how>parallel|perpendicular|at right angles?|at a right angle|similar|congruent){_END}", re.IGNORECASE
)
_PERPENDICULAR = re.compile(
    rf"{_OF_THEM}(?:(?:meet|cross|stand|intersect) )?(?:at )?(?:a )?(?:right"
    rf" angles?|90(?: ?°| degrees?)?|perpendicular(?:ly)?){_END}",
    re.IGNORECASE,
)
_NEXT = re.compile(
    rf"{_OF_THEM}(?:right )?(?:next to|beside|adjacent|neighbou?rs?|neighbou?ring"
    rf"|side by side)(?: (?:to )?(?:each other|one another))?",
    re.IGNORECASE,
)
_ACROSS = re.compile(
    rf"{_OF_THEM}(?:(?:diagonally |face |facing )?(?:across|opposite"
    rf"|each other)(?: (?:from|to))?(?: each other)?|face each other)",
    re.IGNORECASE,
)
_MORE = re.compile(
    rf"{_OF_THEM}(?:(?:angle |side )?(?P<name>[A-Z]{{1,3}}) (?:is |has )?)?(?:the )?(?P<more>longer"
    rf"|bigger|larger|greater|wider|more|shorter|smaller|narrower|less)(?: one| than (?:it|that|the"
    rf" other(?: one)?|[A-Z]{{1,3}}))?",
    re.IGNORECASE,
)
_SMALLER = frozenset({"shorter", "smaller", "narrower", "less"})
_HALVES = re.compile(
    r"(?:(?:makes |into |in )?(?:two|2) (?:equal|same|identical|even) (?:parts?|bits?|pieces?|halves|angles?))|"
    r"(?:it |just )*(?:halves?|bisects?|(?:cuts?|splits?|divides?|slices?|parts?) (?:it|them|that"
    r"|the angle|the side|the line|the chord|[A-Z]{2,3}|each other)?\s*(?:exactly |right )?(?:in"
    r"|into|through|at)? ?(?:its? |the )?"
    r"(?:half|halves|two|2|middle|the middle|midpoint)(?: (?:equal|same|identical|even))?(?: (?:parts?"
    r"|bits?|pieces?|halves|angles?|sizes?))?)(?: (?:it|them|that|the angle|the side|the line|the"
    r" chord|[A-Z]{2,3}|each other))?(?: in (?:two|half))?",
    re.IGNORECASE,
)


class Linking:
    """Reads relations.

    Args:
        figure: of the problem.
        terms: of its parts.
    """

    def __init__(self, figure: Figure, terms: Terms) -> None:
        self._figure = figure
        self._terms = terms

    def judged(self, asked: Asked, text: str) -> bool | None:
        """Return whether a relation that is answered holds of the parts that are asked about; None: not sure."""
        if asked.want not in {"link", "does", "whether", "other", "which", "goal", "operation", "where", "term"}:
            return None
        if asked.want == "does" and _HALVES.fullmatch(text):
            return self._is_halved(asked)
        pair = self._pair(asked)
        if pair is None:
            return None
        if re.search(r"\b(?:together|make|add|form)\b", asked.text) and _PARTS_OF_TURN.fullmatch(f"make {text}"):
            text = f"make {text}"
        return self._holds(text, *pair)

    @staticmethod
    def is_relation(text: str) -> bool:
        """Whether a text says how two parts hang together."""
        return any(
            pattern.fullmatch(text.strip()) for pattern in (_EQUAL, _TIMES, _TOTAL, _MORE, _HANG)
        ) or text.strip().startswith("exactly")

    def _pair(self, asked: Asked) -> tuple[Thing, Thing] | None:
        """Return the two parts that a question is about; None where it is about more or fewer."""
        for text in (asked.question, asked.text, f"{asked.before} {asked.question}"):
            things = self._things(text)
            if len(things) == 2:
                return (
                    (things[0], things[1])
                    if things[0].sort == things[1].sort or {things[0].sort, things[1].sort} == {"angle", "arc"}
                    else None
                )
            if len(things) > 2:
                return _only_pair(things)
        diagonals = self._diagonals(f"{asked.before} {asked.question}")
        return diagonals or self._spoken(asked.question)

    def _diagonals(self, text: str) -> tuple[Thing, Thing] | None:
        """Return the diagonals of the one quadrilateral, where a text speaks of them."""
        polygons = [polygon for polygon in self._figure.diagram.polygons if len(polygon) == 4]
        if len(polygons) != 1 or re.search(r"\bdiagonals\b", text, re.IGNORECASE) is None:
            return None
        a, b, c, d = polygons[0]
        return Thing("line", (a, c)), Thing("line", (b, d))

    def _spoken(self, text: str) -> tuple[Thing, Thing] | None:
        """Return the two parts of a kind that the problem speaks of, where a question asks about ``the arcs``."""
        match = re.search(r"\b(?:the|these|those|both)(?: two| both| marked| given)* (arcs|chords|angles)\b", text, re.IGNORECASE)
        if match is None:
            return None
        kind = {"arcs": "arc", "chords": "length", "angles": "angle"}[match[1].lower()]
        sort: Sort = "arc" if kind == "arc" else "line" if kind == "length" else "angle"
        spoken = {
            part.points: Thing(sort, part.points)
            for part in self._figure.scene.spoken_of
            if isinstance(part, Quantity) and part.kind.startswith(kind)
        }
        if len(spoken) != 2:
            return None
        one, other = spoken.values()
        return one, other

    def are_equal_told(self, question: str) -> bool | None:
        """Return whether ``the diagonals`` or ``the two arcs`` of a question are equal."""
        pair = self._diagonals(question) or self._spoken(question)
        if (
            pair is None
            or re.search(r"\b(?:equal|equally|same|as (?:long|big|large))\b", question) is None
            or self._things(question)
        ):
            return None
        return self._are_equal(*pair)

    def pair_of(self, asked: Asked) -> tuple[Thing, Thing] | None:
        """Return the two parts that a question is about (`_pair`)."""
        return self._pair(asked)

    def _things(self, text: str) -> list[Thing]:
        inside = re.compile(
            r"\b(?:in|of) (?:the )?(?:triangle|parallelogram|quadrilateral"
            r"|trapezoid|kite|rectangle|square|circle)s? [A-Z]{1,4}\b,?"
        )
        kept: dict[object, Thing] = {}
        for _, thing in self._figure.names_in(inside.sub(" ", text)):
            kept.setdefault(self._figure.key(thing), thing)
        things = [thing for thing in kept.values() if not (thing.sort == "figure" and len(thing.points) > 3)]
        sorts = {thing.sort for thing in things}
        if "point" in sorts and sorts > {"point"}:
            things = [thing for thing in things if thing.sort != "point"]
        return things

    def _holds(self, text: str, one: Thing, other: Thing) -> bool | None:
        if (more := _MORE.fullmatch(text)) is not None:
            return self._is_more(more, one, other)
        if (found := self._lies(text, one, other)) is not None:
            return found
        if "point" in {one.sort, other.sort}:
            several = [self._holds(text, *pair) for pair in self._angles(one, other)]
            return False if several and set(several) == {False} else True if True in several else None
        if _EQUAL.fullmatch(text):
            return self._are_equal(one, other)
        if _NOT_EQUAL.fullmatch(text):
            found = self._are_equal(one, other)
            return None if found is None else not found
        if (times := _TIMES.fullmatch(text)) is not None:
            return self._is_times(_factor(times["f"].lower()), one, other)
        if one.sort == other.sort and one.sort in {"angle", "arc"} and (total := _total(text)) is not None:
            return self._make(total, one, other)
        terms = list(terms_in(text, "pair"))
        if one.sort == other.sort == "angle" and len(terms) == 1 and len(text.split()) <= len(terms[0][0][0].split()) + 2:
            return self._terms.fits_pair(terms[0][1], one, other)
        return self._hangs(text, one, other)

    def _lies(self, text: str, one: Thing, other: Thing) -> bool | None:
        """Judge how two corners of a quadrilateral lie."""
        is_next, is_across = _NEXT.fullmatch(text) is not None, _ACROSS.fullmatch(text) is not None
        if not (is_next or is_across) or one.sort not in {"point", "angle"} or other.sort not in {"point", "angle"}:
            return None
        ends = [each.points[0] if each.sort == "point" else each.vertex for each in (one, other)]
        if ends[0] == ends[1]:
            return None
        polygons = [polygon for polygon in self._figure.diagram.polygons if set(ends) <= set(polygon) and len(polygon) == 4]
        if not polygons:
            return None
        apart = abs(polygons[0].index(ends[0]) - polygons[0].index(ends[1]))
        return (apart == 2) is is_across

    def _angles(self, one: Thing, other: Thing) -> list[tuple[Thing, Thing]]:
        """Return the pairs of angles that two corners may mean: those of one quadrilateral first."""
        whole = [
            outline for outline in self._figure.outlines if len(outline) > 3 and {*_corner(one), *_corner(other)} <= {*outline}
        ]
        return [(a, b) for a in self._corners(one, whole) for b in self._corners(other, whole) if not self._figure.are_same(a, b)]

    def _corners(self, thing: Thing, outlines: Sequence[tuple[str, ...]]) -> list[Thing]:
        if thing.sort != "point":
            return [thing]
        angles = [angle for outline in outlines for angle in self._figure.corners(outline) if angle.vertex == thing.points[0]]
        return angles or self._figure.at_vertex(thing.points[0])

    def _are_equal(self, one: Thing, other: Thing) -> bool | None:
        if one.sort == other.sort == "figure":
            return True if self._is_fact("congruent", one, other) else None
        if one.sort != other.sort:
            sizes = self._figure.size(one), self._figure.size(other)
            return None if sizes[0] is None or sizes[1] is None else abs(sizes[0] - sizes[1]) <= SAME * max(sizes[0], 1)
        order = self._figure.order(one, other)
        return None if order is None else order == 0

    def _is_fact(self, kind: str, one: Thing, other: Thing) -> bool:
        halves = [
            (frozenset(points[: len(points) // 2]), frozenset(points[len(points) // 2 :]))
            for points in self._figure.facts_of(kind)
        ]
        return any({frozenset(one.points), frozenset(other.points)} == {*half} for half in halves)

    def _is_more(self, match: re.Match[str], one: Thing, other: Thing) -> bool | None:
        if "point" in {one.sort, other.sort}:
            pairs = self._angles(one, other)
            if len(pairs) != 1 or match["name"] is not None:
                return None
            one, other = pairs[0]
        first, second = one, other
        name = match["name"]
        if name is not None and name.isupper():
            if set(name) <= set(other.points) and not set(name) <= set(one.points):
                first, second = second, first
            elif not set(name) <= set(one.points):
                return None
        order = self._figure.order(first, second)
        return None if order is None else order == (-1 if match["more"].lower() in _SMALLER else 1)

    def _is_times(self, factor: float, one: Thing, other: Thing) -> bool | None:
        ratio = self._figure.ratio(one, other)
        return None if ratio is None else abs(ratio - factor) <= SAME * factor

    def _make(self, total: float, one: Thing, other: Thing) -> bool | None:
        if total in {180.0, 90.0} and one.sort == "angle":
            return self._terms.fits_pair("supplementary" if total == 180.0 else "complementary", one, other)
        sizes = self._figure.size(one), self._figure.size(other)
        return None if sizes[0] is None or sizes[1] is None else abs(sizes[0] + sizes[1] - total) <= SAME * total

    def _hangs(self, text: str, one: Thing, other: Thing) -> bool | None:
        is_right = _PERPENDICULAR.fullmatch(text) is not None
        hang = _HANG.fullmatch(text)
        if one.sort == other.sort == "line" and (is_right or (hang is not None and hang["how"].lower() == "parallel")):
            turn = abs(self._figure.direction(one) - self._figure.direction(other))
            return abs(turn - 90) < 0.01 if is_right else min(turn, 180 - turn) < 0.01
        if hang is not None and one.sort == other.sort == "figure" and hang["how"].lower() in {"similar", "congruent"}:
            return True if self._is_fact(hang["how"].lower(), one, other) else None
        return None

    @staticmethod
    def general(subject: str, text: str) -> str | None:
        """Return what is said of all parts of a kind as a sentence: ``opposite angles in a parallelogram are equal``."""
        if _EQUAL.fullmatch(text):
            return f"{subject} are equal"
        total = _TOTAL.fullmatch(text) or re.fullmatch(
            r"together (?:they )?(?:are|make|give|have) (?P<n>\d+)", text, re.IGNORECASE
        )
        return None if total is None else f"{subject} add up to {total['n']}"

    # what a line does

    def _is_halved(self, asked: Asked) -> bool | None:
        """Judge whether a line halves what it is said to, an angle or another line."""
        things = self._things(asked.text)
        if len(things) == 1 and things[0].sort == "line" and re.search(r"\bangle\b", asked.question):
            things += self._angle_of(things[0])
        if len(things) != 2 or things[0].sort != "line":
            return None
        line, other = things
        if other.sort == "angle":
            inner = [point for point in self._figure.diagram.line(*line.points) if point != other.vertex]
            if other.vertex not in self._figure.diagram.line(*line.points):
                return None
            pairs = [
                (Thing("angle", (other.points[0], other.vertex, point)), Thing("angle", (point, other.vertex, other.points[2])))
                for point in inner
            ]
            found = [self._figure.order(*pair) for pair in pairs]
            return True if 0 in found else None if None in found or not found else False
        return self._is_halved_line(line, other)

    def _angle_of(self, line: Thing) -> list[Thing]:
        """Return the angle of a triangle from whose corner a line runs to the opposite side."""
        found = {}
        for outline in self._figure.outlines:
            for corner in self._figure.corners(outline) if len(outline) == 3 else ():
                end = next((point for point in line.points if point != corner.vertex), "")
                if corner.vertex in line.points and self._figure.diagram.is_between(corner.points[0], end, corner.points[2]):
                    found[self._figure.key(corner)] = corner
        return list(found.values()) if len(found) == 1 else []

    def _is_halved_line(self, line: Thing, other: Thing) -> bool | None:
        if other.sort != "line":
            return None
        through = set(self._figure.diagram.line(*line.points)) & set(self._figure.diagram.line(*other.points)) - set(other.points)
        if len(through) != 1:
            return None
        (middle,) = through
        order = self._figure.order(Thing("line", (other.points[0], middle)), Thing("line", (middle, other.points[1])))
        return None if order is None else order == 0


def _only_pair(things: Sequence[Thing]) -> tuple[Thing, Thing] | None:
    """Return the two angles among parts, or the two of the only other sort that has two."""
    for sort in ("angle", "line", "arc"):
        several = [thing for thing in things if thing.sort == sort]
        if len(several) == 2:
            return several[0], several[1]
        if several and sort == "angle":
            return None
    return None


def _corner(thing: Thing) -> tuple[str, ...]:
    """Return the point at which a corner lies."""
    return thing.points if thing.sort == "point" else (thing.vertex,) if thing.sort == "angle" else ()


def _total(text: str) -> float | None:
    """Return what two parts are said to make: degrees, or those of ``half a circle``."""
    if (total := _TOTAL.fullmatch(text)) is not None:
        return float(total["n"])
    turn = _PARTS_OF_TURN.fullmatch(text)
    word = "" if turn is None else turn["w"].lower()
    return None if turn is None else 90.0 if "right" in word else 360.0 if re.search("whole|full", word) else 180.0


def _factor(words: str) -> float:
    number = re.match(r"\d+(?:\.\d+)?", words)
    return float(number[0]) if number is not None else _FACTORS[words]
