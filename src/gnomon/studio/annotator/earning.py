"""What a dialogue earns when it is handed in: counted then and not while strokes are drawn, so that nobody is paid for empty ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gnomon.dialogue import TutorTurn
from gnomon.store import Entry, KeptItem
from gnomon.studio.annotator.options import Options


def earned(options: Options, kept: KeptItem, before: Sequence[Entry]) -> list[Entry]:
    """Return what is to be added to the ledger.

    Args:
        options: of the batch.
        kept: the dialogue that is handed in.
        before: what it has earned already: one that was returned earns the difference, which may be below 0.
    """
    had = Counter[str]()
    for entry in before:
        had[entry.kind] += entry.cents
    row = kept.row
    return [
        Entry(account_id=row.account_id, batch_id=row.batch_id, item_id=row.id, kind=kind, cents=cents - had[kind], note=note)
        for kind, cents, note in _due(options, kept)
        if cents != had[kind]
    ]


def _due(options: Options, kept: KeptItem) -> Iterator[tuple[str, int, str]]:
    title = f"Attempt {kept.start.number}"
    yield "dialogue", options.dialogue_cents, title
    turns = [said.turn for said in kept.turns]
    marked = sum(isinstance(turn, TutorTurn) and any(turn.pointed_at()) for turn in turns)
    paid = min(marked, options.most_bonuses)
    yield "bonus", paid * options.bonus_cents, f"{title}: {paid} figures with highlights"
