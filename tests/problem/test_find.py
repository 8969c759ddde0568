"""A problem is found by bank id, file, or row of a file; what is not found is said in one line."""

import pytest

from gnomon.problem import (
    MalformedFileError,
    NoGoalError,
    ProblemError,
    UnknownProblemError,
    bank,
    iterate_problems,
    load_problem,
    require_goal,
)
from tests.every import every

ENTRY = """
id: {id}
text: Find AB.
figure: {{points: {{A: [0, 0], B: [3, 0]}}, lines: [A B]}}
facts: ["Equals(LengthOf(Line(A,B)), 3)"]
find: {find}
answer: 3
unit: cm
"""


@pytest.fixture
def own_file(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(ENTRY.format(id="one", find="LengthOf(Line(A,B))"))
    return path


@pytest.fixture
def list_file(tmp_path):
    path = tmp_path / "list.yaml"
    entries = [ENTRY.format(id=name, find="x").strip().replace("\n", "\n  ") for name in ("one", "two")]
    path.write_text("\n".join(f"- {entry}" for entry in entries))
    return path


def test_a_bank_id_gives_the_problem_of_the_bank():
    first = next(iter(bank()))
    assert load_problem(first) is bank()[first]


def test_a_file_with_one_problem_gives_it_under_the_reference(own_file):
    assert load_problem(str(own_file)).id == str(own_file)


def test_a_row_of_a_list_is_found_by_its_id(list_file):
    assert load_problem(f"{list_file}#two").id == f"{list_file}#two"


def test_an_unknown_bank_id_suggests_near_ones_and_the_list():
    first = next(iter(bank()))
    with pytest.raises(UnknownProblemError, match=rf"did you mean {first}.*gnomon problems"):
        load_problem(f"{first[:-1]}q")


def test_a_list_asks_for_one_of_its_ids(list_file):
    with pytest.raises(UnknownProblemError, match="name one as"):
        load_problem(str(list_file))


def test_an_unknown_row_names_the_rows(list_file):
    with pytest.raises(UnknownProblemError, match="one, two"):
        load_problem(f"{list_file}#three")


@every(["nowhere.yaml", "nowhere.json#1", ".yaml", "#", "", "a\0b.yaml"])
def test_a_reference_to_nothing_is_one_clear_line(reference):
    with pytest.raises(ProblemError) as caught:
        load_problem(reference)
    assert "\n" not in str(caught.value)


def test_an_empty_file_is_refused(tmp_path):
    (tmp_path / "empty.yaml").write_text("")
    with pytest.raises(MalformedFileError, match="is empty"):
        load_problem(str(tmp_path / "empty.yaml"))


def test_a_broken_entry_of_a_file_comes_as_its_error(tmp_path):
    path = tmp_path / "mixed.yaml"
    path.write_text("- id: broken\n- " + ENTRY.format(id="one", find="x").strip().replace("\n", "\n  "))
    found = dict(iterate_problems(path))
    assert isinstance(found["broken"], MalformedFileError)
    assert found["one"].id == "one"


def test_a_problem_without_goal_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(ENTRY.format(id="one", find="AreaOf(Shaded(Shape(A)))"))
    with pytest.raises(NoGoalError, match=r"shaded regions are not supported yet.*find:"):
        require_goal(load_problem(str(path)))


def test_a_proof_is_refused_where_only_a_value_will_do(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(ENTRY.format(id="one", find='"Prove(Parallel(Line(A,B),Line(A,B)))"'))
    with pytest.raises(NoGoalError, match="it wants AB ∥ AB proved"):
        require_goal(load_problem(str(path)))
    assert require_goal(load_problem(str(path)), or_claim=True).formal is not None
