"""Formulas in a learner's message: tokens to expressions over the figure's quantities.

Names are taken as the learner means them: two letters are a segment, three an angle, "angle K" the only angle at K, "the
area" what was asked for, "it" the thing in question. What has no one meaning is refused, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from gnomon.figure import Figure
from gnomon.problem import Expression, ExpressionError, Letter, Number, Operation, Problem, Quantity, unknowns
from gnomon.tutor.message.lexer import FUNCTIONS, MEASURES, Token


class _UnreadableError(ValueError):
    """Tokens that are no expression."""


class Meaning:
    """What names and pronouns mean in one problem.

    Args:
        problem: gives the figure, the goal and the unknown letters.
        asked: what the tutor asked for last; None: the goal.
    """

    def __init__(self, problem: Problem, asked: Expression | None) -> None:
        self.figure = problem.question.figure or Figure(points={})
        goal = problem.formal.goal.expression if problem.formal and problem.formal.goal else None
        self.asked = asked if asked is not None else goal
        self.goal = goal
        sides = [side for e in problem.formal.equations for side in e] if problem.formal else []
        spoken = [*sides, *([goal] if goal else [])]
        self.letters = {leaf.name for side in spoken for leaf in unknowns(side) if isinstance(leaf, Letter)}
        self.hypotenuse = _hypotenuse(problem)

    def named(self, kind: str, points: Sequence[str]) -> Expression:
        """Return the quantity of a name."""
        if kind == "angle" and len(points) == 1:
            return _angle_at(points[0], self.figure)
        if kind in {"area", "perimeter"} and len(points) >= 3:
            return Quantity.of("area" if kind == "area" else "perimeter", *points)
        if kind in {"area", "circumference", "radius", "diameter"} and len(points) == 1:
            return Quantity.of({"area": "circle_area"}.get(kind, kind), *points)  # type: ignore[arg-type]  # one of the circle's kinds
        if kind in {"arc", "arc_length", "sector_area"}:
            return Quantity.of(kind, *points)  # type: ignore[arg-type]  # three kinds of quantity
        if len(points) == 2:
            return Quantity.of("length", *points)
        if len(points) == 3 and kind != "triangle":
            return Quantity.of("angle", *points)
        raise _UnreadableError(kind)

    def unnamed(self, kind: str) -> Expression:
        """Return what ``the area`` or ``the hypotenuse`` must mean here."""
        if kind == "hypotenuse" and self.hypotenuse is not None:
            return self.hypotenuse
        for candidate in (self.asked, self.goal):
            if isinstance(candidate, Quantity) and candidate.kind in MEASURES.get(kind, ()):
                return candidate
        raise _UnreadableError(kind)


def read_formula(tokens: Sequence[Token], meaning: Meaning) -> Expression | None:
    """Return the expression that all ``tokens`` make together; None when they make none."""
    try:
        parser = _Parser(meaning, [token for token in tokens if token.kind != "skipped"])
        expression = parser.sum()
    except (_UnreadableError, ExpressionError, RecursionError, OverflowError):
        return None
    return expression if parser.is_done else None


class _Parser:
    """Recursive descent over tokens: sums, products, powers, functions, names."""

    def __init__(self, meaning: Meaning, tokens: Sequence[Token]) -> None:
        self.meaning = meaning
        self.tokens = tokens
        self.at = 0

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.tokens)

    def _peek(self) -> str:
        return "" if self.is_done else self.tokens[self.at].kind

    def _take(self) -> Token:
        if self.is_done:
            raise _UnreadableError("end")
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self) -> Expression:
        result = self._product()
        while self._peek() in {"plus", "minus"}:
            symbol = "+" if self._take().kind == "plus" else "-"
            result = Operation(symbol, (result, self._product()))
        return result

    def _product(self) -> Expression:
        result = self._power()
        while True:
            kind = self._peek()
            if kind in {"times", "divided"}:
                self._take()
                result = Operation("*" if kind == "times" else "/", (result, self._power()))
            elif (
                kind in {"letter", "root", "(", "sine", "cosine", "tangent"}
                and isinstance(result, Number)
                and self._touches(kind)
            ):
                result = Operation("*", (result, self._power()))
            else:
                return result

    def _touches(self, kind: str) -> bool:
        """Whether a bracket stands right behind its factor; after a space it explains, as in ``10 (twice CT)``."""
        return kind != "(" or self.tokens[self.at].start == self.tokens[self.at - 1].end

    def _power(self) -> Expression:
        base = self._unit()
        while self._peek() == "squared":
            self._take()
            base = Operation("^", (base, Number(Fraction(2))))
        return base

    def _unit(self) -> Expression:
        token = self._take()
        kind = token.kind
        if kind == "number" and token.value is not None:
            return Number(Fraction(str(token.value)) if abs(token.value) < 1e15 else Fraction(token.value))
        if kind == "right_angle":
            return Number(Fraction(90))
        if kind == "minus":
            return Operation("neg", (self._power(),))
        if kind == "letter":
            return Letter(token.text)
        if kind == "(":
            inner = self.sum()
            if self._peek() == ")":
                self._take()
            return inner
        if kind in {"half", "twice"}:
            self._skip_of()
            factor = Number(Fraction(1, 2) if kind == "half" else Fraction(2))
            return Operation("*", (factor, self._power()))
        if kind in FUNCTIONS:
            self._skip_of()
            return Operation(FUNCTIONS[kind], (self._unit(),))
        return self._quantity(token)

    def _quantity(self, token: Token) -> Expression:
        if token.kind == "name":
            return self.meaning.named("", token.points)
        if token.kind == "subject":
            meant = self.meaning.goal if "answer" in token.text.lower() else self.meaning.asked
            if meant is None:
                raise _UnreadableError("subject")
            return meant
        if token.kind == "of":
            return self._unit()
        if token.kind not in MEASURES and token.kind != "hypotenuse":
            raise _UnreadableError(token.text)
        return self._measure(token.kind)

    def _measure(self, kind: str) -> Expression:
        """Read what follows a word for a measure: ``length of arc AB``, ``area of triangle ABC``, ``radius of circle O``."""
        self._skip_of()
        if self._peek() == "arc" and kind == "length":
            self._take()
            kind = "arc_length"
        elif self._peek() in {"angle", "length"} and kind in {"angle", "length"}:
            return self._unit()
        if self._peek() == "sector":
            kind = "sector_area"
        if self._peek() in {"triangle", "circle", "sector"}:
            self._take()
        if self._peek() == "name":
            return self.meaning.named(kind, self._take().points)
        return self.meaning.unnamed(kind)

    def _skip_of(self) -> None:
        while self._peek() == "of":
            self._take()


def _angle_at(vertex: str, figure: Figure) -> Expression:
    ends = set()
    for line in figure.lines:
        if vertex in line:
            at = line.index(vertex)
            ends |= {line[i] for i in (at - 1, at + 1) if 0 <= i < len(line)}
    if len(ends) != 2:
        raise _UnreadableError(f"angle {vertex} is not the only one at its vertex")
    first, last = sorted(ends)
    return Quantity.of("angle", first, vertex, last)


def _hypotenuse(problem: Problem) -> Expression | None:
    """Return the side opposite the one right angle that the problem states, if there is just one such triangle."""
    figure, found = problem.question.figure, set()
    for mark in figure.marks.right_angles if figure else ():
        first, _, last = re.findall(r"[A-Za-z][0-9']*", mark)
        if figure is not None and figure.is_drawn(first, last):
            found.add(Quantity.of("length", first, last))
    return found.pop() if len(found) == 1 else None
