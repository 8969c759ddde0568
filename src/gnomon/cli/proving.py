"""What the engine makes of a new problem: said in one line, and its answer filled in or compared with the key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from gnomon.geometry import Solution
    from gnomon.problem.entry import ProblemEntry

_DECIMALS = 9  # of an answer without an exact form, far more than a learner writes


def with_answer(solution: Solution, data: dict[str, Any]) -> ProblemEntry:
    """Return the problem as a file holds it, with the proved answer where it states none; say what was proved."""
    from gnomon.algebra import equal
    from gnomon.problem.entry import ProblemEntry

    problem = solution.problem
    if solution.proof is None:
        typer.echo(f"{problem.id}: not proved: {solution.reason}", err=True)
        return ProblemEntry.model_validate(data)
    assert problem.formal is not None
    proved, stated = solution.proof.answer, data.get("answer")
    steps = len(solution.proof.steps)
    typer.echo(
        f"{problem.id}: proved in {steps} step{'' if steps == 1 else 's'}: {problem.formal.goal} = {proved.text}", err=True
    )
    if stated is None:
        data = {**data, "answer": round(proved.number, _DECIMALS), "exact": proved.exact}
    elif equal(proved.number, stated, "rounded") is False:
        typer.echo(f"{problem.id}: the answer given is {stated:g}: correct it, or a fact", err=True)
    return ProblemEntry.model_validate(data)
