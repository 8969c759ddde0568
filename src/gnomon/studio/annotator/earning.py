"""What a dialogue earns, counted when it is handed in; see `gnomon.studio.annotation.bonus` for why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal

from gnomon.figure import Figure
from gnomon.store import Entry, KeptItem
from gnomon.studio.annotation import BonusRule, Ledger
from gnomon.studio.annotator.options import Options


def earned(options: Options, kept: KeptItem, figure: Figure, before: Sequence[Entry]) -> list[Entry]:
    """Return what is to be added to the ledger.

    Args:
        options: of the batch.
        kept: the dialogue that is handed in.
        figure: of its problem.
        before: what it has earned already: one that was returned earns the difference, which may be below 0.
    """
    had = Counter[str]()
    for entry in before:
        had[entry.kind] += entry.cents
    row = kept.row
    return [
        Entry(account_id=row.account_id, batch_id=row.batch_id, item_id=row.id, kind=kind, cents=cents - had[kind], note=note)
        for kind, cents, note in _due(options, kept, figure)
        if cents != had[kind]
    ]


def _due(options: Options, kept: KeptItem, figure: Figure) -> Iterator[tuple[str, int, str]]:
    title, row = f"Attempt {kept.start.number}", kept.row
    yield "dialogue", options.dialogue_cents, title
    ledger = Ledger(BonusRule(per_diagram=Decimal(options.bonus_cents)))
    for place, turn in enumerate(kept.dialogue().tutor_turns()):
        ledger.submit(row.account_id, row.id, place, turn, figure, client_id=str(place))
    paid = min(sum(entry.diagrams for entry in ledger.entries()), options.most_bonuses)
    yield "bonus", paid * options.bonus_cents, f"{title}: {paid} figure{'' if paid == 1 else 's'} with highlights"
