"""What a name means that no letters give."""

from gnomon.geometry import solution_of
from gnomon.problem import bank, parse_expression
from gnomon.tutor import Judge, read_message


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
