"""How equations change near the fitted figure: which quantities they restrain, which cancel, which are linear.

Numbers of the model only say here what an equation could be solved for; no value of it is used.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial

from gnomon.algebra import compiled
from gnomon.problem import Equation, Letter, Operation, Quantity, unknowns

Atom = Letter | Quantity
Valued = Atom | Operation
"""What a value may follow for: a letter, a quantity, or the ratio that is asked for, such as the sine of an angle."""
ValueOf = Callable[[Atom], float]
"""Where the model has an atom."""

_STEP = 1e-4
"""By what share of its size an atom is moved to see what changes with it."""
_LEAST = 1e-2
"""Size of an atom that is 0 in the model."""


@lru_cache(maxsize=8192)  # about the equations of one problem, each of which is asked some ten times
def atoms_of(equation: Equation) -> tuple[Atom, ...]:
    """Return the letters and quantities of an equation, in order."""
    return tuple(dict.fromkeys(leaf for side in equation for leaf in unknowns(side)))


def restrained_by(equation: Equation, atoms: Sequence[Atom], value_of: ValueOf) -> list[Atom]:
    """Return those of some atoms that an equation really restrains: its difference changes when one of them moves."""
    try:
        left, right = _sides(equation, value_of)
    except (ArithmeticError, ValueError, KeyError):
        return []
    size = max(abs(left) + abs(right), 1e-9)
    least = 1e-6 * size

    def restrains(atom: Atom) -> bool:
        try:
            # One per cent: far above the noise of the model, and small beside any figure.
            return abs(_moved(equation, atom, 0.01, value_of, max(_LEAST, 0.01 * size)) - (left - right)) > least
        except (ArithmeticError, ValueError, KeyError):
            return False

    return [atom for atom in atoms if restrains(atom)]


def cancelling(equations: Sequence[Equation], idle: Collection[Atom], unknown: Collection[Atom], value_of: ValueOf) -> set[Atom]:
    """Return those of ``idle`` that may stay unknown when ``equations`` are solved.

    Args:
        equations: what is solved together.
        idle: atoms on whose values the result does not depend.
        unknown: atoms that are to be found.
        value_of: see `ValueOf`.

    Returns:
        The idle atoms of which every equation that holds one is linear in the idle and unknown ones together: there they
        cancel as plain terms.
    """
    left = set(idle)
    for equation in equations:
        atoms = [atom for atom in atoms_of(equation) if atom in left or atom in unknown]
        if left & set(atoms) and _linear(partial(_difference, equation, value_of), atoms) is None:
            left -= set(atoms)
    return left


def slopes(equation: Equation, atoms: Sequence[Atom], value_of: ValueOf) -> tuple[dict[Atom, float], bool] | None:
    """Return the slopes of an equation along some atoms and whether it is linear in them; None without any."""
    difference = partial(_difference, equation, value_of)
    coefficients = _linear(difference, atoms)
    if coefficients is not None:
        found = {atom: slope for atom, slope in coefficients.items() if abs(slope) > 1e-9}
        return (found, True) if found else None
    try:
        here = {atom: value_of(atom) for atom in atoms}
        # Forward differences of a millionth of each atom, or of a thousandth where it is about 0.
        left, right = _sides(equation, value_of)
        size, misfit = max(abs(left), abs(right), 1e-9), left - right  # a fitted figure satisfies no equation quite
        steps = {atom: 1e-6 * max(abs(here[atom]), 1e-3) for atom in atoms}
        rises = {atom: (difference({**here, atom: here[atom] + step}) - misfit) / size for atom, step in steps.items()}
    except (ArithmeticError, ValueError, KeyError):
        return None
    return {atom: rise / steps[atom] for atom, rise in rises.items()}, False


def scaled_slopes(equation: Equation, value_of: ValueOf) -> dict[Atom, float]:
    """Return how the difference of an equation's sides changes with each of its atoms, each by its own size."""
    ends = {atom: [_moved(equation, atom, share, value_of) for share in (_STEP, -_STEP)] for atom in atoms_of(equation)}
    return {atom: (more - less) / (2 * _STEP) for atom, (more, less) in ends.items()}


def is_identity(equation: Equation) -> bool:
    """Whether an equation holds whatever its letters are, as 2x + 3 = 2x + 3; False for one with quantities."""
    if any(isinstance(leaf, Quantity) for leaf in atoms_of(equation)):
        return False
    generator = random.Random(0)  # test points of an identity, not cryptography
    for _ in range(3):  # an equation of school algebra that holds at three random places holds everywhere
        at = {leaf: generator.uniform(1, 9) for leaf in atoms_of(equation)}
        if abs(_difference(equation, at.__getitem__, {})) > 1e-9:
            return False
    return True


def _difference(equation: Equation, value_of: ValueOf, at: Mapping[Atom, float]) -> float:
    """Return the left side less the right one, in the model but for the values ``at``."""
    leaves, left, right = compiled(equation)
    values = [at[leaf] if leaf in at else value_of(leaf) for leaf in leaves]
    return left(values) - right(values)


def _sides(equation: Equation, value_of: ValueOf) -> tuple[float, float]:
    leaves, left, right = compiled(equation)
    values = [value_of(leaf) for leaf in leaves]
    return left(values), right(values)


def _moved(equation: Equation, atom: Atom, share: float, value_of: ValueOf, least: float = _LEAST) -> float:
    """Return the difference with one atom moved by a share of its size; ``least``: that of one that is about 0."""
    here = value_of(atom)
    return _difference(equation, value_of, {atom: here + share * (abs(here) if abs(here) > _LEAST else least)})


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
