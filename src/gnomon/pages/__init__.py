"""Self-contained HTML pages: transcripts of conversations, proofs."""

from gnomon.pages.proof import proof_page
from gnomon.pages.rendering import drawn, paragraphs, render
from gnomon.pages.transcript import ProofStepView, TranscriptEntry, entry_of, transcript_page
from gnomon.pages.words import OUTCOMES, LegendLine, element_in_words, legend, names_in, with_decimals

__all__ = [
    "OUTCOMES",
    "LegendLine",
    "ProofStepView",
    "TranscriptEntry",
    "drawn",
    "element_in_words",
    "entry_of",
    "legend",
    "names_in",
    "paragraphs",
    "proof_page",
    "render",
    "transcript_page",
    "with_decimals",
]
