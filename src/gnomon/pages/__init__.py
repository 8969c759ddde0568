"""Self-contained HTML pages: transcripts of conversations, proofs, reports of runs."""

from gnomon.pages.diagnosis import ClassView, class_view, diagnosis_page
from gnomon.pages.draft import draft_page
from gnomon.pages.proof import proof_page
from gnomon.pages.rendering import drawn, paragraphs, render
from gnomon.pages.report import Report, RoleCost, RunView, SampleView, folder_names, report_page, write_tables
from gnomon.pages.specifications import Line, PlotSpec, Printed, TableSpec, Wording, filled, nothing_printed, printed_rows
from gnomon.pages.tables import (
    ALARMING_SHARE,
    Bounded,
    Cell,
    Column,
    Counts,
    Estimated,
    Measured,
    Plot,
    Series,
    Table,
    TableRow,
    counted,
)
from gnomon.pages.transcript import ProofStepView, TranscriptEntry, entry_of, transcript_page
from gnomon.pages.words import OUTCOMES, LegendLine, element_in_words, legend, names_in

__all__ = [
    "ALARMING_SHARE",
    "OUTCOMES",
    "Bounded",
    "Cell",
    "ClassView",
    "Column",
    "Counts",
    "Estimated",
    "LegendLine",
    "Line",
    "Measured",
    "Plot",
    "PlotSpec",
    "Printed",
    "ProofStepView",
    "Report",
    "RoleCost",
    "RunView",
    "SampleView",
    "Series",
    "Table",
    "TableRow",
    "TableSpec",
    "TranscriptEntry",
    "Wording",
    "class_view",
    "counted",
    "diagnosis_page",
    "draft_page",
    "drawn",
    "element_in_words",
    "entry_of",
    "filled",
    "folder_names",
    "legend",
    "names_in",
    "nothing_printed",
    "paragraphs",
    "printed_rows",
    "proof_page",
    "render",
    "report_page",
    "transcript_page",
    "write_tables",
]
