"""Proofs: the derivation of a goal as the few steps a pupil would write, with exact values computed from the givens.

A step is one application of one theorem. Equalities, substitutions, definitions and the arithmetic belong to the step
that uses them. Values are computed anew from the givens here; the numeric model only picks among roots and checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from gnomon.geometry.derivation import Deduction, Derivation, Known, Node, claim_node, expand
from gnomon.geometry.probing import Valued
from gnomon.geometry.sentences import show_equation
from gnomon.geometry.solving import exact_value, roots_exactly
from gnomon.geometry.step import ClaimProof, Proof, ProofError, Step
from gnomon.geometry.step_writing import Draft, Found, Writer, any_element, as_value
from gnomon.geometry.values import Solved, Value
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
    FormalDescription,
    Letter,
    Number,
    Operation,
    Quantity,
    unknowns,
)

if TYPE_CHECKING:
    import sympy


def build_proof(deduction: Deduction, goal: Expression) -> Proof:
    """Build the minimal proof of ``goal`` from a finished deduction.

    Raises:
        ProofError: when the goal does not follow, or a value cannot be computed.
    """
    goal = deduction.model.diagram.canonical(goal)
    missing = [node for node in deduction.needed_for(goal) if node not in deduction.derived]
    relation = deduction.relation_of(goal) if missing else None
    if missing and relation is None:
        raise ProofError(f"{missing[0].atom} does not follow from the givens by the rules")
    value_of_goal = relation.right if relation is not None else goal  # gives the answer when values are put in
    nodes: list[Node] = [*deduction.needed_for(value_of_goal), *([relation] if relation is not None else [])]
    built = _Builder(deduction, nodes, tuple(unknowns(goal))).build()
    answer = as_value(goal, built.known[goal] if goal in built.known else exact_value(value_of_goal, built.known))
    steps = built.steps or [_reading_step(deduction, goal, built.given_values)]
    return Proof(_with_answer(steps, goal, value_of_goal, answer), built.given_values, goal, answer)


def prove(deduction: Deduction, description: FormalDescription) -> ClaimProof:
    """Build the minimal proof of what ``description`` claims from a finished deduction.

    Raises:
        ProofError: when the claim is false in the figure, or does not follow, or the problem itself states it.
    """
    claim = description.claim
    if claim is None:
        raise ProofError("the problem claims nothing")
    node = claim_node(deduction.model, claim.content)
    if not deduction.model.shows(claim.content):
        raise ProofError(f"{claim} is not so in the figure that the givens make")
    if node not in deduction.derived:
        raise ProofError(f"{claim} does not follow from the givens by the rules")
    built = _Builder(deduction, [node], ()).build()
    if not built.steps:
        raise ProofError(f"the problem itself states that {claim}")
    return ClaimProof(_with_claim(built, claim.content, node), built.given_values, claim.content)


class _Built(NamedTuple):
    steps: list[Step]
    known: dict[Valued, sympy.Expr]
    """Every value that they find or the problem states."""
    given_values: dict[Valued, Value]
    """Those that the problem states, as a reader sees them."""
    last: set[int]
    """The steps that what was asked rests on."""


class _Builder:
    """Collects the steps to some nodes of a deduction.

    Args:
        deduction: finished; every node follows in it.
        goal_nodes: what the last step needs.
        asked: what is pointed at where a step speaks of no part of the figure.
    """

    def __init__(self, deduction: Deduction, goal_nodes: Sequence[Node], asked: Sequence[Letter | Quantity]) -> None:
        self.deduction = deduction
        self.goal_nodes = goal_nodes
        self.asked = asked
        self.drafts: list[Draft] = []
        self.steps_of: dict[Node, set[int]] = {}
        self.givens: dict[Valued, Equation] = {}

    def build(self) -> _Built:
        """Return the steps in order."""
        last = set().union(*map(self._visit, self.goal_nodes))
        return _finish(self, self._order(last), last)

    # which steps

    def _visit(self, node: Node) -> set[int]:
        """Make the drafts that derive ``node``; return those its reader must cite."""
        if node in self.steps_of:
            return self.steps_of[node]
        derivation = self.deduction.derived[node]
        needed = [self._visit(source) for source in derivation.inputs]
        self.steps_of[node] = self._place(node, derivation, set().union(*needed))
        return self.steps_of[node]

    def _place(self, node: Node, derivation: Derivation, sources: set[int]) -> set[int]:
        if derivation.kind == "given":
            return set()
        if derivation.kind == "rule":
            return self._place_rule(node, derivation, sources)
        if derivation.combination is not None and isinstance(node, Equation):
            self.drafts.append(Draft(None, node, node, set(sources), combination=derivation.combination))
            return {len(self.drafts) - 1}
        if not isinstance(node, Known):
            return sources
        equations = [source for source in derivation.inputs if isinstance(source, Equation)]
        if not sources and len(equations) == 1 and _states_value(equations[0], node.atom):
            self.givens[node.atom] = equations[0]
            return set()
        used = tuple(expand(e, self.deduction.definitions) if derivation.expanded else e for e in equations)
        return {self._attach(node, equations, used, sources)}

    def _place_rule(self, node: Node, derivation: Derivation, sources: set[int]) -> set[int]:
        instance = derivation.instance
        if instance is None or instance.rule.level == 0:
            return sources
        draft = Draft(instance, node, node if isinstance(node, Equation) else None, set(sources))
        self.drafts.append(draft)
        return {len(self.drafts) - 1}

    def _attach(self, node: Known, equations: Sequence[Equation], used: tuple[Equation, ...], sources: set[int]) -> int:
        """Give the value to the step of its own equation, else to the latest step it needs, else to a step of its own."""
        own = [index for index, draft in enumerate(self.drafts) if draft.key in equations and index in sources]
        host = next((i for i in reversed(own) if not self._reaches(sources - {i}, i)), None)
        if host is None:
            host = next((i for i in sorted(sources, reverse=True) if not self._reaches(sources - {i}, i)), None)
        if host is None:
            self.drafts.append(Draft(None, node, used[0]))
            host = len(self.drafts) - 1
        draft = self.drafts[host]
        draft.sources |= sources - {host}
        draft.solved.append(Found(node.atom, tuple(equations), used))
        return host

    def _reaches(self, starts: set[int], target: int) -> bool:
        """Whether a step of ``starts`` needs ``target``, so that it cannot come before it."""
        stack, seen = list(starts), set(starts)
        while stack:
            for source in self.drafts[stack.pop()].sources - seen:
                if source == target:
                    return True
                seen.add(source)
                stack.append(source)
        return False

    def _order(self, last: set[int]) -> list[int]:
        order: list[int] = []

        def place(index: int) -> None:
            if index in order:
                return
            for source in sorted(self.drafts[index].sources):
                place(source)
            order.append(index)

        for index in sorted(last):
            place(index)
        return order


def _states_value(equation: Equation, atom: Valued) -> bool:
    sides = tuple(equation)
    return any(side == atom and not any(unknowns(other)) for side, other in (sides, sides[::-1]))


def _finish(builder: _Builder, order: list[int], last: set[int]) -> _Built:
    model = builder.deduction.model
    known: dict[Valued, sympy.Expr] = {}
    for atom, equation in builder.givens.items():
        try:
            known[atom] = roots_exactly([equation], atom, {}, model.value(atom)).chosen
        except ValueError as error:  # a given that the figure nearly misses
            raise ProofError(f"could not compute {atom}: {error}") from error
    given_values = {atom: as_value(atom, value) for atom, value in known.items()}
    writer = Writer(builder.deduction, builder.asked, known, given_values)
    position = {draft: i for i, draft in enumerate(order)}
    steps = []
    for index in order:
        draft = builder.drafts[index]
        steps.append(writer.step(draft, position[index], tuple(sorted(position[source] for source in draft.sources))))
    return _Built(steps, known, given_values, {position[index] for index in last})


def _reading_step(deduction: Deduction, goal: Expression, given_values: Mapping[Valued, Value]) -> Step:
    """Make the one step of a problem whose givens state what is asked."""
    asked = tuple(unknowns(goal))
    stated = [(atom, deduction.derived[Known(atom)].inputs) for atom in given_values if atom in set(asked)]
    solved = tuple(
        Solved(atom, given_values[atom], tuple(each for each in inputs if isinstance(each, Equation))) for atom, inputs in stated
    )
    concludes = ", ".join(map(str, solved))
    elements = tuple(any_element(deduction, asked))
    return Step(0, None, None, elements, (), None, solved, f"The problem states {concludes}.", concludes)


def _is_major_arc(goal: Expression) -> bool:
    """Whether a goal is the arc of over 180° between two points, which is written by the minor one."""
    if not (isinstance(goal, Operation) and goal.symbol == "-" and goal.arguments[0] == Number(Fraction(360))):
        return False
    return isinstance(goal.arguments[1], Quantity) and goal.arguments[1].kind == "arc"


def _with_answer(steps: list[Step], goal: Expression, value_of_goal: Expression, answer: Value) -> tuple[Step, ...]:
    """Let the last step carry the answer, with the steps of all its values, when the goal is more than one of its values."""
    last = steps[-1]
    is_relation = value_of_goal != goal
    is_open = any(True for _ in unknowns(value_of_goal)) if is_relation else bool(last.solved)
    if not is_open or any(found.atom == goal for found in last.solved):
        return tuple(steps)
    addition = f"{goal} {answer.sign} {answer.text}{answer.decimal}"
    said = f"{show_equation(Equation(goal, Letter(answer.text)), {}, sign=answer.sign)}{answer.decimal}"
    if _is_major_arc(goal):
        said = f"the major arc is {said}"
    atoms = set(unknowns(value_of_goal))
    others = {step.index for step in steps[:-1] for found in step.solved if found.atom in atoms}
    return (*steps[:-1], _with_addition(last, said, addition if is_relation else f"{last.concludes}, {addition}", others))


def _with_claim(built: _Built, claim: Fact | Equation, node: Node) -> tuple[Step, ...]:
    """Let the last step say what was to be proved where its theorem does not say so itself."""
    steps, last = built.steps, built.steps[-1]
    is_stated = (last.instance is not None and last.instance.conclusion == node and not last.solved) or last.combined == node
    is_renamed = isinstance(claim, Fact) and isinstance(node, Equation)  # lines are perpendicular: the theorem says right angle
    if is_stated and not is_renamed:
        return tuple(steps)
    said = claim.in_symbols() if isinstance(claim, Fact) else show_equation(claim, {})
    concludes = f"{last.concludes}, {said}"
    if isinstance(claim, Fact) and claim.kind in last.text:
        return (
            *steps[:-1],
            replace(last, sources=tuple(sorted({*last.sources, *built.last} - {last.index})), concludes=concludes),
        )
    return (*steps[:-1], _with_addition(last, said, concludes, built.last - {last.index}))


def _with_addition(last: Step, said: str, concludes: str, others: set[int]) -> Step:
    """Return the last step with what follows from it and ``others``, in words and as what it concludes."""
    return replace(
        last,
        sources=tuple(sorted({*last.sources, *others})),
        text=last.text if last.text.endswith(f"so {said}.") else f"{last.text.removesuffix('.')}, so {said}.",
        concludes=concludes,
    )
