"""What may happen to a picture on its way: turned, dark, transparent, compressed, small, large, beside others, in a text."""

import math

import numpy as np
import pytest

from gnomon.reading import PictureError, read_picture
from tests.every import every
from tests.reading.pictures import POINTS, svg

cv2 = pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")

WIDTH, HEIGHT = 580, 300
LINES = {"AB", "AC", "AM", "BC", "BM", "CM", "OP"}
TEXT = (
    "In the figure, triangle ABC has a point M on AB and",
    "the circle with centre O passes through the point P.",
    "Given that angle MAC = 62°, find the size of angle AMC",
    "in degrees. Show all of your working.",
)


def transparent(pixels, shade):
    """Return strokes of one shade on no ground."""
    return np.dstack([np.full_like(pixels, shade), 255 - pixels[:, :, 0]])


def compressed(pixels):
    return cv2.imdecode(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 10])[1], cv2.IMREAD_COLOR)


SLOW = ("on its other side", "black on nothing", "compressed", "enlarged")
CONDITIONS = {
    "on its side": (lambda pixels: cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE), lambda x, y: (HEIGHT - 1 - y, x)),
    "on its head": (lambda pixels: cv2.rotate(pixels, cv2.ROTATE_180), lambda x, y: (WIDTH - 1 - x, HEIGHT - 1 - y)),
    "on its other side": (lambda pixels: cv2.rotate(pixels, cv2.ROTATE_90_COUNTERCLOCKWISE), lambda x, y: (y, WIDTH - 1 - x)),
    "light on dark": (lambda pixels: 255 - pixels, lambda x, y: (x, y)),
    "black on nothing": (lambda pixels: transparent(pixels, 0), lambda x, y: (x, y)),
    "white on nothing": (lambda pixels: transparent(pixels, 255), lambda x, y: (x, y)),
    "compressed": (compressed, lambda x, y: (x, y)),
    "enlarged": (lambda pixels: cv2.resize(pixels, None, fx=6, fy=6), lambda x, y: (6 * x, 6 * y)),
}


@pytest.fixture(scope="module")
def pixels(drawn):
    return cv2.imread(str(drawn(svg(), "plain.png")))


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    def write(pixels):
        path = tmp_path_factory.mktemp("conditions") / "figure.png"
        cv2.imwrite(str(path), pixels)
        return path

    return write


@pytest.mark.slow
@every([condition for condition in CONDITIONS if condition not in SLOW])
def test_a_picture_is_read_in_the_pixels_of_its_file(condition, pixels, written):
    read_alike(condition, pixels, written)


@pytest.mark.slow
@every(SLOW)
def test_so_are_other_pictures(condition, pixels, written):
    read_alike(condition, pixels, written)


def read_alike(condition, pixels, written):
    """Read the picture under a condition: nothing is missing, and everything is where it is in the file."""
    made, place = CONDITIONS[condition]
    seen = made(pixels)
    read = read_picture(written(seen))
    near = 4 * max(seen.shape) / WIDTH
    assert {name for name in POINTS if math.dist(read.points[name], place(*POINTS[name])) > near} == set()
    assert ({line.name for line in read.lines}, read.unsure) == (LINES, ())


@pytest.mark.slow
def test_a_text_around_the_figure_gives_no_names_and_no_labels(drawn, written, pixels):
    rows = "".join(f'<text x="20" y="{30 + 24 * row}" font-size="17">{text}</text>' for row, text in enumerate(TEXT))
    size = f'width="{WIDTH}" height="130"'
    text = cv2.imread(
        str(drawn(f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {size} fill="white"/>{rows}</svg>', "text.png"))
    )
    read = read_picture(written(np.vstack([text, pixels, text])))
    assert (set(read.points), read.labels) == (set(POINTS), ())
    assert {line.name for line in read.lines} == LINES
    with pytest.raises(PictureError, match="no figure was found"):
        read_picture(written(np.vstack([text, text])))


@pytest.mark.slow
def test_two_figures_of_the_same_names_are_told_and_two_of_other_names_are_read(drawn, written, pixels):
    with pytest.raises(PictureError, match="A, B, C, M, O, P are printed more than once: several figures; cut out one of them"):
        read_picture(written(np.hstack([pixels, pixels])))
    other = svg()
    for name, another in zip("ABCMOP", "DEFGHK", strict=True):
        other = other.replace(f">{name}</text>", f">{another}</text>")
    beside = cv2.imread(str(drawn(other, "other.png")))
    read = read_picture(written(np.hstack([pixels, np.full((HEIGHT, 60, 3), 255, np.uint8), beside])))
    assert set(read.points) == set("ABCMOPDEFGHK")


def test_a_picture_too_small_for_letters_is_told_so(pixels, written):
    with pytest.raises(PictureError, match="120 by 62 pixels, too few for letters"):
        read_picture(written(cv2.resize(pixels, (120, 62), interpolation=cv2.INTER_AREA)))


@pytest.mark.slow
def test_a_fill_that_a_scan_in_black_and_white_made_dots_is_none_of_the_figure(pixels, written):
    rng = np.random.default_rng(0)
    corners = np.array([POINTS[name] for name in "ABC"])
    filled = cv2.fillPoly(np.full_like(pixels, 255), [corners], (206, 206, 206))
    grainy = np.minimum(pixels, filled) + rng.normal(0, 8, pixels.shape[:2])[:, :, None]
    read = read_picture(written(np.where(grainy > 200, 255, 0).astype(np.uint8)))
    assert set(read.points) == set(POINTS)
    assert {line.name for line in read.lines} == LINES
    assert read.labels == ()
