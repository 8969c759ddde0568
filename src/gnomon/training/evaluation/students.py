"""Trained students back in the scaffolded protocol (ODQS 4.2, 5.3): Self and Peer, SFT and SFT with DPO, tasks in one table.

Each student is a run of `gnomon.inquiry` of its own, on the problems that a selection has set apart for measuring.
Needs no torch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, get_args

from gnomon.inquiry import InquiryConfig, InquiryRow, InquirySampling, TaskName, read_inquiry, read_results, run_inquiry
from gnomon.inquiry.analysis.curves import TURNS, Comparison, Curve, Resampling, compare, curve_of
from gnomon.inquiry.counting import counts_of
from gnomon.inquiry.report.published import DOMAINS, printed_curves
from gnomon.inquiry.sources import kept_problems
from gnomon.metrics import Interval
from gnomon.pages import Column, Line, Printed, Table, TableSpec, counted
from gnomon.runs import Pace, Told
from gnomon.training.errors import TrainingError
from gnomon.training.evaluation.several import Serve, is_done

_GUIDANCE = {"self": "Self", "peer": "Peer"}
_TRAINING = {"sft": "SFT", "sft+dpo": "SFT, then DPO"}
_NOTE = (
    "Intervals: percentile bootstrap over problems, {resamples} resamples. The gain is of the mean over turns 0 to 5, on the "
    "problems that both students have whole; p is two-sided. A sample without a readable answer counts as wrong. Printed lines "
    "are of other problems."
)
_PRINTED = {"scaffolded": "untrained", "self-odqs": "Self, SFT, then DPO", "peer-odqs": "Peer, SFT, then DPO"}
"""What the paper prints of the same protocol, by its name for the method."""


@dataclass(frozen=True)
class Student:
    """A student to measure."""

    task: TaskName
    spec: str
    guidance: str = ""
    """``self`` or ``peer``: whose questions it has learnt from; empty before training."""
    training: str = ""
    """``sft`` or ``sft+dpo``; empty before training."""

    @classmethod
    def read(cls, text: str, spec_of: Callable[[str], str]) -> Student:
        """Read ``TASK=MODEL`` before training, or ``TASK:GUIDANCE:TRAINING=MODEL``.

        Raises:
            TrainingError: when it is neither.
        """
        name, equals, spec = text.partition("=")
        parts = tuple(part.strip().lower() for part in name.split(":"))
        is_known = parts[0] in get_args(TaskName) and (
            len(parts) == 1 or (len(parts) == 3 and parts[1] in _GUIDANCE and parts[2] in _TRAINING)
        )
        if not equals or not spec.strip() or not is_known:
            raise TrainingError(
                "expected --student TASK=MODEL before training, or TASK:GUIDANCE:TRAINING=MODEL with "
                f"{', '.join(get_args(TaskName))}; {', '.join(_GUIDANCE)}; {', '.join(_TRAINING)}; got {text!r}"
            )
        task: TaskName = parts[0]  # type: ignore[assignment]  # one of them, as was asked above
        return cls(task, spec_of(spec.strip()), *parts[1:])

    @property
    def folder(self) -> str:
        """Name of its results folder."""
        return "-".join([self.task, *([self.guidance, self.training] if self.guidance else ["untrained"])])

    @property
    def name(self) -> str:
        """As the table names it."""
        domain = DOMAINS.get(self.task, self.task)
        return f"{domain}: {', '.join([_GUIDANCE[self.guidance], _TRAINING[self.training]]) if self.guidance else 'untrained'}"


@dataclass(frozen=True)
class Rerun:
    """What is measured, and how."""

    students: tuple[Student, ...]
    teacher: str
    data: Mapping[str, str] = field(default_factory=dict)
    """Path of the problems, by task."""
    selections: Mapping[str, str] = field(default_factory=dict)
    """Results folder of a selection, by task: its measuring part alone is used."""
    limit: int | None = None
    num_samples: int = 5
    sampling: InquirySampling = field(default_factory=InquirySampling)
    seed: int = 0
    sandbox: str | None = None

    def __post_init__(self) -> None:
        names = [student.folder for student in self.students]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise TrainingError(f"--student: {twice} is named twice; name each once")
        tasks = {student.task for student in self.students}
        for option, given in {"--data": self.data, "--selection": self.selections}.items():
            if unknown := sorted(set(given) - tasks):
                raise TrainingError(
                    f"{option} {unknown[0]}=...: no --student has that task; there are {', '.join(sorted(tasks))}"
                )

    def config(self, student: Student) -> InquiryConfig:
        """Return the run of a student: scaffolded, without assessment, as the paper reruns it.

        Raises:
            InquiryError: when a setting cannot be used, or the folder holds no selection.
            TrainingError: for a selection of several students.
        """
        selection = self.selections.get(student.task)
        return InquiryConfig(
            kind="run",
            task=student.task,
            student=student.spec,
            teachers=(self.teacher,),
            data=self.data.get(student.task),
            limit=self.limit,
            selection=selection,
            selected_for=None if selection is None else _selected_student(Path(selection)),
            part=None if selection is None else "measuring",
            scaffolding="scaffolded",
            num_samples=self.num_samples,
            sampling=self.sampling,
            seed=self.seed,
            sandbox=self.sandbox if student.task == "humaneval" else None,
        )


def _selected_student(folder: Path) -> str:
    students = [*kept_problems(folder, None)]
    if len(students) != 1:
        raise TrainingError(f"{folder}: expected a selection for one student, the one before training, got {', '.join(students)}")
    return students[0]


class Measured(NamedTuple):
    """A student with its dialogues."""

    student: Student
    rows: tuple[InquiryRow, ...]


def rerun_all(what: Rerun, out: Path, serve: Serve, pace: Pace, told: Told, tell: Callable[[str], None]) -> tuple[Measured, ...]:
    """Run the protocol with every student, one after the other, or go on; what is finished is not asked again.

    Args:
        what: to measure.
        out: folder for a run each.
        serve: opens models of folders; one student at a time, for two may not fit beside one another.
        pace: how fast and how dear.
        told: is told how far a run is.
        tell: called with a line before each run.

    Raises:
        RunError: when another run lies in a folder.
        InquiryError: when a setting cannot be used.
    """
    configs = {student: what.config(student) for student in what.students}  # all are checked before any is asked
    found = []
    for student, config in configs.items():
        folder = out / student.folder
        tell(student.folder)
        if not is_done(folder, config, read_inquiry):
            with serve([config.student, *config.teachers]) as addresses:
                run_inquiry(config, folder, replace(pace, addresses=addresses), told=told)
        rows = tuple(row for row in read_results(folder) if isinstance(row, InquiryRow))
        found.append(Measured(student, rows))
    return tuple(found)


class _Line(NamedTuple):
    rows: tuple[InquiryRow, ...]
    curve: Curve
    gain: Comparison | None
    """Over the untrained student of the task; None for itself, and without one."""


def _point(turn: int, of: _Line) -> Interval | None:
    return of.curve.points[turn]


def student_table(measured: Sequence[Measured], how: Resampling) -> Table:
    """Return the one table: a line a student, Pass@k by turn, and the mean gain over the untrained one, paired by problem.

    Args:
        measured: in the order of the lines.
        how: k, seed and number of resamples.

    Raises:
        InquiryError: when k is more than the samples drawn.
    """
    untrained = {each.student.task: each.rows for each in measured if not each.student.guidance}

    def lines(found: Sequence[Measured]) -> Iterator[Line[_Line]]:
        for student, rows in found:
            before = untrained.get(student.task) if student.guidance else None
            gain = None if before is None else compare(rows, before, how=how)
            yield Line(student.name, _Line(rows, curve_of(rows, how), gain), counts_of(rows))

    spec = TableSpec(
        "training.students",
        f"Pass@{how.k} by turn, scaffolded",
        "fraction",
        (
            *(Column(str(turn), partial(_point, turn)) for turn in TURNS),
            Column("mean gain over untrained", lambda of: of.gain and of.gain.mean),
            Column("p", lambda of: of.gain and of.gain.mean and of.gain.mean.p_value, better=""),
            counted("problems", lambda of: len({row.problem for row in of.rows})),
            counted("unread samples", lambda of: of.curve.unread, better="lower"),
        ),
        lines,
        _printed,
        _NOTE.format(resamples=how.resamples),
    )
    table = spec.fill(measured)
    assert table is not None
    return table


def _printed(measured: Sequence[Measured]) -> Iterator[Printed]:
    for task in dict.fromkeys(each.student.task for each in measured):
        for curve in printed_curves(DOMAINS.get(task, task)):
            if curve.method in _PRINTED:
                name = f"{curve.domain}: {_PRINTED[curve.method]}, {curve.student} (ODQS, Table {curve.table})"
                yield Printed(name, curve.values)


def asked_again(search: Path, problems: Sequence[str], teacher: str, student: str) -> InquiryConfig:
    """Return the scaffolded run of a student on some problems of a search, all else as the search had it.

    Args:
        search: its results folder.
        problems: by id; those of validation rows, which nothing was trained on.
        teacher: who answers.
        student: whose questions are to be measured.
    """
    config = read_inquiry(search).config
    changed = {"kind": "run", "student": student, "teachers": (teacher,), "only": tuple(problems), "scaffolding": "scaffolded"}
    own = {"peer": None, "selection": None, "part": None, "selected_for": None, "budget": False}
    return InquiryConfig.model_validate({**config.model_dump(), **changed, **own})


def pass_scores(folder: Path, k: int) -> dict[str, float]:
    """Return Pass@k by turn of a finished run, as scores by name."""
    rows = [row for row in read_results(folder) if isinstance(row, InquiryRow)]
    values = curve_of(rows, Resampling(k)).values
    return {f"Pass@{k} at turn {turn}": value for turn, value in enumerate(values) if value is not None}
