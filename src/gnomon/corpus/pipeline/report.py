"""The report of a pipeline: funnel, reasons, what people decided and how far they agree, calls of models, samples to look at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gnomon.corpus.pipeline.counting import StageCounts, StageStatus, Status
from gnomon.corpus.pipeline.folder import StageRow
from gnomon.corpus.pipeline.item import Item, leaves
from gnomon.corpus.pipeline.pictures import is_picture, pictures_of
from gnomon.corpus.pipeline.stage import Context
from gnomon.models import Calls, model_name
from gnomon.pages import Cell, Column, Plot, Report, SampleView, Series, Table, TableRow, counted

Heads = tuple[Column[object], ...]
_SAMPLES = 3
"""Of each kind a stage: enough to see what it does."""
_LONGEST = 400
"""Characters of a text in a sample."""
_MOST_LINES = 24
"""Of a sample; more are not read."""
_SENTENCE = 5
"""Words from which on a nested text is one to read, and no name, coordinate or literal."""


def pipeline_report(status: Status) -> Report:
    """Return the report of a pipeline, however far it is."""
    tables = (_funnel(status), _reasons(status), _agreement(status), _costs(status))
    return Report(
        title=status.recipe.title,
        runs=(),
        tables=tuple(table for table in tables if table.rows),
        plots=(_plot(status),),
        samples=tuple(_samples(status)),
        notes=() if status.is_finished else ("The pipeline is not finished.",),
    )


def _funnel(status: Status) -> Table:
    heads: Heads = (
        *map(counted, ("came", "kept", "dropped", "failed", "waiting", "items that go on")),
        Column[object]("kept", unit="percent", better=""),
    )
    rows = tuple(TableRow(stage.place.spec.name, (*map(Cell, _counts(stage)), _share(stage.counts))) for stage in status.stages)
    note = "A row is kept, dropped, failed or waiting. One row may go on as several items, such as the key steps of a video."
    return Table("pipeline.funnel", "What became of the items at each stage", heads, rows, note)


def _counts(stage: StageStatus) -> tuple[int, ...]:
    counts = stage.counts
    came = counts.rows + stage.waiting
    return came, counts.kept, counts.dropped.total(), counts.failed, stage.waiting, counts.items


def _share(counts: StageCounts) -> Cell:
    decided = counts.rows - counts.failed
    return Cell(100 * counts.kept / decided if decided else None, digits=1)


def _reasons(status: Status) -> Table:
    heads: Heads = (counted("items"), Column[object]("of the stage", unit="percent", better=""))
    rows = [
        TableRow(f"{stage.place.spec.name}: {reason}", (Cell(count), Cell(100 * count / stage.counts.rows, digits=1)))
        for stage in status.stages
        for reason, count in stage.counts.dropped.most_common()
    ]
    return Table("pipeline.reasons", "Why items were dropped", heads, tuple(rows))


def _agreement(status: Status) -> Table:
    heads: Heads = (
        counted("decided"),
        counted("corrected"),
        Column[object]("corrected of the kept", unit="percent", better=""),
        counted("by two"),
        Column[object]("alike", unit="percent"),
        Column[object]("kappa"),
        Column[object]("alpha"),
    )
    rows = [TableRow(stage.place.spec.name, _people(stage.counts)) for stage in status.stages if stage.counts.said]
    note = "Cohen's kappa of two people and Krippendorff's alpha of all, of verdicts given without seeing another's."
    return Table("pipeline.people", "What people decided", heads, tuple(rows), note)


def _people(counts: StageCounts) -> tuple[Cell, ...]:
    agreed = counts.agreement()
    corrected = Cell(100 * counts.corrected / counts.kept if counts.kept else None, digits=1)
    first = (Cell(len(counts.said)), Cell(counts.corrected), corrected)
    if agreed is None:
        return (*first, Cell(0), Cell(None), Cell(None), Cell(None))
    return (*first, Cell(agreed.items), Cell(100 * agreed.share, digits=1), Cell(agreed.kappa), Cell(agreed.alpha))


def _costs(status: Status) -> Table:
    heads: Heads = tuple(map(counted, ("calls", "from the cache", "requests", "prompt tokens", "completion tokens")))
    rows = [
        TableRow(f"{stage.place.spec.name}: {role}, {model_name(status.recipe.models.get(role) or '')}", _calls(calls))
        for stage in status.stages
        for role, calls in stage.counts.calls.items()
    ]
    return Table("pipeline.calls", "What models were asked", heads, tuple(rows))


def _calls(calls: Calls) -> tuple[Cell, ...]:
    usage = calls.usage
    return tuple(map(Cell, (calls.calls, calls.cached, usage.requests, usage.prompt_tokens, usage.completion_tokens)))


def _plot(status: Status) -> Plot:
    names = tuple(stage.place.spec.name for stage in status.stages)
    kept = tuple(float(stage.counts.kept) for stage in status.stages)
    dropped = tuple(float(stage.counts.dropped.total()) for stage in status.stages)
    series = (Series("kept", names, kept), Series("dropped", names, dropped))
    return Plot("pipeline.funnel_plot", "Items kept and dropped", "bar", "stage", "items", series)


def _samples(status: Status) -> Iterator[SampleView]:
    """Yield the first items that each stage dropped, by reason, and the first that the last stage kept."""
    context = Context(status.folder, status.recipe.seed)
    before: dict[str, Item] = {}
    for stage in status.stages:
        seen: dict[str, int] = {}
        for row in stage.place.rows():
            reason = row.dropped or ""
            seen[reason] = seen.get(reason, 0) + 1
            if reason and row.id in before and seen[reason] <= _SAMPLES:
                yield _dropped(stage, row, before[row.id], context)
        # What comes to the next stage, for its samples; a stage without drops needs none of it
        before = {item.id: item for item in stage.place.items()}
    for item in islice(before.values(), _SAMPLES):
        who = "; ".join(f"{event.stage}: {event.by}" for event in item.provenance.events)
        yield SampleView(
            "kept", item.id, _text(item), "kept", (("source", item.provenance.source),), who, pictures=pictures_of(item, context)
        )


def _dropped(stage: StageStatus, row: StageRow, item: Item, context: Context) -> SampleView:
    assert row.dropped is not None
    people = ", ".join(f"{each.by}: {each.verdict}" for each in row.said)
    marks = (("stage", stage.place.spec.name), ("reason", row.dropped))
    return SampleView(
        "dropped",
        item.id,
        _text(item),
        f"dropped: {row.dropped}",
        marks,
        people or row.detail,
        pictures=pictures_of(item, context),
    )


def _text(item: Item) -> str:
    """Return what of an item can be read: its own texts and numbers, and sentences inside it, a line each."""
    found = ((path, value) for name, inner in item.data.items() for path, value in leaves(inner, name))
    lines = [
        f"{path}: {value}"
        for path, value in found
        if value not in (None, "") and not is_picture(value) and ("." not in path or len(str(value).split()) >= _SENTENCE)
    ]
    return "\n".join(line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in lines[:_MOST_LINES])
