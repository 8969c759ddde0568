"""Curves, differences and turns saved of a few rows, recomputed by hand."""

import pytest

from gnomon.inquiry.analysis.curves import (
    Resampling,
    compare,
    conditions_of,
    curve_of,
    dialogue_key,
    gain_of,
    pass_values,
    saved_turns,
)
from gnomon.inquiry.errors import InquiryError
from tests.inquiry.made_rows import evaluation, row, rows

# Right samples of 5 by turn, for four problems. Pass@5 is 1 where any is right.
PLAIN = rows([[0, 0, 0, 1, 1, 1], [0, 0, 2, 2, 5, 5], [0, 0, 0, 0, 0, 1], [1, 1, 1, 1, 1, 1]])
# Turns: 0: 1/4; 1: 1/4; 2: 2/4; 3: 3/4; 4: 3/4; 5: 4/4.
SCAFFOLDED = rows([[0, 1, 1, 1, 1, 1], [0, 0, 2, 2, 5, 5], [0, 0, 0, 1, 1, 1], [1, 1, 1, 1, 1, 0]], scaffolding="scaffolded")
# 0: 1/4; 1: 2/4; 2: 3/4; 3: 4/4; 4: 4/4; 5: 3/4.


def test_the_curve_is_the_mean_over_problems_at_each_turn():
    assert curve_of(PLAIN).values == pytest.approx((0.25, 0.25, 0.5, 0.75, 0.75, 1.0))


def test_the_deviation_of_a_point_is_that_of_a_resampled_mean():
    # Half of 100 problems: sqrt(.5 x .5 / 100) = .05.
    many = rows([[5] * 6, [0] * 6] * 50)
    assert curve_of(many).points[0].standard_error == pytest.approx(0.05, abs=0.005)


def test_a_dialogue_that_failed_counts_up_to_there():
    # Turn 1: problems 1 and 2: (0 + 1)/2. Turn 2: problem 1 alone.
    curve = curve_of(rows([[0, 0, 5, 5, 5, 5], [0, 3, None, None, None, None]]))
    assert list(curve.values[1:3]) == [0.5, 1.0]
    assert (curve.problems[2], curve.missing[2]) == (1, 1)


def test_a_turn_that_nobody_reached_has_no_value():
    assert curve_of(rows([[0, 1, None, None, None, None]])).values[2:] == (None,) * 4


def test_samples_without_an_answer_count_as_wrong_and_are_counted():
    made = row("p1", [0] * 6).model_copy(update={"evaluations": tuple(evaluation(t, 0, unread=2) for t in range(6))})
    curve = curve_of([made])
    assert list(curve.values) == [0] * 6
    assert (curve.unread, curve.samples) == (12, 30)


def test_fewer_samples_than_k_are_refused_and_more_are_estimated():
    # n = 10, c = 2, k = 5: 1 - C(8,5)/C(10,5) = 1 - 56/252.
    ten = row("p1", [2] * 6, samples=10)
    assert pass_values(ten, 5)[0] == pytest.approx(1 - 56 / 252)
    with pytest.raises(InquiryError, match="k = 11"):
        pass_values(ten, 11)


def test_a_difference_is_the_mean_over_turns_and_problems():
    # Curves differ by 0, .25, .25, .25, .25, -.25: mean .75/6 = .125; largest .25, first at turn 1.
    found = compare(SCAFFOLDED, PLAIN)
    assert found.mean.value == pytest.approx(0.125)
    assert found.largest == pytest.approx(0.25)
    assert found.largest_at_turn == 1
    assert [point.value for point in found.by_turn] == pytest.approx([0, 0.25, 0.25, 0.25, 0.25, -0.25])


def test_a_difference_over_some_turns_leaves_the_others_out():
    # Turns 2 to 5: (.25 + .25 + .25 - .25)/4 = .125; turns 0 to 3: (0 + .25 + .25 + .25)/4 = .1875.
    late, early = compare(SCAFFOLDED, PLAIN, turns=(2, 5)), compare(SCAFFOLDED, PLAIN, turns=(0, 3))
    assert late.mean.value == pytest.approx(0.125)
    assert late.by_turn[:2] == (None, None)
    assert early.mean.value == pytest.approx(0.1875)


def test_only_problems_that_both_have_whole_are_compared():
    first = rows([[0] * 6, [5] * 6, [0, 5, 5, 5, 5, None]])
    second = (*rows([[0] * 6, [0] * 6, [0] * 6]), row("other", [5] * 6))
    found = compare(first, second)
    assert (found.problems, found.left_out) == (2, 2)
    assert found.mean.value == pytest.approx(0.5)


def test_without_a_common_problem_there_is_no_difference():
    found = compare((row("a", [0] * 6),), (row("b", [5] * 6),))
    assert (found.mean, found.largest, found.left_out) == (None, None, 2)


def test_dialogues_about_one_problem_are_resampled_together():
    # Two problems, ten seeds each: the resampled mean is 0, .5 or 1, so its deviation is sqrt(1/8) = .354, not .112.
    made = [row(name, [count] * 6, seed=seed) for name, count in (("a", 0), ("b", 5)) for seed in range(10)]
    assert curve_of(made).points[0].standard_error == pytest.approx(0.354, abs=0.02)


def test_the_gain_is_the_last_turn_minus_turn_0():
    # 4/4 - 1/4.
    assert gain_of(PLAIN).value == pytest.approx(0.75)
    assert gain_of(rows([[0, None, None, None, None, None]])) is None


def test_the_same_seed_gives_the_same_figures():
    assert compare(SCAFFOLDED, PLAIN, how=Resampling(seed=3)) == compare(SCAFFOLDED, PLAIN, how=Resampling(seed=3))


def test_turns_are_saved_to_the_last_value_of_the_reference():
    # The reference reaches 1.0 at turn 5, the curve at 3: 2 saved, and 5 - 3 = 2 before the last turn.
    found = saved_turns(curve_of(PLAIN).values, curve_of(SCAFFOLDED).values)
    assert found == (1.0, 5, 3, 2, 2)
    # Other way round: level .75, the reference there at 2, the curve at 3: one turn lost.
    assert saved_turns(curve_of(SCAFFOLDED).values, curve_of(PLAIN).values) == (0.75, 2, 3, -1, 2)


def test_no_turns_are_saved_to_a_level_that_is_not_there():
    assert saved_turns([0.1, None], [0.1, 0.2]) == (None,) * 5
    assert saved_turns([0.1, 0.9], [0.1, 0.2]) == (0.9, 1, None, None, None)


def test_rows_are_grouped_by_setting():
    found = conditions_of([*PLAIN, *SCAFFOLDED, row("p1", [0] * 6, seed=1)])
    assert [(condition.setting.method, len(condition.rows)) for condition in found] == [("unscaffolded", 5), ("scaffolded", 4)]


def test_a_folder_that_is_read_twice_is_refused():
    with pytest.raises(InquiryError, match="once"):
        conditions_of([*PLAIN, *PLAIN])


def test_dialogues_of_different_settings_have_different_keys():
    assert len({dialogue_key(each) for each in (*PLAIN, *SCAFFOLDED, row("p1", [0] * 6, seed=1))}) == 9
