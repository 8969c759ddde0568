"""Things that phrases stand for, and the literals that name them."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.problem.terms import MODIFIERS, POLYGONS, Term, parse_literal
from gnomon.problem.words.relations import UNNAMED


class Value(NamedTuple):
    """A thing that a phrase stands for."""

    kind: str
    """``point``, ``line``, ``angle``, ``arc``, ``polygon``, ``circle``, ``sector``, ``quantity`` or ``names``."""
    text: str
    """Its literal."""
    points: tuple[str, ...] = ()


Values = tuple[Value, ...]
KINDS = {
    "Line": "line",
    "Angle": "angle",
    "Arc": "arc",
    "Circle": "circle",
    "Sector": "sector",
    **dict.fromkeys(POLYGONS, "polygon"),
}
"""Kinds of things, by the word of a literal that names one."""


def value_of(text: str) -> Value:
    """Return the thing that a literal names."""
    if "%" in text:
        return Value("shape", text)  # a kind of polygon, without its corners
    term = parse_literal(text).term
    while isinstance(term, Term) and term.name in MODIFIERS and isinstance(term.arguments[0], Term):
        term = term.arguments[0]  # a regular hexagon is spoken of as the hexagon
    if isinstance(term, str):
        is_point = text[:1].isupper() or text.startswith(UNNAMED)
        return Value("point", text, (text,)) if is_point else Value("quantity", text)
    text = str(term)
    kind = KINDS.get(term.name, "quantity")
    return Value(kind, text, tuple(map(str, term.arguments)) if kind != "quantity" else ())


def measured(value: Value) -> Value:
    """Return the thing whose size a value is; any other value as it is."""
    term = parse_literal(value.text).term if value.kind == "quantity" else ""
    inner = term.arguments[0] if isinstance(term, Term) and term.name in {"LengthOf", "MeasureOf"} else None
    return value if inner is None else value_of(str(inner))


def named(word: str, *points: str) -> Value:
    """Return the thing of a word with its points: ``Line`` of A and B."""
    return value_of(f"{word}({','.join(points)})")
