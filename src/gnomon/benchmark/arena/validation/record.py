"""The file of a validation: what learners were compared with, where they differ, who told real from simulated, what it lacks.

Nothing here ever says that learners are valid. A validation takes the place of "not validated on people" only where it lacks
nothing (`Validation.lacks`), and then says what was compared, with how many people, when, and what differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from gnomon.benchmark.arena.validation.logs import Who
from gnomon.benchmark.errors import ResultsError

ENOUGH_DIALOGUES, ENOUGH_PEOPLE, ENOUGH_MARKS = 30, 10, 40
"""Fewer dialogues give intervals that are too narrow (`gnomon.metrics.FEW_CLUSTERS`); of fewer people one is a tenth of the
sample; of fewer marks an accuracy of .65 cannot be told from chance."""
LEVEL = 0.05
"""Of p after Holm's correction, as in the arena's tests."""
KS_OF, ENERGY_OF = "KS distance of ", "energy distance of "
NOT_VALIDATED = "Learners are simulated: not validated on people."
Sort = Literal["share", "mean", "distance"]
_FROZEN = ConfigDict(frozen=True, extra="forbid")


class Logged(BaseModel):
    """The logs."""

    model_config = _FROZEN

    file: str
    sha256: str
    source: Literal["dialogues", "mathdial"]
    num_dialogues: int
    num_messages: int
    num_formal: int
    """Dialogues about problems that the engine has solved: the others have no verdicts and no kinds of error."""
    num_of: dict[Who, int]
    """Dialogues by who wrote the learner's messages."""
    num_people: int | None
    """None where nobody knows."""


class Compared(BaseModel):
    """One figure of a learner beside that of the logs."""

    model_config = _FROZEN

    learner: str
    figure: str
    sort: Sort
    logs: float | None
    """None for a distance."""
    simulated: float | None
    value: float | None
    """Simulated less logs, or the distance between them."""
    low: float | None
    high: float | None
    p_value: float | None
    corrected: float | None = None
    """After Holm's correction for all figures of the file."""

    @property
    def differs(self) -> bool:
        """Whether chance would hardly give as much."""
        return self.corrected is not None and self.corrected < LEVEL


class Spread(BaseModel):
    """Quantiles of a size, of the logs or of a learner."""

    model_config = _FROZEN

    who: str
    figure: str
    count: int
    low: float
    """Tenth of a hundred."""
    middle: float
    high: float
    """Ninetieth of a hundred."""


class Blind(BaseModel):
    """How well people tell real learners from simulated ones."""

    model_config = _FROZEN

    markers: dict[str, float]
    """Accuracy by marker."""
    num_marks: int
    num_real: int
    """Marks of real learners; the others are of simulated ones."""
    accuracy: float
    low: float | None
    """Ends of the 95 % bootstrap interval over dialogues."""
    high: float | None
    balanced: float | None
    d_prime: float | None
    auc: float | None
    auc_low: float | None = None
    auc_high: float | None = None
    kappa: float | None
    """Cohen's between two markers; None for one, and for more (see alpha)."""
    alpha: float | None
    """Krippendorff's, nominal, between all markers; None for one."""


class Validation(BaseModel):
    """``validation.json``."""

    model_config = _FROZEN

    made: str
    """Date, as YYYY-MM-DD."""
    version: str
    """Of gnomon."""
    learners: tuple[str, ...]
    num_simulated: int
    """Dialogues."""
    same_problems: bool
    """Whether the learners worked on problems of the logs."""
    seed: int
    logs: Logged
    compared: tuple[Compared, ...]
    spreads: tuple[Spread, ...]
    blind: Blind | None = None

    def lacks(self) -> tuple[str, ...]:
        """Say what keeps it from being a comparison with people; empty for nothing."""
        return tuple(self._lacks())

    def _lacks(self) -> Iterator[str]:
        by_people = self.logs.num_of.get("person", 0)
        if not by_people:
            yield "the learners of the logs are no people"
        elif by_people < self.logs.num_dialogues:
            yield f"only {by_people} of {self.logs.num_dialogues} dialogues are people's"
        if by_people and by_people < ENOUGH_DIALOGUES:
            yield f"dialogues of people: {by_people}, expected at least {ENOUGH_DIALOGUES}"
        if by_people and (self.logs.num_people or 0) < ENOUGH_PEOPLE:
            known = "unknown" if self.logs.num_people is None else str(self.logs.num_people)
            yield f"people: {known}, expected at least {ENOUGH_PEOPLE} (--people N where the logs hold no names)"
        if self.blind is None:
            yield "nobody has told real from simulated (--sheet, --marks)"
        elif self.blind.num_marks < ENOUGH_MARKS:
            yield f"marks of real or simulated: {self.blind.num_marks}, expected at least {ENOUGH_MARKS}"
        if not self.same_problems:
            yield "the learners worked on other problems than those of the logs"

    def differences(self) -> tuple[str, ...]:
        """Return the figures in which learners differ, with who where it is not all; no distance where the mean differs too."""
        found: dict[str, list[str]] = {}
        for each in self.compared:
            if each.differs:
                found.setdefault(each.figure, []).append(each.learner)
        for figure in [name for name in found if name.startswith((KS_OF, ENERGY_OF))]:
            if figure.removeprefix(KS_OF).removeprefix(ENERGY_OF) in found:
                del found[figure]
        every = len(self.learners)
        return tuple(name if len(who) == every else f"{name} ({', '.join(who)})" for name, who in found.items())

    def note(self, learners: Iterable[str]) -> str:
        """Return what a page says of learners, given the names of those that it shows."""
        others = [name for name in learners if name not in self.learners]
        lacks = list(self.lacks())
        if others:
            lacks.append(f"{', '.join(others)} {'was' if len(others) == 1 else 'were'} not compared")
        told = f"{self.made} they were compared with {self.logs.num_dialogues} dialogues {_told_of(self.logs)} ({self.logs.file})"
        differ = self.differences()
        found = f"they differ in {', '.join(differ)}" if differ else "no figure differs beyond chance"
        found += f"; {self._marked()}" if self.blind is not None else ""
        if not lacks:
            return f"Learners are simulated. On {told}, which does not make them people: {found}."
        return f"{NOT_VALIDATED} On {told}: {found}. What that lacks: {'; '.join(lacks)}."

    def _marked(self) -> str:
        blind = self.blind
        assert blind is not None  # asked for only then
        who = f"{len(blind.markers)} {'person' if len(blind.markers) == 1 else 'people'}"
        ends = "" if blind.low is None or blind.high is None else f" ({blind.low:.0%} to {blind.high:.0%})"
        told = f"{who} told real from simulated rightly in {blind.accuracy:.0%}{ends} of {blind.num_marks} marks"
        return f"{told}, where half is chance"


def read_validation(path: Path) -> Validation:
    """Read the file of a validation.

    Raises:
        ResultsError: when it cannot be read, or is something else.
    """
    try:
        return Validation.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        why = str(error).splitlines()[0]
        raise ResultsError(f"{path}: expected the validation.json of gnomon arena validate-learners ({why})") from error


_WHO: Mapping[Who, str] = {
    "person": "of people",
    "model": "with models as learners",
    "simulated": "of simulated learners",
    "unknown": "of unknown learners",
}


def _told_of(logs: Logged) -> str:
    if logs.source == "mathdial":
        return "of MathDial, where people teach students that a language model plays"
    kinds = " and ".join(_WHO[kind] for kind in logs.num_of)
    return kinds if logs.num_people is None else f"{kinds}, {logs.num_people} of them"
