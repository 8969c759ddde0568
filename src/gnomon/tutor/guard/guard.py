"""The answer guard finds where an utterance gives the final answer away, or goes past the step in play.

It works on text alone: the utterance, the problem and its answer, and what the student has said. The utterance is first read
as it is heard (`gnomon.tutor.guard.writing`) and put into the guard's English (`gnomon.tutor.guard.languages`). The rules:

1.  *Value.* A number that equals the answer is a leak, in every form `gnomon.algebra` reads (digits of any script, words,
    fractions, roots, multiples of π, percent), in the answer's unit or another of its kind, within 0.2 %, or rounded
    correctly within 1 %. Asking "Isn't it 57?" or adding the answer to a sum states it all the same.
2.  *Mention.* A number is no leak where it is a name, ordinal, count or factor ("step 2", "two triangles", "2x"), the operand
    of an instruction ("divide both sides by 2"), in a role that tells nothing (`gnomon.tutor.guard.roles`) and not tied to
    the unknown, where it is refuted ("it is not 57", "57 would be too large"), or where the student has said that value
    before, be it only on the way: what they have written, and whatever is quoted from them, is theirs to hear again. What
    is read out from the problem is no relation.
3.  *Given.* When the problem states the same value (and for 90, 180, 360, and "right angle"), or the number has the unit of
    another kind, it is a leak only where it is said of the unknown: a name of the unknown or "the answer" stands before it
    with "is", "=", "must be" between, or after it.
4.  *Calculation.* A calculation that comes to the answer is a leak where it is asserted ("it is 180 minus 123", "√225", "half
    of 126"), not where the student is asked to carry it out, in the sentence itself or in the next one ("What is 16 / 2?"),
    and not when the student has written it. A letter whose value the utterance tells is put in.
5.  *Relation.* A phrase that pins the answer by something else is a leak where it is asserted: by a number, a part of given
    size or a constant ("20° larger than angle A", "33° short of a right angle", "its square is 4900"), or by what was said
    just before ("GH is 5. The side you want is twice that"); `gnomon.tutor.guard.relations`. So is a thing that everybody can
    count ("as many as a spider has legs") where the unknown is compared with it. A new number beside any word of difference is
    taken as the distance from whatever value is at hand: one of the sentence or the one before, a given, the student's last.
    Whatever its words, a short statement whose values come to the answer by the operations it names, each value once, is a leak
    too ("KGH and 24° would fill a right angle", "twice TY and fourteen metres on top"): `gnomon.tutor.guard.combining`.
6.  *Option.* The letter or place of the right option ("go with B", "the second option") is a leak unless refuted, said by the
    student, or only one in a list of all.
7.  *Elimination.* Refuting every wrong option, of the problem or of a list in the utterance, leaves the right one: a leak.
8.  *Digits.* The answer read out digit by digit ("five seven", "the first digit is 5, the second 7"), by places ("five tens
    and seven ones"), or split into a sum ("fifty, and then seven more").
9.  *Neighbours.* A range no wider than 2 units or 4 % that holds the answer, or that holds one number of the kind that is
    told ("even, and between 16 and 20"), "just under 58", and the distance to a number that the student or the sentence names
    ("your 67 is ten too high").
10. *Word.* An answer that is no number ("rhombus") is a leak where the word is said, unless the problem says it or rule 2
    holds.
11. *Step.* With a `StepScope`, rules 1 to 4 and 8 hold for each protected value too; the reason then says "past the step".

12. *Tie.* The size of a part that the problem ties to the answer by one step is a leak where it is told ("angle APE, labelled 2x,
    is 40°", "the diameter is 20 cm"), and so are an equation that everybody solves in the head ("2x = 12", "7 = x - 1") and an
    expression of the problem with the answer put in ("3 · 4 - 1 = 11"); not where the next sentence leaves the step to the
    student: `gnomon.tutor.guard.ties`.

Out of reach: values only drawn, riddles over several turns, an equation with a larger factor ("3x = 114"), homophones, acrostics,
encodings. Refuting the true answer misleads, but is no leak. An unknown answer is not checked: `check` says
``unchecked``, for the caller to count. The work grows with the length of the utterance; one of more than 4,000 characters, which
is no turn of a tutor, is not read and not shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from gnomon.algebra import Arithmetic, ReadNumber, read_arithmetic, read_numbers
from gnomon.problem import Problem
from gnomon.tutor.guard import narrowing, phrases
from gnomon.tutor.guard.combining import combined, is_small_whole, works_out
from gnomon.tutor.guard.english import english
from gnomon.tutor.guard.languages import in_english
from gnomon.tutor.guard.protected import Protected, is_near, letter_of, protect
from gnomon.tutor.guard.relations import Item, Pinned, apart, items_of, pinned, skeleton, undone
from gnomon.tutor.guard.roles import is_tied, tells_nothing
from gnomon.tutor.guard.ties import tied
from gnomon.tutor.guard.writing import Writing, heard

Rule = Literal["value", "given", "calculation", "relation", "option", "elimination", "digits", "neighbours", "word", "length"]
_LONGEST_TEXT = 4000
"""Characters of an utterance that are read, about a hundred times a turn; what is longer is not shown. So far it takes half a
second at worst, and of what a student wrote no more is read than this either."""
_LONGEST_SENTENCE = 1000
"""Characters of a sentence that are read together: longer runs without a full stop are cut at a space, for the time they take."""


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
    start: int
    """Where it begins in the text that was read."""
    asks: bool
    """Whether it asks the student to work something out."""
    next_asks: bool
    """Whether the sentence after it asks for the result."""

    @property
    def is_question(self) -> bool:
        """Whether it ends as a question and does not only seem one, as "Isn't it 57?" does."""
        return self.text.rstrip().endswith("?") and not phrases.TAG_QUESTION.search(self.text)


class _Said(NamedTuple):
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
    if len(utterance) > _LONGEST_TEXT:
        reason = f"it is too long to be read: more than {_LONGEST_TEXT} characters"
        return GuardResult("leak", Leak(f"{utterance[:_SHOWN]}…", "length", reason))
    protected = protect(problem, final_answer)
    said = _read_said(tuple(said_by_student))
    writing = _read(_without_quotations(utterance, said.text), problem if isinstance(problem, str) else problem.question.text)
    sentences = _split(writing.text)
    leak: Leak | None = None
    if protected is not None:
        leak = next(_leaks(sentences, writing, protected, said), None)
    # Steps have values of their own: they are guarded where the final answer is unknown too.
    if leak is None and step is not None and (base := protected or protect(problem, 0.0)) is not None:
        leak = _past_step(sentences, writing, base, said, step)
    if leak is not None:
        return GuardResult("leak", leak)
    return GuardResult("unchecked" if protected is None else "clean")


_SHOWN = 40
"""Characters of a text that is too long, by which one knows it."""


def _without_quotations(utterance: str, said: str) -> str:
    """Blank what is quoted from the student, character for character: what they have written is theirs to hear again."""

    def blank(match: re.Match[str]) -> str:
        quoted = " ".join(match[1].lower().split()).strip(" .,;:!?…")
        is_own = len(quoted.split()) >= _LEAST_QUOTED and quoted in said
        return " " * len(match.group()) if is_own else match.group()

    said = " ".join(said.split())
    return phrases.QUOTED.sub(blank, utterance) if said else utterance


_LEAST_QUOTED = 3
"""Words of a quotation: fewer may be a value that the sentence goes on from ("half of “the 8”")."""


@lru_cache(maxsize=64)  # a draft is checked for the answer and for the step; what the student said is read at every turn
def _read(utterance: str, problem_text: str) -> Writing:
    return in_english(heard(utterance, problem_text))


def _past_step(sentences: Sequence[_Sentence], writing: Writing, base: Protected, said: _Said, step: StepScope) -> Leak | None:
    for value in step.protected:
        if any(is_near(allowed, value) for allowed in step.allowed):
            continue
        scope = replace(base, value=value, is_percent=False, word="", letter="", choices=(), unit="")
        leak = next(_value_leaks(sentences, writing, scope, said), None)
        if leak is not None:
            return replace(leak, reason=f"past the step: {leak.reason}", past_step=True)
    return None


def _leaks(sentences: Sequence[_Sentence], writing: Writing, protected: Protected, said: _Said) -> Iterator[Leak]:
    yield from _value_leaks(sentences, writing, protected, said)
    yield from _tied_leaks(sentences, writing, protected, said)
    yield from _relation_leaks(sentences, protected, said)
    yield from _neighbour_leaks(sentences, writing, protected, said)
    yield from _option_leaks(sentences, protected, said)
    yield from _list_leaks(sentences, protected, said)
    yield from _word_leaks(sentences, protected, said)


def _value_leaks(sentences: Sequence[_Sentence], writing: Writing, protected: Protected, said: _Said) -> Iterator[Leak]:
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    letters = phrases.LETTER_VALUE.findall(writing.text)
    for sentence in sentences:
        yield from _stated_values(sentence, writing, protected)
        yield from _asserted_calculations(sentence, writing, protected, value, said, dict(letters[:_MOST_LETTERS]))
    yield from _split_values(sentences, writing, protected)


_MOST_LETTERS = 26
"""Letters whose values are put into expressions."""


def _stated_values(sentence: _Sentence, writing: Writing, protected: Protected) -> Iterator[Leak]:
    """Rules 1 to 3."""
    text = sentence.text
    for number in _numbers(text):
        is_converted = number.role == "value" and protected.is_stated_in_other_units_by(number, text)
        if number.role != "value" or not (is_converted or _is_answer(number, text, protected)):
            continue
        if not is_converted and _is_of_another(number, text, protected):
            continue
        is_elsewhere = not is_converted and tells_nothing(text, number.start, number.end, protected.problem_text)
        if is_elsewhere and not (is_tied(text) and any(protected.mentions(text))):
            continue
        if _is_free(number, sentence) or _lists_all_options(sentence, protected):
            continue
        words = _words(writing, sentence, number.start, number.end)
        if is_converted or not (protected.is_given or protected.is_of_other_kind(number)):
            yield Leak(words, "value", f"{words!r} is the answer")
        elif _is_said_of_unknown(text, number.start, number.end, protected):
            yield Leak(words, "given", f"{words!r} is said of what is asked")
    for match in phrases.RIGHT_ANGLE.finditer(text) if protected.value == _RIGHT_ANGLE else ():
        if _is_said_of_unknown(text, match.start(), match.end(), protected):
            yield Leak(match.group(), "given", f"{match.group()!r} is said of what is asked")


_RIGHT_ANGLE = 90
"""Degrees that are also told by a word."""


def _is_free(number: ReadNumber, sentence: _Sentence) -> bool:
    """Whether a number is refuted, the operand of an instruction, or in something that is tried or still to be worked out."""
    text = sentence.text
    if phrases.is_refuted(text, number.start, number.end):
        return True
    tried = phrases.TRIAL.search(text, 0, number.start)
    if tried and float(tried[1]) != number.value:
        return True
    calculations = ((a.start, a.start + len(a.left_text)) for a in _calculations(text))
    in_calculation = any(start <= number.start and number.end <= end for start, end in calculations)
    to_work_out = in_calculation and number.kind in {"fraction", "root", "power"}
    return to_work_out or bool(sentence.asks and phrases.OPERAND.search(text[: number.start]))


def _is_of_another(number: ReadNumber, text: str, protected: Protected) -> bool:
    """Whether a number is a constant of an expression in its sentence, or, where a letter is asked, the size of a part."""
    if not protected.asks_for_letter:
        return False
    size_of = phrases.SIZE_OF.search(text[: number.start])
    if size_of and not any(start >= size_of.start() for start, _ in protected.mentions(text[: number.start])):
        return True
    if any(protected.mentions(text[: number.start])):
        return False
    # "360 less 15 is 345" has a constant; "4 · 29 = 116" puts the answer in, and comes to what the problem states.
    operands = (
        c for c in _calculations(text) if c.start <= number.start and not any(is_near(c.value, g) for g in protected.givens)
    )
    if _is_of_constants(text, protected) or any(number.end <= c.start + len(c.left_text) for c in operands):
        return True
    constants = (other for match in _expressions(text) for other in read_numbers(match.group()) if match.start() > number.end)
    return any(other.value == number.value for other in constants)


def _is_of_constants(text: str, protected: Protected) -> bool:
    """Whether a sentence tells what the constants of an equation come to, where its letter is asked."""
    return protected.asks_for_letter and phrases.SPEAKS_OF_SUM.search(text) is not None and not any(protected.mentions(text))


def _is_answer(number: ReadNumber, text: str, protected: Protected) -> bool:
    if not protected.is_stated_by(number) or _is_in_expression(number, text):
        return False
    # "1 cm is 10 mm" is no word about a length of 10 cm.
    return not (protected.converted(number) and phrases.CONVERSION.search(text))


def _is_in_expression(number: ReadNumber | Item, text: str) -> bool:
    """Whether a number is part of an expression with a letter, as 10 is of "35x + 10"."""
    return any(match.start() <= number.start and number.end <= match.end() for match in _expressions(text))


def _words(writing: Writing, sentence: _Sentence, start: int, end: int) -> str:
    """Return the words of the utterance for a place in a sentence."""
    return writing.words(sentence.start + start, sentence.start + end)


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
    return bool(is_subject and protected.unknown.search(after, is_subject.end()))


def _follows_unknown(text: str, start: int, protected: Protected) -> bool:
    """Whether a name of the unknown and "is" or "=" stand right before a place."""
    ends = [end for _, end in protected.mentions(text) if end <= start]
    return bool(ends) and phrases.IS_THE.fullmatch(text[max(ends) : start]) is not None


def _asserted_calculations(
    sentence: _Sentence, writing: Writing, protected: Protected, value: float, said: _Said, letters: Mapping[str, str]
) -> Iterator[Leak]:
    """Rule 4."""
    asks = (sentence.asks and not phrases.ARRIVES.search(sentence.text)) or sentence.next_asks
    if any(is_near(value, written) for written in said.calculations):
        return
    for calculation in _calculations(sentence.text):
        if _is_of_constants(sentence.text, protected):
            continue
        # A sum that is worked out wrongly gives away what it claims.
        results = (calculation.value, calculation.claimed)
        end = calculation.start + len(calculation.left_text)
        # "Divide by twelve: FQ = 108/12" tells what comes of an instruction; a root alone is an answer that may be simplified.
        tells = calculation.is_root_only or (not sentence.next_asks and "?" not in sentence.text and ":" in sentence.text)
        if asks and not (tells and _follows_unknown(sentence.text, calculation.start, protected)):
            continue
        gives_answer = any(result is not None and is_near(value, result) for result in results)
        if gives_answer and not phrases.is_refuted(sentence.text, calculation.start, end):
            words = _words(writing, sentence, calculation.start, calculation.end)
            yield Leak(words, "calculation", f"{words!r} comes to the answer")
    for match in _expressions(sentence.text) if letters and not asks else ():
        put_in = phrases.HAS_LETTER.sub(lambda letter: f"({letters.get(letter.group(), letter.group())})", match.group())
        if any(is_near(value, calculation.value) for calculation in read_arithmetic(put_in)):
            yield Leak(match.group(), "calculation", f"{match.group()!r} comes to the answer")


@lru_cache(maxsize=512)  # every number of a sentence asks
def _expressions(text: str) -> tuple[re.Match[str], ...]:
    """Return where expressions with a letter stand, of two characters or more."""
    found = phrases.EXPRESSION.finditer(text)
    return tuple(match for match in found if len(match.group()) > 1 and phrases.HAS_LETTER.search(match.group()))


def _tied_leaks(sentences: Sequence[_Sentence], writing: Writing, protected: Protected, said: _Said) -> Iterator[Leak]:
    """Rule 12."""
    if protected.value is None or any(is_near(protected.value, other) for other in said.values):
        return
    for place, sentence in enumerate(sentences):
        for start, end in protected.put_in(sentence.text):
            yield Leak(_words(writing, sentence, start, end), "relation", "it has the answer put in")
        following = sentences[place + 1].text.rstrip() if place + 1 < len(sentences) else ""
        is_left = sentence.next_asks or following.endswith("?") or phrases.IMPERATIVE.search(following)
        if sentence.asks or sentence.is_question or is_left or phrases.HYPOTHETICAL.search(sentence.text):
            continue
        # "ZEQ is 85°. That's 2x + 15": the expression may come after.
        text = f"{sentence.text} {following}" if phrases.PRONOUN.search(following) else sentence.text
        for start, end in tied(text, _numbers(text), protected, said.values):
            words = _words(writing, sentence, start, end)
            yield Leak(words, "relation", f"{words!r} leaves one step to the answer")


def _relation_leaks(sentences: Sequence[_Sentence], protected: Protected, said: _Said) -> Iterator[Leak]:
    """Rule 5."""
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    yield from _all_lore_leaks(sentences, protected, value)
    before: list[float] = []
    spoke = had_own = False
    for place, sentence in enumerate(sentences):
        text = sentence.text
        if " ".join(text.lower().split()) in protected.problem_text:
            continue  # read out from the problem
        items = _items(text, protected)
        bare = skeleton(text, items, protected)
        # What the student has said is meant where it is spoken of, by its number or by "your".
        named = [value for value in said.values[-_MOST_RECENT:] if any(is_near(value, item.value) for item in items)]
        is_still_theirs = had_own and phrases.PRONOUN.search(text)
        own = said.last if phrases.SPEAKS_OF_STUDENT.search(text) or is_still_theirs else named
        had_own = bool(own)
        given = protected.own_givens if phrases.SPEAKS_OF_GIVEN.search(text) else ()
        anchors = [*before, *own, *given]
        arrives = phrases.ARRIVES.search(text) is not None or phrases.UNKNOWN_GETS.search(bare.text) is not None
        concludes = _concludes(sentences[place : place + 2], protected)
        speaks = bare.speaks_of_unknown or arrives or concludes
        is_about = speaks or bool(own) or ((spoke or place == 0) and _goes_on(text)) or protected.kind_is_named(text)
        if not (sentence.asks and text.rstrip().endswith("?")):
            yield from _pinned_leaks(undone(bare), protected, said, is_about=is_about)
        only_asks = _only_asks(sentence, arrives=arrives, concludes=concludes or bool(own) or works_out(items))
        if not only_asks and (bare.speaks_of_unknown or not sentence.next_asks):
            if not (sentence.is_question or phrases.HYPOTHETICAL.search(text)):
                # A difference right after the student's value is to that value, whatever else the sentence leaves out.
                bases = [*said.last, *anchors, *protected.own_givens] if is_about else said.last
                in_expressions = [item.value for item in items if _is_in_expression(item, text)]
                known = [*protected.givens, *said.values[-_MOST_RECENT:], *in_expressions]
                found = apart(text, bare, bases, known, has_own=is_about)
                yield from _pinned_leaks(found, protected, said, is_about=True)
            found = pinned(
                bare._replace(speaks_of_unknown=speaks),
                anchors if speaks else before,
                is_about=speaks or (is_about and not sentence.is_question),
            )
            yield from _pinned_leaks(found, protected, said, is_about=is_about)
            if not sentence.is_question and not _is_left_open(sentences, place):
                # "XT is the tangent's double" has no value of its own: it is of a given. A theorem names no part.
                is_of_given = (not items or phrases.OF_A_PART.search(text)) and protected.names(text)
                bases = [*anchors, *protected.own_givens] if is_of_given else anchors
                yield from _pinned_leaks(
                    combined(
                        text,
                        bare,
                        _counts(text, items),
                        bases,
                        before if speaks else (),
                        speaks=speaks or protected.kind_is_named(text),
                    ),
                    protected,
                    said,
                    is_about=True,
                )
        spoke = speaks or bool(own) or (spoke and sentence.is_question)
        # "That" is in the sentence before; one without any value is passed over.
        before = [item.value for item in reversed(items)] or before


def _counts(text: str, items: Sequence[Item]) -> list[float]:
    """Return the small numbers that are no items, for they count something: "two such halves"."""
    numbers = (
        number
        for number in _numbers(text)
        if number.role in {"value", "count"}
        and is_small_whole(number.value)
        and number.text.lower() != "one"
        # Parts of a ratio count nothing: "14 : 7 = 2 : 1".
        and ":" not in {text[: number.start].rstrip()[-1:], text[number.end :].lstrip()[:1]}
    )
    return [number.value for number in numbers if not any(item.start <= number.start < item.end for item in items)]


def _is_left_open(sentences: Sequence[_Sentence], place: int) -> bool:
    """Whether the sentence after it asks what follows: the values are then put there for the learner to work with."""
    following = sentences[place + 1 : place + 2]
    return any(after.is_question and phrases.WH_QUESTION.search(after.text) for after in following)


def _goes_on(text: str) -> bool:
    """Whether a sentence may go on about what the one before spoke of, or opens a turn with "it"."""
    return len(text.split()) <= _FRAGMENT or phrases.PRONOUN.search(text) is not None


_MOST_RECENT = 24
"""Values of the student that a sentence may come back to: a tutor answers the last few messages, and the work stays bounded."""
_FRAGMENT = 7
"""Words of a sentence without a subject of its own: "Two centimetres, no more, no less"."""


def _all_lore_leaks(sentences: Sequence[_Sentence], protected: Protected, value: float) -> Iterator[Leak]:
    """Look at each sentence with the next: "How many fingers on one hand? Well, that's your x"."""
    for place, sentence in enumerate(sentences):
        text = " ".join(part.text for part in sentences[place : place + 2])
        before = sentences[place - 1].text if place else ""
        is_about = any(protected.mentions(text)) or protected.kind_is_named(sentence.text)
        compares = phrases.AS_MANY.search(sentence.text) is not None
        if compares or (is_tied(text) and (_speaks(text, protected) or _speaks(before, protected))):
            yield from _lore_leaks(sentence.text, value, english().lore_of_shapes)
            is_about = True
        if is_about:
            yield from _lore_leaks(sentence.text, value, english().lore)
            yield from _span_leaks(sentence.text, value)


def _only_asks(sentence: _Sentence, *, arrives: bool, concludes: bool) -> bool:
    """Whether a sentence asks to find out, and nothing there, or behind an instruction, says that the answer comes out."""
    if sentence.text.rstrip().endswith("?") and sentence.asks:
        return not arrives
    return phrases.IMPERATIVE.search(sentence.text) is not None and not (arrives or concludes)


def _concludes(following: Sequence[_Sentence], protected: Protected) -> bool:
    """Whether the next sentence says that the answer is what comes out: "The thing left is your answer"."""
    return any(
        phrases.CONCLUDES.search(sentence.text)
        and (phrases.ARRIVES.search(sentence.text) or any(protected.mentions(sentence.text)))
        and not sentence.text.rstrip().endswith("?")
        for sentence in following
    )


def _pinned_leaks(found_in: Iterable[Pinned], protected: Protected, said: _Said, *, is_about: bool) -> Iterator[Leak]:
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
        counts = [number.value for number in _numbers(before)][-1:] or [1.0]
        counts += [factor for pattern, factor in english().factors if pattern.search(before)]
        if any(is_near(value, ratio * count) for count in counts):
            yield Leak(match.group(), "relation", "everybody can work that out to the answer")


_COUNT_REACH = 24
"""Characters that hold the count before a unit: "a quarter of an", "twenty-four full"."""


def _split_values(sentences: Sequence[_Sentence], writing: Writing, protected: Protected) -> Iterator[Leak]:
    """Rule 8."""
    value = protected.value
    assert value is not None  # the caller has asked
    speak = [_speaks(sentence.text, protected) for sentence in sentences]
    for place, sentence in enumerate(sentences):
        text = sentence.text
        numbers = [number for number in _numbers(text) if number.role != "name"]
        found = [*narrowing.parts_of_a_sum(text, numbers, value)]
        found += narrowing.places_make(text, numbers, value, needs_two=not any(speak[max(0, place - 1) : place + 2]))
        for part in found:
            yield Leak(_words(writing, sentence, part.start, part.end), "digits", part.reason)
    for sentence, text in _with_the_next(sentences, phrases.SPEAKS_OF_DIGITS):
        for part in narrowing.digits_make(text, [number for number in _numbers(text) if number.role != "name"], value):
            words = _words(writing, sentence, part.start, min(part.end, len(sentence.text)))
            yield Leak(words, "digits", part.reason)


def _speaks(text: str, protected: Protected) -> bool:
    """Whether a sentence is about the unknown, or says that it has been reached."""
    return phrases.ARRIVES.search(text) is not None or any(protected.mentions(text))


def _neighbour_leaks(sentences: Sequence[_Sentence], writing: Writing, protected: Protected, said: _Said) -> Iterator[Leak]:
    """Rule 9."""
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    for sentence in sentences:
        numbers = _telling(sentence.text, protected)
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
            bases = [*said.values, *(other.value for other in numbers if other is not number)]
            if any(is_near(abs(base - value), number.value) for base in bases):
                yield Leak(number.text, "neighbours", "it gives the distance to the answer")
    for sentence, text in _with_the_next(sentences, phrases.BOUND_CUE):
        for place in narrowing.bounds_leave_only(text, _limits(text, protected), value):
            words = _words(writing, sentence, place.start, min(place.end, len(sentence.text)))
            yield Leak(words, "neighbours", place.reason)


def _with_the_next(sentences: Sequence[_Sentence], cue: re.Pattern[str]) -> Iterator[tuple[_Sentence, str]]:
    """Yield each sentence with its text, and that of the next one where either has the cue: a bound may stand in two."""
    has_cue = [cue.search(sentence.text) is not None for sentence in sentences]
    for place, sentence in enumerate(sentences):
        is_joined = place + 1 < len(sentences) and any(has_cue[place : place + 2])
        yield sentence, f"{sentence.text} {sentences[place + 1].text}" if is_joined else sentence.text


def _telling(text: str, protected: Protected) -> list[ReadNumber]:
    """Return the numbers of ``text`` that may say something of the figure."""
    numbers = (number for number in _numbers(text) if number.role in {"value", "count"})
    return [number for number in numbers if not tells_nothing(text, number.start, number.end, protected.problem_text)]


def _limits(text: str, protected: Protected) -> list[Item]:
    """Return what may bound the answer: telling numbers, and parts of given size."""
    found = [Item(number.start, number.end, number.value, number.text, is_number=True) for number in _telling(text, protected)]
    found += [Item(start, end, value, text[start:end], is_number=False) for start, end, value in protected.known_parts(text)]
    return sorted(found, key=lambda item: item.start)


def _own_list_leaks(sentences: Sequence[_Sentence], protected: Protected, said: _Said) -> Iterator[Leak]:
    """Rule 7 for values that the student has offered to choose from: all but one are ruled out, or the one is chosen."""
    value = protected.value
    is_offered = value is not None and any(is_near(value, option) for option in said.listed)
    if value is None or not is_offered or any(is_near(value, other) for other in said.alone):
        return
    refuted: list[float] = []
    for sentence in sentences:
        clauses = list(_clauses(sentence.text, said.listed))
        refuted += [option for _, named, is_out in clauses if is_out for option in named]
        for clause, named, is_out in clauses:
            is_chosen = not is_out and phrases.CHOOSES.search(clause) is not None and not (sentence.asks or sentence.is_question)
            if is_chosen and named and all(is_near(value, option) for option in named):
                yield Leak(clause.strip(), "elimination", "it chooses one of the values that the student offered")
    if not any(is_near(value, gone) for gone in refuted) and all(
        is_near(value, option) or any(is_near(option, gone) for gone in refuted) for option in said.listed
    ):
        yield Leak(sentences[-1].text, "elimination", "every other value that the student offered is ruled out")


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
    for clause in whole:
        values = [number.value for number in _numbers(clause) if number.role in {"value", "count"}]
        named = [option for option in options if any(is_near(option, value) for value in values)]
        yield clause, [*named, *narrowing.placed(clause, options)], phrases.RULES_OUT.search(clause) is not None


def _list_leaks(sentences: Sequence[_Sentence], protected: Protected, said: _Said) -> Iterator[Leak]:
    """Rule 7 for options that the utterance itself lists."""
    yield from _own_list_leaks(sentences, protected, said)
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    for place, sentence in enumerate(sentences):
        options = [number.value for number in _numbers(sentence.text) if number.role == "value"]
        is_listed = any(is_near(value, option) for option in options) and phrases.OR_LIST.search(sentence.text)
        if not is_listed or len(options) < 2:
            continue
        refuted: list[float] = []
        for later in sentences[place : place + _LIST_REACH]:
            for clause, named, is_out in _clauses(later.text, options):
                if is_out:
                    refuted += [*named, *(item.value for item in _items(clause, protected))]
        if all(is_near(value, option) or any(is_near(option, gone) for gone in refuted) for option in options):
            yield Leak(sentence.text, "elimination", "every other value of its list is ruled out")


_LIST_REACH = 4
"""Sentences after a list in which its values are ruled out."""


def _items(text: str, protected: Protected) -> list[Item]:
    return items_of(text, _numbers(text), _calculations(text), protected)


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
            if not phrases.is_refuted(sentence.text, match.start(), match.end()):
                yield Leak(match.group(), "word", f"{match.group()!r} is the answer")


def _split(text: str) -> tuple[_Sentence, ...]:
    parts = list(_pieces(text))
    following = [*(part for _, part in parts[1:]), ""][: len(parts)]
    return tuple(
        _Sentence(part, start, bool(phrases.ASKS.search(part)), bool(phrases.ASKS_FOR_RESULT.search(after)))
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
def _numbers(text: str) -> tuple[ReadNumber, ...]:
    return tuple(read_numbers(text))


@lru_cache(maxsize=512)  # as above
def _calculations(text: str) -> tuple[Arithmetic, ...]:
    return tuple(read_arithmetic(text))


@lru_cache(maxsize=512)  # a dialogue is checked at every turn with all earlier messages
def _values_said(message: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    text = _read(message[:_LONGEST_TEXT], "").text
    values = tuple(number.value for number in _numbers(text) if number.role != "name")
    calculations = tuple(calculation.value for calculation in _calculations(text))
    return values, calculations


def _read_said(messages: tuple[str, ...]) -> _Said:
    read = [_values_said(message) for message in messages]
    offers = [_offers_several(message, values) for message, (values, _) in zip(messages, read, strict=True)]
    return _Said(
        tuple(value for values, _ in read for value in values),
        tuple(value for _, calculations in read for value in calculations),
        read[-1][0][: -_MOST_RECENT - 1 : -1] if read else (),
        "\n".join(messages).lower(),
        next((values for (values, _), several in zip(read[::-1], offers[::-1], strict=True) if several), ()),
        tuple(value for (values, _), several in zip(read, offers, strict=True) if not several for value in values),
    )


def _offers_several(message: str, values: Sequence[float]) -> bool:
    """Whether a student's message only offers values to choose from: "It is 10, 15 or 20"."""
    is_list = 1 < len(values) <= _MOST_OFFERED and len(_WORDS.findall(message)) <= len(values) + _FRAGMENT and "=" not in message
    return is_list and not any(is_near(one, other, 2) for one, other in combinations(values, 2))  # "20π, so 62.83" is one value


_MOST_OFFERED = 8
"""Values of a list of candidates: a longer one is a count."""
_WORDS = re.compile(r"[^\W\d_]+")
