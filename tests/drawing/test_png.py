"""Pixels: letters appear, sizes are kept, pictures lie under their highlights."""

import re
import struct
import zlib

import pytest

from gnomon.drawing import Raster, RasterError, draw, to_png, undrawable
from gnomon.figure import Figure, Highlights, Label
from tests.drawing.figures import FIGURES


def pixels(png):
    """Decode an 8-bit RGB or RGBA picture that is not interlaced into rows of bytes."""
    width, height, depth, kind = struct.unpack_from(">IIBB", png, 16)
    assert depth == 8
    size = {2: 3, 6: 4}[kind]
    data, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += 12 + length
    raw, rows, before = zlib.decompress(data), [], bytes(width * size)
    for row in range(height):
        start = row * (width * size + 1)
        before = unfiltered(raw[start], raw[start + 1 : start + 1 + width * size], before, size)
        rows.append([before[column * size : column * size + 3] for column in range(width)])
    return rows


def unfiltered(method, line, before, size):
    """Undo one row's filter (PNG specification, section 9)."""
    out = bytearray(line)
    for index in range(len(out)):
        left = out[index - size] if index >= size else 0
        corner = before[index - size] if index >= size else 0
        guess = left + before[index] - corner
        paeth = min((left, before[index], corner), key=lambda value: abs(guess - value))
        out[index] = (out[index] + (0, left, before[index], (left + before[index]) // 2, paeth)[method]) % 256
    return bytes(out)


def size_of(png):
    return struct.unpack_from(">II", png, 16)


def dark(rows, box):
    left, top, right, bottom = (round(value) for value in box)
    return sum(sum(pixel) < 200 for row in rows[top:bottom] for pixel in row[left:right])


def test_letters_appear():
    figure = Figure(points={"A": (0, 0), "B": (4, 0)}, labels=(Label(text="3x − 7", position=(2, 1)),))
    svg = draw(figure, width_px=200)
    with_text, without = pixels(to_png(svg)), pixels(to_png(re.sub(r"<text.*?</text>", "", svg)))
    changed = sum(
        one != other for row, bare in zip(with_text, without, strict=True) for one, other in zip(row, bare, strict=True)
    )
    assert changed > 150


def test_the_width_can_be_chosen():
    assert size_of(to_png(draw(FIGURES["triangle"]), width_px=960))[0] == 960
    assert size_of(to_png(draw(FIGURES["triangle"], width_px=320)))[0] == 320


@pytest.mark.parametrize("width", [0, -5])
def test_a_width_without_pixels_is_refused(width):
    with pytest.raises(ValueError, match="at least 1 pixel"):
        to_png(draw(FIGURES["triangle"]), width_px=width)


def test_what_is_no_svg_is_refused():
    with pytest.raises(ValueError, match=r".+"):
        to_png("no picture")


def picture():
    """Draw a picture 200 by 100 with one black line, from (20, 80) to (180, 80) from the upper left."""
    line = '<path d="M20 80 H180" stroke="#000" stroke-width="2"/>'
    paper = '<rect width="200" height="100" fill="#fff"/>'
    return to_png(f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">{paper}{line}</svg>')


def test_a_highlight_lies_on_the_line_of_a_picture():
    figure = Figure(points={"A": (20, 20), "B": (180, 20)})
    rows = pixels(to_png(draw(figure, Highlights(lines=("AB",)), background=Raster.read(picture()), width_px=200)))
    green = [row for row in range(100) if rows[row][100][1] > rows[row][100][0] + 30]
    assert min(green) in range(74, 78)
    assert max(green) in range(82, 86)
    assert sum(rows[79][100]) < 60  # the black line shows through


def test_on_a_picture_only_the_highlights_are_drawn():
    svg = draw(Figure(points={"A": (20, 20)}, labels=(Label(text="5", element="line:AB"),)), background=Raster.read(picture()))
    assert "<text" not in svg
    assert 'href="data:image/png;base64,' in svg


def test_on_a_picture_a_text_without_a_position_cannot_be_circled():
    figure = Figure(points={"A": (20, 20)}, labels=(Label(text="5"), Label(text="6", position=(10, 10))))
    assert undrawable(figure, Highlights(labels=("5", "6", "A")), on_raster=True) == ["label:5"]


def test_a_picture_says_its_size(tmp_path):
    path = tmp_path / "line.png"
    path.write_bytes(picture())
    raster = Raster.read(path)
    assert (raster.mime, raster.width, raster.height) == ("image/png", 200, 100)


def test_a_photograph_says_its_size():
    """The start of a JPEG: an APP0 segment of 16 bytes, then a frame of 300 rows of 400 pixels."""
    app0 = b"\xff\xe0" + struct.pack(">H", 16) + bytes(14)
    frame = b"\xff\xc0" + struct.pack(">HBHH", 17, 8, 300, 400) + bytes(10)
    raster = Raster.read(b"\xff\xd8" + app0 + frame)
    assert (raster.mime, raster.width, raster.height) == ("image/jpeg", 400, 300)


@pytest.mark.parametrize("data", [b"GIF89a", b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"])
def test_what_is_no_whole_picture_is_refused(data):
    with pytest.raises(RasterError, match="expected a"):
        Raster.read(data)
