"""The transcript as a reader meets it: complete, escaped, self-contained, accessible."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.figure import Highlights, parse_element
from gnomon.geometry import solve
from gnomon.pages import ProofStepView, TranscriptEntry, element_in_words, entry_of, transcript_page
from gnomon.problem import Problem, Question, bank
from tests.drawing.figures import FIGURES


class Page(HTMLParser):
    """Tags with their attributes, texts, and whether every tag is closed in order."""

    VOID = frozenset({"meta", "link", "br", "img", "input", "hr"})

    def __init__(self, html):
        super().__init__()
        self.tags, self.words, self.open = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def tutor(utterance, **fields):
    return TutorTurn(**{"act": "Focus", "subact": "Guide", "utterance": utterance, **fields})


TURNS = (
    tutor("Hello there.", act="Generic", subact="Introduce"),
    StudentTurn(utterance="x is 10"),
    tutor("Compare the two.", act="SeeFigure", subact="AskRelation", feedback="negative",
          highlights=Highlights(lines=("AD",)), highlights2=Highlights(lines=("AB",), angles=("ABC",))),
    StudentTurn(utterance="AB is longer"),
    StudentTurn(utterance="it is 15"),
    tutor("Good bye.", act="Generic", subact="Farewell", feedback="positive"),
)  # fmt: skip


def entry(turns=TURNS, *, figure=FIGURES["similar triangles"], text="Find x.", title="Similar", steps=(), **fields):
    problem = Problem(id="similar-01", title=title, question=Question(text=text, figure=figure))
    return TranscriptEntry(problem, Dialogue(problem=problem.id, turns=turns, **fields), steps)


STEPS = (ProofStepView("Parallel line in a triangle", "DE is parallel to BC.", ("line:DE", "line:BC"), "6/15 = (x + 2)/18"),)


def test_every_tutor_turn_has_its_figure():
    page = Page(transcript_page([entry()], title="Talks"))
    described = [attributes["aria-label"] for attributes in page.all("svg")]
    assert len(described) == 1 + 3
    assert [label.rpartition("E. ")[2] for label in described[1:]] == [
        "No highlights.",
        "Highlight 1: segment AD, green. Highlight 2: segment AB, brown. Highlight 3: angle ABC, brown, marked 2.",
        "No highlights.",
    ]


def test_act_subact_and_feedback_stand_beside_a_turn():
    text = Page(transcript_page([entry()], title="Talks")).text
    assert "Hello there. Generic: Introduce Figure" in text
    assert "SeeFigure: AskRelation · negative feedback" in text
    assert "Generic: Farewell · positive feedback" in text


def test_the_legend_says_what_each_pen_points_at():
    html = transcript_page([entry()], title="Talks")
    assert '<span class="pen green">AD</span>' in html
    assert '<span class="pen brown">AB, ∠ABC</span>' in html


def test_all_that_was_said_is_there_in_order():
    text = Page(transcript_page([entry(attempt="First line.\nSecond line.")], title="Talks")).text
    said = ["Find x.", "First line.", "Second line.", *(turn.utterance for turn in TURNS)]
    places = [text.index(line) for line in said]
    assert places == sorted(places)


def test_the_proof_is_behind_a_fold():
    html = transcript_page([entry(steps=STEPS)], title="Talks")
    fold = html[html.index("<details") : html.index("</details>")]
    assert " open" not in fold[: fold.index(">")]
    assert all(part in fold for part in ("Parallel line in a triangle", "DE is parallel to BC.", "line:DE", "6/15 = (x + 2)/18"))


def test_without_a_proof_there_is_no_fold():
    assert "<details" not in transcript_page([entry()], title="Talks")


@pytest.mark.parametrize(
    ("outcome", "words"),
    [("solved_untold", "never gave"), ("solved_told", "revealed"), ("not_solved", "Not solved")],
)
def test_the_outcome_is_said(outcome, words):
    assert words in Page(transcript_page([entry(outcome=outcome)], title="Talks")).text


def test_texts_are_escaped():
    bad = "<script>alert('1 & 2')</script>"
    turns = (tutor(bad), StudentTurn(utterance=bad))
    steps = (ProofStepView(bad, bad, (bad,), bad),)
    page = Page(transcript_page([entry(turns, text=bad, title=bad, steps=steps, attempt=bad, misconception=bad)], title=bad))
    assert page.all("script") == []
    assert page.text.count(bad) >= 11


@given(st.text(max_size=40))
@settings(max_examples=20)
def test_no_utterance_breaks_the_page(utterance):
    page = Page(transcript_page([entry((tutor(utterance), StudentTurn(utterance=utterance)))], title=utterance))
    assert page.open == []


def test_the_page_asks_for_nothing_from_elsewhere():
    html = transcript_page([entry(steps=STEPS)], title="Talks")
    assert set(re.findall(r"https?://[^\s\"'<)]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(script|link|img|iframe)|@import|url\(|\ssrc=", html)


def test_ids_are_unique_and_every_reference_has_its_target():
    page = Page(transcript_page([entry(steps=STEPS, attempt="x")] * 3, title="Talks"))
    ids = Counter(attributes["id"] for _, attributes in page.tags if "id" in attributes)
    wanted = {attributes["aria-labelledby"] for _, attributes in page.tags if "aria-labelledby" in attributes}
    wanted |= {attributes["href"].lstrip("#") for attributes in page.all("a")}
    assert set(ids.values()) == {1}
    assert wanted <= set(ids)


def test_there_is_one_main_heading_a_language_and_a_title():
    page = Page(transcript_page([entry(), entry()], title="Talks", language="de"))
    assert len(page.all("h1")) == 1
    assert page.all("html") == [{"lang": "de"}]
    assert page.text.startswith("Talks")


def test_every_drawing_and_region_has_an_accessible_name():
    page = Page(transcript_page([entry(steps=STEPS, attempt="x")], title="Talks"))
    assert all(attributes.get("role") == "img" and attributes.get("aria-label") for attributes in page.all("svg"))
    regions = [attributes for name in ("section", "article", "nav") for attributes in page.all(name)]
    assert all("aria-labelledby" in attributes or "aria-label" in attributes for attributes in regions)


def test_several_conversations_get_a_list_of_contents():
    assert len(Page(transcript_page([entry(), entry()], title="Talks")).all("nav")) == 1
    assert Page(transcript_page([entry()], title="Talks")).all("nav") == []


def test_a_problem_without_a_figure_is_shown_too():
    assert Page(transcript_page([entry(figure=None)], title="Talks")).all("svg") == []


def test_a_student_may_speak_first():
    text = Page(transcript_page([entry((StudentTurn(utterance="Please help."),))], title="Talks")).text
    assert "Student Please help." in text


@pytest.mark.parametrize(("entries", "words"), [([], "no conversation to show"), ([entry(())], "Nothing has been said yet")])
def test_an_empty_page_says_so(entries, words):
    assert words in Page(transcript_page(entries, title="Talks")).text


def test_a_misconception_is_shown_by_its_name():
    dialogue = Dialogue(problem="x", attempt="AC = 7", misconception="legs_added")
    html = transcript_page([entry_of(bank()["pythagoras-xyz"], dialogue)], title="Talks")
    assert "<b>Legs added for the hypotenuse</b>" in html


def test_a_proof_of_the_engine_is_shown_in_words_and_says_nothing_twice():
    problem = bank()["tangent-distance-otz"]
    steps = entry_of(problem, Dialogue(problem=problem.id), solve(problem).proof).proof_steps
    assert steps[0].rule == "Tangent and radius"
    assert "∠OTZ" in steps[0].uses
    assert [step for step in steps if step.concludes and step.concludes in step.text] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [("line:AB", "AB"), ("angle:ABC", "∠ABC"), ("arc:AB", "arc AB"), ("circle:A", "circle A"), ("label:A", "point A")],
)
def test_an_element_is_named_as_in_a_school_book(name, words):
    assert element_in_words(parse_element(name), FIGURES["similar triangles"]) == words


def test_an_introduction_stands_before_the_conversations():
    text = Page(transcript_page([entry()], title="Talks", introduction="Read this first.\nThen that.")).text
    assert text.index("Read this first.") < text.index("Then that.") < text.index("Find x.")


def test_a_page_of_one_conversation_says_its_title_once():
    def headings(title):
        return [level for level in ("h1", "h2") for _ in Page(transcript_page([entry(title="Similar")], title=title)).all(level)]

    assert headings("Similar") == ["h1"]
    assert headings("Talks") == ["h1", "h2"]
