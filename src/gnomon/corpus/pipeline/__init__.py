"""Pipelines that build a corpus: recipes of stages, each a run from items to items; models draft, people decide."""

from gnomon.corpus.pipeline.counting import StageCounts, StageStatus, Status, count_rows, status_of
from gnomon.corpus.pipeline.deciding import Agreement, Decision, Question, agreement, editable_leaves, questions
from gnomon.corpus.pipeline.errors import PipelineError
from gnomon.corpus.pipeline.folder import StageFolder, StageRow, read_pipeline, stage_folders
from gnomon.corpus.pipeline.item import Event, Item, Provenance
from gnomon.corpus.pipeline.recipe import Asking, Recipe, StageSpec, checked_recipe, read_recipe
from gnomon.corpus.pipeline.running import Pipeline, Waiting
from gnomon.corpus.pipeline.stage import (
    BatchStage,
    CodeStage,
    Context,
    Dropped,
    ModelStage,
    Params,
    PersonParams,
    PersonStage,
    Registry,
    Reply,
    Result,
    SourceStage,
    Stage,
    Unread,
    Unreadable,
)

__all__ = [
    "Agreement",
    "Asking",
    "BatchStage",
    "CodeStage",
    "Context",
    "Decision",
    "Dropped",
    "Event",
    "Item",
    "ModelStage",
    "Params",
    "PersonParams",
    "PersonStage",
    "Pipeline",
    "PipelineError",
    "Provenance",
    "Question",
    "Recipe",
    "Registry",
    "Reply",
    "Result",
    "SourceStage",
    "Stage",
    "StageCounts",
    "StageFolder",
    "StageRow",
    "StageSpec",
    "StageStatus",
    "Status",
    "Unread",
    "Unreadable",
    "Waiting",
    "agreement",
    "checked_recipe",
    "count_rows",
    "editable_leaves",
    "questions",
    "read_pipeline",
    "read_recipe",
    "stage_folders",
    "status_of",
]
