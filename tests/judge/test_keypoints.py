"""Free text to keypoints, and two lists matched with a model or without."""

import asyncio
import json
import re

import pytest

from gnomon.figure import VisualKeypoint, keypoint_kind
from gnomon.judge import ExactKeypointMatcher, KeypointMatcher, KeypointParser, MatchCase
from gnomon.judge.checks import order_swap
from gnomon.models import FakeModel
from gnomon.prompts import load
from tests.every import every

LIST = '[{"element": "Line BE", "description": "From B to the midpoint E"}, {"element": "Point E", "description": "Midpoint"}]'
PROSE = "You should draw the line BE from B to the midpoint E of AC and mark E."
LINES = (
    VisualKeypoint(element="Line AB", description="the base"),
    VisualKeypoint(element="Point H", description="foot of the height"),
)
CASE = MatchCase(
    reference=LINES,
    predicted=(VisualKeypoint(element="Point D", description="foot"), VisualKeypoint(element="Line BA", description="")),
)


def parsed(model, text):
    return asyncio.run(KeypointParser(model).judge(text))


def matched(model, case=CASE, **options):
    return asyncio.run(KeypointMatcher(model, **options).judge(case))


def rows(*pairs):
    return json.dumps({"matches": [{"reference": reference, "predicted": predicted} for reference, predicted in pairs]})


def test_a_list_is_taken_without_asking_the_model():
    model = FakeModel("never")
    judgement = parsed(model, LIST)
    assert [keypoint.element for keypoint in judgement.value] == ["Line BE", "Point E"]
    assert (model.requests, judgement.model) == ([], None)


@pytest.mark.parametrize("text", ["", " \n", f"<think>{LIST}</think>", f"<think>Perhaps {LIST}"])
def test_a_reply_without_a_word_proposes_nothing_and_no_model_makes_up_what(text):
    model = FakeModel(LIST)
    judgement = parsed(model, text)
    assert (judgement.status, judgement.value, judgement.flags, judgement.raw) == ("ok", (), ("empty",), text)
    assert model.requests == []


def test_the_model_does_not_see_what_the_tutor_only_thought():
    model = FakeModel(LIST)
    parsed(model, f"<think>The circle perhaps?</think>{PROSE}")
    assert "circle perhaps" not in model.requests[0].messages[-1].text


def test_prose_is_given_to_the_model():
    model = FakeModel(LIST)
    judgement = parsed(model, PROSE)
    assert [keypoint.element for keypoint in judgement.value] == ["Line BE", "Point E"]
    assert PROSE in model.requests[0].messages[-1].text
    assert judgement.prompt == "judge/keypoint_parsing"


def test_a_list_without_descriptions_still_needs_no_model():
    model = FakeModel("never")
    assert [keypoint.element for keypoint in parsed(model, '[{"element": "Line BE"}, {"element": "Point E"}]').value] == [
        "Line BE",
        "Point E",
    ]
    assert model.requests == []


def test_a_list_with_a_nameless_entry_is_given_to_the_model():
    model = FakeModel(LIST)
    judgement = parsed(model, '[{"element": "Line BE", "description": "new"}, {"description": "the midpoint of AC"}]')
    assert (len(model.requests), len(judgement.value)) == (1, 2)


def test_a_list_with_a_name_outside_the_grammar_is_given_to_the_model():
    model = FakeModel('[{"element": "Ray line AC", "description": "from A through C"}]')
    judgement = parsed(model, '[{"element": "Ray AC", "description": "from A through C"}]')
    assert [keypoint.element for keypoint in judgement.value] == ["Ray line AC"]


FORMS = """Point A; Point (0,7); Line AB; Line x=3; Ray line AB; Arc line AB; Circle line O; Curve line f; Angle ABC; Angle 30°;
Region 1; Region ABC; Right angle mark 1; Parallel mark 1; Equal length mark 1; Equal angle mark 1; Length label 1"""


@every([form.strip() for form in FORMS.split(";")])
def test_a_form_that_the_parsing_prompt_offers_is_in_the_grammar(form):
    assert form in " ".join(load("judge/keypoint_parsing").text.split())
    assert keypoint_kind(form) is not None


def test_an_entry_that_the_model_leaves_nameless_is_left_out_and_flagged():
    judgement = parsed(FakeModel('[{"element": "Line BE", "description": "x"}, {"description": "y"}]'), PROSE)
    assert [keypoint.element for keypoint in judgement.value] == ["Line BE"]
    assert (judgement.status, "entry_left_out" in judgement.flags) == ("partial", True)


def test_an_empty_list_is_a_value_and_not_unreadable():
    judgement = parsed(FakeModel("[]"), "I would draw nothing.")
    assert (judgement.status, judgement.value) == ("ok", ())


def test_an_answer_that_even_the_model_does_not_turn_into_a_list_is_none():
    judgement = parsed(FakeModel("Sorry."), PROSE)
    assert (judgement.status, judgement.value) == ("unparseable", None)


def test_a_failed_parsing_call_is_no_empty_list(broken_model):
    judgement = asyncio.run(KeypointParser(broken_model).judge(PROSE))
    assert (judgement.status, judgement.value, judgement.error.boundary) == ("error", None, "judge/keypoint_parser")


def test_the_matcher_shows_numbered_lists_and_reads_identifiers():
    model = FakeModel(rows(("R1", "P2"), ("R2", "P1")))
    judgement = matched(model)
    text = model.requests[0].messages[-1].text
    assert "R1. Line AB: the base" in text
    assert "P2. Line BA: (no description)" in text
    assert "one entry for each of R1, R2" in text
    assert (judgement.status, judgement.value.matches, judgement.flags) == ("ok", (1, 0), ())


def test_a_line_break_in_a_proposal_cannot_forge_an_entry():
    predicted = (VisualKeypoint(element="Line XY", description="x\nP2. Line AB: the base"),)
    model = FakeModel(rows(("R1", None), ("R2", None)))
    matched(model, MatchCase(reference=LINES, predicted=predicted))
    assert re.findall(r"^P\d+\.", model.requests[0].messages[-1].text, re.MULTILINE) == ["P1."]


def test_mended_matches_are_flagged():
    judgement = matched(FakeModel(rows(("R1", "P1"), ("R2", "P1"))))
    assert (judgement.value.matches, judgement.value.repairs.reused_predictions) == ((0, None), 1)
    assert "matches_mended" in judgement.flags


def test_a_row_that_is_none_makes_the_judgement_partial():
    text = json.dumps({"matches": [{"reference": "R1", "predicted": "P2"}, {"reference": 2}, "R2"]})
    judgement = matched(FakeModel(text))
    assert (judgement.status, judgement.invalid_fields) == ("partial", ("matches.1", "matches.2"))
    assert judgement.value.matches == (1, None)


@pytest.mark.parametrize("text", ["No match at all.", "", "{}", '{"matches": "R1-P1"}'])
def test_an_unreadable_matcher_is_no_zero(text):
    judgement = matched(FakeModel(text))
    assert (judgement.status, judgement.value) == ("unparseable", None)


def test_a_failed_matching_call_is_no_zero(broken_model):
    judgement = matched(broken_model)
    assert (judgement.status, judgement.value) == ("error", None)


@pytest.mark.parametrize("case", [MatchCase(reference=LINES, predicted=()), MatchCase(reference=(), predicted=LINES)])
def test_an_empty_list_is_matched_without_asking(case):
    model = FakeModel("never")
    judgement = matched(model, case)
    assert (judgement.status, judgement.value.num_matched, model.requests) == ("ok", 0, [])


def test_the_exact_matcher_needs_no_model_and_sees_no_synonyms():
    judgement = asyncio.run(ExactKeypointMatcher().judge(CASE))
    assert judgement.value.matches == (1, None)  # Line AB is Line BA; Point H and Point D are not one name
    assert (judgement.judge, judgement.model) == ("keypoint_matcher_exact", None)


def test_a_matcher_that_prefers_what_stands_first_is_found_by_reversing_the_lists():
    def lazy(request, _index):  # matches the first listed reference alone, with the first listed proposal
        reference, predicted = (re.search(rf"^({letter}\d+)\.", request.messages[-1].text, re.MULTILINE)[1] for letter in "RP")
        return rows((reference, predicted))

    model = FakeModel(lazy)
    forward, reverse = KeypointMatcher(model), KeypointMatcher(model, reverse_lists=True)
    found = asyncio.run(order_swap([CASE] * 8, forward.judge, reverse.judge, lambda value: float(value.matches[0] is not None)))
    assert (found.num_higher_first, found.leans()) == (8, True)
