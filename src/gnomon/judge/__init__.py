"""Judges of replies, explanations, keypoints and students' questions; checks on the judges are in `gnomon.judge.checks`."""

from gnomon.judge.adaptivity import AdaptivityCase, AdaptivityJudge
from gnomon.judge.asking import JudgeSettings, Material, ModelJudge, Prepared, prepared
from gnomon.judge.drawing_review import CONSENSUS, Agreement, ReviewError, Reviews, sampled
from gnomon.judge.explanation import ExplanationCase, ExplanationJudge, ExplanationRating
from gnomon.judge.judgement import Failure, Judgement, JudgementStatus, Read
from gnomon.judge.keypoints import ExactKeypointMatcher, KeypointMatcher, KeypointParser
from gnomon.judge.matching import (
    KeypointMatches,
    MatchCase,
    MatchRepairs,
    ProposedMatch,
    match_by_name,
    mend_matches,
    without_duplicates,
)
from gnomon.judge.overall import OverallCase, OverallJudge
from gnomon.judge.pedagogy import DimensionJudge, PedagogyCase, PedagogyJudge
from gnomon.judge.progress import ProgressCase, ProgressJudge, ProgressScore
from gnomon.judge.rubric import RubricCase, RubricJudge, RubricMarks, SpecificCriterion
from gnomon.judge.similarity import SimilarityCase, SimilarityJudge
from gnomon.judge.table import LABELS, Criterion, CriterionName, Dimension, DimensionRecord, Label, criteria, dimensions
from gnomon.judge.votes import Votes, count_votes

__all__ = [
    "CONSENSUS",
    "LABELS",
    "AdaptivityCase",
    "AdaptivityJudge",
    "Agreement",
    "Criterion",
    "CriterionName",
    "Dimension",
    "DimensionJudge",
    "DimensionRecord",
    "ExactKeypointMatcher",
    "ExplanationCase",
    "ExplanationJudge",
    "ExplanationRating",
    "Failure",
    "JudgeSettings",
    "Judgement",
    "JudgementStatus",
    "KeypointMatcher",
    "KeypointMatches",
    "KeypointParser",
    "Label",
    "MatchCase",
    "MatchRepairs",
    "Material",
    "ModelJudge",
    "OverallCase",
    "OverallJudge",
    "PedagogyCase",
    "PedagogyJudge",
    "Prepared",
    "ProgressCase",
    "ProgressJudge",
    "ProgressScore",
    "ProposedMatch",
    "Read",
    "ReviewError",
    "Reviews",
    "RubricCase",
    "RubricJudge",
    "RubricMarks",
    "SimilarityCase",
    "SimilarityJudge",
    "SpecificCriterion",
    "Votes",
    "count_votes",
    "criteria",
    "dimensions",
    "match_by_name",
    "mend_matches",
    "prepared",
    "sampled",
    "without_duplicates",
]
