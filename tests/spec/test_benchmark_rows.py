"""The rows that grade: each is run by its command on the sample, against a server over HTTP."""

import csv
import json
import re

import pytest

pytest.importorskip("sacrebleu", reason="needs the extra bench: pip install 'gnomon[bench]'")

from gnomon.benchmark import read_rows
from gnomon.datasets import load_mathexplain, load_mmtutorbench, open_dataset
from gnomon.figure import canonical_keypoint, keypoint_kind
from gnomon.models.fake_service import FakeServer
from gnomon.replies import parse_turn
from tests.command_line import gnomon

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
        result = gnomon(*command)
        assert result.exit_code == 0, result.output
        return list(read_rows(tmp_path / "run")), server.requests


def table(path):
    """Read a table of a report: values by column, by the name of the row."""
    heads, *rows = csv.reader(path.read_text("utf-8").splitlines())
    return {row[0]: without_units(dict(zip(heads, row, strict=True))) for row in rows}


def without_units(row):
    """Name the columns without the unit that stands behind each."""
    return {re.sub(r" \([^)]*\)(?=$| low$| high$)", "", heading): value for heading, value in row.items()}


def ours(path):
    """Return the first row of a table that is not a published one."""
    return next(row for row in table(path).values() if row["published"] == "no")


def is_rubric(chat):
    return "award marks" in chat.prompt


def is_judge(chat):
    return is_rubric(chat) or '"adaptivity"' in chat.prompt


def reported(tmp_path, name, *folders):
    """Return the lines of a table of the report of some runs, by column."""
    page = tmp_path / f"{'-'.join(folders)}.html"
    gnomon("bench", "report", *(str(tmp_path / folder) for folder in folders), "--html", str(page), "--force")
    with (page.with_suffix("") / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_g9_a_model_gives_a_turn_from_a_context_whose_parts_can_be_switched_off(tmp_path):
    rows, asked = bench(tmp_path, "geodial", [json.dumps(TURN)], "--tutor", "MODEL", "--set", "parts=question+student_solution")
    assert [row.answer.value["subact"] for row in rows] == ["AskAngle"] * 2
    assert all(chat.num_images == 0 for chat in asked)
    assert all("## Question" in chat.prompt and "student's own solution" in chat.prompt for chat in asked)
    assert not any("## Correct solution" in chat.prompt for chat in asked)


def test_g10_highlights_are_compared_in_canonical_form(tmp_path):
    turn = TURN | {"highlights": {"lines": ["BA"], "angles": ["TSP"], "arcs": [], "labels": []}}
    rows, _ = bench(tmp_path, "geodial", [json.dumps(turn)], "--tutor", "MODEL")
    assert all(row.answer.value["highlights"]["lines"] == ["AB"] for row in rows)
    figures = json.loads((tmp_path / "run" / "summary.json").read_text())["figures"]
    # The teacher highlights nothing, then angle PST: S = 1, 2S / (1 + 2) = 2/3; of the lines that are given none is right.
    assert (figures["angles.combined_f1"], figures["lines.combined_f1"]) == (pytest.approx(2 / 3), 0)
    assert (figures["act.macro_f1"], figures["feedback.macro_f1"]) == (0, pytest.approx(1 / 3))  # F1 of none 2/3, of negative 0


@pytest.mark.slow
def test_g12_runs_that_differ_in_the_context_give_a_regression_of_its_parts(tmp_path):
    def answer(chat, _):  # right where the question is shown, and only there
        return json.dumps(TURN | {"act": "Generic", "subact": "Introduce"} if "## Question" in chat.prompt else TURN)

    chosen = ("dialogue_only", "question", "diagram", "correct_solution", "student_solution")  # the fewest that tell parts apart
    for parts in chosen:
        bench(tmp_path / parts, "geodial", answer, "--tutor", "MODEL", "--set", f"parts={parts}", "--limit", "1")
    runs = [str(tmp_path / parts / "run") for parts in chosen]
    result = gnomon("bench", "report", *runs, "--html", tmp_path / "r.html")
    assert result.exit_code == 0, result.output
    fitted = ours(tmp_path / "r" / "geodial.regression.csv")  # of the act
    assert [float(fitted[part]) for part in ("question", "diagram", "constant")] == pytest.approx([100, 0, 0], abs=1e-6)


def test_m3_a_problem_has_four_criteria_of_its_own_with_conditions_and_a_reference_in_three_parts():
    items = open_dataset("mmtutorbench", sample=True).items
    assert items
    for item in items:
        assert [criterion.id for criterion in item.criteria] == list(MARKS[:4])
        assert all(criterion.condition_for_1 and criterion.condition_for_0 for criterion in item.criteria)
        assert item.task
        assert [bool(text) for text in item.reference.model_dump().values()] == [True] * 3


def test_m3_key_steps_are_drafted_from_equations_and_read_again(tmp_path):
    (tmp_path / "equations.txt").write_text("3x + 7 = 22\nx^2 + 1 = 0\n", "utf-8")
    out = tmp_path / "items.jsonl"
    shown = gnomon("corpus", "draft", "mmtutorbench", "--problems", str(tmp_path / "equations.txt"), "--out", str(out))
    assert "2 items" in shown.stdout
    assert "1  an equation that is not solved" in shown.stdout
    first, _ = load_mmtutorbench(out)
    assert first.reference.operation_formulation == "Subtract 7 from both sides."
    assert [follow_up.turn for follow_up in first.follow_ups] == [2, 3]


def test_m4_a_key_step_comes_in_three_parts_from_pictures_in_order(tmp_path):
    rows, asked = bench(tmp_path, "mmtutorbench", [STEP], "--tutor", "MODEL", "--judge", "none")
    said = {"insight": "The sides are equal.", "formulation": "Compare them.", "execution": "Write both."}
    assert [row.answer.value for row in rows] == [said] * 2
    assert sorted(chat.num_images for chat in asked) == [1, 2]
    assert not any("## The student asks" in chat.prompt for chat in asked)


def test_m4_pictures_are_read_to_a_tutor_that_gets_text_in_their_place(tmp_path):
    words = ("--tutor", "MODEL", "--judge", "none", "--set", "variant=ocr", "--ocr", "command:echo READ {image}")
    _, asked = bench(tmp_path, "mmtutorbench", [STEP], *words)
    assert [chat.num_images for chat in asked] == [0, 0]
    assert sum("quadratic-factors-1.png" in chat.prompt and "quadratic-factors-2.png" in chat.prompt for chat in asked) == 1


def test_m5_later_turns_and_personas_are_asked(tmp_path):
    def answer(chat, _):
        return '{"rationale": "Warm.", "adaptivity": 1}' if '"adaptivity"' in chat.prompt else RUBRIC if is_rubric(chat) else STEP

    words = ("--tutor", "MODEL", "--judge", "MODEL", "--set", "persona=novice_anxious")
    rows, asked = bench(tmp_path, "mmtutorbench_multiturn", answer, *words)
    assert [row.id for row in rows] == ["quadratic-factors/turn-2", "quadratic-factors/turn-3"]
    assert [(row.groups["turn"], row.groups["type"]) for row in rows] == [("2", "Progressive"), ("3", "Introspective")]
    assert [row.marks["adaptivity"] for row in rows] == [1, 1]
    assert [len(row.answer.extra["earlier"]) for row in rows] == [1, 2]  # the tutor's own turns before
    (last,) = [chat for chat in asked if "Why may I split the product" in chat.prompt and not is_judge(chat)]
    assert [message["role"] for message in last.body["messages"]] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert "What does this give me?" in last.prompt
    assert "easily discouraged" in last.prompt


def test_m6_a_judge_marks_six_criteria(tmp_path):
    marks = dict(zip(MARKS, (0, 0, 0, 1, 1, 0), strict=True))
    asked_of_judge = []

    def answer(chat, _):
        if not is_rubric(chat):
            return STEP
        asked_of_judge.append(chat.prompt)
        return json.dumps(marks)

    rows, _ = bench(tmp_path, "mmtutorbench", answer, "--tutor", "MODEL", "--judge", "MODEL")
    # Nothing that the reply says helps, so its scope control is 0 whatever the judge gave: the total is that of brevity.
    assert [[row.marks[mark] for mark in MARKS] for row in rows] == [[0, 0, 0, 0, 1, 0]] * 2
    first = next(prompt for prompt in asked_of_judge if "linear equation" in prompt)
    assert all(mark in first for mark in MARKS)
    assert "Stops at 3x = 15." in first
    assert "Subtract 7 from both sides" in first


@pytest.mark.slow
def test_m7_a_report_has_totals_and_columns_beside_published_rows(tmp_path):
    answer = json.dumps(dict(zip(MARKS, (1, 0, 0, 0, 1, 1), strict=True)))
    bench(tmp_path, "mmtutorbench", [answer], "--tutor", "reference", "--judge", "MODEL")
    page = tmp_path / "report.html"
    result = gnomon("bench", "report", tmp_path / "run", "--html", page)
    assert result.exit_code == 0, result.output
    marks = table(tmp_path / "report" / "mmtutorbench.main.csv")
    columns = ("Tot.", "Insight", "OpForm.", "OpExec.", "Scope", "Brevity", "Coherence")
    assert [float(ours(tmp_path / "report" / "mmtutorbench.main.csv")[column]) for column in columns] == [3, 1, 0, 0, 0, 1, 1]
    assert any(name.startswith("Gemini-2.5-Pro") and row["Tot."] == "4.69" for name, row in marks.items())
    assert "Gemini-2.5-Pro" in page.read_text("utf-8")
    # 6 (.25 insight + .10 brevity + .15 coherence) = 3.00
    assert float(ours(tmp_path / "report" / "mmtutorbench.weighted.csv")["weighted"]) == pytest.approx(3.0)
    counted = table(tmp_path / "report" / "mmtutorbench.corpus_texts.csv")
    assert counted["MMTutorBench: question (Table 1)"]["tokens"] == "330460"
    assert int(counted["these data: question"]["words"]) > 0


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
        result = gnomon(*words)
    assert result.exit_code == 0, result.output
    (dialogue,) = json.loads(out.read_text())
    assert dialogue["tutor_responses"]["tutor"]["annotation"] == dict.fromkeys(DIMENSIONS, "Yes")
    assert dialogue["tutor_responses"]["tutor"]["response"] == "Count again."


def test_b4_a_judge_that_ships_with_the_package_labels_offline(tmp_path):
    file, out = tmp_path / "mine.jsonl", tmp_path / "labels.json"
    file.write_text('{"history": "Student: 12 + 29 = 31", "response": "Not quite: what do you get for 2 + 9?"}\n')
    result = gnomon("judge", file, "--judge", "embedded", "--out", out)
    assert result.exit_code == 0, result.output
    (dialogue,) = json.loads(out.read_text())
    assert dialogue["tutor_responses"]["tutor"]["annotation"]["Mistake_Identification"] == "Yes"


def test_b2_figures_are_strict_and_lenient(tmp_path):
    bench(tmp_path, "mrbench", [LABEL.replace("Yes", "To some extent")], "--judge", "MODEL")
    result = gnomon("bench", "report", tmp_path / "run", "--html", tmp_path / "r.html")
    assert result.exit_code == 0, result.output
    found = []
    for table in (tmp_path / "r").glob("mrbench.[A-Z]*.csv"):
        heading, ours, *_ = csv.reader(table.read_text("utf-8").splitlines())
        figures = without_units(dict(zip(heading, ours, strict=True)))
        found.append(
            [float(figures[name]) for name in ("strict macro-F1", "strict accuracy", "lenient macro-F1", "lenient accuracy")]
        )
    # Truth of one dimension: To some extent, Yes. Strict F1 of the three classes 0, 2/3, 0; leniently both are one class.
    assert pytest.approx([2 / 9, 1 / 2, 1 / 2, 1]) in found
    assert len(found) == 4


def test_b2_judges_are_compared_by_paired_tests_that_are_corrected_together(tmp_path):
    for judge in ("majority", "tutor-name"):
        gnomon("bench", "run", "mrbench", "--data", "sample", "--judge", judge, "--out", str(tmp_path / judge))
    lines = reported(tmp_path, "comparisons", "majority", "tutor-name")
    assert {line["name"].partition(".")[0] for line in lines} == DIMENSIONS
    assert {(line["run A"], line["run B"], line["pairs (count)"], line["unpaired (count)"]) for line in lines} == {
        ("majority", "tutor-name", "24", "0")
    }
    p_values = [(float(line["p, sign flip (probability)"]), float(line["p, Holm (probability)"])) for line in lines]
    assert all(0 < p <= corrected <= 1 for p, corrected in p_values)
    assert min(p for p, _ in p_values) == 2 / 2**8  # of eight dialogues


def test_b2_confusions_are_whole_and_by_tutor_with_counts_that_add_up(tmp_path):
    gnomon("bench", "run", "mrbench", "--data", "sample", "--judge", "majority", "--out", str(tmp_path / "judge"))
    confusion = reported(tmp_path, "mrbench.confusion_Actionability", "judge")
    counts = {line["name"]: sum(int(value) for key, value in line.items() if key.endswith(" (count)")) for line in confusion}
    assert counts == {"majority": 24, "majority, Brisk": 8, "majority, Cheerful": 8, "majority, Patient": 8}


@pytest.mark.slow
def test_g10_figures_are_broken_down_by_subact_and_quarter(tmp_path):
    gnomon("bench", "run", "geodial", "--data", "sample", "--tutor", "random-turn", "--out", str(tmp_path / "tutor"))
    by_subact = reported(tmp_path, "geodial.by_subact", "tutor")
    by_quarter = reported(tmp_path, "geodial.by_quarter", "tutor")
    assert sum(int(line["turns (count)"]) for line in by_subact) == 16
    assert [line["name"] for line in by_quarter] == [f"random-turn, quarter {number}" for number in (1, 2, 3, 4)]
    assert sum(int(line["turns (count)"]) for line in by_quarter) == 16 - 4  # the first turn of a dialogue is in none


def test_z2_what_a_model_writes_is_read_without_guessing():
    assert parse_turn(json.dumps(TURN)).value["highlights"]["angles"] == ["ABC"]
    assert parse_turn(json.dumps(TURN | {"subact": "AskAngles"})).value["subact"] is None
    assert parse_turn("I cannot do that.").status == "unparseable"


def test_x2_keypoints_are_drafted_from_a_proof_and_drawn(tmp_path):
    shown = gnomon("corpus", "draft", "mathexplain", "--limit", "1", "--out", str(tmp_path / "items.jsonl"))
    assert shown.exit_code == 0
    (item,) = load_mathexplain(tmp_path / "items.jsonl")
    assert [keypoint.element for keypoint in item.keypoints] == ["Angle KML"]
    assert item.solution_image is not None
