"""The rows that grade: each is run by its command on the sample, against a server over HTTP."""

import csv
import json

import pytest
from typer.testing import CliRunner

pytest.importorskip("inspect_ai", reason="needs the extra bench: pip install 'gnomon[bench]'")

from gnomon.benchmark import read_rows
from gnomon.cli import app
from gnomon.datasets import open_dataset
from gnomon.figure import canonical_keypoint, keypoint_kind
from gnomon.models.fake_service import FakeServer
from gnomon.replies import parse_turn

TURN = {
    "act": "SeeFigure",
    "subact": "AskAngle",
    "highlights": {"lines": ["BA"], "angles": ["CBA"], "arcs": [], "labels": []},
    "feedback": "none",
    "utterance": "What do you know about the angle at B?",
}
MARKS = ("insight_discovery", "operation_formulation", "operation_execution", "solution_scope_control", "brevity", "coherence")
RUBRIC = json.dumps(dict.fromkeys(MARKS, 1))
STEP = (
    "**Insight Discovery**: The sides are equal.\n**Operation Formulation**: Compare them.\n**Operation Execution**: Write both."
)
KEYPOINTS = "1. Line HA: the height.\n2. Line AH: once more."
LABEL = "<think>The reply names the mistake.</think><answer>Yes</answer>"
DIMENSIONS = {"Mistake_Identification", "Mistake_Location", "Providing_Guidance", "Actionability"}
RATING = "The text is right.\nRating: [[5, 4, 3, 1]]"


def bench(tmp_path, task, answers, *words):
    """Run a benchmark by its command; the rows and what the server was asked."""
    with FakeServer(answers) as server:
        named = [word.replace("MODEL", f"fake-model@{server.url}") for word in words]
        command = ["bench", "run", task, "--data", "sample", "--limit", "2", "--out", str(tmp_path / "run"), *named]
        result = CliRunner().invoke(app, command)
        assert result.exit_code == 0, result.output
        return list(read_rows(tmp_path / "run")), server.requests


def test_g9_a_model_gives_a_turn_from_a_context_whose_parts_can_be_switched_off(tmp_path):
    rows, asked = bench(tmp_path, "geodial", [json.dumps(TURN)], "--tutor", "MODEL", "--set", "parts=question+student_solution")
    assert [row.answer.value["subact"] for row in rows] == ["AskAngle"] * 2
    assert all(chat.num_images == 0 for chat in asked)


def test_g10_highlights_are_compared_in_canonical_form(tmp_path):
    rows, _ = bench(tmp_path, "geodial", [json.dumps(TURN)], "--tutor", "MODEL")
    assert all(row.answer.value["highlights"]["lines"] == ["AB"] for row in rows)
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["figures"]


def test_g12_runs_that_differ_in_the_context_give_a_regression_of_its_parts(tmp_path):
    for parts in ("question+diagram", "question"):
        bench(tmp_path / parts, "geodial", [json.dumps(TURN)], "--tutor", "MODEL", "--set", f"parts={parts}")
    runs = [str(tmp_path / parts / "run") for parts in ("question+diagram", "question")]
    result = CliRunner().invoke(app, ["bench", "report", *runs, "--html", str(tmp_path / "r.html")])
    assert result.exit_code == 0, result.output
    assert {"geodial.context.csv", "geodial.regression.csv"} <= {path.name for path in (tmp_path / "r").iterdir()}


def test_m3_a_problem_has_four_criteria_of_its_own_with_conditions_and_a_reference_in_three_parts():
    for item in open_dataset("mmtutorbench", sample=True).items:
        assert [criterion.id for criterion in item.criteria] == list(MARKS[:4])
        assert all(criterion.condition_for_1 and criterion.condition_for_0 for criterion in item.criteria)
        assert all(item.reference.model_dump().values())


def test_m4_a_key_step_comes_in_three_parts_from_pictures_in_order(tmp_path):
    rows, asked = bench(tmp_path, "mmtutorbench", [STEP], "--tutor", "MODEL", "--judge", "none")
    assert all(row.answer.text == STEP for row in rows)
    assert all(chat.num_images >= 1 for chat in asked)


def test_m5_later_turns_and_personas_are_asked(tmp_path):
    rows, _ = bench(tmp_path, "mmtutorbench_multiturn", {"": STEP}, "--tutor", "MODEL", "--judge", "none")
    assert rows


def test_m6_a_judge_marks_six_criteria(tmp_path):
    def answer(chat, _):
        return RUBRIC if "brevity" in chat.prompt.lower() else STEP

    rows, _ = bench(tmp_path, "mmtutorbench", answer, "--tutor", "MODEL", "--judge", "MODEL")
    assert all([row.marks[mark] for mark in MARKS] == [1] * 6 for row in rows)


def test_m7_a_report_has_totals_and_columns_beside_published_rows(tmp_path):
    bench(tmp_path, "mmtutorbench", [STEP], "--tutor", "reference", "--judge", "none")
    page = tmp_path / "report.html"
    result = CliRunner().invoke(app, ["bench", "report", str(tmp_path / "run"), "--html", str(page)])
    assert result.exit_code == 0, result.output
    text = page.read_text("utf-8")
    assert "Gemini-2.5-Pro" in text
    assert "4.69" in text


def test_x1_keypoints_follow_a_grammar_and_have_one_form():
    items = open_dataset("mathexplain", sample=True).items
    kinds = {keypoint_kind(keypoint.element) for item in items for keypoint in item.keypoints}
    assert {"point", "line", "angle"} <= kinds
    assert canonical_keypoint("Line BA") == canonical_keypoint("line AB")
    for item in items:
        named = [canonical_keypoint(keypoint.element) for keypoint in item.keypoints]
        assert len(named) == len(set(named))
        assert item.topic.chapter
        assert item.topic.section


def test_x3_free_text_becomes_a_list_that_is_matched_one_to_one_and_averaged_over_problems(tmp_path):
    rows, asked = bench(tmp_path, "mathexplain_keypoints", [KEYPOINTS], "--tutor", "MODEL", "--judge", "exact")
    said = [{"element": "Line HA", "description": "the height."}, {"element": "Line AH", "description": "once more."}]
    assert [row.answer.value for row in rows] == [said] * 2
    # AH and HA are one line: of the first problem's four keypoints one is found by one; of the second's none.
    scores = [(row.marks["precision"], row.marks["recall"], row.marks["f1"]) for row in rows]
    assert scores == [(1, 0.25, pytest.approx(0.4)), (0, 0, 0)]
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["figures"]["f1"] == pytest.approx(0.2)
    (first,) = [chat for chat in asked if "AB = AC" in chat.prompt]
    assert first.num_images == 1
    assert "Properties of Triangles" in first.prompt


def test_x4_an_explanation_is_rated_from_texts_alone_by_four_numbers(tmp_path):
    def answer(chat, _):
        return RATING if "You rate an explanation" in chat.prompt else "Draw AH."

    rows, asked = bench(tmp_path, "mathexplain_explanation", answer, "--tutor", "MODEL", "--judge", "MODEL")
    wanted = {"correctness": 5, "fidelity": 4, "visual_referencing": 3, "answer_right": 1}
    assert [dict(row.marks) for row in rows] == [wanted] * 2
    judged = [chat for chat in asked if "You rate an explanation" in chat.prompt]
    assert [chat.num_images for chat in judged] == [0, 0]
    assert all("Draw AH." in chat.prompt for chat in judged)
    told = [chat.prompt for chat in asked if chat not in judged]
    assert any("Line AH" in prompt for prompt in told)  # the keypoints that it is to refer to


def test_x4_without_the_answer_an_explanation_is_followed_to_one(tmp_path):
    def answer(chat, _):
        return "60" if "The answer is:" in chat.prompt else "Draw AH."

    words = ("--tutor", "MODEL", "--judge", "none", "--set", "setting=no-answer")
    rows, asked = bench(tmp_path, "mathexplain_explanation", answer, *words)
    assert [row.marks["final_answer"] for row in rows] == [1, 0]  # 60, and an option that there is not
    assert not any("60" in chat.prompt for chat in asked)
    assert sum("Draw AH." in chat.prompt for chat in asked) == 2


def test_b1_four_dimensions_are_judged_each_with_its_own_prompt_and_rationale(tmp_path):
    rows, asked = bench(tmp_path, "mrbench", [LABEL], "--judge", "MODEL")
    for row in rows:
        assert set(row.grade.reasons) == DIMENSIONS
        assert set(row.grade.reasons.values()) == {"The reply names the mistake."}
    assert len(asked) == 8
    assert len({chat.body["messages"][0]["content"] for chat in asked}) == 4


def test_b2_labels_are_written_in_the_submission_format(tmp_path):
    file = tmp_path / "mine.jsonl"
    file.write_text('{"history": "Student: 2 + 2 = 5", "response": "Count again."}\n')
    with FakeServer([LABEL]) as server:
        out = tmp_path / "labels.json"
        words = ["judge", str(file), "--judge", f"fake-model@{server.url}", "--out", str(out)]
        result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    (dialogue,) = json.loads(out.read_text())
    assert dialogue["tutor_responses"]["tutor"]["annotation"] == dict.fromkeys(DIMENSIONS, "Yes")
    assert dialogue["tutor_responses"]["tutor"]["response"] == "Count again."


def test_b2_figures_are_strict_and_lenient(tmp_path):
    bench(tmp_path, "mrbench", [LABEL.replace("Yes", "To some extent")], "--judge", "MODEL")
    result = CliRunner().invoke(app, ["bench", "report", str(tmp_path / "run"), "--html", str(tmp_path / "r.html")])
    assert result.exit_code == 0, result.output
    found = []
    for table in (tmp_path / "r").glob("*.csv"):
        heading, ours, *_ = csv.reader(table.read_text("utf-8").splitlines())
        figures = dict(zip(heading, ours, strict=True))
        found.append(
            [float(figures[name]) for name in ("strict macro-F1", "strict accuracy", "lenient macro-F1", "lenient accuracy")]
        )
    # Truth of one dimension: To some extent, Yes. Strict F1 of the three classes 0, 2/3, 0; leniently both are one class.
    assert pytest.approx([2 / 9, 1 / 2, 1 / 2, 1]) in found
    assert len(found) == 4


def test_z2_what_a_model_writes_is_read_without_guessing():
    assert parse_turn(json.dumps(TURN)).value["highlights"]["angles"] == ["ABC"]
    assert parse_turn(json.dumps(TURN | {"subact": "AskAngles"})).value["subact"] is None
    assert parse_turn("I cannot do that.").status == "unparseable"
