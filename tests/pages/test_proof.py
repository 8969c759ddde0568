"""The proof page as a reader meets it: the problem, a figure for every step, links to earlier steps, the answer."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from gnomon.geometry import solve
from gnomon.pages import proof_page
from gnomon.problem import bank
from tests.pages.test_transcript import Page

TANGENT = "tangent-distance-otz"
NBSP = "\N{NO-BREAK SPACE}"


@pytest.fixture(scope="module")
def solution():
    return solve(bank()[TANGENT])


@pytest.fixture(scope="module")
def html(solution):
    return proof_page(solution)


@pytest.fixture(scope="module")
def page(html):
    return Page(html)


def test_the_problem_and_every_step_have_a_figure(page, solution):
    assert len(page.all("svg")) == 1 + len(solution.proof.steps)


def test_a_step_s_figure_highlights_the_elements_of_that_step(page):
    described = [svg["aria-label"] for svg in page.all("svg")]
    assert "No highlights." in described[0]
    assert "segment OT, green" in described[1]
    assert "angle OTZ, green" in described[1]
    assert "angle OTZ" not in described[2]


def test_a_step_shows_theorem_statement_sentence_and_conclusion(page, solution):
    for step in solution.proof.steps:
        parts = (step.rule.name, step.rule.statement, step.text, step.concludes)
        text = page.text.replace(NBSP, " ")
        assert [part for part in parts if part not in text] == []


def test_a_step_links_to_the_steps_that_it_follows_from(html):
    second = html[html.index('id="step-2"') :]
    assert '<a href="#step-1">step 1</a>' in second


def test_a_step_names_what_is_given_for_it(html):
    second = html[html.index('id="step-2"') :]
    given = re.search(r"<dt>Given</dt>\s*<dd>(.*?)</dd>", second).group(1)
    assert given.split("; ") == ["OT = 7", "TZ = 24"]


def test_what_the_reader_mended_or_left_out_is_listed(solution):
    formal = replace(solution.problem.formal, warnings=("left out: <AB> cannot be 0",))
    problem = solution.problem.model_copy(update={"formal": formal})
    assert "<li>left out: &lt;AB&gt; cannot be 0</li>" in proof_page(replace(solution, problem=problem))


def test_every_link_has_its_target_and_ids_are_unique(page):
    ids = Counter(attributes["id"] for _, attributes in page.tags if "id" in attributes)
    wanted = {link["href"].lstrip("#") for link in page.all("a")}
    wanted |= {attributes["aria-labelledby"] for _, attributes in page.tags if "aria-labelledby" in attributes}
    assert set(ids.values()) == {1}
    assert wanted <= set(ids)


def test_the_answer_stands_at_the_end_with_its_unit(page):
    assert page.text.endswith("Answer OZ = 25 cm")


def test_an_exact_answer_stands_beside_its_decimal():
    exact = next(problem for problem in bank().values() if problem.exact and "√" in problem.exact)
    solved = solve(exact)
    answer = Page(proof_page(solved)).text.rpartition("Answer ")[2]
    assert re.search(r"√\d+ ≈ \d", answer)


def test_texts_are_escaped(solution):
    bad = "<script>alert('1 & 2')</script>"
    question = solution.problem.question.model_copy(update={"text": bad, "choices": (bad,)})
    problem = solution.problem.model_copy(update={"title": bad, "topic": bad, "chapter": "", "question": question})
    page = Page(proof_page(replace(solution, problem=problem)))
    assert page.all("script") == []
    assert page.text.count(bad) >= 5


def test_the_page_asks_for_nothing_from_elsewhere(html):
    assert set(re.findall(r"https?://[^\s\"'<)]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(script|link|img|iframe)|@import|url\(|\ssrc=", html)


def test_a_problem_without_a_title_goes_by_its_id_in_its_file(solution):
    problem = solution.problem.model_copy(update={"title": "", "id": "some/folder/forms.json#12"})
    assert "<h1>Problem 12</h1>" in proof_page(replace(solution, problem=problem))


def test_a_solution_without_a_proof_is_refused_with_the_reason(solution):
    unsolved = replace(solution, proof=None, status="no_proof", reason="x does not follow")
    with pytest.raises(ValueError, match="no proof to show: no proof: x does not follow"):
        proof_page(unsolved)
