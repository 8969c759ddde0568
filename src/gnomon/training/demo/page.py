"""The page of the demo: what the toys learnt, with curves, controls, and whether the goals are met.

Figures are means over seeds. Their intervals are Student's over the seeds: with three they are wide, as they should be.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scipy import stats

from gnomon.judge import LABELS
from gnomon.pages import Cell, Column, Plot, Report, Series, Table, TableRow, report_page
from gnomon.training.demo.outcome import Experiment, Outcome

TITLE = "gnomon: tiny models learn to tutor, to ask and to judge"
_CONFIDENCE = 0.95  # as in all tables of ours
_POINTS = 24
"""Of a curve: steps are averaged, for single batches jump; up to twenty would each be written below the axis."""
_ASKING = {
    "sft": "SFT",
    "dpo": "SFT, then DPO",
    "frozen solver": "the same, answers by the frozen SFT model",
    "no replay": "DPO without replayed answers",
    "sigmoid alone": "DPO, sigmoid loss alone",
    "first turn alone": "DPO, pairs of the first turn alone",
    "shuffled pairs": "control: shuffled pairs",
}
_JUDGING = {"before": "the form alone", "rewards": "GRPO", "shuffled rewards": "control: shuffled rewards"}
_MOVES = {"before": "untrained", "after": "SFT"}
_HIGHLIGHTS = {"plain": "plain", "weighted": "positives three times"}


class Goal(NamedTuple):
    """What the demo is to show, in numbers."""

    claim: str
    experiment: Experiment
    figure: Callable[[dict[str, float]], float]
    """From the figures of one seed."""
    wanted: float
    is_least: bool = True
    """Whether the mean over seeds is to be at least, not at most, what is wanted."""


def _rise(stage: str, figure: str, base: str) -> Callable[[dict[str, float]], float]:
    return lambda figures: figures[f"{stage}/{figure}"] - figures[f"{base}/{figure}"]


GOALS = (
    Goal("asking: rise of Pass@5 at turn 1", "asking", _rise("dpo", "pass@5 at turn 1", "sft"), 0.25),
    Goal("asking: rise of Pass@5 at turn 2", "asking", _rise("dpo", "pass@5 at turn 2", "sft"), 0.0),
    Goal("asking, shuffled pairs: rise at turn 1", "asking", _rise("shuffled pairs", "pass@5 at turn 1", "sft"), 0.05, False),  # noqa: FBT003
    Goal("judging: rise of label accuracy", "judging", _rise("rewards", "label accuracy", "before"), 0.3),
    Goal("judging, shuffled rewards: rise", "judging", _rise("shuffled rewards", "label accuracy", "before"), 0.05, False),  # noqa: FBT003
    Goal("tutoring: rise of act accuracy", "tutoring", _rise("after", "act accuracy", "before"), 0.0),
    Goal("tutoring: rise of Combined F1 by weights", "tutoring", _rise("weighted", "combined F1", "plain"), 0.0),
)


def over_seeds(values: Sequence[float]) -> Cell:
    """Return the mean of one figure of several seeds with Student's interval; no interval of one seed."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Cell(mean, digits=2)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1))
    half = float(stats.t.ppf((1 + _CONFIDENCE) / 2, count - 1)) * deviation / math.sqrt(count)
    return Cell(mean, mean - half, mean + half, digits=2)


def demo_page(found: Sequence[Outcome], machine: str, *, quick: bool) -> str:
    """Return the page as one HTML document.

    Args:
        found: outcomes of all experiments and seeds.
        machine: that they were made on, in words.
        quick: whether the sizes were those of a test.
    """
    return report_page(_report(found, machine, quick=quick))


def _report(found: Sequence[Outcome], machine: str, *, quick: bool) -> Report:
    tables = [_goals(found)]
    plots: list[Plot] = []
    if asking := _of(found, "asking"):
        figures = [f"pass@5 at turn {turn}" for turn in range(3)] + ["useful question 1", "useful question 2", "right when told"]
        tables.append(_table("demo.asking", "Asking", asking, _ASKING, [*figures, "pair_accuracy"], _ABOUT["asking"]))
        plots += [
            _passes(asking),
            _curve_plot("demo.pairs", "Pairs told apart while training", asking, "rewards/accuracies", _ASKING),
        ]
    if judging := _of(found, "judging"):
        figures = ["label accuracy", "label macro F1", "format rate", "reward"]
        tables.append(_table("demo.judging", "Judging", judging, _JUDGING, figures, _ABOUT["judging"]))
        tables += [_confusion(stage, name, judging) for stage, name in _JUDGING.items()]
        plots += [
            _curve_plot("demo.labels", "Label accuracy while training", judging, "watched/label_accuracy", _JUDGING),
            _curve_plot("demo.format", "Format rate while training", judging, "watched/format_rate", _JUDGING),
            _rewards_by_name(judging),
        ]
    if tutoring := _of(found, "tutoring"):
        moves = ["act accuracy", "subact accuracy"]
        moves += [f"{category} {figure} F1" for category in ("lines", "angles") for figure in ("prediction", "combined")]
        tables.append(_table("demo.moves", "Tutoring: moves", tutoring, _MOVES, moves, _ABOUT["tutoring"]))
        parts = [f"{task} {figure}" for task in ("prediction", "combined") for figure in ("precision", "recall", "F1")]
        tables.append(_table("demo.highlights", "Tutoring: angles", tutoring, _HIGHLIGHTS, parts, _weighting(tutoring)))
        plots.append(_curve_plot("demo.tutor", "Loss of the tutor", tutoring, "loss", {"tutor": "SFT"}))
    return Report(TITLE, (), tuple(tables), tuple(plots), notes=_notes(found, machine, quick=quick))


_ABOUT: dict[Experiment, str] = {
    "asking": "Held-out problems. Pass@5: at least one of five answers is right. Pair accuracy is of the training's pairs, over "
    "its last tenth of steps: it may be high where the student got worse, so it is never the figure to choose by.",
    "judging": "Held-out replies, of pairs of action and object that no reply of the training has; the likeliest answer of each. "
    "Before the rewards it has seen labels drawn at random: it knows what an answer looks like, and not which one is right.",
    "tutoring": "Turns of held-out problems; the scores are those of the GeoDial benchmark, the likeliest move of each turn.",
}


def _notes(found: Sequence[Outcome], machine: str, *, quick: bool) -> tuple[str, ...]:
    sizes = sorted({outcome.parameters for outcome in found})
    seeds = sorted({outcome.seed for outcome in found})
    minutes = sum(outcome.processor_seconds for outcome in found) / 60
    notes = [
        (
            f"These are toy models of {sizes[0]:,} to {sizes[-1]:,} parameters, made from scratch for this page. They show that "
            "the chain of training works from rows to scores, and nothing about what a real tutor, student or judge can learn."
        ),
        (
            "What they learn from is made up or simulated: a game of doors, replies put together from a few words, and turns of "
            "the symbolic tutor with simulated students. Tables are of held-out problems, from what the models wrote."
        ),
        (
            f"Seeds {', '.join(map(str, seeds))}. Figures are means over seeds; below them, and as bands, stand Student's 95 % "
            "intervals over seeds, which may reach beyond what a figure can be."
        ),
        f"Made in {minutes:.1f} minutes of processor time ({machine}).",
    ]
    return (*notes, "Quick sizes: they show that everything runs, and the models have hardly learnt.") if quick else tuple(notes)


def _of(found: Iterable[Outcome], experiment: Experiment) -> list[Outcome]:
    return [outcome for outcome in found if outcome.experiment == experiment]


def _figure(found: Sequence[Outcome], key: str) -> Cell:
    values = [outcome.figures[key] for outcome in found if key in outcome.figures]
    return over_seeds(values) if values else Cell(None)


def _goals(found: Sequence[Outcome]) -> Table:
    rows = []
    for goal in GOALS:
        outcomes = _of(found, goal.experiment)
        if not outcomes:
            continue
        cell = over_seeds([goal.figure(outcome.figures) for outcome in outcomes])
        assert isinstance(cell.value, float)
        is_met = cell.value >= goal.wanted if goal.is_least else cell.value <= goal.wanted
        wanted = f"at {'least' if goal.is_least else 'most'} {goal.wanted:g}"
        rows.append(TableRow(goal.claim, (cell, Cell(wanted), Cell("yes" if is_met else "no"))))
    heads: tuple[Column[object], ...] = (Column("found", better=""), Column("wanted", better=""), Column("met", better=""))
    return Table(
        "demo.goals", "What was to be shown", heads, tuple(rows), "Whether a goal is met is asked of the mean over seeds."
    )


def _table(name: str, title: str, found: Sequence[Outcome], stages: dict[str, str], figures: Sequence[str], note: str) -> Table:
    rows = tuple(
        TableRow(shown, tuple(_figure(found, f"{stage}/{figure}") for figure in figures)) for stage, shown in stages.items()
    )
    return Table(name, title, tuple(Column(figure.replace("_", " ")) for figure in figures), rows, note)


def _weighting(found: Sequence[Outcome]) -> str:
    """Say whether weighting raised Combined F1, and where it moved precision and recall."""
    change = {
        figure: sum(_rise("weighted", figure, "plain")(outcome.figures) for outcome in found) / len(found)
        for figure in ("combined F1", "prediction F1", "prediction recall", "prediction precision")
    }
    share, names = (_figure(found, f"plain/{figure}").value for figure in ("share of turns that highlight", "decision F1"))
    moved = (
        f"recall of prediction changed by {change['prediction recall']:+.2f}, precision by {change['prediction precision']:+.2f}"
    )
    if change["combined F1"] > 0:
        told = f"Weighting raised Combined F1 by {change['combined F1']:.2f}, as GeoDial found: {moved}."
    else:
        if change["prediction F1"] > 0:
            why = (
                f"whether to highlight is told better (F1 {change['prediction F1']:+.2f}), but a turn counts by its names, and "
                f"the model that gives them is seldom right (Decision F1 {names:.2f}): which turns are won and lost is chance"
            )
        elif change["prediction recall"] > 0:
            why = "what was gained in recall was lost in precision"
        else:
            why = "the weights did not make the model say yes more often where it should"
        told = f"Weighting did not raise Combined F1 here ({change['combined F1']:+.2f}), as it did in GeoDial: {moved}; {why}."
    return f"{told} {share:.0%} of the held-out turns highlight an angle. Both lines take the names from one model."


def _confusion(stage: str, name: str, found: Sequence[Outcome]) -> Table:
    matrices = [outcome.confusion[stage] for outcome in found if stage in outcome.confusion]
    sums = [[sum(cells) for cells in zip(*lines, strict=True)] for lines in zip(*matrices, strict=True)]
    heads: tuple[Column[object], ...] = tuple(Column(label, unit="count", better="") for label in (*LABELS, "unread"))
    rows = tuple(TableRow(f"truth {label}", tuple(map(Cell, line))) for label, line in zip(LABELS, sums, strict=True))
    return Table(f"demo.confusion-{stage.replace(' ', '-')}", f"Judging: confusion, {name}", heads, rows, "Added up over seeds.")


def _passes(found: Sequence[Outcome]) -> Plot:
    series = tuple(
        Series.of(shown, (0, 1, 2), [_figure(found, f"{stage}/pass@5 at turn {turn}") for turn in range(3)])
        for stage, shown in _ASKING.items()
    )
    return Plot("demo.passes", "Asking: Pass@5 by turn, held-out problems", "line", "turn", "Pass@5", series)


def _curve_plot(name: str, title: str, found: Sequence[Outcome], key: str, stages: dict[str, str]) -> Plot:
    series = tuple(
        _averaged(shown, [outcome.curves[f"{stage}/{key}"] for outcome in found if f"{stage}/{key}" in outcome.curves])
        for stage, shown in stages.items()
    )
    label = key.removeprefix("watched/").replace("rewards/accuracies", "share of pairs").replace("_", " ")
    return Plot(
        name, title, "line", "step", label, tuple(each for each in series if each.x), "Of the batches that are trained on."
    )


def _rewards_by_name(found: Sequence[Outcome]) -> Plot:
    keys = [key for key in found[0].curves if key.startswith("rewards/rewards/")]
    series = [_averaged("all", [outcome.curves["rewards/reward"] for outcome in found])]
    series += [
        _averaged(_outcome(key), [outcome.curves[key] for outcome in found])
        for key in keys
        if any(value for outcome in found for _, value in outcome.curves[key])
    ]
    return Plot("demo.rewards", "Rewards by name", "line", "step", "reward", tuple(series), "Mean over a batch's completions.")


def _outcome(key: str) -> str:
    return key.removeprefix("rewards/rewards/reward_").removesuffix("/mean").replace("_", " ")


def _averaged(name: str, curves: Sequence[Sequence[tuple[float, float]]]) -> Series:
    """Return a curve of means over neighbouring steps, with intervals over seeds."""
    if not curves:
        return Series(name, (), ())
    length = min(map(len, curves))
    points = min(_POINTS, length)
    ends = [round(place * length / points) for place in range(points + 1)]
    pieces = list(itertools.pairwise(ends))
    x = tuple(float(curves[0][end - 1][0]) for _, end in pieces)
    cells = [over_seeds([sum(value for _, value in curve[a:b]) / (b - a) for curve in curves]) for a, b in pieces]
    return Series.of(name, x, cells)
