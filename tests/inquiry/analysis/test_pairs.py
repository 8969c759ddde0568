"""Which conditions are compared, and how they are named."""

from gnomon.inquiry.analysis.curves import conditions_of
from gnomon.inquiry.analysis.pairs import names_of, pairs_of, unsaid_in
from tests.inquiry.made_rows import rows

COUNTS = [[0] * 6]


def conditions(*settings):
    return conditions_of([row for setting in settings for row in rows(COUNTS, **setting)])


def said(found):
    return [(pair.question, pair.first.setting.method, pair.second.setting.method, pair.from_turn) for pair in found]


def test_scaffolded_is_compared_with_unscaffolded_whatever_their_order():
    for order in (("scaffolded", "unscaffolded"), ("unscaffolded", "scaffolded")):
        found = pairs_of(conditions(*({"scaffolding": each} for each in order)))
        assert said(found) == [("scaffolding", "scaffolded", "unscaffolded", 0)]


def test_what_differs_in_two_things_is_not_compared():
    assert not pairs_of(conditions({"scaffolding": "scaffolded"}, {"student": "other"}))


def test_assessments_are_compared_from_the_later_one_on():
    scaffolded = [{"scaffolding": "scaffolded", "assessment_turn": turn} for turn in (-1, 0, 2)]
    assert said(pairs_of(conditions(*scaffolded))) == [
        ("assessment", "pre-assessment", "scaffolded", 0),
        ("assessment", "mid-assessment", "scaffolded", 2),
        ("assessment", "pre-assessment", "mid-assessment", 2),
    ]


def test_for_code_the_later_assessment_stands_first():
    coding = [{"task": "humaneval", "scaffolding": "scaffolded", "assessment_turn": turn} for turn in (0, 2)]
    assert said(pairs_of(conditions(*coding))) == [("assessment", "mid-assessment", "pre-assessment", 2)]


def test_students_are_compared_with_the_baseline_alone():
    students = conditions({"student": "base"}, {"student": "self"}, {"student": "peer"})
    assert not pairs_of(students)
    found = pairs_of(students, baseline="base")
    assert [(pair.first.setting.student, pair.second.setting.student) for pair in found] == [("self", "base"), ("peer", "base")]


def test_names_say_the_method_and_what_is_not_the_most_common():
    found = conditions({}, {"scaffolding": "scaffolded"}, {"student": "other"}, {"assessment_turn": 3})
    assert list(names_of(found).values()) == [
        "unscaffolded",
        "scaffolded",
        "unscaffolded, other",
        "assessment at 3, unscaffolded",
    ]
    assert unsaid_in(found) == "student s, teacher t, task gsm8k, protocol paper"
