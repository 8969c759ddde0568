"""``gnomon draw``: a problem's figure as SVG, PNG, GeoGebra or TikZ, with parts highlighted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.figure import Element, Figure, Highlights

_SUFFIXES = (".svg", ".png", ".ggb", ".tex")
_WITHOUT_HIGHLIGHTS = (".ggb", ".tex")
_ELEMENT_HELP = "line:AB, angle:ABC, arc:AB, circle:O, triangle:ABC, point:A or label:35; may be repeated"


def draw(
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="An id of the bank, a file, or FILE#ID.")],
    *,
    highlight: Annotated[list[str] | None, typer.Option(help=f"A part to draw green: {_ELEMENT_HELP}.")] = None,
    highlight2: Annotated[list[str] | None, typer.Option(help="A part to draw brown, named in the same way.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The .svg, .png, .ggb or .tex file to write; one that exists is replaced. Without it SVG is printed."),
    ] = None,
) -> None:
    """Draw the figure of a problem."""
    suffix = out.suffix.lower() if out is not None else ".svg"
    if suffix not in _SUFFIXES:
        raise typer.BadParameter(f"--out: expected a file that ends in {', '.join(_SUFFIXES)}, got {str(out)!r}")
    if (highlight or highlight2) and suffix in _WITHOUT_HIGHLIGHTS:
        raise typer.BadParameter(f"--out: {suffix} holds no highlights; write .svg or .png, or leave them out")
    if out is not None:
        refuse_unwritable([out], force=True)
    green, brown = _elements("--highlight", highlight), _elements("--highlight2", highlight2)
    from gnomon.drawing import draw as draw_figure
    from gnomon.drawing import tikz, to_geogebra, to_png
    from gnomon.problem import load_problem

    loaded = load_problem(problem)
    figure = loaded.question.figure
    if figure is None:
        raise CommandError(f"problem {loaded.id} has no figure to draw")
    if suffix in _WITHOUT_HIGHLIGHTS:
        content = to_geogebra(figure) if suffix == ".ggb" else tikz(figure).encode()
    else:
        svg = draw_figure(figure, _highlights(green, figure), _highlights(brown, figure))
        content = to_png(svg) if suffix == ".png" else svg.encode()
    if out is None:
        typer.echo(content.decode())
        return
    write_at_once({out: content})
    typer.echo(str(out))


def _elements(option: str, names: list[str] | None) -> list[Element]:
    from gnomon.figure import ElementNameError, parse_element

    try:
        return [parse_element(name) for name in names or ()]
    except ElementNameError as error:
        raise typer.BadParameter(f"{option}: {error}") from error


def _highlights(elements: list[Element], figure: Figure) -> Highlights:
    from gnomon.drawing import undrawable
    from gnomon.figure import Highlights

    absent = [element for element in elements if not figure.has(element)]
    if absent:
        printed = f", and the printed {', '.join(label.text for label in figure.labels)}" if figure.labels else ""
        raise CommandError(f"{absent[0]} is not in the figure; it has the points {', '.join(figure.points)}{printed}")
    highlights = Highlights.of(elements, figure)
    hopeless = undrawable(figure, highlights)
    if hopeless:
        raise CommandError(f"{hopeless[0]} cannot be drawn in this figure: an arc needs a drawn circle through its points")
    return highlights
