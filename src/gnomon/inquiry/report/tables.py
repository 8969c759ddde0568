"""Tables like Tables 3 to 9 of ODQS, with the printed figures as marked rows: curves, deviations, differences, turns saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gnomon.inquiry.analysis.curves import LAST_TURN, TURNS, Comparison, Condition, Curve, Saved, saved_turns
from gnomon.inquiry.analysis.findings import Findings
from gnomon.inquiry.analysis.pairs import Pair
from gnomon.inquiry.report.published import DOMAINS, PrintedCurve, PrintedDifference, printed_curves, printed_differences
from gnomon.metrics import Interval, PairedDifference
from gnomon.pages import Cell, Table, TableRow

_TURN_COLUMNS = tuple(str(turn) for turn in TURNS)
_TRAINED = ("self-odqs", "peer-odqs")


def domains_of(findings: Findings) -> tuple[str, ...]:
    """Return the paper's domains that the rows belong to."""
    tasks = dict.fromkeys(condition.setting.task for condition in findings.conditions)
    return tuple(DOMAINS[task] for task in tasks if task in DOMAINS)


def cell_of(found: Interval | PairedDifference | None) -> Cell:
    """Return a figure with its interval; an empty cell for None."""
    return Cell(None) if found is None else Cell(found.value, found.low, found.high, clusters=found.clusters)


def curve_table(findings: Findings) -> Table:
    """Return mean Pass@k by turn with intervals (Tables 3 to 6)."""
    ours = [TableRow(findings.names[each], _curve_cells(each, findings.curves[each])) for each in findings.conditions]
    empty = (Cell(None),) * 4
    theirs = [
        TableRow(curve.name, (*(Cell(value) for value in curve.values), *empty), is_published=True)
        for curve in _printed(findings)
    ]
    k = findings.how.k
    note = (
        "Turn 0 is before any question, turn t after t replies; without an assessment at 0, turn 0 is the static baseline. "
        f"Intervals: 95 %, by problem, {findings.how.resamples} resamples. A sample without a readable answer counts as wrong."
    )
    columns = (*_TURN_COLUMNS, "problems", "dialogues", "failed", "unread samples")
    return Table("inquiry.pass", f"Pass@{k} by turn", columns, (*ours, *theirs), note)


def _curve_cells(condition: Condition, curve: Curve) -> tuple[Cell, ...]:
    failed = sum(row.error is not None for row in condition.rows)
    problems = len({row.problem for row in condition.rows})
    return (*map(cell_of, curve.points), Cell(problems), Cell(len(condition.rows)), Cell(failed), Cell(curve.unread))


def _printed(findings: Findings) -> Iterator[PrintedCurve]:
    for domain in domains_of(findings):
        yield from printed_curves(domain)


def deviation_table(findings: Findings) -> Table:
    """Return the deviations of the means, as the paper prints them in brackets."""
    ours = [
        TableRow(findings.names[each], tuple(Cell(None if point is None else point.standard_error) for point in points))
        for each in findings.conditions
        for points in (findings.curves[each].points,)
    ]
    theirs = [
        TableRow(curve.name, tuple(Cell(value) for value in curve.deviations), is_published=True) for curve in _printed(findings)
    ]
    note = "Standard deviation of the resampled means."
    return Table("inquiry.deviations", "Deviations of the means", _TURN_COLUMNS, (*ours, *theirs), note)


def difference_table(findings: Findings) -> Table:
    """Return differences between conditions with their tests (Tables 7 to 9)."""
    gains = [
        TableRow(f"{findings.names[each]}: turn {LAST_TURN} − turn 0", _gain_cells(gain)) for each, gain in findings.gains.items()
    ]
    ours = [TableRow(_pair_name(findings, pair), _difference_cells(found)) for pair, found in findings.comparisons]
    theirs = [
        TableRow(_printed_name(row), _printed_cells(row), is_published=True)
        for domain in domains_of(findings)
        for row in printed_differences(domain)
    ]
    note = (
        "First minus second, paired by problem; two-sided p from the paired bootstrap over problems, at least "
        "2 / (resamples + 1), where the paper prints 0.0, and from the exact sign-flip test below 20 problems. "
        "Left out are problems that one side lacks or has not whole. Where "
        "assessments at different turns are compared, the comparison starts at the later one."
    )
    columns = ("turns", "mean", "p", "largest", "at turn", "problems", "left out")
    return Table("inquiry.differences", "Differences between conditions", columns, (*gains, *ours, *theirs), note)


def _gain_cells(gain: PairedDifference) -> tuple[Cell, ...]:
    rest = (Cell(gain.p_value), Cell(None), Cell(None), Cell(gain.clusters), Cell(None))
    return (Cell(f"{LAST_TURN}, 0"), cell_of(gain), *rest)


def _difference_cells(found: Comparison) -> tuple[Cell, ...]:
    p_value = None if found.mean is None else found.mean.p_value
    return (
        Cell(f"{found.turns[0]} to {found.turns[1]}"),
        cell_of(found.mean),
        Cell(p_value),
        Cell(found.largest),
        Cell(found.largest_at_turn),
        Cell(found.problems),
        Cell(found.left_out),
    )


def _printed_cells(row: PrintedDifference) -> tuple[Cell, ...]:
    if row.second == "static":
        turns = f"{LAST_TURN}, 0"
    else:
        is_mid = row.table == 8 and "mid-assessment" in (row.first, row.second)
        turns = f"{2 if is_mid else 0} to {LAST_TURN}"
    tested = f"{turns}; p: {row.p_turns}" if row.p_turns else turns
    return (Cell(tested), Cell(row.mean), Cell(row.p), Cell(row.largest), Cell(None), Cell(None), Cell(None))


def _printed_name(row: PrintedDifference) -> str:
    remark = f"; {row.remark}" if row.remark else ""
    return f"{row.first} − {row.second}, {row.student} (Table {row.table}{remark})"


def _pair_name(findings: Findings, pair: Pair) -> str:
    return f"{findings.names[pair.first]} − {findings.names[pair.second]}"


def turn_table(findings: Findings) -> Table:
    """Return differences at each turn, such as scaffolded minus unscaffolded."""
    rows = []
    for pair, found in findings.comparisons:
        if found.turns[1] == LAST_TURN:
            rows.append(TableRow(_pair_name(findings, pair), tuple(map(cell_of, found.by_turn))))
    note = "First minus second at each turn, with 95 % intervals; of so many figures single ones stand out by chance."
    return Table("inquiry.by_turn", "Differences by turn", _TURN_COLUMNS, tuple(rows), note)


def saved_table(findings: Findings) -> Table:
    """Return turns saved by both measures (5.3)."""
    pairs = [(pair, found) for pair, found in findings.comparisons if found.turns[1] == LAST_TURN]
    ours = [
        TableRow(
            f"{findings.names[pair.first]} against {findings.names[pair.second]}",
            _saved_cells(saved_turns(findings.curves[pair.second].values, findings.curves[pair.first].values)),
        )
        for pair, _ in pairs
    ]
    note = (
        "The level is the last value of the reference, reached without tolerance. 'Saved' is first turn of the reference minus "
        "first turn of the curve; 'before the last turn' is 5 minus first turn of the curve, which the paper uses: it counts "
        "turns that the reference saves too. Published rows are computed from the printed curves."
    )
    columns = ("level", "reference there at", "curve there at", "saved", "before the last turn")
    return Table("inquiry.saved", "Turns saved", columns, (*ours, *_printed_saved(findings)), note)


def _saved_cells(saved: Saved) -> tuple[Cell, ...]:
    return tuple(Cell(value) for value in saved)


def _printed_saved(findings: Findings) -> Iterable[TableRow]:
    for domain in domains_of(findings):
        curves = {(curve.student, curve.method): curve for curve in printed_curves(domain)}
        reference = "pre-assessment" if domain == "math" else "mid-assessment"
        for (student, method), curve in curves.items():
            if method in _TRAINED:
                cells = _saved_cells(saved_turns(curves[student, reference].values, curve.values))
                yield TableRow(f"{curve.name} against {reference}", cells, is_published=True)
