"""Proofs name the parts of the figure as the problem does; letters that correspond keep their order."""

from gnomon.geometry import solve
from tests.geometry.drawn import problem


def steps(made, text):
    """Solve a problem that is asked in ``text`` and return the sentences of its proof."""
    asked = made.model_copy(update={"question": made.question.model_copy(update={"text": text})})
    found = solve(asked)
    assert found.proof is not None, found.reason
    return [step.text for step in found.proof.steps]


RIGHT = problem(
    {"A": (0, 3), "B": (4, 0), "C": (0, 0)},
    ["A B", "B C", "A C"],
    ["angle(A,C,B) = 90", "length(A,C) = 3", "length(B,C) = 4"],
    "length(A,B)",
)
BISECTED = problem(
    {"J": (0, 0), "P": (2, 2), "G": (4, 4), "M": (2, -2), "H": (4, -4), "B": (3, 0), "N": (6, 0)},
    ["J P G", "J M H", "J B N", "G H"],
    ["angle_bisector(J,N,G,H)", "angle(G,J,N) = 6*y - 3", "angle(H,J,N) = 4*y + 23"],
    "angle(G,J,H)",
)
TWINS = problem(
    {"A": (0, 3), "B": (-2, 0), "C": (2, 0), "D": (0, -1)},
    ["A B", "A C", "A D", "B D", "C D"],
    ["length(A,B) = length(A,C)", "angle(B,A,D) = angle(C,A,D)", "length(B,D) = 5"],
    "length(C,D)",
)


def test_a_segment_is_spelled_as_in_the_question():
    assert "CA² + CB² = BA²" in steps(RIGHT, "Find BA if CA is 3 and CB is 4.")[0]


def test_a_question_without_names_changes_nothing():
    assert "AC² + BC² = AB²" in steps(RIGHT, "Find the longest side.")[0].replace("CB", "BC").replace("CA", "AC")


def test_an_angle_and_a_ray_are_named_by_the_points_of_the_question():
    first, last = steps(BISECTED, "JN bisects angle GJH. Find the measure of angle GJH.")
    assert first.startswith("Ray JN bisects angle GJH")
    assert last.startswith("Ray JN splits angle GJH")


def test_a_ray_begins_with_its_vertex_however_the_question_spells_it():
    assert steps(BISECTED, "NJ bisects angle HJG. Find the measure of angle HJG.")[0].startswith("Ray JN bisects")


def test_letters_that_correspond_stay_in_order():
    plain, named = steps(TWINS, "Find it."), steps(TWINS, "Triangles BDA, DAB and CDA are drawn. Find it.")
    pairs = [(one, other) for one, other in zip(plain, named, strict=True) if "congruent" in one]
    assert pairs
    assert all(one == other for one, other in pairs)


def test_the_initials_of_a_theorem_are_no_segment():
    assert any("(SSS)" in step or "(SAS)" in step or "(HL)" in step for step in steps(TWINS, "LH and SAS are lines. Find it."))
