"""The benchmark of the engine on five problems, and its counting on rows made by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import engine
from benchmarks.engine_checks import proofs
from benchmarks.engine_checks.figures import disagreements, measure, part_of_key
from benchmarks.engine_checks.page import with_figures
from benchmarks.engine_checks.problems import Key, evenly, goal_kind, read_json
from benchmarks.engine_checks.running import Check, MemoryWatch, check_rows, solve_forms
from benchmarks.reporting import Share
from gnomon.geometry import solve
from gnomon.problem import read_form
from tests.every import every
from tests.waiting import wait_until


def row(answer: float | None, steps: int = 1, **more: Any) -> dict[str, Any]:
    step = {"rule_id": "angle_sum", "text": "", "concludes": ""}
    status = "no_proof" if answer is None else "solved"
    return {
        "status": status, "reason": "", "answer": answer, "oracle": None, "seconds": 0.1, "notes": [],
        "steps": [step] * steps, **more
    }  # fmt: skip


ROWS = {"1": row(10.04), "2": row(30.0), "3": row(None), "4": row(5.0, 3)}
KEY = Key({"1": 10.0, "2": 20.0, "3": 7.0}, frozenset({"1"}))
CHECKS = {"1": Check(accepted=True), "2": Check(accepted=True), "4": Check(accepted=False, fault="step 0: wrong")}


@pytest.fixture(scope="module")
def forms(data_folder: Path) -> Path:
    path = data_folder / "geometry3k" / "forms_0000_2400.json"
    if not path.is_file():
        pytest.skip(f"needs {path}")
    return path


def test_exact_counts_against_all_and_precision_against_the_answers_given() -> None:
    part = part_of_key(ROWS, KEY.answers, CHECKS)
    assert part.exact == Share(1, 3)
    assert part.precision == Share(1, 2)


def test_an_exact_answer_with_a_rejected_proof_is_not_accepted() -> None:
    rejected = {**CHECKS, "1": Check(accepted=False)}
    assert part_of_key(ROWS, KEY.answers, rejected).accepted == Share(0, 3)


def test_a_disagreement_names_the_part_of_the_key() -> None:
    assert disagreements(ROWS, KEY) == [("2", 30.0, 20.0, "fit")]


def test_goals_without_a_key_count_by_accepted_proofs() -> None:
    kinds = {"1": "angle", "2": "area", "3": "shaded area", "4": "area"}
    found = measure(ROWS, kinds, KEY, CHECKS, None)
    assert found["unkeyed"] == Share(1, 3)
    assert found["rejected"] == [("4", "step 0: wrong")]


def test_steps_are_those_of_exact_answers() -> None:
    found = measure(ROWS, dict.fromkeys(ROWS, "angle"), KEY, CHECKS, None)
    assert found["steps"]["p100"] == 1
    assert found["steps_of_all"]["p100"] == 3


def test_a_failure_of_the_program_is_told_from_an_abstention() -> None:
    rows = {**ROWS, "5": row(None, 0, reason="the engine failed: KeyError: 'A'"), "6": row(None, 0, reason="x does not follow")}
    assert measure(rows, dict.fromkeys(rows, "angle"), KEY, CHECKS, None)["failures"] == [
        ("5", "the engine failed: KeyError: 'A'")
    ]


@every(
    [
        ("Find(x)", "unknown letter"),
        ("Find(MeasureOf(Angle(1)))", "angle"),
        ("Find(MeasureOf(Arc(A,B)))", "arc"),
        ("Find(LengthOf(Arc(A,B)))", "arc length"),
        ("Find(LengthOf(AltitudeOf(Triangle(A,B,C))))", "length"),
        ("Find(AreaOf(Shaded(Shape($))))", "shaded area"),
        ("Find(RatioOf(TanOf(Angle(A))))", "trigonometric ratio"),
        ("Prove(Parallel(Line(A,B),Line(C,D)))", "none"),
    ]
)
def test_a_goal_has_a_kind(goal: str, kind: str) -> None:
    assert goal_kind(["Equals(LengthOf(Line(A,B)),3)", goal]) == kind


def test_some_problems_are_spread_evenly() -> None:
    ids = [str(number) for number in range(10)]
    assert evenly(ids, 5) == ["0", "2", "4", "6", "8"]
    assert evenly(ids, None) == evenly(ids, 99) == ids


@pytest.mark.slow
@pytest.mark.usefixtures("forms")
def test_five_problems_are_solved_checked_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    words = f"--limit 5 --jobs 1 --time-limit 2 --folder {tmp_path} --json {out}"
    assert engine.main(words.split()) == 0
    figures = read_json(out)
    assert figures["problems"] == sum(figures["statuses"].values()) == 5
    assert figures["accepted"]["total"] == figures["statuses"].get("solved", 0) > 0
    assert "By kind of goal" in capsys.readouterr().out


def test_a_finished_run_is_measured_again_without_solving(tmp_path: Path) -> None:
    kept = tmp_path / "rows.json"
    kept.write_text(json.dumps({"0": row(7.0)}), "utf-8")
    assert solve_forms({"0": {}}, kept, jobs=1, time_limit_seconds=1) == {"0": row(7.0)}


def test_a_proof_whose_answer_was_changed_is_rejected_and_verdicts_are_kept(forms: Path, tmp_path: Path) -> None:
    form, verdicts = read_json(forms)["0"], tmp_path / "checks.jsonl"
    solved = solve(read_form("0", form)).as_json()
    damaged = {**solved, "goal": {**solved["goal"], "value": "999"}}
    checks = check_rows({"0": solved, "bad": damaged}, {"0": form, "bad": form}, verdicts, jobs=1)
    assert checks["0"].accepted
    assert not checks["bad"].accepted
    assert check_rows({"0": damaged}, {"0": form}, verdicts, jobs=1)["0"].accepted, "a verdict that is kept stands"


def test_proofs_of_a_page_are_written_anew_and_remarks_stay(tmp_path: Path) -> None:
    page = "Before.\n<!-- proof: tangent-distance-otz -->\nold\n<!-- end of proof -->\nA remark.\n"
    text = proofs.renewed(page, tmp_path)
    assert "old" not in text
    assert "1. ZT is tangent to circle O at T" in text
    assert "[Pythagorean theorem; from 1]" in text
    assert (tmp_path / "images/proofs/tangent-distance-otz.svg").is_file()
    assert text.endswith("<!-- end of proof -->\nA remark.\n")
    assert proofs.renewed(text, tmp_path) == text


@pytest.mark.slow
@pytest.mark.usefixtures("forms")
def test_proofs_for_a_reader_are_of_different_kinds_and_the_same_for_one_seed(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        assert engine.main(["--teacher", "2", "--seed", "3", "--out", str(tmp_path / folder)]) == 0
    text = (tmp_path / "one" / "proofs.md").read_text()
    assert text == (tmp_path / "other" / "proofs.md").read_text()
    heads = [line for line in text.splitlines() if line.startswith("## ")]
    assert len({head.split("(")[1] for head in heads}) == len(heads) == 2
    assert text.count("Answer: ") == len(list((tmp_path / "one").glob("*.png"))) == 2


def test_figures_stand_in_their_places_on_the_page_and_can_be_written_anew() -> None:
    found = {**measure(ROWS, dict.fromkeys(ROWS, "angle"), KEY, CHECKS, None), "fifteen": None}
    mark = "<!-- figures: benchmarks/engine.py -->"
    page = f"Before.\n{mark}\nold\n<!-- end of figures -->\n| **gnomon** {mark} | old | old | old | old |\n| other | 1 |\n"
    text = with_figures(page, found)
    assert "old" not in text
    assert "| precision, whole key | 50.0 % (1/2) | at least 96.5 % |" in text
    assert "| 2 | 30.0 | 20.0 | fit |" in text
    assert f"| **gnomon** {mark} | 33.3 % | 50.0 % | 0.1 / 0.1 | named and checked, median 1 |\n| other | 1 |" in text
    assert with_figures(text, found) == text


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_of_a_process_below_is_watched() -> None:
    program = "held = bytearray(150 * 2**20); input()"
    with MemoryWatch(0.02) as memory, subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as process:
        wait_until(lambda: memory.peak_mib is not None and memory.peak_mib > 150)
        process.communicate(b"\n")
    assert memory.peak_mib is not None
    assert memory.peak_mib > 150


def test_missing_data_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GNOMON_DATA", str(tmp_path))
    assert engine.main([]) == 1
    assert "GNOMON_DATA" in capsys.readouterr().err
