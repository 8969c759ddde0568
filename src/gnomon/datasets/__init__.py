"""Data sets: typed items of the published formats, their loaders, where each is fetched, and our own small samples.

Loading keeps recorded data as written: a `Loaded` counts the rows that could not be read and notes the rules that others break.
Nothing is downloaded, and no model is called.
"""

from gnomon.datasets.errors import DatasetError, MissingDatasetError, UnknownDatasetError, WrongFileError
from gnomon.datasets.geodial import (
    AboutProblem,
    GeoDialItem,
    GeoDialSplit,
    GeoDialTurnNotes,
    load_geodial,
    read_geodial_row,
    split_by_problem,
)
from gnomon.datasets.geodial_table import OF_PROBLEM, row_of_record
from gnomon.datasets.geometry3k import Geometry3KItem, load_geometry3k
from gnomon.datasets.gsm8k import WordProblem, load_gsm8k, stream_gsm8k
from gnomon.datasets.humaneval import CodingStyle, CodingTask, load_humaneval, stream_humaneval
from gnomon.datasets.listening import LearnerMessage, MessageVerdict, load_listening
from gnomon.datasets.loaded import BadRow, DatasetItem, Loaded, RowNote
from gnomon.datasets.mathdial import MathDialDialogue, MathDialMove, MathDialTurn, load_mathdial
from gnomon.datasets.mathexplain import AnswerFormat, ChapterSection, MathExplainItem, MathExplainKind, load_mathexplain
from gnomon.datasets.mmtutorbench import (
    CriterionId,
    DifficultyLevel,
    Domain,
    FollowUp,
    KeyStepItem,
    KeyStepReference,
    Persona,
    RubricCriterion,
    TurnType,
    load_mmtutorbench,
    personas,
)
from gnomon.datasets.mrbench import (
    BEA_DIMENSIONS,
    BEA_LABELS,
    MRBENCH_LABELS,
    HistoryTurn,
    MRBenchDialogue,
    TutorResponse,
    load_folds,
    load_mrbench,
    parse_history,
)
from gnomon.datasets.opening import Dataset, DatasetState, FileCheck, add_dataset, check_files, dataset_states, open_dataset
from gnomon.datasets.pgps9k import PGPS9KItem, load_pgps9k
from gnomon.datasets.places import AddedDataset, added_datasets, config_folder, remember
from gnomon.datasets.registry import DatasetRecord, dataset_record, registry

__all__ = [
    "BEA_DIMENSIONS",
    "BEA_LABELS",
    "MRBENCH_LABELS",
    "OF_PROBLEM",
    "AboutProblem",
    "AddedDataset",
    "AnswerFormat",
    "BadRow",
    "ChapterSection",
    "CodingStyle",
    "CodingTask",
    "CriterionId",
    "Dataset",
    "DatasetError",
    "DatasetItem",
    "DatasetRecord",
    "DatasetState",
    "DifficultyLevel",
    "Domain",
    "FileCheck",
    "FollowUp",
    "GeoDialItem",
    "GeoDialSplit",
    "GeoDialTurnNotes",
    "Geometry3KItem",
    "HistoryTurn",
    "KeyStepItem",
    "KeyStepReference",
    "LearnerMessage",
    "Loaded",
    "MRBenchDialogue",
    "MathDialDialogue",
    "MathDialMove",
    "MathDialTurn",
    "MathExplainItem",
    "MathExplainKind",
    "MessageVerdict",
    "MissingDatasetError",
    "PGPS9KItem",
    "Persona",
    "RowNote",
    "RubricCriterion",
    "TurnType",
    "TutorResponse",
    "UnknownDatasetError",
    "WordProblem",
    "WrongFileError",
    "add_dataset",
    "added_datasets",
    "check_files",
    "config_folder",
    "dataset_record",
    "dataset_states",
    "load_folds",
    "load_geodial",
    "load_geometry3k",
    "load_gsm8k",
    "load_humaneval",
    "load_listening",
    "load_mathdial",
    "load_mathexplain",
    "load_mmtutorbench",
    "load_mrbench",
    "load_pgps9k",
    "open_dataset",
    "parse_history",
    "personas",
    "read_geodial_row",
    "registry",
    "remember",
    "row_of_record",
    "split_by_problem",
    "stream_gsm8k",
    "stream_humaneval",
]
