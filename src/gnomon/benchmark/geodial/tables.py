"""Tables of GeoDial from its rows (GeoDial, Tables 1, 2, 6, 7 and 12), in percent as the paper prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import NO_BERT, RESAMPLES, SEED, bert_model, cell, failed_share, published, share_cell
from gnomon.benchmark.geodial.marks import LABELS
from gnomon.benchmark.geodial.points import CATEGORIES
from gnomon.metrics import (
    HighlightFigure,
    HighlightRow,
    Metric,
    MissingExtraError,
    bert_score,
    bootstrap_interval,
    corpus_bleu_metric,
    highlight_metric,
    macro_f1_metric,
    mean_metric,
    value_of,
)
from gnomon.pages import Cell, Table, TableRow

Runs = Mapping[str, Sequence[Row]]
SHARES = ("unreadable", "read in part", "not applicable", "failed")
"""The last columns of tables: shares of rows, from 0 to 1."""
_DECISIONS = (
    "In percent; intervals: percentile bootstrap over dialogues. A reply that cannot be read gives no highlights, wrong labels "
    "and an empty utterance, and is counted; of a reply read in part, what was read counts. Turns to which a tutor does not "
    "apply are in no figure. Both colours of highlights are merged. The last columns are shares of rows, from 0 to 1."
)
_PREDICTION: tuple[HighlightFigure, ...] = (
    "prediction_precision",
    "prediction_recall",
    "prediction_f1",
    "prediction_accuracy",
)
_INDEPENDENT: tuple[HighlightFigure, ...] = ("independent_precision", "independent_recall", "independent_f1")
_DECISION: tuple[HighlightFigure, ...] = ("decision_precision", "decision_recall", "decision_f1")
_COMBINED: tuple[HighlightFigure, ...] = ("combined_precision", "combined_recall", "combined_f1")
_OUTCOMES: tuple[HighlightFigure, ...] = ("miss_share", "leave_share", "hit_share")
_HEADED = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}


class _Asked(NamedTuple):
    """The rows of a run in which a category was asked for."""

    rows: list[HighlightRow]
    clusters: list[str]
    is_focused: bool
    unreadable: int


def headline(rows: Sequence[Row]) -> Mapping[str, float]:
    """Return macro-F1 of the labels and Combined F1 by category, from 0 to 1; BLEU, 0 to 100; none where nothing was asked."""
    figures: dict[str, float | None] = {}
    for name in LABELS:
        metric = _label_metric(rows, name)
        figures[f"{name}.macro_f1"] = value_of(metric[0]) if metric else None
    for category in CATEGORIES:
        asked = _asked(rows, category)
        figures[f"{category}.combined_f1"] = value_of(highlight_metric(asked.rows, "combined_f1")) if asked.rows else None
    bleu = _bleu_metric(rows)
    figures["bleu_0_to_100"] = value_of(bleu[0]) if bleu else None
    return {name: value for name, value in figures.items() if value is not None}


def tables(runs: Runs) -> tuple[Table, ...]:
    """Return turns and Prediction (Tables 1, 12), categories (2), one-call Prediction (6), outcomes (7), guarded runs."""
    guarded = {run: rows for run, rows in runs.items() if any(_guard(row) for row in rows)}
    return (
        _turn_table(runs),
        _prediction_table(runs),
        *(_category_table(runs, category) for category in CATEGORIES),
        _one_call_table(runs),
        _outcome_table(runs),
        *([_guard_table(guarded)] if guarded else []),
    )


def percent(metric: Metric, clusters: Sequence[str]) -> Cell:
    """Return a share as percent with its interval."""
    found = bootstrap_interval(metric, clusters=clusters, seed=SEED, resamples=RESAMPLES)
    value, low, high = (None if end is None else 100 * end for end in (found.value, found.low, found.high))
    return Cell(value, low, high, digits=1, clusters=found.clusters)


def label_cell(rows: Sequence[Row], name: str) -> Cell:
    """Return macro-F1 of ``act``, ``subact`` or ``feedback``; an empty cell where it was not asked."""
    metric = _label_metric(rows, name)
    return percent(*metric) if metric else Cell(None)


def bleu_cell(rows: Sequence[Row]) -> Cell:
    """Return corpus BLEU, 0 to 100; an empty cell where no words were asked, or sacrebleu is not installed."""
    found = _bleu_metric(rows)
    return cell(*found, digits=1) if found else Cell(None)


def highlight_cell(rows: Sequence[Row], category: str, figure: HighlightFigure) -> Cell:
    """Return one figure of a category; an empty cell where it was not asked."""
    asked = _asked(rows, category)
    return percent(highlight_metric(asked.rows, figure), asked.clusters) if asked.rows else Cell(None)


def shares(rows: Sequence[Row], unreadable: Cell | None = None) -> tuple[Cell, ...]:
    """Return the cells of `SHARES`.

    Args:
        rows: of a run.
        unreadable: another share than that of whole replies; None for that.
    """
    statuses = [row.answer.status for row in rows if row.answer is not None]
    skipped = sum(not row.answer.applies for row in rows if row.answer is not None)
    return (
        unreadable or share_cell(statuses.count("unparseable"), len(statuses)),
        share_cell(statuses.count("partial"), len(statuses)),
        share_cell(skipped, len(rows)),
        failed_share(rows),
    )


# the tables


def _turn_table(runs: Runs) -> Table:
    columns = (
        *(f"{name} macro-F1" for name in LABELS),
        *(f"{kind} Decision F1" for kind in CATEGORIES.values()),
        "BERTScore",
        "BLEU",
        *SHARES,
    )
    ours = [TableRow(run, _turn_cells(rows)) for run, rows in runs.items()]
    theirs = _published_turns(runs, [*range(3), *range(11, 17)], len(SHARES))
    note = f"{_DECISIONS} BLEU: of the whole corpus, 0 to 100. {_bert_note()}"
    return Table("geodial.turn", "Turns (GeoDial, Tables 1 and 12)", columns, (*ours, *theirs), note)


def _turn_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    return (
        *(label_cell(rows, name) for name in LABELS),
        *(highlight_cell(rows, category, "decision_f1") for category in CATEGORIES),
        _bert_cell(rows),
        bleu_cell(rows),
        *shares(rows),
    )


def _prediction_table(runs: Runs) -> Table:
    figures: tuple[HighlightFigure, ...] = ("prediction_accuracy", "prediction_f1")
    columns = (*(f"{kind} {_headed(figure)}" for kind in CATEGORIES.values() for figure in figures), "unreadable", "failed")
    ours = []
    for run, rows in runs.items():
        cells = (highlight_cell(rows, category, figure) for category in CATEGORIES for figure in figures)
        unreadable, *_, failed = shares(rows)
        ours.append(TableRow(run, (*cells, unreadable, failed)))
    title = "Highlight or not: Prediction (GeoDial, Tables 1 and 12)"
    return Table("geodial.prediction", title, columns, (*ours, *_published_turns(runs, range(3, 11), 2)), _DECISIONS)


def _published_turns(runs: Runs, places: Iterable[int], blanks: int) -> list[TableRow]:
    """Return the published rows of the splits that were graded; those of the test split where there are none of them."""
    columns = list(places)
    splits = {row.groups.get("split") for rows in runs.values() for row in rows}
    paper = published("geodial")["turn"]
    shown = [part for split, part in paper.items() if split in splits] or [paper["test"]]
    return [
        _printed(f"{row['name']} ({part['table']})", [row["figures"][place] for place in columns], blanks)
        for part in shown
        for row in part["rows"]
    ]


def _category_table(runs: Runs, category: str) -> Table:
    groups = {"Prediction": _PREDICTION, "Decision, independent": _INDEPENDENT, "Decision": _DECISION, "Combined": _COMBINED}
    columns = [f"{group} {_headed(figure)}" for group, figures in groups.items() for figure in figures]
    ours = [TableRow(run, _category_cells(rows, category)) for run, rows in runs.items()]
    paper = published("geodial")["focused"]
    theirs = [
        _printed(f"{row['name']} ({paper['table']})", [*row["figures"][:7], *[None] * 3, *row["figures"][7:]], len(SHARES))
        for row in paper.get(category, ())
    ]
    note = (
        f"{_DECISIONS} Independent: what is named where the teacher highlights, whatever the yes or no says; only the focused "
        "setting asks that. Decision F1 is the mean of the rows' F1. For the weighted rows Table 2 says that the independent "
        "Decision is that of the fine-tuned model. Unreadable: a reply about this category."
    )
    return Table(
        f"geodial.{category}",
        f"{CATEGORIES[category]}: Prediction, Decision, Combined (GeoDial, Table 2)",
        (*columns, *SHARES),
        (*ours, *theirs),
        note,
    )


def _category_cells(rows: Sequence[Row], category: str) -> tuple[Cell, ...]:
    asked = _asked(rows, category)
    independent = _INDEPENDENT if asked.is_focused else ()
    return (
        *(highlight_cell(rows, category, figure) for figure in _PREDICTION),
        *(highlight_cell(rows, category, figure) for figure in independent),
        *[Cell(None)] * (len(_INDEPENDENT) - len(independent)),
        *(highlight_cell(rows, category, figure) for figure in (*_DECISION, *_COMBINED)),
        *shares(rows, share_cell(asked.unreadable, len(asked.rows))),
    )


def _one_call_table(runs: Runs) -> Table:
    kinds = {"lines": "Line", "angles": "Angle"}
    figures = _PREDICTION[:3]
    columns = tuple(f"{kind} {_headed(figure)}" for kind in kinds.values() for figure in figures)
    ours = [
        TableRow(run, (*(highlight_cell(rows, kind, figure) for kind in kinds for figure in figures), failed_share(rows)))
        for run, rows in runs.items()
        if not any(_asked(rows, kind).is_focused for kind in kinds)
    ]
    paper = published("geodial")["one_call_prediction"]
    theirs = [_printed(f"{row['name']} ({paper['table']})", row["figures"], 1) for row in paper["rows"]]
    note = "In percent. Published as printed, where P and R of lines are exchanged: 87.0 is the recall, 29.3 the precision."
    title = "Prediction in one call (GeoDial, Table 6)"
    return Table("geodial.one_call", title, (*columns, "failed"), (*ours, *theirs), note)


def _outcome_table(runs: Runs) -> Table:
    columns = [
        f"{kind} {part}"
        for kind in CATEGORIES.values()
        for part in (*(figure.removesuffix("_share") for figure in _OUTCOMES), "unreadable")
    ]
    ours = [TableRow(run, (*_outcome_cells(rows), failed_share(rows))) for run, rows in runs.items()]
    paper = published("geodial")["outcomes"]
    theirs = [
        _printed(f"{row['name']} ({paper['table']})", [*row["figures"][:2], None, None, *row["figures"][2:]], 11)
        for row in paper["rows"]
    ]
    note = (
        "In percent of the turns where the teacher highlights; unreadable: share of all rows. Leave: nothing is highlighted; an "
        "unreadable reply counts so. The published rows without fine-tuning do not follow from Prediction recall (leave would be "
        "13.0 for 2.3), perhaps because such replies were left out there."
    )
    return Table("geodial.outcomes", "Miss, leave, hit (GeoDial, Table 7)", (*columns, "failed"), (*ours, *theirs), note)


def _outcome_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for category in CATEGORIES:
        asked = _asked(rows, category)
        cells += [highlight_cell(rows, category, figure) for figure in _OUTCOMES]
        cells.append(share_cell(asked.unreadable, len(asked.rows)))
    return tuple(cells)


def _guard_table(runs: Runs) -> Table:
    columns = ("turns", "turns with an intervention", "leaks stopped", "drafts that were no turn", "safe turns", "failed")
    note = "Drafts and turns are counts; an intervention is a draft that the guard refused or could not read."
    ours = [TableRow(run, (*_guard_cells(rows), failed_share(rows))) for run, rows in runs.items()]
    return Table("geodial.guard", "Interventions of the answer guard", columns, tuple(ours), note)


def _guard_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    found = [guard for row in rows if (guard := _guard(row))]
    touched = sum(bool(guard["stopped"] or guard["unread"]) for guard in found)
    stopped, unread = (sum(len(guard[key]) for guard in found) for key in ("stopped", "unread"))
    safe = sum(guard["is_safe_turn"] for guard in found)
    return Cell(len(found)), share_cell(touched, len(found)), Cell(stopped), Cell(unread), Cell(safe)


def _guard(row: Row) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = row.answer.extra.get("guard") if row.answer else None
    return found


def _printed(name: str, figures: Sequence[float | None], blanks: int) -> TableRow:
    return TableRow(name, (*(Cell(value, digits=1) for value in figures), *[Cell(None)] * blanks), is_published=True)


def _headed(figure: HighlightFigure) -> str:
    return _HEADED[figure.partition("_")[2]]


# the figures


def _asked_for(rows: Sequence[Row], mark: str) -> list[Row]:
    return [row for row in rows if mark in row.marks]


def _label_metric(rows: Sequence[Row], name: str) -> tuple[Metric, list[str]] | None:
    kept = _asked_for(rows, name)
    if not kept:
        return None
    metric = macro_f1_metric([row.truth[name] for row in kept], [row.marks[name] for row in kept])
    return metric, [row.cluster for row in kept]


def _asked(rows: Sequence[Row], category: str) -> _Asked:
    kept = _asked_for(rows, category)
    marks = [row.marks[category] for row in kept]
    return _Asked(
        # A which-model that named nothing readable named nothing; only the one-call setting has whole unreadable rows.
        [
            HighlightRow(
                frozenset(mark["true"]), frozenset(mark["given"]), mark["says"], mark["says"] is None and not mark["is_read"]
            )
            for mark in marks
        ],
        [row.cluster for row in kept],
        any(mark["says"] is not None for mark in marks),
        sum(not mark["is_read"] for mark in marks),
    )


def _bleu_metric(rows: Sequence[Row]) -> tuple[Metric, list[str]] | None:
    kept = _asked_for(rows, "utterance")
    if not kept:
        return None
    try:
        metric = corpus_bleu_metric([row.marks["utterance"] for row in kept], [row.truth["utterance"] for row in kept])
    except MissingExtraError:
        return None
    return metric, [row.cluster for row in kept]


def _bert_cell(rows: Sequence[Row]) -> Cell:
    kept, model = _asked_for(rows, "utterance"), bert_model()
    if model is None or not kept:
        return Cell(None)
    texts = [row.marks["utterance"] for row in kept]
    scores = bert_score(texts, [row.truth["utterance"] for row in kept], is_rescaled=True, model=model)
    return percent(mean_metric(scores.values), [row.cluster for row in kept])


def _bert_note() -> str:
    model = bert_model()
    if model is None:
        return NO_BERT
    return f"BERTScore: F1 times 100, {model.setting}, rescaled."
