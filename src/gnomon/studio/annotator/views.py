"""What the annotator's pages show."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from markupsafe import Markup

from gnomon.dialogue import TutorTurn, acts
from gnomon.drawing import draw
from gnomon.figure import Figure, Highlights
from gnomon.geometry import Solution
from gnomon.pages.rendering import paragraphs
from gnomon.store import Batch, ItemTurn, KeptItem, ListedItem, Member, Remark
from gnomon.studio.annotation import Guideline, guidelines, onboarding
from gnomon.studio.annotator.desk import Desk
from gnomon.studio.annotator.options import Options
from gnomon.studio.learner.views import PieceView
from gnomon.studio.marking import FIGURE_WIDTH, parts_of
from gnomon.studio.pointing import annotated_problem
from gnomon.studio.studio import Studio

OUTCOMES: Mapping[str, str] = {
    "solved_untold": "The student solved it, and little of the solution was revealed",
    "solved_told": "The student solved it after much was revealed",
    "not_solved": "The student did not solve it",
}
STATES = {
    "new": "handed in",
    "in_review": "handed in",  # whether somebody has opened it is the reviewers' business
    "accepted": "accepted",
    "returned": "sent back",
    "rejected": "not used",
}
"""How a review stands, as the annotator is told."""


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn, as ``parts/talk.html.jinja`` shows it, and for whom annotates or reviews its act as well."""

    number: int
    who: str
    name: str
    lang: str
    paragraphs: tuple[tuple[PieceView, ...], ...]
    svg: None
    """The desk's own figure shows the next turn, never an earlier one."""
    drawing: Markup | None
    """The figure with what the turn points at; None where it points at nothing."""
    act: str
    """Such as ``Probing: SelfCorrect, negative``; empty for a student's."""
    highlights: tuple[str, ...]
    """What it points at, in words."""
    remarks: tuple[Remark, ...]


def turn_views(kept: KeptItem, figure: Figure, remarks: Sequence[Remark] = ()) -> list[TurnView]:
    """Return the turns of a dialogue."""
    return [_turn_view(said, figure, tuple(each for each in remarks if each.turn == said.number)) for said in kept.turns]


def _turn_view(said: ItemTurn, figure: Figure, remarks: tuple[Remark, ...]) -> TurnView:
    turn = said.turn
    words = tuple((PieceView(line),) for line in paragraphs(turn.utterance))
    if not isinstance(turn, TutorTurn):
        return TurnView(said.number, "learner", "Student", "en", words, None, None, "", (), remarks)
    feedback = "" if turn.feedback == "none" else f", {turn.feedback}"
    pens = (("green", turn.highlights), ("brown", turn.highlights2 or Highlights()))
    pointed = tuple(f"{element.kind} {element.name} ({pen})" for pen, marked in pens for element in marked.elements())
    return TurnView(
        said.number, "tutor", "Teacher", "en", words, None, drawn(figure, turn.highlights, turn.highlights2) if pointed else None,
        f"{turn.act}: {turn.subact}{feedback}", pointed, remarks,
    )  # fmt: skip


def drawn(figure: Figure, green: Highlights | None = None, brown: Highlights | None = None) -> Markup:
    """Draw a figure for a page."""
    return Markup(draw(figure, green, brown, width_px=FIGURE_WIDTH))  # noqa: S704  # `draw` escapes every text that it writes


def act_views() -> list[tuple[str, str, str, list[Guideline]]]:
    """Return acts with their keys, descriptions and the guidelines of their subacts."""
    grouped = groupby(guidelines(), lambda each: (each.act, each.act_key))
    return [(act, key, acts()[act], list(found)) for (act, key), found in grouped]


@dataclass(frozen=True, slots=True)
class PageView:
    """A page of the onboarding."""

    id: str
    title: str
    paragraphs: tuple[str, ...]
    svg: Markup | None


@cache
def onboarding_pages() -> tuple[PageView, ...]:
    """Return the pages of the onboarding."""
    return tuple(
        PageView(
            each.id, each.title, tuple(" ".join(part.split()) for part in each.text.split("\n\n")),
            None if each.picture is None else Markup(each.picture.svg()),  # noqa: S704  # as `drawn`
        )
        for each in onboarding().pages
    )  # fmt: skip


def solution_lines(solution: Solution) -> tuple[str, ...]:
    """Return the right solution as whoever tutors needs it: the proof, or what the problem came with."""
    problem = solution.problem
    if solution.proof is not None:
        return tuple(step.text for step in solution.proof.steps)
    return paragraphs(problem.solution or "")


def answer_of(solution: Solution) -> str:
    """Return the right answer as written; empty where nobody knows it."""
    problem = solution.problem
    if problem.exact:
        return f"{problem.exact}{problem.unit}"
    return "" if problem.answer is None else f"{problem.answer:g}{problem.unit}"


def last_marks(kept: KeptItem) -> list[dict[str, Any]]:
    """Return what was on the figure with the last turn of the tutor, as ``pen-layer.js`` has it: ink and named parts."""
    record = next((said.record for said in reversed(kept.turns) if said.record), None)
    return [] if record is None else list(record["items"])


async def item_view(studio: Studio, desk: Desk) -> dict[str, object]:
    """Return what the page of a dialogue shows."""
    kept, figure, solution = desk.kept, desk.figure, await desk.solution()
    remarks = await shown_remarks(studio, kept)
    turns, parts = await asyncio.to_thread(lambda: (turn_views(kept, figure, remarks), parts_of(figure)))
    return {
        "item": kept.row,
        "start": kept.start,
        "desk": desk,
        "question": desk.problem.question,
        "problem_id": annotated_problem(kept.row.id),
        "attempt": paragraphs(kept.start.attempt),
        "answer": answer_of(solution),
        "solution": solution_lines(solution),
        "turns": turns,
        "remarks": remarks,
        "figure": drawn(figure),
        "parts": parts,
        "acts": act_views(),
        "last": last_marks(kept),
        "title": f"Attempt {kept.start.number}",
    }


async def shown_remarks(studio: Studio, kept: KeptItem) -> list[Remark]:
    """Return the comments that the annotator reads: those of the last verdict."""
    annotation = studio.store.annotation
    verdicts = await annotation.verdicts([kept.row.id])
    if not verdicts:
        return []
    return [each for each in await annotation.remarks([kept.row.id]) if each.verdict_id == verdicts[-1].id]


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A dialogue in the list of a batch."""

    id: str
    title: str
    turns: int
    time: str
    state: str
    is_open: bool


async def batch_view(studio: Studio, member: Member, batch: Batch) -> dict[str, object]:
    """Return what the page of a batch shows."""
    options = Options.of(batch)
    items = await studio.store.annotation.listed(batch_id=batch.id, account_id=member.account_id)
    return {
        "consent": paragraphs(options.consent),
        "paid": pay_in_words(options),
        "items": [_item_row(kept) for kept in items],
        "time": minutes(sum(each.seconds for each in items)) if items else "",
    }


def _item_row(listed: ListedItem) -> ItemRow:
    is_open = listed.row.submitted is None
    state = "at work" if is_open and listed.row.state != "returned" else STATES[listed.row.state]
    return ItemRow(listed.row.id, f"Attempt {listed.start.number}", listed.turns, minutes(listed.seconds), state, is_open)


def minutes(seconds: float) -> str:
    """Return a time in minutes, in words."""
    return f"{seconds / 60:.1f} min"


def money(cents: int, currency: str) -> str:
    """Return an amount in words."""
    return f"{cents / 100:.2f} {currency}"


def pay_in_words(options: Options) -> str:
    """Say what is paid; empty where nothing is."""
    paid = [
        (options.onboarding_cents, "for passing the quiz"),
        (options.dialogue_cents, "for each dialogue that is handed in"),
        (options.bonus_cents, f"for each figure with a highlight, up to {options.most_bonuses} in a dialogue"),
    ]
    listed = [f"{money(cents, options.currency)} {what}" for cents, what in paid if cents]
    return f"Paid: {', '.join(listed)}." if listed else ""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A line of the ledger."""

    when: str
    batch: str
    what: str
    amount: str


async def ledger_view(studio: Studio, account_id: str) -> dict[str, object]:
    """Return what the ledger's page shows: each entry, and the sums by currency."""
    batches = {batch.id: batch for batch in await studio.store.annotation.batches()}
    entries = await studio.store.annotation.earned(account_id=account_id)
    currency = {entry.id: Options.of(batches[entry.batch_id]).currency for entry in entries}
    sums = Counter[str]()
    for entry in entries:
        sums[currency[entry.id]] += entry.cents
    rows = [
        EntryRow(
            f"{entry.created:%Y-%m-%d %H:%M}", batches[entry.batch_id].name, entry.note, money(entry.cents, currency[entry.id])
        )
        for entry in entries
    ]
    return {"entries": rows, "sums": [money(cents, of) for of, cents in sums.items()]}
