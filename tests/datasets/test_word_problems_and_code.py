"""GSM8K, HumanEval, OpenCoder and MathDial."""

from collections import Counter

import pytest

from gnomon.datasets import load_gsm8k, load_humaneval, load_mathdial

CHECK = {
    "task_id": "T/0",
    "prompt": "def one():\n",
    "entry_point": "one",
    "canonical_solution": "    return 1\n",
    "test": "def check(candidate):\n    assert candidate() == 1\n",
}
ASSERTS = {
    "seq_id": 7,
    "instruction": "Write one().",
    "entry_point": "one",
    "code": "def one():\n    return 1\n",
    "testcase": ["assert one() == 1", "assert one() > 0"],
}
TALK = {
    "qid": 60,
    "scenario": 2,
    "question": "How many?",
    "ground_truth": "4",
    "student_incorrect_solution": "5",
    "student_profile": "Lea is in grade 7.",
    "teacher_described_confusion": None,
    "self-correctness": "Yes",
    "self-typical-confusion": 4.0,
    "self-typical-interactions": None,
    "conversation": "Teacher: (probing)Why 5?|EOM|Lea: I added: 2 and 3.|EOM|Teacher: (telling)It is 4.",
}


def run(program: str) -> None:
    exec(program, {})  # noqa: S102  # the programs are written in this file or in our sample


@pytest.mark.parametrize(("final", "answer"), [("#### 18", 18), ("#### 1,450,000", 1450000), ("#### -6 ", -6)])
def test_the_answer_is_the_whole_number_at_the_end(write, final, answer):
    item = load_gsm8k(write([{"question": "q", "answer": f"3 * 6 = <<3*6=18>>18\n{final}"}], "test.jsonl"))[0]
    assert (item.id, item.answer, item.solution) == ("test-1", answer, "3 * 6 = <<3*6=18>>18")
    assert item.plain_solution == "3 * 6 = 18"


@pytest.mark.parametrize("answer", ["18", "#### eighteen", "#### 1.5", "#### 3 apples"])
def test_a_problem_without_a_whole_number_is_a_bad_row(write, answer):
    loaded = load_gsm8k(write([{"question": "q", "answer": "#### 1"}, {"question": "q", "answer": answer}]))
    assert [row.row for row in loaded.bad_rows] == [2]


def test_a_word_problem_becomes_a_problem_of_the_workbench(write):
    problem = load_gsm8k(write([{"question": "q", "answer": "a\n#### 1,200"}]))[0].problem()
    assert (problem.question.text, problem.answer, problem.exact, problem.solution) == ("q", 1200.0, "1200", "a")


def test_gsm8k_is_read_whole(data_folder):
    loaded = load_gsm8k(data_folder / "gsm8k/test.jsonl")
    assert (len(loaded), loaded.bad_rows, loaded.notes) == (1319, (), ())
    assert (loaded[0].answer, loaded[0].id) == (18, "test-1")


@pytest.mark.parametrize(("row", "right"), [(CHECK, "    return 1\n"), (ASSERTS, "def one():\n    return 1\n")])
def test_a_right_program_passes_the_tests_and_a_wrong_one_fails(write, row, right):
    task = load_humaneval(write([row]))[0]
    run(task.program(right))
    run(task.program(task.solution))
    with pytest.raises(AssertionError):
        run(task.program(right.replace("1", "0")))


def test_the_style_tells_whether_the_prompt_is_part_of_the_program(write):
    check, asserts = load_humaneval(write([CHECK, ASSERTS]))
    assert (check.style, asserts.style, asserts.id) == ("check", "asserts", "7")
    assert check.program("    return 1\n").startswith("def one():\n    return 1\n")
    assert "Write one" not in asserts.program("x = 1")


@pytest.mark.parametrize(
    "change",
    [{"testcase": []}, {"testcase": ["one()"]}, {"entry_point": "one()"}, {"entry_point": "import os"}, {"instruction": None}],
)
def test_a_task_that_would_test_nothing_or_cannot_be_called_is_a_bad_row(write, change):
    assert [row.row for row in load_humaneval(write([ASSERTS, ASSERTS | change])).bad_rows] == [2]


def test_a_task_becomes_a_problem_of_the_workbench(write):
    task = load_humaneval(write([CHECK]))[0]
    assert (task.problem().tests, task.problem().question.text, task.problem().id) == (task.tests, task.prompt, "T/0")


def test_humaneval_is_read_whole_from_the_gzipped_file(data_folder):
    loaded = load_humaneval(data_folder / "humaneval/HumanEval.jsonl.gz")
    assert (len(loaded), loaded.bad_rows, loaded[0].entry_point) == (164, (), "has_close_elements")
    for task in loaded:
        compile(task.program(task.solution), task.id, "exec")


def test_messages_carry_speaker_and_move(write):
    dialogue = load_mathdial(write([TALK], "test.jsonl"))[0]
    assert [(turn.role, turn.speaker, turn.move, turn.text) for turn in dialogue.turns] == [
        ("teacher", "Teacher", "probing", "Why 5?"),
        ("student", "Lea", None, "I added: 2 and 3."),
        ("teacher", "Teacher", "telling", "It is 4."),
    ]
    assert (dialogue.id, dialogue.question_id, dialogue.confusion, dialogue.typical_interactions) == ("test-1", "60", "", None)


def test_a_teachers_message_without_a_move_is_noted_and_kept(write):
    loaded = load_mathdial(write([TALK | {"conversation": "Teacher: Why?|EOM|Student: Hm."}]))
    assert [note.rule for note in loaded.notes] == ["move_missing"]
    assert loaded[0].turns[0].move is None


def test_a_message_without_a_speaker_makes_a_bad_row(write):
    loaded = load_mathdial(write([TALK, TALK | {"conversation": "Teacher: (focus)a|EOM|no name here"}]))
    assert [row.row for row in loaded.bad_rows] == [2]


def test_mathdial_is_read_whole(data_folder):
    loaded = load_mathdial(data_folder / "mathdial/test.jsonl")
    moves = Counter(turn.move for dialogue in loaded for turn in dialogue.turns if turn.role == "teacher")
    assert (len(loaded), loaded.bad_rows, loaded.notes) == (599, (), ())
    assert moves == {"focus": 1259, "probing": 952, "generic": 890, "telling": 598}
