"""The other tables of an inquiry's report: questions, assessments, candidate searches, judges' results, what was said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from typing import Any

from gnomon.inquiry.analysis.curves import Condition
from gnomon.inquiry.analysis.findings import Findings
from gnomon.inquiry.analysis.judges import Mark, ProgressMark, heat_map, judged_pairs, progress_curve
from gnomon.inquiry.analysis.search import search_gains
from gnomon.inquiry.counting import counts_of
from gnomon.inquiry.protocol.records import NUM_QUESTIONS, Exchange, SearchTree
from gnomon.inquiry.report.tables import by_condition, place, wording
from gnomon.metrics import Interval, mean_metric, value_of
from gnomon.pages import Column, Line, TableSpec, counted

_BY_QUESTION = tuple(
    Column(f"question {number} (turn {number - 1})", place(number - 1)) for number in range(1, NUM_QUESTIONS + 1)
)
"""Both ways of counting: transcripts from 1, the analysis of ODQS 6.1 from 0."""


def _exchanges(condition: Condition) -> list[Exchange]:
    return [exchange for row in condition.rows for exchange in row.exchanges]


def _assessments(condition: Condition) -> list[Any]:
    return [row.assessment for row in condition.rows if row.assessment is not None]


def _is_leaky(said: Any) -> bool:  # noqa: ANN401  # an exchange or an assessment
    return said.leak is not None


def _number(parts: Callable[[Condition], Sequence[Any]], holds: Callable[[Any], bool]) -> Callable[[Condition], int]:
    return lambda condition: sum(map(holds, parts(condition)))


def _share(parts: Callable[[Condition], Sequence[Any]], holds: Callable[[Any], bool]) -> Callable[[Condition], float | None]:
    return lambda condition: sum(map(holds, found)) / len(found) if (found := parts(condition)) else None


def _words(field: str) -> Callable[[Condition], float | None]:
    def measure(condition: Condition) -> float | None:
        lengths = [float(len(getattr(exchange, field).split())) for exchange in _exchanges(condition)]
        return value_of(mean_metric(lengths)) if lengths else None

    return measure


def detail_tables() -> tuple[TableSpec[Findings, Any], ...]:
    """Return what each question brings, what the assessments found, and what the candidate searches gain by turn."""
    words = wording()
    return (
        words.table("inquiry.questions", _BY_QUESTION, _gains),
        words.table(
            "inquiry.assessments",
            (
                Column("at turn", attrgetter("setting.assessment_turn"), unit="turn", better=""),
                counted("attempts", lambda condition: len(_assessments(condition))),
                Column("right", _share(_assessments, lambda found: found.is_right is True), unit="fraction"),
                counted("not read", _number(_assessments, lambda found: found.is_right is None), better="lower"),
                counted("leaks in feedback", _number(_assessments, _is_leaky), better="lower"),
            ),
            lambda findings: (line for line in by_condition(findings) if line.of.setting.assessment_turn >= 0),
        ),
        words.table(
            "inquiry.search",
            (
                counted("states", attrgetter("states")),
                counted("left out", attrgetter("left_out"), better="lower"),
                Column("best", attrgetter("best")),
                Column("average", attrgetter("average")),
                Column("gain", attrgetter("gain")),
                Column("p", lambda found: found.gain and found.gain.p_value, better=""),
                counted("all equal", attrgetter("undecided"), better="lower"),
                counted("none right", attrgetter("unsolved"), better="lower"),
            ),
            _searches,
        ),
    )


def judged_tables(findings: Findings) -> tuple[TableSpec[Findings, Any], ...]:
    """Return progress by question, and the similarity of questions; what was not judged is left out."""
    pairs = enumerate(judged_pairs(findings.conditions, findings.marks), 1)
    progress = wording().table("inquiry.progress", _BY_QUESTION, _progress, note=lambda _: _judged(findings.marks))
    return (progress, *(_similarity_table(findings, number, *pair) for number, pair in pairs))


def talk_table() -> TableSpec[Findings, Condition]:
    """Return what was said: lengths, and replies that give something away."""
    return wording().table(
        "inquiry.talk",
        (
            counted("replies", lambda condition: len(_exchanges(condition))),
            counted("with a leak", _number(_exchanges, _is_leaky), better="lower"),
            Column("share", _share(_exchanges, _is_leaky), unit="fraction", better="lower"),
            counted("written anew", _number(_exchanges, attrgetter("leak_acted")), better="lower"),
            Column(
                "dialogues with a leak",
                _share(attrgetter("rows"), lambda row: any(map(_is_leaky, row.exchanges))),
                unit="fraction",
                better="lower",
            ),
            Column("words a question", _words("question"), unit="words", better="", digits=1),
            Column("words a reply", _words("reply"), unit="words", better="", digits=1),
        ),
        by_condition,
    )


def trees_by_setting(trees: Sequence[SearchTree]) -> dict[str, list[SearchTree]]:
    """Group trees by what decides them, under a name for tables."""
    groups: dict[str, list[SearchTree]] = {}
    for tree in trees:
        who = "self" if tree.proposer == "self" else f"peer {tree.peer or ''}".rstrip()
        budget = ", budget" if tree.budget else ""
        name = f"{tree.student} taught by {tree.teacher}, {who}, m = {tree.m}, k = {tree.k}{budget}"
        groups.setdefault(name, []).append(tree)
    return groups


def _gains(findings: Findings) -> Iterator[Line[Sequence[float | None]]]:
    """Yield Pass@k after each reply minus before."""
    for line in by_condition(findings):
        steps = pairwise(findings.curves[line.of].values)
        yield Line(line.name, [None if a is None or b is None else b - a for a, b in steps], line.counts)


def _searches(findings: Findings) -> Iterator[Line[Any]]:
    for name, trees in trees_by_setting(findings.trees).items():
        for gain in search_gains(trees, findings.how):
            yield Line(f"{name}: question {gain.number} (turn {gain.number - 1})", gain, counts_of(trees))


def _progress(findings: Findings) -> Iterator[Line[Sequence[Interval | None]]]:
    for line in by_condition(findings):
        curve = progress_curve(line.of, findings.marks, findings.how)
        if any(point is not None for point in curve):
            yield Line(line.name, curve, line.counts)


def _judged(marks: Sequence[Mark]) -> str:
    own = [mark for mark in marks if isinstance(mark, ProgressMark)]
    judges = ", ".join(dict.fromkeys(mark.judge + _asked(mark) for mark in own))
    return f"{len(own)} judgements by {judges}, {sum(mark.value is None for mark in own)} without a score."


def _asked(mark: ProgressMark) -> str:
    """Return how a judge was asked, in brackets; empty where the file of judgements does not say."""
    if mark.asked is None:
        return ""
    given = mark.asked.model_dump(exclude={"use_schema"}, exclude_none=True)
    settings = ", ".join(f"{name} {value}" for name, value in given.items())
    return f" ({settings})".replace("_", " ")


def _similarity_table(findings: Findings, number: int, first: Condition, second: Condition) -> TableSpec[Findings, Any]:
    def lines(findings: Findings) -> Iterator[Line[Sequence[Interval | None]]]:
        found = heat_map(first, second, findings.marks, findings.how)
        return (Line(column.heading, line) for column, line in zip(_BY_QUESTION, found, strict=True))

    words = wording(one=findings.names[first], two=findings.names[second])
    columns = (replace(column, better="") for column in _BY_QUESTION)
    return replace(words.table("inquiry.similarity", columns, lines), id=f"inquiry.similarity.{number}")
