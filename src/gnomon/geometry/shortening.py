"""A derivation without detours: a value that one more theorem gives from what the proof has anyway is not derived at length.

A deduction finds the cheapest way to each value for itself. Two values of one proof may so be found by two long ways, such as
all four sides of a square from its diagonal, where the second follows from the first at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from gnomon.geometry.derivation import Deduction, Derivation, Known, Node
from gnomon.geometry.probing import atoms_of, slopes
from gnomon.problem import Equation, Operation

_LEAST_SAVED = 0.5
"""What another way must save, about half a theorem, to be a shorter one and not just another."""
_FEWEST_THEOREMS = 3
"""A proof of fewer has no detour: with one more theorem for the value there is nothing left to save."""
_ROUNDS = 8
"""Of looking again after a way was shortened; each saves at least half a theorem."""
_OPERATION = 0.02
"""Cost of using an equation: so little that it only decides between ways of as many theorems."""


def shortened(deduction: Deduction, asked: Iterable[Node]) -> Deduction:
    """Return a deduction in which the values that what was asked needs share their ways where that saves theorems.

    Args:
        deduction: finished; it is not changed.
        asked: the values that make up the goal, or the statement to prove.
    """
    starts = list(asked)
    if not all(node in deduction.derived for node in starts):
        return deduction
    derived = dict(deduction.derived)
    if sum(_level(derived[node]) > 0 for node in _behind(starts, derived)) < _FEWEST_THEOREMS:
        return deduction
    equations = _by_atom(derived)
    for _ in range(_ROUNDS):
        way = _shorter_way(starts, derived, equations, deduction)
        if way is None:
            break
        derived[way[0]] = way[1]
    return replace(deduction, derived=derived)


def _by_atom(derived: Mapping[Node, Derivation]) -> dict[object, list[Equation]]:
    found: dict[object, list[Equation]] = defaultdict(list)
    for node, derivation in derived.items():
        if isinstance(node, Equation) and derivation.kind in {"rule", "given"}:
            for atom in atoms_of(node):
                found[atom].append(node)
    return found


def _shorter_way(
    starts: list[Node], derived: Mapping[Node, Derivation], equations: Mapping[object, list[Equation]], deduction: Deduction
) -> tuple[Known, Derivation] | None:
    """Return the value whose other way saves most, with that way."""
    now = _cost(starts, derived)
    best: tuple[float, Known, Derivation] | None = None
    nodes = _behind(starts, derived)
    for node in nodes:
        if not isinstance(node, Known) or isinstance(node.atom, Operation) or derived[node].kind not in {"solve", "system"}:
            continue
        for derivation in _other_ways(node, nodes, derived, equations, deduction):
            cost = _cost(starts, {**derived, node: derivation})
            if cost < now - _LEAST_SAVED and (best is None or cost < best[0]):
                best = (cost, node, derivation)
    return best[1:] if best is not None else None


def _other_ways(
    node: Known,
    nodes: Mapping[Node, None],
    derived: Mapping[Node, Derivation],
    equations: Mapping[object, list[Equation]],
    deduction: Deduction,
) -> Iterator[Derivation]:
    """Yield ways by one equation that is linear in a value and has the proof's other values beside it."""
    sought = node.atom
    assert not isinstance(sought, Operation)  # a ratio that is asked for has one way
    for equation in equations.get(sought, ()):
        inputs: tuple[Node, ...] = (equation, *(Known(atom) for atom in atoms_of(equation) if atom != sought))
        if equation in derived[node].inputs or not all(other in nodes for other in inputs[1:]):
            continue
        found = slopes(equation, [sought], deduction.model.value)
        if found is not None and found[1] and node not in _behind(inputs, derived):
            yield Derivation("solve", inputs)


def _cost(starts: list[Node], derived: Mapping[Node, Derivation]) -> float:
    behind = [derived[node] for node in _behind(starts, derived)]
    return sum(_level(each) for each in behind) + _OPERATION * sum(each.kind != "given" for each in behind)


def _level(derivation: Derivation) -> float:
    if derivation.combination is not None:
        return 1.0
    return derivation.instance.rule.level if derivation.instance is not None else 0.0


def _behind(starts: list[Node] | tuple[Node, ...], derived: Mapping[Node, Derivation]) -> dict[Node, None]:
    """Return all that some nodes rest on, themselves included."""
    found: dict[Node, None] = {}
    stack = list(starts)
    while stack:
        node = stack.pop()
        if node not in found:
            found[node] = None
            stack.extend(derived[node].inputs)
    return found
