"""An answer in words as right or wrong of what any tutor's turn asks; None where it is not sure what is asked, or said.

A wrong verdict is worse than none: what a question says has to be read to its end before an answer to it is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from gnomon.tutor.symbolic.answer_words import LEADING, bare
from gnomon.tutor.symbolic.judged import Judged
from gnomon.tutor.symbolic.retold import answer, unsure
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.worded.asking import Asked, asked_in
from gnomon.tutor.symbolic.worded.operating import operations_in
from gnomon.tutor.symbolic.worded.whether import Whether

_LONGEST = 12
"""Words of an answer that is read here."""
_REASON = re.compile(
    r"[\s,]*\b(?:because|becuse|becaus|cause|cuz|coz|bc|bcs|since|cos(?!"
    r" ?\(?\d)(?= (?:its|it|the|they|there|of|we|both|you)\b))\b.*$",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"^(?:(?:idk|not sure|dunno|maybe|perhaps|probably|i would say|i'd say|um+|uh+m*|uhm"
    r"|hm+|erm|the answer is|its|it's|it is|they are|theyre|they're)\b[\s,.:]*(?:but )?)+",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\b(?:idk|dunno|don'?t know|dont get|no idea|no clue|not sure|never know|confus\w+|help|what do you mean"
    r"|whats? an?\b|how do i|can you)\b|^\W*(?:why|how|what|which|where|who|whats|huh|do i|do we"
    r"|should)\b|\bor\b[^.?]*\?",
    re.IGNORECASE,
)
"""What answers nothing: a question, also which of two it is."""


class Words(NamedTuple):
    """An answer, cut to what it says."""

    text: str
    has_reason: bool
    raw: str
    """With a yes or no before it."""


def words_of(message: str) -> Words:
    """Return an answer without what stands around it: fillers, a reason behind it, a question mark."""
    text = message.strip().replace("’", "'")
    if re.fullmatch(r"[A-Z]{1,4}[.!?]*", text):
        return Words(text.rstrip(".!?"), has_reason=False, raw=text.rstrip(".!?"))  # "OK" may be a side
    text = re.sub(r"\s+(?:&|n|nd)\s+", " and ", text)
    cut = _REASON.sub("", text)
    said = _HEDGE.sub("", bare(cut.rstrip(" ?!."))).strip(" ,.!?:")
    raw = LEADING.sub("", cut.rstrip(" ?!.")).strip(" ,.!?:")
    return Words(re.sub(r"\s+", " ", said), cut != text, re.sub(r"\s+", " ", raw))


class WordedAnswers(Whether):
    """See the module.

    Args:
        scene: of the problem.
        text: of the problem.
        read: reads and judges a statement about it.
    """

    def answered(self, judged: Judged, turn: str, earlier: str = "") -> Judged | None:
        """Return a message as the answer to what a turn asks; None where that is not sure.

        Args:
            judged: the message, judged by its own words.
            turn: what was said before it.
            earlier: the learner's message before that.
        """
        message = judged.message.text
        if not self._figure.points or len(message.split()) > _LONGEST or _NOTHING.search(message):
            return None
        said = words_of(message)
        questions = tuple(
            asked._replace(before=f"{earlier}. {asked.before}" if earlier else asked.before) for asked in asked_in(turn)
        )
        if not questions or not (said.raw or said.has_reason):
            return None
        truths = self._truths(questions, said)
        if not truths or None in truths:
            return self._unsure(judged, questions, said)
        return _of(judged, [truth for truth in truths if truth is not None])

    def _unsure(self, judged: Judged, questions: Sequence[Asked], said: Words) -> Judged | None:
        """Return an answer with no verdict, where what is read of it is only the reason, or of one of several parts."""
        asked, (head, comma, _) = questions[-1], said.text.partition(",")
        is_reason_only = bool(comma) and asked.want == "link" and self._linking.is_relation(head) and judged.verdict == "right"
        is_of_several = asked.want == "term" and re.search(r"\b(?:together|they make|do they make)\b", asked.text) is not None
        if not is_reason_only and not is_of_several:
            return None
        return unsure(judged)

    def _truths(self, questions: Sequence[Asked], said: Words) -> list[bool | None]:
        if len(questions) == 1:
            return [self._with_tail(questions[0], said)]
        pieces = [piece.strip() for piece in re.split(r",| and (?=\w+ (?:too|also)\b)", said.text) if piece.strip()]
        if len(pieces) == len(questions):
            return [self._one(question, piece, said) for question, piece in zip(questions, pieces, strict=True)]
        # "How are they marked" may stay without an answer.
        found = self._one(questions[0], said.text, said)
        return [found] if found is not None and not re.search(r"\d", said.text) else []

    def _with_tail(self, asked: Asked, said: Words) -> bool | None:
        """Judge an answer, or what it begins with where a reason follows: ``same, its equilateral``."""
        found = self._one(asked, said.text, said)
        head, comma, tail = said.text.partition(",")
        if found is not None or not comma or not head.strip():
            return found
        found = self._one(asked, head.strip(), said._replace(text=head.strip(), raw=head.strip()))
        is_reason = re.match(r"\s*(?:its|it's|they|theyre|thats|that's|by|same|like|both|because|the)\b[^\d]*$", tail) is not None
        return found if found is False or (is_reason and not self._figure.names_in(tail)) else None

    def _one(self, asked: Asked, text: str, said: Words) -> bool | None:
        if (found := self._ranked(asked, text)) is not None:
            return found
        if asked.options:
            return self._chosen(asked, text)
        if asked.want == "why":
            return self._why(text)
        if asked.want == "whether":
            return self._whether(asked, said.raw)
        if not text:
            return None
        readers: dict[str, Callable[[Asked, str], bool | None]] = {
            "which": self._which,
            "where": self._where,
            "term": self._term,
            "operation": self._operating.judged,
            "link": self._link,
            "does": self._link,
            "goal": self._goal,
        }
        read = readers.get(asked.want)
        return None if read is None else read(asked, text)

    def _ranked(self, asked: Asked, text: str) -> bool | None:
        """Judge ``its the shortest`` of the one part that a question names."""
        match = re.fullmatch(
            r"(?:its |it's |it is )?(?:the )?(longest|shortest|biggest|largest"
            r"|smallest)(?: (?:one|side|angle|of (?:all|them|the three)))?",
            text,
            re.IGNORECASE,
        )
        things = (
            [thing for _, thing in self._figure.names_in(asked.question) if thing.sort in {"line", "angle"}]
            if match is not None
            else []
        )
        if match is None or len(things) != 1 or asked.want not in {"where", "link", "term", "other"}:
            return None
        described = self._describing.described(f"is the {match[1].lower()}", things[0].sort, asked.before)
        return self._fits(described.tests, things) if described.tests else None

    # relations

    def _link(self, asked: Asked, text: str) -> bool | None:
        found = self._linking.judged(asked, text)
        if found is None and len(operations_in(text)) > 1:
            found = self._operating.of_rule(operations_in(text), text)
        if found is None and (point := re.search(r"\b(?:put|make) (?:point )?[A-Z]\b", asked.question)) is not None:
            found = self._placing.judged(asked, text)
            return self._term(asked, text) if found is None and point is not None else found
        return self._general(asked, text) if found is None else found

    def _general(self, asked: Asked, text: str) -> bool | None:
        """Judge what figures of a kind are said to do: ``a median`` + ``splits the angle in half``."""
        match = re.match(
            r"what (?:does|do|must|will) (?P<s>(?:an?|the) [a-z ]+?|[a-z]+s) (?:always |usually )?do\b",
            asked.question,
            re.IGNORECASE,
        )
        holds = re.match(
            r"what (?:holds|is true|applies|counts|can you say|do you know|do we know)(?: about"
            r"| for| of| with) (?P<s>(?:the )?[a-z ]*(?:angles|sides|diagonals)[a-z ]*)$",
            asked.question,
            re.IGNORECASE,
        )
        if (
            holds is not None
            and not self._figure.names_in(text)
            and (told := self._linking.general(holds["s"], text)) is not None
        ):
            found = self._read(told)
            return {"right": True, "wrong": False}.get(found.verdict) if found.judgements else None
        if match is None or self._figure.names_in(text):
            return None
        found = self._read(f"{match['s']} {text}")
        return {"right": True, "wrong": False}.get(found.verdict) if found.judgements else None


def _of(judged: Judged, truths: Sequence[bool]) -> Judged:
    """Return a message with the verdict on all that it answers."""
    if all(truths):
        return answer(judged, Truth.RIGHT)
    return answer(judged, Truth.WRONG)
