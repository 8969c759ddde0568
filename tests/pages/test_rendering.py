"""What every page has in common: no control character of a text reaches the reader."""

import re

import pytest

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solve
from gnomon.pages import TranscriptEntry, proof_page, transcript_page
from gnomon.problem import bank

EVIL = "\x1b[31mred\x07\x9b2J\u202eabc\u202c\r over\u2066"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def evil_proof():
    problem = bank()["tangent-distance-otz"]
    question = problem.question.model_copy(update={"text": f"{EVIL} {problem.question.text}"})
    return proof_page(solve(problem.model_copy(update={"title": EVIL, "question": question})))


def evil_transcript():
    problem = bank()["tangent-distance-otz"]
    dialogue = Dialogue(problem=problem.id, turns=(StudentTurn(utterance=EVIL),))
    return transcript_page([TranscriptEntry(problem, dialogue)], title=EVIL, introduction=EVIL)


@pytest.mark.parametrize("page", [evil_proof, evil_transcript])
def test_control_characters_of_texts_are_shown_as_their_codes(page):
    html = page()
    assert not CONTROL.search(html)
    shown = r"\u001b[31mred\u0007\u009b2J\u202eabc\u202c"
    assert f"<title>{shown}" in html
    assert re.search(rf"<h1[^>]*>\s*{re.escape(shown)}", html)
    assert html.count(shown) >= 3


def test_marks_that_languages_need_stay():
    problem = bank()["tangent-distance-otz"].model_copy(update={"title": "זווית\u200f नमस्ते\u200d"})
    assert "<title>זווית\u200f नमस्ते\u200d" in proof_page(solve(problem))
