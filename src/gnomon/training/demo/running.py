"""Running the demo: every experiment with every seed, one after the other, and what is there already is kept.

The outcome of an experiment is one file, ``parts/EXPERIMENT-SEED.json``; a demo that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import platform
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import get_args

import torch

from gnomon.files import write_whole
from gnomon.training.demo.experiments import FULL, QUICK, Size, run_asking, run_judging, run_tutoring
from gnomon.training.demo.outcome import Experiment, Outcome
from gnomon.training.demo.stages import Stages
from gnomon.training.demo.tutoring import Taught, conversations, taught_turns
from gnomon.training.errors import TrainingError

SEEDS = (0, 1, 2)  # the fewest of which a deviation means something, in minutes
EXPERIMENTS: tuple[Experiment, ...] = get_args(Experiment)
_PARTS = "parts"
_RUN = "run.json"


def run_demo(
    out: Path, *, seeds: Sequence[int] = SEEDS, quick: bool = False, tell: Callable[[str], None] = lambda _: None
) -> list[Outcome]:
    """Train and measure all that the page shows, on one thread of the processor.

    Args:
        out: folder for the outcomes; those that lie there are kept.
        seeds: of models, problems and draws.
        quick: small sizes, which show that everything runs and nothing more.
        tell: hears what begins.

    Raises:
        TrainingError: when the folder holds outcomes of the other size.
    """
    _require_same_size(out, quick=quick)
    torch.set_num_threads(1)  # tiny matrices gain nothing from more, and the figures do not depend on the machine's cores
    size = QUICK if quick else FULL
    return [_kept_or_run(out, experiment, seed, size, tell) for seed in seeds for experiment in EXPERIMENTS]


def _kept_or_run(out: Path, experiment: Experiment, seed: int, size: Size, tell: Callable[[str], None]) -> Outcome:
    path = out / _PARTS / f"{experiment}-{seed}.json"
    if path.is_file():
        return Outcome.model_validate_json(path.read_text("utf-8"))
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        outcome = _RUN_BY_EXPERIMENT[experiment](Stages(seed, Path(folder), tell), size)
    outcome = outcome.model_copy(update={"processor_seconds": time.process_time() - start})
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, outcome.model_dump_json() + "\n")
    return outcome


def _run_tutoring(stages: Stages, size: Size) -> Outcome:
    stages.tell("conversations of the symbolic tutor with simulated students")
    return run_tutoring(stages, _taught(size.conversations))


@cache
def _taught(limit: int) -> tuple[Taught, ...]:
    """Return the turns of the symbolic tutor, the same for every seed: what seeds change is the models."""
    return tuple(taught_turns(conversations(limit)))


_RUN_BY_EXPERIMENT: dict[Experiment, Callable[[Stages, Size], Outcome]] = {
    "tutoring": _run_tutoring,
    "asking": run_asking,
    "judging": run_judging,
}


def _require_same_size(out: Path, *, quick: bool) -> None:
    path = out / _RUN
    if path.is_file():
        if json.loads(path.read_text("utf-8"))["quick"] != quick:
            raise TrainingError(f"{out} holds a demo {'without' if quick else 'with'} --quick: name another folder")
        return
    out.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps({"quick": quick, "machine": machine()}) + "\n")


def machine() -> str:
    """Return what the figures were made on, in words."""
    return f"{platform.machine()}, one thread, torch {torch.__version__}, Python {platform.python_version()}"
