"""Questions about a method, a part or a rule, plans and what is given up: yes or no where the engine can tell."""

import pytest

from gnomon.dialogue import Dialogue, HeardMove, StudentTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import reader_of
from gnomon.tutor.symbolic.doubting import Doubting
from tests.every import every
from tests.tutor.symbolic.test_whether import talk


def answered(problem, message, *heard, before=()):
    """Return the key of the answer to what an ear has heard in a message."""
    reader = reader_of(bank()[problem], solution_of(bank()[problem]))
    dialogue = Dialogue(problem=problem)
    for text in (*before, message):
        dialogue = dialogue.with_turn(StudentTurn(utterance=text))
    moves = tuple(HeardMove(kind=kind, words=words, says=says) for kind, words, says in heard)
    doubting = Doubting(reader.diagnose(dialogue, moves), reader)
    found = doubting.doubted() or doubting.taken_back()
    return None if found is None else found.key


@every(
    [
        ("tangent-minus-chord-chly", "do i do 90-33", "positive"),
        ("trapezoid-leg-fkpwz", "do i do 15 * 7.5", "negative"),  # a leg is no height
        ("l-shape-area-kpqrst", "do i do 7*8", "negative"),  # no rectangle of it has both
        ("l-shape-area-kpqrst", "do i do 7*4", "positive"),
        ("l-shape-area-kpqrst", "do i do 3*3", "none"),  # of what, nobody knows
    ],
    name=lambda case: case[1],
)
def test_a_calculation_that_is_asked_about_gets_its_yes_or_no(problem, message, feedback):
    turn = talk(problem, message)
    assert turn.feedback == feedback


@every(
    [
        ("nested-midsegments-dpsv", "first i find AB", ("plan", "first i find AB", "length(A,B)"), "plan_right"),
        ("nested-midsegments-dpsv", "first i find JK", ("plan", "first i find JK", "length(J,K)"), None),  # it is sought
        ("nested-midsegments-dpsv", "first i find DP", ("plan", "first i find DP", "length(D,P)"), None),  # it is given
        ("pythagoras-leg-def", "is that the rule", ("doubt", "is that the rule", "pythagoras"), "doubt_right"),
        ("area-ghi", "is that the rule", ("doubt", "is that the rule", "pythagoras"), None),  # it holds elsewhere
        ("opposite-angle-gate", "is G across from T", ("doubt", "is G across from T", "opposite(G,T)"), "doubt_right"),
        ("opposite-angle-gate", "is G across from A", ("doubt", "is G across from A", "opposite(G,A)"), "doubt_wrong"),
        ("obtuse-tangent-chord-tev", "more than 90 right", ("doubt", "more than 90 right", "angle(E,T,V) > 90"), "doubt_right"),
        ("tangent-minus-chord-chly", "is LHY 57", ("doubt", "is LHY 57", "angle(L,H,Y) = 57"), None),  # a guess at the answer
    ],
    name=lambda case: case[1],
)
def test_what_an_ear_has_heard_asked_or_planned_is_answered(problem, message, heard, key):
    assert answered(problem, message, heard) == key


def test_who_gives_up_what_was_called_wrong_is_agreed_with():
    denied = ("denial", "that cant be", "angle(L,H,Y) = 33")
    assert answered("tangent-minus-chord-chly", "that cant be", denied, before=("LHY is 33",)) == "taken_back"
    assert answered("tangent-minus-chord-chly", "that cant be", denied, before=("hm",)) is None


def test_a_number_that_nobody_has_said_is_not_searched_by_denying_it():
    for number in (56, 57, 58):
        denied = ("denial", f"its not {number}", f"angle(L,H,Y) = {number}")
        assert answered("tangent-minus-chord-chly", f"its not {number}", denied, before=("LHY is 33",)) is None


@every(
    [
        ("equal-circles-arc-lengths-ekcx", "if one circle was bigger would it still work", "equal_chords_arc_lengths_circles"),
        ("area-ghi", "why is it different here", "triangle_area"),
    ],
    name=lambda case: case[1],
)
def test_what_is_asked_of_another_figure_or_for_a_reason_gets_no_yes(problem, message, rule):
    assert answered(problem, message, ("doubt", message, rule)) is None


def test_a_rule_beside_a_relation_is_left_open():
    asked = (("doubt", "is that the rule", "pythagoras"), ("doubt", "and is it right there", "perpendicular(D,E,E,F)"))
    assert answered("pythagoras-leg-def", "is that the rule and is it right there", *asked) is None


def test_of_two_ways_none_is_called_right():
    ways = [
        ("doubt", "do i halve that", "angle(E,Z,K) = angle(E,S,K)/2"),
        ("doubt", "or double it", "angle(E,Z,K) = 2*angle(E,S,K)"),
    ]
    assert answered("radii-to-inscribed-eksz", "do i halve that or double it", *ways) is None
    assert answered("radii-to-inscribed-eksz", "do i halve that", ways[0]) == "doubt_right"


@every(
    [
        ("whats cos 60 again, 0.87?", "negative", "0.5"),
        ("whats cos 60 again, 0.5?", "positive", "0.5"),
        ("what is cos 60", "none", "0.5"),
        ("was ist cos 60", "none", "0.5"),
    ],
    name=lambda case: case[0],
)
def test_a_function_of_an_angle_is_told_as_a_table_does(message, feedback, value):
    turn = talk("cosines-exact-lqz", message)
    assert turn.feedback == feedback
    assert value in turn.utterance


@pytest.mark.parametrize("angle", ["51.32", "50", "52"])
def test_a_function_of_an_angle_that_may_be_a_guess_is_not_told(angle):
    assert "table" not in talk("angle-cosine-cmz", f"what is cos {angle}").utterance


@every([("i draw a line from H through F", "positive"), ("i draw a line from H through F, so its 57", "negative")])
def test_a_helping_line_is_allowed_and_praises_no_number(message, feedback):
    assert talk("arrowhead-fghk", message).feedback == feedback


@every(
    [
        ("gotta go to training now. bye", True),
        ("muss los, tschüss", True),
        ("bye is that what i have to write?", False),
        ("the line goes by M", False),
    ],
    name=lambda case: case[0],
)
def test_who_says_goodbye_is_let_go(message, ends):
    turn = talk("triangle-sum-klm", message)
    assert (turn.subact == "Farewell") is ends
    assert "57" not in turn.utterance


def test_an_example_comes_after_an_attempt_and_before_it_is_said_when():
    asked = "show me one with other numbers"
    first = talk("sine-abc", asked)
    assert "first" in first.utterance or "tried" in first.utterance
    after = talk("sine-abc", "sin 30 = 5/x", asked)
    assert "other numbers" in after.utterance or "another figure" in after.utterance
    assert "tried" not in after.utterance


@every(
    [
        ("doubt", "altitude is just another word for height or", "altitude_same_as_height", "doubt_right"),
        ("doubt", "does a median always halve the angle", "median_halves_angle", "doubt_wrong"),
        ("plan", "i just draw a helping line", "helping_line", "plan_right"),
        ("plan", "i add the sides instead of squares", "hypotenuse_sum_of_legs", "plan_wrong"),
        ("plan", "i use pythagoras", "pythagoras_true", None),  # true, and of no use here
        ("plan", "i do it with the angle sum", "triangle_angle_sum", "plan_right"),
        ("plan", "i do it with the angle sum", "pythagoras", None),
        ("doubt", "how many degrees is once around", "around_point_360", None),  # it is told, and not affirmed
        ("plan", "i turn at every corner", "let collinear(K,L,X): angle(X,L,M) = 180 - angle(K,L,M)", "plan_right"),
        ("doubt", "is it base times height or half of it", "triangle_area_half", None),
        ("plan", "i draw a circle through all corners", "let inscribed(Z,K,L,M)", "plan_right"),
        ("doubt", "is the outside one at L 109", "let collinear(K,L,X): angle(X,L,M) = 180 - angle(K,L,M)", "doubt_right"),
        ("doubt", "are the halves of KL the same", "let midpoint(X,K,L): length(K,X) = length(X,L)", "doubt_right"),
        ("doubt", "is the bit from X to M as long as KX", "let midpoint(X,K,L): length(M,X) = length(K,X)", "doubt_wrong"),
    ],
    name=lambda case: case[1],
)
def test_what_is_asked_of_all_figures_or_of_own_points_is_answered(kind, message, says, key):
    assert answered("triangle-sum-klm", message, (kind, message, says)) == key


@every(
    [
        ("pentagon-diagonal-fjmtz", "do i do 540 divided by 5", "angle(F,J,M) = 540/5", "plan_right"),
        ("pentagon-diagonal-fjmtz", "do i do 540 divided by 3", "angle(F,J,M) = 540/3", "plan_wrong"),
        ("pentagon-diagonal-fjmtz", "do i do 7 * 9", "angle(F,J,M) = 7*9", None),
    ],
    name=lambda case: case[1],
)
def test_the_angle_sum_of_a_polygon_may_stand_in_a_plan(problem, message, says, key):
    assert answered(problem, message, ("plan", message, says)) == key


def test_who_finds_a_size_below_zero_and_gives_the_value_up_is_agreed_with():
    moves = (("denial", "-18 cant be", "angle(R,O,W) = -18"), ("denial", "so x is not 7", "x = 7"))
    said = ("2x+32 = 6x-60", "4x = 28, x = 7")
    assert answered("opposite-angles-brow", "-18 cant be, so x is not 7", *moves, before=said) == "taken_back"
    others = (("denial", "79 cant be", "angle(R,O,W) = 79"), ("denial", "so x is not 7", "x = 7"))
    assert answered("opposite-angles-brow", "79 cant be, so x is not 7", *others, before=said) is None  # a search
