"""``gnomon draw review``: two people mark highlights that were drawn on pictures, and settle where they differ."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.writing import write_at_once

if TYPE_CHECKING:
    from gnomon.judge import Reviews


def review(
    samples: Annotated[
        Path,
        typer.Argument(
            metavar="SAMPLES.jsonl", help='Rows of {"id", "picture": a file beside it, "highlights": {"lines": ["AB"], ...}}.'
        ),
    ],
    *,
    reviewer: Annotated[str | None, typer.Option(help="Who marks; without it, the state of the review is printed.")] = None,
    consensus: Annotated[
        bool, typer.Option("--consensus", help="Settle, both together, the drawings that were marked unlike.")
    ] = False,
    out: Annotated[Path, typer.Option(help="A folder for the drawings and marks.jsonl; the same again goes on.")],
    limit: Annotated[int, typer.Option(min=1, help="Samples to mark.")] = 100,
    seed: Annotated[int, typer.Option(help="Chooses the samples.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the state as JSON.")] = False,
) -> None:
    """Mark drawn highlights: 1 all right, 0.5 some of several, 0 none; by two people, with a consensus."""
    from gnomon.judge import CONSENSUS, Reviews, sampled

    if reviewer is not None and (consensus or reviewer == CONSENSUS):
        raise typer.BadParameter("--reviewer: expected one person's name, and no --consensus")
    rows = {str(row["id"]): row for row in _rows(samples)}
    chosen = {each: rows[each] for each in sampled(rows, limit, seed)}
    asked = {each: sum(map(len, row["highlights"].values())) for each, row in chosen.items()}
    out.mkdir(parents=True, exist_ok=True)
    _keep_settings(out, {"samples": list(chosen)})
    reviews = Reviews.open(out / "marks.jsonl", asked)
    who = CONSENSUS if consensus else reviewer
    if who is not None:
        if who != CONSENSUS and len({*reviews.reviewers(), who}) > 2:
            raise CommandError(f"{' and '.join(reviews.reviewers())} review here; a third does not")
        _mark(reviews, who, chosen, samples.parent, out)
    _show(reviews, as_json=as_json)


def _rows(path: Path) -> list[dict[str, Any]]:
    from gnomon.figure import Highlights

    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {str(path)!r} as text in UTF-8: {error}") from error
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            highlights = Highlights.model_validate(row["highlights"])
            rows.append({"id": str(row["id"]), "picture": str(row["picture"]), "highlights": highlights.model_dump()})
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(f'{path}:{number}: expected {{"id", "picture", "highlights"}}, got {line[:60]!r}') from error
    if len({row["id"] for row in rows}) < len(rows) or not rows:
        raise CommandError(f"{path}: expected rows, each with an id of its own")
    return rows


def _keep_settings(out: Path, settings: dict[str, Any]) -> None:
    """Write the choice of samples, or refuse to go on with another one."""
    path = out / "review.json"
    if not path.exists():
        write_at_once({path: json.dumps(settings, indent=1) + "\n"})
    elif json.loads(path.read_text("utf-8")) != settings:
        raise CommandError(f"{str(out)!r} is a review of other samples; go on with its file, --limit and --seed, or name another")


def _mark(reviews: Reviews, who: str, rows: dict[str, dict[str, Any]], folder: Path, out: Path) -> None:
    """Ask for marks until all are given, or the input ends."""
    from gnomon.judge import ReviewError

    for sample in reviews.open_for(who):
        drawn = _drawn(rows[sample], folder, out)
        names = ", ".join(f"{kind} {' '.join(named)}" for kind, named in rows[sample]["highlights"].items() if named)
        typer.echo(f"{sample}: {names}\n  {drawn}", err=True)
        while True:
            typer.echo("  1, 0.5 or 0 (q stops): ", err=True, nl=False)
            said = sys.stdin.readline()
            if not said or said.strip() == "q":
                return
            try:
                reviews.add(who, sample, float(said))
                break
            except ReviewError as error:
                typer.echo(f"  {error}", err=True)
            except ValueError:
                typer.echo("  expected a mark of 1, 0.5 or 0", err=True)


def _drawn(row: dict[str, Any], folder: Path, out: Path) -> str:
    """Draw a sample through the reader, once, and return where; what cannot be drawn is said, for it is marked 0 or 0.5."""
    from gnomon.drawing import Raster, draw, to_png, undrawable
    from gnomon.figure import Highlights
    from gnomon.reading import PictureError, figure_of, read_picture

    path, picture = out / f"{row['id']}.png", folder / row["picture"]
    highlights = Highlights.model_validate(row["highlights"])
    try:
        raster = Raster.read(picture)
        figure = figure_of(read_picture(picture), raster.height)
    except (PictureError, OSError) as error:
        return f"not drawn: {error}"
    if not path.exists():
        write_at_once({path: to_png(draw(figure, highlights, background=raster))})
    missing = undrawable(figure, highlights, on_raster=True)
    return f"{path}{' without ' + ', '.join(missing) if missing else ''}"


def _show(reviews: Reviews, *, as_json: bool) -> None:
    agreement, settled = reviews.agreement(), reviews.settled()
    mean = sum(settled.values()) / len(settled) if len(settled) == len(reviews.asked) else None
    left = {name: len(reviews.open_for(name)) for name in reviews.reviewers()}
    to_settle = [sample for sample in reviews.differing() if sample not in settled]
    if as_json:
        kept = agreement._asdict() if agreement else None
        state = {"samples": len(reviews.asked), "open": left, "agreement": kept, "to_settle": to_settle}
        typer.echo(json.dumps({**state, "settled": len(settled), "mean": mean}))
        return
    for name, count in left.items():
        typer.echo(f"{name}: {len(reviews.asked) - count} of {len(reviews.asked)} marked")
    if agreement:
        kappa = "undefined" if agreement.kappa is None else f"{agreement.kappa:.2f}"
        typer.echo(f"alike: {agreement.same} of {agreement.drawings}, weighted kappa {kappa}")
        typer.echo(f"to settle with --consensus: {len(to_settle)}")
    if mean is not None:
        typer.echo(f"mean of {len(settled)} settled marks: {mean:.3f}")
