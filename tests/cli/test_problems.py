"""``gnomon problems``."""

import json

import pytest

BANK_ID = "tangent-distance-otz"


def test_the_list_names_every_problem_of_the_bank(gnomon):
    rows = json.loads(gnomon("problems", "--json").stdout)
    assert len(rows) >= 40
    assert {"id": BANK_ID, "topic": "tangent and radius", "level": "high", "title": "Distance of a point from the centre"} in rows


def test_the_table_has_every_id_in_full(gnomon):
    ids = [row["id"] for row in json.loads(gnomon("problems", "--json").stdout)]
    table = gnomon("problems").stdout
    assert [problem_id for problem_id in ids if problem_id not in table] == []


def test_a_topic_narrows_the_list(gnomon):
    rows = json.loads(gnomon("problems", "--topic", "tangent and radius", "--json").stdout)
    assert {row["topic"] for row in rows} == {"tangent and radius"}


def test_an_unknown_topic_is_answered_with_the_topics_there_are(gnomon):
    result = gnomon("problems", "--topic", "calculus")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "tangent and radius" in result.stderr


def test_a_problem_is_shown_with_text_givens_and_figure(gnomon):
    shown = gnomon("problems", "show", BANK_ID).stdout
    assert "A line through Z touches the circle" in shown
    assert "tangent(T, Z, O)" in shown
    assert "points: O, T, Z" in shown


def test_a_problem_is_shown_without_its_answer(gnomon):
    assert "25" not in gnomon("problems", "show", BANK_ID).stdout


def test_the_answer_is_shown_when_asked_for(gnomon):
    assert gnomon("problems", "show", BANK_ID, "--answer").stdout.endswith("Answer\n  25 cm\n")


def test_a_geometry3k_form_is_shown(gnomon, form):
    result = gnomon("problems", "show", form)
    assert result.exit_code == 0
    assert "Figure" in result.stdout


def test_options_of_the_list_before_another_command_are_a_usage_error(gnomon):
    assert gnomon("problems", "--json", "show", BANK_ID).exit_code == 2


def test_a_file_in_order_passes_the_check_and_tells_its_misconceptions(gnomon, write):
    result = gnomon("problems", "check", write())
    assert result.exit_code == 0
    assert "own.yaml:2: info: triangle: proved in 1 step; misconceptions that apply: angle_sum_360" in result.stdout


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        ({"answer": "80"}, 11, "error: triangle: the answer is 80, but 70 follows from the facts"),
        ({"fact": "Equals(MeasureOf(Angle(B,C,A)), 2*x)"}, 10, "error: triangle: the facts do not settle the goal"),
        ({"fact": "Equals(MeasureOf(Angle(A,B,C)), 75)"}, 9, "error: the coordinates contradict ∠ABC = 75"),
        ({"fact": "Sorry(A,B)"}, 9, "error: "),
        (
            {"find": "Prove(Equals(LengthOf(Line(A,B)),LengthOf(Line(A,C))))"},
            10,
            "error: triangle: no proof was found: AB = AC is not so",
        ),
    ],
)
def test_the_check_names_the_line_of_a_mistake(gnomon, write, change, line, message):
    result = gnomon("problems", "check", write(change))
    assert result.exit_code == 1
    assert f"own.yaml:{line}: {message}" in result.stdout


def test_the_check_finds_givens_that_contradict_each_other(gnomon, write):
    file = write({"fact": "Equals(MeasureOf(Angle(A,B,C)), 60)\n    - Equals(MeasureOf(Angle(B,C,A)), 90)"})
    assert "own.yaml:8: error: triangle: the givens contradict each other" in gnomon("problems", "check", file).stdout


def test_the_check_says_once_that_something_cannot_be_proved(gnomon, write):
    result = gnomon("problems", "check", write({"find": "Prove(Equals(LengthOf(Line(A,B)),LengthOf(Line(A,C))))"}))
    assert result.stdout.count("own.yaml:10: error") == 1


def test_the_check_goes_on_after_a_problem_that_cannot_be_read(gnomon, write):
    file = write({"id": "broken", "answer": "seventy"}, {"id": "fine"})
    assert "info: fine: proved in 1 step" in gnomon("problems", "check", file).stdout


def test_the_check_speaks_json(gnomon, write):
    remarks = json.loads(gnomon("problems", "check", write({"answer": "80"}), "--json").stdout)
    assert {"line", "severity", "message", "problem_id"} == set(remarks[0])


def test_the_check_refuses_a_forms_file_in_one_line(gnomon, tmp_path):
    result = gnomon("problems", "check", tmp_path / "forms.json")
    assert result.exit_code == 1
    assert "forms.json:1: error: expected a problem file in YAML" in result.stdout


@pytest.mark.slow
def test_siblings_are_written_to_a_file_that_passes_the_check(gnomon, tmp_path):
    file = tmp_path / "siblings.yaml"
    made = gnomon("problems", "vary", BANK_ID, "--n", "2", "--seed", "3", "--out", file)
    assert (made.exit_code, made.stdout) == (0, f"{file}\n")
    assert gnomon("problems", "check", file).stderr == f"{file}: 0 errors, 0 warnings\n"
    assert gnomon("problems", "vary", BANK_ID, "--out", file).exit_code == 1


@pytest.mark.slow
def test_fewer_siblings_than_asked_for_are_printed_and_fail(gnomon):
    made = gnomon("problems", "vary", "radius-from-area-hu", "--n", "9")
    assert made.exit_code == 1
    assert made.stdout.startswith("- id: radius-from-area-hu-s0-1\n")
    assert "of 9 siblings found; the rest: the same numbers again" in made.stderr


def test_siblings_go_into_a_yaml_file_only(gnomon, tmp_path):
    assert gnomon("problems", "vary", BANK_ID, "--out", tmp_path / "siblings.json").exit_code == 2
