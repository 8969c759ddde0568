"""What the engine says of a problem: right answer, wrong answer, open goal, contradiction."""

import pytest

from gnomon.geometry import check_problem_file, check_solution, solution_of
from gnomon.geometry.check import outcomes
from gnomon.problem import bank

PROBLEM = bank()["tangent-distance-otz"]


def test_a_problem_with_the_proved_answer_has_nothing_wrong():
    assert check_solution(PROBLEM) == []


ROOT = bank()["hypotenuse-bqx"]


@pytest.mark.parametrize("answer", [24.96, *(pytest.param(answer, marks=pytest.mark.slow) for answer in (25.2, 24.8, 26))])
def test_an_answer_near_the_proved_one_is_wrong(answer):
    assert check_solution(PROBLEM.model_copy(update={"answer": answer})) == [
        f"the answer is {answer:g}, but 25 follows from the facts; correct one of them"
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "is_accepted"), [(10.3923, True), (10.39, True), (10.4, True), (10, True), (10.41, False)])
def test_an_answer_may_be_the_proved_one_rounded_to_its_own_decimals(answer, is_accepted):
    assert (check_solution(ROOT.model_copy(update={"answer": answer})) == []) is is_accepted


@pytest.mark.parametrize("exact", ["10.39", "6√3.0001", "5√3", "10.3923048"])
def test_an_exact_form_that_is_not_the_proved_value_is_wrong(exact):
    assert check_solution(ROOT.model_copy(update={"exact": exact})) == [
        f"exact is {exact}, but 6√3 follows from the facts; correct one of them"
    ]


def test_an_exact_form_may_be_written_otherwise_than_the_proved_one():
    assert check_solution(ROOT.model_copy(update={"exact": "√108"})) == []


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


@pytest.mark.slow
def test_remarks_come_in_the_order_of_the_lines(tmp_path, repository):
    source = (repository / "src/gnomon/problem/bank/tangents.yaml").read_text("utf-8")
    (tmp_path / "own.yaml").write_text(source.replace("answer: 25\n", "answer: 52\n"), "utf-8")
    lines = [remark.line for remark in check_problem_file(tmp_path / "own.yaml")]
    assert lines == sorted(lines)


@pytest.fixture
def documented(repository):
    """Return the complete example of the page on the format, whose proved answer is 109."""
    page = (repository / "docs/problem-format.md").read_text("utf-8")
    return page.partition("```yaml\n")[2].partition("```")[0]


@pytest.fixture
def errors_of(tmp_path):
    def check(text):
        (tmp_path / "own.yaml").write_text(text, "utf-8")
        return [remark.message for remark in check_problem_file(tmp_path / "own.yaml") if remark.severity == "error"]

    return check


def test_the_documented_example_is_in_order(documented, errors_of):
    assert errors_of(documented) == []


@pytest.mark.parametrize("answer", ["110", "108", "109.5", "109.2"])
def test_a_wrong_answer_of_the_documented_example_is_found(documented, errors_of, answer):
    message = f"the answer is {answer}, but 109 follows from the facts; correct one of them"
    assert errors_of(documented.replace("answer: 109", f"answer: {answer}")) == [message]


def test_an_exact_form_that_differs_from_the_answer_is_one_error(documented, errors_of):
    assert errors_of(documented.replace("exact: null", "exact: '110'")) == ["exact is 110, but answer is 109"]


@pytest.mark.parametrize("figure", ["D: [6, 0]", "D: [9, 2]"], ids=["two at one place", "off its line"])
def test_the_engine_is_not_asked_where_the_figure_has_errors(documented, tmp_path, figure):
    (tmp_path / "own.yaml").write_text(documented.replace("D: [9, 0]", figure), "utf-8")
    assert {remark.problem_id for remark in check_problem_file(tmp_path / "own.yaml")} == {None}


def test_the_engine_is_asked_where_the_line_after_the_figure_is_wrong(documented, tmp_path):
    before, _, after = documented.partition("  facts:")
    text = f"{before}  answer: 120\n  facts:{after.replace('  answer: 109', '')}"
    (tmp_path / "own.yaml").write_text(text, "utf-8")
    found = [remark.message for remark in check_problem_file(tmp_path / "own.yaml")]
    assert "the answer is 120, but 109 follows from the facts; correct one of them" in found


def test_the_engine_is_asked_for_the_other_problems_of_a_file(documented, tmp_path):
    broken = documented.replace("D: [9, 0]", "D: [6, 0]").replace("abcd", "broken")
    (tmp_path / "own.yaml").write_text(broken + documented, "utf-8")
    assert [each.problem_id for each in check_problem_file(tmp_path / "own.yaml") if each.problem_id] == ["exterior-angle-abcd"]


@pytest.mark.slow
def test_nothing_is_wrong_with_the_bank():
    said = {problem.id: outcomes(problem, solution_of(problem)) for problem in bank().values()}
    assert {name: found for name in said if (found := [each for each in said[name] if each.severity != "info"])} == {}
