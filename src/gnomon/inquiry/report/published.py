"""The figures that the ODQS paper printed, as ``published/odqs.yaml`` holds them, for the rows beside ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from gnomon.packaged import packaged_yaml
from gnomon.pages import Printed

DOMAINS: Mapping[str, str] = {"gsm8k": "math", "humaneval": "coding"}
"""The paper's name for a task; geometry is not in it."""


class PrintedCurve(NamedTuple):
    """One line of Tables 3 to 6."""

    table: int
    domain: str
    student: str
    method: str
    values: tuple[float, ...]
    """Pass@5 by turn, 0 to 5."""
    deviations: tuple[float, ...]

    @property
    def name(self) -> str:
        """As tables show it."""
        return f"{self.method}, {self.student} (Table {self.table})"


class PrintedDifference(NamedTuple):
    """One figure of Tables 7 to 9."""

    table: int
    domain: str
    student: str
    first: str
    second: str
    """``static``: turn 0 of the first itself."""
    mean: float
    p: float
    largest: float | None
    """None where none is printed."""
    p_turns: str = ""
    """The turns of the test where they are not those of the mean."""
    remark: str = ""


@cache
def _file() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = packaged_yaml(__package__, "odqs.yaml")
    return loaded


@cache
def printed_curves(domain: str) -> tuple[PrintedCurve, ...]:
    """Return the curves of a domain, ``math`` or ``coding``; none for another."""
    rows = (row for row in _file()["curves"] if row["domain"] == domain)
    return tuple(PrintedCurve(**{**row, "values": tuple(row["values"]), "deviations": tuple(row["deviations"])}) for row in rows)


@cache
def printed_differences(domain: str) -> tuple[PrintedDifference, ...]:
    """Return the differences of a domain; none for another."""
    return tuple(PrintedDifference(**row) for row in _file()["differences"] if row["domain"] == domain)


def printed_student(name: str) -> str:
    """Return the printed student that a model's name stands for; the first printed one where it is none of them."""
    students: Mapping[str, str] = _file()["students"]
    found = (student for student, pattern in students.items() if re.search(pattern, name, re.IGNORECASE))
    return next(found, next(iter(students)))


def printed_training_rows(domain: str) -> tuple[Printed, ...]:
    """Return the counts of Table 2 of a domain, one row a student and proposer: rows for DPO."""
    rows = (row for row in _file()["training_rows"] if row["domain"] == domain)
    return tuple(
        Printed(f"{student}, {row['proposer']} (Table 2)", [row[student]]) for row in rows for student in _file()["students"]
    )
