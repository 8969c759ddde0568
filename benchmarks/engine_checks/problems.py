"""Geometry3K's annotated problems as the benchmark takes them: forms, key, kinds of goal."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.reporting import data_folder

__all__ = ["KINDS", "Key", "acceptance_file", "answer_key", "evenly", "forms_file", "goal_kind", "read_json"]

_CONFIRMED = {"official", "fit+log"}
"""Sources of answers that are official or that two independent routes gave."""

KINDS = {
    "shaded area": "Shaded",
    "scale factor": "ScaleFactorOf",
    "area": "AreaOf",
    "perimeter": "PerimeterOf|CircumferenceOf",
    "trigonometric ratio": "(Sin|Cos|Tan|Cot|Ratio)Of",
    "arc length": r"LengthOf\(Arc",
    "arc": r"MeasureOf\(Arc",
    "angle": "MeasureOf",
    "length": "(Length|Radius|Diameter|Height)Of",
    "unknown letter": r"Find\(\w",
    "none": "",
}
"""Kinds of goal with what tells one in the literal; the first that fits."""


class Key(NamedTuple):
    """Known answers by id."""

    answers: Mapping[str, float]
    confirmed: frozenset[str]
    """Ids whose answer is official or confirmed by two routes; the others are numeric fits, about 98 % right."""


def _folder() -> Path:
    return data_folder() / "geometry3k"


def forms_file() -> Path:
    """Return where the problems lie: training and validation part, ids 0 to 2400."""
    return _folder() / "forms_0000_2400.json"


def acceptance_file() -> Path:
    """Return where the fifteen worked examples lie."""
    return _folder() / "acceptance15.json"


def answer_key() -> Key:
    """Return the key of the development problems."""
    sources = read_json(_folder() / "answers_train_sources.json")
    confirmed = frozenset(problem_id for problem_id, source in sources.items() if source in _CONFIRMED)
    return Key(read_json(_folder() / "answers_train.json"), confirmed)


def read_json(path: Path) -> Any:  # noqa: ANN401  # whatever the file holds
    """Read a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


def goal_kind(literals: Sequence[str]) -> str:
    """Return the kind of goal, a key of `KINDS`, of a problem with these text literals."""
    goal = next((literal for literal in literals if literal.startswith("Find(")), "")
    return next(kind for kind, pattern in KINDS.items() if re.search(pattern, goal)) if goal else "none"


def evenly(ids: Sequence[str], wanted: int | None) -> list[str]:
    """Return ``wanted`` of the ids, spread evenly and in order; all where it is None or more than there are."""
    if wanted is None or wanted >= len(ids):
        return list(ids)
    return [ids[number * len(ids) // wanted] for number in range(wanted)]
