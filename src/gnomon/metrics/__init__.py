"""How well a tutor, a judge or a student did: pure functions, numbers in, numbers out.

Every metric says in its docstring which paper it is from and what happens at the edges. Undefined values are None; unreadable
output is counted beside each score. Metrics that are resampled for intervals come in the form of `gnomon.metrics.resampling`.

Not here: reading replies (`gnomon.replies`), asking judges (`gnomon.judge`), tables and plots (`gnomon.pages`).
"""

from gnomon.metrics.agreement import KappaWeights, cohen_kappa, cohen_kappa_metric, fleiss_kappa, fleiss_kappa_metric
from gnomon.metrics.bertscore import BertModel, BertScore, bert_score, load_bert_model, local_bert_model
from gnomon.metrics.bleu import CorpusBleu, SentenceBleu, corpus_bleu, corpus_bleu_metric, sentence_bleu
from gnomon.metrics.bootstrap import FEW_CLUSTERS, Interval, bootstrap_interval
from gnomon.metrics.classification import (
    Classification,
    ClassScore,
    Confusion,
    accuracy_metric,
    classify,
    confusion,
    macro_f1_metric,
)
from gnomon.metrics.correlation import (
    JudgeAgreement,
    PairedScores,
    judge_agreement,
    paired_scores,
    pearson,
    pearson_metric,
    spearman,
    spearman_metric,
)
from gnomon.metrics.coverage import Coverage, measure_coverage
from gnomon.metrics.detection import Detection, detection
from gnomon.metrics.errors import MetricError, MetricInputError, MissingDataError, MissingExtraError
from gnomon.metrics.highlights import (
    HighlightFigure,
    HighlightOutcomes,
    HighlightRow,
    HighlightScores,
    PrecisionRecall,
    Prediction,
    highlight_metric,
    score_highlights,
)
from gnomon.metrics.matching import ElementMatching, MatchCounts, match_elements, mean_matching
from gnomon.metrics.meteor import Meteor, Thesaurus, has_wordnet, meteor_score
from gnomon.metrics.multiple import holm
from gnomon.metrics.paired import PairedDifference, PairedTests, paired_bootstrap, paired_tests, two_sided_p
from gnomon.metrics.passes import (
    CurveDifference,
    TurnCurve,
    TurnsSaved,
    curve_difference,
    first_turn_at,
    pass_at_k,
    pass_at_k_by_turn,
    turn_metric,
    turns_saved,
)
from gnomon.metrics.pedagogy import LENIENT_LABELS, STRICT_LABELS, PedagogyScores, lenient_label, score_pedagogy
from gnomon.metrics.ranking import Comparison, Strength, bradley_terry
from gnomon.metrics.regression import CONTEXT_PARTS, LeastSquares, least_squares
from gnomon.metrics.reliability import Scale, krippendorff_alpha, krippendorff_alpha_metric
from gnomon.metrics.resampling import (
    AveragedMetric,
    FloatArray,
    IntArray,
    Metric,
    RowMetric,
    SumMetric,
    WeightMetric,
    mean_metric,
    value_of,
)
from gnomon.metrics.rouge import RougeL, rouge_l
from gnomon.metrics.rubric import (
    CRITERIA,
    CRITERION_WEIGHTS_PERCENT,
    RubricSummary,
    rubric_by_group,
    rubric_total,
    summarise_rubric,
    weighted_total,
)
from gnomon.metrics.two_samples import DistanceKind, SampleDifference, distance, mean_difference
from gnomon.metrics.utterances import WrittenFromScratch, edit_distance, quarter, written_from_scratch

__all__ = [
    "CONTEXT_PARTS",
    "CRITERIA",
    "CRITERION_WEIGHTS_PERCENT",
    "FEW_CLUSTERS",
    "LENIENT_LABELS",
    "STRICT_LABELS",
    "AveragedMetric",
    "BertModel",
    "BertScore",
    "ClassScore",
    "Classification",
    "Comparison",
    "Confusion",
    "CorpusBleu",
    "Coverage",
    "CurveDifference",
    "Detection",
    "DistanceKind",
    "ElementMatching",
    "FloatArray",
    "HighlightFigure",
    "HighlightOutcomes",
    "HighlightRow",
    "HighlightScores",
    "IntArray",
    "Interval",
    "JudgeAgreement",
    "KappaWeights",
    "LeastSquares",
    "MatchCounts",
    "Meteor",
    "Metric",
    "MetricError",
    "MetricInputError",
    "MissingDataError",
    "MissingExtraError",
    "PairedDifference",
    "PairedScores",
    "PairedTests",
    "PedagogyScores",
    "PrecisionRecall",
    "Prediction",
    "RougeL",
    "RowMetric",
    "RubricSummary",
    "SampleDifference",
    "Scale",
    "SentenceBleu",
    "Strength",
    "SumMetric",
    "Thesaurus",
    "TurnCurve",
    "TurnsSaved",
    "WeightMetric",
    "WrittenFromScratch",
    "accuracy_metric",
    "bert_score",
    "bootstrap_interval",
    "bradley_terry",
    "classify",
    "cohen_kappa",
    "cohen_kappa_metric",
    "confusion",
    "corpus_bleu",
    "corpus_bleu_metric",
    "curve_difference",
    "detection",
    "distance",
    "edit_distance",
    "first_turn_at",
    "fleiss_kappa",
    "fleiss_kappa_metric",
    "has_wordnet",
    "highlight_metric",
    "holm",
    "judge_agreement",
    "krippendorff_alpha",
    "krippendorff_alpha_metric",
    "least_squares",
    "lenient_label",
    "load_bert_model",
    "local_bert_model",
    "macro_f1_metric",
    "match_elements",
    "mean_difference",
    "mean_matching",
    "mean_metric",
    "measure_coverage",
    "meteor_score",
    "paired_bootstrap",
    "paired_scores",
    "paired_tests",
    "pass_at_k",
    "pass_at_k_by_turn",
    "pearson",
    "pearson_metric",
    "quarter",
    "rouge_l",
    "rubric_by_group",
    "rubric_total",
    "score_highlights",
    "score_pedagogy",
    "sentence_bleu",
    "spearman",
    "spearman_metric",
    "summarise_rubric",
    "turn_metric",
    "turns_saved",
    "two_sided_p",
    "value_of",
    "weighted_total",
    "written_from_scratch",
]
