"""Writing SVG: elements, escaped text, short numbers, path data."""

from __future__ import annotations

import cmath
import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 forbids, escaped or not."""


def tag(name: str, /, *children: str, **attributes: str | float | None) -> str:
    """Return ``<name attributes>children</name>``.

    An underscore in an attribute's name stands for a hyphen, one at its end is dropped (``class_``); attributes that are None
    are left out; numbers are shortened. Children are taken as they are: pass texts through `text`.
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_NOT_XML.sub('', _value(value)))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text(content: str) -> str:
    """Escape ``content``; control characters, which XML cannot hold, are dropped."""
    return escape(_NOT_XML.sub("", content))


def number(value: float) -> str:
    """Write ``value`` with at most two decimals."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short in {"-0", ""} else short


def path(points: Iterable[complex], *, closed: bool = False) -> str:
    """Path data of a polyline through pixel positions ``x + yi``."""
    joined = " L".join(_pair(point) for point in points)
    return f"M{joined}{' Z' if closed else ''}"


def arc_path(centre: complex, radius: float, start: float, sweep: float) -> str:
    """Path data of a circular arc.

    Args:
        centre: in pixels, y downwards.
        radius: in pixels.
        start: direction of the start in radians, clockwise on the page from the x axis.
        sweep: how far it turns, in radians, clockwise when positive; less than a full turn.
    """
    first, last = (centre + cmath.rect(radius, angle) for angle in (start, start + sweep))
    large, clockwise = int(abs(sweep) > cmath.pi), int(sweep > 0)
    return f"M{_pair(first)} A{number(radius)} {number(radius)} 0 {large} {clockwise} {_pair(last)}"


def _pair(point: complex) -> str:
    return f"{number(point.real)} {number(point.imag)}"


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else number(value)
