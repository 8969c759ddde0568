"""``gnomon bench check-judge``: what a judge is worth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.bench import settings_of
from gnomon.cli.running import (
    Connections,
    MaxCost,
    MaxTokens,
    Prices,
    ReasoningEffort,
    TopP,
    asking_of,
    pace_of,
    progress,
)
from gnomon.cli.trained import addresses_of, spec_of

if TYPE_CHECKING:
    from gnomon.benchmark.judge_check import Against, JudgeCheck
    from gnomon.runs import Told


def check_judge(  # noqa: PLR0913  # one parameter an option
    *,
    judge: Annotated[str, typer.Option(help="A URL, MODEL@URL, a trained model's folder, or embedded.")],
    out: Annotated[Path, typer.Option(help="Folder for the passes and check.json; the same command goes on.")],
    other: Annotated[str | None, typer.Option(help="A second judge of the same replies, named likewise. [default: none]")] = None,
    task: Annotated[str, typer.Option(help="mrbench (four dimensions) or mmtutorbench (six criteria).")] = "mrbench",
    tutor: Annotated[
        str | None, typer.Option(help="Of mmtutorbench, whose replies: recorded, reference or replies:DIR. [default: recorded]")
    ] = None,
    data: Annotated[
        str | None, typer.Option(help="'sample' or a path; an own file too. [default: the copy that was added, else the sample]")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many replies from the top.")] = None,
    repeats: Annotated[int, typer.Option(min=0, help="How often each reply is judged again, with other seeds.")] = 3,
    repeat_temperature: Annotated[float, typer.Option(min=0, help="Temperature of the repeats.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Of the judge's samples and the intervals.")] = 0,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting of the benchmark, such as folds=FILE.")
    ] = None,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the check as JSON.")] = False,
) -> None:
    """Check a judge: order, repeats, agreement with people and with another judge, offsets; reports then tell of it."""
    from gnomon.benchmark.catalogue import dataset_of
    from gnomon.benchmark.data import default_data
    from gnomon.benchmark.judge_check import CheckConfig, keep_check
    from gnomon.benchmark.judge_check import check_judge as check

    chosen = str(Path(data).resolve()) if data not in (None, "sample") else data or default_data(dataset_of(task))
    asking = asking_of(("judge", "other"), ("judge",), top_p=top_p, max_tokens=max_tokens, reasoning_effort=reasoning_effort)
    config = CheckConfig(
        judge=spec_of(judge), other=other and spec_of(other), task=task, tutor=tutor, data=chosen, limit=limit,
        repeats=repeats, repeat_temperature=repeat_temperature, seed=seed, asking=asking, options=settings_of(setting or []),
    )  # fmt: skip
    pace = pace_of(connections, max_cost, prices)
    with addresses_of([config.judge, config.other]) as addresses, ExitStack() as bars:

        def told(name: str) -> Told:
            bars.close()  # of the pass before
            return bars.enter_context(progress(name))

        found = check(config, out, replace(pace, addresses=addresses), told)
    keep_check(found)
    if as_json:
        typer.echo(found.model_dump_json(indent=1))
    else:
        for line in _lines(found):
            typer.echo(line)
    for remark in found.remarks:
        typer.echo(remark, err=True)
    replies = "1 reply" if found.num_items == 1 else f"{found.num_items} replies"
    failed = f", {found.num_failed} rows failed: the same command asks for them again" if found.num_failed else ""
    typer.echo(f"{replies}; the check is in {out / 'check.json'}{failed}", err=True)


def _lines(check: JudgeCheck) -> Iterator[str]:
    """Tell the figures one a line, then what was found."""
    for name, each in check.criteria.items():
        beside = {"people": each.people, **each.people_by_domain, "majority of the repeats": each.consensus}
        beside[check.other or "other"] = each.other
        for who, against in beside.items():
            if against is not None:
                yield f"{name}, {who}: {_told(against)}"
        if each.repeats is not None:
            equal, kappa = _shown(each.repeats.all_equal_share), _shown(each.repeats.fleiss_kappa)
            yield f"{name}, repeats: all equal {equal}, Fleiss' kappa {kappa}, incomplete {each.repeats.num_incomplete}"
        if each.order is not None:
            yield f"{name}, order: unchanged {_shown(each.order.equal_share)}, p {each.order.p_value:.2g}"
        if each.offsets is not None:
            yield f"{name}, offsets: macro-F1 {each.offsets.macro_f1_without:.3f} without, {each.offsets.macro_f1_with:.3f} with"
    if check.pairs is not None:
        order = check.pairs.order
        yield (
            f"pairs, order: unchanged {_shown(order.equal_share)} of {order.num_cases}, unread {order.num_unread}, "
            f"chose the first shown {_shown(check.pairs.first_share)}, p {order.p_value:.2g}"
        )
        if check.pairs.num_people:
            yield f"pairs, people: their choice in both orders {_shown(check.pairs.people_share)} of {check.pairs.num_people}"
    yield from (f"FOUND {finding}" for finding in check.findings())
    if not check.findings():
        yield "nothing found against the judge"


def _told(against: Against) -> str:
    ends = "" if against.kappa_low is None else f" ({_shown(against.kappa_low)} to {_shown(against.kappa_high)})"
    return (
        f"equal {_shown(against.equal_share)}, kappa {_shown(against.cohen_kappa)}{ends}, "
        f"alpha {_shown(against.krippendorff_alpha)}, Spearman {_shown(against.spearman)}, "
        f"{against.num_cases} cases, {against.num_unread} unread"
    )


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
