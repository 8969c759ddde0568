"""What MMTutorBench shows: tables and plots of both tasks (MMTutorBench 4, App. C to H).

Agreement of judges, people's totals and text metrics are in `gnomon.benchmark.mmtutorbench.agreement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gnomon.benchmark.benchmark import Item, Measure, Row, Rows, Runs, Shown
from gnomon.benchmark.figures import (
    RowColumn,
    by_group,
    by_tutor,
    line,
    mark,
    mean,
    number,
    plot,
    published,
    runs_with,
    table,
    within,
)
from gnomon.benchmark.mmtutorbench.agreement import PEOPLE_TABLES, agreement_tables, text_table
from gnomon.benchmark.mmtutorbench.corpus import DOMAINS, LEVELS, corpus_tables
from gnomon.benchmark.mmtutorbench.rows import (
    GRADED,
    MARK_COLUMNS,
    MARKS_WITH_GAP,
    TITLES,
    TOTAL,
    graded_mark,
    has_gap,
    is_zero,
    said_by,
    total,
    weighted,
)
from gnomon.metrics import CRITERIA, CRITERION_WEIGHTS_PERCENT
from gnomon.pages import Column, Line, PlotSpec, Printed, TableSpec, counted

_TYPES = ("Progressive", "Exploratory", "Introspective")
_VARIANTS = ("zero-shot", "query", "ocr", "1-shot", "3-shot")
_PAPER, _LATER = "mmtutorbench", "mmtutorbench_multiturn"


def _scope_rule_note(lines: Sequence[Line[Rows]]) -> str:
    """Say in how many replies of each line the rubric's own rule changed the judge's mark; nothing where it did so in none."""
    counts = {each.name: sum("scope_rule_applied" in row.marks.get("judge_flags", ()) for row in each.of) for each in lines}
    told = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
    return f"Replies whose mark of scope control the rubric's rule set from 1 to 0: {told}." if told else ""


def _marks_table(name: str, lines: Callable[[Runs], Iterable[Line[Rows]]] = by_tutor) -> TableSpec[Runs, Rows]:
    return table(name, MARK_COLUMNS, lines, note=_scope_rule_note)


def _weights_note(_: Sequence[Line[Rows]]) -> str:
    weights = ", ".join(f"{title} {CRITERION_WEIGHTS_PERCENT[name]}" for name, title in TITLES.items())
    return f"Weights in percent (Table 13): {weights}."


def _printed_weighted(_: Runs) -> Iterator[Printed]:
    """Yield total and weighted total as printed, then the weighted mean of the printed marks."""
    paper = published(_PAPER)
    printed_marks = {row["name"]: row["values"] for row in paper["main"]["rows"]}
    for row in paper["weighted"]["rows"]:
        plain, *marks = printed_marks[row["model"]]
        again = sum(CRITERION_WEIGHTS_PERCENT[name] * value for name, value in zip(CRITERIA, marks, strict=True))
        # Weights are in percent, and the total goes up to six
        yield Printed(row["name"], [plain, row["value"], 6 * again / 100], digits=2)


def _group_columns(group: str, values: Sequence[str]) -> Iterator[RowColumn]:
    yield from (Column(value, within(TOTAL, **{group: value})) for value in values)
    yield from (counted(f"graded, {value}", within(GRADED.measure, **{group: value})) for value in values)
    yield MARKS_WITH_GAP


def _by_variant(runs: Runs) -> Iterator[Line[Rows]]:
    """Yield the rows of each tutor, persona and judge with all inputs together; of two runs alike the first counts."""
    found: dict[str, dict[str, Rows]] = {}
    for rows in runs.values():
        said = next((said for row in rows if (said := said_by(row)) and said.variant), None)
        if said is not None:
            judge = next((str(row.marks["judge"]) for row in rows if "judge" in row.marks), "")
            name = ", ".join(part for part in (said.tutor, said.persona, judge) if part)
            found.setdefault(name, {}).setdefault(said.variant or "", rows)
    for name, by_variant in found.items():
        yield line(name, [row for rows in by_variant.values() for row in rows])


def _total_of(variant: str) -> Measure:
    return mean(lambda row: total(row) if (said := said_by(row)) and said.variant == variant else None)


def _has_adaptivity(row: Row) -> bool:
    return "adaptivity" in row.marks


def _with_persona(runs: Runs) -> Iterator[Line[Rows]]:
    for each in runs_with(_has_adaptivity, by_tutor)(runs):
        yield Line(each.name, [row for row in each.of if _has_adaptivity(row)], each.counts)


def _printed_zeros(_: Runs) -> Iterator[Printed]:
    for row in published(_PAPER)["zeros"]["rows"]:
        *zeros, replies = row["counts"]
        yield Printed(row["name"], [*(count / replies for count in zeros), replies])


def _printed_zero_shares(runs: Runs) -> Iterator[Printed]:
    return (row._replace(values=row.values[:-1]) for row in _printed_zeros(runs))


_VARIANT_POINTS = {variant: _total_of(variant) for variant in _VARIANTS}
_VARIANT_COLUMNS: tuple[RowColumn, ...] = (
    *(Column(variant, measure) for variant, measure in _VARIANT_POINTS.items()),
    MARKS_WITH_GAP,
)
_ZERO_POINTS = {title: mean(is_zero(name)) for name, title in TITLES.items()}
_ZEROS = (*(Column(title, measure, better="lower") for title, measure in _ZERO_POINTS.items()), GRADED, MARKS_WITH_GAP)
_PERSONA = (
    Column("Insight", mean(graded_mark(CRITERIA[0]))),
    Column("Adaptivity", mean(mark("adaptivity"))),
    counted("replies", len),
    counted("Insight not read", number(has_gap), better="lower"),
    counted("Adaptivity not read", number(lambda row: row.marks["adaptivity"] is None), better="lower"),
)
_WEIGHTED: tuple[RowColumn, ...] = (
    Column("Tot.", TOTAL),
    Column("weighted", mean(weighted)),
    Column("recomputed"),
    MARKS_WITH_GAP,
)
_HEADLINE: Mapping[str, Measure] = {
    "total": TOTAL,
    "weighted_total": mean(weighted),
    "insight_discovery": mean(graded_mark(CRITERIA[0])),
    "adaptivity": mean(mark("adaptivity")),
    "overall": mean(mark("overall")),
}

_CRITERIA: Mapping[str, Measure] = {name: mean(graded_mark(name)) for name in CRITERIA}


def shown(items: Sequence[Item]) -> Shown:
    """Return what the single-turn benchmark shows of its runs, and of its items."""
    return Shown(
        _HEADLINE,
        tables=(
            _marks_table(f"{_PAPER}.main"),
            table(f"{_PAPER}.weighted", _WEIGHTED, by_tutor, note=_weights_note, printed=_printed_weighted),
            table(f"{_PAPER}.domain", _group_columns("domain", DOMAINS), by_tutor),
            table(f"{_PAPER}.difficulty", _group_columns("difficulty", LEVELS), by_tutor),
            table(f"{_PAPER}.variants", _VARIANT_COLUMNS, _by_variant),
            table(f"{_PAPER}.persona", _PERSONA, _with_persona),
            table(f"{_PAPER}.zeros", _ZEROS, by_tutor, printed=_printed_zeros),
            *agreement_tables(_PAPER),
            *PEOPLE_TABLES,
            text_table(_PAPER),
            *corpus_tables(items),
        ),
        plots=(
            plot(f"{_PAPER}.variants", _VARIANT_POINTS, _by_variant),
            plot(f"{_PAPER}.zeros", _ZERO_POINTS, by_tutor, printed=_printed_zero_shares),
        ),
        also_tested=_CRITERIA,
    )


# later turns


def _by_turn(name: str, place: int) -> PlotSpec[Runs, Rows]:
    """Return the course of a column of the table of marks, given its place, over the turns."""

    def theirs(_: Runs) -> Iterator[Printed]:
        yield Printed("GPT-5 (Table 17)", [row["values"][place] for row in published(_PAPER)["turn"]["rows"]])

    # The first turn is the benchmark of single turns; the later ones are the second and the third
    return plot(name, {turn: within(MARK_COLUMNS[place].measure, turn=str(turn)) for turn in (2, 3)}, by_tutor, printed=theirs)


LATER = Shown(
    _HEADLINE,
    tables=(
        _marks_table(f"{_LATER}.main"),
        _marks_table(f"{_LATER}.turn", by_group("turn", {"2": "turn 2", "3": "turn 3"})),
        _marks_table(f"{_LATER}.type", by_group("type", {kind: kind for kind in _TYPES})),
        table(f"{_LATER}.persona", _PERSONA, _with_persona),
        table(f"{_LATER}.zeros", _ZEROS, by_tutor),
        *agreement_tables(_LATER),
        text_table(_LATER),
    ),
    plots=(
        _by_turn(f"{_LATER}.total", 0),
        _by_turn(f"{_LATER}.scope", 1 + list(TITLES.values()).index("Scope")),
        plot(f"{_LATER}.zeros", _ZERO_POINTS, by_tutor),
    ),
    also_tested=_CRITERIA,
)
"""What the benchmark of later turns shows."""
