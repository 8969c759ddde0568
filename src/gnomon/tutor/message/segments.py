"""The items of a clause in statements: where one ends, and the equals signs that learners leave out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, takewhile

from gnomon.algebra import Expression, Letter, Number, Operation, Quantity, constant
from gnomon.tutor.message.formula import Item
from gnomon.tutor.message.moves import has_unknowns, is_final
from gnomon.tutor.message.vocabulary import word_list

SILENT = frozenset({"hedge", "stop", "of", "sign", "command", "circle", "gap", "dimension"})
"""Kinds of item that say nothing about what the clause speaks of."""
_GIVING = frozenset({"gives", "give", "makes", "make"})
"""Verbs behind an equation with its solution; an equals sign goes on with the chain."""
_ASIDE = frozenset({"i", "we", "you", "u"})
"""Words that begin an aside."""
_LEFT = frozenset({"left", "missing", "remaining"})
"""Words behind a value that say it is what is left."""
_LARGEST_COUNT = 12
"""A larger number is no count of sides or corners."""
ROUNDED = 0.01
"""Relative difference of a result that was rounded."""


def without_aside(items: Sequence[Item]) -> Sequence[Item]:
    """Leave out what a learner says of themselves behind a value: ``57 and i still hate this``."""
    at = next((at for at, item in enumerate(items) if at and item.kind == "hedge" and item.text.lower() in _ASIDE), len(items))
    is_behind = any(item.kind == "expr" for item in items[:at]) and not any(
        item.kind in {"expr", "equals"} for item in items[at:]
    )
    end = at - (is_behind and items[at - 1].kind == "and")
    return items[:end] if is_behind else items


def is_ratio(item: Item) -> bool:
    """Whether two small numbers are a ratio, which gives no part a value: ``X splits FR 2:1``."""
    match item.expression:
        case Operation("/", (Number(Fraction() as one), Number(Fraction() as other))) if ":" in item.text:
            return max(one, other) <= _LARGEST_COUNT
    return False


def segments(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Cut at an arrow after an equation, at an ``and`` that joins two statements, and before a new one (``a = 7 b = 24``)."""
    segment: list[Item] = []
    for index, item in enumerate(items):
        has_equals = any(each.kind in {"equals", "subject"} for each in segment) or _is_measured(segment)
        is_new = item.kind == "expr" and has_equals and bool(segment) and segment[-1].kind == "expr"
        if is_new and index + 1 < len(items) and items[index + 1].kind == "equals":
            yield segment
            segment = [item]
        elif _is_joint(item, segment, items[index + 1 :], has_equals=has_equals):
            yield segment
            segment = []
        else:
            segment.append(item._replace(kind="equals") if item.kind == "arrow" else item)
    if segment:
        yield segment


def _is_joint(item: Item, before: Sequence[Item], behind: Sequence[Item], *, has_equals: bool) -> bool:
    """Whether an item parts two statements."""
    if _gives_solution(item, before, behind):
        return True
    goes_on = any(each.kind in {"equals", "subject"} for each in behind)
    if item.kind == "and" and [each.is_number for each in before] == [True] and _are_listed(behind):
        return True
    return (has_equals and item.kind == "arrow") or (item.kind == "and" and goes_on and (has_equals or _is_worked(before)))


def _are_listed(items: Sequence[Item]) -> bool:
    """Whether several parts get a value each: ``(27 and) the angles are 64, 42 and 74``."""
    is_several = bool(items) and items[0].expression is not None and items[0].text.lower().endswith("s")
    return is_several and len(items) > 1 and items[1].kind == "equals" and sum(item.is_number for item in items) > 1


def _gives_solution(item: Item, items: Sequence[Item], behind: Sequence[Item]) -> bool:
    """Whether a verb stands between an equation with more than a name on each side and the number that solves it."""
    found = [each for each in behind if each.expression is not None]
    if item.kind != "equals" or item.text not in _GIVING or len(found) != 1 or not found[0].is_number:
        return False  # "6x - 14 = 2x + 50 gives 4x = 64" goes on
    told = [item for item in items if item.expression is not None or item.kind == "equals"]
    sides = [item.expression for item in told if item.expression is not None]
    is_equation = [item.kind for item in told] == ["expr", "equals", "expr"]
    return is_equation and all(map(_is_operation, sides)) and any(map(has_unknowns, sides))


def _is_operation(expression: Expression) -> bool:
    return isinstance(expression, Operation) and not is_final(expression)


def _is_measured(items: Sequence[Item]) -> bool:
    """Whether a length or the like alone is told: ``9 cm and the area would be 81``."""
    return len(items) == 1 and items[0].is_number and items[0].unit not in {"", "°"}


def _is_worked(items: Sequence[Item]) -> bool:
    """Whether a calculation without its result is all that is told: ``i did 21-10 and AG = 11``."""
    told = [item.expression for item in items if item.expression is not None]
    is_sum = len(told) == 1 and isinstance(told[0], Operation) and constant(told[0]) is not None and not is_final(told[0])
    return is_sum and items[-1].expression is not None


def with_equals(items: Sequence[Item]) -> list[Item]:
    """Write the equals sign that learners leave out: ``ABC 40``, ``i got 57``, ``AB is the same as CD``."""
    found: list[Item] = []
    items = [item for before, item in pairwise([None, *items]) if item is not None and not _is_left(before, item)]
    for index, item in enumerate(items):
        before = found[-1] if found else None
        kind = before.kind if before is not None else ""
        has_equals = any(each.kind == "equals" for each in found)
        counts = index + 1 < len(items) and items[index + 1].kind == "triangle"  # "its 4 same triangles"
        if item.kind in {"same", "add_up"} and has_equals and kind == "expr" and not counts:
            break  # "arc DR = 41° same as the angle" gives a reason
        if item.kind in {"same", "equals"} and kind == "equals":
            continue
        if item.kind == "expr" and kind == "number_word":
            found.append(Item("equals", "", item.start, item.start))
        if (item.kind in {"same", "add_up"} or item.text == "~") and kind in {"expr", "subject"}:
            found.append(item._replace(kind="equals"))
            continue
        if item.kind == "subject" and kind == "subject":
            found.pop()
        elif worked := _worked_before(found, item):
            del found[worked:]  # "take 123 off 180 its 57"
            found.append(Item("equals", "", item.start, item.start))
        elif item.kind == "expr" and before is not None and (kind == "subject" or _gives_value(found, item)):
            while found[-1].kind == "word":
                found.pop()
            found.append(Item("equals", "", item.start, item.start))
        found.append(item)
    return _without_finding(found)


def _is_left(before: Item | None, item: Item) -> bool:
    """Whether a word only says of the value before it that it is what is left: ``there is 57 left``."""
    return item.kind == "place" and item.text in _LEFT and before is not None and before.is_number


def _has_equals_here(before: Sequence[Item]) -> bool:
    """Whether an equals sign stands in the statement that goes on, behind the last "and"."""
    here = takewhile(lambda each: each.kind != "and" or before[-1] is each, reversed(before))
    return any(each.kind == "equals" for each in here)


def _worked_before(before: Sequence[Item], item: Item) -> int | None:
    """Return where a calculation ends whose result the number ``item`` is, with at most "and that makes" between them."""
    if [each.kind for each in before[-2:]] == ["subject", "equals"]:
        before = before[:-1]
    if _has_equals_here(before):
        return None
    result = constant(item.expression) if item.expression is not None and is_final(item.expression) else None
    at = len(before)
    while at and before[at - 1].kind in {"subject", "and"}:
        at -= 1
    worked = before[at - 1].expression if at else None
    is_told = worked is not None and any(character.isalpha() for character in before[at - 1].text)  # "halve it" is 5/2
    if result is None or worked is None or (is_final(worked) and not is_told) or any(map(is_operator, before)):
        return None
    value = constant(worked)
    # Only where it is the result: else the number may be said of something else.
    return at if value is not None and abs(value - result) <= ROUNDED * max(1.0, abs(value)) else None


def _gives_value(before: Sequence[Item], item: Item) -> bool:
    """Whether a number behind a part is its value, also behind a verb of another language: ``PVD ölçüsü 115``."""
    if item.expression is None or has_unknowns(item.expression):
        return False
    foreign = list(takewhile(lambda each: each.kind == "word", reversed(before)))
    part = before[-1 - len(foreign)] if len(foreign) < len(before) else None
    if part is None or part.expression is None or not is_part(part.expression):
        return False
    known = word_list("common") | word_list("everyday") | word_list("short")
    if [each.text for each in foreign] in (["has"], ["have"], ["gets"]):
        value = constant(item.expression)
        return item.unit == "°" or (value is not None and value > _LARGEST_COUNT)  # "angle ABC has 58 degrees"; "has 2 sides"
    return not any(each.text in known or each.text.isascii() for each in foreign)


def _without_finding(items: list[Item]) -> list[Item]:
    """Read ``i got x = 57`` as ``x = 57``: what was got is an equation."""
    for index, item in enumerate(items[:-3]):
        after = items[index + 2].expression
        is_named = items[index + 1].kind == "equals" and after is not None and _is_of_equation(items[index + 2 :])
        if item.kind == "subject" and is_named and any(each.kind == "equals" for each in items[index + 3 :]):
            return items[:index] + items[index + 2 :]
    return items


def _is_of_equation(items: Sequence[Item]) -> bool:
    """Whether an equation with an unknown in it begins: ``x = 57``, ``120 = 8·WP``."""
    first = items[0].expression
    behind = items[2].expression if len(items) > 2 and items[1].kind == "equals" else None
    return any(each is not None and has_unknowns(each) for each in (first, behind))


def is_part(expression: Expression) -> bool:
    """Whether it is one part of the figure, or a letter."""
    return isinstance(expression, Quantity | Letter)


def is_operator(item: Item) -> bool:
    """Whether a sign, or a word for one, lets a formula go on; smileys and brackets do not."""
    return item.kind == "sign" and not set(item.text) & set("()[]{}°:;,.!?")


def telling(items: Sequence[Item], silent: frozenset[str]) -> list[Item]:
    """Return the items that say something."""
    return [item for item in items if item.kind not in silent]


def has_another(items: Sequence[Item]) -> bool:
    """Whether another number is joined to a value by "and", and nothing is said of it."""
    told = [item for item in items if item.kind not in SILENT]
    return len(told) == 2 and told[0].kind == "and" and told[1].is_number


def split_at_equals(items: Sequence[Item]) -> list[list[Item]]:
    """Return what stands between the equals signs."""
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.kind == "equals":
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def is_share(text: str) -> bool:
    """Whether a number in words is a share of something that is not read: ``half the circle``."""
    return text.strip().startswith(("half", "a half", "third", "a third"))
