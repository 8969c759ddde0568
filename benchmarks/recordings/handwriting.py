"""Handwriting as strokes: letters that nobody knows, words, lines, and figures of school geometry."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

Stroke = list[tuple[float, float]]
"""Points in pixels, in the order in which they are written."""
_ADVANCE = 0.75  # of a letter's height, from one letter to the next


def letter(rng: np.random.Generator, x: float, y: float, height: float) -> list[Stroke]:
    """Return one to three strokes of a made-up letter in a box whose upper left corner is (x, y)."""
    strokes = []
    for _ in range(rng.integers(1, 4)):
        knots = rng.uniform(0.0, 1.0, (rng.integers(2, 5), 2)) * (0.6 * height, height) + (x, y)
        strokes.append(_smooth(knots))
    return strokes


def _smooth(knots: np.ndarray) -> Stroke:
    """Return a curve through the knots, bent a little, as a hand bends it."""
    times = np.linspace(0, len(knots) - 1, 6 * (len(knots) - 1) + 1)
    across = [np.interp(times, range(len(knots)), knots[:, axis]) for axis in (0, 1)]
    window = np.array([0.25, 0.5, 0.25])
    smooth = [np.concatenate([line[:1], np.convolve(line, window, "valid"), line[-1:]]) for line in across]
    return [(float(a), float(b)) for a, b in zip(*smooth, strict=True)]


def word(rng: np.random.Generator, x: float, y: float, height: float) -> tuple[list[Stroke], float]:
    """Return the strokes of a word and where the next may begin."""
    strokes: list[Stroke] = []
    for _ in range(rng.integers(2, 7)):
        strokes += letter(rng, x, y, height)
        x += _ADVANCE * height
    return strokes, x + 0.8 * height


def line(rng: np.random.Generator, x: float, y: float, height: float, width: float) -> list[list[Stroke]]:
    """Return words that fill at most ``width``."""
    words: list[list[Stroke]] = []
    end = x + width * rng.uniform(0.55, 1.0)
    while x + 7 * _ADVANCE * height < end or not words:
        strokes, x = word(rng, x, y, height)
        words.append(strokes)
    return words


def figure(rng: np.random.Generator, x: float, y: float, size: float) -> list[Stroke]:
    """Return a triangle, a circle with a chord or a pair of axes with a curve, with letters beside."""
    form = rng.integers(3)
    if form == 0:
        corners = rng.uniform(0.05, 0.95, (3, 2)) * size + (x, y)
        strokes = [_straight(corners[i], corners[(i + 1) % 3]) for i in range(3)]
    elif form == 1:
        turn = np.linspace(0, 2 * math.pi, 40)
        strokes = [[(float(x + size * (0.5 + 0.45 * math.cos(a))), float(y + size * (0.5 + 0.45 * math.sin(a)))) for a in turn]]
        strokes.append(_straight(np.array(strokes[0][3]), np.array(strokes[0][20])))
    else:
        strokes = [_straight(np.array([x, y + size / 2]), np.array([x + size, y + size / 2]))]
        strokes.append(_straight(np.array([x + size / 2, y + size]), np.array([x + size / 2, y])))
        across = np.linspace(0, 1, 30)
        strokes.append([(float(x + size * a), float(y + size * (0.95 - 3.4 * (a - 0.5) ** 2))) for a in across])
    for at in rng.uniform(0.0, 0.9, (3, 2)):
        strokes += letter(rng, x + at[0] * size, y + at[1] * size, 0.1 * size)
    return strokes


def _straight(start: np.ndarray, end: np.ndarray) -> Stroke:
    return [(float(a), float(b)) for a, b in np.linspace(start, end, 12)]


def typed_words(rng: np.random.Generator, count: int) -> str:
    """Return words for a slide."""
    letters = "aabcdeeefghiiklmnnoooprrssttuuvwxyz"
    return " ".join("".join(rng.choice(list(letters), rng.integers(2, 9))) for _ in range(count))


def pieces(stroke: Stroke, length: float) -> Iterator[list[tuple[float, float]]]:
    """Yield a stroke in pieces of about ``length`` pixels, one for each frame."""
    piece = [stroke[0]]
    gone = 0.0
    for point in stroke[1:]:
        gone += math.dist(piece[-1], point)
        piece.append(point)
        if gone >= length:
            yield piece
            piece, gone = [point], 0.0
    if len(piece) > 1:
        yield piece
