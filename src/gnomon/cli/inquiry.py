"""``gnomon inquiry``: let a student ask a teacher, search for better questions, select problems, look at what came of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.inquiry_report import analyse, report
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
    progress,
    refuse_folders,
    say_counts,
    say_what_was_there,
)
from gnomon.cli.trained import addresses_of, spec_of

if TYPE_CHECKING:
    from gnomon.inquiry import InquiryConfig
    from gnomon.inquiry.config import InquiryKind

app = typer.Typer(help="Students that learn to ask (ODQS): dialogues, searches, analysis.", no_args_is_help=True)
app.command("analyse")(analyse)
app.command("report")(report)

_Out = Annotated[Path, typer.Option(help="Folder for the results; the same command goes on after an interruption.")]
_Task = Annotated[Literal["gsm8k", "humaneval", "geometry"], typer.Option(help="What the problems are.")]
_Student = Annotated[
    str, typer.Option(help="MODEL@URL, a URL, a trained model's folder, or simulated:NAME=NUMBER,... for a simulation.")
]
_Teachers = Annotated[list[str], typer.Option("--teacher", help="As the student; may come several times.")]
_Data = Annotated[
    Path | None,
    typer.Option(help="File or folder of problems. [default: the copy that was added, else our sample; geometry: the bank]"),
]
_Limit = Annotated[int | None, typer.Option(min=1, help="Only so many problems from the top.")]
_Selection = Annotated[Path | None, typer.Option(help="Folder of a selection: only the problems that it kept.")]
_SelectedFor = Annotated[
    str | None, typer.Option(help="Student whose selection is used: a trained one is measured on that of the one it was before.")
]
_Part = Annotated[Literal["training", "measuring"] | None, typer.Option(help="One part of the selection.")]
_Scaffolded = Annotated[
    bool, typer.Option("--scaffolded", help="The student takes stock before each question: known, missing, question.")
]
_Assessment = Annotated[int, typer.Option("--assessment", min=-1, max=5, help="Turn of the one assessment, 0 to 5; -1 for none.")]
_Protocol = Annotated[
    Literal["paper", "guarded"], typer.Option(help="paper records what the answer guard finds, guarded acts on it.")
]
_Equality = Annotated[
    Literal["integer", "learner", "textbook", "free"] | None,
    typer.Option(help="How answers are compared. [default: integer for gsm8k, learner for geometry]"),
]
_Samples = Annotated[int, typer.Option("--samples", "-k", min=1, help="Answer-only samples at each state.")]
_Sampling = Annotated[
    list[str] | None,
    typer.Option(
        "--sampling",
        metavar="NAME=NUMBER",
        help="How models are asked: question_temperature, answer_temperature, teacher_temperature, answer_tokens, "
        "message_tokens (of a question, reply or comment); NAME=none leaves it to the server. May come several times.",
    ),
]
_Seed = Annotated[int, typer.Option(help="Of everything drawn at random.")]
_Sandbox = Annotated[str | None, typer.Option(help="Level of the sandbox for humaneval; 'none' isolates nothing.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("run")
def run(  # noqa: PLR0913  # one parameter an option
    *,
    task: _Task,
    student: _Student,
    teachers: _Teachers,
    out: _Out,
    data: _Data = None,
    limit: _Limit = None,
    selection: _Selection = None,
    selected_for: _SelectedFor = None,
    part: _Part = None,
    scaffolded: _Scaffolded = False,
    assessment_turn: _Assessment = -1,
    protocol: _Protocol = "paper",
    equality: _Equality = None,
    num_samples: _Samples = 5,
    sampling: _Sampling = None,
    seed: _Seed = 0,
    sandbox: _Sandbox = None,
    temperature: Temperature = None,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    ray: Ray = None,
    as_json: _Json = False,
) -> None:
    """Hold dialogues of five questions, with an evaluation before each and after the last."""
    _run("run", **locals())  # all options by their names, as in the other two commands


@app.command("search")
def search(  # noqa: PLR0913  # one parameter an option
    *,
    task: _Task,
    student: _Student,
    teachers: _Teachers,
    out: _Out,
    peer: Annotated[str | None, typer.Option(help="Who proposes the questions. [default: the student itself]")] = None,
    num_candidates: Annotated[int, typer.Option("--candidates", "-m", min=1, help="Questions tried at each state.")] = 5,
    budget: Annotated[bool, typer.Option("--budget", help="Stop sampling a candidate once it cannot win.")] = False,
    full: Annotated[
        Path | None, typer.Option(help="Results of the search without --budget: say how often the budget chose otherwise.")
    ] = None,
    data: _Data = None,
    limit: _Limit = None,
    selection: _Selection = None,
    selected_for: _SelectedFor = None,
    part: _Part = None,
    scaffolded: _Scaffolded = False,
    assessment_turn: _Assessment = -1,
    protocol: _Protocol = "paper",
    equality: _Equality = None,
    num_samples: _Samples = 5,
    sampling: _Sampling = None,
    seed: _Seed = 0,
    sandbox: _Sandbox = None,
    temperature: Temperature = None,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    ray: Ray = None,
    as_json: _Json = False,
) -> None:
    """Try several questions at each state, go on with the best, and write rows for SFT and DPO."""
    _run("search", **locals())


@app.command("select")
def select(  # noqa: PLR0913  # one parameter an option
    *,
    task: _Task,
    student: _Student,
    teachers: _Teachers,
    out: _Out,
    data: _Data = None,
    limit: _Limit = None,
    equality: _Equality = None,
    num_samples: _Samples = 5,
    teacher_samples: Annotated[int, typer.Option(min=1, help="Answers of the teacher, one of which must be right.")] = 1,
    training_share: Annotated[float, typer.Option(min=0, max=1, help="Share of the problems for training.")] = 0.5,
    sampling: _Sampling = None,
    seed: _Seed = 0,
    sandbox: _Sandbox = None,
    temperature: Temperature = None,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    ray: Ray = None,
    as_json: _Json = False,
) -> None:
    """Keep the problems that the teacher solves and the student does not; part them for training and measuring."""
    _run("select", **locals())


def _run(  # noqa: PLR0913  # the options that are no settings as they come
    kind: InquiryKind,
    *,
    out: Path,
    data: Path | None,
    sampling: list[str] | None,
    temperature: list[str] | None,
    top_p: list[str] | None,
    max_tokens: list[str] | None,
    reasoning_effort: list[str] | None,
    connections: int,
    max_cost: float | None,
    prices: Path | None,
    ray: str | None,
    as_json: bool,
    selection: Path | None = None,
    scaffolded: bool = False,
    full: Path | None = None,
    **settings: Any,  # noqa: ANN401  # the options that have the name and the type of a setting
) -> None:
    from gnomon.inquiry import run_inquiry

    check_ray(ray)
    named = {role: spec_of(spec) for role in ("student", "peer") if (spec := settings.pop(role, None)) is not None}
    teachers = [spec_of(teacher) for teacher in settings.pop("teachers")]
    roles = [*(role for role, spec in named.items() if "://" in spec), *(["teacher"] if "://" in "".join(teachers) else [])]
    config = _config(
        kind=kind,
        teachers=teachers,
        **named,
        data=_absolute(data),
        selection=_absolute(selection),
        scaffolding="scaffolded" if scaffolded else "unscaffolded",
        sampling=sampling_of(sampling),
        asking=asking_of(
            roles, roles, temperature=temperature, top_p=top_p, max_tokens=max_tokens, reasoning_effort=reasoning_effort
        ),
        **settings,
    )
    pace = pace_of(connections, max_cost, prices)
    if config.sandbox == "none":
        typer.echo("programs are run without a sandbox: nothing keeps them from this machine", err=True)
    with addresses_of([config.student, config.peer, *config.teachers]) as addresses, progress("dialogues") as told:
        refuse_folders(ray, addresses)
        outcome = run_inquiry(config, out, replace(pace, addresses=addresses), told=told, ray=ray)
    summary = dict(outcome.summary)
    if full is not None:
        summary["choices"] = _compared(full, out)
    if as_json:
        typer.echo(json.dumps(summary, indent=1))
    else:
        for name, value in _lines(summary):
            typer.echo(f"{name}  {value}")
    say_counts(outcome.counts, f"results in {out}")
    say_what_was_there(outcome.num_asked, summary["failed"])


def _config(**settings: Any) -> InquiryConfig:  # noqa: ANN401  # fields of the configuration
    from pydantic import ValidationError

    from gnomon.inquiry import InquiryConfig

    try:
        return InquiryConfig(**settings)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise CommandError(f"{place}: {message}" if place else message) from error


def sampling_of(settings: list[str] | None) -> dict[str, str | None]:
    """Read ``--sampling NAME=NUMBER``; the configuration checks the ranges."""
    from gnomon.inquiry import InquirySampling

    known = InquirySampling.model_fields
    found: dict[str, str | None] = {}
    for pair in settings or ():
        name, equals, number = (part.strip() for part in pair.partition("="))
        if not equals:
            raise typer.BadParameter(f"expected --sampling NAME=NUMBER, got {pair!r}")
        if name not in known:
            raise typer.BadParameter(f"--sampling has no {name!r}; there are: {', '.join(known)}")
        found[name] = None if number.lower() == "none" else number
    return found


def _compared(full: Path, budget: Path) -> dict[str, Any]:
    from gnomon.inquiry import SearchTree, compare_choices, read_results

    trees = ((row for row in read_results(folder) if isinstance(row, SearchTree)) for folder in (full, budget))
    found = compare_choices(*trees)
    return {**found.model_dump(), "share_different": found.share_different}


def _lines(value: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Return the figures of a summary, those inside named by their path; calls are in the JSON."""
    found: list[tuple[str, Any]] = []
    for name, inner in value.items():
        if isinstance(inner, dict) and name != "calls":
            found += _lines(inner, f"{prefix}{name}.")
        elif name != "calls":
            found.append((f"{prefix}{name}", inner))
    return found


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.resolve())
