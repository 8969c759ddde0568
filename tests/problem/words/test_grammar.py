"""The rules of the grammar: every example of every rule is read as it says, and every word of a pattern can occur."""

import pytest

from gnomon.algebra import split_points
from gnomon.problem.words import read_words
from gnomon.problem.words.grammar import END, RuleEntry, grammar, rule_entries, words_of
from gnomon.problem.words.tokens import spelling
from tests.every import every

EXAMPLES = [(text, said, rule.drawn) for rule in rule_entries() for text, said in rule.examples.items()]


@pytest.mark.slow
@every(EXAMPLES[::5], name=lambda case: case[0])
def test_an_example_is_read_as_the_rule_says(text, said, drawn):
    _check(text, said, drawn)


@pytest.mark.slow
@every(EXAMPLES, name=lambda case: case[0])
def test_all_examples_are_read_as_their_rules_say(text, said, drawn):
    _check(text, said, drawn)


def _check(text, said, drawn):
    wording = read(text, drawn)
    assert all_of(wording) == said
    assert wording.is_understood


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
    readings = [(read(text, rule.drawn, rules), said) for text, said in rule.examples.items()]
    assert any(all_of(wording) != said or not wording.is_understood for wording, said in readings)


def read(text, drawn, rules=None):
    lines = [split_points(line) for line in drawn]
    return read_words(text, {point for line in lines for point in line}, lines=lines, rules=rules)


def all_of(wording):
    goals = (f"find: {goal}" for goal in wording.goals)
    asked = (f"ask: {'; '.join(choice.facts)}" for question in wording.questions for choice in question.choices)
    return (*wording.facts, *goals, *(f"prove: {fact}" for fact in wording.proofs), *asked)


def without(rule):
    return {kind: tuple(other for other in rules if other.entry.id != rule) for kind, rules in grammar().items()}


def test_an_unknown_key_of_a_rule_is_refused():
    with pytest.raises(ValueError, match="extra"):
        RuleEntry.model_validate({"id": "one", "say": ["a"], "fact": ["b"]})
