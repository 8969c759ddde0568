"""Training rows from search trees, in TRL's conversational format (ODQS 3.3, Algorithm 2).

An SFT row has the prompt and the best question; a DPO row the prompt, the best question, and one with a lower score. The prompt
is the very one that the student was asked the question with. Algorithm 2 pairs the best with every other candidate, the text says
"lower-scoring" ones: the text is followed, for with k samples ties are the rule. A turn whose best question helped nobody
(score 0) gives no SFT row; ``keep_unsolved`` keeps it, as the algorithm is printed. Rows that budget or failure left without a
score are in no pair. All that is left out is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from gnomon.inquiry.protocol.records import Candidate, SearchTree, SearchTurn

RowKind = Literal["sft", "dpo"]


class TrainingRow(BaseModel):
    """One row for training; `as_trl` gives what a trainer reads, the other fields tell where it comes from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: RowKind
    prompt: tuple[dict[str, Any], ...]
    chosen: str
    rejected: str | None = None
    """None in an SFT row."""
    chosen_score: float
    rejected_score: float | None = None
    tree: str
    """Id of the tree."""
    problem: str
    turn: int
    """i of the question, from 1."""
    chosen_index: int
    rejected_index: int | None = None
    proposer: str
    seed: int

    def as_trl(self) -> dict[str, Any]:
        """Return the row as TRL reads it: ``prompt`` with ``completion`` (SFT), or with ``chosen`` and ``rejected`` (DPO)."""
        where = self.model_dump(mode="json", exclude={"kind", "prompt", "chosen", "rejected"}, exclude_none=True)
        images = [part["sha256"] for message in self.prompt for part in _image_parts(message)]
        row: dict[str, Any] = {"prompt": [_without_hashes(message) for message in self.prompt]}
        if self.rejected is None:
            row["completion"] = _said(self.chosen)
        else:
            row |= {"chosen": _said(self.chosen), "rejected": _said(self.rejected)}
        return row | ({"images": [f"images/{image}.png" for image in images]} if images else {}) | where


class PreferenceCounts(BaseModel):
    """What a search gave, and what it left out."""

    model_config = ConfigDict(extra="forbid")

    turns: int = 0
    sft: int = 0
    dpo: int = 0
    unsolved: int = 0
    """Turns whose best score is 0."""
    ties: int = 0
    """Candidates with the best score, the best apart."""
    identical: int = 0
    """Lower-scoring candidates with the text of the best."""
    unscored: int = 0
    """Candidates that the budget stopped."""
    failed_trees: int = 0
    """Trees with an error; the turns that they had are used."""


def training_rows(
    trees: Iterable[SearchTree], counts: PreferenceCounts | None = None, *, keep_unsolved: bool = False
) -> Iterator[TrainingRow]:
    """Yield the rows of search trees in order: of each turn the SFT row first.

    Args:
        trees: finished or failed ones.
        counts: is added to; None counts nothing.
        keep_unsolved: give an SFT row also where no candidate helped.
    """
    counts = counts if counts is not None else PreferenceCounts()
    for tree in trees:
        counts.failed_trees += tree.error is not None
        for turn in tree.turns:
            counts.turns += 1
            yield from _rows_of(tree, turn, counts, keep_unsolved=keep_unsolved)


def _rows_of(tree: SearchTree, turn: SearchTurn, counts: PreferenceCounts, *, keep_unsolved: bool) -> Iterator[TrainingRow]:
    best = turn.chosen
    if best.score is None:
        counts.unscored += len(turn.candidates)
        return
    counts.unsolved += best.score == 0
    if best.score > 0 or keep_unsolved:
        counts.sft += 1
        yield _row("sft", tree, turn, best)
    for candidate in turn.candidates:
        if candidate.index != best.index and _is_rejected(candidate, best, best.score, counts):
            counts.dpo += 1
            yield _row("dpo", tree, turn, candidate)


def _is_rejected(candidate: Candidate, best: Candidate, best_score: float, counts: PreferenceCounts) -> bool:
    if candidate.score is None:
        counts.unscored += 1
        return False
    if candidate.score >= best_score:
        counts.ties += 1
        return False
    if candidate.question == best.question:
        counts.identical += 1
        return False
    return True


def _row(kind: RowKind, tree: SearchTree, turn: SearchTurn, candidate: Candidate) -> TrainingRow:
    """Return the row of a candidate: the best one for ``sft``, the rejected one for ``dpo``."""
    best, is_pair = turn.chosen, kind == "dpo"
    return TrainingRow(
        kind=kind,
        prompt=turn.prompt,
        chosen=best.question,
        rejected=candidate.question if is_pair else None,
        chosen_score=best.score or 0.0,
        rejected_score=candidate.score if is_pair else None,
        tree=tree.id,
        problem=tree.problem,
        turn=turn.number,
        chosen_index=best.index,
        rejected_index=candidate.index if is_pair else None,
        proposer=tree.proposer,
        seed=tree.seed,
    )


def _said(text: str) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": text}]


def _image_parts(message: dict[str, Any]) -> list[dict[str, str]]:
    content = message["content"]
    return [] if isinstance(content, str) else [part for part in content if part["type"] == "image"]


def _without_hashes(message: dict[str, Any]) -> dict[str, Any]:
    if isinstance(message["content"], str):
        return message
    parts = [{"type": "image"} if part["type"] == "image" else part for part in message["content"]]
    return {**message, "content": parts}
