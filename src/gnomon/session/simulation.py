"""A whole simulated session: problem, misconception and seed in, dialogue out."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from gnomon.dialogue import Dialogue, TutorTurn
from gnomon.geometry import Misconception, Solution, applicable, misconceptions
from gnomon.session.guarding import GuardedTutor
from gnomon.session.loop import SimulatedResponse, run_session
from gnomon.session.step import MOST_TUTOR_TURNS, Session
from gnomon.student import MISCONCEPTION, Attempt, MisconceptionStudent, Student, make_attempt
from gnomon.tutor import SymbolicTutor, Tutor, TutorContext, TutorReply, said_turn


class UnknownMisconceptionError(ValueError):
    """No misconception of that id, or none that applies; the message lists those that do."""


class RandomTurnTutor:
    """The Random Turn control: each turn drawn uniformly from the turns of other problems' dialogues (GeoDial 5.1).

    Args:
        turns: pairs of problem id and turn to draw from.
        seed: of the draws.
    """

    def __init__(self, turns: Sequence[tuple[str, TutorTurn]], seed: int = 0) -> None:
        self._turns = turns
        self._generator = random.Random(seed)

    @property
    def name(self) -> str:
        """``random_turn``."""
        return "random_turn"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return a random turn of another problem, without its record."""
        others = [turn for problem, turn in self._turns if problem != context.problem.id and turn.subact != "Farewell"]
        return said_turn(self._generator.choice(others).model_copy(update={"record": None}))


def choose_misconception(solution: Solution, name: str | None, seed: int) -> Misconception:
    """Return the misconception of that id, or by ``seed`` one that applies; a slip only where nothing else does.

    Raises:
        UnknownMisconceptionError: for an unknown id, one that does not apply, or a problem to which none applies.
    """
    assert solution.proof is not None
    assert solution.deduction is not None
    fitting = applicable(solution.proof, solution.deduction)
    known, problem, listed = misconceptions(), solution.problem.id, ", ".join(fitting) or "none"
    if name is not None:
        if name not in known:
            raise UnknownMisconceptionError(
                f"there is no misconception {name!r}; these change the answer to {problem!r}: {listed}"
            )
        if name not in fitting:
            raise UnknownMisconceptionError(f"{name!r} does not change the answer to {problem!r}; these do: {listed}")
        return known[name]
    ideas = [known[key] for key in fitting if not known[key].is_slip] or [known[key] for key in fitting]
    if not ideas:
        raise UnknownMisconceptionError(f"no misconception changes the answer to {problem!r}")
    return random.Random(f"{problem}/{seed}").choice(ideas)


async def simulate(  # noqa: PLR0913  # one parameter an option of `gnomon tutor`
    solution: Solution,
    belief: Misconception | Attempt,
    *,
    seed: int = 0,
    tutor: Tutor | None = None,
    tutor_name: str = "symbolic",
    student: Student | None = None,
    most_tutor_turns: int = MOST_TUTOR_TURNS,
    language: str | None = None,
    on_step: Callable[[Dialogue], None] | None = None,
) -> Dialogue:
    """Let a tutor teach a student who holds ``belief``.

    Args:
        solution: of the problem they talk about, with a proof.
        belief: a misconception that applies, or an attempt, whoever wrote it.
        seed: of the student's attempt, words and repairs, and of the default tutor's words.
        tutor: None for the guarded symbolic tutor.
        tutor_name: as the dialogue records it.
        student: who plays the student of this attempt; None for one who answers from the misconception alone, in whole sentences.
        most_tutor_turns: limit.
        language: of the tutor's words; None as `Dialogue.language`. The student writes English.
        on_step: as `run_session`.
    """
    problem = solution.problem
    attempt = belief if isinstance(belief, Attempt) else _attempt(solution, belief, seed)
    talker = student or MisconceptionStudent(seed=seed)
    played = () if talker.name == MISCONCEPTION else (talker.name,)
    start = Dialogue(
        id="/".join((problem.id, attempt.misconception, tutor_name, *played, str(seed))),
        problem=problem.id,
        attempt=attempt.text,
        misconception=attempt.misconception,
        tutor=tutor_name,
        student=talker.name,
        language=language,
        seed=seed,
    )
    session = Session(solution, tutor or GuardedTutor(SymbolicTutor(seed=seed)), most_tutor_turns)
    respond = SimulatedResponse(talker, problem.question, attempt.beliefs)
    return await run_session(session, start, respond, on_step=on_step)


def _attempt(solution: Solution, misconception: Misconception, seed: int) -> Attempt:
    assert solution.proof is not None
    assert solution.deduction is not None
    return make_attempt(solution.problem, solution.proof, misconception, deduction=solution.deduction, seed=seed)
