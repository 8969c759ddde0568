"""Runs of every benchmark on its sample, against a fake server over HTTP that answers now and then what cannot be read."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import Any

from gnomon.benchmark import RunConfig
from gnomon.benchmark.running import run
from gnomon.models.fake_service import ChatRequest, FakeServer, Fault

__all__ = ["sample_runs"]

LABELS = ("Yes", "To some extent", "No")
RUNS: dict[str, list[dict[str, Any]]] = {
    "mrbench": [{"judge": "model"}, {"judge": "majority"}, {"judge": "tutor-name"}],
}
"""For each benchmark the configurations of one report; ``model`` stands for the fake server."""


def sample_runs() -> list[list[Path]]:
    """Return the results folders of each benchmark's runs."""
    root = Path(tempfile.mkdtemp(prefix="gnomon-recompute-"))
    with FakeServer(_answer, faults=_refusal, keep_requests=False) as server:
        address = f"fake-model@{server.url}"
        return [
            [_run(task, _with_address(config, address), root / f"{task}-{place}") for place, config in enumerate(configs)]
            for task, configs in RUNS.items()
        ]


def _run(task: str, config: dict[str, Any], folder: Path) -> Path:
    return run(RunConfig(task=task, **config), folder).folder


def _with_address(config: dict[str, Any], address: str) -> dict[str, Any]:
    return {key: address if value == "model" else value for key, value in config.items()}


def _refusal(number: int) -> Fault | None:
    return Fault(status=400) if number % 41 == 40 else None


def _answer(chat: ChatRequest, index: int) -> str:
    number = int(hashlib.sha256(f"{chat.prompt}{index}".encode()).hexdigest(), 16)
    if number % 9 == 0:
        return "This cannot be read."
    return f"<think>Because of {number % 97}.</think><answer>{LABELS[number % 3]}</answer>"
