"""Key steps and keypoints drafted from proofs, and what the rules find wrong with a draft."""

import json
import re
from dataclasses import replace

import pytest

from gnomon.corpus.drafts import (
    WorkedSolution,
    draft_key_steps,
    draft_keypoints,
    key_step_flaws,
    key_steps_of,
    keypoint_flaws,
    keypoints_of,
    named_operation,
    worked_equation,
    worked_proof,
)
from gnomon.datasets import load_mathexplain, load_mmtutorbench
from gnomon.figure import Element, Figure, VisualKeypoint, canonical_keypoint
from gnomon.geometry import solution_of
from gnomon.problem import bank, proofs
from tests.every import every


@pytest.fixture(scope="module")
def linear() -> WorkedSolution:
    return worked_equation("3x + 7 = 22", "linear")


def test_an_item_is_about_the_next_step_and_stops_there(linear):
    first, last = (item for item, _ in key_steps_of(linear))
    assert first.reference.operation_formulation == "Subtract 7 from both sides."
    assert first.reference.operation_execution == "3x + 7 = 22 becomes 3x = 15."
    scope = {item.id: item.criteria[3] for item in (first, last)}
    assert scope[first.id].condition_for_1 == "Stops at 3x = 15."
    assert scope[first.id].condition_for_0 == "Goes on to x = 5, or states a final answer."
    assert scope[last.id].condition_for_1 == "Ends with x = 5 and adds no further step."
    assert "3x = 15" in last.texts[0]
    assert all(criterion.condition_for_1 != criterion.condition_for_0 for item in (first, last) for criterion in item.criteria)


def test_follow_ups_have_two_types_and_a_progressive_one_is_about_the_step_after():
    worked = worked_equation("x^2 + 6 = 5x", "quadratic")
    seen = set()
    for seed in range(12):
        for at, (item, _) in enumerate(key_steps_of(worked, seed)):
            kinds = [follow_up.type for follow_up in item.follow_ups]
            assert [follow_up.turn for follow_up in item.follow_ups] == [2, 3]
            assert len(set(kinds)) == 2
            seen |= set(kinds)
            if kinds[0] == "Progressive":
                assert worked.steps[at + 1].result in item.follow_ups[0].reference.operation_execution
    assert seen == {"Progressive", "Exploratory", "Introspective"}


@every(
    [
        ("How do I factor this?", "factor"),
        ("Should I subtract 7?", "subtract"),
        ("Is this the law of sines?", "law of"),
        ("Do I need a linear pair here?", "linear pair"),
        ("I do not see where to begin.", None),
        ("What should I notice now?", None),
        ("I have written down the address.", None),
    ]
)
def test_a_question_that_names_an_operation_is_found(text, found):
    named = named_operation(text)
    assert (named is None) == (found is None)
    assert found is None or named.lower().startswith(found)


def test_a_spoiled_draft_is_found_at_each_place(linear):
    item, _ = next(key_steps_of(linear))
    assert list(key_step_flaws(item, linear, 0)) == []
    told = item.reference.model_copy(update={"insight_discovery": "In the end x = 5."})
    one = item.criteria[0].model_copy(update={"condition_for_0": item.criteria[0].condition_for_1})
    spoiled = {
        "names an operation": item.model_copy(update={"query": "Do I subtract something?"}),
        "question tells the final answer": item.model_copy(update={"query": "Is x = 5 right?"}),
        "reference tells the final answer": item.model_copy(update={"reference": told}),
        "one condition": item.model_copy(update={"criteria": (one, *item.criteria[1:])}),
        "does not show": item.model_copy(
            update={"reference": item.reference.model_copy(update={"operation_execution": "Do it."})}
        ),
    }
    for wanted, draft in spoiled.items():
        assert any(wanted in flaw for flaw in key_step_flaws(draft, linear, 0)), wanted


TRIANGLE = Figure(points={"A": (0, 0), "B": (6, 0), "C": (2, 5)}, lines=(("A", "B"), ("B", "C"), ("C", "A")))


@every(
    [
        ("Ray AB", "A ray", "no point, line"),
        ("Angle ABQ", "Labelled 30°", "point Q"),
        ("Length label 1", "A label", "segment"),
    ]
)
def test_a_keypoint_that_cannot_be_drawn_is_found(element, description, flaw):
    keypoint = VisualKeypoint(element=element, description=description)
    assert any(flaw in each for each in keypoint_flaws([keypoint], TRIANGLE))


def test_an_element_named_twice_is_found():
    twice = [VisualKeypoint(element=name, description="labelled 40°") for name in ("Angle ABC", "Angle CBA")]
    assert list(keypoint_flaws(twice, TRIANGLE)) == ["Angle CBA: named twice"]


def numerals(text):
    return {float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)}


@pytest.mark.slow
def test_drafts_of_the_bank_are_sound_by_a_control_of_their_own(tmp_path):
    """Every row loads without a note; the official answer stands in the last reference and in no question and no earlier one."""
    drafted = left_out = 0
    for problem in list(bank().values())[::5]:
        worked = worked_proof(solution_of(problem))
        assert worked is not None
        rows = [draft for draft in draft_key_steps(worked) if not draft.flaws]
        left_out += len(worked.steps) - len(rows)
        drafted += len(rows)
        for at, draft in enumerate(rows):
            for name, picture in draft.pictures.items():
                (tmp_path / name).parent.mkdir(exist_ok=True)
                (tmp_path / name).write_bytes(picture)
            on_page = numerals("\n".join(draft.row["texts"]))
            asked = numerals(draft.row["query"])
            assert asked <= on_page, draft.row["query"]
            if draft.id.endswith(f"step-{len(worked.steps)}") and problem.exact is None:
                said = numerals(draft.row["reference"]["operation_execution"])
                assert any(abs(number - problem.answer) < 0.006 for number in said), draft.row["reference"]
            elif not draft.id.endswith(f"step-{len(worked.steps)}"):
                told = set().union(*(numerals(text) for text in draft.row["reference"].values()))
                assert all(abs(number - problem.answer) > 0.006 for number in told - on_page - {30, 45, 60, 90, 180, 360}), (
                    at,
                    told,
                )
        with (tmp_path / "items.jsonl").open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(draft.row, ensure_ascii=False) + "\n" for draft in rows)
    loaded = load_mmtutorbench(tmp_path / "items.jsonl")
    assert len(loaded) == drafted > 50
    assert not loaded.bad_rows
    assert not loaded.notes
    assert left_out <= 0.03 * drafted


@pytest.mark.slow
def test_keypoints_of_the_bank_are_drawn_and_load_without_a_note(tmp_path):
    rows, without = [], 0
    for problem in list(bank().values())[::4]:
        draft = draft_keypoints(solution_of(problem))
        without += draft.flaws == ("the solution adds nothing to the picture",)
        if draft.flaws:
            assert draft.flaws == ("the solution adds nothing to the picture",)
            continue
        rows.append(draft.row)
        for name, picture in draft.pictures.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(picture)
    (tmp_path / "items.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    loaded = load_mathexplain(tmp_path / "items.jsonl")
    assert len(loaded) == len(rows) > without > 0
    assert not loaded.bad_rows
    assert not loaded.notes
    for item in loaded:
        elements = [canonical_keypoint(keypoint.element) for keypoint in item.keypoints]
        assert len(set(elements)) == len(elements)


@pytest.mark.slow
def test_a_line_that_the_figure_lacks_is_a_keypoint():
    problem = bank()["triangle-sum-klm"]
    solution = solution_of(problem)
    figure = problem.question.figure
    assert solution.proof is not None
    bare = figure.model_copy(update={"lines": figure.lines[1:]})
    first = solution.proof.steps[0]
    step = replace(first, uses=(*first.uses, Element.of("line", "K", "L")))
    proof = replace(solution.proof, steps=(step,))
    assert [keypoint.element for keypoint in keypoints_of(proof, bare)] == ["Line KL", "Angle KML"]
    assert [keypoint.element for keypoint in keypoints_of(proof, figure)] == ["Angle KML"]


@pytest.mark.slow
def test_a_helping_line_is_a_step_of_its_own_and_the_first_keypoint():
    problem = proofs()["prove-median-to-hypotenuse"]
    solution = solution_of(problem)
    worked = worked_proof(solution)
    assert worked is not None
    assert worked.steps[0].operation == "Draw the altitude from M to AB, and call its foot H."
    assert worked.steps[-1].result == "AM = BM"
    draft = draft_keypoints(solution)
    assert draft.flaws == ()
    assert [keypoint["element"] for keypoint in draft.row["keypoints"]][:2] == ["Point H", "Line MH"]


@pytest.mark.slow
def test_of_a_statement_to_prove_every_step_is_drafted():
    for problem in list(proofs().values())[::5]:
        worked = worked_proof(solution_of(problem))
        assert worked is not None
        assert [draft.flaws for draft in draft_key_steps(worked)] == [()] * len(worked.steps)
