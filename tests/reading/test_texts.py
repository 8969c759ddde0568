"""Glyphs to names and labels."""

import numpy as np
import pytest

from gnomon.reading.alphabet import CLASSES
from gnomon.reading.glyphs import Glyph
from gnomon.reading.texts import read_words
from tests.every import every

HIGH = dict.fromkeys("acegmnopqrsuvwxyz", 0.66) | {"'": 0.35, "°": 0.4, "−": 0.1, ".": 0.15}
"""Heights of characters in heights of a capital; the others are as high as one."""


def line(text: str, *, small: str = "") -> tuple[Glyph, ...]:
    """Return the glyphs of a text in one line, 10 pixels apart, capitals 15 high; those in ``small`` are small digits below."""
    glyphs = []
    for place, character in enumerate(text):
        if character == " ":
            continue
        shares = np.zeros(1 + len(CLASSES), np.float32)
        shares[1 + CLASSES.index(character)] = 0.9
        height = 15 * HIGH.get(character, 1.0) * (0.7 if character in small else 1)
        above = {"'": -5.0, "°": -5.0}.get(character, 4.0 if character in small else 0.0)
        glyphs.append(Glyph(character, 10.0 * place, 50.0 + above, 8.0, height, 0.9, shares))
    return tuple(glyphs)


@every(
    {
        "A": (["A"], []),
        "A'": (["A'"], []),
        "62°": ([], ["62°"]),
        "(3x−7)°": ([], ["(3x−7)°"]),
        "90°G": (["G"], ["90°"]),
        "AB": (["A", "B"], []),
        "A      7.5": (["A"], ["7.5"]),
        "x": ([], ["x"]),
        "O": (["O"], []),
    }.items()
)
def test_a_line_of_glyphs_becomes_names_and_labels(text, expected):
    names, labels = read_words(line(text), 15.0)
    assert ([name.best()[0] for name in names], [label.text for label in labels]) == expected


def test_a_small_digit_below_a_capital_belongs_to_its_name():
    names, _ = read_words(line("P1", small="1"), 15.0)
    assert [name.best()[0] for name in names] == ["P1"]


def test_a_letter_o_among_digits_is_a_zero():
    _, labels = read_words(line("1O5"), 15.0)
    assert [label.text for label in labels] == ["105"]


def test_a_name_that_the_text_has_is_preferred():
    (glyph,) = line("O")
    shares = glyph.shares.copy()
    shares[1 + CLASSES.index("O")], shares[1 + CLASSES.index("Q")] = 0.6, 0.35
    (name,), _ = read_words((glyph._replace(shares=shares),), 15.0)
    assert name.best()[0] == "O"
    text, share = name.best(frozenset("ABQ"))
    assert text == "Q"
    assert share == pytest.approx(0.35)
