"""What is denied of parts is judged where the givens settle it; values that are denied, and what is held open, are not."""

from gnomon.tutor.message.clauses import affirmed
from tests.every import every
from tests.tutor.verdicts import verdict_on


@every(
    [
        ("parallel-apex-bcnvw", "BN and NC are not equal", "their ratio is fixed, and another", "right"),
        ("parallel-apex-bcnvw", "BC isn't parallel to BN", "they meet", "right"),
        ("parallel-apex-bcnvw", "BN isn't parallel to VW", "it is given", "wrong"),
        ("parallel-apex-bcnvw", "BN ≠ NC", "a sign denies", "right"),
        ("parallel-apex-bcnvw", "angle VCB is not the same as angle CBN", "alternate angles", "wrong"),
        ("parallel-apex-bcnvw", "BN and NC are different lengths", "a word denies", "right"),
        ("parallel-apex-bcnvw", "triangle BCN is not isosceles", "its angles are fixed", "right"),
        ("triangle-sum-klm", "angle K and angle L are different", "corners have one angle each", "right"),
        ("similar-given-adfgps", "the triangles are not similar", "it is given", "wrong"),
        ("similar-given-adfgps", "they are not congruent", "they are similar, and not of one size", "right"),
        ("parallel-apex-bcnvw", "BN ist nicht gleich NC", "German", "right"),
        ("parallel-apex-bcnvw", "BN und VW sind nicht parallel", "German", "wrong"),
        ("parallel-apex-bcnvw", "BN und NC sind verschieden lang", "German", "right"),
        ("similar-given-adfgps", "die dreiecke sind nicht ähnlich", "German", "wrong"),
    ],
    one_in=3,
)
def test_a_denial_is_judged_where_the_figure_settles_it(problem_id, text, why, verdict):
    assert verdict_on(problem_id, text) == verdict, why


@every(
    [
        ("parallel-apex-bcnvw", "angle BCN is not 63", "a value would be searched for"),
        ("parallel-apex-bcnvw", "BN and VW are not necessarily parallel", "nothing is denied"),
        ("parallel-apex-bcnvw", "BN and VW don't look parallel", "by the look of it"),
        ("parallel-apex-bcnvw", "we don't know that BN is parallel to VW", "what somebody knows"),
        ("area-ghi", "GH and GI are not equal", "the givens leave it open"),
        ("area-ghi", "triangle GHI is not isosceles", "the givens leave it open"),
    ]
)
def test_a_denial_is_left_alone_where_nothing_is_settled(problem_id, text, why):
    assert verdict_on(problem_id, text) == "none", why


def test_what_is_denied_twice_or_held_open_affirms_nothing():
    assert affirmed("AB is not parallel to CD") == "AB is parallel to CD"
    assert affirmed("AB isnt never equal to CD") is None
    assert affirmed("AB is not only parallel to CD") is None
    assert affirmed("AB is parallel to CD") is None
