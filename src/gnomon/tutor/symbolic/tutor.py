"""The symbolic tutor: no language model, every turn grounded in the engine's proof.

Each turn: read the whole dialogue (`Diagnostician`); take up what the learner said last, by a table (`uptake`); then ask one
thing about the step in play (`plan`), on the learner's own route where there is one. It points only at parts of that step, or
of the word that it explains; the words are data by language (`words`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gnomon.algebra import read_numbers
from gnomon.dialogue import Feedback, TutorTurn
from gnomon.figure import Highlights
from gnomon.problem import named_as_in
from gnomon.tutor.message.clauses import LONGEST_WORK, lines_of_work
from gnomon.tutor.message.moves import LEAVING, Kind
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.proving.tutor import proof_reader_of, proving_turn
from gnomon.tutor.replied import TutorReply, said_turn
from gnomon.tutor.symbolic.ending import Ending
from gnomon.tutor.symbolic.glossary import asked_term, find_term, is_term_alone, shown_by
from gnomon.tutor.symbolic.hearing import SILENT, Ear
from gnomon.tutor.symbolic.helping import Helping
from gnomon.tutor.symbolic.openings import Opening, Openings
from gnomon.tutor.symbolic.parts import NAME
from gnomon.tutor.symbolic.phrasing import LONGEST_TURN, Phrasing
from gnomon.tutor.symbolic.plan import Plan, rung_for
from gnomon.tutor.symbolic.quoting import quotable
from gnomon.tutor.symbolic.readers import require_reader
from gnomon.tutor.symbolic.situation import Situation
from gnomon.tutor.symbolic.understood import understood
from gnomon.tutor.symbolic.uptake import Heard
from gnomon.tutor.symbolic.whether import is_so
from gnomon.tutor.symbolic.words import Words, languages, words_in

_NOT_QUOTED = frozenset(
    {
        Kind.INJECTION,
        Kind.AUTHORITY,
        Kind.ASKS_ANSWER,
        Kind.GREETING,
        Kind.EMPTY,
        Kind.OTHER_LANGUAGE,
        Kind.TOO_LONG,
        Kind.FEELING,
        Kind.OFF_TOPIC,
    }
)
"""Moves whose words are not said back."""


@dataclass(frozen=True)
class SymbolicTutor:
    """See the module.

    Args:
        seed: chooses the words.
        with_highlights: False leaves every highlight out, as a control.
        ear: reads what is told in words; None: the grammar alone.
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
        turn = hearing.noted(_Composer(self.seed, Situation(context, reader, hearing.moves)).turn())
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
        composer = _Composer(self.seed, Situation(context, reader))
        return composer.helping.hint(level) or composer.turn()


class _Composer:
    def __init__(self, seed: int, here: Situation) -> None:
        self.here = here
        self.phrasing = Phrasing(here, seed)
        self.openings = Openings(here, self.phrasing)
        self.heard: Heard | None = understood(here)
        self.helping = Helping(here, self.phrasing, self.openings, self.heard)

    def turn(self) -> TutorTurn:
        """Return the turn; what the learner said comes back in it, whatever it answers."""
        turn = self._turn()
        return turn if self.heard is None else self._taking_up(turn)

    def _taking_up(self, turn: TutorTurn) -> TutorTurn:
        """Return a turn that quotes the learner's message, where no word and no number of it comes back otherwise."""
        text = self.here.text
        if {*self.here.diagnosis.exchanges[-1].kinds} & _NOT_QUOTED or _is_taken_up(text, turn.utterance, self.here.words):
            return turn
        key = "taken_up_question" if self.here.asks(text) else "taken_up"
        opening = self.phrasing.pick(key, said=quotable(text))
        whole = f"{named_as_in(self.here.context.problem.question.text, opening)} {turn.utterance}"
        if len(whole.split()) > LONGEST_TURN or not self.phrasing.is_fresh(opening):
            return turn
        return turn.model_copy(update={"utterance": whole})

    def _turn(self) -> TutorTurn:
        if self.heard is None:
            if (answering := self._answering()) is not None:
                return answering
            is_long = len(self.here.dialogue.attempt) > LONGEST_WORK
            key = "introduce_long" if is_long else "introduce" if self.here.has_attempted() else "introduce_blank"
            return self.phrasing.said("Introduce", "introduce", self.phrasing.fresh(key), asked=self.here.proof.goal)
        if self.here.diagnosis.is_solved:
            return Ending(self.here, self.phrasing, self.openings).turn(self.heard)
        if self.here.context.is_last:
            return self.phrasing.said("Farewell", "farewell_open", self.phrasing.fresh("farewell_open"))
        if self.heard.move.kind is Kind.TOO_LONG and self.phrasing.is_fresh(words := self.phrasing.fresh("too_long")):
            return self.phrasing.said("AskForExplanation", "too_long", words)
        if self._is_leaving():
            opening = self.openings.of(self.heard) if self.heard.judgement is not None else None
            said = f"{self.openings.worded(opening)} " if opening is not None else ""
            feedback = opening.feedback if opening is not None else "none"
            return self.phrasing.said(
                "Farewell", "farewell_open", f"{said}{self.phrasing.fresh('farewell_leaving')}", feedback=feedback
            )
        return self.helping.turn(self.heard)

    def _is_leaving(self) -> bool:
        """Whether the learner says goodbye at the end of a message, in any language that there are words in."""
        last = self.here.diagnosis.last
        if last is not None and any(move.kind is Kind.GREETING and move.about == LEAVING for move in last.message.moves):
            return True
        text = self.here.text.lower().rstrip(" .!):")
        goodbyes = (each for code in languages() for each in words_in(code).lists("goodbyes"))
        return "?" not in text and any(re.search(rf"(?<!\w){re.escape(each)}$", text) for each in goodbyes)

    def _answering(self) -> TutorTurn | None:
        """Answer a question that stands where the work should be; None where none does, or the answer was refused."""
        lines = [line for line in lines_of_work(self.here.dialogue.attempt) if line.strip()]
        if not lines or self.here.skip or (self.here.has_attempted() and not all(line.strip().endswith("?") for line in lines)):
            return None
        asked = lines[-1]
        if (told := is_so(asked, self.here.reader)) is not None:
            answer = self.openings.worded(Opening("doubt_right" if told else "doubt_wrong", slots=(("said", quotable(asked)),)))
            words, feedback = self.phrasing.fresh("introduce_meaning", meaning=answer), self._verdict(is_right=told)
            return self.phrasing.said("Introduce", "introduce", words, feedback=feedback, asked=self.here.proof.goal)
        moves = self.here.reader.read(asked, None).message.moves
        about = next((move.about for move in moves if move.kind is Kind.ASKS_MEANING and move.about), "")
        term = (find_term(about, self.here.words) if about else None) or asked_term(asked, self.here.words)
        if term is None and (self.here.words.says("asks_meaning", asked) or is_term_alone(asked, self.here.words)):
            term = find_term(asked, self.here.words)
        if term is not None:
            shown = shown_by(term, self.here.context.problem, self.here.step)
            marked = None if shown is None else Plan(rung_for("back"), Highlights.of([shown], self.here.figure), None, ())
            words = self.phrasing.fresh("introduce_meaning", meaning=term.says)
            return self.phrasing.said("Introduce", "introduce", words, plan=marked, asked=self.here.proof.goal)
        if not self.here.asks(asked) or (any(move.claim is not None for move in moves) and "?" not in asked):
            return None
        words = self.phrasing.fresh("introduce_question", said=quotable(asked))
        return self.phrasing.said("Introduce", "introduce", words, asked=self.here.proof.goal)

    @staticmethod
    def _verdict(*, is_right: bool) -> Feedback:
        return "positive" if is_right else "negative"


def _is_taken_up(text: str, utterance: str, words: Words) -> bool:
    """Whether a word, number or part of a message comes back in a turn, or nothing in it could: "idk"."""
    if "“" in utterance or "„" in utterance:
        return True
    numbers = {number.value for number in read_numbers(text)}
    names = {*NAME.findall(text)}
    telling = words.telling(text) - {*words.lists("asks_whether"), *words.lists("asks_how")}
    if not (numbers or names or len(telling) > 1):
        return True
    said = {number.value for number in read_numbers(utterance)}
    return bool(telling & words.telling(utterance) or numbers & said or any(name in utterance for name in names))
