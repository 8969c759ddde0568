"""What the engine says of a problem: right answer, wrong answer, open goal, contradiction."""

import pytest

from gnomon.geometry import check_problem_file, check_solution
from gnomon.problem import bank

PROBLEM = bank()["tangent-distance-otz"]


def test_a_problem_with_the_proved_answer_has_nothing_wrong():
    assert check_solution(PROBLEM) == []


@pytest.mark.parametrize(("answer", "is_accepted"), [(25.2, True), (24.8, True), (25.3, False), (24.7, False)])
def test_a_stated_answer_may_be_one_percent_off(answer, is_accepted):
    assert (check_solution(PROBLEM.model_copy(update={"answer": answer})) == []) is is_accepted


def test_a_wrong_answer_is_told_with_the_proved_one():
    assert check_solution(PROBLEM.model_copy(update={"answer": 31.0})) == [
        "the answer is 31, but 25 follows from the facts; correct one of them"
    ]


def test_an_unknown_answer_is_not_called_wrong():
    assert check_solution(PROBLEM.model_copy(update={"answer": None})) == []


def test_a_problem_without_a_formal_description_cannot_be_solved():
    assert check_solution(PROBLEM.model_copy(update={"formal": None}))[0].startswith("cannot be solved: ")


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"- [", b"- 1\n- 2\n"])
def test_a_file_that_holds_no_problems_gives_errors_and_no_exception(tmp_path, content):
    (tmp_path / "own.yaml").write_bytes(content)
    assert {remark.severity for remark in check_problem_file(tmp_path / "own.yaml")} == {"error"}


def test_remarks_come_in_the_order_of_the_lines(tmp_path, repository):
    source = (repository / "src/gnomon/problem/bank/tangents.yaml").read_text("utf-8")
    (tmp_path / "own.yaml").write_text(source.replace("answer: 25\n", "answer: 52\n"), "utf-8")
    lines = [remark.line for remark in check_problem_file(tmp_path / "own.yaml")]
    assert lines == sorted(lines)


@pytest.mark.slow
def test_nothing_is_wrong_with_the_bank():
    assert {problem.id: found for problem in bank().values() if (found := check_solution(problem))} == {}
