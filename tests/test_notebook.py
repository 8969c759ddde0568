"""A figure shows itself in a notebook, though its room does not know who draws."""

import subprocess
import sys

import pytest

from gnomon import notebook
from gnomon.problem import bank

FIRST_CELL = """
import sys
from gnomon.problem import bank
figure = bank()["hourglass-cglxz"].question.figure
loaded = "gnomon.drawing" in sys.modules
print(loaded, figure._repr_svg_()[:4])
"""


@pytest.mark.slow
def test_a_figure_of_the_bank_shows_itself_where_nothing_was_imported_that_draws():
    done = subprocess.run([sys.executable, "-c", FIRST_CELL], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "<svg"]


@pytest.fixture
def nobody_draws(monkeypatch):
    """Take the package's renderer away."""
    monkeypatch.setattr(notebook, "_renderers", [])


@pytest.mark.usefixtures("nobody_draws")
def test_without_a_renderer_a_notebook_shows_the_plain_text():
    assert bank()["hourglass-cglxz"].question.figure._repr_svg_() is None


@pytest.mark.usefixtures("nobody_draws")
def test_the_renderer_registered_last_draws():
    notebook.register_renderer(lambda _: "<first/>")
    notebook.register_renderer(lambda figure: f"<svg>{len(figure.points)}</svg>")
    assert bank()["hourglass-cglxz"].question.figure._repr_svg_() == "<svg>5</svg>"
