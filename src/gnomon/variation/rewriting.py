"""Other names and numbers in what a problem says: in its literals, and in its text, where nothing may be mistaken.

A point's name is a run of capitals that are points of the figure: LKM in "angle LKM". A number is rewritten where it is data
(`gnomon.problem.shown_numbers`) and some given has it. A number that no given has cannot follow the figure: it is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gnomon.algebra import Equation, Expression, ExpressionError, Letter, Quantity, constant, read_algebra, substitute, unknowns
from gnomon.figure import Fact
from gnomon.problem import FormalDescription
from gnomon.problem.literal_writing import literal_of
from gnomon.problem.shown_numbers import data_numbers, numbers_without_fact
from gnomon.problem.statements import Content
from gnomon.problem.terms import POLYGONS, Term, parse_literal
from gnomon.variation.errors import VariationError
from gnomon.variation.numbers import Slot, Values, slot_in

_POINT = r"[A-Z](?:[0-9]|['′](?!s\b))*"
_RUN = re.compile(rf"(?<![A-Za-z])(?:{_POINT})+(?![a-z])")
_ONE = re.compile(_POINT)
_ARTICLE = re.compile(r"\bA (?!(?:and|or|is|are|lies|meets|touches|to|on|in|at|with|so|has)\b)(?=[a-z])")
"""``A`` before a small letter may be a word, as in "A ladder LW", unless that is one which no article stands before."""
_DEGREES = re.compile(r"\s*(?:°|degrees?\b)")
_PARTS = {"Point", "Line", "Angle", "Arc", "Circle", "Sector", *POLYGONS}
_SIGNS = {"-": "[-−–]", "−": "[-−–]", "·": r"[·*]?", "*": r"[·*]?"}  # the minus signs that texts have
"""How texts write the signs of an expression."""
_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[^\W\d_]|\S")


@dataclass(frozen=True)
class Rewriting:
    """What is written in place of what."""

    names: Mapping[str, str]
    """New name by old one, of every point."""
    values: Values

    def literal(self, source: str, contents: Sequence[Content | Expression]) -> str:
        """Rewrite a literal: as it is written, or, where it names parts by numbers or hides its own number, by its meaning.

        Args:
            source: the literal.
            contents: what it was read as.

        Raises:
            VariationError: when it can be rewritten neither way.
        """
        term = parse_literal(source).term
        slots = [slot for content in contents if isinstance(content, Equation) and (slot := slot_in(content)) is not None]
        if not _is_numbered(term) and all(any(slot.expression == _algebra(side) for side in _sides(term)) for slot in slots):
            return self._named(term) if isinstance(term, str) else str(self._term(term))
        if len(contents) != 1 or isinstance(contents[0], Fact):
            raise VariationError(f"{source} names a part by a number; name it by its points")
        try:
            return literal_of(self._content(contents[0]))
        except KeyError as error:
            raise VariationError(f"{source} cannot be written for other points; name all parts by their points") from error

    def element(self, name: str) -> str:
        """Rewrite the name of a part of the figure, such as ``line:AB``."""
        return self._named(name)

    def text(self, text: str) -> str:
        """Rewrite a text; numbers that no given has stay as they are, see `require_tied`."""
        changes = list(self._numbers_in(text))
        names = [
            (found.start(), found.end(), self._named(found[0]))
            for found in _RUN.finditer(text)
            if all(name in self.names for name in _ONE.findall(found[0]))
        ]
        taken = [(start, end) for start, end, _ in changes]
        changes += [change for change in names if not any(change[0] < end and start < change[1] for start, end in taken)]
        for start, end, new in sorted(changes, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def _named(self, text: str) -> str:
        return _RUN.sub(lambda run: _ONE.sub(lambda found: self.names.get(found[0], found[0]), run[0]), text)

    def _content(self, content: Equation | Expression) -> Equation | Expression:
        if not isinstance(content, Equation):
            return substitute(content, self._leaf)
        slot = slot_in(content)
        sides = (self.values[slot] if slot is not None and side == slot.expression else side for side in content)
        return Equation(*(substitute(side, self._leaf) for side in sides))

    def _leaf(self, leaf: Letter | Quantity) -> Expression:
        return Quantity.of(leaf.kind, *(self.names[name] for name in leaf.points)) if isinstance(leaf, Quantity) else leaf

    def _term(self, term: Term) -> Term:
        if term.name == "Equals":
            return Term(term.name, tuple(self._side(argument) for argument in term.arguments))
        return Term(term.name, tuple(self._argument(argument) for argument in term.arguments))

    def _side(self, argument: Term | str) -> Term | str:
        """Rewrite a side of an equation, which may be a number or an expression in letters."""
        expression = _algebra(argument)
        new = next((new for slot, new in self.values.items() if slot.expression == expression), None)
        return self._argument(argument) if new is None else literal_of(new)

    def _argument(self, argument: Term | str) -> Term | str:
        return self._named(argument) if isinstance(argument, str) else self._term(argument)

    def _numbers_in(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the changes of numbers, expressions in letters first: their numbers mean nothing alone."""
        taken: list[tuple[int, int]] = []
        for slot, new in self.values.items():
            if any(unknowns(slot.expression)):
                for found in _pattern(slot.expression).finditer(text):
                    taken.append(found.span())
                    yield *found.span(), str(new)
        for number in data_numbers(text):
            if any(number.start < end and start < number.end for start, end in taken):
                continue
            stated = self._stated(number.value, is_angle=bool(_DEGREES.match(text, number.end)))
            if stated is not None:
                yield number.start, number.end, str(self.values[stated])

    def _stated(self, value: float, *, is_angle: bool) -> Slot | None:
        """Return the slot that a number of the text stands for; degrees are told by their sign where both kinds have it."""
        slots = [slot for slot in self.values if math.isclose(constant(slot.expression) or math.nan, value, rel_tol=1e-9)]
        return next((slot for slot in slots if (slot.kind == "angle") == is_angle), slots[0] if slots else None)


def require_tied(text: str, description: FormalDescription) -> None:
    """Raise `VariationError` for a question with a number that no given has: it could not change with the others."""
    if missing := numbers_without_fact(text, description):
        raise VariationError(
            f"the text has the number {missing[0]}, which no given has, so that it cannot change with them; "
            "say it in a fact, or leave it out"
        )


def _sides(term: Term | str) -> tuple[Term | str, ...]:
    return term.arguments if isinstance(term, Term) and term.name == "Equals" else ()


def _algebra(side: Term | str) -> Expression | None:
    """Read a side of an equation that names no part of the figure; None for any other."""
    try:
        return read_algebra(side.replace("--", "-")) if isinstance(side, str) else None  # as the reader of literals does
    except ExpressionError:
        return None


def _is_numbered(term: Term | str) -> bool:
    """Whether a literal names a part of the figure by a number or a small letter, as in Angle(2) or Line(a)."""
    if isinstance(term, str):
        return False
    if term.name in _PARTS and len(term.arguments) == 1 and isinstance(term.arguments[0], str):
        return not _RUN.fullmatch(term.arguments[0].strip())
    return any(map(_is_numbered, term.arguments))


def _pattern(expression: Expression) -> re.Pattern[str]:
    """Return what finds an expression in a text, however it is spaced and whichever minus sign it has."""
    parts = [_SIGNS.get(token, re.escape(token)) for token in _TOKEN.findall(str(expression))]
    return re.compile(r"(?<![\w.])" + r"\s*".join(parts) + r"(?![\w²³^]|\.\d)")


def kept_names(text: str, names: Sequence[str]) -> set[str]:
    """Return the points that must keep their names, since the text may mean the word: A in "A ladder LW"."""
    return {"A"} & set(names) if _ARTICLE.search(text) else set()
