"""The page of an arena: plots, tables, tests, and the dialogues of all tutors with the same learner side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gnomon.benchmark.arena.config import ArenaConfig
from gnomon.benchmark.arena.pairing import pair_order
from gnomon.benchmark.arena.running import ArenaRecord, ArenaResults, address_of, require_arena
from gnomon.benchmark.arena.tables import Judged, by_tutor, plots_of, tables_of
from gnomon.benchmark.arena.validation import NOT_VALIDATED, Validation
from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import counts_of
from gnomon.benchmark.judge_check import check_note
from gnomon.models import Price
from gnomon.pages import OUTCOMES, ConversationView, Report, RunView, SaidView, SideBySide, drawn
from gnomon.problem import ProblemError, load_problem

_NEED_NOT = "What differs here need not differ for people."
_UNKNOWN = "Nothing here was validated on people."
_COMPARED = "Learners are simulated; what they were compared with stands at the head of the page."
_MOST_GROUPS = 8
"""Meetings whose dialogues stand side by side: with seven tutors some fifty dialogues, as many as anybody reads."""
_FIGURE_WIDTH = 300
"""Pixels of the figure above the dialogues."""


def arena_report(folder: Path, *, prices: Mapping[str, Price] | None = None, validation: Validation | None = None) -> Report:
    """Return the report of a finished arena.

    Args:
        folder: of its results.
        prices: by model; None leaves the cost open.
        validation: of its learners; None: they were not compared with people.

    Raises:
        RunError: when the folder holds no finished arena.
    """
    found = require_arena(folder)
    judged = Judged(found.judged, found.people)
    report = report_of_rows(found.rows, record=found.record, judged=judged, prices=prices, validation=validation)
    return replace(report, notes=(*report.notes, *_judge_notes(found)))


def _judge_notes(found: ArenaResults) -> Iterator[str]:
    """Say what is known of the judges of pairs: the last check of the model, its choice in both orders, who judged."""
    judge = found.record.config.judge
    if judge is not None:
        yield check_note(judge, found.prompts)
        if (order := pair_order(found.judged)) is not None:
            yield order.told()
    if found.people:
        num_people, num_pairs = len({each.by for each in found.people}), len({each.pair for each in found.people})
        yield f"Pairs that people judged blindly: {num_pairs}; people: {num_people}."


def report_of_rows(
    rows: Sequence[Row],
    *,
    record: ArenaRecord | None = None,
    judged: Judged = Judged(),  # noqa: B008  # frozen
    prices: Mapping[str, Price] | None = None,
    validation: Validation | None = None,
) -> Report:
    """Return the report of rows, of an arena or of transcripts.

    Args:
        rows: all.
        record: of the arena; None for transcripts.
        judged: blind judgements of pairs.
        prices: by model; None leaves the cost open.
        validation: of the learners; None: they were not compared with people.
    """
    runs = by_tutor(rows)
    learners, short = _of_learners(record, validation)
    return Report(
        title=f"Arena: {', '.join(runs)}",
        runs=() if record is None else (_run_view(record, rows, prices or {}),),
        tables=tables_of(runs, judged, short),
        plots=plots_of(runs, judged, short),
        notes=(learners,),
        side_by_side=tuple(_side_by_side(rows)),
    )


def _of_learners(record: ArenaRecord | None, validation: Validation | None) -> tuple[str, str]:
    """Return what the page says of the learners, at its head and beside each table and plot."""
    if record is None:
        return "Who the learners were is not known here. Nothing on this page was validated on people.", _UNKNOWN
    if validation is None:
        return f"{NOT_VALIDATED} {_NEED_NOT}", NOT_VALIDATED
    told = validation.note(record.config.learners)
    short = NOT_VALIDATED if told.startswith(NOT_VALIDATED) else _COMPARED
    return f"{told} {_NEED_NOT}", short


def _run_view(record: ArenaRecord, rows: Sequence[Row], prices: Mapping[str, Price]) -> RunView:
    models = {role: address for role, address in models_of(record.config).items() if len(address) == 1}
    named = {role: addresses[0] for role, addresses in models.items()}
    return RunView.of("arena", record, counts_of(rows), calls=(row.calls for row in rows), models=named, prices=prices)


def models_of(config: ArenaConfig) -> dict[str, list[str]]:
    """Return the addresses of models by role."""
    specs = {"tutor": config.tutors, "learner": config.learners}
    return {role: sorted({address for spec in each if (address := address_of(spec))}) for role, each in specs.items()}


def _side_by_side(rows: Sequence[Row]) -> Iterator[SideBySide]:
    """Yield meetings of the tutors: some in which the first one did not succeed, then some from all over the rows."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        if row.answer is not None:
            groups.setdefault((row.cluster, row.groups["learner"], row.groups["seed"]), []).append(row)
    keys = list(groups)
    worst = [key for key in keys if not groups[key][0].marks.get("solved_untold")][: _MOST_GROUPS // 2]
    spread = keys[:: max(1, len(keys) // _MOST_GROUPS)]
    for key in list(dict.fromkeys([*worst, *spread]))[:_MOST_GROUPS]:
        problem, learner, seed = key
        title = f"{problem}, {learner} learner{f', seed {seed}' if seed else ''}"
        first = groups[key][0]
        yield SideBySide(title, _asked(first), tuple(map(_conversation, groups[key])), _figure(problem))


def _figure(problem: str) -> Any:  # noqa: ANN401  # markup, or None
    try:
        return drawn(load_problem(problem).question.figure, None, None, _FIGURE_WIDTH)
    except ProblemError:  # of an arena's own file, known by its ids alone
        return None


def _asked(row: Row) -> str:
    said: dict[str, Any] = row.answer.value if row.answer else {}
    return f"{row.text}\n\nThe learner's work: {said.get('attempt') or 'none'}"


def _conversation(row: Row) -> ConversationView:
    said: dict[str, Any] = row.answer.value if row.answer else {}
    remarks: dict[int, str] = {}
    for name, words in (row.grade.reasons if row.grade else {}).items():
        place, _, _ = words.partition(":")
        kind = {"guard": "leak (guard)", "scan": "leak (scan)", "praise": "false praise", "blame": "false blame"}[name.split()[0]]
        number = int(place.removeprefix("turn "))
        remarks[number] = ", ".join(filter(None, (remarks.get(number, ""), kind)))
    turns = [
        SaidView(turn["role"], turn["utterance"], turn.get("subact", ""), remarks.get(number, ""))
        for number, turn in enumerate(said.get("turns", ()), 1)
    ]
    return ConversationView(row.groups["tutor"], _summary(row), tuple(turns))


def _summary(row: Row) -> str:
    marks, alone = row.marks, {None: "no sibling", 1.0: "sibling right alone", 0.0: "sibling wrong alone"}
    outcome = OUTCOMES["not_solved" if not marks["solved"] else "solved_untold" if marks["solved_untold"] else "solved_told"]
    return f"{outcome} {marks['turns']} turns, {alone[marks.get('alone')]}."
