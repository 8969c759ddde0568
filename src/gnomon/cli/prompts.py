"""``gnomon prompts``: what models are asked, word for word, and a user's own wording in its place."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.errors import CommandError

app = typer.Typer(no_args_is_help=True, help="What models are asked, word for word; your own words in its place with --prompts.")


def _replace(folder: Path | None) -> Path | None:
    if folder is not None:
        from gnomon.prompts import PromptError, replace_prompts

        try:
            replace_prompts(folder)
        except PromptError as error:
            raise CommandError(f"--prompts: {error}") from error
    return folder


Replacing = Annotated[
    Path | None,
    typer.Option(
        "--prompts", metavar="DIR", callback=_replace, help="A folder of own prompts, as `gnomon prompts copy` makes one."
    ),
]


@app.command("list")
def list_prompts() -> None:
    """List the prompts by name, with their gaps."""
    from gnomon.prompts import load, names

    for name in names():
        typer.echo(f"{name:32} {', '.join(sorted(load(name).variables))}")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As `gnomon prompts list` has it, such as judge/rubric.")],
) -> None:
    """Print one prompt: the text, and in its last line the hash that results record."""
    from gnomon.prompts import PromptError, load

    try:
        prompt = load(name)
    except PromptError as error:
        raise CommandError(str(error)) from error
    typer.echo(prompt.text.rstrip("\n"))
    typer.echo(f"\nsha256 {prompt.sha256}")


@app.command()
def diff(folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of own prompts.")]) -> None:
    """Show in which lines own prompts differ from ours."""
    from gnomon.prompts import PromptError, own_prompts, packaged

    try:
        own = own_prompts(folder)
    except PromptError as error:
        raise CommandError(str(error)) from error
    same = 0
    for name, prompt in own.items():
        ours, theirs = packaged(name).text.splitlines(), prompt.text.splitlines()
        found = list(difflib.unified_diff(ours, theirs, f"gnomon/{name}.md", f"{folder}/{name}.md", lineterm=""))
        same += not found
        for line in found:
            typer.echo(line)
    typer.echo(f"{len(own) - same} of {len(own)} differ")


@app.command()
def copy(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")],
    *,
    only: Annotated[str | None, typer.Option(metavar="NAME,...", help="Only these prompts.")] = None,
) -> None:
    """Write our prompts into a folder, to be changed there."""
    from gnomon.files import write_whole
    from gnomon.prompts import PromptError, names, packaged

    chosen = names() if only is None else tuple(name.strip() for name in only.split(",") if name.strip())
    if folder.exists() and any(folder.iterdir()):
        raise CommandError(f"{str(folder)!r} is not empty: name another folder")
    try:
        texts = {name: packaged(name).text for name in chosen}
    except PromptError as error:
        raise CommandError(f"--only: {error}") from error
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / f"{name}.md", text)
    typer.echo(f"{len(texts)} prompts in {folder}; use them with --prompts {folder}")
