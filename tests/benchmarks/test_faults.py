"""The counters of faults in proofs: each finds its fault where it is planted, as an older engine would have written it."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from benchmarks.engine_checks.faults import FAULTS, Written, count_faults, faults_of
from benchmarks.engine_checks.problems import read_json
from gnomon.geometry import solve
from gnomon.problem import load_problem

Steps = list[dict[str, Any]]
SILENT, RATIO, NAMELESS, UNMATCHED, ROUNDED, CHOSEN = FAULTS
_LATER = re.compile(r"(?:\. (?:From|The problem|Put in|Adding|Subtracting)).*, so (?=[^,]*$)")


def written(reference: str) -> Written:
    """Return the proof of a problem as it is written."""
    problem = load_problem(reference)
    row = solve(problem).as_json()
    assert row["status"] == "solved", (reference, row["reason"])
    return Written(problem, row["goal"], row["steps"])


# the faults, planted


def silenced(steps: Steps) -> None:
    """Drop how the equations of a system are combined: the theorem, then the value."""
    step = next(step for step in steps if any(len(value["equations"]) > 1 for value in step["values"]))
    step["text"] = f"{step['text'].partition('. ')[0]}, so {step['concludes'].replace(', ', ', so ')}."


def through_the_angle(steps: Steps) -> None:
    """Find the angle from its ratio, then the ratio from the angle."""
    last = steps[-1]
    (value,) = last["values"]
    angle = value["of"].partition("(")[2][:-1]
    last["values"] = [{**value, "of": angle, "value": "28.0724869358529"}]
    last["concludes"] = f"∠ ≈ 28.07°, {last['concludes']}"


def unnamed(steps: Steps) -> None:
    """Say nothing of where a value comes from."""
    step = next(step for step in steps if step["rule_id"] == "given_equation" or ". The problem gives" in step["text"])
    if step["rule_id"] == "given_equation":
        step["text"] = f"So {step['concludes'].replace(', ', ', so ')}."
    else:
        step["text"] = f"{step['text'].partition(', so')[0]}, so {step['concludes'].replace(', ', ', so ')}."


def unmatched(steps: Steps) -> None:
    """Say that parts agree and not which."""
    step = next(step for step in steps if "≅" in step["concludes"] or "~" in step["concludes"])
    step["text"] = re.sub(r"^.*, (so (?:the right )?|and )triangles", "Some parts agree, so triangles", step["text"])


def out_of_order(steps: Steps) -> None:
    """Name the second triangle in another order."""
    step = next(step for step in steps if "≅" in step["concludes"] or "~" in step["concludes"])
    step["text"] = re.sub(r"and ([A-Z])([A-Z])([A-Z]) are", r"and \2\3\1 are", step["text"])


def exact_sign(steps: Steps) -> None:
    """Write every rounded number as if it were exact."""
    for step in steps:
        for key in ("text", "concludes"):
            step[key] = step[key].replace("≈", "=")


def chosen_in_silence(steps: Steps) -> None:
    """Take one root without a word of the other."""
    for step in steps:
        step["text"] = re.sub(r"so (with [^,]* unrounded, )?[^,;]* or [^;]*; [^;]*, so ", "so ", step["text"])


def planted(original: Written, plant: Callable[[Steps], None]) -> Written:
    """Return a copy with a fault."""
    steps = deepcopy(list(original.steps))
    plant(steps)  # type: ignore[arg-type]  # rows of JSON
    assert steps != original.steps
    return original._replace(steps=steps)
