"""The kinds of problems: what is shown, what is right, what is a leak."""

import asyncio

import pytest

from gnomon.datasets import load_humaneval
from gnomon.inquiry import (
    CodeVerdict,
    CodingInquiry,
    GeometryInquiry,
    InquiryProblem,
    ModelStudent,
    ModelTeacher,
    SandboxChecker,
    WordProblemInquiry,
)
from gnomon.models import FakeModel
from gnomon.problem import bank
from tests.inquiry.scripted import EGGS, ITEM, inquiry

SQUARE = {
    "task_id": "square",
    "prompt": 'def square(x):\n    """Return x times x."""\n',
    "entry_point": "square",
    "canonical_solution": "    return x * x\n",
    "test": "def check(candidate):\n    assert candidate(3) == 9\n    assert candidate(-2) == 4\n",
}
PLAIN = {"task_id": "double", "instruction": "Double a number.", "entry_point": "double", "testcase": ["assert double(2) == 4"]}


@pytest.fixture
def coding(tmp_path):
    """Return two programming tasks as problems."""
    import json

    path = tmp_path / "tasks.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (SQUARE, PLAIN)), "utf-8")
    return [InquiryProblem(task.id, task.problem(), task) for task in load_humaneval(path)]


def grade(task, item, text):
    return asyncio.run(task.grade(item, text))


@pytest.mark.parametrize(
    ("text", "is_right"), [("Answer: 18", True), ("Answer: 18.0", True), ("Answer: 18.5", False), ("?", None)]
)
def test_whole_numbers_are_compared_as_the_paper_does(text, is_right):
    assert grade(WordProblemInquiry(), ITEM, text).is_right is is_right


def test_a_word_problem_leaks_by_its_number():
    task = WordProblemInquiry()
    assert task.find_leak(ITEM, "It is 18.", ()) is not None
    assert task.find_leak(ITEM, "A hen lays 6 a day; how many days are there?", ()) is None


def test_the_diagram_of_a_geometry_problem_goes_with_every_request():
    problem = bank()["triangle-sum-klm"]
    item, task = InquiryProblem(problem.id, problem), GeometryInquiry()
    student, teacher = FakeModel("Answer: 57"), FakeModel("Look at the sum of the angles.")
    row = asyncio.run(_hold(inquiry(ModelStudent(student, task.view), ModelTeacher(teacher, task.view), task, item)))
    for request in (*student.requests, *teacher.requests):
        first = next(message for message in request.messages if message.role == "user")
        assert [image.media_type for image in first.images] == ["image/png"]
        assert problem.question.text in first.text
    assert [evaluation.num_right for evaluation in row.evaluations] == [5] * 6


async def _hold(one):
    from gnomon.inquiry import hold_dialogue

    return await hold_dialogue(one)


def test_a_rounded_answer_of_a_geometry_problem_is_right():
    problem = EGGS.model_copy(update={"answer": 8.660254, "exact": "5√3"})
    assert grade(GeometryInquiry(), InquiryProblem("root", problem), "Answer: 8.66").is_right
    assert grade(GeometryInquiry(), InquiryProblem("root", problem), r"Answer: 5\sqrt{3}").is_right
    assert grade(GeometryInquiry(), InquiryProblem("root", problem), "Answer: 8.6").is_right is True  # cut off
    assert grade(GeometryInquiry(), InquiryProblem("root", problem), "Answer: 9.1").is_right is False


def test_an_instruction_is_shown_with_the_name_that_its_tests_call(coding):
    async def verdict(*_):
        return CodeVerdict("passed")

    assert "called double" in CodingInquiry(verdict).question(coding[1]).text
    assert CodingInquiry(verdict).question(coding[0]).text == SQUARE["prompt"]


@pytest.mark.parametrize(
    ("verdict", "is_right"),
    [("passed", True), ("failed", False), ("timeout", False), ("memory", False), ("not transferable", None), ("error", None)],
)
def test_only_passed_is_right_and_what_could_not_be_run_has_no_score(coding, verdict, is_right):
    async def checker(*_):
        return CodeVerdict(verdict)

    sample = grade(CodingInquiry(checker), coding[0], "```python\ndef square(x):\n    return 1\n```")
    assert (sample.is_right, sample.verdict) == (is_right, verdict)


def test_a_coding_teacher_leaks_by_a_function_and_not_by_words(coding):
    async def checker(*_):
        return CodeVerdict("failed")

    task = CodingInquiry(checker)
    found = task.find_leak(coding[0], "```python\ndef square(x):\n    return x * x\n```", ())
    assert found is not None
    assert "complete function body" in found
    assert task.find_leak(coding[0], "Multiply the argument by itself: 3 gives 9.", ()) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("```python\ndef square(x):\n    return x * x\n```", True),
        ("```python\n    return x * x\n```", True),
        ("```python\ndef square(x):\n    return x + x\n```", False),
        ("```python\nimport math\n\ndef square(x):\n    return int(math.pow(x, 2))\n```", True),
        ("Multiply it by itself.", None),
    ],
)
def test_programs_are_run_in_the_sandbox(coding, text, is_right):
    with _sandbox() as checker:
        assert grade(CodingInquiry(checker), coding[0], text).is_right is is_right


@pytest.mark.slow
def test_a_dialogue_about_a_program_runs_its_samples(coding):
    def answer(_, index):
        return "```python\ndef double(n):\n    return n * 2\n```" if index < 2 else "```python\ndef double(n):\n    return n\n```"

    with _sandbox() as checker:
        task = CodingInquiry(checker)
        student = ModelStudent(FakeModel(answer), task.view)
        teacher = ModelTeacher(FakeModel("Think of a product."), task.view)
        row = asyncio.run(_hold(inquiry(student, teacher, task, coding[1], assessment_turn=0)))
    assert [evaluation.num_right for evaluation in row.evaluations] == [2] * 6
    assert {sample.verdict for sample in row.evaluations[0].samples} == {"passed", "failed"}
    assert row.assessment.is_right is True


@pytest.mark.slow
def test_the_coding_teacher_is_told_which_test_failed_and_the_student_is_not(coding):
    teacher = FakeModel("Look at what it gives for 3.")
    with _sandbox() as checker:
        task = CodingInquiry(checker)
        student = ModelStudent(FakeModel("```python\ndef square(x):\n    return x + x\n```"), task.view)
        one = inquiry(student, ModelTeacher(teacher, task.view), task, coding[0], assessment_turn=0)
        assessment, _ = asyncio.run(one.assess(task.start(coding[0])))
    (request,) = teacher.requests
    failed = "assert candidate(3) == 9"
    assert failed in SQUARE["test"]
    assert f"not right: failed (AssertionError:  (line 2 of the tests): {failed})" in request.messages[-1].text
    assert assessment.feedback == "Result of the check: not right: failed.\nLook at what it gives for 3."


@pytest.mark.parametrize("task", [WordProblemInquiry(), GeometryInquiry()])
def test_a_sample_is_asked_for_the_answer_alone_and_an_attempt_for_its_working(task):
    state, model = task.start(InquiryProblem("eggs", EGGS)), FakeModel("Answer: 18")
    student = ModelStudent(model, task.view)
    asyncio.run(student.answers(state, 5))
    asyncio.run(student.attempt(state))
    sample, attempt = ("\n".join(message.text for message in request.messages) for request in model.requests)
    assert "without working" in sample
    assert not any(word in sample for word in ("reason", "End with"))
    assert "Write your working" in attempt
    assert "nothing but" not in attempt


def _sandbox():
    from gnomon.sandbox import probe_levels

    if not any(row.state == "safe" for row in probe_levels()):
        pytest.skip("needs a level of the sandbox that works here")
    return SandboxChecker()
