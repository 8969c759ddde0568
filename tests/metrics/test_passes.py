"""Pass@k, its course over turns, turns saved."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import (
    MetricInputError,
    bootstrap_interval,
    curve_difference,
    first_turn_at,
    pass_at_k,
    pass_at_k_by_turn,
    turn_metric,
    turns_saved,
)
from tests.every import every

# ODQS, Tables 3 and 5, turns 0 to 5.
MATHS = {
    "unscaffolded": (0.103, 0.287, 0.559, 0.812, 0.921, 0.955),
    "scaffolded": (0.107, 0.422, 0.747, 0.891, 0.942, 0.955),
    "pre": (0.322, 0.512, 0.806, 0.925, 0.950, 0.955),
    "mid": (0.106, 0.406, 0.761, 0.938, 0.954, 0.967),
    "self": (0.348, 0.706, 0.944, 0.967, 0.962, 0.962),
    "peer": (0.330, 0.780, 0.958, 0.971, 0.970, 0.969),
}
CODING = {
    "unscaffolded": (0.136, 0.474, 0.561, 0.598, 0.612, 0.604),
    "scaffolded": (0.150, 0.547, 0.568, 0.585, 0.585, 0.583),
    "pre": (0.515, 0.539, 0.580, 0.585, 0.586, 0.579),
    "mid": (0.135, 0.514, 0.677, 0.686, 0.679, 0.677),
    "self": (0.139, 0.544, 0.679, 0.688, 0.679, 0.673),
    "peer": (0.142, 0.531, 0.689, 0.703, 0.694, 0.690),
}


def test_two_right_of_ten_give_the_worked_example():
    # 1 - C(8, 5)/C(10, 5) = 1 - 56/252 = .778.
    assert pass_at_k(10, 2, 5) == pytest.approx(1 - 56 / 252)


@pytest.mark.parametrize(("right", "expected"), [(0, 0), (1, 1), (5, 1)])
def test_with_as_many_samples_as_k_any_right_one_is_enough(right, expected):
    assert pass_at_k(5, right, 5) == expected


def test_fewer_wrong_samples_than_k_make_it_certain():
    assert pass_at_k(10, 6, 5) == 1


@given(st.integers(1, 8), st.data())
def test_it_is_the_share_of_draws_with_a_right_sample(samples, data):
    right, k = data.draw(st.integers(0, samples)), data.draw(st.integers(1, samples))
    draws = list(combinations(range(samples), k))
    assert pass_at_k(samples, right, k) == pytest.approx(sum(min(draw) < right for draw in draws) / len(draws))


@pytest.mark.parametrize("arguments", [(5, 6, 5), (5, -1, 5), (5, 1, 6), (5, 1, 0)])
def test_numbers_out_of_range_are_refused(arguments):
    with pytest.raises(MetricInputError, match="expected 1 <= k"):
        pass_at_k(*arguments)


def test_the_value_at_a_turn_is_the_mean_over_problems():
    # c = 0, 1, 5, 0 of 5: (0 + 1 + 1 + 0)/4 = .500.
    assert pass_at_k_by_turn([[0], [1], [5], [0]]).values == (0.5,)


def test_a_state_that_was_not_evaluated_is_counted_and_in_no_mean():
    # Turn 1: problems 1 and 3 alone: (1 + 0)/2. Turn 2: nobody.
    curve = pass_at_k_by_turn([[0, 1, None], [0, None, None], [5, 0, None]])
    assert curve.values == pytest.approx((1 / 3, 0.5, None))
    assert (curve.problems, curve.missing) == ((3, 2, 0), (0, 1, 3))


def test_the_deviation_at_a_turn_is_that_of_the_mean():
    # 40 problems, half of them solved: sqrt(.5 x .5 / 40) = .079.
    counts = [[0], [5]] * 20
    assert bootstrap_interval(turn_metric(counts, 0), seed=1).standard_error == pytest.approx(0.079, abs=0.006)


def test_ragged_turns_and_turns_out_of_range_are_refused():
    with pytest.raises(MetricInputError, match="same turns"):
        pass_at_k_by_turn([[0, 1], [1]])
    with pytest.raises(MetricInputError, match="same turns"):
        pass_at_k_by_turn([])
    with pytest.raises(MetricInputError, match="got 2"):
        turn_metric([[0, 1]], 2)


@pytest.mark.parametrize(
    ("curves", "reference", "curve", "level", "expected"),
    [
        # Reference reaches .955 at 5; self at 3 (.967), peer at 2 (.958).
        (MATHS, "pre", "self", 0.955, (2, 2)),
        (MATHS, "pre", "peer", 0.955, (3, 3)),
        # The reference reaches .677 at 2 itself, so nothing is saved; N - first says 3.
        (CODING, "mid", "self", 0.677, (0, 3)),
    ],
)
def test_turns_saved_are_the_worked_examples(curves, reference, curve, level, expected):
    assert turns_saved(curves[reference], curves[curve], level) == expected


def test_a_level_that_is_never_reached_saves_no_number_of_turns():
    assert turns_saved(CODING["mid"], CODING["self"], 0.9) == (None, None)
    assert turns_saved(CODING["pre"], CODING["self"], 0.6) == (None, 3)
    assert first_turn_at([None, 0.2, 0.2], 0.2) == 1


# Tables 7 to 9: curves, minuend, subtrahend, first turn, printed mean and largest difference.
DIFFERENCES = [
    (MATHS, "scaffolded", "unscaffolded", 0, 0.07, 0.188),
    (MATHS, "pre", "scaffolded", 0, 0.068, 0.215),
    (MATHS, "pre", "mid", 2, 0.004, 0.045),
    (MATHS, "self", "pre", 0, 0.070, 0.194),
    (MATHS, "peer", "pre", 0, 0.085, 0.268),
    (CODING, "mid", "scaffolded", 2, 0.100, 0.109),
    (CODING, "mid", "pre", 2, 0.097, 0.101),
    (CODING, "self", "mid", 0, 0.006, 0.030),
    (CODING, "peer", "mid", 0, 0.014, 0.017),
]


@every(DIFFERENCES)
def test_published_differences_follow_from_the_published_curves(curves, first, second, from_turn, mean, largest):
    difference = curve_difference(curves[first], curves[second], from_turn=from_turn)
    assert difference.mean == pytest.approx(mean, abs=0.0015 if mean > 0.01 and mean != 0.07 else 0.005)
    assert difference.largest == pytest.approx(largest, abs=0.0011)


def test_the_one_published_difference_that_does_not_follow_is_a_tenth_of_what_is_printed():
    # Qwen, coding, scaffolded minus unscaffolded: (.014 + .073 + .007 - .013 - .027 - .021)/6 = .0055, printed .05.
    difference = curve_difference(CODING["scaffolded"], CODING["unscaffolded"])
    assert difference == pytest.approx((0.0055, 0.073, 1))


def test_curves_of_different_length_are_refused():
    with pytest.raises(MetricInputError, match="one length"):
        curve_difference([0.1], [0.1, 0.2])
    with pytest.raises(MetricInputError, match="beyond turn 1"):
        curve_difference([0.1], [0.1], from_turn=1)
