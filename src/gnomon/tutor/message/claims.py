"""Claims of one clause: equations, values, calculations, from its expressions and the words between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from gnomon.algebra import Expression, Letter, Number, Operation, Quantity, constant, unknowns
from gnomon.tutor.message.formula import Item, Names
from gnomon.tutor.message.moves import Claim, Kind, Move, has_unknowns, is_final

_SILENT = {"hedge", "stop", "of", "sign", "command", "circle", "gap"}
"""Kinds of item that say nothing about what the clause speaks of."""
RIGHT_ANGLES = {"right angle", "a right angle", "right angles", "90 degree angle", "rt angle"}
"""Words that say of an angle that it has 90°."""
_JOINED = {"and", "same", "add_up", "equals", "angles", "triangle", "length"}
"""Kinds of item with which two names are compared."""


def claims_of(items: Sequence[Item], names: Names, text: str) -> Iterator[Move]:
    """Yield the moves that claim something among the items of a clause."""
    told = [item for item in items if item.kind not in {"hedge", "stop", "gap"}]
    compared = _compared(told, names, text)
    yield from compared
    for segment in [] if compared else _segments(_with_equals(told)):
        yield from _compared(segment, names, text) or _chain(segment, names, text)


def _segments(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Cut at an arrow after an equation, and at an ``and`` that joins two statements."""
    segment: list[Item] = []
    for index, item in enumerate(items):
        has_equals = any(each.kind in {"equals", "subject"} for each in segment)
        goes_on = any(each.kind in {"equals", "subject"} for each in items[index + 1 :])
        is_new = item.kind == "expr" and has_equals and bool(segment) and segment[-1].kind == "expr"
        if is_new and index + 1 < len(items) and items[index + 1].kind == "equals":  # "a = 7 b = 24"
            yield segment
            segment = [item]
        elif (item.kind == "arrow" and has_equals) or (item.kind == "and" and has_equals and goes_on):
            yield segment
            segment = []
        else:
            segment.append(item._replace(kind="equals") if item.kind == "arrow" else item)
    if segment:
        yield segment


# comparisons of several parts


def _compared(items: Sequence[Item], names: Names, text: str) -> list[Move]:
    """Read ``AB and CD are the same``, ``ABC and CBD add up to 180`` and ``ABC and CBD are both 65``."""
    kinds = [item.kind for item in items]
    parts = [item for item in items if item.kind == "expr" and item.expression is not None and _is_part(item.expression)]
    if len(parts) < 2 or "and" not in kinds or not {"same", "add_up", "equals"} & set(kinds):
        return []
    named = [item.expression for item in parts if item.expression is not None]
    rest = [item for item in items if item.kind == "expr" and item not in parts]
    source = _source(items, text)
    if "add_up" in kinds and len(rest) == 1 and rest[0].expression is not None:
        total = named[0]
        for part in named[1:]:
            total = Operation("+", (total, part))
        return [_move((total, rest[0].expression), names, source, unit=rest[0].unit)]
    if "add_up" in kinds and not rest and any("suppl" in item.text for item in items):
        return [_move((Operation("+", (named[0], named[1])), Number(Fraction(180))), names, source)]
    if "same" in kinds and not rest:
        return [_move((left, right), names, source) for left, right in pairwise(named)]
    tail = kinds[kinds.index("equals") :] if "equals" in kinds else []
    if (
        len(rest) == 1
        and rest[0].expression is not None
        and tail.count("expr") == 1
        and items.index(rest[0]) > kinds.index("equals")
    ):
        return [_move((part, rest[0].expression), names, source, unit=rest[0].unit) for part in named]
    return []


def _is_part(expression: Expression) -> bool:
    return isinstance(expression, Quantity | Letter)


# chains


def _chain(items: Sequence[Item], names: Names, text: str) -> Iterator[Move]:
    parts = _split(items)
    source = _source(items, text)
    if len(parts) == 1:
        yield from _alone(parts[0], names, source)
        return
    subject = _subject(parts[0], names)
    if subject is None:
        subject_expression = None
    else:
        subject_expression = subject
    sides: list[Expression] = [] if subject_expression is None else [subject_expression]
    units: list[str] = [""]
    is_vague = False
    for position, part in enumerate(parts[1:], 1):
        expressions = [item for item in part if item.kind == "expr"]
        if not expressions or expressions[0].expression is None:
            break
        before = part[: part.index(expressions[0])]
        is_last = position == len(parts) - 1
        silent = _SILENT if is_last else {*_SILENT, "subject"}  # "which is" goes on
        trailing = [item for item in part[part.index(expressions[0]) + 1 :] if item.kind not in silent]
        # Of a part that is named by its name, words in between take nothing away; "it" may be anything with them.
        clear = subject_expression is not None and not _is_described(subject_expression, names, ("asked", "unknown"))
        leading = [item for item in before if item.kind not in (_SILENT if clear else _SILENT - {"of"})]
        if leading and not (clear and len(leading) <= 2):
            break
        if trailing and not is_last:
            break
        if any(item.kind == "sign" for item in part[part.index(expressions[0]) + 1 :]):
            return  # the formula goes on with something that is not read
        is_vague = is_vague or (bool(trailing) and not clear and not _is_known_tail(trailing, names))
        sides.append(expressions[0].expression)
        units.append(expressions[0].unit)
    if sides and _is_described(sides[0], names, ("asked",)) and parts[1] and parts[1][0].text in RIGHT_ANGLES:
        sides[0] = names.describe("the right angle", "part", ("angle",), word="angle")
    is_sum = len([item for item in parts[0] if item.kind == "expr"]) > 1 and not has_unknowns(sides[0]) if sides else False
    if is_sum and (len(sides) != 2 or constant(sides[0]) != constant(sides[1])):
        return  # "9 and 12 is ..." adds only where the sum is right
    if is_vague or len(sides) < 2:
        if subject_expression is None and len(sides) == 1 and not is_vague and not _words(parts[0]):
            yield from _alone([item for item in parts[1] if item.kind == "expr"], names, source)
        return
    yield from _pairs(sides, units, names, source)


def _pairs(sides: Sequence[Expression], units: Sequence[str], names: Names, source: str) -> Iterator[Move]:
    first = sides[0]
    is_named = has_unknowns(first) and _is_part(first)
    for index, (left, right) in enumerate(pairwise(sides)):
        if index == 0 or not is_named or has_unknowns(right) or has_unknowns(left):
            yield _move((left, right), names, source, unit=units[index + 1] if index + 1 < len(units) else "")
        else:
            unit = units[index + 1] if index + 1 < len(units) else ""
            yield _move((first, right), names, source, unit=unit, worked=left)


def _alone(items: Sequence[Item], names: Names, source: str) -> Iterator[Move]:
    """Read a clause without an equals sign: a value, a calculation, or several values."""
    found = [item for item in items if item.kind == "expr" and item.expression is not None]
    words = [item for item in items if item.kind not in {*_SILENT, "expr", "and"}]
    if len(found) > 1 and all(item.is_number for item in found):
        return
    for item in found:
        assert item.expression is not None
        if has_unknowns(item.expression):
            if isinstance(item.expression, Operation) and not words and len(found) == 1:
                yield Move(Kind.WORKING, item.text, _claim((item.expression,), names, item.text, item.unit))
        elif not is_final(item.expression):
            yield Move(Kind.WORKING, item.text, _claim((item.expression,), names, item.text, item.unit))
        elif item.text.strip() in RIGHT_ANGLES:
            letter = names.describe("the right angle", "part", ("angle",), word="angle")
            yield _move((letter, item.expression), names, source)
        elif not words:
            yield _move((names.it(), item.expression), names, source, unit=item.unit)
        elif len(found) == 1 and (subject := _noun(words, names)) is not None:
            yield _move((subject, item.expression), names, source, unit=item.unit)


def _with_equals(items: Sequence[Item]) -> list[Item]:
    """Write the equals sign that learners leave out: ``ABC 40``, ``i got 57``, ``AB is the same as CD``."""
    found: list[Item] = []
    for item in items:
        before = found[-1] if found else None
        if item.kind == "same" and before is not None and before.kind == "equals":
            continue
        if item.text == "~" and before is not None and before.kind == "expr":
            found.append(item._replace(kind="equals"))
            continue
        if item.kind in {"same", "add_up"} and before is not None and before.kind in {"expr", "subject"}:
            found.append(item._replace(kind="equals"))
            continue
        if item.kind == "equals" and before is not None and before.kind == "equals":
            continue
        if item.kind == "expr" and before is not None:
            is_atom = before.kind == "expr" and before.expression is not None and _is_part(before.expression)
            is_value = item.expression is not None and not has_unknowns(item.expression)
            if before.kind == "subject" or (is_atom and is_value):
                found.append(Item("equals", "", item.start, item.start))
        if item.kind in {"expr", "subject"} and before is not None and before.kind == "subject" and item.kind == "subject":
            found.pop()
        found.append(item)
    # "i got x = 57": what was got is an equation.
    for index, item in enumerate(found):
        if item.kind == "subject" and any(each.kind == "equals" for each in found[index + 3 :]) and len(found) > index + 2:
            after = found[index + 2].expression
            if found[index + 1].kind == "equals" and after is not None and has_unknowns(after):
                return found[:index] + found[index + 2 :]
    return found


def _split(items: Sequence[Item]) -> list[list[Item]]:
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.kind == "equals":
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def _words(items: Sequence[Item]) -> list[Item]:
    return [item for item in items if item.kind not in {*_SILENT, "expr"}]


def _subject(items: Sequence[Item], names: Names) -> Expression | None:
    """Return what stands left of the first equals sign; None where nothing can be made of it."""
    expressions = [item for item in items if item.kind == "expr"]
    if expressions and items[-1].kind == "subject":
        return names.it(items[-1].text)
    if expressions:
        last = expressions[-1]
        after = _words(items[items.index(last) + 1 :])
        assert last.expression is not None
        if not after or (has_unknowns(last.expression) and all(item.kind != "and" for item in after)):
            if "and" in [item.kind for item in items] and len(expressions) > 1 and not has_unknowns(last.expression):
                return _sum_of(expressions)
            return last.expression
        return None
    words = _words(items)
    is_root = [item.text for item in items if item.kind == "sign" and item.text.isalpha()] and not words
    if is_root and names.results:
        return Operation("sqrt", (names.results[-1],))  # "= 676, root is 26"
    if len(words) == 1 and words[0].kind == "number_word":
        return names.describe(words[0].text, "number", word="number")
    if not words or all(item.kind == "subject" for item in words):
        return names.it(words[-1].text if words else "")
    return _noun(words, names)


def _sum_of(items: Sequence[Item]) -> Expression | None:
    """Read ``25 and 144`` before an equals sign; it is read so only where it holds."""
    total = items[0].expression
    for item in items[1:]:
        if total is None or item.expression is None:
            return None
        total = Operation("+", (total, item.expression))
    return total


def _noun(words: Sequence[Item], names: Names) -> Letter | None:
    """Return the goal for a word by which the question calls it: ``the tower``."""
    said = {item.text.lower() for item in words if item.kind not in {"subject", "equals"}}
    for word, known in (("noun", names.nouns), ("thing", names.things)):
        if said and said & known and len(said) <= 3:
            return names.describe(" ".join(sorted(said)), "unknown", word=word)
    return None


def _is_known_tail(items: Sequence[Item], names: Names) -> bool:
    said = {item.text.lower() for item in items}
    return all(item.kind in {"expr", "subject"} for item in items) or said <= names.nouns


def _is_described(expression: Expression, names: Names, sorts: Sequence[str]) -> bool:
    return isinstance(expression, Letter) and expression in names.described and names.described[expression].sort in sorts


def _move(sides: tuple[Expression, ...], names: Names, text: str, *, unit: str = "", worked: Expression | None = None) -> Move:
    claim = _claim(sides, names, text, unit)._replace(worked=worked)
    return Move(Kind.VALUE if claim.atom is not None else Kind.EQUATION, text, claim)


def _claim(sides: tuple[Expression, ...], names: Names, text: str, unit: str) -> Claim:
    letters = dict.fromkeys(leaf for side in sides for leaf in unknowns(side) if isinstance(leaf, Letter))
    described = tuple(names.described[letter] for letter in letters if letter in names.described)
    return Claim(text, sides, described, unit=unit)


def _source(items: Sequence[Item], text: str) -> str:
    return text[items[0].start : items[-1].end].strip() if items else text.strip()
