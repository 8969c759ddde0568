"""Ordinary least squares for the context ablation (GeoDial 5.3, Tables 3 and 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.metrics.errors import MetricInputError

CONTEXT_PARTS = ("question", "diagram", "correct_solution", "student_solution")
"""What the ablation switches on and off, in the order of the paper's tables."""


@dataclass(frozen=True)
class LeastSquares:
    """A fitted line; constant and coefficients have the unit of the outcome."""

    constant: float
    coefficients: Mapping[str, float]
    r_squared: float | None
    """Share of variance explained, from 0 to 1; None where the outcome does not vary."""
    rows: int


def least_squares(
    settings: Sequence[Sequence[float]], outcomes: Sequence[float], *, names: Sequence[str] = CONTEXT_PARTS
) -> LeastSquares:
    """Fit outcome = constant + sum of coefficient times setting.

    Tuned and untuned models are fitted apart, each on the 16 combinations.

    Args:
        settings: 0 or 1 (or any number) by row and name.
        outcomes: One a row.
        names: What each column of ``settings`` is.

    Returns:
        Constant, coefficients and R squared, the unlabelled last row of Table 3.

    Raises:
        MetricInputError: Lengths that do not fit, or settings that do not determine the coefficients.
    """
    table, y = np.asarray(settings, dtype=np.float64), np.asarray(outcomes, dtype=np.float64)
    if table.shape != (len(y), len(names)):
        raise MetricInputError(f"expected a table of {len(y)} rows and {len(names)} columns, got shape {table.shape!r}")
    design = np.column_stack([np.ones(len(y)), table])
    solution, _, rank, _ = np.linalg.lstsq(design, y)
    if rank < design.shape[1]:
        raise MetricInputError(f"expected rows that tell {len(names)} settings apart, got rank {int(rank)} of {design.shape[1]}")
    spread = float(((y - y.mean()) ** 2).sum())
    left = float(((y - design @ solution) ** 2).sum())
    constant, *slopes = solution.tolist()
    r_squared = 1 - left / spread if np.ptp(y) > 0 else None
    return LeastSquares(constant, dict(zip(names, slopes, strict=True)), r_squared, len(y))
