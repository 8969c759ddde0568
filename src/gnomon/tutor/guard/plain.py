"""Plain statements of a value that the student has only calculated with: "17x + 20 = 360, so x = 20" (rule 2).

A student who wrote "17x + 20" has used the 20 and found nothing. A tutor may go on speaking of it; what says it of the unknown
tells the answer. It leaves out values that the student has not said (`gnomon.tutor.guard.stated`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.handing import is_set_as_task
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.turns import Leak, Said, Sentence, calculations_in, numbers_in, words_of
from gnomon.tutor.guard.writing import Writing

_IS = re.compile(
    r"(?:,[^,.;:?!\d]{1,25},| (?:you|we)(?:'re| are)? (?:looking for|after|want|need|seek))?"
    r"\W{0,3}(?:(?:does|really|then|thus|therefore|hence|so|just|now|finally|indeed|itself|here|alone)\b\W*){0,3}"
    r"(?:(?:=|≈|:|→|⇒|['’]s\b|(?:is|was|are|equals?|measures?|becomes?|makes"
    r"|(?:must|has to|will|should|can only|would|might|does) (?:be|equal|measure|come out (?:to be|as|at|to)"
    r"|turn out (?:to be|as|at))"
    r"|turns? out (?:to be|as|at)|comes? (?:out )?(?:to|as|at)|works? out (?:to|as|at)|gets"
    r"|has (?:the|a) (?:value|size|length|measure))\b)"
    r"\W{0,4}(?:(?:equal|to|exactly|just|simply|only|also|indeed|then|therefore|thus|about|the|number|value|a|plain|of|course|well"
    r"|in|end|fact|at|last)\b\W*){0,5}|\W*)[$({*\\]*\Z",
    re.IGNORECASE,
)
"""Between a name of the unknown and what it is said to be."""
_IN_TERM = re.compile(
    r"(?:\d|[-−–+·*×/²]|\b(?:plus|minus|times|beside|behind|before|near|with|without|from|by|than|next to"
    r"|(?<!value )(?<!size )(?<!measure )(?<!length )(?<!area )of)) ?(?:the )?\Z"
)
"""Stands before a letter or a name that is part of something longer: "17x = 340", "KFB + BFW"."""
_IS_TRIED = re.compile(
    r"\b(?:if|suppose|say|assume|imagine|try|test|with|let|when|whether|for|were)\W+(?:\w+\W+){0,3}\Z", re.IGNORECASE
)


def plain_leaks(sentences: Sequence[Sentence], writing: Writing, protected: Protected, said: Said) -> Iterator[Leak]:
    """Yield what says the answer of the unknown, as a number or as a calculation, and calculations with new numbers."""
    value = protected.value
    if value is None:
        return
    for sentence in sentences:
        asks_for_it = sentence.is_question and phrases.WH_QUESTION.search(sentence.text)  # "Is x 20?" states it all the same
        if asks_for_it or phrases.HYPOTHETICAL.search(sentence.text):
            continue
        found = [(n.start, n.end) for n in numbers_in(sentence.text) if n.role == "value" and protected.is_stated_by(n)]
        found += [
            (c.start, c.start + len(c.left_text))
            for c in calculations_in(sentence.text)
            if is_near(value, c.value) and not (sentence.asks or sentence.next_asks)
        ]
        for start, end in found:
            is_all = len(sentences) == 1 and _IT_IS.fullmatch(sentence.text[:start]) and len(sentence.text) - end < _ARTICLE
            if (is_all or _is_of_unknown(sentence.text, start, end, protected)) and not phrases.is_refuted(
                sentence.text, start, end
            ):
                words = words_of(writing, sentence, start, end)
                yield Leak(words, "value", f"{words!r} is said of what is asked")
        yield from _new_calculations(sentence, writing, protected, said, value)


def _new_calculations(sentence: Sentence, writing: Writing, protected: Protected, said: Said, value: float) -> Iterator[Leak]:
    """Yield "divide by 23: 345 ÷ 23", which is no sum of the constants that happen to be in play."""
    at_hand = (*protected.givens, *said.values)
    for calculation in calculations_in(sentence.text):
        start, end = calculation.start, calculation.start + len(calculation.left_text)
        is_new = any(not any(is_near(n.value, known) for known in at_hand) for n in numbers_in(calculation.left_text))
        if not is_new or not is_near(value, calculation.value) or any(is_near(value, done) for done in said.calculations):
            continue
        asks = sentence.is_question or (sentence.asks and not WRITES_OUT.search(sentence.text, 0, start))
        if calculation.is_root_only or asks or sentence.next_asks or is_set_as_task(sentence, start, end, protected):
            continue
        if not phrases.is_refuted(sentence.text, start, end):
            words = words_of(writing, sentence, start, end)
            yield Leak(words, "calculation", f"{words!r} comes to the answer")


def _is_of_unknown(text: str, start: int, end: int, protected: Protected) -> bool:
    """Whether what stands from ``start`` to ``end`` is said of the unknown, before or behind it."""
    for begins, ends in protected.mentions(text[:start]):
        if not _IS_WORD.search(text[ends:start]) and not _MAKES_IT.search(text, 0, begins):
            continue
        is_whole = _IN_TERM.search(text, 0, begins) is None and _IS_TRIED.search(text, 0, begins) is None
        if is_whole and _IS.fullmatch(text[ends:start]) and _ENDS.match(text, end):
            return True
    is_subject = phrases.AFTER_UNKNOWN.match(text[end : end + _REACH])
    return bool(
        is_subject
        and _IN_TERM.search(text, 0, start) is None
        and any(begins - is_subject.end() in range(_ARTICLE) for begins, _ in protected.mentions(text[end : end + _REACH]))
    )


_ENDS = re.compile(r"(?! ?[-−–+·*×/:] ?\d)(?! ?[a-z]\b(?! is))")
"""What may follow the whole of a value, and no further operand or letter."""
WRITES_OUT = re.compile(
    r"\b(?:halve|divide|subtract|take|add|multiply|double)\b[^.?!:]{0,50}: ?[$(]*\Z"
    r"|\d[^.?!\d]{0,30}: ?[$(]*\Z|\b(?:left|remains?|remaining|missing)\b[^.?!\d:]{0,30}(?:\bis\b|'s\b|:)\W*\Z",
    re.IGNORECASE,
)
"""Stands before a calculation that an instruction with numbers comes to, or that is all there is left to do."""
_IS_WORD = re.compile(r"[=≈:→⇒\w]")
"""Makes what stands between the unknown and a value more than a space."""
_MAKES_IT = re.compile(r"(?:\b(?:makes?|leaves?|gives?|sets?|is)(?: you| us)?|n't) \Z", re.IGNORECASE)
"""Stands before the unknown where its value follows at once: "that makes x twenty", "isn't x 20?"."""
_REACH = 40
"""Characters behind a place in which the unknown, or its value, is looked for."""
_IT_IS = re.compile(r"\W*(?:(?:so|and|well|then|no|yes)\b\W*)*(?:it|that)(?:['’]s| is| must be) (?:just |only )?", re.IGNORECASE)
"""Begins a turn that says nothing but the value."""
_ARTICLE = 6
"""Characters between "is" and the unknown, such as "the "."""
