"""Ordinary least squares for the context ablation (GeoDial 5.3, Tables 3 and 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

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
    constant_error: float | None = None
    """Standard error of the constant; None where there are no more rows than figures to be fitted."""
    standard_errors: Mapping[str, float] = field(default_factory=dict)
    """Of the coefficients, under one variance of all rows; empty as above."""

    @property
    def t_values(self) -> Mapping[str, float | None]:
        """Coefficients over their standard errors, with ``rows - 1 - names`` degrees of freedom; None over an error of 0."""
        return {name: self.coefficients[name] / error if error else None for name, error in self.standard_errors.items()}


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
        Constant, coefficients with standard errors, and R squared, the unlabelled last row of Table 3.

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
    fitted = LeastSquares(constant, dict(zip(names, slopes, strict=True)), r_squared, len(y))
    freedom = len(y) - design.shape[1]
    if not freedom:
        return fitted
    # The variance of the residuals times the diagonal of the inverse of X'X, which the pseudoinverse of X gives by its rows.
    first, *others = np.sqrt((np.linalg.pinv(design) ** 2).sum(axis=1) * left / freedom).tolist()
    return replace(fitted, constant_error=first, standard_errors=dict(zip(names, others, strict=True)))
