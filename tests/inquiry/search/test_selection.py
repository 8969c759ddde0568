"""Which problems are kept, and for which part."""

import asyncio

import pytest

from gnomon.inquiry import SelectionRow, WordProblemInquiry, count_selection, part_of, select_problem
from gnomon.models import ModelUnavailableError
from tests.inquiry.scripted import ITEM, ScriptedStudent


def select(teacher_answer, student_answer, **options):
    student = ScriptedStudent(answer=student_answer)
    teacher = ScriptedStudent(answer=teacher_answer, name="teacher")
    row = asyncio.run(select_problem(ITEM, WordProblemInquiry(), student, teacher, **options))
    return row, student


def right(*_):
    return "Answer: 18"


def wrong(*_):
    return "Answer: 17"


def test_a_problem_that_the_teacher_alone_solves_is_kept():
    row, _ = select(right, wrong)
    assert (row.kept, row.teacher_right, row.student_right, row.student_samples) == (True, 1, 0, 5)


def test_one_right_sample_of_the_student_is_one_too_many():
    row, _ = select(right, lambda _, index: right() if index == 4 else wrong())
    assert (row.kept, row.student_right) == (False, 1)


def test_the_student_is_not_asked_where_the_teacher_fails():
    row, student = select(wrong, wrong)
    assert (row.kept, row.student_right, student.answered) == (False, None, [])


def test_a_teacher_may_have_several_answers():
    row, _ = select(lambda _, index: right() if index == 2 else wrong(), wrong, teacher_samples=3)
    assert row.kept


def test_the_student_is_asked_at_the_state_without_any_question():
    _, student = select(right, wrong)
    assert [line.kind for state, _ in student.answered for line in state.lines] == ["greeting"]


def test_a_failed_problem_is_neither_kept_nor_left_out():
    def gone(*_):
        raise ModelUnavailableError("no connection")

    row, _ = select(right, gone)
    counts = count_selection([row])
    assert row.error.boundary == "student/answer"
    assert (counts.problems, counts.failed, counts.teacher_solves, counts.student_does_not) == (1, 1, 0, 0)


def test_every_filter_is_counted():
    rows = [select(*answers)[0] for answers in [(wrong, wrong), (right, right), (right, wrong), (right, lambda *_: "Hm.")]]
    counts = count_selection(rows)
    assert (counts.problems, counts.teacher_solves, counts.student_does_not, counts.unread) == (4, 3, 2, 5)
    assert counts.training + counts.measuring == 2


def test_the_part_follows_from_id_and_seed_alone_and_has_about_its_share():
    parts = [part_of(f"test-{number}", 0, 0.25) for number in range(2000)]
    assert parts == [part_of(f"test-{number}", 0, 0.25) for number in range(2000)]
    assert 400 < parts.count("training") < 600  # 500 expected, 5 standard deviations are 97
    assert parts != [part_of(f"test-{number}", 1, 0.25) for number in range(2000)]


@pytest.mark.parametrize(("share", "part"), [(0, "measuring"), (1, "training")])
def test_all_problems_can_be_in_one_part(share, part):
    assert {part_of(f"test-{number}", 0, share) for number in range(100)} == {part}


def test_a_selection_row_survives_its_file():
    row, _ = select(right, wrong)
    assert SelectionRow.model_validate_json(row.model_dump_json()) == row
