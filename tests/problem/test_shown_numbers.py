"""A number that only the text or only the facts have is said; what is no data gives no warning."""

import re

import pytest

from gnomon.problem import check_file
from gnomon.problem.bank import bank
from gnomon.problem.shown_numbers import facts_not_shown, numbers_without_fact
from tests.every import every

PAGE = """\
id: kite-string
text: {text}
figure:
  points: {{A: [0, 0], B: [4, 0], C: [4, 3]}}
  lines: [A B, B C, C A]
facts:
  - Perpendicular(Line(A,B),Line(B,C))
  - {fact}
find: LengthOf(Line(B,C))
answer: 3
unit: cm
"""
TEXT = "In triangle ABC with a right angle at B, CA = 5 cm. Find BC."
FACT = "Equals(LengthOf(Line(A,C)), 5)"


@pytest.fixture
def warnings_of(tmp_path):
    def check(text=TEXT, fact=FACT):
        path = tmp_path / "own.yaml"
        path.write_text(PAGE.format(text=f'"{text}"', fact=fact), "utf-8")
        found = [finding for finding in check_file(path) if finding.severity == "warning"]
        return [(finding.line, finding.message) for finding in found]

    return check


def test_a_number_of_the_text_that_no_fact_has_is_said_at_the_text(warnings_of):
    found = warnings_of("In triangle ABC with a right angle at B, CA = 6 cm. Find BC.")
    assert found == [(2, "the text has the number 6, but no fact has it")]


def test_a_number_of_a_fact_that_nothing_shows_is_said_at_the_fact(warnings_of):
    found = warnings_of(f"{TEXT}", "Equals(PerimeterOf(Triangle(A,B,C)), 12)")
    assert (8, "neither text nor figure shows the number 12 of perimeter of ABC = 12") in found


def test_a_number_that_the_figure_prints_need_not_be_in_the_text(warnings_of):
    assert warnings_of("Find BC.") == []
    assert warnings_of("Find BC.", f"text: {FACT}") != []  # what only the text says is not printed


def test_a_wrong_coefficient_of_a_letter_is_said(warnings_of):
    assert warnings_of("Here AC = 4x + 1. Find BC.", "Equals(LengthOf(Line(A,C)), 3x+1)") == [
        (2, "the text has the number 4, but no fact has it")
    ]


@every(
    [
        "Round to the nearest tenth.",
        "Give it to 2 decimal places.",
        "Give it to 3 significant figures.",
        "Round to the nearest 0.1 cm.",
        "Use 3.14 for π.",
        "Take π = 3.14.",
        "Use π ≈ 22/7.",
        "Three ropes hold it.",
        "The two triangles are one.",
        "Angle ABC measures 90°.",
        "Look at angle 1 and at figure 7.",
        "It is a 3-4-5 triangle.",
        "That is the 2nd side.",
    ],
)
def test_what_is_no_data_gives_no_warning(more, warnings_of):
    assert warnings_of(f"{TEXT} {more}") == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [("2√3 cm", "2√3"), ("12π", "12π"), ("3 1/2", "7/2"), ("7.5", "15/2"), ("(2x − 5) cm", "2x-5"), ("five cm", "5")],
)
def test_one_value_may_be_written_in_two_ways(warnings_of, said, fact):
    assert warnings_of(f"Here CA = {said}. Find BC.", f"Equals(LengthOf(Line(A,C)), {fact})") == []


def test_the_bank_has_no_number_that_stands_alone():
    alone = {
        problem.id: found
        for problem in bank().values()
        if (found := numbers_without_fact(problem.question.text, problem.formal))
        or (found := list(facts_not_shown(problem.question.text, problem.question.figure, problem.formal)))
    }
    assert alone == {}


def test_a_slip_in_a_number_of_the_bank_s_texts_is_noticed():
    slips = 0
    for problem in bank().values():
        for match in re.finditer(r"(?<![\d.])\d+(?=°| cm\b)", problem.question.text):
            text = problem.question.text[: match.start()] + "1234" + problem.question.text[match.end() :]
            assert numbers_without_fact(text, problem.formal) == ["1234"], text
            slips += 1
    assert slips > 200
