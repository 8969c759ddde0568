"""Pairs of recorded responses to one conversation: the one that a judge prefers, in either order.

People give no preference; theirs is that of the summed labels, Yes 1, To some extent .5, No 0. Each response is in one pair at
most. It is a pass of a check, not a benchmark of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.benchmark.benchmark import Answer, Benchmark, Grade, Item, Options, Picture, Row, RowError, Shown
from gnomon.benchmark.data import opened
from gnomon.benchmark.results import RunConfig
from gnomon.datasets import MRBenchDialogue
from gnomon.judge import LABELS, JudgeSettings, PairCase, PairwiseJudge, dimensions
from gnomon.models import Model
from gnomon.prompts import load

PROMPT = "judge/pairwise"
_POINTS = dict(zip(LABELS, (1.0, 0.5, 0.0), strict=True))


class PairOptions(Options):
    """What may be set."""

    swapped: bool = False
    """Show the second response first."""
    temperature: float | None = 0.0


class _Pair(NamedTuple):
    history: str
    first: str
    second: str
    preferred: int | None
    """1 or -1 for the first or the second response by people's labels; 0 for neither, None without labels."""


class Pairs(Benchmark):
    """The pairs with one judge.

    Args:
        dialogues: of the dataset.
        limit: responses from the top that may be in a pair; None for all.
        options: see `PairOptions`.
        seed: of the judge.
    """

    name = "mrbench.pairs"

    def __init__(self, dialogues: Sequence[MRBenchDialogue], limit: int | None, options: PairOptions, seed: int) -> None:
        self._items = list(_pairs(dialogues, limit))
        self._options = options
        self._seed = seed

    @property
    def roles(self) -> tuple[str, ...]:
        """A judge."""
        return ("judge",)

    @property
    def prompts(self) -> Mapping[str, str]:
        """The prompt of pairs."""
        return {PROMPT: load(PROMPT).sha256}

    def items(self) -> Sequence[Item]:
        """Return one item a pair."""
        return self._items

    def truth(self, item: Item) -> Any:  # noqa: ANN401 - plain JSON
        """Return what people prefer: 1, -1, 0, or None without labels."""
        return {"preferred": item.content.preferred}

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Return both responses."""
        del models
        return Answer(text=f"{item.content.first}\n\n{item.content.second}")

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Ask which is better; the mark ``preferred`` is 1 for the first response, wherever it was shown."""
        del answer
        pair: _Pair = item.content
        shown = (pair.second, pair.first) if self._options.swapped else (pair.first, pair.second)
        settings = JudgeSettings(temperature=self._options.temperature, seed=self._seed)
        case = PairCase(pair.history, *(f"Tutor: {text}" for text in shown))
        judged = await PairwiseJudge(models["judge"], settings).judge(case)
        choice = None if judged.value is None else {0: 0, 1: 1, 2: -1}[judged.value]
        preferred = -choice if choice is not None and self._options.swapped else choice
        error = judged.error and RowError(boundary=judged.error.boundary, message=judged.error.message)
        return Grade(marks={"preferred": preferred}, status={"pairwise": judged.status}, error=error)

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return nothing: the dialogues are text."""
        del item, row
        return None

    def shown(self) -> Shown:
        """Return nothing: the check makes the figures."""
        return Shown({}, ())


def build_pairs(config: RunConfig) -> Pairs:
    """Make the pairs of a configuration.

    Raises:
        ResultsError: for a setting that is none of theirs.
        DatasetError: when the data cannot be read.
    """
    dialogues = opened("mrbench", config.data, MRBenchDialogue)
    return Pairs(dialogues, config.limit, PairOptions.checked(config.options), config.seed)


def _pairs(dialogues: Sequence[MRBenchDialogue], limit: int | None) -> Iterator[Item]:
    left = sum(len(dialogue.responses) for dialogue in dialogues) if limit is None else limit
    for dialogue in dialogues:
        kept = dialogue.responses[:left]
        left -= len(kept)
        for first, second in zip(kept[::2], kept[1::2], strict=False):
            points = [_points(each.labels) for each in (first, second)]
            preferred = None if points[0] is None or points[1] is None else (points[0] > points[1]) - (points[0] < points[1])
            yield Item(
                id=f"{dialogue.id}/{first.tutor}/{second.tutor}",
                cluster=dialogue.id,
                text=dialogue.history,
                groups={"source": dialogue.source} if dialogue.source else {},
                content=_Pair(dialogue.history, first.text, second.text, preferred),
            )


def _points(labels: Mapping[str, str]) -> float | None:
    found = [_POINTS[label] for name in dimensions() if (label := labels.get(name)) in _POINTS]
    return sum(found) if found else None
