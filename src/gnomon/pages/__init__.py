"""Self-contained HTML pages: transcripts of conversations, proofs, reports of runs."""

from gnomon.pages.proof import proof_page
from gnomon.pages.rendering import drawn, paragraphs, render
from gnomon.pages.report import Report, RoleCost, RunView, SampleView, report_page, write_tables
from gnomon.pages.tables import Cell, Plot, Series, Table, TableRow
from gnomon.pages.transcript import ProofStepView, TranscriptEntry, entry_of, transcript_page
from gnomon.pages.words import OUTCOMES, LegendLine, element_in_words, legend, names_in

__all__ = [
    "OUTCOMES",
    "Cell",
    "LegendLine",
    "Plot",
    "ProofStepView",
    "Report",
    "RoleCost",
    "RunView",
    "SampleView",
    "Series",
    "Table",
    "TableRow",
    "TranscriptEntry",
    "drawn",
    "element_in_words",
    "entry_of",
    "legend",
    "names_in",
    "paragraphs",
    "proof_page",
    "render",
    "report_page",
    "transcript_page",
    "write_tables",
]
