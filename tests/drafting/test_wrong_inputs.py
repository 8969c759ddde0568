"""What is no problem: one clear line each, on the command line of both commands."""

import struct
import zlib
from pathlib import Path

import pytest

from tests.command_line import gnomon
from tests.every import every

TEXT = "In triangle ABC, angle ABC is 60°. What is angle ACB?"


def one_line(result):
    """Return the error, which must be a single line; nothing may be printed besides."""
    assert (result.exit_code, result.stdout) == (1, ""), result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("gnomon: error: ")
    return line


def refused(picture, words, text=TEXT):
    assert words in one_line(gnomon("problems", "new", "--picture", picture, "--text", text))
    assert words in one_line(gnomon("read", picture))


@pytest.fixture
def cv2():
    pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")
    return pytest.importorskip("cv2", reason="needs the extra read: OpenCV")


def test_a_blank_picture_is_no_figure(cv2, tmp_path):
    import numpy as np

    cv2.imwrite(str(tmp_path / "blank.png"), np.full((300, 400, 3), 255, np.uint8))
    refused(tmp_path / "blank.png", "no figure was found")


@pytest.mark.slow
def test_a_photo_of_a_cat_is_no_figure(cv2, tmp_path):
    import numpy as np

    generator = np.random.default_rng(0)  # fur: fine noise over soft patches
    noise = cv2.GaussianBlur(generator.integers(0, 255, (300, 400, 3), dtype=np.uint8), (0, 0), 1.2)
    patches = cv2.resize(generator.integers(0, 255, (6, 8, 3), dtype=np.uint8), (400, 300), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "cat.jpg"), cv2.addWeighted(noise, 0.5, patches, 0.5, 0))
    refused(tmp_path / "cat.jpg", "no figure was found")


@pytest.mark.slow
def test_a_picture_of_100_megapixels_is_not_even_unpacked(tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(10_001) * 10_000, 1)
    picture: Path = tmp_path / "huge.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
    refused(picture, "10000 by 10000 pixels; expected at most 60 million")


@every(
    [
        ("如图，在三角形中，求角的度数。", "expected a geometry problem in English"),
        ("如图，在三角形ABC中，∠A等于50度。求角B的度数。", "expected a geometry problem in English"),
        ("\n".join(["In triangle ABC, AB = 5."] * 10_000), "in 10000 lines; expected one problem"),
        ("\n" * 10_000, "in 10001 lines; expected one problem"),
        ("Anna buys three apples and a pear.", "expected a geometry problem in English"),
    ]
)
def test_a_text_that_is_no_problem_is_refused(text, words):
    assert words in one_line(gnomon("problems", "new", "--text", text))
