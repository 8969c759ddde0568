"""Pictures drawn for the tests."""

import pytest

from gnomon.drawing import to_png


@pytest.fixture(scope="session")
def drawn(tmp_path_factory):
    """Return a function that draws an SVG into a PNG file."""
    folder = tmp_path_factory.mktemp("pictures")

    def draw(source: str, name: str = "figure.png"):
        path = folder / name
        path.write_bytes(to_png(source))
        return path

    return draw
