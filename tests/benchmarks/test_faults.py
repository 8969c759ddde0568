"""The counters of faults in proofs: each finds its fault where it is planted, as an older engine would have written it."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from benchmarks.engine_checks.faults import FAULTS, Written, count_faults, faults_of
from gnomon.geometry import solve
from gnomon.problem import Problem, bank, load_problem
from tests.geometry.drawn import problem as drawn

Steps = list[dict[str, Any]]
SILENT, RATIO, NAMELESS, UNMATCHED, ROUNDED, CHOSEN = FAULTS


TWO_TRIANGLES = drawn(
    {"A": (0, 0), "B": (10, 0), "C": (2.6496, 3.1576)},
    ["A B", "B C", "A C"],
    ["length(A,B) = 10", "length(B,C) = 8", "angle(B,A,C) = 50"],
    "angle(A,C,B)",
)
"""Two sides and an angle that is not between them: 10 sin 50 / 8 = 0.9576 is the sine of 73.2 and of 106.7 degrees."""


def written(problem: Problem) -> Written:
    """Return the proof of a problem as it is written."""
    row = solve(problem).as_json()
    assert row["status"] == "solved", (problem.id, row["reason"])
    return Written(problem, row["goal"], row["steps"])


# the faults, planted


def silenced(steps: Steps) -> None:
    """Drop how the equations of a system are combined: the theorem, then the value."""
    step = next(step for step in steps if any(len(value["equations"]) > 1 for value in step["values"]))
    step["text"] = f"{step['text'].partition('. ')[0]}, so {step['concludes'].replace(', ', ', so ')}."


def through_the_angle(steps: Steps) -> None:
    """Find the angle from its ratio, then the ratio from the angle."""
    last = steps[-1]
    (value,) = last["values"]
    angle = value["of"].partition("(")[2][:-1]
    last["values"] = [{**value, "of": angle, "value": "28.0724869358529"}]
    last["concludes"] = f"∠ ≈ 28.07°, {last['concludes']}"


def unnamed(steps: Steps) -> None:
    """Say nothing of where a value comes from."""
    step = next(
        step
        for step in steps
        if step["rule_id"] == "given_equation" or re.search(r"\. The (?:problem|figure) gives", step["text"])
    )
    if step["rule_id"] == "given_equation":
        step["text"] = f"So {step['concludes'].replace(', ', ', so ')}."
    else:
        step["text"] = f"{step['text'].partition(', so')[0]}, so {step['concludes'].replace(', ', ', so ')}."


def unmatched(steps: Steps) -> None:
    """Say that parts agree and not which."""
    step = next(step for step in steps if "≅" in step["concludes"] or "~" in step["concludes"])
    step["text"] = re.sub(r"^.*, (so (?:the right )?|and )triangles", "Some parts agree, so triangles", step["text"])


def out_of_order(steps: Steps) -> None:
    """Name the second triangle in another order."""
    step = next(step for step in steps if "≅" in step["concludes"] or "~" in step["concludes"])
    step["text"] = re.sub(r"and ([A-Z])([A-Z])([A-Z]) are", r"and \2\3\1 are", step["text"])


def exact_sign(steps: Steps) -> None:
    """Write every rounded number as if it were exact."""
    for step in steps:
        for key in ("text", "concludes"):
            step[key] = step[key].replace("≈", "=")


def chosen_in_silence(steps: Steps) -> None:
    """Take one root without a word of the other."""
    for step in steps:
        step["text"] = re.sub(r"so (with [^,]* unrounded, )?[^,;]* or [^;]*; [^;]*, so ", "so ", step["text"])


def planted(original: Written, plant: Callable[[Steps], None]) -> Written:
    """Return a copy with a fault."""
    steps: Steps = deepcopy([dict(step) for step in original.steps])
    plant(steps)
    assert steps != original.steps
    return original._replace(steps=steps)


TEN = {
    SILENT: (silenced, "212 780 808 940 1052 1164 1184 1244 2176 288"),
    RATIO: (through_the_angle, "119 131 147 150 258 269 326 331 828 900"),
    NAMELESS: (unnamed, "144 152 348 560 752 172 200 316 328 436"),
    UNMATCHED: (unmatched, "316 836 1108 1264 396 85 305 433 1089 1652"),
    ROUNDED: (exact_sign, "100 116 632 812 1112 1252 289 1140 2212 428"),
    CHOSEN: (chosen_in_silence, "328 856 1301 2113 557 1140 2309 278 1130"),
}
"""For each fault how to plant it, and problems of Geometry3K (2400 and below) whose proofs have a place for it."""


@pytest.fixture(scope="module")
def forms(data_folder: Path) -> Path:
    path = data_folder / "geometry3k" / "forms_0000_2400.json"
    if not path.is_file():
        pytest.skip(f"needs {path}")
    return path


@pytest.mark.slow  # solves sixty problems
@pytest.mark.parametrize("fault", TEN)
def test_a_fault_is_found_in_proofs_where_it_is_planted_and_not_in_the_originals(fault: str, forms: Path) -> None:
    plant, ids = TEN[fault]
    proofs = {name: written(load_problem(f"{forms}#{name}")) for name in ids.split()}
    if fault == CHOSEN:
        proofs["two triangles"] = written(TWO_TRIANGLES)
    assert len(proofs) == 10
    assert {name: faults_of(proof) for name, proof in proofs.items()} == {name: {} for name in proofs}
    missed = [name for name, proof in proofs.items() if fault not in faults_of(planted(proof, plant))]
    assert missed == []


def test_the_case_that_the_drawing_picks_is_said() -> None:
    proof = written(TWO_TRIANGLES)
    assert "∠ACB ≈ 106.75° or ∠ACB ≈ 73.25°; in the figure ∠ACB is obtuse, so" in proof.steps[-1]["text"]


def test_a_premise_seen_in_the_figure_or_told_by_the_text_leaves_the_theorem_to_be_named() -> None:
    proof = written(bank()[CONGRUENT])

    def beginning(words: str, source: str) -> Written:
        steps = [{**step, "text": f"{source}{words or step['text']}"} for step in proof.steps]
        return proof._replace(steps=steps)

    for source in ("As the figure shows, AB is perpendicular to CD. ", "As the text says, AB = 8. "):
        assert NAMELESS not in faults_of(beginning("", source))
        assert NAMELESS in faults_of(beginning("So x = 8.", source))


# one of each, without any data

CONGRUENT, MIRRORED = "side-angle-side-jpqty", "three-sides-bhnv"


@pytest.mark.parametrize(
    ("name", "plant", "fault"),
    [
        (CONGRUENT, unmatched, UNMATCHED),
        (MIRRORED, out_of_order, UNMATCHED),
        ("sine-ratio-glx", through_the_angle, RATIO),
        ("two-sines-fjrw", exact_sign, ROUNDED),
    ],
)
def test_a_planted_fault_is_found(name: str, plant: Callable[[Steps], None], fault: str) -> None:
    proof = written(load_problem(name))
    assert faults_of(proof) == {}
    assert fault in faults_of(planted(proof, plant))


PROBLEM = load_problem("sine-ratio-glx")
"""Any one: these counters do not look at it."""


def step(text: str, concludes: str, *equations: str, rule_id: str = "segment_addition", of: str = "x", value: str = "6") -> Any:
    found = {"of": of, "value": value, "equations": equations, "givens": (), "steps": ()}
    binding = {"A": "G", "B": "L", "C": "X"}
    return {
        "text": text,
        "rule_id": rule_id,
        "concludes": concludes,
        "values": [found],
        "premises": (),
        "relation": None,
        "binding": binding,
    }


@pytest.mark.parametrize(
    ("text", "is_silent"),
    [
        ("The two lie on one line, so x = 6.", True),
        ("The two lie on one line: x + y = 10, so x = 6.", True),
        ("The two lie on one line: x + y = 10. From x = y + 2: y = x − 2. Put in: x + (x − 2) = 10, so x = 6.", False),
        ("The two lie on one line. Adding x + y = 10 and x − y = 2: 2x = 12, so x = 6.", False),
    ],
)
def test_a_system_is_silent_unless_the_text_leads_to_one_unknown(text: str, is_silent: bool) -> None:  # a case's outcome
    proof = Written(PROBLEM, {"expression": "x", "value": "6"}, [step(text, "x = 6", "x + y = 10", "x - y = 2")])
    assert (SILENT in faults_of(proof)) is is_silent


@pytest.mark.parametrize(("last", "is_silent"), [("∠ABC − 2 · ∠GLX + ∠CBA", True), ("180° − ∠ABC − 2 · ∠GLX + ∠CBA", False)])
def test_an_angle_that_cancels_is_no_second_unknown(last: str, is_silent: bool) -> None:  # a case's outcome
    text = f"The angles add up: ∠ABC + ∠GLX = 90°. From ∠GLX = x: ∠ABC = 90°. Put in: {last} = 168°, so x = 6."
    proof = Written(
        PROBLEM, {"expression": "x", "value": "6"}, [step(text.replace("∠GLX", "x"), "x = 6", "x + y = 10", "x - y = 2")]
    )
    assert (SILENT in faults_of(proof)) is is_silent


@pytest.mark.parametrize(
    ("text", "is_nameless"),
    [
        ("So x = 6.", True),
        ("The problem gives x = 6.", False),
    ],
)
def test_an_equation_of_the_problem_is_named_as_one(text: str, is_nameless: bool) -> None:  # a case's outcome
    proof = Written(PROBLEM, {"expression": "x", "value": "6"}, [step(text, "x = 6", "x = 6", rule_id="given_equation")])
    assert (NAMELESS in faults_of(proof)) is is_nameless


@pytest.mark.parametrize(
    ("text", "is_missed"),
    [
        ("By the product of the two parts: x · (x − 4) = 12, so x = 6.", False),  # the other root is -2, and so no length
        ("By the product of the two parts: x · (10 − x) = 24, so x = 6.", True),
        (
            "By the product of the two parts: x · (10 − x) = 24, so x = 6 or x = 4; in the figure AB is longer, so x = 6.",
            False,
        ),
    ],
)
def test_a_second_root_is_looked_for_anew(text: str, is_missed: bool) -> None:  # a case's outcome
    length = "length(G,L)"
    equation = f"{length} * ({length} - 4) = 12" if "− 4" in text else f"{length} * (10 - {length}) = 24"
    said = text.replace("x", "GL")
    proof = Written(PROBLEM, {"expression": length, "value": "6"}, [step(said, "GL = 6", equation, of=length)])
    assert (CHOSEN in faults_of(proof)) is is_missed


def test_places_are_counted_by_fault() -> None:
    silent = Written(
        PROBLEM,
        {"expression": "x", "value": "6"},
        [step("The two lie on one line, so x = 6.", "x = 6", "x + y = 10", "x - y = 2")],
    )
    assert count_faults([("7", silent)]) == {**{name: [] for name in FAULTS}, SILENT: ["7 step 1: x from 2 equations"]}
