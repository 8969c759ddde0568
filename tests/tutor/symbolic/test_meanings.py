"""What a name means that no letters give."""

from gnomon.geometry import solution_of
from gnomon.problem import bank, parse_expression
from gnomon.tutor import Judge, read_message
from tests.every import every
from tests.tutor.verdicts import verdict_on


def test_a_value_said_of_something_unknown_counts_only_when_it_fits():
    problem = bank()["tree-shadow-eft"]
    judge = Judge(solution_of(problem).deduction)
    judged = judge.judge(read_message("so the tree is 7.82 m tall", problem))
    assert judged.verdict == "rounded"
    assert [move.kind for move in judged.message.moves] == ["value"]
    assert judge.judge(read_message("the cat is 3 years old", problem)).verdict == "none"


def test_the_answer_means_the_goal_also_when_something_else_was_asked():
    """Asked for LP (4), a learner who says that the answer, or just it, is 7.5 speaks of QN."""
    problem = bank()["side-splitter-lmn"]
    judge = Judge(solution_of(problem).deduction)
    asked = parse_expression("length(L,P)")
    for text in ("the answer must be 7.5", "so it is 7.5", "7.5"):
        assert judge.judge(read_message(text, problem, asked)).verdict == "right", text
    assert judge.judge(read_message("it is 5", problem, asked)).verdict == "wrong"


@every(
    [
        ("two-sides-angle-hqt", "the height going down from T is like 6.43", "rounded"),  # and not the angle at T
        ("two-sides-angle-hqt", "height of T is 7", "wrong"),
        ("l-shape-stage-dfhjln", "JH is the 6 and the 9 put together so 15", "right"),
        ("arc-to-base-angle-gmow", "the angle at O is the same as the arc so 104", "right"),
        ("arc-to-base-angle-gmow", "angle O is the same as the arc so 38", "mixed"),
        ("hourglass-cglxz", "the big one is 2.5 times the small one so XG is 2.5*6=15", "right"),
        ("congruent-letters-msydrz", "the long one at the bottom where it says 20", "none"),
        ("two-isosceles-hlxy", "HY and HX are not equal", "wrong"),  # the givens say they are
        ("two-isosceles-hlxy", "HYX = 70 not 60", "right"),
        ("right-angle-in-circle-hnw", "its already 20 to, can we be quick", "none"),
    ],
    one_in=3,
)
def test_words_beside_a_number_tell_what_has_it(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict
