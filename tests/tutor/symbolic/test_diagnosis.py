"""Diagnosis: the first false claim, its step, the idea behind it, and what has been shown."""

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank, load_problem
from gnomon.tutor import Diagnostician, Truth
from tests.every import every


def _diagnose(problem_id, attempt="", *messages):
    problem = bank()[problem_id]
    solution = solution_of(problem)
    dialogue = Dialogue(problem=problem_id, attempt=attempt)
    for message in messages:
        turn = TutorTurn(act="Focus", subact="SeekStrategy", utterance="And then?", record=TurnRecord(rung="strategy"))
        dialogue = dialogue.with_turn(turn).with_turn(StudentTurn(utterance=message))
    return Diagnostician(problem, solution.proof, solution.deduction).diagnose(dialogue)


def test_a_wrong_value_is_located_and_its_misconception_named():
    found = _diagnose("pythagoras-leg-def", "EF = 13.93")
    assert found.error.step == 0
    assert found.error.misconception.id == "hypotenuse_as_leg"


def test_the_first_false_claim_counts_not_what_follows_from_it():
    found = _diagnose("parallel-apex-bcnvw", "NCV = 68\nBCN = 19")
    assert found.error.step == 0
    assert found.error.misconception.id == "cointerior_equal"


def test_putting_the_step_right_clears_the_error_and_moves_on():
    found = _diagnose("parallel-apex-bcnvw", "NCV = 68\nBCN = 19", "oh, angle NCV is 112")
    assert found.error is None
    assert found.step == 1


def test_the_right_answer_by_another_path_is_accepted():
    """BC from the other acute angle (cosine of 55°) instead of the sine of 35°."""
    found = _diagnose("sine-abc", "", "angle ACB = 90 - 35 = 55", "BC = 12 cos 55 = 6.88")
    assert found.is_solved
    assert found.error is None


def test_a_right_attempt_has_no_error():
    found = _diagnose("triangle-sum-klm", "52 + 71 + KML = 180, so KML = 57")
    assert found.error is None
    assert found.is_solved


def test_a_later_wrong_answer_takes_the_right_one_back():
    found = _diagnose("triangle-sum-klm", "", "KML = 57", "no, sorry, KML = 67")
    assert not found.is_solved
    assert found.error is not None


@every(["idk", "just tell me", "hello", "was ist das?", "🙂", "{}"])
def test_a_message_without_a_claim_changes_nothing(message):
    found = _diagnose("triangle-sum-klm", "KML = 237", message)
    assert found.error is not None
    assert found.step == 0


def test_a_later_wrong_value_of_a_sine_takes_the_right_one_back(data_folder):
    """The goal is an expression here, not a letter or a length; sin ∠BAC = 8/17."""
    problem = load_problem(f"{data_folder / 'geometry3k' / 'forms_0000_2400.json'}#602")
    solution = solution_of(problem)
    turn = TutorTurn(act="Focus", subact="SeekStrategy", utterance="And then?")
    dialogue = Dialogue(problem=problem.id, attempt="sin ∠BAC = 8/17").with_turn(turn)
    reader = Diagnostician(problem, solution.proof, solution.deduction)
    assert reader.diagnose(dialogue).is_solved
    assert not reader.diagnose(dialogue.with_turn(StudentTurn(utterance="My answer is sin ∠BAC = 0.62."))).is_solved


def test_a_withheld_value_is_dropped_with_the_next_wrong_one():
    """Its reason may come later, but not for who has gone back to something wrong."""
    guesses = ["KML = 50", "KML = 51", "KML = 52", "KML = 57"]
    assert _diagnose("triangle-sum-klm", "", *guesses, "52 + 71 = 123").is_solved
    assert not _diagnose("triangle-sum-klm", "", *guesses, "KML = 52", "52 + 71 = 123").is_solved


@pytest.mark.slow
@every(
    [
        ("chord-distance-okuz", ["OK is a radius", "17"], "unknown", "the size of the part spoken of last"),
        ("chord-distance-okuz", ["KZ is 8", "17"], "wrong", "nothing else is meant"),
        ("trapezoid-area-srakh", ["rectangle first, 8 by 5", "40"], "unknown", "what the numbers told last make"),
        ("trapezoid-area-srakh", ["8*5 = 40", "6*5/2 = 15", "40+15"], "right", "results of the messages before"),
        ("two-right-triangles-jksv", ["12² + KV² = 225", "KV² = 91", "81"], "right", "what a wrong equation should have come to"),
    ]
)
def test_a_lone_value_is_seen_with_what_was_said_before_it(problem_id, messages, truth, why):
    claims = _diagnose(problem_id, "", *messages).exchanges[-1].claims
    assert [str(claim.truth) for claim in claims] == [truth], why


@every(
    [
        ("opposite-angles-brow", "23", "wrong", "x"),  # the size of another part
        ("opposite-angles-brow", "23°", "wrong", "x"),
        ("kite-area-blrve", "126", "wrong", None),
        ("opposite-angles-brow", "78", "right", None),
        ("opposite-angles-brow", "its 23 for x", "right", None),  # words say of what it is
    ],
    one_in=3,
)
def test_a_number_alone_as_the_first_message_answers_the_problem(problem_id, message, truth, meant):
    problem = bank()[problem_id]
    solution = solution_of(problem)
    turn = TutorTurn(act="Generic", subact="Introduce", utterance="Hello!")
    dialogue = Dialogue(problem=problem_id).with_turn(turn).with_turn(StudentTurn(utterance=message))
    found = Diagnostician(problem, solution.proof, solution.deduction).diagnose(dialogue)
    (claim,) = found.exchanges[-1].claims
    assert (str(claim.truth), None if claim.meant is None else str(claim.meant)) == (truth, meant)
    assert found.last.verdict == truth


def test_a_chain_that_is_asked_about_is_not_confirmed_for_its_beginning():
    (asked,) = _diagnose("triangle-sum-klm", "KML = 123", "is it 180 - 123 = 50?").exchanges
    assert [each.truth for each in asked.claims if each.truth.is_right] == []
    (asked,) = _diagnose("triangle-sum-klm", "KML = 123", "is it 180 - 123 = 57?").exchanges
    assert [each.truth for each in asked.claims] == [Truth.RIGHT]
