"""Checks on a judge itself: order of what it is shown, repeats, agreement with another, offsets per class."""

from gnomon.judge.checks.agreement import LabelAgreement, ScoreAgreement, label_agreement, score_agreement
from gnomon.judge.checks.folds import grouped_folds, require_whole_groups
from gnomon.judge.checks.offsets import OffsetCheck, OffsetFold, apply_offsets, check_offsets, fit_offsets
from gnomon.judge.checks.order import OrderSwap, compare_orders, order_swap
from gnomon.judge.checks.repeats import SelfAgreement, repeat, self_agreement

__all__ = [
    "LabelAgreement",
    "OffsetCheck",
    "OffsetFold",
    "OrderSwap",
    "ScoreAgreement",
    "SelfAgreement",
    "apply_offsets",
    "check_offsets",
    "compare_orders",
    "fit_offsets",
    "grouped_folds",
    "label_agreement",
    "order_swap",
    "repeat",
    "require_whole_groups",
    "score_agreement",
    "self_agreement",
]
