"""Accounts in prose: what the numbers of a message come to, whatever words lead from one to the next.

"90 twice is 180 and 65 twice is 130 so u walk 310 m round the meadow" is kept by its numbers: the last one is what the account
comes to, where one or two steps of arithmetic lead there from the numbers told before it.
"""

from __future__ import annotations

import re
from fractions import Fraction

from gnomon.algebra import Expression, Operation, constant, read_numbers
from gnomon.problem import Number, Quantity, unknowns
from gnomon.tutor.message.formula import read_items
from gnomon.tutor.message.moves import CLAIMING, Claim, Kind, Move, has_unknowns, is_final, numbers_of
from gnomon.tutor.message.reckoning import comes_to, is_made_of, is_of_something_else
from gnomon.tutor.message.said import COMES_TO, Said
from gnomon.tutor.message.vocabulary import FIGURE_UNITS

_CLAUSE_END = re.compile(r"[.,;!?\n](?=\s)")
"""Where a clause ends, roughly: a name behind it says of what the next number is."""
_LARGEST = 1e9
"""No part of a figure is larger."""
_MOST_TOLD = 12
"""Numbers in an account; with more of them anything is reached by chance."""


def account_of(said: Said, text: str) -> Move | None:
    """Return the last number of an account in prose as what it comes to, whatever words lead to it."""
    told = [number for number in read_numbers(text) if number.role in {"value", "factor", "count"}]
    units = {"", "°"} if len(told) == 1 else {""}
    is_enough = 2 < len(told) <= _MOST_TOLD or (len(told) > 0 and told[-1].unit not in units)
    is_measured = all(number.unit.rstrip("²³") in {"", *FIGURE_UNITS} for number in told)
    if not (said.is_account and is_enough and is_measured) or told[-1].role != "value" or told[-1].value > _LARGEST:
        return None
    if is_of_something_else(text):
        return None
    last, before = told[-1], [number.value for number in told[:-1]]
    is_tried = _is_tried(said, last.value)  # "maybe 56, 57, 58"
    is_known = last.value not in before and (is_made_of(last.value, before) or (not is_tried and comes_to(before, last.value)))
    is_known &= said.is_led or not is_tried
    if not is_known and last.unit in {"", "°"}:
        return None
    if any(_is_settled(said, move, start, last.value) for move, start in zip(said.moves, said.starts, strict=True)):
        return None
    start = max((match.end() for match in _CLAUSE_END.finditer(text, 0, last.start)), default=0)
    clause = text[start:]
    items = read_items(clause, said.names)
    written = [item.expression for item in items if item.start <= last.start - start < item.end and item.expression is not None]
    if any(has_unknowns(each) or _is_left_to_do(each, last.value) for each in written):
        return None  # "all four give 7x + 45": a term of a formula is no result, nor is a factor of "two times 60"
    named = [leaf for item in items if item.expression is not None for leaf in unknowns(item.expression)]
    if any(isinstance(leaf, Quantity) and leaf != said.names.goal for leaf in named):
        return None
    letter = said.names.describe(COMES_TO, "unknown")
    value = Number(Fraction(str(last.value)))
    claim = Claim(clause.strip(), (letter, value), (said.names.described[letter],), unit=last.unit)
    return Move(Kind.VALUE, clause.strip(), claim)


def _is_left_to_do(written: Expression, value: float) -> bool:
    """Whether a number is only a part of a calculation that is not worked out."""
    return isinstance(written, Operation) and not is_final(written) and constant(written) != value


def _is_tried(said: Said, value: float) -> bool:
    """Whether another value than this one is given alone."""
    bare = [move.claim for move in said.moves if move.claim is not None and move.claim.is_bare]
    return any(constant(claim.sides[-1]) != value for claim in bare)


def _is_settled(said: Said, move: Move, start: int, value: float) -> bool:
    """Whether a move says of what the last number of an account is, or what is sought already has its value by name."""
    claim = move.claim
    if move.kind not in CLAIMING:
        return start == said.last_told
    if claim is None or not claim.sides:
        return False
    if move.kind is Kind.VALUE and any(name.sort == "answer" or name.word in {"noun", "thing"} for name in claim.names):
        return True
    sorts = {"unknown", "number", "part"} | ({"asked"} if _is_tried(said, value) else set())
    is_open = move.kind is Kind.VALUE and {name.sort for name in claim.names} <= sorts
    is_last = start == said.last_told and any(value in {*numbers_of(side), constant(side)} for side in claim.sides)
    return is_last and not (is_open and claim.names)
