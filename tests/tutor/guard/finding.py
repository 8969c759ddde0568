"""Whether the guard finds a leak in a tutor's line on a problem of the bank."""

from gnomon.problem import bank
from gnomon.tutor.guard import find_leak


def is_found(name, utterance, *said):
    """Put a line before the guard, after what the student has said."""
    problem = bank()[name]
    return find_leak(utterance, problem, problem.answer, said_by_student=said) is not None
