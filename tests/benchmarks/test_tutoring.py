"""Transcripts of two problems, made and measured."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from benchmarks import make_transcripts, tutoring

BENCHMARKS = Path(make_transcripts.__file__).parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "tutoring"
    make_transcripts.write_transcripts(out, seed=0, limit=2, jobs=1)
    return out


@pytest.fixture(scope="module")
def found(folder: Path) -> dict[str, Any]:
    return tutoring.measure(tutoring.read_transcripts(folder))


def test_every_tutor_has_a_dialogue_for_every_pair(found: dict[str, Any]) -> None:
    assert found["pairs"] >= 2
    assert {ends["right_untold"].total for ends in found["endings"].values()} == {found["pairs"]}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_words(folder: Path, tmp_path: Path) -> None:
    make_transcripts.write_transcripts(tmp_path / "again", seed=0, limit=2, jobs=1)
    for tutor in tutoring.TUTORS:
        first, again = (tutoring.read_transcripts(where).dialogues[tutor] for where in (folder, tmp_path / "again"))
        assert [_words(dialogue) for dialogue in first] == [_words(dialogue) for dialogue in again]


def _words(dialogue: Any) -> list[str]:
    return [turn["utterance"] for turn in dialogue["turns"]]


def test_results_are_not_overwritten(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["make_transcripts.py", "--limit", "1", "--out", str(folder)])
    before = (folder / "solve.json").read_text()
    assert make_transcripts.main() == 1
    assert "--force" in capsys.readouterr().err
    assert (folder / "solve.json").read_text() == before


def test_hidden_leaks_are_found(found: dict[str, Any]) -> None:
    recall = found["scan_recall"]
    assert recall.total > 0
    assert recall.count == recall.total


def test_the_tables_are_printed(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["tutoring.py", "--transcripts", str(folder), "--json", str(folder / "figures.json")])
    assert tutoring.main() == 0
    assert "right and untold within 20 turns" in capsys.readouterr().out
    assert (folder / "figures.json").is_file()


def test_missing_transcripts_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tutoring.py", "--transcripts", str(tmp_path)])
    assert tutoring.main() == 1
    assert "make_transcripts.py" in capsys.readouterr().err


def test_the_measuring_script_imports_nothing_of_gnomon() -> None:
    files = [
        BENCHMARKS / "tutoring.py",
        *(BENCHMARKS / "transcript_checks").glob("*.py"),
        *(BENCHMARKS / "reporting").glob("*.py"),
    ]
    assert len(files) > 5
    imported = {name for file in files for name in _imports(file)}
    assert not {name for name in imported if name.split(".")[0] == "gnomon"}


def _imports(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
