"""A sentence that was not understood may be told in school notation."""

import pytest

from gnomon.drafting import DraftError
from tests.drafting.drafts import drafted
from tests.drafting.pictures import triangle


@pytest.mark.slow
def test_what_a_sentence_says_that_was_not_understood_may_be_told_in_school_notation():
    text = "In triangle ABC, angle ABC is 60°. The angles at A are both 25 of them. What is angle ACB?"
    (question,) = drafted(text, triangle()).questions
    assert (question.id, question.choices, question.only_adds) == ("words:39", (), True)
    told = drafted(text, triangle(), {"words:39": "∠BAD = 25; ∠DAC = ∠BAD"})
    assert (told.status, told.answer) == ("solved", 70)
    assert drafted(text, triangle(), {"words:39": "nothing"}).status == "unsolved"
    with pytest.raises(DraftError, match="words:39: expected statements such as AB = AC"):
        drafted(text, triangle(), {"words:39": "they are equal"})
