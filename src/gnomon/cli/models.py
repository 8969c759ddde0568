"""``gnomon models``: what a model server supports."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from gnomon.models import CheckRow

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _models() -> None:
    """Look at the models behind a server."""


@app.command()
def check(
    url: Annotated[str, typer.Argument(metavar="URL", help="The base URL of the server, such as http://localhost:8000/v1.")],
    model: Annotated[str, typer.Argument(metavar="MODEL", help="The model's name, as the server knows it.")],
    *,
    time_limit: Annotated[float, typer.Option(min=0.1, help="Seconds for one request.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what a server supports, by at most ten small requests; exit code 1 when it gives no text.

    A key is read from GNOMON_API_KEY; for OpenAI, Gemini, Anthropic and OpenRouter first from their own variables.
    """
    from gnomon.models import RetryPolicy, ServerSettings, check_server, parse_base_url

    settings = ServerSettings(timeout_seconds=time_limit, retries=RetryPolicy(max_retries=1))
    rows = asyncio.run(check_server(model, parse_base_url(url), settings))
    if as_json:
        typer.echo(json.dumps([row._asdict() for row in rows], ensure_ascii=False, indent=1))
    else:
        _print_table(rows)
    works = any(row.name == "text" and row.state == "supported" for row in rows)
    raise typer.Exit(0 if works else 1)


def _print_table(rows: list[CheckRow]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, state, reason in rows:
        typer.echo(f"{name:{widths[0]}}  {state:{widths[1]}}  {reason}")
