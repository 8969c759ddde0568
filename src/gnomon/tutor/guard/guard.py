"""The answer guard finds where an utterance gives the final answer away, or goes past the step in play.

It works on text alone: the utterance, the problem and its answer, and what the student has said. The utterance is first read
as it is heard (`gnomon.tutor.guard.writing`) and put into the guard's English (`gnomon.tutor.guard.languages`). The rules:

1.  *Value.* A number that equals the answer is a leak, in every form `gnomon.algebra` reads (digits of any script, words,
    fractions, roots, multiples of π, percent), in the answer's unit or another of its kind, within 0.2 %, or rounded
    correctly within 1 %. Asking "Isn't it 57?" or adding the answer to a sum states it all the same.
2.  *Mention.* A number is no leak where it is a name, ordinal, count or factor ("step 2", "two triangles", "2x"), the operand
    of an instruction ("divide both sides by 2"), in a role that tells nothing (`gnomon.tutor.guard.roles`) and not tied to
    the unknown, where it is refuted ("it is not 57", "57 would be too large"), or where the student has said that value
    before: what they have written, and whatever is quoted from them, is theirs to hear again. Where they only calculated with
    it ("17x + 20"), or said it of another part, what says it of the unknown is a leak all the same (`gnomon.tutor.guard.plain`).
    What is read out from the problem is no relation.
3.  *Given.* When the problem states the same value (and for 90, 180, 360, and "right angle"), or the number has the unit of
    another kind, it is a leak only where it is said of the unknown: a name of the unknown or "the answer" stands before it
    with "is", "=", "must be" between, or after it.
4.  *Calculation.* A calculation that comes to the answer is a leak where it is asserted ("it is 180 minus 123", "√225", "half
    of 126"), not where the student is asked to carry it out, in the sentence itself or in the next one ("What is 16 / 2?"),
    or handed the step ("And now 16 / 2. Your turn", "16 / 2: halve it twice"; `gnomon.tutor.guard.handing`), and not when the
    student has written it. A letter whose value the utterance tells is put in. Roots of sums, steps in turn and names for sizes
    are in `gnomon.tutor.guard.worked`, shapes of the same area in `gnomon.tutor.guard.shapes`.
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

13. *Reply.* Together with the student's last message a turn may tell what it does not name: how their value is off, also by a
    number that is a given ("you're three short"), in its last place, by a digit that should be another, or as a share of it
    ("you took only half"); that what they ask to compare with is exactly it, or by how much not ("yes, by two degrees"); a
    bare yes to who asks for one: `gnomon.tutor.guard.replies`. Triples and proportions in which only the answer is new, and
    multiples of given sizes by what they are ("four times its outer piece") are in `gnomon.tutor.guard.facts`, with checks that
    hold for the answer; what makes the answer of the learner's own expression is in `gnomon.tutor.guard.edits`.

14. *Likeness.* What is learnt from lines of many writers (`gnomon.tutor.guard.likeness`) decides where the rules are at an end: a
    turn that is very like those that give the answer away is a leak by that alone, and one that is very unlike them is none,
    whatever relation or number a rule sees in it. It is asked about problems with a formal description, of turns of up to 700
    characters, and not where the learner has just given the answer.

Out of reach: values only drawn, riddles over several turns, an equation with a larger factor ("3x = 114"), homophones, acrostics,
encodings. Refuting the true answer misleads, but is no leak. An unknown answer is not checked: `check` says
``unchecked``, for the caller to count. The work grows with the length of the utterance; one of more than 4,000 characters, which
is no turn of a tutor, is not read and not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gnomon.problem import Problem
from gnomon.tutor.guard.facts import described_leaks
from gnomon.tutor.guard.left import list_leaks, neighbour_leaks, option_leaks
from gnomon.tutor.guard.likeness import LEAST_STATED, LEAST_TOLD, MOST_LIKENESS, likeness
from gnomon.tutor.guard.protected import Protected, is_near, protect
from gnomon.tutor.guard.replies import reply_leaks
from gnomon.tutor.guard.shapes import shape_leaks
from gnomon.tutor.guard.stated import value_leaks, word_leaks
from gnomon.tutor.guard.told import relation_leaks, tied_leaks
from gnomon.tutor.guard.turns import LONGEST_TEXT, Leak, Said, Sentence, read_said, read_turn, split, without_quotations, words_of
from gnomon.tutor.guard.worked import worked_leaks
from gnomon.tutor.guard.writing import Writing


@dataclass(frozen=True, slots=True)
class StepScope:
    """What the step in play leaves to the student."""

    protected: tuple[float, ...]
    """Values that this step and the later ones conclude."""
    allowed: tuple[float, ...] = ()
    """Values already shown or given; they win over ``protected``."""


@dataclass(frozen=True, slots=True)
class GuardResult:
    """What the guard found."""

    status: Literal["clean", "leak", "unchecked"]
    """``unchecked``: the final answer is unknown, and no step value leaked."""
    leak: Leak | None = None


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
    by_likeness: bool = True,
) -> GuardResult:
    """Check ``utterance`` by the rules above; arguments as in `find_leak`. Never raises on text.

    Without ``by_likeness`` rule 14 does not count: for words that are chosen by a plan and its own rules of what may be told.
    """
    if len(utterance) > LONGEST_TEXT:
        reason = f"it is too long to be read: more than {LONGEST_TEXT} characters"
        return GuardResult("leak", Leak(f"{utterance[:_SHOWN]}…", "length", reason))
    protected = protect(problem, final_answer)
    said = read_said(tuple(said_by_student))
    writing = read_turn(without_quotations(utterance, said.text), problem if isinstance(problem, str) else problem.question.text)
    sentences = split(writing.text)
    leak: Leak | None = None
    if protected is not None:
        found = likeness(writing.text, sentences, protected, said) if by_likeness else None
        leak = next(_leaks(sentences, writing, protected, said, found), None)
    # Steps have values of their own: they are guarded where the final answer is unknown too. What a rule says is told rather
    # than what is learnt, for its reason names the value.
    is_open = leak is None or leak.rule == "likeness"
    if is_open and step is not None and (base := protected or protect(problem, 0.0)) is not None:
        leak = _past_step(sentences, writing, base, said, step) or leak
    if leak is not None:
        return GuardResult("leak", leak)
    return GuardResult("unchecked" if protected is None else "clean")


_SHOWN = 40
"""Characters of a text that is too long, by which one knows it."""


def _past_step(sentences: Sequence[Sentence], writing: Writing, base: Protected, said: Said, step: StepScope) -> Leak | None:
    for value in step.protected:
        if any(is_near(allowed, value) for allowed in step.allowed):
            continue
        scope = replace(base, value=value, is_percent=False, word="", letter="", choices=(), unit="")
        leak = next(value_leaks(sentences, writing, scope, said), None)
        if leak is not None:
            return replace(leak, reason=f"past the step: {leak.reason}", past_step=True)
    return None


def _leaks(
    sentences: Sequence[Sentence], writing: Writing, protected: Protected, said: Said, found: tuple[float, Sentence] | None
) -> Iterator[Leak]:
    if found is None or found[0] >= LEAST_STATED:
        yield from value_leaks(sentences, writing, protected, said)
        yield from option_leaks(sentences, protected, said)
        yield from list_leaks(sentences, protected, said)
        yield from word_leaks(sentences, protected, said)
    if found is None or found[0] >= LEAST_TOLD:
        yield from described_leaks(sentences, protected, said)
        yield from shape_leaks(sentences, protected, said)
        yield from worked_leaks(sentences, writing, protected, said)
        yield from tied_leaks(sentences, writing, protected, said)
        yield from relation_leaks(sentences, protected, said)
        yield from neighbour_leaks(sentences, writing, protected, said)
        yield from reply_leaks(sentences, protected, said)
    if found is not None and found[0] >= MOST_LIKENESS:
        words = words_of(writing, found[1], 0, len(found[1].text))
        yield Leak(words, "likeness", "in these words the student need not think any more: the answer can be told from them")
