"""Reading by numbers: what was worked out with the numbers of a clause, whatever words stand between them.

Words that nobody has thought of are in every second message, and its numbers still say what was done: a result follows what it
was made of. Of "8 is too therds of 12 and thats abowt 0.67" the numbers alone tell that 8/12 is about 0.67.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import permutations
from typing import NamedTuple

from gnomon.algebra import Expression, Number, Operation, constant, read_numbers
from gnomon.tutor.message.formula import Item
from gnomon.tutor.message.moves import has_unknowns, is_final

_MOST_OPERANDS = 6
"""Numbers of a sum that is told in full; of as many sides a hexagon's perimeter is."""
_ROUNDED = 0.006
"""Relative difference of a result that was rounded to two or three digits; a whole number made of whole ones is not rounded."""
_SIGNS = "+-*/"
_WHOLES = (180, 360, 90)
"""What angles are taken from without its being said."""
_TOLD = {
    "+": re.compile(r"\+|\bplus\b|\badd|\bmore\b|\bsum|\btogether\b|\btotal"),
    "-": re.compile(r"(?<!\w)[-−–]|\bminus\b|\bless\b|\btak|\baway\b|\bsubtract|\boff\b|\bdifference\b|\bleft\b|\bremain"),
    "*": re.compile(r"[*·×]|\btimes\b|\bmultipl|\bof\b|\bper\b|\beach\b|\btwice\b|\bdoubl|\bhal[fv]"),
    "/": re.compile(r"[/:÷]|\bdivid|\bover\b|\bsplit|\bshar|\bhal[fv]|\bpieces\b|\bparts\b|\bslices\b|\bof\b|\bper\b"),
    "^": re.compile(r"²|\^|\bsquar"),
    "sqrt": re.compile(r"√|\broot|\bsqrt"),
}
"""Words and signs for what is done with numbers, searched in lower case; where one is said nothing else was done."""
_GOES_ON = re.compile(r"\W*(?:(?:so|then|and|now|ok)\W+)*(?:[×*·+/:÷−-]|times\b|plus\b|minus\b)")
"""The beginning of a clause that goes on with a number before it."""
_ADDED = re.compile(r"(?:\band\b|\+|\bplus\b|&).*\b(?:makes?|gives?|totals?)\b")
"""Two numbers, and what they are together."""
_ANGLE_SUMS = (90.0, 180.0, 360.0)
"""What an account of angles takes away from without saying so."""
_OF_SOMETHING_ELSE = re.compile(
    r"\b(?:pages?|pg|exercises?|ex|tasks?|nr|chapters?|minutes?|mins?|seconds?|secs?|hours?|hrs?|clock|years?|yrs?|days?|weeks?"
    r"|months?|euros?|dollars?|bucks|pounds|cents?|points|(?:#|one|a single|\\d) point|scores?|percent|grades?"
    r"|marks?|won|lost|beat|aged?|old|kg|kids|people"
    r"|morning|tonight|question \d+|(?:have|got) (?:\w+ )?(?:maths|school|practice|training|football|class|lesson|english)"
    r"|students|friends|goals?|battery|degrees (?:outside|today)|bus|room|street|phone|code"
    r"|my (?:sister|brother|mum|mom|dad|mother|father|teacher|friend|cousin))\b|[%€$£]"
)
"""What numbers are of that are none of a figure's."""
_IS_RESULT = frozenset({"equals", "arrow", "subject", "add_up"})
"""Kinds of item behind which a result stands."""
_LISTING = frozenset({"gap", "stop", "and"})
"""Kinds of item between numbers that are only listed."""


class Worked(NamedTuple):
    """A calculation that was told with its result."""

    calculation: Expression
    result: Expression
    item: Item
    """That gives the result."""


def results_of(items: Sequence[Item], text: str, last: Expression | None, given: Sequence[float] = ()) -> list[Worked]:
    """Return what the numbers of a clause were worked into; nothing where one of its results is not read.

    Args:
        items: of the clause.
        text: the clause.
        last: what was worked out before it, which "and minus 31 is 37" goes on with.
        given: numbers of the problem and the message, with which "2 becomes 9" and what begins with a sign may go on.
    """
    if is_of_something_else(text):
        return []
    for pieces in (pieces_of(items), [list(items)]):
        found: list[Worked] = []
        for piece in pieces:
            latest = found[-1].result if found else last
            is_begun = bool(piece) and goes_on(text[piece[0].start if found else 0 : piece[-1].end])
            before = [] if latest is None else [(latest, _SIGNS)]
            before += [(_number_of(value), _SIGNS if is_begun else "*/") for value in dict.fromkeys(given)]
            worked = _worked(piece, text, before)
            if worked is None:
                break
            found.append(worked)
        else:
            return found
    return []


def is_of_something_else(text: str) -> bool:
    """Whether numbers are told of time, money, pages and the like."""
    return _OF_SOMETHING_ELSE.search(text.lower()) is not None


def goes_on(text: str) -> bool:
    """Whether a clause begins with what is done with a number before it."""
    return _GOES_ON.match(text.lower()) is not None


def is_made_of(value: float, others: Sequence[float]) -> bool:
    """Whether one step of arithmetic leads to a value from others that were told, or their sum."""
    if len(others) > 1 and _is_same(math.fsum(others), value):
        return True
    pairs = ((a, b) for a, b in permutations(others[-_MOST_OPERANDS:], 2))
    return any(_is_same(made, value) for a, b in pairs for made in (a + b, a - b, a * b, a / b if b else a))


def comes_to(told: Sequence[float], value: float) -> bool:
    """Whether one or two steps of arithmetic lead from numbers that were told to a value, rounding aside."""
    # The last six: an account that is longer works with its latest numbers.
    pool = [each for each in told[-6:] if each]
    angles = [math.radians(each) for each in pool if 0 < each < 90]
    ratios = [function(angle) for angle in angles for function in (math.sin, math.cos, math.tan)]
    inverse = [math.degrees(function(each)) for each in pool if 0 < each < 1 for function in (math.asin, math.acos, math.atan)]
    first = {r for a in (*pool, *_ANGLE_SUMS) for b in (*pool, *ratios, 2.0) for r in (a + b, a - b, a * b, a / b)} | {*inverse}
    second = {r for a in first for b in pool for r in (a + b, b - a, a - b, a * b, a / b)}
    second |= {whole - a for whole in _ANGLE_SUMS for a in first}
    slack = 0.005 * abs(value) if value % 1 else 1e-9
    return any(abs(each - value) <= slack for each in first | second)


def is_no_equation(sides: Sequence[Expression]) -> bool:
    """Whether a number is said to be another one, which nobody means: something was done with it."""
    values = [constant(side) for side in sides]
    if len(sides) != 2 or any(map(has_unknowns, sides)) or not all(map(is_final, sides)):
        return False
    left, right = values
    return left is not None and right is not None and not _is_same(left, right)


def pieces_of(items: Sequence[Item]) -> list[list[Item]]:
    """Cut the items of a clause at an "and" that joins two results: one behind a result, with another result behind it."""
    pieces: list[list[Item]] = [[]]
    for index, item in enumerate(items):
        has_result = _is_told(pieces[-1])
        if item.kind == "and" and has_result and any(each.kind in _IS_RESULT for each in items[index + 1 :]):
            pieces.append([])
        else:
            pieces[-1].append(item)
    return pieces


def _is_told(items: Sequence[Item]) -> bool:
    """Whether a number stands behind a word for a result."""
    at = next((at for at, item in enumerate(items) if item.kind in _IS_RESULT), len(items))
    return any(_number(item) is not None for item in items[at:])


def _number(item: Item) -> Expression | None:
    """Return the number that an item gives or counts."""
    if item.kind == "count":
        read = read_numbers(item.text)
        return _number_of(read[0].value) if read else None
    is_plain = item.expression is not None and constant(item.expression) is not None
    return item.expression if is_plain else None


def _worked(items: Sequence[Item], text: str, before: Sequence[tuple[Expression, str]]) -> Worked | None:
    """Return the calculation that a piece tells; ``before`` are numbers that it may go on with."""
    numbers = [(item, number) for item in items if (number := _number(item)) is not None]
    if not 1 < len(numbers) <= _MOST_OPERANDS:
        return None
    if len(numbers) == 2 and _is_calculation(numbers[1][1]) and is_final(numbers[0][1]):
        numbers.reverse()  # "the calculator gives 1.873 when i type 5*cos(68)"
    (item, result), told = numbers[-1], [_size(number) for _, number in numbers[:-1]]
    if any(each.expression is not None and has_unknowns(each.expression) for each in items[: items.index(item)]):
        return None
    first, last = sorted((items.index(numbers[-2][0]), items.index(item)))
    between = items[first + 1 : last]
    aim = constant(result)
    if item.kind != "expr" or not is_final(result) or aim is None or {each.kind for each in between} <= _LISTING:
        return None
    if len(told) == 1 and any(each.kind == "and" for each in between):
        return None  # "my locker is 57 and my bike lock is 114"
    if any(isinstance(number, Number) and constant(number) in {0, 1, aim} for number in told):
        return None  # "on a scale of 1 to 10 how lost am i: 10"
    said = _said(items, text)
    allowed = {symbol for symbol, words in _TOLD.items() if words.search(said)}
    has_equals = any(each.kind in _IS_RESULT or (allowed and each.text.lower() == "to") for each in between)
    is_same = len(told) == 1 and isinstance(told[0], Operation) and _is_same(constant(told[0]) or 0.0, aim)
    if is_same or (has_equals and len(told) == 1 and not is_final(told[0])):  # "10.5 + 2 idk 12.5"
        return Worked(told[0], result, item)
    is_half = len(told) == 1 and numbers[0][0].kind == "count"  # "half again 90"
    made = [each for each in _made(told, before, has_equals=has_equals or is_half) if each.symbol in (allowed or _TOLD)]
    found = next((each for each in made if (value := constant(each)) is not None and _is_same(value, aim)), None)
    if found is not None:
        return Worked(found, result, item)
    return _false_sum(told, between, said, result, item)


def _is_calculation(expression: Expression) -> bool:
    return isinstance(expression, Operation) and not is_final(expression)


def _said(items: Sequence[Item], text: str) -> str:
    """Return the words of a piece in lower case, without those within its calculations."""
    within = [each for each in items if isinstance(each.expression, Operation) and each.expression.symbol != "neg"]
    spans = [(each.start, each.end) for each in within]
    start, end = items[0].start, items[-1].end
    return "".join(
        character for at, character in enumerate(text[start:end].lower(), start) if not any(a <= at < b for a, b in spans)
    )


def _false_sum(told: Sequence[Expression], between: Sequence[Item], said: str, result: Expression, item: Item) -> Worked | None:
    """Return "90 and 60 makes 140" as the sum that it says, where nothing else can have been done with the numbers."""
    is_sum = len(told) == 2 and _ADDED.search(said) is not None and {each.kind for each in between} <= {"equals", "add_up"}
    aim, sizes = constant(result), [constant(number) for number in told]
    if not is_sum or aim is None or None in sizes:
        return None
    anything = [
        *_made(told, (), has_equals=True),
        Operation("sqrt", (_squares("+", told),)),
        Operation("sqrt", (_squares("-", told),)),
    ]
    is_else = any((value := constant(each)) is not None and _is_same(abs(value), aim) for each in anything)
    return None if is_else else Worked(_joined("+", told), result, item)


def _squares(symbol: str, told: Sequence[Expression]) -> Operation:
    """Return the sum of two squares, or the larger less the smaller."""
    squares = sorted((Operation("^", (each, _number_of(2))) for each in told), key=lambda each: -(constant(each) or 0.0))
    return _joined(symbol, squares)


def _size(number: Expression) -> Expression:
    """Return what is taken away, without its sign."""
    if isinstance(number, Number) and isinstance(number.value, Fraction):
        return Number(abs(number.value))
    return number.arguments[0] if isinstance(number, Operation) and number.symbol == "neg" else number


def _made(told: Sequence[Expression], before: Sequence[tuple[Expression, str]], *, has_equals: bool) -> Iterator[Operation]:
    """Yield what may have been done with numbers, the likeliest first."""
    two = _number_of(2)
    if len(told) > 2:
        yield from (_joined(symbol, told) for symbol in "+*-")
    if len(told) == 2:
        yield from _steps(*told)
        total = _joined("+", told)
        yield from (Operation("-", (_number_of(whole), total)) for whole in _WHOLES)
        yield Operation("/", (_joined("*", told), two))
    if len(told) == 1 and has_equals:
        (one,) = told
        yield from (step for each, signs in before if signs == _SIGNS for step in _steps(each, one))
        yield from (Operation("/", (one, two)), Operation("*", (two, one)), Operation("^", (one, two)), Operation("sqrt", (one,)))
        yield from (Operation("-", (_number_of(whole), one)) for whole in _WHOLES)
        yield from (step for each, signs in before for step in _steps(each, one) if step.symbol in signs)


def _steps(one: Expression, other: Expression) -> Iterator[Operation]:
    """Yield the four operations, either way round."""
    yield from (Operation(symbol, (one, other)) for symbol in "-+*/")
    yield from (Operation(symbol, (other, one)) for symbol in "-/")


def _joined(symbol: str, several: Sequence[Expression]) -> Operation:
    joined = reduce(lambda left, right: Operation(symbol, (left, right)), several)
    assert isinstance(joined, Operation)  # of two numbers at least
    return joined


def _number_of(value: float) -> Number:
    return Number(Fraction(str(value)))


def _is_same(made: float, written: float) -> bool:
    """Whether a number is what was worked out, rounded where it has decimals."""
    allowed = 1e-9 if made % 1 == 0 else _ROUNDED
    return abs(made - written) <= allowed * max(abs(made), 1e-9)
