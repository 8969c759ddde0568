"""How often a search with a budget chooses otherwise than a full one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ConfigDict

from gnomon.inquiry.protocol.records import SearchTree, SearchTurn


class ChoiceDifferences(BaseModel):
    """What a comparison of two searches over the same problems found."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int
    """States that both searches met with the same candidates: only these are compared."""
    different: int
    """Of these, states where another question was chosen."""
    worse: int
    """Of these, states where the full search gave the budget's choice fewer right samples than its own."""
    unequal_states: int
    """Turns of the budgeted search at a state that the full one did not meet, mostly after a different choice."""
    samples_full: int
    """Answer samples drawn by the full search, over all turns."""
    samples_budget: int

    @property
    def share_different(self) -> float:
        """Different choices of those compared; 0 where nothing is."""
        return self.different / self.turns if self.turns else 0.0


def compare_choices(full: Iterable[SearchTree], budget: Iterable[SearchTree]) -> ChoiceDifferences:
    """Compare the choices of a full search with those of a budgeted one.

    Args:
        full: trees of the full search; their turns are held in memory.
        budget: trees of the other, of the same student and teacher.
    """
    known: dict[str, SearchTurn] = {}
    counts = dict.fromkeys(ChoiceDifferences.model_fields, 0)
    for tree in full:
        for turn in tree.turns:
            known[turn.state] = turn
            counts["samples_full"] += _num_samples(turn)
    for tree in budget:
        for turn in tree.turns:
            counts["samples_budget"] += _num_samples(turn)
            _compare(known.get(turn.state), turn, counts)
    return ChoiceDifferences(**counts)


def _compare(full: SearchTurn | None, budget: SearchTurn, counts: dict[str, int]) -> None:
    if full is None or _questions(full) != _questions(budget):
        counts["unequal_states"] += 1
        return
    counts["turns"] += 1
    if full.best == budget.best:
        return
    counts["different"] += 1
    right: Mapping[int, int] = {candidate.index: candidate.num_right for candidate in full.candidates}
    counts["worse"] += right[budget.best] < right[full.best]


def _questions(turn: SearchTurn) -> list[str]:
    return [candidate.question for candidate in turn.candidates]


def _num_samples(turn: SearchTurn) -> int:
    return sum(candidate.num_samples for candidate in turn.candidates)
