"""The symbolic tutor: no language model, every turn grounded in the engine's proof.

Each turn: read the whole dialogue (`Diagnostician`); take up what the learner said last, by a table (`uptake`); then ask one
thing about the step in play (`plan`), on the learner's own route where there is one. It points only at parts of that step, or
of the word that it explains; the words are data by language (`words`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from gnomon.algebra import TWO_DECIMALS, read_arithmetic, read_numbers
from gnomon.dialogue import Feedback, HeardMove, Subact, TurnRecord, TutorTurn, act_of, sentences_of
from gnomon.figure import Element, Figure, Highlights
from gnomon.geometry import Rule, Step, rules
from gnomon.problem import Expression, Letter, Operation, Quantity, named_as_in, unknowns
from gnomon.tutor.breach import breach_of
from gnomon.tutor.message.moves import Claim, Kind, is_final
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.proving.tutor import proof_reader_of, proving_turn
from gnomon.tutor.replied import TutorReply, said_turn
from gnomon.tutor.symbolic.asides import Asides
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.example import worked_example
from gnomon.tutor.symbolic.glossary import asked_term, find_term, find_terms, foreign_term, is_kind_asked, is_term_alone, shown_by
from gnomon.tutor.symbolic.hearing import SILENT, Ear
from gnomon.tutor.symbolic.language import language_of, spoken, understood_in
from gnomon.tutor.symbolic.plan import Plan, Rung, hint_rungs, ladder, points_of, rung_after, rung_for, rungs
from gnomon.tutor.symbolic.progress import shows_reason, signs_of
from gnomon.tutor.symbolic.quoting import stated_reason
from gnomon.tutor.symbolic.readers import require_reader
from gnomon.tutor.symbolic.route import key_of
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.uptake import Heard, decimals_asked, heard, is_lured, is_rounding
from gnomon.tutor.symbolic.whether import is_so
from gnomon.tutor.symbolic.words import DEFAULT, Term, Words, languages, words_in

LONGEST_TURN = 45
"""Words; a learner reads a turn at a glance."""
_LONGEST_QUOTE = 9
"""Words of the learner that an opening quotes: with its own it is a line."""
_LONGEST_MEANING = 30
"""Words of a meaning, or of two: the rest of a turn is the question."""
_LONGEST_EXAMPLE = 26
"""Words of an example: the rest of a turn is what introduces it, and the question."""
_MAY_ASK = frozenset(
    {
        Kind.ASKS_WHAT_TO_DO,
        Kind.DOUBT,
        Kind.GUESS,
        Kind.NOT_KNOWING,
        Kind.UNREAD,
        Kind.PLAN,
        Kind.OFF_TOPIC,
        Kind.ACKNOWLEDGEMENT,
        Kind.THEOREM,
    }
)
"""Moves that may ask what a word means."""
_PLAIN_PARTS = {"angle", "segment", "arc", "triangle", "circle"}
"""What shows terms that everybody knows: with the name of a part they ask for its size."""
_RIGHT_ANGLE = 90.0
"""Degrees; the one size that has words of its own."""
_SAME = 0.002
"""Relative difference up to which a number is the one sought; that of the answer guard."""
_EXPLAINING = 3
"""Telling words beside an answer that make it more than a number."""
_ASKED_LATELY = 4
"""Turns of the tutor in which it asks once what somebody means; then it helps, whatever was meant."""
_NOT_QUOTED = frozenset(
    {
        Kind.INJECTION,
        Kind.AUTHORITY,
        Kind.ASKS_ANSWER,
        Kind.GREETING,
        Kind.EMPTY,
        Kind.OTHER_LANGUAGE,
        Kind.FEELING,
        Kind.OFF_TOPIC,
    }
)
"""Moves whose words are not said back."""
_MOST_TESTS = 2
"""Times that a wrong value is put into the learner's equation: then another kind of help is due."""
_SHORT = 5
"""Words from which on a sentence is not said twice in a dialogue; "Not yet." may come again."""


@dataclass(frozen=True)
class SymbolicTutor:
    """See the module.

    Args:
        seed: chooses the words.
        with_highlights: False leaves every highlight out, as a control.
        ear: reads what the grammar is unsure of; None: the grammar alone.
    """

    seed: int = 0
    with_highlights: bool = True
    ear: Ear | None = None

    @property
    def name(self) -> str:
        """``symbolic``, with the ear's name where there is one."""
        return "symbolic" if self.ear is None else f"symbolic+reader:{self.ear.name}"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the next turn. A problem that is not solved yet is solved in a thread; composing a turn takes about 10 ms.

        Raises:
            NoProofError: when the problem has no proof.
        """
        proving = proof_reader_of(context.solution)
        if proving is not None:
            turn = proving_turn(context, proving, self.seed)
            return said_turn(turn if self.with_highlights else turn.model_copy(update={"highlights": Highlights()}))
        reader = await require_reader(context.problem, context.solution)
        hearing = await self.ear.hear(context.dialogue, reader) if self.ear is not None else SILENT
        turn = hearing.noted(_Composer(self.seed, context, reader, hearing.moves).turn())
        return said_turn(
            turn if self.with_highlights else turn.model_copy(update={"highlights": Highlights(), "highlights2": None}),
            usage=hearing.usage,
            seconds=hearing.seconds,
        )

    async def hint(self, context: TutorContext, level: int) -> TutorTurn:
        """Return help with the step in play, as much of it as a level gives; it passes the answer guard.

        Args:
            context: with what the learner has said.
            level: 1 a nudge, 2 a pointer, 3 a step worked out elsewhere or the theorem as it stands here.

        Raises:
            NoProofError: when the problem has no proof.
        """
        reader = await require_reader(context.problem, context.solution)
        composer = _Composer(self.seed, context, reader, ())
        return composer.hint(level) or composer.turn()


class _Opening(NamedTuple):
    """What takes up the learner's last move."""

    key: str
    feedback: Feedback = "none"
    slots: tuple[tuple[str, str], ...] = ()


class _Composer:
    def __init__(self, seed: int, context: TutorContext, reader: Diagnostician, heard_moves: tuple[HeardMove, ...]) -> None:
        self.context = context
        self.dialogue = context.dialogue
        self.reader = reader
        self.proof = reader.proof
        self.figure: Figure | None = context.problem.question.figure
        self.diagnosis: Diagnosis = reader.diagnose(context.dialogue, heard_moves)
        self.step: Step | None = self.diagnosis.current
        self.aim = None if self.step is None else key_of(self.step)
        self.signs = signs_of(self.diagnosis.exchanges, self.aim)
        # By the place in the dialogue, so that a tutor without memory says the same again; a refused draft is put otherwise.
        self.generator = random.Random(f"{seed}/{len(context.dialogue.turns)}/{context.problem.id}/{len(context.rejected)}")
        self.words: Words = words_in(language_of(context.dialogue))
        self.heard: Heard | None = self._heard()
        self.used = {sentence for turn in self.dialogue.tutor_turns() for sentence in sentences_of(_planned(turn))}
        self.goal = self.words.quantity(reader.proof.goal)
        self.skip = len(context.rejected)

    def _heard(self) -> Heard | None:
        """Return what is answered; a question that holds only a word of the glossary asks for its meaning, however it is put."""
        found = heard(self.diagnosis, self.reader, self.words)
        if found is None:
            return None
        # What is no English is the dialogue's own language, where its words do not say another.
        language = spoken(found.move.words) or self.words.language
        if found.move.kind is Kind.OTHER_LANGUAGE and language != DEFAULT and language in languages():
            found = found._replace(move=found.move._replace(kind=Kind.UNREAD))
        found = self._behind_greeting(found)
        is_objection = self.words.says("objecting", found.move.words) and not self.words.says("meaning_by", found.move.words)
        if found.move.kind is Kind.ASKS_MEANING and (is_objection or self._is_size_asked(found)):
            return found._replace(move=found.move._replace(kind=Kind.ASKS_WHAT_TO_DO))
        # "Was ist die Basis" may be read as whether something is the base; what a word of the glossary is, is a question for it.
        words, is_doubt = found.move.words, found.move.kind is Kind.DOUBT
        if found.move.kind is Kind.OFF_TOPIC and self._names_part(words):
            is_how = self.words.says("asks_how", words)
            asked = self._asked_kind(words) or (Kind.ASKS_WHAT_TO_DO if is_how else Kind.UNREAD)
            return found._replace(move=found.move._replace(kind=asked))
        is_about_word = self.words.says("asks_meaning", words) and is_term_alone(words, self.words)
        if is_doubt and (is_about_word or self._compared(words) or is_kind_asked(words, self.words)):
            return found._replace(judgement=None, move=found.move._replace(kind=Kind.ASKS_MEANING, claim=None))
        if self._asks_which(found):
            return found._replace(judgement=None, move=found.move._replace(kind=Kind.ASKS_MEANING, claim=None))
        if found.judgement is not None or found.move.kind not in _MAY_ASK:
            return found
        if found.move.claim is not None and found.move.claim.sides:
            return found
        text = found.move.words
        is_known = any(find(text, self.words) is not None for find in (find_term, foreign_term)) or self._rule_asked() is not None
        asks_meaning = self.words.says("asks_meaning", text) and is_known and not self.words.says("saying", text)
        asks_meaning = asks_meaning or self._part_asked(found) is not None or asked_term(text, self.words) is not None
        whole = self.diagnosis.exchanges[-1].judged.message.text
        asks_meaning = asks_meaning or (self.words.says("what_is_that", whole) and find_term(text, self.words) is not None)
        asks_meaning = asks_meaning or self._is_place_asked(text)
        kind = Kind.ASKS_MEANING if asks_meaning or is_term_alone(text, self.words) else None
        kind = kind or (Kind.ASKS_WHAT_TO_DO if self._asks_example() else None) or (None if is_doubt else self._asked_kind(text))
        return found._replace(move=found.move._replace(kind=kind or found.move.kind))

    def _behind_greeting(self, heard: Heard) -> Heard:
        """Return what comes behind thanks or a greeting, where it says more: "thanks. then i only halve 64"."""
        rest = re.split(r"[.!,]\s+", heard.move.words, maxsplit=1)[1:]
        if heard.move.kind is not Kind.GREETING or not rest or len(self.words.telling(rest[0])) < _EXPLAINING - 1:
            return heard
        moves = self.reader.read(rest[0], None).message.moves
        kinds = {Kind.GREETING, Kind.ACKNOWLEDGEMENT, Kind.OFF_TOPIC, Kind.EMPTY}
        move = next((move for move in moves if move.kind not in kinds), None)
        return heard if move is None else heard._replace(move=move, said=move.words)

    def _is_place_asked(self, text: str) -> bool:
        """Whether somebody asks where a part is that a word of the glossary means: "where is the radius?"."""
        term = find_term(text, self.words)
        places = "|".join(map(re.escape, self.words.lists("where")))
        is_asked = re.search(rf"(?:^|\bok |\band |\bund )(?:{places})\b", text.lower()) is not None
        return is_asked and term is not None and term.shows != "right_angle"

    def _names_part(self, text: str) -> bool:
        """Whether a part of the figure is named, by two letters or more."""
        points = {*self.figure.points} if self.figure is not None else set()
        return any({*name} <= points for name in re.findall(r"(?<![A-Za-z'])[A-Z]{2,4}(?![A-Za-z'])", text))

    def _asks_which(self, heard: Heard) -> bool:
        """Whether somebody asks which part a word of the glossary means here: ``which one is the hypotenuse again``."""
        is_open = heard.judgement is None and heard.move.kind in {Kind.ASKS_WHAT_TO_DO, Kind.DOUBT, Kind.GUESS, Kind.UNREAD}
        text = heard.move.words
        return is_open and self.words.says("asks_which", text) and find_term(text, self.words) is not None

    def _is_size_asked(self, heard: Heard) -> bool:
        """Whether "what is angle KML" asks for the size of a part that it names, not for a meaning."""
        term, figure = self._term(heard), self.figure
        names = re.findall(r"\b[A-Z]{2,}\b", heard.move.words)
        is_part = figure is not None and any(set(name) <= set(figure.points) for name in names)
        return is_part and term is not None and term.shows in _PLAIN_PARTS and self._part_asked(heard) is None

    def _asked_kind(self, text: str) -> Kind | None:
        """Return what a question asks for by its first word, and whether somebody only thinks aloud; None for all else."""
        words = [word.strip(".,!?") for word in text.lower().split()]
        if self.words.says("asks_way", text):
            return Kind.ASKS_WHAT_TO_DO
        if all(word in self.words.lists("thinking") for word in words):
            return Kind.NOT_KNOWING
        if words[0] in self.words.lists("asks_whether") and "?" in text:
            return Kind.DOUBT
        asks = words[0] in self.words.lists("asks_how") or "?" in self.diagnosis.exchanges[-1].judged.message.text
        return Kind.ASKS_WHAT_TO_DO if asks else None

    def turn(self) -> TutorTurn:
        """Return the turn; what the learner said comes back in it, whatever it answers."""
        turn = self._turn()
        return turn if self.heard is None else self._taking_up(turn)

    def _taking_up(self, turn: TutorTurn) -> TutorTurn:
        """Return a turn that quotes the learner's message, where no word and no number of it comes back otherwise."""
        text = self.diagnosis.exchanges[-1].judged.message.text
        if {*self.diagnosis.exchanges[-1].kinds} & _NOT_QUOTED or _is_taken_up(text, turn.utterance, self.words):
            return turn
        key = "taken_up_question" if self._asks(text) else "taken_up"
        opening = self._pick(key, said=_quotable(text))
        whole = f"{named_as_in(self.context.problem.question.text, opening)} {turn.utterance}"
        if len(whole.split()) > LONGEST_TURN or not self._is_fresh(opening):
            return turn
        return turn.model_copy(update={"utterance": whole})

    def _turn(self) -> TutorTurn:
        if self.heard is None:
            if (answering := self._answering()) is not None:
                return answering
            key = "introduce" if self._has_attempted() else "introduce_blank"
            return self._said("Introduce", "introduce", self._fresh(key), asked=self.proof.goal)
        if self.diagnosis.is_solved:
            return self._after_solving(self.heard)
        if self.context.is_last:
            return self._said("Farewell", "farewell_open", self._fresh("farewell_open"))
        return self._next(self.heard)

    def _answering(self) -> TutorTurn | None:
        """Answer a question that stands where the work should be; None where none does, or the answer was refused."""
        lines = [line for line in self.dialogue.attempt.splitlines() if line.strip()]
        if not lines or self.skip or (self._has_attempted() and not all(line.strip().endswith("?") for line in lines)):
            return None
        asked = lines[-1]
        if (told := is_so(asked, self.reader)) is not None:
            answer = self._opened(_Opening("doubt_right" if told else "doubt_wrong", slots=(("said", _quotable(asked)),)))
            words, feedback = self._fresh("introduce_meaning", meaning=answer), self._verdict(is_right=told)
            return self._said("Introduce", "introduce", words, feedback=feedback, asked=self.proof.goal)
        moves = self.reader.read(asked, None).message.moves
        about = next((move.about for move in moves if move.kind is Kind.ASKS_MEANING and move.about), "")
        term = (find_term(about, self.words) if about else None) or asked_term(asked, self.words)
        if term is None and (self.words.says("asks_meaning", asked) or is_term_alone(asked, self.words)):
            term = find_term(asked, self.words)
        if term is not None:
            shown = shown_by(term, self.context.problem, self.step)
            marked = None if shown is None else Plan(rung_for("back"), Highlights.of([shown], self.figure), None, ())
            words = self._fresh("introduce_meaning", meaning=term.says)
            return self._said("Introduce", "introduce", words, plan=marked, asked=self.proof.goal)
        if not self._asks(asked) or (any(move.claim is not None for move in moves) and "?" not in asked):
            return None
        words = self._fresh("introduce_question", said=_quotable(asked))
        return self._said("Introduce", "introduce", words, asked=self.proof.goal)

    @staticmethod
    def _verdict(*, is_right: bool) -> Feedback:
        return "positive" if is_right else "negative"

    def _has_attempted(self) -> bool:
        """Whether a line of the attempt claims something: "idk" is no work."""
        lines = (self.reader.read(line, None, is_written_work=True).message.moves for line in self.dialogue.attempt.splitlines())
        return any(move.claim is not None for moves in lines for move in moves)

    def hint(self, level: int) -> TutorTurn | None:
        """Return the first kind of help of a level that has words here and gives nothing away; None where none has."""
        if self.step is None or self.diagnosis.is_solved:
            return None
        for rung in hint_rungs(level):
            plan = points_of(rung, self.step, self.figure)
            words = self._question(rung, plan, self.step, "")
            turn = None if words is None else self._said(rung.subact, rung.rung, words, plan=plan)
            if turn is not None and breach_of(turn, self.context) is None:
                return turn
        return None

    # when the answer is there

    def _after_solving(self, heard: Heard) -> TutorTurn:
        said = [turn.record.rung for turn in self.dialogue.tutor_turns() if turn.record is not None]
        if not self.context.is_last and (retraced := self._retraced(heard, said)) is not None:
            return retraced
        last = self.diagnosis.exchanges[-1]
        wrong = [judgement for judgement in last.claims if judgement.truth is Truth.WRONG]
        reasons = [judgement for judgement in last.claims if shows_reason(judgement, self.reader.numbers)]
        has_reason = any(judgement.truth.is_right and judgement.way == "goal" for judgement in reasons)
        if wrong and not has_reason and "wrong_reason" not in said and not self.context.is_last:
            words = self._fresh("wrong_reason", said=_quotable(wrong[-1].claim.text))
            return self._said("AskForExplanation", "wrong_reason", words)
        if (heard.row.say == "sight" or "sight" in heard.flags) and "wrong_reason" not in said and not self.context.is_last:
            seen = _Opening("sight", "none", (("said", _quotable(last.judged.message.text)),))
            return self._said("AskForExplanation", "wrong_reason", f"{self._opened(seen)} {self._fresh('justify')}")
        if self._is_blurred(heard) and "sharpen" not in said and not self.context.is_last:
            words = self._fresh("sharpen", said=_quotable(heard.said))
            return self._said("Calculate", "sharpen", words, feedback="positive", asked=self.proof.goal)
        is_leaving = self.words.says("leaving", last.judged.message.text)
        if not self._has_reason() and "justify" not in said and not self.context.is_last and not is_leaving:
            opening = self._opened(self._opening(heard))
            return self._said("AskForExplanation", "justify", f"{opening} {self._fresh('justify')}", feedback=heard.row.feedback)
        return self._farewell(heard, said)

    def _is_blurred(self, heard: Heard) -> bool:
        """Whether an answer lost the decimals that the problem asks for by rounding on the way."""
        judgement, truth = heard.judgement, self.reader.judge.truth(self.proof.goal)
        if (
            judgement is None
            or not judgement.is_answer
            or judgement.truth is not Truth.ROUNDED
            or decimals_asked(self.reader) is None
        ):
            return False
        value = judgement.value
        return truth is not None and value is not None and not is_rounding(truth, value, len(f"{value:g}".partition(".")[2]))

    def _retraced(self, heard: Heard, said: list[str | None]) -> TutorTurn | None:
        """Tell why the answer is right to somebody who does not see it, step by step; None where nobody asks, or all is told."""
        text = self.diagnosis.exchanges[-1].judged.message.text
        is_lost = heard.move.kind is Kind.NOT_KNOWING or self.words.says("lost", text)
        is_going_on = said[-1:] == ["retrace"] and heard.move.kind in {Kind.ACKNOWLEDGEMENT, Kind.ASKS_WHAT_TO_DO}
        is_asking = self.words.says("why", text) and "justify" in said
        if heard.judgement is not None or not (is_lost or is_going_on or is_asking):
            return None
        steps = [step for step in self.proof.steps if step.rule is not None and step.instance is not None]
        told = said.count("retrace")
        if told >= len(steps):
            return None
        step, key = steps[told], "retrace_last" if told == len(steps) - 1 else "retrace"
        words = self._fresh(key, says=self.words.of_step(step)["says"], result=self.words.concluded(step))
        opening = self._opened(_Opening("not_knowing" if is_lost else "brief_none"))
        plan = points_of(rung_for("retrace"), step, self.figure)
        return self._said("ExplainConcept", "retrace", f"{opening} {words}", plan=plan)

    def _has_reason(self) -> bool:
        """Whether a right answer came with more than itself: work before it, or words that say how."""
        earlier, last = self.diagnosis.exchanges[:-1], self.diagnosis.exchanges[-1]
        has_tried = any(exchange.is_attempt or exchange.is_new for exchange in earlier)
        return self.diagnosis.has_work or has_tried or len(self.words.telling(last.judged.message.text)) >= _EXPLAINING

    def _farewell(self, heard: Heard, said: list[str | None]) -> TutorTurn:
        is_right = heard.judgement is not None and heard.judgement.truth.is_right
        if any(rung is not None and rung.startswith("farewell") for rung in said):
            return self._after_farewell(heard, is_right=is_right)
        was_told = "retrace" in said or any(turn.subact == "Revealing" for turn in self.dialogue.tutor_turns())
        claims = [claim for exchange in self.diagnosis.exchanges for claim in exchange.claims]
        was_wrong = any(turn.feedback == "negative" for turn in self.dialogue.tutor_turns())
        # Who has only asked, and heard a no, had no wrong idea.
        was_wrong &= self._has_attempted() or any(claim.truth is Truth.WRONG for claim in claims)
        was_wrong |= any(is_lured(claim, self.reader) for claim in claims)
        key = "farewell_told" if was_told else "farewell_mended" if was_wrong else "farewell"
        rounded = heard.judgement is not None and heard.judgement.truth is Truth.ROUNDED and "as_asked" not in heard.flags
        note = self._fresh("note_rounded") if rounded else self._opened(self._opening(heard)) if is_right else ""
        return self._said("Farewell", key, f"{note} {self._fresh(key)}".strip(), feedback="positive" if is_right else "none")

    def _after_farewell(self, heard: Heard, *, is_right: bool) -> TutorTurn:
        """Answer what is still asked when all is done."""
        text = self.diagnosis.exchanges[-1].judged.message.text
        if self.words.says("close_enough", text):
            return self._said("Farewell", "farewell_why", f"{self._fresh('note_rounded')} {self._fresh('farewell_again')}")
        is_judged = is_right or (heard.judgement is not None and heard.judgement.truth is Truth.WRONG)
        if heard.move.kind is not Kind.ASKS_MEANING and not is_judged and self._asks(text) and (why := self._carrying(text)):
            return self._said("Farewell", "farewell_why", why)
        opening = self._meaning(heard) if heard.move.kind is Kind.ASKS_MEANING else self._opening(heard) if is_judged else None
        is_telling = opening is None and "telling" in heard.flags  # what is still said of the figure is not passed over
        opening = _Opening("farewell_said", "none", (("said", _quotable(text)),)) if is_telling else opening
        words = f"{self._opened(opening) if opening is not None else ''} {self._fresh('farewell_again')}"
        return self._said("Farewell", "farewell_again", words, feedback=opening.feedback if opening is not None else "none")

    def _asks(self, text: str) -> bool:
        """Whether somebody asks something, with or without the sign for it."""
        first = text.lower().split()[:1]
        is_question = bool({*first} & {*self.words.lists("asks_how"), *self.words.lists("asks_whether")})
        return "?" in text or is_question or self.words.says("why", text)

    def _carrying(self, text: str) -> str:
        """Return what the proof rests on here, rather what the learner has not used; empty where it was told before."""
        steps = [step for step in self.proof.steps if step.rule is not None and step.instance is not None]
        own = {*self.diagnosis.shown}
        unused = [
            step
            for step in steps
            if step.rule_id not in self.diagnosis.rules_named and not any(f.atom in own for f in step.solved)
        ]
        hardest = max(unused or steps, key=lambda step: step.rule.level if step.rule is not None else 0.0, default=None)
        if hardest is None:
            return ""
        words = self._fresh("farewell_why", says=self.words.of_step(hardest)["says"], said=_quotable(text))
        return words if self._is_fresh(words) else ""

    # what is said to a message

    def _next(self, heard: Heard) -> TutorTurn:
        row, step = heard.row, self.step
        assert step is not None
        aside = Asides(self.diagnosis, self.reader, self.words, self.dialogue.attempt).find(heard)
        if aside is None and row.then == "none" and not self.skip and (asked := self._which(heard)) is not None:
            return asked
        opening = self._opening(heard) if aside is None else _Opening(aside.say, aside.feedback, aside.slots)
        is_meaning = aside is None and bool(row.kinds) and heard.move.kind is Kind.ASKS_MEANING
        shown = self._meaning_shown(heard) if is_meaning else None
        said = self._opened(opening)
        then = row.then if aside is None else aside.then
        then = "back_plain" if then == "back" and shown is None else "ladder" if then == "none" else then
        candidates = list(self._rungs(then))
        first = None
        for rung in (*candidates[self.skip :], *candidates[: self.skip]):  # what was refused comes last
            plan = points_of(rung, step, self.figure)
            if plan.highlights == plan.highlights2:  # a circle and its only arc look alike
                continue
            words = self._question(rung, plan, step, said)
            if words is None:
                continue
            first = first or (plan, words)
            if self._is_fresh(words):
                return self._made(plan, words, said, opening.feedback, shown)
        assert first is not None
        return self._made(*first, said, opening.feedback, shown)

    def _made(self, plan: Plan, words: str, opening: str, feedback: Feedback, shown: Element | None) -> TutorTurn:
        text = f"{opening} {words}".strip()
        if len(text.split()) > LONGEST_TURN:
            text = f"{self._pick(f'brief_{feedback}')} {words}"
        is_short = len(text.split()) <= LONGEST_TURN
        rung = plan.rung
        if shown is not None:
            plan = Plan(rung._replace(rung="meaning", subact="ExplainConcept"), Highlights.of([shown], self.figure), None, ())
        said = text if is_short else words
        asked: Expression | None = self._sought()
        if rung.rung == "piece" and (own := self._own_equation()) is not None:
            asked = first_piece(own.sides)
        return self._said(plan.rung.subact, plan.rung.rung, said, feedback=feedback, plan=plan, asked=asked)

    def _rungs(self, then: str) -> Iterator[Rung]:
        """Yield what may come next, the best first."""
        diagnosis, step = self.diagnosis, self.step
        assert step is not None
        may_reveal, asks_example = self.context.may_reveal, self._asks_example()
        wants_less = self.heard is not None and self.heard.move.kind in {Kind.NOT_KNOWING, Kind.ASKS_WHAT_TO_DO}
        help_kinds = rungs(diagnosis, self.signs, may_reveal=may_reveal, asks_example=asks_example, wants_less=wants_less)
        if then == "next":
            yield rung_after(diagnosis.stage)
        elif (called_for := self._called_for(then)) is not None:
            turns = [exchange.turn for exchange in diagnosis.exchanges[-_ASKED_LATELY:] if exchange.turn is not None]
            asked = [turn.record.rung for turn in turns if turn.record is not None]
            # What was just asked in vain is not asked again, and nobody is asked what they mean all the time.
            lately = asked if then == "clarify" else asked[-1:]
            if called_for.rung not in lately or diagnosis.exchanges[-1].is_new:
                yield called_for
        yield from help_kinds

    def _called_for(self, then: str) -> Rung | None:
        """Return the question that the row of the table calls for; None where any kind of help will do."""
        if then == "ladder":
            return self._tested()
        if then == "choose" and self.step is not None and self.step.rule is None:
            return None
        return self._test() if then == "test" else rung_for(then)

    def _tested(self) -> Rung | None:
        """Return what puts a wrong value into the learner's own equation, or takes that piece by piece; each twice at most."""
        if self._own_equation() is None:
            return None
        aims = [exchange.turn.record for exchange in self.diagnosis.exchanges if exchange.turn and exchange.turn.record]
        asked = [record.rung for record in aims if record.aim == self.aim]
        rung = min(("check", "piece"), key=asked.count)
        return rung_for(rung) if asked.count(rung) < _MOST_TESTS else None

    def _test(self) -> Rung:
        """Return what puts a wrong idea to the test: its own question, else the hint."""
        error = self.diagnosis.error
        has_idea = error is not None and error.misconception is not None
        return next(rung for rung in ladder("error") if rung.rung == ("doubt" if has_idea else "guide"))

    def _asks_example(self) -> bool:
        text = self.diagnosis.exchanges[-1].judged.message.text.lower()
        return any(word in text for word in self.words.lists("asks_example"))

    def _which(self, heard: Heard) -> TutorTurn | None:
        """Ask which of two meanings is meant; None where that was asked in vain in all words there are."""
        said, meant = _quotable(heard.said), self._meanings(heard)
        if len(meant) < 2:
            words = self._fresh("which_part", said=said)
        else:
            one, other = (self.words.quantity(expression) for expression in meant[:2])
            words = self._fresh("which", said=said, one=one, other=other)
        return self._said("AskForExplanation", "which", words) if self._is_fresh(words) else None

    def _meanings(self, heard: Heard) -> list[Expression]:
        """Return what an open name may mean: what fits the words best, and what has the value that was said."""
        judgement = heard.judgement
        if judgement is None or not judgement.claim.names:
            return []
        judge = self.reader.judge
        meanings = [meaning.expression for meaning in judge.scene.meanings(judgement.claim.names[0])]
        value = judgement.value
        fitting = [
            one
            for one in meanings
            if value is not None and (true := judge.truth(one)) is not None and abs(true - value) < TWO_DECIMALS
        ]
        # In the order of the alphabet, so that the order does not tell which one fits.
        return sorted(dict.fromkeys([*meanings[:1], *fitting[:1]]), key=str)

    # openings

    def _opening(self, heard: Heard) -> _Opening:
        row = heard.row
        said = self._quoted(heard)
        if row.say == "fits":  # the number may stand beside the words that are read
            said = _quotable(self.diagnosis.exchanges[-1].judged.message.text)
        slots = {"said": said, "right": _quotable(heard.right), **self._named()}
        if heard.judgement is not None and heard.judgement.meant is not None:
            slots["meant"] = self.words.quantity(heard.judgement.meant)
        if heard.move.kind is Kind.ASKS_MEANING and row.say == "meaning":
            return self._meaning(heard)
        own = understood_in(spoken(heard.move.words)) if heard.move.kind is Kind.OTHER_LANGUAGE else ""
        if own and not any(own in turn.utterance for turn in self.dialogue.tutor_turns()):
            return _Opening("other_language_own", "none", (("own", own),))
        return _Opening(row.say, row.feedback, tuple(slots.items()))

    def _meaning(self, heard: Heard) -> _Opening:
        if (part := self._part_asked(heard)) is not None:
            # An angle has its corner in the middle of its name.
            key, corner = ("angle_shown" if part.kind == "angle" else "part_shown"), part.points[len(part.points) // 2]
            return _Opening(key, "none", (("parts", self.words.element(part)), ("corner", corner)))
        if (rule := self._rule_asked()) is not None and not self._gives_away(statement := self.words.rule(rule).statement):
            return _Opening("meaning", "none", (("meaning", statement),))
        term = self._term(heard)
        if term is None:
            return _Opening("meaning_unknown")
        both = self._compared(heard.move.words)
        if both and len(both.split()) <= _LONGEST_MEANING:
            return _Opening("meaning", "none", (("meaning", both),))
        term = find_terms(heard.move.words, self.words)[0] if both else term  # the first, where there is no room for two
        shown = shown_by(term, self.context.problem, self.step)
        if not self._is_fresh(term.says):
            key = "meaning_again" if shown is None else "meaning_again_shown"
            return _Opening(key, "none", (("term", term.term), ("parts", "" if shown is None else self.words.element(shown))))
        if shown is None:
            return _Opening("meaning", "none", (("meaning", term.says),))
        return _Opening("meaning_shown", "none", (("meaning", term.says), ("parts", self.words.element(shown))))

    def _term(self, heard: Heard) -> Term | None:
        about = find_term(heard.move.about, self.words) if heard.move.about else None
        words = heard.move.words
        return about or asked_term(words, self.words) or find_term(words, self.words) or foreign_term(words, self.words)

    def _rule_asked(self) -> Rule | None:
        """Return the theorem of the proof that somebody asks to be explained, or one that the glossary does not know."""
        message = self.diagnosis.exchanges[-1].judged.message
        if not self.words.says("asks_rule", message.text):
            return None
        named = [rule_id for rule_id in message.rules if rule_id in rules()]
        own = [step.rule_id for step in self.proof.steps if step.rule_id in named]
        is_known = find_term(message.text, self.words) is not None
        return next((rules()[rule_id] for rule_id in (*own, *(() if is_known else named))), None)

    def _part_asked(self, heard: Heard) -> Element | None:
        """Return the part of the figure that somebody asks where it is."""
        text = heard.move.words
        if self.figure is None or not self.words.says("where", text):
            return None
        names = [name for name in re.findall(r"\b[A-Z]{2,3}\b", text) if set(name) <= set(self.figure.points)]
        return next((Element.of("line" if len(name) == 2 else "angle", *name) for name in names), None)

    def _compared(self, text: str) -> str:
        """Return the meanings of both words that somebody asks the difference of; empty otherwise."""
        terms = find_terms(text, self.words)
        # "Is arc BE the same as side BE" is about the words; with two parts it would be about their sizes.
        is_one_part = len({*re.findall(r"\b[A-Z]{2,3}\b", text)}) < 2
        is_asked = self.words.says("difference", text) or (is_one_part and self.words.says("same_as", text))
        return " ".join(term.says for term in terms[:2]) if is_asked and len(terms) > 1 else ""

    def _meaning_shown(self, heard: Heard) -> Element | None:
        if (part := self._part_asked(heard)) is not None:
            return part
        term = self._term(heard)
        return None if term is None else shown_by(term, self.context.problem, self.step)

    def _quoted(self, heard: Heard) -> str:
        """Return the learner's words to take up: the reason given for what is wrong, else the claim."""
        error = self.diagnosis.error
        last = self.diagnosis.exchanges[-1].judged.message.text
        is_wrong = heard.judgement is None or heard.judgement.truth is Truth.WRONG
        is_whole = heard.right not in (error.sentence if error is not None else "") or not heard.right
        if is_wrong and is_whole and error is not None and error.sentence and error.sentence.lower() in last.lower():
            return _unquoted(error.sentence)
        return _quotable(heard.said)

    def _opened(self, opening: _Opening) -> str:
        """Return the opening in words not said before; a brief one where there are none left."""
        choices = self.words.book.choices(opening.key, self.generator, **dict(opening.slots))
        fresh = [text for text in choices if self._is_fresh(text) and len(text.split()) <= _LONGEST_MEANING]
        unused = (text for text in fresh if not {*sentences_of(text)} & self.used)
        return next(unused, fresh[0]) if fresh else self._pick(f"brief_{opening.feedback}")

    # questions

    def _question(self, rung: Rung, plan: Plan, step: Step, opening: str) -> str | None:
        """Return the words of a kind of help, fresh ones where there are; None where it has none here."""
        slots = {**self._named(), "parts": self.words.listed(plan.elements), **self.words.of_step(step)}
        error = self.diagnosis.error
        if error is not None and error.misconception is not None:
            slots["doubt"] = self.words.doubt(error.misconception)
        is_own_line = error is not None and error.claim is not None and error.sentence in self.dialogue.attempt
        if error is not None and is_own_line and (line := _quotable(error.sentence)).strip("…").lower() not in opening.lower():
            slots["line"] = line
        if own := self._own_equation():
            slots["own"] = _quotable(own.text)
            if (piece := first_piece(own.sides)) is not None:
                slots["piece"] = str(piece)
        if rung.rung == "example":
            example = worked_example(self.context.problem, step, self.proof)
            if not example:
                return None
            slots["example"] = self.words.example(example, _LONGEST_EXAMPLE)
            opening = ""  # the example takes the room
        parts = plan.elements or step.uses
        slots["first"], slots["second"] = self.words.element(parts[0]), self.words.element(parts[-1])
        slots["result"] = self.words.concluded(step)
        room = LONGEST_TURN - len(opening.split())
        choices = self.words.book.choices(rung.key, self.generator, **slots)
        choices = [text for text in choices if rung.kind == "telling" or not self._gives_away(text)]
        # Hints from the rules' tables may only point at something.
        choices = [text if "?" in text else f"{text} {self._pick('after_hint')}" for text in choices]
        choices = [text for text in choices if len(text.split()) <= LONGEST_TURN]  # some theorems have long clauses
        if rung.kind == "assertion":  # what a theorem says here may leave nothing to find: "it is half of 56°"
            choices = [text for text in choices if breach_of(self._said(rung.subact, rung.rung, text), self.context) is None]
        fresh = [text for text in choices if self._is_fresh(text)]
        # What names a part of the step says more than what does not, where there is room for it.
        fitting = sorted((text for text in fresh if len(text.split()) <= room), key=lambda text: slots["first"] not in text)
        if rung.rung == "example":
            return next(iter(fitting), None)
        return next(iter(fitting or fresh or choices), None)

    def _own_equation(self) -> Claim | None:
        """Return the learner's last right equation in what a wrong value was just said of; None where there is none."""
        judgement = self.heard.judgement if self.heard is not None else None
        if judgement is None or judgement.truth is not Truth.WRONG or judgement.quantity is None:
            return None
        about, canonical = judgement.quantity, self.reader.judge.scene.canonical
        work = (self.reader.read(line, None, is_written_work=True) for line in reversed(self.dialogue.attempt.splitlines()))
        said = chain(
            (claim for exchange in reversed(self.diagnosis.exchanges) for claim in exchange.claims),
            (claim for judged in work for claim in judged.judgements),
        )
        equations = (one for one in said if one.truth is Truth.RIGHT and any(map(_is_unfinished, one.claim.sides)))
        about_it = (one for one in equations if about in {canonical(leaf) for side in one.claim.sides for leaf in unknowns(side)})
        return next((one.claim for one in about_it), None)

    def _gives_away(self, text: str) -> bool:
        """Whether words state what the step in play finds: some theorems are the answer ("each of its angles is 60°")."""
        solved = self.step.solved if self.step is not None else ()
        sought = [found.value.number for found in solved if found.atom not in self.diagnosis.shown]
        if any(value == _RIGHT_ANGLE for value in sought) and any(
            word in text.lower() for word in self.words.lists("right_angle")
        ):
            return True
        numbers = [number.value for number in read_numbers(text) if number.role == "value"]
        numbers += [calculation.value for calculation in read_arithmetic(text)]
        return any(abs(number - value) <= _SAME * abs(value) for number in numbers for value in sought)

    def _named(self) -> dict[str, str]:
        """Return the slots that name what is sought; a step that finds no value has no ``thing``."""
        step = self.step
        if step is not None and not step.solved:
            return {"goal": self.goal}
        sought = self._sought()
        return {"goal": self.goal, "thing": self.goal if sought is None else self.words.quantity(sought)}

    def _sought(self) -> Expression | None:
        """Return what the step in play finds, the first that is not known yet; None without a step, or one without values."""
        found = [solved.atom for solved in self.step.solved] if self.step is not None else []
        known = {*self.diagnosis.shown, *self.reader.given}
        return next((atom for atom in found if atom not in known), self.proof.goal if found else None)

    def _is_fresh(self, text: str) -> bool:
        named = named_as_in(self.context.problem.question.text, text)
        return not any(sentence in self.used for sentence in sentences_of(named) if len(sentence.split()) >= _SHORT)

    def _fresh(self, key: str, **slots: str) -> str:
        return self._pick(key, **self._named(), **slots)

    def _pick(self, key: str, **slots: str) -> str:
        return self.words.book.pick(key, self.generator, self.used, **slots)

    # the turn

    def _said(
        self,
        subact: Subact,
        rung: str,
        words: str,
        *,
        feedback: Feedback = "none",
        plan: Plan | None = None,
        asked: Expression | None = None,
    ) -> TutorTurn:
        return TutorTurn(
            act=act_of(subact),
            subact=subact,
            highlights=plan.highlights if plan else Highlights(),
            highlights2=plan.highlights2 if plan else None,
            feedback=feedback,
            utterance=named_as_in(self.context.problem.question.text, words.strip()),
            record=TurnRecord(step=self.diagnosis.step, rung=rung, aim=self.aim, asked=_spelled(asked), signs=self.signs),
        )


def _is_taken_up(text: str, utterance: str, words: Words) -> bool:
    """Whether a word, number or part of a message comes back in a turn, or nothing in it could: "idk"."""
    if "“" in utterance or "„" in utterance:
        return True
    numbers = {number.value for number in read_numbers(text)}
    names = {*re.findall(r"\b[A-Z]{2,3}\b", text)}
    telling = words.telling(text) - {*words.lists("asks_whether"), *words.lists("asks_how")}
    if not (numbers or names or len(telling) > 1):
        return True
    said = {number.value for number in read_numbers(utterance)}
    return bool(telling & words.telling(utterance) or numbers & said or any(name in utterance for name in names))


def first_piece(sides: Sequence[Expression]) -> Operation | None:
    """Return the first calculation in an equation whose numbers are all known: 10 + 13 of ``34 = 10 + 13 + CS``."""
    return next((piece for side in sides for piece in _calculations(side)), None)


def _calculations(expression: Expression) -> Iterator[Operation]:
    """Yield the calculations within an expression that come to a number, the inmost first; a value with its sign is none."""
    if isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from _calculations(argument)
        if not is_final(expression) and not any(True for _ in unknowns(expression)):
            yield expression


def _is_unfinished(side: Expression) -> bool:
    """Whether there is something to work out."""
    return isinstance(side, Operation) and not is_final(side)


def _planned(turn: TutorTurn) -> str:
    """Return the words of a turn as this tutor put them, whoever rephrased them."""
    planned = turn.record.planned if turn.record is not None else None
    return turn.utterance if planned is None else planned


def _spelled(asked: Expression | None) -> str | None:
    """Write a quantity or letter as `parse_expression` reads it."""
    if isinstance(asked, Quantity):
        return f"{asked.kind}({','.join(asked.points)})"
    return str(asked) if isinstance(asked, Letter | Operation) else None


def _unquoted(text: str) -> str:
    return re.sub("[„“”]", "", text).strip(" .!?,;:")


def _quotable(text: str) -> str:
    """Return the learner's words as they can stand in a sentence: short, without an end of their own."""
    clauses = [" ".join(clause.split()) for clause in re.split(r"[.!?;]+(?:\s|$)|\n", text) if clause.strip()]
    # Of several sentences the last that is short enough: learners end with what they mean.
    whole = next(
        (clause for clause in reversed(clauses) if 1 < len(clause.split()) <= _LONGEST_QUOTE), clauses[0] if clauses else ""
    )
    is_short = len(text.split()) <= _LONGEST_QUOTE and "\n" not in text.strip()  # two lines are no words of one sentence
    reason = next(filter(None, map(stated_reason, text.splitlines())), None)
    words = _unquoted(text if is_short else reason or whole).split()
    return " ".join(words[:_LONGEST_QUOTE]) + ("…" if len(words) > _LONGEST_QUOTE else "")
