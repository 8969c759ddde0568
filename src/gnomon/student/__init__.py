"""Simulated students: wrong attempts, beliefs, a student that answers from them, and a model that plays one."""

from gnomon.student.attempt import Attempt, AttemptError, make_attempt, written_attempt
from gnomon.student.attention import addresses, cue, is_about_another_figure
from gnomon.student.beliefs import Aside, Beliefs, Found, WorkLine
from gnomon.student.learner import Learner, UnknownStudentError, named_student
from gnomon.student.mind import Mind
from gnomon.student.misconception_student import MISCONCEPTION, MisconceptionStudent
from gnomon.student.model_student import ModelStudent
from gnomon.student.protocol import Student, StudentContext, StudentReply
from gnomon.student.prover import Prover, ProvingIdea, ProvingIdeaError, ideas_of, proving_ideas
from gnomon.student.strength import Strength, strengths
from gnomon.student.wording import styles

__all__ = [
    "MISCONCEPTION",
    "Aside",
    "Attempt",
    "AttemptError",
    "Beliefs",
    "Found",
    "Learner",
    "Mind",
    "MisconceptionStudent",
    "ModelStudent",
    "Prover",
    "ProvingIdea",
    "ProvingIdeaError",
    "Strength",
    "Student",
    "StudentContext",
    "StudentReply",
    "UnknownStudentError",
    "WorkLine",
    "addresses",
    "cue",
    "ideas_of",
    "is_about_another_figure",
    "make_attempt",
    "named_student",
    "proving_ideas",
    "strengths",
    "styles",
    "written_attempt",
]
