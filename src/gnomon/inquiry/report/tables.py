"""Tables like Tables 3 to 9 of ODQS, with the printed figures as marked rows: curves, deviations, differences, turns saved.

The other tables are in `gnomon.inquiry.report.details`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from gnomon.inquiry.analysis.curves import LAST_TURN, TURNS, Condition, Curve, Resampling, Saved, saved_turns
from gnomon.inquiry.analysis.findings import Findings
from gnomon.inquiry.analysis.pairs import Pair
from gnomon.inquiry.counting import counts_of
from gnomon.inquiry.protocol.records import InquiryRow
from gnomon.inquiry.report.published import DOMAINS, PrintedCurve, PrintedDifference, printed_curves, printed_differences
from gnomon.metrics import Interval, PairedDifference
from gnomon.packaged import packaged_yaml
from gnomon.pages import Column, Counts, Line, Printed, TableSpec, Wording, counted

_TRAINED = ("self-odqs", "peer-odqs")


def wording(**values: object) -> Wording:
    """Return the words of all tables, with values that they name in braces."""
    return Wording(packaged_yaml(__package__, "shown.yaml"), values=values)


def by_condition(findings: Findings) -> Iterator[Line[Condition]]:
    """Yield one line a condition."""
    return (Line(findings.names[each], each, counts_of(each.rows)) for each in findings.conditions)


def place(index: int) -> Callable[[Sequence[Any]], Any]:
    """Return what takes one place of a line that is a sequence."""
    return lambda of: of[index]


def main_tables(how: Resampling) -> tuple[TableSpec[Findings, Any], ...]:
    """Return curves (Tables 3 to 6), differences with their tests (7 to 9), turns saved (5.3) and differences by turn."""
    words = wording(k=how.k, resamples=how.resamples)
    return (
        words.table(
            "inquiry.pass",
            (
                *(Column(str(turn), _point(turn)) for turn in TURNS),
                counted("problems", lambda shown: len({row.problem for row in shown.rows})),
                counted("dialogues", lambda shown: len(shown.rows)),
                counted("unread samples", lambda shown: shown.curve.unread, better="lower"),
            ),
            _curves,
            printed=lambda findings: (Printed(curve.name, curve.values) for curve in _printed_curves(findings)),
        ),
        words.table(
            "inquiry.differences",
            (
                Column("turns", attrgetter("turns"), unit="turns", better=""),
                Column("mean", attrgetter("mean"), better=""),
                Column("p", lambda found: found.mean and found.mean.p_value, better=""),
                Column("largest", attrgetter("largest"), better=""),
                Column("at turn", attrgetter("largest_at_turn"), unit="turn", better=""),
                counted("problems", attrgetter("problems")),
                counted("left out", attrgetter("left_out"), better="lower"),
            ),
            _differences,
            printed=_printed_differences,
        ),
        words.table(
            "inquiry.saved",
            (
                Column("level", attrgetter("level"), unit="fraction"),
                Column("reference there at", attrgetter("reference_turn"), unit="turn", better=""),
                Column("curve there at", attrgetter("turn"), unit="turn", better="lower"),
                Column("saved", attrgetter("saved_turns")),
                Column("before the last turn", attrgetter("before_last_turns")),
            ),
            _saved,
            printed=_printed_saved,
        ),
        words.table("inquiry.by_turn", (Column(str(turn), place(turn), better="") for turn in TURNS), _by_turn),
    )


def deviation_table() -> TableSpec[Findings, Any]:
    """Return the deviations of the means, as the paper prints them in brackets."""
    return wording().table(
        "inquiry.deviations",
        (Column(str(turn), _deviation(turn), better="lower") for turn in TURNS),
        _curves,
        printed=lambda findings: (Printed(curve.name, curve.deviations) for curve in _printed_curves(findings)),
    )


class _Shown(NamedTuple):
    """A condition's dialogues and their curve."""

    rows: Sequence[InquiryRow]
    curve: Curve


class _Difference(NamedTuple):
    """One difference as the table shows it; a gain has no largest one, and nothing left out."""

    turns: str
    mean: PairedDifference | None
    problems: int
    largest: float | None = None
    largest_at_turn: int | None = None
    left_out: int | None = None


def _point(turn: int) -> Callable[[_Shown], Interval | None]:
    return lambda shown: shown.curve.points[turn]


def _deviation(turn: int) -> Callable[[_Shown], float | None]:
    return lambda shown: None if (point := shown.curve.points[turn]) is None else point.standard_error


def _curves(findings: Findings) -> Iterator[Line[_Shown]]:
    for line in by_condition(findings):
        yield Line(line.name, _Shown(line.of.rows, findings.curves[line.of]), line.counts)


def _differences(findings: Findings) -> Iterator[Line[_Difference]]:
    for each, gain in findings.gains.items():
        name = f"{findings.names[each]}: turn {LAST_TURN} − turn 0"
        yield Line(name, _Difference(f"{LAST_TURN}, 0", gain, gain.clusters), counts_of(each.rows))
    for pair, found in findings.comparisons:
        turns = f"{found.turns[0]} to {found.turns[1]}"
        shown = _Difference(turns, found.mean, found.problems, found.largest, found.largest_at_turn, found.left_out)
        yield Line(_pair_name(findings, pair, "−"), shown, _pair_counts(pair))


def _by_turn(findings: Findings) -> Iterator[Line[Sequence[PairedDifference | None]]]:
    """Yield differences at each turn, such as scaffolded minus unscaffolded."""
    for pair, found in findings.comparisons:
        if found.turns[1] == LAST_TURN:
            yield Line(_pair_name(findings, pair, "−"), found.by_turn, _pair_counts(pair))


def _saved(findings: Findings) -> Iterator[Line[Saved]]:
    for pair, found in findings.comparisons:
        if found.turns[1] == LAST_TURN:
            saved = saved_turns(findings.curves[pair.second].values, findings.curves[pair.first].values)
            yield Line(_pair_name(findings, pair, "against"), saved, _pair_counts(pair))


def _pair_name(findings: Findings, pair: Pair, sign: str) -> str:
    return f"{findings.names[pair.first]} {sign} {findings.names[pair.second]}"


def _pair_counts(pair: Pair) -> Counts:
    return counts_of([*pair.first.rows, *pair.second.rows])


# what is published


def _domains(findings: Findings) -> Iterable[str]:
    """Return the paper's domains that the rows belong to."""
    tasks = dict.fromkeys(condition.setting.task for condition in findings.conditions)
    return (DOMAINS[task] for task in tasks if task in DOMAINS)


def _printed_curves(findings: Findings) -> Iterable[PrintedCurve]:
    return (curve for domain in _domains(findings) for curve in printed_curves(domain))


def _printed_differences(findings: Findings) -> Iterator[Printed]:
    for row in (row for domain in _domains(findings) for row in printed_differences(domain)):
        remark = f"; {row.remark}" if row.remark else ""
        name = f"{row.first} − {row.second}, {row.student} (Table {row.table}{remark})"
        yield Printed(name, [_printed_turns(row), row.mean, row.p, row.largest])


def _printed_turns(row: PrintedDifference) -> str:
    if row.second == "static":
        turns = f"{LAST_TURN}, 0"
    else:
        # Table 8 compares from the later of two assessments on, and the one in the middle comes at turn 2.
        is_mid = row.table == 8 and "mid-assessment" in (row.first, row.second)
        turns = f"{2 if is_mid else 0} to {LAST_TURN}"
    return f"{turns}; p: {row.p_turns}" if row.p_turns else turns


def _printed_saved(findings: Findings) -> Iterator[Printed]:
    for domain in _domains(findings):
        curves = {(curve.student, curve.method): curve for curve in printed_curves(domain)}
        reference = "pre-assessment" if domain == "math" else "mid-assessment"
        for (student, method), curve in curves.items():
            if method in _TRAINED:
                yield Printed(f"{curve.name} against {reference}", saved_turns(curves[student, reference].values, curve.values))
