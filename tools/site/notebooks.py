"""A notebook, run anew, as a page of the site; one that fails ends the build."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter

_SECONDS = 120
"""Of one cell."""


def notebook_page(path: Path) -> dict[str, str | bytes]:
    """Run a notebook; return it as Markdown, with its pictures, by name.

    Raises:
        CellExecutionError: when a cell fails; the message has the cell and its traceback.
    """
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:  # for what the notebook writes
        client = NotebookClient(notebook, timeout=_SECONDS, kernel_name="python3", resources={"metadata": {"path": folder}})
        client.execute(env=_environment(folder))
    where = {"unique_key": path.stem, "output_files_dir": f"{path.stem}_files"}
    text, resources = MarkdownExporter().from_notebook_node(notebook, where)
    page = f"{text}\n*This page is the notebook `{path.name}`, run anew when the site was built.*\n"
    return {f"{path.stem}.md": page, **resources["outputs"]}


def _environment(folder: str) -> dict[str, str]:
    """Let the notebook find the gnomon of this interpreter, and keep what it remembers to itself."""
    commands = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    return {**os.environ, "PATH": commands, "GNOMON_DATA_HOME": str(Path(folder, "home"))}
