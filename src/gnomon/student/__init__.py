"""Simulated students: wrong attempts, beliefs, a student that answers from them, and a model that plays one."""

from gnomon.student.attempt import Attempt, AttemptError, make_attempt
from gnomon.student.attention import addresses, is_about_another_figure
from gnomon.student.beliefs import Beliefs, Found, WorkLine
from gnomon.student.misconception_student import MisconceptionStudent
from gnomon.student.model_student import ModelStudent
from gnomon.student.protocol import Student, StudentContext, StudentReply

__all__ = [
    "Attempt",
    "AttemptError",
    "Beliefs",
    "Found",
    "MisconceptionStudent",
    "ModelStudent",
    "Student",
    "StudentContext",
    "StudentReply",
    "WorkLine",
    "addresses",
    "is_about_another_figure",
    "make_attempt",
]
