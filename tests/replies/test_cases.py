"""What models really write, case by case: every text with the reading that the parsers owe for it.

Each case in ``cases/*.yaml`` names status and value; flags, invalid fields and repair where they are settled. The values
were written by hand from what the text says.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnomon.replies import Reading, parse_keypoints, parse_label, parse_rating, parse_rubric, parse_turn
from tests.every import every, read_cases

PARSERS: dict[str, Callable[[str], Reading]] = {
    "turn": parse_turn,
    "rubric": parse_rubric,
    "label": parse_label,
    "rating": parse_rating,
    "keypoints": parse_keypoints,
}
NEEDED = {"id", "text", "status", "value"}
NAMED = {"flags", "invalid_fields", "repaired"}


def _load(family: str) -> list[dict[str, Any]]:
    return read_cases(Path(__file__).parent / "cases" / f"{family}.yaml")


CASES = {family: _load(family) for family in PARSERS}
ALL = [(family, case) for family, cases in CASES.items() for case in cases]


def _name(each: tuple[str, dict[str, Any]]) -> str:
    return f"{each[0]}: {each[1]['id']}"


def _as_json(value: object) -> str:
    """Return the value as text, so that 1, 1.0 and true stay apart."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


@every(ALL, name=_name)
def test_a_text_is_read_as_its_case_says(family, case):
    reading = PARSERS[family](case["text"])
    assert (reading.status, _as_json(reading.value)) == (case["status"], _as_json(case["value"]))
    got = {"flags": list(reading.flags), "invalid_fields": list(reading.invalid_fields), "repaired": reading.repaired}
    assert {name: got[name] for name in NAMED & case.keys()} == {name: case[name] for name in NAMED & case.keys()}
    assert reading.status != "unparseable" or not reading.invalid_fields


@every(ALL, name=_name)
def test_a_case_agrees_with_itself(family, case):
    assert family in PARSERS
    assert case.keys() >= NEEDED
    assert case.keys() <= NEEDED | NAMED
    assert (case["value"] is None) == (case["status"] == "unparseable")
    assert bool(case.get("invalid_fields")) == (case["status"] == "partial")
    assert case.get("flags", []) == sorted(set(case.get("flags", [])))


def test_there_are_enough_cases_of_every_family():
    counts = {family: len(cases) for family, cases in CASES.items()}
    assert min(counts.values()) >= 60
    assert sum(counts.values()) >= 320


def test_nearly_half_of_the_cases_or_more_expect_a_value():
    values = [case["value"] for cases in CASES.values() for case in cases]
    assert sum(value is not None for value in values) >= 0.45 * len(values)


@pytest.mark.parametrize("family", PARSERS)
def test_no_two_cases_of_a_family_share_a_name_or_a_text(family):
    for key in ("id", "text"):
        written = [case[key] for case in CASES[family]]
        assert len(written) == len(set(written))


@pytest.mark.parametrize("family", PARSERS)
def test_no_case_becomes_another_by_outer_space(family):
    for case in CASES[family]:
        plain = PARSERS[family](case["text"])
        assert PARSERS[family](f"\n  {case['text']}\n\n") == plain
