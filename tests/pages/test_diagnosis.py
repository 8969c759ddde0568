"""The page of a class's answers as a teacher meets it: groups, the wrong work beside the right, questions, and who is left."""

from collections import Counter

import pytest

from gnomon.geometry import solution_of
from gnomon.pages import diagnosis_page
from gnomon.problem import bank
from gnomon.tracing import LearnerAnswer, trace_class
from tests.pages.test_transcript import Page

APEX = "parallel-apex-bcnvw"
"""Angle VCB = 49°, angle BNC = 68°; NCV = 180 - 68 = 112, asked is BCN = 112 - 49 = 63."""
CLASS = {"Ada": "63", "Cleo": "19", "Dan": "19°", "Eva": "57", "<b>Fay</b>": "=HYPERLINK(1)", "Hal": "73"}


@pytest.fixture(scope="module")
def report():
    solution = solution_of(bank()[APEX])
    return trace_class(solution, [LearnerAnswer(*each) for each in CLASS.items()], [solution])


@pytest.fixture(scope="module")
def html(report):
    return diagnosis_page(report)


@pytest.fixture(scope="module")
def page(html):
    return Page(html)


def test_every_tag_is_closed_and_ids_are_unique(page):
    assert page.open == []
    ids = Counter(attributes["id"] for _, attributes in page.tags if "id" in attributes)
    assert set(ids.values()) == {1}
    assert {attributes["aria-labelledby"] for _, attributes in page.tags if "aria-labelledby" in attributes} <= set(ids)


def test_the_page_asks_for_nothing_from_elsewhere(page):
    assert page.all("script") + page.all("link") + page.all("img") + page.all("a") == []


def test_every_learner_is_on_the_page_once(page):
    for learner in CLASS:
        assert page.text.count(f"{learner}: ") == 1


def test_what_learners_wrote_is_escaped(html):
    assert "<b>Fay</b>" not in html
    assert "&lt;b&gt;Fay&lt;/b&gt;" in html


def test_a_group_shows_belief_wrong_work_and_right_step(page):
    assert "“ with parallel lines the angles are always equal ”".replace(" ", "") in page.text.replace(" ", "")
    assert "68° = ∠NCV, so ∠NCV = 68°" in page.text
    assert "49° + ∠BCN = 68°, so ∠BCN = 19°" in page.text
    assert "the co-interior angles NCV and BNC add up to 180°" in page.text


def test_only_a_step_that_goes_wrong_has_a_figure_with_its_parts(page, report):
    drawn = [svg["aria-label"] for svg in page.all("svg")]
    marked = [label for label in drawn if "brown" in label]
    assert len(marked) == sum(len(group.explanations[0].hypothesis.ids) for group in report.groups)
    assert "angle NCV, brown" in marked[0]


def test_a_question_comes_with_what_each_idea_would_say(page):
    asked = page.text[page.text.index("How did you find ∠NCV") :]
    assert "112° right" in asked
    assert "68° Co-interior angles thought equal" in asked


def test_a_sibling_problem_stands_in_its_group(page, report):
    assert page.text.count("Or set this") == sum(group.sibling is not None for group in report.groups) > 0


def test_those_who_are_not_explained_are_listed_last(page):
    rest = page.text[page.text.index("The others") :]
    assert [name for name in CLASS if f"{name}: " in rest] == ["Ada", "Eva", "<b>Fay</b>"]
