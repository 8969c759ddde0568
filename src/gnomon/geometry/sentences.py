"""The sentences of a proof: the theorem at its place, the relation with known values put in, what follows.

A system is worked out before the pupil's eyes, a rounded number stands behind ``≈``, a value that comes from an equation of the
problem says so, and so does a root that the drawing picks. The theorem's clause itself is the rule's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gnomon.geometry.derivation import expand
from gnomon.geometry.probing import Atom, Valued, atoms_of
from gnomon.geometry.values import Solved, Value, is_degrees
from gnomon.geometry.working import Isolation, Working
from gnomon.problem import Equation, Expression, Letter, Number, Operation, Quantity, substitute, unknowns


class Finding(NamedTuple):
    """How a step comes by a value."""

    solved: Solved
    stated: tuple[Equation, ...]
    """What was solved, as the theorems and the problem state it."""
    known: Mapping[Valued, Value]
    """Values found before."""
    working: Working | None = None
    """Of a system; None of one equation, and of a system that no order of putting in resolves."""
    stages: tuple[Equation, ...] = ()
    """Lines between the last equation and the value."""
    choice: str = ""
    """What to say where the figure picked one of several roots; ends with ``so ``."""


class Source(NamedTuple):
    """What the problem itself says."""

    equations: Collection[Equation]
    chains: Mapping[Equation, Sequence[Equation]]
    """Equalities through a third quantity, with the two that they are made of; those of steps and of the problem."""
    definitions: Mapping[Quantity, Expression]
    """The expressions in letters that it gives for quantities."""
    values: Mapping[Valued, Value]
    """The values it states."""
    in_text: Collection[Equation]
    """Those of the equations that its text says; the others are marks of the figure."""


@dataclass(frozen=True)
class Statement:
    """What a step applies."""

    clause: str
    """What the theorem says at this place; empty where the step only uses an equation of the problem."""
    relation: Equation | None
    """What the theorem concludes there, or the problem's equation; None for a step that concludes a fact."""
    says_relation: bool = False
    """Whether the clause spells the relation out."""

    def with_values(self, known: Mapping[Valued, Value], equation: Equation | None = None) -> str:
        """Return the clause with the relation, or with ``equation``, another form of it, behind it where it adds something."""
        equation = equation or self.relation
        if equation is None or is_plain(equation):
            return self.clause
        shown, relation = written(equation, known), written(self.relation, {}) if self.relation is not None else ""
        if self.says_relation and shown == relation:
            return self.clause
        if self.relation is not None and shown != relation and self._leaves_open(self.relation, shown):
            shown = f"{relation}, {shown}"
        return f"{self.clause}: {shown}" if self.clause else shown

    def _leaves_open(self, relation: Equation, shown: str) -> bool:
        """Whether the clause does not name all that the numbers stand for, so that a reader would have to guess."""
        parts = [atom for atom in atoms_of(relation) if isinstance(atom, Quantity) and str(atom) not in shown]
        if self.says_relation or is_plain(relation):
            return False
        by_points = [part for part in parts if part.kind in _NAMED_BY_POINTS]
        return bool(self.clause) and not all(_is_named(part, self.clause) for part in by_points)


_NAMED_BY_POINTS = {"length", "angle", "arc"}


def _is_named(part: Quantity, clause: str) -> bool:
    name = "".join(part.points)
    return name in clause or name[::-1] in clause or (part.kind == "angle" and f"at {part.points[1]}" in clause)


def step_sentence(statement: Statement, findings: Sequence[Finding], source: Source) -> str:
    """Return a step in one sentence, or in several where values follow one after another.

    Args:
        statement: what the step applies.
        findings: the values that it finds, in order.
        source: tells equations of the problem from those of steps.
    """
    return " ".join(f"{_begun(part)}." for part in _parts(statement, findings, source))


def _begun(sentence: str) -> str:
    """Begin with a capital letter, unless it is the problem's own letter such as x that comes first."""
    return f"{sentence[0].upper()}{sentence[1:]}" if sentence[:2].isalpha() or sentence.startswith("a ") else sentence


def _parts(statement: Statement, findings: Sequence[Finding], source: Source) -> Iterator[str]:
    own = statement.relation if statement.clause else None
    if not findings or (own is not None and own not in findings[0].stated):
        yield statement.with_values({}, expand(own, source.definitions) if own is not None and is_plain(own) else None)
    elif own is None and statement.clause:
        yield statement.clause
    for place, finding in enumerate(findings):
        applied = statement if place == 0 and own is not None and own in finding.stated else None
        if len(finding.stated) == 1:
            yield _solved(finding, applied, source)
        else:
            yield from _system(finding, applied, source)


def _solved(finding: Finding, applied: Statement | None, source: Source) -> str:
    """One equation with one unknown; ``applied`` where it is the relation that the step applies."""
    (equation,) = finding.solved.equations
    if applied is not None:
        shown = applied.with_values(finding.known, equation)
        result, value = _result(finding, [equation]), finding.solved.equation
        if shown.endswith(f"so {finding.solved}"):  # a combination that says its result
            return shown
        if shown.endswith((f": {value}", f": {' = '.join(reversed(value.split(' = ')))}")):
            shown = applied.clause
        is_concluded = ", so " in shown and shown == applied.clause
        if is_concluded and (is_plain(equation) or result == f"so {finding.solved}"):
            return (
                f"{shown}: {result.removeprefix('so ')}"  # "..., so the angles are equal: ∠ABC = 57°" rather than a second "so"
            )
        return f"{shown}, {result}"
    is_given = finding.stated[0] in source.equations
    opening = _given(finding, source) if is_given else _origin(finding.stated[0], source)
    shown, result = written(equation, finding.known), _result(finding, [equation])
    if is_given and is_plain(equation):  # AD = BC, so BC = 4
        return f"{opening}, {result}"
    if shown == finding.solved.equation.removesuffix("°") or shown == finding.solved.equation or opening.endswith(shown):
        return f"{opening}, {result if is_given else result.removeprefix('so ')}"
    return f"{opening}: {shown}, {result}"


def _given(finding: Finding, source: Source) -> str:
    """Name what the problem gives: its equation, and what else it says of the quantities in it."""
    stated, used = finding.stated[0], set(atoms_of(finding.solved.equations[0]))
    atoms = atoms_of(stated)
    defined = [Equation(atom, source.definitions[atom]) for atom in atoms if isinstance(atom, Quantity) and atom not in used]
    valued = [Solved(atom, source.values[atom], ()).equation for atom in atoms if atom in used and atom in source.values]
    said = list(dict.fromkeys([*(written(each, {}) for each in (stated, *defined)), *valued]))
    return f"the {_giver(stated, source) if len(said) == 1 else 'problem'} gives {listed(said)}"


def _giver(equation: Equation, source: Source) -> str:
    return "problem" if equation in source.in_text else "figure"


def _system(finding: Finding, applied: Statement | None, source: Source) -> Iterator[str]:
    """Several equations: each but the last solved for one more unknown, then put into the last; or two of them added."""
    working, equations = finding.working, finding.solved.equations
    own = finding.stated.index(applied.relation) if applied is not None and applied.relation is not None else None
    if working is None:
        yield from _together(finding, applied)
        return
    order = _own_first(working.isolated, own, equations)
    own_is_first = bool(order) and order[0].place == own
    if applied is not None and not own_is_first:
        yield applied.with_values(finding.known, equations[own] if own is not None else None)
    put: list[Isolation] = []
    for each in order:
        opening = applied.clause if applied and not put and own_is_first else _origin(finding.stated[each.place], source)
        yield _isolated(each, equations[each.place], finding.known, put, opening)
        put.append(each)
    result = _result(finding, equations, put)
    if working.combined is not None:
        yield f"{_combined(finding, working)}, {result}"
        return
    opening = "put in" if working.last == own else _origin(finding.stated[working.last], source)
    yield f"{opening}: {written(equations[working.last], finding.known, put)}, {result}"


def _own_first(isolated: Sequence[Isolation], own: int | None, equations: Sequence[Equation]) -> list[Isolation]:
    """Let the step's own equation be solved first, unless an unknown that was isolated before is put into it."""
    place = next((place for place, each in enumerate(isolated) if each.place == own), None)
    if place is None or {each.atom for each in isolated[:place]} & set(atoms_of(equations[isolated[place].place])):
        return list(isolated)
    return [isolated[place], *isolated[:place], *isolated[place + 1 :]]


def _together(finding: Finding, applied: Statement | None) -> Iterator[str]:
    """Yield a system that no order of putting in resolves: its equations, to be solved together."""
    if applied is not None:
        yield applied.with_values({})
    shown = [written(equation, finding.known) for equation in finding.solved.equations]
    yield f"{listed(shown)} together leave one possibility, {_result(finding, finding.solved.equations)}"


def _isolated(each: Isolation, equation: Equation, known: Mapping[Valued, Value], put: Sequence[Isolation], opening: str) -> str:
    isolated = show_equation(Equation(each.atom, each.equals), {}, sign="≈" if each.is_rounded else "=")
    if opening.endswith((isolated, f" {' = '.join(reversed(isolated.split(' = ')))}")):
        return f"as found, {opening.removeprefix('from ')}" if opening.startswith("from ") else opening
    is_said = each.atom in tuple(equation)
    return f"{opening}: {isolated}" if is_said else f"{opening}: {written(equation, known, put)}, so {isolated}"


def _combined(finding: Finding, working: Working) -> str:
    first, second = (written(equation, finding.known) for equation in finding.solved.equations)
    words = f"adding {first} and {second}" if working.sign == "+" else f"subtracting {second} from {first}"
    is_said = str(working.combined) == finding.solved.equation
    return words if is_said else f"{words}: {working.combined}"


def _origin(equation: Equation, source: Source) -> str:
    parts = [written(part, {}) for part in source.chains.get(equation, (equation,))]
    return f"{f'the {_giver(equation, source)} gives' if equation in source.equations else 'from'} {listed(parts)}"


def _result(finding: Finding, equations: Sequence[Equation], put: Sequence[Isolation] = ()) -> str:
    gone = {each.atom for each in put}
    rounded = [
        str(atom)
        for atom in dict.fromkeys(atom for equation in equations for atom in atoms_of(equation))
        if atom not in gone and atom in finding.known and finding.known[atom].is_rounded
    ]
    lines = [written(line, finding.known) for line in finding.stages]
    shown = "".join(f"{line}, " for line in lines)
    return f"{shown}so {f'with {listed(rounded)} unrounded, ' if rounded else ''}{finding.choice}{finding.solved}"


def listed(words: Sequence[str]) -> str:
    """Return at least one part of a sentence as a list: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# equations


def is_plain(equation: Equation) -> bool:
    """Whether a theorem's clause already says it: two bare quantities, or a quantity and a number."""
    return all(isinstance(side, Quantity | Number) for side in equation)


def written(equation: Equation, known: Mapping[Valued, Value], put: Sequence[Isolation] = ()) -> str:
    """Write an equation with isolated unknowns and known values put in; ``≈`` where one of the numbers is rounded."""
    filled, is_rounded = equation, False
    for each in put:
        filled = replaced(filled, each.atom, each.equals)
        is_rounded |= each.is_rounded and each.atom in atoms_of(equation)
    is_rounded |= any(atom in known and known[atom].is_rounded for atom in atoms_of(filled))
    texts: dict[Valued, str] = {atom: known[atom].text for atom in atoms_of(filled) if atom in known}
    return show_equation(filled, texts, sign="≈" if is_rounded else "=")


def replaced(equation: Equation, atom: Atom, by: Expression) -> Equation:
    """Put an expression in for a letter or a quantity."""
    return Equation(*(substitute(side, lambda leaf: by if leaf == atom else leaf) for side in equation))


def show_equation(equation: Equation, texts: Mapping[Valued, str], *, sign: str = "=") -> str:
    """Write an equation with known values put in.

    Degrees carry their sign where the equation speaks of angles or arcs. One that is left with the problem's letters alone is
    about numbers: of an angle of (9y − 2)° it says 9y − 2.

    Args:
        equation: its letters and quantities may be known or not.
        texts: known values as they are written, without unit.
        sign: to write between the sides.
    """
    left = [atom for atom in atoms_of(equation) if atom not in texts]
    is_of_angles = _is_of_angles(equation)
    is_of_numbers = is_of_angles and bool(left) and all(isinstance(atom, Letter) for atom in left)
    sides = [_filled(side, texts, units=not is_of_numbers) for side in equation]
    if is_of_angles and not is_of_numbers:
        sides = [_with_degrees(side) for side in sides]
    return f" {sign} ".join(map(str, sides)).replace("-", "−")  # the minus of a number such as −5


def _is_of_angles(equation: Equation) -> bool:
    atoms = atoms_of(equation)
    has_angles = any(map(is_degrees, atoms)) and all(is_degrees(atom) or isinstance(atom, Letter) for atom in atoms)
    return has_angles and not any(_is_ratio(side) for side in equation)


def _is_ratio(side: Expression) -> bool:
    """Whether a side is a quotient of quantities or a ratio of sides, which has no unit."""
    if isinstance(side, Operation) and side.symbol in _RATIOS:
        return True
    return isinstance(side, Operation) and side.symbol == "/" and any(True for _ in unknowns(side.arguments[1]))


_RATIOS = {"sin", "cos", "tan"}


def _filled(side: Expression, texts: Mapping[Valued, str], *, units: bool) -> Expression:
    """Put known values in; ``units``: whether angles carry their sign, and so does what sine and share of a turn are taken of."""
    if isinstance(side, Number):
        return side
    if isinstance(side, Operation):
        arguments = tuple(_filled(part, texts, units=units) for part in side.arguments)
        if units and side.symbol in _RATIOS:
            arguments = (_with_degrees(arguments[0]),)
        if units and side.symbol == "/" and is_degrees(side.arguments[0]) and side.arguments[1] == _TURN:
            arguments = (arguments[0], _with_degrees(arguments[1]))
        return Operation(side.symbol, arguments)
    if side not in texts:
        return side
    text = texts[side] + ("°" if units and is_degrees(side) else "")
    return Operation("value", (Letter(text),)) if not text.replace(".", "").replace("°", "").isdigit() else Letter(text)


_TURN = Number(Fraction(360))
"""By which an angle is divided for its share of a circle."""


def _with_degrees(side: Expression) -> Expression:
    """Let what is no angle by itself carry the sign of degrees: 180°, (7x + 4)°; but not the 2 of 2 · ∠ABC."""
    if not _has_unit(side):
        shown = str(side)
        return Letter(f"{shown}°" if isinstance(side, Number | Letter) and "/" not in shown else f"({shown})°")
    if isinstance(side, Operation) and side.symbol in {"+", "-", "neg"}:
        return Operation(side.symbol, tuple(map(_with_degrees, side.arguments)))
    if isinstance(side, Operation) and side.symbol in {"*", "/"}:
        parts = (_with_degrees(part) if isinstance(part, Operation) and _has_unit(part) else part for part in side.arguments)
        return Operation(side.symbol, tuple(parts))
    return side


def _has_unit(side: Expression) -> bool:
    """Whether there is an angle in an expression, by name or by its value."""
    if isinstance(side, Letter):
        return side.name.endswith("°")
    return isinstance(side, Quantity) or (isinstance(side, Operation) and any(map(_has_unit, side.arguments)))
