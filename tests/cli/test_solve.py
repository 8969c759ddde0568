"""``gnomon solve``."""

import json
import re

import pytest

BANK_ID = "tangent-distance-otz"
ROOT_ID = "long-leg-cty"
"""Its answer is a root."""


def test_a_proof_has_numbered_steps_theorems_elements_and_the_answer(gnomon):
    lines = gnomon("solve", BANK_ID).stdout.splitlines()
    assert lines[2].startswith("1. ZT is tangent to circle O at T")
    assert lines[3] == "   Tangent and radius: angle:OTZ, line:OT, line:TZ"
    assert lines[-1] == "Answer: OZ = 25 cm"


def test_an_explained_proof_states_the_theorems_and_what_a_step_needs(gnomon):
    lines = gnomon("solve", BANK_ID, "--explain").stdout.splitlines()
    assert lines[2].startswith("1. ZT is tangent to circle O at T")
    assert lines[2].endswith(". [Tangent and radius]")
    assert lines[3] == "   A tangent is perpendicular to the radius at the point of contact."
    assert "   It needs step 1. Look at OT, TZ and OZ." in lines


def test_an_explained_proof_has_decimals_beside_exact_values(gnomon):
    shown = gnomon("solve", ROOT_ID, "--explain").stdout
    assert re.search(r"^\d+\. .* = \d*√\d+ ≈ \d+\.\d+.*\. \[", shown, re.MULTILINE)
    assert re.search(r"^Answer: .*√\d+ ≈ \d", shown, re.MULTILINE)


def test_what_the_reader_mended_is_noted_beside_the_proof(gnomon, tmp_path):
    literals = ["Equals(LengthOf(Line(A, B)), 7)", "Equals(LengthOf(Line(C, D)), 0)"]
    positions = {"A": [0, 0], "B": [9, 0], "C": [0, 5], "D": [9, 5]}
    row = {"diagram_logic_forms": literals, "text_logic_forms": ["Find(LengthOf(Line(A,B)))"], "point_positions": positions}
    (tmp_path / "forms.json").write_text(json.dumps({"1": row}))
    result = gnomon("solve", f"{tmp_path / 'forms.json'}#1")
    assert result.stdout.endswith("Answer: AB = 7\n")
    assert result.stderr == "note: left out: CD cannot be 0 (CD = 0)\n"


def test_a_page_shows_the_proof_with_its_figures(gnomon, tmp_path):
    page = tmp_path / "proof.html"
    result = gnomon("solve", BANK_ID, "--html", page)
    assert result.stdout.endswith("Answer: OZ = 25 cm\n")
    assert f"wrote {page}" in result.stderr
    assert page.read_text("utf-8").count("<svg") == 3


def test_an_existing_page_is_replaced_only_by_force(gnomon, tmp_path):
    page = tmp_path / "proof.html"
    page.write_text("mine", "utf-8")
    result = gnomon("solve", BANK_ID, "--html", page)
    assert (result.exit_code, result.stdout, page.read_text("utf-8")) == (1, "", "mine")
    assert "--force" in result.stderr
    assert gnomon("solve", BANK_ID, "--html", page, "--force").exit_code == 0
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_without_a_proof_no_page_is_written(gnomon, write, tmp_path):
    page = tmp_path / "proof.html"
    unsolvable = write({"fact": "Equals(MeasureOf(Angle(B,C,A)), 2*x)", "answer": "70"})
    assert gnomon("solve", unsolvable, "--html", page).exit_code == 1
    assert not page.exists()


@pytest.mark.parametrize("options", [("--html", "p.html", "--out", "o.json"), ("--force",)])
def test_a_page_goes_with_one_problem_and_force_with_a_page(gnomon, options):
    assert gnomon("solve", BANK_ID, *options).exit_code == 2


def test_json_gives_the_row_of_the_contract(gnomon):
    row = json.loads(gnomon("solve", BANK_ID, "--json").stdout)
    assert (row["status"], row["reason"], row["answer"]) == ("solved", "", 25)
    assert {"text", "rule", "uses", "from", "concludes"} <= set(row["steps"][0])


def test_a_geometry3k_form_is_solved(gnomon, form):
    assert "Answer: y = 15" in gnomon("solve", form).stdout


def test_a_problem_of_an_own_file_is_solved(gnomon, write):
    assert gnomon("solve", write()).stdout.endswith("Answer: ∠ACB = 70°\n")


@pytest.mark.slow
def test_one_problem_goes_to_a_file_by_its_id(gnomon, tmp_path):
    out = tmp_path / "out.json"
    result = gnomon("solve", BANK_ID, "--out", out, "--jobs", 1)
    assert result.stdout == f"{out}\n"
    assert json.loads(out.read_text("utf-8"))[BANK_ID]["answer"] == 25


@pytest.mark.slow
def test_a_file_of_problems_goes_to_a_file_in_its_order(gnomon, write, tmp_path):
    file = write({"id": "b"}, {"id": "a", "answer": "seventy"}, {"id": "c", "find": "LengthOf(Line(A,B))"})
    result = gnomon("solve", file, "--out", tmp_path / "out.json", "--jobs", 2)
    rows = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert {problem_id: row["status"] for problem_id, row in rows.items()} == {"b": "solved", "a": "unreadable", "c": "no_proof"}
    assert "3 problems: 1 " in result.stderr


@pytest.mark.slow
def test_a_limit_takes_problems_from_the_top(gnomon, write, tmp_path):
    gnomon("solve", write({"id": "a"}, {"id": "b"}), "--out", tmp_path / "out.json", "--limit", 1, "--jobs", 1)
    assert list(json.loads((tmp_path / "out.json").read_text("utf-8"))) == ["a"]


@pytest.mark.slow
def test_json_beside_out_prints_what_was_written(gnomon, write, tmp_path):
    result = gnomon("solve", write(), "--out", tmp_path / "out.json", "--jobs", 1, "--json")
    assert result.stdout.strip() == (tmp_path / "out.json").read_text("utf-8").strip()


def test_an_existing_result_is_not_overwritten(gnomon, write, tmp_path):
    out = tmp_path / "out.json"
    out.write_text("mine", "utf-8")
    result = gnomon("solve", write(), "--out", out)
    assert (result.exit_code, out.read_text("utf-8")) == (1, "mine")
    assert f"{str(out)!r} exists; results are not overwritten" in result.stderr
    assert result.stderr.count("\n") == 1


def test_jobs_without_out_are_a_usage_error(gnomon):
    assert gnomon("solve", BANK_ID, "--jobs", 2).exit_code == 2


@pytest.mark.slow
def test_a_problem_with_a_time_limit_is_solved_within_it(gnomon):
    assert gnomon("solve", BANK_ID, "--time-limit", 60).stdout.endswith("Answer: OZ = 25 cm\n")
