"""``gnomon arena``: tutors against the same learners on the same problems, and transcripts graded the same way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.arena_people import pairs, validate_learners
from gnomon.cli.arena_showing import names_in, tell
from gnomon.cli.bench import say_commonest_error
from gnomon.cli.errors import CommandError
from gnomon.cli.running import (
    Connections,
    MaxCost,
    MaxTokens,
    Prices,
    Ray,
    ReasoningEffort,
    Temperature,
    TopP,
    asking_of,
    check_ray,
    pace_of,
    prices_of,
    progress,
    say_counts,
    say_what_was_there,
)
from gnomon.cli.writing import refuse_unwritable

app = typer.Typer(invoke_without_command=True)
_TUTORS = "symbolic,without-highlights,not-listening,random-turn,silent,refuser,teller"
_LEARNERS = "strong,middle,weak"
Html = Annotated[Path | None, typer.Option(metavar="PAGE", help="Write the report to this page.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the page where it exists.")]
Show = Annotated[bool, typer.Option("--open", help="Open the page in a browser.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
app.command("pairs")(pairs)
app.command("validate-learners")(validate_learners)


@app.callback()
def arena(  # noqa: PLR0913  # one parameter an option
    context: typer.Context,
    *,
    tutors: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Separated by commas: symbolic, without-highlights, not-listening, random-turn, silent, refuser, teller, "
            "plain@URL, grounded@URL, focused@URL (or MODEL@URL after the @), module:factory; guarded+ before one guards it. The "
            "others are compared with the first.",
        ),
    ] = _TUTORS,
    learners: Annotated[
        str, typer.Option(metavar="NAMES", help="Separated by commas: strong, middle, weak, model@URL (or MODEL@URL).")
    ] = _LEARNERS,
    problems: Annotated[str, typer.Option(metavar="bank[:TOPIC]|FILE", help="What they talk about.")] = "bank",
    seeds: Annotated[int, typer.Option(min=1, help="Dialogues of each tutor with each learner on each problem.")] = 5,
    limit: Annotated[int | None, typer.Option(min=1, help="Problems at most. [default: all]")] = None,
    turns: Annotated[int, typer.Option(min=1, help="Tutor turns at most.")] = 20,
    judge: Annotated[
        str | None, typer.Option(metavar="MODEL@URL", help="Says blindly which of two dialogues is better: a ranking.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Results folder, new or that of this very arena.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes, where no model is asked. [default: 1]")] = None,
    ray: Ray = None,
    validated: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="validation.json of these learners: the page says what they were compared with."),
    ] = None,
    html: Html = None,
    force: Force = False,
    show: Show = False,
    temperature: Temperature = None,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    as_json: AsJson = False,
) -> None:
    """Let tutors meet the same learners on the same problems with the same seeds, or grade transcripts (gnomon arena grade)."""
    if context.invoked_subcommand is not None:
        if out is not None or html is not None or as_json:
            raise typer.BadParameter(f"options before {context.invoked_subcommand!r} do nothing; write them last")
        return
    if out is None:
        raise typer.BadParameter("expected --out DIR, a folder for the results")
    from gnomon.benchmark.arena import ArenaConfig, arena_report, run_arena
    from gnomon.benchmark.arena.validation import read_validation
    from gnomon.benchmark.figures import counts_of

    check_ray(ray, jobs)
    if html is not None:
        refuse_unwritable([html], force=force)
    validation = None if validated is None else read_validation(validated)
    roles = [role for role, specs in {"tutor": tutors, "learner": learners, "judge": judge or ""}.items() if "://" in specs]
    config = ArenaConfig(
        tutors=names_in(tutors),
        learners=names_in(learners),
        problems=problems if problems.partition(":")[0] == "bank" else str(Path(problems).resolve()),
        limit=limit,
        seeds=seeds,
        judge=judge,
        asking=asking_of(
            roles,
            ["tutor"] if "tutor" in roles else [],
            temperature=temperature,
            top_p=top_p,
            max_tokens=max_tokens,
            reasoning_effort=reasoning_effort,
        ),
        most_tutor_turns=turns,
    )
    with progress("dialogues") as told:
        outcome = run_arena(config, out, pace_of(connections, max_cost, prices), jobs=jobs or 1, told=told, ray=ray)
    counts = counts_of(outcome.rows)
    tell(arena_report(out, prices=prices_of(prices), validation=validation), html, show=show, as_json=as_json)
    say_counts(counts, str(out))
    say_commonest_error(outcome.rows)
    say_what_was_there(outcome.num_asked, counts.failed)


@app.command("grade")
def grade(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSONL, a transcript a line: problem, turns with role and utterance.")
    ],
    *,
    html: Html = None,
    force: Force = False,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Grade transcripts of any product by the same marks: leaks, false praise and blame, highlights, moves."""
    from gnomon.benchmark.arena import graded_rows, read_transcripts, report_of_rows
    from gnomon.benchmark.figures import counts_of

    if html is not None:
        refuse_unwritable([html], force=force)
    rows = list(graded_rows(read_transcripts(file)))
    if not rows:
        raise CommandError(f"{file}: holds no transcript")
    report = report_of_rows(rows)
    faults = {row.id: list(row.grade.reasons.items()) for row in rows if row.grade and row.grade.reasons}
    tell(report, html, show=show, as_json=as_json, faults=faults)
    if not as_json:
        for name, found in faults.items():
            for kind, words in found:
                typer.echo(f"{name}: {kind.split()[0]}: {words}")
    say_counts(counts_of(rows), "each fault stands above with its turn" if faults else "no fault was found")
    say_commonest_error(rows)
