"""Scenes as sources for other people's drawing programs: Asymptote, TikZ, and an SVG in the manner of GeoGebra.

None of this is used in training. The programs themselves are run by `tools.pictures.development`.
"""

from __future__ import annotations

import math
import random
import re
from typing import NamedTuple
from xml.sax.saxutils import escape

from tools.pictures.scene import Scene, Spot

TIKZ_FONTS = (
    "",
    r"\usepackage{mathptmx}",
    r"\usepackage{mathpazo}",
    r"\usepackage[scaled]{helvet}\DeclareSymbolFont{letters}{OT1}{phv}{m}{sl}\DeclareSymbolFont{operators}{OT1}{phv}{m}{n}",
)
_GEOGEBRA_INK = ("#000000", "#333333", "#1565C0", "#4D4DFF", "#616161", "#D32F2F", "#006400")
_COMPASS = {0: "E", 1: "NE", 2: "N", 3: "NW", 4: "W", 5: "SW", 6: "S", 7: "SE"}


def latex(text: str) -> str:
    """Return a label as LaTeX writes it."""
    text = re.sub(r"√(\d+)", r"\\sqrt{\1}", text).replace("°", r"^\circ").replace("−", "-")
    return re.sub(r"^([A-Z])(\d)$", r"\1_\2", text)


def _pt(spot: Spot) -> str:
    return f"({spot[0]:.3f},{spot[1]:.3f})"


class Strokes(NamedTuple):
    """The lines and arcs of marks, the same in every program."""

    segments: list[tuple[Spot, Spot]]
    arcs: list[tuple[Spot, float, float, float]]
    """Middle, radius, and from where to where in degrees."""


def mark_strokes(scene: Scene) -> Strokes:
    """Return the strokes of right angles, ticks, arcs and arrows."""
    segments: list[tuple[Spot, Spot]] = []
    arcs = []
    for name in scene.right_angles:
        one, corner, other = (scene.points[point] for point in name.split("|"))
        u, v = _unit(corner, one), _unit(corner, other)
        size = min(7.0, math.dist(corner, one) / 3, math.dist(corner, other) / 3)
        a = (corner[0] + size * u[0], corner[1] + size * u[1])
        b = (corner[0] + size * v[0], corner[1] + size * v[1])
        far = (a[0] + size * v[0], a[1] + size * v[1])
        segments += [(a, far), (b, far)]
    for name, many in scene.ticks:
        start, end = (scene.points[point] for point in name.split("|"))
        u = _unit(start, end)
        for index in range(many):
            shift = (index - (many - 1) / 2) * 2.5
            x, y = (start[0] + end[0]) / 2 + shift * u[0], (start[1] + end[1]) / 2 + shift * u[1]
            segments.append(((x - 3.5 * u[1], y + 3.5 * u[0]), (x + 3.5 * u[1], y - 3.5 * u[0])))
    for name, many in scene.arrows:
        start, end = (scene.points[point] for point in name.split("|"))
        u = _unit(start, end)
        for index in range(many):
            x, y = (start[0] + end[0]) / 2 + 4 * index * u[0], (start[1] + end[1]) / 2 + 4 * index * u[1]
            for side in (1, -1):
                segments.append(((x, y), (x - 4 * u[0] - side * 3 * u[1], y - 4 * u[1] + side * 3 * u[0])))
    for name, many in scene.arcs:
        one, corner, other = (scene.points[point] for point in name.split("|"))
        low = math.degrees(math.atan2(one[1] - corner[1], one[0] - corner[0]))
        high = math.degrees(math.atan2(other[1] - corner[1], other[0] - corner[0]))
        high += 360 if high < low else 0
        arcs += [(corner, 11 + 2.5 * index, low, high) for index in range(many)]
    return Strokes(segments, arcs)


def _unit(start: Spot, end: Spot) -> Spot:
    length = math.dist(start, end)
    return ((end[0] - start[0]) / length, (end[1] - start[1]) / length)


def asymptote(scene: Scene, name: str, rng: random.Random) -> str:
    """Return a block of Asymptote code that ships the scene as a picture of its own."""
    width, height = scene.size
    pen = f"linewidth({rng.choice([0.5, 0.5, 0.7, 1.0])})"
    size = rng.choice([10, 12, 12, 12, 14])
    out = [
        "{ picture p; unitsize(p,1bp);",
        f"draw(p,(0,0)--({width:.3f},0)--({width:.3f},{height:.3f})--(0,{height:.3f})--cycle,white+linewidth(0.2));",
        f"defaultpen({pen}+fontsize({size}));",
    ]
    if rng.random() < 0.15 and len(scene.points) >= 3:
        ring = "--".join(_pt(scene.points[point]) for point in list(scene.points)[:3])
        out.append(f"fill(p,{ring}--cycle,{rng.choice(['lightgray', 'paleblue', 'palegreen', 'gray(0.8)', 'paleyellow'])});")
    for line in scene.lines:
        dash = "+dashed" if rng.random() < 0.08 else ""
        out.append(f"draw(p,{_pt(scene.points[line[0]])}--{_pt(scene.points[line[-1]])},currentpen{dash});")
    out += [f"draw(p,circle({_pt(scene.points[ring.centre])},{ring.radius:.3f}));" for ring in scene.rings]
    marks = mark_strokes(scene)
    out += [f"draw(p,{_pt(a)}--{_pt(b)});" for a, b in marks.segments]
    out += [f"draw(p,arc({_pt(at)},{r:.2f},{low:.2f},{high:.2f}));" for at, r, low, high in marks.arcs]
    centres = {ring.centre for ring in scene.rings}
    out += [f"dot(p,{_pt(at)});" for point, at in scene.points.items() if scene.dotted or point in centres]
    for point, direction in scene.names.items():
        way = round(direction / (math.pi / 4))
        near = abs(direction - way * math.pi / 4) < 0.2
        to = _COMPASS[way % 8] if near else f"dir({math.degrees(direction):.1f})"
        out.append(f'label(p,"${latex(point)}$",{_pt(scene.points[point])},{to});')
    out += [f'label(p,"${latex(text.text)}$",{_pt(text.at)});' for text in scene.labels]
    return "\n".join([*out, f'shipout("{name}",p); }}'])


def tikz_preamble(number: int) -> str:
    """Return the head of a document in one of several fonts; pages are the scenes."""
    font = TIKZ_FONTS[number % len(TIKZ_FONTS)]
    return rf"\documentclass{{article}}\usepackage{{tikz}}{font}" + "\n\\hoffset=-1in\\voffset=-1in\n\\begin{document}\n"


def tikz(scene: Scene, rng: random.Random) -> str:
    """Return one page of TikZ."""
    width, height = scene.size
    pen = rng.choice(["thin", "semithick", "thick", "line width=0.6pt", "very thick"])
    scale = rng.choice([r"\small", "", "", r"\large", r"\footnotesize"])
    out = [
        r"\setbox0\hbox{\begin{tikzpicture}[x=1bp,y=1bp,"
        + pen
        + r",every node/.style={inner sep="
        + f"{rng.uniform(1.2, 3):.1f}"
        + r"pt,font="
        + scale
        + "}]",
        rf"\useasboundingbox (0,0) rectangle ({width:.3f},{height:.3f});",
    ]
    if rng.random() < 0.15 and len(scene.points) >= 3:
        ring = " -- ".join(_pt(scene.points[point]) for point in list(scene.points)[:3])
        out.append(rf"\fill[{rng.choice(['gray!20', 'blue!10', 'yellow!30', 'green!15'])}] {ring} -- cycle;")
    for line in scene.lines:
        way = "dashed" if rng.random() < 0.08 else "solid"
        out.append(rf"\draw[{way}] {_pt(scene.points[line[0]])} -- {_pt(scene.points[line[-1]])};")
    out += [rf"\draw {_pt(scene.points[ring.centre])} circle ({ring.radius:.3f}bp);" for ring in scene.rings]
    marks = mark_strokes(scene)
    out += [rf"\draw[thin] {_pt(a)} -- {_pt(b)};" for a, b in marks.segments]
    for at, r, low, high in marks.arcs:
        start = (at[0] + r * math.cos(math.radians(low)), at[1] + r * math.sin(math.radians(low)))
        out.append(rf"\draw[thin] {_pt(start)} arc ({low:.2f}:{high:.2f}:{r:.2f}bp);")
    centres = {ring.centre for ring in scene.rings}
    out += [rf"\fill {_pt(at)} circle (1.5pt);" for point, at in scene.points.items() if scene.dotted or point in centres]
    for point, direction in scene.names.items():
        out.append(rf"\node[anchor={math.degrees(direction) + 180:.1f}] at {_pt(scene.points[point])} {{${latex(point)}$}};")
    out += [rf"\node at {_pt(text.at)} {{${latex(text.text)}$}};" for text in scene.labels]
    return "\n".join([*out, r"\end{tikzpicture}}\pdfpagewidth=\wd0\pdfpageheight=\ht0\shipout\box0", ""])


def vector(scene: Scene, family: str, rng: random.Random, *, plain: bool) -> str:
    """Return an SVG as GeoGebra exports it: coloured dots, names up and to the right of them, light fills, a grid.

    A ``plain`` one is black, has dots only where the scene has them and at centres, and names in the gaps between strokes.
    """
    width, height = scene.size
    ink, dot = ("black", "black") if plain else (rng.choice(_GEOGEBRA_INK), rng.choice(_GEOGEBRA_INK))
    stroke, size, radius = rng.choice([0.8, 1.1, 1.5]), rng.choice([9, 10, 11]), rng.choice([1.8, 2.4, 3.0])

    def flip(spot: Spot) -> Spot:
        return (spot[0], height - spot[1])

    out = [f'<rect width="{width:.2f}" height="{height:.2f}" fill="white"/>']
    if not plain and rng.random() < 0.25:
        step = 28.35
        out += [
            f'<path d="M{step * i:.1f} 0V{height:.1f}" stroke="#dddddd" stroke-width="0.5"/>'
            for i in range(1, int(width / step) + 1)
        ]
        out += [
            f'<path d="M0 {step * i:.1f}H{width:.1f}" stroke="#dddddd" stroke-width="0.5"/>'
            for i in range(1, int(height / step) + 1)
        ]
    if rng.random() < (0.1 if plain else 0.5) and len(scene.points) >= 3:
        ring = " ".join("{:.2f},{:.2f}".format(*flip(scene.points[point])) for point in list(scene.points)[:3])
        out.append(f'<polygon points="{ring}" fill="{rng.choice(["#993300", "#1565C0", "#008000"])}" fill-opacity="0.1"/>')
    pen = f'stroke="{ink}" stroke-width="{stroke}" fill="none"'
    for line in scene.lines:
        (x0, y0), (x1, y1) = flip(scene.points[line[0]]), flip(scene.points[line[-1]])
        dash = ' stroke-dasharray="4 4"' if rng.random() < 0.08 else ""
        out.append(f'<path d="M{x0:.2f} {y0:.2f}L{x1:.2f} {y1:.2f}" {pen}{dash}/>')
    for circle in scene.rings:
        x, y = flip(scene.points[circle.centre])
        out.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{circle.radius:.2f}" {pen}/>')
    marks = mark_strokes(scene)
    for a, b in marks.segments:
        (x0, y0), (x1, y1) = flip(a), flip(b)
        out.append(f'<path d="M{x0:.2f} {y0:.2f}L{x1:.2f} {y1:.2f}" {pen}/>')
    for at, r, low, high in marks.arcs:
        (x, y), a, b = flip(at), math.radians(low), math.radians(high)
        large = 1 if high - low > 180 else 0
        ends = (x + r * math.cos(a), y - r * math.sin(a), x + r * math.cos(b), y - r * math.sin(b))
        out.append(f'<path d="M{ends[0]:.2f} {ends[1]:.2f}A{r:.2f} {r:.2f} 0 {large} 0 {ends[2]:.2f} {ends[3]:.2f}" {pen}/>')
    centres = {circle.centre for circle in scene.rings}
    dots = [point for point in scene.points if not plain or scene.dotted or point in centres]
    for x, y in (flip(scene.points[point]) for point in dots):
        out.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius}" fill="{dot}" stroke="black" stroke-width="0.4"/>')
    always = not plain and rng.random() < 0.35  # the program's own place for a name, moved by nobody
    style = "italic" if rng.random() < 0.4 else "normal"
    for point, direction in scene.names.items():
        turn = math.pi / 4 if always else direction
        reach = (radius if point in dots else rng.uniform(0, 2)) + rng.uniform(0.55, 0.75) * size
        at = (scene.points[point][0] + reach * math.cos(turn), scene.points[point][1] + reach * math.sin(turn))
        out.append(_svg_text(point, flip(at), size, family, style, dot if rng.random() < 0.5 else "black"))
    out += [_svg_text(text.text, flip(text.at), size, family, "normal", "black") for text in scene.labels]
    size_of_page = f'width="{width:.2f}" height="{height:.2f}" viewBox="0 0 {width:.2f} {height:.2f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size_of_page}>'
    return "".join([head, *out, "</svg>"])


def _svg_text(text: str, at: Spot, size: float, family: str, style: str, ink: str) -> str:
    # 0.36: half a capital's height, which brings its middle to the place.
    where = f'x="{at[0]:.2f}" y="{at[1] + 0.36 * size:.2f}"'
    font = f'font-family="&apos;{family}&apos;" font-style="{style}" font-size="{size}"'
    return f'<text {where} {font} text-anchor="middle" fill="{ink}">{escape(text)}</text>'
