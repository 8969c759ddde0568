"""Expressions to the literal language and back, where every part has its points: no figure is needed, whatever it shows.

`Angle(2)` or a shape by its number is read with the help of the figure's other literals, in `gnomon.problem.quantities`.
"""

from __future__ import annotations

from collections.abc import Mapping

from gnomon.algebra import Equation, Expression, Operation, Quantity, quantities_in, read_algebra, school_letter
from gnomon.problem.terms import POLYGONS, Term, UnreadError

_WORDS: Mapping[str, str] = {
    "length": "LengthOf(Line({}))",
    "angle": "MeasureOf(Angle({}))",
    "arc": "MeasureOf(Arc({}))",
    "arc_length": "LengthOf(Arc({}))",
    "area": "AreaOf(Polygon({}))",
    "perimeter": "PerimeterOf(Polygon({}))",
    "circumference": "CircumferenceOf(Circle({}))",
    "radius": "RadiusOf(Circle({}))",
    "diameter": "DiameterOf(Circle({}))",
    "circle_area": "AreaOf(Circle({}))",
    "sector_area": "AreaOf(Sector({}))",
    "+": "Add({})",
    "-": "Sub({})",
    "*": "Mul({})",
    "/": "Div({})",
    "^": "Pow({})",
    "neg": "Mul(-1, {})",
    "sqrt": "SqrtOf({})",
    "sin": "SinOf({})",
    "cos": "CosOf({})",
    "tan": "TanOf({})",
}
"""The word for each kind of quantity and each operation, with room for its parts."""


def literal_of(content: Equation | Expression) -> str:
    """Return the literal of an equation, or of what is asked for.

    Raises:
        KeyError: for an operation that the language has no word for, such as an inverse sine.
    """
    if isinstance(content, Equation):
        return f"Equals({literal_of(content.left)}, {literal_of(content.right)})"
    if isinstance(content, Quantity):
        return _WORDS[content.kind].format(", ".join(content.points))
    if isinstance(content, Operation) and any(quantities_in(content)):
        return _WORDS[content.symbol].format(", ".join(map(literal_of, content.arguments)))
    return str(content).replace("−", "-")  # school algebra, with the minus sign of the keyboard


def expression_of(term: Term | str) -> Expression:
    """Return the expression that `literal_of` writes so; a triangle or a quadrilateral is a polygon too.

    Raises:
        UnreadError: for a word that is no calculation with quantities of named points.
        ExpressionError: for algebra that cannot be read, or a quantity of the wrong points.
    """
    if isinstance(term, str):
        return read_algebra(term, school_letter)
    inner = term.arguments[0] if len(term.arguments) == 1 else None
    if isinstance(inner, Term):
        shape = "Polygon" if inner.name in POLYGONS else inner.name
        kind = _KINDS.get((term.name, shape))
        if kind is not None:
            return Quantity.of(kind, *map(str, inner.arguments))  # type: ignore[arg-type]  # a key of `_WORDS` with a shape
    if term.name not in _SIGNS:
        raise UnreadError(f"expected a calculation with quantities of named points, got {term}")
    parts = [expression_of(argument) for argument in term.arguments]
    whole = parts[0]
    for part in parts[1:]:
        whole = Operation(_SIGNS[term.name], (whole, part))
    return whole if len(parts) > 1 else Operation(_SIGNS[term.name], (whole,))


_KINDS: Mapping[tuple[str, str], str] = {
    (words.split("(")[0], words.split("(")[1]): kind for kind, words in _WORDS.items() if words.count("(") == 2
}
"""Kinds of quantity by the two words of their literal."""
_SIGNS: Mapping[str, str] = {
    words.split("(")[0]: sign for sign, words in _WORDS.items() if words.count("(") == 1 and sign != "neg"
}
"""Operations by their word."""
