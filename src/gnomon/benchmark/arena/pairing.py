"""Blind judgements of pairs: a model says which of two tutors helped the same learner better, without their names.

In every meeting of learner, problem and seed the tutors stand in a random circle, and neighbours are compared: each tutor twice,
whatever their number, and who stands first is drawn too.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gnomon.benchmark.arena.config import ArenaConfig
from gnomon.benchmark.benchmark import Grade, Row, RowError
from gnomon.dialogue import Dialogue
from gnomon.files import write_whole
from gnomon.judge import PairCase, PairwiseJudge
from gnomon.metrics import Comparison
from gnomon.models import Cache, open_model
from gnomon.prompts import load
from gnomon.runs import SUMMARY, Pace, Record, RunFiles, Told, claimed, here, run_jobs, versions_of
from gnomon.tutor import transcript

PAIRS = "pairs"
"""Folder of the judgements, within that of the arena."""
_SCORES = {1: 1.0, 2: 0.0, 0: 0.5}
"""What a judge's choice is worth to the first."""


@dataclass(frozen=True)
class Pair:
    """Two dialogues of one meeting."""

    first: Row
    second: Row

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


async def judge_pairs(config: ArenaConfig, rows: Sequence[Row], folder: Path, pace: Pace, cache: Cache, told: Told) -> None:
    """Ask for the judgements that are missing; the folder's cache keeps every answer.

    Raises:
        RunError: when all of them fail.
        ModelError: when the server has to be asked for its models, and cannot be.
    """
    assert config.judge is not None
    record = Record[ArenaConfig](
        config=config, versions=versions_of(()), prompts={"judge/pairwise": load("judge/pairwise").sha256}
    )
    pairs = list(pairs_of(rows))
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
    row = Row(id=pair.id, cluster=pair.first.cluster, groups=groups)
    if found.error is not None:
        return row.model_copy(update={"error": RowError(boundary="judge", message=" ".join(found.error.message.split()))})
    grade = Grade(marks={"better": found.value}, status={"pairwise": found.status}, reasons={"pairwise": found.told})
    return row.model_copy(update={"grade": grade})


def comparisons_of(rows: Iterable[Row]) -> tuple[Comparison, ...]:
    """Return the judgements that could be read."""
    return tuple(
        Comparison(row.groups["first"], row.groups["second"], _SCORES[row.marks["better"]], row.cluster)
        for row in rows
        if row.marks.get("better") in _SCORES
    )


def _said(row: Row) -> str:
    return "\n".join(transcript(Dialogue.model_validate(row.answer.value if row.answer else {})))
