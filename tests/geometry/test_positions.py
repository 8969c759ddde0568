"""What the figure shows although nothing states it: read off only where nothing else gives a proof, and said where it is used."""

import math

import pytest

from gnomon.geometry import solve
from gnomon.geometry.checker import check_proof
from gnomon.geometry.positions import MOST_TAKEN, positions, source_of, with_positions
from tests.geometry.drawn import problem

TANGENTS = problem(
    {"B": (0, 0), "X": (1.5, 2), "Y": (1.5, -2), "W": (4.17, 0)},
    ["B X", "B Y", "W X", "W Y"],
    ["angle(X,B,Y) = 106"],
    "angle(X,W,Y)",
)
STRAIGHT = problem(
    {"A": (0, 0), "B": (4, 0.05), "C": (9, 0), "D": (5, 3)},
    ["A B", "B C", "B D"],
    ["angle(A,B,D) = 110"],
    "angle(D,B,C)",
)


def stated(made, *facts):
    return with_positions(made, facts).formal.givens[-len(facts) :]


def test_right_angles_that_nothing_states_are_read_off_and_named_where_they_are_used():
    solution = solve(TANGENTS)
    assert solution.answer == pytest.approx(180 - 106)
    assert [fact.in_notation() for fact in solution.as_shown] == ["BX ⊥ XW", "WY ⊥ YB"]
    assert [step.as_shown for step in solution.proof.steps] == [solution.as_shown]
    assert solution.proof.steps[0].text.startswith(
        "As the figure shows, BX is perpendicular to XW and WY is perpendicular to YB."
    )
    assert solution.notice == "Not stated, but shown by the figure: BX ⊥ XW, WY ⊥ YB."


def test_a_straight_line_that_nothing_states_is_named_by_the_step_that_speaks_of_its_points():
    solution = solve(STRAIGHT)
    assert solution.answer == pytest.approx(70)
    assert [str(fact) for fact in solution.as_shown] == ["collinear(A, B, C)"]
    assert "A, B, C lie on one line" in solution.proof.steps[0].text


def test_nothing_is_read_off_where_the_givens_are_enough():
    enough = with_positions(TANGENTS, solve(TANGENTS).as_shown)
    assert solve(enough).as_shown == ()


def test_nothing_is_read_off_where_last_resorts_are_not_wanted():
    assert solve(TANGENTS, last_resorts=False).status == "no_proof"


def test_a_right_angle_that_is_asked_for_is_not_answered_by_looking_at_it():
    right = problem({"A": (0, 3), "B": (0, 0), "C": (4, 0)}, ["A B", "B C", "C A"], ["length(A,B) = 3"], "angle(A,B,C)")
    assert solve(right).status == "no_proof"


@pytest.mark.parametrize(("degrees", "is_read"), [(90, True), (87.5, True), (86, False)])
def test_a_corner_counts_as_right_up_to_three_degrees(degrees, is_read):
    turned = (4 * math.cos(math.radians(degrees)), 4 * math.sin(math.radians(degrees)))
    made = problem({"A": (3, 0), "B": (0, 0), "C": turned}, ["A B", "B C"], ["length(A,B) = 3"], "length(B,C)")
    assert [fact.kind for fact in positions(made)] == (["perpendicular"] if is_read else [])


def test_a_stated_right_angle_is_not_read_off_again():
    made = problem({"A": (3, 0), "B": (0, 0), "C": (0, 4)}, ["A B", "B C"], ["angle(A,B,C) = 90"], "length(B,C)")
    assert positions(made) == []


def test_a_line_square_to_a_radius_is_read_as_a_tangent():
    made = problem(
        {"O": (0, 0), "T": (2, 0), "P": (2, 3)}, ["P T", "O P"], ["length(O,P) = 13"], "length(P,T)", circles={"O": "T"}
    )
    assert [str(fact) for fact in positions(made)] == ["tangent(T, P, O)"]


def test_a_proof_takes_no_more_than_a_few():
    assert len(solve(TANGENTS).as_shown) <= MOST_TAKEN


# the checker


def faults(changed, made=TANGENTS):
    return {fault.kind for fault in check_proof(made, changed).faults}


def test_the_checker_accepts_what_is_said_to_be_read_off():
    assert check_proof(TANGENTS, solve(TANGENTS).record()).accepted
    assert check_proof(STRAIGHT, solve(STRAIGHT).record()).accepted


def test_the_checker_refuses_a_reading_that_the_proof_does_not_own_up_to():
    record = solve(TANGENTS).record()
    assert faults(record.model_copy(update={"as_shown": ()}))
    silent = record.model_copy(update={"steps": (record.steps[0].model_copy(update={"as_shown": ()}),)})
    assert "as shown" in faults(silent)


def test_the_checker_refuses_a_reading_that_the_sentence_hides():
    record = solve(TANGENTS).record()
    text = record.steps[0].text.partition(". ")[2]
    assert "as shown" in faults(record.model_copy(update={"steps": (record.steps[0].model_copy(update={"text": text}),)}))


def test_the_checker_refuses_a_reading_that_is_not_drawn_so():
    leaning = problem(
        {"B": (0, 0), "X": (1.5, 2), "Y": (1.5, -2), "W": (5.5, 0)},
        ["B X", "B Y", "W X", "W Y"],
        ["angle(X,B,Y) = 106"],
        "angle(X,W,Y)",
    )
    assert "as shown" in faults(solve(TANGENTS).record(), leaning)


@pytest.mark.slow
def test_the_checker_refuses_to_read_off_what_is_stated():
    given = with_positions(TANGENTS, solve(TANGENTS).as_shown[:1])
    assert "as shown" in faults(solve(TANGENTS).record(), given)


def test_a_reading_has_a_source_of_its_own():
    fact = solve(TANGENTS).as_shown[0]
    assert stated(TANGENTS, fact)[0].source == source_of(fact) == "as the figure shows: perpendicular(B,X,X,W)"


@pytest.mark.slow
def test_an_area_of_which_a_length_has_no_part_is_not_read_off():
    corners = {"A": (0, 0), "B": (6, 0), "C": (6, 4), "D": (0, 4), "E": (2, 4), "F": (2, 3)}
    lines, lengths = ["A B", "B C", "C E D", "D A"], ["length(A,B) = 6", "length(B,C) = 4"]
    assert solve(problem(corners, lines, lengths, "area(A,B,C,D)")).answer == pytest.approx(24)
    notched = problem(corners, [*lines, "E F"], [*lengths, "length(E,F) = 1"], "area(A,B,C,D)")
    assert solve(notched).status == "no_proof"
