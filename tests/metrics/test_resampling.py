"""Metrics in the forms that can be resampled."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import MetricInputError, RowMetric, SumMetric, WeightMetric, mean_metric, value_of

VALUES = st.lists(st.floats(-5, 5) | st.none(), min_size=1, max_size=20)


@given(VALUES)
def test_a_mean_leaves_out_what_is_missing(values):
    given_values = [value for value in values if value is not None]
    expected = pytest.approx(sum(given_values) / len(given_values), abs=1e-12) if given_values else None
    assert value_of(mean_metric(values)) == expected


def test_a_value_over_some_rows_is_that_of_these_rows():
    assert value_of(mean_metric([1, 2, 6]), is_counted=[True, False, True]) == 3.5
    assert value_of(mean_metric([1, 2, 6]), is_counted=[False, False, False]) is None


def test_one_truth_value_a_row_is_wanted():
    with pytest.raises(MetricInputError, match="each of 3 rows"):
        value_of(mean_metric([1, 2, 6]), is_counted=[True])


@given(st.lists(st.tuples(st.floats(-5, 5), st.integers(0, 3)), min_size=1, max_size=12))
def test_the_three_forms_agree(rows):
    values = np.array([row[0] for row in rows])
    weights = np.array([[row[1] for row in rows], [1] * len(rows)], dtype=float)
    by_rows = RowMetric(len(rows), lambda chosen: float(values[chosen].mean()) if len(chosen) else None)
    by_weights = WeightMetric(len(rows), lambda line: float(line @ values / line.sum()) if line.any() else float("nan"))
    by_sums = mean_metric(values.tolist())
    for metric in (by_weights, by_rows):
        assert np.allclose(by_sums.of_weights(weights), metric.of_weights(weights), equal_nan=True)


def test_rows_of_a_cluster_are_added_up():
    metric = SumMetric(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), lambda sums: sums[..., 1] / sums[..., 0])
    summed = metric.summed_by(np.array([1, 0, 1]), 2)
    assert summed.statistics.tolist() == [[3, 4], [6, 8]]
    assert value_of(summed) == value_of(metric) == 12 / 9
