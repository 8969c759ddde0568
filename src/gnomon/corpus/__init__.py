"""Corpora of dialogues: which rows are kept, how they are parted, what is in them (GeoDial 3.3, 4, appendices B, F, H)."""

from gnomon.corpus.entries import Entry, load_entries_of
from gnomon.corpus.filtering import REASONS, SIGNS, Decision, Filtered, FilterError, Verdict, filter_dialogues
from gnomon.corpus.splitting import Parts, figure_key, problem_groups, split_entries
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
    "Decision",
    "Entry",
    "FilterError",
    "Filtered",
    "Lengths",
    "Parts",
    "Ratings",
    "Share",
    "Statistics",
    "Verdict",
    "bad_rows_as_json",
    "figure_key",
    "filter_as_json",
    "filter_dialogues",
    "filter_files",
    "load_entries_of",
    "problem_groups",
    "read_inspection",
    "split_entries",
    "split_files",
    "statistics_plots",
    "statistics_report",
    "statistics_tables",
]
