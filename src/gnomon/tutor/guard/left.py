"""The answer as what is left: of options, of lists, between bounds (rules 6, 7 and 9 of `gnomon.tutor.guard.guard`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gnomon.tutor.guard import narrowing, phrases
from gnomon.tutor.guard.protected import Protected, is_near, letter_of
from gnomon.tutor.guard.relations import Item
from gnomon.tutor.guard.replies import reply_words
from gnomon.tutor.guard.turns import Leak, Said, Sentence, items_in, numbers_in, telling, with_the_next, words_of
from gnomon.tutor.guard.writing import Writing


def neighbour_leaks(sentences: Sequence[Sentence], writing: Writing, protected: Protected, said: Said) -> Iterator[Leak]:
    """Rule 9."""
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    for sentence in sentences:
        numbers = telling(sentence.text, protected)
        for number in numbers:
            # What qualifies a number stands right beside it: 40 characters before and 30 behind hold the longest phrase.
            beside = phrases.JUST_BESIDE.search(sentence.text[max(0, number.start - 40) : number.start])
            # "just under 58" is a neighbour of 57: one unit, or 2 % of a large value, with room for float noise.
            if beside and 0 < abs(number.value - value) <= max(1.0, 0.02 * abs(value)) * (1 + 1e-9):
                yield Leak(f"{beside.group().strip()} {number.text}", "neighbours", "it names the neighbour of the answer")
            is_offset = phrases.OFFSET.search(sentence.text[number.end : number.end + 30])
            # A given beside "off" or "less" is a step to take; "too high" says what is wrong.
            is_step = is_offset and "too" not in is_offset.group() and any(is_near(number.value, g) for g in protected.givens)
            if sentence.is_question or is_step or not (is_offset and number.value):
                continue
            # "Take the 7.5 off the 90" sets a step, "take ten off your 67" mends what was said.
            others = [] if sentence.asks else numbers
            bases = [*said.values, *(other.value for other in others if other is not number)]
            if any(is_near(abs(base - value), number.value) for base in bases):
                yield Leak(number.text, "neighbours", "it gives the distance to the answer")
    for sentence, text in with_the_next(sentences, phrases.BOUND_CUE):
        for place in narrowing.bounds_leave_only(text, _limits(text, protected), value):
            words = words_of(writing, sentence, place.start, min(place.end, len(sentence.text)))
            yield Leak(words, "neighbours", place.reason)


def _limits(text: str, protected: Protected) -> list[Item]:
    """Return what may bound the answer: telling numbers, and parts of given size."""
    found = [Item(number.start, number.end, number.value, number.text, is_number=True) for number in telling(text, protected)]
    found += [Item(start, end, value, text[start:end], is_number=False) for start, end, value in protected.known_parts(text)]
    return sorted(found, key=lambda item: item.start)


def _table_leaks(sentences: Sequence[Sentence], protected: Protected) -> Iterator[Leak]:
    """Rule 7 for a table of values that are tried: both sides agree in one row only."""
    text = " ".join(sentence.text for sentence in sentences)
    rows = [(float(row[1]), float(row[2]), float(row[3]), row) for row in phrases.TABLE_ROW.finditer(text)]
    right = [(tried, row) for tried, one, other, row in rows if is_near(one, other)]
    if protected.value is not None and len(rows) > 1 and len(right) == 1 and is_near(protected.value, right[0][0]):
        yield Leak(right[0][1].group(), "elimination", "it is the only row of the table that fits")


def _own_list_leaks(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Iterator[Leak]:
    """Rule 7 for values that the student has offered to choose from: all but one are ruled out, or the one is chosen."""
    value = protected.value
    is_offered = value is not None and any(is_near(value, option) for option in said.listed)
    if value is None or not is_offered or any(is_near(value, other) for other in said.alone):
        return
    refuted: list[float] = []
    for place, sentence in enumerate(sentences):
        clauses = list(_clauses(sentence.text, said.listed))
        refuted += [option for _, named, is_out in clauses if is_out for option in named]
        for clause, named, is_out in clauses:
            is_chosen = not is_out and named and _chooses(clause, sentence, is_first=place == 0)
            if is_chosen and all(is_near(value, option) for option in named):
                yield Leak(clause.strip(), "elimination", "it chooses one of the values that the student offered")
    if not any(is_near(value, gone) for gone in refuted) and all(
        is_near(value, option) or any(is_near(option, gone) for gone in refuted) for option in said.listed
    ):
        yield Leak(sentences[-1].text, "elimination", "every other value that the student offered is ruled out")


def _chooses(clause: str, sentence: Sentence, *, is_first: bool) -> bool:
    """Whether a clause that names some of several says that they are right: "go with the smaller", or only "the bigger one"."""
    if sentence.is_question or reply_words("tries").search(f"{sentence.text} {sentence.following}"):
        return False
    if phrases.CHOOSES.search(clause) and not sentence.asks:
        return True
    # By its place alone: a number may be repeated for any reason.
    by_place = not _DIGIT.search(clause)
    return by_place and (
        reply_words("chooses").search(clause) is not None or (is_first and _ONLY_NAMES.fullmatch(clause) is not None)
    )


_DIGIT = re.compile(r"\d")
_ONLY_NAMES = re.compile(
    rf"(?:{phrases.BARE.pattern}|\W|\b(?:yes|well|hm+|oh|in|on|your|list|you|named|said|wrote|of course)\b)*", re.IGNORECASE
)
"""A clause that only names some of several, with words that say nothing beside it."""


def _clauses(text: str, options: Sequence[float]) -> Iterator[tuple[str, list[float], bool]]:
    """Yield the clauses of a sentence, the options that each names, by value or by place, and whether it rules them out.

    What only names some, "the first and the last", belongs to the clause before it, or at the beginning to the one behind it.
    """
    whole: list[str] = []
    for part in phrases.CLAUSE_END.split(text):
        if whole and (phrases.BARE.fullmatch(part) or phrases.BARE.fullmatch(whole[-1])):
            whole[-1] += f", {part}"
        else:
            whole.append(part)
    before: list[float] = []
    for clause in whole:
        values = [number.value for number in numbers_in(clause) if number.role in {"value", "count"}]
        named = [option for option in options if any(is_near(option, value) for value in values)]
        named += narrowing.placed(clause, options)
        if before and not named and _THE_OTHER.search(clause):
            named = [option for option in options if option not in before]
        elif not named and _THAT_ONE.search(clause):
            named = before  # "20.25 comes from flipping the ratio, so cross that out"
        yield clause, named, phrases.RULES_OUT.search(clause) is not None
        before = named


_THE_OTHER = re.compile(r"\bthe others?\b", re.IGNORECASE)
_THAT_ONE = re.compile(r"\b(?:that|it|this|them|those)\b", re.IGNORECASE)


def list_leaks(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Iterator[Leak]:
    """Rule 7 for options that the utterance itself lists."""
    yield from _own_list_leaks(sentences, protected, said)
    yield from _table_leaks(sentences, protected)
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    for place, sentence in enumerate(sentences):
        options = [number.value for number in numbers_in(sentence.text) if number.role == "value"]
        is_listed = any(is_near(value, option) for option in options) and phrases.OR_LIST.search(sentence.text)
        if not is_listed or len(options) < 2:
            continue
        refuted: list[float] = []
        for later in sentences[place : place + _LIST_REACH]:
            for clause, named, is_out in _clauses(later.text, options):
                if is_out:
                    refuted += [*named, *(item.value for item in items_in(clause, protected))]
        if all(is_near(value, option) or any(is_near(option, gone) for gone in refuted) for option in options):
            yield Leak(sentence.text, "elimination", "every other value of its list is ruled out")


_LIST_REACH = 4
"""Sentences after a list in which its values are ruled out."""


def option_leaks(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Iterator[Leak]:
    """Rules 6 and 7."""
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
    values = [number.value for number in numbers_in(text)]
    for position, choice in enumerate(protected.choices):
        numbers = numbers_in(choice)
        if len(numbers) == 1 and any(is_near(numbers[0].value, value) for value in values) and phrases.REFUTES.search(text):
            named.add(letter_of(position))
    return named


def _letters_in(text: str) -> set[str]:
    """Return the capitals that stand alone and name no part of the figure."""
    part = r"\b(?:angle|point|side|vertex|triangle)"
    return {letter for letter in phrases.BARE_LETTER.findall(text) if not re.search(rf"{part} {letter}\b", text)}


def _said_letter(letter: str, said: Said) -> bool:
    small = letter.lower()
    alone, named = rf"(?:^|\n)\W*{small}\W*(?:$|\n)", rf"\b(?:option|choice|answer|is it|it's|pick|choose)\W+(?:is )?{small}\b"
    return re.search(f"{alone}|{named}", said.text) is not None
