"""What a problem offers as meanings of a learner's words: parts of its figure, true values, numbers on a way to the goal.

Everything is worked out once for a problem and looked up for each message.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from gnomon.algebra import Number, constant, tokenize, unit_at
from gnomon.geometry import Deduction, Proof
from gnomon.geometry.probing import atoms_of
from gnomon.geometry.rule import Stage
from gnomon.problem import Equation, Expression, Letter, Operation, Problem, Quantity, unknowns
from gnomon.tutor.message.moves import Description, Meaning, is_final
from gnomon.tutor.symbolic.blocks import NO_BLOCKS, Blocks, blocks_of
from gnomon.tutor.symbolic.described_parts import DescribedParts
from gnomon.tutor.symbolic.looks import Looks
from gnomon.tutor.symbolic.parts import Parts, Truth
from gnomon.tutor.symbolic.ways import Ways, flat, pieces_of, rounding_of, value_by

_CONSTANTS = frozenset({90.0, 180.0, 270.0, 360.0, 540.0, 720.0, 900.0, 1080.0, 1260.0, 1440.0, math.pi, 0.5, 100.0})
"""Numbers of theorems: the sums of angles of polygons among them."""
_LARGEST_COUNT = 12
"""Whole numbers up to it may count sides, halves and the like, wherever they come from."""
_LARGEST_SHARE = 4
"""Numbers up to it stand in fractions of theorems: a half, two thirds, a quarter."""
_MOST_TERMS = 6
"""Terms of a sum or factors of a product of which every part is looked at: 64 parts."""
_DEEPEST = 5
"""Relations in a row that lead to the goal; the bank's longest proofs have as many steps that find a value."""


class Scene(Parts):
    """The parts of a figure with what descriptions of them may mean, and with the numbers on a way to the goal.

    Args:
        deduction: what follows from the problem's givens.
        proof: the prepared proof, if there is one.
        truth: the true value of an expression; None where the givens do not fix it.
    """

    def __init__(self, deduction: Deduction, proof: Proof | None, truth: Truth) -> None:
        super().__init__(deduction, proof, truth)
        self._described = DescribedParts(self)
        self.looks = Looks(deduction, self.given)

    def meanings(self, said: Description) -> tuple[Meaning, ...]:
        """Return what a description may mean (`DescribedParts.meanings`)."""
        return self._described.meanings(said)

    def narrowed(self, meanings: Sequence[Meaning], text: str) -> tuple[Meaning, ...]:
        """Keep the meanings that fit the shape that is named (`DescribedParts.narrowed`)."""
        return self._described.narrowed(meanings, text)

    @cached_property
    def blocks(self) -> Blocks:
        """The rectangles of the shape whose area is sought; none where it is no shape of right angles, or has no size."""
        goal = self.proof.goal if self.proof is not None else None
        is_area = isinstance(goal, Quantity) and goal.kind == "area" and self.truth(goal) is not None
        return blocks_of([self.diagram.at[corner] for corner in goal.points]) if is_area else NO_BLOCKS  # type: ignore[union-attr]

    # numbers on a way

    @cached_property
    def numbers(self) -> list[float]:
        """The numbers that the figure's quantities and relations make, sorted: sums in part, products, ratios, roots."""
        found: set[float] = {value for value in map(self.truth, self._atoms) if value is not None}
        for equation in self._leading:
            found.update(self._numbers_of(equation))
        # Below a thousandth there is only noise of the fit.
        return sorted(round(value, 9) for value in found if math.isfinite(value) and value > 1e-3)

    @cached_property
    def _leading(self) -> tuple[Equation, ...]:
        """The relations that help to find the goal: those with a sought quantity in them; what else is in them is sought, too."""
        relations = {equation: set(atoms_of(equation)) for equation in self._relations()}
        goal: set[Expression] = set(unknowns(self.proof.goal)) if self.proof is not None else set()
        sought, leading = set(goal), dict.fromkeys(e for e in relations if self.proof is None)
        for _ in range(_DEEPEST):
            found = [e for e, atoms in relations.items() if e not in leading and atoms & sought]
            leading |= dict.fromkeys(found)
            sought |= {atom for e in found for atom in relations[e] if atom not in self.given}
        return tuple(leading)

    def _relations(self) -> Iterator[Equation]:
        """Yield the relations of the part of school that the proof is from: sines fit any triangle's numbers."""
        steps = self.proof.steps if self.proof is not None else ()
        stage = max((step.rule.stage for step in steps if step.rule is not None), default=Stage.ELEMENTARY)
        for node, derivation in self.deduction.derived.items():
            is_empty = isinstance(node, Equation) and any(_is_one(piece) for side in node for piece in pieces_of(side))
            if (
                isinstance(node, Equation)
                and not is_empty
                and (derivation.instance is None or derivation.instance.rule.stage <= stage)
            ):
                yield node
        for step in self.proof.steps if self.proof is not None else ():
            yield from [] if step.equation is None else [step.equation]
            yield from (equation for solved in step.solved for equation in solved.equations)

    @cached_property
    def _atoms(self) -> list[Expression]:
        quantities = [quantity for several in self.parts.values() for quantity in several]
        letters = [Letter(name) for name in self.deduction.model.letters]
        return [*quantities, *letters]

    def _numbers_of(self, equation: Equation) -> Iterator[float]:
        """Yield the values of the parts of a relation: of its sides, of parts of its sums and products, of what is left over."""
        pieces = list(dict.fromkeys(piece for side in equation for piece in pieces_of(side)))
        has_square = any(isinstance(piece, Operation) and piece.symbol == "^" for piece in pieces)
        found = [value for piece in pieces if any(unknowns(piece)) and (value := self._value(piece)) is not None]
        for symbol in ("+", "*"):
            for whole in (*pieces, Operation({"+": "-", "*": "/"}[symbol], tuple(equation))):
                found += self._partial(whole, symbol)
        for value in found:
            yield value
            if has_square and value > 0:
                yield math.sqrt(value)

    def _partial(self, whole: Expression, symbol: str) -> list[float]:
        """Return the values of parts of a sum or product; of a product upside down, too."""
        terms = list(flat(whole, symbol))
        values = [self._signed(term, sign, symbol) for term, sign in terms]
        if not 2 <= len(terms) <= _MOST_TERMS or any(value is None for value in values):
            return []
        known = [value for value in values if value is not None]
        several = [part for count in range(2, len(known) + 1) for part in combinations(known, count)]
        if symbol == "+":
            return [abs(sum(part)) for part in several]
        products = [math.prod(part) for part in several]
        return [*products, *(1 / value for value in products if value)]

    def _signed(self, term: Expression, sign: int, symbol: str) -> float | None:
        value = self._value(term)
        if value is None or sign > 0:
            return value
        return -value if symbol == "+" else (1 / value if value else None)

    def _value(self, expression: Expression) -> float | None:
        return value_by(expression, self.truth)

    def is_number(self, value: float) -> bool:
        """Whether the figure makes a number, to the digits that a learner keeps."""
        return _is_among(self.numbers, value)

    def is_foreign(self, value: float) -> bool:
        """Whether a number is neither the figure's nor one that theorems bring or that counts."""
        return not self._is_known(value, frozenset())

    @cached_property
    def ways(self) -> Ways | None:
        """The ways to the goal; None where no proof is known."""
        return None if self.proof is None else Ways(self.deduction, self.proof, self.truth)

    @cached_property
    def _numbers_together(self) -> list[list[float]]:
        """The numbers of each relation on a way apart, sorted."""
        several = [
            sorted({round(v, 9) for v in (*self._numbers_of(e), *(n for side in e for n in leaves_of(side))) if v > 1e-3})
            for e in (self.ways.relations if self.ways is not None else ())
        ]
        return [list(each) for each in dict.fromkeys(map(tuple, several))]

    def leads(self, expression: Expression, earlier: frozenset[float] = frozenset()) -> bool:
        """Whether every operation of a calculation is one that some relation on a way makes with these numbers."""
        if not isinstance(expression, Operation) or (is_final(expression) and not self._is_quotient(expression)):
            return self._is_known(abs(constant(expression) or 0.0), earlier)
        sizes = [abs(value) for part in (*expression.arguments, expression) if (value := constant(part)) is not None]
        if is_final(expression):
            return self._is_met(sizes[-1:])  # 60/100 is 6/10
        if self.ways is None or not all(self.leads(argument, earlier) for argument in expression.arguments):
            return False
        met = [size for size in sizes if not _is_theorem_number(size) and size not in self._corners]
        if expression.symbol in "+-*/" and len(sizes) == 3:
            return not met or self.ways.makings.makes(expression.symbol, *sizes[:2])
        return not met or self._is_met(met)

    def _is_met(self, values: Sequence[float]) -> bool:
        """Whether some relation on a way makes all of some numbers."""
        return any(all(_is_among(numbers, value) for value in values) for numbers in self._numbers_together)

    @staticmethod
    def _is_quotient(expression: Expression) -> bool:
        """Whether a fraction is one length by another, and not a share such as 2/3."""
        parts = expression.arguments if isinstance(expression, Operation) and expression.symbol == "/" else ()
        return any((constant(part) or 0.0) > _LARGEST_SHARE for part in parts)

    @cached_property
    def _corners(self) -> frozenset[float]:
        return frozenset(float(len(polygon)) for polygon in self.diagram.polygons)

    def is_of_figure(self, expression: Expression, earlier: frozenset[float] = frozenset()) -> bool:
        """Whether every number in a calculation comes from the figure, a theorem or an earlier result."""
        return all(self._is_known(value, earlier) for value in leaves_of(expression))

    def speaks_of(self, expression: Expression) -> bool:
        """Whether some number in a calculation is one of the figure's."""
        return any(self.is_number(value) for value in leaves_of(expression))

    def _is_known(self, value: float, earlier: frozenset[float]) -> bool:
        is_count = value <= _LARGEST_COUNT and abs(value * 2 - round(value * 2)) < 1e-9
        return (
            is_count or round(value, 9) in _CONSTANTS or value == math.pi or round(value, 9) in earlier or self.is_number(value)
        )


def _is_theorem_number(value: float) -> bool:
    """Whether a number is one that theorems bring, such as the 2 of a half."""
    return value in {2.0, 3.0, 4.0, 0.5} or round(value, 9) in _CONSTANTS or value == math.pi


def _is_among(numbers: Sequence[float], value: float) -> bool:
    """Whether a number is among sorted ones, to the digits that a learner keeps."""
    slack = rounding_of(value)
    at = bisect_left(numbers, value - slack)
    return at < len(numbers) and numbers[at] <= value + slack


def _is_one(piece: Expression) -> bool:
    """Whether it is a quantity over itself, as in a proportion of a figure with itself."""
    return isinstance(piece, Operation) and piece.symbol == "/" and piece.arguments[0] == piece.arguments[1]


def leaves_of(expression: Expression) -> Iterator[float]:
    """Yield the numbers in an expression, without their signs."""
    if isinstance(expression, Number):
        value = constant(expression)
        yield abs(value) if value is not None else 0.0
    elif isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from leaves_of(argument)


def length_unit(problem: Problem) -> str:
    """Return the unit of a problem's lengths, such as ``cm``; empty where it names none."""
    tokens = tokenize(problem.question.text)
    written = (unit_at(tokens, index + 1)[0] for index, token in enumerate(tokens) if token.kind == "number")
    units = (unit.rstrip("²³") for unit in (*written, problem.unit))
    return next((unit for unit in units if unit not in {"", "°", "%", "unit"}), "")
