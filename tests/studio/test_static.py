"""What ships to browsers: vendored files as their list says, colours that can be told apart, nothing from elsewhere."""

import hashlib
import re
from itertools import pairwise
from pathlib import Path

from gnomon.drawing import THEME
from tests.every import every

STUDIO = Path(__file__).parents[2] / "src" / "gnomon" / "studio"
VENDOR = STUDIO / "static" / "vendor"
CSS = (STUDIO / "static" / "studio.css").read_text("utf-8")
OWN = [*STUDIO.glob("static/*.*"), *STUDIO.rglob("templates/**/*.jinja")]


def test_every_vendored_file_has_the_sum_that_its_list_names():
    listed = dict(re.findall(r"^([0-9a-f]{64})  (\S+)$", (VENDOR / "README.md").read_text("utf-8"), re.MULTILINE))
    files = {
        file.relative_to(VENDOR).as_posix(): file for file in VENDOR.rglob("*") if file.is_file() and file.name != "README.md"
    }
    assert {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()} == {
        name: digest for digest, name in listed.items()
    }


@every(OWN)
def test_nothing_is_asked_of_another_host(file):
    own = re.sub(r"http://www\.w3\.org/\S+", "", file.read_text("utf-8"))  # names of XML, which nobody fetches
    assert not re.search(r"(?:src|href|url|import|fetch)\W{1,3}(?:https?:)?//", own)


@every([file for file in OWN if file.suffix == ".jinja"])
def test_no_template_holds_a_style_or_a_script_of_its_own(file):
    text = file.read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\bsrc=)|javascript:|hx-on", text)


def luminance(colour):
    """Relative luminance of WCAG 2.2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def over(colour, opacity, ground):
    mixed = [round(opacity * int(colour[i : i + 2], 16) + (1 - opacity) * int(ground[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def palette():
    """Return the colours of the sheet under a figure, light, dark, each by name."""
    light, dark, *_ = re.findall(r":root \{(.*?)\n *\}", CSS, re.DOTALL)
    named = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in (light, dark)]
    return named[0], {**named[0], **named[1]}


def test_pens_of_the_page_are_those_of_the_drawing():
    light, _ = palette()
    assert {pen.name: pen.colour for pen in THEME.pens} == {name: light[name] for name in ("green", "brown")}
    assert float(re.search(r"--pen-opacity: (\S+);", CSS)[1]) == THEME.highlight_opacity
    assert re.search(r"\.sheet \{ --green: (\S+); --brown: (\S+); \}", CSS).groups() == tuple(pen.colour for pen in THEME.pens)


@every(THEME.pens)
def test_a_highlight_reaches_3_to_1_against_the_page_and_lines_4_to_1_through_it(pen):
    shown = over(pen.colour, THEME.highlight_opacity, THEME.page)
    assert contrast(shown, THEME.page) >= 3
    assert contrast(THEME.ink, shown) >= 4


@every([(mode, fore, back) for mode in (0, 1) for fore, back in [
    ("ink", "paper"), ("ink", "card"), ("soft", "paper"), ("soft", "card"), ("accent", "card"), ("accent", "paper"),
    ("good", "good-paper"), ("open", "open-paper"), ("ink", "accent-paper"), ("ink", "student"), ("on-accent", "accent"),
    ("student-edge", "paper"),
]])  # fmt: skip
def test_texts_reach_4_5_to_1_in_light_and_dark(mode, fore, back):
    colours = palette()[mode]
    assert contrast(colours[fore], colours[back]) >= 4.5


@every([0, 1])
def test_edges_of_fields_and_buttons_reach_3_to_1(mode):
    colours = palette()[mode]
    assert contrast(colours["edge"], colours["card"]) >= 3


def turned(colour):
    """Return a colour of a drawing as the dark sheet shows it: inverted and its hue turned back, as Filter Effects 1 has both."""
    kept = float(re.search(r"\.sheet:not\(:has\(img, image\)\)[^{]*\{ filter: invert\((\S+)\) hue-rotate\(180deg\); \}", CSS)[1])
    inverted = [kept + (1 - 2 * kept) * int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    grey = sum(2 * weight * part for weight, part in zip((0.213, 0.715, 0.072), inverted, strict=True))
    return "#" + "".join(f"{round(255 * min(max(grey - part, 0), 1)):02x}" for part in inverted)


def test_a_drawing_in_the_dark_keeps_its_contrast_and_its_pens_their_colours():
    page = turned(THEME.page)
    assert luminance(page) < 0.02
    assert all(contrast(turned(text), page) >= 4.5 for text in (THEME.ink, THEME.soft_ink, THEME.keypoint))
    for pen in THEME.pens:
        shown = over(turned(pen.colour), 0.85 * THEME.highlight_opacity, page)
        assert contrast(shown, page) >= 3
        assert contrast(turned(THEME.ink), shown) >= 3
    green, brown = (tuple(int(turned(pen.colour)[i : i + 2], 16) for i in (1, 3, 5)) for pen in THEME.pens)
    assert max(green) == green[1]
    assert max(brown) == brown[0]


def test_pages_for_files_are_as_dark_as_the_studio():
    pages = (STUDIO.parent / "pages" / "style.css.jinja").read_text("utf-8")
    for each in (r"filter: invert.*", r'"highlights"\]\W.*opacity: (\S+);'):
        assert re.findall(each, CSS)[:1] == re.findall(each, pages)[:1] != []
    assert re.search(r"image\)\) \{ --pen-opacity: \.64; \}", CSS)  # 0.85 of the highlights' 0.75, as theirs


def test_pens_are_told_apart_in_grey_by_more_than_their_shade():
    shades = [luminance(over(pen.colour, THEME.highlight_opacity, THEME.page)) for pen in THEME.pens]
    assert all(abs(one - other) > 0 for one, other in pairwise(shades))
    # The shade alone would not do: the second pen is dashed, in the drawing and in the ink.
    assert [pen.hatched for pen in THEME.pens] == [False, True]
    assert re.search(r"\.strokes\.brown path \{[^}]*stroke-dasharray", CSS)
