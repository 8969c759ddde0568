"""The glyphs of a picture: the letter finder at the size of letters that it was trained on.

The finder (`tools/letters`) knows capitals 13 to 30 pixels high. How high they are in a picture is guessed from its small
separate blots, and measured again from what was found.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.reading.alphabet import CELL, CLASSES
from gnomon.reading.extra import letter_session, opencv
from gnomon.reading.ink import Ink
from gnomon.reading.straighten import Map

_CAPITAL = 20.0
"""Pixels: the height of capitals in the middle of what the finder was trained on."""
_WRONG_SIZE = 1.25
"""Factor between guessed and found height from which the finder looks once more."""
_CLEAR, _ENOUGH = 0.7, 3
"""Probability of a clear glyph, and how many of them show that the height is right: a figure has at least three names."""
_GUESSES = 4
"""Heights that are tried at most."""
_SURE_UPRIGHT = 0.9
"""Mean probability of glyphs from which the picture is upright: upside down it was 0.65 to 0.85, on a side below."""
_MORE = 0.8
"""Of a glyph, that another way must find in addition."""
FOUND = 0.35
"""Probability of a glyph from which one is reported; what is done with it weighs the probability."""
_FOUND_MINUS = 0.12
"""The same of a minus, which is a stroke like others: only between two glyphs of a line does it count."""
_BARS = frozenset("Il1i'/−.")
"""Characters that a dash may be read as."""
_TALL = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


class Glyph(NamedTuple):
    """One character of a picture; places in pixels of the ink."""

    character: str
    x: float
    """Column of its middle."""
    y: float
    width: float
    height: float
    probability: float
    """Of being this character, 0 to 1."""
    shares: NDArray[np.float32]
    """Probabilities of nothing and of each class."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom."""
        return (self.x - self.width / 2, self.y - self.height / 2, self.x + self.width / 2, self.y + self.height / 2)


class Glyphs(NamedTuple):
    """What the finder found, and the height of a capital in pixels of the ink."""

    found: tuple[Glyph, ...]
    capital: float

    def evidence(self) -> tuple[float, float]:
        """Return how many glyphs stand upright, as the sum of their probabilities, and the mean of these."""
        sure = [glyph.probability for glyph in self.found if glyph.character not in _BARS]
        return sum(sure), sum(sure) / max(len(sure), 1)


class Upright(NamedTuple):
    """Ink turned so that its letters stand upright."""

    ink: Ink
    glyphs: Glyphs
    to_ink: Map
    """From its places to those of the ink as it was."""


def upright(ink: Ink) -> Upright:
    """Return the ink as it is read: a page that lies on its side or on its head is turned by quarters.

    Most letters read upside down as others, doubtfully: only where what was found is doubtful, other ways are tried.
    """
    as_it_is = find_glyphs(ink)
    most, mean = as_it_is.evidence()
    best = Upright(ink, as_it_is, np.eye(3))
    if mean >= _SURE_UPRIGHT:
        return best
    for quarters in (1, 2, 3):
        turned = np.ascontiguousarray(np.rot90(ink, quarters))
        found = find_glyphs(turned)
        evidence, mean = found.evidence()
        if evidence > most + _MORE and mean > _SURE_UPRIGHT:
            most, best = evidence, Upright(turned, found, _turned_back(quarters, ink.shape))
    return best


def _turned_back(quarters: int, shape: tuple[int, ...]) -> Map:
    """Return the map from columns and rows after so many quarters against the clock to those before."""
    bottom, right = shape[0] - 1, shape[1] - 1
    maps = {1: [[0, -1, right], [1, 0, 0]], 2: [[-1, 0, right], [0, -1, bottom]], 3: [[0, 1, 0], [-1, 0, bottom]]}
    return np.array([*maps[quarters], [0, 0, 1]], float)


def find_glyphs(ink: Ink) -> Glyphs:
    """Return the glyphs of a picture, and how high its capitals are.

    Several heights are tried, the likeliest first, until most of what is found at one is sure.
    """
    best, most = Glyphs((), _CAPITAL), -1.0
    for height in _guessed_capitals(ink):
        looked = _look_at(ink, height)
        clear = sum(glyph.probability > _CLEAR for glyph in looked.found)
        if clear > most:
            best, most = looked, clear
        if clear >= _ENOUGH and clear > 0.6 * len(looked.found):
            break
    return best


def _look_at(ink: Ink, height: float) -> Glyphs:
    """Look for capitals of a height, and once more at the height that was found."""
    found = _look(ink, _CAPITAL / height)
    measured = _measured_capital(found)
    if measured is not None and max(measured / height, height / measured) > _WRONG_SIZE:
        again = _look(ink, _CAPITAL / measured)
        return Glyphs(tuple(again), _measured_capital(again) or measured)
    return Glyphs(tuple(found), measured or height)


def _guessed_capitals(ink: Ink) -> list[float]:
    """Return heights that capitals may have: those of small separate blots, and one that most pictures have."""
    cv = opencv()
    _, _, boxes, _ = cv.connectedComponentsWithStats((ink > 0.4).astype(np.uint8), connectivity=8)
    longest = max(ink.shape)
    heights = [
        float(height)
        for _, _, width, height, area in boxes[1:].tolist()
        # A letter: higher than noise, a small part of the picture, not much wider than high, neither a bar nor a full block.
        if 7 <= height <= longest / 6 and 0.3 * height <= width <= 1.5 * height and 0.12 < area / (width * height) < 0.8
    ]
    guesses: list[float] = []
    while heights and len(guesses) < _GUESSES - 1:
        # The height that most others are near to: letters of one picture are of one size, marks are of many.
        best = max(heights, key=lambda one: (sum(0.8 < other / one < 1.25 for other in heights), one))
        guesses.append(best)
        heights = [height for height in heights if not 0.8 < height / best < 1.25]
    if all(max(_CAPITAL / guess, guess / _CAPITAL) > _WRONG_SIZE for guess in guesses):
        guesses.append(_CAPITAL)
    return guesses


def _measured_capital(found: list[Glyph]) -> float | None:
    heights = [glyph.height for glyph in found if glyph.character in _TALL and glyph.probability > 0.6]
    return float(np.median(heights)) if heights else None


def _look(ink: Ink, scale: float) -> list[Glyph]:
    """Run the finder on the ink at ``scale`` and read its cells."""
    cv = opencv()
    rows, columns = (max(2 * CELL, round(side * scale)) for side in ink.shape)
    how = cv.INTER_AREA if scale < 1 else cv.INTER_LINEAR
    scaled = np.asarray(cv.resize(ink, (columns, rows), interpolation=how), np.float32) if scale != 1 else ink
    padded = np.zeros((-(-rows // CELL) * CELL, -(-columns // CELL) * CELL), np.float32)
    padded[:rows, :columns] = scaled
    answer = letter_session().run(None, {"ink": padded[None, None]})[0][0]
    logits = answer[: 1 + len(CLASSES)]
    shares = np.exp(logits - logits.max(axis=0))
    shares /= shares.sum(axis=0)
    present = 1 - shares[0]
    around = np.asarray(cv.dilate(present, np.ones((3, 3), np.uint8)))
    across, down = columns / ink.shape[1], rows / ink.shape[0]
    glyphs = []
    for row, column in np.argwhere((present >= _FOUND_MINUS) & (present >= around)).tolist():
        dx, dy, wide, high = answer[1 + len(CLASSES) :, row, column].tolist()
        kind = int(shares[1:, row, column].argmax())
        if present[row, column] < FOUND and CLASSES[kind] != "−":
            continue
        glyphs.append(
            Glyph(
                CLASSES[kind],
                (column + 0.5 + dx) * CELL / across,
                (row + 0.5 + dy) * CELL / down,
                float(np.exp(wide)) * CELL / across,
                float(np.exp(high)) * CELL / down,
                float(shares[1 + kind, row, column]),
                shares[:, row, column],
            )
        )
    return _without_dashes(_apart(glyphs))


def _without_dashes(glyphs: list[Glyph]) -> list[Glyph]:
    """Leave out bars in a row along their own direction: the dashes of a line."""
    bars = [glyph for glyph in glyphs if glyph.character in _BARS]
    dashes = {id(bar) for bar in bars if sum(_continues(bar, other) for other in bars) >= 2}
    dashes |= {id(bar) for bar in bars for other in bars if id(other) in dashes and _continues(bar, other)}
    return [glyph for glyph in glyphs if id(glyph) not in dashes]


def _continues(bar: Glyph, other: Glyph) -> bool:
    """Whether a second bar stands at the end of a first one, as far away as dashes are."""
    dx, dy = abs(other.x - bar.x), abs(other.y - bar.y)
    length = math.hypot(bar.width, bar.height)
    # 0.5 radians: a dash is a few pixels long, and its box is not precise.
    along = abs(math.atan2(dy, dx) - math.atan2(bar.height - 2, bar.width - 2)) < 0.5
    return along and 0 < math.hypot(dx, dy) < 3.2 * length


def _apart(glyphs: list[Glyph]) -> list[Glyph]:
    """Keep the surest of glyphs whose middles lie in one another."""
    kept: list[Glyph] = []
    for glyph in sorted(glyphs, key=lambda one: -float(1 - one.shares[0])):
        if all(
            abs(glyph.x - other.x) > 0.3 * max(glyph.width, other.width)
            or abs(glyph.y - other.y) > 0.3 * max(glyph.height, other.height)
            for other in kept
        ):
            kept.append(glyph)
    return kept
