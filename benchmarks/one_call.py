"""Whole runs as rows of ``throughput.py``, ours and Inspect's: one call a sample, its answer kept on disk, graded, logged."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gnomon.benchmark import Answer, Grade, Item, Picture, Row, RunConfig, catalogue
from gnomon.benchmark.benchmark import Benchmark, Shown
from gnomon.benchmark.running import run
from gnomon.models import Message, Model, Request
from gnomon.runs import Pace

__all__ = ["inspect_run", "our_run"]


class OneCall(Benchmark):
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

    def shown(self) -> Shown:
        """Return how many were answered, and no table."""
        return Shown({"answered": lambda rows: sum(row.answer is not None for row in rows) / len(rows)}, ())


def our_run(url: str, prompts: Sequence[str], connections: int) -> Callable[[], None]:
    """Return the timed part of a run as ``gnomon bench run`` does it. One of one sample comes first, for what is loaded late."""
    return _after_one(_run, url, prompts, connections)


def inspect_run(url: str, prompts: Sequence[str], connections: int) -> Callable[[], None]:
    """Return the timed part of the same as ``inspect eval`` does it, through our client with its cache."""
    return _after_one(_eval, url, prompts, connections)


def _after_one(
    once: Callable[[str, OneCall, int], None], url: str, prompts: Sequence[str], connections: int
) -> Callable[[], None]:
    once(url, OneCall(prompts[:1]), connections)
    return lambda: once(url, OneCall(prompts), connections)


def _run(url: str, benchmark: OneCall, connections: int) -> None:
    catalogue.BENCHMARKS["one-call"] = catalogue.Entry(lambda _: benchmark, benchmark.roles, "one-call", "one call a sample")
    config = RunConfig(task="one-call", tutor=f"fake-model@{url}")
    assert run(config, _folder(), Pace(max_connections=connections)).headline == {"answered": 1.0}


def _eval(url: str, benchmark: OneCall, connections: int) -> None:
    import inspect_ai
    from inspect_ai.model import get_model

    from gnomon.benchmark.inspect.task import as_task
    from gnomon.models import Cache, ServerSettings

    folder = _folder()
    opened_with = {"cache": Cache(folder / "cache"), "settings": ServerSettings(max_connections=connections)}
    tutor = get_model(f"gnomon/fake-model@{url}", memoize=False, role="tutor", opened_with=opened_with)
    (log,) = inspect_ai.eval(
        as_task(benchmark),
        model=None,
        model_roles={"tutor": tutor},
        log_dir=str(folder / "logs"),
        log_realtime=False,
        log_header_only=True,
        display="none",
        score_display=False,
        max_samples=connections,
    )
    assert log.status == "success"


def _folder() -> Path:
    """Make a folder that goes when the process ends."""
    folder = tempfile.mkdtemp(prefix="gnomon-throughput-")
    atexit.register(shutil.rmtree, folder)
    return Path(folder) / "run"
