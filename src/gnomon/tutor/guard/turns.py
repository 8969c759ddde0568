"""A turn as the rules of the answer guard read it: its sentences, what has a value in them, and what the student has said before.

It leaves out what gives an answer away (`gnomon.tutor.guard.stated`, `told` and `left`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from gnomon.algebra import Arithmetic, ReadNumber, read_arithmetic, read_numbers
from gnomon.algebra.words import NUMBER_WORDS
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.languages import in_english
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.relations import Item, items_of
from gnomon.tutor.guard.roles import tells_nothing
from gnomon.tutor.guard.writing import Writing, heard

Rule = Literal[
    "value", "given", "calculation", "relation", "option", "elimination", "digits", "neighbours", "word", "likeness", "length"
]
LONGEST_TEXT = 4000
"""Characters of an utterance that are read, about a hundred times a turn; what is longer is not shown. So far it takes half a
second at worst, and of what a student wrote no more is read than this either."""
_LONGEST_SENTENCE = 1000
"""Characters of a sentence that are read together: longer runs without a full stop are cut at a space, for the time they take."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A place that gives something away."""

    words: str
    """The words of the utterance."""
    rule: Rule
    reason: str
    """One clause for a person, or for a model that has to write the turn anew."""
    past_step: bool = False
    """Whether it is a value of a later step and not the final answer."""


class Sentence(NamedTuple):
    """A sentence of a turn."""

    text: str
    start: int
    """Where it begins in the text that was read."""
    asks: bool
    """Whether it asks the student to work something out."""
    next_asks: bool
    """Whether the sentence after it asks for the result."""
    following: str = ""
    """The sentence after it; empty at the end."""

    @property
    def is_question(self) -> bool:
        """Whether it ends as a question and does not only seem one, as "Isn't it 57?" does."""
        return self.text.rstrip().endswith("?") and not phrases.TAG_QUESTION.search(self.text)


class Said(NamedTuple):
    """What the student has said."""

    values: tuple[float, ...]
    calculations: tuple[float, ...]
    last: tuple[float, ...]
    """The values of the last message, the latest first."""
    text: str
    """All messages, lower case."""
    listed: tuple[float, ...] = ()
    """The values of the last message that offers several."""
    alone: tuple[float, ...] = ()
    """The values of messages that offer none or one."""
    message: str = ""
    """The last message in the guard's English."""
    used: tuple[tuple[float, str], ...] = ()
    """Every value with what it stands for there: empty, `OPERAND`, or the name of a part ("KFW = 80")."""

    def has_reached(self, value: float, protected: Protected) -> bool:
        """Whether the student has said ``value`` as a result or of what is asked, and not only used or said of another part."""
        holders = {holder for said, holder in self.used if is_near(value, said)}
        asked = {name for name, size in protected.parts.items() if size is None}
        if not (asked or protected.asks_for_letter):
            return bool(holders - {OPERAND})
        return any(not holder or holder in asked or f"∠{holder}" in asked for holder in holders - {OPERAND})


OPERAND = "+"
"""Marks a value that a student used to calculate with, and did not say of anything."""


def without_quotations(utterance: str, said: str) -> str:
    """Blank what is quoted from the student, character for character: what they have written is theirs to hear again."""

    def blank(match: re.Match[str]) -> str:
        quoted = " ".join(match[1].lower().split()).strip(" .,;:!?…")
        is_whole = len(quoted.split()) >= _LEAST_QUOTED or _CLAIM.match(quoted)
        is_own = is_whole and quoted in said
        return " " * len(match.group()) if is_own else match.group()

    said = " ".join(said.split())
    return phrases.QUOTED.sub(blank, utterance) if said else utterance


_LEAST_QUOTED = 3
"""Words of a quotation: fewer may be a value that the sentence goes on from ("half of “the 8”")."""
_CLAIM = re.compile(r"(?:it'?s|that'?s|thats|so|[a-z] ?=) ?\S")
"""Begins what is quoted whole in fewer words: "its 5"."""


@lru_cache(maxsize=64)  # a draft is checked for the answer and for the step; what the student said is read at every turn
def read_turn(utterance: str, problem_text: str) -> Writing:
    """Return an utterance as it is heard, in the guard's English."""
    return in_english(heard(utterance, problem_text))


def is_in_expression(number: ReadNumber | Item, text: str) -> bool:
    """Whether a number is part of an expression with a letter, as 10 is of "35x + 10"."""
    return any(match.start() <= number.start and number.end <= match.end() for match in expressions_in(text))


def words_of(writing: Writing, sentence: Sentence, start: int, end: int) -> str:
    """Return the words of the utterance for a place in a sentence."""
    return writing.words(sentence.start + start, sentence.start + end)


@lru_cache(maxsize=512)  # every number of a sentence asks
def expressions_in(text: str) -> tuple[re.Match[str], ...]:
    """Return where expressions with a letter stand, of two characters or more."""
    found = phrases.EXPRESSION.finditer(text)
    return tuple(
        match
        for match in found
        if len(match.group()) > 1 and phrases.HAS_LETTER.search(match.group()) and not _IN_METRES.fullmatch(match.group())
    )


_IN_METRES = re.compile(r"[\d.]+m[²³]?")
"""A size and no expression: "53m²"."""


MOST_RECENT = 24
"""Values of the student that a sentence may come back to: a tutor answers the last few messages, and the work stays bounded."""


FRAGMENT = 7
"""Words of a sentence without a subject of its own: "Two centimetres, no more, no less"."""


def speaks(text: str, protected: Protected) -> bool:
    """Whether a sentence is about the unknown, or says that it has been reached."""
    return phrases.ARRIVES.search(text) is not None or any(protected.mentions(text))


def with_the_next(sentences: Sequence[Sentence], cue: re.Pattern[str]) -> Iterator[tuple[Sentence, str]]:
    """Yield each sentence with its text, and that of the next one where either has the cue: a bound may stand in two."""
    has_cue = [cue.search(sentence.text) is not None for sentence in sentences]
    for place, sentence in enumerate(sentences):
        is_joined = place + 1 < len(sentences) and any(has_cue[place : place + 2])
        yield sentence, f"{sentence.text} {sentences[place + 1].text}" if is_joined else sentence.text


def telling(text: str, protected: Protected) -> list[ReadNumber]:
    """Return the numbers of ``text`` that may say something of the figure."""
    numbers = (number for number in numbers_in(text) if number.role in {"value", "count"})
    return [number for number in numbers if not tells_nothing(text, number.start, number.end, protected.problem_text)]


def items_in(text: str, protected: Protected) -> list[Item]:
    """Return what has a value in a sentence."""
    return items_of(text, numbers_in(text), calculations_in(text), protected)


def split(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text."""
    parts = list(_pieces(text))
    following = [*(part for _, part in parts[1:]), ""][: len(parts)]
    return tuple(
        Sentence(part, start, bool(phrases.ASKS.search(part)), bool(phrases.ASKS_FOR_RESULT.search(after)), after)
        for (start, part), after in zip(parts, following, strict=True)
    )


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of ``text`` with their places."""
    at = 0
    for match in [*phrases.SENTENCE_END.finditer(text), None]:
        end = match.start() if match else len(text)
        while end - at > _LONGEST_SENTENCE:
            space = text.rfind(" ", at + _LONGEST_SENTENCE // 2, at + _LONGEST_SENTENCE)
            cut = space if space > at else at + _LONGEST_SENTENCE
            yield at, text[at:cut]
            at = cut
        if text[at:end].strip():
            yield at, text[at:end]
        at = match.end() if match else end


@lru_cache(maxsize=512)  # sentences of a turn and what the student said: every rule and draft reads them again
def numbers_in(text: str) -> tuple[ReadNumber, ...]:
    """Return the numbers of a text, kept for the next rule."""
    return tuple(read_numbers(text)) if _MAY_HAVE_NUMBER.search(text) else ()


@lru_cache(maxsize=512)  # as above
def calculations_in(text: str) -> tuple[Arithmetic, ...]:
    """Return the calculations of a text, kept for the next rule."""
    return tuple(read_arithmetic(text)) if _MAY_HAVE_NUMBER.search(text) else ()


_MAY_HAVE_NUMBER = re.compile(
    rf"\d|[^\x00-\x7f°∠’‘“”–—…]|\b(?:pi|{'|'.join(sorted(NUMBER_WORDS - {'and', 'point'}))})", re.IGNORECASE
)
"""Without any of these a text need not be read for numbers, and most sentences have none."""


@lru_cache(maxsize=512)  # a dialogue is checked at every turn with all earlier messages
def _values_said(message: str) -> tuple[tuple[float, ...], tuple[float, ...], tuple[tuple[float, str], ...]]:
    text = read_turn(message[:LONGEST_TEXT], "").text
    used = tuple((number.value, _holder(number, text)) for number in numbers_in(text) if number.role != "name")
    calculations = tuple(calculation.value for calculation in calculations_in(text))
    return tuple(value for value, _ in used), calculations, used


def _holder(number: ReadNumber, text: str) -> str:
    """Return what a number of a student stands for; see `Said.used`. What they put in for a letter is a value of theirs."""
    before = text[max(0, number.start - _HOLDER_REACH) : number.start]
    if _PUT_IN_BEFORE.search(before) or _PUT_IN_AFTER.match(text, number.end):
        return ""
    spans = [(c.start, c.start + len(c.left_text)) for c in calculations_in(text)]
    spans += [match.span() for match in expressions_in(text)]
    is_part = any(start <= number.start and number.end <= end and end - start > len(number.text) for start, end in spans)
    if is_part or _OPERAND_BEFORE.search(before):
        return OPERAND
    named = _NAMED_BEFORE.search(before)
    return f"{named[1] or ''}{named[2]}" if named else ""


_HOLDER_REACH = 60
"""Characters before a value in which the part it is said of stands."""
_PUT_IN_BEFORE, _PUT_IN_AFTER = re.compile(r"\d ?[·*×(] ?\Z"), re.compile(r" ?[·*×]")
"""What makes a number one of a product: "5·20 + 10" has the letter's value put in."""
_OPERAND_BEFORE = re.compile(r"\b(?:by|plus|minus|times|add(?:ed|ing)?|subtract(?:ed|ing)?|off|away)(?: the)? \Z", re.IGNORECASE)
_NAMED_BEFORE = re.compile(
    r"(arc )?(?<![A-Za-z])([A-Z]{2,4}) ?(?:=|is|are|was|has|measures|:)(?: also| only| about)? ?(?:[^=,;?!A-Z]{1,30}= ?)*\Z"
)
"""The name of a part, before what it is said to be."""


def read_said(messages: tuple[str, ...]) -> Said:
    """Read what the student has said, the first message first."""
    read = [_values_said(message) for message in messages]
    offers = [_offered(message, values) for message, (values, *_) in zip(messages, read, strict=True)]
    return Said(
        tuple(value for values, *_ in read for value in values),
        tuple(value for _, calculations, _ in read for value in calculations),
        read[-1][0][: -MOST_RECENT - 1 : -1] if read else (),
        "\n".join(messages).lower(),
        next((values for values in offers[::-1] if values), ()),
        tuple(value for (values, *_), several in zip(read, offers, strict=True) if not several for value in values),
        read_turn(messages[-1][:LONGEST_TEXT], "").text if messages else "",
        tuple(use for *_, uses in read for use in uses),
    )


def _offered(message: str, values: Sequence[float]) -> tuple[float, ...]:
    """Return what a student's message offers to choose from, where it does little else: "It is 10, 15 or 20"; else nothing."""
    pronouns = len(_ONES.findall(message))  # "I have 9 or 20.25, one of them must be it"
    if pronouns and 1.0 in values:
        values = [value for value in values if value != 1]
    is_list = 1 < len(values) <= _MOST_OFFERED and len(_WORDS.findall(message)) <= len(values) + FRAGMENT + pronouns
    # "20π, so 62.83" is one value
    is_list = is_list and "=" not in message and not any(is_near(one, other, 2) for one, other in combinations(values, 2))
    return tuple(values) if is_list else ()


_ONES = re.compile(r"\bone (?:of|is|must|has|should|will)\b", re.IGNORECASE)
_MOST_OFFERED = 8
"""Values of a list of candidates: a longer one is a count."""


_WORDS = re.compile(r"[^\W\d_]+")
