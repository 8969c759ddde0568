"""Other names and numbers in what a problem says: in its literals, and in its text, where nothing may be mistaken.

A point's name is a run of capitals that are points of the figure: LKM in "angle LKM". A number is rewritten where it is data
(`gnomon.problem.shown_numbers`) and some given has it. A number that no given has cannot follow the figure: it is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gnomon.algebra import Expression, ExpressionError, constant, read_algebra, unknowns
from gnomon.problem import FormalDescription
from gnomon.problem.shown_numbers import data_numbers, numbers_without_fact
from gnomon.problem.terms import Term, parse_literal
from gnomon.variation.errors import VariationError
from gnomon.variation.numbers import Slot, Values

_POINT = r"[A-Z](?:[0-9]|['′](?!s\b))*"
_RUN = re.compile(rf"(?<![A-Za-z])(?:{_POINT})+(?![a-z])")
_ONE = re.compile(_POINT)
_ARTICLE = re.compile(r"\b([AI]) (?=[a-z])")
"""``A`` or ``I`` before a small letter may be a word: "A ladder LW"."""
_DEGREES = re.compile(r"\s*(?:°|degrees?\b)")
_SIGNS = {"-": "[-−–]", "−": "[-−–]", "·": r"[·*]?", "*": r"[·*]?"}  # noqa: RUF001  # the minus signs that texts have
"""How texts write the signs of an expression."""
_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[^\W\d_]|\S")


@dataclass(frozen=True)
class Rewriting:
    """What is written in place of what."""

    names: Mapping[str, str]
    """New name by old one, of every point."""
    values: Values

    def literal(self, source: str) -> str:
        """Rewrite a literal.

        Raises:
            VariationError: when a number of it that changes cannot be found in it.
        """
        term = parse_literal(source).term
        return self._named(term) if isinstance(term, str) else str(self._term(term))

    def text(self, text: str, description: FormalDescription) -> str:
        """Rewrite a text.

        Args:
            text: the question.
            description: of the old problem.

        Raises:
            VariationError: when the text has a number that no given has.
        """
        if missing := numbers_without_fact(text, description):
            raise VariationError(
                f"its text has the number {missing[0]}, which no given has, so that it cannot change with them; "
                "say it in a fact, or leave it out"
            )
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

    def _term(self, term: Term) -> Term:
        if term.name == "Equals":
            return Term(term.name, tuple(self._side(argument) for argument in term.arguments))
        return Term(term.name, tuple(self._argument(argument) for argument in term.arguments))

    def _side(self, argument: Term | str) -> Term | str:
        """Rewrite a side of an equation, which may be a number or an expression in letters."""
        if isinstance(argument, str) and (new := self._value(argument)) is not None:
            return shown(new)
        return self._argument(argument)

    def _argument(self, argument: Term | str) -> Term | str:
        return self._named(argument) if isinstance(argument, str) else self._term(argument)

    def _value(self, text: str) -> Expression | None:
        try:
            expression = read_algebra(text.replace("--", "-"))
        except ExpressionError:
            return None
        kinds = [slot for slot in self.values if slot.expression == expression]
        return self.values[kinds[0]] if kinds else None

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
            slot = self._stated(number.value, is_angle=bool(_DEGREES.match(text, number.end)))
            if slot is not None:
                yield number.start, number.end, str(self.values[slot])

    def _stated(self, value: float, *, is_angle: bool) -> Slot | None:
        """Return the slot that a number of the text stands for; degrees are told by their sign where both kinds have it."""
        slots = [slot for slot in self.values if math.isclose(constant(slot.expression) or math.nan, value, rel_tol=1e-9)]
        return next((slot for slot in slots if (slot.kind == "angle") == is_angle), slots[0] if slots else None)


def shown(expression: Expression) -> str:
    """Write an expression for a literal, with the minus sign of the keyboard."""
    return str(expression).replace("−", "-")  # noqa: RUF001  # the sign that expressions are shown with


def _pattern(expression: Expression) -> re.Pattern[str]:
    """Return what finds an expression in a text, however it is spaced and whichever minus sign it has."""
    parts = [_SIGNS.get(token, re.escape(token)) for token in _TOKEN.findall(str(expression))]
    return re.compile(r"(?<![\w.])" + r"\s*".join(parts) + r"(?![\w²³^]|\.\d)")


def kept_names(text: str, names: Sequence[str]) -> set[str]:
    """Return the points that must keep their names, since the text may mean the word: A in "A ladder LW"."""
    return {found[1] for found in _ARTICLE.finditer(text) if found[1] in names}
