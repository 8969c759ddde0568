"""``gnomon bench overview``: one page over all benchmarks of a model."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.showing import number_of
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.pages import Cell, OverviewView


def overview(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Results folders of finished runs of any benchmarks and inquiries.")
    ],
    *,
    html: Annotated[Path, typer.Option(help="Page to write.")] = Path("overview.html"),
    force: Annotated[bool, typer.Option("--force", help="Replace the page where it exists.")] = False,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, and write no page.")] = False,
) -> None:
    """Write one page over all benchmarks of each model: headline figures, controls, the best published figure."""
    from gnomon.benchmark.overview import overview_of
    from gnomon.pages import overview_page

    if not as_json:
        refuse_unwritable([html], force=force)
    view = overview_of(folders)
    if as_json:
        typer.echo(json.dumps(_as_json(view), indent=1, ensure_ascii=False))
        return
    write_at_once({html: overview_page(view)})
    typer.echo(f"{html}")
    runs = sum(len(model.tiles) for model in view.models)
    typer.echo(f"{number_of(len(view.models), 'model')}, {number_of(runs, 'run')}", err=True)
    if show:
        webbrowser.open(html.resolve().as_uri())


def _as_json(view: OverviewView) -> list[dict[str, Any]]:
    return [
        {
            "model": model.name,
            "benchmark": tile.title,
            "details": tile.details,
            "folder": tile.folder,
            "counts": tile.counts._asdict(),
            "figures": {
                figure.called: {
                    "value": _figure(figure.cell),
                    "unit": figure.unit,
                    "controls": {control.name: _figure(control.cell) for control in figure.controls},
                    "published": {figure.best.name: figure.best.cell.value} if figure.best else {},
                }
                for figure in tile.figures
            },
        }
        for model in view.models
        for tile in model.tiles
    ]


def _figure(cell: Cell) -> Any:  # noqa: ANN401  # a figure, with the ends of its interval where it has them
    return cell.value if cell.low is None else [cell.value, cell.low, cell.high]
