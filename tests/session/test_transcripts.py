"""What was said before a message, in its forms."""

import pytest

from gnomon.session import TranscriptError, turns_before
from tests.every import every


def said(before):
    return [(turn.role, turn.utterance) for turn in turns_before(before)]


@every(
    [
        (["52+71=123"], [("student", "52+71=123")]),
        (["tutor: And YHX?", "Student: 40"], [("tutor", "And YHX?"), ("student", "40")]),
        (["teacher: And YHX?", "learner: it's: 40"], [("tutor", "And YHX?"), ("student", "it's: 40")]),
        ([{"role": "tutor", "text": "And YHX?"}, {"role": "student", "text": "40"}], [("tutor", "And YHX?"), ("student", "40")]),
        ([{"role": "assistant", "content": "And?"}, {"role": "user", "content": "40"}], [("tutor", "And?"), ("student", "40")]),
        ([], []),
    ],
    name=lambda case: str(case[0]),
)
def test_each_form_says_who_speaks(before, turns):
    assert said(before) == turns


@every(
    [
        (["tutor: And YHX?", "40"], "begin '40' with"),
        (["40", {"role": "tutor", "text": "And?"}], "mixes texts and objects"),
        ([{"role": "system", "content": "Be kind."}], "got 'system': leave out"),
        ([{"role": "tutor"}], 'expected a "text"'),
        ([{"role": "tutor", "content": ["And?"]}], 'expected a "text"'),
        ([40], "expected texts or objects"),
    ],
    name=lambda case: case[1],
)
def test_other_forms_are_refused_with_what_to_do(before, words):
    with pytest.raises(TranscriptError, match="before") as error:
        turns_before(before)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
