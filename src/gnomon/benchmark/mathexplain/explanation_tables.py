"""Tables and plots of MathExplain's second task from its rows (MathExplain, Tables 4 to 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import cell, failed_share, share_cell
from gnomon.benchmark.mathexplain.cells import bars, mean_cell, mean_mark, printed_rows, unanswered_share
from gnomon.benchmark.mathexplain.problems import CRITERIA, KINDS
from gnomon.benchmark.mathexplain.texts import TEXT_METRICS, TextValues, measure_texts
from gnomon.metrics import mean_metric, paired_scores, spearman_metric
from gnomon.pages import Cell, Plot, Table, TableRow

Runs = Mapping[str, Sequence[Row]]
_SHARES = ("not answered", "rating unreadable", "failed")
_SHORT = {"correctness": "correctness", "fidelity": "fidelity", "visual_referencing": "referencing"}
_FORMATS = {"choice": "MCQA", "short": "SA"}
_INTERVALS = "Intervals: percentile bootstrap over problems."
_RATINGS = (
    "Ratings from 1 to 5 by a judge that sees texts only. A rating that cannot be read is in no mean and is counted, as are "
    "problems that were not answered, for example because they have no formal description."
)


def headline(rows: Sequence[Row]) -> Mapping[str, float]:
    """Return mean ratings from 1 to 5, and shares of right answers: by the judge, and of the answer asked for."""
    figures = {name: mean_mark(rows, name) for name in (*CRITERIA, "answer_right", "final_answer")}
    return {name: value for name, value in figures.items() if value is not None}


def tables(runs: Runs) -> tuple[Table, ...]:
    """Return ratings (Table 4), judge and people (Table 5), the no-answer setting (Table 6), text metrics (Table 7).

    A run stands in the table of its setting. Recorded explanations have a line for each tutor.
    """
    shown = {run: rows for run, rows in runs.items() if not _is_no_answer(rows)}
    hidden = {run: rows for run, rows in runs.items() if _is_no_answer(rows)}
    rated = {run: rows for run, rows in runs.items() if any(_people(row) for row in rows)}
    return (
        *([_rating_table(shown)] if shown else []),
        *([_people_table(rated)] if rated else []),
        *([_no_answer_table(hidden)] if hidden else []),
        _text_table(runs),
    )


def plots(runs: Runs) -> tuple[Plot, ...]:
    """Return ratings by criterion and kind, and accuracy by kind and form of answer, those that there are figures for."""
    ratings = tuple(f"{_SHORT[name]}, {kind}" for name in CRITERIA for kind in KINDS)
    answers = tuple(f"{kind} {short}" for kind in KINDS for short in _FORMATS.values())
    rated = bars(ratings, {run: _cells_by_kind(rows) for run, rows in runs.items()})
    answered = bars(answers, {run: _cells_by_form(rows) for run, rows in runs.items()})
    name = "mathexplain_explanation"
    made = (
        Plot(f"{name}.ratings", "Ratings by kind of problem", "bar", "criterion, kind", "mean rating, 1 to 5", rated),
        Plot(f"{name}.answers", "Answers from the own explanation", "bar", "problems", "share right", answered),
    )
    return tuple(plot for plot in made if plot.series)


# the tables


def _rating_table(runs: Runs) -> Table:
    columns = (
        *(f"{short} (judge)" for short in _SHORT.values()),
        *(f"{short} (people)" for short in _SHORT.values()),
        "answer right (judge)",
        *_SHARES,
    )
    ours = [
        TableRow(run, (*_rating_cells(rows), *_people_cells(rows), mean_cell(rows, "answer_right"), *_share_cells(rows)))
        for run, rows in _by_tutor(runs)
    ]
    note = f"{_RATINGS} People: mean over explanations of the raters' mean. {_INTERVALS}"
    title = "Keypoint-based explanation (MathExplain, Table 4)"
    return Table("mathexplain_explanation.ratings", title, columns, (*ours, *printed_rows("explanation", 4)), note)


def _people_table(runs: Runs) -> Table:
    columns = (*_SHORT.values(), "explanations", "problems", "raters", *_SHARES)
    ours = [TableRow(run, (*_agreement_cells(rows), *_share_cells(rows))) for run, rows in runs.items()]
    note = (
        "Spearman's rho of the judge's rating and the raters' mean, over explanations that both rated; empty where one of the "
        f"two does not vary. {_INTERVALS}"
    )
    title = "Judge and people (MathExplain, Table 5)"
    return Table("mathexplain_explanation.people", title, columns, (*ours, *printed_rows("people", len(_SHARES))), note)


def _no_answer_table(runs: Runs) -> Table:
    answers = [f"{kind} {form}" for kind in KINDS for form in (*_FORMATS.values(), "overall")]
    columns = (*(f"{short} (judge)" for short in _SHORT.values()), *answers, "answer unreadable", *_SHARES)
    ours = [
        TableRow(run, (*_rating_cells(rows), *_answer_cells(rows), _unread_answers(rows), *_share_cells(rows)))
        for run, rows in runs.items()
    ]
    note = (
        f"{_RATINGS} Accuracy: of the answer that the explainer drew from its own explanation, which it wrote without seeing the "
        "right one; MCQA multiple choice, SA short answer. An answer that cannot be read is wrong, and counted. The keypoints "
        f"given may name values that lie near the answer. {_INTERVALS}{_unchecked_note(runs)}"
    )
    title = "Without the answer (MathExplain, Table 6)"
    return Table("mathexplain_explanation.no_answer", title, columns, (*ours, *printed_rows("no_answer", 4)), note)


def _unchecked_note(runs: Runs) -> str:
    """Say how many answers could not be checked because the dataset's own is none of the options."""
    marks = [row.marks for rows in runs.values() for row in rows]
    unchecked = sum("final_answer" in each and each["final_answer"] is None for each in marks)
    return f" Left out: {unchecked} answers to problems whose own answer is none of the options." if unchecked else ""


def _text_table(runs: Runs) -> Table:
    measured = [(run, rows, _texts(rows)) for run, rows in _by_tutor(runs)]
    ours = [
        TableRow(run, (*_text_cells(rows, found), unanswered_share(rows), failed_share(rows))) for run, rows, found in measured
    ]
    notes = dict.fromkeys(each.note for _, _, found in measured for each in found.values() if each.note)
    note = f"Against the reference solution, from 0 to 1, mean over explanations. {_INTERVALS} {'. '.join(notes)}."
    title = "Text metrics (MathExplain, Table 7)"
    columns = (*TEXT_METRICS, "not answered", "failed")
    return Table("mathexplain_explanation.texts", title, columns, (*ours, *printed_rows("texts", 2)), note)


def _by_tutor(runs: Runs) -> Iterator[tuple[str, list[Row]]]:
    """Yield each run; one of recorded explanations tutor by tutor."""
    for run, rows in runs.items():
        for tutor in dict.fromkeys(row.groups.get("tutor", "") for row in rows):
            yield f"{tutor}, {run}" if tutor else run, [row for row in rows if row.groups.get("tutor", "") == tutor]


# the cells


def _rating_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    return tuple(mean_cell(rows, name) for name in CRITERIA)


def _people_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    cells = []
    for name in CRITERIA:
        kept = [(value, row.cluster) for row in rows if (value := _people_mean(row, name)) is not None]
        cells.append(cell(mean_metric([value for value, _ in kept]), [cluster for _, cluster in kept]))
    return tuple(cells)


def _agreement_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    people = [row for row in rows if _people(row)]
    cells = []
    for name in CRITERIA:
        kept = [row for row in people if row.marks.get(name) is not None and _people_mean(row, name) is not None]
        pairs = paired_scores([row.marks[name] for row in kept], [_people_mean(row, name) for row in kept])
        cells.append(cell(spearman_metric(pairs.first, pairs.second), [row.cluster for row in kept]))
    raters = {rating["rater"] for row in people for rating in _people(row)}
    counts = (len(people), len({row.cluster for row in people}), len(raters))
    return (*cells, *(Cell(count) for count in counts))


def _answer_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    return tuple(mean_cell(_of(rows, kind, form), "final_answer") for kind in KINDS for form in (*_FORMATS, None))


def _text_cells(rows: Sequence[Row], found: Mapping[str, TextValues]) -> tuple[Cell, ...]:
    clusters = [row.cluster for row in _answered(rows)]
    return tuple(Cell(None) if each.values is None else cell(mean_metric(each.values), clusters) for each in found.values())


def _share_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    judged = [row for row in rows if CRITERIA[0] in row.marks]
    unread = sum(any(row.marks[name] is None for name in CRITERIA) for row in judged)
    return unanswered_share(rows), share_cell(unread, len(judged)), failed_share(rows)


def _unread_answers(rows: Sequence[Row]) -> Cell:
    asked = [row.marks["final_answer_read"] for row in rows if "final_answer_read" in row.marks]
    return share_cell(asked.count(None), len(asked))


def _cells_by_kind(rows: Sequence[Row]) -> list[Cell]:
    return [mean_cell(_of(rows, kind), name) for name in CRITERIA for kind in KINDS]


def _cells_by_form(rows: Sequence[Row]) -> list[Cell]:
    return [mean_cell(_of(rows, kind, form), "final_answer") for kind in KINDS for form in _FORMATS]


# the rows


def _of(rows: Sequence[Row], kind: str, form: str | None = None) -> list[Row]:
    return [row for row in rows if row.groups.get("kind") == kind and form in (None, row.groups.get("format"))]


def _answered(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.answer and row.answer.applies]


def _texts(rows: Sequence[Row]) -> dict[str, TextValues]:
    kept = _answered(rows)
    texts = [row.answer.said for row in kept if row.answer]
    return {name: measure_texts(name, texts, [row.truth["solution"] for row in kept]) for name in TEXT_METRICS}


def _is_no_answer(rows: Sequence[Row]) -> bool:
    return any((row.truth or {}).get("setting") == "no-answer" for row in rows)


def _people(row: Row) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = (row.truth or {}).get("people", ())
    return found


def _people_mean(row: Row, name: str) -> float | None:
    given = [rating[name] for rating in _people(row) if rating[name] is not None]
    return sum(given) / len(given) if given else None
