"""The answer by way of something else: relations, operations on values, ties (rules 5 and 12 of `gnomon.tutor.guard.guard`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.combining import combined, is_small_whole, remaining, works_out
from gnomon.tutor.guard.english import english
from gnomon.tutor.guard.handing import (
    asks_for_it,
    is_instruction,
    is_left_over,
    is_set_up,
    is_used_up,
    names_task,
)
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.relations import Item, Pinned, Skeleton, apart, pinned, skeleton, undone
from gnomon.tutor.guard.roles import is_tied
from gnomon.tutor.guard.ties import collected, put_in_words, tied
from gnomon.tutor.guard.turns import (
    FRAGMENT,
    MOST_RECENT,
    Leak,
    Said,
    Sentence,
    calculations_in,
    is_in_expression,
    items_in,
    numbers_in,
    speaks,
    words_of,
)
from gnomon.tutor.guard.writing import Writing


def tied_leaks(sentences: Sequence[Sentence], writing: Writing, protected: Protected, said: Said) -> Iterator[Leak]:
    """Rule 12."""
    if protected.value is None or any(is_near(protected.value, other) for other in said.values):
        return
    for sentence in sentences:
        for start, end in (*protected.put_in(sentence.text), *put_in_words(calculations_in(sentence.text), protected)):
            yield Leak(words_of(writing, sentence, start, end), "relation", "it has the answer put in")
        following = sentence.following.rstrip()
        asks_on = following.endswith("?") and _TAG.search(following) is None
        is_left = sentence.next_asks or asks_on or phrases.IMPERATIVE.search(following)
        asks = sentence.asks and phrases.YOU_SEE.search(sentence.text) is None
        if asks or sentence.is_question or is_left or phrases.HYPOTHETICAL.search(sentence.text):
            continue
        # "ZEQ is 85°. That's 2x + 15": the expression may come after.
        text = f"{sentence.text} {following}" if phrases.PRONOUN.search(following) else sentence.text
        for start, end in tied(text, numbers_in(text), protected, said.values):
            if is_left_over(following):
                break
            words = words_of(writing, sentence, start, end)
            yield Leak(words, "relation", f"{words!r} leaves one step to the answer")


_TAG = re.compile(r", (?:remember|right|you know|you see|see|don't you)\?\Z", re.IGNORECASE)
"""Ends a statement as a question."""


def relation_leaks(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Iterator[Leak]:
    """Rule 5."""
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    yield from _all_lore_leaks(sentences, protected, value)
    before: list[float] = []
    # Of the sentence before, and the one before that, without what they are done with.
    left, earlier = list[float](), list[float]()
    spoke = had_own = False
    constants: list[float] = []
    for place, sentence in enumerate(sentences):
        text = sentence.text
        if " ".join(text.lower().split()) in protected.problem_text:
            continue  # read out from the problem
        items = items_in(text, protected)
        bare = skeleton(text, items, protected)
        # What the student has said is meant where it is spoken of, by its number or by "your".
        named = [value for value in said.values[-MOST_RECENT:] if any(is_near(value, item.value) for item in items)]
        is_still_theirs = had_own and phrases.PRONOUN.search(text)
        own = said.last if phrases.SPEAKS_OF_STUDENT.search(text) or is_still_theirs else named
        had_own = bool(own)
        given = protected.own_givens if phrases.SPEAKS_OF_GIVEN.search(text) else ()
        anchors = [*before, *own, *given]
        arrives = _arrives(bare, text, sentences[place - 1].text if place else "", protected)
        concludes = _concludes(sentences[place : place + 2], protected)
        speaks = bare.speaks_of_unknown or arrives or concludes
        is_about = speaks or bool(own) or ((spoke or place == 0) and _goes_on(text)) or protected.kind_is_named(text)
        if not ((sentence.asks and text.rstrip().endswith("?")) or asks_for_it(sentence, protected)):
            yield from _pinned_leaks(undone(bare), protected, said, is_about=is_about)
        only_asks = _only_asks(sentence, arrives=arrives, concludes=concludes or bool(own) or works_out(items))
        if not only_asks and (bare.speaks_of_unknown or not sentence.next_asks):
            ways: list[tuple[Iterable[Pinned], bool]] = []
            if not (sentence.is_question or phrases.HYPOTHETICAL.search(text)):
                # A difference right after the student's value is to that value, whatever else the sentence leaves out.
                bases = [*said.last, *anchors, *protected.own_givens] if is_about else said.last
                in_expressions = [item.value for item in items if is_in_expression(item, text)]
                known = [*protected.givens, *said.values[-MOST_RECENT:], *in_expressions, *constants]
                ways.append((apart(text, bare, bases, known, has_own=is_about), True))
            found = pinned(
                bare._replace(speaks_of_unknown=speaks),
                anchors if speaks else before,
                is_about=speaks or (is_about and not sentence.is_question),
            )
            ways.append((found, is_about))
            if not sentence.is_question and not _is_left_open(sentences, place):
                # "XT is the tangent's double" has no value of its own: it is of a given. A theorem names no part.
                is_of_given = (not items or phrases.OF_A_PART.search(text)) and protected.names(text)
                bases = [*anchors, *protected.own_givens] if is_of_given else anchors
                is_meant = speaks or protected.kind_is_named(text)
                values = _together(text, left, earlier) if is_meant else ()
                ways.append((combined(text, bare, _counts(text, items), bases, values, speaks=is_meant), True))
            leaks = (leak for found, about in ways for leak in _pinned_leaks(found, protected, said, is_about=about))
            leak = next(leaks, None)
            if leak is not None and not _is_for_learner(sentence, bare, protected, said, is_about=speaks, has_own=bool(own)):
                yield leak
        constants += [item.value for item in items if is_in_expression(item, text)]
        spoke = speaks or bool(own) or (spoke and sentence.is_question)
        # "That" is in the sentence before; one without any value is passed over.
        before = [item.value for item in reversed(items)] or before
        earlier, left = (left, _left_over(bare)) if items else (earlier, left)


def _arrives(bare: Skeleton, text: str, before: str, protected: Protected) -> bool:
    """Whether a sentence says that the answer comes out, or stands behind a question for it: "MT? Take HM and snip 2 cm off"."""
    if phrases.ARRIVES.search(text) or phrases.UNKNOWN_GETS.search(bare.text):
        return True
    return _asks_for_unknown(before, protected)


def _asks_for_unknown(text: str, protected: Protected) -> bool:
    """Whether a text is a short question that names what is asked: "You want MT?"."""
    return text.rstrip().endswith("?") and len(text.split()) <= _TAIL and any(protected.mentions(text))


def _left_over(bare: Skeleton) -> list[float]:
    """Return the values that a sentence leaves to go on with, the last first: an equation to solve leaves none."""
    is_to_solve = bare.speaks_of_unknown and phrases.OPEN_EQUATION.search(bare.text) is not None
    return [] if is_to_solve else remaining(bare.items)[::-1]


def _is_for_learner(
    sentence: Sentence, bare: Skeleton, protected: Protected, said: Said, *, is_about: bool, has_own: bool
) -> bool:
    """Whether a sentence sets a task, sets up what the next one tells to work on, or only says how much is used up."""
    if not (bare.speaks_of_unknown or has_own) and names_task(sentence, protected):
        return True
    if not (is_about or protected.kind_is_named(sentence.text)) and is_used_up(sentence.text):
        return True
    constants = collected(protected.ties).constants if protected.asks_for_letter and not is_about else ()
    if constants and len(bare.items) > 1 and all(item.value in constants for item in bare.items):
        return True  # "4 and 8 are both loose numbers": what they come to is to be found
    at_hand = (*protected.givens, *said.values[-MOST_RECENT:])
    return is_set_up(sentence) and all(any(is_near(item.value, value) for value in at_hand) for item in bare.items)


def _together(text: str, left: Sequence[float], earlier: Sequence[float]) -> Sequence[float]:
    """Return the values that a sentence may put together: of the one before, and where that has one, of two."""
    return [*left, *earlier] if len(left) == 1 and phrases.BOTH.search(text) else left


def _counts(text: str, items: Sequence[Item]) -> list[float]:
    """Return the small numbers that are no items, for they count something: "two such halves"."""
    numbers = (
        number
        for number in numbers_in(text)
        if number.role in {"value", "count"}
        and is_small_whole(number.value)
        and number.text.lower() != "one"
        # Parts of a ratio count nothing: "14 : 7 = 2 : 1".
        and ":" not in {text[: number.start].rstrip()[-1:], text[number.end :].lstrip()[:1]}
    )
    return [number.value for number in numbers if not any(item.start <= number.start < item.end for item in items)]


def _is_left_open(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether the sentence after it asks what follows: the values are then put there for the learner to work with."""
    following = sentences[place + 1 : place + 2]
    return any(after.is_question and phrases.WH_QUESTION.search(after.text) for after in following)


def _goes_on(text: str) -> bool:
    """Whether a sentence may go on about what the one before spoke of, or opens a turn with "it"."""
    return len(text.split()) <= FRAGMENT or phrases.PRONOUN.search(text) is not None


def _all_lore_leaks(sentences: Sequence[Sentence], protected: Protected, value: float) -> Iterator[Leak]:
    """Look at each sentence with the next: "How many fingers on one hand? Well, that's your x"."""
    for place, sentence in enumerate(sentences):
        text = " ".join(part.text for part in sentences[place : place + 2])
        before = sentences[place - 1].text if place else ""
        is_about = any(protected.mentions(text)) or protected.kind_is_named(sentence.text)
        is_about = is_about or _asks_for_unknown(before, protected)
        is_short = len(sentence.following.split()) <= _TAIL
        compares = any(phrases.AS_MANY.search(part) for part in (sentence.text, sentence.following if is_short else ""))
        if compares or (is_tied(text) and (speaks(text, protected) or speaks(before, protected))):
            yield from _lore_leaks(sentence.text, value, english().lore_of_shapes)
            is_about = True
        if is_about:
            yield from _lore_leaks(sentence.text, value, english().lore)
            yield from _span_leaks(sentence.text, value)


_TAIL = 4
"""Words of a sentence that only adds what is meant: "That many."."""


def _only_asks(sentence: Sentence, *, arrives: bool, concludes: bool) -> bool:
    """Whether a sentence asks to find out, and nothing there, or behind an instruction, says that the answer comes out."""
    if sentence.text.rstrip().endswith("?") and sentence.asks:
        return not arrives
    return (phrases.IMPERATIVE.search(sentence.text) is not None or is_instruction(sentence.text)) and not (arrives or concludes)


def _concludes(following: Sequence[Sentence], protected: Protected) -> bool:
    """Whether the next sentence says that the answer is what comes out: "The thing left is your answer"."""
    return any(
        phrases.CONCLUDES.search(sentence.text)
        and (phrases.ARRIVES.search(sentence.text) or any(protected.mentions(sentence.text)))
        and not sentence.text.rstrip().endswith("?")
        for sentence in following
    )


def _pinned_leaks(found_in: Iterable[Pinned], protected: Protected, said: Said, *, is_about: bool) -> Iterator[Leak]:
    assert protected.value is not None  # the caller has asked
    for found in found_in:
        # What the student has written of a square is theirs to hear again; "your 192 is double" is not.
        own = (*said.values, *said.calculations) if phrases.SQUARED.search(found.words) else said.calculations
        is_own = found.by and all(any(is_near(value, written) for written in own) for value in found.by)
        # What equals a given comes about by chance more often: it has to be said of the unknown.
        is_told = not is_own and not found.is_refuted
        if is_near(protected.value, found.value) and is_told and (is_about or not protected.is_given):
            yield Leak(found.words, "relation", f"{found.words!r} pins the answer")


def _lore_leaks(text: str, value: float, lore: Iterable[tuple[float, re.Pattern[str], re.Pattern[str]]]) -> Iterator[Leak]:
    for number, one, other in lore:
        if number == value and (match := one.search(text)) and other.search(text):
            yield Leak(match.group(), "relation", "everybody can count that to the answer")


def _span_leaks(text: str, value: float) -> Iterator[Leak]:
    """Yield "four weeks have as many days", where the answer is 28."""
    for ratio, larger, smaller in english().spans:
        match = larger.search(text)
        if match is None or not smaller.search(text):
            continue
        before = text[max(0, match.start() - _COUNT_REACH) : match.start()]
        counts = [number.value for number in numbers_in(before)][-1:] or [1.0]
        counts += [factor for pattern, factor in english().factors if pattern.search(before)]
        if any(is_near(value, ratio * count) for count in counts):
            yield Leak(match.group(), "relation", "everybody can work that out to the answer")


_COUNT_REACH = 24
"""Characters that hold the count before a unit: "a quarter of an", "twenty-four full"."""
