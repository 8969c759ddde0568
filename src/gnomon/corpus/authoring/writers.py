"""Items as the files that the benchmarks read; pictures that stages made are named from the pipeline's folder, as here."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gnomon.corpus.pipeline import Item
from gnomon.files import write_whole


def write_mmtutorbench(items: Iterable[Item], folder: Path) -> Path:
    """Write key steps as `gnomon bench run mmtutorbench --data` takes them."""
    return _write(folder / "mmtutorbench.jsonl", map(_key_step, items))


def write_mathexplain(items: Iterable[Item], folder: Path) -> Path:
    """Write problems with keypoints as `gnomon bench run mathexplain_keypoints --data` takes them."""
    return _write(folder / "mathexplain.jsonl", map(_explained, items))


def _write(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    write_whole(path, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))
    return path


def _key_step(item: Item) -> dict[str, Any]:
    data = item.data
    return {
        "id": item.id,
        "domain": data.get("domain", ""),
        "difficulty": data.get("difficulty", 3),
        "query": data["query"],
        "images": data.get("images", []),
        "current_image": data["current_image"],
        "reference": data["reference"],
        "rubric": _rubric(data),
        "turns": [{**_without(turn, "task", "criteria"), "rubric": _rubric(turn)} for turn in data.get("turns", ())],
        # Rows of one video are resampled together.
        "source": data.get("source", item.id),
        "provenance": item.provenance.model_dump(mode="json", exclude_defaults=True),
    }


def _rubric(data: dict[str, Any]) -> dict[str, Any]:
    return {"task_description": data["task"], "evaluation_criteria": data["criteria"]}


def _without(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


def _explained(item: Item) -> dict[str, Any]:
    data = item.data
    fields = ("kind", "chapter", "section", "image", "choices", "answer", "solution", "solution_image", "keypoints")
    return {
        "id": item.id,
        "problem": data["text"],
        **{name: data[name] for name in fields},
        "provenance": item.provenance.model_dump(mode="json", exclude_defaults=True),
    }
