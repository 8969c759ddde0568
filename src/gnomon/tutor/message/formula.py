"""What the names in a learner's formula mean; the formula itself is read by the parser of `gnomon.algebra`.

Names are taken as the learner means them: two letters are a segment, three an angle, "angle K" the only angle at K, "the
area" what was asked for, "it" the thing in question. What has no one meaning is refused, never guessed.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from gnomon.algebra import Expression, ExpressionError, Letter, Number, Quantity, Token, read_tokens, unknowns
from gnomon.figure import Figure
from gnomon.problem import Problem
from gnomon.tutor.message.vocabulary import FUNCTIONS, MEASURES


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
        known = list(_resolved(deque(token for token in tokens if token.kind not in {"skipped", "of"}), meaning))
    except (_UnreadableError, ExpressionError):
        return None
    if any(not _may_follow(token, before) for before, token in pairwise(known)):
        return None
    unclosed = sum((token.text == "(") - (token.text == ")") for token in known)
    return read_tokens([*known, *[Token("sign", ")", ")", 0, 0)] * unclosed])


_OPERATORS = FUNCTIONS | {"plus": "+", "minus": "-", "times": "*", "divided": "/", "half": "half", "twice": "twice"}
"""Words and signs of a message as the parser of algebra knows them."""


def _resolved(left: deque[Token], meaning: Meaning) -> Iterator[Token]:
    """Yield tokens of algebra: operations, and names with what they mean."""
    while left:
        token = left.popleft()
        if token.kind in _OPERATORS:
            sign = _OPERATORS[token.kind]
            yield token._replace(kind="word" if sign.isalpha() else "sign", text=sign)
        elif token.kind in {"number", "(", ")", "power", "superscript"}:
            yield token
        elif token.kind == "letter":
            yield token._replace(meaning=Letter(token.text))
        else:
            yield token._replace(kind="quantity", meaning=_quantity(token, left, meaning))


def _may_follow(token: Token, before: Token) -> bool:
    """Whether two tokens can stand in one formula: operands side by side only as in 2x, 5√3 and 2(AB), not 10 (twice CT)."""
    begins = token.meaning is not None or token.kind == "number" or token.text in {"(", *FUNCTIONS.values()}
    ends = before.meaning is not None or before.kind == "number" or before.text == ")"
    if not (begins and ends):
        return True
    is_touching = token.start == before.end
    return before.kind == "number" and (token.kind in {"letter", "word", "sign"} or (token.text == "(" and is_touching))


def _quantity(token: Token, left: deque[Token], meaning: Meaning) -> Expression:
    """Return what a name, pronoun or measure means; of a measure take in what it is of: ``area of triangle ABC``."""
    if token.kind == "right_angle":
        return Number(Fraction(90))
    if token.kind == "name":
        return meaning.named("", token.points)
    if token.kind == "subject":
        meant = meaning.goal if "answer" in token.text else meaning.asked
        if meant is None:
            raise _UnreadableError("subject")
        return meant
    kind, following = token.kind, left[0].kind if left else ""
    if kind not in MEASURES and kind != "hypotenuse":
        raise _UnreadableError(token.text)
    if kind == "length" and following == "arc":
        left.popleft()
        kind = "arc_length"
    elif kind in {"angle", "length"} and following in {"angle", "length"}:
        return _quantity(left.popleft(), left, meaning)
    if left and left[0].kind in {"triangle", "circle", "sector"}:
        kind = "sector_area" if left.popleft().kind == "sector" else kind
    return meaning.named(kind, left.popleft().points) if left and left[0].kind == "name" else meaning.unnamed(kind)


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
