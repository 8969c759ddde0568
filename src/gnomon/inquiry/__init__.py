"""Students that learn to ask (ODQS): the protocol, the selection of problems, the search for questions, and runs of all three.

Analysis and its pages are in `gnomon.inquiry.analysis` and beside it, the simulated pairs in `gnomon.inquiry.simulated`.
"""

from gnomon.inquiry.answer_reading import read_final_answer, read_program
from gnomon.inquiry.choosing import Branch, best_branch, still_in_play
from gnomon.inquiry.code_checking import SandboxChecker
from gnomon.inquiry.code_leaks import find_function_body
from gnomon.inquiry.comparing import ChoiceDifferences, compare_choices
from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.finishing import write_training_rows
from gnomon.inquiry.folder import InquiryRecord, read_inquiry, read_results
from gnomon.inquiry.model_players import InquirySampling, ModelStudent, ModelTeacher
from gnomon.inquiry.players import GREETING, InquiryStudent, InquiryTeacher, Line, State
from gnomon.inquiry.preferences import PreferenceCounts, TrainingRow, training_rows
from gnomon.inquiry.protocol import Inquiry, ProtocolSettings, hold_dialogue
from gnomon.inquiry.records import (
    NUM_QUESTIONS,
    AnswerSample,
    Assessment,
    Candidate,
    Evaluation,
    Exchange,
    InquiryFailure,
    InquiryRow,
    ProposerName,
    ProtocolName,
    RoleCalls,
    Scaffolding,
    SearchTree,
    SearchTurn,
    TaskName,
)
from gnomon.inquiry.running import InquiryOutcome, run_inquiry
from gnomon.inquiry.search import SearchSettings, search_questions
from gnomon.inquiry.selection import Part, SelectionCounts, SelectionRow, count_selection, part_of, select_problem
from gnomon.inquiry.tasks import (
    CodeChecker,
    CodingInquiry,
    Equality,
    GeometryInquiry,
    InquiryProblem,
    InquiryTask,
    WordProblemInquiry,
)
from gnomon.inquiry.views import View
from gnomon.inquiry.workplace import InquiryPace

__all__ = [
    "GREETING",
    "NUM_QUESTIONS",
    "AnswerSample",
    "Assessment",
    "Branch",
    "Candidate",
    "ChoiceDifferences",
    "CodeChecker",
    "CodingInquiry",
    "Equality",
    "Evaluation",
    "Exchange",
    "GeometryInquiry",
    "Inquiry",
    "InquiryConfig",
    "InquiryError",
    "InquiryFailure",
    "InquiryOutcome",
    "InquiryPace",
    "InquiryProblem",
    "InquiryRecord",
    "InquiryRow",
    "InquirySampling",
    "InquiryStudent",
    "InquiryTask",
    "InquiryTeacher",
    "Line",
    "ModelStudent",
    "ModelTeacher",
    "Part",
    "PreferenceCounts",
    "ProposerName",
    "ProtocolName",
    "ProtocolSettings",
    "RoleCalls",
    "SandboxChecker",
    "Scaffolding",
    "SearchSettings",
    "SearchTree",
    "SearchTurn",
    "SelectionCounts",
    "SelectionRow",
    "State",
    "TaskName",
    "TrainingRow",
    "View",
    "WordProblemInquiry",
    "best_branch",
    "compare_choices",
    "count_selection",
    "find_function_body",
    "hold_dialogue",
    "part_of",
    "read_final_answer",
    "read_inquiry",
    "read_program",
    "read_results",
    "run_inquiry",
    "search_questions",
    "select_problem",
    "still_in_play",
    "training_rows",
    "write_training_rows",
]
