"""The helper that makes one test of many cases fails for each that fails."""

import pytest

from tests.every import every


def test_every_case_that_fails_is_named_and_the_others_are_tried():
    tried = []

    @every([(1, 2), (3, 3), (5, 0)], name=lambda case: f"case {case[0]}")
    def divides(first, second):
        """Divide."""
        tried.append(first)
        assert first / second == 1

    assert (divides.__name__, divides.__doc__) == ("divides", "Divide.")
    with pytest.raises(AssertionError, match=r"(?s)2 of 3 cases fail.*case 1: AssertionError.*case 5: ZeroDivisionError"):
        divides()
    assert tried == [1, 3, 5]


@pytest.fixture
def limit():
    return 5


@every([1, 2])
def test_what_is_no_part_of_a_case_is_a_fixture(number, limit):
    assert number < limit
