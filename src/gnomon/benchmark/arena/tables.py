"""What an arena shows of its rows: outcomes, faults, moves, tests against the first tutor; a line is a tutor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from gnomon.benchmark.arena.grading import MOVES
from gnomon.benchmark.arena.pairing import comparisons_of
from gnomon.benchmark.arena.people import PersonJudgement, by_pair
from gnomon.benchmark.arena.validation import NOT_VALIDATED
from gnomon.benchmark.benchmark import Measure, Row, Rows, Runs
from gnomon.benchmark.figures import SEED, Estimate, by_run, in_group, line, mark, mean, number
from gnomon.metrics import (
    Comparison,
    PairedDifference,
    Strength,
    bradley_terry,
    cohen_kappa_metric,
    holm,
    mean_metric,
    paired_bootstrap,
)
from gnomon.packaged import packaged_yaml
from gnomon.pages import Column, Line, Plot, Table, Wording, counted, filled

RESAMPLES_OF_TESTS = 10_000
"""The smallest p value of a bootstrap is then 0.0002, so that Holm's correction for a hundred tests still finds what is there."""
_TESTED: Mapping[str, str] = {
    "solved_untold": "solved untold",
    "alone": "sibling alone",
    "guard_leaks": "leaks by the guard",
    "scan_leaks": "leaks by the scan",
    "false_praise": "false praise",
    "false_blame": "false blame",
    "relevance": "relevance",
}
"""Marks that tutors are compared by."""
_TURNS = range(1, 21)
"""Of the plot of repairs: as many as a dialogue has."""


class Difference(NamedTuple):
    """The first tutor less another one, in one mark."""

    mark: str
    tutor: str
    found: PairedDifference
    corrected: float | None
    """p value after Holm's correction for all differences of the arena."""


def by_tutor(rows: Rows) -> dict[str, list[Row]]:
    """Return the rows of each tutor, in the order of the tutors."""
    return {tutor: in_group(rows, tutor=tutor) for tutor in dict.fromkeys(row.groups["tutor"] for row in rows)}


def differences_of(runs: Runs) -> list[Difference]:
    """Compare the first tutor with every other one, in all marks that are tested; rows that failed in either are in neither."""
    first, *others = runs
    pairs = [(name, other) for name in _TESTED for other in others]
    found = [_difference(runs[first], runs[other], name) for name, other in pairs]
    corrected = holm([each.p_value if each is not None else None for each in found])
    made = zip(pairs, found, corrected, strict=True)
    return [Difference(name, other, each, p) for (name, other), each, p in made if each is not None]


def _difference(first: Rows, second: Rows, name: str) -> PairedDifference | None:
    """Return the paired difference over the meetings that both have a value of."""
    value = mark(name)
    others = {_meeting(row): value(row) for row in second}
    pairs = [(row.cluster, value(row), others.get(_meeting(row))) for row in first]
    kept = [(cluster, one, two) for cluster, one, two in pairs if one is not None and two is not None]
    if not kept:
        return None
    clusters, ours, theirs = zip(*kept, strict=True)
    return paired_bootstrap(mean_metric(ours), mean_metric(theirs), clusters=clusters, seed=SEED, resamples=RESAMPLES_OF_TESTS)


def _meeting(row: Row) -> tuple[str, str, str]:
    return row.cluster, row.groups["learner"], row.groups["seed"]


class Judged(NamedTuple):
    """Blind judgements of pairs."""

    model: Sequence[Row] = ()
    """Rows of the judge's, those of the other order too."""
    people: Sequence[PersonJudgement] = ()

    def comparisons(self) -> dict[str, tuple[Comparison, ...]]:
        """Return what a ranking takes, by kind of judge; a kind that has judged nothing is missing."""
        found = {"model": comparisons_of(self.model), "people": tuple(each.comparison() for each in self.people)}
        return {kind: each for kind, each in found.items() if each}


def tables_of(
    runs: Runs,
    judged: Judged = Judged(),  # noqa: B008  # frozen
    learners: str = NOT_VALIDATED,
) -> tuple[Table, ...]:
    """Return the tables of an arena.

    Args:
        runs: rows by tutor.
        judged: blind judgements of pairs, where there are any.
        learners: what each note says of who the learners are.
    """
    wording = _wording(learners)
    specs = (
        wording.table("arena.outcome", _OUTCOME, by_run),
        wording.table("arena.learners", _BY_LEARNER, _by_learner),
        wording.table("arena.faults", _FAULTS, by_run),
        wording.table("arena.relevance", _RELEVANCE, by_run),
        wording.table("arena.moves", _MOVES, by_run),
        wording.table("arena.highlights", _HIGHLIGHTS, by_run),
    )
    tested = wording.table("arena.differences", _DIFFERENCE, _differences)
    more = filled((tested,), runs) if len(runs) > 1 else ()
    return (*filled(specs, runs), *more, *_rankings(judged, wording))


def _rankings(judged: Judged, wording: Wording) -> tuple[Table, ...]:
    names = {"model": "arena.ranking", "people": "arena.ranking_people"}
    tables: list[Table] = []
    for kind, found in judged.comparisons().items():
        tables += filled((wording.table(names[kind], _RANKING, _ranking),), found)
    return (*tables, *filled((wording.table("arena.pair_agreement", _ALIKE, _alike),), judged))


def plots_of(
    runs: Runs,
    judged: Judged = Judged(),  # noqa: B008  # frozen
    learners: str = NOT_VALIDATED,
) -> tuple[Plot, ...]:
    """Return the plots of an arena; arguments as for `tables_of`."""
    wording = _wording(learners)
    repaired: dict[Any, Measure] = {turn: mean(partial(_repaired_by, turn=turn)) for turn in _TURNS}
    specs = (
        wording.plot("arena.outcome_bars", {"untold": _UNTOLD, "sibling alone": _ALONE}, by_run),
        wording.plot("arena.turns_line", repaired, by_run),
        wording.plot("arena.relevance_bars", {"takes up": _TAKEN_UP, "by chance": _BY_CHANCE}, by_run),
        wording.plot("arena.move_bars", {move: mean(mark(f"share_{move}")) for move in MOVES}, by_run),
    )
    strengths = {tutor: partial(_strength, tutor) for tutor in runs}
    ranked = wording.plot("arena.strength_bars", strengths, _by_kind)
    return (*filled(specs, runs), *(filled((ranked,), judged) if judged.comparisons() else ()))


def _repaired_by(row: Row, turn: int) -> float | None:
    is_repaired, at = row.marks.get("repaired"), row.marks.get("turns_to_repair")
    return None if is_repaired is None else float(at is not None and at <= turn)


def _wording(learners: str = NOT_VALIDATED) -> Wording:
    return Wording(packaged_yaml("gnomon.benchmark", "shown", "arena.yaml"), values={"learners": learners})


def _by_learner(runs: Runs) -> Iterator[Line[Rows]]:
    for tutor, rows in runs.items():
        for learner in dict.fromkeys(row.groups["learner"] for row in rows):
            yield line(f"{tutor}, {learner}", in_group(rows, learner=learner))


def _differences(runs: Runs) -> Iterator[Line[Difference]]:
    first = next(iter(runs))
    for each in differences_of(runs):
        yield Line(f"{_TESTED[each.mark]}: {first} less {each.tutor}", each)


def _ranking(comparisons: Sequence[Comparison]) -> Iterator[Line[Strength]]:
    for each in bradley_terry(comparisons, seed=SEED):
        yield Line(each.name, each)


def _by_kind(judged: Judged) -> Iterator[Line[Mapping[str, Strength]]]:
    for kind, found in judged.comparisons().items():
        yield Line(kind, {each.name: each for each in bradley_terry(found, seed=SEED)})


def _strength(tutor: str, found: Mapping[str, Strength]) -> Strength | None:
    return found.get(tutor)


class _Alike(NamedTuple):
    """What two judges chose of the same pairs: 1 and 2 for the first and second as one of them saw it, 0 for neither."""

    choices: Sequence[tuple[int, int]]
    clusters: Sequence[str]


def _alike(judged: Judged) -> Iterator[Line[_Alike]]:
    pairs = by_pair(judged.people)
    names = sorted({each.by for each in judged.people})
    for one, other in combinations(names, 2):
        both = [(said[one], said[other]) for said in pairs.values() if one in said and other in said]
        if both:
            yield Line(f"{one} and {other}", _Alike([(a.better, b.better) for a, b in both], [a.cluster for a, _ in both]))
    by_model = {row.id: row.marks.get("better") for row in judged.model}
    for name in names:
        found = [(each, _of_model(each, by_model)) for each in judged.people if each.by == name]
        kept = [(each, choice) for each, choice in found if choice is not None]
        if kept:
            yield Line(f"{name} and the model", _Alike([(a.better, b) for a, b in kept], [a.cluster for a, _ in kept]))


def _of_model(judgement: PersonJudgement, by_model: Mapping[str, int | None]) -> int | None:
    """Return the model's choice of a pair, as the person saw it; None where it was not asked, or not readable."""
    first, second = judgement.rows
    given = by_model.get(f"{first}~{judgement.second}")
    turned = by_model.get(f"{second}~{judgement.first}")
    return given if given is not None else {None: None, 0: 0, 1: 2, 2: 1}[turned]


def _alike_share(of: _Alike) -> Estimate:
    return Estimate(mean_metric([float(one == other) for one, other in of.choices]), of.clusters)


def _kappa(of: _Alike) -> Estimate:
    one, other = zip(*of.choices, strict=True)
    return Estimate(cohen_kappa_metric(one, other, labels=(0, 1, 2)), of.clusters)


def _tokens(row: Row) -> float | None:
    return float(sum(calls.usage.completion_tokens for calls in row.calls.values())) if row.calls else None


def _seconds(row: Row) -> float | None:
    """Return the seconds of a turn: as the session timed it, else of the calls of the tutor's model."""
    timed: float | None = row.marks.get("seconds")
    called, turns = row.calls.get("tutor"), row.marks.get("turns")
    return called.seconds / turns if timed is None and called is not None and turns else timed


_UNTOLD, _ALONE, _REPAIR = (mean(mark(name)) for name in ("solved_untold", "alone", "turns_to_repair"))
_TAKEN_UP, _BY_CHANCE = (mean(mark(name)) for name in ("taken_up", "taken_up_by_chance"))
_OUTCOME = (
    Column("solved untold", _UNTOLD),
    Column("solved", mean(mark("solved"))),
    Column("told", mean(mark("told")), better="lower"),
    Column("sibling alone", _ALONE),
    Column("idea given up", mean(mark("repaired"))),
    Column("turns to repair", _REPAIR, unit="turns", better="lower"),
    Column("turns to the answer", mean(mark("turns_to_solve")), unit="turns", better="lower"),
    counted("dialogues", len),
)
_BY_LEARNER = (
    Column("solved untold", _UNTOLD),
    Column("sibling alone", _ALONE),
    Column("turns to repair", _REPAIR, unit="turns", better="lower"),
    counted("dialogues", len),
)
_FAULTS = (
    Column("leaks by the guard", mean(mark("guard_leaks")), better="lower"),
    Column("leaks by the scan", mean(mark("scan_leaks")), better="lower"),
    Column("false praise", mean(mark("false_praise")), better="lower"),
    Column("false blame", mean(mark("false_blame")), better="lower"),
    Column("repeated", mean(mark("repeats")), unit="sentences", better="lower"),
    Column("words", mean(mark("words")), unit="words", better=""),
    Column("seconds a turn", mean(_seconds), unit="seconds", better="lower"),
    Column("tokens written, all models", mean(_tokens), unit="tokens", better="lower"),
)
_RELEVANCE = (
    Column("relevance", mean(mark("relevance"))),
    Column("takes up what was said", _TAKEN_UP, better=""),
    Column("by chance", _BY_CHANCE, better=""),
    counted("dialogues with two such messages", number(lambda row: row.marks.get("relevance") is not None)),
)
_MOVES = (
    *(Column(move, mean(mark(f"share_{move}")), better="") for move in MOVES),
    *(Column(f"place of {move}", mean(mark(f"place_{move}")), unit="0 to 1", better="", digits=2) for move in MOVES),
    Column("mild first", mean(mark("mild_first")), better=""),
)
_HIGHLIGHTS = (
    Column("turns that point", mean(mark("highlighted")), better=""),
    Column("of them at the step alone", mean(mark("highlights_of_step"))),
)
_DIFFERENCE: tuple[Column[Difference], ...] = (
    Column("difference", lambda each: each.found, better=""),
    Column("p", lambda each: each.found.p_value, unit="p", better="", digits=4),
    Column("p, Holm", lambda each: each.corrected, unit="p", better="", digits=4),
    Column("test", lambda each: each.found.test, unit="by", better=""),
)
_RANKING: tuple[Column[Strength], ...] = (
    Column("strength", lambda each: each),
    Column("wins", lambda each: each.wins, unit="count", better="", digits=1),
    counted("comparisons", lambda each: each.comparisons),
)
_ALIKE: tuple[Column[_Alike], ...] = (
    Column("alike", _alike_share),
    Column("kappa", _kappa),
    counted("pairs", lambda of: len(of.choices)),
)
