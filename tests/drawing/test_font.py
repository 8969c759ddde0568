"""Texts are measured with the font that ships."""

from importlib import resources

import pytest

from gnomon.drawing.font import font_file, text_size


def test_the_licence_lies_beside_the_font():
    licence = resources.files("gnomon.drawing").joinpath("fonts", "DejaVu-LICENSE.txt").read_text("utf-8")
    assert font_file().is_file()
    assert "Bitstream" in licence


@pytest.mark.parametrize(
    ("text", "units"),
    [("A", 1401), ("1", 1303), ("°", 1024), ("−", 1716), ("AA", 2802)],  # advance widths of DejaVu Sans 2.37, 2048 to the em
)
def test_widths_are_those_of_the_font(text, units):
    assert text_size(text, 2048).width == pytest.approx(units)


def test_only_descenders_reach_below_the_line():
    assert text_size("A", 10).descent == 0
    assert text_size("y", 10).descent > 0


def test_an_unknown_character_counts_one_em():
    assert text_size("\U0001f600", 10).width == 10
