"""Which parts of the context matter: the sixteen combinations and a least-squares fit (GeoDial 5.3, Tables 3 and 15).

The paper asks a vision model where the diagram is shown and a text model where it is not, and fits both together: one fit is of
a role, not of a model. Runs belong together that name one role (``--set role=tuned``). Of runs that name none, a model's own are
fitted; where no model by itself tells the parts apart, all models of one way of asking are fitted together, provided that no
combination is there twice, for then nobody knows which runs go together.
"""

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
    """The model."""
    asked: str
    """What else sets runs apart beside the parts: notes, guard; empty for none."""
    role: str
    """Empty where the run names none."""
    parts: ContextParts
    rows: Rows

    @property
    def shown(self) -> tuple[int, ...]:
        """1 for a part that was shown, in the order of `CONTEXT_PARTS`."""
        return tuple(int(getattr(self.parts, part)) for part in CONTEXT_PARTS)


class _Fit(NamedTuple):
    """One outcome over the combinations of a role or a model."""

    found: LeastSquares
    combinations: int


def _one_call_runs(runs: Runs) -> list[_Run]:
    """Return the one-call runs; none unless they differ in what the model was shown."""
    found = []
    for name, rows in runs.items():
        told = next((row.answer.extra for row in rows if row.answer and row.answer.extra.get("setting") == "turn"), None)
        if told is not None:
            asked = ", ".join([f"notes={told['notes']}"] * (told["notes"] != "none") + ["guarded"] * ("guard" in told))
            found.append(_Run(name, told["tutor"], asked, told.get("role", ""), ContextParts.named(told["parts"]), rows))
    return found if len({run.shown for run in found}) > 1 else []


def _combinations(runs: Runs) -> Iterator[Line[_Run]]:
    for run in sorted(_one_call_runs(runs), key=lambda run: (run.role, run.tutor, run.asked, tuple(-part for part in run.shown))):
        yield Line(run.name, run, line(run.name, run.rows).counts)


def _fits(runs: Runs) -> Iterator[Line[_Fit]]:
    """Yield what the runs of each group determine; one whose runs do not tell the parts apart has no line."""
    for name, group in _groups(_one_call_runs(runs)).items():
        for outcome, measure in _OUTCOMES.items():
            fit = _fit(group, measure, 1 if outcome == "BLEU" else 100)
            if fit is not None:
                yield Line(f"{name}: {outcome}", fit)


def _groups(runs: Sequence[_Run]) -> dict[str, list[_Run]]:
    """Return the runs of each fit by its name; see the module."""
    named: dict[str, list[_Run]] = {}
    for run in runs:
        named.setdefault(", ".join(filter(None, (run.role or run.tutor, run.asked))), []).append(run)
    groups: dict[str, list[_Run]] = {}
    for asked in dict.fromkeys(run.asked for run in runs):
        alone = {name: group for name, group in named.items() if group[0].asked == asked}
        groups |= alone
        unfit = (group for group in alone.values() if not group[0].role and not _tells_parts_apart(group))
        left = [run for group in unfit for run in group]
        if len({run.shown for run in left}) == len(left) and len({run.tutor for run in left}) > 1:
            groups[", ".join(filter(None, (" and ".join(sorted({run.tutor for run in left})), asked)))] = left
    return groups


def _tells_parts_apart(runs: Sequence[_Run]) -> bool:
    try:
        least_squares([run.shown for run in runs], [0.0] * len(runs))
    except MetricInputError:
        return False
    return True


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
