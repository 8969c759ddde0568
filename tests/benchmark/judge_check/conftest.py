"""Labelled responses, and a folder of the test's own for checks."""

import json

import pytest

from tests.benchmark.judge_check.judges import DIMENSIONS, LABELS


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Keep checks in a folder of the test's own."""
    monkeypatch.setenv("GNOMON_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture
def labelled(tmp_path):
    """Return a file of 24 dialogues with two responses each; a response names its label, the worse one first in every second."""
    path = tmp_path / "labelled.json"
    path.write_text(json.dumps([_dialogue(number) for number in range(24)]), "utf-8")
    return path


def _dialogue(number):
    labels = (LABELS[number % 3], LABELS[(number + 1) % 3])
    responses = {
        tutor: {"response": f"Reply {number}{tutor}: quality {label}.", "annotation": dict.fromkeys(DIMENSIONS, label)}
        for tutor, label in zip("AB", labels, strict=True)
    }
    history = f"Tutor: What is 7 x {number}?\nStudent: {number}."
    return {"conversation_id": f"d{number}", "conversation_history": history, "tutor_responses": responses}
