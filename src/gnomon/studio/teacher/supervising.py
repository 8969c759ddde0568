"""Supervised mode: the turns that wait for a teacher, what becomes of them, and how often they were sent as they were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, NamedTuple

from gnomon.dialogue import TurnRecord, TutorTurn, acts
from gnomon.figure import Highlights
from gnomon.geometry import solved
from gnomon.metrics import edit_distance
from gnomon.problem import Problem
from gnomon.session import reveal_after_concept
from gnomon.store import Account, Classroom, HeldTurn, Kept, now
from gnomon.studio.studio import Studio
from gnomon.studio.teacher.owning import classes_of
from gnomon.tutor import TutorContext, breach_of

Way = Literal["approve", "edit", "replace"]
"""What a teacher does with a turn."""


class Waiting(NamedTuple):
    """A turn that waits."""

    held: HeldTurn
    kept: Kept
    classroom: Classroom
    learner: Account

    @property
    def place(self) -> str:
        """Its address below ``/teach/waiting/``."""
        return f"{self.held.conversation_id}/{self.held.number}"

    @property
    def proposed(self) -> TutorTurn:
        """What the tutor would say."""
        return TutorTurn.model_validate(self.held.proposed)

    @property
    def seconds_left(self) -> int | None:
        """Until it is sent as it is, 0 where that is only waited for by the learner's page; None: it waits for the teacher."""
        if self.classroom.on_timeout != "send":
            return None
        end = self.held.created + timedelta(seconds=self.classroom.wait_seconds)
        return max(0, round((end - now()).total_seconds()))


async def waiting_for(studio: Studio, account: Account) -> list[Waiting]:
    """Return the turns that wait in somebody's supervised classes, the oldest first."""
    classes = {each.id: each for each in await classes_of(studio, account) if each.is_supervised}
    members = {each: {one.id: one for one in await studio.store.classes.learners(each)} for each in classes}
    found = []
    for held in await studio.store.conversations.held(list(classes)):
        kept = await studio.store.conversations.get(held.conversation_id)
        class_id = kept.row.class_id if kept else None
        if kept is None or class_id is None or len(kept.turns) != held.number:  # said meanwhile, unsupervised
            continue
        learner = members[class_id].get(kept.row.account_id)
        if learner is not None:
            found.append(Waiting(held, kept, classes[class_id], learner))
    return found


def turn_of(proposed: TutorTurn, way: Way, words: str, *, keeps_highlights: bool = True) -> TutorTurn:
    """Return the turn that a teacher sends.

    Args:
        proposed: by the tutor.
        way: sent as it is, with other words, or replaced.
        words: the teacher's.
        keeps_highlights: of a turn that is replaced.
    """
    if way == "approve":
        return proposed
    if way == "edit":
        return proposed.model_copy(update={"utterance": words})
    # Of a teacher's own words nobody knows what they do, so that it claims nothing: no act but going on, and no question that
    # a bare number would answer.
    step = proposed.record.step if proposed.record else None
    highlights = proposed.highlights if keeps_highlights else Highlights()
    return TutorTurn(act="Generic", subact="Continue", highlights=highlights, utterance=words, record=TurnRecord(step=step))


async def leak_in(studio: Studio, kept: Kept, problem: Problem, turn: TutorTurn) -> str | None:
    """Say what a teacher's words give away, as the guard does for a tutor's; None for nothing."""
    dialogue, solution = kept.dialogue(), await solved(problem)
    context = TutorContext(problem, dialogue, solution, may_reveal=reveal_after_concept(dialogue))

    async def check() -> str | None:
        return breach_of(turn, context)

    return await studio.tutors.do(check())


@dataclass(frozen=True)
class ActShare:
    """What became of the proposed turns of one act."""

    act: str
    counts: dict[str, int]
    """By decision."""
    distance: float | None
    """Mean over the turns that a teacher decided; None for none."""

    @property
    def num_decided(self) -> int:
        """By a teacher: those whose wait was over are left out."""
        return sum(self.counts.values()) - self.counts.get("timed_out", 0)

    @property
    def approval(self) -> float | None:
        """Share of these that were sent as they were; None for none."""
        return self.counts.get("approved", 0) / self.num_decided if self.num_decided else None


def shares_by_act(decided: Sequence[HeldTurn]) -> list[ActShare]:
    """Count what became of turns, for each act of the proposed turn and for all together, which come last."""
    by_act: dict[str, list[HeldTurn]] = defaultdict(list)
    for held in decided:
        by_act[TutorTurn.model_validate(held.proposed).act].append(held)
    rows = [_share(act, by_act[act]) for act in acts() if by_act[act]]
    return [*rows, _share("all", decided)] if decided else []


def _share(act: str, several: Sequence[HeldTurn]) -> ActShare:
    counts: dict[str, int] = defaultdict(int)
    for held in several:
        counts[held.decision or ""] += 1
    distances = [distance_of(held) for held in several if held.decision != "timed_out"]
    return ActShare(act, dict(counts), sum(distances) / len(distances) if distances else None)


def distance_of(held: HeldTurn) -> float:
    """Return how far what was sent is from what was proposed: Levenshtein's distance over the longer length, from 0 to 1."""
    proposed, sent = str(held.proposed["utterance"]), str((held.sent or held.proposed)["utterance"])
    return edit_distance(proposed, sent) / max(len(proposed), len(sent), 1)
