"""Self-contained HTML pages: transcripts of conversations."""

from gnomon.pages.transcript import ProofStepView, TranscriptEntry, transcript_page

__all__ = ["ProofStepView", "TranscriptEntry", "transcript_page"]
