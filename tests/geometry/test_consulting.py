"""The text of a problem held against its givens, and what a proof takes from it."""

import pytest

from gnomon.geometry import outcomes, solve
from gnomon.geometry.checker import check_proof
from gnomon.geometry.consulting import compared
from gnomon.problem import problem_of, read_form
from gnomon.problem.telling import telling

TRIANGLE = {"points": {"A": [0, 0], "B": [10, 0], "C": [5.3, 6.3], "D": [3, 9.4]}, "lines": ["A B", "B C D", "C A"]}
ROOF = {"points": {"A": [0, 0], "B": [-3, -8], "C": [3, -8]}, "lines": ["A B", "B C", "C A"]}


def posed(text, facts, find, figure=TRIANGLE):
    return problem_of({"id": "own", "text": text, "figure": figure, "facts": facts, "find": find})


SOLVED: dict = {}
"""Solutions by the problem's text: several tests look at one."""


def solved(problem):
    if problem.question.text not in SOLVED:
        SOLVED[problem.question.text] = solve(problem)
    return SOLVED[problem.question.text]


SIZES = "In triangle ABC, angle A = 50 degrees and angle B = 60 degrees. Find angle ACB."
OTHER_SIZE = posed(SIZES, ["∠BAC = 40", "∠ABC = 60"], "∠ACB")
LACKING = posed("In triangle ABC, AB = AC and angle A = 40 degrees. Find angle ABC.", ["∠BAC = 40"], "∠ABC", ROOF)
CONTRADICTORY = posed(
    "In triangle ABC, angle A = 50 degrees, angle B = 60 degrees and angle C = 70 degrees. Find angle ACD.",
    ["∠BAC = 40", "∠ABC = 60", "∠ACB = 70"],
    "∠ACD",
)
RIGHT = {"points": {"A": [0, 3], "B": [0, 0], "C": [4, 0]}, "lines": ["A B", "B C", "C A"]}
LABEL = posed(
    "In triangle ABC, angle B = 90 degrees, AB = 3 and BC = 4. Find AC.",
    ["∠BAC = 30", "AB = 3", "BC = 4", "AB ⊥ BC"],
    "AC",
    RIGHT,
)


def test_a_size_that_the_text_gives_otherwise_is_told_and_the_fact_is_used_where_it_has_a_proof():
    solution = solved(OTHER_SIZE)
    assert solution.answer == 80  # 180 - 40 - 60
    (note,) = solution.notes
    assert "the text says ∠BAC = 50 ('angle A = 50 degrees'), the facts ∠BAC = 40; ∠BAC = 40 was used" in note
    assert "The text says ∠BAC = 50" in solution.notice
    assert any(each.severity == "warning" and "∠BAC = 50" in each.message for each in outcomes(OTHER_SIZE, solution))


def test_nothing_is_told_where_text_and_facts_agree_in_other_words():
    same = posed(SIZES, ["∠CAB = 50", "∠CBA = 60"], "∠BCA")
    found = compared(same)
    assert not found.differing
    assert not found.unmatched
    assert solve(same).notes == ()


def test_a_rounded_number_is_no_disagreement():
    text = "In triangle ABC, angle B = 90 degrees, AB = 8.66 cm and BC = 4 cm. Find AC."
    assert compared(posed(text, ["AB = 5√3", "BC = 4", "∠ABC = 90"], "AC", RIGHT)).differing == ()


def test_another_goal_in_the_text_is_told():
    (note,) = solve(posed(SIZES, ["∠BAC = 50", "∠ABC = 60"], "∠ACD")).notes
    assert "the text asks for ∠ACB ('Find angle ACB'), the facts for ∠ACD; ∠ACD was found" in note


def test_a_fact_that_only_the_text_says_is_taken_where_there_is_no_proof_without_it_and_the_step_names_it():
    solution = solved(LACKING)
    assert solution.answer == 70  # (180 - 40) / 2
    assert solution.proof.steps[0].text.startswith("As the text says, AB = AC. ")
    assert [said.shown for said in solution.told.taken] == ["AB = AC"]
    assert solution.as_json()["as_told"] == ["length(A,B) = length(A,C)"]
    assert solve(LACKING, last_resorts=False).status == "no_proof"


def test_the_text_decides_which_of_the_facts_that_contradict_each_other_is_left_out():
    solution = solved(CONTRADICTORY)
    assert solution.answer == 110  # 180 - 70
    assert [given.shown for given in solution.told.set_aside] == ["∠BAC = 40"]
    assert "the text says ∠BAC = 50" in solution.notes[0]
    assert "∠BAC = 40 was left out" in solution.notes[0]


@pytest.mark.slow
def test_the_one_fact_that_the_text_does_not_say_and_that_contradicts_it_is_left_out():
    solution = solved(LABEL)
    assert solution.answer == 5
    assert [given.shown for given in solution.told.set_aside] == ["∠BAC = 30"]


@pytest.mark.parametrize("text", ["", " Neither of them is sure."])
def test_what_words_do_not_say_for_sure_is_not_used(text):
    # An isosceles triangle whose legs no sentence names may be one of three; beside "not" a sentence says nothing.
    vague = f"Triangle ABC is isosceles.{text} AB is not equal to AC, so to speak. Angle A = 40 degrees. Find angle ABC."
    assert solve(posed(vague, ["∠BAC = 40"], "∠ABC", ROOF)).status == "no_proof"


def test_a_text_made_from_the_literals_says_nothing_of_its_own():
    form = {
        "diagram_logic_forms": ["Equals(LengthOf(Line(A, B)), 3)"],
        "text_logic_forms": ["Equals(LengthOf(Line(B, C)), 4)", "Find(LengthOf(Line(B, C)))"],
        "point_positions": {"A": [0, 0], "B": [0, 30], "C": [40, 30]},
        "line_instances": ["AB", "BC", "AC"],
    }
    assert telling(read_form("7", form)) == ((), ())
    (said,) = telling(read_form("7", {**form, "problem_text": r"In $\triangle ABC$, $BC = 4$. Find $AC$."})).said
    assert said.shown == "BC = 4"


def test_a_fact_of_the_text_is_refused_by_the_checker_where_the_text_does_not_say_it():
    record = solved(LACKING).record()
    assert check_proof(LACKING, record).accepted
    other = LACKING.model_copy(update={"question": LACKING.question.model_copy(update={"text": "Find angle ABC."})})
    assert "does not say for sure" in str(check_proof(other, record).faults[0])


def test_a_step_that_does_not_name_what_it_takes_from_the_text_is_refused():
    record = solved(LACKING).record()
    step = record.steps[0]
    silent = step.model_copy(update={"text": step.text.removeprefix("As the text says, AB = AC. ")})
    assert any(fault.kind == "as told" for fault in check_proof(LACKING, record.model_copy(update={"steps": (silent,)})).faults)


def test_only_what_contradicts_the_text_may_be_set_aside():
    record = solved(CONTRADICTORY).record()
    kinds = {fault.kind for fault in check_proof(CONTRADICTORY, record.model_copy(update={"set_aside": ("∠ABC = 60",)})).faults}
    assert kinds == {"as told"}  # the text says it
    holding = solved(OTHER_SIZE).record().model_copy(update={"set_aside": ("∠ABC = 60",)})
    assert not check_proof(OTHER_SIZE, holding).accepted
