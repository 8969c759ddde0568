"""Several samples of one label judge counted as votes."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from gnomon.judge.judgement import Judgement
from gnomon.judge.table import LABELS, Label


class Votes(BaseModel):
    """How often each label was given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    counts: tuple[int, int, int]
    """Of Yes, To some extent, No."""
    num_unread: int = 0
    """Samples that failed or could not be read; they vote for nothing."""

    @property
    def shares(self) -> tuple[float, float, float] | None:
        """Share of each label among the votes that were read; None when none was."""
        total = sum(self.counts)
        if total == 0:
            return None
        yes, some, no = self.counts
        return yes / total, some / total, no / total

    @property
    def majority(self) -> Label | None:
        """The label with most votes; of equal ones the lower, No being lowest. None when no vote was read."""
        if sum(self.counts) == 0:
            return None
        return LABELS[max(range(len(LABELS)), key=lambda index: (self.counts[index], index))]


def count_votes(judgements: Sequence[Judgement[Label]]) -> Votes:
    """Count the labels of several judgements of one case.

    >>> given = [Judgement(judge="pedagogy", status="ok", value=label) for label in ("Yes", "No", "Yes")]
    >>> count_votes([*given, Judgement(judge="pedagogy", status="unparseable")])
    Votes(counts=(2, 0, 1), num_unread=1)
    """
    labels = [judgement.value for judgement in judgements]
    yes, some, no = (labels.count(label) for label in LABELS)
    return Votes(counts=(yes, some, no), num_unread=labels.count(None))
