"""Students that learn to ask (ODQS): the protocol, the selection of problems, the search for questions, and runs of all three.

Analysis is in `gnomon.inquiry.analysis`, its pages in `gnomon.inquiry.report`, the simulated pairs in `gnomon.inquiry.simulated`.
"""

from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.finishing import write_training_rows
from gnomon.inquiry.folder import InquiryRecord, read_inquiry, read_results
from gnomon.inquiry.protocol.answer_reading import read_final_answer, read_program
from gnomon.inquiry.protocol.code_checking import SandboxChecker
from gnomon.inquiry.protocol.code_leaks import find_function_body
from gnomon.inquiry.protocol.model_players import InquirySampling, ModelStudent, ModelTeacher
from gnomon.inquiry.protocol.players import GREETING, InquiryStudent, InquiryTeacher, Line, State
from gnomon.inquiry.protocol.protocol import Inquiry, ProtocolSettings, hold_dialogue
from gnomon.inquiry.protocol.records import (
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
    Scaffolding,
    SearchTree,
    SearchTurn,
    TaskName,
)
from gnomon.inquiry.protocol.tasks import (
    CodeChecker,
    CodeVerdict,
    CodingInquiry,
    Equality,
    GeometryInquiry,
    InquiryProblem,
    InquiryTask,
    WordProblemInquiry,
)
from gnomon.inquiry.protocol.views import View
from gnomon.inquiry.running import InquiryOutcome, run_inquiry
from gnomon.inquiry.search.choosing import Branch, best_branch, still_in_play
from gnomon.inquiry.search.comparing import ChoiceDifferences, compare_choices
from gnomon.inquiry.search.preferences import PreferenceCounts, TrainingRow, training_rows
from gnomon.inquiry.search.search import SearchSettings, search_questions
from gnomon.inquiry.search.selection import Part, SelectionCounts, SelectionRow, count_selection, part_of, select_problem

__all__ = [
    "GREETING",
    "NUM_QUESTIONS",
    "AnswerSample",
    "Assessment",
    "Branch",
    "Candidate",
    "ChoiceDifferences",
    "CodeChecker",
    "CodeVerdict",
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
