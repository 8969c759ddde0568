"""What the commands that run something have in common: the options of the pace, the bar, and what is said at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.showing import number_of

if TYPE_CHECKING:
    from gnomon.models import CallSettings, Price
    from gnomon.pages import Counts
    from gnomon.runs import Pace, Told

Connections = Annotated[int, typer.Option(min=1, help="Calls at a time to one server.")]
MaxCost = Annotated[float | None, typer.Option(min=0, help="Stop before a call that would cost more in all; needs --prices.")]
Prices = Annotated[Path | None, typer.Option(help="YAML file of prices for a million tokens: MODEL: {prompt: P, completion: C}.")]
_ROLE_OF = "[ROLE=]VALUE"
Temperature = Annotated[
    list[str] | None, typer.Option("--temperature", metavar=_ROLE_OF, help="Of calls; of what is graded or of a role.")
]
TopP = Annotated[list[str] | None, typer.Option("--top-p", metavar=_ROLE_OF, help="Likewise, from 0 to 1.")]
MaxTokens = Annotated[list[str] | None, typer.Option("--max-tokens", metavar=_ROLE_OF, help="Likewise, of one reply.")]
ReasoningEffort = Annotated[
    list[str] | None,
    typer.Option("--reasoning-effort", metavar=_ROLE_OF, help="Likewise: low, medium, high or another."),
]


def asking_of(roles: Sequence[str], plain: Sequence[str], **given: list[str] | None) -> dict[str, CallSettings]:
    """Read the settings of calls, by role.

    Args:
        roles: that models have.
        plain: those that a value without a role is for.
        given: by setting, ``VALUE`` or ``ROLE=VALUE`` each.

    Raises:
        BadParameter: for another role, or a value that does not fit.
    """
    from pydantic import ValidationError

    from gnomon.models import CallSettings

    found: dict[str, dict[str, str]] = {}
    for name, texts in given.items():
        for text in texts or ():
            role, equals, value = text.rpartition("=")
            if equals and role not in roles:
                there = ", ".join(roles) or "none"
                raise typer.BadParameter(f"--{name.replace('_', '-')} {text}: no model has the role {role!r}; roles: {there}")
            if not equals and not plain:
                raise typer.BadParameter(f"--{name.replace('_', '-')} {text}: no model is asked; leave it out")
            for each in [role] if equals else plain:
                found.setdefault(each, {})[name] = value
    try:
        return {role: CallSettings.model_validate(settings) for role, settings in found.items()}
    except ValidationError as error:
        first = error.errors()[0]
        option = "-".join(str(first["loc"][0]).split("_"))
        raise typer.BadParameter(f"--{option}: {first['msg']}, got {first['input']!r}") from None


Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Share the work over a Ray cluster: HOST:PORT, auto, or local to start one on this machine."
    ),
]


def check_ray(ray: str | None, jobs: int | None = None) -> None:
    """Refuse a cluster where Ray is not installed, and processes of this machine beside it: it has one worker a CPU."""
    if ray is None:
        return
    if jobs is not None:
        raise typer.BadParameter("--jobs is for this machine alone; with --ray there is a worker for each CPU of the cluster")
    from gnomon.runs import require_ray

    require_ray()


def refuse_folders(ray: str | None, addresses: Mapping[str, str]) -> None:
    """Refuse models that this command itself serves beside a cluster, whose workers cannot ask them."""
    if ray is not None and addresses:
        raise CommandError("--ray: others cannot ask a model of a folder; serve it with `gnomon serve` and name its URL")


def pace_of(connections: int, max_cost: float | None, prices: Path | None) -> Pace:
    """Return the pace of a run from its options."""
    from gnomon.runs import Pace

    if max_cost is not None and prices is None:
        raise typer.BadParameter("--max-cost needs --prices FILE: without prices no cost can be counted")
    return Pace(connections, max_cost, prices_of(prices))


def prices_of(path: Path | None) -> dict[str, Price] | None:
    """Read a file of prices, where one is given."""
    from gnomon.models import read_prices

    try:
        return None if path is None else read_prices(path)
    except ValueError as error:
        raise CommandError(str(error)) from error


@contextmanager
def progress(noun: str, remark: str = "") -> Iterator[Told]:
    """Show a bar on stderr while rows come, and say after an interruption how to go on; no bar where stderr is no terminal.

    Args:
        noun: what rows are of, in the plural.
        remark: said once the run has started; nothing is said of one that is refused.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from gnomon.cli.console import console
    from gnomon.runs import Progress as RunProgress

    err = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as bar:
        task = bar.add_task(noun, total=None)

        def told(run: RunProgress) -> None:
            nonlocal remark
            if remark:
                typer.echo(remark, err=True)
                remark = ""
            counts = [f"{count} {name.replace('_', ' ')}" for name, count in sorted(run.counts.items()) if count]
            bar.update(task, completed=run.done, total=run.total, description=", ".join([noun, *counts]))

        try:
            yield told
        except KeyboardInterrupt:
            typer.echo("what is done is kept; the same command goes on from there", err=True)
            raise


def say_counts(counts: Counts, where: str) -> None:
    """Print the closing line of a run, and warn where so much is unreadable or failed that its figures say little.

    Args:
        counts: of its rows.
        where: how to go on, or where the results are.
    """
    from gnomon.pages import ALARMING_SHARE

    rest = {"unreadable": counts.unreadable, "read in part": counts.partial, "not applicable": counts.not_applicable}
    more = "".join(f", {count} {name}" for name, count in rest.items() if count)
    rows = number_of(counts.rows, "row")
    typer.echo(f"{rows}, {counts.failed} failed{more}; {where}", err=True)
    for name, count in counts.alarms.items():
        typer.echo(f"warning: {count} of {rows} {name}, over {ALARMING_SHARE:.0%}: the figures say little", err=True)


def say_what_was_there(num_asked: int, failed: int) -> None:
    """Say of a run that was finished before that it was, and of failed rows how they are asked again."""
    if not num_asked:
        typer.echo("this run was finished before: nothing was asked", err=True)
    if failed:
        typer.echo("the same command asks for the failed rows again", err=True)
