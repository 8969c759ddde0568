"""``gnomon corpus audit``: keys of a file of problems that contradict a checked proof."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.running import progress
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gnomon.corpus.audit import Finding


def audit(  # one parameter an option
    problems: Annotated[
        Path, typer.Argument(metavar="FILE", help="Problems: a YAML file, or a Geometry3K forms file (JSON) with --keys.")
    ],
    *,
    keys: Annotated[Path | None, typer.Option(help="Answers by id, JSON. [default: those that the problems state]")] = None,
    solved: Annotated[
        Path | None, typer.Option(help="Rows of `gnomon solve FILE --out`; where they are missing they are made, and kept.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    time_limit: Annotated[float, typer.Option(min=0.1, help="Seconds for one problem.")] = 60.0,
    html: Annotated[Path | None, typer.Option(help="Write problem, key, proof and figure of each report to this page.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a page that exists.")] = False,
) -> None:
    """Report keys that contradict a checked proof."""
    from gnomon.corpus.audit import KINDS, audit_rows, read_keys, stated_keys
    from gnomon.corpus.audit.page import audit_page
    from gnomon.problem import ProblemError, iterate_problems

    if html is not None:
        refuse_unwritable([html], force=force)
    read = {name: found for name, found in iterate_problems(problems) if not isinstance(found, ProblemError)}
    stated = stated_keys(read) if keys is None else read_keys(keys)
    if not stated:
        raise CommandError(f"{str(problems)!r}: no problem states an answer; give them with --keys FILE.json, by id")
    found = audit_rows(read, _rows(problems, solved, jobs, time_limit), stated)
    if html is not None:
        write_at_once({html: audit_page(found, read, problems.name)})
        typer.echo(f"wrote {html}", err=True)
    if as_json:
        typer.echo(
            json.dumps({"counts": found.counts, "findings": [each.as_json() for each in found.findings]}, ensure_ascii=False)
        )
        return
    for finding in (*found.of("contradicted"), *found.of("facts_doubted")):
        typer.echo(_line(finding))
    for kind, count in found.counts.items():
        typer.echo(f"{count:6}  {KINDS[kind]}")


def _rows(problems: Path, solved: Path | None, jobs: int, time_limit: float) -> Mapping[str, Mapping[str, Any]]:
    from gnomon.geometry import solve_file

    with tempfile.TemporaryDirectory() as scratch:
        out = solved or Path(scratch) / "solved.json"
        if not out.exists():
            with progress("problems") as told:
                solve_file(problems, out, jobs=jobs, time_limit_seconds=time_limit, progress=told)
        try:
            rows: Any = json.loads(out.read_text("utf-8"))
        except ValueError as error:
            raise CommandError(f"{str(out)!r} is not JSON: {error}; give what gnomon solve --out has written") from error
    if not isinstance(rows, dict) or not all(isinstance(row, dict) and "status" in row for row in rows.values()):
        raise CommandError(f"{str(out)!r}: expected rows by id as gnomon solve {problems} --out writes them")
    return {str(name): row for name, row in rows.items()}


def _line(finding: Finding) -> str:
    from gnomon.algebra import show_number

    assert finding.key is not None
    assert finding.proved is not None
    drawn = {"proof": "; the figure as drawn shows the proof's", "key": "; the figure as drawn shows the key's", None: ""}
    doubt = "facts doubted" if finding.kind == "facts_doubted" else "contradicted"
    return f"{finding.id}: {doubt}: key {finding.key.text}, proved {show_number(finding.proved)}{drawn[finding.drawn]}"
