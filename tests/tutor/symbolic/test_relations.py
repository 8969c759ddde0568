"""Relations that no theorem of ours tells: the figure does, where the givens leave no choice."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from gnomon.dialogue import Dialogue, HeardMove, StudentTurn
from gnomon.geometry import solution_of
from gnomon.problem import FACT_KINDS, Fact, Letter, Quantity, bank
from gnomon.tutor import reader_of
from gnomon.tutor.message.formal import SPOKEN_OF
from gnomon.tutor.message.moves import Claim
from gnomon.tutor.symbolic.doubting import Doubting
from tests.every import every

PROBLEMS = ["opposite-angle-gate", "tangent-length-cks", "parallel-base-ekmrw", "inscribed-minor-arc-oflw"]


@cache
def relations(problem):
    return reader_of(bank()[problem], solution_of(bank()[problem])).judge.relations


def said(problem, kind, points, text="so it is"):
    return str(relations(problem).truth_of(Claim(text, relation=kind, relations=(Fact(kind, tuple(points)),))))


@every(
    [
        ("tangent-secant-far-olntx", "similar", "XLNXTL", "right"),  # never derived: no angle of either is known
        ("tangent-secant-far-olntx", "collinear", "XNT", "right"),
        ("tangent-secant-angle-ogpuz", "on_circle", "ZO", "wrong"),
        ("tangent-secant-angle-ogpuz", "on_circle", "GO", "right"),
        ("tangent-length-cks", "collinear", "CSK", "wrong"),
        ("chord-halves-bcmot", "congruent", "OMBOMT", "right"),  # with a side in common
        ("triangle-sum-klm", "isosceles", "KLM", "wrong"),
    ]
)
def test_what_the_givens_leave_no_choice_of_is_judged_by_the_figure(problem, kind, points, truth):
    assert said(problem, kind, points) == truth


def test_base_and_height_leave_the_apex_free_to_move():
    model = solution_of(bank()["area-ghi"]).deduction.model
    assert not model.settles(Fact("isosceles", tuple("GHI")))
    assert model.settles(Fact("perpendicular", tuple("GJHI")))


def test_a_side_touches_its_circle_at_one_point_only():
    assert said("hexagon-about-circle-afkqsy", "midpoint", "IAF") == "right"
    assert said("square-about-circle-obkmsv", "midpoint", "VBK") == "right"


def test_triangles_called_similar_in_words_may_be_named_in_any_order():
    assert said("tangent-secant-far-olntx", "similar", "XLNXLT", "the triangles XLN and XLT are similar") == "right"
    assert said("tangent-secant-far-olntx", "similar", "XLNXLT", "XLN ~ XLT") == "wrong"


def test_the_radius_to_where_a_line_touches_is_perpendicular_to_it_though_nobody_has_drawn_it():
    assert said("square-about-circle-obkmsv", "perpendicular", "OVBK") == "right"
    assert said("square-about-circle-obkmsv", "perpendicular", "OVBS") != "right"


@every(
    [
        ("opposite-angle-gate", "GT", "right"),
        ("opposite-angle-gate", "GA", "wrong"),
        ("sines-angle-fkv", "VFK", "right"),
        ("sines-angle-fkv", "FFV", "wrong"),
    ]
)
def test_what_lies_opposite_is_told_by_the_corners(problem, points, truth):
    claim = Claim("so it is", tuple(map(Letter, points)), relation="opposite")
    assert str(relations(problem).truth_of(claim)) == truth


def test_an_angle_opens_to_the_arc_between_its_sides():
    angle = Quantity.of("angle", "E", "P", "X")
    for arc, truth in (("EX", "right"), ("PX", "wrong")):
        claim = Claim("so it is", (angle, Quantity.of("arc", *arc)), relation="opens")
        assert str(relations("semicircle-inscribed-oepx").truth_of(claim)) == truth


def test_who_sits_on_an_arc_looks_at_the_rest_of_the_circle():
    claim = Claim("so it is", (Quantity.of("angle", "F", "W", "L"), Quantity.of("arc", "F", "L")), relation="opens")
    assert str(relations("inscribed-minor-arc-oflw").truth_of(claim)) == "wrong"


def test_partners_of_similar_figures_are_known_from_either_side():
    for sides, truth in ((("MW", "KR"), "right"), (("EM", "EK"), "right"), (("EM", "KM"), "wrong")):
        claim = Claim("so it is", tuple(Quantity.of("length", *side) for side in sides), relation="corresponds")
        assert str(relations("parallel-base-ekmrw").truth_of(claim)) == truth


KINDS = sorted({*FACT_KINDS} | {*SPOKEN_OF})


@given(st.sampled_from(PROBLEMS), st.sampled_from(["relation", "denial", "doubt", "plan"]), st.sampled_from(KINDS), st.data())
def test_no_relation_that_a_model_hears_raises_whatever_points_it_names(problem, kind, relation, data):
    points = sorted(bank()[problem].question.figure.points)
    named = data.draw(st.lists(st.sampled_from(points), min_size=2, max_size=8))
    heard = HeardMove(kind=kind, words="it is so", says=f"{relation}({','.join(named)})")
    reader = reader_of(bank()[problem], solution_of(bank()[problem]))
    diagnosis = reader.diagnose(Dialogue(problem=problem).with_turn(StudentTurn(utterance="it is so")), (heard,))
    Doubting(diagnosis, reader).doubted()


SAID = (
    "{} is the midpoint of {}{}",
    "{}{}{}{} is a square",
    "{}{} is parallel to {}{}",
    "triangle {}{}{} is isosceles",
    "{}{} bisects {}{}{}",
)


@given(st.sampled_from(PROBLEMS), st.sampled_from(SAID), st.data())
def test_no_relation_that_a_learner_states_raises_whatever_points_it_names(problem, said, data):
    points = sorted(bank()[problem].question.figure.points)
    message = said.format(*data.draw(st.lists(st.sampled_from(points), min_size=5, max_size=5)))
    reader_of(bank()[problem], solution_of(bank()[problem])).read(message, None)


def test_no_point_is_the_midpoint_of_a_segment_that_it_ends():
    assert said("opposite-angle-gate", "midpoint", "AEA") == "wrong"


@every([("BE", "QV", "right"), ("EJ", "VY", "right"), ("YV", "EJ", "right"), ("BE", "VY", "wrong"), ("BJ", "QY", "unknown")])
def test_pieces_between_the_same_parallels_belong_together(one, other, truth):
    claim = Claim("so it is", tuple(Quantity.of("length", *side) for side in (one, other)), relation="corresponds")
    assert str(relations("three-parallels-bejqvy").truth_of(claim)) == truth


MAKINGS = st.sampled_from(["midpoint", "collinear", "perpendicular", "inscribed", "isosceles", "tangent", "angle_bisector"])


@given(st.sampled_from(PROBLEMS), MAKINGS, st.data())
def test_no_point_of_a_learners_own_raises_whatever_makes_it(problem, kind, data):
    points = [*sorted(bank()[problem].question.figure.points), "Z"]
    count = FACT_KINDS[kind].count[0]
    made = ["Z", *data.draw(st.lists(st.sampled_from(points), min_size=count - 1, max_size=count - 1))]
    said = data.draw(st.lists(st.sampled_from(points), min_size=3, max_size=3))
    heard = HeardMove(kind="relation", words="it is so", says=f"let {kind}({','.join(made)}): isosceles({','.join(said)})")
    reader_of(bank()[problem], solution_of(bank()[problem])).read("it is so", None, heard=(heard,))


@every(
    [
        ("hypotenuse", "FTG", "right"),
        ("hypotenuse", "FGT", "wrong"),
        ("adjacent", "FFG", "right"),
        ("adjacent", "TGT", "right"),
        ("adjacent", "FFT", "wrong"),  # it is the hypotenuse
        ("adjacent", "FGT", "wrong"),  # it is the opposite one
        ("figure", "FGT", "right"),
        ("figure", "FGF", "unknown"),
        ("adjacent", "GFG", "unknown"),  # of a right angle there is none
    ]
)
def test_the_sides_of_a_right_triangle_are_known_by_their_names(kind, points, truth):
    claim = Claim("so it is", tuple(map(Letter, points)), relation=kind)
    assert str(relations("ladder-fgt").truth_of(claim)) == truth
