"""Proofs: few sound steps with a theorem and a part of the figure each, backwards references, right numbers."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gnomon.geometry import ProofError, build_proof, deduce, fit, solution_of, solve
from gnomon.problem import FormalDescription, Goal, parse_equation, parse_expression
from gnomon.problem.bank import bank
from tests.every import every
from tests.geometry.drawn import problem
from tests.geometry.proof_check import complaints

ISOSCELES = problem(
    {"A": (3, 6), "B": (0, 0), "C": (6, 0), "D": (9, 0)},
    ["A B", "A C", "B C D"],
    ["length(A,B) = length(A,C)", "angle(B,A,C) = 2*x", "angle(A,B,C) = x + 10", "length(A,B) = 7"],
    "angle(A,C,D)",
)
LITERALS = list(ISOSCELES.formal.givens)
GARBAGE = [
    *LITERALS,
    *[
        given
        for text in (
            "angle(B,A,C) = 0 - 40",
            "parallel(A,B,A,C)",
            "length(A,B) = 0",
            "length(B,C) = x/(x - x)",
            "midpoint(A,B,C)",
            "area(A,B,C) = y^2",
        )
        for given in problem(ISOSCELES.question.figure.points, [], [text], None).formal.givens
    ],
]
GOALS = st.sampled_from(
    [
        "angle(A,C,D)",
        "length(A,C)",
        "x",
        "y",
        "area(A,B,C)",
        "angle(A,C,B)/angle(A,B,C)",
        "angle(B,C,D)",
        "radius(A)",
        "length(A,Z)",
    ]
)


def deduced(only=None):
    """Deduce what follows in the isosceles triangle."""
    assert ISOSCELES.formal is not None
    return deduce(fit(ISOSCELES), ISOSCELES.formal, only)


def solved(made):
    found = solve(made)
    assert found.proof is not None, found.reason
    return found


def test_the_answer_and_its_theorems():
    found = solved(ISOSCELES)
    assert found.answer == pytest.approx(130)
    assert {"base_angles_sum", "base_angles"} & {step.rule_id for step in found.proof.steps}


def test_a_proof_of_a_value_that_is_given_says_that_the_problem_states_it():
    (step,) = solved(problem({"A": (0, 0), "B": (3, 0)}, ["A B"], ["length(A,B) = 7"], "length(A,B)")).proof.steps
    assert step.text == "The problem states AB = 7."


def test_what_does_not_follow_is_refused():
    deduction = deduced()
    with pytest.raises(ProofError, match="does not follow"):
        build_proof(deduction, parse_expression("length(C,D)"))


def test_only_the_rules_that_are_allowed_are_used():
    deduction = deduced(only={"triangle_angle_sum", "linear_pair"})
    rules = {derivation.instance.rule.id for derivation in deduction.derived.values() if derivation.instance}
    assert rules == {"triangle_angle_sum", "linear_pair"}
    assert not deduction.knows(parse_expression("angle(A,C,D)"))


def test_a_sound_proof_draws_no_complaint():
    found = solved(ISOSCELES)
    assert complaints(found.proof, ISOSCELES.question.figure, found.deduction.model) == []


def test_a_changed_equation_draws_a_complaint():
    found = solved(ISOSCELES)
    spoiled = _with_first_step(found.proof, equation=parse_equation("angle(A,B,C) = angle(A,C,B) + 1"))
    assert any("is false in the figure" in text for text in complaints(spoiled, ISOSCELES.question.figure, found.deduction.model))


def test_a_changed_value_draws_a_complaint():
    found = solved(ISOSCELES)
    value = found.proof.answer
    spoiled = replace(found.proof, answer=value._replace(number=value.number + 1))
    assert any(
        "is not the goal's value" in text for text in complaints(spoiled, ISOSCELES.question.figure, found.deduction.model)
    )


def test_a_step_that_nothing_rests_on_draws_a_complaint():
    found = solved(ISOSCELES)
    first = found.proof.steps[0]
    longer = (
        first,
        *(replace(step, index=step.index + 1, sources=tuple(s + 1 for s in step.sources)) for step in found.proof.steps),
    )
    assert "step 0 is not needed" in complaints(
        replace(found.proof, steps=longer), ISOSCELES.question.figure, found.deduction.model
    )


def _with_first_step(proof, **changes):
    return replace(proof, steps=(replace(proof.steps[0], **changes), *proof.steps[1:]))


@pytest.mark.slow  # solves the whole bank
@pytest.mark.parametrize("topic", sorted({made.topic for made in bank().values()}))
def test_the_bank_s_problems_are_solved_right_in_at_most_eight_sound_steps(topic):
    every(made for made in bank().values() if made.topic == topic)(solved_right_in_at_most_eight_sound_steps)()


def solved_right_in_at_most_eight_sound_steps(made):
    found = solution_of(made)
    assert found.answer == pytest.approx(made.answer, rel=0.01)
    # The model cannot tell whether an arc of just a half circle is determined: to either side of 180° its measure falls.
    assert found.answer == (180 if found.oracle is None else pytest.approx(found.oracle, rel=1e-4))
    assert len(found.proof.steps) <= 8
    assert complaints(found.proof, made.question.figure, found.deduction.model) == []


@given(st.lists(st.sampled_from(GARBAGE), max_size=7), GOALS)
@settings(max_examples=settings.default.max_examples // 5, suppress_health_check=[HealthCheck.too_slow])  # each is a solution
def test_solving_never_raises_whatever_the_givens_say(givens, goal):
    formal = FormalDescription(tuple(givens), Goal(parse_expression(goal), goal))
    found = solve(ISOSCELES.model_copy(update={"formal": formal}))
    assert found.status == "solved" or found.reason


@pytest.mark.slow
@given(st.permutations(LITERALS))
@settings(max_examples=10)
def test_the_order_of_the_givens_does_not_change_the_answer(givens):
    formal = FormalDescription(tuple(givens), ISOSCELES.formal.goal)
    assert solved(ISOSCELES.model_copy(update={"formal": formal})).answer == pytest.approx(130)


@pytest.mark.parametrize(
    ("formal", "status", "reason"),
    [
        (None, "unreadable", "no formal description"),
        (FormalDescription((), None), "unreadable", "asks for nothing"),
        (FormalDescription((), Goal(parse_expression("length(A,B)"), "")), "no_proof", "does not follow"),
    ],
)
def test_a_problem_that_cannot_be_solved_says_why(formal, status, reason):
    found = solve(ISOSCELES.model_copy(update={"formal": formal}))
    assert found.status == status
    assert reason in found.reason
    assert found.answer is None


def test_contradicting_givens_are_named_and_give_no_answer():
    made = problem({"A": (0, 0), "B": (3, 0)}, ["A B"], ["length(A,B) = 7", "length(A,B) = 8"], "length(A,B)")
    found = solve(made)
    assert (found.status, found.answer) == ("inconsistent", None)
    assert "length(A,B) = 7; length(A,B) = 8" in found.reason


def test_the_json_row_has_a_step_for_each_step_and_the_exact_form():
    right = problem(
        {"A": (0, 4), "B": (0, 0), "C": (3, 0)},
        ["A B", "B C", "A C"],
        ["angle(A,B,C) = 90", "length(A,B) = 2", "length(B,C) = 2"],
        "length(A,C)",
    )
    row = solve(right).as_json()
    assert (row["status"], row["exact"], row["answer"]) == ("solved", "2√2", pytest.approx(8**0.5))
    assert all({"text", "rule", "rule_id", "uses", "from", "concludes"} <= set(step) for step in row["steps"])
    assert len(row["steps"]) == 1


def test_elementary_theorems_come_before_trigonometry_however_many_steps_they_take():
    # Geometry3K 780: the bisector at B cuts AC = 20 as 14 : 11, so AD = 20 * 14/25 = 11.2; two laws of cosines would do too
    bisected = problem(
        {"A": (0, 0), "B": (119, 74), "C": (200, 0), "D": (112, 0)},
        ["A B", "B C", "A D C", "B D"],
        ["angle(A,B,D) = angle(C,B,D)", "length(A,B) = 14", "length(B,C) = 11", "length(A,C) = 20"],
        "length(A,D)",
    )
    proof = solved(bisected).proof
    assert proof.answer.text == "11.2"
    assert [step.rule_id for step in proof.steps] == ["segment_addition", "bisector_ratio"]


def test_a_root_has_its_decimal_beside_it():
    # the hypotenuse of legs 2 and 4 is 2√5 = 4.47
    right = problem(
        {"A": (0, 2), "B": (4, 0), "C": (0, 0)},
        ["A B", "B C", "A C"],
        ["angle(A,C,B) = 90", "length(A,C) = 2", "length(B,C) = 4"],
        "length(A,B)",
    )
    last = solved(right).proof.steps[-1]
    assert last.concludes == "AB = 2√5 ≈ 4.47"
    assert last.text.endswith("so AB = 2√5 ≈ 4.47.")


def test_a_value_that_cancels_is_not_found_first():
    # BD = 2x - 4 and BP = 2x - 9, so PD = 5 whatever x is (Geometry3K 2251)
    rhombus = problem(
        {"A": (-3, 0), "B": (0, 5), "C": (3, 0), "D": (0, -5), "P": (0, 0)},
        ["A B", "B C", "C D", "A D", "A P C", "B P D"],
        ["rhombus(A,B,C,D)", "length(B,D) = 2*x - 4", "length(B,P) = 2*x - 9"],
        "length(D,P)",
    )
    proof = solved(rhombus).proof
    assert [step.rule_id for step in proof.steps] == ["segment_addition"]
    assert proof.answer.text == "5"
