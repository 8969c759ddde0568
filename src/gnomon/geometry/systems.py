"""Systems of equations that fix a value together although no single equation does: which atom, by which equations.

All equations of a system are linear in the unknown atoms, or all but one are and the linear ones leave that one a single
unknown. What is asked here is only what follows; values are computed in `gnomon.geometry.solving`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.problem import Equation, Letter, Quantity

__all__ = ["Atom", "Gradient", "Row", "linear_systems", "mixed_systems"]

Atom = Letter | Quantity
_MOST_ATOMS = 60
_MOST_MIXED = 12
"""How many systems with a nonlinear equation are returned at most; cheap ones first."""
_SMALL = 1e-7


class Row(NamedTuple):
    """A linear equation."""

    equation: Equation
    coefficients: Mapping[Atom, float]
    """Of its unknown atoms."""
    cost: float
    """Of its derivation; a system of cheap equations is preferred."""


class Gradient(NamedTuple):
    """A nonlinear equation."""

    equation: Equation
    slopes: Mapping[Atom, float]
    """How its difference changes with each unknown atom at the fitted figure, relative to its size."""
    cost: float


class System(NamedTuple):
    """Equations that determine an atom together."""

    atom: Atom
    equations: tuple[Equation, ...]


def linear_systems(rows: Sequence[Row], wanted: Callable[[Atom], object]) -> Iterator[System]:
    """Yield the first atom, in the order of ``wanted``, that linear equations determine; nothing when there is none."""
    atoms = sorted({atom for row in rows for atom in row.coefficients}, key=str)
    if not rows or len(atoms) > _MOST_ATOMS:
        return
    matrix = _matrix(rows, atoms)
    for atom in sorted(atoms, key=wanted):  # type: ignore[arg-type]  # the caller gives a sortable key
        support = _support(matrix, [row.cost for row in rows], atoms.index(atom))
        if support:
            yield System(atom, tuple(rows[i].equation for i in support))
            return


def mixed_systems(rows: Sequence[Row], gradients: Sequence[Gradient], wanted: Callable[[Atom], object]) -> Iterator[System]:
    """Yield systems of one nonlinear equation and the linear ones that leave it one unknown.

    The directions that the linear equations leave free are the null space of their matrix. Where they move the atoms of a
    nonlinear equation along one line only, and the equation is not level on it, the equation fixes all of them.
    """
    named = {atom for row in rows for atom in row.coefficients} | {atom for one in gradients for atom in one.slopes}
    atoms = sorted(named, key=str)
    if not gradients or len(atoms) > _MOST_ATOMS:
        return
    matrix = _matrix(rows, atoms)
    free = _null_space(matrix)
    found = 0
    for gradient in sorted(gradients, key=lambda one: one.cost):
        places = [atoms.index(atom) for atom in gradient.slopes]
        moves = free[places]
        sizes = np.linalg.svd(moves, compute_uv=False)
        if not len(sizes) or sizes[0] < _SMALL or (len(sizes) > 1 and sizes[1] > _SMALL * sizes[0]):
            continue
        if float(np.abs(np.array(list(gradient.slopes.values())) @ moves).max()) < 1e-5:
            continue
        system = _mixed(rows, matrix, atoms, gradient, min((a for a in gradient.slopes if _moves(free, atoms, a)), key=wanted))  # type: ignore[arg-type]  # as above
        if system is not None:
            yield system
            found += 1
        if found == _MOST_MIXED:
            return


def _mixed(
    rows: Sequence[Row], matrix: NDArray[np.float64], atoms: Sequence[Atom], gradient: Gradient, atom: Atom
) -> System | None:
    kept = [place for place, other in enumerate(atoms) if other != atom]
    reduced = matrix[:, kept]
    chosen: dict[int, None] = {}
    for other in gradient.slopes:
        if other != atom:
            support = _support(reduced, [row.cost for row in rows], kept.index(atoms.index(other)))
            if not support:
                return None
            chosen.update(dict.fromkeys(support))
    return System(atom, (*(rows[i].equation for i in sorted(chosen)), gradient.equation))  # the step of the last one concludes


def _moves(free: NDArray[np.float64], atoms: Sequence[Atom], atom: Atom) -> bool:
    return bool(np.abs(free[atoms.index(atom)]).max(initial=0.0) > _SMALL)


def _matrix(rows: Sequence[Row], atoms: Sequence[Atom]) -> NDArray[np.float64]:
    return np.array([[row.coefficients.get(atom, 0.0) for atom in atoms] for row in rows]).reshape(len(rows), len(atoms))


def _null_space(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    if not len(matrix):
        return np.eye(matrix.shape[1])
    _, sizes, rows = np.linalg.svd(matrix)
    rank = int((sizes > 1e-9 * max(float(sizes.max(initial=0.0)), 1e-12)).sum())
    return np.asarray(rows[rank:].T)


def _support(matrix: NDArray[np.float64], costs: Sequence[float], column: int) -> list[int]:
    """Return a minimal set of rows whose span holds the unit vector of ``column``; empty when there is none."""
    unit = np.zeros(matrix.shape[1])
    unit[column] = 1.0

    def spans(rows: list[int]) -> bool:
        chosen = matrix[rows]
        combination = np.linalg.lstsq(chosen.T, unit, rcond=None)[0]
        return bool(np.abs(chosen.T @ combination - unit).max() < _SMALL)

    rows = list(range(len(matrix)))
    if not rows or not spans(rows):
        return []
    for row in sorted(rows, key=lambda i: -costs[i]):
        fewer = [i for i in rows if i != row]
        if fewer and spans(fewer):
            rows = fewer
    return rows
