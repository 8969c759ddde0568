"""Runs of every benchmark on its sample, against a fake server over HTTP that answers now and then what cannot be read."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.recomputing.answers import answer, sentences
from gnomon.benchmark import RunConfig
from gnomon.benchmark.running import run
from gnomon.models.fake_service import FakeServer, Fault

__all__ = ["RUNS", "sample_runs"]

_MODELS = {"model": "fake-model", "second": "other-model"}
_ALL = "question+diagram+correct_solution+student_solution"
_FOCUSED = {"setting": "focused"}
RUNS: dict[str, list[dict[str, Any]]] = {
    "mrbench": [{"judge": "model"}, {"judge": "majority"}, {"judge": "tutor-name"}],
    "mmtutorbench": [
        {"tutor": "model", "judge": "model", "data": "rich"},
        {"tutor": "model", "judge": "model", "data": "rich", "options": {"variant": "query"}},
        {"tutor": "model", "judge": "model", "data": "rich", "options": {"baseline": True, "persona": "novice_anxious"}},
        {"tutor": "model", "judge": "model", "data": "rich", "options": {"variant": "3-shot"}},
        {"tutor": "second", "judge": "model", "data": "rich"},
        {"tutor": "replies:0", "judge": "second", "data": "rich"},
        {"tutor": "replies:4", "judge": "second", "data": "rich"},
        {"tutor": "replies:0", "judge": "model", "data": "rich", "options": {"judge_seed": 5}},
        {"tutor": "reference", "judge": "none", "data": "rich"},
        {"tutor": "symbolic", "judge": "model", "data": "rich"},
        {"tutor": "recorded", "judge": "model", "data": "rich", "options": {"baseline": True}},
    ],
    "mmtutorbench_multiturn": [
        {"tutor": "model", "judge": "model", "options": {"persona": "novice_anxious"}},
        {"tutor": "model", "judge": "model", "options": {"history": "reference"}},
        {"tutor": "replies:1", "judge": "second", "options": {"history": "reference"}},
        {"tutor": "reference", "judge": "none"},
        {"tutor": "symbolic", "judge": "model"},
    ],
    "geodial": [
        *({"tutor": "model", "options": {"parts": parts}} for parts in (_ALL, "question+diagram", "question+correct_solution")),
        *({"tutor": "model", "options": {"parts": parts}} for parts in ("diagram+student_solution", "dialogue_only")),
        {"tutor": "model", "options": {"parts": "question+diagram+correct_solution"}},
        {"tutor": "model", "options": {"guard": True}},
        {"tutor": "model", "options": {"notes": "proof"}},
        *({"tutor": "model", "options": _FOCUSED | {"utterance": source}} for source in ("model", "none")),
        *({"tutor": name} for name in ("random-turn", "majority", "symbolic")),
        {"tutor": "symbolic", "data": "rich"},
        {"tutor": "second", "options": {"split": "train"}},
    ],
    "mathexplain_keypoints": [
        {"tutor": "model", "judge": "model", "data": "rich"},
        {"tutor": "model", "judge": "exact"},
        *({"tutor": name, "judge": "exact", "data": "rich"} for name in ("reference", "empty", "symbolic")),
        {"tutor": "reference", "judge": "model"},
    ],
    "mathexplain_explanation": [
        {"tutor": "model", "judge": "model"},
        {"tutor": "model", "judge": "none"},
        *({"tutor": name, "judge": "model", "data": "rich"} for name in ("reference", "symbolic", "recorded")),
        *({"tutor": "model", "judge": judge, "options": {"setting": "no-answer"}} for judge in ("model", "none")),
    ],
}
"""For each benchmark the runs of one report.

``model`` and ``second`` are models of the fake server, ``replies:N`` the replies of run N, ``rich`` the sample with recorded
replies, people's marks and formal descriptions, which only some data bring.
"""
_FORMAL = ("pythagoras-xyz", "triangle-sum-klm")
_DATASETS = {
    "geodial": "geodial/dialogues.jsonl",
    "mmtutorbench": "mmtutorbench/items.jsonl",
    "mathexplain_keypoints": "mathexplain/items.jsonl",
    "mathexplain_explanation": "mathexplain/items.jsonl",
}


def sample_runs(tasks: Sequence[str] | None = None) -> Iterator[list[Path]]:
    """Yield the results folders of each benchmark's runs; None runs all of `RUNS`."""
    root = Path(tempfile.mkdtemp(prefix="gnomon-recompute-"))
    with FakeServer(answer, faults=_refusal, keep_requests=False) as server:
        for task in tasks or RUNS:
            folders: list[Path] = []
            data = _rich(_DATASETS[task], root) if task in _DATASETS else root
            for config in RUNS[task]:
                filled = {key: _filled(value, server.url, data, folders) for key, value in config.items()}
                folders.append(run(RunConfig(task=task, **filled), root / f"{task}-{len(folders)}").folder)
            yield folders


def _filled(value: object, url: str, data: Path, folders: Sequence[Path]) -> object:
    """Put in what a run's configuration stands for."""
    if not isinstance(value, str):
        return value
    if value.startswith("replies:"):
        return f"replies:{folders[int(value.removeprefix('replies:'))]}"
    return str(data) if value == "rich" else f"{_MODELS[value]}@{url}" if value in _MODELS else value


def _refusal(number: int) -> Fault | None:
    return Fault(status=400) if number % 41 == 40 else None


def _rich(dataset: str, root: Path) -> Path:
    """Write a sample with all that data may bring beside their own format."""
    sample = Path(str(resources.files("gnomon.datasets"))) / "samples" / dataset
    items = [json.loads(line) for line in sample.read_text("utf-8").splitlines()]
    path = root / dataset.replace("/", "-")
    more = _EXTRAS[dataset.partition("/")[0]]
    rows = [_with_paths({**item, **more(item, place)}, sample.parent) for place, item in enumerate(items)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def _with_paths(item: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return an item with whole paths of its pictures."""

    def whole(value: object) -> object:
        if isinstance(value, list):
            return [whole(each) for each in value]
        if isinstance(value, dict):
            return _with_paths(value, folder)
        return str(folder / value) if isinstance(value, str) and value.startswith("images/") else value

    return {key: whole(value) for key, value in item.items()}


def _other_words(item: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Put every other dialogue's problem into words of its own, for which there is no formal description."""
    problem = item["problem"]
    return {"problem": {**problem, "text": f"Look. {problem['text']}"}} if place % 2 else {}


def _key_step_extras(item: Mapping[str, Any], place: int) -> dict[str, Any]:
    draw = Random(place)
    reference = "\n".join(item["reference"].values())
    replies = [
        {"tutor": tutor, "text": sentences(reference, draw, 3) or "Look again.", "human_total": draw.choice((None, *range(7)))}
        for tutor in ("teacher", "product")
    ]
    formal = {"problem": _FORMAL[place % 2]} if place % 3 == 0 else {}
    return {"source": f"video-{place // 2}", "replies": replies, **formal}


def _explanation_extras(item: Mapping[str, Any], place: int) -> dict[str, Any]:
    draw = Random(place)
    replies = [
        {"tutor": tutor, "text": sentences(item["solution"], draw, 3) or "See there.", "ratings": _ratings(draw)}
        for tutor in ("teacher", "product")
    ]
    return {"replies": replies} | ({"formal": _FORMAL[place % 2]} if place % 3 == 0 else {})


def _ratings(draw: Random) -> list[dict[str, Any]]:
    names = ("correctness", "fidelity", "visual_referencing")
    raters = draw.sample(("a", "b", "c"), draw.randrange(4))
    return [{"rater": rater, **{name: draw.choice((None, 1, 2, 3, 4, 5)) for name in names}} for rater in raters]


_EXTRAS: dict[str, Callable[[Mapping[str, Any], int], dict[str, Any]]] = {
    "geodial": _other_words,
    "mmtutorbench": _key_step_extras,
    "mathexplain": _explanation_extras,
}
"""What is added to each item, given its place."""
