"""Where a side lies to an angle."""

from gnomon.problem import bank
from gnomon.tutor.message.lying import lying_of
from gnomon.tutor.message.moves import Kind
from tests.every import every

LADDER = bank()["ladder-cosine-lgw"]
"""A right angle at G, 68° at L."""


@every(
    [
        ("LG is adjacent to the 68", "adjacent", "LLG"),
        ("bc LG is adjecent to angle GLW and the ladder is the hyp", "adjacent", "LLG"),
        ("GW is across from L", "opposite", "LGW"),
        ("so GW is opposite the 68° angle", "opposite", "LGW"),
    ]
)
def test_a_side_lies_at_an_angle_or_across_from_it(text, relation, points):
    move = lying_of(text, LADDER)
    assert move is not None
    assert move.claim is not None
    assert (move.kind, move.claim.relation) == (Kind.RELATION, relation)
    assert "".join(map(str, move.claim.sides)) == points


def test_next_to_is_true_of_both_sides_and_claims_nothing():
    move = lying_of("LW is next to angle GLW", LADDER)
    assert move is not None
    assert (move.kind, move.claim) == (Kind.PLAN, None)


@every(
    [
        *("LG is 68", "LG is adjacent to the 41", "is LG adjacent to the 68", "LG is next", "LG is adjacent to the 6.8.1"),
        "GLW is adjacent to LWG",
    ]
)
def test_what_says_nothing_of_a_side_and_an_angle_is_left_alone(text):
    assert lying_of(text, LADDER) is None
