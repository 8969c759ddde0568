"""Groups stay whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.judge.checks import grouped_folds, require_whole_groups


def test_large_groups_are_dealt_first_to_the_smallest_fold():
    # sizes: a 3, b 2, c 1, d 1; folds: a | b, then c to the second (2 < 3), d to the first of 3 and 3
    assert grouped_folds(["a", "a", "a", "b", "b", "c", "d"], 2) == [0, 0, 0, 1, 1, 1, 0]


@given(st.lists(st.integers(0, 12), min_size=30, max_size=60), st.integers(2, 4))
def test_no_group_is_split_and_every_fold_is_used(groups, num_folds):
    if len(set(groups)) < num_folds:
        return
    folds = grouped_folds(groups, num_folds)
    require_whole_groups(groups, folds)
    assert set(folds) == set(range(num_folds))


@pytest.mark.parametrize("num_folds", [0, 1, 3])
def test_more_folds_than_groups_or_fewer_than_two_are_refused(num_folds):
    with pytest.raises(ValueError, match="expected 2 to 2 folds"):
        grouped_folds(["a", "b", "a"], num_folds)
