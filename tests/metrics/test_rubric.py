"""Totals of the six-criteria rubric."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import CRITERIA, MetricInputError, rubric_by_group, rubric_total, summarise_rubric, weighted_total

MARKS = st.fixed_dictionaries({name: st.sampled_from([0, 1, 1, None]) for name in CRITERIA}) | st.none()


def marks(*values):
    return dict(zip(CRITERIA, values, strict=True))


# Order insight, formulation, execution, scope, brevity, coherence.
FIRST, SECOND = marks(1, 1, 1, 0, 1, 1), marks(1, 0, 0, 1, 1, 1)


def test_totals_are_the_worked_example():
    # Reply 1: 5; 6 (.25 + .15 + .15 + .10 + .15) = 6 x .80 = 4.80. Reply 2: 4; 6 (.25 + .20 + .10 + .15) = 6 x .70 = 4.20.
    assert (rubric_total(FIRST), rubric_total(SECOND)) == (5, 4)
    assert (weighted_total(FIRST), weighted_total(SECOND)) == pytest.approx((4.8, 4.2))


def test_means_and_zero_shares_are_the_worked_example():
    # (5 + 4)/2 = 4.50; (4.80 + 4.20)/2 = 4.50; one of two replies has a 0 for scope.
    summary = summarise_rubric([FIRST, SECOND])
    assert (summary.mean_total, summary.mean_weighted_total) == pytest.approx((4.5, 4.5))
    assert summary.zero_shares["solution_scope_control"] == 0.5


def test_the_zeros_of_figure_4_give_the_printed_total_but_not_the_printed_weighted_total():
    # Gemini-2.5-Pro, 770 replies. Zeros 163, 207, 209, 239, 170, 21 add to 1009: 6 - 1009/770 = 4.690, printed 4.69.
    # Weighted: 6 (1 - (.25 163 + .15 207 + .15 209 + .20 239 + .10 170 + .15 21)/770) = 6 - 6 x 171.1/770 = 4.667, printed 4.75.
    zeros = (163, 207, 209, 239, 170, 21)
    replies = [marks(*(int(reply >= count) for count in zeros)) for reply in range(770)]
    summary = summarise_rubric(replies)
    assert tuple(summary.zero_counts.values()) == zeros
    assert (summary.mean_total, summary.mean_weighted_total) == pytest.approx((4.690, 4.667), abs=5e-4)
    assert summary.zero_shares["solution_scope_control"] == pytest.approx(0.3104, abs=5e-5)


def test_a_reply_without_all_six_marks_has_no_total_and_is_in_no_mean():
    partly = marks(1, None, 1, 1, 1, 1)
    assert rubric_total(partly) is weighted_total(partly) is rubric_total(None) is rubric_total({}) is None
    summary = summarise_rubric([FIRST, partly, None])
    assert (summary.mean_total, summary.graded, summary.ungraded) == (5, 1, 2)
    assert summary.mean_marks["operation_formulation"] == 1


def test_without_a_graded_reply_every_mean_is_none():
    summary = summarise_rubric([None])
    assert summary.mean_total is summary.mean_weighted_total is summary.zero_shares["brevity"] is None


@pytest.mark.parametrize("wrong", [{"brevity": 2}, {"brevity": 0.5}, {"kindness": 1}])
def test_a_mark_that_is_none_of_0_and_1_or_an_unknown_criterion_is_refused(wrong):
    with pytest.raises(MetricInputError, match="expected marks of 0, 1 or None"):
        rubric_total(wrong)


def test_groups_are_kept_in_order_of_first_occurrence():
    groups = rubric_by_group([FIRST, SECOND, FIRST], ["hard", "easy", "hard"])
    assert [(name, group.graded) for name, group in groups.items()] == [("hard", 2), ("easy", 1)]
    with pytest.raises(MetricInputError, match="one group a reply"):
        rubric_by_group([FIRST], [])


@given(st.lists(st.tuples(MARKS, st.sampled_from("xyz")), min_size=1, max_size=25))
def test_group_means_weighted_by_size_are_the_overall_mean(rows):
    replies, names = [row[0] for row in rows], [row[1] for row in rows]
    overall = summarise_rubric(replies)
    groups = [group for group in rubric_by_group(replies, names).values() if group.graded]
    assert sum(group.graded for group in groups) == overall.graded
    for figure in ("mean_total", "mean_weighted_total"):
        pooled = sum(group.graded * getattr(group, figure) for group in groups)
        assert pooled == pytest.approx((getattr(overall, figure) or 0) * overall.graded)


@given(st.fixed_dictionaries({name: st.integers(0, 1) for name in CRITERIA}))
def test_both_totals_lie_between_0_and_6_and_meet_at_the_ends(reply):
    total, weighted = rubric_total(reply), weighted_total(reply)
    assert weighted is not None
    assert 0 <= weighted <= 6
    assert (total == 0) == (weighted == 0)
    assert (total == 6) == (weighted == 6)
