"""Slips in solving an equation for a letter: a term moved with its sign, a factor subtracted.

Each is a wrong equation in the place of a step's right one, with what the learner believes from ``algebra_slips.yaml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

from gnomon.geometry import Misconception, Proof, WrongMove
from gnomon.packaged import packaged_yaml
from gnomon.problem import Equation, Expression, Letter, Number, Operation, unknowns


@cache
def algebra_slips() -> Mapping[str, Misconception]:
    """Return every slip by id, in the order of the table."""
    return MappingProxyType({row["id"]: Misconception(**row) for row in packaged_yaml(__package__, "algebra_slips.yaml")})


def algebra_moves(proof: Proof) -> Iterator[WrongMove]:
    """Yield every step of ``proof`` that solves one equation for a letter, with each equation that a slip makes of it."""
    for name, slip in algebra_slips().items():
        for step in proof.steps:
            found = step.solved[0] if step.solved else None
            if found is None or not isinstance(found.atom, Letter) or len(found.equations) > 1:
                continue
            for wrong in _MADE[name](found.equations[0], found.atom):
                yield WrongMove(slip, step.index, wrong)


def _with_sign_kept(equation: Equation, letter: Letter) -> Iterator[Equation]:
    """Change the sign of one term that is moved: a number beside the letter, or the letter's term where it has two."""
    is_on_both = all(letter in set(unknowns(side)) for side in equation)
    for place, side in enumerate(equation):
        terms = list(_terms(side))
        has_letter = letter in set(unknowns(side))
        for index, (sign, term) in enumerate(terms):
            is_moved = isinstance(term, Number) and has_letter and len(terms) > 1
            if is_moved or (is_on_both and letter in set(unknowns(term)) and len(terms) > 1):
                changed = _sum([*terms[:index], (-sign, term), *terms[index + 1 :]])
                yield Equation(changed, equation[1]) if place == 0 else Equation(equation[0], changed)


def _with_factor_subtracted(equation: Equation, letter: Letter) -> Iterator[Equation]:
    """Read the factor of the letter as a summand, where the letter stands once."""
    if sum(leaf == letter for side in equation for leaf in unknowns(side)) > 1:
        return
    for place, side in enumerate(equation):
        terms = list(_terms(side))
        for index, (sign, term) in enumerate(terms):
            if isinstance(term, Operation) and term.symbol == "*" and letter in term.arguments:
                factor = next(argument for argument in term.arguments if argument != letter)
                changed = _sum([*terms[:index], (sign, factor), (sign, letter), *terms[index + 1 :]])
                yield Equation(changed, equation[1]) if place == 0 else Equation(equation[0], changed)


_MADE: dict[str, Callable[[Equation, Letter], Iterator[Equation]]] = {
    "sign_kept": _with_sign_kept,
    "factor_subtracted": _with_factor_subtracted,
}


def _terms(side: Expression, sign: int = 1) -> Iterator[tuple[int, Expression]]:
    """Yield the terms of a sum with their signs."""
    if isinstance(side, Operation) and side.symbol in {"+", "-"}:
        first, second = side.arguments
        yield from _terms(first, sign)
        yield from _terms(second, sign if side.symbol == "+" else -sign)
    elif isinstance(side, Operation) and side.symbol == "neg":
        yield from _terms(side.arguments[0], -sign)
    else:
        yield sign, side


def _sum(terms: list[tuple[int, Expression]]) -> Expression:
    (sign, total), *rest = terms
    total = total if sign > 0 else Operation("neg", (total,))
    for sign, term in rest:
        total = Operation("+" if sign > 0 else "-", (total, term))
    return total
