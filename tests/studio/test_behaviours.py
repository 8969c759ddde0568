"""The 27 behaviours of a learner's page, each held by tests that are there."""

import re
from pathlib import Path
from typing import Any

from tests.every import every, read_cases

HERE = Path(__file__).parent
BEHAVIOURS: list[dict[str, Any]] = read_cases(HERE / "behaviours.yaml")
TESTS = {
    name for path in HERE.rglob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
}


def test_there_are_27() -> None:
    assert len(BEHAVIOURS) == 27


@every(BEHAVIOURS, lambda each: each["behaviour"])
def test_each_is_held_by_tests_that_are_there(behaviour: dict[str, Any]) -> None:
    assert behaviour["tests"]
    assert not set(behaviour["tests"]) - TESTS
