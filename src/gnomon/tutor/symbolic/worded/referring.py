"""Which parts of the figure an answer names: ``XT``, ``the one at U``, ``the left one``, ``the 31 one``, ``the long ones``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cmp_to_key
from itertools import product

from gnomon.packaged import packaged_yaml
from gnomon.tutor.symbolic.worded.describing import Described, Describing
from gnomon.tutor.symbolic.worded.terms import Terms, terms_in
from gnomon.tutor.symbolic.worded.things import Figure, Sort, Thing

_AND = re.compile(r"\s*(?:,|;|&|\+|\band\b|\bn\b(?=\s+[A-Za-z]{1,4}\b))\s*(?:and\s+)?")
_NOUN = r"(?:ones?|angles?|sides?|lines?|segments?|arcs?|points?|corners?|vert(?:ex|ices)|triangles?|chords?|∠)"
_NAMED = re.compile(
    rf"(?:(?:at |in |on |from |between )?(?:the |an? )?(?:other |two |both )?(?P<noun>{_NOUN})?"
    rf" ?(?:at |in |on |called |with )?(?:the )?(?:corner |point |vertex )?)?"
    rf"(?P<name>[A-Za-z]{{1,8}})(?: (?:one|side|angle|triangle|corner))?",
    re.IGNORECASE,
)
_SIZED = re.compile(
    r"(?:the )?(?:\w+ )?(?:with |of )?(?:the )?(\d+(?:\.\d+)?)(?: ?(?:°|degrees?|cm|dm|mm|km|m))?(?: (?:one|side|angle|deg))?",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"(?:on |in |at )?(?:the )?(?:two |both )?(?P<v>top|upper|bottom|lower)?[ -]?(?P<h>left"
    rf"|right|middle|centre|center)?(?:[ -]?hand)?(?: (?:two|{_NOUN}))?(?: (?:side|one))?",
    re.IGNORECASE,
)
_RANKED = re.compile(
    rf"(?:the )?(?P<two>two |both )?(?P<more>longer|longest|long|bigger|biggest|big|larger|largest"
    rf"|large|wider|widest|wide|smaller|smallest|small|shorter|shortest|short|little|tiny)(?: (?P<noun>{_NOUN}))?(?:"
    rf" (?:side|one))?",
    re.IGNORECASE,
)
_SLOPED = re.compile(
    r"(?:the )?(?:sloped|sloping|slanted|slanting|slopey|diagonal|tilted|slant)(?: (?:one|side|line))?", re.IGNORECASE
)
_SMALL = frozenset({"smaller", "smallest", "small", "shorter", "shortest", "short", "little", "tiny"})
_ENGLISH = frozenset(packaged_yaml(__package__, "words.yaml")["english"].split())
_SORTS: dict[str, Sort] = {
    "angle": "angle", "side": "line", "line": "line", "segment": "line", "chord": "line", "arc": "arc", "point": "point",
    "corner": "point", "vertex": "point", "vertice": "point", "triangle": "figure",
}  # fmt: skip
Named = tuple[Thing, ...]


class Referring:
    """Reads which parts an answer names.

    Args:
        figure: of the problem.
        terms: of its parts.
        describing: what is asked for.
    """

    def __init__(self, figure: Figure, terms: Terms, describing: Describing) -> None:
        self._figure = figure
        self._terms = terms
        self._describing = describing

    def meant(self, text: str, sort: str, asked: Described) -> list[Named]:
        """Return what an answer may mean, each a group of parts; none where it names no parts, or more than them."""
        text = text.strip(" ,.!:?")
        alias = re.fullmatch(r"(?:the )?([a-z]+)", text)
        if alias is not None and alias[1] in self._figure.aliases:
            text = self._figure.aliases[alias[1]]
        text = re.sub(r" in the (?:\w+ )?triangle$", "", text)
        text = re.sub(r"^(the [a-z]+ (?:one|side|angle|piece|line)(?: (?:in|on|at) the [a-z]+)?),? ([A-Z]{2,4})$", r"\2", text)
        text = re.sub(r"^from ([A-Za-z]) to ([A-Za-z])$", r"\1\2", text)
        for read in (self._by_name, self._by_size, self._by_place, self._by_rank, self._by_term):
            if found := read(text, sort, asked):
                return found
        pieces = [piece for piece in re.split(r"\s*(?:,|:| - )\s*", text) if piece]
        if len(pieces) > 1:
            for start in (1, 0):
                told = " and ".join(pieces[start:]) if start else pieces[0]
                rest = pieces[:start] if start else pieces[1:]
                found = self._by_name(told, sort, asked)
                if found and all(self._is_description(piece) for piece in rest):
                    return found
        return []

    @staticmethod
    def _is_description(text: str) -> bool:
        return (
            re.fullmatch(
                r"(?:the )?(?:two )?(?:far|arrow|same|other|middle|left|right|top|bottom|outer|long"
                r"|short|remote|opposite|upper|lower)\w*(?: away)? (?:ones?|sides?|angles?|lines?)",
                text,
                re.IGNORECASE,
            )
            is not None
        )

    # names

    def _by_name(self, text: str, sort: str, asked: Described) -> list[Named]:
        pieces = [piece for piece in _AND.split(text) if piece]
        groups: list[list[Thing]] = []
        noun = ""
        for piece in pieces:
            match = _NAMED.fullmatch(piece)
            found = None if match is None else self._one(match, sort, noun, asked, is_alone=len(pieces) == 1)
            if not found:
                return []
            noun = (match["noun"] or noun) if match is not None else noun
            groups.append(found)
        many = list(product(*groups)) if groups and _count(groups) <= 64 else []
        return [tuple(each) for each in many if len(set(map(self._figure.key, each))) == len(each)] or [
            tuple(each) for each in many
        ]

    def _one(self, match: re.Match[str], sort: str, noun: str, asked: Described, *, is_alone: bool) -> list[Thing]:
        name = match["name"]
        if name in self._letters and not match["noun"]:
            return [Thing("letter", (name,))]
        said = (match["noun"] or noun).lower().rstrip("s")
        kind = _SORTS.get(said, sort)
        if not set(name) <= self._figure.points:
            is_word = name.lower() in _ENGLISH or (len(name) == 1 and not match["noun"] and not is_alone)
            name = name if is_word else name.upper()
        if not set(name) <= self._figure.points or len(set(name)) < len(name):
            return []
        if len(name) == 1 and (kind == "angle" or said == "one"):
            return self._corners_at(name, asked)
        if len(name) == 1:
            return (
                [Thing("point", (name,))] if kind in {"point", ""} else self._corners_at(name, asked) if sort == "angle" else []
            )
        thing = self._figure.named(name, {"arc": "arc", "figure": "triangle"}.get(kind, ""))
        if thing is None or (sort == "line" and thing.sort != "line") or (sort == "angle" and thing.sort != "angle"):
            return []
        return [thing]

    @property
    def _letters(self) -> frozenset[str]:
        return frozenset(self._figure.scene.deduction.model.letters)

    def _corners_at(self, point: str, asked: Described) -> list[Thing]:
        """Return the angles that may be meant at a point: that of the figure that is spoken of first."""
        if asked.figure is not None and point in asked.figure:
            return [angle for angle in self._figure.corners(asked.figure) if angle.vertex == point]
        angles = self._figure.at_vertex(point)
        corners = [angle for angle in angles if self._terms.fits("interior", angle)]
        return corners or angles

    # other words

    def _by_size(self, text: str, sort: str, _asked: Described) -> list[Named]:
        match = _SIZED.fullmatch(text)
        if match is None or not re.match(r"the\b", text, re.IGNORECASE):
            return []
        stated = [
            thing
            for thing in self._figure.stated(float(match[1]))
            if sort in {"", thing.sort} or (sort == "point" and thing.sort == "angle")
        ]
        return [(thing,) for thing in stated]

    def _domain(self, sort: str, asked: Described) -> list[Thing]:
        if asked.domain:
            return list(asked.domain)
        return (
            self._describing.among(sort, asked.figure)
            if sort in {"angle", "line", "point"}
            else self._figures()
            if sort == "figure"
            else []
        )

    def _figures(self) -> list[Thing]:
        return [Thing("figure", triangle) for triangle in self._figure.triangles]

    def _by_place(self, text: str, sort: str, asked: Described) -> list[Named]:
        match = _PLACED.fullmatch(text)
        if match is None or not (match["v"] or match["h"]) or not text:
            return []
        domain = self._domain(sort, asked)
        count = 2 if re.search(r"\b(?:two|both|ones|angles|sides|lines|corners)\b", text, re.IGNORECASE) else 1
        if len(domain) <= count:
            return []
        is_turned = len({thing.vertex for thing in domain if thing.sort == "angle"}) == 1
        picked = set(range(len(domain)))
        for word in (match["v"], match["h"]):
            if word:
                picked &= set(self._placed(domain, word.lower(), count, is_turned=is_turned))
        things = tuple(domain[at] for at in sorted(picked))
        return [things] if len(things) == count else []

    def _placed(self, domain: Sequence[Thing], word: str, count: int, *, is_turned: bool) -> list[int]:
        places = [self._figure.place(thing, is_turned=is_turned) for thing in domain]
        axis = 1 if word in {"top", "upper", "bottom", "lower"} else 0
        ranked = sorted(range(len(domain)), key=lambda at: places[at][axis])
        size = max(place[axis] for place in places) - min(place[axis] for place in places) or 1.0
        if word in {"middle", "centre", "center"}:
            return [ranked[len(ranked) // 2]] if len(ranked) % 2 and len(ranked) > 2 else []
        if word in {"right", "top", "upper"}:
            ranked = ranked[::-1]
        # What lies there as much is meant as much.
        is_clear = len(ranked) <= count or abs(places[ranked[count - 1]][axis] - places[ranked[count]][axis]) > 0.1 * size
        return ranked[:count] if is_clear else []

    def _by_rank(self, text: str, sort: str, asked: Described) -> list[Named]:
        if _SLOPED.fullmatch(text):
            lines = [line for line in self._domain("line", asked) if 5 < self._figure.direction(line) % 90 < 85]
            return [(lines[0],)] if len(lines) == 1 and sort in {"line", ""} else []
        match = _RANKED.fullmatch(text)
        if match is None:
            return []
        noun = (match["noun"] or "").lower().rstrip("s")
        domain = self._domain(_SORTS.get(noun, sort), asked)
        count = 2 if match["two"] or (match["noun"] or "").lower().endswith("s") else 1
        if len(domain) <= count or any(self._figure.order(one, other) is None for one, other in self._figure.pairs(domain)):
            return []
        ranked = sorted(domain, key=cmp_to_key(self._compared))
        ranked = ranked if match["more"].lower() in _SMALL else ranked[::-1]
        is_clear = self._figure.order(ranked[count - 1], ranked[count]) != 0
        return [tuple(ranked[:count])] if is_clear else []

    def _compared(self, one: Thing, other: Thing) -> int:
        return self._figure.order(one, other) or 0

    def _by_term(self, text: str, sort: str, asked: Described) -> list[Named]:
        for family, kind in (("line", "line"), ("angle", "angle")):
            found = [(match, term) for match, term in terms_in(text, family)]
            if len(found) != 1 or sort not in {kind, ""}:
                continue
            match, term = found[0]
            if re.fullmatch(
                r"(?:its? |at |where )?(?:the |a |an )?(?:two |both )?", text[: match.start()], re.IGNORECASE
            ) is None or text[match.end() :].strip() not in {"", "one", "angle"}:
                continue
            domain = [*self._domain(kind, asked)] or (self._lines() if kind == "line" else self._figure.angles_drawn)
            fitting = [thing for thing in domain if self._terms.fits(term, thing) is True]
            if term in {"side", "base"} or not fitting:
                continue
            is_many = match[0].lower().endswith(("s", "ii"))
            return [tuple(fitting)] if is_many and len(fitting) > 1 else [(thing,) for thing in fitting]
        return []

    def _lines(self) -> list[Thing]:
        parts = self._figure.scene.parts.get("length", ())
        return [Thing("line", part.points) for part in parts if self._figure.diagram.connected(*part.points)]


def _count(groups: Sequence[Sequence[Thing]]) -> int:
    count = 1
    for group in groups:
        count *= len(group)
    return count
