"""Which relations and calculations lie on a way to the goal: those of a proof that is about as short as the prepared one.

What follows from the givens is a hypergraph: every relation gives one of its quantities from the others. The cheapest proof
through each relation is found by two searches, from the givens to it and from it to the goal (the inside and outside costs of
Klein & Manning 2003, A* parsing). A relation whose cheapest proof goes a long way round is on no way: the area of a right
triangle says something true of its hypotenuse, and nobody finds the hypotenuse from it.

A calculation belongs to a relation when the relation itself adds, takes away, multiplies or divides these very numbers.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, count, product
from typing import NamedTuple

from gnomon.algebra import evaluate
from gnomon.geometry import Atom, Deduction, Diagram, Proof, Step, Valued
from gnomon.geometry.derivation import Derivation, Known, Node, expand
from gnomon.geometry.probing import atoms_of
from gnomon.problem import Equation, Expression, Fact, Letter, Operation, Quantity, unknowns

TrueValue = Callable[[Expression], float | None]
"""The true value of an expression; None where the givens do not fix it."""

_STEP = 1.0
"""Cost of solving several relations together, for each: that of a plain theorem. A theorem costs its level."""
_LEAST_STEP = 0.25
"""Cost of a step that only says what something is, such as that a radius is one."""
_LONGER = 1.0
"""What a way may cost more than the cheapest one: a plain theorem."""
_LONGEST = 2.5
"""The same for a true statement about named parts: who says one is more often on a way of their own than on none."""
_SOMEWHAT_LONGER = 1.5
"""The same for a value that is found: half a theorem more, as the third angle of a triangle is one."""
_WHOLES = {"arc_length": "circumference", "sector_area": "circle_area"}
"""Wholes of which a share is sought."""
_FAMILIES = frozenset({"inscribed", "thales", "pentagon", "hexagon", "octagon", "base", "midsegment", "exterior", "special"})
"""First words of ids that the forms of one theorem share."""
_MOST_TERMS = 7
"""Terms of a sum or factors of a product of which every part is looked at: 3^7 pairs of parts."""
_NOISE = 1e-3
"""Below it a value of the fitted figure may be noise."""


class _Edge(NamedTuple):
    """A quantity from others."""

    target: Valued
    sources: tuple[Atom, ...]
    equations: tuple[Equation, ...]
    cost: float


class Ways:
    """See the module.

    Args:
        deduction: what follows from the givens.
        proof: the prepared one.
        truth: see `TrueValue`.
    """

    def __init__(self, deduction: Deduction, proof: Proof, truth: TrueValue) -> None:
        self._deduction = deduction
        self._proof = proof
        self._truth = truth

    # relations

    @cached_property
    def relations(self) -> tuple[Equation, ...]:
        """The relations of ways to the goal, those of the prepared proof first."""
        return self._within(_LONGER)

    @cached_property
    def near_relations(self) -> tuple[Equation, ...]:
        """The same with those of somewhat longer ways."""
        return self._within(_LONGEST)

    def _within(self, longer: float) -> tuple[Equation, ...]:
        found = dict.fromkeys(equation for step in self._proof.steps for equation in _equations_of(step))
        found |= dict.fromkeys(equation for equation, more in self._detours if more <= longer)
        return tuple(found)

    @cached_property
    def _detours(self) -> list[tuple[Equation, float]]:
        """Relations with what the cheapest proof through them costs more than the cheapest of all."""
        inside = self._inside()
        goal = [atom for atom in self._goal if atom in inside]
        least = sum(inside[atom] for atom in goal)
        outside = self._outside(inside, goal)
        return [
            (equation, outside[edge.target] + edge.cost + sum(inside[source] for source in edge.sources) - least)
            for edge in self._edges
            if edge.target in outside and all(source in inside for source in edge.sources)
            for equation in edge.equations
        ]

    @cached_property
    def _goal(self) -> list[Valued]:
        """What is sought: where it is a ratio that some relation gives, the ratio itself, else its quantities."""
        goal = self._proof.goal
        is_given = isinstance(goal, Operation) and any(edge.target == goal for edge in self._edges)
        return [goal] if is_given else list(unknowns(goal))  # type: ignore[list-item]

    @cached_property
    def _edges(self) -> list[_Edge]:
        edges: dict[tuple[Valued, Equation], _Edge] = {}
        for node, derivation in self._deduction.derived.items():
            if isinstance(node, Equation):
                cost = _cost_of(derivation)
                for one, other in (node, node[::-1]):
                    if one == self._proof.goal and isinstance(one, Operation):
                        edges.setdefault((one, node), _Edge(one, tuple(dict.fromkeys(unknowns(other))), (node,), cost))
                for form in {node, expand(node, self._deduction.definitions)}:
                    atoms = atoms_of(form)
                    for target in atoms:
                        edges.setdefault((target, form), _Edge(target, _without(atoms, target), (node,), cost))
            elif isinstance(node, Known) and derivation.kind == "system" and isinstance(node.atom, Letter | Quantity):
                equations = tuple(each for each in derivation.inputs if isinstance(each, Equation))
                known = tuple(each.atom for each in derivation.inputs if isinstance(each, Known))
                sources = tuple(atom for atom in known if isinstance(atom, Letter | Quantity))
                if equations:
                    edges.setdefault((node.atom, equations[0]), _Edge(node.atom, sources, equations, len(equations) * _STEP))
        return list(edges.values())

    def _inside(self) -> dict[Valued, float]:
        """Return what it costs at least to find each quantity (Knuth 1977, see `gnomon.geometry.deduction`)."""
        waiting: dict[Valued, list[int]] = {}
        missing = [len(edge.sources) for edge in self._edges]
        sums = [edge.cost for edge in self._edges]
        for index, edge in enumerate(self._edges):
            for source in edge.sources:
                waiting.setdefault(source, []).append(index)
        order = count()
        queue = [(edge.cost, next(order), edge.target) for edge in self._edges if not edge.sources]
        heapq.heapify(queue)
        found: dict[Valued, float] = {}
        while queue:
            cost, _, atom = heapq.heappop(queue)
            if atom in found:
                continue
            found[atom] = cost
            for index in waiting.get(atom, ()):
                missing[index] -= 1
                sums[index] += cost
                if not missing[index] and self._edges[index].target not in found:
                    heapq.heappush(queue, (sums[index], next(order), self._edges[index].target))
        return found

    def _outside(self, inside: dict[Valued, float], goal: Sequence[Valued]) -> dict[Valued, float]:
        """Return what the rest of a proof costs at least that uses each quantity."""
        finding: dict[Valued, list[_Edge]] = {}
        for edge in self._edges:
            if all(source in inside for source in edge.sources):
                finding.setdefault(edge.target, []).append(edge)
        order = count()
        queue = [(sum(inside[other] for other in goal if other != atom), next(order), atom) for atom in goal]
        heapq.heapify(queue)
        found: dict[Valued, float] = {}
        while queue:
            cost, _, atom = heapq.heappop(queue)
            if atom in found:
                continue
            found[atom] = cost
            for edge in finding.get(atom, ()):
                total = cost + edge.cost + sum(inside[source] for source in edge.sources)
                for source in edge.sources:
                    if source not in found:
                        heapq.heappush(queue, (total - inside[source], next(order), source))
        return found

    @cached_property
    def atoms(self) -> frozenset[Expression]:
        """The quantities of ways to the goal, somewhat longer ones too, and of what they rest on."""
        equations = {*self.near_relations, *(node for node in self._grounds if isinstance(node, Equation))}
        said: tuple[Fact | Equation, ...] = (*equations, *self.facts)
        diagram = self._deduction.model.diagram
        return frozenset(self._canonical(part) for each in said for part in parts_of(each, diagram))

    @cached_property
    def values(self) -> frozenset[Expression]:
        """The quantities whose value is worth finding: a true value that only much longer ways use leads nowhere.

        Of the whole of which a share is sought any way will do.
        """
        found = {self._canonical(atom) for each in self._within(_SOMEWHAT_LONGER) for atom in atoms_of(each)}
        kind = self._proof.goal.kind if isinstance(self._proof.goal, Quantity) else ""
        wholes = {atom for atom in self.atoms if isinstance(atom, Quantity) and atom.kind == _WHOLES.get(kind)}
        return frozenset(found | wholes)

    def _canonical(self, expression: Expression) -> Expression:
        try:
            return self._deduction.model.diagram.canonical(expression)
        except (KeyError, ValueError):
            return expression

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """What these ways rest on."""
        return frozenset(node for node in self._grounds if isinstance(node, Fact))

    def uses(self, rule: str) -> bool:
        """Whether a theorem is used on one of these ways, in this form or another."""
        return _subject(rule) in self._theorems

    @cached_property
    def _theorems(self) -> frozenset[str]:
        derivations = [self._deduction.derived.get(node) for node in (*self.near_relations, *self._grounds)]
        found = {each.instance.rule.id for each in derivations if each is not None and each.instance is not None}
        return frozenset(_subject(rule) for rule in (*found, *(step.rule_id for step in self._proof.steps)))

    @cached_property
    def _grounds(self) -> tuple[Node, ...]:
        """What the theorems behind the relations presuppose, and so on down to the givens."""
        found: dict[Node, None] = {}
        open_nodes: list[Node] = list(self.near_relations)
        for step in self._proof.steps:
            premises = step.instance.premises if step.instance is not None else ()
            found |= dict.fromkeys(premises)
            open_nodes += premises
        while open_nodes:
            derivation = self._deduction.derived.get(open_nodes.pop())
            premises = derivation.instance.premises if derivation is not None and derivation.instance is not None else ()
            new = [premise for premise in premises if premise not in found]
            found |= dict.fromkeys(new)
            open_nodes += new
        return tuple(found)

    @cached_property
    def makings(self) -> Makings:
        """What the relations of these ways make."""
        return self._makings_of(self.relations)

    @cached_property
    def last_makings(self) -> Makings:
        """What the relations with the goal in them make, however long the way to them: whoever ends with one has come by it."""
        goal = set(self._goal)
        nodes = (node for node in self._deduction.derived if isinstance(node, Equation))
        return self._makings_of([node for node in nodes if goal & {*atoms_of(node), *node}])

    def _makings_of(self, relations: Sequence[Equation]) -> Makings:
        corners = frozenset(float(len(polygon)) for polygon in self._deduction.model.diagram.polygons)
        return Makings(relations, self._truth, self._deduction.definitions, corners)


class Makings:
    """What some relations make of numbers.

    Args:
        relations: of quantities that have values.
        value_of: the value of a quantity or letter; None: it has none.
        definitions: expressions in letters that the problem gives for quantities.
        corners: the numbers of corners of the figure's polygons.
    """

    def __init__(
        self,
        relations: Sequence[Equation],
        value_of: TrueValue,
        definitions: Mapping[Quantity, Expression],
        corners: frozenset[float] = frozenset(),
    ) -> None:
        self._relations = relations
        self._value_of = value_of
        self._definitions = definitions
        self._corners = corners

    def makes(self, symbol: str, one: float, other: float) -> bool:
        """Whether some relation makes this sum, difference, product or quotient, to the digits that a learner keeps."""
        match symbol:
            case "+":
                return self._has(self._sums, [(one, other)])
            case "-":  # the larger one is the whole, also where the order was turned
                return self._has(self._sums, [(min(one, other), abs(one - other))])
            case "*" if self._is_share(one, other, one * other) or self._is_share(other, one, one * other):
                return True
            case "/" if other and self._is_share(other, one / other, one):
                return True
            case "*":
                inverse = [(1 / one, 1 / other)] if one and other else []
                return self._has(self._products, [(one, other), *inverse])
            case "/":
                return bool(one and other) and self._has(self._products, [(one, 1 / other), (1 / one, other)])
        return False

    def _is_share(self, corners: float, value: float, whole: float) -> bool:
        """Whether a regular polygon shares a whole among its corners: 360 : 5 = 72."""
        is_whole = whole in {180.0, 360.0} or (whole % 180 == 0 and whole / 180 == corners - 2)
        return is_whole and corners in self._corners and any(_is_close(number, value) for number in self._plain_values)

    @cached_property
    def _plain_values(self) -> frozenset[float]:
        """The values that relations give by themselves, as the arc of a regular polygon's side."""
        sides = (side for relation in self._relations for side in relation if not any(unknowns(side)))
        return frozenset(value for side in sides if (value := self.value(side)) is not None)

    @staticmethod
    def _has(pairs: Sequence[tuple[float, float]], wanted: Iterable[tuple[float, float]]) -> bool:
        return any(
            (_is_close(a, x) and _is_close(b, y)) or (_is_close(a, y) and _is_close(b, x)) for x, y in wanted for a, b in pairs
        )

    @cached_property
    def _sums(self) -> list[tuple[float, float]]:
        """Pairs of parts of a sum, each part a term or several, that make another part, or the whole."""
        pairs = _pairs((terms for relation in self._relations for terms in self._sums_of(relation)), sum)
        return [
            (abs(one), abs(other)) for one, other in pairs if one * other > 0
        ]  # of 36 + 36 + 108 - 180: 36 and 36, not 36 and -72

    @cached_property
    def _products(self) -> list[tuple[float, float]]:
        return _pairs((factors for relation in self._relations for factors in self._products_of(relation)), math.prod)

    def _sums_of(self, relation: Equation) -> Iterator[list[float]]:
        """Yield the terms of each sum in a relation, which come to nothing together."""
        pieces = [piece for side in relation for piece in pieces_of(side)]
        wholes: list[Expression] = [piece for piece in pieces if isinstance(piece, Operation) and piece.symbol in "+-"]
        for whole in (*wholes, Operation("-", tuple(relation))):
            for spread in (False, True):
                terms = [(self.value(term), sign) for term, sign in flat(whole, "+", spread=spread)]
                if all(value is not None for value, _ in terms):
                    signed = [sign * value for value, sign in terms if value is not None]
                    yield [*signed, -sum(signed)] if abs(sum(signed)) > _NOISE else signed

    def _products_of(self, relation: Equation) -> Iterator[list[float]]:
        """Yield the factors of each product in a relation, which come to one together."""
        pieces = [piece for side in relation for piece in pieces_of(side)]
        wholes: list[Expression] = [piece for piece in pieces if isinstance(piece, Operation) and piece.symbol in "*/^"]
        for whole in (*wholes, Operation("/", tuple(relation))):
            factors = [(self.value(factor), sign) for factor, sign in flat(whole, "*")]
            if all(value is not None and value > _NOISE for value, _ in factors):
                powers = [value**sign for value, sign in factors if value is not None]
                total = math.prod(powers)
                yield [*powers, 1 / total] if abs(total - 1) > _NOISE else powers
        for counted, value in self._counted(relation):
            yield [counted, value, 1 / (counted * value)]

    def _counted(self, relation: Equation) -> Iterator[tuple[float, float]]:
        """Yield how often something stands in a sum, with its value: 5 · 108 = 540, and 9 · 19 = 171 in 4x + 5x + 9 = 180."""
        for form in {relation, expand(relation, self._definitions)}:
            times: dict[float, list[float]] = {}
            for term, sign in flat(Operation("-", tuple(form)), "+", spread=True):
                atoms = set(unknowns(term))
                value = self.value(term)
                size = value if len(atoms) != 1 or value is None else self._value_of(atoms.pop())
                if value is not None and size is not None and abs(value) > _NOISE and size > _NOISE:
                    times.setdefault(round(size, 6), []).append(sign * value / size)
            for size, several in times.items():
                parts = (part for number in range(1, len(several[:_MOST_TERMS]) + 1) for part in combinations(several, number))
                yield from ((abs(sum(part)), size) for part in parts if abs(abs(sum(part)) - 1) > _NOISE < abs(sum(part)))

    def value(self, expression: Expression) -> float | None:
        """Return the true value of an expression by those of its parts."""
        return value_by(expression, self._value_of)


def value_by(expression: Expression, value_of: Callable[[Letter | Quantity], float | None]) -> float | None:
    """Return what an expression comes to with the values of its parts; None where one has none or nothing comes of it."""

    def leaf(atom: Letter | Quantity) -> float:
        value = value_of(atom)
        if value is None:
            raise ValueError(str(atom))
        return value

    try:
        return evaluate(expression, leaf)
    except (ArithmeticError, ValueError, KeyError):
        return None


def parts_of(said: Fact | Equation, diagram: Diagram) -> Iterator[Expression]:
    """Yield the quantities that a relation speaks of: of two perpendicular lines the angles between them."""
    if isinstance(said, Equation):
        yield from atoms_of(said)
        return
    p = said.points
    match said.kind:
        case "midpoint":
            yield from (Quantity.of("length", *ends) for ends in combinations(p, 2))
        case "diameter":
            yield Quantity.of("arc", *p[:2])
        case "perpendicular":
            first, last = diagram.line(*p[:2]), diagram.line(*p[2:])
            for vertex in set(first) & set(last):
                ends = product((one for one in first if one != vertex), (one for one in last if one != vertex))
                yield from (Quantity.of("angle", one, vertex, other) for one, other in ends)


def _equations_of(step: Step) -> Iterator[Equation]:
    yield from [] if step.equation is None else [step.equation]
    yield from (equation for solved in step.solved for equation in solved.equations)


def _cost_of(derivation: Derivation) -> float:
    if derivation.instance is None:
        return _LEAST_STEP if derivation.kind == "given" else _STEP
    return max(_LEAST_STEP, derivation.instance.rule.level)


def _subject(rule: str) -> str:
    """Return the theorem of which a rule is a form: ``inscribed_arc`` and ``inscribed_central`` say the same."""
    first = rule.removeprefix("regular_").split("_")[0]
    return first if first in _FAMILIES else rule


def _without(atoms: Sequence[Atom], target: Atom) -> tuple[Atom, ...]:
    return tuple(atom for atom in atoms if atom != target)


def _pairs(several: Iterable[Sequence[float]], of: Callable[[Iterable[float]], float]) -> list[tuple[float, float]]:
    """Return the values of every two parts of each list that have nothing in common."""
    found: set[tuple[float, float]] = set()
    for values in {tuple(round(value, 9) for value in each) for each in several}:
        indices = range(len(values))
        if len(values) <= _MOST_TERMS:
            parts = [part for number in range(1, len(values)) for part in combinations(indices, number)]
        else:  # of a long sum what is added in order
            parts = [tuple(indices[first:last]) for first, last in combinations(range(len(values) + 1), 2)]
        sizes = {part: of(values[index] for index in part) for part in parts}
        for one, other in combinations(parts, 2):
            if not set(one) & set(other):
                found.add((round(sizes[one], 9), round(sizes[other], 9)))
    return [(one, other) for one, other in found if abs(one) > _NOISE and abs(other) > _NOISE]


def pieces_of(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and every expression in it."""
    yield expression
    if isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from pieces_of(argument)


def flat(expression: Expression, symbol: str, sign: int = 1, *, spread: bool = False) -> Iterator[tuple[Expression, int]]:
    """Yield the terms of a sum, or the factors of a product, with -1 for what is taken away or divided by.

    ``spread``: of a product with a sum in it the products with each term, 2(a + b) as 2a and 2b.
    """
    inverse = {"+": "-", "*": "/"}[symbol]
    if isinstance(expression, Operation) and expression.symbol in {symbol, inverse}:
        left, right = expression.arguments
        yield from flat(left, symbol, sign, spread=spread)
        yield from flat(right, symbol, -sign if expression.symbol == inverse else sign, spread=spread)
    elif spread and isinstance(expression, Operation) and expression.symbol in "*/":
        left, right = expression.arguments
        terms = list(flat(left, symbol, spread=True))
        others = list(flat(right, symbol, spread=True)) if expression.symbol == "*" else [(right, 1)]
        if len(terms) * len(others) == 1:
            yield expression, sign
        else:
            for term, one in terms:
                yield from ((Operation(expression.symbol, (term, other)), sign * one * another) for other, another in others)
    else:
        yield expression, sign


def _is_close(value: float, written: float) -> bool:
    return abs(value - written) <= rounding_of(written)


def rounding_of(written: float) -> float:
    """Return how far from the truth a number may be that a learner wrote: its last decimal may be rounded, and carried on."""
    places = next((p for p in range(5) if abs(written * 10**p - round(written * 10**p)) < 1e-7), 5)
    return max(0.01 * abs(written), 0.51 * 10**-places) if 0 < places < 5 else 1e-6 * max(1.0, abs(written))
