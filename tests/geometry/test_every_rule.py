"""Each rule has a smallest problem in ``smallest/``, by family.

There the rule alone gives what it should, and without its premise or its place in the figure it gives nothing.
"""

from functools import cache
from pathlib import Path

import pytest

from gnomon.geometry import build_proof, deduce, fit, rules
from gnomon.problem import evaluate, parse_expression
from tests.every import every, read_cases
from tests.geometry.drawn import problem

TABLES = [read_cases(file) for file in sorted(Path(__file__).with_name("smallest").glob("*.yaml"))]
FIGURES = {name: figure for table in TABLES for name, figure in table.get("figures", {}).items()}
ROWS = {rule_id: row for table in TABLES for rule_id, row in table.get("problems", {}).items()}


def smallest(rule_id, **changes):
    """Make a rule's smallest problem with some parts of it replaced."""
    row = ROWS[rule_id]
    parts = {"circles": {}, **FIGURES[row["figure"]], "givens": givens(rule_id), "goal": row.get("goal"), **changes}
    claim = row["derives"] if rules()[rule_id].family == "definitions" else None  # used only where that is to be proved
    return problem(parts["points"], parts["lines"], parts["givens"], parts["goal"], parts["circles"], rule_id, claim)


def givens(rule_id):
    return [text.strip() for text in ROWS[rule_id].get("givens", "").split(";") if text.strip()]


@cache
def concluded(rule_id):
    """Fit the smallest problem and use the one rule."""
    made = smallest(rule_id)
    return deduce(fit(made), made.formal, only={rule_id})


def conclusions(deduction, rule_id):
    """Return what a rule has derived."""
    return {
        str(node): derivation
        for node, derivation in deduction.derived.items()
        if derivation.kind == "rule" and derivation.instance.rule.id == rule_id
    }


def without_its_premise(rule_id):
    """Change the smallest problem so that the rule has nothing to say; all that was true of the figure stays true."""
    row = ROWS[rule_id]
    at = concluded(rule_id).model.diagram.at
    if "drop" in row:
        return smallest(rule_id, points=at, givens=[text for text in givens(rule_id) if text != row["drop"]])
    return smallest(rule_id, points=at, givens=[], goal=None, **{key: row[key] for key in ("lines", "circles") if key in row})


@every(rules())
def test_a_rule_has_a_smallest_problem(rule_id):
    assert rule_id in ROWS


@pytest.mark.slow
@every(name for name, row in ROWS.items() if "goal" in row)
def test_a_rule_alone_proves_its_value(rule_id):
    deduction = concluded(rule_id)
    proof = build_proof(deduction, parse_expression(ROWS[rule_id]["goal"]))
    value = evaluate(parse_expression(str(ROWS[rule_id]["value"])), lambda _: 0.0)
    assert [step.rule_id for step in proof.steps] == [rule_id]
    assert proof.answer.number == pytest.approx(value)


@every([name for name, row in ROWS.items() if "derives" in row], one_in=4)
def test_a_rule_alone_derives_its_fact(rule_id):
    found = conclusions(concluded(rule_id), rule_id)
    assert ROWS[rule_id]["derives"].replace(",", ", ") in found


@pytest.mark.slow
@every(ROWS)
def test_a_rule_is_silent_without_its_premise_or_its_place(rule_id):
    made = without_its_premise(rule_id)
    assert conclusions(deduce(fit(made), made.formal, only={rule_id}), rule_id) == {}


def test_there_is_no_smallest_problem_of_a_rule_that_is_gone():
    assert set(ROWS) <= set(rules())
