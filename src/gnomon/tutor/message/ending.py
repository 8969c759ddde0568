"""The number that a message ends with, told as something that is so, whatever the words around it say.

"The other two eat up 123, so theres 57 to go" ends with 57. Nobody has read what it is said of; it counts only where it is what
is sought (`gnomon.tutor.symbolic.noticing`). Numbers that are asked about, denied, listed, only compared or told of time, money
and the like are no ending.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from gnomon.algebra import constant, read_numbers
from gnomon.problem import Expression, Letter, Quantity
from gnomon.tutor.message.clauses import Clause, Role, clauses
from gnomon.tutor.message.formula import Item, read_items
from gnomon.tutor.message.moves import Description, Kind, numbers_of
from gnomon.tutor.message.reckoning import is_of_something_else
from gnomon.tutor.message.said import Said
from gnomon.tutor.message.vocabulary import role

_SIGN = re.compile(r"[=≈→⇒]|[-=~]>")
"""Signs that say of a number that it is what comes out."""
_SHARE = re.compile(r"(?:%|\bper ?cent\b)(?= of\b)", re.IGNORECASE)
"""A share of something of the figure: ``30 percent of that is 23.6``."""
_TAKEN_BACK = frozenset({Kind.GUESS, Kind.DOUBT, Kind.DENIAL})
"""Moves whose numbers are nobody's claim."""
_OPEN = re.compile(r"\b(?:or|if|either|between|not|isnt|cant|could|might|maybe|guess|less|more|than|over|under|most)\b|n't\b")
"""Words beside a number with which it is not said to be so."""


class Ending(NamedTuple):
    """See the module."""

    text: str
    """The clause."""
    value: Expression
    """A number, or a calculation with numbers."""
    unit: str = ""
    named: tuple[Expression | Description, ...] = ()
    """Parts that its clause names, and those that it describes, but for what stands within its calculations."""
    has_sign: bool = False
    """Whether a sign such as ``=`` stands before it."""
    is_clear: bool = False
    """Whether its clause has no word that the reader does not know, but for words of the problem."""


def ending_of(said: Said, text: str) -> Ending | None:
    """Return the last number of a message as its ending; None where it is not told as something that is so.

    Args:
        said: what was read of the message.
        text: in the form that the reader knows.
    """
    if is_of_something_else(_SHARE.sub("", text)):
        return None
    read = [(clause, read_items(clause.text, said.names)) for clause in clauses(text)]
    at = next((at for at in range(len(read) - 1, -1, -1) if any(map(_is_number, read[at][1]))), None)
    if at is None or any(_takes_back(clause) for clause, _ in read[at + 1 :]):
        return None
    clause, items = read[at]
    last = max(index for index, item in enumerate(items) if _is_number(item))
    number = items[last].expression
    is_told = clause.role(items[last].end, items[last].end) is Role.CLAIMED and not clause.is_question
    is_written = bool(read_numbers(items[last].text))  # "halve it again" tells no number
    if number is None or not is_told or not is_written or _OPEN.search(clause.text.lower()) or _is_tried(said, number):
        return None
    between = clause.text[items[last - 1].start if last else 0 : items[last].end]
    words = {item.text.lower() for item in items if item.kind == "word"}
    # What stands within a calculation is worked with, not spoken of: "U = π · d = 60π".
    alone = [item.expression for item in items if isinstance(item.expression, Letter | Quantity)]
    named = [said.names.described.get(part, part) if isinstance(part, Letter) else part for part in alone]
    has_sign, is_clear = _SIGN.search(between) is not None, words <= said.names.things
    return Ending(clause.text.strip(), number, items[last].unit, tuple(named), has_sign, is_clear)


def _is_number(item: Item) -> bool:
    return item.expression is not None and constant(item.expression) is not None


def _takes_back(clause: Clause) -> bool:
    """Whether a clause without numbers takes back the value before it, or asks about it."""
    lower = clause.text.lower()
    return clause.is_question or clause.is_correction or role("rejected").search(lower) is not None


def _is_tried(said: Said, number: Expression) -> bool:
    """Whether the number, or any beside it, is only tried, asked about or denied."""
    value = constant(number)
    for move in said.moves:
        if move.kind not in _TAKEN_BACK:
            continue
        sides: Sequence[Expression] = move.claim.sides if move.claim is not None else ()
        told = {each for side in sides for each in numbers_of(side)}
        if move.kind is Kind.GUESS or not told or value in told:
            return True
    return False
