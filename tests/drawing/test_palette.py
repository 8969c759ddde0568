"""The shipped colours can be told from the page, from the ink and from each other, without seeing hue."""

import pytest

from gnomon.drawing import THEME

# WCAG 2.2: relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance


def channels(colour):
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def over(colour, page, opacity):
    return [opacity * top + (1 - opacity) * under for top, under in zip(channels(colour), channels(page), strict=True)]


def luminance(rgb):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("pen", THEME.pens, ids=lambda pen: pen.name)
def test_a_highlight_stands_out_from_the_page(pen):
    assert contrast(over(pen.colour, THEME.page, THEME.highlight_opacity), channels(THEME.page)) >= 3


@pytest.mark.parametrize("pen", THEME.pens, ids=lambda pen: pen.name)
def test_black_lines_stay_readable_through_a_highlight(pen):
    assert contrast(over(pen.colour, THEME.page, THEME.highlight_opacity), channels(THEME.ink)) >= 4


@pytest.mark.parametrize("pen", THEME.pens, ids=lambda pen: pen.name)
def test_a_tag_is_readable(pen):
    assert contrast(channels(pen.colour), channels(THEME.page)) >= 4.5


def test_the_pens_differ_by_more_than_colour():
    """In grey, and to deuteranopes, green and brown look alike: pattern and tag must carry the meaning."""
    first, second = THEME.pens
    assert first.hatched != second.hatched
    assert first.tag != second.tag


def test_soft_ink_is_readable():
    assert contrast(channels(THEME.soft_ink), channels(THEME.page)) >= 4.5
