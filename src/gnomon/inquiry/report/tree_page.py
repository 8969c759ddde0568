"""A page to read candidate searches: every turn's candidates with their scores, the best one marked, and the states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gnomon.inquiry.protocol.records import AnswerSample, Assessment, Candidate, Evaluation, SearchTree, SearchTurn
from gnomon.pages import paragraphs, render

_SHOWN_STATE = 12
"""Characters of a state's hash."""


@dataclass(frozen=True)
class _CandidateView:
    index: int
    is_best: bool
    question: tuple[str, ...]
    reply: tuple[str, ...]
    score: str
    counts: str
    share: float | None
    """Right among the samples drawn, for the bar; None without samples."""
    use: str
    """What becomes of it in the training rows."""
    leak: str
    samples: tuple[str, ...]


@dataclass(frozen=True)
class _TurnView:
    number: int
    state: str
    evaluation: str
    assessment: tuple[tuple[str, tuple[str, ...]], ...]
    candidates: tuple[_CandidateView, ...]


@dataclass(frozen=True)
class _TreeView:
    key: str
    title: str
    details: tuple[str, ...]
    question: tuple[str, ...]
    greeting: tuple[str, ...]
    turns: tuple[_TurnView, ...]
    end: str
    assessment: tuple[tuple[str, tuple[str, ...]], ...]
    error: str


def tree_page(trees: Sequence[SearchTree], *, texts: Mapping[str, str] | None = None) -> str:
    """Write search trees as one HTML document without scripts or other files.

    Args:
        trees: finished or failed ones, in the order shown.
        texts: of the problems, by id; None, or a missing one, shows the id alone.

    Returns:
        The document; what models wrote is escaped.
    """
    views = tuple(_view(f"tree-{number}", tree, (texts or {}).get(tree.problem, "")) for number, tree in enumerate(trees, 1))
    return render(
        "tree.html.jinja",
        title="Candidate search" if len(trees) != 1 else f"Candidate search: {trees[0].problem}",
        trees=views,
        is_simulated=any(tree.simulated for tree in trees),
    )


def _view(key: str, tree: SearchTree, text: str) -> _TreeView:
    evaluations = {evaluation.turn: evaluation for evaluation in tree.evaluations}
    last = len(tree.turns)
    return _TreeView(
        key=key,
        title=tree.problem,
        details=_details(tree),
        question=paragraphs(text),
        greeting=paragraphs(tree.greeting),
        turns=tuple(_turn(tree, turn, evaluations.get(turn.number - 1)) for turn in tree.turns),
        end=_evaluation(evaluations.get(last)) if last else "",
        assessment=_assessed(tree.assessment, last) if last else (),
        error=f"{tree.error.boundary}: {tree.error.message}" if tree.error else "",
    )


def _details(tree: SearchTree) -> tuple[str, ...]:
    who = "its own questions" if tree.proposer == "self" else f"questions of a peer{f', {tree.peer}' if tree.peer else ''}"
    saved = f"budget: {tree.calls_saved} answer samples not drawn" if tree.budget else ""
    return tuple(
        part
        for part in (
            f"student {tree.student}",
            f"teacher {tree.teacher}",
            who,
            f"m = {tree.m}, k = {tree.k}",
            tree.scaffolding,
            f"protocol {tree.protocol}",
            f"seed {tree.seed}",
            f"{tree.calls_made} samples drawn",
            saved,
        )
        if part
    )


def _turn(tree: SearchTree, turn: SearchTurn, evaluation: Evaluation | None) -> _TurnView:
    return _TurnView(
        number=turn.number,
        state=turn.state[:_SHOWN_STATE],
        evaluation=_evaluation(evaluation),
        assessment=_assessed(tree.assessment, turn.number - 1),
        candidates=tuple(_candidate(turn, candidate) for candidate in turn.candidates),
    )


def _assessed(assessment: Assessment | None, turn: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if assessment is None or assessment.turn != turn:
        return ()
    return ("Attempt", paragraphs(assessment.attempt)), ("Feedback", paragraphs(assessment.feedback))


def _evaluation(evaluation: Evaluation | None) -> str:
    return f"{evaluation.num_right} of {evaluation.num_samples} right" if evaluation is not None else ""


def _candidate(turn: SearchTurn, candidate: Candidate) -> _CandidateView:
    drawn = candidate.num_samples
    return _CandidateView(
        index=candidate.index,
        is_best=candidate.index == turn.best,
        question=paragraphs(candidate.question),
        reply=paragraphs(candidate.reply),
        score="not finished" if candidate.score is None else f"{candidate.score:.3f}",
        counts=f"{candidate.num_right} of {drawn} right",
        share=candidate.num_right / drawn if drawn else None,
        use=_use(turn, candidate),
        leak=_leak(candidate),
        samples=tuple(_sample(sample) for sample in candidate.samples),
    )


def _use(turn: SearchTurn, candidate: Candidate) -> str:
    best = turn.chosen
    if candidate.index == turn.best:
        return "chosen" if best.score else "goes on, but helped nobody: no SFT row"
    if candidate.score is None or best.score is None:
        return "without a score: in no pair"
    if candidate.question == best.question:
        return "the same words as the best: in no pair"
    return "rejected in a pair" if candidate.score < best.score else "as good as the best: in no pair"


def _leak(candidate: Candidate) -> str:
    if candidate.leak is None:
        return ""
    return f"The guard found: {candidate.leak}.{' The reply was written anew.' if candidate.leak_acted else ''}"


def _sample(sample: AnswerSample) -> str:
    verdict = {True: "right", False: "wrong", None: "unreadable"}[sample.is_right]
    return f"{verdict}{f' ({sample.verdict})' if sample.verdict else ''}: {sample.text}"
