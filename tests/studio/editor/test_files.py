"""Problems of files opened in editors say what they said before."""

import pytest

from gnomon.problem import bank
from gnomon.studio.editor.files import edit_of_bank, edits_of_yaml
from gnomon.studio.editor.work import worked

pytestmark = pytest.mark.slow


def reopened(problem_id):
    """Return what is shown of a copy of a bank problem, and of what that copy is as a file."""
    shown = worked(edit_of_bank(problem_id), "a" * 32, None)
    (again,) = edits_of_yaml(shown["yaml"])
    return shown, worked(again, "a" * 32, None)


def holds(problem_id):
    problem = bank()[problem_id]
    first, second = reopened(problem_id)
    assert first["is_ready"], (problem_id, first["reason"], first["messages"])
    assert first["figure"]["entry"]["points"].keys() == problem.question.figure.points.keys()
    assert [fact["literal"] for fact in first["facts"]] == [fact["literal"] for fact in second["facts"]]
    assert (first["answer"], first["yaml"]) == (second["answer"], second["yaml"])


def test_a_copy_of_a_bank_problem_is_proved_and_written_as_it_was():
    for problem_id in list(bank())[::90]:
        holds(problem_id)


def test_a_copy_of_every_bank_problem_is_proved_and_written_as_it_was():
    for problem_id in bank():
        holds(problem_id)
