"""Systems of equations that fix a value together although no single equation does: which atom, by which equations.

All equations of a system are linear in the unknown atoms, or all but one are and the linear ones leave that one a single
unknown. What is asked here is only what follows; values are computed in `gnomon.geometry.solving`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.geometry.probing import Atom
from gnomon.problem import Equation

_MOST_ATOMS = 60
"""With more unknowns no system is looked for: each of them asks for least squares and a linear programme over all rows."""
_MOST_MIXED = 12
"""How many systems with a nonlinear equation are returned at most; cheap ones first."""
_SMALL = 1e-7
"""What counts as 0 in combinations of linear equations, whose coefficients are exact but for the noise of the solver."""
COST_OF_ROW = 0.3
"""What each equation of a system costs besides its own derivation: three are about a rule, so that rules one by one win."""
_LOOSE = 1e-5
"""For slopes at a fitted figure, which are not exact."""


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
        chosen = support(matrix, [row.cost for row in rows], _unit(matrix, atoms.index(atom)))
        if chosen:
            yield System(atom, tuple(rows[i].equation for i in chosen))
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
    free = null_space(matrix)
    found = 0
    for gradient in sorted(gradients, key=lambda one: one.cost):
        places = [atoms.index(atom) for atom in gradient.slopes]
        moves = free[places]
        if _are_many(moves):
            continue
        sizes = np.linalg.svd(moves, compute_uv=False)
        if not len(sizes) or sizes[0] < _SMALL or (len(sizes) > 1 and sizes[1] > _SMALL * sizes[0]):
            continue
        if float(np.abs(np.array(list(gradient.slopes.values())) @ moves).max()) < _LOOSE:
            continue
        system = _mixed(rows, matrix, atoms, gradient, min((a for a in gradient.slopes if _moves(free, atoms, a)), key=wanted))  # type: ignore[arg-type]  # as above
        if system is not None:
            yield system
            found += 1
        if found == _MOST_MIXED:
            return


def matters(slopes: Sequence[Mapping[Atom, float]], atom: Atom, known: Collection[Atom]) -> set[Atom]:
    """Return which ``known`` atoms a system's value of ``atom`` depends on; the others cancel.

    Args:
        slopes: of each equation along all its atoms, at the fitted figure, each scaled by its atom's own size.
        atom: what the system determines.
        known: the atoms whose values are put in.
    """
    unknown = sorted({a for row in slopes for a in row} - set(known), key=str)
    matrix = np.array([[row.get(a, 0.0) for a in unknown] for row in slopes])
    unit = np.array([float(a == atom) for a in unknown])
    weights = np.linalg.lstsq(matrix.T, unit, rcond=None)[0]
    if np.abs(matrix.T @ weights - unit).max(initial=0.0) > _LOOSE:  # no combination leaves the atom alone: keep everything
        return set(known)
    return {a for a in known if abs(sum(w * row.get(a, 0.0) for w, row in zip(weights, slopes, strict=True))) > _LOOSE}


def _mixed(
    rows: Sequence[Row], matrix: NDArray[np.float64], atoms: Sequence[Atom], gradient: Gradient, atom: Atom
) -> System | None:
    kept = [place for place, other in enumerate(atoms) if other != atom]
    reduced = matrix[:, kept]
    chosen: dict[int, None] = {}
    for other in gradient.slopes:
        if other != atom:
            found = support(reduced, [row.cost for row in rows], _unit(reduced, kept.index(atoms.index(other))))
            if not found:
                return None
            chosen.update(dict.fromkeys(found))
    return System(atom, (*(rows[i].equation for i in sorted(chosen)), gradient.equation))  # the step of the last one concludes


def _are_many(moves: NDArray[np.float64]) -> bool:
    """Whether moves are clearly along more than one line: two of them span an area. Far cheaper than singular values."""
    squares = moves @ moves.T
    sizes = np.diag(squares)
    least = 1e-6 * float(sizes.max(initial=0.0)) ** 2  # squares: a thousandth of the largest move
    return bool((np.outer(sizes, sizes) - squares**2 > least).any())


def _moves(free: NDArray[np.float64], atoms: Sequence[Atom], atom: Atom) -> bool:
    return bool(np.abs(free[atoms.index(atom)]).max(initial=0.0) > _SMALL)


def _matrix(rows: Sequence[Row], atoms: Sequence[Atom]) -> NDArray[np.float64]:
    return np.array([[row.coefficients.get(atom, 0.0) for atom in atoms] for row in rows]).reshape(len(rows), len(atoms))


def null_space(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return columns that span what the rows of a matrix leave free."""
    if not len(matrix):
        return np.eye(matrix.shape[1])
    # All right singular vectors, but no more left ones than these: of many equations they would take most of the time.
    _, sizes, rows = np.linalg.svd(matrix, full_matrices=len(matrix) < matrix.shape[1])
    # Coefficients are exact but for rounding, so that what is smaller is 0; in an empty matrix all is.
    rank = int((sizes > 1e-9 * max(float(sizes.max(initial=0.0)), 1e-12)).sum())
    return np.asarray(rows[rank:].T)


def support(matrix: NDArray[np.float64], costs: Sequence[float], wanted: NDArray[np.float64]) -> list[int]:
    """Return few cheap rows whose span holds ``wanted``, none of them needless; empty when there are none."""

    def spans(rows: list[int]) -> bool:
        chosen = matrix[rows]
        combination = np.linalg.lstsq(chosen.T, wanted, rcond=None)[0]
        return bool(np.abs(chosen.T @ combination - wanted).max() < _SMALL)

    def pruned(rows: list[int]) -> list[int]:
        for row in sorted(rows, key=lambda i: -costs[i]):
            fewer = [i for i in rows if i != row]
            if fewer and spans(fewer):
                rows = fewer
        return rows

    rows = list(range(len(matrix)))
    if not rows or not spans(rows):
        return []
    sparse = _sparse(matrix, costs, wanted)
    found = [pruned(rows), *([pruned(sparse)] if sparse and spans(sparse) else [])]
    return min(found, key=lambda chosen: sum(costs[i] + COST_OF_ROW for i in chosen))


def _unit(matrix: NDArray[np.float64], column: int) -> NDArray[np.float64]:
    unit = np.zeros(matrix.shape[1])
    unit[column] = 1.0
    return unit


def _sparse(matrix: NDArray[np.float64], costs: Sequence[float], wanted: NDArray[np.float64]) -> list[int]:
    """Return the rows of the combination to ``wanted`` with the least sum of weights, each times its cost: few and cheap ones."""
    from scipy.optimize import linprog  # heavy: loaded only when a system is met

    sizes = np.abs(matrix).max(axis=1)
    sizes[sizes == 0] = 1.0
    rows = matrix / sizes[:, None]
    weights = np.array(costs) + COST_OF_ROW
    found = linprog(np.concatenate([weights, weights]), A_eq=np.hstack([rows.T, -rows.T]), b_eq=wanted)
    if found.x is None:
        return []
    parts = found.x[: len(rows)] - found.x[len(rows) :]
    return np.flatnonzero(np.abs(parts) > _SMALL).tolist()
