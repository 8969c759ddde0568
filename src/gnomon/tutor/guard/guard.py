"""The answer guard finds where an utterance gives the final answer away, or goes past the step in play.

It works on text alone: the utterance, the problem and its answer, and what the student has said. The rules:

1.  *Value.* A number that equals the answer is a leak, in every form `gnomon.algebra` reads (digits of any script, words,
    fractions, roots, multiples of π, percent), within 0.2 %, or rounded correctly within 1 %. Asking "Isn't it 57?" or adding
    the answer to a sum states it all the same.
2.  *Mention.* A number is no leak where it is a name, ordinal, count or factor ("step 2", "two triangles", "2x"), the operand
    of an instruction ("divide both sides by 2"), where it is refuted ("it is not 57", "57 would be too large"), or where the
    student has said that value before, be it only on the way: what they have written is theirs to hear again.
3.  *Given.* When the problem states the same value (and for 90, 180, 360, and "right angle"), it is a leak only where it is said
    of the unknown: a name of the unknown or "the answer" stands before it with "is", "=", "must be" between, or after it.
4.  *Calculation.* A calculation that comes to the answer is a leak where it is asserted ("it is 180 minus 123", "√225", "half of
    126"), not where the student is asked to carry it out, in the sentence itself or in the next one ("What is 16 / 2?"), and not
    when the student has written it.
5.  *Option.* The letter or place of the right option ("go with B", "the second option") is a leak unless refuted, said by the
    student, or only one in a list of all.
6.  *Elimination.* Refuting every wrong option leaves the right one: a leak.
7.  *Digits.* The answer spelled letter by letter, read out digit by digit ("five seven", "the first digit is 5, the second 7"),
    or split into a sum ("fifty, and then seven more").
8.  *Neighbours.* A range no wider than 2 units or 4 % that holds the answer ("bigger than 56 but smaller than 58"), "just
    under 58", and the distance to a number that the student or the sentence names ("your 67 is ten too high").
9.  *Word.* An answer that is no number ("rhombus") is a leak where the word is said, unless the problem says it or rule 2 holds.
10. *Step.* With a `StepScope`, rules 1 to 4 and 7 hold for each protected value too; the reason then says "past the step".

Out of reach: other languages' number words, values only drawn or implied ("the number of minutes in an hour less three"),
riddles over several turns, an equation one step from its solution ("2x = 114"), Roman numerals, homophones, other bases,
encodings. Refuting the true answer misleads, but is no leak. An unknown answer is not checked: `check` says ``unchecked``, for
the caller to count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from gnomon.algebra import ReadNumber, read_arithmetic, read_numbers
from gnomon.problem import Problem
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.protected import Protected, is_near, letter_of, protect

Rule = Literal["value", "given", "calculation", "option", "elimination", "digits", "neighbours", "word"]
_MAX_UTTERANCE = 20_000
"""Characters that are checked: a turn has a few hundred, and a model run wild must not hold up a session."""


@dataclass(frozen=True, slots=True)
class StepScope:
    """What the step in play leaves to the student."""

    protected: tuple[float, ...]
    """Values that this step and the later ones conclude."""
    allowed: tuple[float, ...] = ()
    """Values already shown or given; they win over ``protected``."""


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


@dataclass(frozen=True, slots=True)
class GuardResult:
    """What the guard found."""

    status: Literal["clean", "leak", "unchecked"]
    """``unchecked``: the final answer is unknown, and no step value leaked."""
    leak: Leak | None = None


class _Sentence(NamedTuple):
    text: str
    asks: bool
    """Whether it asks the student to work something out."""
    next_asks: bool
    """Whether the sentence after it asks for the result."""


class _Said(NamedTuple):
    """What the student has said."""

    values: tuple[float, ...]
    calculations: tuple[float, ...]
    text: str
    """All messages, lower case."""


def find_leak(
    utterance: str,
    problem: Problem | str,
    final_answer: float | str | None,
    *,
    said_by_student: Sequence[str] = (),
    step: StepScope | None = None,
) -> Leak | None:
    """Return the first leak of ``utterance``, or None; None too when the answer is unknown (see `check`).

    Args:
        utterance: what the tutor is about to say.
        problem: the problem, or its text; options are read from the text where they run "(A) ... (B) ...".
        final_answer: a value, an expression ("5√3"), the letter of an option, or a word ("rhombus"); None for unknown.
        said_by_student: the student's messages so far; confirming a value in them is no leak.
        step: the step in play; None protects the final answer only.
    """
    return check(utterance, problem, final_answer, said_by_student=said_by_student, step=step).leak


def check(
    utterance: str,
    problem: Problem | str,
    final_answer: float | str | None,
    *,
    said_by_student: Sequence[str] = (),
    step: StepScope | None = None,
) -> GuardResult:
    """Check ``utterance`` by the rules above; arguments as in `find_leak`. Never raises on text."""
    protected = protect(problem, final_answer)
    said = _read_said(tuple(said_by_student))
    text = phrases.SPELLED.sub(lambda match: re.sub(r"[-.·]", "", match.group()), utterance[:_MAX_UTTERANCE])
    sentences = _split(text)
    leak: Leak | None = None
    if protected is not None:
        leak = next(_leaks(sentences, text, protected, said), None)
    # Steps have values of their own: they are guarded where the final answer is unknown too.
    if leak is None and step is not None and (base := protected or protect(problem, 0.0)) is not None:
        leak = _past_step(sentences, text, base, said, step)
    if leak is not None:
        return GuardResult("leak", leak)
    return GuardResult("unchecked" if protected is None else "clean")


def _past_step(sentences: Sequence[_Sentence], text: str, base: Protected, said: _Said, step: StepScope) -> Leak | None:
    for value in step.protected:
        if any(is_near(allowed, value) for allowed in step.allowed):
            continue
        scope = replace(base, value=value, is_percent=False, word="", letter="", choices=())
        leak = next(_value_leaks(sentences, text, scope, said), None)
        if leak is not None:
            return replace(leak, reason=f"past the step: {leak.reason}", past_step=True)
    return None


def _leaks(sentences: Sequence[_Sentence], text: str, protected: Protected, said: _Said) -> Iterator[Leak]:
    yield from _value_leaks(sentences, text, protected, said)
    yield from _neighbour_leaks(sentences, protected, said)
    yield from _option_leaks(sentences, protected, said)
    yield from _word_leaks(sentences, protected, said)


def _value_leaks(sentences: Sequence[_Sentence], text: str, protected: Protected, said: _Said) -> Iterator[Leak]:
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    for sentence in sentences:
        yield from _stated_values(sentence, protected)
        yield from _asserted_calculations(sentence, value, said)
    yield from _split_values(text, value)


def _stated_values(sentence: _Sentence, protected: Protected) -> Iterator[Leak]:
    """Rules 1 to 3."""
    calculations = [(a.start, a.start + len(a.left_text)) for a in read_arithmetic(sentence.text)]
    for number in _numbers(sentence.text):
        if number.role != "value" or not protected.is_stated_by(number) or _is_refuted(sentence.text, number.start, number.end):
            continue
        in_calculation = any(start <= number.start and number.end <= end for start, end in calculations)
        to_work_out = in_calculation and number.kind in {"fraction", "root", "power"}
        is_operand = sentence.asks and phrases.OPERAND.search(sentence.text[: number.start])
        if to_work_out or is_operand or _lists_all_options(sentence, protected):
            continue
        if not protected.is_given:
            yield Leak(number.text, "value", f"{number.text!r} is the answer")
        elif _is_said_of_unknown(sentence.text, number.start, number.end, protected):
            yield Leak(number.text, "given", f"{number.text!r} is said of what is asked")
    if protected.value == 90:
        for match in re.finditer(r"\b(?:a )?right angle\b|\bperpendicular\b", sentence.text, re.IGNORECASE):
            if _is_said_of_unknown(sentence.text, match.start(), match.end(), protected):
                yield Leak(match.group(), "given", f"{match.group()!r} is said of what is asked")


def _is_refuted(text: str, start: int, end: int) -> bool:
    # A refusal stands within a short sentence before the number, or within a few words behind it.
    before = text[max(0, start - 60) : start]
    if phrases.NOT_AFTER.search(text[end : end + 40]):
        return True
    return bool(phrases.NOT_BEFORE.search(before)) and not phrases.TAG_QUESTION.search(text)


def _is_said_of_unknown(text: str, start: int, end: int, protected: Protected) -> bool:
    if phrases.WH_QUESTION.search(text):
        return False
    mentions = [match.end() for match in protected.unknown.finditer(text, 0, start)]
    if mentions:
        between = text[mentions[-1] : start]
        if phrases.COPULA.search(between) and not re.search(r"[;]|\b(?:where|while|whereas|because|since|when)\b", between):
            return not phrases.NOT_BEFORE.search(text[:start])
    after = text[end : end + 60]  # as far as a refusal reaches
    is_subject = phrases.AFTER_UNKNOWN.search(after)
    return bool(is_subject and protected.unknown.search(after, is_subject.end()))


def _asserted_calculations(sentence: _Sentence, value: float, said: _Said) -> Iterator[Leak]:
    """Rule 4."""
    if sentence.asks or sentence.next_asks or any(is_near(value, written) for written in said.calculations):
        return
    for calculation in read_arithmetic(sentence.text):
        # A sum that is worked out wrongly gives away what it claims.
        results = (calculation.value, calculation.claimed)
        end = calculation.start + len(calculation.left_text)
        gives_answer = any(result is not None and is_near(value, result) for result in results)
        if gives_answer and not _is_refuted(sentence.text, calculation.start, end):
            yield Leak(calculation.text, "calculation", f"{calculation.left_text!r} comes to the answer")


def _split_values(text: str, value: float) -> Iterator[Leak]:
    """Rule 7."""
    numbers = [number for number in _numbers(text) if number.role != "name"]
    yield from _parts_of_a_sum(text, numbers, value)
    digits = f"{value:g}"
    if len(digits) < 2 or not digits.isdigit():
        return
    for run in _digit_runs(text, numbers):
        if "".join(f"{number.value:g}" for number in run) == digits:
            yield Leak(text[run[0].start : run[-1].end], "digits", "these digits make the answer")


def _parts_of_a_sum(text: str, numbers: Sequence[ReadNumber], value: float) -> Iterator[Leak]:
    """Find "fifty, and then seven more" and "5 tens and 7 ones"."""
    for first, second in pairwise(numbers):
        # Behind the second number only "more", "ones" or "units" is looked for: 12 characters hold each with its spaces.
        between, after = text[first.end : second.start], text[second.end : second.end + 12]
        words = text[first.start : second.end]
        # Two numbers farther apart than half a sentence are two statements.
        adds = len(between) < 40 and re.search(r"\b(?:and|then|plus)\b", between) and re.match(r"\s+more\b(?! than)", after)
        if adds and is_near(value, first.value + second.value):
            yield Leak(words, "digits", "the two parts add up to the answer")
        places = phrases.TENS_AND_ONES.search(between) and re.match(r"\s+(?:ones?|units?)\b", after)
        if places and is_near(value, 10 * first.value + second.value):
            yield Leak(words, "digits", "tens and ones make the answer")


def _digit_runs(text: str, numbers: Sequence[ReadNumber]) -> list[list[ReadNumber]]:
    """Group single digits that follow each other with only space or a hyphen between; then all that follow the word "digit"."""
    runs: list[list[ReadNumber]] = [[]]
    for number in numbers:
        if runs[-1] and not (_is_digit(number) and re.fullmatch(r"[ \-–]{1,3}", text[runs[-1][-1].end : number.start])):
            runs.append([])
        if _is_digit(number):
            runs[-1].append(number)
    place = re.search(r"\bdigits?\b|\bstarts? with\b", text, re.IGNORECASE)
    if place:  # "five is the first digit": a digit may also come up to half a sentence before the word
        runs.append([number for number in numbers if number.end > place.start() - 30 and _is_digit(number)])
    return [run for run in runs if len(run) > 1]


def _is_digit(number: ReadNumber) -> bool:
    return number.kind == "integer" and 0 <= number.value <= 9


def _neighbour_leaks(sentences: Sequence[_Sentence], protected: Protected, said: _Said) -> Iterator[Leak]:
    """Rule 8."""
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    for sentence in sentences:
        numbers = [number for number in _numbers(sentence.text) if number.role in {"value", "count"}]
        yield from _tight_range(sentence.text, numbers, value)
        for number in numbers:
            # What qualifies a number stands right beside it: 40 characters before and 30 behind hold the longest phrase.
            beside = phrases.JUST_BESIDE.search(sentence.text[max(0, number.start - 40) : number.start])
            # "just under 58" is a neighbour of 57: one unit, or 2 % of a large value, with room for float noise.
            if beside and 0 < abs(number.value - value) <= max(1.0, 0.02 * abs(value)) * (1 + 1e-9):
                yield Leak(f"{beside.group().strip()} {number.text}", "neighbours", "it names the neighbour of the answer")
            is_offset = phrases.OFFSET.search(sentence.text[number.end : number.end + 30])
            if not (is_offset and number.value):
                continue
            bases = [*said.values, *(other.value for other in numbers if other is not number)]
            if any(is_near(abs(base - value), number.value) for base in bases):
                yield Leak(number.text, "neighbours", "it gives the distance to the answer")


def _tight_range(text: str, numbers: Sequence[ReadNumber], value: float) -> Iterator[Leak]:
    for first, second in pairwise(numbers):
        low, high = sorted((first.value, second.value))
        # Rule 8, with room for float noise.
        is_tight = low < value < high and high - low <= max(2.0, 0.04 * abs(value)) + 1e-9
        if is_tight and phrases.RANGE.search(text[max(0, first.start - 20) : second.start]):  # "greater than" fits into 20
            yield Leak(text[first.start : second.end], "neighbours", "the range leaves only the answer")


def _option_leaks(sentences: Sequence[_Sentence], protected: Protected, said: _Said) -> Iterator[Leak]:
    """Rules 5 and 6."""
    if not protected.letter or _said_letter(protected.letter, said):
        return
    refuted: set[str] = set()
    for sentence in sentences:
        names_none = not phrases.BARE_LETTER.search(sentence.text)
        if names_none and sentence.text.endswith("?") and phrases.WH_QUESTION.search(sentence.text):
            continue
        named = _named_options(sentence.text, protected)
        if phrases.REFUTES.search(sentence.text):
            refuted |= named | _letters_in(sentence.text)
        elif protected.letter in named and len(named) < max(2, len(protected.choices)):
            yield Leak(sentence.text, "option", f"it names option {protected.letter}")
    wrong = set(map(letter_of, range(len(protected.choices)))) - {protected.letter}
    if wrong and wrong <= refuted and protected.letter not in refuted:
        yield Leak(", ".join(sorted(wrong)), "elimination", "every other option is ruled out")


def _named_options(text: str, protected: Protected) -> set[str]:
    """Return the letters of the options that ``text`` names by letter, place or value."""
    named = {match[1] or match[2] or match[3] for match in phrases.OPTION.finditer(text)}
    for match in phrases.PLACE.finditer(text):
        place = match[1].lower()
        named.add(letter_of(len(protected.choices) - 1 if place == "last" else phrases.PLACES.index(place)))
    values = [number.value for number in _numbers(text)]
    for position, choice in enumerate(protected.choices):
        numbers = _numbers(choice)
        if len(numbers) == 1 and any(is_near(numbers[0].value, value) for value in values) and phrases.REFUTES.search(text):
            named.add(letter_of(position))
    return named


def _letters_in(text: str) -> set[str]:
    """Return the capitals that stand alone and name no part of the figure."""
    part = r"\b(?:angle|point|side|vertex|triangle)"
    return {letter for letter in phrases.BARE_LETTER.findall(text) if not re.search(rf"{part} {letter}\b", text)}


def _said_letter(letter: str, said: _Said) -> bool:
    small = letter.lower()
    alone, named = rf"(?:^|\n)\W*{small}\W*(?:$|\n)", rf"\b(?:option|choice|answer|is it|it's|pick|choose)\W+(?:is )?{small}\b"
    return re.search(f"{alone}|{named}", said.text) is not None


def _lists_all_options(sentence: _Sentence, protected: Protected) -> bool:
    """Whether a sentence only lists the options: it names all of them and refutes none."""
    if len(protected.choices) < 2 or phrases.REFUTES.search(sentence.text):
        return False
    values = [number.value for number in _numbers(sentence.text)]
    options = [number.value for choice in protected.choices for number in _numbers(choice)[:1]]
    return len(options) == len(protected.choices) and all(any(is_near(option, value) for value in values) for option in options)


def _word_leaks(sentences: Sequence[_Sentence], protected: Protected, said: _Said) -> Iterator[Leak]:
    """Rule 9."""
    word = protected.word
    if not word or word in said.text or word in protected.problem_text:
        return
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?:e?s)?(?!\w)", re.IGNORECASE)
    for sentence in sentences:
        for match in pattern.finditer(sentence.text):
            if not _is_refuted(sentence.text, match.start(), match.end()):
                yield Leak(match.group(), "word", f"{match.group()!r} is the answer")


def _split(text: str) -> tuple[_Sentence, ...]:
    parts = [part.strip() for part in phrases.SENTENCE_END.split(text) if part and part.strip()]
    following = [*parts[1:], ""][: len(parts)]
    return tuple(
        _Sentence(part, bool(phrases.ASKS.search(part)), bool(phrases.ASKS_FOR_RESULT.search(after)))
        for part, after in zip(parts, following, strict=True)
    )


@lru_cache(maxsize=512)  # sentences of a turn and what the student said: every rule and draft reads them again
def _numbers(text: str) -> tuple[ReadNumber, ...]:
    return tuple(read_numbers(text))


@lru_cache(maxsize=512)  # a dialogue is checked at every turn with all earlier messages
def _values_said(message: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    values = tuple(number.value for number in _numbers(message) if number.role != "name")
    calculations = tuple(calculation.value for calculation in read_arithmetic(message))
    return values, calculations


def _read_said(messages: tuple[str, ...]) -> _Said:
    read = [_values_said(message) for message in messages]
    return _Said(
        tuple(value for values, _ in read for value in values),
        tuple(value for _, calculations in read for value in calculations),
        "\n".join(messages).lower(),
    )
