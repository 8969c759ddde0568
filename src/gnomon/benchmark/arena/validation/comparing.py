"""Simulated learners beside logs, figure by figure, one learner at a time; Holm's correction is over all figures of all learners.

Shares and means are compared by their difference, with bootstrap intervals over dialogues; lengths by the distance of their
distributions as well (Kolmogorov-Smirnov and energy), kinds of message and of error by the total variation of their shares. All
p values are those of exchanges of whole dialogues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.benchmark.arena.validation.features import ERRORS, KINDS, LogMarks, MessageMarks
from gnomon.benchmark.arena.validation.record import ENERGY_OF, KS_OF, Compared, Sort, Spread
from gnomon.metrics import DistanceKind, SampleDifference, distance, holm, mean_difference

OfMessage = Callable[[MessageMarks], Sequence[float]]
OfLog = Callable[[LogMarks], Sequence[float]]


@dataclass(frozen=True)
class Sample:
    """Values with the dialogue of each."""

    values: tuple[float, ...]
    dialogues: tuple[str, ...]

    @property
    def mean(self) -> float | None:
        """None without values."""
        return sum(self.values) / len(self.values) if self.values else None


def each_message(measure: OfMessage) -> OfLog:
    """Return what measures every message of a dialogue."""
    return lambda log: [value for message in log.messages for value in measure(message)]


def _has(holds: Callable[[MessageMarks], bool]) -> OfLog:
    return each_message(lambda message: [float(holds(message))])


def _verdict(name: str) -> OfLog:
    return each_message(lambda message: [] if message.verdict is None else [float(message.verdict == name)])


def _kind(name: str) -> OfLog:
    return _has(lambda message: name in message.kinds)


def _error(name: str) -> OfLog:
    return each_message(lambda message: [float(error == name) for error in message.errors])


def _solved(log: LogMarks) -> Sequence[float]:
    return [] if log.is_solved is None else [float(log.is_solved)]


_KIND_WORDS: Mapping[str, str] = {
    "claim": "messages that claim",
    "plan": "messages with a plan",
    "guess": "messages that guess",
    "question": "messages that ask",
    "plea": "messages that beg for the answer",
    "loss": "messages at a loss",
    "agreement": "messages that agree or greet",
    "elsewhere": "messages about something else",
    "unread": "messages that are not understood",
}
SHARES: Mapping[str, OfLog] = {
    **{_KIND_WORDS[name]: _kind(name) for name in KINDS},
    "messages with a number": _has(lambda message: message.has_number),
    "messages that say the same again": _has(lambda message: message.repeats),
    "messages that give up": _has(lambda message: message.gives_up),
    "written calculations that come out": each_message(lambda message: list(map(float, message.sums))),
    "messages right": _verdict("right"),
    "messages wrong": _verdict("wrong"),
    "messages half right": _verdict("mixed"),
    "errors by a wrong idea": _error("idea"),
    "errors by a slip": _error("slip"),
    "errors unexplained": _error("unexplained"),
    "dialogues solved": _solved,
}
"""By name; each value is 0 or 1."""
SIZES: Mapping[str, OfLog] = {
    "words a message": each_message(lambda message: [float(message.words)]),
    "messages a dialogue": lambda log: [float(len(log.messages))],
    "messages to the right answer": lambda log: [] if log.solved_at is None else [float(log.solved_at)],
}
KINDS_OF: Mapping[str, OfLog] = {
    "kinds of message": each_message(lambda message: [float(KINDS.index(message.main))]),
    "kinds of error": each_message(lambda message: [float(ERRORS.index(error)) for error in message.errors]),
}
"""As numbers of categories."""
_DISTANCES: tuple[tuple[str, OfLog, DistanceKind], ...] = (
    *((f"{KS_OF}{name}", measure, "ks") for name, measure in SIZES.items()),
    *((f"{ENERGY_OF}{name}", measure, "energy") for name, measure in SIZES.items()),
    *((name, measure, "variation") for name, measure in KINDS_OF.items()),
)
_RESAMPLES = 5_000
"""The smallest p value is then .0004, so that Holm's correction for a hundred figures still finds what is there."""


def sample_of(logs: Sequence[LogMarks], measure: OfLog) -> Sample:
    """Return the values of a measure over dialogues."""
    found = [(value, log.id) for log in logs for value in measure(log)]
    return Sample(tuple(value for value, _ in found), tuple(name for _, name in found))


def compare(
    logs: Sequence[LogMarks], simulated: Mapping[str, Sequence[LogMarks]], seed: int, resamples: int = _RESAMPLES
) -> tuple[Compared, ...]:
    """Compare each learner with the logs.

    Args:
        logs: what is read of them.
        simulated: by learner.
        seed: of resampling.
        resamples: and exchanges.

    Returns:
        A line a figure and learner; figures that either has no value of are left out.
    """
    found = [line for learner, theirs in simulated.items() for line in _of_learner(learner, logs, theirs, seed, resamples)]
    corrected = holm([each.p_value for each in found])
    return tuple(each.model_copy(update={"corrected": p}) for each, p in zip(found, corrected, strict=True))


def spreads_of(logs: Sequence[LogMarks], simulated: Mapping[str, Sequence[LogMarks]]) -> tuple[Spread, ...]:
    """Return quantiles of lengths, of the logs and of each learner."""
    return tuple(
        Spread(who=who, figure=name, count=len(values), **dict(zip(("low", "middle", "high"), _quantiles(values), strict=True)))
        for name, measure in SIZES.items()
        for who, marks in {"logs": logs, **simulated}.items()
        if (values := sample_of(marks, measure).values)
    )


def _quantiles(values: Sequence[float]) -> list[float]:
    return [float(each) for each in np.quantile(values, (0.1, 0.5, 0.9))]


def _of_learner(
    learner: str, logs: Sequence[LogMarks], theirs: Sequence[LogMarks], seed: int, resamples: int
) -> Iterator[Compared]:
    for name, measure in {**SHARES, **SIZES}.items():
        ours, other = sample_of(theirs, measure), sample_of(logs, measure)
        if ours.values and other.values:
            found = mean_difference(ours.values, other.values, **_resampling(ours, other, seed, resamples))
            sort: Sort = "share" if name in SHARES else "mean"
            yield _line(learner, name, sort, found, other.mean, ours.mean)
    for name, measure, kind in _DISTANCES:
        ours, other = sample_of(theirs, measure), sample_of(logs, measure)
        if ours.values and other.values:
            found = distance(kind, ours.values, other.values, **_resampling(ours, other, seed, resamples))
            yield _line(learner, name, "distance", found, None, None)


def _resampling(ours: Sample, other: Sample, seed: int, resamples: int) -> dict[str, Any]:
    return {"clusters": ours.dialogues, "second_clusters": other.dialogues, "seed": seed, "resamples": resamples}


def _line(
    learner: str, figure: str, sort: Sort, found: SampleDifference, logs: float | None, simulated: float | None
) -> Compared:
    return Compared(
        learner=learner,
        figure=figure,
        sort=sort,
        logs=logs,
        simulated=simulated,
        value=found.value,
        low=found.low,
        high=found.high,
        p_value=found.p_value,
    )
