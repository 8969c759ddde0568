"""Proofs: the derivation of a goal as the few steps a pupil would write, with exact values computed from the givens.

A step is one application of one theorem. Equalities, substitutions, definitions and the arithmetic belong to the step
that uses them. Values are computed anew from the givens here; the numeric model only picks among roots and checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from gnomon.algebra import show_number
from gnomon.figure import Element, parse_element
from gnomon.geometry.combining import Combination
from gnomon.geometry.deduction import Deduction, Derivation, Instance, Known, Node, expand
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.probing import Atom
from gnomon.geometry.proof_record import COMBINED_EQUATIONS, GIVEN_EQUATION
from gnomon.geometry.rule import Rule
from gnomon.geometry.solving import exact_value, solve_exactly, to_expression
from gnomon.problem import Equation, Expression, Fact, Letter, Number, Operation, Quantity, substitute, unknowns

if TYPE_CHECKING:
    import sympy

_DEGREE_KINDS = {"angle", "arc"}


class ProofError(ValueError):
    """The goal does not follow; the message says what is missing."""


class Value(NamedTuple):
    """A number with the way it is written."""

    number: float
    text: str
    """Without unit: ``57``, ``5√3``, ``6.88``."""
    is_rounded: bool
    """Whether ``text`` is a rounded decimal."""
    form: Expression | None = None
    """The exact value where it is a fraction, a√b or kπ."""

    @property
    def exact(self) -> str | None:
        """The text where it is exact and not a plain decimal."""
        return None if self.is_rounded or self.text.lstrip("−").replace(".", "").isdigit() else self.text

    @property
    def sign(self) -> str:
        """The sign to write before ``text``."""
        return "≈" if self.is_rounded else "="

    @property
    def decimal(self) -> str:
        """What to write after ``text`` where it is exact and no plain decimal: `` ≈ 6.93``; else empty."""
        return f" ≈ {show_number(self.number)}" if self.exact else ""


class Solved(NamedTuple):
    """A value that a step finds."""

    atom: Atom
    value: Value
    equations: tuple[Equation, ...]
    """What was solved for it: one equation with one unknown, or several linear ones."""

    @property
    def equation(self) -> str:
        """The value without a decimal beside it: ``AC = 4√3``."""
        return f"{self.atom} {self.value.sign} {self.value.text}{'°' if is_degrees(self.atom) else ''}"

    def __str__(self) -> str:
        return f"{self.equation}{self.value.decimal}{'°' if self.value.decimal and is_degrees(self.atom) else ''}"


@dataclass(frozen=True)
class Step:
    """One step of a proof."""

    index: int
    rule: Rule | None
    """None: an equation that the problem itself gives, or a combination of relations."""
    instance: Instance | None
    uses: tuple[Element, ...]
    """Parts of the figure to look at; at least one."""
    sources: tuple[int, ...]
    """Indices of the earlier steps it needs."""
    equation: Equation | None
    """The relation that the theorem states here, in the problem's letters; None for a step that concludes a fact."""
    solved: tuple[Solved, ...]
    """Values found, in order; empty for a step that concludes a relation or a fact."""
    text: str
    """The step in a sentence."""
    concludes: str
    combination: Combination | None = None
    """How a relation was combined from others; None for a step of another kind."""
    combined: Equation | None = None
    """That relation."""

    @property
    def rule_id(self) -> str:
        """Id of the rule, ``given_equation`` or ``combined_equations``."""
        if self.rule:
            return self.rule.id
        return COMBINED_EQUATIONS if self.combination else GIVEN_EQUATION

    @property
    def rule_name(self) -> str:
        """Name of the theorem."""
        if self.rule:
            return self.rule.name
        return self.combination.name if self.combination else "Equation from the problem"

    @property
    def statement(self) -> str:
        """The theorem, or why the step holds without one, in a sentence."""
        if self.rule:
            return self.rule.statement
        reason = self.combination.reason if self.combination else "the problem itself gives this equation"
        return f"{reason[0].upper()}{reason[1:]}."


@dataclass(frozen=True)
class Proof:
    """Steps from the givens to the goal."""

    steps: tuple[Step, ...]
    goal: Expression
    answer: Value
    given_values: Mapping[Atom, Value]
    """Values that the problem states."""

    def values(self) -> dict[Atom, Value]:
        """Return every value of the proof, given and found."""
        return {**self.given_values, **{found.atom: found.value for step in self.steps for found in step.solved}}


@dataclass
class _Draft:
    instance: Instance | None
    key: Node
    equation: Equation | None = None
    sources: set[int] = field(default_factory=set)
    solved: list[tuple[Atom, tuple[Equation, ...]]] = field(default_factory=list)
    stated: tuple[Equation, ...] = ()
    """Of a step without a rule: the problem's equations as they name the figure's parts."""
    combination: Combination | None = None


def build_proof(deduction: Deduction, goal: Expression) -> Proof:
    """Build the minimal proof of ``goal`` from a finished deduction.

    Raises:
        ProofError: when the goal does not follow, or a value cannot be computed.
    """
    goal = deduction.model.diagram.canonical(goal)
    missing = [atom for atom in unknowns(goal) if Known(atom) not in deduction.derived]
    relation = deduction.relation_of(goal) if missing else None
    if missing and relation is None:
        raise ProofError(f"{missing[0]} does not follow from the givens by the rules")
    return _Builder(deduction, goal, relation).build()


def is_degrees(atom: object) -> bool:
    """Whether an atom is measured in degrees."""
    return isinstance(atom, Quantity) and atom.kind in _DEGREE_KINDS


class _Builder:
    def __init__(self, deduction: Deduction, goal: Expression, relation: Equation | None) -> None:
        self.deduction = deduction
        self.goal = goal
        self.value_of_goal = relation.right if relation is not None else goal
        """What gives the answer when values are put in."""
        self.goal_nodes: list[Node] = [Known(atom) for atom in dict.fromkeys(unknowns(self.value_of_goal))]
        if relation is not None:
            self.goal_nodes.append(relation)
        self.drafts: list[_Draft] = []
        self.steps_of: dict[Node, set[int]] = {}
        self.givens: dict[Atom, Equation] = {}

    def build(self) -> Proof:
        for node in self.goal_nodes:
            self._visit(node)
        last = set().union(*(self.steps_of[node] for node in self.goal_nodes))
        return _finish(self, self._order(last))

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
            self.drafts.append(_Draft(None, node, node, set(sources), combination=derivation.combination))
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
        draft = _Draft(instance, node, node if isinstance(node, Equation) else None, set(sources))
        self.drafts.append(draft)
        return {len(self.drafts) - 1}

    def _attach(self, node: Known, equations: Sequence[Equation], used: tuple[Equation, ...], sources: set[int]) -> int:
        """Give the value to the step of its own equation, else to the latest step it needs, else to a step of its own."""
        own = [index for index, draft in enumerate(self.drafts) if draft.key in equations and index in sources]
        host = next((i for i in reversed(own) if not self._reaches(sources - {i}, i)), None)
        if host is None:
            host = next((i for i in sorted(sources, reverse=True) if not self._reaches(sources - {i}, i)), None)
        if host is None:
            self.drafts.append(_Draft(None, node, used[0], stated=tuple(equations)))
            host = len(self.drafts) - 1
        draft = self.drafts[host]
        draft.sources |= sources - {host}
        draft.solved.append((node.atom, used))
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


def _states_value(equation: Equation, atom: Atom) -> bool:
    sides = tuple(equation)
    return any(side == atom and not any(unknowns(other)) for side, other in (sides, sides[::-1]))


def _finish(builder: _Builder, order: list[int]) -> Proof:
    known: dict[Atom, sympy.Expr] = {}
    model = builder.deduction.model
    for atom, equation in builder.givens.items():
        known[atom] = solve_exactly([equation], atom, {}, model.value(atom))
    given_values = {atom: make_value(value) for atom, value in known.items()}
    texts = {atom: value.text for atom, value in given_values.items()}
    position = {draft: i for i, draft in enumerate(order)}
    steps = []
    for index in order:
        draft = builder.drafts[index]
        before = dict(texts)
        solved = tuple(_solve(builder, atom, equations, known, texts) for atom, equations in draft.solved)
        sources = tuple(sorted(position[source] for source in draft.sources))
        steps.append(_make_step(builder, draft, position[index], sources, solved, before))
    answer = make_value(exact_value(builder.value_of_goal, known))
    if not steps:
        steps = [_reading_step(builder, given_values)]
    return Proof(_with_answer(steps, builder, answer), builder.goal, answer, given_values)


def _solve(
    builder: _Builder, atom: Atom, equations: tuple[Equation, ...], known: dict[Atom, sympy.Expr], texts: dict[Atom, str]
) -> Solved:
    near = builder.deduction.model.value(atom)
    try:
        known[atom] = solve_exactly(equations, atom, known, near)
    except (ValueError, KeyError, ArithmeticError) as error:
        raise ProofError(f"could not compute {atom}: {error}") from error
    value = make_value(known[atom])
    texts[atom] = value.text
    return Solved(atom, value, equations)


def _make_step(
    builder: _Builder, draft: _Draft, index: int, sources: tuple[int, ...], solved: tuple[Solved, ...], texts: Mapping[Atom, str]
) -> Step:
    rule = draft.instance.rule if draft.instance else None
    shown = expand(draft.equation, builder.deduction.definitions) if draft.equation else None
    if solved and shown is not None and len(solved[0].equations) == 1:
        shown = solved[0].equations[0]
    concludes = _conclusion(draft, solved)
    says = rule.says.format(**draft.instance.binding) if rule and draft.instance else ""
    text = _sentence(says, shown, solved, texts, concludes, states_equation=bool(rule and rule.states_equation))
    combined = draft.equation if draft.combination else None
    if draft.combination is not None and combined is not None:
        text = _combined_sentence(draft.combination, combined, solved, texts)
    return Step(
        index,
        rule,
        draft.instance,
        _elements(builder, draft),
        sources,
        shown,
        solved,
        text,
        concludes,
        draft.combination,
        combined,
    )


def _combined_sentence(
    combination: Combination, equation: Equation, solved: tuple[Solved, ...], texts: Mapping[Atom, str]
) -> str:
    """Say what is combined, why something follows from it, and what."""
    parts = [show_equation(one, {}) for one in combination.equations]
    parts += [f"{atom} = {texts[atom]}{'°' if is_degrees(atom) else ''}" for atom in combination.atoms]
    listed = " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
    text = f"{listed}: {combination.reason}, so {show_equation(equation, {})}"
    if solved:
        text += f": {show_equation(solved[0].equations[0], texts)}, so {', so '.join(map(str, solved))}"
    return f"{text[0].upper()}{text[1:]}."


def _conclusion(draft: _Draft, solved: tuple[Solved, ...]) -> str:
    if solved:
        return ", ".join(str(found) for found in solved)
    if isinstance(draft.key, Equation):
        return show_equation(draft.key, {})
    if isinstance(draft.key, Fact):
        return show_fact(draft.key, draft.instance)
    return str(draft.key)


def _sentence(
    says: str,
    equation: Equation | None,
    solved: tuple[Solved, ...],
    texts: Mapping[Atom, str],
    concludes: str,
    *,
    states_equation: bool,
) -> str:
    parts = [says] if says else []
    if equation is not None and solved:
        shown = show_equation(equation, texts)
        if shown != solved[0].equation and not _is_plain(equation):
            parts.append(shown)
        text = ": ".join(parts)
        text = f"{text}, so {', so '.join(str(found) for found in solved)}" if text else f"So {concludes}"
    elif says and equation is not None and not states_equation and not _is_plain(equation):
        text = f"{says}: {concludes}"
    else:
        text = says or concludes
    return text[0].upper() + text[1:] + "."


def _is_plain(equation: Equation) -> bool:
    """Whether the theorem's clause already says it: two bare quantities, or a quantity and a number."""
    return all(isinstance(side, Quantity | Number) for side in equation)


def show_equation(equation: Equation, texts: Mapping[Atom, str]) -> str:
    """Write an equation with known values put in; degrees carry their sign."""
    atoms = [leaf for side in equation for leaf in unknowns(side)]
    in_degrees = any(is_degrees(atom) for atom in atoms) and all(is_degrees(atom) or isinstance(atom, Letter) for atom in atoms)
    in_degrees = in_degrees and not any(_is_ratio(side) for side in equation)
    return " = ".join(str(_filled(side, texts, degrees=in_degrees)) for side in equation)


def _is_ratio(side: Expression) -> bool:
    """Whether a side is a quotient of quantities, which has no unit."""
    return isinstance(side, Operation) and side.symbol == "/" and any(True for _ in unknowns(side.arguments[1]))


def _filled(side: Expression, texts: Mapping[Atom, str], *, degrees: bool) -> Expression:
    def fill(leaf: Atom) -> Expression:
        if leaf not in texts:
            return leaf
        text = texts[leaf] + ("°" if is_degrees(leaf) else "")
        return Operation("value", (Letter(text),)) if not text.replace(".", "").replace("°", "").isdigit() else Letter(text)

    filled = substitute(side, fill)
    if degrees and isinstance(filled, Number):
        return Letter(f"{filled}°")
    if degrees and isinstance(filled, Operation) and filled.symbol in {"+", "-"}:
        return Operation(filled.symbol, tuple(Letter(f"{a}°") if isinstance(a, Number) else a for a in filled.arguments))
    return filled


def show_fact(fact: Fact, instance: Instance | None) -> str:
    """Write a fact in symbols, such as ``△ABC ~ △DEF``; of two triangles the letters in the order of the rule's place.

    A cut triangle and an hourglass are such places whose points are no two triangles.
    """
    if instance is None or len(fact.polygons()) < 2 or instance.rule.pattern.startswith(("cut_triangle", "hourglass")):
        return fact.in_symbols()
    return Fact(fact.kind, instance.points[:6]).in_symbols()


def _elements(builder: _Builder, draft: _Draft) -> tuple[Element, ...]:
    diagram = builder.deduction.model.diagram
    names: list[Element] = []
    if draft.instance is not None and draft.instance.rule.elements:
        names = [parse_element(element.format(**draft.instance.binding)) for element in draft.instance.rule.elements]
    elif draft.equation is not None:
        stated = draft.stated or (draft.equation,)
        names = [
            Element.measured_by(leaf)
            for equation in stated
            for side in equation
            for leaf in unknowns(side)
            if isinstance(leaf, Quantity)
        ]
    elif draft.instance is not None and isinstance(draft.key, Fact):
        names = list(draft.key.elements())
    names += [Element.measured_by(found) for found, _ in draft.solved if isinstance(found, Quantity) and not names]
    renamed = [_renamed(element, diagram) for element in names]
    return tuple(dict.fromkeys(renamed)) or tuple(_any_element(builder))


def _renamed(element: Element, diagram: Diagram) -> Element:
    if element.kind != "angle":
        return element
    named = diagram.name(Quantity.of("angle", *element.points))
    return Element.measured_by(named) if isinstance(named, Quantity) else element


def _any_element(builder: _Builder) -> Iterator[Element]:
    for atom in unknowns(builder.goal):
        if isinstance(atom, Quantity):
            yield Element.measured_by(atom)
            return
    for quantity, expression in builder.deduction.definitions.items():
        if any(unknowns(expression)):
            yield Element.measured_by(quantity)
            return


def _reading_step(builder: _Builder, given_values: Mapping[Atom, Value]) -> Step:
    """Make the one step of a problem whose givens state what is asked."""
    read = [(atom, equation) for atom, equation in builder.givens.items() if atom in set(unknowns(builder.goal))]
    solved = tuple(Solved(atom, given_values[atom], (equation,)) for atom, equation in read)
    concludes = ", ".join(map(str, solved))
    return Step(0, None, None, tuple(_any_element(builder)), (), None, solved, f"The problem states {concludes}.", concludes)


def _with_answer(steps: list[Step], builder: _Builder, answer: Value) -> tuple[Step, ...]:
    """Let the last step carry the answer, with the steps of all its values, when the goal is more than one of its values."""
    last, goal = steps[-1], builder.goal
    is_relation = builder.value_of_goal != goal
    is_open = any(True for _ in unknowns(builder.value_of_goal)) if is_relation else bool(last.solved)
    if not is_open or any(found.atom == goal for found in last.solved):
        return tuple(steps)
    addition = f"{goal} {answer.sign} {answer.text}{answer.decimal}"
    atoms = set(unknowns(builder.value_of_goal))
    others = {step.index for step in steps[:-1] for found in step.solved if found.atom in atoms}
    changed = replace(
        last,
        sources=tuple(sorted({*last.sources, *others})),
        text=f"{last.text.removesuffix('.')}, so {addition}.",
        concludes=addition if is_relation else f"{last.concludes}, {addition}",
    )
    return (*steps[:-1], changed)


def make_value(exact: sympy.Expr) -> Value:
    """Write an exact value as a school would: a whole number, a short decimal, a√b, kπ, else rounded to two decimals."""
    number = float(exact.evalf(15))
    form = to_expression(exact)
    if form is not None:
        if not isinstance(form, Number):
            return Value(number, str(form), is_rounded=False, form=form)
        short = Fraction(form.value) if form.value != "pi" else Fraction(0)
        if (short * 1000).denominator == 1:
            # From a million on, :g would write 1e+06.
            text = f"{float(short):g}" if abs(short) < 10**6 else f"{float(short):.0f}"
            return Value(number, text.replace("-", "−"), is_rounded=False, form=form)
    return Value(number, f"{number:.2f}".rstrip("0").rstrip(".").replace("-", "−"), is_rounded=True, form=form)
