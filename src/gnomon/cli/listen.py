"""``gnomon listen``: what the tutor hears in learners' messages, row by row."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.chosen_tutor import Reader
from gnomon.cli.errors import CommandError
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.geometry import Solution


def listen(
    rows: Annotated[
        Path,
        typer.Argument(
            metavar="IN.jsonl",
            help='Rows of {"problem": a bank id or a whole problem, "message", "before": [earlier messages]}; see above.',
        ),
    ],
    *,
    reader: Reader = None,
    out: Annotated[Path, typer.Option(help="Write a row for each to this new file: verdict, solved, way, moves, turn.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
) -> None:
    """Read learners' messages as the tutor does, and answer each.

    "before" holds the learner's own earlier messages, and the tutor's turns between are made anew; or both sides of the
    conversation, with any tutor, as "tutor: ..." and "student: ...", or as {"role", "text"} or {"role", "content"}. Then the
    tutor's questions are those that a short answer ("40", "half", "no", "the one at U") is read against.
    """
    refuse_unwritable([out], force=force)
    asked = [_row(line, f"{rows}:{number}") for number, line in enumerate(_lines(rows), 1) if line.strip()]
    if not asked:
        raise CommandError(f"{rows}: no row in it; expected a JSON object with a problem and a message on each line")
    heard = asyncio.run(_heard(asked, reader))
    write_at_once({out: "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in heard)})
    typer.echo(str(out))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {str(path)!r} as text in UTF-8: {error}") from error


def _row(line: str, where: str) -> dict[str, Any]:
    from gnomon.session import TranscriptError, turns_before

    try:
        row = json.loads(line)
    except ValueError as error:
        raise CommandError(f"{where}: expected a JSON object a line, got {line[:60]!r}: {error}") from error
    if not isinstance(row, dict) or not isinstance(row.get("message"), str) or not isinstance(row.get("problem"), str | dict):
        raise CommandError(f'{where}: expected {{"problem": a bank id or a problem, "message": text}}, got {line[:60]!r}')
    before = row.get("before", [])
    if not isinstance(before, list):
        raise CommandError(f'{where}: expected "before" to be a list of texts, got {str(before)[:60]!r}')
    try:
        turns_before(before)
    except TranscriptError as error:
        raise CommandError(f"{where}: {error}") from error
    return row


async def _heard(rows: list[dict[str, Any]], reader: str | None) -> list[dict[str, Any]]:
    from gnomon.session import listen as listen_to
    from gnomon.tutor import AddressedModel, ModelEar

    heard = []
    solutions: dict[str, Solution] = {}
    async with contextlib.AsyncExitStack() as stack:
        ear = None
        if reader is not None:
            model = AddressedModel(reader, role="reader")
            stack.push_async_callback(model.aclose)
            ear = ModelEar(model)
        for row in rows:
            key = json.dumps(row["problem"], sort_keys=True)
            if key not in solutions:
                solutions[key] = _solution(row["problem"])
            found = await listen_to(solutions[key], row["message"], row.get("before", []), ear=ear)
            heard.append({**row, **found.as_json()})
    return heard


def _solution(problem: str | dict[str, Any]) -> Solution:
    from gnomon.geometry import solution_of
    from gnomon.problem import load_problem, problem_of

    solution = solution_of(load_problem(problem) if isinstance(problem, str) else problem_of(problem))
    if solution.proof is None:
        raise CommandError(f"problem {solution.problem.id}: the engine has no proof, and without one nothing is judged")
    return solution
