"""The bonus for highlighted diagrams (GeoDial 3.2), counted from what was submitted and not from strokes.

Pay for strokes invites empty ones. Here a turn counts as often as it has diagrams with a confirmed highlight that its figure
really has, at most `BonusRule.most_a_turn`; drawing over, drawing nothing, and sending again add nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from gnomon.corpus import AnnotatedDialogue
from gnomon.dialogue import TutorTurn
from gnomon.drawing import undrawable
from gnomon.figure import Figure, Highlights


class BonusRule(BaseModel):
    """How much is paid; decided by the group, in its own currency."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_diagram: Decimal = Field(ge=0)
    most_a_turn: int = Field(default=1, ge=0)
    """Diagrams of one turn that are paid: sent again with other highlights, it is one turn."""


class BonusEntry(NamedTuple):
    """One submitted turn that is paid for."""

    annotator: str
    dialogue: str
    turn: int
    """Index among the tutor's turns, from 0."""
    diagrams: int


class Ledger:
    """What was earned: submitted turns, each as often as it was submitted with a highlight, up to the rule's most."""

    def __init__(self, rule: BonusRule) -> None:
        self.rule = rule
        self._diagrams: Counter[tuple[str, str, int]] = Counter()
        self._seen: set[str] = set()

    def submit(self, annotator: str, dialogue: str, turn: int, said: TutorTurn, figure: Figure | None, *, client_id: str) -> int:
        """Count one submitted turn; the same ``client_id`` counts once.

        Returns:
            Diagrams that it adds: 0 or 1.
        """
        if client_id in self._seen:
            return 0
        self._seen.add(client_id)
        place = (annotator, dialogue, turn)
        adds = is_highlighted(said, figure) and self._diagrams[place] < self.rule.most_a_turn
        self._diagrams[place] += adds
        return int(adds)

    def entries(self) -> tuple[BonusEntry, ...]:
        """Return what is paid for, by annotator, dialogue and turn."""
        return tuple(BonusEntry(*place, count) for place, count in sorted(self._diagrams.items()) if count)

    def owed(self) -> dict[str, Decimal]:
        """Return what each annotator has earned."""
        sums: dict[str, Decimal] = defaultdict(Decimal)
        for entry in self.entries():
            sums[entry.annotator] += entry.diagrams * self.rule.per_diagram
        return dict(sums)


def ledger_of(records: Iterable[AnnotatedDialogue], rule: BonusRule) -> Ledger:
    """Return the ledger of finished dialogues, each turn submitted once."""
    ledger = Ledger(rule)
    for record in records:
        figure = record.problem.question.figure if record.problem else None
        for place, turn in enumerate(record.dialogue.tutor_turns()):
            ledger.submit(record.annotator, record.id, place, turn, figure, client_id=f"{record.annotator} {record.id} {place}")
    return ledger


def is_highlighted(turn: TutorTurn, figure: Figure | None) -> bool:
    """Whether a turn shows a highlighted diagram: something confirmed that its figure has, where the figure is known."""
    pens = (turn.highlights, turn.highlights2 or Highlights())
    return any(len(pen) > (len(undrawable(figure, pen)) if figure else 0) for pen in pens)
