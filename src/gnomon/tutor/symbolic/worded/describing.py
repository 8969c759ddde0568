"""What a question says of the part that it asks for, as conditions on parts: ``is across from S``, ``is the longest``, ``both share``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gnomon.packaged import packaged_yaml
from gnomon.tutor.symbolic.truth import SAME
from gnomon.tutor.symbolic.worded.terms import Terms, terms_in
from gnomon.tutor.symbolic.worded.things import Figure, Thing, thing_of

Test = Callable[[Sequence[Thing]], "bool | None"]
"""Of all parts that an answer names."""
_PLAIN = frozenset(packaged_yaml(__package__, "describing.yaml")["plain"].split())
_SIZE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?: ?(?:°|degrees?|cm|dm|mm|km|m)\b|°)?(?![\w/²])")
_REF = r"(?:the )?(?:angle |side |line |point |corner |vertex |segment |arc |one |angles |sides )?(?:at )?§(\d+)"
_RANKED = re.compile(r"\b(?:in |of )?the (bigger|larger|big|large|smaller|small|little) (?:triangle|one)\b")
_MARK = re.compile(r"§(\d+)")


class Marked(NamedTuple):
    """A text with its names and sizes put as marks, in lower case."""

    text: str
    things: tuple[tuple[Thing, ...], ...]
    """What each mark may mean."""
    sizes: dict[int, float]
    """Of the marks that are sizes."""


class Described(NamedTuple):
    """What is asked for."""

    tests: tuple[Test, ...]
    domain: tuple[Thing, ...]
    """The parts from which one is to be picked; none where the question names no such parts."""
    figure: tuple[str, ...] | None
    """Corners of the figure in which it lies."""
    is_whole: bool
    """Whether everything that the question says was read."""


def marked(figure: Figure, text: str) -> Marked:
    """Put marks for the names and sizes of parts in a text."""
    spans: list[tuple[int, int, tuple[Thing, ...]]] = [(m.start(), m.end(), (thing,)) for m, thing in figure.names_in(text)]
    for match in _SIZE.finditer(text):
        stated = figure.stated(float(match[1])) or figure.sized(float(match[1]))
        if stated:
            spans.append((match.start(), match.end(), tuple(stated)))
    right = [Thing("angle", angle.points) for angle in figure.scene.right_angles]
    for match in re.finditer(r"\b(?:opposite|across from|opposite from|opposite to|facing|next to) ((?:the|that|its|a|our) right angle\b)", text, re.IGNORECASE) if right else ():
        spans.append((match.start(1), match.end(1), tuple(right)))
    spans.sort()
    out, at, things = "", 0, []
    sizes: dict[int, float] = {}
    for start, end, meant in spans:
        if (number := re.match(r"\d+(?:\.\d+)?", text[start:end])) is not None:
            sizes[len(things)] = float(number[0])
        out += text[at:start].lower() + f"§{len(things)}"
        things.append(meant)
        at = end
    return Marked(out + text[at:].lower(), tuple(things), sizes)


class Describing:
    """Reads descriptions.

    Args:
        figure: of the problem.
        terms: of its parts.
    """

    def __init__(self, figure: Figure, terms: Terms) -> None:
        self._figure = figure
        self._terms = terms

    def described(self, text: str, sort: str, before: str = "") -> Described:
        """Return what a question says of a part of a sort (``line``, ``angle``, ``point``, ``arc``, ``figure``)."""
        text = self._with_names(text, before)
        tests: list[Test] = []
        if (number := re.search(r"\b(?:is|are|measures?|has|equals) (?:the )?(\d+(?:\.\d+)?) ?(?:°|degrees|cm|m)?$", text)) is not None and sort:
            tests.append(self._sized(float(number[1])))
            text = text[: number.start()]
        said = marked(self._figure, text)
        rest = said.text
        if sort == "angle" and (middle := re.search(r"\b(?:lies |is |sits )*(?:between the other two|in the middle)\b", rest)) is not None:
            tests.append(self._is_middle)
            rest = rest.replace(middle[0], " ")
        inside, rest = self._figure_in(said, rest)
        if inside is None and (ranked := self._ranked(rest)) is not None:
            inside, rest = ranked, _RANKED.sub(" ", rest)
        if re.search(r"\b(?:opposite|across)\b(?! (?:from |to |of )?(?:the )?(?:\w+ )?(?:at )?§)", rest) and (test := self._opposite_of_before(before, inside)) is not None:
            tests.append(test)
            rest = re.sub(r"\b(?:opposite|across)\b", " ", rest)
        if (between := re.search(r"\b(?:is |lies )?(?:between|enclosed by|included by|formed by|made by) (?:the |its )?(?:two )?(?:(?:known|given|equal)(?: ones| sides| lines)?|(?:sides|lines) (?:that )?(?:we|you) know|sides (?:that are )?given)", rest)) is not None:
            tests.append(self._between_given(is_equal="equal" in between[0]))
            rest = rest.replace(between[0], " ")
        for pattern, build in self._readers(sort, inside, before):
            while (match := pattern.search(rest)) is not None:
                test = build([said.things[int(each)] for each in match.groups() if each is not None and each.isdigit()], match)
                rest = rest[: match.start()] + " " + rest[match.end() :]
                if test is not None:
                    tests.append(test)
        if sort and not tests and (test := self._number_before(text, before)) is not None:
            tests.append(test)
            rest = ""
        domain = [things[0] for at, things in enumerate(said.things) if f"§{at}" in rest and self._is_of(things[0], sort)]
        family = {"line": "line", "angle": "angle", "figure": "figure", "point": "point"}.get(sort)
        if family is not None:
            rest = self._term_tests(rest, family, tests, inside or self._figure_before(f"{before} {text}"))
        if inside is None:
            inside = self._figure_before(f"{before} {text}")
        if not domain:
            domain = self._spoken(said.text, sort, before)
        return Described(tuple(tests), tuple(domain), inside, self._is_read(rest))

    def _sized(self, size: float) -> Test:
        return lambda parts: _all(None if (found := self._figure.size(part)) is None else close(found, size) for part in parts)

    def _with_names(self, text: str, before: str) -> str:
        """Return a question about ``it`` with the name of what was spoken of, where that is one part."""
        place = r"\b(?:that|the same) (?:place|position|spot)\b(?! as)"
        if re.search(place, text) is not None and (first := self._first(before)):
            return re.sub(place, f"the same position as {first}", text)
        if self._figure.names_in(text) or re.search(r"\b(?:its|it|it's)\b", text) is None:
            return text
        first = self._first(before)
        return re.sub(r"\bits\b|\bit\b", first, text, count=1) if first else text

    def _first(self, before: str) -> str:
        """Return the name or size of the part of which the sentence before speaks; empty where it speaks of none."""
        sentence = re.split(r"(?<=[.!?:]) ", before.strip())[-1]
        found = [(match.start(), match[0]) for match, thing in self._figure.names_in(sentence) if thing.sort in {"line", "angle", "point"}]
        found += [(match.start(), match[0]) for match in _SIZE.finditer(sentence) if self._figure.stated(float(match[1]))]
        return min(found)[1] if found else ""

    def _is_middle(self, parts: Sequence[Thing]) -> bool | None:
        """Whether an angle lies between two others at its corner."""
        spoken = [thing for part in self._figure.scene.spoken_of if (thing := thing_of(part)) is not None and thing.sort == "angle"]
        if len(parts) != 1 or parts[0].sort != "angle" or len(spoken) != 3 or len({each.vertex for each in spoken}) != 1:
            return None
        beside = [self._is_beside(each, other, None) for each in spoken for other in spoken if each != other]
        if beside.count(True) != 4:  # all around a point
            return None
        inner = [each for each in spoken if all(self._is_beside(each, other, None) for other in spoken if each != other)]
        return self._figure.are_same(parts[0], inner[0]) if len(inner) == 1 else None

    def _spoken(self, text: str, sort: str, before: str) -> list[Thing]:
        """Return the parts that are compared: those named before, or as many as the problem speaks of."""
        count = next((at for at, words in ((2, r"\b(?:two|both)\b|\b(?:bigger|larger|wider|longer|smaller|shorter)\b"), (3, r"\bthree\b"), (4, r"\bfour\b")) if re.search(words, text)), 0)
        named = list({self._figure.key(thing): thing for _, thing in self._figure.names_in(before) if thing.sort == sort}.values())
        if count and len(named) == count:
            return named
        spoken = [thing for part in self._figure.scene.spoken_of if (thing := thing_of(part)) is not None and thing.sort == sort]
        return spoken if count > 2 and len(spoken) == count else []

    def _number_before(self, text: str, before: str) -> Test | None:
        """Return ``has that size`` for ``You got 180 - 68 = 112. Which angle is that``."""
        match = re.search(r"(?<![\w.])(\d+(?:\.\d+)?) ?(?:°|degrees?|cm|m)?\W*$", before)
        if match is None or re.search(r"\b(?:is|are) (?:that|this|it)$|\b(?:that|this|it) (?:belong|is)\b", text.strip()) is None:
            return None
        size = float(match[1])
        return lambda parts: _all(None if (found := self._figure.size(part)) is None else close(found, size) for part in parts)

    def _opposite_of_before(self, before: str, inside: tuple[str, ...] | None) -> Test | None:
        things = {self._figure.key(thing): thing for _, thing in self._figure.names_in(before) if thing.sort in {"point", "angle"}}
        if len(things) != 1:
            return None
        (other,) = things.values()
        return lambda parts: _all(self._is_opposite(part, other, inside) for part in parts)

    def _between_given(self, *, is_equal: bool) -> Test:
        """Return ``lies between the two sides`` that are given, or equal."""

        def test(parts: Sequence[Thing]) -> bool | None:
            found = [self._is_between_given(part, is_equal=is_equal) for part in parts]
            return _all(found)

        return test

    def _is_between_given(self, part: Thing, *, is_equal: bool) -> bool | None:
        vertex = part.vertex if part.sort == "angle" else part.points[0]
        found: list[bool] = []
        for triangle in self._figure.triangles:
            sides = self._figure.sides(triangle)
            given = [side for side in sides if self._is_given(side)]
            if is_equal:
                given = next(([*pair] for pair in self._figure.pairs(sides) if self._figure.order(*pair) == 0), [])
            if len(given) == 2:
                found.append({vertex} == set(given[0].points) & set(given[1].points))
        return any(found) if found else None

    def _term_tests(self, rest: str, family: str, tests: list[Test], inside: tuple[str, ...] | None) -> str:
        kept = re.sub(r"\bright[- ]angled\b", " ", rest)
        found = [(match, term) for match, term in terms_in(kept, "angle" if family == "point" else family) if term not in {"side", "vertex"}]
        for match, term in found:
            if term == "right_angle" and "angle" not in match[0] and "90" not in match[0] and not re.search(r"\bright[- ]angles?\b", kept):
                continue  # "on the right"
            if term in {"interior", "centre", "straight", "altitude"} or (term == "leg" and "which" not in kept):
                continue
            tests.append(self._term_test(term, inside))
            kept = kept.replace(match[0], " ", 1)
        return re.sub(r"\bright[- ]angles?\b", " ", kept) if any(term == "right_angle" for _, term in found) else kept

    def _term_test(self, term: str, inside: tuple[str, ...] | None) -> Test:
        def test(parts: Sequence[Thing]) -> bool | None:
            return _all(self._fits(term, part, inside) for part in parts)

        return test

    def _fits(self, term: str, part: Thing, inside: tuple[str, ...] | None) -> bool | None:
        if part.sort != "point" or term in {"midpoint", "centre"}:
            return self._terms.fits(term, part, inside or ())
        corners = self._figure.corners(inside) if inside is not None else self._figure.at_vertex(part.points[0])
        return _any(self._terms.fits(term, corner) for corner in corners if corner.vertex == part.points[0])

    @staticmethod
    def _is_of(thing: Thing, sort: str) -> bool:
        return thing.sort == sort or (sort == "point" and thing.sort == "angle") or not sort

    def _is_read(self, rest: str) -> bool:
        words = re.findall(r"[a-zäöü']+", _MARK.sub(" ", rest))
        return all(word in _PLAIN or word in self._figure.words for word in words)

    def _figure_in(self, said: Marked, rest: str) -> tuple[tuple[str, ...] | None, str]:
        """Return the figure in which a part lies, and the text without that."""
        pattern = re.compile(r"(?:\b(?:in|of|inside|from) )?(?:the )?(?:\w+ )?(?:right[- ]angled |isosceles )?(?:triangle|quadrilateral|parallelogram|kite|trapezoid|rectangle|square|figure) §(\d+)")
        for match in pattern.finditer(rest):
            thing = said.things[int(match[1])][0]
            if len(thing.points) >= 3:
                return self._figure.polygon(thing.points), rest[: match.start()] + " " + rest[match.end() :]
        for match in re.finditer(r"\b(?:in|inside|sides? of|angles? of|corners? of) §(\d+)", rest):
            thing = said.things[int(match[1])][0]
            if thing.sort == "figure" or (thing.sort == "angle" and frozenset(thing.points) in map(frozenset, self._figure.triangles)):
                return self._figure.polygon(thing.points), rest[: match.start()] + " " + rest[match.end() :]
        return None, rest

    def _figure_before(self, before: str) -> tuple[str, ...] | None:
        found = re.findall(r"(?:triangle|quadrilateral|parallelogram|kite|trapezoid),? ([A-Z]{3,4})\b", before)
        named = [self._figure.named(name, "triangle") for name in found]
        if named and named[-1] is not None:
            return self._figure.polygon(named[-1].points)
        return self._figure.outlines[0] if len(self._figure.outlines) == 1 else self._ranked(before)

    def _ranked(self, text: str) -> tuple[str, ...] | None:
        """Return ``the bigger triangle``, where there are two that the problem names."""
        match = _RANKED.search(text.lower())
        triangles = [Thing("figure", each) for each in self._figure.diagram.polygons if len(each) == 3]
        if match is None or len(triangles) != 2:
            return None
        order = self._figure.order(*triangles)
        if order not in {1, -1}:
            return None
        is_first = (order == 1) is (match[1] in {"bigger", "larger", "big", "large"})
        return triangles[0 if is_first else 1].points

    # the conditions

    def _readers(self, sort: str, inside: tuple[str, ...] | None, before: str) -> Iterator[tuple[re.Pattern[str], Callable[..., Test | None]]]:
        """Yield patterns of conditions with what makes a test of the parts that they name."""

        def each(check: Callable[[Thing, Thing], bool | None]) -> Callable[..., Test]:
            def build(marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test:
                return lambda parts: _all(_any(check(part, other) for other in marks[0]) for part in parts)

            return build

        figure = self._figure
        opposite = each(lambda part, other: self._is_opposite(part, other, inside))
        beside = each(lambda part, other: self._is_beside(part, other, inside))
        yield re.compile(rf"(?:corresponding|alternate|alternating|vertical|co-?interior) (?:angle |one )?(?:to|of|for) {_REF}"), self._paired
        yield re.compile(r"(?:is |lies |lie |runs )?(?P<how>outside|inside)(?: of)? the (?:circle|pond|wheel)\b"), lambda _m, match: self._by_circle(match["how"])
        yield re.compile(rf"(?:in|at|has|sits in) (?:the same|that|the corresponding) (?:position|place|spot)(?: as)? {_REF}(?: is| sits| has)?(?: at §\d+)?"), self._corresponding
        yield re.compile(rf"(?:{_REF}(?:'s)? |its )(?P<t>alternate|corresponding|vertical|co-?interior)(?: angle| one| partner)?"), self._paired
        yield re.compile(rf"{_REF}(?:'s)? (?:partner|counterpart|match|image|copy)"), each(self._is_partner)
        yield re.compile(rf"(?:the )?(?:remote|far|non-adjacent)(?: ones| inside| interior| inner| angles)* (?:for|of|to|from) {_REF}"), self._remote
        if sort == "figure":
            yield re.compile(r"(?:do |can |could |should )?(?:you|we) (?:use|apply) (?:the )?(?:theorem of )?pythagoras\w*(?: theorem)?(?: in)?"), lambda _m, _match: self._term_test("right_triangle", None)
        yield re.compile(rf"(?:directly |right |lies |lie |sits |is )*(?:opposite|across|facing|faces|looks at|on the other side)(?: from| to| of)? {_REF}"), opposite
        yield re.compile(rf"(?:is |lies |lie |sits |right |directly |just )*(?:next|adjacent|beside|neighbou?r\w*|touches|touching)(?: to| of| door to)? {_REF}"), beside
        yield re.compile(
            rf"(?:is |are |just |must be |exactly )*(?:as (?:big|large|long|wide|great|much) as|equal to|equals?|the same (?:size |length |measure )?as|same (?:size |length )?as|congruent to) {_REF}"
        ), each(lambda part, other: None if figure.are_same(part, other) else _is_zero(figure.order(part, other)))
        yield re.compile(rf"(?:is |does )?(?:correspond\w*|match(?:es|ing)?|partner\w*|belongs?|pairs?|counterpart|copy|goes|go|lines? up|image)(?: up)?(?: to| of| with| for)? {_REF}"), each(self._is_partner)
        yield re.compile(rf"{_REF} (?:correspond\w*|match(?:es|ing)?|belongs?|pairs?|goes|go)(?: up)?(?: to| with)?"), each(self._is_partner)
        yield re.compile(rf"(?:is |runs? |lies |are )*parallel (?:to|with) {_REF}"), each(self._is_parallel)
        yield re.compile(rf"(?:is |stands? )*(?:perpendicular|at right angles|at a right angle) (?:to|with|on) {_REF}"), each(self._is_perpendicular)
        yield re.compile(rf"(?:lies |is |sits |just )*between (?:the )?(?:sides )?{_REF} and {_REF}|made by {_REF} and {_REF}"), self._between
        yield re.compile(rf"{_REF} (?:is |equals )?the sum of (?:which )?two(?: of the)?(?: inside| interior| inner| remote)?(?: ones| angles)?|add(?:s)? up to {_REF}|(?:make|give)s? {_REF} together"), self._summing
        yield re.compile(r"(?:has the |is the |are the |turns out to be |the )*(?P<more>longest|largest|biggest|greatest|widest|smallest|shortest|sharpest|narrowest|bigger|larger|wider|longer|smaller|shorter)\b(?! than)(?: one)?"), lambda _m, match: self._extreme(match["more"], sort, inside, self._spoken(f"{match.string} {match['more']}", sort, before))
        yield re.compile(r"(?:do |the |two |both |triangles? )*(?:have |is |are )*(?:shares? (?:one |a )?(?:side)?|belongs? to both|(?:is )?part of both|lies in both|sides? of both|shared|in common|common)(?: (?:by|to) both)?(?: triangles)?"), lambda _m, _match: self._shared
        yield re.compile(r"(?:are |is |must be |have |has |the )*(?:(?:also |as well )?(?:equal(?:ly)?(?: (?:long|big|large|as well|too))?|the same(?: (?:length|size))?|same (?:length|size)|alike|congruent)|equal ones)\b(?: as well| too)?"), lambda _m, _match: self._equal
        yield re.compile(r"(?:are |is |the )*parallel(?: ones| lines| sides)?\b(?: to each other)?"), lambda _m, _match: self._parallel
        yield re.compile(r"(?:is |are |do |does |does the |the )*(?:not |isn't |aren't )(?:in the text|given|known|told)|\b(?:unknown|missing)\b|(?:we )?(?:don't|do not) know(?: yet)?|(?:do )?(?:we|you) not (?:yet )?know(?: yet)?|still (?:missing|unknown)"), lambda _m, _match: self._unknown
        yield re.compile(r"(?:do |does |can |did )?(?:we |you |the (?:text|problem) )?(?:already )?(?:is |are |was )?(?:given|known|know|told|tell|gives?|read straight off|read off)(?: already)?(?: (?:to )?us)?(?: (?:in|by|straight off|off) the (?:text|problem))?(?: already)?(?: as)?"), lambda _m, _match: self._given
        yield re.compile(r"(?:are |do |is )?(?:we |you )?(?:looking for|after|want(?: to find)?|asked for|asked|sought|need to find|have to find|searching)"), lambda _m, _match: self._sought

    def _paired(self, marks: Sequence[tuple[Thing, ...]], match: re.Match[str]) -> Test | None:
        term = next((term for _, term in terms_in(match[0], "pair")), "")
        if not marks or not term:
            return None
        return lambda parts: _all(_any(self._terms.fits_pair(term, part, other) for other in marks[0]) for part in parts)

    def _by_circle(self, how: str) -> Test:
        """Return ``lies outside the circle``, of a segment whose middle does."""

        def test(parts: Sequence[Thing]) -> bool | None:
            if len(self._figure.diagram.circles) != 1 or any(part.sort not in {"line", "point"} for part in parts):
                return None
            ((centre, on),) = self._figure.diagram.circles.items()
            at = self._figure.diagram.at
            radius = math.dist(at[centre], at[on[0]])
            apart = [math.dist(at[centre], self._figure.place(part)) for part in parts]
            ends = [math.dist(at[centre], at[point]) for part in parts for point in part.points]
            if any(abs(each - radius) < 1e-3 * radius for each in apart):
                return None
            is_crossing = min(ends) < radius * 0.999 and max(ends) > radius * 1.001
            return None if is_crossing else all((each > radius) is (how == "outside") for each in apart)

        return test

    def _corresponding(self, marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test:
        return lambda parts: _all(_any(self._terms.fits_pair("corresponding", part, other) for other in marks[0]) for part in parts)

    def _remote(self, marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test:
        """Return ``are the inner angles far from it``, of an outside angle."""

        def test(parts: Sequence[Thing]) -> bool | None:
            outer = marks[0][0]
            if outer.sort != "angle" or len(parts) != 2 or not self._terms.fits("exterior", outer):
                return None
            vertices = {part.vertex if part.sort == "angle" else part.points[0] for part in parts}
            return any(outer.vertex in triangle and vertices == {*triangle} - {outer.vertex} for triangle in self._figure.triangles)

        return test

    def _is_opposite(self, part: Thing, other: Thing, inside: tuple[str, ...] | None) -> bool | None:
        if part.sort == "angle" and other.sort in {"angle", "point"}:
            if other.sort == "angle" and self._terms.fits_pair("vertical", part, other):
                return True
            one, two = part.vertex, other.vertex if other.sort == "angle" else other.points[0]
            return self._are_facing(one, two)
        if part.sort == "line" and other.sort in {"angle", "point"}:
            corners = [*other.points] if other.sort == "angle" else [*(inside or ())]
            vertex = other.vertex if other.sort == "angle" else other.points[0]
            return self._faces(part, vertex, self._triangles(corners, vertex, inside))
        if part.sort in {"angle", "point"} and other.sort == "line":
            vertex = part.vertex if part.sort == "angle" else part.points[0]
            return self._faces(other, vertex, self._triangles([*(inside or ())], vertex, inside))
        if part.sort == "point" and other.sort in {"point", "angle"}:
            return self._are_facing(part.points[0], other.points[0] if other.sort == "point" else other.vertex)
        if part.sort == other.sort == "line":
            for outline in self._figure.diagram.polygons:
                sides = [frozenset(side.points) for side in self._figure.sides(outline)]
                if len(outline) == 4 and frozenset(part.points) in sides and frozenset(other.points) in sides:
                    return abs(sides.index(frozenset(part.points)) - sides.index(frozenset(other.points))) == 2
        return None

    def _triangles(self, corners: Sequence[str], vertex: str, inside: tuple[str, ...] | None) -> list[tuple[str, ...]]:
        if inside is not None and len(inside) == 3 and vertex in inside:
            return [inside]
        exact = [each for each in self._figure.triangles if set(each) == set(corners)]
        return exact or [each for each in self._figure.triangles if vertex in each]

    @staticmethod
    def _faces(line: Thing, vertex: str, triangles: Sequence[tuple[str, ...]]) -> bool | None:
        fits = [set(line.points) == set(each) - {vertex} for each in triangles]
        return None if not fits else any(fits)

    def _are_facing(self, one: str, two: str) -> bool | None:
        found = [
            abs(outline.index(one) - outline.index(two)) == 2
            for outline in self._figure.outlines
            if len(outline) == 4 and one in outline and two in outline
        ]
        return any(found) if found else None

    def _is_beside(self, part: Thing, other: Thing, inside: tuple[str, ...] | None) -> bool | None:
        if part.sort == "angle" and other.sort == "angle":
            if self._figure.are_same(part, other):
                return False
            if part.vertex == other.vertex:
                rays = [{self._figure.diagram.ray(each.vertex, end) for end in (each.points[0], each.points[2])} for each in (part, other)]
                return bool(rays[0] & rays[1])
            return self._are_neighbours(part.vertex, other.vertex)
        if part.sort == "line" and other.sort in {"angle", "point"}:
            vertex = other.vertex if other.sort == "angle" else other.points[0]
            if vertex not in part.points:
                return False
            return True if not self._terms.fits("hypotenuse", part) else None
        points = [each.vertex if each.sort == "angle" else each.points[0] for each in (part, other)]
        return self._are_neighbours(*points) if part.sort in {"point", "angle"} and other.sort in {"point", "angle"} else None

    def _are_neighbours(self, one: str, two: str) -> bool | None:
        found = [
            abs(outline.index(one) - outline.index(two)) in {1, len(outline) - 1}
            for outline in self._figure.outlines
            if one in outline and two in outline
        ]
        return any(found) if found else None

    def _is_partner(self, part: Thing, other: Thing) -> bool | None:
        if not self._figure.facts_of("congruent", "similar"):
            return None
        partner = self._figure.partner(other)
        if partner is None and part.sort == "angle" and other.sort == "point":
            partner = self._figure.partner(other)
        if partner is None:
            return None
        if part.sort != partner.sort:
            return None
        return self._figure.are_same(part, partner)

    def _is_parallel(self, part: Thing, other: Thing) -> bool | None:
        if part.sort != "line" or other.sort != "line":
            return None
        return self._figure.diagram.are_parallel(*part.points, *other.points) and set(self._figure.diagram.line(*part.points)) != set(
            self._figure.diagram.line(*other.points)
        )

    def _is_perpendicular(self, part: Thing, other: Thing) -> bool | None:
        if part.sort != "line" or other.sort != "line":
            return None
        turn = abs(self._figure.direction(part) - self._figure.direction(other))
        return abs(turn - 90) < 0.01

    def _between(self, marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test | None:
        one, other = marks[0][0], marks[1][0]
        if one.sort != "line" or other.sort != "line":
            return None
        common = set(one.points) & set(other.points)
        if len(common) != 1:
            return None
        (vertex,) = common
        ends = [next(point for point in line.points if point != vertex) for line in (one, other)]
        angle = Thing("angle", (ends[0], vertex, ends[1]))
        return lambda parts: _all(
            self._figure.are_same(part, angle) if part.sort == "angle" else part.points == (vertex,) if part.sort == "point" else None
            for part in parts
        )

    def _extreme(self, word: str, sort: str, inside: tuple[str, ...] | None, spoken: Sequence[Thing]) -> Test | None:
        is_small = word in {"smallest", "shortest", "sharpest", "narrowest", "smaller", "shorter"}

        def test(parts: Sequence[Thing]) -> bool | None:
            among = spoken or self.among(sort, inside, parts)
            if len(parts) != 1 or not among:
                return None
            part = parts[0]
            if not any(self._figure.are_same(part, other) for other in among) and part.sort != "point":
                return None
            if part.sort == "point":
                part = next((angle for angle in among if angle.vertex == part.points[0]), part)
            orders = [self._figure.order(part, other) for other in among if not self._figure.are_same(part, other)]
            wanted = -1 if is_small else 1
            return False if -wanted in orders else None if None in orders or 0 in orders or not orders else True

        return test

    def among(self, sort: str, inside: tuple[str, ...] | None, parts: Sequence[Thing] = ()) -> list[Thing]:
        """Return the parts of a sort of the figure that is spoken of; of the only one where none is named."""
        outline = inside
        if outline is None and len(self._figure.outlines) == 1:
            outline = self._figure.outlines[0]
        if outline is None:
            return []
        if sort in {"angle", "point"}:
            return self._figure.corners(outline)
        sides = self._figure.sides(outline)
        is_of = all(any(self._figure.are_same(part, side) for side in sides) for part in parts)
        return sides if sort == "line" and is_of else []

    def _summing(self, marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test:
        """Return ``make that together``: of an outside angle the two inner ones far from it."""

        def test(parts: Sequence[Thing]) -> bool | None:
            sizes = [self._figure.size(part) for part in parts]
            wanted = [size for other in marks[0] if (size := self._figure.size(other)) is not None]
            if len(parts) < 2 or None in sizes or not wanted:
                return None
            return any(close(sum(filter(None, sizes)), size) for size in wanted)

        return test

    def _shared(self, parts: Sequence[Thing]) -> bool | None:
        """Whether one side belongs to two triangles, or to the two that there are."""
        if any(part.sort != "line" for part in parts):
            return None
        polygons = [frozenset(each) for each in self._figure.diagram.polygons if len(each) == 3]
        outlines = polygons if len(polygons) > 1 else [frozenset(each) for each in self._figure.triangles]
        return _all(sum(set(part.points) <= outline for outline in outlines) > 1 for part in parts)

    def _equal(self, parts: Sequence[Thing]) -> bool | None:
        if len(parts) < 2:
            return None
        return _all(_is_zero(self._figure.order(parts[0], part)) for part in parts[1:])

    def _parallel(self, parts: Sequence[Thing]) -> bool | None:
        return None if len(parts) < 2 else _all(self._is_parallel(parts[0], part) for part in parts[1:])

    def _given(self, parts: Sequence[Thing]) -> bool | None:
        return _all(self._is_given(part) for part in parts)

    def _is_given(self, part: Thing) -> bool | None:
        if part.expression is None:
            return None
        named = self._figure.scene.canonical(part.expression)
        if named in self._figure.scene.given:
            return True
        return False if self._figure.size(part) is not None and named not in self._figure.scene.deduction.definitions else None

    def _unknown(self, parts: Sequence[Thing]) -> bool | None:
        found = self._given(parts)
        return None if found is None else not found

    def _sought(self, parts: Sequence[Thing]) -> bool | None:
        goal = self._figure.scene.proof.goal if self._figure.scene.proof is not None else None
        if goal is None or len(parts) != 1 or parts[0].expression is None:
            return None
        return self._figure.scene.canonical(parts[0].expression) == self._figure.scene.canonical(goal)


def _is_zero(order: int | None) -> bool | None:
    return None if order is None else order == 0


def _all(found: Iterator[bool | None] | Sequence[bool | None] | object) -> bool | None:
    values = list(found)  # type: ignore[call-overload]
    return False if False in values else None if None in values or not values else True


def _any(found: Iterator[bool | None] | object) -> bool | None:
    values = list(found)  # type: ignore[call-overload]
    return True if True in values else None if None in values or not values else False


def close(one: float, other: float) -> bool:
    """Whether two sizes are the same."""
    return abs(one - other) <= SAME * max(1.0, abs(one))
