"""Which conditions are compared with which, by the paper's research questions (ODQS 5.1 to 5.3, Tables 7 to 9).

Compared are conditions that differ in one thing: scaffolding (RQ1), the turn of the assessment (RQ2), or the student, trained
or not (RQ3); the teacher is for App. E.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gnomon.inquiry.analysis.curves import Condition

_SAID = {"student": "{}", "teacher": "taught by {}", "task": "{}", "protocol": "{}"}


@dataclass(frozen=True)
class Pair:
    """Two conditions to compare."""

    question: str
    """``scaffolding``, ``assessment``, ``training``, ``search`` or ``teacher``."""
    first: Condition
    second: Condition
    from_turn: int
    """First turn compared."""


def names_of(conditions: Sequence[Condition]) -> Mapping[Condition, str]:
    """Name conditions for tables: the method, and of the rest only what is not the most common among them (`unsaid_in`)."""
    usual = {field: _most_common(conditions, field) for field in _SAID}
    return {condition: _name(condition, usual) for condition in conditions}


def unsaid_in(conditions: Sequence[Condition]) -> str:
    """Return in words what names leave out: the most common student, teacher, task and protocol."""
    usual = {field: _most_common(conditions, field) for field in _SAID}
    return ", ".join(f"{field} {value}" for field, value in usual.items() if value)


def _most_common(conditions: Sequence[Condition], field: str) -> str:
    counts = Counter(getattr(condition.setting, field) for condition in conditions)
    return str(counts.most_common(1)[0][0]) if counts else ""


def _name(condition: Condition, usual: Mapping[str, str]) -> str:
    setting = condition.setting
    said = [_SAID[field].format(getattr(setting, field)) for field in _SAID if getattr(setting, field) != usual[field]]
    return ", ".join([setting.method, *said])


def pairs_of(conditions: Sequence[Condition], *, baseline: str | None = None) -> tuple[Pair, ...]:
    """Return the comparisons that the conditions allow.

    Args:
        conditions: of one or more settings.
        baseline: the student before training, and the teacher that others are compared with where it is one; None compares no
            students and no teachers with one another, since which of them came first cannot be seen in rows.

    Returns:
        Pairs by research question. Where the turn of the assessment differs, the first turn compared is that of the later
        assessment, since nothing before it can differ (ODQS compares 2 to 5 for the mid-assessment); else it is 0.
    """
    found = [
        _pair(one, two, baseline) for number, one in enumerate(conditions) for two in conditions[number + 1 :] if _alike(one, two)
    ]
    order = ("scaffolding", "assessment", "training", "search", "teacher")
    return tuple(sorted((pair for pair in found if pair is not None), key=lambda pair: order.index(pair.question)))


_FIELDS = ("task", "protocol", "simulated", "student", "teacher", "scaffolding", "assessment_turn", "search")


def _differing(one: Condition, two: Condition) -> Iterator[str]:
    return (field for field in _FIELDS if getattr(one.setting, field) != getattr(two.setting, field))


def _alike(one: Condition, two: Condition) -> bool:
    return len(list(_differing(one, two))) == 1


def _pair(one: Condition, two: Condition, baseline: str | None) -> Pair | None:
    field = next(_differing(one, two))
    if field == "scaffolding":
        first, second = (one, two) if one.setting.scaffolding == "scaffolded" else (two, one)
        return Pair("scaffolding", first, second, 0)
    if field == "assessment_turn":
        return _assessments(one, two)
    if field == "search":
        first, second = (one, two) if one.setting.search and one.setting.search >= two.setting.search else (two, one)
        return Pair("search", first, second, 0)
    if field in {"student", "teacher"} and baseline in {getattr(one.setting, field), getattr(two.setting, field)}:
        first, second = (two, one) if getattr(one.setting, field) == baseline else (one, two)
        return Pair("training" if field == "student" else "teacher", first, second, 0)
    return None


def _assessments(one: Condition, two: Condition) -> Pair:
    """Put the one with an assessment first; of two, the earlier one for mathematics and the later one for code (Table 8)."""
    early, late = sorted((one, two), key=lambda condition: condition.setting.assessment_turn)
    is_none = early.setting.assessment_turn < 0
    first, second = (late, early) if is_none or early.setting.task == "humaneval" else (early, late)
    return Pair("assessment", first, second, max(late.setting.assessment_turn, 0))
