"""Answers fit their questions, or are refused."""

import pytest

from gnomon.drafting import DraftError, Question
from gnomon.drafting.asking import Asking
from tests.drafting.drafts import drafted
from tests.drafting.pictures import triangle


def test_answers_that_answer_nothing_are_refused():
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"
    with pytest.raises(DraftError, match="no question 'point:Q' was asked"):
        drafted(text, triangle(), {"point:Q": 1})
    with pytest.raises(DraftError, match="expected a number from 1 to 2"):
        drafted(text, triangle(confidence={"C": 0.3}), {"point:C": 3})


def test_a_digit_that_counts_nothing_is_no_choice():
    with pytest.raises(DraftError, match="expected a number from 1 to 2"):
        Asking({"corner": "²"}).choice(Question("corner", "Where?", ("at A", "at B")))
