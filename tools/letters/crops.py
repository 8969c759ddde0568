"""Crops for the letter finder: words of school figures with the strokes of a drawing around and through them.

A crop is an ink picture, 0 paper and 1 full ink, as `gnomon.reading.ink` makes it of a picture; with it come the glyphs in it,
each with its class, centre and size in pixels. Everything is drawn here; nothing is taken from a picture of anybody's.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from gnomon.reading.alphabet import CLASSES
from tools.letters.fonts import Face

SIDE = 64  # pixels of a crop's side: three capitals
CANVAS = 96  # pixels of the drawing that it is cut from, so that words and strokes run over its edge
CAPITAL = (13.0, 30.0)  # pixels: heights of capitals that the finder sees; a picture is scaled into this range
_NUMBER_OF_CLASS = {name: index for index, name in enumerate(CLASSES)}
Ink = NDArray[np.float32]
Layer = NDArray[np.uint8]


class Glyph(NamedTuple):
    """One character in a crop."""

    character: str
    x: float
    """Column of the middle of its ink, pixels."""
    y: float
    width: float
    height: float

    @property
    def number(self) -> int:
        """Return the number of its class."""
        return _NUMBER_OF_CLASS[self.character]


class _Piece(NamedTuple):
    """A character of a word before it is placed."""

    character: str
    scale: float = 1.0
    rise: float = 0.0
    """Above the base line, in heights of a capital."""
    back: int = 0
    """Set below the first of so many pieces before it, as a denominator is: under a bar."""


def draw_crop(rng: random.Random, faces: list[Face], fallbacks: list[Face]) -> tuple[Ink, list[Glyph]]:
    """Return a crop with one to four words and the strokes of a figure, and its glyphs."""
    ink = np.zeros((CANVAS, CANVAS), np.float32)  # twice as large: what is cut off at the edge is drawn, too
    cap = math.exp(rng.uniform(math.log(CAPITAL[0]), math.log(CAPITAL[1])))
    stroke = max(0.8, cap * rng.choice([0.04, 0.05, 0.06, 0.08, 0.1, 0.12]))
    face = rng.choice(faces)
    glyphs: list[Glyph] = []
    boxes: list[tuple[float, float, float, float]] = []
    level = rng.uniform(0.55, 1.0)
    for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 4])):
        word_face = face if rng.random() < 0.8 else rng.choice(faces)
        size = cap * rng.choice([1, 1, 1, 0.8])
        at = (rng.uniform(0.15, 0.85) * CANVAS, rng.uniform(0.15, 0.85) * CANVAS)
        placed = _word(ink, _random_word(rng), word_face, fallbacks, size, at, boxes, rng)
        glyphs += placed
    ink *= level
    _strokes(ink, glyphs, stroke, cap, rng)
    ink = _worn(ink, rng)
    low = (CANVAS - SIDE) // 2
    cut = np.ascontiguousarray(ink[low : low + SIDE, low : low + SIDE])
    return cut, [glyph._replace(x=glyph.x - low, y=glyph.y - low) for glyph in glyphs]


def _random_word(rng: random.Random) -> list[_Piece]:
    capital = rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHOPQMN")
    kind = rng.random()
    if kind < 0.45:
        return [_Piece(capital)]
    if kind < 0.55:
        # Programs without subscripts write the number as large as the letter.
        size, rise = rng.choice([(0.7, -0.2), (0.7, -0.2), (1, 0)])
        return [_Piece(capital), _Piece("'", 1, 0) if kind < 0.5 else _Piece(rng.choice("0123456789"), size, rise)]
    if kind < 0.72:
        return _number(rng) + (_degree() if rng.random() < 0.45 else [])
    if kind < 0.86:
        return _expression(rng)
    if kind < 0.88:
        return _fraction(rng)
    if kind < 0.92:
        return (_number(rng) if rng.random() < 0.6 else []) + [_Piece("√"), *_number(rng)]
    if kind < 0.95:
        return _number(rng) + [_Piece(c) for c in rng.choice(["cm", "m", "ft", "in", "mm", "km", "in."])]
    return _letters(rng)


def _letters(rng: random.Random) -> list[_Piece]:
    """Return a small letter alone, an equation for one, or several letters in a row."""
    kind = rng.random()
    if kind < 0.4:  # alone it differs from its capital by little more than its size
        return [_Piece(rng.choice("xyzkabcmnpstuvwθαβγ"))]
    if kind < 0.6:
        return [_Piece(rng.choice("αβγθx")), _Piece("="), *_number(rng), *_degree()]
    return [_Piece(c) for c in rng.sample("abcdefghijklmnopqrstuvwxyzθαβγπ", rng.randint(1, 3))]


def _number(rng: random.Random) -> list[_Piece]:
    text = str(rng.choice([rng.randint(0, 9), rng.randint(10, 99), rng.randint(10, 99), rng.randint(100, 360)]))
    if rng.random() < 0.15:
        text += f".{rng.randint(0, 9)}"
    return [_Piece(character) for character in text]


def _degree() -> list[_Piece]:
    return [_Piece("°")]


def _fraction(rng: random.Random) -> list[_Piece]:
    """Return a fraction, its bar between the two: `_word` sets pieces with a shift above one another."""
    letter = rng.choice(["", "", "x", "a", "y"])
    over, under = f"{rng.randint(1, 20)}{letter}", str(rng.randint(2, 15))
    return [
        *(_Piece(character, 0.75, 0.75) for character in over),
        *(_Piece(character, 0.75, -0.75, back=len(over)) for character in under),
    ]


def _expression(rng: random.Random) -> list[_Piece]:
    letter = rng.choice("xxxyyzabcdhknrstw")
    many = str(rng.randint(2, 15)) if rng.random() < 0.7 else ""
    rest = rng.choice(["", "", "+", "−", "/", "="])
    text = many + letter + (rest + str(rng.randint(1, 20)) if rest else "")
    if rng.random() < 0.1:
        text = f"{letter}+{rng.choice('xyzab')}"
    pieces = [_Piece(character) for character in text]
    if rest and rng.random() < 0.5:
        pieces = [_Piece("("), *pieces, _Piece(")")]
    if rng.random() < 0.1:
        pieces.append(_Piece("2", 0.7, 0.5))
    return pieces + (_degree() if rng.random() < 0.4 else [])


def _word(
    ink: Ink,
    pieces: list[_Piece],
    face: Face,
    fallbacks: list[Face],
    cap: float,
    at: tuple[float, float],
    boxes: list[tuple[float, float, float, float]],
    rng: random.Random,
) -> list[Glyph]:
    """Draw a word with its middle at ``at``; nothing where it would lie on another word."""
    width = len(pieces) * cap * 0.75
    x, base = at[0] - width / 2, at[1] + cap / 2
    box = (x - 2, base - cap * 1.3, x + width + 2, base + cap * 0.4)
    if any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in boxes):
        return []
    boxes.append(box)
    layer = Image.new("L", (ink.shape[1], ink.shape[0]), 0)
    brush = ImageDraw.Draw(layer)
    placed: list[Glyph] = []
    root_at: float | None = None
    start, is_below = x, False
    squeeze = rng.uniform(-0.03, 0.06) * cap
    for piece in pieces:
        written = {"−": "−" if "−" in face.characters else "–", "'": rng.choice("'′’")}.get(piece.character, piece.character)
        holder = face if written in face.characters else next((one for one in fallbacks if written in one.characters), None)
        if holder is None:
            continue
        if piece.back and not is_below:
            is_below = True
            brush.line([(start - 1, base - 0.5 * cap), (x + 1, base - 0.5 * cap)], fill=255, width=max(1, round(cap * 0.06)))
            x = start
        font = holder.at(cap * piece.scale)
        level = base - piece.rise * cap
        left, top, right, bottom = brush.textbbox((x, level), written, font=font, anchor="ls")
        brush.text((x, level), written, font=font, fill=255, anchor="ls")
        if right > left and bottom > top:
            placed.append(Glyph(piece.character, (left + right) / 2, (top + bottom) / 2, right - left, bottom - top))
        if piece.character == "√":
            root_at = right
            bar = top
        x += font.getlength(written) + squeeze
    if root_at is not None:  # the bar over what stands under the root
        brush.line([(root_at - 1, bar), (x + 1, bar)], fill=255, width=max(1, round(cap * 0.06)))
    np.maximum(ink, np.asarray(layer, np.float32) / 255, out=ink)
    return placed


def _strokes(ink: Ink, glyphs: list[Glyph], stroke: float, cap: float, rng: random.Random) -> None:
    """Draw the lines of a figure: many end or cross near a word, as at a named vertex; others have marks, and no word near."""
    layer = np.zeros(ink.shape, np.uint8)
    for glyph in rng.sample(glyphs, min(len(glyphs), rng.choice([0, 1, 1, 2]))):
        reach = rng.uniform(0.55, 1.3) * max(glyph.height, glyph.width)
        angle = rng.uniform(0, 2 * math.pi)
        vertex = (glyph.x + reach * math.cos(angle), glyph.y + reach * math.sin(angle))
        _vertex(layer, vertex, stroke, angle if rng.random() < 0.75 else None, rng)
    for _ in range(rng.choice([0, 0, 1])):
        free = (rng.uniform(0, ink.shape[1]), rng.uniform(0, ink.shape[0]))
        if all(math.dist(free, (glyph.x, glyph.y)) > 1.1 * cap for glyph in glyphs):
            _vertex(layer, free, stroke, None, rng)
    if rng.random() < 0.05:  # the squares of a graphics view
        step, at = rng.uniform(15, 40), rng.uniform(0, 15)
        while at < max(ink.shape):
            _segment(layer, (at, 0), (at, ink.shape[0]), 0.5)
            _segment(layer, (0, at), (ink.shape[1], at), 0.5)
            at += step
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        start = (rng.uniform(0, ink.shape[1]), rng.uniform(0, ink.shape[0]))
        end = (rng.uniform(0, ink.shape[1]), rng.uniform(0, ink.shape[0]))
        _line(layer, start, end, stroke, rng)
    for _ in range(rng.choice([0, 0, 0, 1])):
        centre = (rng.uniform(-50, ink.shape[1] + 50), rng.uniform(-50, ink.shape[0] + 50))
        _arc(layer, centre, rng.uniform(10, 120), (0, 360), stroke)
    np.maximum(ink, layer.astype(np.float32) * (rng.uniform(0.5, 1.0) / 255), out=ink)


def _vertex(layer: Layer, at: tuple[float, float], stroke: float, away: float | None, rng: random.Random) -> None:
    """Draw a vertex with its rays, mostly turned away from the name, and what is marked there."""
    rays = []
    for _ in range(rng.choice([1, 2, 2, 2, 3, 4])):
        angle = rng.uniform(0, 2 * math.pi) if away is None else away + rng.uniform(-2.2, 2.2)
        rays.append(angle)
        length = rng.uniform(12, 110)
        end = (at[0] + length * math.cos(angle), at[1] + length * math.sin(angle))
        _line(layer, at, end, stroke, rng)
        if rng.random() < 0.25:  # ticks of equal lengths
            middle = rng.uniform(0.2, 0.6)
            for shift in range(rng.randint(1, 3)):
                x = at[0] + (length * middle + 3 * shift) * math.cos(angle)
                y = at[1] + (length * middle + 3 * shift) * math.sin(angle)
                dx, dy = 4 * math.sin(angle), -4 * math.cos(angle)
                _segment(layer, (x - dx, y - dy), (x + dx, y + dy), stroke)
    if rng.random() < 0.35:
        radius = rng.uniform(1.5, 3.2) * max(1.0, stroke)
        _disc(layer, at, radius, 255)
        if rng.random() < 0.3:  # a ring, or a disc of a lighter colour within it
            _disc(layer, at, radius - max(1.0, 0.5 * stroke), rng.choice([0, 100, 180]))
    if rng.random() < 0.25:
        start = math.degrees(rays[0])
        for step in range(rng.choice([1, 1, 2])):
            _arc(layer, at, rng.uniform(8, 24) + 3 * step, (start, start + rng.uniform(20, 120)), stroke * 0.8)
    if rng.random() < 0.2:
        size, angle = rng.uniform(5, 12), rays[0]
        one = (at[0] + size * math.cos(angle), at[1] + size * math.sin(angle))
        other = (at[0] - size * math.sin(angle), at[1] + size * math.cos(angle))
        corner = (one[0] + other[0] - at[0], one[1] + other[1] - at[1])
        _segment(layer, one, corner, stroke * 0.8)
        _segment(layer, other, corner, stroke * 0.8)


def _line(layer: Layer, start: tuple[float, float], end: tuple[float, float], stroke: float, rng: random.Random) -> None:
    """Draw a line, sometimes dashed or with an arrow head."""
    length = math.dist(start, end)
    if rng.random() < 0.18 and length > 1:
        dash = rng.uniform(3, 9)
        for index in range(int(length / dash / 2) + 1):
            low, high = 2 * index * dash / length, min(1.0, (2 * index + 1) * dash / length)
            if low < 1:
                _segment(layer, _between(start, end, low), _between(start, end, high), stroke)
        return
    _segment(layer, start, end, stroke)
    if rng.random() < 0.08:
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        for turn in (2.7, -2.7):
            tip = (end[0] + 7 * math.cos(angle + turn), end[1] + 7 * math.sin(angle + turn))
            _segment(layer, end, tip, stroke)


def _between(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


_FRACTION = 4  # bits below the pixel in the coordinates that OpenCV draws with


def _fixed(value: float) -> int:
    return round(value * (1 << _FRACTION))


def _pen(stroke: float) -> tuple[int, int]:
    """Return whole pixels, and the shade of a line that is thinner than these."""
    whole = max(1, round(stroke))
    return whole, round(255 * min(1.0, stroke / whole))


def _segment(layer: Layer, start: tuple[float, float], end: tuple[float, float], stroke: float) -> None:
    whole, shade = _pen(stroke)
    ends = [(_fixed(x), _fixed(y)) for x, y in (start, end)]
    cv2.line(layer, ends[0], ends[1], shade, whole, cv2.LINE_AA, _FRACTION)


def _arc(layer: Layer, centre: tuple[float, float], radius: float, turn: tuple[float, float], stroke: float) -> None:
    whole, shade = _pen(stroke)
    at, axes = (_fixed(centre[0]), _fixed(centre[1])), (_fixed(radius), _fixed(radius))
    cv2.ellipse(layer, at, axes, 0, turn[0], turn[1], shade, whole, cv2.LINE_AA, _FRACTION)


def _disc(layer: Layer, centre: tuple[float, float], radius: float, shade: int) -> None:
    cv2.circle(layer, (_fixed(centre[0]), _fixed(centre[1])), max(0, _fixed(radius)), shade, -1, cv2.LINE_AA, _FRACTION)


def _worn(ink: Ink, rng: random.Random) -> Ink:
    """Blur, compress and speckle, as scans, screenshots and photos do; half of the crops stay as they are."""
    if rng.random() < 0.5:
        sigma = rng.uniform(0.3, 1.3)
        ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), sigma), np.float32)
        top = float(ink.max())
        ink = ink / top if top > 0 else ink
    if rng.random() < 0.15:  # one bit, as old scans are
        ink = (ink > rng.uniform(0.3, 0.6)).astype(np.float32)
    if rng.random() < 0.4:
        noise = np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(0.01, 0.1), ink.shape)
        ink = ink + noise.astype(np.float32)
    return np.clip(ink, 0, 1).astype(np.float32)
