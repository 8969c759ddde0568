"""What a question says of the part that it asks for, as conditions on parts: it is across from S, it is the longest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gnomon.packaged import packaged_yaml
from gnomon.tutor.symbolic.worded.conditions import Conditions, Test, all_of, any_of, is_zero
from gnomon.tutor.symbolic.worded.marking import SIZE, Marked, marked
from gnomon.tutor.symbolic.worded.terms import terms_in
from gnomon.tutor.symbolic.worded.things import Thing, thing_of

_PLAIN = frozenset(packaged_yaml(__package__, "words.yaml")["plain"].split())
_REF = r"(?:the )?(?:angle |side |line |point |corner |vertex |segment |arc |one |angles |sides )?(?:at |of )?§(\d+)"
_RANKED = re.compile(r"\b(?:in |of )?the (bigger|larger|big|large|smaller|small|little) (?:triangle|one)\b")
_MEASURED = re.compile(r"\b(?:is|are|measures?|has|equals) (?:the )?(\d+(?:\.\d+)?) ?(?:°|degrees|cm|m)?$")
_BETWEEN_OTHERS = re.compile(r"\b(?:lies |is |sits )*(?:between the other two|in the middle)\b")
_OPPOSITE = re.compile(r"\b(?:opposite|across)\b(?! (?:from |to |of )?(?:the )?(?:\w+ )?(?:at )?§)")
_BETWEEN_GIVEN = re.compile(
    r"\b(?:is |lies )?(?:between|enclosed by|included by|formed by|made by) (?:the |its )?(?:two )?"
    r"(?:(?:known|given|equal)(?: ones| sides| lines)?|(?:sides|lines) (?:that )?(?:we|you) know|sides (?:that are )?given)"
)
_UNKNOWN = re.compile(r"\b(?:has|is|have|holds) the (?:unknown|missing|sought|wanted)(?: angle| side| one| size| length)?")
_MARK = re.compile(r"§(\d+)")


def _open(_parts: Sequence[Thing]) -> None:
    """Leave open whether a condition holds that names no parts which are known."""


class Described(NamedTuple):
    """What is asked for."""

    tests: tuple[Test, ...]
    domain: tuple[Thing, ...]
    """The parts from which one is to be picked; none where the question names no such parts."""
    figure: tuple[str, ...] | None
    """Corners of the figure in which it lies."""
    is_whole: bool
    """Whether everything that the question says was read."""


class Describing(Conditions):
    """Reads descriptions.

    Args:
        figure: of the problem.
        terms: of its parts.
    """

    def described(self, text: str, sort: str, before: str = "") -> Described:
        """Return what a question says of a part of a sort (``line``, ``angle``, ``point``, ``arc``, ``figure``)."""
        tests: list[Test]
        text, tests = self._with_names(text, before), []
        if sort and (number := _MEASURED.search(text)) is not None:
            tests.append(self._sized(float(number[1])))
            text = text[: number.start()]
        said = marked(self._figure, text)
        inside, rest = self._figure_in(said, said.text)
        if inside is None and (ranked := self._ranked(rest)) is not None:
            inside, rest = ranked, _RANKED.sub(" ", rest)
        rest = self._placed(rest, tests, sort, before, inside)
        for pattern, build in self._readers(sort, inside, before):
            while (match := pattern.search(rest)) is not None:
                test = build([said.things[int(each)] for each in match.groups() if each is not None and each.isdigit()], match)
                rest = rest[: match.start()] + " " + rest[match.end() :]
                tests.append(test or _open)
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

    def _placed(self, rest: str, tests: list[Test], sort: str, before: str, inside: tuple[str, ...] | None) -> str:
        """Take in where a part lies: ``between the other two``, ``opposite`` what was spoken of, ``between the known sides``."""
        if sort == "angle" and (middle := _BETWEEN_OTHERS.search(rest)) is not None:
            tests.append(self._is_middle)
            rest = rest.replace(middle[0], " ")
        if _OPPOSITE.search(rest) and (test := self._opposite_of_before(before, inside)) is not None:
            tests.append(test)
            rest = re.sub(r"\b(?:opposite|across)\b", " ", rest)
        if (between := _BETWEEN_GIVEN.search(rest)) is not None:
            tests.append(self._between_given(is_equal="equal" in between[0]))
            rest = rest.replace(between[0], " ")
        return rest

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
        found = [
            (match.start(), match[0])
            for match, thing in self._figure.names_in(sentence)
            if thing.sort in {"line", "angle", "point"}
        ]
        found += [(match.start(), match[0]) for match in SIZE.finditer(sentence) if self._figure.stated(float(match[1]))]
        return min(found)[1] if found else ""

    def _spoken(self, text: str, sort: str, before: str) -> list[Thing]:
        """Return the parts that are compared: those named before, or as many as the problem speaks of."""
        count = next(
            (
                at
                for at, words in (
                    (2, r"\b(?:two|both)\b|\b(?:bigger|larger|wider|longer|smaller|shorter)\b"),
                    (3, r"\bthree\b"),
                    (4, r"\bfour\b"),
                )
                if re.search(words, text)
            ),
            0,
        )
        named = list(
            {self._figure.key(thing): thing for _, thing in self._figure.names_in(before) if thing.sort == sort}.values()
        )
        if count and len(named) == count:
            return named
        spoken = [thing for part in self._figure.scene.spoken_of if (thing := thing_of(part)) is not None and thing.sort == sort]
        return spoken if count > 2 and len(spoken) == count else []

    def _term_tests(self, rest: str, family: str, tests: list[Test], inside: tuple[str, ...] | None) -> str:
        kept = re.sub(r"\bright[- ]angled\b", " ", rest)
        found = [
            (match, term)
            for match, term in terms_in(kept, "angle" if family == "point" else family)
            if term not in {"side", "vertex"}
        ]
        if family == "point":
            found += [(match, term) for match, term in terms_in(kept, "point") if term in {"midpoint", "centre"}]
        for match, term in found:
            if (
                term == "right_angle"
                and "angle" not in match[0]
                and "90" not in match[0]
                and not re.search(r"\bright[- ]angles?\b", kept)
            ):
                continue  # "on the right"
            if (
                term in {"interior", "straight", "altitude"}
                or (term == "centre" and "circle" not in kept and "is the" not in kept)
                or (term == "leg" and "which" not in kept)
            ):
                continue
            tests.append(self._term_test(term, inside))
            kept = kept.replace(match[0], " ", 1)
        return re.sub(r"\bright[- ]angles?\b", " ", kept) if any(term == "right_angle" for _, term in found) else kept

    @staticmethod
    def _is_of(thing: Thing, sort: str) -> bool:
        return thing.sort == sort or (sort == "point" and thing.sort == "angle") or not sort

    def _is_read(self, rest: str) -> bool:
        words = re.findall(r"[a-zäöü']+", _MARK.sub(" ", rest))
        return all(word in _PLAIN or word in self._figure.words for word in words)

    def _figure_in(self, said: Marked, rest: str) -> tuple[tuple[str, ...] | None, str]:
        """Return the figure in which a part lies, and the text without that."""
        pattern = re.compile(
            r"(?:\b(?:in|of|inside|from) )?(?:the )?(?:\w+ )?(?:right[- ]angled |isosceles )?(?:triangle"
            r"|quadrilateral|parallelogram|kite|trapezoid|rectangle|square|figure) §(\d+)"
        )
        for match in pattern.finditer(rest):
            thing = said.things[int(match[1])][0]
            if len(thing.points) >= 3:
                return self._figure.polygon(thing.points), rest[: match.start()] + " " + rest[match.end() :]
        for match in re.finditer(r"\b(?:in|inside|sides? of|angles? of|corners? of) §(\d+)", rest):
            thing = said.things[int(match[1])][0]
            if thing.sort == "figure" or (
                thing.sort == "angle" and frozenset(thing.points) in map(frozenset, self._figure.triangles)
            ):
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

    def _readers(
        self, sort: str, inside: tuple[str, ...] | None, before: str
    ) -> Iterator[tuple[re.Pattern[str], Callable[..., Test | None]]]:
        """Yield patterns of conditions with what makes a test of the parts that they name."""

        def each(check: Callable[[Thing, Thing], bool | None]) -> Callable[..., Test]:
            def build(marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test:
                return lambda parts: all_of(any_of(check(part, other) for other in marks[0]) for part in parts)

            return build

        figure = self._figure
        opposite = each(lambda part, other: self._is_opposite(part, other, inside))
        beside = each(self._is_beside)
        yield (
            re.compile(rf"(?:corresponding|alternate|alternating|vertical|co-?interior) (?:angle |one )?(?:to|of|for) {_REF}"),
            self._paired,
        )
        yield (
            re.compile(r"(?:is |lies |lie |runs )?(?P<how>outside|inside)(?: of)? the (?:circle|pond|wheel)\b"),
            lambda _m, match: self._by_circle(match["how"]),
        )
        yield (
            re.compile(
                rf"(?:in|at|has|sits in) (?:the same|that|the corresponding) (?:position"
                rf"|place|spot)(?: as)? {_REF}(?: is| sits| has)?(?: at §\d+)?"
            ),
            self._corresponding,
        )
        yield (
            re.compile(rf"(?:{_REF}(?:'s)? |its )(?P<t>alternate|corresponding|vertical|co-?interior)(?: angle| one| partner)?"),
            self._paired,
        )
        yield _UNKNOWN, lambda _m, _match: self._is_sought
        yield re.compile(rf"{_REF}(?:'s)? (?:partner|counterpart|match|image|copy)"), each(self._is_partner)
        yield (
            re.compile(
                rf"(?:the )?(?:remote|far|non-adjacent)(?: ones| inside| interior| inner| angles)* (?:for|of|to|from) {_REF}"
            ),
            self._remote,
        )
        if sort == "figure":
            yield (
                re.compile(
                    r"(?:do |can |could |should )?(?:you|we) (?:use|apply) (?:the"
                    r" )?(?:theorem of )?pythagoras\w*(?: theorem)?(?: in)?"
                ),
                lambda _m, _match: self._term_test("right_triangle", None),
            )
        yield (
            re.compile(
                rf"(?:directly |right |lies |lie |sits |is )*(?:opposite|across(?: the \w+(?= from))?|facing"
                rf"|faces|looks at|on the other side)(?: from| to| of)? {_REF}"
            ),
            opposite,
        )
        yield (
            re.compile(
                rf"(?:is |lies |lie |sits |right |directly |just )*(?:next|adjacent|beside"
                rf"|neighbou?r\w*|touches|touching)(?: to| of| door to)? {_REF}"
            ),
            beside,
        )
        yield (
            re.compile(
                rf"(?:is |are |just |must be |exactly )*(?:as (?:big|large|long|wide|great|much) as|equal to|equals?"
                rf"|the same (?:size |length |measure )?as|same (?:size |length )?as|congruent to) {_REF}"
            ),
            each(lambda part, other: None if figure.are_same(part, other) else is_zero(figure.order(part, other))),
        )
        yield (
            re.compile(
                rf"(?:is |does )?(?:correspond\w*|match(?:es|ing)?|partner\w*|belongs?|pairs?|counterpart"
                rf"|copy|goes|go|lines? up|image)(?: up)?(?: to| of| with| for)? {_REF}"
            ),
            each(self._is_partner),
        )
        yield (
            re.compile(rf"{_REF} (?:correspond\w*|match(?:es|ing)?|belongs?|pairs?|goes|go)(?: up)?(?: to| with)?"),
            each(self._is_partner),
        )
        yield re.compile(rf"(?:is |runs? |lies |are )*parallel (?:to|with) {_REF}"), each(self._is_parallel)
        yield (
            re.compile(rf"(?:is |stands? )*(?:perpendicular|at right angles|at a right angle) (?:to|with|on) {_REF}"),
            each(self._is_perpendicular),
        )
        yield (
            re.compile(rf"(?:lies |is |sits |just )*between (?:the )?(?:sides )?{_REF} and {_REF}|made by {_REF} and {_REF}"),
            self._between,
        )
        yield (
            re.compile(
                rf"{_REF} (?:is |equals )?the sum of (?:which )?two(?: of the)?(?: inside| interior| inner"
                rf"| remote)?(?: ones| angles)?|add(?:s)? up to {_REF}|(?:make|give)s? {_REF} together"
            ),
            self._summing,
        )
        yield (
            re.compile(
                r"(?:has the |is the |are the |turns out to be |the )*(?P<more>longest|largest|biggest|greatest"
                r"|widest|smallest|shortest|sharpest|narrowest|bigger|larger|wider|longer|smaller|shorter)\b(?!"
                r" than)(?: one)?"
            ),
            lambda _m, match: self._extreme(
                match["more"], sort, inside, self._spoken(f"{match.string} {match['more']}", sort, before)
            ),
        )
        yield (
            re.compile(
                r"(?:do |the |two |both |triangles? )*(?:have |is |are )*(?:shares? (?:one |a )?(?:side)?|belongs?"
                r" to both|(?:is )?part of both|lies in both|sides? of both|shared|in common|common)(?: (?:by"
                r"|to) both)?(?: triangles)?"
            ),
            lambda _m, _match: self._shared,
        )
        yield (
            re.compile(
                r"(?:are |is |must be |have |has |the )*(?:(?:also |as well )?(?:equal(?:ly)?(?: (?:long|big"
                r"|large|as well|too))?|the same(?: (?:length|size))?|same (?:length|size)|alike|congruent)|equal"
                r" ones)\b(?: as well| too)?"
            ),
            lambda _m, _match: self._equal,
        )
        yield (
            re.compile(r"(?:are |is |the )*parallel(?: ones| lines| sides)?\b(?: to each other)?"),
            lambda _m, _match: self._parallel,
        )
        yield (
            re.compile(
                r"(?:is |are |do |does |does the |the )*(?:not |isn't |aren't )(?:in the text|given|known|told)"
                r"|\b(?:unknown|missing)\b|(?:we )?(?:don't|do not) know(?: yet)?|(?:do )?(?:we|you) not (?:yet"
                r" )?know(?: yet)?|still (?:missing|unknown)"
            ),
            lambda _m, _match: self._unknown,
        )
        yield (
            re.compile(
                r"(?:do |does |can |did )?(?:we |you |the (?:text|problem) )?(?:already )?(?:is |are |was )?(?:given"
                r"|known|know|told|tell|gives?|read straight off|read off)(?: already)?(?: (?:to )?us)?(?: (?:in"
                r"|by|straight off|off) the (?:text|problem))?(?: already)?(?: as)?"
            ),
            lambda _m, _match: self._given,
        )
        yield (
            re.compile(
                r"(?:are |do |is )?(?:we |you )?(?:looking for|after|want(?: to find)?"
                r"|asked for|asked|sought|need to find|have to find|searching)"
            ),
            lambda _m, _match: self._sought,
        )
