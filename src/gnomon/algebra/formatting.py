"""Write a value as a school writes it. It leaves out exact forms such as 5√3, which need the expression."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal


def show_number(value: float, decimals: int = 2) -> str:
    """Write ``value`` with at most ``decimals`` places and no trailing zeros, with a true minus sign.

    Args:
        value: any float; nan gives "undefined", an infinity "∞" or "−∞".
        decimals: 0 or more; halves are rounded away from zero, as at school.

    >>> show_number(7.5), show_number(12.0), show_number(6.875), show_number(-0.5)
    ('7.5', '12', '6.88', '−0.5')
    """
    if math.isnan(value):
        return "undefined"
    sign = "−" if value < 0 else ""
    if math.isinf(value):
        return f"{sign}∞"
    if abs(value) >= 1e15:  # a double has no decimals to speak of there
        return f"{sign}{abs(value):.0f}"
    # Through repr: a float noted as 2.675 is a school's 2.675, not the 2.67499… it holds; noise of sums (0.1 + 0.2) goes first.
    exact = Decimal(repr(round(abs(value), 10))).quantize(Decimal(1).scaleb(-max(decimals, 0)), ROUND_HALF_UP)
    shown = f"{exact:f}"
    if "." in shown:
        shown = shown.rstrip("0").rstrip(".")
    return "0" if shown == "0" else f"{sign}{shown}"
