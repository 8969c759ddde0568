"""What is no figure is one clear line."""

import struct
import zlib

import numpy as np
import pytest

from gnomon.reading import PictureError, read_picture
from tests.every import every

pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")


def large_header() -> bytes:
    """Return a PNG that says it has 100 million pixels, and has none."""
    header = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", len(header)) + chunk + struct.pack(">I", zlib.crc32(chunk))


BAD = {
    "an empty file": (b"", "is empty"),
    "no picture": (b"In triangle ABC, AB = AC.", "expected a PNG or JPEG"),
    "cut short": (b"\x89PNG\r\n\x1a\n", "cut short"),
    "only a header": (
        large_header().replace(struct.pack(">II", 10_000, 10_000), struct.pack(">II", 100, 100)),
        "cut short or damaged",
    ),
    "100 million pixels": (large_header(), "expected at most 60 million"),
}


@every(BAD)
def test_a_file_that_is_no_picture_is_one_line(kind, tmp_path_factory):
    content, words = BAD[kind]
    path = tmp_path_factory.mktemp("bad") / "figure.png"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=words) as caught:
        read_picture(path)
    assert "\n" not in str(caught.value)


def test_a_blank_picture_holds_no_figure(drawn):
    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="white"/></svg>'
    with pytest.raises(PictureError, match="no figure was found"):
        read_picture(drawn(blank, "blank.png"))


@pytest.mark.slow
def test_a_photo_of_things_holds_no_figure(tmp_path):
    import cv2

    # Fur: noise of several sizes, in colour, as an animal's picture has it.
    rng = np.random.default_rng(0)
    fur = sum(
        cv2.resize(rng.normal(0, 40, (side, side, 3)), (900, 900), interpolation=cv2.INTER_CUBIC) for side in (15, 60, 225, 450)
    )
    cv2.imwrite(str(tmp_path / "cat.png"), np.clip(fur + 120, 0, 255).astype(np.uint8))
    with pytest.raises(PictureError, match="no figure was found"):
        read_picture(tmp_path / "cat.png")
