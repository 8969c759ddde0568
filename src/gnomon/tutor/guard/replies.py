"""The answer by way of what the learner has just offered or asked (rule 13 of `gnomon.tutor.guard.guard`).

A learner asks "is it more than 65?" and hears "exactly that"; offers "9.34" and hears that the last digit is one too big; is told
that they have only half of it. Nothing of it names the answer; together with the learner's last message it does. The words are
data (``words/replies.yaml``). It leaves out choices among several values (`gnomon.tutor.guard.left`) and distances that are no
given (`gnomon.tutor.guard.told`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache

from gnomon.algebra import ReadNumber, read_number
from gnomon.packaged import packaged_yaml
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.edits import edit_leaks
from gnomon.tutor.guard.english import english
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.turns import Leak, Said, Sentence, numbers_in, telling


@cache
def reply_words(name: str) -> re.Pattern[str]:
    """Return the pattern of one row of ``words/replies.yaml``."""
    return re.compile(rf"\b(?:{_table()[name]})(?!\w)", re.IGNORECASE)


@cache
def _table() -> dict[str, str]:
    return {name: words.replace("\n", "") for name, words in packaged_yaml(__package__, "words", "replies.yaml").items()}


@cache
def _wrong() -> tuple[re.Pattern[str], re.Pattern[str]]:
    before, after = _table()["wrong_before"], _table()["wrong_after"]
    return re.compile(rf"(?:\b|\A)(?:{before})\Z", re.IGNORECASE), re.compile(rf"\s*(?:{after})\b", re.IGNORECASE)


@cache
def _factor_of() -> re.Pattern[str]:
    factors = "|".join(pattern.pattern for pattern, _ in english().factors)
    return re.compile(rf"\b(?:{_table()['is_factor_of']})(?P<factor>(?!\w+ed\b)(?:{factors}))(?!\w)", re.IGNORECASE)


@cache
def _row(name: str, *, behind: bool = False) -> re.Pattern[str]:
    """Return a row that stands right before a number, or right after it."""
    return re.compile(rf"\b(?:{_table()[name]})\Z" if behind else rf"\s*(?:{_table()[name]})", re.IGNORECASE)


def reply_leaks(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Iterator[Leak]:
    """Rule 13."""
    value = protected.value
    if value is None:
        return
    offered = [number for number in numbers_in(said.message) if number.role == "value"]
    yield from _last_place_leaks(sentences, offered, value)
    if reply_words("fishes").search(said.message) and any(is_near(value, number.value) for number in offered):
        yield from _agreement_leaks(sentences)
    compared = _compared_values(said.message, offered)
    if any(is_near(value, other) for other in compared):
        yield from _exact_leaks(sentences)
    if any(is_near(value, other) for other in said.values):
        return
    for place, sentence in enumerate(sentences):
        if sentence.is_question or phrases.HYPOTHETICAL.search(sentence.text):
            continue
        asked = sentences[place - 1].text if place else ""  # the tutor may ask it: "Is 60 too small? Yes, by two"
        own = _compared_values(asked, telling(asked, protected)) if asked.rstrip().endswith("?") else []
        yield from _edit_leaks(sentence, offered, value)
        yield from edit_leaks(sentence, said, value)
        yield from _whole_leaks(sentence, offered, value)
        yield from _error_leaks(sentence, said.last, value)
        yield from _factor_leaks(sentence, said.last, value)
        yield from _distance_leaks(sentence, [*compared, *own], offered, protected, value)


def _last_place_leaks(sentences: Sequence[Sentence], offered: Sequence[ReadNumber], value: float) -> Iterator[Leak]:
    """Yield "your last digit is one too big", where the learner rounded wrongly."""
    wrong = [number for number in offered if number.decimals and abs(number.value - value) > _half_a_place(number)]
    for number in wrong:
        step = 10.0**-number.decimals
        if not any(abs(number.value + sign * step - value) <= _half_a_place(number) for sign in (1, -1)):
            continue
        for sentence in sentences:
            place = reply_words("last_place").search(sentence.text)
            if place and not sentence.is_question and _ONE_STEP.search(sentence.text):
                yield Leak(sentence.text, "neighbours", "it says how far the last digit is off")


def _half_a_place(number: ReadNumber) -> float:
    return 0.5 * 10.0**-number.decimals * (1 + 1e-9)


_ONE_STEP = re.compile(
    r"^(?!.*\b(?:whether|if|or down)\b).*?"
    r"\b(?:(?:one|1) (?:too|up|down|higher|lower|less|bigger|smaller|more)|by (?:one|1)|up|down|higher|lower)\b",
    re.IGNORECASE | re.DOTALL,
)


def _agreement_leaks(sentences: Sequence[Sentence]) -> Iterator[Leak]:
    """Yield a bare yes to who asks for one: "38, yes or no?"."""
    first = sentences[0] if sentences else None
    if first and not first.is_question and re.match(rf"\W*(?:{_table()['agrees']})(?!\w)", first.text, re.IGNORECASE):
        yield Leak(first.text, "value", "it confirms a guess for which a bare word was asked")


def _compared_values(message: str, offered: Sequence[ReadNumber]) -> list[float]:
    """Return the values with which a learner asks to compare: numbers and constants such as a right angle."""
    if "?" not in message or not reply_words("compares").search(message):
        return []
    constants = zip(english().constants.finditer(message), range(_MOST_CONSTANTS), strict=False)
    values = [english().constant_values[match.lastindex - 1] for match, _ in constants if match.lastindex]
    return [*(number.value for number in offered[:_MOST_OFFERED]), *values]


_MOST_CONSTANTS, _MOST_OFFERED = 4, 4
"""Values of a question that are compared with."""


def _exact_leaks(sentences: Sequence[Sentence]) -> Iterator[Leak]:
    """Yield "no, exactly that" to who asks whether it is more."""
    for sentence in sentences[:_ANSWERS]:
        if not sentence.is_question and (match := reply_words("exactly").search(sentence.text)):
            yield Leak(match.group(), "neighbours", "it is neither more nor less than what was asked about")


_ANSWERS = 2
"""Sentences of a turn that answer a question."""


def _edit_leaks(sentence: Sentence, offered: Sequence[ReadNumber], value: float) -> Iterator[Leak]:
    """Yield "the last 5 should be a 6" and "swap the digits", which make the answer of what the learner wrote."""
    wanted = f"{value:g}"
    edits = [(_digit(match["old"]), _digit(match["new"]), match.group()) for match in _EDIT.finditer(sentence.text)]
    turned = phrases.BACKWARDS.search(sentence.text)
    for number in offered[-_MOST_OFFERED:]:
        written = f"{number.value:g}"
        if turned and len(written) > 1 and written[::-1] == wanted:
            yield Leak(turned.group(), "digits", "the student's digits turned round make the answer")
        for old, new, words in edits:
            if any(written[:at] + new + written[at + 1 :] == wanted for at, digit in enumerate(written) if digit == old):
                yield Leak(words, "digits", "it says which digit of the student's makes the answer")


_DIGIT = r"(?:zero|one|two|three|four|five|six|seven|eight|nine|\d)"
_EDIT = re.compile(
    rf"\b(?:the|your|that|this|an?) (?:\w+ )?(?P<old>{_DIGIT})\b(?: (?:at|in) (?:the )?\w+)?(?: (?:should|must|has to"
    rf"|ought to|needs to|wants to|will)"
    rf" (?:be|become|turn)(?: in)?(?:to)?| is really| becomes| into| for| to| be| with| by)? (?:an? |the )?(?P<new>{_DIGIT})\b",
    re.IGNORECASE,
)
"""Puts one digit in another's place: "the last 5 should be a 6", "make the 4 a 2"."""


def _digit(word: str) -> str:
    number = read_number(word.lower())
    return f"{number.value:g}" if number else ""


def _whole_leaks(sentence: Sentence, offered: Sequence[ReadNumber], value: float) -> Iterator[Leak]:
    """Yield "precisely the next whole number", where the learner has 6.5."""
    if sentence.asks or not (match := reply_words("next_whole").search(sentence.text)):
        return
    for number in offered:
        near = {math.floor(number.value), math.ceil(number.value)} if abs(number.value) < _LARGEST else set()
        if number.value != round(number.value) and value in near:
            yield Leak(match.group(), "neighbours", "it is the whole number beside the student's")


_LARGEST = 1e9
"""Of numbers that have a neighbour."""


def _error_leaks(sentence: Sentence, last: Sequence[float], value: float) -> Iterator[Leak]:
    """Yield "you're three short", also where three is a given."""
    before, after = _wrong()
    for number in numbers_in(sentence.text):
        is_size = number.role in {"value", "count"} and number.value
        if not (is_size and any(is_near(abs(other - value), number.value) for other in last)):
            continue
        lead = sentence.text[max(0, number.start - _REACH) : number.start]
        rest = sentence.text[number.end : number.end + _REACH]
        should_be = _row("should_be", behind=True).search(lead) and _row("more_after").match(rest)
        is_wrong = should_be or ((before.search(lead) or not lead.strip(" \t-–—…,:;")) and after.match(rest))
        if is_wrong or (reply_words("with_yours").search(rest) and english().difference.search(lead + rest)):
            yield Leak(f"{number.text}{rest}", "neighbours", "it gives the distance to the student's value")


_REACH = 48
"""Characters beside a number that hold what is said of it."""


def _factor_leaks(sentence: Sentence, last: Sequence[float], value: float) -> Iterator[Leak]:
    """Yield "you took only half of it", which tells how much of the answer the learner's value is."""
    for match in _factor_of().finditer(sentence.text) if last else ():
        words = match["factor"]
        if phrases.ADVISES.search(sentence.text, match.start()):
            continue
        if not match.group().lower().startswith("you") and not _OF_ANSWER.match(sentence.text, match.end()):
            continue  # "that is half of her spending"
        factor = next((f for pattern, f in english().factors if pattern.fullmatch(words)), 0.0)
        if factor and any(is_near(value, other / factor) for other in last):
            yield Leak(match.group(), "relation", "it says how much of the answer the student has")


_OF_ANSWER = re.compile(
    r"(?: (?:of|as \w+ as|the size of))?(?: (?:it\b|too\b|what\b|(?:the|our|your) (?:\w+ )?(?:truth|answer|area|size"
    r"|length|angle|side|value|number|real|true|right"
    r"|correct|one|perimeter|arc|result|solution)\b)|\W*(?:$|[.,;!]))",
    re.IGNORECASE,
)
"""Says that it is a part or a multiple of the answer: "double the truth", "twice too big"."""


def _distance_leaks(
    sentence: Sentence, compared: Sequence[float], offered: Sequence[ReadNumber], protected: Protected, value: float
) -> Iterator[Leak]:
    """Yield "yes, by two degrees", to who asks whether it is more than 60; a distance that they have said is theirs."""
    for number in telling(sentence.text, protected) if compared else ():
        if any(is_near(number.value, other.value) for other in offered):
            continue
        near = sentence.text[max(0, number.start - _REACH) : number.end + _REACH]
        is_distance = english().difference.search(near) or re.search(r"\bby\W*\Z", sentence.text[: number.start])
        if is_distance and any(is_near(value, other + sign * number.value) for other in compared for sign in (1, -1)):
            yield Leak(near.strip(), "neighbours", "it gives the distance to what was asked about")
