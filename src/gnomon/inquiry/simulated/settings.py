"""The settings of a simulation by its name: ``simulated:skill=0.05,effect=0.6``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.records import TaskName

_SIMULATED = "simulated"
_SETTINGS: Mapping[tuple[TaskName, Literal["student", "teacher"]], tuple[str, ...]] = {
    ("gsm8k", "student"): ("skill", "effect", "focus"),
    ("gsm8k", "teacher"): ("clarity",),
    ("geometry", "student"): ("repair_when_addressed", "repair_otherwise"),
    ("geometry", "teacher"): (),
}
"""Of each simulation there is; a run about programs has none."""


def is_simulated(spec: str) -> bool:
    """Whether a name stands for a simulation."""
    return spec.partition(":")[0] == _SIMULATED


def simulated_settings(spec: str, task: TaskName, role: Literal["student", "teacher"]) -> dict[str, float]:
    """Return the settings that a name gives to a simulation; none where it stands for a model.

    Args:
        spec: ``simulated``, or ``simulated:NAME=NUMBER,...``.
        task: what the problems are.
        role: whom it plays.

    Raises:
        InquiryError: when there is no such simulation or setting, or the settings cannot be read.
    """
    if not is_simulated(spec):
        return {}
    known = _SETTINGS.get((task, role))
    if known is None:
        raise InquiryError(f"there is no simulation for {task}; name models with MODEL@URL")
    found: dict[str, float] = {}
    for pair in filter(None, spec.partition(":")[2].split(",")):
        name, _, number = (part.strip() for part in pair.partition("="))
        try:
            value = float(number)
        except ValueError:
            raise InquiryError(f"expected NAME=NUMBER in {spec!r}, got {pair!r}") from None
        if name not in known or name in found:
            problem = "is there twice" if name in found else "is unknown"
            there_are = f"settings: {', '.join(known)}" if known else "no settings"
            raise InquiryError(f"{spec!r}: {name!r} {problem}; the simulated {role} of {task} has {there_are}")
        found[name] = value
    return found
