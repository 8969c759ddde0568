"""Cohen's and Fleiss' kappa."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import MetricInputError, cohen_kappa, cohen_kappa_metric, fleiss_kappa, fleiss_kappa_metric

LABELS = (1, 2, 3, 4)
PAIRS = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1, max_size=30)

# Fleiss 1971, Table 1: 30 patients, 6 psychiatrists, 5 diagnoses.
PATIENTS = """
0 0 0 6 0, 0 3 0 0 3, 0 1 4 0 1, 0 0 0 0 6, 0 3 0 3 0, 2 0 4 0 0, 0 0 4 0 2, 2 0 3 1 0, 2 0 0 4 0, 0 0 0 0 6,
1 0 0 5 0, 1 1 0 4 0, 0 3 3 0 0, 1 0 0 5 0, 0 2 0 3 1, 0 0 5 0 1, 3 0 0 1 2, 5 1 0 0 0, 0 2 0 4 0, 1 0 2 0 3,
0 0 0 0 6, 0 1 0 5 0, 0 2 0 1 3, 2 0 0 4 0, 1 0 0 4 1, 0 5 0 1 0, 4 0 0 0 2, 0 2 0 4 0, 1 0 5 0 0, 0 0 0 0 6
"""
DIAGNOSES = [[int(count) for count in line.split()] for line in PATIENTS.split(",")]


def kappa(first, second, **options):
    return cohen_kappa(first, second, labels=LABELS, **options)


def test_cohens_kappa_by_hand():
    # Table 2 x 2 with 20, 5, 10, 15: agreement 35/50 = .7; by chance .5 x .6 + .5 x .4 = .5; kappa .2/.5 = .4.
    pairs = [(1, 1)] * 20 + [(1, 2)] * 5 + [(2, 1)] * 10 + [(2, 2)] * 15
    assert kappa(*zip(*pairs, strict=True)) == pytest.approx(0.4)


def test_weights_forgive_near_misses():
    # Labels 1, 2, 3 against 1, 2, 2. Observed distance 1 of 3 rows. Expected over 3 x 3 pairs: first (1, 2, 3) once each, second
    # 1 once, 2 twice: distances 1-2: 2, 2-1: 1, 3-1: 2, 3-2: 2, sum 7 (linear); squares 2, 1, 4, 2: 9. Unequal pairs 2+1+1+2 = 6.
    first, second = [1, 2, 3], [1, 2, 2]
    assert kappa(first, second) == pytest.approx(1 - 3 * 1 / 6)
    assert kappa(first, second, weights="linear") == pytest.approx(1 - 3 * 1 / 7)
    assert kappa(first, second, weights="quadratic") == pytest.approx(1 - 3 * 1 / 9)


def test_where_chance_alone_agrees_always_kappa_is_undefined():
    assert kappa([1, 1], [1, 1]) is kappa([], []) is None


@given(PAIRS, st.sampled_from([None, "linear", "quadratic"]))
def test_scikit_learn_gives_the_same(pairs, weights):
    metrics = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
    first, second = zip(*pairs, strict=True)
    ours = kappa(first, second, weights=weights)
    if ours is not None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert ours == pytest.approx(metrics.cohen_kappa_score(first, second, labels=LABELS, weights=weights), abs=1e-9)


def test_labels_and_weights_that_are_not_known_are_refused():
    with pytest.raises(MetricInputError, match="got 5"):
        kappa([5], [1])
    with pytest.raises(MetricInputError, match="got 'cubic'"):
        kappa([1], [2], weights="cubic")
    with pytest.raises(MetricInputError, match="one length"):
        kappa([1], [])


def test_fleiss_kappa_of_his_own_table_is_as_published():
    # Fleiss 1971: shares .144, .144, .167, .306, .239; agreement .5556, by chance .2199; kappa .430.
    table = np.array(DIAGNOSES)
    assert [round(share, 3) for share in table.sum(axis=0) / 180] == [0.144, 0.144, 0.167, 0.306, 0.239]
    assert fleiss_kappa(DIAGNOSES) == pytest.approx(0.430, abs=5e-4)


def test_fleiss_kappa_of_two_subjects_by_hand():
    # 2 raters: subject 1 agrees (2, 0), subject 2 does not (1, 1). Agreement (1 + 0)/2; shares 3/4, 1/4: chance 10/16.
    # kappa = (.5 - .625)/(1 - .625) = -1/3.
    assert fleiss_kappa([[2, 0], [1, 1]]) == pytest.approx(-1 / 3)


def test_fleiss_kappa_of_one_category_is_undefined():
    assert fleiss_kappa([[3, 0], [3, 0]]) is None


@pytest.mark.parametrize("counts", [[], [[1, 0]], [[2, 0], [2, 1]]])
def test_fleiss_kappa_wants_the_same_number_of_raters_throughout(counts):
    with pytest.raises(MetricInputError, match="same number of raters"):
        fleiss_kappa(counts)


@given(PAIRS, st.data())
def test_a_resample_agrees_as_its_rows_written_out(pairs, data):
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(pairs), max_size=len(pairs)).filter(any))
    repeated = [pair for pair, weight in zip(pairs, weights, strict=True) for _ in range(weight)]
    table = [[(a == label) + (b == label) for label in LABELS] for a, b in pairs]
    again = [[(a == label) + (b == label) for label in LABELS] for a, b in repeated]
    line = np.array([weights], dtype=float)
    first, second = zip(*pairs, strict=True)
    cohen = cohen_kappa_metric(first, second, labels=LABELS, weights="linear").of_weights(line)[0]
    fleiss = fleiss_kappa_metric(table).of_weights(line)[0]
    expected = kappa(*zip(*repeated, strict=True), weights="linear"), fleiss_kappa(again)
    for value, wanted in zip((cohen, fleiss), expected, strict=True):
        assert np.isnan(value) if wanted is None else value == pytest.approx(wanted, abs=1e-9)
