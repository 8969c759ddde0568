"""One annotated dialogue at work: a turn is checked and kept, then the simulated student answers.

Everything that is computed about problems, tutors and students is done in the tutors' thread.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gnomon.corpus import Proposal
from gnomon.dialogue import Act, Dialogue, Feedback, StudentTurn, Subact, TutorTurn, act_of, violations
from gnomon.drawing import THEME, draw
from gnomon.drawing.layout import layout_figure
from gnomon.figure import Figure, Highlights, parse_element
from gnomon.geometry import Solution, solved
from gnomon.problem import Problem
from gnomon.store import KeptItem, OutOfStepError, ProposalSet, now
from gnomon.studio.annotation import PLAIN, Event, Guide, Proposals, gather_proposals, open_proposers, time_on_task
from gnomon.studio.annotator.options import Options
from gnomon.studio.annotator.students import answer_of, attempt_behind, is_model
from gnomon.studio.fields import ClientId, Text
from gnomon.studio.marking import FIGURE_WIDTH, NamedMark, PenName, SettledStroke, read_marks
from gnomon.studio.studio import Studio
from gnomon.tutor import TutorContext

ACTIVE = "active"
"""Kind of the events from which time on task is counted."""


class Move(BaseModel):
    """What a turn is to do, before its words (GeoDial 2.1)."""

    model_config = ConfigDict(extra="forbid")

    number: int = Field(ge=0, le=10_000)
    """Of the turn."""
    subact: Subact
    feedback: Feedback
    meant: list[NamedMark] = Field(max_length=100)
    """The parts that are highlighted, as confirmed."""

    @property
    def act(self) -> Act:
        """The act that the subact belongs to."""
        return act_of(self.subact)

    def highlights(self, pen: PenName) -> Highlights:
        """Return what one pen highlights.

        Raises:
            ElementNameError: for a name that is none.
        """
        return Highlights.of(parse_element(each.element) for each in self.meant if each.pen == pen)

    def guide(self) -> Guide:
        """Return what proposers are given; errors as `highlights`."""
        return Guide(self.subact, self.feedback, self.highlights("green"), self.highlights("brown") or None)

    def turn(self, words: str) -> TutorTurn:
        """Return the turn with its words; errors as `highlights`."""
        return TutorTurn(
            act=self.act,
            subact=self.subact,
            feedback=self.feedback,
            highlights=self.highlights("green"),
            highlights2=self.highlights("brown") or None,
            utterance=words,
        )


class WrittenTurn(Move):
    """A turn as it is sent."""

    client_id: ClientId
    text: Text
    items: list[SettledStroke | NamedMark] = Field(max_length=200)
    """What is on the figure: strokes, and parts that were marked by name."""
    proposals: str | None = Field(max_length=64)
    """Id of what was proposed last; None where nothing was."""
    taken: int | None = Field(ge=0, le=10)
    """Place of the proposal that was picked, from 0, edited or not; None for words of one's own."""


class RuleError(ValueError):
    """A turn that breaks a rule of the vocabulary; the message says which."""


class Desk:
    """A dialogue that its annotator is at.

    Args:
        studio: where it is kept.
        kept: as it stands.
        problem: what it is about.
        options: of its batch.
    """

    def __init__(self, studio: Studio, kept: KeptItem, problem: Problem, options: Options) -> None:
        self.kept = kept
        self.problem = problem
        self.options = options
        self._studio = studio

    @property
    def dialogue(self) -> Dialogue:
        """What was said."""
        return self.kept.dialogue()

    @property
    def figure(self) -> Figure:
        """The figure that is drawn on; a batch takes no problem without one."""
        assert self.problem.question.figure is not None
        return self.problem.question.figure

    @property
    def number(self) -> int:
        """Number of the next turn."""
        return len(self.kept.turns)

    @property
    def is_over(self) -> bool:
        """Whether the annotator has said farewell."""
        last = self.kept.turns[-1].turn if self.kept.turns else None
        return isinstance(last, TutorTurn) and last.subact == "Farewell"

    @property
    def awaits_student(self) -> bool:
        """Whether the student has not answered yet."""
        return bool(self.kept.turns) and self.kept.turns[-1].body["role"] == "tutor" and not self.is_over

    @property
    def draft(self) -> str:
        """Where the next turn's draft stands."""
        return draft_place(self.kept.row.id, self.number)

    async def solution(self) -> Solution:
        """Return the engine's solution of the problem."""
        return await solved(self.problem)

    def check(self, turn: TutorTurn) -> None:
        """Refuse what breaks the rules of the vocabulary.

        Raises:
            RuleError: with the rules that are broken.
        """
        broken = violations(turn, self.dialogue, self.figure)
        if broken:
            raise RuleError(" ".join(each.message for each in broken))

    async def say(self, written: WrittenTurn) -> None:
        """Keep a turn, and let the student answer.

        Raises:
            RuleError: for a turn that breaks a rule.
            ElementNameError: for a part that has no such name.
            OutOfStepError: when something else was said meanwhile, or the dialogue was submitted.
            IndexError: for a proposal that there is not.
            ModelError: by a model that plays the student; the turn is kept.
            AttemptError: when the student can play the attempt no longer, since its problem was changed; the turn is kept.
        """
        annotation = self._studio.store.annotation
        if all(written.client_id != said.client_id for said in self.kept.turns):
            self._follows(written)
            turn = written.turn(written.text)
            self.check(turn)
            record, seconds = await self._record(written), await self._seconds()
            said = await annotation.say(
                self.kept.row.id, self.number, turn, record=record, seconds=seconds, client_id=written.client_id
            )
            self.kept = KeptItem(self.kept.row, self.kept.start, (*self.kept.turns, said))
            await self._studio.store.drafts.discard(self.kept.row.account_id, draft_place(self.kept.row.id, written.number))
        await self.answer()

    async def propose(self, move: Move) -> ProposalSet:
        """Keep and return what the batch's proposers offer for a move, shuffled.

        Raises:
            RuleError, ElementNameError, OutOfStepError: as `say`.
        """
        self._follows(move)
        self.check(move.turn("…"))  # the words are yet to come
        proposed = await self._studio.tutors.do(self._proposed(move.guide(), await self.solution()))
        body = {
            "proposals": [each.model_dump(mode="json") for each in proposed.shown],
            "failed": dict(proposed.failed),
            "guide": move.model_dump(mode="json"),
        }
        return await self._studio.store.annotation.propose(ProposalSet(item_id=self.kept.row.id, number=self.number, body=body))

    async def _proposed(self, guide: Guide, solution: Solution) -> Proposals:
        tutors = self._studio.settings.tutors
        # A tutor that the studio is no longer opened with proposes nothing.
        specs = [tutors.get(name, name) for name in self.options.proposers if name in tutors or name == PLAIN]
        proposers = open_proposers(specs, self._studio.tutors.model, seed=self.kept.start.seed)
        context = TutorContext(self.problem, self.dialogue, solution, may_reveal=guide.subact == "Revealing")
        return await gather_proposals(proposers, context, guide, seed=f"{self.kept.row.id}/{self.number}")

    def _follows(self, move: Move) -> None:
        if self.kept.row.submitted is not None or self.is_over:
            raise OutOfStepError("this conversation is over")
        if move.number != self.number or self.awaits_student:
            raise OutOfStepError("something was said in another window meanwhile")

    async def note_active(self) -> None:
        """Note that the annotator works on the next turn, for the time on task."""
        row = self.kept.row
        await self._studio.store.events.add(ACTIVE, row.account_id, annotation_place(row.id), number=self.number)

    async def _seconds(self) -> float:
        """Return the time on task of the next turn so far."""
        row = self.kept.row
        noted = await self._studio.store.events.of(account_id=row.account_id, place=annotation_place(row.id), kind=ACTIVE)
        now_ = Event(now(), str(self.number))
        spent = time_on_task([*(Event(each.created, str(each.body["number"])) for each in noted), now_])
        return round(spent[str(self.number)].total_seconds(), 1)

    async def answer(self) -> None:
        """Let the student answer what is not answered yet.

        Raises:
            ModelError, AttemptError: as `say`.
        """
        if not self.awaits_student:
            return
        annotation = self._studio.store.annotation
        turn = await self._studio.tutors.do(self._answered(await self.solution()))
        try:
            said = await annotation.say(self.kept.row.id, self.number, turn)
        except OutOfStepError:  # the same was asked twice at once, and the other was faster
            self.kept = await annotation.item(self.kept.row.id) or self.kept
        else:
            self.kept = KeptItem(self.kept.row, self.kept.start, (*self.kept.turns, said))

    async def _answered(self, solution: Solution) -> StudentTurn:
        start, student = self.kept.start, self.options.student
        attempt = None if is_model(student) else attempt_behind(student, solution, start.attempt, start.misconception, start.seed)
        return await answer_of(student, attempt, self.dialogue, solution, self._studio.tutors.model, seed=start.seed)

    async def _record(self, written: WrittenTurn) -> dict[str, Any]:
        """Return what is kept beside a turn: strokes, how they were read, what was proposed and taken."""
        strokes = [each for each in written.items if isinstance(each, SettledStroke)]
        read, picture = await asyncio.to_thread(lambda: (read_marks(self.figure, strokes), _picture(self.figure)))
        offered = Proposals((), {})
        if written.proposals is not None:
            kept = await self._studio.store.annotation.proposals(self.kept.row.id, written.proposals)
            offered = offered if kept is None else proposals_of(kept)
        # Whoever reads the record finds there what became of the proposals, as `AnnotatedTurn` has it.
        became = offered.recorded(written.text, written.taken)
        return {
            "picture": picture,
            "items": [each.model_dump(mode="json", exclude_none=True) for each in written.items],
            "read": {
                pen: _highlights(each.element for each in read.found if each.pen == pen).model_dump(mode="json")
                for pen in ("green", "brown")
            },
            **became,
            "proposals": [each.model_dump(mode="json") for each in became["proposals"]],
        }


def proposals_of(kept: ProposalSet) -> Proposals:
    """Return what was proposed."""
    return Proposals(tuple(Proposal.model_validate(each) for each in kept.body["proposals"]), kept.body["failed"])


def annotation_place(item_id: str) -> str:
    """Return where the log says that something happened in a dialogue."""
    return f"annotation/{item_id}"


def draft_place(item_id: str, number: int | Literal["end"]) -> str:
    """Return where the draft of a turn, or of the form at the end, stands."""
    return f"annotation/{item_id}/end" if number == "end" else f"annotation/{item_id}/turn/{number}"


def _picture(figure: Figure) -> dict[str, Any]:
    """Return the size and hash of what is drawn on."""
    page = layout_figure(figure, FIGURE_WIDTH, THEME).page
    svg = draw(figure, width_px=FIGURE_WIDTH)
    return {"width": round(page.width), "height": round(page.height), "sha256": hashlib.sha256(svg.encode()).hexdigest()}


def _highlights(elements: Iterable[str]) -> Highlights:
    return Highlights.of(map(parse_element, elements))
