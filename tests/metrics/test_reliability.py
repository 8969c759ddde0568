"""Krippendorff's alpha."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import MetricInputError, krippendorff_alpha, krippendorff_alpha_metric

SCALES = ("nominal", "ordinal", "interval", "ratio")
# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: four observers, twelve units, missing values.
OBSERVERS = """
1 2 3 3 2 1 4 1 2 . . .
1 2 3 3 2 2 4 1 2 5 . 3
. 3 3 3 2 3 4 2 2 5 1 .
1 2 3 3 2 4 4 1 2 5 1 .
"""
BY_OBSERVER = [[None if mark == "." else int(mark) for mark in line.split()] for line in OBSERVERS.strip().splitlines()]
UNITS = list(zip(*BY_OBSERVER, strict=True))
RATINGS = st.lists(st.lists(st.integers(1, 4) | st.none(), min_size=3, max_size=3), min_size=1, max_size=10)


@pytest.mark.parametrize(("scale", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)])
def test_the_published_example_has_its_published_alphas(scale, expected):
    assert krippendorff_alpha(UNITS, scale=scale) == pytest.approx(expected, abs=5e-4)


def test_two_observers_and_two_categories_as_published():
    # Krippendorff 2011, section A: 0101000000 against 1110010000. Coincidences 10, 4, 4, 2 of 20; 14 zeros, 6 ones:
    # alpha = 1 - (20 - 1) 4 / (14 x 6) = .095.
    units = list(zip([0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0], strict=True))
    assert krippendorff_alpha(units, scale="nominal") == pytest.approx(1 - 19 * 4 / 84)


def test_agreement_throughout_is_1_and_one_single_value_is_undefined():
    assert krippendorff_alpha([[1, 1], [2, 2]], scale="interval") == 1
    assert krippendorff_alpha([[1, 1], [1, 1]], scale="nominal") is None
    assert krippendorff_alpha([[1, None], [None, 2]], scale="ordinal") is None


def test_a_unit_with_one_rating_changes_nothing():
    for scale in SCALES:
        assert krippendorff_alpha([*UNITS, (9, None)], scale=scale) == pytest.approx(krippendorff_alpha(UNITS, scale=scale))


def test_an_unknown_scale_no_units_and_negative_ratios_are_refused():
    with pytest.raises(MetricInputError, match="got 'cubic'"):
        krippendorff_alpha(UNITS, scale="cubic")
    with pytest.raises(MetricInputError, match="at least one unit"):
        krippendorff_alpha([], scale="nominal")
    with pytest.raises(MetricInputError, match="from 0 on the ratio scale"):
        krippendorff_alpha([[-1, 1]], scale="ratio")


def test_ratings_that_all_differ_cost_no_table_of_values():
    # Two raters who agree up to an offset of 1 on 0, 10, ..., 19990: the squared difference is 1 in each unit.
    units = [(10.0 * step, 10.0 * step + 1) for step in range(2000)]
    pool = np.array(units).ravel()
    observed, expected = 1.0, 2 * pool.var() * len(pool) / (len(pool) - 1)
    assert krippendorff_alpha(units, scale="interval") == pytest.approx(1 - observed / expected)
    # Ranks differ by 1 in each unit and run from 1 to 4,000.
    ranks = np.arange(4000.0)
    assert krippendorff_alpha(units, scale="ordinal") == pytest.approx(1 - 1 / (2 * ranks.var() * 4000 / 3999))


def pairwise_alpha(ratings, scale):
    """Recompute alpha pair by pair, from the definition."""
    units = [[value for value in unit if value is not None] for unit in ratings]
    units = [unit for unit in units if len(unit) > 1]
    pool = [value for unit in units for value in unit]

    def distance(a, b):
        low, high = min(a, b), max(a, b)
        if scale == "ordinal":
            return (sum(low <= value <= high for value in pool) - (pool.count(a) + pool.count(b)) / 2) ** 2
        return {"nominal": float(a != b), "interval": (a - b) ** 2, "ratio": ((a - b) / (a + b)) ** 2}[scale]

    observed = sum(distance(a, b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2)) / max(len(pool), 1)
    expected = sum(distance(a, b) for a, b in permutations(pool, 2)) / max(len(pool) * (len(pool) - 1), 1)
    return 1 - observed / expected if expected else None


@given(RATINGS, st.sampled_from(SCALES))
def test_alpha_is_what_its_definition_gives_pair_by_pair(ratings, scale):
    expected = pairwise_alpha(ratings, scale)
    assert krippendorff_alpha(ratings, scale=scale) == (None if expected is None else pytest.approx(expected))


@given(RATINGS, st.sampled_from(SCALES), st.data())
def test_a_resample_of_units_has_the_alpha_of_its_units_written_out(ratings, scale, data):
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(ratings), max_size=len(ratings)).filter(any))
    repeated = [unit for unit, weight in zip(ratings, weights, strict=True) for _ in range(weight)]
    value = krippendorff_alpha_metric(ratings, scale=scale).of_weights(np.array([weights], dtype=float))[0]
    expected = krippendorff_alpha(repeated, scale=scale)
    assert np.isnan(value) if expected is None else value == pytest.approx(expected)
