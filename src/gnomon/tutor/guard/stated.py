"""The answer itself: as a value, a calculation, a word or its digits (rules 1 to 4, 8 and 10 of `gnomon.tutor.guard.guard`)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from gnomon.algebra import Arithmetic, ReadNumber, read_arithmetic, read_numbers
from gnomon.tutor.guard import narrowing, phrases
from gnomon.tutor.guard.facts import known_facts
from gnomon.tutor.guard.handing import is_set_as_task
from gnomon.tutor.guard.plain import WRITES_OUT, plain_leaks
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.roles import is_of_other_figure, is_of_something_else, is_tied, tells_nothing
from gnomon.tutor.guard.spelled import in_a_table, left_out, spelled_out
from gnomon.tutor.guard.ties import collected
from gnomon.tutor.guard.turns import (
    Leak,
    Said,
    Sentence,
    calculations_in,
    expressions_in,
    is_in_expression,
    numbers_in,
    speaks,
    with_the_next,
    words_of,
)
from gnomon.tutor.guard.writing import Writing


def value_leaks(sentences: Sequence[Sentence], writing: Writing, protected: Protected, said: Said) -> Iterator[Leak]:
    """Rules 1 to 4 and 8."""
    value = protected.value
    if value is None:
        return
    if any(is_near(value, other) for other in said.values):
        # They may only have calculated with it: "x = 20" is no word of theirs after "17x + 20".
        if not said.has_reached(value, protected):
            yield from plain_leaks(sentences, writing, protected, said)
        return
    letters = phrases.LETTER_VALUE.findall(writing.text)
    for before, sentence in zip(["", *(sentence.text for sentence in sentences)], sentences, strict=False):
        yield from _stated_values(sentence, before, writing, protected)
        yield from _told_bases(sentence, writing, protected)
        yield from _asserted_calculations(sentence, writing, protected, value, said, dict(letters[:_MOST_LETTERS]))
    yield from _split_values(sentences, writing, protected)
    for part in (*spelled_out(writing.text, value), *in_a_table(writing.text, value)):
        yield Leak(writing.words(part.start, part.end), "digits", part.reason)
    yield from known_facts(sentences, writing, protected, said)


_MOST_LETTERS = 26
"""Letters whose values are put into expressions."""


def _stated_values(sentence: Sentence, before: str, writing: Writing, protected: Protected) -> Iterator[Leak]:
    """Rules 1 to 3."""
    text = sentence.text
    for number in numbers_in(text):
        is_converted = number.role == "value" and protected.is_stated_in_other_units_by(number, text)
        if number.role != "value" or not (is_converted or _is_answer(number, text, protected)):
            continue
        if not is_converted and _is_of_another(number, text, before, protected):
            continue
        is_elsewhere = not is_converted and tells_nothing(text, number.start, number.end, protected.problem_text)
        confirms = _is_confirmed(number, sentence, protected)
        if is_elsewhere and not confirms and not (is_tied(text) and any(protected.mentions(text))):
            continue
        if _is_free(number, sentence, protected, confirms=confirms) or _lists_all_options(sentence, protected):
            continue
        words = words_of(writing, sentence, number.start, number.end)
        if is_converted or not (protected.is_given or protected.is_of_other_kind(number)):
            yield Leak(words, "value", f"{words!r} is the answer")
        elif confirms or _is_said_of_unknown(text, number.start, number.end, protected):
            yield Leak(words, "given", f"{words!r} is said of what is asked")
    for match in phrases.RIGHT_ANGLE.finditer(text) if protected.value == _RIGHT_ANGLE else ():
        if _is_said_of_unknown(text, match.start(), match.end(), protected):
            yield Leak(match.group(), "given", f"{match.group()!r} is said of what is asked")


def _told_bases(sentence: Sentence, writing: Writing, protected: Protected) -> Iterator[Leak]:
    """Yield "12 squared is 144", which tells the 12."""
    value = protected.value
    if value is None or protected.is_given or sentence.text.rstrip().endswith("?"):
        return
    for number in numbers_in(sentence.text):
        base = _BASE.match(number.text) if number.kind == "power" else None
        if base is None or not is_near(value, float(base[1])):
            continue
        is_result = _TOLD_BEFORE.search(sentence.text, 0, number.start) is not None
        if is_result or (not sentence.asks and _IS_TOLD.match(sentence.text, number.end)):
            yield Leak(words_of(writing, sentence, number.start, number.end), "value", f"{number.text!r} has the answer in it")


_BASE = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)(?:²| ?squared| ?\^ ?2)")
_IS_TOLD = re.compile(r"[²\s]*(?:=|is|are|makes?|gives?|equals?)\W*\d", re.IGNORECASE)
_TOLD_BEFORE = re.compile(r"\d[²³\W]*(?:=|is|equals|gives)\s*\Z", re.IGNORECASE)
_RIGHT_ANGLE = 90
"""Degrees that are also told by a word."""


def _is_of_other_figure(number: ReadNumber, text: str, protected: Protected) -> bool:
    """Whether a number is a size of another figure that the sentence tells of."""
    sizes = [other.value for other in numbers_in(text)]
    return is_of_other_figure(text, sizes, protected.own_givens, number.value) and not protected.names(text)


def _is_free(number: ReadNumber, sentence: Sentence, protected: Protected, *, confirms: bool) -> bool:
    """Whether a number is refuted, the operand of an instruction, of another figure, tried or still to be worked out."""
    text = sentence.text
    if not confirms and _is_of_other_figure(number, text, protected):
        return True
    if phrases.is_refuted(text, number.start, number.end):
        return True
    if _is_only_tried(number, text) or _is_imagined(text[: number.start], protected):
        return True
    calculations = ((a.start, a.start + len(a.left_text)) for a in calculations_in(text))
    in_calculation = any(start <= number.start and number.end <= end for start, end in calculations)
    to_work_out = in_calculation and number.kind in {"fraction", "root", "power"}
    return to_work_out or bool(sentence.asks and phrases.OPERAND.search(text[: number.start]))


def _is_imagined(before: str, protected: Protected) -> bool:
    """Whether what stands before a number imagines something else to be of that size: "If GP were 12 instead of 9"."""
    match = _IMAGINES.search(before)
    return match is not None and not any(protected.mentions(match.group()))


_IMAGINES = re.compile(
    r"\b(?:if|suppose|imagine|had|were)\b[^.,;?!]{0,40}\b(?:were|was|had|measured|been)\b[^.,;?!\d]{0,12}\Z", re.IGNORECASE
)


def _is_confirmed(number: ReadNumber, sentence: Sentence, protected: Protected) -> bool:
    """Whether a sentence says that a number is what the tutor has too."""
    asks = sentence.is_question and phrases.WH_QUESTION.search(sentence.text)
    if asks or phrases.CONFIRMS.search(sentence.text) is None:
        return False
    return not is_of_something_else(sentence.text, number.start, number.end, protected.problem_text)


def _is_only_tried(number: ReadNumber, text: str) -> bool:
    """Whether a number comes of another value that is tried, or stands in a table of several."""
    trials = [trial for trial in phrases.TRIAL.finditer(text) if trial.start() < number.start]
    return bool(trials) and (float(trials[-1][1]) != number.value or len(trials) > 1)


def _is_of_another(number: ReadNumber, text: str, before: str, protected: Protected) -> bool:
    """Whether a number is a constant of an expression in its sentence, or, where a letter is asked, the size of a part."""
    if not protected.asks_for_letter:
        worked_out = (c for c in calculations_in(text) if c.claimed == number.value)
        return any(_is_for_other_segment(calculation, text, protected) for calculation in worked_out)
    size_of = phrases.SIZE_OF.search(text[: number.start])
    if size_of and not any(start >= size_of.start() for start, _ in protected.mentions(text[: number.start])):
        return True
    if (
        _is_of_constants(text, protected)
        or phrases.COMES_FROM.match(text, number.end)
        or phrases.BESIDE_TERM.search(text, 0, number.start)
        or _is_sum_of_constants(number, text, before, protected)
    ):
        return True
    if any(protected.mentions(text[: number.start])):
        return False
    # "360 less 15 is 345" has a constant; "4 · 29 = 116" puts the answer in, and comes to what the problem states.
    operands = (
        c for c in calculations_in(text) if c.start <= number.start and not any(is_near(c.value, g) for g in protected.givens)
    )
    if any(number.end <= c.start + len(c.left_text) for c in operands):
        return True
    constants = (other for match in expressions_in(text) for other in read_numbers(match.group()) if match.start() > number.end)
    if any(other.value == number.value for other in constants) or _is_named_constant(number, text, protected):
        return True
    return _is_constant_of(number, text, f"{before} {text[: number.start]}")


def _is_named_constant(number: ReadNumber, text: str, protected: Protected) -> bool:
    """Whether a number is a constant that the expressions of the problem come to: "the 20 will come back", "15 and 5 make 20"."""
    constants = collected(protected.ties).constants
    if number.value not in constants or phrases.LETTER_IS.search(text, 0, number.end) or phrases.CONFIRMS.search(text):
        return False
    if phrases.ARRIVES.search(text) or any(protected.mentions(phrases.LETTER_TERMS.sub(" ", text))):
        return False
    earlier = [other.value for other in numbers_in(text[: number.start]) if other.value in constants]
    is_sum = len(earlier) > 1 and is_near(number.value, math.fsum(earlier))
    return is_sum or _THE.search(text, 0, number.start) is not None


def _is_sum_of_constants(number: ReadNumber, text: str, before: str, protected: Protected) -> bool:
    """Whether constants that were named come to a number: "then they make 20", "the three fives make 15"."""
    constants = collected(protected.ties).constants
    makes = _MAKES.search(text, 0, number.start) if number.value in constants else None
    if (
        makes is None
        or phrases.ARRIVES.search(text)
        or any(protected.mentions(phrases.LETTER_TERMS.sub(" ", text[makes.start() :])))
    ):
        return False
    summands = {other.value for other in numbers_in(f"{before} {text[: makes.start()]}")} & constants
    counted = _SEVERAL.search(text, 0, makes.start())
    return (
        bool(counted)
        or is_near(number.value, math.fsum(summands - {number.value}))
        or (len(summands) > 1 and makes["subject"] is not None)
    )


_MAKES = re.compile(
    r"\b(?P<subject>they |together(?: they)? |both |all )?(?:make|makes|add up to|come to|give|are)(?: just| only| together)? \Z",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:two|three|four|five|six|\d) (?:ones|twos|threes|fours|fives|sixes|sevens|eights|nines|tens|\d+s)\b|\bconstants?\b",
    re.IGNORECASE,
)
"""Counts a constant: "the three fives"."""
_SEVERAL_MAKE = re.compile(rf"(?:{_SEVERAL.pattern}) (?:together )?(?:make|are|give|add up to|come to)\b", re.IGNORECASE)
_THE = re.compile(r"(?<!is )(?<!'s )(?<!be )\b(?:the|those|these)\s+\Z", re.IGNORECASE)
"""Makes a number one that has been spoken of."""


def _is_for_other_segment(calculation: Arithmetic, text: str, protected: Protected) -> bool:
    """Whether a sum of what the problem states is worked out for a segment that is not asked for: "GL is 8 + 4 = 12"."""
    match = _SEGMENT_IS.search(text, 0, calculation.start)
    asked = [name for name, size in protected.parts.items() if size is None]
    if match is None or not asked or match[1] in {*asked, *(name for tie in protected.ties for name in tie.names)}:
        return False
    operands = numbers_in(calculation.left_text)
    return all(any(is_near(operand.value, given) for given in protected.own_givens) for operand in operands)


_SEGMENT_IS = re.compile(r"(?<![A-Za-z∠])(?<!angle )(?<!arc )([A-Z]{2}) ?(?:=|is|has|measures) ?\Z")


def _is_constant_of(number: ReadNumber, text: str, before: str) -> bool:
    """Whether a sentence goes on about a number of the equation before it: "17x + 20 = 360. The 20 has to leave first"."""
    if phrases.LETTER_IS.search(text, 0, number.end) or not phrases.MOVES.search(text):
        return False
    constants = [other for match in expressions_in(before) for other in read_numbers(match.group())]
    constants += [other for other in numbers_in(before) if phrases.BESIDE_TERM.search(before, 0, other.start)]
    return any(other.value == number.value and other.text == number.text for other in constants)


def _is_of_constants(text: str, protected: Protected) -> bool:
    """Whether a sentence tells what the constants of an equation come to, where its letter is asked."""
    if not protected.asks_for_letter or phrases.SPEAKS_OF_SUM.search(text) is None:
        return False
    return not any(protected.mentions(phrases.LETTER_TERMS.sub(" ", text)))


def _is_answer(number: ReadNumber, text: str, protected: Protected) -> bool:
    if not protected.is_stated_by(number) or is_in_expression(number, text):
        return False
    # "1 cm is 10 mm" is no word about a length of 10 cm.
    return not (protected.converted(number) and phrases.CONVERSION.search(text))


def _is_said_of_unknown(text: str, start: int, end: int, protected: Protected) -> bool:
    if phrases.WH_QUESTION.search(text):
        return False
    mentions = [match_end for _, match_end in protected.mentions(text) if match_end <= start]
    if mentions:
        between = text[max(mentions) : start]
        if phrases.COPULA.search(between) and not phrases.CLAUSE_BREAK.search(between):
            return not phrases.NOT_BEFORE.search(text[:start])
    after = text[end : end + 60]  # as far as a refusal reaches
    is_subject = phrases.AFTER_UNKNOWN.search(after)
    return bool(is_subject and protected.mentions_from(after, is_subject.end()))


def _follows_unknown(text: str, start: int, protected: Protected) -> bool:
    """Whether a name of the unknown and "is" or "=" stand right before a place."""
    ends = [end for _, end in protected.mentions(text) if end <= start]
    return bool(ends) and phrases.IS_THE.fullmatch(text[max(ends) : start]) is not None


def _sets_unknown(text: str, protected: Protected) -> bool:
    """Whether an instruction tells what the unknown is: "Take x as a quarter of sixty"."""
    return any(
        phrases.SETS_BEFORE.search(text, max(0, start - 16), start) and phrases.SETS_AFTER.match(text, end)
        for start, end in protected.mentions(text)
    )


def _asserted_calculations(
    sentence: Sentence, writing: Writing, protected: Protected, value: float, said: Said, letters: Mapping[str, str]
) -> Iterator[Leak]:
    """Rule 4."""
    asks = (sentence.asks and not phrases.ARRIVES.search(sentence.text)) or sentence.next_asks
    asks = asks and not _sets_unknown(sentence.text, protected)
    if any(is_near(value, written) for written in said.calculations):
        return
    for calculation in calculations_in(sentence.text):
        if _is_of_constants(sentence.text, protected) or _is_for_other_segment(calculation, sentence.text, protected):
            continue
        # A sum that is worked out wrongly gives away what it claims.
        results = (calculation.value, calculation.claimed)
        end = calculation.start + len(calculation.left_text)
        # "Divide by twelve: FQ = 108/12" tells what comes of an instruction; a root alone is an answer that may be simplified.
        tells = calculation.is_root_only or (not sentence.next_asks and "?" not in sentence.text and ":" in sentence.text)
        if (
            asks
            and not (tells and _follows_unknown(sentence.text, calculation.start, protected))
            and not (WRITES_OUT.search(sentence.text, 0, calculation.start) and not (sentence.next_asks or sentence.is_question))
        ):
            continue
        gives_answer = any(result is not None and is_near(value, result) for result in results)
        if not gives_answer or phrases.is_refuted(sentence.text, calculation.start, end):
            continue
        is_worked_out = calculation.claimed is not None and is_near(value, calculation.claimed)
        if is_worked_out or not is_set_as_task(sentence, calculation.start, end, protected):
            words = words_of(writing, sentence, calculation.start, calculation.end)
            yield Leak(words, "calculation", f"{words!r} comes to the answer")
    # With the student's own value of the letter, an expression of the problem is what is left to do.
    letters = {letter: told for letter, told in letters.items() if not any(is_near(float(told), other) for other in said.values)}
    is_set = _PUTS_IN.match(sentence.text) is not None and not phrases.ARRIVES.search(f"{sentence.text} {sentence.following}")
    for match in expressions_in(sentence.text) if letters and not (asks or is_set) else ():
        put_in = phrases.HAS_LETTER.sub(lambda letter: f"({letters.get(letter.group(), letter.group())})", match.group())
        if any(is_near(value, calculation.value) for calculation in read_arithmetic(put_in)):
            yield Leak(match.group(), "calculation", f"{match.group()!r} comes to the answer")


_PUTS_IN = re.compile(
    r"\W*(?:(?:now|so|then|and|next|just|ok|good|please)\W+)*(?:put|plug|insert|substitute|set|feed|write) ", re.IGNORECASE
)
"""Begins an instruction to work out an expression: "Put x = 28 into 2x + 49"."""


def _split_values(sentences: Sequence[Sentence], writing: Writing, protected: Protected) -> Iterator[Leak]:
    """Rule 8."""
    value = protected.value
    assert value is not None  # the caller has asked
    speak = [speaks(sentence.text, protected) for sentence in sentences]
    for place, sentence in enumerate(sentences):
        text = sentence.text
        if value in collected(protected.ties).constants and _SEVERAL_MAKE.search(text) and not speak[place]:
            continue  # "the three fives make 15": of the equation, not of its letter
        numbers = [number for number in numbers_in(text) if number.role != "name"]
        found = [*narrowing.parts_of_a_sum(text, numbers, value)]
        found += narrowing.places_make(text, numbers, value, needs_two=not any(speak[max(0, place - 1) : place + 2]))
        found += left_out(text, value)
        for part in found:
            yield Leak(words_of(writing, sentence, part.start, part.end), "digits", part.reason)
    for sentence, text in with_the_next(sentences, phrases.SPEAKS_OF_DIGITS):
        for part in narrowing.digits_make(text, [number for number in numbers_in(text) if number.role != "name"], value):
            words = words_of(writing, sentence, part.start, min(part.end, len(sentence.text)))
            yield Leak(words, "digits", part.reason)


def _lists_all_options(sentence: Sentence, protected: Protected) -> bool:
    """Whether a sentence only lists the options: it names all of them and refutes none."""
    if len(protected.choices) < 2 or phrases.REFUTES.search(sentence.text):
        return False
    values = [number.value for number in numbers_in(sentence.text)]
    options = [number.value for choice in protected.choices for number in numbers_in(choice)[:1]]
    return len(options) == len(protected.choices) and all(any(is_near(option, value) for value in values) for option in options)


def word_leaks(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Iterator[Leak]:
    """Rule 10."""
    word = protected.word
    if not word or word in said.text or word in protected.problem_text:
        return
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?:e?s)?(?!\w)", re.IGNORECASE)
    for sentence in sentences:
        for match in pattern.finditer(sentence.text):
            if not phrases.is_refuted(sentence.text, match.start(), match.end()):
                yield Leak(match.group(), "word", f"{match.group()!r} is the answer")
