"""Which part, kind or word an answer names, and whether it is the one that is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gnomon.geometry import rules
from gnomon.packaged import packaged_yaml
from gnomon.problem import unknowns
from gnomon.tutor.message.turns import speaks_of_another
from gnomon.tutor.symbolic.judged import Judged
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.worded.asking import Asked
from gnomon.tutor.symbolic.worded.conditions import close
from gnomon.tutor.symbolic.worded.describing import Describing
from gnomon.tutor.symbolic.worded.linking import Linking
from gnomon.tutor.symbolic.worded.operating import Operating
from gnomon.tutor.symbolic.worded.placing import Placing
from gnomon.tutor.symbolic.worded.referring import Referring
from gnomon.tutor.symbolic.worded.terms import Terms, terms_in
from gnomon.tutor.symbolic.worded.things import Figure, Thing, thing_of

_DEFINITIONS: dict[str, dict[str, list[str]]] = packaged_yaml(__package__, "definitions.yaml")
Read = Callable[[str], Judged]
"""Reads and judges a statement."""
AROUND = frozenset(packaged_yaml(__package__, "words.yaml")["around"].split())
"""Words around a term or an option in an answer."""


_OF_USE = re.compile(r"\b(?:rule|theorem|formula|law)\b.*\buses?\b|\buse in (?:the|this) (?:rule|theorem|formula)")


class Naming:
    """Judges names of parts, of kinds, of theorems.

    Args:
        scene: of the problem.
        text: of the problem.
        read: reads and judges a statement about it.
    """

    def __init__(self, scene: Scene, text: str, read: Read) -> None:
        self._scene = scene
        self._read = read
        self._figure = Figure(scene, text)
        self._terms = Terms(self._figure)
        self._describing = Describing(self._figure, self._terms)
        self._referring = Referring(self._figure, self._terms, self._describing)
        self._linking = Linking(self._figure, self._terms)
        self._operating = Operating(self._figure, self._terms)
        self._placing = Placing(self._figure)

    # which

    def _which(self, asked: Asked, text: str) -> bool | None:
        if asked.noun == "rule":
            return self._why(text)
        if re.search(r"\b(?:that|this) one\b", asked.question) and speaks_of_another(asked.before):
            return None
        if re.match(r"numbers?$", asked.word):
            return self._number(asked, text)
        if _OF_USE.search(asked.question):
            return self._used(asked, text)
        return self._part(asked, text)

    def _part(self, asked: Asked, text: str) -> bool | None:
        """Judge which parts of the figure are named, by what the question says of them."""
        if not asked.noun:
            asked = asked._replace(noun=self._sort_of(asked, text))
        described = self._describing.described(asked.question, asked.noun, asked.before)
        if not described.tests or not described.is_whole:
            described = self._describing.described(asked.text, asked.noun, asked.before)
        if not described.tests and (things := [thing for _, thing in self._figure.names_in(asked.question)]):
            return self._term_of(things, asked, text)
        if not described.tests or not described.is_whole:
            return None
        pairs = [piece for piece in re.split(r"\s*[,;]\s*", text) if piece]
        if len(pairs) > 1 and all(re.fullmatch(r"[A-Z]{2,3} (?:and|=) [A-Z]{2,3}", piece) for piece in pairs):
            each = [
                self._fits(described.tests, group)
                for piece in pairs
                for group in self._referring.meant(piece.replace("=", "and"), asked.noun, described)
            ]
            return None if not each or None in each else all(each)
        groups = self._referring.meant(text, asked.noun, described)
        found = [self._fits(described.tests, group) for group in groups]
        if not found:
            return None
        return True if True in found else None if None in found else False

    @staticmethod
    def _fits(tests: Sequence[Callable[[Sequence[Thing]], bool | None]], group: Sequence[Thing]) -> bool | None:
        values = [test(group) for test in tests]
        return False if False in values else None if None in values else True

    def _sort_of(self, asked: Asked, text: str) -> str:
        """Return of what sort a part is that is asked for as ``which of the three``: by the answer, else by what was said."""
        named = [thing for _, thing in self._figure.names_in(text)]
        spoken = [thing for _, thing in self._figure.names_in(f"{asked.before} {asked.question}")]
        sorts = {thing.sort for thing in named} or {thing.sort for thing in spoken}
        goal = thing_of(self._scene.proof.goal) if self._scene.proof is not None else None
        given = {thing.sort for part in self._scene.spoken_of if (thing := thing_of(part)) is not None} - {"letter"}
        sorts = sorts or ({goal.sort} if goal is not None and goal.sort != "letter" else given)
        return next(iter(sorts)) if len(sorts) == 1 and sorts <= {"angle", "line", "arc", "point"} else ""

    def _number(self, asked: Asked, text: str) -> bool | None:
        """Judge which of two numbers belongs to a part: ``the 57``."""
        match = re.fullmatch(r"(?:the )?(\d+(?:\.\d+)?) ?(?:°|degrees|cm|m)?(?: one)?", text)
        things = [thing for _, thing in self._figure.names_in(asked.question)]
        if match is None or len(things) != 1 or re.search(r"\b(?:belongs?|goes|fits|is)\b", asked.question) is None:
            return None
        size = self._figure.size(things[0])
        return None if size is None else close(size, float(match[1]))

    def _used(self, asked: Asked, text: str) -> bool | None:
        """Judge which parts the theorem of a proof of one step uses."""
        proof = self._scene.proof
        steps = [step for step in proof.steps if step.equation is not None] if proof is not None else []
        groups = self._referring.meant(text, asked.noun, self._describing.described("", asked.noun))
        if len(steps) != 1 or len(groups) != 1 or steps[0].equation is None:
            return None
        used = {self._scene.canonical(leaf) for side in steps[0].equation for leaf in unknowns(side)}
        return all(thing.expression is not None and self._scene.canonical(thing.expression) in used for thing in groups[0])

    def _where(self, asked: Asked, text: str) -> bool | None:
        if (found := self._placing.judged(asked, text)) is not None:
            return found
        if (found := self._linking.judged(asked, text)) is not None:
            return found
        noun = asked.noun if asked.noun in {"point", "angle"} else "point"
        return self._which(asked._replace(noun=noun), re.sub(r"^(?:its |it's |it is )?(?:at|in) (?=[A-Za-z]\b)", "", text))

    # kinds

    def _term(self, asked: Asked, text: str) -> bool | None:
        things = [thing for _, thing in self._figure.names_in(asked.text)]
        if not things:
            things = [thing for _, thing in self._figure.names_in(asked.before)]
        lines = [thing for thing in things if thing.sort == "line"]
        if len(lines) == 2 and asked.noun == "angle" and re.search(r"\b(?:form|make|meet|have|between|enclose)\b", asked.text):
            return self._angle_of_lines(lines[0], lines[1], text)
        if not things and (pair := self._linking.pair_of(asked)) is not None:
            things = [*pair]
        if re.search(r"\b(?:together|they make|do they|(?:two|three) angles)\b", asked.text):
            return None
        points = [thing for thing in things if thing.sort == "point"]
        if len(points) == 1 and (term := self._one_term(text, "point")) is not None:
            return self._terms.fits(term, points[0])
        found = self._term_of(things, asked, text)
        return self._defined(asked, text) if found is None else found

    def _angle_of_lines(self, one: Thing, other: Thing, text: str) -> bool | None:
        term = self._one_term(text, "angle")
        turn = abs(self._figure.direction(one) - self._figure.direction(other))
        if term not in {"right_angle", "acute", "obtuse"}:
            return None
        is_right = abs(turn - 90) < 0.01
        return is_right if term == "right_angle" else False if is_right else None

    def _defined(self, asked: Asked, text: str) -> bool | None:
        """Judge a word that is asked for by what it means: ``the name for a pair in the same position at two parallels``."""
        told = f"{asked.before} {asked.question}".lower()
        for family, terms in _DEFINITIONS.items():
            wanted = {term for term, patterns in terms.items() if any(re.search(pattern, told) for pattern in patterns)}
            said = self._one_term(text, "pair" if family == "angles" else family)
            if len(wanted) == 1 and said is not None and said in terms:
                return said in wanted
        return None

    def _term_of(self, things: Sequence[Thing], asked: Asked, text: str) -> bool | None:
        is_triangle = re.search(r"\btriangle\b", asked.question, re.IGNORECASE) is not None
        pair = [thing for thing in things if thing.sort == "angle"]
        if len(pair) == 2 and (of_both := self._one_term(text, "pair")) is not None:
            return self._terms.fits_pair(of_both, *pair)
        of_noun = [thing for thing in things if thing.sort == asked.noun]
        called = [thing for thing in things if thing.sort != "point" and self._one_term(text, thing.sort) is not None]
        inner = [thing for thing in called if thing.sort != "figure"] or called
        subject = next((thing for thing in (*of_noun, *inner, *things) if thing.sort != "point"), None)
        if subject is None or (
            len({self._figure.key(thing) for thing in things if thing.sort == subject.sort}) > 1 and not is_triangle
        ):
            return None
        if subject.sort == "angle" and is_triangle and frozenset(subject.points) in map(frozenset, self._figure.triangles):
            subject = Thing("figure", subject.points)
        term = self._one_term(text, subject.sort)
        if subject.sort == "line" and (seen := self._seen_from(asked, text, subject)) is not None:
            return seen
        if (
            term in {"leg", "hypotenuse"}
            and re.search(r"\b(?:hypotenuse|triangle)\b", asked.text)
            and re.search(r"\btriangle [A-Z]{3}\b", asked.text) is None
        ):
            return self._terms.is_leg_or_hypotenuse(term, subject)
        named = re.search(r"\btriangle ([A-Z]{3})\b", asked.text)
        return None if term is None else self._terms.fits(term, subject, named[1] if named is not None else "")

    def _seen_from(self, asked: Asked, text: str, line: Thing) -> bool | None:
        """Judge ``the opposite one``, of a side as an angle sees it."""
        points = [
            thing.points[0] if thing.sort == "point" else thing.vertex
            for _, thing in self._figure.names_in(asked.question)
            if thing.sort in {"point", "angle"}
        ]
        match = re.fullmatch(r"(?:the |an? )?(opposite|adjacent)(?: (?:one|side|leg))?", text, re.IGNORECASE)
        if match is None or len(points) != 1 or re.search(r"\bside\b|\bleg\b", asked.question) is None:
            return None
        is_opposite = points[0] not in line.points
        return is_opposite is (match[1].lower() == "opposite")

    @staticmethod
    def _one_term(text: str, family: str) -> str | None:
        if family not in {"angle", "line", "figure", "pair", "point", "goal"}:
            return None
        found = list(terms_in(text, family))
        if len(found) != 1 or re.search(r"\b(?:not|no|isnt|isn't|never|half)\b", text, re.IGNORECASE):
            return None
        match, term = found[0]
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        is_whole = all(word in AROUND for word in re.findall(r"[a-z']+", rest.lower()))
        return term if is_whole and not re.search(r"\d", rest) else None

    def _why(self, text: str) -> bool | None:
        """Judge a theorem that is named as the reason: right where it is used on a way; another one may do as well, too."""
        ways, told = self._scene.ways, re.sub(r"^(?:because|cause|cuz|bc|since)(?: of)?\s+", "", text)
        if ways is None or not told:
            return None
        if any(map(ways.uses, self._read(told).message.rules)):
            return True
        return True if any(_names(told, rule) and ways.uses(rule) for rule in rules()) else None


def _names(text: str, rule: str) -> bool:
    """Whether a text is one of the words by which a theorem is named."""
    told = re.sub(r"^(?:its |it's |the |a |an |of )+|(?: theorem| rule| law)$", "", text.lower())
    return told in rules()[rule].keywords
