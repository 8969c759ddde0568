"""Make the README's picture, ``turn.png``: a tutor turn with its figure, between what the student says before and after.

Run it with ``python docs/images/make.py``; it takes the first conversation of ``gnomon demo`` and its last look at the figure.
"""

# ruff: noqa: INP001  # a script, no package

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gnomon.cli.demo import CHOICES
from gnomon.dialogue import StudentTurn, TutorTurn
from gnomon.drawing import THEME, draw, to_png
from gnomon.drawing.font import text_size
from gnomon.drawing.svg import tag, text
from gnomon.figure import Figure
from gnomon.geometry import solve
from gnomon.pages import legend
from gnomon.problem import load_problem
from gnomon.session import choose_misconception, simulate

PICTURE = Path(__file__).with_name("turn.png")
PNG_WIDTH = 1600
WIDTH, MARGIN, GAP = 940, 26, 16
FIGURE_WIDTH, BUBBLE_WIDTH, INDENT = 390, 430, 44
FONT_SIZE, SMALL, LEADING, PADDING = 15.0, 12.0, 22.0, 14.0
LEGEND_HEIGHT = 26
INK, SOFT, PAPER, EDGE = "#22262b", "#5b626b", "#ffffff", "#dedad1"
PENS = {pen.name: pen.colour for pen in THEME.pens}


class Look(NamedTuple):
    """Who speaks, in which colours."""

    name: str
    paper: str
    ink: str


STUDENT = Look("Student", "#fbf0d9", "#8a6116")
TUTOR = Look("Tutor", "#eaf1f8", "#2f6296")


class Exchange(NamedTuple):
    """What the picture shows."""

    figure: Figure
    before: StudentTurn
    turn: TutorTurn
    after: StudentTurn


def main() -> None:
    """Write the picture and say where."""
    PICTURE.write_bytes(to_png(picture(choose_exchange()), width_px=PNG_WIDTH))
    print(f"{PICTURE}: {PICTURE.stat().st_size // 1024} kB")  # noqa: T201  # a script says what it has done


def choose_exchange() -> Exchange:
    """Return the last turn of the demo's first conversation that looks at the figure."""
    problem_id, misconception, seed = CHOICES[0]
    solution = solve(load_problem(problem_id))
    dialogue = asyncio.run(simulate(solution, choose_misconception(solution, misconception, seed), seed=seed))
    triples = zip(dialogue.turns, dialogue.turns[1:], dialogue.turns[2:], strict=False)
    looks = [three for three in triples if isinstance(three[1], TutorTurn) and three[1].act == "SeeFigure"]
    before, turn, after = looks[-1]
    figure = solution.problem.question.figure
    assert isinstance(before, StudentTurn)
    assert isinstance(turn, TutorTurn)
    assert isinstance(after, StudentTurn)
    assert figure is not None
    return Exchange(figure, before, turn, after)


def picture(exchange: Exchange) -> str:
    """Set the three messages on the left and the figure on the right."""
    turn = exchange.turn
    left: list[str] = []
    top = float(MARGIN)
    for look, words, act in (
        (STUDENT, exchange.before.utterance, ""),
        (TUTOR, turn.utterance, f"{turn.act}: {turn.subact}"),
        (STUDENT, exchange.after.utterance, ""),
    ):
        bubble, height = _bubble(look, words, act, MARGIN + (INDENT if look is STUDENT else 0), top)
        left.append(bubble)
        top += height + GAP
    svg = draw(exchange.figure, turn.highlights, turn.highlights2, width_px=FIGURE_WIDTH)
    sheet_height = float(svg.split(' height="')[1].split('"')[0]) + LEGEND_HEIGHT
    height = max(top - GAP + MARGIN, sheet_height + 2 * MARGIN)
    sheet = _sheet(exchange, svg, WIDTH - MARGIN - FIGURE_WIDTH, (height - sheet_height) / 2, sheet_height)
    card = tag("rect", x=1, y=1, width=WIDTH - 2, height=height - 2, rx=14, fill=PAPER, stroke=EDGE, stroke_width=1.5)
    return tag(
        "svg", card, *left, sheet, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {height:g}",
        width=WIDTH, height=height, font_family="DejaVu Sans",
    )  # fmt: skip


def _bubble(look: Look, words: str, act: str, left: float, top: float) -> tuple[str, float]:
    lines = list(_wrapped(words, BUBBLE_WIDTH - 2 * PADDING))
    height = 2 * PADDING + LEADING * (len(lines) + 0.9) - 4
    paper = tag("rect", x=left, y=top, width=BUBBLE_WIDTH, height=height, rx=12, fill=look.paper)
    name = _line(look.name + (f" · {act}" if act else ""), left + PADDING, top + PADDING + 9, SMALL, look.ink)
    said = [
        _line(line, left + PADDING, top + PADDING + 9 + LEADING * number, FONT_SIZE, INK) for number, line in enumerate(lines, 1)
    ]
    return paper + name + "".join(said), height


def _sheet(exchange: Exchange, svg: str, left: float, top: float, height: float) -> str:
    parts = [svg.replace("<svg ", f'<svg x="{left}" y="{top}" ', 1)]
    x, y = left + 8, top + height - LEGEND_HEIGHT + 20
    for line in legend(exchange.turn, exchange.figure):
        stroke = tag("rect", x=x, y=y - 8, width=24, height=6, rx=2, fill=PENS[line.pen])
        parts.append(stroke + _line(line.text, x + 32, y, SMALL, SOFT))
        x += 32 + text_size(line.text, SMALL).width + 26
    return "".join(parts)


def _wrapped(words: str, width: float) -> Iterator[str]:
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and text_size(longer, FONT_SIZE).width > width:
            yield line
            longer = word
        line = longer
    yield line


def _line(content: str, x: float, y: float, size: float, colour: str) -> str:
    return tag("text", text(content), x=x, y=y, font_size=size, fill=colour)


if __name__ == "__main__":
    main()
