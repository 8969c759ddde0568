"""Where a learner stands: what they have established, their first false claim, the step it belongs to and the idea behind it.

Established is what the learner has said in the role of a claim, with the quantity meant, in any order. The step in play is the
first open one of the proof that goes on from there (`gnomon.tutor.symbolic.route`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest

from gnomon.dialogue import Dialogue, HeardMove, StudentTurn, TutorTurn
from gnomon.geometry import Deduction, Proof
from gnomon.problem import (
    Expression,
    ExpressionError,
    Problem,
    Quantity,
    QuantityKind,
    parse_expression,
)
from gnomon.tutor.message.clauses import lines_of_work
from gnomon.tutor.message.continuing import NOTHING_EARLIER, Earlier
from gnomon.tutor.message.message import Message, read_message
from gnomon.tutor.message.moves import Kind, Move
from gnomon.tutor.message.numbers_said import said_in
from gnomon.tutor.message.question import Question, about, questions_in
from gnomon.tutor.message.reckoned import asks_sum
from gnomon.tutor.message.resolving import resolve
from gnomon.tutor.message.turns import asks_of_a_part, sentences_in
from gnomon.tutor.message.vocabulary import LONGEST_MESSAGE
from gnomon.tutor.symbolic.answering import Answering, name_of
from gnomon.tutor.symbolic.correcting import completed, corrected, placed
from gnomon.tutor.symbolic.described_parts import WHOLE
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.fitting import Fitting
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.judging import Judge
from gnomon.tutor.symbolic.language import language_of, other_language
from gnomon.tutor.symbolic.leading import Leading
from gnomon.tutor.symbolic.numbered.answers import NumberAnswers
from gnomon.tutor.symbolic.progress import Exchange
from gnomon.tutor.symbolic.retold import lone_opened
from gnomon.tutor.symbolic.scene import length_unit
from gnomon.tutor.symbolic.settling import Settling
from gnomon.tutor.symbolic.several import Several
from gnomon.tutor.symbolic.short_answers import ShortAnswers
from gnomon.tutor.symbolic.standing import Standing
from gnomon.tutor.symbolic.state import State
from gnomon.tutor.symbolic.steps import Steps
from gnomon.tutor.symbolic.worded.answers import WordedAnswers
from gnomon.tutor.symbolic.words import words_in

_KINDS: dict[str, QuantityKind] = {"line": "length", "angle": "angle", "arc": "arc"}
"""What is measured of an element that a turn points at and asks for."""
_SEVERAL_PARTS = re.compile(r"\b(?:angles|sides|arcs|lengths|parts|pieces|sizes|they|these|those|both|two|three|all)\b")
"""What a question is about that asks for a sum of parts, and not what one of them comes to."""
_MOST_BEFORE = 6
"""Messages before one that a calculation in it may go on from."""
_MOST_READ = 4096
"""Messages whose reading is kept for each problem: every turn reads the whole dialogue anew, and learners say the same again."""


class Diagnostician:
    """Reads dialogues about one problem.

    Args:
        problem: the problem.
        proof: its proof.
        deduction: everything that follows from its givens.
    """

    def __init__(self, problem: Problem, proof: Proof, deduction: Deduction) -> None:
        self.problem = problem
        self.proof = proof
        self.judge = Judge(deduction, proof, length_unit(problem), problem)
        self._judged = lru_cache(_MOST_READ)(self._judge)
        self.steps = Steps(problem, proof, deduction, self.judge.scene)
        self.given = self.judge.scene.given
        """What the problem or its figure states the value of."""
        self.numbers = frozenset(self._numbers_stated())
        self.standing = Standing(self.judge.scene)
        self.fitting = Fitting(self.judge.scene)
        self.short_answers = ShortAnswers(self.judge.scene, self.standing)
        self.answering = Answering(self.judge.scene, lambda text: self.read(text, None), self.short_answers)
        self.worded = WordedAnswers(self.judge.scene, problem.question.text, lambda text: self.read(text, None))
        self.settling = Settling(self.judge, proof, self.numbers, self.standing, self.short_answers)
        self._quantity_asked = lru_cache(_MOST_READ)(self.answering.asked)
        unit = length_unit(problem)
        self.leading = Leading(self.judge.scene)
        self.numbered = NumberAnswers(self.judge.scene, lambda text: self.read(text, None), self._quantity_asked, unit)

    def diagnose(self, dialogue: Dialogue, heard: tuple[HeardMove, ...] = ()) -> Diagnosis:
        """Read the attempt and every message of the student so far.

        Args:
            dialogue: what was said. Where the turn after a message records moves that were heard in it, these count.
            heard: the same for a last message that is not answered yet.
        """
        state = State(self.judge, self.proof, self.numbers, self.steps, words_in(language_of(dialogue)))
        for line in lines_of_work(dialogue.attempt):
            self._take(state, line, None, is_written_work=True)
        state.start_talking()
        turn: TutorTurn | None = None
        for said, after in zip_longest(dialogue.turns, dialogue.turns[1:]):
            if isinstance(said, TutorTurn):
                turn = said
            elif isinstance(said, StudentTurn):
                noted = heard if after is None else _heard_before(after)
                self._take(state, said.utterance, turn, heard=noted)
        return state.diagnosis()

    def _take(
        self,
        state: State,
        text: str,
        turn: TutorTurn | None,
        *,
        is_written_work: bool = False,
        heard: tuple[HeardMove, ...] = (),
    ) -> None:
        """Read a message in the light of the turn that it answers, and let the state take it in."""
        asked, questions = self.asked_by(turn, state.spoken_of), questions_of(turn, state.spoken_of)
        question = before_message(state.exchanges, turn) if heard else ""
        judged = self.read(text, asked, is_written_work=is_written_work, heard=heard, earlier=state.earlier(), question=question)
        if turn is not None and turn.subact == "Introduce" and not state.exchanges:
            judged = self.settling.as_answer(judged)
        if not heard:
            judged = self._answered(judged, turn, state, questions, asked)
        judged = self._gone_on(state, judged, turn) if not is_written_work else judged
        judged = self._as_sum(judged, turn) if asked is None else judged
        state.take(text[:LONGEST_MESSAGE], turn, judged, self.taken(judged, turn, is_solved=state.is_solved), asked)

    def _answered(
        self, judged: Judged, turn: TutorTurn | None, state: State, questions: tuple[Question, ...], asked: Expression | None
    ) -> Judged:
        """Return a message as the answer to a turn; as it was where that is not sure, or the answer is worked out in it."""
        if any(each.is_answer and each.truth.is_right and each.claim.worked is not None for each in judged.judgements):
            return judged
        judged = self.answering.answered(judged, questions, asked)
        if turn is None or _is_planned(turn):
            return judged

        def answered(told: str, one: str) -> Judged:
            single = turn.model_copy(update={"utterance": one})
            wanted = self.asked_by(single, state.spoken_of)
            found = self.answering.answered(self.read(told, wanted), questions_of(single, state.spoken_of), wanted)
            return self._answered_another(found, one, state)

        found = Several(answered).judged(judged, turn.utterance) or self._answered_another(judged, turn.utterance, state)
        found = lone_opened(found) if asked is None and asks_of_a_part(turn.utterance) else found
        return self.leading.placed(found, turn.utterance, is_found=state.is_solved)

    def _answered_another(self, judged: Judged, turn: str, state: State) -> Judged:
        """Return a message as what it answers to one question of another tutor; as it was where that is not sure."""
        judged = self.numbered.answered(judged, turn, _last_said(state))
        return self.worded.answered(judged, turn, _spoken_before(state)) or judged

    def _as_sum(self, judged: Judged, turn: TutorTurn | None) -> Judged:
        """Return a number that another tutor asks for as a sum as no answer, though what is sought has the same size."""
        goal = self.proof.goal
        is_part = isinstance(goal, Quantity) and goal.kind not in WHOLE
        if not judged.solved or turn is None or not is_part or _is_planned(turn):
            return judged
        said, question = said_in(judged.message.text), " ".join(sentences_in(turn.utterance)[-1:]).lower()
        is_lone = said is not None and said.shown is None and len(said.values) == 1
        if not is_lone or not asks_sum(question) or _SEVERAL_PARTS.search(question) is None:
            return judged
        quantities = (None if each.quantity == goal else each.quantity for each in judged.judgements)
        found = (each._replace(quantity=of, is_answer=False) for each, of in zip(judged.judgements, quantities, strict=True))
        return judged._replace(judgements=tuple(found))

    def _gone_on(self, state: State, judged: Judged, turn: TutorTurn | None) -> Judged:
        """Return a message as what it makes of the one before it: an equation's other side, parts of a size, a correction."""

        def read(told: str) -> Judged:
            return self.read(told, None)

        rung = turn.record.rung if turn is not None and turn.record is not None else None
        last = state.exchanges[-1].claims[-1:] if state.exchanges else ()
        if rung == "equals" and last:
            return completed(judged, last[0].claim.text, read) or judged
        if rung == "belongs" and last and last[0].value is not None:
            return placed(judged, last[0].value, read) or judged
        found = corrected(judged, state.misstated, read) if state.misstated else None
        if found is not None:
            state.put_right_misstated()
        return found or judged

    def read(
        self,
        text: str,
        asked: Expression | None,
        *,
        is_written_work: bool = False,
        heard: tuple[HeardMove, ...] = (),
        earlier: Earlier = NOTHING_EARLIER,
        question: str = "",
    ) -> Judged:
        """Read one message and judge its claims. Remembered.

        Moves that were ``heard`` in it, by somebody who knows the ``question`` before it, stand for those of the grammar.
        """
        return self._judged(text, asked, is_written_work, heard, earlier, question)

    # All arguments are positional: they are the key of the cache.
    def _judge(
        self,
        text: str,
        asked: Expression | None,
        is_work: bool,  # noqa: FBT001
        heard: tuple[HeardMove, ...],
        earlier: Earlier,
        question: str,
    ) -> Judged:
        message = read_message(text, self.problem, asked, is_written_work=is_work, earlier=earlier)
        if message.moves[0].kind is Kind.TOO_LONG:
            return self.judge.judge(message, earlier.came_to)
        if message.moves and not is_work and other_language(text) is not None:  # the grammar would judge its numbers and names
            message = Message(text, (Move(Kind.OTHER_LANGUAGE, text),), ())
        if moves := resolve(heard, text, self.problem, message.moves, question).moves:
            message = Message(text, moves, is_heard=True)  # what the grammar left open at its end, the ear has heard
        return self.judge.judge(message, earlier.came_to)

    def taken(self, judged: Judged, turn: TutorTurn | None = None, *, is_solved: bool = False) -> tuple[Judgement, ...]:
        """Return the judgements that a turn goes by (`Settling.taken`)."""
        return self.settling.taken(judged, turn, is_solved=is_solved)

    def asked_by(self, turn: TutorTurn | None, it: Expression | None = None) -> Expression | None:
        """Return the quantity that a turn asks for: a bare number that answers it is a claim about that.

        Our own turns record it; of another's it is read from the words, or what is pointed at. ``it`` is what was spoken of last.
        """
        if turn is not None and turn.record is not None and turn.record.asked is not None:
            try:
                return parse_expression(turn.record.asked)
            except ExpressionError:
                return None
        asked = next(map(self._quantity_asked, questions_of(turn, it)), None)
        if asked is not None or turn is None or turn.subact not in {"AskLength", "AskAngle"}:
            return asked
        pointed = (element for element in turn.highlights.elements() if element.kind in _KINDS)
        return next((Quantity.of(_KINDS[element.kind], *element.points) for element in pointed), None)

    def _numbers_stated(self) -> list[float]:
        values = [value.number for value in self.proof.values().values()]
        return [round(abs(value), 6) for value in values]


def questions_of(turn: TutorTurn | None, it: Expression | None = None) -> tuple[Question, ...]:
    """Return what the words of a turn ask; none of a turn that our own tutor planned, which records what it asks for.

    Args:
        turn: of any tutor; None: nothing is asked.
        it: what was spoken of last.
    """
    if turn is None or _is_planned(turn):
        return ()
    found, name = questions_in(turn.utterance), name_of(it)
    return found if name is None else tuple(about(question, name) for question in found)


def _is_planned(turn: TutorTurn) -> bool:
    """Whether our own tutor planned a turn, whose record says what it asks for."""
    return turn.record is not None and turn.record.is_planned


def before_message(exchanges: Sequence[Exchange], turn: TutorTurn | None) -> str:
    """Return what a message may go on from: the learner's messages before it, the last ones, and the turn that it answers."""
    said = [exchange.judged.message.text for exchange in exchanges[-_MOST_BEFORE:]]
    return "\n".join([*said, turn.utterance if turn is not None else ""]).strip()


def _spoken_before(state: State) -> str:
    """Return the turn before the last one of a tutor, and what the learner said to it."""
    last = state.exchanges[-1] if state.exchanges else None
    turn = last.turn.utterance if last is not None and last.turn is not None else ""
    return "" if last is None else f"{turn} {last.judged.message.text}".strip()


def _heard_before(turn: TutorTurn | StudentTurn) -> tuple[HeardMove, ...]:
    return turn.record.heard if isinstance(turn, TutorTurn) and turn.record is not None else ()


def _last_said(state: State) -> str:
    """Return the learner's message before the one at hand; nothing where it is the first."""
    return state.exchanges[-1].judged.message.text if state.exchanges else ""
