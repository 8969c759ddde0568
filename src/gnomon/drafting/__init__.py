"""Picture and words to a checked problem: joined, asked about where unsure, solved; ``docs/drafting.md``."""

from gnomon.drafting.asking import Answer, AnswerError, DraftError, Question
from gnomon.drafting.correcting import Corrections, Written, statements
from gnomon.drafting.draft import Draft
from gnomon.drafting.facts import DraftFact, Origin
from gnomon.drafting.joining import draft_of, make_draft
from gnomon.drafting.sources import Sources, read_sources, read_sources_by
from gnomon.drafting.suggesting import Suggested, Suggestion
from gnomon.drafting.view import DraftView, view_of

__all__ = [
    "Answer",
    "AnswerError",
    "Corrections",
    "Draft",
    "DraftError",
    "DraftFact",
    "DraftView",
    "Origin",
    "Question",
    "Sources",
    "Suggested",
    "Suggestion",
    "Written",
    "draft_of",
    "make_draft",
    "read_sources",
    "read_sources_by",
    "statements",
    "view_of",
]
