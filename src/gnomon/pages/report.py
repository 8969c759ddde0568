"""A report of one or more runs as one self-contained page and CSV files: plots, tables, cost, rows that failed, samples to read.

Computing is done before: the page shows `Table` and `Plot` values as they are. Plots are drawn by `plots`, which needs
matplotlib; without it the page says so and keeps their figures as tables.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from markupsafe import Markup

from gnomon.files import replacing
from gnomon.models import Asked, Calls, Price, add_calls, model_name
from gnomon.pages.plots import PlotsUnavailableError, draw_plot
from gnomon.pages.rendering import render
from gnomon.pages.tables import ALARMING_SHARE, Cell, Column, Counts, Plot, Table, TableRow
from gnomon.runs import Record

_SHOWN_HASH = 12
"""Characters of a prompt's hash: enough to tell its versions apart, and a line stays short."""
_MOST_LISTED = 12
"""Values of one setting that are shown, such as the ids of a subset."""
_FORMULA_SIGNS = ("=", "+", "-", "@")
_WITHOUT_INTERVAL = ("name", "probability")
"""Units of columns that never have one: words, and p values."""
_UNITS = {"percent": "in percent", "fraction": "as fractions, 0 to 1", "points": "in points", "count": "counts"}
_UNITS |= dict.fromkeys(_WITHOUT_INTERVAL, "")
"""How a heading says a unit; another unit says itself."""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True)
class RoleCost:
    """What one role's calls cost in a run."""

    role: str
    model: str
    requests: int
    """That reached the server, retries included."""
    cached: int
    """Samples that came from the cache."""
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    """Added up over calls, waiting included; calls run side by side."""
    cost: float | None
    """In the currency of the prices given; None when no price is known, or an answer came without token counts."""

    @classmethod
    def of(cls, role: str, model: str, calls: Calls, price: Price | None) -> Self:
        """Return what a role's calls cost.

        Args:
            role: such as ``judge``.
            model: by the name of the prices.
            calls: of the role, added up.
            price: of the model; None where none is given.
        """
        usage = calls.usage
        return cls(
            role=role,
            model=model,
            requests=usage.requests,
            cached=calls.cached,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            seconds=calls.seconds,
            cost=None if price is None or usage.unreported else price.cost(usage),
        )


@dataclass(frozen=True)
class RunView:
    """One run, as the page introduces it."""

    name: str
    settings: tuple[tuple[str, str], ...]
    """Names and values, in order."""
    counts: Counts
    costs: tuple[RoleCost, ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        record: Record[Any],
        counts: Counts,
        *,
        calls: Iterable[Mapping[str, Calls]],
        models: Mapping[str, str | None],
        prices: Mapping[str, Price],
        unset: Mapping[str, Any] | None = None,
    ) -> Self:
        """Introduce a run by its record and what its calls cost.

        Args:
            name: of the run.
            record: whose settings are shown, but for those that are empty, with versions and prompts.
            counts: of its rows.
            calls: of each row, by role.
            models: that were asked, by role, as the configuration names them.
            prices: by model.
            unset: by setting, the value that says that there is none.
        """
        config = record.config.model_dump(mode="json")
        empty: tuple[Any, ...] = (None, {}, [], "")
        settings = [(key, _setting(value)) for key, value in config.items() if value not in (*empty, (unset or {}).get(key))]
        settings += [(f"{role} asked with", _asked(entries)) for role, entries in record.asked.items()]
        settings += [(f"version of {library}", number) for library, number in record.versions.items()]
        settings += [(f"prompt {prompt}", digest[:_SHOWN_HASH]) for prompt, digest in record.prompts.items()]
        named = [(role, model_name(models.get(role) or ""), spent) for role, spent in add_calls(calls).items()]
        costs = tuple(RoleCost.of(role, model, spent, prices.get(model)) for role, model, spent in named)
        return cls(name, tuple(settings), counts, costs)


@dataclass(frozen=True)
class SampleView:
    """One sample to read: what was asked, what came, what the judge said."""

    run: str
    id: str
    question: str
    reply: str
    marks: tuple[tuple[str, str], ...]
    """Names and values."""
    reason: str = ""
    """The judge's reason, or the error."""
    figure: Markup | None = None
    """The figure with the reply's highlights drawn."""
    pictures: tuple[str, ...] = ()
    """``data:`` URIs."""


class SaidView(NamedTuple):
    """One turn of a conversation that stands beside others."""

    who: str
    text: str
    caption: str = ""
    """The kind of turn."""
    remark: str = ""
    """What is wrong with it; empty for nothing."""


@dataclass(frozen=True)
class ConversationView:
    """One conversation of several about the same."""

    name: str
    summary: str
    turns: tuple[SaidView, ...]


@dataclass(frozen=True)
class SideBySide:
    """Conversations about the same, to be read beside one another."""

    title: str
    question: str
    conversations: tuple[ConversationView, ...]
    figure: Markup | None = None


@dataclass(frozen=True)
class Report:
    """All that one report shows."""

    title: str
    runs: tuple[RunView, ...]
    """None at all where the tables are of no run; what a reader must know of runs is then left out."""
    tables: tuple[Table, ...]
    plots: tuple[Plot, ...] = ()
    samples: tuple[SampleView, ...] = ()
    notes: tuple[str, ...] = ()
    side_by_side: tuple[SideBySide, ...] = ()


class _PlotView(NamedTuple):
    plot: Plot
    drawing: Markup | None
    figures: Table


def folder_names(folders: Sequence[Path]) -> tuple[str, ...]:
    """Return the shortest ends of paths, of one length, that tell the folders apart; whole paths where none does."""
    parts = [folder.resolve().parts for folder in folders]
    names: tuple[str, ...] = ()
    for length in range(1, max(map(len, parts), default=0) + 1):
        names = tuple("/".join(each[-length:]) for each in parts)
        if len(set(names)) == len(names):
            break
    return names


def report_page(report: Report) -> str:
    """Write a report as one HTML document without scripts or other files.

    Texts of models and data are escaped, so that no reply can carry markup into the page.
    """
    drawings = [_PlotView(plot, _drawn(plot), _figures_of(plot)) for plot in report.plots]
    return render(
        "report.html.jinja",
        report=report,
        plots=drawings,
        plots_missing=any(view.drawing is None for view in drawings),
        alarms=[(run, name, count) for run in report.runs for name, count in run.counts.alarms.items()],
        alarming_share=ALARMING_SHARE,
        cell_text=cell_text,
        unit_text=unit_text,
        share=_share,
    )


def write_tables(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write each table as ``<id>.csv``, with ends of intervals in columns of their own and all decimals; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_write_table(table, folder / f"{table.id}.csv") for table in report.tables)


def unit_text(unit: str) -> str:
    """Return a unit as a heading says it."""
    return _UNITS.get(unit, unit)


def cell_text(cell: Cell) -> str:
    """Return a figure as the page shows it; a dash where there is none, a word where one was to be."""
    if cell.value is None:
        return "missing" if cell.missing else "–"
    if not isinstance(cell.value, float):
        return str(cell.value)
    return f"{cell.value:.{cell.digits}f}"


def _write_table(table: Table, path: Path) -> Path:
    counts = [(row.counts._asdict() if row.counts else {}) for row in table.rows]
    states = [name for name in Counts._fields if any(counts)]
    with replacing(path) as draft, draft.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        ends = [f"{_with_unit(head, table)} {end}".strip() for head in table.heads for end in _ends(head)]
        has_gaps = any(cell.missing for row in table.rows for cell in row.cells)
        why = ["missing"] if has_gaps else []
        writer.writerow(map(csv_cell, ["name", "published", *(name.replace("_", " ") for name in states), *ends, *why]))
        for row, count in zip(table.rows, counts, strict=True):
            values = [value for head, cell in zip(table.heads, row.cells, strict=True) for value in _ends(head, cell)]
            own = [row.name, "yes" if row.is_published else "no", *(count.get(name) for name in states)]
            gaps = zip(table.heads, row.cells, strict=True)
            why = ["; ".join(f"{head.heading}: {cell.missing}" for head, cell in gaps if cell.missing)] if has_gaps else []
            writer.writerow(map(csv_cell, [*own, *values, *why]))
    return path


def _ends(head: Column[Any], cell: Cell | None = None) -> tuple[Any, ...]:  # words of a heading, or values of its cell
    """Return what a column has in the file, or its cell: the figure, and where it may have an interval both ends."""
    parts = ("", "low", "high") if cell is None else (cell.value, cell.low, cell.high)
    return parts[:1] if head.unit in _WITHOUT_INTERVAL else parts


def _with_unit(head: Column[Any], table: Table) -> str:
    unit = "" if head.unit == "name" else head.unit or table.unit
    return f"{head.heading} ({unit})" if unit else head.heading


def csv_cell(value: float | str | None) -> float | str:
    """Return what stands in a CSV field: words that a spreadsheet would run as a formula get an apostrophe before them.

    Spreadsheets skip white space before the sign. A number, and what reads as one (-0.5), is a number.
    """
    if not isinstance(value, str):
        return "" if value is None else value
    if not value.lstrip().startswith(_FORMULA_SIGNS) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}"


def _drawn(plot: Plot) -> Markup | None:
    try:
        return Markup(draw_plot(plot))  # noqa: S704 - matplotlib escapes every text that it writes
    except PlotsUnavailableError:
        return None


def _figures_of(plot: Plot) -> Table:
    """Return the plot's figures as a table: one line a series."""
    columns = tuple(dict.fromkeys(str(x) for series in plot.series for x in series.x))
    rows = []
    for series in plot.series:
        value_at = dict(zip(map(str, series.x), series.y, strict=True))
        rows.append(TableRow(series.name, tuple(Cell(value_at.get(column)) for column in columns), series.is_published))
    return Table(
        plot.id, plot.title, tuple(Column(column, better="") for column in columns), tuple(rows), plot.note, plot.y_label
    )


def _asked(entries: Sequence[Asked]) -> str:
    """Return how a role was asked in words; of several ways each."""
    return "; ".join(map(_way, entries))


def _way(asked: Asked) -> str:
    settings = asked.model_dump(exclude={"seeds", "num_seeds"})
    told = [f"{name.replace('_', ' ')} {'left to the server' if value is None else value}" for name, value in settings.items()]
    more = asked.num_seeds - len(asked.seeds)
    seeds = ", ".join(map(str, asked.seeds)) or "none"
    return ", ".join([*told, f"seed {seeds}{f' and {more} more' if more else ''}"])


def _setting(value: Any) -> str:  # noqa: ANN401 - plain JSON
    """Return a setting in words: no brackets and quotes of a programming language."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_setting(each)}" for key, each in value.items() if each is not None)
    if isinstance(value, list):
        more = f" and {len(value) - _MOST_LISTED} more" if len(value) > _MOST_LISTED else ""
        return ", ".join(map(_setting, value[:_MOST_LISTED])) + more
    return {None: "not set", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "0"
