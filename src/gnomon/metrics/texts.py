"""What every text metric does first: pair what was written with its reference, and count what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnomon.metrics.errors import MetricInputError


class TextPairs(NamedTuple):
    """Candidates beside their references."""

    pairs: tuple[tuple[str, str], ...]
    """Candidate and reference of each row; a missing candidate is the empty text."""
    unreadable: int
    """Rows without a candidate."""


def pair_texts(candidates: Sequence[str | None], references: Sequence[str]) -> TextPairs:
    """Pair candidates with references.

    Args:
        candidates: What was written; None where it could not be read.
        references: The reference of each row.

    Returns:
        The pairs, and how many candidates are missing.

    Raises:
        MetricInputError: No rows or different lengths.
    """
    if not references or len(candidates) != len(references):
        got = f"{len(candidates)} candidates and {len(references)} references"
        raise MetricInputError(f"expected one candidate for each reference and at least one, got {got}")
    pairs = tuple((text or "", reference) for text, reference in zip(candidates, references, strict=True))
    return TextPairs(pairs, sum(text is None for text in candidates))
