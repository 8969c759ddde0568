"""The other tables of an inquiry's report: assessments, questions, teachers' leaks, judges' results, candidate searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from gnomon.inquiry.analysis.curves import Condition
from gnomon.inquiry.analysis.findings import Findings
from gnomon.inquiry.analysis.judges import ProgressMark, SimilarityMark, heat_map, judged_pairs, progress_curve
from gnomon.inquiry.analysis.search import search_gains
from gnomon.inquiry.protocol.records import NUM_QUESTIONS, SearchTree
from gnomon.inquiry.report.tables import cell_of
from gnomon.metrics import mean_metric, value_of
from gnomon.pages import Cell, Table, TableRow

QUESTION_COLUMNS = tuple(f"question {number} (turn {number - 1})" for number in range(1, NUM_QUESTIONS + 1))
"""Both ways of counting: transcripts from 1, the analysis of ODQS 6.1 from 0."""
_BOTH_WAYS = "Question i, as transcripts count from 1, is turn i − 1 of the paper's analysis."


def assessment_table(findings: Findings) -> Table | None:
    """Return what the assessments found; None where there was none."""
    assessed = [condition for condition in findings.conditions if condition.setting.assessment_turn >= 0]
    rows = tuple(TableRow(findings.names[condition], _assessment_cells(condition)) for condition in assessed)
    columns = ("at turn", "attempts", "right", "unreadable", "leaks in feedback")
    note = (
        "The attempt is drawn once, before its feedback; 'right' is a share of all attempts. The curves are above, by position."
    )
    return Table("inquiry.assessments", "Assessments", columns, rows, note) if rows else None


def _assessment_cells(condition: Condition) -> tuple[Cell, ...]:
    found = [row.assessment for row in condition.rows if row.assessment is not None]
    return (
        Cell(condition.setting.assessment_turn),
        Cell(len(found)),
        _share(sum(each.is_right is True for each in found), len(found)),
        Cell(sum(each.is_right is None for each in found)),
        Cell(sum(each.leak is not None for each in found)),
    )


def talk_table(findings: Findings) -> Table:
    """Return what was said: lengths, and replies that give something away."""
    rows = tuple(TableRow(findings.names[condition], _talk_cells(condition)) for condition in findings.conditions)
    note = (
        "A leak is what the answer guard finds in the first draft of a reply. Under the protocol 'paper' it is recorded only, "
        "and the curves have it in them; under 'guarded' the reply was written anew."
    )
    columns = ("replies", "with a leak", "share", "written anew", "dialogues with a leak", "words a question", "words a reply")
    return Table("inquiry.talk", "Questions and replies", columns, rows, note)


def _talk_cells(condition: Condition) -> tuple[Cell, ...]:
    exchanges = [exchange for row in condition.rows for exchange in row.exchanges]
    leaks = sum(exchange.leak is not None for exchange in exchanges)
    leaky = sum(any(exchange.leak is not None for exchange in row.exchanges) for row in condition.rows)
    return (
        Cell(len(exchanges)),
        Cell(leaks),
        _share(leaks, len(exchanges)),
        Cell(sum(exchange.leak_acted for exchange in exchanges)),
        _share(leaky, len(condition.rows)),
        _mean([float(len(exchange.question.split())) for exchange in exchanges]),
        _mean([float(len(exchange.reply.split())) for exchange in exchanges]),
    )


def _share(part: int, whole: int) -> Cell:
    return Cell(part / whole if whole else None)


def _mean(values: Sequence[float]) -> Cell:
    return Cell(value_of(mean_metric(values)) if values else None, digits=1)


def question_table(findings: Findings) -> Table:
    """Return what each question brings: Pass@k after its reply minus before."""
    rows = tuple(
        TableRow(findings.names[condition], tuple(Cell(gain) for gain in _steps(findings.curves[condition].values)))
        for condition in findings.conditions
    )
    note = f"Mean Pass@k after the reply minus before. {_BOTH_WAYS} An assessment at turn t is in the gain of question t."
    return Table("inquiry.questions", "What each question brings", QUESTION_COLUMNS, rows, note)


def _steps(values: Sequence[float | None]) -> Iterator[float | None]:
    for before, after in pairwise(values):
        yield None if before is None or after is None else after - before


def judged_tables(findings: Findings) -> tuple[Table, ...]:
    """Return progress by question, and the similarity of questions; what was not judged is left out."""
    progress = _progress_table(findings)
    pairs = enumerate(judged_pairs(findings.conditions, findings.marks), 1)
    return (*([progress] if progress.rows else []), *(_similarity_table(findings, number, *pair) for number, pair in pairs))


def _progress_table(findings: Findings) -> Table:
    rows = []
    for condition in findings.conditions:
        curve = progress_curve(condition, findings.marks, findings.how)
        if any(point is not None for point in curve):
            rows.append(TableRow(findings.names[condition], tuple(map(cell_of, curve))))
    marks = [mark for mark in findings.marks if isinstance(mark, ProgressMark)]
    unread = sum(mark.value is None for mark in marks)
    counts = f"{_judged(marks)}, {unread} without a score."
    note = f"Mean score of the judge, 0 to 1, capped where reasoning is missing. {_BOTH_WAYS} {counts}"
    return Table("inquiry.progress", "Progress by question", QUESTION_COLUMNS, tuple(rows), note)


def _judged(marks: Sequence[ProgressMark | SimilarityMark]) -> str:
    judges = ", ".join(dict.fromkeys(mark.judge for mark in marks))
    return f"{len(marks)} judgements by {judges}"


def _similarity_table(findings: Findings, number: int, first: Condition, second: Condition) -> Table:
    lines = heat_map(first, second, findings.marks, findings.how)
    rows = tuple(TableRow(name, tuple(map(cell_of, line))) for name, line in zip(QUESTION_COLUMNS, lines, strict=True))
    one, two = findings.names[first], findings.names[second]
    values = "Mean of 0, .25, .5, .75 or 1; the judge takes the lower one where it is torn."
    note = f"Lines: questions of {one}; columns: questions of {two}. {values}"
    return Table(f"inquiry.similarity.{number}", f"Similarity: {one} and {two}", QUESTION_COLUMNS, rows, note)


def trees_by_setting(trees: Sequence[SearchTree]) -> dict[str, list[SearchTree]]:
    """Group trees by what decides them, under a name for tables."""
    groups: dict[str, list[SearchTree]] = {}
    for tree in trees:
        who = "self" if tree.proposer == "self" else f"peer {tree.peer or ''}".rstrip()
        budget = ", budget" if tree.budget else ""
        name = f"{tree.student} taught by {tree.teacher}, {who}, m = {tree.m}, k = {tree.k}{budget}"
        groups.setdefault(name, []).append(tree)
    return groups


def search_table(findings: Findings) -> Table | None:
    """Return what the candidate searches gain by turn; None where there is none."""
    rows = tuple(
        TableRow(
            f"{name}: question {gain.number} (turn {gain.number - 1})",
            (
                Cell(gain.states),
                Cell(gain.left_out),
                cell_of(gain.best),
                cell_of(gain.average),
                cell_of(gain.gain),
                Cell(None if gain.gain is None else gain.gain.p_value),
                Cell(gain.undecided),
                Cell(gain.unsolved),
            ),
        )
        for name, trees in trees_by_setting(findings.trees).items()
        for gain in search_gains(trees, findings.how)
    )
    note = (
        "The best candidate is chosen by the samples that score it: its gain over the average is too high by what chance adds, "
        "and would not be 0 among equal questions. All equal: no preference pair; none right: no SFT row."
    )
    columns = ("states", "left out", "best", "average", "gain", "p", "all equal", "none right")
    return Table("inquiry.search", "Candidate search", columns, rows, note) if rows else None
