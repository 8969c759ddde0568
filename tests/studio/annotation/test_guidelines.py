"""The guidelines of the annotation desk cover the vocabulary, and their keys are told apart."""

from gnomon.dialogue import subacts
from gnomon.studio.annotation import guidelines


def test_every_subact_has_its_guideline_and_a_key_of_its_own_that_is_no_pen():
    found = guidelines()
    assert [each.subact for each in found] == list(subacts())
    assert len({each.key for each in found}) == len(found)
    assert not {each.key for each in found} & set("gbe")
    assert {each.act: each.act_key for each in found} == {
        "Generic": "1", "SeeFigure": "2", "Focus": "3", "Probing": "4", "Telling": "5",
    }  # fmt: skip


def test_own_words_are_advised_where_the_paper_advises_them():
    assert {each.subact for each in guidelines() if each.advises_own_words} == {"SeekKnowledge", "ExplainConcept", "Revealing"}


def test_a_look_at_the_figure_needs_a_highlight_and_a_comparison_two():
    needed = {each.subact: each.pointing for each in guidelines() if each.pointing in {"one", "two"}}
    assert needed == {"AskLength": "one", "AskAngle": "one", "SeeHighlight": "one", "AskRelation": "two"}
