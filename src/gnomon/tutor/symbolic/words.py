"""The words of the symbolic tutor, by language: phrases, names of quantities and parts, and what rules and ideas say.

A language is a folder of ``words/`` with the same files and keys as ``en``. What rules and misconceptions say is in their own
tables, in English, and in a folder of the language beside them; this is the one place that reads the translations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from gnomon.dialogue import Phrasebook
from gnomon.figure import Element
from gnomon.geometry import Misconception, Rule, Step, rules, translations
from gnomon.packaged import packaged_yaml
from gnomon.problem import Expression, Letter, Quantity
from gnomon.tutor.symbolic.example import ExampleStep

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_FEWEST_LINES = 2
"""Of a calculation in a worked example: an equation and its solution."""
_SEVERAL = 3
"""Parts from which on their kind is said once."""
DEFAULT = "en"
"""Of a dialogue that names no language, or one that there are no words in."""


@dataclass(frozen=True)
class Term:
    """A word of school geometry."""

    term: str
    also: tuple[str, ...]
    """Other words and spellings for it, lower case."""
    says: str
    """What it means, in one or two short sentences."""
    shows: str
    """What to look for in the figure; empty where there is nothing to point at."""
    confused: tuple[str, ...] = ()
    """Beginnings of words that say something else, for which it is often taken, lower case."""
    enough: str = ""
    """What it takes for something to be that, where learners ask."""


class Words:
    """The words of one language.

    Args:
        language: name of a folder of ``words/``.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.book = Phrasebook(packaged_yaml(__package__, "words", language, "phrases.yaml"), f"{language}/phrases.yaml")
        self.glossary = tuple(
            Term(
                row["term"],
                tuple(row.get("also", ())),
                row["says"],
                row.get("shows", ""),
                tuple(row.get("confused", ())),
                row.get("enough", ""),
            )
            for row in packaged_yaml(__package__, "words", language, "glossary.yaml")
        )
        self._names: dict[str, Any] = packaged_yaml(__package__, "words", language, "names.yaml")
        self._lists = {key: tuple(map(str, value)) for key, value in self._names.items() if isinstance(value, list)}

    def quantity(self, expression: Expression) -> str:
        """Name a quantity or letter in words: ``angle ABC``, ``the length of AB``, ``x``."""
        if isinstance(expression, Letter):
            return str(expression)
        if not isinstance(expression, Quantity):
            return str(self._names["value"]).format(expression)
        return str(self._names["quantities"][expression.kind]).format("".join(expression.points))

    def notation(self, expression: Expression) -> str:
        """Write a quantity or letter in signs, ``∠ABC``, with words only where there is no sign for it: ``area of ABC``."""
        return self._written(str(expression))

    def element(self, element: Element) -> str:
        """Name a part of the figure: ``segment AB``, ``angle ABC``; what learners know by its name alone, by that."""
        return str(self._names["elements"].get(element.kind, "{}")).format(element.name)

    def listed(self, elements: tuple[Element, ...]) -> str:
        """Name several parts."""
        names = [self.element(element) for element in elements]
        if not names:
            return self.name("figure")
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {self.name('and')} {names[-1]}"

    def together(self, elements: tuple[Element, ...]) -> str:
        """Name several parts; of three and more of one kind this is said once: ``segments AB, BC and CD``."""
        several = self._several(elements, "several")
        names = [element.name for element in elements]
        return several.format(f"{', '.join(names[:-1])} {self.name('and')} {names[-1]}") if several else self.listed(elements)

    def these(self, elements: tuple[Element, ...]) -> str:
        """Point at three parts and more of one kind without their names: ``these segments``; empty for others."""
        return self._several(elements, "these")

    def _several(self, elements: tuple[Element, ...], key: str) -> str:
        kinds = {element.kind for element in elements}
        return str(self._names[key].get(*kinds, "")) if len(elements) >= _SEVERAL and len(kinds) == 1 else ""

    def name(self, key: str) -> str:
        """Return a single word or phrase of ``names.yaml``."""
        return str(self._names[key])

    def lists(self, key: str) -> tuple[str, ...]:
        """Return a list of ``names.yaml``, such as the words of someone who asks for an example."""
        return self._lists[key]

    def says(self, key: str, text: str) -> bool:
        """Whether one of the words or phrases of a list stands in a text."""
        plain = f" {' '.join(_WORD.findall(text.lower()))} "
        return any(f" {phrase} " in plain for phrase in self.lists(key))

    def telling(self, text: str) -> set[str]:
        """Return the words of a text that tell something: no small ones, no names of parts, no numbers."""
        idle = {*self.lists("small_words"), *self.lists("bare_words"), *self.lists("thinking")}
        return {
            word for word in _WORD.findall(text.lower()) if len(word) > 2 and word not in idle
        }  # a name has two letters or three

    def rule(self, rule: Rule) -> Rule:
        """Return a rule with its name, statement, recall, hint and clause in this language."""
        return rule.model_copy(update=dict(translations("rules", self.language).get(rule.id, {})))

    def of_rule(self, rule_id: str) -> set[str]:
        """Return the words that name a rule."""
        rule = rules()[rule_id]
        return {word for text in (self.rule(rule).name, *rule.keywords) for word in _WORD.findall(text.lower())}

    def of_step(self, step: Step) -> dict[str, str]:
        """Return what the rule of a step says here: ``rule``, ``recall``, ``hint``, ``statement``, ``says``; empty without one.

        Where the step relies on the look of the figure, the helping questions ask first whether one may.
        """
        if step.rule is None or step.instance is None:
            return {}
        rule, binding = self.rule(step.rule), step.instance.binding
        shown = ", ".join(fact.in_notation() for fact in step.as_shown)
        asking = f"{self.name('as_shown').format(shown)} " if shown else ""
        return {
            "rule": rule.name,
            "recall": f"{asking}{rule.recall}",
            "hint": f"{asking}{rule.hint.format(**binding)}",
            "statement": rule.statement,
            "says": self._clause(rule, binding),
        }

    def _clause(self, rule: Rule, binding: Mapping[str, str]) -> str:
        return self._written(rule.clause(binding, conjunction=self.name("and")))

    def doubt(self, idea: Misconception) -> str:
        """Return a question that puts a wrong idea to the test."""
        return translations("misconceptions", self.language).get(idea.id, {}).get("doubt", idea.doubt)

    def example(self, steps: Sequence[ExampleStep], room: int) -> str:
        """Return an example in sentences of at most ``room`` words together, where they can be cut so far.

        The first step is the one that the learner is at: what follows it is cut to its calculation and then left out.
        """
        first = self.worked(steps[0], room)
        for cut in (room, 0):
            whole = " ".join([first, *(self.worked(step, cut) for step in steps[1:])])
            if len(whole.split()) <= room:
                return whole
        # Where there is room for one, an example has numbers.
        return first if steps[0].has_numbers else self.worked(steps[-1], room)

    def worked(self, step: ExampleStep, room: int) -> str:
        """Return a step of an example in a sentence; proofs are English, elsewhere the rule says what it does.

        In English one of more than ``room`` words is cut to its theorem and calculation, and to its last lines.
        """
        rule = rules().get(step.rule)
        if rule is None:
            return step.text
        if self.language == DEFAULT:
            if len(step.text.split()) <= room:
                return step.text
            lines = step.text.rpartition(": ")[2].split(", ")
            while room and len(lines) > _FEWEST_LINES and len(", ".join(lines).split()) > room:
                lines = lines[1:]  # the relation in names before the one in numbers
            return f"{rule.name}: {', '.join(lines)}"
        says = self._clause(self.rule(rule), dict(zip(rule.variables, step.points, strict=True)))
        found = self._calculation(step.text) or (self._written(step.concludes) if step.has_value else "")
        whole = f"{says[:1].upper()}{says[1:]}{f': {found}' if found else ''}."
        return f"{self.rule(rule).name}: {found}." if found and len(whole.split()) > room else whole

    def _calculation(self, text: str) -> str:
        """Return the calculation at the end of a step's English sentence in this language; empty where words stand in it."""
        told = self._written(text.rpartition(": ")[2].rstrip(".")).replace(", so ", ", ")
        own = {word for spelled in self._names["written"].values() for word in re.findall(r"\w+", spelled)}
        strange = set(re.findall(r"[^\W\d_]{4,}", told)) - own
        return told if any(map(str.isdigit, told)) and all(map(str.isupper, strange)) else ""

    def concluded(self, step: Step) -> str:
        """Return what a step concludes, written as in a proof: an equation, else the clause of its rule."""
        if self.language != DEFAULT and not step.solved:
            return self.of_step(step).get("says", step.concludes)
        return self._written(step.concludes)

    def _written(self, text: str) -> str:
        """Return a text with quantities that formulas spell out, such as ``area of ABC``, in this language."""
        for spelled, own in self._names["written"].items():
            text = re.sub(rf"\b{spelled}\b", own, text)
        return text


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages that there are words in."""
    folders = resources.files(__package__ or "").joinpath("words").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.is_dir() and not folder.name.startswith("_")))


@cache
def words_in(language: str | None) -> Words:
    """Return the words of a language; English where it is None or there are none in it."""
    return Words(language if language in languages() else DEFAULT)


def describe(expression: Expression, language: str | None = None) -> str:
    """Name a quantity or letter in words: ``angle ABC``, ``the length of AB``, ``x``."""
    return words_in(language).quantity(expression)
