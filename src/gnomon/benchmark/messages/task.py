"""What the tutor hears in learners' messages, against what a fair teacher hears; a model may read what is told in words.

One row is one message, heard as ``gnomon listen`` hears it. Without a reader the grammar's figures are measured: those a model
has to beat. The verdicts are the engine's in either case.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from gnomon.benchmark.benchmark import Answer, Benchmark, Grade, Item, Options, Picture, Row, RowError, Shown, is_model
from gnomon.benchmark.data import opened
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.sources import formal_description
from gnomon.datasets import LearnerMessage
from gnomon.geometry import Solution, solved
from gnomon.models import Model
from gnomon.problem import ProblemError, problem_of
from gnomon.prompts import load
from gnomon.session import listen
from gnomon.tutor import NO_ANSWER, ModelEar, Sampling

_PROMPT = "tutor/hear"
_RIGHT = frozenset({"right", "rounded"})
"""Verdicts that differ by a note."""


class MessagesOptions(Options):
    """What may be set beside the reader."""

    patience: float = Field(default=60.0, gt=0)
    """Seconds to wait for the reader at each message: longer than a learner would, for slow servers under load."""
    temperature: float | None = Field(default=0.0, ge=0)
    """Of the reader; None leaves it to the server: some reasoning models refuse any."""


class Messages(Benchmark):
    """The benchmark with its messages.

    Args:
        messages: of the dataset.
        has_reader: whether a model in the role ``reader`` is asked.
        options: see `MessagesOptions`.
        seed: of the reader.
    """

    name = "messages"

    def __init__(self, messages: Sequence[LearnerMessage], options: MessagesOptions, seed: int = 0, *, has_reader: bool) -> None:
        self._items = [_item(message) for message in messages]
        self._has_reader = has_reader
        self._options = options
        self._seed = seed
        self._solutions: dict[str, Solution] = {}

    @property
    def roles(self) -> tuple[str, ...]:
        """A reader, where one is named."""
        return ("reader",) if self._has_reader else ()

    @property
    def prompts(self) -> Mapping[str, str]:
        """The reader's."""
        return {_PROMPT: load(_PROMPT).sha256} if self._has_reader else {}

    def items(self) -> Sequence[Item]:
        """Return one item a message."""
        return self._items

    def truth(self, item: Item) -> dict[str, Any]:
        """Return claim, verdict, solved and role."""
        return _message(item).model_dump(include={"claim", "verdict", "solved", "role"})

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Return what is heard, as ``gnomon listen`` writes it."""
        message = _message(item)
        sampling = Sampling(temperature=self._options.temperature, seed=self._seed)
        ear = ModelEar(models["reader"], sampling, self._options.patience) if self._has_reader else None
        heard = await listen(await self._solution(message.problem), message.message, message.before, ear=ear)
        value = heard.as_json()
        return Answer(
            text=heard.turn.utterance, value=value, extra={"by_reader": heard.by_reader, "unheard": list(heard.unheard)}
        )

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Compare with the truth; a mark stands only where the message calls for it, and none where the reader gave no answer."""
        del models
        failed = next((why for why in answer.extra["unheard"] if why.startswith(NO_ANSWER)), None)
        if failed is not None:
            return Grade(error=RowError(boundary="reader", message=failed))
        truth, value = _message(item), answer.value
        is_note = {value["verdict"], truth.verdict} == _RIGHT
        agrees = value["verdict"] == truth.verdict or is_note
        marks: dict[str, int] = {"wrong_verdict": int(value["verdict"] != "none" and not agrees), "missed_note": int(is_note)}
        if truth.claim:
            marks["read"] = int(agrees)
        marks["noticed" if truth.solved else "credited"] = int(value["solved"])
        if truth.role:
            marks["credited_in_role"] = int(value["solved"])
        if self._has_reader:
            marks |= {"by_reader": int(answer.extra["by_reader"]), "unheard": len(answer.extra["unheard"])}
        return Grade(marks=marks)

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return nothing: the figure is the problem's."""
        del item, row
        return None

    def shown(self) -> Shown:
        """Return the figures, with intervals over problems."""
        from gnomon.benchmark.messages.tables import SHOWN

        return SHOWN

    async def _solution(self, problem: str | dict[str, Any]) -> Solution:
        key = json.dumps(problem, sort_keys=True)
        if key not in self._solutions:
            try:
                described = formal_description(problem) if isinstance(problem, str) else problem_of(problem)
            except ProblemError as error:
                raise ResultsError(f"a message brings a problem that cannot be read: {error}") from error
            self._solutions[key] = await solved(described)
        return self._solutions[key]


def build(config: RunConfig) -> Messages:
    """Make the benchmark of a configuration.

    Raises:
        ResultsError: for a setting that is none of its, or a reader that is no model.
        DatasetError: when the data cannot be read.
    """
    if config.reader is not None and not is_model(config.reader):
        raise ResultsError(f"expected --reader as MODEL@URL or a URL, got {config.reader!r}; without it the grammar reads alone")
    messages = opened("listening", config.data, LearnerMessage)
    return Messages(messages, MessagesOptions.checked(config.options), config.seed, has_reader=config.reader is not None)


def _item(message: LearnerMessage) -> Item:
    named = message.problem if isinstance(message.problem, str) else str(message.problem.get("id", message.id))
    return Item(
        id=message.id, cluster=named, text=message.message, groups={"kind": message.role or message.kind}, content=message
    )


def _message(item: Item) -> LearnerMessage:
    assert isinstance(item.content, LearnerMessage)
    return item.content
