"""Which parts of the context matter: the sixteen combinations and a least-squares fit (GeoDial 5.3, Tables 3 and 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import failed_share, published
from gnomon.benchmark.geodial.marks import LABELS
from gnomon.benchmark.geodial.tables import bleu_cell, label_cell
from gnomon.metrics import CONTEXT_PARTS, MetricInputError, least_squares
from gnomon.pages import Cell, Table, TableRow
from gnomon.tutor import ContextParts

_OUTCOMES = (*LABELS, "BLEU")
_PARTS = tuple(part.replace("_", " ") for part in CONTEXT_PARTS)


class _Run(NamedTuple):
    """A one-call run with what its model was shown."""

    name: str
    tutor: str
    """Model and what else sets runs apart beside the parts."""
    parts: tuple[int, ...]
    """1 for a part that was shown, in the order of `CONTEXT_PARTS`."""
    outcomes: tuple[Cell, ...]
    rows: Sequence[Row]


def ablation_tables(runs: Mapping[str, Sequence[Row]]) -> tuple[Table, ...]:
    """Return the combinations and the fit; nothing unless runs differ in what the model was shown."""
    found = [run for name, rows in runs.items() if (run := _run(name, rows))]
    if len({run.parts for run in found}) < 2:
        return ()
    return (_combinations(found), _regression(found))


def _run(name: str, rows: Sequence[Row]) -> _Run | None:
    told = next((row.answer.extra for row in rows if row.answer and row.answer.extra.get("setting") == "turn"), None)
    if told is None:
        return None
    shown = ContextParts.named(told["parts"])
    tutor = ", ".join(
        (
            told["tutor"],
            *([f"notes={told['notes']}"] if told["notes"] != "none" else []),
            *(["guarded"] if "guard" in told else []),
        )
    )
    outcomes = (*(label_cell(rows, label) for label in LABELS), bleu_cell(rows))
    return _Run(name, tutor, tuple(int(getattr(shown, part)) for part in CONTEXT_PARTS), outcomes, rows)


def _combinations(runs: Sequence[_Run]) -> Table:
    ours = [
        TableRow(run.name, (*map(_yes_no, run.parts), *run.outcomes, failed_share(run.rows)))
        for run in sorted(runs, key=lambda run: (run.tutor, tuple(-part for part in run.parts)))
    ]
    paper = published("geodial")["context"]
    theirs = [
        TableRow(
            f"{_published_model(row)} ({paper['table']})",
            (*map(_yes_no, row["parts"]), *(Cell(value, digits=1) for value in row["figures"]), Cell(None)),
            is_published=True,
        )
        for row in paper["rows"]
    ]
    columns = (*_PARTS, *(f"{label} macro-F1" for label in LABELS), "BLEU", "failed")
    note = "Macro-F1 in percent, BLEU from 0 to 100; intervals over dialogues. The conversation is always shown."
    return Table("geodial.context", "What the tutor is shown (GeoDial, Table 15)", columns, (*ours, *theirs), note)


def _regression(runs: Sequence[_Run]) -> Table:
    ours = [
        TableRow(f"{tutor}: {outcome}", cells)
        for tutor in dict.fromkeys(run.tutor for run in runs)
        for place, outcome in enumerate(_OUTCOMES)
        if (cells := _fitted([run for run in runs if run.tutor == tutor], place))
    ]
    paper = published("geodial")["regression"]
    theirs = [
        TableRow(
            f"{row['name']} ({paper['table']})",
            (*(Cell(value, digits=2) for value in row["figures"][:-1]), Cell(row["figures"][-1], digits=1), Cell(16)),
            is_published=True,
        )
        for row in paper["rows"]
    ]
    note = (
        "Ordinary least squares of each outcome on what is shown, each part 0 or 1, each tutor apart; in the outcome's unit. A "
        "tutor whose runs do not tell the four parts apart has no row; with fewer than 16 combinations read it with care."
    )
    columns = (*_PARTS, "constant", "R squared, %", "combinations")
    return Table("geodial.regression", "Which parts matter (GeoDial, Table 3)", columns, (*ours, *theirs), note)


def _fitted(runs: Sequence[_Run], place: int) -> tuple[Cell, ...]:
    """Return coefficients, constant, R squared and the number of combinations; nothing where they are not determined."""
    kept = [(run.parts, value) for run in runs if isinstance(value := run.outcomes[place].value, float)]
    try:
        fit = least_squares([parts for parts, _ in kept], [value for _, value in kept])
    except MetricInputError:
        return ()
    r_squared = None if fit.r_squared is None else 100 * fit.r_squared
    return (
        *(Cell(fit.coefficients[part], digits=2) for part in CONTEXT_PARTS),
        Cell(fit.constant, digits=2),
        Cell(r_squared, digits=1),
        Cell(len({parts for parts, _ in kept})),
    )


def _published_model(row: Mapping[str, object]) -> str:
    parts = row["parts"]
    assert isinstance(parts, list)
    name = "Qwen3-VL-8B" if parts[1] else "Qwen3-8B"
    return f"{name}, {'fine-tuned' if row['is_tuned'] else 'untuned'}"


def _yes_no(part: int) -> Cell:
    return Cell("yes" if part else "no")
