"""A conversation of a learner, kept turn by turn: what is said is kept first, then the tutor's step is taken.

Whoever teaches the class may hold each turn (`gnomon.store.HeldTurn`): it is said when they decide, or let it wait too long.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any, NamedTuple

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Solution, solved
from gnomon.problem import Problem
from gnomon.serving import ServedTutor
from gnomon.session import Session, outcome_of
from gnomon.store import Classroom, Conversation, HeldTurn, Kept, OutOfStepError, now
from gnomon.studio.learner.hints import hint
from gnomon.studio.studio import Studio

_SEEDS = 16
"""Of a tutor's words: enough that two learners side by side hear others, few enough that tutors are kept open."""
_LATER = timedelta(days=7)
"""After which the second sibling is offered, by then forgotten if it was only remembered."""


class Stepped(NamedTuple):
    """What came of a step."""

    turn: TutorTurn | None
    """None as long as a teacher holds it."""
    is_over: bool = False


class Talk:
    """A conversation that goes on.

    Args:
        studio: where it is kept.
        kept: as it stands.
        problem: what it is about.
    """

    def __init__(self, studio: Studio, kept: Kept, problem: Problem) -> None:
        self.kept = kept
        self.problem = problem
        self._studio = studio

    @classmethod
    async def begin(
        cls, studio: Studio, account_id: str, problem: Problem, attempt: str, tutor: str, *, class_id: str | None = None,
        language: str | None = None,
    ) -> Talk:  # fmt: skip
        """Keep a new conversation; nothing is said yet."""
        row = Conversation(
            account_id=account_id,
            class_id=class_id,
            problem=problem.id,
            attempt=attempt,
            tutor=tutor,
            seed=random.randrange(_SEEDS),
            language=language,
        )
        return cls(studio, Kept(await studio.store.conversations.start(row), ()), problem)

    @property
    def dialogue(self) -> Dialogue:
        """What was said."""
        return self.kept.dialogue()

    @property
    def awaits_tutor(self) -> bool:
        """Whether the next turn is the tutor's."""
        turns = self.kept.turns
        return self.kept.row.ended is None and (not turns or turns[-1].body["role"] == "student")

    async def solution(self) -> Solution:
        """Return the engine's solution of the problem."""
        return await solved(self.problem)

    async def hear(self, text: str, client_id: str | None = None, marks: dict[str, Any] | None = None) -> None:
        """Keep what the learner says.

        Raises:
            OutOfStepError: when the tutor has not answered yet, it is over, or something was said elsewhere meanwhile.
        """
        is_again = client_id is not None and any(said.client_id == client_id for said in self.kept.turns)
        if is_again:
            return
        if self.kept.row.ended is not None:
            raise OutOfStepError("this conversation is over")
        if self.awaits_tutor:
            raise OutOfStepError("the tutor has not answered yet")
        place = len(self.kept.turns)
        said = await self._studio.store.conversations.say(
            self.kept.row.id, place, StudentTurn(utterance=text), client_id=client_id, marks=marks
        )
        self.kept = Kept(self.kept.row, (*self.kept.turns, said))

    async def answer(self, *, with_hint: bool = False) -> Stepped:
        """Take the tutor's step, keep it, and return it; where it was taken already, what was said then.

        Args:
            with_hint: whether the step is a hint from the proof, whichever tutor is talked with.

        Raises:
            ModelError, UnreadableReplyError, NoProofError: as of the session's step; what the learner said is kept.
        """
        if not self.awaits_tutor:
            last = self.kept.turns[-1].turn
            if isinstance(last, TutorTurn) and self.kept.row.ended is None:  # said meanwhile, such as by a teacher's leave
                return await self._after(self.kept, last)
            return Stepped(last if isinstance(last, TutorTurn) else None, self.kept.row.ended is not None)
        place = len(self.kept.turns)
        classroom = await self._supervised()
        held = await self._studio.store.conversations.held_at(self.kept.row.id, place) if classroom else None
        if classroom and held:
            return await self._released(classroom, held)
        solution = await self.solution()
        if with_hint:
            turn = await self._studio.tutors.do(hint(self.problem, self.dialogue, solution, self.kept.row.seed))
        else:
            turn = await self._studio.tutors.do(Session(solution, self._tutor().tutor).step(self.dialogue))
        if classroom:
            await self._studio.store.conversations.hold(self.kept.row.id, place, turn)
            return Stepped(None)
        return await self._said(turn)

    async def _said(self, turn: TutorTurn) -> Stepped:
        """Keep the tutor's turn, and the end of the conversation where it is one."""
        conversations = self._studio.store.conversations
        said = await conversations.say(self.kept.row.id, len(self.kept.turns), turn)
        return await self._after(Kept(self.kept.row, (*self.kept.turns, said)), turn)

    async def _after(self, kept: Kept, turn: TutorTurn) -> Stepped:
        self.kept = kept
        if turn.subact != "Farewell":
            return Stepped(turn)
        await self.finish()
        return Stepped(turn, is_over=True)

    async def finish(self) -> None:
        """End the conversation: its outcome, and the tries without a tutor that follow where the problem can be varied."""
        conversations = self._studio.store.conversations
        solution = await self.solution()
        outcome = await self._studio.tutors.do(_outcome(self.dialogue, solution))
        await conversations.end(self.kept.row.id, outcome)
        await conversations.plan_tries(self.kept.row, [now(), now() + _LATER])
        kept = await conversations.get(self.kept.row.id)
        assert kept is not None  # it was just ended
        self.kept = kept

    async def _supervised(self) -> Classroom | None:
        """Return the class whose teacher holds the turns; none where the learner has left it."""
        classes = await self._studio.store.classes.of_learner(self.kept.row.account_id) if self.kept.row.class_id else []
        return next((each for each in classes if each.id == self.kept.row.class_id and each.is_supervised), None)

    async def _released(self, classroom: Classroom, held: HeldTurn) -> Stepped:
        """Return what a teacher let through; what waited too long is sent as it was where the class is set so."""
        conversations = self._studio.store.conversations
        is_late = now() - held.created > timedelta(seconds=classroom.wait_seconds)
        if held.decision is None and is_late and classroom.on_timeout == "send":
            proposed = TutorTurn.model_validate(held.proposed)
            await conversations.decide(self.kept.row.id, held.number, "timed_out", proposed, None)
        kept = await conversations.get(self.kept.row.id)
        assert kept is not None  # it was there when the step began
        if len(kept.turns) <= held.number:
            return Stepped(None)
        turn = kept.turns[held.number].turn
        assert isinstance(turn, TutorTurn)  # only tutors' turns are held
        return await self._after(kept, turn)

    def _tutor(self) -> ServedTutor:
        tutors = self._studio.tutors
        name = self.kept.row.tutor if self.kept.row.tutor in tutors.names else tutors.names[0]
        served = tutors.tutor(name, self.kept.row.seed)
        assert served is not None  # the name is one of theirs
        return served


async def _outcome(dialogue: Dialogue, solution: Solution) -> Any:  # noqa: ANN401  # an Outcome, worked out in the tutors' thread
    return outcome_of(dialogue, solution)
