"""Wrong answers traced: final answers without working led back to the misconceptions and slips that give them."""

from gnomon.tracing.answer_sheet import AnswerSheetError, LearnerAnswer, answers_in, read_answer_sheet
from gnomon.tracing.derivation import Line, derivation, holds
from gnomon.tracing.distractors import Distractor, distractors
from gnomon.tracing.groups import (
    ClassReport,
    Group,
    Prediction,
    SeparatingQuestion,
    SiblingQuestion,
    Traced,
    trace_class,
)
from gnomon.tracing.hypotheses import Ending, Hypotheses, Hypothesis, Written, endings
from gnomon.tracing.plain import class_as_json, distractors_as_json
from gnomon.tracing.slips import further_slips
from gnomon.tracing.trace import COINCIDENCE, Explanation, Outcome, Trace, Tracer, fits
from gnomon.tracing.ways import Way, ways_to

__all__ = [
    "COINCIDENCE",
    "AnswerSheetError",
    "ClassReport",
    "Distractor",
    "Ending",
    "Explanation",
    "Group",
    "Hypotheses",
    "Hypothesis",
    "LearnerAnswer",
    "Line",
    "Outcome",
    "Prediction",
    "SeparatingQuestion",
    "SiblingQuestion",
    "Trace",
    "Traced",
    "Tracer",
    "Way",
    "Written",
    "answers_in",
    "class_as_json",
    "derivation",
    "distractors",
    "distractors_as_json",
    "endings",
    "fits",
    "further_slips",
    "holds",
    "read_answer_sheet",
    "trace_class",
    "ways_to",
]
