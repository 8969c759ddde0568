"""The offline pair for geometry: a student with one misconception and a teacher that reasons with the engine.

The student is `gnomon.student.MisconceptionStudent`, the teacher the guarded `gnomon.tutor.SymbolicTutor`; here they talk under
the rules of ODQS: the student opens with its wrong attempt in place of a first question, five questions are asked whatever
happens, and the teacher never reveals. What the student believes follows from the conversation and the seed alone: each remark of
the teacher is heard once, all answers at a state come from one mind, and candidates for a question differ in words.

A student hears the engine's own turns with their highlights, since both look at one figure; words of another teacher are heard as
words.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gnomon.algebra import show_number
from gnomon.dialogue import Dialogue, Phrasebook, StudentTurn, TutorTurn, act_of
from gnomon.geometry import Solution, solved
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.players import Line, State
from gnomon.problem import Problem
from gnomon.session import GuardedTutor, Session, UnknownMisconceptionError, choose_misconception
from gnomon.student import Attempt, Beliefs, MisconceptionStudent, StudentContext, StudentReply, make_attempt
from gnomon.tutor import SymbolicTutor


@dataclass(frozen=True)
class GeometryCase:
    """A problem with its solution and a wrong attempt."""

    problem: Problem
    solution: Solution
    attempt: Attempt


@dataclass(frozen=True)
class GeometryCases:
    """The problems of a run, solved when first asked for, in a thread."""

    problems: Mapping[str, Problem]
    """By id, with formal descriptions."""
    seed: int = 0
    """Chooses the misconception and the words of the attempt."""
    _made: dict[str, GeometryCase] = field(default_factory=dict, init=False, repr=False, compare=False)

    async def case(self, problem_id: str) -> GeometryCase:
        """Return the case of a problem.

        Raises:
            InquiryError: for an unknown problem, one that the engine does not solve, or one to which no misconception applies.
        """
        if problem_id not in self._made:
            self._made[problem_id] = await self._make(problem_id)
        return self._made[problem_id]

    async def _make(self, problem_id: str) -> GeometryCase:
        problem = self.problems.get(problem_id)
        if problem is None:
            raise InquiryError(f"the simulated pair does not know problem {problem_id!r}; make it with the problems of the run")
        solution = await solved(problem)
        if solution.proof is None or solution.deduction is None:
            raise InquiryError(f"{problem_id}: the simulated pair needs a proof, the engine found none: {solution.reason}")
        try:
            misconception = choose_misconception(solution, None, self.seed)
        except UnknownMisconceptionError as error:
            raise InquiryError(f"{problem_id}: {error}") from error
        attempt = make_attempt(problem, solution.proof, misconception, deduction=solution.deduction, seed=self.seed)
        return GeometryCase(problem, solution, attempt)


@dataclass(frozen=True)
class EngineTeacher:
    """Teaches by the proof; no reply reveals a step."""

    cases: GeometryCases
    seed: int = 0
    _turns: dict[tuple[str, tuple[Line, ...], int], TutorTurn] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def is_simulated(self) -> bool:
        """Always."""
        return True

    @property
    def name(self) -> str:
        """``simulated-engine``."""
        return "simulated-engine"

    async def reply(self, state: State, question: str, rejected: tuple[str, ...] = ()) -> str:
        """Return the next turn's words."""
        turn = await self.turn(state.problem_id, (*state.lines, Line("question", question)), len(rejected))
        return turn.utterance

    async def feedback(self, state: State, attempt: str, verdict: str, rejected: tuple[str, ...] = ()) -> str:  # noqa: ARG002
        """Return the words to an attempt: the engine judges it by itself."""
        turn = await self.turn(state.problem_id, (*state.lines, Line("attempt", attempt)), len(rejected))
        return turn.utterance

    async def turn(self, problem_id: str, lines: tuple[Line, ...], num_rejected: int = 0) -> TutorTurn:
        """Return the turn that follows a conversation whose last line is the student's."""
        key = problem_id, lines, num_rejected
        if key not in self._turns:
            case = await self.cases.case(problem_id)
            tutor = GuardedTutor(SymbolicTutor(seed=self.seed + num_rejected), may_reveal=lambda _: False)
            session = Session(case.solution, tutor, most_tutor_turns=sys.maxsize)  # the protocol counts the turns
            self._turns[key] = await session.step(await dialogue_of_lines(case, lines, self))
        return self._turns[key]


async def dialogue_of_lines(case: GeometryCase, lines: tuple[Line, ...], teacher: EngineTeacher | None) -> Dialogue:
    """Return a conversation as the tutors of the workbench know it, with their records."""
    turns = tuple([await _turn(case, lines[: index + 1], teacher) for index in range(len(lines))])
    first = next((line.text for line in lines if line.is_students), "")
    return Dialogue(problem=case.problem.id, attempt=first, turns=turns)


async def _turn(case: GeometryCase, lines: tuple[Line, ...], teacher: EngineTeacher | None) -> TutorTurn | StudentTurn:
    last = lines[-1]
    if last.is_students:
        return StudentTurn(utterance=last.text)
    if last.kind == "greeting":
        return TutorTurn(act=act_of("Introduce"), subact="Introduce", utterance=last.text)
    if teacher is not None:
        own = await teacher.turn(case.problem.id, lines[:-1])
        if own.utterance and last.text.endswith(own.utterance):  # a comment has the verdict before it
            return own
    return TutorTurn(act=act_of("Guide"), subact="Guide", utterance=last.text)


@dataclass(frozen=True)
class SimulatedGeometryStudent:
    """See the module."""

    cases: GeometryCases
    teacher: EngineTeacher | None = None
    """The engine's teacher, whose highlights the student sees; None hears words alone."""
    repair_when_addressed: float = 0.35
    """Both as `MisconceptionStudent` has them."""
    repair_otherwise: float = 0.005
    seed: int = 0

    @property
    def is_simulated(self) -> bool:
        """Always."""
        return True

    @property
    def name(self) -> str:
        """``simulated-misconception`` and the chance that it learns from a remark about its mistake."""
        return f"simulated-misconception-{self.repair_when_addressed:g}"

    async def questions(self, state: State, count: int) -> tuple[str, ...]:
        """Return what the student could say next: its attempt first, then its answers to the teacher."""
        return tuple([await self._said(state, index) for index in range(count)])

    async def answers(self, state: State, count: int) -> tuple[str, ...]:
        """Return the answer that the student holds; all samples are alike."""
        return (self._answer(await self.beliefs(state)),) * count

    async def attempt(self, state: State) -> str:
        """Return the student's work, with the answer that it holds now."""
        beliefs = await self.beliefs(state)
        case = await self.cases.case(state.problem_id)
        lines = () if beliefs.is_repaired else case.attempt.lines
        return "\n".join([*lines, self._answer(beliefs)])

    async def beliefs(self, state: State) -> Beliefs:
        """Return what the student believes after the conversation."""
        beliefs = (await self.cases.case(state.problem_id)).attempt.beliefs
        for index in self._remarks(state):
            beliefs = await self._hear(state, index, beliefs)
        return beliefs

    def _remarks(self, state: State) -> tuple[int, ...]:
        return tuple(index for index, line in enumerate(state.lines) if line.kind in {"reply", "feedback"})

    async def _hear(self, state: State, index: int, beliefs: Beliefs) -> Beliefs:
        heard = replace(state, lines=state.lines[: index + 1])
        mind = MisconceptionStudent(_seed(self.seed, heard), self.repair_when_addressed, self.repair_otherwise)
        return (await self._reply(heard, beliefs, mind)).beliefs

    async def _said(self, state: State, index: int) -> str:
        remarks = self._remarks(state)
        case = await self.cases.case(state.problem_id)
        if not any(state.lines[remark].kind == "reply" for remark in remarks):
            book = Phrasebook.load(__package__, "simulated.yaml")
            generator = random.Random(f"{self.seed}/{index}/{state.sha256()}")
            return book.pick("geometry_question", generator, attempt=case.attempt.text)
        before = case.attempt.beliefs
        for remark in remarks[:-1]:
            before = await self._hear(state, remark, before)
        after = await self._hear(state, remarks[-1], before)
        # The words vary with the candidate; whether the student has understood does not.
        chance = float(after.is_repaired)
        speaker = MisconceptionStudent(seed=_seed(self.seed, state, index), repair_when_addressed=chance, repair_otherwise=chance)
        return (await self._reply(state, before, speaker)).turn.utterance

    async def _reply(self, state: State, beliefs: Beliefs, student: MisconceptionStudent) -> StudentReply:
        case = await self.cases.case(state.problem_id)
        dialogue = (await dialogue_of_lines(case, state.lines, self.teacher)).for_student()
        return await student.reply(StudentContext(case.problem.question, dialogue, beliefs))

    def _answer(self, beliefs: Beliefs) -> str:
        return f"Answer: {show_number(beliefs.answer())}"


def _seed(seed: int, state: State, *more: int) -> int:
    return random.Random(f"{seed}/{more}/{state.sha256()}").getrandbits(31)  # as many as `derived_seed` gives
