"""Students are named by task, guidance and training, rerun the scaffolded protocol, and stand in one table."""

import json

import pytest
from typer.testing import CliRunner

from gnomon.cli import app
from gnomon.inquiry import InquiryConfig, read_results, run_inquiry
from gnomon.models import FakeServer
from gnomon.training import TrainingError
from gnomon.training.evaluation.students import Rerun, Student, asked_again, pass_scores
from tests.every import every
from tests.inquiry.conftest import PROBLEMS, answer


@every(["", "gsm8k", "gsm8k=", "sums=x", "gsm8k:self=x", "gsm8k:self:ppo=x", "gsm8k:both:sft=x"])
def test_a_student_that_is_named_otherwise_is_refused_with_what_is_expected(text):
    with pytest.raises(TrainingError, match="TASK:GUIDANCE:TRAINING=MODEL"):
        Student.read(text, str)


def test_a_student_is_read_with_its_task_guidance_and_training():
    student = Student.read("humaneval:Peer:SFT+DPO=m@http://h/v1", str)
    assert student == Student("humaneval", "m@http://h/v1", "peer", "sft+dpo")
    assert (student.folder, student.name) == ("humaneval-peer-sft+dpo", "coding: Peer, SFT, then DPO")
    assert Student.read("gsm8k=m", str).name == "math: untrained"


def test_a_student_named_twice_and_data_of_no_students_task_are_refused():
    one = Student("gsm8k", "m")
    with pytest.raises(TrainingError, match="gsm8k-untrained is named twice"):
        Rerun((one, one), "t")
    with pytest.raises(TrainingError, match=r"humaneval=.*: no --student has that task"):
        Rerun((one,), "t", data={"humaneval": "x"})


def by_turn(request, index):
    """Answer as the student called `good` does only once a tutor has replied, and as any other never does."""
    if 'the line "Answer: ' not in request.prompt:
        return answer(request, index)
    right = next(number for text, number in PROBLEMS if text in request.prompt)
    is_right = request.body["model"] == "good" and "Tutor:" in request.prompt
    return f"Answer: {right if is_right or 'Write your working' in request.prompt else right + 1}"


@pytest.mark.slow
def test_all_students_stand_in_one_table_and_the_same_command_again_asks_nothing(tmp_path):
    hens = tmp_path / "hens.jsonl"
    hens.write_text("".join(json.dumps({"question": text, "answer": f"So.\n#### {number}"}) + "\n" for text, number in PROBLEMS))
    out, told = tmp_path / "out", []
    with FakeServer(by_turn) as server:
        model = lambda name: f"{name}@{server.url}"  # noqa: E731
        select = ["inquiry", "select", "--task", "gsm8k", "--student", model("plain"), "--teacher", model("big")]
        words = [
            "train",
            "students",
            "--teacher",
            model("big"),
            "--data",
            f"gsm8k={hens}",
            "--selection",
            f"gsm8k={tmp_path / 'sel'}",
        ]
        words += ["--student", f"gsm8k={model('plain')}", "--student", f"gsm8k:self:sft={model('good')}"]
        words += ["--student", f"gsm8k:peer:sft+dpo={model('plain2')}", "--out", str(out), "--json"]
        assert CliRunner().invoke(app, [*select, "--data", str(hens), "--out", str(tmp_path / "sel")]).exit_code == 0
        for _ in range(2):
            done = CliRunner().invoke(app, words)
            assert done.exit_code == 0, done.output
            told.append((json.loads(done.stdout), len(server.requests)))
    (table, asked), again = told
    assert again == (table, asked)
    ours = {row["name"]: row for row in table if not row["published"]}
    assert list(ours) == ["math: untrained", "math: Self, SFT", "math: Peer, SFT, then DPO"]
    measured = [json.loads(line) for line in (tmp_path / "sel" / "rows.jsonl").read_text().splitlines()]
    count = sum(row["kept"] and row["part"] == "measuring" for row in measured)
    assert {row["problems"] for row in ours.values()} == {count}
    curve = [ours["math: Self, SFT"][str(turn)][0] for turn in range(6)]
    assert curve == [0, 1, 1, 1, 1, 1]
    assert ours["math: Self, SFT"]["mean gain over untrained"][0] == pytest.approx(5 / 6)
    assert ours["math: Peer, SFT, then DPO"]["mean gain over untrained"][0] == 0  # the control: another name, the same answers
    printed = [row["name"] for row in table if row["published"]]
    assert len(printed) == 6  # untrained, Self and Peer, of two students
    assert all(name.startswith("math: ") and "ODQS, Table" in name for name in printed)
    assert "Trained students" in (out / "index.html").read_text()


@pytest.mark.slow
def test_a_student_asks_again_about_some_problems_of_its_search_alone(tmp_path):
    settings = {"task": "gsm8k", "student": "simulated", "teachers": ("simulated",), "limit": 4, "num_candidates": 2, "seed": 3}
    run_inquiry(InquiryConfig(kind="search", **settings), tmp_path / "search")
    problems = sorted({tree.problem for tree in read_results(tmp_path / "search")})[1:3]
    config = asked_again(tmp_path / "search", problems, "simulated:clarity=1", "simulated:skill=0")
    assert (config.kind, config.scaffolding, config.seed, config.limit) == ("run", "scaffolded", 3, 4)
    run_inquiry(config, tmp_path / "again")
    rows = list(read_results(tmp_path / "again"))
    assert [row.problem for row in rows] == problems
    found = pass_scores(tmp_path / "again", 5)
    assert list(found) == [f"Pass@5 at turn {turn}" for turn in range(6)]
    assert found["Pass@5 at turn 5"] == sum(row.evaluations[5].num_right > 0 for row in rows) / 2
