"""The annotation desk apart from its pages: guidelines, onboarding, proposals, pay, quotas, time, agreement (GeoDial 2, 3.2)."""

from gnomon.studio.annotation.agreement import Agreed, AgreementReport, Overlap, measure_agreement
from gnomon.studio.annotation.bonus import BonusEntry, BonusRule, Ledger, is_highlighted, ledger_of
from gnomon.studio.annotation.guidelines import Guideline, guidelines
from gnomon.studio.annotation.onboarding import Choice, Onboarding, Page, Picture, QuizQuestion, QuizResult, onboarding
from gnomon.studio.annotation.proposals import (
    LONGEST_WAIT,
    PLAIN,
    Guide,
    ModelProposer,
    PlainProposer,
    ProposalError,
    Proposals,
    Proposer,
    TutorProposer,
    gather_proposals,
    open_proposers,
)
from gnomon.studio.annotation.questionnaires import (
    Interview,
    Question,
    RatingRow,
    checked_debrief,
    debrief_questions,
    interview_questions,
    ratings_by_rater,
)
from gnomon.studio.annotation.quotas import OverlapQuota
from gnomon.studio.annotation.timing import LONGEST_GAP, Event, time_on_task

__all__ = [
    "LONGEST_GAP",
    "LONGEST_WAIT",
    "PLAIN",
    "Agreed",
    "AgreementReport",
    "BonusEntry",
    "BonusRule",
    "Choice",
    "Event",
    "Guide",
    "Guideline",
    "Interview",
    "Ledger",
    "ModelProposer",
    "Onboarding",
    "Overlap",
    "OverlapQuota",
    "Page",
    "Picture",
    "PlainProposer",
    "ProposalError",
    "Proposals",
    "Proposer",
    "Question",
    "QuizQuestion",
    "QuizResult",
    "RatingRow",
    "TutorProposer",
    "checked_debrief",
    "debrief_questions",
    "gather_proposals",
    "guidelines",
    "interview_questions",
    "is_highlighted",
    "ledger_of",
    "measure_agreement",
    "onboarding",
    "open_proposers",
    "ratings_by_rater",
    "time_on_task",
]
