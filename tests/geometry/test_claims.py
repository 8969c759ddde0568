"""Statements that are to be proved: what follows is proved and checked, what does not is refused."""

import pytest

from gnomon.geometry import solution_of, solve
from gnomon.geometry.check import outcomes
from gnomon.geometry.checker import check_proof
from gnomon.problem import FormalDescription, proofs
from tests.every import every
from tests.geometry.drawn import problem

ISOSCELES = problem(
    {"A": (0, 6), "B": (-3, 0), "C": (3, 0), "D": (0, 0)},
    ["A B", "A C", "B D C", "A D"],
    ["length(A,B) = length(A,C)", "midpoint(D,B,C)"],
    None,
    claim="perpendicular(A,D,B,C)",
)


def claiming(claim, givens=("length(A,B) = length(A,C)", "midpoint(D,B,C)")):
    figure = ISOSCELES.question.figure
    return problem(figure.points, ["A B", "A C", "B D C", "A D"], givens, None, claim=claim)


def test_a_statement_that_follows_is_proved_step_by_step():
    solution = solve(ISOSCELES)
    assert solution.status == "solved", solution.reason
    assert [step.rule_id for step in solution.claim_proof.steps] == ["isosceles_median"]
    assert solution.claim_proof.steps[-1].concludes == "∠ADB = 90°, AD is perpendicular to BC"
    assert solution.answer is None


def test_an_equation_is_proved_as_well_as_a_fact():
    solution = solve(claiming("angle(B,A,D) = angle(C,A,D)"))
    assert solution.status == "solved", solution.reason


@pytest.mark.slow
def test_what_is_true_in_the_drawing_by_chance_alone_is_not_proved():
    solution = solve(claiming("perpendicular(A,D,B,C)", givens=["midpoint(D,B,C)"]))
    assert (solution.status, solution.claim_proof) == ("no_proof", None)
    assert "does not follow" in solution.reason


def test_what_is_false_in_the_figure_is_refused_at_once():
    solution = solve(claiming("length(A,B) = length(B,C)"))
    assert solution.status == "no_proof"
    assert "is not so in the figure" in solution.reason


@pytest.mark.slow
def test_what_the_problem_itself_states_is_no_task():
    solution = solve(claiming("midpoint(D,B,C)"))
    assert (solution.status, solution.reason) == ("no_proof", "the problem itself states that D is the midpoint of BC")


def test_of_givens_that_contradict_each_other_nothing_is_proved():
    givens = ["length(A,B) = 5", "length(A,C) = 6", "length(A,B) = length(A,C)"]
    assert solve(claiming("perpendicular(A,D,B,C)", givens=givens)).status == "inconsistent"


def test_the_checker_refuses_a_proof_of_another_statement():
    record = solve(ISOSCELES).record()
    other = check_proof(claiming("angle(B,A,D) = angle(C,A,D)"), record)
    assert [fault.kind for fault in other.faults] == ["goal"]


def test_the_checker_refuses_a_claim_that_rests_on_nothing():
    record = solve(ISOSCELES).record()
    bare = record.model_copy(update={"claim": record.claim.model_copy(update={"steps": ()})})
    assert any("does not follow from nothing" in str(fault) for fault in check_proof(ISOSCELES, bare).faults)


def test_a_proof_of_a_value_is_none_of_a_statement():
    record = solve(ISOSCELES).record()
    asked = problem(ISOSCELES.question.figure.points, ["A B", "A C", "B D C", "A D"], [], "angle(A,D,B)")
    assert "a proof of a value was asked for" in str(check_proof(asked, record).faults[0])


@pytest.mark.slow
@every(proofs())
def test_every_statement_of_the_bank_is_proved(problem_id):
    asked = proofs()[problem_id]
    assert [said for said in outcomes(asked, solution_of(asked)) if said.severity != "info"] == []


@pytest.mark.slow
@every(proofs())
def test_a_statement_of_the_bank_needs_the_givens_that_its_proof_cites(problem_id):
    """Left out one given that the proof rests on and nothing else, another proof is found, or none; never the same one."""
    asked = proofs()[problem_id]
    record = solution_of(asked).record()
    cited = [given for given in asked.formal.givens if given.source in record.cited]
    for left_out in dict.fromkeys(given.source for given in cited):
        kept = tuple(given for given in asked.formal.givens if given.source != left_out)
        formal = FormalDescription(kept, None, claim=asked.formal.claim)
        assert check_proof(asked.model_copy(update={"formal": formal}), record).faults


def test_corresponding_angles_keep_their_names_where_the_triangles_are_called_as_before():
    step = solution_of(proofs()["prove-altitude-similar"]).claim_proof.steps[1]
    assert step.text == "Triangles ABC and ADB are similar, so the corresponding angles ACB and ABD are equal."


@pytest.mark.slow
def test_ten_statements_of_the_bank_take_a_helping_line():
    assert sum(solution_of(problem).construction is not None for problem in proofs().values()) >= 10
