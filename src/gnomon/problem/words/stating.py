"""What a clause states: its facts one after the other, each remembered for the words after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gnomon.problem.terms import MODIFIERS, Term, parse_literal
from gnomon.problem.words.context import Context
from gnomon.problem.words.relations import UNNAMED, UnknownError
from gnomon.problem.words.value import Value, value_of

_IS_SHADED = "IsShaded("
"""Of a template that says what is shaded."""
_CENTER_OF = "IsCenterOf("
"""Of a template that gives a circle its centre."""
_EQUAL_SIDED = {"Square", "Rhombus", "Regular", "Equilateral"}
"""Words for polygons with sides of one length."""
_TOLD = re.compile(r"([a-z]+)\((.*)\)")
"""Of a template that adds to the story, with its parts between semicolons."""


class Statements:
    """The facts of a clause, in a context that takes notice of them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.facts: list[str] = []
        self.notes: list[str] = []
        """What it says besides, for who reads the whole."""

    def add(self, fact: str) -> None:
        """Add a fact, or note what it says of names, of the story or of what is shaded."""
        if fact.startswith(_CENTER_OF):  # no fact: it names the circle
            self._context.name_center(*fact[len(_CENTER_OF) : -1].split(", "))
            return
        if told := _TOLD.fullmatch(fact):
            self._tell(told.group(1), [part.strip() for part in told.group(2).split(";")])
            return
        if fact.startswith(_IS_SHADED):
            self._context.shaded = Value("quantity", fact[len(_IS_SHADED) : -1])
            return
        term = parse_literal(fact).term
        assert isinstance(term, Term), "a template of a fact is a literal"
        inner = term.arguments[0]
        if term.name in MODIFIERS and isinstance(inner, Term) and inner.name in MODIFIERS:  # right and isosceles are two facts
            self.add(str(inner))
            term = Term(term.name, inner.arguments)
        if term.name == "IsRadiusOf" and isinstance(inner, Term) and UNNAMED in fact:
            if "O" not in inner.arguments:  # either end may be the centre
                raise UnknownError(f"which end of {inner} is the centre")
            self._context.name_center("O", str(term.arguments[1]))
            term = Term(term.name, (inner, "Circle(O)"))
        self.facts.append(str(term))
        self._context.remember(term)
        for part in _inside(term):
            value = value_of(str(part))
            if value.kind in {"polygon", "circle", "line", "sector"}:
                self._context.note(value)
        if term.name in _EQUAL_SIDED:
            self._context.equal.append(value_of(str(term)))

    def _tell(self, what: str, parts: Sequence[str]) -> None:
        """Add to the story; what follows from it is a fact."""
        teller = self._context if hasattr(self._context, what) else self._context.scene
        self.notes.append("figure")
        for fact in getattr(teller, what)(*filter(None, parts)):
            self.add(fact)


def _inside(term: Term | str) -> Iterator[Term]:
    if isinstance(term, Term):
        yield term
        for argument in term.arguments:
            yield from _inside(argument)
