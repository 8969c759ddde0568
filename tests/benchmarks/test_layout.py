"""The layout benchmark on a part of the bank; the script itself takes the whole one, which lasts minutes."""

import pytest

from benchmarks.layout import judged
from gnomon.problem import bank
from tests.every import every
from tests.problem import bank_coordinates as ruler

pytestmark = pytest.mark.slow

ENTRIES = {entry["id"]: entry for entries in ruler.read_bank().values() for entry in entries}


@every([("exterior-angle-prst",), ("inscribed-rst",), ("kite-with-a-dent-quet",)])
def test_a_problem_without_its_coordinates_is_laid_out_and_proved(name):
    found = judged(bank()[name], ENTRIES[name])
    assert not found.is_wrong
    assert found.is_seen  # the control: the ruler sees a point that is moved


@every(list(ENTRIES)[::6])
def test_every_sixth_problem_of_the_bank_is_laid_out_and_proved(name):
    assert not judged(bank()[name], ENTRIES[name]).is_wrong
