"""The hand-written messages of learners, four files: structure, spread, and labels that agree with the truth tables."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from gnomon.figure import Element, parse_element
from gnomon.problem import Letter, Quantity, evaluate, parse_expression
from gnomon.problem.bank import bank
from tests.every import every, read_cases

FOLDER = Path(__file__).parents[2] / "benchmarks" / "data"
Entry = dict[str, Any]


@dataclass(frozen=True)
class Collection:
    """One file of messages, and how large and how spread it has to be."""

    name: str
    messages: tuple[Entry, ...]
    truth: dict[str, dict[str, Any]]
    least_messages: int
    least_share: float
    """Least number of messages in a group, of a problem and of a verdict, as a share of what the larger file holds."""

    def least(self, number_in_full: int) -> int:
        """Scale a least number to this file."""
        return math.ceil(number_in_full * self.least_share)


def _collection(name: str, least_messages: int, least_share: float) -> Collection:
    data = read_cases(FOLDER / name)
    return Collection(name, tuple(data["messages"]), data["truth"], least_messages, least_share)


SEEN = _collection("messages.yaml", least_messages=100, least_share=1.0)
HELD_OUT = _collection("messages_held_out.yaml", least_messages=80, least_share=0.5)
FINAL = _collection("messages_final.yaml", least_messages=70, least_share=0.4)
UNSEEN = _collection("messages_unseen.yaml", least_messages=60, least_share=1 / 3)
COLLECTIONS = (SEEN, HELD_OUT, FINAL, UNSEEN)
MESSAGES = [entry for collection in COLLECTIONS for entry in collection.messages]
TRUTH = SEEN.truth | HELD_OUT.truth | FINAL.truth | UNSEEN.truth
each_file = pytest.mark.parametrize("collection", COLLECTIONS, ids=lambda collection: collection.name)

REQUIRED_KEYS = {"id", "group", "problem", "asked", "message", "verdict", "reads"}
OPTIONAL_KEYS = {"also", "claims", "relation", "rule", "arithmetic"}
VERDICTS = {"right", "wrong", "right_rounded", "none"}
READINGS = {
    *("claim", "rule", "arithmetic", "method", "confusion", "plea", "authority", "guess", "question"),
    *("agreement", "greeting", "offtopic", "injection", "other_language", "empty"),
}
LEAST_OF_GROUP = {
    "claim": 25,
    "other_path": 12,
    "bare": 8,
    "rounding": 10,
    "partial": 8,
    "wrong_rule": 6,
    "slip": 6,
    "idk": 6,
    "plea": 6,
    "authority": 4,
    "guess": 4,
    "offtopic": 6,
    "language": 6,
    "injection": 6,
    "question": 4,
    "empty": 3,
    "hedged": 4,
    "correction": 3,
    "talk": 1,
}
LEAST_OF_PROBLEM = 8
LEAST_OF_VERDICT = {"right": 25, "wrong": 25, "right_rounded": 5}
RIGHT_WITHIN = 0.005
NEAR_RIGHT_SHARE = 0.01  # allowed for rounding on the way, where the truth is not a finite decimal
_QUANTITY = re.compile(r"(?:angle|line|arc|area):[A-Z]+")


def number(value: str | float) -> float:
    """Evaluate a number or an expression without unknowns."""
    return evaluate(parse_expression(str(value)), _refuse)


def _refuse(unknown: Letter | Quantity) -> float:
    raise ValueError(f"expected numbers only, got {unknown!s}")


def canonical(quantity: str) -> tuple[str, Element]:
    """Make ``line:FE`` and ``line:EF`` one key; an area is known by its triangle."""
    kind, _, points = quantity.partition(":")
    return kind, parse_element(f"triangle:{points}" if kind == "area" else quantity)


def truth_of(problem: str, quantity: str) -> str | float:
    """Return the true value of ``quantity`` as the table writes it."""
    table = {canonical(name): value for name, value in TRUTH[problem]["values"].items()}
    value: str | float = table[canonical(quantity)]
    return value


def verdict_on_value(claimed: str | float, true: str | float) -> str:
    """Apply the rounding policy of the file's header."""
    value, truth = number(claimed), number(true)
    if abs(value - truth) <= RIGHT_WITHIN:
        return "right"
    decimals = len(str(claimed).partition(".")[2])
    scale = 10**decimals
    is_rounded = math.isclose(math.floor(truth * scale + 0.5) / scale, value)
    is_cut_off = decimals > 0 and math.isclose(math.floor(truth * scale) / scale, value)
    is_rounded_on_the_way = isinstance(true, str) and abs(value - truth) <= NEAR_RIGHT_SHARE * truth
    return "right_rounded" if is_rounded or is_cut_off or is_rounded_on_the_way else "wrong"


def equation_holds(equation: str) -> bool:
    left, right = equation.split("=")
    return math.isclose(number(left), number(right))


def is_true_relation(problem: str, relation: str) -> bool:
    """Whether a relation holds by the values of the table, or is listed there."""
    if relation in TRUTH[problem].get("relations", []):
        return True
    return equation_holds(_QUANTITY.sub(lambda found: f"({truth_of(problem, found[0])})", relation))


def verdict_by_truth(entry: Entry) -> str:
    """Derive the verdict from claims, else the relation, else the arithmetic, of which the last counts."""
    if "claims" in entry:
        last = entry["claims"][-1]
        return verdict_on_value(last["value"], truth_of(entry["problem"], last["quantity"]))
    if "relation" in entry:
        return "right" if is_true_relation(entry["problem"], entry["relation"]) else "wrong"
    return "right" if equation_holds(entry["arithmetic"][-1]) else "wrong"


def is_denial(entry: Entry) -> bool:
    return "!=" in entry.get("relation", "")


def with_content() -> list[Entry]:
    return [entry for entry in MESSAGES if {"claims", "relation", "arithmetic"} & set(entry) and not is_denial(entry)]


@each_file
def test_a_file_holds_its_least_number_of_messages(collection: Collection) -> None:
    assert len(collection.messages) >= collection.least_messages


def test_ids_are_unique() -> None:
    assert max(Counter(entry["id"] for entry in MESSAGES).values()) == 1


def wordings(collection: Collection) -> set[str]:
    return {entry["message"].strip().lower() for entry in collection.messages}


@every(list(combinations(COLLECTIONS, 2)))
def test_two_files_share_no_problem_and_no_message(first: Collection, second: Collection) -> None:
    assert set(first.truth) & set(second.truth) == set()
    assert wordings(first) & wordings(second) <= {""}


def test_a_problem_of_a_file_is_in_the_bank() -> None:
    assert set(TRUTH) <= set(bank())


def test_the_goal_and_its_value_are_those_of_the_bank() -> None:
    for name, table in TRUTH.items():
        assert number(truth_of(name, table["goal"])) == pytest.approx(bank()[name].answer, rel=1e-6), name


@each_file
def test_every_message_is_about_a_problem_of_its_file(collection: Collection) -> None:
    assert {entry["problem"] for entry in collection.messages} <= set(collection.truth)


def test_no_message_is_asked_twice_in_the_same_place() -> None:
    places = Counter((entry["problem"], entry["asked"], entry["message"]) for entry in MESSAGES)
    assert max(places.values()) == 1


@every(MESSAGES, name=lambda entry: entry["id"])
def test_an_entry_has_the_known_keys_and_values(entry: Entry) -> None:
    assert set(entry) >= REQUIRED_KEYS
    assert set(entry) <= REQUIRED_KEYS | OPTIONAL_KEYS
    assert isinstance(entry["message"], str)
    assert entry["problem"] in TRUTH
    assert entry["verdict"] in VERDICTS
    assert {entry["reads"], *entry.get("also", [])} <= READINGS
    assert entry["reads"] not in entry.get("also", [])


@every(MESSAGES, name=lambda entry: entry["id"])
def test_an_entry_holds_what_its_reading_promises(entry: Entry) -> None:
    promised = {"claim": {"claims", "relation"}, "rule": {"rule"}, "arithmetic": {"arithmetic"}}.get(entry["reads"])
    assert promised is None or promised & set(entry)
    assert promised or entry["verdict"] == "none"


def test_the_element_asked_about_is_a_quantity_of_the_problem_or_one_of_its_sides() -> None:
    for entry in MESSAGES:
        if entry["asked"] is not None:
            table = TRUTH[entry["problem"]]
            known = [*table["values"], *_QUANTITY.findall(" ".join(table.get("relations", [])))]
            assert canonical(entry["asked"]) in {canonical(name) for name in known}, entry["id"]


def test_a_bare_answer_is_about_the_element_asked_or_the_goal() -> None:
    for entry in MESSAGES:
        if entry["group"] == "bare":
            expected = entry["asked"] or TRUTH[entry["problem"]]["goal"]
            assert canonical(entry["claims"][0]["quantity"]) == canonical(expected), entry["id"]


@each_file
def test_every_group_has_its_least_number_of_messages(collection: Collection) -> None:
    counts = Counter(entry["group"] for entry in collection.messages)
    assert set(counts) == set(LEAST_OF_GROUP)
    assert [group for group, least in LEAST_OF_GROUP.items() if counts[group] < collection.least(least)] == []


@each_file
def test_every_problem_has_its_least_number_of_messages(collection: Collection) -> None:
    counts = Counter(entry["problem"] for entry in collection.messages)
    assert {problem for problem in collection.truth if counts[problem] < collection.least(LEAST_OF_PROBLEM)} == set()


@each_file
def test_right_and_wrong_are_both_well_represented(collection: Collection) -> None:
    counts = Counter(entry["verdict"] for entry in collection.messages)
    assert [verdict for verdict, least in LEAST_OF_VERDICT.items() if counts[verdict] < collection.least(least)] == []


@every(with_content(), name=lambda entry: entry["id"])
def test_a_verdict_agrees_with_the_truth_table(entry: Entry) -> None:
    assert entry["verdict"] == verdict_by_truth(entry)


@each_file
def test_a_denial_is_never_judged(collection: Collection) -> None:
    denials = [entry for entry in collection.messages if is_denial(entry)]
    assert denials
    assert {entry["verdict"] for entry in denials} == {"none"}


def test_the_policy_tells_roundings_from_errors() -> None:
    claimed = [6.88, 6.883, 6.9, 7, 6.8, 6.84, 6.89, 6, 6.5]
    verdicts = [verdict_on_value(value, "12*sin(35)") for value in claimed]
    assert verdicts == ["right", "right", *["right_rounded"] * 5, "wrong", "wrong"]


def test_the_policy_grants_no_percentage_where_the_truth_is_exact() -> None:
    assert verdict_on_value(57.5, 57) == "wrong"
