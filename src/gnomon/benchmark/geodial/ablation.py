"""Which parts of the context matter: the sixteen combinations and a least-squares fit (GeoDial 5.3, Tables 3 and 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gnomon.benchmark.benchmark import Measure, Rows, Runs
from gnomon.benchmark.figures import Estimate, RowColumn, line, published, table
from gnomon.benchmark.geodial.marks import LABELS
from gnomon.benchmark.geodial.measures import bleu, label
from gnomon.metrics import CONTEXT_PARTS, LeastSquares, MetricInputError, least_squares
from gnomon.pages import Column, Line, Printed, counted, printed_rows
from gnomon.tutor import ContextParts

LABEL_COLUMNS: tuple[RowColumn, ...] = tuple(Column(f"{name} macro-F1", label(name)) for name in LABELS)
BLEU_COLUMN: RowColumn = Column("BLEU", bleu, unit="0 to 100")
_OUTCOMES: dict[str, Measure] = {**{name: label(name) for name in LABELS}, "BLEU": bleu}
_PARTS = {part: part.replace("_", " ") for part in CONTEXT_PARTS}


class _Run(NamedTuple):
    """A one-call run with what its model was shown."""

    name: str
    tutor: str
    """Model and what else sets runs apart beside the parts."""
    parts: ContextParts
    rows: Rows

    @property
    def shown(self) -> tuple[int, ...]:
        """1 for a part that was shown, in the order of `CONTEXT_PARTS`."""
        return tuple(int(getattr(self.parts, part)) for part in CONTEXT_PARTS)


class _Fit(NamedTuple):
    """One outcome over the combinations of a tutor."""

    found: LeastSquares
    combinations: int


def _one_call_runs(runs: Runs) -> list[_Run]:
    """Return the one-call runs; none unless they differ in what the model was shown."""
    found = []
    for name, rows in runs.items():
        told = next((row.answer.extra for row in rows if row.answer and row.answer.extra.get("setting") == "turn"), None)
        if told is not None:
            notes = [f"notes={told['notes']}"] if told["notes"] != "none" else []
            tutor = ", ".join((told["tutor"], *notes, *(["guarded"] if "guard" in told else [])))
            found.append(_Run(name, tutor, ContextParts.named(told["parts"]), rows))
    return found if len({run.shown for run in found}) > 1 else []


def _combinations(runs: Runs) -> Iterator[Line[_Run]]:
    for run in sorted(_one_call_runs(runs), key=lambda run: (run.tutor, tuple(-part for part in run.shown))):
        yield Line(run.name, run, line(run.name, run.rows).counts)


def _fits(runs: Runs) -> Iterator[Line[_Fit]]:
    """Yield what each tutor's runs determine; a tutor whose runs do not tell the parts apart has no line."""
    found = _one_call_runs(runs)
    for tutor in dict.fromkeys(run.tutor for run in found):
        for outcome, measure in _OUTCOMES.items():
            fit = _fit([run for run in found if run.tutor == tutor], measure, 1 if outcome == "BLEU" else 100)
            if fit is not None:
                yield Line(f"{tutor}: {outcome}", fit)


def _fit(runs: Sequence[_Run], measure: Measure, scale: float) -> _Fit | None:
    """Fit an outcome, in its unit as the tables show it: ``scale`` is 100 where that is percent."""
    values = [(run.shown, found.point()) for run in runs if isinstance(found := measure(run.rows), Estimate)]
    kept = [(shown, scale * value) for shown, value in values if value is not None]
    try:
        fitted = least_squares([shown for shown, _ in kept], [value for _, value in kept])
    except MetricInputError:
        return None
    return _Fit(fitted, len({shown for shown, _ in kept}))


def _printed_combinations(_: Runs) -> Iterator[Printed]:
    paper = published("geodial")["context"]
    for row in paper["rows"]:
        model = "Qwen3-VL-8B" if row["parts"][CONTEXT_PARTS.index("diagram")] else "Qwen3-8B"
        name = f"{model}, {'fine-tuned' if row['is_tuned'] else 'untuned'} ({paper['table']})"
        yield Printed(name, [*("yes" if part else "no" for part in row["parts"]), *row["values"]])


def _printed_fits(_: Runs) -> list[Printed]:
    paper = published("geodial")["regression"]
    return [row._replace(values=[*row.values, len(published("geodial")["context"]["rows"]) // 2]) for row in printed_rows(paper)]


def _is_shown(part: str) -> Callable[[_Run], str]:
    return lambda run: "yes" if getattr(run.parts, part) else "no"


def _outcome(column: RowColumn) -> Column[_Run]:
    return Column(column.heading, lambda run: column.measure(run.rows), column.unit)


def _coefficient(part: str) -> Callable[[_Fit], float]:
    return lambda fit: fit.found.coefficients[part]


ABLATION = (
    table(
        "geodial.context",
        (
            *(Column(shown, _is_shown(part), unit="shown", better="") for part, shown in _PARTS.items()),
            *map(_outcome, (*LABEL_COLUMNS, BLEU_COLUMN)),
        ),
        _combinations,
        printed=_printed_combinations,
    ),
    table(
        "geodial.regression",
        (
            *(Column(shown, _coefficient(part), better="") for part, shown in _PARTS.items()),
            Column("constant", lambda fit: fit.found.constant, better=""),
            Column("R squared", lambda fit: fit.found.r_squared, unit="percent", better="", digits=1),
            counted("combinations", lambda fit: fit.combinations),
        ),
        _fits,
        printed=_printed_fits,
    ),
)
