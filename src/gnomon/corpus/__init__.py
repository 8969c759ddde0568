"""Corpora of dialogues: which rows are kept, how they are parted, what is in them (GeoDial 3.3, 4, appendices B, F, H)."""

from gnomon.corpus.annotated import (
    AnnotatedDialogue,
    AnnotatedTurn,
    Comment,
    Consent,
    PictureSize,
    Proposal,
    ReadHighlights,
    Review,
    Stroke,
    WholeProblem,
    chosen_of,
    load_annotated,
    row_of,
)
from gnomon.corpus.asked import AskedProblem, AskedProblems, asked_in, asked_of, problems_of
from gnomon.corpus.entries import Entry, load_entries_of
from gnomon.corpus.filtering import REASONS, SIGNS, Decision, Filtered, FilterError, Verdict, filter_dialogues
from gnomon.corpus.leakage import Leak, Leakage, find_leaks
from gnomon.corpus.splitting import Parts, problem_groups, split_entries
from gnomon.corpus.statistics import CUSTOM, RATINGS, REVERSED_QUESTIONS, TEXT_OR_REST, Lengths, Ratings, Share, Statistics
from gnomon.corpus.tables import statistics_plots, statistics_report, statistics_tables
from gnomon.corpus.writing import bad_rows_as_json, filter_as_json, filter_files, read_inspection, split_files

__all__ = [
    "CUSTOM",
    "RATINGS",
    "REASONS",
    "REVERSED_QUESTIONS",
    "SIGNS",
    "TEXT_OR_REST",
    "AnnotatedDialogue",
    "AnnotatedTurn",
    "AskedProblem",
    "AskedProblems",
    "Comment",
    "Consent",
    "Decision",
    "Entry",
    "FilterError",
    "Filtered",
    "Leak",
    "Leakage",
    "Lengths",
    "Parts",
    "PictureSize",
    "Proposal",
    "Ratings",
    "ReadHighlights",
    "Review",
    "Share",
    "Statistics",
    "Stroke",
    "Verdict",
    "WholeProblem",
    "asked_in",
    "asked_of",
    "bad_rows_as_json",
    "chosen_of",
    "filter_as_json",
    "filter_dialogues",
    "filter_files",
    "find_leaks",
    "load_annotated",
    "load_entries_of",
    "problem_groups",
    "problems_of",
    "read_inspection",
    "row_of",
    "split_entries",
    "split_files",
    "statistics_plots",
    "statistics_report",
    "statistics_tables",
]
