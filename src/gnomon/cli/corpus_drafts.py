"""``gnomon corpus draft``: items of MMTutorBench and MathExplain from proofs and solved equations, without a model."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.showing import number_of
from gnomon.cli.writing import refuse_unwritable

if TYPE_CHECKING:
    from gnomon.corpus.drafts import Draft
    from gnomon.problem import Problem


def draft(
    benchmark: Annotated[Literal["mmtutorbench", "mathexplain"], typer.Argument(help="Whose items.")],
    *,
    out: Annotated[Path, typer.Option(help="JSON Lines; pictures go into images/ beside it.")],
    problems: Annotated[
        str,
        typer.Option(
            metavar="bank|proofs|FILE",
            help="The bank, its proofs, a file of problems, or for mmtutorbench a .txt with an equation a line.",
        ),
    ] = "bank",
    only: Annotated[str | None, typer.Option(metavar="ID,...", help="Only the problems of these ids, in this order.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many problems from the top.")] = None,
    seed: Annotated[int, typer.Option(help="Of questions and follow-ups; one seed, one result.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Draft benchmark items from the steps of proofs and equations; what a rule finds fault with is left out and counted."""
    from gnomon.files import replacing, write_whole

    refuse_unwritable([out], force=force)
    kept, dropped = 0, Counter[str]()
    with replacing(out) as part, part.open("w", encoding="utf-8") as file:
        for each in _drafts(benchmark, problems, only, limit, seed):
            if each.flaws:
                dropped[each.flaws[0].partition(": ")[0]] += 1
                continue
            kept += 1
            for name, picture in each.pictures.items():
                (out.parent / name).parent.mkdir(parents=True, exist_ok=True)
                write_whole(out.parent / name, picture)
            file.write(json.dumps(each.row, ensure_ascii=False) + "\n")
    if as_json:
        typer.echo(json.dumps({"items": kept, "left_out": dict(dropped.most_common())}, ensure_ascii=False, indent=1))
        return
    typer.echo(f"{number_of(kept, 'item')} in {out}; {dropped.total()} left out")
    for reason, count in dropped.most_common():
        typer.echo(f"{count:6}  {reason}")


def _drafts(benchmark: str, source: str, only: str | None, limit: int | None, seed: int) -> Iterator[Draft]:
    from gnomon.corpus.drafts import Draft, draft_key_steps, draft_keypoints, worked_proof
    from gnomon.geometry import solve

    if source.endswith(".txt"):
        if benchmark != "mmtutorbench":
            raise CommandError(f"{source}: equations have no picture to add to; give a file of problems with figures")
        if only is not None:
            raise CommandError("--only takes ids of problems, and equations have none; use --limit")
        yield from _of_equations(Path(source), limit, seed)
        return
    for problem in _chosen(list(_problems(source)), only)[:limit]:
        solution = solve(problem)
        if benchmark == "mathexplain":
            yield draft_keypoints(solution)
        elif (worked := worked_proof(solution)) is not None:
            yield from draft_key_steps(worked, seed)
        else:
            yield Draft(problem.id, {}, flaws=("no proof",))


def _chosen(problems: list[Problem], only: str | None) -> list[Problem]:
    if only is None:
        return problems
    by_id = {problem.id: problem for problem in problems}
    wanted = list(dict.fromkeys(name.strip() for name in only.split(",") if name.strip()))
    missing = [name for name in wanted if name not in by_id]
    if missing or not wanted:
        raise CommandError(
            f"--only: no problem has the id {', '.join(missing) or repr(only)}; `gnomon problems` lists those of the bank"
        )
    return [by_id[name] for name in wanted]


def _of_equations(path: Path, limit: int | None, seed: int) -> Iterator[Draft]:
    from gnomon.corpus.drafts import Draft, EquationError, draft_key_steps, worked_equation

    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    for number, line in enumerate(lines[:limit], 1):
        name = f"equation-{number}"
        try:
            worked = worked_equation(line, name)
        except EquationError as error:
            typer.echo(f"{path}, line {number}: {error}", err=True)
            yield Draft(name, {}, flaws=("an equation that is not solved",))
            continue
        yield from draft_key_steps(worked, seed)


def _problems(source: str) -> Iterator[Problem]:
    from gnomon.problem import Problem, bank, iterate_problems, proofs

    if source in {"bank", "proofs"}:
        yield from (bank() if source == "bank" else proofs()).values()
        return
    for name, problem in iterate_problems(Path(source)):
        if isinstance(problem, Problem):
            yield problem
        else:
            typer.echo(f"{name}: {problem}", err=True)
