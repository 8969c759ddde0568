"""Writing expressions in the literal language, so that they are read back as they are whatever the figure shows.

`Angle(2)` or a shape by its number is read with the help of the figure's other literals; here every part has its points.
"""

from __future__ import annotations

from collections.abc import Mapping

from gnomon.algebra import Equation, Expression, Operation, Quantity, quantities_in

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
