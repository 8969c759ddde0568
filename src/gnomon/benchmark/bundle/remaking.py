"""A run made again from its raw replies: the same items, reading and grading; no server, no program, no code of others."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gnomon.benchmark.benchmark import Answer, Benchmark, Item, Row
from gnomon.benchmark.bundle.contents import is_opaque
from gnomon.benchmark.catalogue import build
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.running import answered, crashed, graded
from gnomon.files import write_whole
from gnomon.models import Model
from gnomon.prompts import load, names, replace_prompts
from gnomon.prompts.replacing import VARIABLE

Seen = Callable[[str], None]


class Remade(NamedTuple):
    """A benchmark with the items of a run."""

    benchmark: Benchmark
    items: tuple[Item, ...]


@contextmanager
def prompts_in_use(texts: Mapping[str, str], folder: Path) -> Iterator[None]:
    """Let models be asked with these prompts meanwhile, and with ours where there is none; afterwards all is as before.

    Args:
        texts: by name; one that is no prompt's is passed over.
        folder: a new one, to keep them in.

    Raises:
        PromptError: when one cannot be read, or has other gaps than ours.
    """
    for name, text in texts.items():
        if name in names():
            path = folder / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
    before = os.environ.get(VARIABLE)
    try:
        if folder.exists():
            replace_prompts(folder)
        yield
    finally:
        os.environ.pop(VARIABLE, None)
        if before is not None:
            os.environ[VARIABLE] = before
        load.cache_clear()


def benchmark_of(config: RunConfig, row_ids: Sequence[str]) -> Remade:
    """Make the benchmark of a run without opening a tutor that is somebody's code.

    Args:
        config: of the run; its data are here.
        row_ids: of the run, which tell what an opaque tutor was asked.

    Raises:
        ResultsError: when the configuration does not fit, or the data have other items.
        DatasetError: when the data cannot be read.
    """
    candidates = [config]
    if is_opaque(config):
        ocr = None if (config.ocr or "").startswith("command:") else config.ocr
        tutor = config.tutor if config.tutor in (None, "symbolic") else None
        candidates = [config.model_copy(update={"tutor": name, "ocr": ocr}) for name in (tutor, "recorded")]
    first: ResultsError | None = None
    for candidate in candidates:
        try:
            benchmark = build(candidate)
        except ResultsError as error:
            first = first or error
            continue
        items = tuple(benchmark.items()[: config.limit])
        if [item.id for item in items] == list(row_ids):
            return Remade(benchmark, items)
    raise first or ResultsError("the data have other items than the run; name the data of the run with --data")


def remake_rows(
    remade: Remade, models: Mapping[str, Model], recorded: Mapping[str, Answer | None], seen: Seen = lambda _: None
) -> list[Row]:
    """Return the rows that the replies give.

    Args:
        remade: the benchmark.
        models: that say what was said, by role.
        recorded: answers that stand as they are, by row; None for a row that had none.
        seen: is told each row's id when it has been made.
    """
    return asyncio.run(_rows(remade, models, recorded, seen))


async def _rows(remade: Remade, models: Mapping[str, Model], recorded: Mapping[str, Answer | None], seen: Seen) -> list[Row]:
    rows = []
    for item in remade.items:  # one after the other: what a conversation has said before is then the same each time
        rows.append(await _row(remade.benchmark, item, models, recorded))
        seen(item.id)
    return rows


async def _row(benchmark: Benchmark, item: Item, models: Mapping[str, Model], recorded: Mapping[str, Answer | None]) -> Row:
    try:
        if item.id not in recorded:
            return await graded(benchmark, item, await answered(benchmark, item, models), models)
        row = Row(
            id=item.id,
            cluster=item.cluster,
            text=item.text,
            groups=dict(item.groups),
            truth=benchmark.truth(item),
            answer=recorded[item.id],
        )
        return await graded(benchmark, item, row, models)
    except Exception as error:  # noqa: BLE001 - as in a run: the row says what failed
        return crashed(benchmark, item, error)
