"""Starting a command on several processes by accelerate, with a configuration of ours; nothing here loads torch."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import resources
from importlib.util import find_spec
from typing import Literal

from gnomon.training.errors import TrainingError

Parallel = Literal["ddp", "fsdp", "deepspeed"]
_MARK = "GNOMON_LAUNCHED"
"""In the environment of the processes that `launch` starts: none of them starts others, whatever a launcher makes of it."""


def is_launched() -> bool:
    """Return whether this process is one of several that were started together."""
    return _MARK in os.environ


def num_processes() -> int:
    """Return how many processes work together."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def is_first() -> bool:
    """Return whether this process is the one that tells and writes."""
    return os.environ.get("RANK", "0") == "0"


def launch(arguments: Sequence[str], parallel: Parallel, processes: int, *, on_cpu: bool) -> int:
    """Run ``gnomon ARGUMENTS`` on several processes; its exit code.

    Raises:
        TrainingError: for a way that cannot be gone here.
    """
    if on_cpu and parallel != "ddp":
        raise TrainingError(f"--parallel {parallel} needs GPUs; on a CPU take ddp")
    if parallel == "deepspeed" and find_spec("deepspeed") is None:
        raise TrainingError("--parallel deepspeed needs DeepSpeed: pip install deepspeed")
    program = ["-m", "gnomon.cli", *arguments]
    if on_cpu:  # for which accelerate's own launcher wants MPI
        command = ["torch.distributed.run", "--standalone", "--nproc_per_node", str(processes), *program]
        return _run(command)
    config = resources.files(__package__).joinpath("parallel", f"{parallel}.yaml")
    with resources.as_file(config) as path:
        command = ["accelerate.commands.launch", "--config_file", str(path), "--num_processes", str(processes), *program]
        return _run(command)


def _run(command: Sequence[str]) -> int:
    environment = {**os.environ, _MARK: "1"}
    return subprocess.run([sys.executable, "-m", *command], check=False, env=environment).returncode  # noqa: S603  # our own words
