"""The equality policies, by their definitions."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.algebra import POLICIES, Verdict, compare, equal
from tests.every import every

ROOT75 = math.sqrt(75)  # 8.6602...


@every(
    [
        ("exact", 57, 57.0, True),
        ("exact", 57, 57.001, False),
        ("exact", ROOT75, "5√3", True),
        ("textbook", 100, 101, True),
        ("textbook", 100, 101.1, False),
        ("textbook", 1, 1.05, True),
        ("textbook", 1, 1.06, False),
        ("rounded", 109, 109.2, False),
        ("rounded", 109.2, 109, True),
        ("rounded", 8.6602540, 8.66, True),
        ("rounded", 8.6602540, 8.65, False),
        ("rounded", 8.6602540, "26/3", False),
        ("guard", 1000, 1002, True),
        ("guard", 1000, 1002.1, False),
        ("guard", 0, 0.001, False),
        ("integer", 72, "72", True),
        ("integer", 72, "72.0", True),
        ("integer", 72, 72.4, False),
        ("integer", 72.5, 72.5, False),
        ("learner", 57, "57", True),
        ("learner", 57, "58", False),
    ]
)
def test_a_policy_keeps_its_tolerance(policy, truth, claim, expected):
    assert equal(truth, claim, policy) is expected


@every(
    [
        ("5√3", "right"),
        ("8.66", "right_rounded"),
        ("8.7", "right_rounded"),
        ("8.6", "right_rounded"),
        ("9", "right_rounded"),
        ("8.65", "right_rounded"),
        ("8", "wrong"),
        ("8.5", "wrong"),
        ("-8.66", "wrong"),
        ("0", "wrong"),
        ("idk", "unchecked"),
        (None, "unchecked"),
    ]
)
def test_a_learner_may_round(claim, expected):
    assert compare(ROOT75, claim) == expected


@given(st.floats(0.6, 1e6), st.integers(0, 6))
def test_a_correctly_rounded_value_is_never_wrong(truth, decimals):
    assert compare(truth, f"{truth:.{decimals}f}").is_right


@given(st.floats(1, 1e6), st.integers(1, 4))
def test_a_value_cut_off_after_a_decimal_is_never_wrong(truth, decimals):
    cut = math.floor(truth * 10**decimals) / 10**decimals
    assert compare(truth, f"{cut:.{decimals}f}").is_right


@every(POLICIES)
def test_edges_are_the_same_for_every_policy(policy):
    assert equal(None, 1.0, policy) is None
    assert equal(1.0, None, policy) is None
    assert equal(math.nan, math.nan, policy) is False
    assert equal(math.inf, math.inf, policy) is True
    assert equal(math.inf, 1e300, policy) is False


def test_free_is_refused_by_name():
    with pytest.raises(ValueError, match="'free' is reserved"):
        compare(1.0, 1.0, "free")


def test_a_verdict_is_a_plain_word():
    assert str(Verdict.RIGHT_ROUNDED) == "right_rounded"
