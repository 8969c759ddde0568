"""What the judge makes of one message about a problem of the bank."""

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import Judge, Judged, read_message
from gnomon.tutor.symbolic.scene import length_unit


def judged_in(problem_id: str, text: str) -> Judged:
    """Judge a message as the first one about a problem."""
    problem = bank()[problem_id]
    solution = solution_of(problem)
    return Judge(solution.deduction, solution.proof, length_unit(problem)).judge(read_message(text, problem))


def verdict_on(problem_id: str, text: str) -> str:
    """Return the verdict on a whole message."""
    return judged_in(problem_id, text).verdict


def truths_in(problem_id: str, text: str) -> list[str]:
    """Return the truth of each claim of a message, by the deduction alone."""
    problem = bank()[problem_id]
    judge = Judge(solution_of(problem).deduction)
    return [str(judgement.truth) for judgement in judge.judge(read_message(text, problem)).judgements]
