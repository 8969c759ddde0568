"""Facts of a draft, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from gnomon.problem.school import school_form
from gnomon.problem.terms import Term, UnreadError, parse_literal


class Origin(NamedTuple):
    """Where a fact was read."""

    kind: Literal["label", "mark", "text", "answer", "model", "size", "written"]
    """``size``: no one says it; a circle of which only sizes are told gets a point. ``written``: by who corrects the reading."""
    words: str
    """For a reader: the label with its part, the words of the text, what a model says that it read, or where the fact stands."""

    @property
    def is_drawn(self) -> bool:
        """Whether the picture says it, not the text."""
        return (
            self.kind in {"label", "mark"}
            or (self.kind == "model" and self.words.startswith("picture:"))
            or (self.kind == "written" and self.words == "in the figure")
        )

    def __str__(self) -> str:
        match self.kind:
            case "text":
                return f"the words {self.words!r}"
            case "size":
                return f"the size of the circle in {self.words!r}"
            case "written":
                return f"written, {self.words}"
            case "answer":
                return "the answer to a question"
            case "model":
                return f"the model, from {self.words!r}"
            case _:
                return f"the {self.kind} {self.words}"


class DraftFact(NamedTuple):
    """A statement in the language of the problem files."""

    literal: str
    origin: Origin
    by_model: bool = False
    """Whether a model says the same, besides the origin."""

    @property
    def shown(self) -> str:
        """The statement in school notation, such as ``∠ABC = 52``."""
        return in_school_notation(self.literal)

    @property
    def source(self) -> str:
        """Where it was read, for a reader."""
        return f"{self.origin}, and the model" if self.by_model else str(self.origin)

    def renamed(self, names: Mapping[str, str]) -> DraftFact:
        """Return it with points renamed."""
        return self._replace(literal=renamed_literal(self.literal, names))

    def as_json(self) -> dict[str, str]:
        """Return it as files hold it."""
        return {"fact": self.shown, "literal": self.literal, "source": self.source}


def in_school_notation(literal: str) -> str:
    """Return a literal, or a term that is asked for, in school notation; what has no such form stays as it is."""
    try:
        return school_form(parse_literal(literal).term)
    except UnreadError:
        return literal


def distinct(facts: Iterable[DraftFact]) -> tuple[DraftFact, ...]:
    """Return each statement once, from where it was read first."""
    return tuple({fact.literal: fact for fact in reversed(list(facts))}.values())[::-1]


def terms_of(literals: Iterable[str]) -> list[Term]:
    """Return the terms of literals; what is none, such as a bare letter, is left out."""
    return [term for literal in literals if (term := _term(literal)) is not None]


def renamed_literal(literal: str, names: Mapping[str, str]) -> str:
    """Return a literal with points renamed."""
    term = _term(literal) if names else None
    return literal if term is None else str(_renamed(term, names))


def _term(literal: str) -> Term | None:
    try:
        term = parse_literal(literal).term
    except UnreadError:
        return None
    return term if isinstance(term, Term) else None


def _renamed(term: Term, names: Mapping[str, str]) -> Term:
    arguments = (
        _renamed(argument, names) if isinstance(argument, Term) else names.get(argument.strip(), argument)
        for argument in term.arguments
    )
    return Term(term.name, tuple(arguments))
