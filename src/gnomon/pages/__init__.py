"""Self-contained HTML pages: transcripts of conversations."""

from gnomon.pages.transcript import ProofStepView, TranscriptEntry, entry_of, transcript_page
from gnomon.pages.words import OUTCOMES, LegendLine, element_in_words, legend

__all__ = [
    "OUTCOMES",
    "LegendLine",
    "ProofStepView",
    "TranscriptEntry",
    "element_in_words",
    "entry_of",
    "legend",
    "transcript_page",
]
