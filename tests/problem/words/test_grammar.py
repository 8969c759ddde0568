"""The rules of the grammar: every example of every rule is read as it says, and every word of a pattern can occur."""

import pytest

from gnomon.problem.words import read_words
from gnomon.problem.words.chart import END
from gnomon.problem.words.grammar import RuleEntry, grammar, rule_entries, words_of
from gnomon.problem.words.tokens import spelling
from tests.every import every

EXAMPLES = [example for rule in rule_entries() for example in rule.examples.items()]


@every(EXAMPLES[::5], name=lambda case: case[0])
def test_an_example_is_read_as_the_rule_says(text, said):
    _check(text, said)


@pytest.mark.slow
@every(EXAMPLES, name=lambda case: case[0])
def test_all_examples_are_read_as_their_rules_say(text, said):
    _check(text, said)


def _check(text, said):
    wording = read_words(text)
    assert all_of(wording) == said
    assert wording.is_understood
    assert not wording.questions


@every(rule_entries(), name=lambda rule: rule.id)
def test_a_rule_has_examples(rule):
    assert rule.examples


def test_ids_are_unique():
    ids = [rule.id for rule in rule_entries()]
    assert len(ids) == len(set(ids))


@every([rule for rules in grammar().values() for rule in rules], name=lambda rule: rule.entry.id)
def test_the_words_of_a_pattern_are_in_the_one_spelling(rule):
    words = {word for pattern in rule.patterns for word in words_of(pattern)}
    assert all(word == END or spelling(word) == (word,) for word in words)


@pytest.mark.slow
@every(rule_entries(), name=lambda rule: rule.id)
def test_the_examples_need_their_rule(rule):
    """The control of the first test: without the rule, some example of it is read otherwise."""
    rules = without(rule.id)
    readings = [(read_words(text, rules=rules), said) for text, said in rule.examples.items()]
    assert any(all_of(wording) != said or not wording.is_understood or wording.questions for wording, said in readings)


def all_of(wording):
    goals = (f"find: {goal}" for goal in wording.goals)
    return (*wording.facts, *goals, *(f"prove: {fact}" for fact in wording.proofs))


def without(rule):
    return {kind: tuple(other for other in rules if other.entry.id != rule) for kind, rules in grammar().items()}


def test_an_unknown_key_of_a_rule_is_refused():
    with pytest.raises(ValueError, match="extra"):
        RuleEntry.model_validate({"id": "one", "say": ["a"], "fact": ["b"]})
