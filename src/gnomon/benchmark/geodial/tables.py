"""What GeoDial shows: tables (GeoDial, Tables 1, 2, 6, 7 and 12) and plots (Figure 13), in percent as the paper prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any

from gnomon.benchmark.benchmark import Measure, Row, Rows, Runs, Shown
from gnomon.benchmark.figures import (
    NO_BERT,
    RowColumn,
    bert_model,
    by_run,
    by_value,
    line,
    plot,
    published,
    runs_with,
    share,
    table,
)
from gnomon.benchmark.geodial.ablation import ABLATION, BLEU_COLUMN, LABEL_COLUMNS
from gnomon.benchmark.geodial.marks import LABELS
from gnomon.benchmark.geodial.measures import bert, bleu, embedded_yes, highlights, is_focused, label, not_read, right
from gnomon.benchmark.geodial.points import CATEGORIES
from gnomon.dialogue import subacts
from gnomon.judge import dimensions
from gnomon.metrics import HighlightFigure
from gnomon.pages import Column, Line, Printed, counted, printed_rows

_GROUPS: Mapping[str, Mapping[str, HighlightFigure]] = {
    "Prediction": {
        "P": "prediction_precision",
        "R": "prediction_recall",
        "F1": "prediction_f1",
        "accuracy": "prediction_accuracy",
    },
    "Decision, independent": {"P": "independent_precision", "R": "independent_recall", "F1": "independent_f1"},
    "Decision": {"P": "decision_precision", "R": "decision_recall", "F1": "decision_f1"},
    "Combined": {"P": "combined_precision", "R": "combined_recall", "F1": "combined_f1"},
}
_OUTCOMES: Mapping[str, HighlightFigure] = {"miss": "miss_share", "leave": "leave_share", "hit": "hit_share"}
# Places of figures in the rows of Tables 1 and 12: Prediction of the four categories stands between labels and the rest.
_WHETHER = tuple(range(3, 11))
_TURN = (*range(3), *range(11, 17))
_TWO = ("lines", "angles")
"""The categories that the paper gives outcomes and one-call figures of."""


def _printed_turns(places: Sequence[int]) -> Callable[[Runs], Iterator[Printed]]:
    """Return the published rows of the splits that were graded; those of the test split where there are none of them."""

    def rows(runs: Runs) -> Iterator[Printed]:
        splits = {row.groups.get("split") for rows in runs.values() for row in rows}
        paper = published("geodial")["turn"]
        for part in [part for split, part in paper.items() if split in splits] or [paper["test"]]:
            yield from printed_rows(part, places)

    return rows


def _bert_note(_: Sequence[Line[Rows]]) -> str:
    model = bert_model()
    return NO_BERT if model is None else f"BERTScore: F1, {model.setting}, rescaled."


def _category_columns(category: str) -> Iterator[RowColumn]:
    for group, named in _GROUPS.items():
        yield from (Column(f"{group} {name}", highlights(category, figure)) for name, figure in named.items())
    yield Column("not read", not_read(category), better="lower")


def _outcome_columns(category: str) -> Iterator[RowColumn]:
    kind = CATEGORIES[category]
    for name, figure in _OUTCOMES.items():
        yield Column(f"{kind} {name}", highlights(category, figure), better="higher" if name == "hit" else "lower")
    yield Column(f"{kind} not read", not_read(category), better="lower")


def _by_subact(runs: Runs) -> Iterator[Line[Rows]]:
    """Yield each run by the subact that the teacher chose."""
    for run, rows in runs.items():
        for name in subacts():
            if kept := [row for row in rows if row.truth and row.truth["subact"] == name]:
                yield line(f"{run}, {name}", kept)


def _part_columns(labels: Iterable[RowColumn]) -> Iterator[RowColumn]:
    yield counted("turns", len)
    yield from labels
    yield from (Column(f"{kind} Combined F1", highlights(category, "combined_f1")) for category, kind in CATEGORIES.items())
    yield BLEU_COLUMN


def _guard(row: Row) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = row.answer.extra.get("guard") if row.answer else None
    return found


def _over_guards(count: Callable[[Mapping[str, Any]], int]) -> Measure:
    return lambda rows: sum(count(guard) for row in rows if (guard := _guard(row)))


def _chosen_subacts(runs: Runs) -> Iterator[Line[Sequence[str]]]:
    """Yield what the teachers chose in the first run's turns, then what each run chose."""
    yield Line("people (first run's turns)", [row.truth["subact"] for row in next(iter(runs.values()), ()) if row.truth])
    for run, rows in runs.items():
        yield Line(run, [row.marks["subact"] for row in rows if row.marks.get("subact")])


def _printed_labels(_: Runs) -> Iterator[Printed]:
    paper = published("geodial")
    for row in paper["turn"]["test"]["rows"]:
        if row["name"] in paper["plotted"]:
            yield Printed(row["name"], row["values"][: len(LABELS)])


def _whether(categories: Iterable[str], figures: Iterable[str]) -> Iterator[RowColumn]:
    for category, name in product(categories, figures):
        yield Column(f"{CATEGORIES[category]} {name}", highlights(category, _GROUPS["Prediction"][name]))


def _one_call_runs(runs: Runs) -> Iterator[Line[Rows]]:
    return (each for each in by_run(runs) if not any(is_focused(each.of, category) for category in _TWO))


def _share_of(name: str) -> Callable[[Sequence[str]], float | None]:
    return lambda chosen: share(chosen.count(name), len(chosen))


_COMBINED = {category: highlights(category, "combined_f1") for category in CATEGORIES}
_DECISION = [Column(f"{kind} Decision F1", highlights(category, "decision_f1")) for category, kind in CATEGORIES.items()]
SHOWN = Shown(
    headline={
        **{f"{name}.macro_f1": label(name) for name in LABELS},
        **{f"{category}.combined_f1": measure for category, measure in _COMBINED.items()},
        "bleu_0_to_100": bleu,
    },
    tables=(
        table(
            "geodial.turn",
            (*LABEL_COLUMNS, *_DECISION, Column("BERTScore", bert), BLEU_COLUMN),
            note=_bert_note,
            printed=_printed_turns(_TURN),
        ),
        table("geodial.prediction", _whether(CATEGORIES, ("accuracy", "F1")), printed=_printed_turns(_WHETHER)),
        *(table(f"geodial.{category}", _category_columns(category)) for category in CATEGORIES),
        table("geodial.one_call", _whether(_TWO, ("P", "R", "F1")), _one_call_runs),
        table("geodial.by_subact", _part_columns(Column(f"{name} right", right(name)) for name in LABELS), _by_subact),
        table("geodial.by_quarter", _part_columns(LABEL_COLUMNS), by_value("quarter", "quarter ")),
        table("geodial.outcomes", chain.from_iterable(map(_outcome_columns, CATEGORIES))),
        table(
            "geodial.guard",
            (
                counted("turns", _over_guards(lambda _: 1)),
                counted("turns with an intervention", _over_guards(lambda guard: bool(guard["stopped"] or guard["unread"]))),
                counted("leaks stopped", _over_guards(lambda guard: len(guard["stopped"]))),
                counted("drafts that were no turn", _over_guards(lambda guard: len(guard["unread"]))),
                counted("safe turns", _over_guards(lambda guard: guard["is_safe_turn"])),
            ),
            runs_with(lambda row: _guard(row) is not None),
        ),
        table("geodial.embedded", (Column(record.title, embedded_yes(name)) for name, record in dimensions().items())),
        *ABLATION,
    ),
    plots=(
        plot("geodial.labels", {name: label(name) for name in LABELS}, printed=_printed_labels),
        plot("geodial.combined", {CATEGORIES[category]: measure for category, measure in _COMBINED.items()}),
        plot(
            "geodial.outcomes",
            {
                f"{CATEGORIES[category]} {name}": highlights(category, _OUTCOMES[name])
                for category, name in product(_TWO, ("miss", "leave"))
            },
        ),
        plot("geodial.subacts", {name: _share_of(name) for name in subacts()}, _chosen_subacts),
    ),
)
