"""Deduction: which facts and values follow from the givens, and the cheapest derivation of each.

The model has already said which rule applications are true, so the search space is a fixed hypergraph: nodes are facts,
equations and known values; hyperedges are rule applications and equations solved for their one unknown. The cheapest
derivation of every node is found by Knuth's generalisation of Dijkstra's algorithm (Knuth 1977, Information Processing
Letters 6(1)): the cost of a derivation is the level of its rule plus the costs of what it uses. Where single equations
get stuck, a determined system of linear equations is solved at once and the search goes on.

Left out: numbers. A value node says that a value follows, not what it is; `gnomon.geometry.proof` computes it.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import count
from typing import Literal, NamedTuple

from gnomon.geometry.fact_names import canonical_fact
from gnomon.geometry.model import Model
from gnomon.geometry.patterns import PATTERNS
from gnomon.geometry.rule import Rule, rules
from gnomon.geometry.systems import Gradient, Row, linear_systems, mixed_systems
from gnomon.problem import (
    Equation,
    Expression,
    ExpressionError,
    Fact,
    FormalDescription,
    Given,
    Letter,
    Quantity,
    evaluate,
    parse_equation,
    substitute,
    unknowns,
)

__all__ = ["Atom", "Deduction", "Derivation", "Instance", "Known", "Node", "Statement", "at_points", "deduce", "expand"]

Atom = Letter | Quantity


class Known(NamedTuple):
    """The node "the value of this atom follows"."""

    atom: Atom


Statement = Fact | Equation
Node = Fact | Equation | Known
Binding = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Instance:
    """A rule at one place of the figure."""

    rule: Rule
    points: tuple[str, ...]
    """What the rule's variables stand for, in their order."""
    premises: tuple[Statement, ...]
    conclusion: Statement

    @property
    def binding(self) -> dict[str, str]:
        """Point by variable."""
        return dict(zip(self.rule.variables, self.points, strict=True))


class Derivation(NamedTuple):
    """How a node was reached."""

    kind: Literal["given", "rule", "values", "solve", "system", "chain"]
    """``solve``: an equation for its one unknown; ``values``: an equation that known values confirm; ``chain``: an
    equality through a third quantity; ``system``: several linear equations at once."""
    inputs: tuple[Node, ...] = ()
    instance: Instance | None = None
    given: Given | None = None
    expanded: bool = False
    """Whether the equation was used with every quantity replaced by the expression that the problem gives for it."""


@dataclass
class _Edge:
    target: Node
    derivation: Derivation
    cost: float
    waiting: int = 0


@dataclass
class Deduction:
    """Everything that follows from the givens."""

    model: Model
    definitions: dict[Quantity, Expression]
    """Expression in letters that the problem gives for a quantity."""
    derived: dict[Node, Derivation] = field(default_factory=dict)
    cost: dict[Node, float] = field(default_factory=dict)

    def knows(self, expression: Expression) -> bool:
        """Whether the value of an expression follows."""
        return all(Known(atom) in self.derived for atom in unknowns(self.model.diagram.canonical(expression)) if _is_atom(atom))

    @cached_property
    def known_quantities(self) -> list[Quantity]:
        """Every quantity whose value follows."""
        return [node.atom for node in self.derived if isinstance(node, Known) and isinstance(node.atom, Quantity)]


def deduce(model: Model, description: FormalDescription, only: Collection[str] | None = None) -> Deduction:
    """Derive everything that follows from the givens of ``description`` at the fitted ``model``.

    Args:
        model: the figure, fitted to ``description``.
        description: the givens and the goal.
        only: ids of the rules that may be used; None allows every rule.
    """
    return _Search(model, description, only).run()


def parse_fact(text: str, binding: dict[str, str]) -> Fact:
    """Read ``parallel(A,P,Q,D)`` with its letters replaced by points."""
    kind, _, rest = text.rstrip(")").partition("(")
    return Fact(kind.strip(), tuple(binding[name.strip()] for name in rest.split(",")))


class _Search:
    def __init__(self, model: Model, description: FormalDescription, only: Collection[str] | None = None) -> None:
        self.model = model
        self.rules = [rule for rule in rules().values() if only is None or rule.id in only]
        self.diagram = model.diagram
        self.description = description
        self.result = Deduction(model, {})
        self.waiting: dict[Node, list[_Edge]] = {}
        self.queue: list[tuple[float, int, _Edge]] = []
        self.order = count()
        self.equations: dict[Equation, None] = {}
        self.premises: dict[Equation, None] = {}

    def run(self) -> Deduction:
        given = list(self._givens())
        for node, _ in given:
            if isinstance(node, Equation):
                self._define(node)
        for node, source in given:
            self._add(node, Derivation("given", given=source), 0.0)
            if isinstance(node, Equation):
                self.equations[node] = None
        for instance in self._instances():
            self._add(instance.conclusion, Derivation("rule", instance.premises, instance), instance.rule.level)
            if isinstance(instance.conclusion, Equation):
                self.equations[instance.conclusion] = None
            self.premises.update((premise, None) for premise in instance.premises if isinstance(premise, Equation))
        for equation in self.equations:
            self._add_solutions(equation)
        for premise in self.premises:
            self._add_confirmations(premise)
        self._settle()
        while self._solve_system():
            self._settle()
        return self.result

    # the graph

    def _givens(self) -> Iterator[tuple[Node, Given]]:
        for given in self.description.givens:
            content = given.content
            if isinstance(content, Equation):
                yield self.diagram.canonical_equation(content), given
            else:
                yield from ((node, given) for node in self._spelled_out(content))

    def _spelled_out(self, fact: Fact) -> Iterator[Node]:
        """Yield what a fact says in the terms that rules use."""
        points = fact.points
        if fact.kind in {"perpendicular", "altitude", "perpendicular_bisector"}:
            yield from self._right_angles(points)
        elif fact.kind == "median":
            yield self._fact(Fact("midpoint", points[1:]))
        elif fact.kind == "midsegment":
            first, second, apex, left, right = points
            yield self._fact(Fact("midpoint", (first, apex, left)))
            yield self._fact(Fact("midpoint", (second, apex, right)))
        elif fact.kind == "regular_polygon" and len(points) == 3:
            yield self._fact(Fact("equilateral", points))
        elif fact.kind == "regular_polygon" and len(points) == 4:
            yield self._fact(Fact("square", points))
        elif fact.kind == "tangent":
            yield from self._tangents(fact)
        if fact.kind == "perpendicular_bisector":
            foot = self._crossing(points)
            if foot:
                yield self._fact(Fact("midpoint", (foot, *points[2:])))
        yield self._fact(fact)

    def _right_angles(self, points: Sequence[str]) -> Iterator[Node]:
        foot = self._crossing(points)
        if foot is None:
            return
        first, second = self.diagram.line(*points[:2]), self.diagram.line(*points[2:])
        ends = [{self.diagram.ray(foot, point)[1] for point in line if point != foot} for line in (first, second)]
        for a in sorted(ends[0]):
            for c in sorted(ends[1]):
                yield self.diagram.canonical_equation(parse_equation(f"angle({a},{foot},{c}) = 90"))

    def _crossing(self, points: Sequence[str]) -> str | None:
        shared = set(self.diagram.line(*points[:2])) & set(self.diagram.line(*points[2:]))
        return next(iter(sorted(shared)), None)

    def _tangents(self, fact: Fact) -> Iterator[Node]:
        first, second, centre = fact.points
        line = self.diagram.line(first, second)
        contact = next((point for point in line if point in self.diagram.circles.get(centre, ())), None)
        if contact is not None:
            yield from (self._fact(Fact("tangent", (contact, other, centre))) for other in line if other != contact)

    def _fact(self, fact: Fact) -> Fact:
        return canonical_fact(fact, self.diagram.line)

    def _define(self, equation: Equation) -> None:
        for quantity, expression in (equation, equation[::-1]):
            leaves = list(unknowns(expression))
            if isinstance(quantity, Quantity) and leaves and all(isinstance(leaf, Letter) for leaf in leaves):
                self.result.definitions.setdefault(quantity, expression)
                return

    def _instances(self) -> Iterator[Instance]:
        seen: set[tuple[str, Statement, tuple[Statement, ...]]] = set()
        places = {name: list(dict.fromkeys(pattern(self.diagram))) for name, pattern in PATTERNS.items()}
        wanted = self._wanted_measures()
        for rule in self.rules:
            template = _template(rule.id)
            for points in places[rule.pattern.split()[0]]:
                instance = self._instance(template, points, wanted)
                if instance is None:
                    continue
                key = (rule.id, instance.conclusion, instance.premises)
                if key not in seen:
                    seen.add(key)
                    yield instance

    def _wanted_measures(self) -> set[Expression]:
        """Areas and perimeters that the problem speaks of; no others are worth deriving."""
        sides = [side for equation in self.description.equations for side in equation]
        if self.description.goal is not None:
            sides.append(self.description.goal.expression)
        return {self.diagram.canonical(leaf) for side in sides for leaf in unknowns(side) if isinstance(leaf, Quantity)}

    def _instance(self, template: _Template, points: tuple[str, ...], wanted: set[Expression]) -> Instance | None:
        binding = dict(zip(template.rule.variables, points, strict=True))
        if not all(self.diagram.connected(*(binding[name] for name in pair.split())) for pair in template.rule.needs_lines):
            return None
        conclusion = self._bind(template.conclusion, binding)
        if conclusion is None or not self._is_useful(conclusion, wanted):
            return None
        premises = [self._bind(premise, binding) for premise in template.premises]
        if any(premise is None for premise in premises):
            return None
        needed = tuple(premise for premise in premises if premise is not None and not _is_trivial(premise))
        return None if _is_trivial(conclusion) else Instance(template.rule, points, needed, conclusion)

    def _is_useful(self, statement: Statement, wanted: set[Expression]) -> bool:
        if isinstance(statement, Fact):
            return True
        leaves = [leaf for side in statement for leaf in unknowns(side) if isinstance(leaf, Quantity)]
        return all(leaf.kind not in {"area", "perimeter", "arc_length", "sector_area"} or leaf in wanted for leaf in leaves)

    def _bind(self, template: Statement, binding: dict[str, str]) -> Statement | None:
        """Put points for variables; None when the statement is false in the model or makes no sense there."""
        if isinstance(template, Fact):
            return self._fact(Fact(template.kind, tuple(binding[name] for name in template.points)))
        try:
            bound = Equation(*(at_points(side, binding) for side in template))
        except ExpressionError:
            return None
        equation = self.diagram.canonical_equation(bound)
        return equation if self.model.holds(equation) else None

    # edges

    def _add(self, target: Node, derivation: Derivation, cost: float) -> None:
        edge = _Edge(target, derivation, cost)
        inputs = set(derivation.inputs)
        missing = [node for node in inputs if node not in self.result.cost]
        edge.waiting = len(missing)
        for node in missing:
            self.waiting.setdefault(node, []).append(edge)
        if not missing:
            self._push(edge)

    def _push(self, edge: _Edge) -> None:
        total = edge.cost + sum(self.result.cost[node] for node in set(edge.derivation.inputs))
        heapq.heappush(self.queue, (total, next(self.order), edge))

    def _settle(self) -> None:
        while self.queue:
            total, _, edge = heapq.heappop(self.queue)
            if edge.target in self.result.cost:
                continue
            self.result.cost[edge.target] = total
            self.result.derived[edge.target] = edge.derivation
            for waiting in self.waiting.pop(edge.target, ()):
                waiting.waiting -= 1
                if waiting.waiting == 0:
                    self._push(waiting)

    def _add_solutions(self, equation: Equation) -> None:
        for expanded in (False, True):
            atoms = self._atoms(equation, expanded=expanded)
            if expanded and atoms == self._atoms(equation, expanded=False):
                continue
            for atom in atoms:
                if self._depends(equation, atom, expanded=expanded):
                    others = tuple(Known(other) for other in atoms if other != atom)
                    self._add(Known(atom), Derivation("solve", (equation, *others), expanded=expanded), 0.02 * len(atoms))

    def _add_confirmations(self, premise: Equation) -> None:
        for expanded in (False, True):
            atoms = self._atoms(premise, expanded=expanded)
            if expanded and atoms == self._atoms(premise, expanded=False):
                continue
            needed = () if expanded and self._is_identity(premise) else tuple(Known(atom) for atom in atoms)
            self._add(premise, Derivation("values", needed, expanded=expanded), 0.05)
        left, right = premise
        if isinstance(left, Quantity) and isinstance(right, Quantity):
            for first, second in self._links(left, right):
                self._add(premise, Derivation("chain", (first, second)), 0.1)

    def _links(self, left: Quantity, right: Quantity) -> Iterator[tuple[Equation, Equation]]:
        partners = self._equalities
        for middle, first in partners.get(left, {}).items():
            second = partners.get(right, {}).get(middle)
            if second is not None and middle not in {left, right}:
                yield first, second

    @cached_property
    def _equalities(self) -> dict[Quantity, dict[Quantity, Equation]]:
        partners: dict[Quantity, dict[Quantity, Equation]] = {}
        for equation in self.equations:
            left, right = equation
            if isinstance(left, Quantity) and isinstance(right, Quantity):
                partners.setdefault(left, {})[right] = equation
                partners.setdefault(right, {})[left] = equation
        return partners

    def _expand(self, equation: Equation) -> Equation:
        return expand(equation, self.result.definitions)

    def _atoms(self, equation: Equation, *, expanded: bool) -> tuple[Atom, ...]:
        sides = self._expand(equation) if expanded else equation
        return tuple(dict.fromkeys(leaf for side in sides for leaf in unknowns(side)))

    def _depends(self, equation: Equation, atom: Atom, *, expanded: bool) -> bool:
        """Whether the equation really restrains the atom: its difference changes when the atom moves."""
        left, right = self._expand(equation) if expanded else equation

        def difference(moved: float) -> float:
            value_of = lambda leaf: self._value(leaf) * (moved if leaf == atom else 1.0)  # noqa: E731  # used twice below
            return evaluate(left, value_of) - evaluate(right, value_of)

        try:
            change = difference(1.01) - difference(1.0)
            size = abs(evaluate(left, self._value)) + abs(evaluate(right, self._value))
        except (ArithmeticError, ValueError, KeyError):
            return False
        return abs(change) > 1e-6 * max(size, 1e-9)

    def _value(self, leaf: Atom) -> float:
        return self.model.value(leaf)

    def _is_identity(self, equation: Equation) -> bool:
        """Whether the expanded equation holds whatever its letters are, as 2x + 3 = 2x + 3."""
        sides = self._expand(equation)
        if any(isinstance(leaf, Quantity) for side in sides for leaf in unknowns(side)):
            return False
        generator = random.Random(0)  # test points of an identity, not cryptography
        for _ in range(3):
            values: dict[Atom, float] = {}
            left, right = (evaluate(side, lambda leaf, v=values: v.setdefault(leaf, generator.uniform(1, 9))) for side in sides)  # type: ignore[misc]  # default argument binds the loop variable
            if abs(left - right) > 1e-9:
                return False
        return True

    # systems of linear equations

    def _solve_system(self) -> bool:
        """Find one more atom that several available equations determine together; False when there is none."""
        rows, gradients = [], []
        for equation in self.equations:
            if equation not in self.result.cost:
                continue
            slopes = self._slopes(equation)
            if slopes is None:
                continue
            coefficients, is_linear = slopes
            if is_linear:
                rows.append(Row(equation, coefficients, self.result.cost[equation]))
            elif len(coefficients) > 1:
                gradients.append(Gradient(equation, coefficients, self.result.cost[equation]))
        goals = set(self._goal_atoms())
        wanted = lambda atom: (atom not in goals, isinstance(atom, Quantity), str(atom))  # noqa: E731  # used twice below
        known = len(self.result.cost)
        for systems in (linear_systems(rows, wanted), mixed_systems(rows, gradients, wanted)):
            for system in systems:
                self._add_system(system.atom, system.equations)
            self._settle()
            if len(self.result.cost) > known:
                return True
        return False

    def _goal_atoms(self) -> Iterable[Atom]:
        goal = self.description.goal
        return unknowns(self.diagram.canonical(goal.expression)) if goal else ()

    def _slopes(self, equation: Equation) -> tuple[dict[Atom, float], bool] | None:
        """Return the slopes of an equation along its unknown atoms and whether it is linear in them; None without any."""
        left, right = self._expand(equation)
        leaves = dict.fromkeys(leaf for side in (left, right) for leaf in unknowns(side))
        atoms = [atom for atom in leaves if Known(atom) not in self.result.cost]
        if not atoms:
            return None

        def difference(at: Mapping[Atom, float]) -> float:
            value_of = lambda leaf: at[leaf] if leaf in at else self._value(leaf)  # noqa: E731  # used twice
            return evaluate(left, value_of) - evaluate(right, value_of)

        coefficients = _linear(difference, atoms)
        if coefficients is not None:
            found = {atom: slope for atom, slope in coefficients.items() if abs(slope) > 1e-9}
            return (found, True) if found else None
        try:
            here = {atom: self._value(atom) for atom in atoms}
            size = max(abs(evaluate(left, self._value)), abs(evaluate(right, self._value)), 1e-9)
            slopes = {atom: difference({**here, atom: here[atom] * (1 + 1e-6) + 1e-9}) / size * 1e6 for atom in atoms}
        except (ArithmeticError, ValueError, KeyError):
            return None
        return {atom: slope / max(abs(here[atom]), 1e-3) for atom, slope in slopes.items()}, False

    def _add_system(self, atom: Atom, equations: Sequence[Equation]) -> None:
        used = dict.fromkeys(a for equation in equations for a in self._atoms(equation, expanded=True))
        known = tuple(Known(a) for a in used if Known(a) in self.result.cost)
        self._add(Known(atom), Derivation("system", (*equations, *known), expanded=True), 0.3 * len(equations))


class _Template(NamedTuple):
    rule: Rule
    premises: tuple[Statement, ...]
    conclusion: Statement


@cache
def _template(rule_id: str) -> _Template:
    rule = rules()[rule_id]
    places = {name: name for name in rule.variables}

    def read(text: str) -> Statement:
        return parse_equation(text) if "=" in text else parse_fact(text, places)

    return _Template(rule, tuple(read(premise) for premise in rule.premises), read(rule.equation or rule.fact or ""))


def expand(equation: Equation, definitions: Mapping[Quantity, Expression]) -> Equation:
    """Replace every quantity by the expression in letters that the problem gives for it."""
    return Equation(
        *(substitute(side, lambda leaf: definitions.get(leaf, leaf) if isinstance(leaf, Quantity) else leaf) for side in equation)
    )


def _is_atom(leaf: object) -> bool:
    return isinstance(leaf, Letter | Quantity)


def at_points(expression: Expression, binding: Mapping[str, str]) -> Expression:
    """Put points for the variables of a rule's expression.

    Raises:
        ExpressionError: when a quantity would name a point twice.
    """

    def place(leaf: Letter | Quantity) -> Expression:
        return Quantity.of(leaf.kind, *(binding[point] for point in leaf.points)) if isinstance(leaf, Quantity) else leaf

    return substitute(expression, place)


def _is_trivial(statement: Statement) -> bool:
    return isinstance(statement, Equation) and (
        statement.left == statement.right or not any(True for side in statement for _ in unknowns(side))
    )


def _linear(difference: Callable[[Mapping[Atom, float]], float], atoms: Sequence[Atom]) -> dict[Atom, float] | None:
    """Return the coefficients of a function that is linear in some atoms; None for any other."""
    zero = dict.fromkeys(atoms, 0.0)
    try:
        base = difference(zero)
        row = {atom: difference({**zero, atom: 1.0}) - base for atom in atoms}
        probe = {atom: float(place + 2) for place, atom in enumerate(atoms)}
        is_linear = abs(difference(probe) - base - sum(row[atom] * probe[atom] for atom in atoms)) < 1e-6 * (1 + abs(base))
    except (ArithmeticError, ValueError, KeyError):
        return None
    return row if is_linear else None
