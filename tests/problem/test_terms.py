"""The syntax of literals: nesting, slips of the pen, near misspellings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.problem.terms import WORDS, Term, UnreadError, parse_literal


def test_nested_words_become_nested_terms():
    term = parse_literal("Find(MeasureOf(Angle(A, B, C)))").term
    assert term == Term("Find", (Term("MeasureOf", (Term("Angle", ("A", "B", "C")),)),))


def test_a_word_without_brackets_names_a_numbered_angle():
    assert parse_literal("MeasureOf(angle 1)").term == Term("MeasureOf", (Term("Angle", ("1",)),))


def test_a_missing_bracket_is_added_and_said():
    literal = parse_literal("Find(LengthOf(Line(A,B))")
    assert str(literal.term) == "Find(LengthOf(Line(A, B)))"
    assert literal.repairs == ("added 1 closing bracket(s)",)


def test_text_after_the_closing_bracket_is_left_out_and_said():
    assert parse_literal("PointLiesOnLine(Y, Line(Z, I)) K))").repairs == ("left out 'K))' after the closing bracket",)


@pytest.mark.parametrize(("wrong", "right"), [("Cirle", "Circle"), ("Sectoe", "Sector"), ("parallelogram", "Parallelogram")])
def test_a_near_misspelling_is_read(wrong, right):
    assert parse_literal(f"{wrong}(A,B,C)").term == Term(right, ("A", "B", "C"))


def test_an_unknown_word_names_near_ones():
    with pytest.raises(UnreadError, match=r"did you mean .*IsMedianOf"):
        parse_literal("MedianIs(A)")


@given(st.text(alphabet="()ABCxy, 12$" + "".join(sorted(set("".join(WORDS)))), max_size=60))
def test_any_text_is_parsed_or_refused(text):
    try:
        assert parse_literal(text).term is not None
    except UnreadError as error:
        assert str(error)  # noqa: PT017  # refusal and reading are both right
