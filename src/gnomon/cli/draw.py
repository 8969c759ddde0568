"""``gnomon draw``: a problem's figure as SVG, PNG, GeoGebra or TikZ, or a picture; with highlights or keypoints step by step."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from typer.core import TyperGroup

from gnomon.cli.draw_review import review
from gnomon.cli.errors import CommandError
from gnomon.cli.read import names_of
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.drawing import Drawing, Raster
    from gnomon.figure import Axes, Element, Figure, Highlights, VisualKeypoint
    from gnomon.reading import Matched, Picture

_SUFFIXES = (".svg", ".png", ".ggb", ".tex")
_WITHOUT_LAYERS = (".ggb", ".tex")
_ELEMENT_HELP = "line:AB, angle:ABC, arc:AB, circle:O, triangle:ABC, point:A or label:35; may be repeated"
_PICTURES = frozenset({".png", ".jpg", ".jpeg"})


class _WithoutCommand(TyperGroup):
    """``gnomon draw X`` is ``gnomon draw figure X``: only what is no command is something to draw."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # a context of typer's
        known = args and (args[0] in self.commands or args[0] == "--help")
        return super().parse_args(ctx, args if known else ["figure", *args])


app = typer.Typer(cls=_WithoutCommand, help="Draw a figure or a picture: `gnomon draw X` is `gnomon draw figure X`.")


class _Ground(NamedTuple):
    """What is drawn on."""

    figure: Figure
    background: Raster | None
    """The picture; None for a figure of our own."""
    axes: Axes | None
    doubtful: tuple[str, ...]
    """Points whose place in the picture is not sure."""


@app.command("figure")
def draw(  # noqa: PLR0913 - the options of a command
    problem: Annotated[
        str, typer.Argument(metavar="PROBLEM|PICTURE", help="An id of the bank, a file, FILE#ID, or a .png or .jpg picture.")
    ],
    *,
    highlight: Annotated[list[str] | None, typer.Option(help=f"A part to draw green: {_ELEMENT_HELP}.")] = None,
    highlight2: Annotated[list[str] | None, typer.Option(help="A part to draw brown, named in the same way.")] = None,
    keypoints: Annotated[
        Path | None,
        typer.Option(help='A .json file of keypoints, [{"element", "description"}, ...], to draw one after the other.'),
    ] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="With --keypoints: draw the first so many of those that can be.")
    ] = None,
    each_step: Annotated[
        bool, typer.Option("--each-step", help="With --keypoints: a file for every step, OUT-1, OUT-2 and so on.")
    ] = False,
    names: Annotated[str | None, typer.Option(help="On a picture: names of points that the problem's text has: A,B,C.")] = None,
    point: Annotated[
        list[str] | None, typer.Option(help="On a picture: where a point is, A=COLUMN,ROW in pixels; may be repeated.")
    ] = None,
    take_unsure: Annotated[
        bool, typer.Option("--take-unsure", help="On a picture: use points whose place is not sure, too.")
    ] = False,
    model: Annotated[
        str | None, typer.Option(metavar="MODEL@URL", help="On a picture: a vision model that matches letters with points.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The .svg, .png, .ggb or .tex file to write; one that exists is replaced. Without it SVG is printed."),
    ] = None,
) -> None:
    """Draw the figure of a problem, or on a picture that is read."""
    suffix = out.suffix.lower() if out is not None else ".svg"
    if suffix not in _SUFFIXES:
        raise typer.BadParameter(f"--out: expected a file that ends in {', '.join(_SUFFIXES)}, got {str(out)!r}")
    if suffix in _WITHOUT_LAYERS and (highlight or highlight2 or keypoints or Path(problem).suffix.lower() in _PICTURES):
        raise typer.BadParameter(
            f"--out: {suffix} holds no highlights, keypoints or pictures; write .svg or .png, or leave them out"
        )
    green, brown = _elements("--highlight", highlight), _elements("--highlight2", highlight2)
    _require_one_layer(keypoints, step, out, each_step=each_step, has_highlights=bool(green or brown))
    if out is not None and not each_step:
        refuse_unwritable([out], force=True)
    if Path(problem).suffix.lower() in _PICTURES:
        ground = _picture(Path(problem), names_of(names), _spots(point), model, take_unsure=take_unsure)
    elif names or point or model or take_unsure:
        raise typer.BadParameter("--names, --point, --model and --take-unsure are for a picture")
    else:
        ground = _own(problem)
    if out is not None and suffix in _WITHOUT_LAYERS:
        _export(ground.figure, out)
    elif keypoints is None:
        _write({out: _highlighted(ground, green, brown)})
    else:
        _draw_steps(ground, _keypoints(keypoints), step, out, each_step=each_step)


def _require_one_layer(
    keypoints: Path | None, step: int | None, out: Path | None, *, each_step: bool, has_highlights: bool
) -> None:
    if keypoints is not None and has_highlights:
        raise typer.BadParameter("--keypoints: draw keypoints and highlights in two calls")
    if keypoints is None and (step is not None or each_step):
        raise typer.BadParameter("--step and --each-step are of --keypoints")
    if each_step and (out is None or step is not None):
        raise typer.BadParameter("--each-step: expected --out, and no --step")


def _own(problem: str) -> _Ground:
    from gnomon.problem import load_problem

    loaded = load_problem(problem)
    if loaded.question.figure is None:
        raise CommandError(f"problem {loaded.id} has no figure to draw")
    return _Ground(loaded.question.figure, None, None, ())


def _picture(
    path: Path, names: list[str] | None, spots: dict[str, tuple[float, float]], model: str | None, *, take_unsure: bool
) -> _Ground:
    from gnomon.drawing import Raster
    from gnomon.reading import axes_of, figure_of, read_picture

    raster = Raster.read(path)
    picture: Picture
    if model is None:
        picture = read_picture(path, names)
    else:
        matched = asyncio.run(_matched(path, model, names))
        for note in (
            *(f"{name} was named by the model alone" for name in matched.by_model),
            *(f"{name}: model and reader differ, the point is unsure" for name in matched.differing),
            *(f"not used: {reason}" for reason in matched.unused),
        ):
            typer.echo(note, err=True)
        picture = matched.picture
    picture = picture._replace(points={**picture.points, **spots}, confidence={**picture.confidence, **dict.fromkeys(spots, 1.0)})
    doubtful = () if take_unsure else picture.unsure
    return _Ground(figure_of(picture, raster.height), raster, axes_of(picture, raster.height), doubtful)


async def _matched(path: Path, spec: str, names: list[str] | None) -> Matched:
    from gnomon.models import open_model
    from gnomon.reading import match_points

    async with await open_model(spec, role="matching") as client:
        return await match_points(path, client, names)


def _spots(given: list[str] | None) -> dict[str, tuple[float, float]]:
    """Read ``A=12,34``."""
    found = {}
    for text in given or ():
        name, _, place = text.partition("=")
        try:
            column, row = map(float, place.split(","))
        except ValueError as error:
            raise typer.BadParameter(f"--point: expected NAME=COLUMN,ROW in pixels, got {text!r}") from error
        _elements("--point", [f"point:{name}"])
        found[name] = (column, row)
    return found


def _elements(option: str, names: list[str] | None) -> list[Element]:
    from gnomon.figure import ElementNameError, parse_element

    try:
        return [parse_element(name) for name in names or ()]
    except ElementNameError as error:
        raise typer.BadParameter(f"{option}: {error}") from error


def _highlighted(ground: _Ground, green: list[Element], brown: list[Element]) -> str:
    from gnomon.drawing import draw as draw_figure

    first, second = _highlights(green, ground), _highlights(brown, ground)
    return draw_figure(ground.figure, first, second, background=ground.background)


def _highlights(elements: list[Element], ground: _Ground) -> Highlights:
    from gnomon.drawing import undrawable
    from gnomon.figure import Highlights

    figure = ground.figure
    absent = [element for element in elements if not figure.has(element)]
    if absent:
        printed = f", and the printed {', '.join(label.text for label in figure.labels)}" if figure.labels else ""
        shown = ", ".join(name for name in figure.points if name not in figure.hidden or ground.background is None)
        raise CommandError(f"{absent[0]} is not in the figure; it has the points {shown}{printed}")
    for element in elements:
        unsure = sorted({*element.points} & {*ground.doubtful})
        if unsure:
            raise CommandError(
                f"{element}: where {', '.join(unsure)} is in the picture is not sure; look, then give "
                f"--point {unsure[0]}=COLUMN,ROW, or take what was read with --take-unsure"
            )
    highlights = Highlights.of(elements, figure)
    hopeless = undrawable(figure, highlights, on_raster=ground.background is not None)
    if hopeless:
        raise CommandError(f"{hopeless[0]} cannot be drawn in this figure: an arc needs a drawn circle through its points")
    return highlights


def _keypoints(path: Path) -> list[VisualKeypoint]:
    """Read a file of keypoints: a list, or an object that has it as ``keypoints``."""
    from gnomon.figure import VisualKeypoint

    try:
        read = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot read {str(path)!r} as JSON: {error}") from error
    rows = read.get("keypoints") if isinstance(read, dict) else read
    if not isinstance(rows, list):
        raise CommandError(f'{path}: expected a list of {{"element", "description"}}, or one under "keypoints"')
    found = []
    for number, row in enumerate(rows, 1):
        fields = (row.get("element"), row.get("description")) if isinstance(row, dict) else (None, None)
        if not all(isinstance(value, str) for value in fields):
            raise CommandError(
                f'{path}: keypoint {number}: expected {{"element": text, "description": text}}, got {str(row)[:60]!r}'
            )
        found.append(VisualKeypoint(element=str(fields[0]), description=str(fields[1])))
    return found


def _draw_steps(ground: _Ground, keypoints: list[VisualKeypoint], step: int | None, out: Path | None, *, each_step: bool) -> None:
    """Write what can be drawn, and name on stderr what cannot."""
    from gnomon.drawing import draw_keypoints, resolve_keypoints

    drawing: Drawing = resolve_keypoints(ground.figure, keypoints, axes=ground.axes, doubtful=ground.doubtful)
    if step is not None and step > len(drawing.steps):
        raise CommandError(f"--step {step}: only {len(drawing.steps)} of {len(keypoints)} keypoints can be drawn")
    shown = {out: step}
    if each_step and out is not None:
        shown = {out.with_stem(f"{out.stem}-{number}"): number for number in range(1, len(drawing.steps) + 1)}
        refuse_unwritable([path for path in shown if path], force=True)
    _write(
        {
            path: draw_keypoints(ground.figure, drawing.steps, up_to=up_to, background=ground.background)
            for path, up_to in shown.items()
        }
    )
    for undrawn in drawing.undrawn:
        typer.echo(f"not drawn: {undrawn}", err=True)
    if drawing.undrawn:
        raise CommandError(f"{len(drawing.undrawn)} of {len(keypoints)} keypoints cannot be drawn and are left out")


def _export(figure: Figure, out: Path) -> None:
    """Write a figure for GeoGebra or TikZ."""
    from gnomon.drawing import tikz, to_geogebra

    write_at_once({out: to_geogebra(figure) if out.suffix.lower() == ".ggb" else tikz(figure).encode()})
    typer.echo(str(out))


def _write(drawings: dict[Path | None, str]) -> None:
    """Write drawings by the suffix of their files; one without a file is printed."""
    from gnomon.drawing import to_png

    files = {path: to_png(svg) if path.suffix.lower() == ".png" else svg for path, svg in drawings.items() if path is not None}
    write_at_once(files)
    for path, svg in drawings.items():
        typer.echo(svg if path is None else str(path))


app.command("review")(review)
