"""The report of a validation: what was compared, what differs, lengths, blind marks."""

from __future__ import annotations

from collections.abc import Iterator

from gnomon.benchmark.arena.validation.record import Compared, Spread, Validation
from gnomon.packaged import packaged_yaml
from gnomon.pages import Cell, Column, Line, Report, Wording, counted, filled


def validation_report(validation: Validation) -> Report:
    """Return the report."""
    wording = Wording(packaged_yaml("gnomon.benchmark", "shown", "arena.yaml"))
    specs = (
        wording.table("validation.differences", _COMPARED, _differing),
        wording.table("validation.shares", _COMPARED, lambda found: _lines(found, "share")),
        wording.table("validation.sizes", _COMPARED, lambda found: _lines(found, "mean")),
        wording.table("validation.distances", _DISTANCES, lambda found: _lines(found, "distance")),
        wording.table("validation.spreads", _SPREADS, _spreads),
        wording.table("validation.marks", _MARKS, _marks),
    )
    return Report(
        title=f"Learners {', '.join(validation.learners)} beside {validation.logs.file}",
        runs=(),
        tables=filled(specs, validation),
        notes=(validation.note(validation.learners),),
    )


def _name(each: Compared) -> str:
    return f"{each.figure}: {each.learner}"


def _differing(found: Validation) -> Iterator[Line[Compared]]:
    yield from (Line(_name(each), each) for each in found.compared if each.differs)


def _lines(found: Validation, sort: str) -> Iterator[Line[Compared]]:
    chosen = [each for each in found.compared if each.sort == sort]
    for figure in dict.fromkeys(each.figure for each in chosen):
        yield from (Line(_name(each), each) for each in chosen if each.figure == figure)


def _spreads(found: Validation) -> Iterator[Line[Spread]]:
    yield from (Line(f"{each.figure}: {each.who}", each) for each in found.spreads)


def _marks(found: Validation) -> Iterator[Line[Cell]]:
    blind = found.blind
    if blind is None:
        return
    yield Line("all marks, right", Cell(blind.accuracy, blind.low, blind.high))
    yield from (Line(f"{name}, right", Cell(share)) for name, share in blind.markers.items())
    yield Line("mean of both kinds, right", Cell(blind.balanced))
    yield Line("d'", Cell(blind.d_prime))
    yield Line("area under the curve", Cell(blind.auc, blind.auc_low, blind.auc_high))
    yield Line("Cohen's kappa of two markers", Cell(blind.kappa))
    yield Line("Krippendorff's alpha", Cell(blind.alpha))
    yield Line("marks", Cell(blind.num_marks))


_COMPARED: tuple[Column[Compared], ...] = (
    Column("logs", lambda each: each.logs, better=""),
    Column("learner", lambda each: each.simulated, better=""),
    Column("learner less logs", lambda each: Cell(each.value, each.low, each.high), better=""),
    Column("p, Holm", lambda each: each.corrected, unit="p", better="", digits=4),
)
_DISTANCES: tuple[Column[Compared], ...] = (
    Column("distance", lambda each: Cell(each.value, each.low, each.high), better="lower"),
    Column("p, Holm", lambda each: each.corrected, unit="p", better="", digits=4),
)
_SPREADS: tuple[Column[Spread], ...] = (
    Column("10 %", lambda each: each.low, better=""),
    Column("median", lambda each: each.middle, better=""),
    Column("90 %", lambda each: each.high, better=""),
    counted("values", lambda each: each.count),
)
_MARKS: tuple[Column[Cell], ...] = (Column("figure", lambda each: each, better=""),)
