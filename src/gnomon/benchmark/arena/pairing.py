"""Blind judgements of pairs: a model says which of two tutors helped the same learner better, without their names.

In every meeting of learner, problem and seed the tutors stand in a random circle, and neighbours are compared: each tutor twice,
whatever their number, and who stands first is drawn too. A quarter of the pairs is asked in the other order as well, which says
how far the judge goes by the place; these answers are in no ranking.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from gnomon.benchmark.arena.config import ArenaConfig
from gnomon.benchmark.benchmark import Grade, Row, RowError
from gnomon.dialogue import Dialogue
from gnomon.files import write_whole
from gnomon.judge import PairCase, PairwiseJudge
from gnomon.judge.checks import OrderSwap, compare_orders
from gnomon.metrics import Comparison
from gnomon.models import Cache, open_model
from gnomon.prompts import load
from gnomon.runs import SUMMARY, Pace, Record, RunFiles, Told, claimed, here, run_jobs, versions_of
from gnomon.tutor import transcript

PAIRS = "pairs"
"""Folder of the judgements, within that of the arena."""
_PROMPT = "judge/pairwise"
_ASKED_AGAIN = 4
"""Of so many pairs one is asked in the other order: of 100 pairs 25, of which a lean of one in four shows as a rule."""
_SCORES = {1: 1.0, 2: 0.0, 0: 0.5}
"""What a judge's choice is worth to the first."""


@dataclass(frozen=True)
class Pair:
    """Two dialogues of one meeting."""

    first: Row
    second: Row
    is_swapped: bool = False
    """Whether it is one that was asked before in the other order."""

    @property
    def id(self) -> str:
        """The id of its row."""
        return f"{self.first.id}~{self.second.groups['tutor']}"

    def case(self) -> PairCase:
        """Return what the judge sees."""
        work = Dialogue.model_validate(self.first.answer.value if self.first.answer else {}).attempt
        return PairCase(f"{self.first.text}\n\n{work}", _said(self.first), _said(self.second))


def pairs_of(rows: Iterable[Row]) -> Iterator[Pair]:
    """Yield the pairs to compare; a dialogue that failed is in none."""
    meetings: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        if row.answer is not None:
            meetings.setdefault((row.cluster, row.groups["learner"], row.groups["seed"]), []).append(row)
    for key, met in meetings.items():
        circle = list(met)
        random.Random("/".join(key)).shuffle(circle)
        neighbours = zip(circle, [*circle[1:], circle[0]], strict=True)
        # Of two tutors the circle goes there and back: the same pair in both orders.
        yield from (Pair(first, second) for first, second in neighbours if first is not second)


def _swapped(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Yield the pairs that are asked in the other order too, where that is not asked anyway."""
    asked = {pair.id for pair in pairs}
    for pair in pairs:
        other = Pair(pair.second, pair.first, is_swapped=True)
        if zlib.crc32(pair.id.encode()) % _ASKED_AGAIN == 0 and other.id not in asked:
            yield other


async def judge_pairs(config: ArenaConfig, rows: Sequence[Row], folder: Path, pace: Pace, cache: Cache, told: Told) -> None:
    """Ask for the judgements that are missing; the folder's cache keeps every answer.

    Raises:
        RunError: when all of them fail.
        ModelError: when the server has to be asked for its models, and cannot be.
    """
    assert config.judge is not None
    record = Record[ArenaConfig](config=config, versions=versions_of(()), prompts={_PROMPT: load(_PROMPT).sha256})
    pairs = list(pairs_of(rows))
    pairs += list(_swapped(pairs))
    with claimed(RunFiles.in_folder(folder / PAIRS), record) as log:
        if not all(log.is_finished(pair.id) for pair in pairs):
            asking, settings = config.asking.get("judge"), pace.settings()
            model = await open_model(
                config.judge, role="judge", cache=cache, ledger=pace.ledger(), settings=settings, asking=asking
            )
            async with model:
                judge = PairwiseJudge(model)

                async def work(pair: Pair) -> Row:
                    return await _judged(judge, pair)

                await run_jobs(log, pairs, here(log, work, pace.max_connections), told=told, total=len(pairs))
    write_whole(folder / PAIRS / SUMMARY, json.dumps({"rows": len(pairs)}) + "\n")


async def _judged(judge: PairwiseJudge, pair: Pair) -> Row:
    found = await judge.judge(pair.case())
    groups = {"first": pair.first.groups["tutor"], "second": pair.second.groups["tutor"]}
    groups |= {"order": "swapped"} if pair.is_swapped else {}
    row = Row(id=pair.id, cluster=pair.first.cluster, groups=groups)
    if found.error is not None:
        return row.model_copy(update={"error": RowError(boundary="judge", message=" ".join(found.error.message.split()))})
    grade = Grade(marks={"better": found.value}, status={"pairwise": found.status}, reasons={"pairwise": found.told})
    return row.model_copy(update={"grade": grade})


def comparisons_of(rows: Iterable[Row]) -> tuple[Comparison, ...]:
    """Return the judgements that could be read, without those of the other order."""
    return tuple(
        Comparison(row.groups["first"], row.groups["second"], _SCORES[row.marks["better"]], row.cluster)
        for row in rows
        if row.marks.get("better") in _SCORES and row.groups.get("order") != "swapped"
    )


class PairOrder(NamedTuple):
    """What the place of a conversation does to a judge's choice."""

    order: OrderSwap
    """Pairs asked in both orders: 1 for the first conversation of the given order, -1 for the second, 0 for neither."""
    first_share: float | None
    """Of all answers that chose one, the share that chose what was shown first; .5 without a lean."""

    def told(self) -> str:
        """Return one sentence for a report."""
        read = self.order.num_cases - self.order.num_unread
        if not read:
            return "No pair was judged readably in both orders: whether the judge goes by the place is not known."
        lean = f"; it leans to one place (sign test p {self.order.p_value:.2g})" if self.order.leans() else ""
        first = "" if self.first_share is None else f"; of all its choices {self.first_share:.0%} are what was shown first"
        return f"Asked in both orders, the judge chooses the same in {self.order.num_equal} of {read} pairs{lean}{first}."


def pair_order(rows: Iterable[Row]) -> PairOrder | None:
    """Return what the place does, of a judge's answers; None where no pair was asked in both orders."""
    kept = {row.id: row for row in rows}
    given: list[float | None] = []
    swapped: list[float | None] = []
    for name, row in kept.items():
        meeting, _, _ = name.rpartition(f"{row.groups['first']}~{row.groups['second']}")
        other = kept.get(f"{meeting}{row.groups['second']}~{row.groups['first']}")
        # Of two tutors both orders are asked anyway: either may be the given one.
        if other is None or row.groups.get("order") == "swapped" or (other.groups.get("order") is None and name > other.id):
            continue
        given.append(_preferred(row))
        back = _preferred(other)
        swapped.append(None if back is None else -back)
    chosen = [value for row in kept.values() if (value := _preferred(row))]
    if not given:
        return None
    return PairOrder(compare_orders(given, swapped), sum(value > 0 for value in chosen) / len(chosen) if chosen else None)


def _preferred(row: Row) -> float | None:
    return {1: 1.0, 2: -1.0, 0: 0.0}.get(row.marks.get("better", -1))


def _said(row: Row) -> str:
    return "\n".join(transcript(Dialogue.model_validate(row.answer.value if row.answer else {})))
