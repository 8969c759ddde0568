"""Applications: the rules at the places of a fitted figure where they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from gnomon.geometry.derivation import Instance
from gnomon.geometry.model import Model, holds_at
from gnomon.geometry.patterns import PATTERNS
from gnomon.geometry.probing import Atom, atoms_of
from gnomon.geometry.proof_record import Statement, read_statement
from gnomon.geometry.rule import Rule, Stage, rules
from gnomon.problem import (
    Equation,
    Expression,
    ExpressionError,
    Fact,
    Quantity,
    QuantityKind,
    substitute,
    unknowns,
)


class Applications:
    """The rules at the places of a fitted figure where they hold. What was found is kept: searches of one figure may share it.

    Args:
        model: the figure.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._diagram = model.diagram
        self._found: dict[tuple[Stage, frozenset[str], frozenset[Expression]], tuple[Instance, ...]] = {}
        self._by_pattern: dict[str, list[tuple[str, ...]]] = {}
        """Where to look."""
        self._names: dict[tuple[str, tuple[str, ...]], tuple[Expression, float] | None] = {}
        """Name and value of quantities, by kind and points: rules ask for the same ones again and again."""
        self._bound: dict[tuple[Statement, tuple[str, ...]], Statement | None] = {}
        """Statements at places: nearly half of them are asked for by several rules."""

    def of(self, stage: Stage, only: frozenset[str], wanted: frozenset[Expression]) -> Sequence[Instance]:
        """Return the rules of a stage at the places where they hold.

        Args:
            stage: of the rules.
            only: ids of the rules that may be used.
            wanted: areas, perimeters and the like that are worth deriving; a rule about others is left out.
        """
        key = (stage, only, wanted)
        if key not in self._found:
            self._found[key] = tuple(self._instances(stage, only, wanted))
        return self._found[key]

    def _instances(self, stage: Stage, only: frozenset[str], wanted: frozenset[Expression]) -> Iterator[Instance]:
        seen: set[tuple[str, Statement, tuple[Statement, ...]]] = set()
        for rule in rules().values():
            if rule.stage is not stage or rule.id not in only:
                continue
            template = _template(rule.id)
            for points in self._places(rule.pattern.split()[0]):
                instance = self._instance(template, points, wanted)
                if instance is None:
                    continue
                key = (rule.id, instance.conclusion, instance.premises)
                if key not in seen:
                    seen.add(key)
                    yield instance

    def _places(self, pattern: str) -> list[tuple[str, ...]]:
        if pattern not in self._by_pattern:
            self._by_pattern[pattern] = list(dict.fromkeys(PATTERNS[pattern](self._diagram)))
        return self._by_pattern[pattern]

    def _instance(self, template: _Template, points: tuple[str, ...], wanted: frozenset[Expression]) -> Instance | None:
        binding = dict(zip(template.rule.variables, points, strict=True))
        if not all(self._diagram.connected(*(binding[name] for name in pair.split())) for pair in template.rule.needs_lines):
            return None
        conclusion = self._bind(template.conclusion, binding)
        if conclusion is None or not self._is_useful(conclusion, wanted):
            return None
        if _is_trivial(conclusion):
            return None
        needed: list[Statement] = []
        for each in template.premises:
            premise = self._bind(each, binding)
            if premise is None or _is_bare(premise):
                return None
            if not _is_trivial(premise):
                needed.append(premise)
        return Instance(template.rule, points, tuple(needed), conclusion)

    def _is_useful(self, statement: Statement, wanted: frozenset[Expression]) -> bool:
        if isinstance(statement, Fact):
            return True
        leaves = [leaf for side in statement for leaf in unknowns(side) if isinstance(leaf, Quantity)]
        return all(leaf.kind not in {"area", "perimeter", "arc_length", "sector_area"} or leaf in wanted for leaf in leaves)

    def _bind(self, template: Statement, binding: dict[str, str]) -> Statement | None:
        """Put points for variables; None when the statement is false in the model or makes no sense there."""
        key = (template, tuple([binding[name] for name in _named_in(template)]))
        if key not in self._bound:
            self._bound[key] = self._bind_anew(template, binding)
        return self._bound[key]

    def _bind_anew(self, template: Statement, binding: dict[str, str]) -> Statement | None:
        if isinstance(template, Fact):
            return Fact(template.kind, tuple(binding[name] for name in template.points)).canonical(self._diagram.line)
        names: dict[Atom, Expression] = {}
        values: dict[Atom, float] = {}
        for leaf in _quantities(template):
            named = self._named(leaf.kind, tuple([binding[point] for point in leaf.points]))
            if named is None:
                return None
            names[leaf], values[leaf] = named
        # Most rules are false at most places: that is seen before an equation is made.
        if not holds_at(template, values.__getitem__):
            return None
        return self._diagram.in_order(Equation(*(substitute(side, names.__getitem__) for side in template)))

    def _named(self, kind: QuantityKind, points: tuple[str, ...]) -> tuple[Expression, float] | None:
        """Return the canonical name of a quantity and its value; None where it has none."""
        if (kind, points) not in self._names:
            try:
                name = self._diagram.name(Quantity.of(kind, *points))
                self._names[kind, points] = name, self._model.value(name)
            except (ExpressionError, ArithmeticError, KeyError, ValueError):
                self._names[kind, points] = None
        return self._names[kind, points]


class _Template(NamedTuple):
    rule: Rule
    premises: tuple[Statement, ...]
    conclusion: Statement


@cache
def _template(rule_id: str) -> _Template:
    rule = rules()[rule_id]
    return _Template(rule, tuple(map(read_statement, rule.premises)), read_statement(rule.equation or rule.fact or ""))


@cache
def _named_in(template: Statement) -> tuple[str, ...]:
    """Return the variables of a template, each once."""
    points = template.points if isinstance(template, Fact) else [point for leaf in _quantities(template) for point in leaf.points]
    return tuple(dict.fromkeys(points))


@cache
def _quantities(template: Equation) -> tuple[Quantity, ...]:
    return tuple(leaf for leaf in atoms_of(template) if isinstance(leaf, Quantity))


def _is_trivial(statement: Statement) -> bool:
    return isinstance(statement, Equation) and (statement.left == statement.right or _is_bare(statement))


def _is_bare(statement: Statement) -> bool:
    """Whether nothing but numbers is left: the angles of a triangle that has fallen into a line are 0 = 0."""
    return isinstance(statement, Equation) and not atoms_of(statement)
