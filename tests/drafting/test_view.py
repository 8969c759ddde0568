"""What an editor needs of a draft, as plain data."""

import json

from gnomon.drafting import Sources, draft_of, view_of
from gnomon.problem.words import read_words
from tests.drafting.pictures import POINTS, label, triangle


def shown(text, *labels, **options):
    picture = triangle(*labels, **options)
    return view_of(draft_of(Sources(text, read_words(text, sorted(POINTS)), picture)))


def test_a_draft_is_plain_data_in_pixels_and_school_notation():
    text = "In triangle ABC, angle ABC is 60°. What is angle ACB?"
    row = json.loads(json.dumps(shown(text, label("50°", "angle:BAC"), confidence={"D": 0.3}).as_json()))
    assert (row["status"], row["goal"], row["answer"]) == ("asks", "∠ACB", None)
    assert row["overlay"]["points"][0] == {"name": "A", "x": 100.0, "y": 20.0, "is_sure": True}
    assert {"name": "AB", "x1": 100.0, "y1": 20.0, "x2": 20.0, "y2": 200.0} in row["overlay"]["lines"]
    assert row["overlay"]["labels"][0]["part"] == "angle:BAC"
    assert {
        "id": "point:D",
        "text": row["questions"][0]["text"],
        "choices": ["yes", "no"],
        "rivals": [],
        "only_adds": False,
    } in row["questions"]
    (first, second) = row["sentences"]
    assert (text[first["start"] : first["end"]], first["status"]) == (first["words"], "understood")
    assert "∠ABC = 60" in first["facts"]
    assert second["facts"] == ["∠ACB"]
    assert {"fact": "∠BAC = 50", "kind": "label"}.items() <= row["facts"][0].items()


def test_a_solved_draft_has_its_proof():
    view = shown("In triangle ABC, angle ABC is 60°. What is angle ACB?", label("50°", "angle:BAC"))
    assert (view.answer, len(view.proof)) == ("70", 1)


def test_facts_that_contradict_each_other_are_told_apart_from_their_question():
    text = "In triangle ABC, angle BAC is 40° and angle ABC is 60°. What is angle ACB?"
    (question,) = shown(text, label("50°", "angle:BAC")).questions
    assert {(fact.fact, fact.kind) for fact in question.rivals} == {("∠BAC = 50", "label"), ("∠BAC = 40", "text")}
