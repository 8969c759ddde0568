"""Glyphs to words: names of points, and the printed labels with their roots, fractions and degree signs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gnomon.reading.alphabet import CLASSES
from gnomon.reading.glyphs import FOUND, Glyph

_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CHANNEL = {character: index + 1 for index, character in enumerate(CLASSES)}
_SAME_SHAPE = {"C": "c", "O": "o0", "S": "s", "V": "v", "W": "w", "X": "x", "Z": "z", "U": "u", "I": "l"}
"""Characters that look like a capital but for their size or their place in a word; small k, m, p and y do not."""

_LEAST, _MOST, _MOST_WITH_TAIL = 0.55, 1.4, 1.8
"""Heights of a name's letter, in heights of a capital: some are printed smaller than others, and some fonts have tails."""
_LARGE = 0.86
"""Heights of a capital from which a letter is one, whatever the finder says: a small x is two thirds, in bold fonts 0.83."""
_ONLY_SMALLER = frozenset("COSUVWXZ")
"""Capitals whose small letter is the same, only smaller."""
_SURE_SUFFIX = 0.75
"""Probability from which a prime or digit is part of a name: ends of strokes beside a letter look like one."""


class Name(NamedTuple):
    """Glyphs that may name a point."""

    glyphs: tuple[Glyph, ...]
    letters: dict[str, float]
    """Probability of each capital."""
    suffix: str
    """A prime or digit after it."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom in pixels."""
        return around(self.glyphs)

    def best(self, allowed: frozenset[str] | None = None) -> tuple[str, float]:
        """Return the likeliest name and its probability; among ``allowed`` ones where they are told."""
        choices = {letter + self.suffix: share for letter, share in self.letters.items()}
        if allowed:
            # A name that the text does not have is possible, but not likely: a fifth of its weight stays.
            choices = {name: share if name in allowed else share / 5 for name, share in choices.items()}
        name = max(choices, key=lambda each: choices[each])
        return name, choices[name]


class Label(NamedTuple):
    """A printed text that names no point."""

    text: str
    x: float
    """Column of its middle, pixels."""
    y: float
    glyphs: tuple[Glyph, ...]
    probability: float
    """That all its characters are right."""

    @property
    def half_width(self) -> float:
        """Return half its width in pixels."""
        left, _, right, _ = around(self.glyphs)
        return (right - left) / 2


def around(glyphs: tuple[Glyph, ...]) -> tuple[float, float, float, float]:
    """Return the box around glyphs."""
    boxes = np.array([glyph.box for glyph in glyphs])
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = boxes[:, 2:].max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def words(glyphs: tuple[Glyph, ...], capital: float) -> list[tuple[Glyph, ...]]:
    """Return glyphs that stand in one line close to one another, from left to right."""
    groups: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda one: one.x):
        home = next((group for group in reversed(groups) if _continues(group[-1], glyph, capital)), None)
        if home is None:
            groups.append([glyph])
        else:
            home.append(glyph)
    return [tuple(group) for group in groups]


def _continues(last: Glyph, glyph: Glyph, capital: float) -> bool:
    gap = glyph.box[0] - last.box[2]
    # Space around a sign of operation is as wide as a digit.
    wide = 0.75 if {last.character, glyph.character} & set("+−=/") else 0.42
    if not -0.6 * capital < gap < wide * capital:
        return False
    return abs(glyph.y - last.y) < 0.75 * capital


_SPOKEN = 3
"""Letters from which a word is one of a language: products of sides and units are shorter."""
_ROW, _NEXT_ROW = 0.6, 2.6
"""Heights of a capital between the middles of words in one row, and of two rows of a text."""


def without_prose(found: list[tuple[Glyph, ...]], capital: float) -> list[tuple[Glyph, ...]]:
    """Leave out the rows of a text around a figure: those with two words of a language, and what goes on from them."""
    rows: list[list[tuple[Glyph, ...]]] = []
    for word in sorted(found, key=lambda each: each[0].x):
        home = next((row for row in rows if _is_next(row[-1], word, capital)), None)
        if home is None:
            rows.append([word])
        else:
            home.append(word)
    spoken = [sum(_is_spoken(word) for word in row) for row in rows]
    texts = [row for row, many in zip(rows, spoken, strict=True) if many > 1]
    left = [row for row, many in zip(rows, spoken, strict=True) if many == 1]
    while more := [row for row in left if any(_follows(row, text, capital) for text in texts)]:
        texts += more
        left = [row for row in left if row not in more]
    return [word for row in rows if row not in texts for word in row]


def _is_next(last: tuple[Glyph, ...], word: tuple[Glyph, ...], capital: float) -> bool:
    """Whether a word follows another in a row, as far off as a space is wide, or two."""
    return abs(last[-1].y - word[0].y) < _ROW * capital and -capital < word[0].box[0] - last[-1].box[2] < 1.5 * capital


def _is_spoken(word: tuple[Glyph, ...]) -> bool:
    return sum(glyph.character.isalpha() for glyph in word) >= _SPOKEN


def _follows(row: list[tuple[Glyph, ...]], text: list[tuple[Glyph, ...]], capital: float) -> bool:
    left, top, right, bottom = around(tuple(glyph for word in row for glyph in word))
    low, above, high, below = around(tuple(glyph for word in text for glyph in word))
    return abs(top + bottom - above - below) / 2 < _NEXT_ROW * capital and left < high and low < right


def read_words(glyphs: tuple[Glyph, ...], capital: float) -> tuple[list[Name], list[Label]]:
    """Sort words into names of points and labels; text in rows around the figure is neither."""
    names: list[Name] = []
    labels: list[Label] = []
    for word in without_prose(words(glyphs, capital), capital):
        for part in _split(_trimmed(word)):
            name = _as_name(part, capital)
            if name is not None:
                names.append(name)
            else:
                labels += _as_label(part, capital)
    return names, labels


def _trimmed(word: tuple[Glyph, ...]) -> tuple[Glyph, ...]:
    """Leave out a doubtful minus that does not stand between two glyphs."""
    inner = [index for index, glyph in enumerate(word) if 1 - glyph.shares[0] >= FOUND]
    return word[inner[0] : inner[-1] + 1] if inner else ()


def _split(word: tuple[Glyph, ...]) -> list[tuple[Glyph, ...]]:
    """Split off capitals with what belongs to them: they name points that lie close to a label or to one another."""
    parts: list[list[Glyph]] = []
    for index, glyph in enumerate(word):
        is_name = glyph.character in _CAPITALS and not _is_digit_of(word, index)
        before = parts[-1] if parts else []
        follows_name = len(before) == 1 and before[0].character in _CAPITALS
        is_suffix = follows_name and _is_suffix(before[0], glyph)
        ends_name = bool(before) and before[0].character in _CAPITALS and not is_suffix and not _is_digit_of(word, index - 1)
        if not before or is_name or ends_name:
            parts.append([glyph])
        else:
            before.append(glyph)
    return [tuple(part) for part in parts]


def _is_suffix(letter: Glyph, glyph: Glyph) -> bool:
    """Whether a glyph is a prime, a small digit, or a digit so close behind that it is no label of its own."""
    beside = glyph.box[0] - letter.box[2] < 0.15 * letter.height
    return glyph.character == "'" or (glyph.character.isdigit() and (glyph.height < 0.9 * letter.height or beside))


def _is_digit_of(word: tuple[Glyph, ...], index: int) -> bool:
    """Whether a capital is a misread digit: it has the shape of one, and a digit stands beside it."""
    beside = word[max(0, index - 1) : index] + word[index + 1 : index + 2]
    return word[index].character in _OF_NUMBERS and any(glyph.character.isdigit() for glyph in beside)


def _as_name(word: tuple[Glyph, ...], capital: float) -> Name | None:
    """Return a word as a point's name: one capital, perhaps with a prime or a small digit behind it."""
    first, rest = word[0], word[1:]
    most = _MOST_WITH_TAIL if first.character in "QJ" else _MOST
    if not _LEAST * capital < first.height < most * capital:
        return None
    if len(rest) > 1 or (rest and not (first.character in _CAPITALS and _is_suffix(first, rest[0]))):
        return None
    if rest and rest[0].probability < _SURE_SUFFIX:
        rest = ()
    letters = {}
    is_large = first.height > _LARGE * capital
    for letter in _CAPITALS:
        share = float(first.shares[_CHANNEL[letter]])
        if not is_large and letter in _ONLY_SMALLER:
            continue
        if is_large and not rest:
            share += sum(float(first.shares[_CHANNEL[alike]]) for alike in _SAME_SHAPE.get(letter, ""))
        if share > 0.02:  # below that the finder has ruled it out
            letters[letter] = share
    # What is likelier another character, of a shape of its own, is a label.
    if not letters or (first.character not in _CAPITALS and max(letters.values()) <= first.probability):
        return None
    return Name((first, *rest), letters, rest[0].character if rest else "")


_SURE_ALONE = 0.6
"""Probability from which one glyph is a label."""
_ALONE = frozenset("'°+−/()=.√")
"""Signs that are no label by themselves."""
_OF_NUMBERS = {"O": "0", "o": "0", "l": "1", "I": "1", "S": "5", "Z": "2", "B": "8"}
"""Digits that are read as letters between other digits."""


def _as_label(word: tuple[Glyph, ...], capital: float) -> list[Label]:
    characters = [_in_its_place(index, word, capital) for index in range(len(word))]
    text = "".join(characters)
    if all(character in _ALONE for character in text):
        return []
    # A capital alone is a name, and one doubtful glyph is a tick or a dash.
    if len(word) == 1 and (text in _CAPITALS or word[0].probability < _SURE_ALONE):
        return []
    left, top, right, bottom = around(word)
    probability = float(np.prod([glyph.probability for glyph in word]))
    return [Label(text, (left + right) / 2, (top + bottom) / 2, word, probability)]


def _in_its_place(index: int, word: tuple[Glyph, ...], capital: float) -> str:
    """Return a glyph's character as its neighbours and its height in the line have it."""
    glyph = word[index]
    character = glyph.character
    digits = sum(other.character.isdigit() for other in word)
    if character in "oO0" and index and glyph.height < 0.62 * capital and glyph.y < word[index - 1].y:
        return "°"
    if digits and digits >= len(word) / 2 and character in _OF_NUMBERS:
        return _OF_NUMBERS[character]
    if character in _ONLY_SMALLER and glyph.height <= _LARGE * capital:
        return character.lower()
    return character
