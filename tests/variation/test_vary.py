"""Siblings of a problem."""

import random
import re
from fractions import Fraction
from functools import cache

import pytest

from gnomon.algebra import Number
from gnomon.geometry import solution_of
from gnomon.problem import bank, load_problem
from gnomon.problem.entry_writing import written_entries
from gnomon.problem.shown_numbers import data_numbers
from gnomon.variation import VariationError, proof_shape, vary
from gnomon.variation.numbers import slots_of
from gnomon.variation.posing import flaw
from gnomon.variation.vary import _Family, _RefusedError
from tests.every import every

NAMES = ("shadow-pqtuv", "linear-pair-dghk", "long-leg-cty")


@cache
def varied(name):
    """Vary a problem of the bank once for all tests."""
    return vary(bank()[name], 2, seed=4).siblings


@pytest.mark.slow
@every(NAMES)
def test_siblings_are_solved_by_the_same_rules(name):
    shape = proof_shape(solution_of(bank()[name]).proof)
    assert [proof_shape(sibling.solution.proof) == shape for sibling in varied(name)] == [True, True]


@every(NAMES, one_in=3)
def test_no_point_keeps_its_name_but_a_centre(name):
    for sibling in varied(name):
        names = zip(bank()[name].question.figure.points, sibling.entry.figure.points, strict=True)
        assert [old for old, new in names if old == new] == []


@every(NAMES, one_in=3)
def test_the_text_has_the_new_numbers_and_none_of_the_old(name):
    old = {str(slot.expression) for slot in slots_of(bank()[name].formal)}
    for sibling in varied(name):
        text = sibling.problem.question.text
        new = {str(slot.expression) for slot in slots_of(sibling.problem.formal)}
        assert [value for value in new if value not in text] == []
        assert (old - new).isdisjoint(number.text for number in data_numbers(text))


@every(NAMES, one_in=3)
def test_the_figure_of_a_sibling_reads_well(name):
    assert [flaw(sibling.problem.question.figure) for sibling in varied(name)] == [None, None]


def test_siblings_differ_from_each_other_and_from_the_original():
    for name in NAMES:
        problems = [bank()[name], *(sibling.problem for sibling in varied(name))]
        assert len({tuple(map(str, slots_of(one.formal))) for one in problems}) == 3
        assert len({one.answer for one in problems}) == 3


def test_a_root_stays_a_root_and_a_whole_number_whole():
    assert all(re.fullmatch(r"\d*√3", sibling.entry.exact) for sibling in varied("long-leg-cty"))
    assert all(sibling.entry.answer == round(sibling.entry.answer) for sibling in varied("linear-pair-dghk"))


def test_a_sibling_is_read_from_its_file_as_it_is(tmp_path):
    file = tmp_path / "siblings.yaml"
    siblings = varied("shadow-pqtuv")
    file.write_text(written_entries(sibling.entry for sibling in siblings), "utf-8")
    for sibling in siblings:
        assert load_problem(f"{file}#{sibling.entry.id}").formal == sibling.problem.formal


def test_a_sibling_says_where_it_comes_from():
    assert varied("shadow-pqtuv")[0].problem.source == "varied from shadow-pqtuv, seed 4"


def test_one_seed_makes_one_result():
    again = vary(bank()["long-leg-cty"], 1, seed=4)
    assert [sibling.entry for sibling in again.siblings] == [varied("long-leg-cty")[0].entry]


def test_a_planted_sibling_with_another_proof_is_refused():
    """37° in the place of 30° makes a good problem, but one of trigonometry."""
    problem = bank()["long-leg-cty"]
    family = _Family(problem, 0)
    values = {slot: slot.expression for slot in slots_of(problem.formal)}
    planted = {slot: Number(Fraction(37)) if str(value) == "30" else value for slot, value in values.items()}
    with pytest.raises(_RefusedError, match="another shape"):
        family.sibling(planted, 1, random.Random(0))


@pytest.mark.slow
def test_fewer_siblings_than_asked_for_come_with_the_reason():
    found = vary(bank()["radius-from-area-hu"], 9)
    assert 0 < len(found.siblings) < 9
    assert "the same numbers again" in found.reason


def test_a_problem_whose_number_no_figure_can_change_is_refused():
    with pytest.raises(VariationError, match="no number that could change"):
        vary(bank()["regular-hexagon-angle-dglpsy"])


def test_a_text_with_a_number_that_no_given_has_is_refused():
    problem = bank()["long-leg-cty"]
    text = f"{problem.question.text} The perimeter is 23.66 cm."
    odd = problem.model_copy(update={"question": problem.question.model_copy(update={"text": text})})
    with pytest.raises(VariationError, match=r"23\.66"):
        vary(odd)
