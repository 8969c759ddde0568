"""Short continuations: the same said of another part."""

from gnomon.problem import load_problem
from gnomon.tutor.message.continuing import NOTHING_EARLIER, Earlier
from gnomon.tutor.message.message import read_message
from tests.every import every

CHORD = load_problem("chord-distance-okuz")
KITE = load_problem("two-tangents-chord-gquy")
EIGHT = Earlier(said=8.0)
RIGHT = Earlier(said=90.0, is_angle=True)


def said(text, problem, earlier):
    return [" = ".join(map(str, claim.sides)) for claim in read_message(text, problem, earlier=earlier).claims]


@every(
    [
        ("ZU too", CHORD, EIGHT, ["UZ = 8"]),
        ("and ZU", CHORD, EIGHT, ["UZ = 8"]),
        ("so is ZU", CHORD, EIGHT, ["UZ = 8"]),
        ("same for ZU", CHORD, EIGHT, ["UZ = 8"]),
        ("and UGY also", KITE, RIGHT, ["∠UGY = 90"]),
        ("same at G", KITE, RIGHT, ["angle G = 90"]),
        ("KZ is 8 and ZU too", CHORD, NOTHING_EARLIER, ["KZ = 8", "UZ = 8"]),
        ("KZ is .8 and ZU too", CHORD, NOTHING_EARLIER, ["KZ = 0.8", "UZ = 0.8"]),
        ("is ZU?", CHORD, EIGHT, []),  # a question continues nothing
        ("same in the other one", CHORD, EIGHT, []),  # of a triangle, say
        ("and ZU", CHORD, NOTHING_EARLIER, []),  # nothing was said before
        ("ZU too, 9", CHORD, EIGHT, ["this value = 9"]),  # a value of its own
    ]
)
def test_a_continuation_gives_another_part_the_value_that_was_said(text, problem, earlier, expected):
    assert said(text, problem, earlier) == expected


def test_a_continuation_keeps_the_learners_own_words():
    (move,) = read_message("and ZU", CHORD, earlier=EIGHT).moves
    assert move.words == "and ZU"
