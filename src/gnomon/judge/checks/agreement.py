"""How far two judges, or two runs of one, agree: labels by share and kappa, numbers by correlation.

Correlation over single replies and correlation over the means of models are two different figures; the second is far higher,
since means hide the noise (MMTutorBench 4.5 reports the second). They have two names here and are never mixed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from pydantic import BaseModel, ConfigDict

from gnomon.metrics import cohen_kappa, judge_agreement, paired_scores, spearman

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class LabelAgreement(BaseModel):
    """Agreement of two judges that give labels."""

    model_config = _FROZEN

    num_cases: int
    num_unread: int
    """Cases that at least one of the two did not answer readably; in no other figure."""
    equal_share: float | None
    """None when no case was read by both."""
    cohen_kappa: float | None
    """None when no case was read by both, or chance agreement is 1."""


class ScoreAgreement(BaseModel):
    """Agreement of two judges that give numbers; a correlation is None with fewer than 2 pairs, or when one side never varies."""

    model_config = _FROZEN

    num_cases: int
    num_unread: int
    """Cases that at least one of the two did not answer readably; in no other figure."""
    equal_share: float | None
    pearson_over_replies: float | None
    spearman_over_replies: float | None
    pearson_over_models: float | None
    """Of the models' mean scores; None where no models were given."""
    num_models: int


def label_agreement(first: Sequence[Hashable | None], second: Sequence[Hashable | None]) -> LabelAgreement:
    """Compare the labels that two judges gave the same cases; None for a case that one could not be read on.

    Equal on 3 of 4; by chance (2 x 3 + 2 x 1)/16 = .5; kappa (.75 - .5)/(1 - .5).

    >>> label_agreement(["Yes", "Yes", "No", "No", None], ["Yes", "Yes", "Yes", "No", "No"])
    LabelAgreement(num_cases=5, num_unread=1, equal_share=0.75, cohen_kappa=0.5)
    """
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    numbers = {label: number for number, label in enumerate(dict.fromkeys(label for pair in pairs for label in pair))}
    left, right = [numbers[a] for a, _ in pairs], [numbers[b] for _, b in pairs]
    return LabelAgreement(
        num_cases=len(first),
        num_unread=len(first) - len(pairs),
        equal_share=_equal_share(pairs),
        cohen_kappa=cohen_kappa(left, right, labels=list(numbers.values())) if pairs else None,
    )


def score_agreement(
    first: Sequence[float | None], second: Sequence[float | None], models: Sequence[Hashable] | None = None
) -> ScoreAgreement:
    """Compare the scores that two judges gave the same replies.

    Args:
        first: one score a reply; None where it could not be read.
        second: of the other judge, in the same order.
        models: who wrote each reply, for the correlation over models' means; None leaves it out.
    """
    pairs = paired_scores(first, second)
    both = judge_agreement(models if models is not None else range(len(first)), first, second)
    return ScoreAgreement(
        num_cases=len(first),
        num_unread=pairs.left_out,
        equal_share=_equal_share(list(zip(pairs.first, pairs.second, strict=True))),
        pearson_over_replies=both.pearson_over_replies,
        spearman_over_replies=spearman(pairs.first, pairs.second),
        pearson_over_models=both.pearson_over_models if models is not None else None,
        num_models=both.models if models is not None else 0,
    )


def _equal_share(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else None
