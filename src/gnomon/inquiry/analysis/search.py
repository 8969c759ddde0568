"""What a candidate search gains at each turn, from its trees alone (ODQS 3.3, Algorithm 2).

The best candidate is chosen by the very samples that score it, so its score is too high by what chance adds; with 5 samples a
search among equal questions shows a gain too. Measure a trained student on other problems to know what the questions are worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gnomon.inquiry.analysis.curves import USUAL, Condition, Resampling, Setting, setting_of
from gnomon.inquiry.protocol.records import Exchange, InquiryRow, SearchTree, SearchTurn
from gnomon.metrics import Interval, PairedDifference, bootstrap_interval, mean_metric, paired_bootstrap


class SearchGain(NamedTuple):
    """What the candidates of one turn come to, over problems."""

    number: int
    """i of question q(i)."""
    states: int
    """Search turns with all scores."""
    left_out: int
    """Search turns in which a budget left a candidate without a score."""
    best: Interval | None
    """Mean Pass@k of the best candidates; None without states."""
    average: Interval | None
    """Mean Pass@k of all candidates: what one question without search would give."""
    gain: PairedDifference | None
    """Best minus average, paired by problem."""
    undecided: int
    """States in which all candidates score the same: they give no preference pair."""
    unsolved: int
    """States in which no candidate has a right sample."""


def search_gains(trees: Sequence[SearchTree], how: Resampling = USUAL) -> tuple[SearchGain, ...]:
    """Return for each turn how much the best candidate is ahead of the average one.

    Args:
        trees: of one setting.
        how: seed and number of resamples; k is that of the search.
    """
    numbers = sorted({turn.number for tree in trees for turn in tree.turns})
    return tuple(_gain(number, trees, how) for number in numbers)


def _gain(number: int, trees: Iterable[SearchTree], how: Resampling) -> SearchGain:
    turns = [(tree.problem, turn) for tree in trees for turn in tree.turns if turn.number == number]
    scored = [(problem, scores) for problem, turn in turns if (scores := _scores(turn)) is not None]
    left_out = len(turns) - len(scored)
    if not scored:
        return SearchGain(number, 0, left_out, None, None, None, 0, 0)
    problems = [problem for problem, _ in scored]
    best = mean_metric([max(scores) for _, scores in scored])
    average = mean_metric([sum(scores) / len(scores) for _, scores in scored])
    return SearchGain(
        number=number,
        states=len(scored),
        left_out=left_out,
        best=bootstrap_interval(best, clusters=problems, seed=how.seed, resamples=how.resamples),
        average=bootstrap_interval(average, clusters=problems, seed=how.seed, resamples=how.resamples),
        gain=paired_bootstrap(best, average, clusters=problems, seed=how.seed, resamples=how.resamples),
        undecided=sum(len(set(scores)) == 1 for _, scores in scored),
        unsolved=sum(max(scores) == 0 for _, scores in scored),
    )


def _scores(turn: SearchTurn) -> list[float] | None:
    scores = [candidate.score for candidate in turn.candidates if candidate.score is not None]
    return scores if scores and len(scores) == len(turn.candidates) else None


def dialogue_of(tree: SearchTree) -> InquiryRow:
    """Return the dialogue along the chosen candidates of a tree."""
    # A tree has all that a row has, but its turns in place of exchanges
    alike = {name: getattr(tree, name) for name in InquiryRow.model_fields if name != "exchanges"}
    return InquiryRow(**alike, exchanges=tuple(_exchange(turn) for turn in tree.turns))


def _exchange(turn: SearchTurn) -> Exchange:
    best = turn.chosen
    return Exchange(number=turn.number, question=best.question, reply=best.reply, leak=best.leak, leak_acted=best.leak_acted)


def search_conditions(trees: Iterable[SearchTree]) -> tuple[Condition, ...]:
    """Group the chosen dialogues of trees by setting and proposer, to be compared with dialogues of one question a turn."""
    groups: dict[Setting, list[InquiryRow]] = {}
    for tree in trees:
        row = dialogue_of(tree)
        groups.setdefault(setting_of(row)._replace(search=tree.proposer), []).append(row)
    return tuple(Condition(setting, tuple(rows)) for setting, rows in groups.items())
