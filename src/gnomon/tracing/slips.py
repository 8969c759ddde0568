"""Slips beside those of `gnomon.geometry.misconceptions`: a ten lost, and equations that are right and solved wrongly.

An equation solved wrongly is a wrong equation in the place of the step's right one: a term moved with its sign, a factor
subtracted or dropped. What the learner believes stands in ``slips.yaml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

from gnomon.geometry import Deduction, Misconception, Proof, Valued, WrongMove, wrong_moves
from gnomon.packaged import packaged_yaml
from gnomon.problem import Equation, Expression, Letter, Number, Operation, unknowns


@cache
def further_slips() -> Mapping[str, Misconception]:
    """Return every slip of the table by id, in its order."""
    return MappingProxyType({row["id"]: Misconception(**row) for row in packaged_yaml(__package__, "slips.yaml")})


def slip_moves(proof: Proof, deduction: Deduction) -> Iterator[WrongMove]:
    """Yield every step of ``proof`` at which a slip of the table may be made, with each wrong equation that it makes."""
    for name, slip in further_slips().items():
        if name not in _SOLVED_WRONGLY:
            yield from wrong_moves(proof, deduction, slip)
            continue
        for step in proof.steps:
            if step.solved and len(step.solved[0].equations) == 1:
                found = step.solved[0]
                wrong = _SOLVED_WRONGLY[name](found.equations[0], found.atom)
                yield from (WrongMove(slip, step.index, equation) for equation in wrong)


_Term = tuple[int, Expression]
"""A term of a sum with its sign, 1 or -1."""


def _with_sign_kept(equation: Equation, sought: Valued) -> Iterator[Equation]:
    """Change the sign of one term that is moved: a number beside the letter, or the letter's term where it has two."""
    if not isinstance(sought, Letter):
        return
    is_on_both = all(sought in set(unknowns(side)) for side in equation)
    for place, terms in enumerate(map(_terms, equation)):
        has_letter = any(sought in set(unknowns(term)) for _, term in terms)
        for index, (sign, term) in enumerate(terms):
            is_moved = isinstance(term, Number) and has_letter
            if len(terms) > 1 and (is_moved or (is_on_both and sought in set(unknowns(term)))):
                yield _put(equation, place, [*terms[:index], (-sign, term), *terms[index + 1 :]])


def _with_factor_subtracted(equation: Equation, sought: Valued) -> Iterator[Equation]:
    """Read the factor of a letter as a summand."""
    for place, terms, index in _multiples(equation, sought) if isinstance(sought, Letter) else ():
        sign, term = terms[index]
        factor = next(argument for argument in _arguments(term) if argument != sought)
        yield _put(equation, place, [*terms[:index], (sign, factor), (sign, sought), *terms[index + 1 :]])


def _with_factor_dropped(equation: Equation, sought: Valued) -> Iterator[Equation]:
    """Leave out the factor of what is sought."""
    for place, terms, index in _multiples(equation, sought):
        yield _put(equation, place, [*terms[:index], (terms[index][0], sought), *terms[index + 1 :]])


_SOLVED_WRONGLY: dict[str, Callable[[Equation, Valued], Iterator[Equation]]] = {
    "factor_dropped": _with_factor_dropped,
    "sign_kept": _with_sign_kept,
    "factor_subtracted": _with_factor_subtracted,
}


def _multiples(equation: Equation, sought: Valued) -> Iterator[tuple[int, list[_Term], int]]:
    """Yield where a number times ``sought`` is a term: side, its terms, place among them; nothing where it stands twice."""
    if sum(leaf == sought for side in equation for leaf in unknowns(side)) > 1:
        return
    for place, terms in enumerate(map(_terms, equation)):
        for index, (_, term) in enumerate(terms):
            arguments = _arguments(term)
            if sought in arguments and any(isinstance(argument, Number) for argument in arguments):
                yield place, terms, index


def _arguments(term: Expression) -> tuple[Expression, ...]:
    return term.arguments if isinstance(term, Operation) and term.symbol == "*" else ()


def _terms(side: Expression, sign: int = 1) -> list[_Term]:
    if isinstance(side, Operation) and side.symbol in {"+", "-"}:
        first, second = side.arguments
        return [*_terms(first, sign), *_terms(second, sign if side.symbol == "+" else -sign)]
    if isinstance(side, Operation) and side.symbol == "neg":
        return _terms(side.arguments[0], -sign)
    return [(sign, side)]


def _put(equation: Equation, place: int, terms: list[_Term]) -> Equation:
    """Return the equation with the sum of ``terms`` in the place of a side."""
    (sign, total), *rest = terms
    total = total if sign > 0 else Operation("neg", (total,))
    for sign, term in rest:
        total = Operation("+" if sign > 0 else "-", (total, term))
    return Equation(total, equation.right) if place == 0 else Equation(equation.left, total)
