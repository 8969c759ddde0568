"""Models named by a folder, where a command takes models: they are served to it while it runs.

In the record of a run such a model is ``trained://FOLDER#HASH``; where it listens meanwhile is the run's pace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import typer

from gnomon.cli.errors import CommandError

_SCHEME = "trained://"
_HASH = 12
"""Letters of a model's hash: enough to tell two trainings of one folder apart."""


def spec_of(given: str) -> str:
    """Return how a run names what a user named: a folder with a model by its whole path and its hash, all else as it is."""
    folder = Path(given)
    if not folder.is_dir():
        return given
    from gnomon.training.left import holds_model, model_folder, model_sha256  # here: most commands are given an address

    if not holds_model(folder):
        return given
    return f"{_SCHEME}{folder.resolve()}#{model_sha256(str(model_folder(folder)))[:_HASH]}"


@contextmanager
def addresses_of(specs: Iterable[str | None]) -> Iterator[dict[str, str]]:
    """Serve the models of folders among some specs; give ``NAME@URL`` of each, and nothing of others."""
    named = [spec for spec in specs if spec is not None and spec.startswith(_SCHEME)]
    folders = {spec: Path(spec.removeprefix(_SCHEME).rpartition("#")[0]) for spec in named}
    if not folders:
        yield {}
        return
    try:
        from gnomon.serving.trained import served_here
    except ImportError as error:
        raise CommandError(f"a model of a folder needs {error.name}: pip install 'gnomon[studio,train]'") from error
    with ExitStack() as stack:
        found = {}
        for spec, folder in folders.items():
            typer.echo(f"loading {folder}", err=True)
            found[spec] = stack.enter_context(served_here(folder))
        yield found
