"""Misconceptions: every rule is covered, each wrong relation is really wrong, and it gives the number that a pupil would get."""

import re
from collections import Counter

import pytest

from gnomon.geometry import (
    applicable,
    at_points,
    distortions_of,
    misconceptions,
    rules,
    rules_without_misconception,
    solution_of,
    solve,
)
from gnomon.problem import bank, evaluate, load_problem, parse_equation
from tests.every import every
from tests.geometry.drawn import problem
from tests.geometry.test_every_rule import ROWS, concluded

IDEAS = {name: idea for name, idea in misconceptions().items() if not idea.is_slip}
DISTORTIONS = [(name, distortion) for name, idea in IDEAS.items() for distortion in idea.distortions]
DISTORTED = {distortion.rule for _, distortion in DISTORTIONS}


def answers(problem_id: str, name: str) -> list[float]:
    """Return the answers that a misconception may lead to."""
    solution = solution_of(bank()[problem_id])
    assert solution.proof is not None
    assert solution.deduction is not None
    ways = distortions_of(solution.proof, solution.deduction, misconceptions()[name])
    return [evaluate(solution.proof.goal, way.values.__getitem__) for way in ways]


@every(rules())
def test_a_rule_has_a_misconception_or_a_reason_for_having_none(rule_id):
    assert (rule_id in DISTORTED) != (rule_id in rules_without_misconception())


def test_every_rule_that_gives_a_value_has_a_misconception():
    assert [rule.id for rule in rules().values() if rule.equation is not None and rule.id not in DISTORTED] == []


def test_the_rules_without_misconception_are_known_and_their_reasons_are_sentences():
    assert set(rules_without_misconception()) <= set(rules())
    assert all(re.fullmatch(r"[A-Z].+\.", reason) for reason in rules_without_misconception().values())


def test_every_wrong_relation_speaks_of_the_rules_own_points():
    for _, row in DISTORTIONS:
        binding = {letter: letter for letter in rules()[row.rule].variables}
        for side in parse_equation(row.equation):
            assert at_points(side, binding) == side


def _differs(left: float, right: float) -> bool:
    return abs(left - right) > 0.02 * max(abs(left), abs(right))


PROVED = {name for name, row in ROWS.items() if "goal" in row}
AT_45_DEGREES = {"tangent_ratio"}
"""Rules whose smallest problem cannot tell a ratio from its inverse."""


@pytest.mark.slow  # solves the smallest problem of every rule
@every(sorted(DISTORTED & PROVED - AT_45_DEGREES))
def test_some_wrong_relation_is_false_in_the_smallest_problem_of_the_rule(rule_id):
    deduction = concluded(rule_id)
    instance = next(d.instance for d in deduction.derived.values() if d.kind == "rule" and d.instance.rule.id == rule_id)
    diagram, model = deduction.model.diagram, deduction.model
    relations = [parse_equation(row.equation) for _, row in DISTORTIONS if row.rule == rule_id]
    values = [[model.value(diagram.canonical(at_points(side, instance.binding))) for side in relation] for relation in relations]
    assert any(_differs(*sides) for sides in values)


WORKED = [
    ("areas-larger-bhjntw", "area_scale_linear", 20 * 12 / 8),
    ("perimeters-triangles-eglqsy", "perimeter_scale_squared", 26 * (12 / 8) ** 2),
    ("copy-angle-bflruy", "angles_enlarged", 180 - 44 * 9 / 6 - 71),
    ("trapezoid-midsegment-eglrtw", "midsegment_sum", 18 + 10),
    ("trapezoid-midsegment-eglrtw", "midsegment_half_base", 18 / 2),
    ("parallel-short-glptx", "part_for_whole_in_ratio", 18 * 8 / 4),
    ("centroid-short-fjnrx", "centroid_halves", 11),
    ("centroid-short-fjnrx", "centroid_parts_exchanged", 2 * 11),
    ("bisector-parts-ghrv", "bisector_taken_for_median", 6),
    ("leg-from-hypotenuse-fltx", "altitude_leg_mean_mixed", (4 * 12) ** 0.5),
    ("leg-from-hypotenuse-fltx", "sum_for_product", (4 + 16) / 2),
    ("tangent-secant-length-odhsv", "outside_times_inside", (4 * 5) ** 0.5),
    ("tangent-secant-angle-ogpuz", "half_sum_half_difference", (142 + 54) / 2),
    ("secants-angle-ochmvy", "arcs_not_halved", 104 - 38),
    ("inscribed-minor-arc-oflw", "other_arc_taken", 104 / 2),
    ("same-arc-letters-objpv", "same_arc_supplementary", 33),  # 2x + 9 + 4x - 27 = 180
    ("semicircle-arcs-ojnu", "semicircle_90", 90 - 63),
    ("chord-distance-okuz", "whole_chord_used", (17**2 - 16**2) ** 0.5),
    ("sector-area-obk", "sector_formulas_exchanged", 100 / 360 * 2 * 3.14159265 * 6),
    ("sector-area-obk", "fraction_of_circle_forgotten", 3.14159265 * 36),
    ("square-in-circle-ofhnq", "apothem_radius_exchanged", 2 * 8),
    ("parallelogram-slanted-cdmsh", "side_for_height", 12 * 6.5),
    ("pentagon-letters-bdhmr", "polygon_sum_360", 25),  # 12x + 60 = 360
    ("pentagon-letters-bdhmr", "polygon_sum_by_sides", 70),  # 12x + 60 = 5 * 180
    ("cosines-exact-lqz", "pythagoras_everywhere", (64 + 25) ** 0.5),
    ("cosines-exact-lqz", "law_of_cosines_sign", (64 + 25 + 40) ** 0.5),  # 2 * 8 * 5 * cos 60 = 40
    ("sines-side-bgp", "sides_proportional_to_angles", 8 * 65 / 40),
    ("sines-side-bgp", "law_of_sines_crossed", 8 * 0.6427876 / 0.9063078),  # AC = BC * sin 40 / sin 65
    ("exterior-angle-prst", "parts_subtracted", 67 - 48),
    ("bisector-jpqrs", "half_double_reversed", 2 * (180 - 64)),
    ("rhombus-diagonals-angle-dgmsx", "right_angle_not_seen", 180 - 35 - 80),
]


@pytest.mark.slow
@every(WORKED)
def test_a_misconception_leads_to_the_answer_that_a_pupil_would_get(problem_id, name, wrong):
    assert wrong == pytest.approx(answers(problem_id, name)[0])


@every(misconceptions().values(), name=lambda idea: idea.id)
def test_a_misconception_is_worded_as_the_phrases_need_it(idea):
    """The belief follows "I thought that", the doubt is a question and may end a turn, the source gives its year."""
    assert re.match(r"[a-z]|I ", idea.belief)
    assert idea.belief[-1] not in ".!?"
    assert idea.doubt.endswith("?")
    assert len(idea.doubt.split()) <= 30
    assert re.search(r"\b(19|20)\d\d\b|^Textbook", idea.source)


def test_no_two_misconceptions_say_the_same():
    for texts in ([idea.name for idea in misconceptions().values()], [idea.belief for idea in misconceptions().values()]):
        assert [text for text, count in Counter(texts).items() if count > 1] == []


def test_no_wrong_relation_is_that_of_the_rule():
    for name, row in DISTORTIONS:
        right = parse_equation(rules()[row.rule].equation or "")
        assert parse_equation(row.equation) not in {right, right[::-1]}, (name, row)


def test_a_step_that_gives_no_value_cannot_go_wrong():
    solution = solution_of(bank()["hourglass-cglxz"])
    assert solution.proof is not None
    assert solution.deduction is not None
    silent = {step.index for step in solution.proof.steps if not step.solved}
    assert silent
    assert silent.isdisjoint(way.step for way in applicable(solution.proof, solution.deduction).values())


@pytest.mark.slow
def test_a_sum_in_which_a_letter_cancels_can_be_got_wrong():
    """From 2x − 30 + PR = 2x + 10 follows PR, whatever x is; x itself is never known."""
    corners = {"M": (0, 0), "N": (0, 64), "R": (48, 0), "Q": (48, 64), "P": (24, 32)}
    givens = ["rectangle(M,N,Q,R)", "length(N,R) = 2*x + 10", "length(N,P) = 2*x - 30"]
    solution = solve(problem(corners, ["N P R", "M P Q", "M N", "N Q", "Q R", "R M"], givens, "length(M,P)"))
    assert solution.proof is not None
    assert solution.deduction is not None
    assert solution.proof.answer.number == 40
    wrong = applicable(solution.proof, solution.deduction)["arithmetic_slip"]
    assert evaluate(solution.proof.goal, wrong.values.__getitem__) == pytest.approx(50)


@pytest.mark.parametrize(
    ("givens", "goal", "wrong"),
    [
        (["angle(B,A,C) = 50"], "angle(B,A,C)", 60),  # the problem states it
        (["equilateral(A,B,C)"], "angle(B,A,C)", 70),  # the theorem says it, with nothing to calculate
        (["angle(B,A,C) = 11"], "cos(angle(B,A,C))", 0.93358),  # cos 21°: one degree more would pass for rounding
    ],
)
def test_a_problem_without_a_calculation_has_an_arithmetic_slip_all_the_same(givens, goal, wrong):
    corners = {"A": (0, 0), "B": (6, 0), "C": (3, 5)}
    solution = solve(problem(corners, ["A B", "B C", "C A"], givens, goal))
    assert solution.proof is not None
    assert solution.deduction is not None
    slip = applicable(solution.proof, solution.deduction)["arithmetic_slip"]
    assert evaluate(solution.proof.goal, slip.values.__getitem__) == pytest.approx(wrong, rel=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["818", "2251"])
def test_a_letter_that_cancels_in_the_right_relation_alone_leaves_the_wrong_one_out(name, data_folder):
    solution = solve(load_problem(f"{data_folder / 'geometry3k' / 'forms_0000_2400.json'}#{name}"))
    assert solution.proof is not None
    assert solution.deduction is not None
    assert applicable(solution.proof, solution.deduction)
