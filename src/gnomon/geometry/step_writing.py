"""Writing a step: its values computed exactly from the givens, in order, and its sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from gnomon.algebra import constant
from gnomon.figure import Element, parse_element
from gnomon.geometry.agreeing import reasons_of
from gnomon.geometry.choosing import words_of_choice
from gnomon.geometry.combining import Combination
from gnomon.geometry.derivation import Deduction, Instance, Node, at_points, expand
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.probing import Valued, atoms_of
from gnomon.geometry.proof_record import read_statement
from gnomon.geometry.sentences import Finding, Source, Statement, listed, replaced, step_sentence, written
from gnomon.geometry.solving import roots_exactly, value_at
from gnomon.geometry.stages import stages_of
from gnomon.geometry.step import ProofError, Step
from gnomon.geometry.values import Solved, Value, is_degrees, make_value
from gnomon.geometry.working import Working, working_of
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
    Letter,
    Operation,
    Quantity,
    parse_equation,
    quantities_in,
    unknowns,
)

if TYPE_CHECKING:
    import sympy

_MATCHED = {"congruent", "similar"}
_RATIOS = {"sin", "cos", "tan"}
_WIDER = {
    "rectangle": ("parallelogram",),
    "rhombus": ("parallelogram",),
    "square": ("parallelogram", "rectangle", "rhombus"),
}
"""Kinds of quadrilateral that another one belongs to."""


class Found(NamedTuple):
    """What a step finds, and from what."""

    atom: Valued
    stated: tuple[Equation, ...]
    """Equations as the theorems and the problem state them."""
    used: tuple[Equation, ...]
    """The same as they are solved, with the problem's expressions for quantities where those are used."""


@dataclass
class Draft:
    """A step that is not computed yet: by which rule, at what place, and what it finds."""

    instance: Instance | None
    key: Node
    equation: Equation | None = None
    sources: set[int] = field(default_factory=set)
    solved: list[Found] = field(default_factory=list)
    combination: Combination | None = None


def as_value(atom: Expression, exact: sympy.Expr) -> Value:
    """Return an exact value as a pupil writes it: angles in degrees, ratios as fractions."""
    return make_value(exact, in_degrees=is_degrees(atom), as_fraction=isinstance(atom, Operation) and atom.symbol in _RATIOS)


class Writer:
    """Computes the values of the steps, in order, and puts each step into words."""

    def __init__(
        self,
        deduction: Deduction,
        asked: Sequence[Letter | Quantity],
        known: dict[Valued, sympy.Expr],
        given_values: Mapping[Valued, Value],
    ) -> None:
        self.deduction = deduction
        self.asked = asked
        self.known = known
        self.values: dict[Valued, Value] = dict(given_values)
        derived = self.deduction.derived
        given = {node for node, derivation in derived.items() if derivation.kind == "given" and isinstance(node, Equation)}
        chains = {
            node: [source for source in derivation.inputs if isinstance(source, Equation)]
            for node, derivation in derived.items()
            if derivation.kind == "chain" and isinstance(node, Equation)
        }
        in_text = {node for node in given if (found := derived[node].given) is not None and found.in_text}
        self.source = Source(given, chains, self.deduction.definitions, dict(given_values), in_text)
        givens = list(dict.fromkeys(derivation.given for derivation in derived.values() if derivation.given is not None))
        stated = [given.content for given in givens if isinstance(given.content, Fact)]
        named = [given.content for given in givens if isinstance(given.content, Fact) and given.in_text]
        self.matched = {
            fact.canonical(self.deduction.model.diagram.line): _halves(fact.points) for fact in stated if fact.kind in _MATCHED
        }
        """The two triangles of a statement in the order in which it was first made."""
        self.called = {(wider, frozenset(fact.points)): fact.kind for fact in stated for wider in _WIDER.get(fact.kind, ())}
        """The narrower word for a figure of a wider kind: the problem's own, or that of a step."""
        self.quoted: set[Fact] = set()
        """Givens that a sentence has named since a premise is what they mean."""
        self.aligned: set[tuple[str, ...]] = set()
        """Lines of which a sentence has said what else lies on them."""
        self.lines = self._parallel_lines(fact for fact in stated if fact in named)
        """Names of lines that the problem's text says are parallel."""
        self.marked = self._parallel_lines(fact for fact in stated if fact not in named)
        """Names of lines that the figure marks as parallel."""

    def step(self, draft: Draft, index: int, sources: tuple[int, ...]) -> Step:
        """Return the step of a draft; all that it rests on has been asked for before."""
        clause, relation = self._clause(draft)
        states_equation = draft.combination is not None or (draft.instance is not None and draft.instance.rule.states_equation)
        statement = Statement(clause, relation, says_relation=states_equation)
        findings = [self._found(found, draft.key, draft.instance) for found in draft.solved]
        solved = tuple(finding.solved for finding in findings)
        shown = expand(draft.equation, self.deduction.definitions) if draft.equation else None
        if solved and shown is not None and len(solved[0].equations) == 1:
            shown = solved[0].equations[0]
        concludes = self._conclusion(draft, solved)
        text = step_sentence(statement, findings, self.source)
        uses = _elements(self.deduction, self.asked, draft)
        rule = draft.instance.rule if draft.instance else None
        combined = draft.equation if draft.combination else None
        return Step(index, rule, draft.instance, uses, sources, shown, solved, text, concludes, draft.combination, combined)

    def _clause(self, draft: Draft) -> tuple[str, Equation | None]:
        """Return what the theorem says here and the relation that it concludes."""
        relation = draft.key if isinstance(draft.key, Equation) else None
        instance = draft.instance
        if draft.combination is not None and relation is not None:
            return self._combined(draft.combination, relation), relation
        if instance is None:
            return "", relation or draft.equation
        clause = instance.rule.clause(instance.binding, reasons_of(instance, self.deduction, self.values))
        for premise in instance.premises:
            if isinstance(premise, Fact):
                clause = clause.replace(premise.kind, self.called.get((premise.kind, frozenset(premise.points)), premise.kind), 1)
        for line, other in _parallels(instance):
            names = [self._line_name(points, relation) for points in (line, other)]
            clause = clause.replace(f"{''.join(line)} and {''.join(other)} are parallel", f"{' and '.join(names)} are parallel")
        order = next((self.matched[premise] for premise in instance.premises if premise in self.matched), None)
        pair = _matched_pair(instance)
        if order is not None and pair is not None:
            # Only the figures, which come first: a pair of their angles may have the same letters and stays as it is.
            clause = clause.replace(f"{_names(pair)} are", f"{_names(order)} are", 1)
        if isinstance(instance.conclusion, Fact):
            kind, points = instance.conclusion.kind, frozenset(instance.conclusion.points)
            self.called.update(((wider, points), kind) for wider in _WIDER.get(kind, ()))
            if pair is not None:
                self.matched.setdefault(instance.conclusion, order or pair)
        origins = list(dict.fromkeys([*self._origins(instance, clause), *self._on_parallels(instance, clause)]))
        return f"as {listed(origins)}, {clause}" if origins else clause, relation

    def _parallel_lines(self, facts: Iterable[Fact]) -> dict[tuple[str, ...], str]:
        pairs = [pair for fact in facts if fact.kind == "parallel" for pair in _halves(fact.points)]
        return {self.deduction.model.diagram.line(*pair): "".join(pair) for pair in pairs}

    def _line_name(self, points: tuple[str, ...], relation: Equation | None) -> str:
        """Name a parallel line as the text does, or as the figure's mark does where an angle here is named by it, too."""
        line, own = self.deduction.model.diagram.line(*points), "".join(points)
        mark = self.marked.get(line, own)
        angles = [set(atom.points) for atom in atoms_of(relation) if isinstance(atom, Quantity)] if relation is not None else []
        return self.lines.get(line, mark if any(set(mark) <= angle for angle in angles) else own)

    def _origins(self, instance: Instance, clause: str) -> Iterator[str]:
        """Yield what the problem says of a premise in other words, once: that AD is a median, where D is to be a midpoint.

        Where one right angle needs such words, the others are quoted with it, so that no reader takes its reason for theirs.
        """
        is_listed = instance.rule.lists_premises
        said = dict.fromkeys(found for premise in instance.premises for found in self._facts_behind(premise, is_listed=is_listed))
        feet = {given: [*self._feet(given, instance)] for given, _ in said if given.kind == "perpendicular"}
        needed = {
            given
            for given, premise in said
            if given not in self.quoted and (feet[given] if given in feet else not _says(clause, given, premise))
        }
        for given in dict.fromkeys(given for given, _ in said):
            if given in needed or (given in feet and needed & set(feet)):
                self.quoted.add(given)
                yield from (given.in_words(), *feet.get(given, ()))

    def _facts_behind(self, premise: Node, *, is_listed: bool) -> Iterator[tuple[Fact, Fact | Equation]]:
        """Yield the given fact that a premise is, with the premise; of equal angles that both are right, the two facts."""
        derivation = self.deduction.derived[premise]
        given = derivation.given.content if derivation.given is not None else None
        has_reason = is_listed and isinstance(premise, Equation)  # "(given)" behind it; but of a right angle at other points more
        if isinstance(given, Fact) and isinstance(premise, Fact | Equation) and (given.kind == "perpendicular" or not has_reason):
            yield given, premise
        elif has_reason and derivation.kind == "values":
            for value in derivation.inputs:
                for source in self.deduction.derived[value].inputs:
                    yield from self._facts_behind(source, is_listed=is_listed)

    def _feet(self, given: Fact, instance: Instance) -> Iterator[str]:
        """Yield why perpendicular lines make a right angle elsewhere: that D lies on BC, where CD is given and BD is needed."""
        diagram, here = self.deduction.model.diagram, set(instance.binding.values())
        lines: dict[tuple[str, ...], list[str]] = {}
        for pair in _halves(given.points):
            on = [point for point in diagram.line(*pair) if point in {*pair, *here}]
            if len(on) > len(pair):
                lines.setdefault(tuple(on[1:-1]), []).append(f"{on[0]}{on[-1]}")
        yield from (_lie_on(points, " and ".join(names)) for points, names in lines.items())

    def _on_parallels(self, instance: Instance, clause: str) -> Iterator[str]:
        """Yield the lines that are known to be parallel by other points, and which points lie on them, each line once."""
        for pairs in _parallels(instance):
            stated = self._stated_lines(Fact("parallel", (*pairs[0], *pairs[1])).canonical(self.deduction.model.diagram.line))
            if places := [place for pair in pairs if (place := self._on_line(pair, stated, clause))]:
                yield f"{' and '.join(map(''.join, stated.values()))} are parallel"
                yield from places

    def _on_line(self, pair: tuple[str, ...], stated: Mapping[tuple[str, ...], tuple[str, ...]], clause: str) -> str:
        """Say which of two points lie on a line that is known by others; empty where none does, or where it has been said."""
        diagram = self.deduction.model.diagram
        name, line = "".join(pair), diagram.line(*pair)
        known = stated.get(line, pair)
        points = [point for point in pair if point not in known]
        if not points or line in self.aligned or not re.search(rf"\b(?:{name}|{name[::-1]})\b", clause):
            return ""
        self.aligned.add(line)
        is_within = all(diagram.is_between(known[0], point, known[1]) for point in points)
        return _lie_on(points, f"{'' if is_within else 'line '}{''.join(known)}")

    def _stated_lines(self, premise: Node) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Return by what points the problem, or the step that found it, names the lines that are parallel."""
        derivation = self.deduction.derived.get(premise)
        if derivation is None:
            return {}
        fact = derivation.given.content if derivation.given is not None else None
        if derivation.instance is not None and derivation.instance.rule.fact is not None:
            rule_fact = read_statement(derivation.instance.rule.fact)
            assert isinstance(rule_fact, Fact)
            fact = Fact(rule_fact.kind, tuple(derivation.instance.binding[name] for name in rule_fact.points))
        if not isinstance(fact, Fact) or fact.kind != "parallel":
            return {}
        return {self.deduction.model.diagram.line(*pair): pair for pair in _halves(fact.points)}

    def _combined(self, combination: Combination, relation: Equation) -> str:
        """Say what is combined, why something follows from it, and what."""
        parts = [written(one, {}) for one in combination.equations]
        parts += [Solved(atom, self.values[atom], ()).equation for atom in combination.atoms]
        return f"{listed(parts)}: {combination.reason}, so {written(relation, {})}"

    def _found(self, found: Found, key: Node, instance: Instance | None) -> Finding:
        known = dict(self.values)
        try:
            roots = roots_exactly(found.used, found.atom, self.known, self.deduction.model.value(found.atom))
        except (ValueError, KeyError, ArithmeticError) as error:
            raise ProofError(f"could not compute {found.atom}: {error}") from error
        solved = Solved(found.atom, as_value(found.atom, roots.chosen), found.used)
        own = found.stated.index(key) if key in found.stated else 0
        working = working_of(found.used, found.atom, self.known, own) if len(found.used) > 1 else None
        choice = words_of_choice(solved, roots.others, self._parts(found, working), known, self._has_room(found.atom, instance))
        last = _put_in(found.used, working)
        stages = stages_of(last, found.atom, known) if last is not None else ()
        self.known[found.atom] = roots.chosen
        self.values[found.atom] = solved.value
        return Finding(solved, found.stated, known, working, stages, choice)

    def _parts(self, found: Found, working: Working | None) -> dict[Quantity, Expression]:
        """Return the quantities that hang on what was found: by the problem's expressions, or by the system's equations."""
        isolated = {each.atom: each.equals for each in working.isolated} if working else {}
        parts = {**self.deduction.definitions, **{atom: each for atom, each in isolated.items() if isinstance(atom, Quantity)}}
        return {part: each for part, each in parts.items() if found.atom in set(unknowns(each))}

    def _has_room(self, atom: Valued, instance: Instance | None) -> Callable[[float], bool]:
        """Return whether the triangle that a theorem speaks of has room for another angle in place of ``atom``."""
        rule = instance.rule if instance is not None else None
        if instance is None or rule is None or rule.equation is None:
            return lambda _: True
        sizes: dict[Quantity, float | None] = {}
        for text in (rule.equation, *(premise for premise in rule.premises if "=" in premise)):
            left, right = (at_points(side, instance.binding) for side in parse_equation(text))
            angles = [leaf for side in (left, right) for leaf in quantities_in(side) if leaf.kind == "angle"]
            sizes |= {angle: constant(right) if left == angle else sizes.get(angle) for angle in angles}
        if len({frozenset(angle.points) for angle in sizes}) > 1:
            return lambda _: True
        named = [(self.deduction.model.diagram.name(angle), size) for angle, size in sizes.items()]
        room = 180 + (1e-6 if len(named) == 3 else 0)  # three angles fill their triangle; besides two there must be a third
        return lambda root: sum(size or self._size(angle, atom, root) for angle, size in named) < room

    def _size(self, part: Expression, atom: Valued, root: float) -> float:
        """Return the size of an angle where ``atom`` has the value ``root``; 0 where it is not known."""
        values = {**{each: value.number for each, value in self.values.items()}, atom: root}
        try:
            return value_at(self.deduction.definitions.get(part, part) if isinstance(part, Quantity) else part, values)
        except KeyError:
            return values.get(part, 0.0) if isinstance(part, Quantity) else 0.0

    def _conclusion(self, draft: Draft, solved: tuple[Solved, ...]) -> str:
        if solved:
            return ", ".join(map(str, solved))
        if isinstance(draft.key, Equation):
            return written(draft.key, {})
        if isinstance(draft.key, Fact):
            pair = self.matched.get(draft.key)
            return (draft.key if pair is None else Fact(draft.key.kind, (*pair[0], *pair[1]))).in_symbols()
        return str(draft.key)


def _put_in(equations: Sequence[Equation], working: Working | None) -> Equation | None:
    """Return the equation that is left with what is sought alone; None where a system does not lead to one."""
    if len(equations) == 1:
        return equations[0]
    if working is None or working.combined is not None:
        return None
    last = equations[working.last]
    for each in working.isolated:
        last = replaced(last, each.atom, each.equals)
    return last


def _says(clause: str, given: Fact, premise: Fact | Equation) -> bool:
    """Whether a sentence about ``premise`` says what is given, or a pupil sees it at once."""
    if isinstance(premise, Fact):
        return (
            premise.kind in {given.kind, *_WIDER.get(given.kind, ())}
            or given.kind.replace("_", " ") in clause.partition(", so ")[0]
        )
    return {point for side in premise for leaf in quantities_in(side) for point in leaf.points} <= set(given.points)


def _matched_pair(instance: Instance) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the two triangles or polygons of a theorem on congruence or similarity, in corresponding order."""
    for text in (*instance.rule.premises, instance.rule.fact):
        statement = read_statement(text) if text else None
        if isinstance(statement, Fact) and statement.kind in _MATCHED:
            return _halves(tuple(instance.binding[name] for name in statement.points))
    return None


def _parallels(instance: Instance) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the lines that a theorem needs to be parallel, by the points of its place."""
    for text in instance.rule.premises:
        statement = read_statement(text)
        if isinstance(statement, Fact) and statement.kind == "parallel":
            yield _halves(tuple(instance.binding[name] for name in statement.points))


def _lie_on(points: Sequence[str], line: str) -> str:
    return f"{' and '.join(points)} {'lies' if len(points) == 1 else 'lie'} on {line}"


def _halves(points: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return points[: len(points) // 2], points[len(points) // 2 :]


def _names(polygons: Sequence[Sequence[str]]) -> str:
    return " and ".join(map("".join, polygons))


def _elements(deduction: Deduction, asked: Sequence[Letter | Quantity], draft: Draft) -> tuple[Element, ...]:
    diagram = deduction.model.diagram
    names: list[Element] = []
    if draft.instance is not None and draft.instance.rule.elements:
        names = [parse_element(element.format(**draft.instance.binding)) for element in draft.instance.rule.elements]
    elif draft.equation is not None:
        is_given = draft.instance is None and draft.combination is None
        stated = draft.solved[0].stated if is_given else (draft.equation,)
        names = [
            Element.measured_by(leaf)
            for equation in stated
            for side in equation
            for leaf in unknowns(side)
            if isinstance(leaf, Quantity)
        ]
    elif draft.instance is not None and isinstance(draft.key, Fact):
        names = list(draft.key.elements())
    names += [Element.measured_by(found.atom) for found in draft.solved if isinstance(found.atom, Quantity) and not names]
    renamed = [_renamed(element, diagram) for element in names]
    return tuple(dict.fromkeys(renamed)) or tuple(any_element(deduction, asked))


def _renamed(element: Element, diagram: Diagram) -> Element:
    if element.kind != "angle":
        return element
    named = diagram.name(Quantity.of("angle", *element.points))
    return Element.measured_by(named) if isinstance(named, Quantity) else element


def any_element(deduction: Deduction, asked: Iterable[Letter | Quantity]) -> Iterator[Element]:
    """Yield a part to look at where a step names none: one that is asked for, else one with an expression of the problem."""
    for atom in asked:
        if isinstance(atom, Quantity):
            yield Element.measured_by(atom)
            return
    for quantity, expression in deduction.definitions.items():
        if any(unknowns(expression)):
            yield Element.measured_by(quantity)
            return
