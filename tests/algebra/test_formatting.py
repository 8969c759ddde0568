"""Numbers as a school writes them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.algebra import read_number, show_number
from tests.every import every


@every(
    [
        (7.5, "7.5"),
        (12.0, "12"),
        (6.875, "6.88"),
        (2.675, "2.68"),
        (-0.5, "−0.5"),
        (-0.001, "0"),
        (0.1 + 0.2, "0.3"),
        (1e20, "1" + "0" * 20),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "undefined"),
    ]
)
def test_a_value_has_no_more_digits_than_it_needs(value, shown):
    assert show_number(value) == shown


def test_places_can_be_chosen():
    assert [show_number(math.pi, places) for places in (0, 1, 4)] == ["3", "3.1", "3.1416"]


@given(st.floats(-1e6, 1e6))
def test_what_is_shown_reads_back(value):
    assert read_number(show_number(value)).value == pytest.approx(value, abs=0.00501)
