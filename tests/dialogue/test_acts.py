"""The table of acts and subacts."""

from collections import Counter
from typing import get_args

from gnomon.dialogue import Act, Subact, act_of, acts, resolve_subact, rules, subacts
from tests.every import every


def test_there_are_five_acts_and_sixteen_subacts():
    assert set(acts()) == {"Generic", "SeeFigure", "Focus", "Probing", "Telling"} == set(get_args(Act))
    assert len(subacts()) == 16
    assert set(subacts()) == set(get_args(Subact))


def test_the_subacts_are_spread_over_the_acts_as_in_geodial():
    assert Counter(row.act for row in subacts().values()) == {
        "Generic": 3,
        "SeeFigure": 4,
        "Focus": 4,
        "Probing": 3,
        "Telling": 2,
    }


@every(subacts().values())
def test_every_subact_is_described_with_a_guideline_and_an_example(row):
    assert act_of(row.name) == row.act
    assert all(text.endswith((".", "?", "!")) for text in (row.description, row.guideline, row.example))


@every(
    [
        ("GetRelation", "AskRelation"),
        ("getrelation", "AskRelation"),
        ("AskForExplan.", "AskForExplanation"),
        ("AskForExplanations", None),  # a near name, and no recorded one
        (" guide ", "Guide"),
        ("Lecture", None),
        ("", None),
    ]
)
def test_a_name_or_alias_in_any_case_finds_its_subact(name, expected):
    assert resolve_subact(name) == expected


def test_no_alias_names_two_subacts():
    names = [name.lower() for row in subacts().values() for name in (row.name, *row.aliases)]
    assert len(names) == len(set(names))


def test_every_rule_is_one_sentence():
    assert len(rules()) == 9
    assert all(text.endswith(".") and text.count(". ") == 0 for text in rules().values())
