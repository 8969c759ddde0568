"""``gnomon train demo``: tiny models learn on this machine's processor, and one page shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.writing import write_at_once

_PAGE = "index.html"


def demo(
    *,
    out: Annotated[Path, typer.Option(help="Folder for the page; the same command again goes on where it was stopped.")],
    quick: Annotated[
        bool, typer.Option("--quick", help="One seed and small sizes: whether it runs, not what is learnt.")
    ] = False,
) -> None:
    """Train tiny models from scratch on the processor, in minutes, and show on one page what they learn.

    A tutor on turns of the symbolic tutor, a student that learns which question helps, a judge trained by rewards.
    """
    if out.exists() and not out.is_dir():
        raise CommandError(f"--out {str(out)!r} is a file; name a folder")
    try:
        from gnomon.training.demo.running import SEEDS, machine, run_demo
    except ImportError as error:
        raise CommandError(f"`gnomon train demo` needs {error.name}: pip install 'gnomon[train]'") from error
    from gnomon.training.demo import demo_page

    found = run_demo(out, seeds=SEEDS[:1] if quick else SEEDS, quick=quick, tell=lambda line: typer.echo(line, err=True))
    page = out / _PAGE
    write_at_once({page: demo_page(found, machine(), quick=quick)})
    typer.echo(str(page))
