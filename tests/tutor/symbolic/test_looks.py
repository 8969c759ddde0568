"""What a figure shows where the givens leave it open: plain differences, and nothing else."""

from gnomon.geometry import solution_of
from gnomon.problem import bank, parse_expression
from gnomon.tutor import Truth, reader_of
from tests.every import every
from tests.tutor.verdicts import truths_in


@every(
    [
        ("HR = 6", "wrong"),  # drawn as 11.5; the leaning sides are not given
        ("HR = HS", "wrong"),
        ("KS = KH", "unknown"),  # drawn as 5.6 and 5: nobody sees that
        ("KS = 5.6", "ambiguous"),  # as drawn, which proves nothing
        ("angle KSR = 90", "wrong"),
        ("HR is longer than HS", "right"),
        ("HS is longer than HR", "wrong"),
        ("KS is longer than KH", "unknown"),
        ("H is the midpoint of SR", "wrong"),
    ]
)
def test_what_is_open_by_the_givens_is_judged_where_the_figure_is_plain(text, verdict):
    assert truths_in("trapezoid-area-srakh", text) == [verdict]


@every([("KL = 6", "unknown"), ("KL = KM", "wrong"), ("angle KML = KL", "unknown")])
def test_without_a_scale_only_parts_are_compared_and_never_an_angle_with_a_length(text, verdict):
    assert truths_in("triangle-sum-klm", text) == [verdict]


@every([("HR = 6", True), ("KH = 6", False), ("SR = 12", False)])  # the last two are given otherwise
def test_what_is_wrong_by_the_figure_alone_is_told_apart_from_what_the_givens_exclude(text, is_by_look):
    problem = bank()["trapezoid-area-srakh"]
    (judgement,) = reader_of(problem, solution_of(problem)).read(text, None).judgements
    assert (judgement.truth, judgement.is_by_look) == (Truth.WRONG, is_by_look)


def test_letters_have_no_size_in_a_figure():
    problem = bank()["equal-parts-parallels-cwsphn"]
    looks = reader_of(problem, solution_of(problem)).judge.scene.looks
    parts = [parse_expression(text) for text in ("length(W,C)", "length(S,H)", "x + 1")]
    assert looks.are_unequal(*parts[:2])
    assert looks.ratio(parts[0], parts[2]) is None
