"""The effect of unreadable output."""

import pytest

from gnomon.metrics import (
    HighlightRow,
    MetricInputError,
    classify,
    highlight_metric,
    macro_f1_metric,
    mean_metric,
    measure_coverage,
)


def test_macro_f1_with_and_without_unreadable_rows():
    # Truth A, A, B; output A, unreadable, B: .833 as scored; rows 1 and 3 alone: 1.
    truth, output = ["A", "A", "B"], ["A", None, "B"]
    result = measure_coverage(macro_f1_metric(truth, output), [label is not None for label in output])
    assert result.as_scored == pytest.approx(classify(truth, output).macro_f1)
    assert (result.readable_only, result.unreadable, result.rows) == (1, 1, 3)
    assert result.unreadable_share == pytest.approx(1 / 3)


def test_leave_with_and_without_unreadable_rows():
    # Three turns with true lines: one hit, one leave, one unreadable. As scored 2/3 leave; of the two readable ones 1/2.
    line = frozenset({"AB"})
    rows = [HighlightRow(line, line), HighlightRow(line, frozenset()), HighlightRow(line, None, is_unreadable=True)]
    result = measure_coverage(highlight_metric(rows, "leave_share"), [not row.is_unreadable for row in rows])
    assert (result.as_scored, result.readable_only) == pytest.approx((2 / 3, 1 / 2))


def test_where_nothing_is_readable_there_is_no_second_value():
    result = measure_coverage(mean_metric([0, 0]), [False, False])
    assert (result.as_scored, result.readable_only, result.unreadable_share) == (0, None, 1)


def test_no_rows_are_refused():
    with pytest.raises(MetricInputError, match="at least one row"):
        measure_coverage(mean_metric([]), [])
