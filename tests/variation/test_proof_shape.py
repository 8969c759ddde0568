"""The shape of a proof."""

from gnomon.geometry import solve
from gnomon.problem import bank
from gnomon.variation import proof_shape


def _shape(name):
    return proof_shape(solve(bank()[name]).proof)


def test_two_problems_of_one_theorem_have_one_shape():
    assert _shape("tangent-length-cks") == _shape("tangent-length-cks")
    assert _shape("sector-area-obk") == _shape("sector-pie-cfv")


def test_what_a_step_finds_and_rests_on_belongs_to_the_shape():
    assert _shape("half-square-duv") != _shape("half-square-leg-lmr")
    assert _shape("area-ghi") != _shape("isosceles-area-bikv")
