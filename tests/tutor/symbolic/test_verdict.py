"""Verdicts: right, right with a note, wrong, or none where the givens do not say."""

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank, parse_expression
from gnomon.tutor import ClaimVerdict, Judge, read_message
from tests.every import every


def _verdicts(problem_id, text):
    problem = bank()[problem_id]
    judge = Judge(solution_of(problem).deduction)
    return [str(judge.judge(claim)) for claim in read_message(text, problem).claims]


@every(
    [
        ("triangle-sum-klm", "KML = 57", "right"),
        ("triangle-sum-klm", "KML = 67", "wrong"),
        ("triangle-sum-klm", "180 - 52 - 71 = 67", "wrong"),
        ("triangle-sum-klm", "KL = 6", "unknown"),  # only the shape is given
        ("sine-abc", "BC = 6.88", "right_rounded"),
        ("sine-abc", "BC = 6.9", "right_rounded"),
        ("sine-abc", "BC = 12 sin 35", "right"),
        ("sine-abc", "angle ACB = 55", "right"),  # another path than the proof's
        ("sine-abc", "BC = 9.83", "wrong"),
        ("pythagoras-xyz", "XZ = √225", "right"),
        ("pythagoras-xyz", "XY² + YZ² = XZ²", "right"),
        ("pythagoras-xyz", "XZ = XY + YZ", "wrong"),
        ("isosceles-uvw", "UV = UW", "right"),  # neither length is known, their ratio is
        ("isosceles-uvw", "UV = VW", "wrong"),
    ]
)
def test_a_claim_gets_the_verdict_of_a_fair_teacher(problem_id, text, verdict):
    assert _verdicts(problem_id, text) == [verdict]


def test_a_rule_stated_with_a_wrong_total_is_wrong():
    problem = bank()["triangle-sum-klm"]
    judge = Judge(solution_of(problem).deduction)
    assert judge.judge_rule(read_message("angles in a triangle add up to 360", problem)) is ClaimVerdict.WRONG
    assert judge.judge_rule(read_message("angles in a triangle add up to 180", problem)) is ClaimVerdict.RIGHT


def test_a_value_said_of_something_unknown_counts_only_when_it_fits():
    problem = bank()["sine-abc"]
    judge = Judge(solution_of(problem).deduction)
    message, verdicts = judge.judge_message(read_message("so the tree is 6.88 cm tall", problem))
    assert [str(verdict) for verdict in verdicts] == ["right_rounded"]
    assert message.intent == "claim"
    message, verdicts = judge.judge_message(read_message("the cat is 3 years old", problem))
    assert verdicts == ()


def test_a_rule_about_a_sum_stated_as_an_equality_is_wrong():
    problem = bank()["cointerior-efhj"]
    judge = Judge(solution_of(problem).deduction)
    _, verdicts = judge.judge_message(read_message("co-interior angles are equal", problem))
    assert verdicts == (ClaimVerdict.WRONG,)


def test_the_answer_means_the_goal_also_when_something_else_was_asked():
    """Asked for LP (4), a learner who says that the answer, or just it, is 7.5 speaks of QN."""
    problem = bank()["side-splitter-lmn"]
    judge = Judge(solution_of(problem).deduction)
    asked = parse_expression("length(L,P)")
    for text in ("the answer must be 7.5", "so it is 7.5", "7.5"):
        _, verdicts = judge.judge_message(read_message(text, problem, asked))
        assert verdicts == (ClaimVerdict.RIGHT,), text
    _, verdicts = judge.judge_message(read_message("it is 5", problem, asked))
    assert verdicts == (ClaimVerdict.WRONG,)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("an angle in a half circle is 180 degrees", ClaimVerdict.WRONG),
        ("the angle in the semicircle is 90", ClaimVerdict.RIGHT),
        ("a half circle makes 180 degrees", ClaimVerdict.RIGHT),
    ],
)
def test_the_angle_in_a_half_circle_is_not_its_arc(text, verdict):
    problem = bank()["diameter-same-arc-fgnty"]
    _, verdicts = Judge(solution_of(problem).deduction).judge_message(read_message(text, problem))
    assert verdicts == (verdict,)
