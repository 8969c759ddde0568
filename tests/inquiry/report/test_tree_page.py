"""The page of a candidate search shows every candidate with its score, marks the best, and escapes what models wrote."""

import re

from gnomon.inquiry.protocol.records import InquiryFailure
from gnomon.inquiry.report.tree_page import tree_page
from tests.inquiry.made_rows import candidate, tree

EVIL = "<img src=x onerror=alert(1)>"
# The worked example of ODQS's search: right samples 0, 2, 5, 0 of 5; scores 0, 1, 1, 0; the third is the best.
TREE = tree("p1", [[0, 2, 5, 0], [0, 0, 0, 0]])


def with_turn(candidates, best):
    turn = TREE.turns[0].model_copy(update={"candidates": tuple(candidates), "best": best})
    return TREE.model_copy(update={"turns": (turn,)})


def test_every_candidate_of_every_turn_is_there_with_its_score():
    page = tree_page([TREE])
    assert re.findall(r"Pass@k ([\d.]+)", page) == ["0.000", "1.000", "1.000", "0.000"] + ["0.000"] * 4
    assert re.findall(r'class="details">(\d of 5 right)', page)[:4] == [
        "0 of 5 right",
        "2 of 5 right",
        "5 of 5 right",
        "0 of 5 right",
    ]


def test_one_candidate_of_each_turn_is_marked_as_the_best_in_words():
    page = tree_page([TREE])
    assert page.count('class="mark">best') == 2
    assert re.search(r"<span>3 <span class=\"mark\">best", page)


def test_what_becomes_of_a_candidate_in_the_training_rows_is_said():
    page = tree_page([TREE])
    assert page.count("rejected in a pair") == 2
    assert page.count("as good as the best: in no pair") == 1 + 3
    assert "helped nobody: no SFT row" in page
    same = tree_page([with_turn([candidate(1, 5, "Why?"), candidate(2, 0, "Why?")], 1)])
    assert "the same words as the best" in same


def test_a_candidate_that_a_budget_stopped_has_no_score():
    page = tree_page([with_turn([candidate(1, 5), candidate(2, 0, scored=False)], 1)])
    assert "Pass@k not finished" in page
    assert "without a score: in no pair" in page


def test_states_are_shown_between_the_turns_with_both_numbers():
    page = tree_page([TREE])
    assert "Candidates for question 2 (turn 1 of the analysis)" in page
    assert "State 0, <code>100000000000</code>: 0 of 5 right" in page
    assert "Last state: 0 of 5 right" in page


def test_a_search_that_failed_says_where():
    failed = TREE.model_copy(update={"error": InquiryFailure(boundary="teacher/reply", message="no answer")})
    assert "The search ended early: teacher/reply: no answer" in tree_page([failed])


def test_a_simulation_is_named():
    assert "Simulated" not in tree_page([TREE])
    assert "Simulated" in tree_page([TREE.model_copy(update={"simulated": True})])


def test_no_text_brings_markup_into_the_page_and_no_other_file_is_needed():
    evil = candidate(1, 5, EVIL).model_copy(update={"reply": EVIL, "leak": EVIL})
    page = tree_page([with_turn([evil], 1).model_copy(update={"student": EVIL})], texts={"p1": EVIL})
    assert "<img" not in page
    assert page.count("&lt;img src=x") == 5
    assert all(mark not in page for mark in ("<link", "<script", "url(http", "@import"))


def test_no_search_is_a_page_that_says_so():
    assert "There is no search to show." in tree_page([])
