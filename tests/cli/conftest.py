"""Run the command line inside the test, and write small problem files."""

from pathlib import Path

import pytest

from tests import command_line

TRIANGLE = """
- id: {id}
  text: Two angles of triangle ABC are printed in the figure. Find angle C.
  figure:
    points: {{A: [0, 0], B: [10, 0], C: [5.92396, 7.05990]}}
    lines: [A B, B C, C A]
  facts:
    - Equals(MeasureOf(Angle(C,A,B)), 50)
    - {fact}
  find: {find}
  answer: {answer}
  unit: °
"""
DEFAULTS = {
    "id": "triangle",
    "fact": "Equals(MeasureOf(Angle(A,B,C)), 60)",
    "find": "MeasureOf(Angle(B,C,A))",
    "answer": "70",
}


@pytest.fixture
def gnomon():
    """Return a function that runs a command and gives its result (``exit_code``, ``stdout``, ``stderr``)."""
    return command_line.gnomon


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file of triangle problems; each argument changes some of the `DEFAULTS`."""

    def write_file(*changes: dict[str, str], name: str = "own.yaml") -> Path:
        path = tmp_path / name
        path.write_text("".join(TRIANGLE.format(**{**DEFAULTS, **change}) for change in changes or ({},)), "utf-8")
        return path

    return write_file


@pytest.fixture
def form(data_folder):
    """Return the first problem of Geometry3K's annotated forms."""
    path = data_folder / "geometry3k" / "forms_0000_2400.json"
    if not path.exists():
        pytest.skip(f"needs {path}")
    return f"{path}#0"
