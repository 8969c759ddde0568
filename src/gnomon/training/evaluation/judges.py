"""Judges side by side, dimension by dimension, on the fold that no training has seen (bea-jh 4.2, Table 3). Needs no torch.

A judge is a name with the model that it asks on each dimension: one for all of them, or one that was trained for each. Every
model is a run of the benchmark MRBench of its own; the judge that ships with the package and the commonest label stand beside.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gnomon.benchmark import read_record
from gnomon.benchmark.benchmark import Row, Rows, is_model
from gnomon.benchmark.data import opened
from gnomon.benchmark.figures import RowColumn, counts_of, published, share
from gnomon.benchmark.mrbench.tables import paper_columns
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.running import run
from gnomon.datasets import MRBenchDialogue
from gnomon.files import write_whole
from gnomon.judge import Dimension, dimensions
from gnomon.judge.embedded import NAME as EMBEDDED
from gnomon.pages import Column, Line, Measured, Printed, Table, TableSpec, counted, printed_rows
from gnomon.runs import Pace, Told
from gnomon.training.errors import TrainingError
from gnomon.training.evaluation.several import Serve, is_done
from gnomon.training.rows.judging import folds_of

ALWAYS = (EMBEDDED, "majority")
"""Judges that need no model, and stand in every comparison."""


@dataclass(frozen=True)
class JudgeModel:
    """A model that is asked in a judge's name."""

    judge: str
    spec: str
    dimensions: tuple[Dimension, ...]

    @classmethod
    def read(cls, text: str, spec_of: Callable[[str], str]) -> JudgeModel:
        """Read ``NAME=MODEL``, or ``NAME:DIMENSION=MODEL``.

        Raises:
            TrainingError: when it is neither.
        """
        name, equals, spec = text.partition("=")
        judge, colon, dimension = name.partition(":")
        known = tuple(each for each in dimensions() if not colon or each.casefold() == dimension.strip().casefold())
        if not equals or not judge.strip() or not spec.strip() or judge.strip() in ALWAYS:
            raise TrainingError(f"expected --judge NAME=MODEL or NAME:DIMENSION=MODEL, with a name of its own, got {text!r}")
        if not known:
            raise TrainingError(f"--judge {text!r}: expected one of the dimensions {', '.join(dimensions())}")
        found = spec_of(spec.strip())
        if not is_model(found):
            raise TrainingError(f"--judge {text!r}: expected MODEL@URL, a URL, or the folder of a trained model")
        return cls(judge.strip(), found, known)


@dataclass(frozen=True)
class Comparison:
    """What is compared, and on what."""

    models: tuple[JudgeModel, ...]
    data: str
    """A path, or ``sample``."""
    folds: Path | None
    """Of the data; None takes their own, or parts them as training does."""
    fold: int
    """That is graded: the test fold of the recipes."""
    limit: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        given = [(model.judge, dimension) for model in self.models for dimension in model.dimensions]
        if twice := next((pair for pair in given if given.count(pair) > 1), None):
            raise TrainingError(f"--judge: {twice[0]} is given two models for {twice[1]}; name each once")


Judged = Mapping[str, Mapping[Dimension, Rows]]
"""Rows by judge and dimension."""


def judge_all(what: Comparison, out: Path, serve: Serve, pace: Pace, told: Told, tell: Callable[[str], None]) -> Judged:
    """Run every judge, or go on; what is finished is not asked again.

    Args:
        what: to compare.
        out: folder for a run each.
        serve: opens models of folders.
        pace: how fast and how dear.
        told: is told how far a run is.
        tell: called with a line before each run.

    Raises:
        TrainingError: for data that cannot be parted.
        RunError: when another run lies in a folder.
    """
    options = {"folds": str(_folds_file(what, out)), "only_fold": what.fold}
    found: dict[str, dict[Dimension, Rows]] = {}
    free = (JudgeModel(name, name, tuple(dimensions())) for name in ALWAYS)
    for model in (*what.models, *free):
        part = () if len(model.dimensions) == len(dimensions()) else model.dimensions
        folder = out / "-".join([model.judge, *part])
        asked = {**options, **({"dimensions": list(part)} if part else {})}
        config = RunConfig(task="mrbench", judge=model.spec, data=what.data, limit=what.limit, seed=what.seed, options=asked)
        tell(folder.name)
        specs = [] if is_done(folder, config, read_record) else [model.spec]
        with serve(specs) as addresses:
            rows = run(config, folder, replace(pace, addresses=addresses), told).rows
        for dimension in model.dimensions:
            found.setdefault(model.judge, {})[dimension] = rows
    return found


def _folds_file(what: Comparison, out: Path) -> Path:
    """Return the file of folds; where none is named, write the one that training would part the data by."""
    if what.folds is not None:
        return what.folds.resolve()
    dialogues = opened("mrbench", what.data, MRBenchDialogue)
    fold = {dialogue.id: fold for dialogue, fold in zip(dialogues, folds_of(dialogues), strict=True) if fold is not None}
    path = out.resolve() / "folds.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps({"fold": fold}, indent=1) + "\n")
    return path


def judge_table(judged: Judged) -> Table:
    """Return the one table: by dimension a line a judge, with the paper's four figures and their intervals."""
    table = _SPEC.fill(judged)
    assert table is not None
    return table


@dataclass(frozen=True)
class _Cell:
    """What a line is of."""

    dimension: Dimension
    rows: Sequence[Row]


def _lines(judged: Judged) -> Iterator[Line[_Cell]]:
    for name, record in dimensions().items():
        for judge, by_dimension in judged.items():
            if rows := by_dimension.get(name):
                yield Line(f"{record.title}: {judge}", _Cell(name, rows), counts_of(rows, name))


def _paper_columns() -> Iterator[Column[_Cell]]:
    """Yield the columns of a dimension, each measuring the dimension of its line."""
    by_dimension = {name: [*paper_columns(name)] for name in dimensions()}
    for place, column in enumerate(next(iter(by_dimension.values()))):
        yield Column(column.heading, partial(_measured, by_dimension, place))


def _measured(columns: Mapping[Dimension, Sequence[RowColumn]], place: int, of: _Cell) -> Measured:
    return columns[of.dimension][place].measure(of.rows)


def _malformed(of: _Cell) -> float | None:
    kept = [row for row in of.rows if of.dimension in (row.truth or {}) and row.error is None]
    return share(sum(row.marks.get(of.dimension) is None for row in kept), len(kept))


def _printed(judged: Judged) -> Iterator[Printed]:
    theirs = published("mrbench")
    for name, record in dimensions().items():
        if any(name in by_dimension for by_dimension in judged.values()):
            yield from (each._replace(name=f"{record.title}: {each.name}") for each in printed_rows(theirs[name]))


_SPEC = TableSpec(
    "training.judges",
    "Judges by dimension",
    "fraction",
    (*_paper_columns(), Column("malformed", _malformed, better="lower"), counted("responses", lambda of: len(of.rows))),
    _lines,
    _printed,
    "Intervals: percentile bootstrap over dialogues. A label that cannot be read counts as wrong; a call that failed is left "
    "out. The judge that ships with the package labels a conversation that it has learnt from by the part of it that has not. "
    "Published figures are of other parts of the data.",
)
