"""An answer in words as right or wrong of what any tutor's turn asks; None where it is not sure what is asked, or said.

A wrong verdict is worse than none: what a question says has to be read to its end before an answer to it is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from gnomon.tutor.symbolic.answer_words import LEADING, NO, YES, bare
from gnomon.tutor.symbolic.judged import Judged
from gnomon.tutor.symbolic.retold import answer
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.worded.asking import Asked, asked_in
from gnomon.tutor.symbolic.worded.describing import Describing, marked
from gnomon.tutor.symbolic.worded.linking import Linking
from gnomon.tutor.symbolic.worded.operating import Operating
from gnomon.tutor.symbolic.worded.referring import Referring
from gnomon.tutor.symbolic.worded.terms import Terms, terms_in
from gnomon.tutor.symbolic.worded.things import Figure, Thing

Read = Callable[[str], Judged]
_LONGEST = 12
"""Words of an answer that is read here."""
_REASON = re.compile(r"[\s,]*\b(?:because|becuse|becaus|cause|cuz|coz|bc|bcs|since|cos(?! ?\(?\d)(?= (?:its|it|the|they|there|of|we|both|you)\b))\b.*$", re.IGNORECASE)
_HEDGE = re.compile(r"^(?:(?:idk|not sure|dunno|maybe|perhaps|probably|i would say|i'd say|um+|uh+m*|uhm|hm+|erm|the answer is|its|it's|it is|they are|theyre|they're)\b[\s,.:]*(?:but )?)+", re.IGNORECASE)
_NOTHING = re.compile(r"\b(?:idk|dunno|don'?t know|dont get|no idea|no clue|not sure|confus\w+|help|what do you mean|whats? an?\b|how do i|can you)\b", re.IGNORECASE)
_ORDINAL = (re.compile(r"(?:the )?(?:first|1st|former)(?: one)?", re.IGNORECASE), re.compile(r"(?:the )?(?:second|2nd|latter|last)(?: one)?", re.IGNORECASE))


class Words(NamedTuple):
    """An answer, cut to what it says."""

    text: str
    has_reason: bool


def words_of(message: str) -> Words:
    """Return an answer without what stands around it: fillers, a reason behind it, a question mark."""
    text = message.strip().replace("’", "'")
    text = re.sub(r"\s+(?:&|n|nd)\s+", " and ", text)
    cut = _REASON.sub("", text)
    said = _HEDGE.sub("", bare(cut.rstrip(" ?!."))).strip(" ,.!?:")
    return Words(re.sub(r"\s+", " ", said), cut != text)


class WordedAnswers:
    """See the module.

    Args:
        scene: of the problem.
        read: reads and judges a statement about it.
    """

    def __init__(self, scene: Scene, read: Read) -> None:
        self._scene = scene
        self._read = read
        self._figure = Figure(scene)
        self._terms = Terms(self._figure)
        self._describing = Describing(self._figure, self._terms)
        self._referring = Referring(self._figure, self._terms, self._describing)
        self._linking = Linking(self._figure, self._terms)
        self._operating = Operating(self._figure)

    def answered(self, judged: Judged, turn: str) -> Judged | None:
        """Return a message as the answer to what a turn asks; None where that is not sure.

        Args:
            judged: the message, judged by its own words.
            turn: what was said before it.
        """
        message = judged.message.text
        if not self._figure.points or len(message.split()) > _LONGEST or _NOTHING.search(message):
            return None
        questions, said = asked_in(turn), words_of(message)
        if not questions or not said.text:
            return None
        truths = self._truths(questions, said)
        if not truths or None in truths:
            return None
        return _of(judged, [truth for truth in truths if truth is not None])

    def _truths(self, questions: Sequence[Asked], said: Words) -> list[bool | None]:
        if len(questions) == 1:
            return [self._one(questions[0], said.text, said)]
        pieces = [piece.strip() for piece in re.split(r",| and (?=\w+ (?:too|also)\b)", said.text) if piece.strip()]
        if len(pieces) == len(questions):
            return [self._one(question, piece, said) for question, piece in zip(questions, pieces, strict=True)]
        return []

    def _one(self, asked: Asked, text: str, said: Words) -> bool | None:
        if asked.options:
            return self._chosen(asked, text)
        readers: dict[str, Callable[[Asked, str], bool | None]] = {
            "which": self._which, "where": self._where, "term": self._term, "operation": self._operating.judged, "link": self._link,
            "does": self._link, "whether": self._whether, "goal": self._goal,
        }  # fmt: skip
        read = readers.get(asked.want)
        return None if read is None else read(asked, text)

    # which

    def _which(self, asked: Asked, text: str) -> bool | None:
        if asked.noun == "rule":
            return None
        described = self._describing.described(asked.text, asked.noun, asked.before)
        if not described.tests or not described.is_whole:
            return None
        groups = self._referring.meant(text, asked.noun, described)
        found = [self._fits(described.tests, group) for group in groups]
        if not found:
            return None
        return True if True in found else None if None in found else False

    @staticmethod
    def _fits(tests: Sequence[Callable[[Sequence[Thing]], bool | None]], group: Sequence[Thing]) -> bool | None:
        values = [test(group) for test in tests]
        return False if False in values else None if None in values else True

    def _where(self, asked: Asked, text: str) -> bool | None:
        noun = asked.noun if asked.noun in {"point", "angle"} else "point"
        return self._which(asked._replace(noun=noun), re.sub(r"^(?:its |it's |it is )?(?:at|in) (?=[A-Za-z]\b)", "", text))

    # kinds

    def _term(self, asked: Asked, text: str) -> bool | None:
        things = [thing for _, thing in self._figure.names_in(asked.text)]
        if not things:
            things = [thing for _, thing in self._figure.names_in(asked.before)]
        return self._term_of(things, asked, text)

    def _term_of(self, things: Sequence[Thing], asked: Asked, text: str) -> bool | None:
        is_triangle = re.search(r"\btriangle\b", asked.question, re.IGNORECASE) is not None
        pair = [thing for thing in things if thing.sort == "angle"]
        if len(pair) == 2 and (found := self._one_term(text, "pair")) is not None:
            return self._terms.fits_pair(found, *pair)
        subject = next((thing for thing in things if thing.sort != "point"), None)
        if subject is None or (len({self._figure.key(thing) for thing in things if thing.sort == subject.sort}) > 1 and not is_triangle):
            return None
        if subject.sort == "angle" and is_triangle and frozenset(subject.points) in map(frozenset, self._figure.triangles):
            subject = Thing("figure", subject.points)
        term = self._one_term(text, subject.sort)
        return None if term is None else self._terms.fits(term, subject)

    @staticmethod
    def _one_term(text: str, family: str) -> str | None:
        if family not in {"angle", "line", "figure", "pair", "point"}:
            return None
        found = list(terms_in(text, family))
        if len(found) != 1 or re.search(r"\b(?:not|no|isnt|isn't|never|half)\b", text, re.IGNORECASE):
            return None
        match, term = found[0]
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        is_whole = all(word in _AROUND for word in re.findall(r"[a-z']+", rest.lower()))
        return term if is_whole and not re.search(r"\d", rest) else None

    # relations

    def _link(self, asked: Asked, text: str) -> bool | None:
        return self._linking.judged(asked, text)

    def _whether(self, asked: Asked, text: str) -> bool | None:
        told = LEADING.sub("", text)
        said = YES.match(told) or NO.match(told)
        if said is None:
            return None
        rest = told[said.end() :].strip(" ,.!")
        holds = NO.match(told) is None
        truth = self._is_so(asked)
        if truth is None or rest:
            return None
        return truth is holds

    def _is_so(self, asked: Asked) -> bool | None:
        """Return whether a question asks what is so: ``Is MS the longest side``."""
        match = re.match(r"(?:is|are) (?P<s>(?:the )?(?:side |angle |line |triangle )?[A-Z]{1,4}) (?P<rest>(?:the|a|an|also|as|parallel|perpendicular|opposite|equal|next)\b.+)$", asked.question, re.IGNORECASE)
        if match is None:
            return None
        things = [thing for _, thing in self._figure.names_in(match["s"])]
        if len(things) != 1:
            return None
        described = self._describing.described(match["rest"], things[0].sort, f"{asked.before} ")
        if described.tests and described.is_whole:
            return self._fits(described.tests, things)
        term = self._one_term(match["rest"], things[0].sort)
        return None if term is None else self._terms.fits(term, things[0])

    # choices

    def _chosen(self, asked: Asked, text: str) -> bool | None:
        option = self._option(asked.options, text)
        if option is None:
            return None
        plain = asked._replace(options=())
        if asked.want == "goal":
            return self._goal(plain, option)
        if (found := self._operating.judged(plain, option)) is not None:
            return found
        if (found := self._linking.judged(plain, option)) is not None:
            return found
        if asked.want in {"which", "where"} and (found := self._which(plain, option)) is not None:
            return found
        return self._term(plain, option)

    @staticmethod
    def _option(options: Sequence[str], text: str) -> str | None:
        """Return the option that is chosen: by its letter, its place in the list or its words."""
        letter = re.fullmatch(r"\(?([a-d1-4])\)?", text, re.IGNORECASE)
        if letter is not None and len(text.strip("()")) == 1:
            at = "abcd".find(letter[1].lower()) if letter[1].isalpha() else int(letter[1]) - 1
            return options[at] if 0 <= at < len(options) else None
        for at, ordinal in enumerate(_ORDINAL):
            if ordinal.fullmatch(text):
                return options[at] if len(options) == 2 else None
        words = {word for word in re.findall(r"\w+", text.lower())} - _AROUND
        fitting = [option for option in options if words and words <= set(re.findall(r"\w+", option.lower()))]
        return fitting[0] if len(fitting) == 1 else None

    # what is sought

    def _goal(self, asked: Asked, text: str) -> bool | None:
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        if goal is None:
            return None
        things = self._referring.meant(text, "", self._describing.described("", ""))
        if len(things) == 1 and len(things[0]) == 1 and things[0][0].expression is not None:
            return self._scene.canonical(things[0][0].expression) == self._scene.canonical(goal)
        kind = getattr(goal, "kind", "letter")
        found = list(terms_in(text, "goal"))
        kinds = {"area": {"area", "circle_area", "sector_area"}, "perimeter": {"perimeter", "circumference"}, "length": {"length", "radius", "diameter"}, "angle": {"angle"}}
        if len({term for _, term in found}) != 1 or kind == "letter":
            return None
        return kind in kinds[found[0][1]]


_AROUND = frozenset(
    "a an the its it's it is are they theyre they're both one ones angle angles side sides line lines triangle of to in called i think so guess kind type sort for we "
    "must be that this these those two just also too then and figure shape segment segments with at is's do".split()
)


def _of(judged: Judged, truths: Sequence[bool]) -> Judged:
    """Return a message with the verdict on all that it answers."""
    if all(truths):
        return answer(judged, Truth.RIGHT)
    return answer(judged, Truth.WRONG)
