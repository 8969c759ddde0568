"""Questions whether something is so: a yes or a no where the engine can tell, and none where a number is only tried."""

import asyncio
from functools import cache

import pytest

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import SymbolicTutor
from tests.every import every


@cache
def talk(problem, *messages, attempt=""):
    session = Session(solution_of(bank()[problem]), GuardedTutor(SymbolicTutor(seed=0)), most_tutor_turns=99)
    dialogue = Dialogue(problem=problem, attempt=attempt)
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    for message in messages:
        dialogue = dialogue.with_turn(StudentTurn(utterance=message))
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    return dialogue.tutor_turns()[-1]


@pytest.mark.slow
@every(
    [
        ("centroid-median-bhtvz", "so its 2 to 1?", "positive"),
        ("cosines-obtuse-nry", "is cos 120 the same as cos 60?", "negative"),
        ("cosines-obtuse-nry", "is sin 120 the same as sin 60?", "positive"),
        ("chord-radius-ofhr", "so i draw OF. is it the same as OH", "positive"),
        ("chord-radius-ofhr", "is FR half of FH?", "positive"),
        ("chord-radius-ofhr", "is FH half of FR?", "negative"),
        ("tangent-length-cks", "theres a right angle maybe? at C?", "negative"),
        ("tangent-length-cks", "theres a right angle maybe? at S?", "positive"),
        ("semicircle-pythagoras-gntw", "is GW the hypotenuse?", "positive"),
        ("semicircle-pythagoras-gntw", "is GT the hypotenuse?", "negative"),
        ("semicircle-pythagoras-gntw", "is T on the circle?", "positive"),
        ("inscribed-minor-arc-oflw", "is the arc FL 104?", "positive"),
        ("inscribed-minor-arc-oflw", "is the arc FL 52?", "negative"),
        ("similar-medians-krsbvw", "so K goes with B and R with V", "positive"),
        ("similar-medians-krsbvw", "so K goes with V and R with B", "negative"),
        ("same-arc-dhlsy", "are the two angles the same?", "positive"),
        ("same-arc-dhlsy", "sind die beiden Winkel gleich?", "positive"),
        ("same-arc-dhlsy", "do they add up to 180?", "negative"),
        ("areas-smaller-cfkpux", "and for the area 25:9?", "positive"),
    ],
    name=lambda case: case[1],
)
def test_a_question_whether_a_relation_holds_is_answered(problem, message, feedback):
    assert talk(problem, message).feedback == feedback


@every(
    [
        ("semicircle-pythagoras-gntw", "is it 24?"),
        ("semicircle-pythagoras-gntw", "23? 24? 25?"),
        ("inscribed-minor-arc-oflw", "is angle FWL bigger than 90?"),
        ("opposite-angles-plum", "are they equal or do they add up to 180?"),
        ("areas-smaller-cfkpux", "is it 27?"),
    ],
    name=lambda case: case[1],
    one_in=3,
)
def test_a_number_that_is_tried_and_a_choice_are_neither_confirmed_nor_denied(problem, message):
    assert talk(problem, message).feedback == "none"


def test_a_search_for_a_ratio_is_not_answered_without_end():
    last = talk("centroid-median-bhtvz", "is it 5 to 1?", "is it 4 to 1?", "is it 2 to 1?")
    assert last.feedback == "none"


def test_a_ratio_of_other_parts_is_named_and_not_praised():
    turn = talk("parallel-base-ekmrw", "6 to 9 is the ratio")
    assert turn.feedback == "none"
    assert "EM" in turn.utterance
    assert "KM" in turn.utterance


def test_what_was_handed_in_is_no_guess():
    attempt = "75/x = 15/9\nx = 45"
    for message in ("is it right", "i got 45 for the area is that right"):
        turn = talk("areas-smaller-cfkpux", message, attempt=attempt)
        assert turn.feedback == "negative"
        assert "x = 45" in turn.utterance
    assert (
        talk("exterior-letters-dnvz", "is what i wrote ok?", attempt="angle NZV = 180 - (5x+10) = 170 - 5x").feedback
        == "positive"
    )


def test_a_value_of_something_else_is_named_when_it_is_asked_for_the_answer():
    turn = talk("exterior-letters-dnvz", "50 + 3x = 5x + 10", "x=20", "so its 20 degrees?")
    assert turn.feedback == "negative"
    assert " x" in turn.utterance


def test_the_result_of_a_calculation_of_ones_own_needs_no_name():
    turn = talk("semicircle-pythagoras-gntw", "so 676-100", "576")
    assert turn.feedback == "positive"
    assert "676-100" in turn.utterance


@every(
    [
        ("circumference-from-diameter-ekx", "whats circumference again", "once round a circle"),
        ("same-arc-dhlsy", "was ist ein Bogen?", "Stück des Kreises"),
        ("chord-distance-okuz", "is KZ half of KU?", "yes"),
        ("isosceles-exterior-dnsw", "how do i even start", "how do i even start"),
    ],
    name=lambda case: case[1],
)
def test_a_question_in_the_place_of_the_work_is_answered_by_the_first_turn(problem, attempt, answer):
    turn = talk(problem, attempt=attempt)
    assert turn.subact == "Introduce"
    assert answer in turn.utterance


def test_a_sum_that_a_wrong_idea_gives_is_no_mistake_in_counting_and_not_the_answer():
    turn = talk("circumference-from-diameter-ekx", "2*pi*60=377")
    assert turn.feedback == "negative"
    assert any(words in turn.utterance for words in ("not yet", "not right", "does not fit"))


def test_signs_of_the_drawing_have_a_meaning():
    turn = talk("corresponding-linear-adejmpqx", "and what do the little arrows on the lines mean")
    assert "parallel" in turn.utterance


@every(
    [
        ("außenwinkel = der dritte winkel, oder nicht?", "negative"),
        ("the exterior angle equals the third angle, doesn't it", "negative"),
        ("is the exterior angle the third angle?", "negative"),
        ("ist der außenwinkel gleich dem dritten winkel?", "negative"),
        ("der außenwinkel ist die summe der beiden anderen winkel, oder?", "positive"),
        ("the exterior angle equals the sum of the two far ones, doesnt it", "positive"),
        ("the exterior angle is somehow like the pointy one or what?", "none"),
    ],
    one_in=3,
)
def test_a_theorem_that_is_asked_about_is_judged_as_one_that_is_stated(message, feedback):
    assert talk("exterior-angle-prst", message).feedback == feedback


@every(["is it 127+1?", "is it 127+1 = 128?", "is it 128*1?", "is it 126+1?"])
def test_a_sum_made_up_to_try_a_number_is_neither_confirmed_nor_denied(message):
    turn = talk("inscribed-minor-arc-oflw", message)
    assert turn.feedback == "none"
    assert "128" not in turn.utterance.replace(message.strip("? "), "")


def test_a_value_that_is_asked_about_with_its_calculation_is_judged():
    assert talk("inscribed-minor-arc-oflw", "is it 104/2 = 52").feedback == "negative"
    assert talk("tangent-secant-angle-ogpuz", "is it (142+54):2 = 98 then").feedback == "negative"


def test_a_letter_that_may_stand_for_anything_is_not_confirmed_in_a_question():
    assert talk("radius-from-circumference-jr", "ok der umfang. also u = pi mal r hoch 2?").feedback == "none"


def test_a_word_taken_for_another_is_set_right_with_what_it_means():
    turn = talk("centroid-short-fjnrx", "so a median is the line that meets the side at a right angle?")
    assert turn.feedback == "negative"
    assert "midpoint" in turn.utterance
