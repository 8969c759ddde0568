"""Repeats of a run: one folder with a results folder for each seed, each a run like any other, with a cache of its own.

So no repeat is answered with another one's reply, whether or not the server knows seeds; and repeats can be added later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.running import RunOutcome, run
from gnomon.runs import Pace, RunFiles, Told

_PREFIX = "seed-"


def run_folders(folder: Path) -> tuple[Path, ...]:
    """Return the results folders of a folder of repeats, by seed; of any other the folder itself."""
    if RunFiles.in_folder(folder).record.exists() or not folder.is_dir():
        return (folder,)
    found = [each for each in folder.iterdir() if _seed_of(each) is not None and RunFiles.in_folder(each).record.exists()]
    return tuple(sorted(found, key=lambda each: _seed_of(each) or 0)) or (folder,)


def run_repeats(
    config: RunConfig,
    folder: Path,
    seeds: Sequence[int],
    pace: Pace,
    told: Callable[[int], AbstractContextManager[Told]],
    *,
    ray: str | None = None,
) -> list[RunOutcome]:
    """Run a benchmark once for each seed, or go on with the runs.

    Args:
        config: of all repeats; its seed is passed over.
        folder: for their results folders, ``seed-N`` each.
        seeds: at least one, each once.
        pace: a limit of cost holds for all together.
        told: gives for each seed who is told how far its run is.
        ray: as `gnomon.benchmark.running.run`; what its workers spend counts for no limit over several runs.

    Raises:
        ResultsError: when the folder holds a single run, or as `gnomon.benchmark.running.run`.
        RunError: as there.
    """
    if RunFiles.in_folder(folder).record.exists():
        raise ResultsError(f"{folder}: holds a single run; name another folder for the repeats with --out")
    outcomes: list[RunOutcome] = []
    for seed in seeds:
        left = pace.max_cost
        if left is not None:
            left = max(0.0, left - sum(outcome.cost or 0.0 for outcome in outcomes))
        with told(seed) as tell:
            place = folder / f"{_PREFIX}{seed}"
            outcomes.append(run(config.model_copy(update={"seed": seed}), place, replace(pace, max_cost=left), tell, ray=ray))
    return outcomes


def _seed_of(folder: Path) -> int | None:
    name = folder.name.removeprefix(_PREFIX)
    return int(name) if folder.name.startswith(_PREFIX) and name.removeprefix("-").isdecimal() else None
