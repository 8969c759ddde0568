"""Least squares of the context ablation."""

import numpy as np
import pytest

from gnomon.metrics import CONTEXT_PARTS, MetricInputError, least_squares

# Table 15, tuned model: question, diagram, correct solution, student solution; act, subact, feedback, BLEU.
TUNED = [
    (1, 1, 1, 1, 45.3, 30.2, 69.8, 12.4),
    (1, 1, 1, 0, 45.0, 31.3, 70.4, 12.5),
    (1, 1, 0, 1, 45.2, 29.1, 67.2, 12.1),
    (1, 1, 0, 0, 43.4, 28.3, 67.7, 11.8),
    (1, 0, 1, 1, 43.2, 27.9, 71.4, 12.3),
    (1, 0, 1, 0, 44.6, 29.9, 69.9, 12.4),
    (1, 0, 0, 1, 43.7, 28.5, 67.3, 11.8),
    (1, 0, 0, 0, 41.0, 26.4, 66.9, 12.1),
    (0, 1, 1, 1, 42.9, 28.3, 70.7, 12.4),
    (0, 1, 1, 0, 44.7, 31.1, 72.0, 12.0),
    (0, 1, 0, 1, 42.7, 26.7, 67.6, 11.4),
    (0, 1, 0, 0, 44.5, 29.9, 66.6, 11.6),
    (0, 0, 1, 1, 43.5, 30.1, 69.4, 12.1),
    (0, 0, 1, 0, 43.8, 29.0, 71.6, 12.0),
    (0, 0, 0, 1, 44.2, 28.5, 67.5, 11.9),
    (0, 0, 0, 0, 42.6, 28.8, 64.6, 11.6),
]
# Table 3, tuned: question, diagram, correct solution, student solution, constant, R squared in per cent.
TABLE_3 = {
    "act": (0.29, 0.87, 0.71, 0.16, 42.75, 28.2),
    "subact": (-0.10, 0.73, 1.46, -0.68, 28.30, 43.7),
    "feedback": (0.08, 0.44, 3.73, 0.13, 66.61, 82.3),
    "bleu": (0.29, -0.01, 0.47, 0.04, 11.63, 79.8),
}
SETTINGS = [row[:4] for row in TUNED]


def test_the_tuned_act_of_table_15_gives_the_checked_fit():
    fit = least_squares(SETTINGS, [row[4] for row in TUNED])
    assert [round(fit.coefficients[part], 2) for part in CONTEXT_PARTS] == [0.31, 0.89, 0.71, 0.14]
    assert fit.constant == pytest.approx(42.74, abs=0.005)
    assert fit.r_squared == pytest.approx(0.287, abs=0.0005)


@pytest.mark.parametrize(("column", "outcome"), list(enumerate(TABLE_3, start=4)))
def test_table_3_follows_from_table_15_up_to_rounded_inputs(column, outcome):
    fit = least_squares(SETTINGS, [row[column] for row in TUNED])
    found = [*fit.coefficients.values(), fit.constant]
    assert np.allclose(found, TABLE_3[outcome][:5], atol=0.03)
    assert fit.r_squared == pytest.approx(TABLE_3[outcome][5] / 100, abs=0.015)


def test_in_a_full_factorial_a_coefficient_is_the_difference_of_two_means():
    # Balanced columns: slope = mean with the part - mean without it.
    fit = least_squares(SETTINGS, [row[5] for row in TUNED])
    scores, has_diagram = np.array([row[5] for row in TUNED]), np.array([row[1] for row in TUNED], dtype=bool)
    assert fit.coefficients["diagram"] == pytest.approx(scores[has_diagram].mean() - scores[~has_diagram].mean())


def test_an_outcome_that_does_not_vary_has_no_r_squared():
    assert least_squares(SETTINGS, [1.1] * 16).r_squared is None


def test_settings_that_cannot_be_told_apart_are_refused():
    with pytest.raises(MetricInputError, match="tell 2 settings apart"):
        least_squares([[0, 0], [1, 1], [1, 1]], [1, 2, 3], names=["a", "b"])
    with pytest.raises(MetricInputError, match="shape"):
        least_squares([[0], [1]], [1, 2, 3], names=["a"])


def test_r_squared_is_the_squared_correlation_of_fit_and_outcome():
    stats = pytest.importorskip("scipy.stats")
    settings, outcomes = [[0], [1], [2], [5]], [1.0, 2.5, 2.0, 4.0]
    theirs = stats.linregress([row[0] for row in settings], outcomes)
    fit = least_squares(settings, outcomes, names=["x"])
    assert (fit.coefficients["x"], fit.constant) == pytest.approx((theirs.slope, theirs.intercept))
    assert fit.r_squared == pytest.approx(theirs.rvalue**2)


def test_standard_errors_are_those_of_another_implementation():
    stats = pytest.importorskip("scipy.stats")
    settings, outcomes = [[0], [1], [2], [5]], [1.0, 2.5, 2.0, 4.0]
    theirs = stats.linregress([row[0] for row in settings], outcomes)
    fit = least_squares(settings, outcomes, names=["x"])
    assert fit.standard_errors["x"] == pytest.approx(theirs.stderr)
    assert fit.constant_error == pytest.approx(theirs.intercept_stderr)
    # Two-sided, from Student's t with 2 degrees of freedom.
    assert 2 * stats.t.sf(abs(fit.t_values["x"]), 2) == pytest.approx(theirs.pvalue)


def test_in_a_full_factorial_the_errors_of_all_parts_are_one():
    # Each column is balanced and at right angles to the others: twice the error of a mean of 16.
    fit = least_squares(SETTINGS, [row[4] for row in TUNED])
    left = [row[4] - fit.constant - sum(fit.coefficients[p] * row[n] for n, p in enumerate(CONTEXT_PARTS)) for row in TUNED]
    expected = 2 * (sum(each**2 for each in left) / (16 - 5) / 16) ** 0.5
    assert list(fit.standard_errors.values()) == pytest.approx([expected] * 4)


def test_as_many_rows_as_figures_leave_no_standard_error():
    fit = least_squares([[0], [1]], [1, 2], names=["x"])
    assert (fit.constant_error, dict(fit.standard_errors), dict(fit.t_values)) == (None, {}, {})
