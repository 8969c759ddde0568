"""What the reviewers' pages show."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import get_args
from uuid import uuid4

from gnomon.corpus.exchange import FORMATS
from gnomon.geometry import solved
from gnomon.pages.rendering import paragraphs
from gnomon.problem import Problem, bank
from gnomon.store import Account, Batch, KeptItem, ListedItem, Member, ReviewState
from gnomon.student import MISCONCEPTION, strengths
from gnomon.studio.annotation import PLAIN, Interview, interview_questions, ratings_by_rater
from gnomon.studio.annotator.options import MOST_PROPOSERS, Options, usual_consent
from gnomon.studio.annotator.views import OUTCOMES, answer_of, drawn, pay_in_words, turn_views
from gnomon.studio.studio import Studio

WAITING: tuple[ReviewState, ...] = ("new", "in_review")
"""What waits for a reviewer."""
_MOST_ROWS = 500
"""Of the queue on one page; nobody reviews more in a day."""
STATES = {
    "new": "new",
    "in_review": "in review",
    "returned": "sent back",
    "accepted": "accepted",
    "rejected": "left out",
}


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A dialogue in the queue."""

    id: str
    batch: str
    code: str
    title: str
    problem: str
    turns: int
    submitted: str
    state: str
    is_first_round: bool


async def queue_view(studio: Studio, state: ReviewState | None, batch_id: str) -> dict[str, object]:
    """Return what the queue shows: dialogues by state, and how many there are of each."""
    annotation = studio.store.annotation
    batches = {batch.id: batch for batch in await annotation.batches()}
    listed = [each for each in await annotation.listed(batch_id=batch_id or None) if _is_reviewers(each)]
    members = {
        (member.batch_id, member.account_id): member
        for each in {item.row.batch_id for item in listed}
        for member in await annotation.members(each)
        if member.withdrawn is None
    }
    # Whoever withdrew, or was erased between the two readings, has no member here.
    standing = [(each, members.get((each.row.batch_id, each.row.account_id))) for each in listed]
    counts = Counter(each.row.state for each, member in standing if member)
    chosen = [state] if state else WAITING
    rows = [
        _queue_row(each, batches[each.row.batch_id], member)
        for each, member in standing
        if member and each.row.state in chosen and each.row.batch_id in batches
    ]
    # Who waits for the invitation to more comes first.
    rows.sort(key=lambda row: (not row.is_first_round, row.submitted))
    return {
        "rows": rows[:_MOST_ROWS],
        "more": max(0, len(rows) - _MOST_ROWS),
        "state": state or "",
        "batch_id": batch_id,
        "batches": batches.values(),
        "counts": [(each, STATES[each], counts[each]) for each in get_args(ReviewState)],
    }


def _is_reviewers(listed: ListedItem) -> bool:
    """Whether a dialogue was handed in, and is not at work for the first time."""
    return listed.row.submitted is not None or listed.row.state == "returned"


def _queue_row(listed: ListedItem, batch: Batch, member: Member) -> QueueRow:
    row = listed.row
    submitted = f"{row.submitted:%Y-%m-%d %H:%M}" if row.submitted else ""
    return QueueRow(
        row.id, batch.name, member.code, f"Attempt {listed.start.number}", listed.start.problem, listed.turns, submitted,
        STATES[row.state], member.round == "first",
    )  # fmt: skip


async def new_batch_view(studio: Studio) -> dict[str, object]:
    """Return what the page of all batches shows."""
    topics = Counter(problem.topic or problem.chapter for problem in bank().values() if problem.question.figure)
    return {
        "batches": await studio.store.annotation.batches(),
        "topics": sorted(topics.items()),
        "proposers": (*studio.tutors.names, PLAIN),
        "first": studio.tutors.names[0],
        "places": range(1, MOST_PROPOSERS + 1),
        "students": (*strengths(), MISCONCEPTION),
        "consent": usual_consent(),
    }


@dataclass(frozen=True, slots=True)
class MemberRow:
    """An annotator of a batch."""

    id: str
    name: str
    code: str
    standing: str
    begun: int
    submitted: int
    accepted: int
    may_be_invited: bool
    """Whether their first round waits to be judged."""
    is_on: bool
    """Whether they may be told that this was it."""


async def batch_page_view(studio: Studio, batch: Batch) -> dict[str, object]:
    """Return what the page of a batch shows."""
    annotation, options = studio.store.annotation, Options.of(batch)
    accounts = {account.id: account for account in await studio.store.accounts.everybody()}
    items = await annotation.listed(batch_id=batch.id)
    members = await annotation.members(batch.id)
    starts = await annotation.starts(batch.id)
    there = {member.account_id for member in members}
    return {
        "batch": batch,
        "options": options,
        "pay": pay_in_words(options),
        "members": [
            _member_row(member, accounts, [each for each in items if each.row.account_id == member.account_id])
            for member in members
        ],
        "others": [account for account in accounts.values() if account.role == "annotator" and account.id not in there],
        "formats": FORMATS,
        "count": len(starts),
        "places": sum(options.overlap.wanted(start.id) for start in starts),
        "states": Counter(STATES[each.row.state] if _is_reviewers(each) else "at work" for each in items),
    }


def _member_row(member: Member, accounts: dict[str, Account], items: list[ListedItem]) -> MemberRow:
    account = accounts.get(member.account_id)
    submitted = [each for each in items if each.row.submitted]
    if member.withdrawn:
        standing = "withdrawn"
    elif not member.consented:
        standing = "has not agreed yet"
    else:
        standing = {"first": "first round", "more": "invited to more", "ended": "finished"}[member.round]
    return MemberRow(
        member.account_id, account.name if account else "erased", member.code, standing, len(items), len(submitted),
        sum(each.row.state == "accepted" for each in items),
        may_be_invited=member.round != "more" and member.withdrawn is None,
        is_on=member.round != "ended" and member.withdrawn is None,
    )  # fmt: skip


async def item_page_view(studio: Studio, kept: KeptItem, problem: Problem) -> dict[str, object]:
    """Return what the page of a dialogue to review shows."""
    figure = problem.question.figure
    assert figure is not None  # a batch takes no problem without one
    annotation = studio.store.annotation
    member = await annotation.member(kept.row.batch_id, kept.row.account_id)
    batch = await annotation.batch(kept.row.batch_id)
    remarks, verdicts = await annotation.remarks([kept.row.id]), await annotation.verdicts([kept.row.id])
    turns = await asyncio.to_thread(turn_views, kept, figure, remarks)
    return {
        "item": kept.row,
        "batch": batch,
        "member": member,
        "title": f"Attempt {kept.start.number}",
        "problem": problem,
        "answer": answer_of(await solved(problem)),
        "attempt": paragraphs(kept.start.attempt),
        "turns": turns,
        "records": {said.number: said.record for said in kept.turns},
        "remarks": [each for each in remarks if each.turn is None],
        "pending": [each for each in remarks if each.verdict_id is None],
        "verdicts": [(STATES[each.state], f"{each.created:%Y-%m-%d %H:%M}") for each in verdicts],
        "state": STATES[kept.row.state],
        "outcome": OUTCOMES[kept.row.outcome] if kept.row.outcome else "",
        "figure": drawn(figure),
        # Of each form one, so that a comment that is sent twice counts once.
        "client_ids": [uuid4().hex for _ in range(len(turns) + 1)],
    }


async def interviews_view(studio: Studio, batch: Batch) -> dict[str, object]:
    """Return what the page of exit interviews shows; whoever withdrew is left out."""
    members = [each for each in await studio.store.annotation.members(batch.id) if each.interview and not each.withdrawn]
    held = [Interview(rater=each.code, **each.interview) for each in members if each.interview]
    notes = [
        (question, [(each.rater, each.notes[question.id]) for each in held if question.id in each.notes])
        for question in interview_questions()
    ]
    return {"batch": batch, "raters": [each.rater for each in held], "rows": ratings_by_rater(held), "notes": notes}
