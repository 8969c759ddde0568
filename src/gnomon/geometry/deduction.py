"""Deduction: which facts and values follow from the givens, and the cheapest derivation of each.

The model has already said which rule applications are true, so the search space is a fixed hypergraph: nodes are facts,
equations and known values; hyperedges are rule applications and equations solved for their one unknown. The cheapest
derivation of every node is found by Knuth's generalisation of Dijkstra's algorithm (Knuth 1977, Information Processing
Letters 6(1)): the cost of a derivation is the level of its rule plus the costs of what it uses. Where single equations
get stuck, a determined system of linear equations is solved at once and the search goes on. All that follows without
trigonometry is found first, then with that of right triangles, then with the laws of sines and cosines and the like; what
an earlier stage has found is not derived again.

Left out: numbers. A value node says that a value follows, not what it is; `gnomon.geometry.proof` computes it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count

from gnomon.figure import sides as sides_of
from gnomon.geometry.applications import Applications
from gnomon.geometry.combining import (
    Combination,
    Kind,
    combinations_for,
    form_of,
    multiple,
    proportions,
    ratio_for,
    share_for,
    sum_for,
)
from gnomon.geometry.combining import Row as FormRow
from gnomon.geometry.derivation import Deduction, Derivation, Known, Node, claim_node, expand, right_angles
from gnomon.geometry.model import Model
from gnomon.geometry.patterns import parts_of
from gnomon.geometry.probing import Atom, atoms_of, cancelling, is_identity, restrained_by, scaled_slopes, slopes
from gnomon.geometry.proof_record import read_statement
from gnomon.geometry.rule import Rule, Stage, rules
from gnomon.geometry.systems import COST_OF_ROW, Gradient, Row, linear_systems, matters, mixed_systems
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
    FormalDescription,
    Given,
    Letter,
    Operation,
    Quantity,
    unknowns,
)

_COST_AS_DRAWN = 6.0
"""Of a premise that is only read off the figure: more than any theorem, so that a proof takes it where it must."""


@dataclass
class _Edge:
    target: Node
    derivation: Derivation
    cost: float
    waiting: int = 0
    rank: float = math.inf
    """Among edges that wait for one node those of a lower rank come first."""


def deduce(
    model: Model,
    description: FormalDescription,
    only: Collection[str] | None = None,
    *,
    to_goal: bool = False,
    applications: Applications | None = None,
) -> Deduction:
    """Derive everything that follows from the givens of ``description`` at the fitted ``model``.

    Args:
        model: the figure, fitted to ``description``.
        description: the givens and the goal.
        only: ids of the rules that may be used; None allows every rule.
        to_goal: whether to end where the goal has its value, or the claim is reached, which takes half the time; its
            derivation is final by then.
        applications: of the rules to ``model``, where several searches share them; to find them takes half the time.
    """
    return _Search(applications or Applications(model), model, description, only, to_goal=to_goal).run()


class _Search:
    def __init__(
        self,
        applications: Applications,
        model: Model,
        description: FormalDescription,
        only: Collection[str] | None = None,
        *,
        to_goal: bool = False,
    ) -> None:
        self.applications = applications
        self.model = model
        claimed = description.claim.content if description.claim is not None else None
        self.only = frozenset(
            rule.id for rule in rules().values() if (only is None or rule.id in only) and _serves(rule, claimed)
        )
        self.diagram = model.diagram
        self.description = description
        self.result = Deduction(model, {})
        self.waiting: dict[Node, list[_Edge]] = {}
        self.queue: list[tuple[float, int, _Edge]] = []
        self.order = count()
        self.equations: dict[Equation, int] = {}
        """What may be solved, with its number."""
        self.premises: dict[Equation, None] = {}
        self.expanded: dict[Equation, Equation] = {}
        """`expand` of each equation, once the definitions are known."""
        self.sloped: dict[tuple[Equation, tuple[Atom, ...]], tuple[dict[Atom, float], bool] | None] = {}
        """`slopes` of expanded equations along atoms without a value: most are the same from one system to the next."""
        self.claimed = claim_node(model, claimed) if claimed is not None else None
        self.wanted = (self._asked() or None) if to_goal else None
        """What the goal still lacks where the search ends at it; None where all is wanted, and for a goal without unknowns."""

    def run(self) -> Deduction:
        self._add_givens()
        for stage in Stage:
            self._try(stage)
            if self._is_at_goal:
                self.result.is_whole = False
                break
        return self.result

    def _asked(self) -> set[Node]:
        if self.claimed is not None:
            return {self.claimed}
        return set(map(Known, unknowns(self._goal))) if self._goal else set()

    @property
    def _is_at_goal(self) -> bool:
        return self.wanted is not None and not self.wanted

    def _try(self, stage: Stage) -> None:
        """Derive all that follows with the rules of a stage as well, before any later ones are looked at."""
        instances = self.applications.of(stage, self.only, frozenset(self._wanted_measures()))
        premises = dict.fromkeys(premise for one in instances for premise in one.premises if isinstance(premise, Equation))
        if isinstance(self.claimed, Equation):  # reached as a premise is: by known values, by way of others, by combining
            premises[self.claimed] = None
        for instance in instances:
            if isinstance(instance.conclusion, Equation):
                self._add_equation(instance.conclusion)
        for premise in premises:
            if premise not in self.premises:
                self._add_confirmations(premise)
        self.premises.update(premises)
        if stage is not Stage.ELEMENTARY:
            self._add_ratio_asked()
        for instance in instances:
            self._add(instance.conclusion, Derivation("rule", instance.premises, instance), instance.rule.level)
        self._settle()
        while not self._is_at_goal and (self._solve_system() or self._combine()):
            self._settle()
        self._compare()

    # the graph

    def _add_givens(self) -> None:
        given = list(self._givens())
        for node, _ in given:
            if isinstance(node, Equation):
                self._define(node)
        for node, source in given:
            self._add(node, Derivation("given", given=source), _COST_AS_DRAWN if source.is_as_drawn else 0.0)
            if isinstance(node, Equation):
                self._add_equation(node)

    def _givens(self) -> Iterator[tuple[Node, Given]]:
        for given in self.description.givens:
            content = given.content
            if isinstance(content, Equation):
                yield self.diagram.canonical_equation(content), given
            else:
                yield from ((node, given) for node in self._spelled_out(content))

    def _spelled_out(self, fact: Fact) -> Iterator[Node]:
        """Yield what a fact says in the terms that rules use."""
        for said in (fact, *fact.implied()):
            if said.kind == "perpendicular":
                yield from right_angles(self.diagram, said.points)
            elif said != fact:
                yield self._fact(said)
        if fact.kind == "tangent":
            yield from self._tangents(fact)
        elif fact.kind == "circumscribed":
            yield from self._touching_sides(fact)
        elif fact.kind == "perpendicular_bisector" and (foot := self._crossing(fact.points)):
            yield self._fact(Fact("midpoint", (foot, *fact.points[2:])))
        yield self._fact(fact)

    def _crossing(self, points: Sequence[str]) -> str | None:
        shared = set(self.diagram.line(*points[:2])) & set(self.diagram.line(*points[2:]))
        return next(iter(sorted(shared)), None)

    def _tangents(self, fact: Fact) -> Iterator[Node]:
        first, second, centre = fact.points
        line = self.diagram.line(first, second)
        contact = next((point for point in line if point in self.diagram.circles.get(centre, ())), None)
        if contact is not None:
            yield from (self._fact(Fact("tangent", (contact, other, centre))) for other in line if other != contact)

    def _touching_sides(self, fact: Fact) -> Iterator[Node]:
        """Yield that the sides of a polygon about a circle are tangents, each at the named point where it touches."""
        centre, *corners = fact.points
        for side in sides_of(corners):
            contacts = [point for point in self.diagram.line(*side) if point in self.diagram.circles.get(centre, ())]
            yield from (self._fact(Fact("tangent", (contact, end, centre))) for contact in contacts for end in side)

    def _fact(self, fact: Fact) -> Fact:
        return fact.canonical(self.diagram.line)

    def _define(self, equation: Equation) -> None:
        for quantity, expression in (equation, equation[::-1]):
            leaves = list(unknowns(expression))
            if isinstance(quantity, Quantity) and leaves and all(isinstance(leaf, Letter) for leaf in leaves):
                self.result.definitions.setdefault(quantity, expression)
                return

    def _wanted_measures(self) -> Iterator[Expression]:
        """Yield the areas and perimeters that the problem speaks of and those they come from; no others are worth deriving."""
        for quantity in self.description.quantities:
            yield self.diagram.canonical(quantity)
            if quantity.kind in {"area", "perimeter"}:
                yield from map(self.diagram.canonical, self._related_measures(quantity))

    def _related_measures(self, quantity: Quantity) -> Iterator[Quantity]:
        """Yield that measure of a matching polygon, and the areas of the parts into which drawn segments cut a polygon."""
        for pair in self.diagram.matched:
            for one, other in (pair, pair[::-1]):
                if set(one) == set(quantity.points):
                    yield Quantity.of(quantity.kind, *other)
        # A rhombus, say, has a formula of its own. So has a trapezoid, but its height may be one of its diagonals.
        kinds = {fact.kind for fact in self.description.facts if set(fact.points) == set(quantity.points)}
        is_plain = not kinds & _WITH_FORMULA
        if quantity.kind == "area" and len(quantity.points) > 3 and is_plain:
            yield from (Quantity.of("area", *part) for part in parts_of(self.diagram, quantity.points))

    # edges

    def _add_equation(self, equation: Equation) -> None:
        """Let an equation be solved as soon as it follows: most do not before the goal does."""
        if equation not in self.equations:
            self.equations[equation] = len(self.equations)
            if equation in self.result.cost:
                self._add_solutions(equation)

    def _add(self, target: Node, derivation: Derivation, cost: float, rank: float = math.inf) -> None:
        edge = _Edge(target, derivation, cost, rank=rank)
        missing = [node for node in dict.fromkeys(derivation.inputs) if node not in self.result.cost]
        edge.waiting = len(missing)
        for node in missing:
            self.waiting.setdefault(node, []).append(edge)
        if not missing:
            self._push(edge)

    def _push(self, edge: _Edge) -> None:
        total = edge.cost + sum(self.result.cost[node] for node in dict.fromkeys(edge.derivation.inputs))
        heapq.heappush(self.queue, (round(total, 9), next(self.order), edge))  # rounded: ties do not hang on the order of a sum

    def _settle(self) -> None:
        while self.queue and not self._is_at_goal:
            total, _, edge = heapq.heappop(self.queue)
            target = edge.target
            if target in self.result.cost:
                continue
            self.result.cost[target] = total
            self.result.derived[target] = edge.derivation
            if self.wanted is not None:
                self.wanted.discard(target)
            if isinstance(target, Equation) and target in self.equations:
                self._add_solutions(target)
            for waiting in sorted(self.waiting.pop(target, ()), key=lambda one: one.rank):
                waiting.waiting -= 1
                if waiting.waiting == 0:
                    self._push(waiting)

    def _add_solutions(self, equation: Equation) -> None:
        for expanded in (False, True):
            atoms = self._atoms(equation, expanded=expanded)
            if expanded and atoms == self._atoms(equation, expanded=False):
                continue
            sides, value_of = self._expand(equation) if expanded else equation, self.model.at_atom
            restrained = restrained_by(sides, atoms, value_of)
            idle = cancelling([sides], set(atoms) - set(restrained), restrained, value_of)
            for atom in restrained:
                others = tuple(Known(other) for other in atoms if other != atom and other not in idle)
                # Equations of few unknowns first; far less than a theorem, whose level is 1 or about it.
                derivation = Derivation("solve", (equation, *others), expanded=expanded)
                # Ties are settled by the order of the equations, not by the order in which they follow.
                self._add(Known(atom), derivation, 0.02 * len(atoms), rank=self.equations[equation])

    def _add_ratio_asked(self) -> None:
        """Let a ratio that is asked for follow from the relation that states it, where its parts are not known by now.

        The sine of an angle is so found from the sides, never by way of the angle.
        """
        ratio = self._goal
        if not isinstance(ratio, Operation) or self.result.knows(ratio):
            return
        if self.wanted is not None:
            self.wanted.add(Known(ratio))
        for equation in self.equations:
            for sides, expanded in ((equation, False), (self._expand(equation), True)):
                other = next((other for side, other in (sides, sides[::-1]) if side == ratio), None)
                if other is not None:
                    needed = map(Known, dict.fromkeys(unknowns(other)))
                    self._add(Known(ratio), Derivation("solve", (equation, *needed), expanded=expanded), 0.0)

    @cached_property
    def _goal(self) -> Expression | None:
        goal = self.description.goal
        return self.diagram.canonical(goal.expression) if goal else None

    def _add_confirmations(self, premise: Equation) -> None:
        for expanded in (False, True):
            atoms = self._atoms(premise, expanded=expanded)
            if expanded and atoms == self._atoms(premise, expanded=False):
                continue
            needed = () if expanded and is_identity(self._expand(premise)) else tuple(Known(atom) for atom in atoms)
            self._add(premise, Derivation("values", needed, expanded=expanded), 0.05)  # known values: less than a chain
        left, right = premise
        if isinstance(left, Quantity) and isinstance(right, Quantity):
            ends = self._equalities.get(right, {})
            for middle, first in self._equalities.get(left, {}).items():
                if middle in ends and middle not in {left, right}:
                    self._add(premise, Derivation("chain", (first, ends[middle])), 0.1)  # two equalities: a tenth of a theorem

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
        if equation not in self.expanded:
            self.expanded[equation] = expand(equation, self.result.definitions)
        return self.expanded[equation]

    def _atoms(self, equation: Equation, *, expanded: bool) -> tuple[Atom, ...]:
        return atoms_of(self._expand(equation) if expanded else equation)

    # systems of linear equations

    def _solve_system(self) -> bool:
        """Find one more atom that several available equations determine together; False when there is none."""
        rows, gradients = [], []
        for equation in self.equations:
            if equation not in self.result.cost:
                continue
            sides = self._expand(equation)
            found = self._slopes(sides)
            if found is None:
                continue
            coefficients, is_linear = found
            if is_linear:
                rows.append(Row(equation, coefficients, self.result.cost[equation]))
            elif len(coefficients) > 1:
                gradients.append(Gradient(equation, coefficients, self.result.cost[equation]))
        goals = set(unknowns(self._goal)) if self._goal else set()
        wanted = lambda atom: (atom not in goals, isinstance(atom, Quantity), str(atom))  # noqa: E731  # used twice below
        known = len(self.result.cost)
        for systems in (linear_systems(rows, wanted), mixed_systems(rows, gradients, wanted)):
            for system in systems:
                self._add_system(system.atom, system.equations)
            self._settle()
            if len(self.result.cost) > known:
                return True
        return False

    def _slopes(self, sides: Equation) -> tuple[dict[Atom, float], bool] | None:
        """Return `slopes` of an expanded equation along its atoms without a value; None where all have one."""
        unsettled = tuple([atom for atom in atoms_of(sides) if Known(atom) not in self.result.cost])
        if not unsettled:
            return None
        if (sides, unsettled) not in self.sloped:
            self.sloped[sides, unsettled] = slopes(sides, unsettled, self.model.at_atom)
        return self.sloped[sides, unsettled]

    def _add_system(self, atom: Atom, equations: Sequence[Equation]) -> None:
        sides = [self._expand(equation) for equation in equations]
        used = dict.fromkeys(a for equation in sides for a in atoms_of(equation))
        known = dict.fromkeys(a for a in used if Known(a) in self.result.cost)
        matter = matters([scaled_slopes(equation, self.model.at_atom) for equation in sides], atom, known)
        idle = cancelling(sides, known.keys() - matter, used.keys() - known.keys(), self.model.at_atom)
        inputs: tuple[Node, ...] = (*equations, *(Known(a) for a in known if a not in idle))
        self._add(Known(atom), Derivation("system", inputs, expanded=True), COST_OF_ROW * len(equations))

    # combinations of equations

    @cached_property
    def _goals(self) -> frozenset[Atom]:
        """The atoms of the goal; none where the givens leave it open."""
        if self.description.goal is None:
            return frozenset()
        goal = self.diagram.canonical(self.description.goal.expression)
        try:
            return frozenset(unknowns(goal)) if self.model.is_determined(goal) else frozenset()
        except (ArithmeticError, KeyError, ValueError):
            return frozenset()

    @property
    def _has_goal(self) -> bool:
        return all(Known(atom) in self.result.cost for atom in self._goals)

    def _combine(self) -> bool:
        """Derive premises, and proportions with one unknown, that combine what is derived; False when there are none.

        Only while the goal is wanting: what a combination gives takes a step of its own, which no pupil takes without need.
        """
        if self.claimed in self.result.cost if self.claimed is not None else self._has_goal:
            return False
        known = len(self.result.cost)
        for kind in _KINDS:
            open_premises = [premise for premise in self.premises if premise not in self.result.cost]
            targets = [(one, form) for one in open_premises if (form := form_of(one, kind)) is not None and len(form) > 1]
            rows = list(self._form_rows(kind))
            for equation, combination in combinations_for(targets, rows, kind):
                self._add_combination(equation, combination)
            if kind == "product":
                wanting = sorted({a for row in rows for a in row.form if Known(a) not in self.result.cost}, key=str)
                for equation, combination in proportions(wanting, rows):
                    self._add_combination(equation, combination)
            self._settle()
            if len(self.result.cost) > known:
                return True
        return False

    def _compare(self) -> None:
        """Derive the goal where it is a ratio, a sum or a share of parts that may have no value."""
        goal = self._goal
        if self._has_goal or not isinstance(goal, Operation):
            return
        found = ratio_for(goal, list(self._form_rows("product"))) or sum_for(goal, list(self._form_rows("sum")))
        if found is None and self._has_parts_alike(goal):
            found = share_for(goal, list(self._form_rows("sum")))
        if found is not None:
            self._add_combination(*found)
            self._settle()
            if self.wanted is not None and found[0] in self.result.cost:
                self.wanted.clear()

    def _has_parts_alike(self, share: Operation) -> bool:
        """Derive each part of a share as a multiple of one of them; False where that is not possible, or it has no sums."""
        base, *others = sorted(dict.fromkeys(unknowns(share)), key=str)
        if share.symbol != "/" or len(others) < 2 or not all(isinstance(atom, Quantity) for atom in (base, *others)):
            return False
        for part in others:
            rows = list(self._form_rows("product"))
            found = ratio_for(Operation("/", (part, base)), rows)
            if found is None or any(True for _ in unknowns(found[0].right)):
                return False
            self._add_combination(Equation(part, multiple(found[0].right, base)), found[1])
            self._settle()
        return True

    def _form_rows(self, kind: Kind) -> Iterator[FormRow]:
        """Yield what is derived as rows of a combination: equations of several atoms, and atoms that have a value."""
        for node, cost in self.result.cost.items():
            if isinstance(node, Known) and not isinstance(node.atom, Operation):
                yield FormRow(node.atom, {node.atom: Fraction(1)}, cost)
            elif isinstance(node, Equation) and (form := form_of(node, kind)) is not None and len(form) > 1:
                yield FormRow(node, form, cost)

    def _add_combination(self, equation: Equation, combination: Combination) -> None:
        inputs: tuple[Node, ...] = (*combination.equations, *map(Known, combination.atoms))
        self._add(equation, Derivation("combined", inputs, combination=combination), COST_OF_ROW * len(inputs))
        self._add_equation(equation)


def _serves(rule: Rule, claimed: Fact | Equation | None) -> bool:
    """Whether a rule may be used: a definition only for what is claimed, since its parts say as much to any other rule."""
    if rule.family != _DEFINITIONS:
        return True
    concluded = read_statement(rule.fact or "")
    return isinstance(claimed, Fact) and isinstance(concluded, Fact) and claimed.kind == concluded.kind


_WITH_FORMULA = {"parallelogram", "rectangle", "rhombus", "square", "kite"}
"""Kinds of quadrilaterals whose area no pupil finds in parts."""
_DEFINITIONS = "definitions"
"""The table of rules that only give a figure its name."""
_KINDS: tuple[Kind, ...] = ("sum", "product")  # a sum first: pupils know it sooner
