"""What models really write, case by case: every text with the reading that the parsers owe for it.

Each case in ``cases/*.yaml`` names status and value; flags, invalid fields and repair where they are settled. The values
were written by hand from what the text says. A file is one test, which names every case that fails.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnomon.replies import (
    Reading,
    parse_choice,
    parse_keypoints,
    parse_label,
    parse_moves,
    parse_rating,
    parse_rubric,
    parse_turn,
    parse_utterance,
)
from tests.every import read_cases

PARSERS: dict[str, Callable[[str], Reading]] = {
    "turn": parse_turn,
    "rubric": parse_rubric,
    "label": parse_label,
    "rating": parse_rating,
    "keypoints": parse_keypoints,
    "moves": parse_moves,
    "utterance": parse_utterance,
    "choice": parse_choice,
}
WITH_SCHEMA = {"moves", "utterance", "choice"}
"""Asked for with a JSON schema and read by the parts that the others are read by: a few cases tell."""
NEEDED = {"id", "text", "status", "value"}
NAMED = {"flags", "invalid_fields", "repaired"}
CASES: dict[str, list[dict[str, Any]]] = {
    family: read_cases(Path(__file__).parent / "cases" / f"{family}.yaml") for family in PARSERS
}


def _as_json(value: object) -> str:
    """Return the value as text, so that 1, 1.0 and true stay apart."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _got(reading: Reading, wanted: dict[str, Any]) -> dict[str, str]:
    """Return what a case names, of a reading."""
    return {name: _as_json(getattr(reading, name)) for name in (NEEDED | NAMED) & wanted.keys() - {"id", "text"}}


@pytest.mark.parametrize("family", PARSERS)
def test_every_text_is_read_as_its_case_says(family):
    failing = []
    for case in CASES[family]:
        reading = PARSERS[family](case["text"])
        got = _got(reading, case)
        wanted = {name: _as_json(case[name]) for name in got}
        differing = [f"{name}: {got[name]} for {wanted[name]}" for name in got if got[name] != wanted[name]]
        if reading.status == "unparseable" and reading.invalid_fields:
            differing.append(f"unparseable with invalid fields {reading.invalid_fields}")
        # Space around a text changes nothing about it.
        if PARSERS[family](f"\n  {case['text']}\n\n") != reading:
            differing.append("read otherwise with space around it")
        failing += [f"{case['id']}: {'; '.join(differing)}"] if differing else []
    assert not failing, f"{len(failing)} of {len(CASES[family])} cases:\n" + "\n".join(failing)


@pytest.mark.parametrize("family", PARSERS)
def test_every_case_agrees_with_itself(family):
    failing = [
        case.get("id", case)
        for case in CASES[family]
        if not NEEDED <= case.keys() <= NEEDED | NAMED
        or (case["value"] is None) != (case["status"] == "unparseable")
        or bool(case.get("invalid_fields")) != (case["status"] == "partial")
        or case.get("flags", []) != sorted(set(case.get("flags", [])))
    ]
    assert failing == []


def test_there_are_enough_cases_of_every_family_and_nearly_half_of_them_or_more_expect_a_value():
    counts = {family: len(cases) for family, cases in CASES.items() if family not in WITH_SCHEMA}
    assert min(counts.values()) >= 60
    assert sum(counts.values()) >= 320
    values = [case["value"] for cases in CASES.values() for case in cases]
    assert sum(value is not None for value in values) >= 0.45 * len(values)


@pytest.mark.parametrize("family", PARSERS)
def test_no_two_cases_of_a_family_share_a_name_or_a_text(family):
    for key in ("id", "text"):
        written = [case[key] for case in CASES[family]]
        assert len(written) == len(set(written))
