"""What a set of dialogues shows, from their rows alone: curves, differences with their tests, turns saved (ODQS 5, App. D).

Pure functions over `gnomon.metrics`. A mean is over problems: several dialogues about one problem (other seeds) are resampled
together. A dialogue that failed keeps its values up to there; what is missing is in no mean, and counted.

Not here: which conditions are compared with which (`pairs`), searches (`search`), judges (`judges`), tables and plots
(`gnomon.inquiry.report`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.records import NUM_QUESTIONS, InquiryRow
from gnomon.metrics import (
    Interval,
    PairedDifference,
    bootstrap_interval,
    curve_difference,
    mean_metric,
    paired_bootstrap,
    turns_saved,
)

LAST_TURN = NUM_QUESTIONS
TURNS = tuple(range(LAST_TURN + 1))
"""0 to 5: before any question, then after each reply."""


class Setting(NamedTuple):
    """What two dialogues have in common when their rows belong in one mean."""

    task: str
    student: str
    teacher: str
    scaffolding: str
    assessment_turn: int
    """-1: none."""
    protocol: str
    simulated: bool
    search: str = ""
    """``self`` or ``peer`` where the questions are the best of several candidates; empty where each was the only one."""

    @property
    def method(self) -> str:
        """The setting as the paper names it: an assessment is taken together with scaffolding unless said otherwise."""
        searched = f"{self.search} search, " if self.search else ""
        if self.assessment_turn < 0:
            return f"{searched}{self.scaffolding}"
        when = {0: "pre-assessment", 2: "mid-assessment"}.get(self.assessment_turn, f"assessment at {self.assessment_turn}")
        return f"{searched}{when}" if self.scaffolding == "scaffolded" else f"{searched}{when}, unscaffolded"


@dataclass(frozen=True, eq=False)
class Condition:
    """All dialogues of one setting; equal to itself alone."""

    setting: Setting
    rows: tuple[InquiryRow, ...]


@dataclass(frozen=True)
class Resampling:
    """How intervals and tests are computed: the same numbers give the same figures."""

    k: int = 5
    """Of Pass@k."""
    seed: int = 0
    resamples: int = 1000
    """Enough for ends of a 95 % interval: 25 resampled means lie beyond each."""


USUAL = Resampling()
"""Pass@5, 1,000 resamples."""


class Curve(NamedTuple):
    """Mean Pass@k by turn."""

    points: tuple[Interval | None, ...]
    """By turn from 0 to 5; None where no problem was evaluated. The standard error is the deviation of ODQS's tables."""
    problems: tuple[int, ...]
    """In each mean."""
    missing: tuple[int, ...]
    """Dialogues without an evaluation at the turn: they failed before it."""
    unread: int
    """Samples that held no answer: scored as wrong."""
    samples: int

    @property
    def values(self) -> tuple[float | None, ...]:
        """The means."""
        return tuple(None if point is None else point.value for point in self.points)


class Comparison(NamedTuple):
    """One condition minus another, on the problems that both have whole."""

    mean: PairedDifference | None
    """Of the mean over the turns compared; None without a common problem."""
    by_turn: tuple[PairedDifference | None, ...]
    """By turn from 0 to 5; None for turns that are not compared."""
    largest: float | None
    largest_at_turn: int | None
    turns: tuple[int, int]
    """First and last turn compared."""
    problems: int
    left_out: int
    """Problems of either condition that the other lacks, or that miss an evaluation."""


class Saved(NamedTuple):
    """How much earlier a curve reaches the last value of its reference."""

    level: float | None
    """None where the reference has no last value."""
    reference_turn: int | None
    """First turn of the reference at the level."""
    turn: int | None
    """First turn of the curve at the level; None where it never gets there."""
    saved_turns: int | None
    before_last_turns: int | None
    """N minus ``turn``: the measure that ODQS uses."""


def conditions_of(rows: Iterable[InquiryRow]) -> tuple[Condition, ...]:
    """Group rows by setting, in order of first appearance.

    Raises:
        InquiryError: when two rows of one setting are about the same problem with the same seed: a folder was read twice.
    """
    groups: dict[Setting, dict[tuple[str, int], InquiryRow]] = {}
    for row in rows:
        of_setting = groups.setdefault(setting_of(row), {})
        if (row.problem, row.seed) in of_setting:
            message = f"expected one dialogue for {row.problem!r} with seed {row.seed} in a setting, got two ({row.id!r})"
            raise InquiryError(f"{message}; name each results folder once, and give repeats another seed")
        of_setting[row.problem, row.seed] = row
    return tuple(Condition(setting, tuple(found.values())) for setting, found in groups.items())


def setting_of(row: InquiryRow) -> Setting:
    """Return what the rows of one mean have in common."""
    return Setting(
        row.task, row.student, row.teacher, row.scaffolding, row.assessment_turn, row.protocol, simulated=row.simulated
    )


def dialogue_key(row: InquiryRow) -> str:
    """Name a dialogue among those of all settings: a row's id is its own within one run only."""
    setting = (row.student, row.teacher, row.scaffolding, row.assessment_turn, row.protocol, row.seed)
    return " | ".join(str(part) for part in (row.problem, *setting))


def pass_values(row: InquiryRow, k: int) -> tuple[float | None, ...]:
    """Return Pass@k of one dialogue by turn, 0 to 5; None where it was not evaluated.

    A sample in which no answer could be read counts as wrong, as in the paper.

    Raises:
        InquiryError: when k is more than the samples drawn.
    """
    found = {evaluation.turn: evaluation for evaluation in row.evaluations}
    fewest = min((evaluation.num_samples for evaluation in row.evaluations), default=k)
    if fewest < k:
        raise InquiryError(f"{row.id}: expected at least k = {k} samples at each state, got {fewest}; choose a smaller k")
    return tuple(found[turn].pass_at_k(k) if turn in found else None for turn in TURNS)


def curve_of(rows: Sequence[InquiryRow], how: Resampling = USUAL) -> Curve:
    """Return the mean Pass@k at each turn with its bootstrap interval over problems (ODQS, Tables 3 to 6).

    Args:
        rows: of one setting.
        how: k, seed and number of resamples.

    Raises:
        InquiryError: as `pass_values`.
    """
    values = [pass_values(row, how.k) for row in rows]
    problems = [row.problem for row in rows]
    columns = [[line[turn] for line in values] for turn in TURNS]
    return Curve(
        points=tuple(_interval(column, problems, how) for column in columns),
        problems=tuple(len({problems[i] for i, value in enumerate(column) if value is not None}) for column in columns),
        missing=tuple(sum(value is None for value in column) for column in columns),
        unread=sum(evaluation.num_unread for row in rows for evaluation in row.evaluations),
        samples=sum(evaluation.num_samples for row in rows for evaluation in row.evaluations),
    )


def _interval(column: Sequence[float | None], problems: Sequence[str], how: Resampling) -> Interval | None:
    if all(value is None for value in column):
        return None
    return bootstrap_interval(mean_metric(column), clusters=problems, seed=how.seed, resamples=how.resamples)


def compare(
    first: Sequence[InquiryRow],
    second: Sequence[InquiryRow],
    *,
    turns: tuple[int, int] = (0, LAST_TURN),
    how: Resampling = USUAL,
) -> Comparison:
    """Subtract the second condition from the first, paired by problem (ODQS, Tables 7 to 9).

    Args:
        first: rows of one setting.
        second: rows of the other.
        turns: first and last turn compared: 0 to 5, or 2 to 5 where an assessment in the middle is compared.
        how: k, seed and number of resamples.

    Returns:
        The difference of the means over these turns, with interval and two-sided p value, the same at each turn, and the largest
        difference among the turns. Only problems with all these evaluations in both conditions count.

    Raises:
        InquiryError: as `pass_values`.
    """
    compared = range(turns[0], turns[1] + 1)
    one, two = _whole(first, compared, how.k), _whole(second, compared, how.k)
    shared = [name for name in one if name in two]
    everything = {row.problem for row in (*first, *second)}
    if not shared:
        return Comparison(None, (None,) * len(TURNS), None, None, turns, 0, len(everything))
    left, right = _lines(one, shared), _lines(two, shared)
    largest = curve_difference(_means(left, compared), _means(right, compared))
    return Comparison(
        mean=_paired(left, right, compared, how),
        by_turn=tuple(_paired(left, right, (turn,), how) if turn in compared else None for turn in TURNS),
        largest=largest.largest,
        largest_at_turn=largest.largest_at_turn + turns[0],
        turns=turns,
        problems=len(shared),
        left_out=len(everything) - len(shared),
    )


class _Line(NamedTuple):
    problem: str
    values: tuple[float, ...]
    """By turn from 0; where nothing is compared, 0 stands for what was not evaluated."""


def _whole(rows: Sequence[InquiryRow], turns: Sequence[int], k: int) -> dict[str, list[_Line]]:
    """Return by problem the dialogues that have every evaluation compared."""
    found: dict[str, list[_Line]] = {}
    for row in rows:
        values = pass_values(row, k)
        if all(values[turn] is not None for turn in turns):
            found.setdefault(row.problem, []).append(_Line(row.problem, tuple(value or 0.0 for value in values)))
    return found


def _lines(found: dict[str, list[_Line]], names: Sequence[str]) -> list[_Line]:
    return [line for name in names for line in found[name]]


def _means(lines: Sequence[_Line], turns: Sequence[int]) -> list[float]:
    return [sum(line.values[turn] for line in lines) / len(lines) for turn in turns]


def _paired(first: Sequence[_Line], second: Sequence[_Line], turns: Sequence[int], how: Resampling) -> PairedDifference:
    means = [[sum(line.values[turn] for turn in turns) / len(turns) for line in lines] for lines in (first, second)]
    return paired_bootstrap(
        mean_metric(means[0]),
        mean_metric(means[1]),
        clusters=[line.problem for line in first],
        second_clusters=[line.problem for line in second],
        seed=how.seed,
        resamples=how.resamples,
    )


def gain_of(
    rows: Sequence[InquiryRow],
    how: Resampling = USUAL,
) -> PairedDifference | None:
    """Return the last turn minus turn 0 of one condition, paired by problem ("Unscaff - Static" of ODQS, Table 7).

    With an assessment at turn 0 this is no longer the gain over the static baseline: turn 0 has the feedback in it already.

    Returns:
        The difference; None when no dialogue has both evaluations.
    """
    pairs = [(row.problem, pass_values(row, how.k)) for row in rows]
    whole = [(name, line[0], line[-1]) for name, line in pairs if line[0] is not None and line[-1] is not None]
    if not whole:
        return None
    names = [name for name, _, _ in whole]
    last, static = mean_metric([late for _, _, late in whole]), mean_metric([early for _, early, _ in whole])
    return paired_bootstrap(last, static, clusters=names, seed=how.seed, resamples=how.resamples)


def saved_turns(reference: Sequence[float | None], curve: Sequence[float | None]) -> Saved:
    """Say how much earlier a curve reaches the last value of the reference (ODQS 5.3).

    Args:
        reference: means by turn from 0.
        curve: means of the condition compared.

    Returns:
        Both measures: first turn of the reference minus first turn of the curve, and last turn minus first turn of the curve,
        which the paper uses. They differ where the reference is at its last value early too.
    """
    level = reference[-1] if reference else None
    if level is None:
        return Saved(None, None, None, None, None)
    both = turns_saved(reference, curve, level)
    own = turns_saved(reference, reference, level).before_last_turns
    return Saved(
        level=level,
        reference_turn=None if own is None else len(reference) - 1 - own,
        turn=None if both.before_last_turns is None else len(curve) - 1 - both.before_last_turns,
        saved_turns=both.saved_turns,
        before_last_turns=both.before_last_turns,
    )
