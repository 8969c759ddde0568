"""Transcripts of a few simulated learners, made and measured."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import make_transcripts, tutoring
from benchmarks.tutoring_arms import ARMS, STRENGTHS
from gnomon.benchmark.arena.scan import leaks
from gnomon.benchmark.arena.tutors import with_messages
from gnomon.dialogue import Dialogue, StudentTurn

SCAN = "gnomon.benchmark.arena.scan"
BENCHMARKS = Path(make_transcripts.__file__).parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "tutoring"
    make_transcripts.write_transcripts(out, seed=0, limit=2, jobs=1, written=_written(out.parent))
    return out


@pytest.fixture(scope="module")
def found(folder: Path) -> dict[str, Any]:
    return tutoring.measure(tutoring.read_transcripts(folder))


@pytest.mark.slow
def test_every_arm_has_dialogues(found: dict[str, Any]) -> None:
    totals = {arm: ends["right_untold"].total for arm, ends in found["endings"].items()}
    assert totals.keys() == ARMS.keys()
    assert found["pairs"] == 2 * len(STRENGTHS)
    assert {count for arm, count in totals.items() if not ARMS[arm].is_written and arm != "other_error"} == {2}
    assert totals["written_weak"] == 1
    assert "weak" in found["endings"]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_words(folder: Path, tmp_path: Path) -> None:
    make_transcripts.write_transcripts(tmp_path / "again", seed=0, limit=2, jobs=1, written=_written(tmp_path))
    for arm in ARMS:
        first, again = (tutoring.read_transcripts(where).dialogues[arm] for where in (folder, tmp_path / "again"))
        assert [_words(dialogue) for dialogue in first] == [_words(dialogue) for dialogue in again]


def _written(folder: Path, **changes: object) -> Path:
    """Write a file with one attempt, from the triangle with angles of 52° and 71°."""
    row = {
        "id": "w1",
        "problem": "triangle-sum-klm",
        "attempt": "52 + 71 = 123\nso 123",
        "wrong_answer": 123,
        "belief": "I add them.",
    }
    path = folder / "written.jsonl"
    path.write_text(json.dumps({key: value for key, value in (row | changes).items() if value is not None}), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_learner_starts_from_the_attempt_that_somebody_wrote(folder: Path) -> None:
    (talk,) = tutoring.read_transcripts(folder).dialogues["written_strong"]
    assert (talk["attempt"], talk["misconception"]) == ("52 + 71 = 123\nso 123", "w1")
    assert "123" in talk["turns"][1]["utterance"]


@pytest.mark.parametrize(
    ("changes", "told"), [({"belief": None}, "row 1: belief is missing"), ({"problem": "no-such"}, "no-such")]
)
def test_a_row_of_another_form_is_named(tmp_path: Path, changes: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make_transcripts.written_cases(_written(tmp_path, **changes), seed=0)


def test_a_tutor_that_ignores_is_given_empty_messages_alone() -> None:
    talk = Dialogue(problem="p", attempt="a").with_turn(StudentTurn(utterance="57")).with_turn(StudentTurn(utterance="58"))
    assert [turn.utterance for turn in with_messages(talk, "").turns] == ["", ""]


def _words(dialogue: Any) -> list[str]:
    return [turn["utterance"] for turn in dialogue["turns"]]


@pytest.mark.slow
def test_results_are_not_overwritten(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["make_transcripts.py", "--limit", "1", "--out", str(folder)])
    before = (folder / "solve.json").read_text()
    assert make_transcripts.main() == 1
    assert "--force" in capsys.readouterr().err
    assert (folder / "solve.json").read_text() == before


@pytest.mark.slow
def test_hidden_leaks_are_found(found: dict[str, Any]) -> None:
    recall = found["scan_recall"]
    assert recall.total > 0
    assert recall.count == recall.total


@pytest.mark.slow
def test_the_tables_are_printed(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["tutoring.py", "--transcripts", str(folder), "--json", str(folder / "figures.json")])
    assert tutoring.main() == 0
    assert "right and untold: weak" in capsys.readouterr().out
    assert (folder / "figures.json").is_file()


def test_missing_transcripts_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tutoring.py", "--transcripts", str(tmp_path)])
    assert tutoring.main() == 1
    assert "make_transcripts.py" in capsys.readouterr().err


def test_the_measuring_script_imports_nothing_of_gnomon_but_the_scan_which_imports_nothing() -> None:
    files = [
        BENCHMARKS / "tutoring.py",
        BENCHMARKS / "tutoring_arms.py",
        *(BENCHMARKS / "transcript_checks").glob("*.py"),
        *(BENCHMARKS / "reporting").glob("*.py"),
    ]
    scan = [*Path(leaks.__file__).parent.glob("*.py")]
    assert len(files) > 5
    assert len(scan) > 3
    imported = {name for file in (*files, *scan) for name in _imports(file)}
    scanning = {f"{SCAN}.{name}" for name in ("leaks", "proofs", "values")}
    assert {name for name in imported if name.split(".")[0] == "gnomon"} == scanning


def _imports(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
