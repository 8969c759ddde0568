"""Wrong attempts: one step goes wrong, what follows is carried through, and the words vary by seed."""

import pytest

from gnomon.geometry import Solution, applicable, misconceptions, solution_of
from gnomon.problem import bank
from gnomon.student import AttemptError, make_attempt, written_attempt


@pytest.fixture(scope="module")
def two_steps() -> Solution:
    """Co-interior angles first, then a part of an angle."""
    return solution_of(bank()["parallel-apex-bcnvw"])


def _attempt(solution, name, seed=0):
    return make_attempt(solution.problem, solution.proof, misconceptions()[name], deduction=solution.deduction, seed=seed)


def test_the_wrong_step_carries_the_wrong_relation_and_later_lines_follow_from_it(two_steps):
    """Co-interior angles taken as equal: angle NCV is 68, so angle BCN is 68 - 49 = 19 (right: 63)."""
    attempt = _attempt(two_steps, "cointerior_equal")
    assert attempt.wrong_step == 0
    assert attempt.beliefs.answer() == pytest.approx(19)
    assert "19" in attempt.lines[1]


def test_a_slip_keeps_the_relation_and_changes_the_number(two_steps):
    attempt = _attempt(two_steps, "arithmetic_slip")
    assert attempt.beliefs.change == "v + 10"
    assert attempt.beliefs.answer() == pytest.approx(73)


def test_the_same_seed_writes_the_same_words_and_another_seed_other_words(two_steps):
    texts = [_attempt(two_steps, "cointerior_equal", seed).text for seed in range(6)]
    assert _attempt(two_steps, "cointerior_equal", 0).text == texts[0]
    assert len(set(texts)) > 1


def test_a_misconception_that_does_not_apply_is_refused(two_steps):
    with pytest.raises(AttemptError, match="legs_added"):
        _attempt(two_steps, "legs_added")


@pytest.mark.parametrize("problem_id", ["triangle-sum-klm", "pythagoras-leg-def", "sine-abc", "area-ghi"])
def test_every_applicable_misconception_changes_the_answer(problem_id):
    solution = solution_of(bank()[problem_id])
    for name in applicable(solution.proof, solution.deduction):
        wrong = _attempt(solution, name).beliefs.answer()
        assert wrong != pytest.approx(solution.answer, rel=0.02), name


@pytest.mark.slow
def test_relations_put_together_are_a_line_of_the_work_with_their_reason():
    attempt = _attempt(solution_of(bank()["medians-halves-tgkxlr"]), "twice_for_equal")
    assert "alves and other multiples of equals are equal, so GM = LN" in attempt.lines[2]


def test_an_attempt_that_somebody_wrote_goes_wrong_at_the_first_step_that_it_lacks(two_steps):
    """Angle NCV = 112 stands there, angle BCN = 63 does not."""
    attempt = written_attempt(two_steps, ["NCV = 180 - 68 = 112", "so the answer is 112"], 112, "I stop at the first angle.")
    assert attempt.wrong_step == 1
    assert attempt.beliefs.answer() == pytest.approx(112)
    assert attempt.beliefs.belief == "I stop at the first angle"
    assert attempt.beliefs.repaired(two_steps.problem.question.figure).answer() == pytest.approx(63)


def test_an_attempt_with_the_right_answer_is_refused(two_steps):
    with pytest.raises(AttemptError, match="expected a wrong one"):
        written_attempt(two_steps, ["63"], 63, "")
