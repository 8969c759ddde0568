"""A whole Inspect run as a row of ``throughput.py``: one call a sample, graded and written as rows, with the run's cache."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gnomon.benchmark import Answer, Grade, Item, Picture, Row, RunConfig, catalogue
from gnomon.benchmark.running import Pace, run
from gnomon.models import Message, Model, Request
from gnomon.pages import Plot, Table

__all__ = ["inspect_run"]


class OneCall:
    """A benchmark that asks its tutor once a sample and grades by the length of the answer."""

    name = "one-call"
    roles = ("tutor",)
    prompts: Mapping[str, str] = {}  # none are used

    def __init__(self, prompts: Sequence[str]) -> None:
        self._items = [Item(id=str(number), cluster=str(number), text=text) for number, text in enumerate(prompts)]

    def items(self) -> Sequence[Item]:
        """Return one item a prompt."""
        return self._items

    def truth(self, item: Item) -> Any:  # noqa: ANN401  # plain JSON
        """Return nothing: there is no right answer."""
        del item
        return None

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Ask once."""
        response = await models["tutor"].respond(Request(messages=(Message(role="user", text=item.text),), max_tokens=50))
        return Answer(text=response.text)

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Mark the length."""
        del item, models
        return Grade(marks={"length": len(answer.text)})

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return nothing."""
        del item, row
        return None

    def headline(self, rows: Sequence[Row]) -> Mapping[str, float]:
        """Return how many were answered."""
        return {"answered": sum(row.answer is not None for row in rows) / len(rows)}

    def tables(self, runs: Mapping[str, Sequence[Row]]) -> tuple[Table, ...]:
        """Return none."""
        del runs
        return ()

    def plots(self, runs: Mapping[str, Sequence[Row]]) -> tuple[Plot, ...]:
        """Return none."""
        del runs
        return ()


def inspect_run(url: str, prompts: Sequence[str], connections: int) -> Callable[[], None]:
    """Return the timed part of a run over prompts. A run of one sample comes first: Inspect imports much only when it runs."""
    _run_once(url, prompts[:1], connections)
    return lambda: _run_once(url, prompts, connections)


def _run_once(url: str, prompts: Sequence[str], connections: int) -> None:
    benchmark = OneCall(prompts)
    catalogue.BENCHMARKS["one-call"] = lambda _: benchmark
    folder = Path(tempfile.mkdtemp(prefix="gnomon-throughput-")) / "run"
    outcome = run(RunConfig(task="one-call", tutor=f"fake-model@{url}"), folder, Pace(max_connections=connections))
    assert outcome.headline == {"answered": 1.0}
