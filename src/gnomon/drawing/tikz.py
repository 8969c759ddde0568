"""A figure as a LaTeX document of its own with one TikZ picture, laid out as the SVG is: ``pdflatex figure.tex`` prints it.

Points are coordinates by name and lines run between them, so that the picture can be edited; marks and texts stand where our own
drawing puts them.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator

from gnomon.drawing.layout import layout_figure
from gnomon.drawing.shapes import Shape
from gnomon.drawing.theme import THEME, Theme
from gnomon.figure import Figure

_WIDTH_PX = 480
"""As `gnomon.drawing.draw`: the sizes of the theme are made for it."""
_PX_A_CM = 60.0
"""So a figure is 8 cm wide, as in a school book."""
_DOCUMENT = r"""\documentclass[tikz,border=2mm]{{standalone}}
\begin{{document}}
\begin{{tikzpicture}}[line cap=round, line join=round]
{}
\end{{tikzpicture}}
\end{{document}}
"""
_COMMAND = re.compile(r"([MLAZ])([^MLAZ]*)")
_ESCAPED = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}", **{sign: f"\\{sign}" for sign in "{}%&#_$"}}
_IN_MATHEMATICS = {"°": r"^\circ", "√": r"\sqrt{}", "π": r"\pi ", "·": r"\cdot ", "−": "-", "²": "^2", "³": "^3"}
"""What LaTeX's fonts have in mathematics only."""


def tikz(figure: Figure, *, theme: Theme = THEME) -> str:
    """Write ``figure`` as a LaTeX document.

    Raises:
        ValueError: when a coordinate is not a finite number.
    """
    layout = layout_figure(figure, _WIDTH_PX, theme)
    names = {name: f"p{at}" for at, name in enumerate(figure.points)}  # TikZ takes no primes in names
    body = [f"\\coordinate ({names[name]}) at {_at(spot)}; % {name}" for name, spot in layout.spots.items()]
    body += [f"\\draw ({names[line[0]]}) -- ({names[line[-1]]});" for line in figure.lines]
    body += [
        f"\\draw ({names[circle.centre]}) circle[radius={_cm(figure.radius(circle) * layout.frame.scale)}];"
        for circle in figure.circles
    ]
    marks = [shape for shape in layout.shapes if shape.kind not in {"line", "circle"}]
    body += [f"\\draw[{'gray, ' if shape.kind == 'thin' else ''}thin] {step};" for shape in marks for step in _strokes(shape)]
    body += [f"\\fill {_at(dot)} circle[radius={_cm(theme.dot_radius)}];" for dot in layout.dots]
    body += [f"\\node at {_at(placed.box.centre)} {{{_text(placed.wanted.text)}}};" for placed in layout.texts]
    return _DOCUMENT.format("\n".join(body))


def _strokes(shape: Shape) -> Iterator[str]:
    """Yield the strokes of a path of straight pieces and arcs; arcs turn the other way where y runs upwards."""
    stroke, here, start = "", 0j, 0j
    for command, written in _COMMAND.findall(shape.path):
        numbers = [float(number) for number in written.replace(",", " ").split()]
        end = complex(*numbers[-2:]) if numbers else start
        if command == "M":
            if stroke:
                yield stroke
            stroke, start = _at(end), end
        elif command == "A":
            stroke += _arc(here, end, numbers[0], is_large=bool(numbers[3]), is_clockwise=bool(numbers[4]))
        else:
            stroke += " -- cycle" if command == "Z" else f" -- {_at(end)}"
        here = end
    if stroke:
        yield stroke


def _arc(start: complex, end: complex, radius: float, *, is_large: bool, is_clockwise: bool) -> str:
    """Write an arc of SVG, between two pixels, by its two directions from the centre (SVG 1.1, appendix F.6.5)."""
    half = (end - start) / 2
    height = math.sqrt(max(radius**2 - abs(half) ** 2, 0.0))
    turn = -1j if is_large == is_clockwise else 1j
    centre = start + half + turn * height * half / abs(half)
    first, last = (-math.degrees(cmath.phase(spot - centre)) for spot in (start, end))
    if is_clockwise and last > first:
        last -= 360
    if not is_clockwise and last < first:
        last += 360
    return f" arc[start angle={first:.2f}, end angle={last:.2f}, radius={_cm(radius)}]"


def _at(spot: complex) -> str:
    return f"({spot.real / _PX_A_CM:.4f}, {-spot.imag / _PX_A_CM:.4f})"


def _cm(pixels: float) -> str:
    return f"{pixels / _PX_A_CM:.4f}"


def _text(text: str) -> str:
    """Write a printed text: a length, an angle or an expression stands in mathematics, as its letters do."""
    root = re.sub(r"√\(([^()]*)\)|√(\w+)", lambda found: f"\\sqrt{{{found[1] or found[2]}}}", text)
    if root != text or not re.search(r"[^\W\d_]{2,}", text):
        for sign, written in _IN_MATHEMATICS.items():
            root = root.replace(sign, written)
        return f"${root}$"
    return "".join(_ESCAPED.get(character, character) for character in text)
