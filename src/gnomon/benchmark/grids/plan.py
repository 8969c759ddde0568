"""From a grid and what a user names to the runs that fill it: each with its configuration, its folder, its place on the axes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gnomon.benchmark.catalogue import BENCHMARKS
from gnomon.benchmark.data import SAMPLE
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.grids.grid import AxisValue, Grid, Role
from gnomon.benchmark.results import RunConfig
from gnomon.datasets import dataset_record
from gnomon.inquiry import InquiryConfig
from gnomon.models import model_name

RUNS = "runs"
"""Folder of the runs in that of a grid."""
_OPTION = {"text_model": "--text-model"}
_NO_FILE_NAME = re.compile(r"[^\w.+=-]+")
_LONGEST_PART = 60
"""Characters of a part of a folder's name, of which there are at most four: file systems take 255 bytes."""
_MODEL, _JUDGE, _TEACHER = "model", "judge", "teacher"


@dataclass(frozen=True)
class Chosen:
    """What a user names for a grid."""

    models: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    teachers: tuple[str, ...] = ()
    trained: tuple[str, ...] = ()
    """Students that were trained from the first model."""
    peers: tuple[str, ...] = ()
    """Who proposes questions in a search; the first counts."""
    text_models: tuple[str, ...] = ()
    """One for each model, in their order."""
    ocr: str | None = None
    data: str | None = None
    limit: int | None = None
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    all_problems: bool = False
    """Inquiries are held about every problem, not only about those that the teacher solves and the student does not."""

    def named(self, role: Role) -> tuple[str, ...]:
        """Return who was named for a role."""
        return {
            "model": self.models, "judge": self.judges, "teacher": self.teachers, "trained": self.trained, "peer": self.peers,
            "text_model": self.text_models, "ocr": (self.ocr,) if self.ocr else (),
        }[role]  # fmt: skip

    @property
    def specs(self) -> tuple[str, ...]:
        """Return all models that were named."""
        roles: tuple[Role, ...] = ("model", "judge", "teacher", "trained", "peer", "text_model", "ocr")
        return tuple(dict.fromkeys(spec for role in roles for spec in self.named(role)))


@dataclass(frozen=True)
class PlannedRun:
    """One run of a grid."""

    folder: Path
    place: Mapping[str, str]
    """Names by axis: model, judge, teacher and those of the grid. Only what differs between its runs."""
    config: RunConfig | InquiryConfig | None
    """None where it cannot be made."""
    missing: str = ""
    """Why not."""
    shown: Mapping[str, str] = field(default_factory=dict)
    selects: bool = False
    """It chooses the problems of other runs, and is in no table."""

    @property
    def name(self) -> str:
        """As tables and folders have it."""
        return self.name_without("")

    def name_without(self, axis: str) -> str:
        """Return the name without its place on an axis."""
        return ", ".join(name for each, name in self.place.items() if name and each != axis)


def plan(grid: Grid, chosen: Chosen, out: Path) -> tuple[PlannedRun, ...]:
    """Return the runs of a grid, in the order in which they are made.

    Args:
        grid: what is to be filled.
        chosen: who fills it.
        out: the grid's folder.

    Raises:
        ResultsError: when somebody is missing, or named who could not matter, or two have one name.
    """
    _check(grid, chosen)
    runs = tuple(_inquiries(grid, chosen, out / RUNS) if grid.is_inquiry else _benchmark_runs(grid, chosen, out / RUNS))
    twice = [str(folder.name) for folder, count in Counter(run.folder for run in runs).items() if count > 1]
    if twice:
        raise ResultsError(f"two runs would have the name {twice[0]!r}: name each model once, under a name of its own")
    return runs


def _check(grid: Grid, chosen: Chosen) -> None:
    for role in grid.needs:
        if not chosen.named(role):
            raise ResultsError(f"the grid {grid.name} needs {_option(role)} MODEL@URL")
    roles: tuple[Role, ...] = ("model", "judge", "teacher", "trained", "peer", "text_model", "ocr")
    for role in roles:
        if chosen.named(role) and role not in (*grid.needs, *grid.takes):
            raise ResultsError(f"the grid {grid.name} takes no {_option(role)}; leave it out")
    if chosen.text_models and len(chosen.text_models) != len(chosen.models):
        raise ResultsError(f"expected one --text-model for each --model, got {len(chosen.text_models)} for {len(chosen.models)}")
    if len(chosen.judges) > 1 and not grid.with_all_judges:
        raise ResultsError(f"the grid {grid.name} has one judge, got {len(chosen.judges)}; make a grid with each")


def _option(role: Role) -> str:
    return _OPTION.get(role, f"--{role}")


def _folder(parent: Path, *parts: str) -> Path:
    """Return a run's folder; of a long name, such as a trained model's path, the end tells more than the beginning."""
    names = (_NO_FILE_NAME.sub("-", part).strip("-.")[-_LONGEST_PART:] for part in parts)
    return parent / ("_".join(filter(None, names)) or "run")


def _combinations(grid: Grid) -> Iterator[dict[str, AxisValue]]:
    for values in product(*grid.axes.values()):
        yield dict(zip(grid.axes, values, strict=True))


def _absent(values: Mapping[str, AxisValue], chosen: Chosen) -> str:
    """Say who is missing for a place on the axes; empty for nobody."""
    needed = next((value.needs for value in values.values() if value.needs and not chosen.named(value.needs)), None)
    return f"needs {_option(needed)} MODEL@URL" if needed else ""


def _shown(values: Mapping[str, AxisValue]) -> dict[str, str]:
    return {heading: word for value in values.values() for heading, word in value.shown.items()}


# benchmarks


def _benchmark_runs(grid: Grid, chosen: Chosen, parent: Path) -> Iterator[PlannedRun]:
    graded = [*chosen.models, *grid.others, *grid.controls]
    if not graded:
        raise ResultsError(f"the grid {grid.name} needs --model MODEL@URL")
    judges = _judges(grid, chosen)
    for spec, values in product(graded, _combinations(grid)):
        place = {_MODEL: model_name(spec), **{axis: value.name for axis, value in values.items()}}
        first: Path | None = None
        for judge in judges:
            by = {**place, _JUDGE: f"by {model_name(judge)}"} if judge and len(judges) > 1 else place
            folder = _folder(parent, *by.values())
            missing = _absent(values, chosen)
            config = None if missing else _run_config(grid, chosen, spec, values, judge)
            if config and first and config.tutor != "recorded":
                config = config.model_copy(update={"tutor": f"replies:{first.resolve()}"})
            first = first or folder
            yield PlannedRun(folder, by, config, missing, _shown(values))


def _judges(grid: Grid, chosen: Chosen) -> Sequence[str | None]:
    """Return who judges; where judges are graded, and where nothing is judged, nobody else."""
    if grid.graded == _JUDGE or _JUDGE not in BENCHMARKS[grid.task].roles:
        return (None,)
    return chosen.judges or (grid.judge,)


def _run_config(grid: Grid, chosen: Chosen, spec: str, values: Mapping[str, AxisValue], judge: str | None) -> RunConfig:
    settings = dict(grid.set)
    for value in values.values():
        settings |= value.set
    if spec not in grid.controls:
        settings |= chosen.settings
    if chosen.text_models and spec in chosen.models:
        settings["role"] = model_name(spec)
        if any(value.by_text_model for value in values.values()):
            spec = chosen.text_models[chosen.models.index(spec)]
    roles: dict[str, str | None] = {"judge": spec} if grid.graded == _JUDGE else {"tutor": spec, "judge": judge}
    return RunConfig(
        task=grid.task, data=chosen.data or SAMPLE, limit=chosen.limit, seed=chosen.seed, options=settings,
        ocr=chosen.ocr if settings.get("variant") == "ocr" else None, **roles,
    )  # fmt: skip


# inquiries


def _inquiries(grid: Grid, chosen: Chosen, parent: Path) -> Iterator[PlannedRun]:
    several = len(chosen.teachers) > 1
    for student, teacher in product(chosen.models, chosen.teachers):
        taught = f"taught by {model_name(teacher)}" if several else ""
        pool = None if chosen.all_problems else _folder(parent, "select", model_name(student), taught)
        if pool is not None:
            fields = {"kind": "select", "training_share": grid.set.get("training_share", 0.5)}
            choosing = _inquiry(grid, chosen, student, teacher, fields)
            yield PlannedRun(pool, {_MODEL: f"selection for {model_name(student)}", _TEACHER: taught}, choosing, selects=True)
        trained = chosen.trained if student == chosen.models[0] else ()
        for asker, values in product((student, *trained), _combinations(grid)):
            if asker in trained and not any(value.name in grid.trained_at for value in values.values()):
                continue
            place = {_MODEL: model_name(asker), _TEACHER: taught, **{axis: value.name for axis, value in values.items()}}
            missing = _absent(values, chosen)
            fields = _of_pool(grid, pool, model_name(student) if asker in trained else None)
            fields |= {name: each for value in values.values() for name, each in value.set.items()}
            if fields.get("peer"):
                fields["peer"] = chosen.peers[0] if chosen.peers else None
            config = None if missing else _inquiry(grid, chosen, asker, teacher, fields)
            yield PlannedRun(_folder(parent, *place.values()), place, config, missing, _shown(values))


def _of_pool(grid: Grid, pool: Path | None, selected_for: str | None) -> dict[str, Any]:
    if pool is None:
        return {}
    part = grid.set.get("part")
    return {"selection": str(pool.resolve()), "part": part, "selected_for": selected_for}


def _inquiry(grid: Grid, chosen: Chosen, student: str, teacher: str, fields: Mapping[str, Any]) -> InquiryConfig:
    """Return the configuration of an inquiry.

    Raises:
        ResultsError: for a setting that there is not, or whose value does not fit.
    """
    own = {name: value for name, value in grid.set.items() if name not in {"part", "training_share"}}
    data = str(dataset_record(grid.set["task"]).sample_path()) if chosen.data == SAMPLE else chosen.data
    named = {"student": student, "teachers": (teacher,), "data": data, "limit": chosen.limit, "seed": chosen.seed}
    try:
        return InquiryConfig.model_validate({"kind": "run", **own, **named, **fields, **chosen.settings})
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ResultsError(f"{f'setting {place}: ' if place else ''}{first['msg'].removeprefix('Value error, ')}") from error
