"""Running the demo: every experiment with every seed, one after the other, and what is there already is kept.

The outcome of an experiment is one file, ``parts/EXPERIMENT-SEED.json``; a demo that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import platform
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

import torch

from gnomon.files import write_whole
from gnomon.training.demo.experiments import FULL, QUICK, Experiment, Outcome, run_asking, run_judging, run_tutoring
from gnomon.training.demo.stages import Stages
from gnomon.training.demo.tutoring import conversations, taught_turns
from gnomon.training.errors import TrainingError

SEEDS = (0, 1, 2)
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
    turns = None
    found = []
    for seed in seeds:
        for experiment in EXPERIMENTS:
            path = out / _PARTS / f"{experiment}-{seed}.json"
            if path.is_file():
                found.append(Outcome.model_validate_json(path.read_text("utf-8")))
                continue
            start = time.process_time()
            with tempfile.TemporaryDirectory() as folder:
                stages = Stages(seed, Path(folder), tell)
                if experiment == "tutoring":
                    if turns is None:
                        tell("conversations of the symbolic tutor with simulated students")
                        turns = taught_turns(conversations(size.conversations))
                    outcome = run_tutoring(stages, turns)
                else:
                    outcome = (run_asking if experiment == "asking" else run_judging)(stages, size)
            outcome = outcome.model_copy(update={"processor_seconds": time.process_time() - start})
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, outcome.model_dump_json() + "\n")
            found.append(outcome)
    return found


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
