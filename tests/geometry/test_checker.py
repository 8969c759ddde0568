"""The proof checker accepts a proof as the engine writes it and says what is wrong with a damaged one."""

from functools import cache

import pytest

from gnomon.geometry import rules, solve
from gnomon.geometry.checker import check_proof
from gnomon.geometry.checker.conditions import CONDITIONS, conditions_of
from gnomon.geometry.checker.shown import shown_value
from gnomon.geometry.patterns import PATTERNS
from gnomon.geometry.proof_record import ProofRecord, ValueRecord, read_statement, write_statement
from gnomon.problem import ExpressionError, parse_equation
from tests.every import every
from tests.geometry.drawn import problem

TRIANGLE = problem(
    {"A": (3, 6), "B": (0, 0), "C": (6, 0), "D": (9, 0)},
    ["A B", "A C", "B C D"],
    ["length(A,B) = length(A,C)", "angle(B,A,C) = 2*x", "angle(A,B,C) = x + 10", "length(A,B) = 7"],
    "angle(A,C,D)",
)
PARALLELS = problem(
    {"A": (0, 0), "P": (3, 0), "B": (8, 0), "C": (0, 4), "Q": (5, 4), "D": (8, 4)},
    ["A P B", "C Q D", "P Q"],
    ["parallel(A,B,C,D)", "angle(A,P,Q) = 117"],
    "angle(P,Q,C)",
)


@cache
def record(made=TRIANGLE):
    """Solve a problem and write its proof down."""
    found = solve(made).record()
    assert found is not None
    return found


def with_step(index, made=TRIANGLE, **changes):
    """Change one step of the proof."""
    steps = list(record(made).steps)
    steps[index] = steps[index].model_copy(update=changes)
    return record(made).model_copy(update={"steps": tuple(steps)})


def faults(changed, made=TRIANGLE):
    return [str(fault) for fault in check_proof(made, changed).faults]


def test_a_proof_of_the_engine_is_accepted():
    assert faults(record()) == []


def test_a_record_survives_json():
    assert ProofRecord.model_validate_json(record().model_dump_json(by_alias=True)) == record()


def test_a_row_of_results_holds_the_whole_record():
    assert ProofRecord.of_row(solve(TRIANGLE).as_json()) == record()


def test_a_premise_that_is_left_out_is_missed():
    index = next(i for i, step in enumerate(record().steps) if step.premises)
    assert "needs" in faults(with_step(index, premises=()))[0]


def test_a_premise_needs_the_given_it_cites():
    index = next(i for i, step in enumerate(record().steps) if step.premises)
    bare = tuple(premise.model_copy(update={"givens": ()}) for premise in record().steps[index].premises)
    assert "does not follow from nothing" in faults(with_step(index, premises=bare))[0]


@pytest.mark.parametrize("source", record().steps[-1].sources)
def test_every_step_that_is_cited_is_needed(source):
    last = record().steps[-1]
    fewer = [value.model_copy(update={"steps": tuple(step for step in value.steps if step != source)}) for value in last.values]
    sources = tuple(step for step in last.sources if step != source)
    assert faults(with_step(-1, sources=sources, values=tuple(fewer)))


def test_a_step_that_is_cited_for_nothing_is_reported():
    last = record(PARALLELS).steps[0]
    idle = last.model_copy(update={"values": (), "concludes": "∠APQ + ∠CQP = 180"})
    cited = last.values[0].model_copy(update={"steps": (0,)})
    final = last.model_copy(update={"values": (cited,), "sources": (0,)})
    goal = record(PARALLELS).goal.model_copy(update={"steps": (1,)})
    assert faults(ProofRecord(goal=goal, steps=(idle, final)), PARALLELS) == ["step 2: does not need step 1"]


def test_a_step_that_nothing_needs_is_reported():
    only = record(PARALLELS).steps[0]
    goal = record(PARALLELS).goal.model_copy(update={"steps": (1,)})
    assert faults(ProofRecord(goal=goal, steps=(only, only)), PARALLELS) == ["step 1: no later step needs it"]


def test_the_sources_of_a_step_are_what_its_parts_cite():
    assert any("its premises and values cite steps 1" in fault for fault in faults(with_step(-1, sources=())))


def test_another_rule_does_not_conclude_that():
    step = record(PARALLELS).steps[0]
    other, binding = rules()["alternate_angles"], {**step.binding, "D": "C"}
    del binding["C"]
    changed = with_step(0, PARALLELS, rule_id=other.id, rule=other.name, binding=binding)
    assert "alternate_angles concludes ∠APQ = ∠CQP here" in faults(changed, PARALLELS)[0]


def test_a_rule_that_is_unknown_is_named():
    assert faults(with_step(0, rule_id="wishful_thinking")) == ["step 1: there is no rule 'wishful_thinking'"]


def test_a_true_value_that_was_not_derived_is_rejected():
    step = record().steps[0]
    strange = ValueRecord(of="angle(A,C,D)", value="130", equations=step.values[0].equations, givens=step.values[0].givens)
    changed = with_step(0, values=(*step.values, strange), concludes=f"{step.concludes}, ∠ACD = 130°")
    assert "step 1: angle(A,C,D) = 130 does not follow" in faults(changed)[0]


def test_a_wrong_value_is_rejected():
    step = record(PARALLELS).steps[0]
    wrong = step.values[0].model_copy(update={"value": "64"})
    assert "does not follow" in faults(with_step(0, PARALLELS, values=(wrong,)), PARALLELS)[0]


def test_a_step_may_not_rest_on_itself():
    step = record().steps[0]
    circular = step.values[0].model_copy(update={"steps": (0,)})
    changed = with_step(0, sources=(0,), values=(circular, *step.values[1:]))
    assert faults(changed) == ["step 1: rests on step 1, which does not come before it"]


def test_the_last_step_may_not_rest_on_itself_either():
    circular = record().steps[-1].values[0].model_copy(update={"steps": (0, 1)})
    assert faults(with_step(-1, values=(circular,))) == ["step 2: rests on step 2, which does not come before it"]


def test_an_element_that_is_not_there_is_rejected():
    assert "step 1: line:AD is not in the figure" in faults(with_step(0, uses=("line:AD",)))


def test_an_element_of_another_step_is_rejected():
    assert "step 1: line:BC has no part in this step" in faults(with_step(0, uses=("line:BC",)))


def test_alternate_angles_must_lie_on_opposite_sides():
    binding = {"P": "P", "Q": "Q", "A": "A", "D": "C"}
    found = faults(with_step(0, PARALLELS, rule_id="alternate_angles", binding=binding), PARALLELS)
    assert "step 1: alternate_angles does not apply here: opposite_sides(P,Q,A,C) fails" in found


def test_the_answer_must_be_the_goals_value():
    wrong = record().model_copy(update={"goal": record().goal.model_copy(update={"value": "121"})})
    assert faults(wrong)[0] == "step 2: angle(A,C,D) = 121 does not follow from step 2"


def test_another_goal_than_the_problems_is_rejected():
    other = record().model_copy(update={"goal": record().goal.model_copy(update={"expression": "x"})})
    assert any(fault.startswith("asked for ∠ACD") for fault in faults(other))


def test_what_a_step_says_must_be_what_it_found():
    assert "does not state" in faults(with_step(-1, concludes="∠ACD = 12°"))[0]


def test_a_record_that_cannot_be_read_is_a_fault_not_a_crash():
    assert "cannot be read" in faults(with_step(0, relation="angle(A,B"))[0]


@every(rules())
def test_the_place_of_every_rule_has_conditions(rule_id):
    rule = rules()[rule_id]
    variables, conditions = conditions_of(rule.pattern.split()[0])
    assert rule.pattern.split()[0] in PATTERNS
    assert len(variables) == len(rule.variables)
    assert all(condition.name in CONDITIONS and set(condition.variables) <= set(variables) for condition in conditions)


def test_a_number_of_a_statement_survives_the_record():
    stated = parse_equation("area(A,B,C) = 8*length(A,B)^2/(4*tan(22.5)) + 1/3")
    assert read_statement(write_statement(stated)) == stated


@pytest.mark.parametrize("text", ["parallel(A,B)", "midpoint(A,B,C,D)", "collinear(A,B)", "beside(A,B)"])
def test_a_fact_of_another_number_of_points_is_no_statement(text):
    with pytest.raises(ExpressionError, match="expected an equation or a fact"):
        read_statement(text)


@pytest.mark.parametrize(
    ("concludes", "is_stated"),
    [("BA = 4", True), ("x = 1, AB = 4", True), ("CAB = 4", False), ("AC = 4", False), ("AB = 5", False)],
)
def test_a_part_may_be_spelled_from_its_other_end(concludes, is_stated):
    shown = shown_value("AB", concludes)
    assert (shown is not None and shown.fits(4)) is is_stated


def test_a_polygon_may_be_spelled_from_any_corner_either_way_round():
    spelled = [shown_value("area of ABCD", f"area of {name} = 6√3 ≈ 10.39") for name in ("CDAB", "DCBA")]
    assert [shown.number for shown in spelled if shown] == pytest.approx([6 * 3**0.5] * 2)
    assert shown_value("area of ABCD", "area of ACBD = 6") is None


@pytest.mark.slow
def test_a_short_stub_of_a_line_does_not_hinder_the_placement():
    # Geometry3K 1492: the outer angles of a quadrilateral, 4x + 4 + x + 1 + 3x + 3 + 2x + 2 = 360; K lies close to B
    stubs = problem(
        {"B": (500, -370), "C": (93, -321), "D": (429, -102), "F": (171, -331), "G": (33, -66), "J": (0, 0)}
        | {"K": (505, -389), "O": (487, -108)},
        ["J G F", "G D O", "D B K", "B F C"],
        ["angle(J,G,D) = 4*x + 4", "angle(O,D,B) = x + 1", "angle(C,F,G) = 3*x + 3", "angle(K,B,F) = 2*x + 2"],
        "x",
    )
    assert solve(stubs).answer == 35
