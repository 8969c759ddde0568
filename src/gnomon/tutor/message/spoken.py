"""Calculations told in words: "take it off 180", "halve that", "split 360 into 5", "add 52 and 71".

The words for each operation are data (``words.yaml``); what they work on is read by whoever reads formulas. Without a number
of its own an operation works on the last result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from gnomon.algebra import Expression, Number, Operation, Token

Read = Callable[[Sequence[Token]], tuple[Expression, int] | None]
"""Reads the expression that tokens begin with; gives it and the index after it."""

_BY = frozenset({"by", "in", "into", "with", "among", "between", "to"})
"""Words between what is multiplied or divided and its second number."""
_PRONOUNS = frozenset({"it", "that", "this", "the result", "the answer"})
"""Words for the last result, where a number is worked with."""
_LOUD = frozenset({"equals", "stop", "arrow"})
"""Kinds of token beyond which an operation does not reach."""
_SHARES = frozenset({"half", "third", "quarter", "fifth", "sixth", "eighth"})
_OPERATOR_WORDS = frozenset(
    {"times", "over", "plus", "minus", "twice", "double", "triple", "half", "divided", "multiplied", "squared"}
)
_OPERATOR_KINDS = frozenset({"plus_words", "minus_words", "times_words", "divided_words", "halved", "doubled"})
_OPERAND_KINDS = frozenset({"number", "superscript", "fraction_character", "name", "letter", "unit", "subject"})


class Spoken(NamedTuple):
    """An operation in words, worked into an expression."""

    expression: Expression
    end: int
    """Index of the token after it."""


def is_worked_on(tokens: Sequence[Token], index: int) -> bool:
    """Whether a pronoun stands where a number is worked with: ``half of that``, ``3 times that``, ``that divided by 2``."""
    if tokens[index].text not in _PRONOUNS:
        return False
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if before is not None and before.text == "of" and index > 1:
        share = tokens[index - 2]
        return share.text in _SHARES or share.kind in {"fraction_character", "root_words"} or share.text == "square"
    is_root = before is not None and (before.kind == "root_words" or before.text in {"sqrt", "√"})
    follows = before is not None and (is_root or _is_operator(before) or before.text == "by")
    return follows or (after is not None and _is_operator(after) and after.text not in {"half", "twice", "double", "triple"})


def _is_operator(token: Token) -> bool:
    return token.text in _OPERATOR_WORDS or token.kind in _OPERATOR_KINDS or token.text in {"+", "*", "/"}


def spoken(tokens: Sequence[Token], index: int, read: Read, result: Expression | None) -> Spoken | None:
    """Return the operation that begins with the verb at ``index``; None where there is none, or nothing to work on.

    Args:
        tokens: of a clause.
        index: of the verb.
        read: reads an expression.
        result: what was worked out last; None: nothing yet.
    """
    end = next((at for at in range(index + 1, len(tokens)) if tokens[at].kind in _LOUD), len(tokens))
    clause = tokens[index + 1 : end]
    found: tuple[Expression, int] | None = None
    match tokens[index].kind:
        case "taking":
            found = _taken(clause, read, result)
        case "minus_words" if not _follows_operand(tokens, index):
            found = _taken(clause, read, result) or _less(clause, read, result)
        case "halving":
            found = _halved(clause, read, result)
        case "dividing" | "multiplying":
            found = _by(clause, "/" if tokens[index].kind == "dividing" else "*", read, result)
        case "plus_words" if not _follows_operand(tokens, index):
            found = _added(clause, read, result)
    return None if found is None else Spoken(found[0], index + 1 + found[1])


def shares(tokens: Sequence[Token], index: int) -> bool:
    """Whether ``split between two`` stands behind what is split: a division sign in two words."""
    is_behind = tokens[index].kind == "dividing" or tokens[index].text in {"shared", "split"}
    return is_behind and _follows_operand(tokens, index) and index + 1 < len(tokens) and tokens[index + 1].text in _BY


def _follows_operand(tokens: Sequence[Token], index: int) -> bool:
    return index > 0 and (tokens[index - 1].kind in _OPERAND_KINDS or tokens[index - 1].text in {")", "squared", "halved"})


def _taken(clause: Sequence[Token], read: Read, result: Expression | None) -> tuple[Expression, int] | None:
    """Read ``52 (away) from 180``: what stands behind comes first."""
    at = next((at for at, token in enumerate(clause) if token.text in {"from", "off", "out of"}), None)
    if at is None:
        return None
    less = _operand([token for token in clause[:at] if token.text not in {"away", "off"}], read, result)
    whole = _whole(clause[at + 1 :], read, result)
    if whole is None and result is not None and clause[at].text == "off" and at:
        whole = (result, 0)  # "knock another 71 off"
    return None if less is None or whole is None else (Operation("-", (whole[0], less)), at + 1 + whole[1])


def _less(clause: Sequence[Token], read: Read, result: Expression | None) -> tuple[Expression, int] | None:
    """Read ``take away 52`` at the beginning: from the last result."""
    less = read(clause)
    return None if less is None or result is None else (Operation("-", (result, less[0])), less[1])


def _halved(clause: Sequence[Token], read: Read, result: Expression | None) -> tuple[Expression, int] | None:
    whole = _whole(clause, read, result) or (None if result is None else (result, 0))
    return None if whole is None else (Operation("/", (whole[0], Number(Fraction(2)))), whole[1])


def _by(clause: Sequence[Token], symbol: str, read: Read, result: Expression | None) -> tuple[Expression, int] | None:
    """Read ``360 by 5``, ``it into 5``."""
    at = next((at for at, token in enumerate(clause) if token.text in _BY or token.kind == "halved"), None)
    if at is None:
        return None
    if clause[at].kind == "halved":  # "cut 116 in half"
        whole = _operand(clause[:at], read, result)
        return None if whole is None or symbol == "*" else (Operation("/", (whole, Number(Fraction(2)))), at + 1)
    left, right = _operand(clause[:at], read, result), _whole(clause[at + 1 :], read, result)
    return None if left is None or right is None else (Operation(symbol, (left, right[0])), at + 1 + right[1])


def _added(clause: Sequence[Token], read: Read, result: Expression | None) -> tuple[Expression, int] | None:
    """Read ``52 and 71``, ``52 to 71``; what is added alone is added to the last result."""
    total = _whole(clause, read, result)
    if total is None:
        return None
    is_sum = False
    while total[1] < len(clause) - 1 and (clause[total[1]].kind == "and" or clause[total[1]].text in {"to", "with"}):
        following = _whole(clause[total[1] + 1 :], read, result)
        if following is None:
            break
        total, is_sum = (Operation("+", (total[0], following[0])), total[1] + 1 + following[1]), True
    if is_sum:
        return total
    return None if result is None or isinstance(total[0], Operation) else (Operation("+", (result, total[0])), total[1])


def _operand(tokens: Sequence[Token], read: Read, result: Expression | None) -> Expression | None:
    """Read all tokens as one expression, or as a sum of several (``52 and 71``); none, or a pronoun: the last result."""
    if not tokens:
        return result
    parts: list[Expression] = []
    index = 0
    while index < len(tokens):
        part = _whole(tokens[index:], read, result)
        if part is None:
            return None
        parts.append(part[0])
        index += part[1]
        if index < len(tokens) and tokens[index].kind != "and":
            return None
        index += 1
    total = parts[0]
    for part_behind in parts[1:]:
        total = Operation("+", (total, part_behind))
    return total


def _whole(tokens: Sequence[Token], read: Read, result: Expression | None) -> tuple[Expression, int] | None:
    """Read the expression that tokens begin with; a pronoun is the last result."""
    if tokens and tokens[0].text in _PRONOUNS:
        return None if result is None else (result, 1)
    return read(tokens)
