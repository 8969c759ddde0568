"""The words of every language: the same keys and slots as English, and a phrase for whatever the tables may say."""

import re
from string import Formatter

import pytest

from gnomon.geometry import misconceptions, rules, translations
from gnomon.packaged import packaged_yaml
from gnomon.problem import parse_expression
from gnomon.tutor import find_leak, languages, words_in
from gnomon.tutor.symbolic.diagnosed import Stage
from gnomon.tutor.symbolic.plan import ladder, rung_after, rung_for, rung_named
from gnomon.tutor.symbolic.uptake import rows
from tests.every import every

PACKAGE = "gnomon.tutor.symbolic"
FILES = ("phrases.yaml", "names.yaml", "glossary.yaml")
CALLED_FOR = (
    *(
        "reason",
        "carry",
        "number",
        "result",
        "equals",
        "belongs",
        "again",
        "apply",
        "place",
        "place_size",
        "follows",
        "unit",
        "choose",
        "back",
        "back_plain",
    ),
    *("place_size", "clarify", "notation", "notation_parts"),
)


def slots(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_key_of_the_tables_has_phrases():
    book = words_in("en").book
    rungs = [rung for mode in ("error", "slip", "open") for rung in ladder(mode)]
    rungs += [rung_after(stage) for stage in Stage] + [rung_for(then) for then in CALLED_FOR]
    rungs += [rung_named("example"), rung_named("reveal")]
    assert [rung.key for rung in rungs if rung.key not in book] == []
    assert [row.say for row in rows() if row.say not in book] == []
    assert {row.then for row in rows()} <= {*CALLED_FOR, "next", "ladder", "test", "none"}


@every([language for language in languages() if language != "en"] or ["en"])
def test_a_language_has_every_key_and_no_slot_of_its_own(language):
    english, other = (packaged_yaml(PACKAGE, "words", code, "phrases.yaml") for code in ("en", language))
    assert other.keys() == english.keys()
    for key, texts in other.items():
        assert texts, key
        assert set().union(*map(slots, texts)) <= set().union(*map(slots, english[key])), key
    names, known = (packaged_yaml(PACKAGE, "words", code, "names.yaml") for code in (language, "en"))
    assert names.keys() == known.keys()
    assert names["quantities"].keys() == known["quantities"].keys()
    terms, shown = (packaged_yaml(PACKAGE, "words", code, "glossary.yaml") for code in (language, "en"))
    assert [term.get("shows") for term in terms] == [term.get("shows") for term in shown]
    assert all(term["says"].strip() for term in terms)


@every(languages())
def test_openings_do_not_ask_and_questions_ask_once(language):
    book = words_in(language).book
    openings = {row.say for row in rows()} - {"which"}
    assert [text for key in openings for text in book.templates(key) if "?" in text] == []
    asking = {rung.key for mode in ("error", "slip", "open") for rung in ladder(mode)} | {rung_for(t).key for t in CALLED_FOR}
    from_rules = {"recall", "guide", "doubt_idea"}
    assert [text for key in asking - from_rules for text in book.templates(key) if text.count("?") != 1] == []


@pytest.mark.slow
def test_no_english_phrase_pins_a_value():
    """The guard would stop "one more" where the answer is one more than something, and with it the whole turn."""
    book = packaged_yaml(PACKAGE, "words", "en", "phrases.yaml")
    texts = [re.sub(r"{\w+}", "segment PQ", text) for several in book.values() for text in several]
    assert len(texts) > 200
    said = ["AB = 5", "AC = 7"]
    assert [text for text in texts for value in (0.5, 1.0, 4.0) if find_leak(text, "Find PQ.", value, said_by_student=said)] == []


def test_an_unknown_language_gets_english_words():
    assert words_in("xx").language == words_in(None).language == "en"
    assert words_in("xx").quantity(parse_expression("length(A,B)")) == "the length of AB"


@every([language for language in languages() if language != "en"])
def test_every_rule_and_misconception_has_its_words_with_the_same_slots(language):
    told = translations("rules", language)
    assert told.keys() == rules().keys()
    for rule in rules().values():
        texts = {field: getattr(rule, field) for field in ("name", "statement", "recall", "hint", "says")}
        assert told[rule.id].keys() == {field for field, text in texts.items() if text}, rule.id
        for field, text in told[rule.id].items():
            assert slots(text) == slots(texts[field]), (rule.id, field)
    ideas = translations("misconceptions", language)
    assert ideas.keys() == misconceptions().keys()
    assert {frozenset(texts) for texts in ideas.values()} == {frozenset({"belief", "doubt"})}


def test_no_german_text_is_left_english():
    """A control of the test above, which counts keys alone: nothing but names of theorems may read alike in both."""
    german = translations("rules", "de")
    assert [rule.id for rule in rules().values() if german[rule.id]["statement"] == rule.statement] == []
    same = [key for key, idea in misconceptions().items() if translations("misconceptions", "de")[key]["doubt"] == idea.doubt]
    assert same == []
