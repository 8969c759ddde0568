"""A figure as TikZ: names, lines, circles, marks and texts, with signs that LaTeX knows."""

import re

from gnomon.drawing import draw, tikz
from gnomon.figure import Circle, Figure, Label, Marks
from gnomon.problem import bank
from tests.every import every

FIGURE = Figure(
    points={"A": (0, 0), "B": (4, 0), "C'": (0, 3), "O": (2, 1.5)},
    lines=(("A", "B"), ("B", "C'"), ("A", "C'")),
    circles=(Circle(centre="O", points=("A", "B", "C'")),),
    labels=(
        Label(text="2√3", element="line:AB"),
        Label(text="52°", element="angle:ABC'"),
        Label(text="50% of a_b", position=(3, 2)),
    ),
    marks=Marks(right_angles=("BAC'",)),
    hidden=("O",),
)


def test_a_document_draws_lines_between_names_and_prints_texts():
    written = tikz(FIGURE)
    assert written.startswith("\\documentclass[tikz")
    assert [part for part in ("(p0) -- (p1)", "(p1) -- (p2)", "circle[radius=") if part not in written] == []
    assert "{$2\\sqrt{3}$}" in written
    assert "{$52^\\circ$}" in written
    assert "{50\\% of a\\_b}" in written
    assert "{$C'$}" in written
    assert "{$O$}" not in written


@every([each for at, each in enumerate(bank().values()) if at % 15 == 0], name=lambda problem: problem.id)
def test_every_label_and_every_bracket_of_a_problem_is_there(problem):
    figure = problem.question.figure
    written = tikz(figure)
    assert written.count("{") == written.count("}")
    assert len(re.findall(r"\\node", written)) == draw(figure).count("<text ")
    assert len(re.findall(r"\\draw \(p\d+\) --", written)) == len(figure.lines)
