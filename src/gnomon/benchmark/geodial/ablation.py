"""Which parts of the context matter: the sixteen combinations and a least-squares fit (GeoDial 5.3, Tables 3 and 15).

The paper asks a vision model where the diagram is shown and a text model where it is not, and fits both together: one fit is of
a role, not of a model. Runs belong together that name one role (``--set role=tuned``). Of runs that name none, a model's own are
fitted; where no model by itself tells the parts apart, all models of one way of asking are fitted together, provided that no
combination is there twice, for then nobody knows which runs go together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import failed_share, published
from gnomon.benchmark.geodial.marks import LABELS
from gnomon.benchmark.geodial.tables import bleu_cell, label_cell
from gnomon.metrics import CONTEXT_PARTS, LeastSquares, MetricInputError, least_squares
from gnomon.pages import Cell, Table, TableRow
from gnomon.tutor import ContextParts

_OUTCOMES = (*LABELS, "BLEU")
_PARTS = tuple(part.replace("_", " ") for part in CONTEXT_PARTS)


class _Run(NamedTuple):
    """A one-call run with what its model was shown."""

    name: str
    tutor: str
    """The model."""
    asked: str
    """What else sets runs apart beside the parts: notes, guard; empty for none."""
    role: str
    """Empty where the run names none."""
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
    asked = ", ".join([f"notes={told['notes']}"] * (told["notes"] != "none") + ["guarded"] * ("guard" in told))
    outcomes = (*(label_cell(rows, label) for label in LABELS), bleu_cell(rows))
    parts = tuple(int(getattr(shown, part)) for part in CONTEXT_PARTS)
    return _Run(name, told["tutor"], asked, told.get("role", ""), parts, outcomes, rows)


def _combinations(runs: Sequence[_Run]) -> Table:
    ours = [
        TableRow(run.name, (*map(_yes_no, run.parts), *run.outcomes, failed_share(run.rows)))
        for run in sorted(runs, key=lambda run: (run.role, run.tutor, run.asked, tuple(-part for part in run.parts)))
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
        TableRow(f"{name}: {outcome}", cells)
        for name, group in _groups(runs).items()
        for place, outcome in enumerate(_OUTCOMES)
        if (cells := _fitted(group, place))
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
        "Ordinary least squares of each outcome on what is shown, each part 0 or 1, each role apart; in the outcome's unit. "
        "Where several models stand together, the model changes with the diagram, as in the paper, and the diagram's figure "
        "holds that change too. Runs that do not tell the parts apart have no row; with fewer than 16 combinations read "
        "it with care."
    )
    columns = (*_PARTS, "constant", "R squared, %", "combinations")
    return Table("geodial.regression", "Which parts matter (GeoDial, Table 3)", columns, (*ours, *theirs), note)


def _groups(runs: Sequence[_Run]) -> dict[str, list[_Run]]:
    """Return the runs of each fit by its name; see the module."""
    named: dict[str, list[_Run]] = {}
    for run in runs:
        named.setdefault(", ".join(filter(None, (run.role or run.tutor, run.asked))), []).append(run)
    groups: dict[str, list[_Run]] = {}
    for asked in dict.fromkeys(run.asked for run in runs):
        alone = {name: group for name, group in named.items() if group[0].asked == asked}
        groups |= alone
        unfit = [group for group in alone.values() if not group[0].role and _fit([(run.parts, 0.0) for run in group]) is None]
        left = [run for group in unfit for run in group]
        if len({run.parts for run in left}) == len(left) and len({run.tutor for run in left}) > 1:
            groups[", ".join(filter(None, (" and ".join(sorted({run.tutor for run in left})), asked)))] = left
    return groups


def _fit(rows: Sequence[tuple[tuple[int, ...], float]]) -> LeastSquares | None:
    """Return the fit; None where the rows do not tell the parts apart."""
    try:
        return least_squares([parts for parts, _ in rows], [value for _, value in rows])
    except MetricInputError:
        return None


def _fitted(runs: Sequence[_Run], place: int) -> tuple[Cell, ...]:
    """Return coefficients, constant, R squared and the number of combinations; nothing where they are not determined."""
    kept = [(run.parts, value) for run in runs if isinstance(value := run.outcomes[place].value, float)]
    fit = _fit(kept)
    if fit is None:
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
