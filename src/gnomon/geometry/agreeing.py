"""Why the equations hold that a theorem needs: in a few words for each, such as that of congruence "both 33°"."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gnomon.algebra import show_number
from gnomon.geometry.derivation import Deduction, Derivation, Instance, Known, Node, at_points, expand
from gnomon.geometry.probing import Valued, atoms_of
from gnomon.geometry.sentences import show_equation
from gnomon.geometry.values import Solved, Value, is_degrees
from gnomon.problem import Equation, Expression, Number, Quantity, evaluate, parse_equation

_LARGEST_DENOMINATOR = 20
"""Of a ratio that is written as a fraction."""


def reasons_of(instance: Instance, deduction: Deduction, known: Mapping[Valued, Value]) -> tuple[str, ...]:
    """Return for each equation that a rule needs at its place why it holds; nothing for a rule whose clause does not list them.

    Args:
        instance: of the rule.
        deduction: says what each was derived from.
        known: the values found so far.
    """
    if not instance.rule.lists_premises:
        return ()
    reasons = _Reasons(deduction, known)
    return tuple(reasons.of_premise(premise, instance.binding) for premise in instance.rule.needed_equations)


class _Reasons:
    def __init__(self, deduction: Deduction, known: Mapping[Valued, Value]) -> None:
        self.deduction = deduction
        self.known = known

    def of_premise(self, premise: str, binding: Mapping[str, str]) -> str:
        diagram = self.deduction.model.diagram
        equation = diagram.canonical_equation(Equation(*(at_points(side, dict(binding)) for side in parse_equation(premise))))
        if equation.left == equation.right:
            return "common angle" if is_degrees(equation.left) else "common side"
        return self._of(equation)

    def _of(self, node: Node) -> str:
        derivation = self.deduction.derived[node]
        if derivation.kind == "rule" and derivation.instance is not None:
            rule = derivation.instance.rule
            return _lowered(rule.name) if rule.level or not derivation.inputs else self._of(derivation.inputs[0])
        if derivation.combination is not None:
            return "shown before"
        if derivation.kind == "values" and isinstance(node, Equation):
            return self._of_values(node, derivation)
        if derivation.kind == "chain" and isinstance(node, Equation):
            first = derivation.inputs[0]
            assert isinstance(first, Equation)
            middle = first.right if first.left in tuple(node) else first.left
            return f"both equal {middle}"
        if isinstance(node, Known) and derivation.inputs:
            return self._of(derivation.inputs[0])
        return "read off the figure" if derivation.given is not None and derivation.given.is_as_drawn else "given"

    def _of_values(self, equation: Equation, derivation: Derivation) -> str:
        left, right = equation
        if isinstance(right, Number):
            texts: dict[Valued, str] = {atom: self.known[atom].text for atom in atoms_of(equation) if atom in self.known}
            if len(texts) > 1:
                return show_equation(equation, texts).partition(" = ")[0]
            return self._of(derivation.inputs[0]) if derivation.inputs else "given"
        if isinstance(left, Quantity) and left in self.known:
            return f"both {Solved(left, self.known[left], ()).equation.removeprefix(str(left)).removeprefix(' = ').strip()}"
        expanded = expand(equation, self.deduction.definitions)
        if not set(atoms_of(expanded)) <= set(self.known):
            return f"both {expanded.left}"
        return f"both {self._number(expanded.left)}"

    def _number(self, expression: Expression) -> str:
        value = evaluate(expression, lambda atom: self.known[atom].number)
        fraction = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
        # 1e-9: values are exact but for the noise of doubles.
        return str(fraction) if abs(fraction - value) < 1e-9 * abs(value) else f"≈ {show_number(value)}"


def _lowered(name: str) -> str:
    """Return a theorem's name within a sentence: initials such as SSS stay, and so does what begins with a name."""
    return name if name[1:2].isupper() or name.startswith(("Pythag", "Thales")) else f"{name[0].lower()}{name[1:]}"
