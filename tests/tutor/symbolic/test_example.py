"""Worked examples: the step in play in a sibling of the problem, without a number that the learner is to find."""

import re
from dataclasses import replace

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor.symbolic import example
from gnomon.tutor.symbolic.example import ExampleStep, worked_example
from gnomon.tutor.symbolic.words import words_in
from tests.every import every

SAMPLE = ["two-perpendiculars-midpoint-gkrtm", "chord-distance-okuz", "triangle-sum-klm", "similar-medians-base-eiypcq"]
"""The first two were shown with an answer among their numbers; the last one took five seconds to make."""


def examples(name):
    proof = solution_of(bank()[name]).proof
    return proof, [worked_example(bank()[name], step, proof) for step in proof.steps]


def told(name):
    """Return the values that the proof of a problem finds and that stand in an example for it."""
    proof, shown = examples(name)
    given = {value.number for value in proof.given_values.values()}
    found = {each.value.number for step in proof.steps for each in step.solved} - given
    numbers = {float(number) for steps in shown for step in steps for number in re.findall(r"\d+(?:\.\d+)?", step.text)}
    return {value for value in found if any(abs(value - number) < 0.006 for number in numbers)}


@pytest.mark.slow
@every(SAMPLE)
def test_an_example_of_a_bank_problem_ships_and_tells_nothing_that_is_to_be_found(name, monkeypatch):
    monkeypatch.setattr(example, "vary", None)  # nothing is made while somebody waits
    _, shown = examples(name)
    assert all(shown)
    assert told(name) == set()


def test_an_example_has_numbers_and_letters_of_its_own():
    proof, [(step, *_)] = examples("triangle-sum-klm")
    assert step.has_numbers
    assert step.rule == proof.steps[0].rule_id
    assert not set("KLM") & set(re.sub("[^A-Z]", "", step.text[1:]))


def test_an_example_too_long_for_a_turn_keeps_its_numbers():
    touches = ExampleStep("tangent_radius", ("O", "T", "W"), "WT touches circle O at T, so it is square to OT.", "", False)
    long = "Triangle OTW has a right angle at T, so by Pythagoras: 21² + 28² = OW², OW² = 1225, so OW = 35."
    legs = ExampleStep("pythagoras", ("O", "T", "W"), long, "OW = 35", True)
    english = words_in("en")
    assert english.example((touches, legs), 60) == f"{touches.text} {long}"
    assert english.example((touches, legs), 30).startswith(f"{touches.text} Pythagorean theorem: 21² + 28² = OW²")
    assert english.example((touches, legs), 15) == english.worked(legs, 15)
    assert english.example((legs, touches), 15) == english.worked(legs, 15)


@every(SAMPLE, one_in=3)
def test_another_problem_borrows_the_theorem_from_the_bank_and_nobody_waits(name, monkeypatch):
    monkeypatch.setattr(example, "vary", None)
    proof = solution_of(bank()[name]).proof
    strange = bank()[name].model_copy(update={"id": "a-problem-of-my-own"})
    shown = [worked_example(strange, step, proof) for step in proof.steps]
    assert [steps[0].rule for steps in shown] == [step.rule_id for step in proof.steps]
    given = {value.number for value in proof.given_values.values()}
    found = {each.value.number for step in proof.steps for each in step.solved} - given
    numbers = {float(number) for steps in shown for step in steps for number in re.findall(r"\d+(?:\.\d+)?", step.text)}
    assert not any(abs(value - number) < 0.006 for value in found for number in numbers)


@pytest.mark.slow
def test_no_example_of_the_bank_tells_what_is_to_be_found_and_nine_in_ten_problems_have_one():
    shown = {name: examples(name)[1] for name in bank() if solution_of(bank()[name]).proof is not None}
    assert {name: values for name in shown if (values := told(name))} == {}
    assert sum(any(steps) for steps in shown.values()) >= 0.9 * len(shown)


def test_a_step_of_a_route_of_ones_own_has_an_example_by_its_theorem():
    problem = bank()["square-diagonal-duck"]
    solution = solution_of(problem)
    (own,) = [step for step in solution.proof.steps if step.rule_id == "pythagoras"]
    assert worked_example(problem, replace(own), solution.proof) == worked_example(problem, own, solution.proof)
