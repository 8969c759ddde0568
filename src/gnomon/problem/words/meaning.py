"""What clauses mean: their phrases from the inside out, against what the text has named."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gnomon.algebra import Expression, ExpressionError, Letter, Quantity, Token, substitute
from gnomon.problem.literal_writing import expression_of, literal_of
from gnomon.problem.terms import UnreadError, parse_literal
from gnomon.problem.words.calling import Nouns
from gnomon.problem.words.chart import Leaf, Node, Phrase
from gnomon.problem.words.context import Ambiguous, Context
from gnomon.problem.words.filling import Templates
from gnomon.problem.words.grammar import slots as slots_of
from gnomon.problem.words.relations import UnknownError
from gnomon.problem.words.scene import UntoldError
from gnomon.problem.words.stating import Statements
from gnomon.problem.words.understanding import Understanding
from gnomon.problem.words.value import Value, Values, named, value_of


class Meaning(NamedTuple):
    """What a clause says."""

    facts: tuple[str, ...]
    """What is supposed by its phrases, then what it states."""
    stated: frozenset[str]
    """Those that it states: what is to be proved after "prove that"."""
    goals: tuple[str, ...]
    notes: tuple[str, ...]
    context: Context
    """What is named after it."""
    choice: str = ""
    """Which of several readings it is, in words; empty where there is one."""


def meanings(node: Node, context: Context, tokens: Sequence[Token] = ()) -> list[Meaning]:
    """Return the readings of a clause: one, or each of those between which only the reader can choose.

    Raises:
        UnknownError: when it speaks of what the text has not named.
    """
    return list(_readings(node, context, tokens, ()))


_MOST_CHOICES = 3
"""Open choices in one clause; with more a question would have dozens of answers."""


def _readings(node: Node, context: Context, tokens: Sequence[Token], picks: tuple[Value, ...]) -> Iterator[Meaning]:
    interpreter = _Interpreter(copy.deepcopy(context), tokens, picks)
    try:
        interpreter.clause(node)
    except Ambiguous as several:
        if len(picks) == _MOST_CHOICES:
            raise UnknownError("too much is open") from several
        for option in several.options:
            yield from _readings(node, context, tokens, (*picks, option))
        return
    except (UnreadError, ExpressionError, UntoldError, KeyError) as error:
        raise UnknownError(str(error)) from error
    choice = ", ".join(f"{pick.kind} {''.join(pick.points)}" for pick in picks)
    facts = tuple(dict.fromkeys(interpreter.statements.facts))
    stated = frozenset(facts) - frozenset(interpreter.supposed)
    yield Meaning(facts, stated, tuple(interpreter.goals), tuple(interpreter.statements.notes), interpreter.context, choice)


class _Interpreter:
    """The meaning of one clause, with the choices made so far."""

    def __init__(self, context: Context, tokens: Sequence[Token], picks: Sequence[Value]) -> None:
        self.context = context
        self.statements = Statements(context)
        self.supposed: list[str] = []
        """What the phrases of the clause say before it states anything."""
        self.goals: list[str] = []
        self._points: list[Value] = []
        """Points that the clause speaks of."""
        self._lines: list[Value] = []
        """Lines that the clause speaks of."""
        self._understanding = Understanding(context, picks)
        self._nouns = Nouns(context, tokens)
        self._templates = Templates(context, self._understanding, self._nouns)

    def clause(self, node: Node) -> None:
        """Collect what a clause says."""
        # The circles that it names are known from its start: "chord AB and diameter CD of circle O".
        for circle in _circles_named(node):
            self.context.note(circle)
        slots = self._said(node)
        for template in node.rule.entry.goals:
            self.goals += self._templates.filled(template, node, slots)
        # A bare number is what is said, not what it is said about.
        things = (values for values in slots.values() if values[0].kind != "story" and values[0].text[:1].isalpha())
        subject = next(things, ()) if not self._understanding.about else self._understanding.about
        self.context.subject = subject or self.context.subject
        lines = tuple(value for values in slots.values() for value in values if value.kind == "line")
        self.context.pair = lines if len(lines) == 2 else self.context.pair
        self.context.spoken = tuple(dict.fromkeys(self._lines))
        self.context.points_said = tuple(self._points) or self.context.points_said

    def _said(self, node: Node) -> dict[str, Values]:
        """Evaluate the slots and collect the facts of a node."""
        # What a polygon is called comes first: "the altitudes AD and BE of triangle ABC"; before it where it is called so:
        # "on side AB of triangle ABC a square is drawn outside the triangle".
        order = sorted(
            node.slots, key=lambda name: (not any(map(_names_polygon, node.slots[name])), node.rule.kinds[name] != "polygon")
        )
        found = {name: [self._values(phrase) for phrase in node.slots[name]] for name in order}
        slots = {name: tuple(itertools.chain(*found[name])) for name in node.slots}
        self._nouns.remember(node, found)
        self._check_counts(node, slots)
        self.supposed = list(self.statements.facts)
        for template in node.rule.entry.facts:
            for fact in self._templates.filled(template, node, slots):
                self.statements.add(self.context.with_center(fact))
        if node.rule.entry.note:
            self.statements.notes.append(node.rule.entry.note)
        return slots

    @staticmethod
    def _check_counts(node: Node, slots: Mapping[str, Values]) -> None:
        templates = " ".join((*node.rule.entry.facts, *node.rule.entry.goals, node.rule.entry.value or ""))
        lists = {slot.name for pattern in node.rule.patterns for slot in slots_of(pattern) if slot.many}
        for name, values in slots.items():
            if len(values) > 1 and name not in lists:  # "EF meets the parallel lines AB and CD at P" is not said of one line
                raise UnknownError(f"several things where the rule {node.rule.entry.id} has one")
            counted = [int(place) for place in re.findall(rf"\b{name}\.(\d)", templates)]
            if (counted and max(counted) != len(values)) or (f"{name}.each" in templates and len(values) < 2):
                raise UnknownError(f"{len(values)} things where the rule {node.rule.entry.id} has another number")
            if counted and len(set(values)) != len(values):  # "a circle of radius 3 and a circle of radius 5"
                raise UnknownError("one thing twice, or two without names")
            # "Find AB and angle C" may ask for unlike things; what is stated of a list is of one kind.
            kinds = {value.text.split("(")[0] for value in values if value.text[:1].isupper() and "(" in value.text}
            # "Arc AB is 80° and arc BC is 110°" gives arc AB no second size.
            kinds |= {"" for value in values if kinds and value.kind == "quantity" and "(" not in value.text}
            if node.rule.entry.facts and len(kinds) > 1:
                raise UnknownError("a list of unlike things")

    def _values(self, phrase: Phrase) -> Values:
        if isinstance(phrase, Leaf):
            return self._leaf(phrase)
        slots = self._said(phrase)
        template = phrase.rule.entry.value
        assert template is not None, f"the rule {phrase.rule.entry.id} makes no clause and needs a value"
        values = tuple(value_of(text) for text in self._templates.filled(template, phrase, slots))
        for value in values:
            self.context.note(value)
        self._lines += [value for value in values if value.kind == "line"]
        self._points += [value for value in values if value.kind == "point"]
        if phrase.rule.entry.kind == "measure":
            self._understanding.sizes += [value for value in values if value.kind == "quantity"]
        return values

    def _leaf(self, leaf: Leaf) -> Values:
        if leaf.kind == "name1":
            return (Value("point", leaf.points[0], leaf.points),)
        if leaf.points:
            return (Value("names", ",".join(leaf.points), leaf.points),)
        if leaf.expression is None:
            return (Value("story", leaf.word),)
        parts = {name: self._values(part) for name, part in leaf.parts.items() if name in str(leaf.expression)}
        found = []
        for chosen in itertools.product(*parts.values()):
            measures: dict[Letter | Quantity, Expression] = {
                Letter(name): expression_of(parse_literal(value.text).term) for name, value in zip(parts, chosen, strict=True)
            }
            found.append(Value("quantity", literal_of(_with_measures(leaf.expression, measures))))
        return tuple(found)


def _names_polygon(phrase: Phrase) -> bool:
    """Whether a phrase, or one inside it, is a polygon with its corners."""
    if isinstance(phrase, Leaf):
        return False
    inside = list(itertools.chain(*phrase.slots.values()))
    is_named = phrase.rule.entry.kind == "polygon" and any(isinstance(part, Leaf) and part.points for part in inside)
    return is_named or any(map(_names_polygon, inside))


def _circles_named(node: Node) -> Iterator[Value]:
    for phrase in itertools.chain(*node.slots.values()):
        if isinstance(phrase, Leaf):
            continue
        if phrase.rule.entry.kind == "circle":
            yield from (named("Circle", *leaf.points) for leaf in phrase.slots.get("O", ()) if isinstance(leaf, Leaf))
        yield from _circles_named(phrase)


def _with_measures(expression: Expression, measures: Mapping[Letter | Quantity, Expression]) -> Expression:
    """Return an expression with the measures in the place of the letters that stand for them."""
    return substitute(expression, lambda unknown: measures.get(unknown, unknown))
