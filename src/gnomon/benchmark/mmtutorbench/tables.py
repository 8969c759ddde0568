"""Tables of MMTutorBench from its rows (MMTutorBench 4, App. C to H).

Agreement of judges, people's totals and text metrics are in `gnomon.benchmark.mmtutorbench.agreement`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.benchmark.benchmark import Item, Row
from gnomon.benchmark.figures import failed_share, published, share_cell
from gnomon.benchmark.mmtutorbench.agreement import agreement_tables, people_tables, text_table
from gnomon.benchmark.mmtutorbench.corpus import DOMAINS, LEVELS, corpus_tables
from gnomon.benchmark.mmtutorbench.rows import (
    MARK_COLUMNS,
    STATE_COLUMNS,
    Line,
    answered,
    lines_of,
    mark_cells,
    mean_cell,
    said_by,
    state_cells,
    total,
    unreadable_share,
    weighted,
)
from gnomon.metrics import CRITERIA, CRITERION_WEIGHTS_PERCENT
from gnomon.pages import Cell, Table, TableRow

TYPES = ("Progressive", "Exploratory", "Introspective")
VARIANT_NAMES = ("zero-shot", "query", "ocr", "1-shot", "3-shot")
_PAPER = "mmtutorbench"
_INTERVALS = (
    "Means are over graded replies: those of which the judge's six marks could be read. Intervals: percentile bootstrap over "
    "problems, key steps of one source together."
)
_WEIGHTED = (
    "Weights in percent (Table 13): {weights}. The published weighted totals do not follow from the paper's own figures: the "
    "zeros of Figure 4 give Gemini-2.5-Pro a total of 4.690 (printed 4.69) and a weighted total of 4.667 (printed 4.75). "
    "“Recomputed” is the weighted mean of each published line's marks of Table 3."
)
_NOT_APPLICABLE = (
    " Not applicable: the tutor had nothing to answer with, such as no formal description for the symbolic tutor, or no question "
    "for the variant with questions; such rows are in no mean."
)


def headline(rows: Sequence[Row]) -> Mapping[str, float]:
    """Return means of total, weighted total, insight, and of adaptivity and the rubric-free score where they were judged."""
    values: dict[str, list[float | None]] = {
        "total": [total(row) for row in rows],
        "weighted_total": [weighted(row) for row in rows],
        "insight_discovery": [row.marks.get(CRITERIA[0]) if total(row) is not None else None for row in rows],
        "adaptivity": [row.marks.get("adaptivity") for row in rows],
        "overall": [row.marks.get("overall") for row in rows],
    }
    kept = {name: [value for value in column if value is not None] for name, column in values.items()}
    return {name: sum(column) / len(column) for name, column in kept.items() if column}


def single_turn_tables(items: Sequence[Item], runs: Mapping[str, Sequence[Row]]) -> tuple[Table, ...]:
    """Return all tables of the single-turn benchmark: the runs, then what is published."""
    figures, lines = published(_PAPER), lines_of(runs)
    return (
        _main(f"{_PAPER}.main", "Marks on the six criteria", lines, figures["main"]),
        _weighted(lines),
        _by_group(lines, "domain", "Total by domain", DOMAINS),
        _by_group(lines, "difficulty", "Total by difficulty", LEVELS),
        *_variants(runs),
        *_persona(_PAPER, lines, figures["persona"]),
        _zeros(_PAPER, lines, figures["zeros"]),
        *agreement_tables(_PAPER, runs),
        *people_tables(runs),
        text_table(_PAPER, lines),
        *corpus_tables(items),
    )


def later_turn_tables(runs: Mapping[str, Sequence[Row]]) -> tuple[Table, ...]:
    """Return all tables of the benchmark of later turns."""
    name = f"{_PAPER}_multiturn"
    figures, lines = published(_PAPER), lines_of(runs)
    turns = [(line, "turn", turn, f"turn {turn}") for line in lines for turn in ("2", "3")]
    types = [(line, "type", kind, kind) for line in lines for kind in TYPES]
    return (
        _main(f"{name}.main", "Marks on the six criteria, turns 2 and 3 together", lines, ()),
        _main(f"{name}.turn", "Marks by turn", _parts(turns), figures["turn"]),
        _main(f"{name}.type", "Marks by kind of question", _parts(types), figures["type"]),
        *_persona(name, lines, ()),
        _zeros(name, lines, ()),
        *agreement_tables(name, runs),
        text_table(name, lines),
    )


def by_variant(runs: Mapping[str, Sequence[Row]]) -> Mapping[str, Mapping[str, Sequence[Row]]]:
    """Return, for each tutor, persona and judge, the rows of its runs by variant; of two runs alike the first."""
    found: dict[str, dict[str, Sequence[Row]]] = {}
    for rows in runs.values():
        said = next((said for row in rows if (said := said_by(row)) and said.variant), None)
        if said is not None:
            judge = next((str(row.marks["judge"]) for row in rows if "judge" in row.marks), "")
            name = ", ".join(part for part in (said.tutor, said.persona, judge) if part)
            found.setdefault(name, {}).setdefault(said.variant or "", rows)
    return found


class _Part(NamedTuple):
    """Rows of one line with one value of a group."""

    line: Line
    group: str
    value: str
    shown: str


def _parts(parts: Iterable[tuple[Line, str, str, str]]) -> list[Line]:
    return [
        Line(f"{part.line.name}, {part.shown}", [row for row in part.line.rows if row.groups.get(part.group) == part.value])
        for part in map(_Part._make, parts)
    ]


def _main(table_id: str, title: str, lines: Sequence[Line], theirs: Iterable[Mapping[str, Any]]) -> Table:
    ours = [TableRow(line.name, (*mark_cells(line.rows), *state_cells(line.rows))) for line in lines]
    rows = [*ours, *(_published(row["name"], _as_printed(row["values"]), row.get("replies")) for row in theirs)]
    note = f"{_INTERVALS}{_NOT_APPLICABLE}{_scope_rule_note(lines)}"
    return Table(table_id, title, (*MARK_COLUMNS, *STATE_COLUMNS), tuple(rows), note)


def _scope_rule_note(lines: Iterable[Line]) -> str:
    """Say in how many replies of each line the rubric's own rule changed the judge's mark; nothing where it did so in none."""
    counts = {line.name: sum("scope_rule_applied" in row.marks.get("judge_flags", ()) for row in line.rows) for line in lines}
    told = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
    return f" Replies whose mark of scope control the rubric's rule set from 1 to 0: {told}." if told else ""


def _published(name: str, cells: Sequence[Cell], replies: int | None = None) -> TableRow:
    rest = [Cell(None)] * (len(STATE_COLUMNS) - 1)
    return TableRow(name, (*cells, Cell(replies), *rest), is_published=True)


def _as_printed(values: Iterable[float | None]) -> list[Cell]:
    return [Cell(value, digits=2) for value in values]


def _weighted(lines: Iterable[Line]) -> Table:
    figures = published(_PAPER)
    means = {row["name"]: row["values"] for row in figures["main"]}
    ours = [
        TableRow(
            line.name,
            (_total_cell(line.rows), _weighted_cell(line.rows), Cell(None), unreadable_share(line.rows), failed_share(line.rows)),
        )
        for line in lines
    ]
    theirs = [
        TableRow(
            row["name"],
            (*_as_printed([means[row["model"]][0], row["value"]]), Cell(_weigh(means[row["model"]][1:])), Cell(None), Cell(None)),
            is_published=True,
        )
        for row in figures["weighted"]
    ]
    columns = ("Tot.", "weighted", "recomputed", "unreadable", "failed")
    weights = ", ".join(
        f"{title} {CRITERION_WEIGHTS_PERCENT[name]}" for title, name in zip(MARK_COLUMNS[1:], CRITERIA, strict=True)
    )
    note = f"{_WEIGHTED.format(weights=weights)} {_INTERVALS}"
    return Table("mmtutorbench.weighted", "Weighted total", columns, (*ours, *theirs), note)


def _weigh(means: Sequence[float]) -> float:
    return 6 * sum(CRITERION_WEIGHTS_PERCENT[name] * mean for name, mean in zip(CRITERIA, means, strict=True)) / 100


def _total_cell(rows: Sequence[Row]) -> Cell:
    return mean_cell(rows, [total(row) for row in rows])


def _weighted_cell(rows: Sequence[Row]) -> Cell:
    return mean_cell(rows, [weighted(row) for row in rows])


def _by_group(lines: Iterable[Line], group: str, title: str, values: Sequence[str]) -> Table:
    figures = published(_PAPER)

    def cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
        parts = [[row for row in rows if row.groups.get(group) == value] for value in values]
        counts = [Cell(sum(total(row) is not None for row in part)) for part in parts]
        return (*map(_total_cell, parts), *counts, unreadable_share(rows), failed_share(rows))

    counts = [Cell(count) for count in figures[f"{group}_counts"]]
    theirs = [
        TableRow(row["name"], (*_as_printed(row["values"]), *counts, Cell(None), Cell(None)), is_published=True)
        for row in figures[group]
    ]
    columns = (*values, *(f"graded, {value}" for value in values), "unreadable", "failed")
    return Table(
        f"mmtutorbench.{group}", title, columns, (*(TableRow(line.name, cells(line.rows)) for line in lines), *theirs), _INTERVALS
    )


def _variants(runs: Mapping[str, Sequence[Row]]) -> Iterable[Table]:
    """Return the table of input variants where a tutor was asked in one (Figure 3)."""
    ours = []
    for name, of_variant in by_variant(runs).items():
        together = [row for rows in of_variant.values() for row in rows]
        cells = [_total_cell(of_variant.get(variant, ())) for variant in VARIANT_NAMES]
        idle = share_cell(sum(row.answer is not None and not answered(row) for row in together), len(together))
        ours.append(TableRow(name, (*cells, idle, unreadable_share(together), failed_share(together))))
    if ours:
        theirs = [
            TableRow(row["name"], (*_as_printed(row["values"]), *[Cell(None)] * 3), is_published=True)
            for row in published(_PAPER)["variants"]
        ]
        columns = (*VARIANT_NAMES, "not applicable", "unreadable", "failed")
        note = "Mean totals. Of Figure 3 the paper gives these figures in numbers; the rest is drawn only. " + _INTERVALS
        yield Table("mmtutorbench.variants", "Total by input", columns, (*ours, *theirs), note + _NOT_APPLICABLE)


def _persona(name: str, lines: Sequence[Line], theirs: Iterable[Mapping[str, Any]]) -> Iterable[Table]:
    """Return Insight beside Adaptivity where a persona was set (Table 12)."""
    asked = [line for line in lines if any("adaptivity" in row.marks for row in line.rows)]
    if asked:
        ours = [TableRow(line.name, _persona_cells(line.rows)) for line in asked]
        rows = [
            *ours,
            *(TableRow(row["name"], (*_as_printed(row["values"]), *[Cell(None)] * 4), is_published=True) for row in theirs),
        ]
        columns = ("Insight", "Adaptivity", "replies", "Insight unreadable", "Adaptivity unreadable", "failed")
        note = "Adaptivity is judged apart and of manner alone (Table 11). " + _INTERVALS
        yield Table(f"{name}.persona", "Insight beside adaptivity to the persona", columns, tuple(rows), note)


def _persona_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    judged = [row for row in rows if "adaptivity" in row.marks]
    insight = [row.marks.get(CRITERIA[0]) if total(row) is not None else None for row in judged]
    adaptivity = [row.marks["adaptivity"] for row in judged]
    return (
        mean_cell(judged, insight),
        mean_cell(judged, adaptivity),
        Cell(len(judged)),
        unreadable_share(judged),
        share_cell(adaptivity.count(None), len(adaptivity)),
        failed_share(rows),
    )


def _zeros(name: str, lines: Iterable[Line], theirs: Iterable[Mapping[str, Any]]) -> Table:
    def cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
        graded = [row for row in rows if total(row) is not None]
        shares = [mean_cell(graded, [1 - row.marks[each] for row in graded]) for each in CRITERIA]
        return (*shares, Cell(len(graded)), unreadable_share(rows), failed_share(rows))

    ours = [TableRow(line.name, cells(line.rows)) for line in lines]
    printed = [
        TableRow(
            row["name"],
            (*(Cell(count / row["replies"]) for count in row["counts"]), Cell(row["replies"]), Cell(None), Cell(None)),
            is_published=True,
        )
        for row in theirs
    ]
    columns = (*MARK_COLUMNS[1:], "graded", "unreadable", "failed")
    return Table(f"{name}.zeros", "Share of replies with a zero, by criterion", columns, (*ours, *printed), _INTERVALS)
