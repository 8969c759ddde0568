"""Picture and words to a checked problem: joined, asked about where unsure, solved; ``docs/drafting.md``."""

from gnomon.drafting.asking import Answer, DraftError, Question
from gnomon.drafting.draft import Draft
from gnomon.drafting.facts import DraftFact, Origin
from gnomon.drafting.joining import Sources, draft_of, make_draft, read_sources, read_sources_by
from gnomon.drafting.suggesting import Suggested, Suggestion

__all__ = [
    "Answer",
    "Draft",
    "DraftError",
    "DraftFact",
    "Origin",
    "Question",
    "Sources",
    "Suggested",
    "Suggestion",
    "draft_of",
    "make_draft",
    "read_sources",
    "read_sources_by",
]
