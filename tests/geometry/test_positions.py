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


def test_a_length_of_90_is_no_right_angle():
    long = problem({"A": (0, 30), "B": (0, 0), "C": (40, 10)}, ["A B", "B C", "C A"], ["length(A,B) = 90"], "length(B,C)")
    assert solve(long).status == "no_proof"


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


@pytest.mark.slow
def test_the_point_inside_a_regular_polygon_is_its_centre_though_drawn_a_little_off():
    hexagon = {name: (math.cos(math.radians(60 * k)), math.sin(math.radians(60 * k))) for k, name in enumerate("ABCDEF")}
    outline = ["A B", "B C", "C D", "D E", "E F", "F A"]
    givens = ["regular_polygon(A,B,C,D,E,F)", "length(P,A) = 4"]
    made = problem({**hexagon, "P": (0.08, 0.05)}, [*outline, "P A"], givens, "perimeter(A,B,C,D,E,F)")
    solution = solve(made)
    assert solution.answer == pytest.approx(24)
    assert [str(fact) for fact in solution.as_shown] == ["inscribed(P, A, B, C, D, E, F)"]
    assert [
        str(fact) for fact in positions(problem({**hexagon, "P": (0.3, 0.2)}, [*outline, "P A"], givens, "length(A,B)"))
    ] == []


@pytest.mark.slow
def test_a_circle_that_touches_all_sides_is_one_reading():
    points = {
        "A": (0, 0),
        "B": (10, 0),
        "C": (10, 10),
        "D": (0, 10),
        "O": (5.1, 5),
        "S": (5, 0),
        "T": (10, 5),
        "U": (5, 10),
        "V": (0, 5),
    }
    right = [f"angle({three}) = 90" for three in ("D,A,B", "A,B,C", "B,C,D")]
    made = problem(
        points, ["A S B", "B T C", "C U D", "D V A"], [*right, "length(A,B) = 8"], "circle_area(O)", circles={"O": "S T U V"}
    )
    solution = solve(made)
    assert solution.answer == pytest.approx(16 * math.pi)
    assert [fact.kind for fact in solution.as_shown] == ["circumscribed"]


L_SHAPE = {"A": (3, 0), "B": (3, -4), "C": (8, -4), "D": (8, 2), "E": (0, 2), "F": (0.05, 0)}
L_SIDES = ["A B", "B C", "C D", "D E", "E F", "F A"]


def test_all_right_angles_of_a_figure_of_right_angles_are_one_reading():
    lengths = ["length(C,D) = 6", "length(D,E) = 8", "length(A,B) = 4", "length(F,A) = 3"]
    solution = solve(problem(L_SHAPE, L_SIDES, lengths, "area(A,B,C,D,E,F)"))
    assert solution.answer == pytest.approx(36)
    assert len(solution.as_shown) > MOST_TAKEN
    assert check_proof(solution.problem, solution.record()).accepted


@pytest.mark.slow
def test_what_cannot_hold_together_is_taken_up_one_by_one():
    # AD is drawn square to BC, but with AB = 5, BC = 6 and AC = 7 it is not; the right angle of the other triangle still is.
    points = {"A": (3, 4), "B": (0, 0), "C": (6, 0), "D": (3, 0), "E": (10, 0), "F": (10, 3), "G": (14, 0)}
    givens = ["length(A,B) = 5", "length(B,C) = 6", "length(A,C) = 7", "midpoint(D,B,C)", "length(E,F) = 3", "length(E,G) = 4"]
    solution = solve(problem(points, ["A B", "B D C", "A C", "A D", "E F", "F G", "E G"], givens, "length(F,G)"))
    assert solution.answer == pytest.approx(5)
    assert [fact.in_notation() for fact in solution.as_shown] == ["GE ⊥ EF"]


def test_a_line_from_outside_that_ends_at_a_circle_is_a_tangent_though_drawn_some_degrees_off():
    off = {"O": (0, 0), "T": (2, 0), "P": (2.3, 3)}
    made = problem(off, ["P T", "O P", "O T"], ["length(O,P) = 13", "radius(O) = 5"], "length(P,T)", circles={"O": "T"})
    assert [str(fact) for fact in positions(made)] == ["tangent(T, P, O)"]
    assert solve(made).answer == pytest.approx(12)


def test_parallels_that_a_third_line_joins_are_read_off_where_nothing_else_helps():
    points = {"A": (0, 2), "B": (6, 2.05), "C": (0, 0), "D": (6, 0), "P": (4, 2.03), "Q": (1, 0), "R": (7, 4.04), "S": (-2, -2)}
    made = problem(points, ["A P B", "C Q D", "S Q P R"], ["angle(A,P,R) = 146"], "angle(C,Q,P)")
    solution = solve(made)
    assert solution.answer == pytest.approx(146)
    assert [fact.kind for fact in solution.as_shown] == ["parallel"]


def test_a_square_is_read_off_where_its_right_angles_are_not_enough():
    points = {"A": (0, 0), "B": (5, 0), "C": (5, 5.05), "D": (0, 5)}
    solution = solve(problem(points, ["A B", "B C", "C D", "D A"], ["length(A,B) = 3"], "perimeter(A,B,C,D)"))
    assert solution.answer == pytest.approx(12)
    assert [fact.kind for fact in solution.as_shown] == ["square"]


def test_nothing_is_read_off_a_figure_in_which_an_angle_is_drawn_far_from_its_size():
    points = {"B": (0, 0), "X": (1.5, 2), "Y": (1.5, -2), "W": (4.17, 0)}
    made = problem(points, ["B X", "B Y", "W X", "W Y"], ["angle(X,B,Y) = 30"], "angle(X,W,Y)")
    assert solve(made).status == "no_proof"
