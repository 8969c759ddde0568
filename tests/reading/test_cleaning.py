"""Files of strangers: taken as PNG without anything but pixels, or refused in one line."""

import struct
import zlib

import pytest

from gnomon.reading import PictureError, cleaned
from gnomon.reading.cleaning import LONGEST_SIDE
from tests.every import every

PNG = b"\x89PNG\r\n\x1a\n"


def png_of(width, height):
    """Return a PNG whose header tells a size, and whose rows are so many zeros."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return PNG + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(width + 1) * 10, 1)) + chunk(b"IEND", b"")


@pytest.fixture
def cv2():
    return pytest.importorskip("cv2", reason="needs the extra read: OpenCV")


@pytest.fixture
def drawn(cv2):
    import numpy as np

    picture = np.full((60, 90, 3), 250, np.uint8)
    cv2.line(picture, (5, 5), (80, 50), (0, 0, 0), 2)
    return picture


def encoded(cv2, picture, kind):
    return bytes(cv2.imencode(kind, picture)[1])


@every(
    [
        (b"", "is empty"),
        (b"In triangle ABC", "got a text"),
        (b"GIF89a\x01\x00\x01\x00", "got a GIF"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG; save it as PNG"),
        (b"<?xml version='1.0'?><svg/>", "SVG; save it as PNG"),
        (b"%PDF-1.7", "got a PDF"),
        (b"\x00\x00\x00\x18ftypheic", "HEIC"),
        (b"\x00\x01\x02\xff\xfe" * 9, "another kind"),
        (PNG, "cut short"),
        (b"\xff\xd8\xff\xe0", "cut short"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8L", "cut short"),
        (png_of(10_000, 10_000), "10000 by 10000 pixels; expected at most 60 million"),
        (png_of(0, 10), "no pixels"),
        (b"RIFF\x1a\x00\x00\x00WEBPVP8X" + bytes(8) + b"\x01\x00\x00\x01\x00\x00ANIM", "an animation"),
    ]
)
def test_what_is_no_picture_is_refused_before_anything_is_decoded(data, words):
    with pytest.raises(PictureError, match=words) as raised:
        cleaned(data)
    assert "\n" not in str(raised.value)


@every([".png", ".jpg", ".webp"])
def test_each_kind_becomes_a_png_with_the_same_picture(kind, cv2, drawn):
    import numpy as np

    anew = cleaned(encoded(cv2, drawn, kind))
    assert anew.startswith(PNG)
    shown = cv2.imdecode(np.frombuffer(anew, np.uint8), cv2.IMREAD_COLOR)
    assert np.abs(shown.astype(int) - drawn).mean() < 3


@every([(".png", 0.5), (".jpg", 0.5), (".jpg", 0.9), (".webp", 0.5)])
def test_a_file_that_is_cut_short_is_refused(kind, share, cv2, drawn):
    data = encoded(cv2, drawn, kind)
    with pytest.raises(PictureError, match="cut short"):
        cleaned(data[: int(share * len(data))])


@pytest.mark.usefixtures("cv2")
def test_a_damaged_file_is_refused():
    with pytest.raises(PictureError, match="damaged"):
        cleaned(png_of(40, 40).replace(b"IDAT", b"IDOT"))


def test_nothing_but_pixels_is_left(cv2, drawn):
    data = encoded(cv2, drawn, ".jpg")
    secret = b"taken in room 12 by Ada"
    told = data[:2] + b"\xff\xfe" + struct.pack(">H", len(secret) + 2) + secret + data[2:]
    assert secret in told
    assert secret not in cleaned(told)


def test_a_photo_stands_as_its_metadata_say(cv2, drawn):
    turned = struct.pack(">HHI", 0x4D4D, 42, 8) + struct.pack(
        ">HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 0
    )  # orientation 6: a quarter turn
    exif = b"Exif\x00\x00" + turned
    data = encoded(cv2, drawn, ".jpg")
    told = data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    width, height = struct.unpack(">II", cleaned(told)[16:24])
    assert (width, height) == (60, 90)


def test_a_large_picture_is_made_smaller(cv2):
    import numpy as np

    data = encoded(cv2, np.full((1000, 4000), 255, np.uint8), ".png")
    assert struct.unpack(">II", cleaned(data)[16:24]) == (LONGEST_SIDE, LONGEST_SIDE // 4)
