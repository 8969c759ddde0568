"""Rows of a search for questions (ODQS 3.3): the best questions, pairs of questions, and pairs of answers that are replayed.

Which questions make rows is `gnomon.inquiry`'s to say; here they become rows with pictures, parted by problem. Pairs of questions
alone make a student forget how to answer, so pairs of answers go beside them: after a question and its reply, a right answer
before a wrong one of the same samples.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gnomon.inquiry import SearchTree, TrainingRow, View, training_rows
from gnomon.inquiry.protocol.players import Line, State
from gnomon.inquiry.protocol.records import Assessment, Candidate, Exchange
from gnomon.models import Image, Message
from gnomon.training.recipe import QuestionRows
from gnomon.training.rows.row import Dropped, Row, RowSet, sorted_out


class Replay(NamedTuple):
    """What pairs of answers are made of."""

    share: float
    """Of all pairs, from 0 to below 1."""
    starts: Mapping[str, State]
    """H(0) by problem."""
    view: View
    """How the student is asked for an answer."""


def question_rows(trees: Iterable[SearchTree], settings: QuestionRows, images: Path, replay: Replay | None = None) -> RowSet:
    """Return the rows of a search, its problems parted into training and validation; none is for testing.

    What a trained student is measured on are the problems that the selection has set apart for it (ODQS 4.1).

    Args:
        trees: of the search.
        settings: questions or pairs, and the share of problems for validation.
        images: folder of the search's pictures, named by their hash.
        replay: pairs of answers to go beside pairs of questions; None for none.
    """
    known = list(trees)
    wanted = "sft" if settings.kind == "questions" else "dpo"
    pictures: dict[str, Image] = {}
    found: list[Row | Dropped] = [_row(each, images, pictures) for each in training_rows(known) if each.kind == wanted]
    if replay is not None:
        found += _limited([*_replayed(known, replay)], sum(isinstance(row, Row) for row in found), replay.share)
    rows = [row for row in found if isinstance(row, Row)]
    validation = _drawn({row.group for row in rows}, settings.validation_share.value)
    return sorted_out(found, lambda row: "validation" if row.group in validation else "train")


def _drawn(problems: Iterable[str], share: float) -> set[str]:
    """Draw so many of the problems, the same on every run."""
    ordered = sorted(problems)
    return set(random.Random(0).sample(ordered, round(share * len(ordered))))


def _row(found: TrainingRow, images: Path, pictures: dict[str, Image]) -> Row | Dropped:
    pair = "" if found.rejected_index is None else f">{found.rejected_index}"
    name = f"{found.tree}/{found.turn}/{found.chosen_index}{pair}"
    try:
        prompt = tuple(_message(message, images, pictures) for message in found.prompt)
    except (OSError, ValueError):
        return Dropped(name, "no_picture")
    told = ("chosen_score", "rejected_score", "turn", "proposer")
    columns = {key: value for key in told if (value := getattr(found, key)) is not None}
    return Row(name, found.problem, prompt, found.chosen, found.rejected, columns)


def _message(message: Mapping[str, Any], images: Path, pictures: dict[str, Image]) -> Message:
    content = message["content"]
    if isinstance(content, str):
        return Message(role=message["role"], text=content)
    hashes = [part["sha256"] for part in content if part["type"] == "image"]
    for name in hashes:
        if name not in pictures:
            pictures[name] = Image.read(images / f"{name}.png")
    text = "".join(part["text"] for part in content if part["type"] == "text")
    return Message(role=message["role"], text=text, images=tuple(pictures[name] for name in hashes))


def _replayed(trees: Sequence[SearchTree], replay: Replay) -> Iterator[Row | Dropped]:
    for tree in trees:
        state = replay.starts.get(tree.problem)
        for turn in tree.turns:
            state = state and _assessed(state, tree.assessment)
            names = [f"{tree.id}/{turn.number}/answers {candidate.index}" for candidate in turn.candidates]
            if state is None or state.sha256() != turn.state:
                yield from (Dropped(name, "state_differs") for name in names)
                continue
            for name, candidate in zip(names, turn.candidates, strict=True):
                told = state.after(_exchange(turn.number, candidate))
                yield _answers(name, candidate, tree.problem, replay.view.answer(told))
            state = state.after(_exchange(turn.number, turn.chosen))


def _assessed(state: State, assessment: Assessment | None) -> State:
    """Return the state with the assessment, where it takes place here."""
    if assessment is None or assessment.turn != state.turn or any(line.kind == "attempt" for line in state.lines):
        return state
    return state.with_lines(Line("attempt", assessment.attempt), Line("feedback", assessment.feedback))


def _exchange(number: int, candidate: Candidate) -> Exchange:
    return Exchange(number=number, question=candidate.question, reply=candidate.reply)


def _answers(name: str, candidate: Candidate, problem: str, prompt: tuple[Message, ...]) -> Row | Dropped:
    right = next((sample.text for sample in candidate.samples if sample.is_right), None)
    wrong = next((sample.text for sample in candidate.samples if not sample.is_right), None)
    if right is None or wrong is None:
        return Dropped(name, "same_samples")
    return Row(name, problem, prompt, right, wrong, {"replayed": True})


def _limited(found: Sequence[Row | Dropped], num_pairs: int, share: float) -> Iterator[Row | Dropped]:
    """Keep as many pairs of answers as make the share, those with the smallest hash of their id: the same on every run."""
    rows = [row for row in found if isinstance(row, Row)]
    wanted = round(num_pairs * share / (1 - share))  # r / (r + p) = share
    by_hash = sorted(rows, key=lambda row: hashlib.sha256(row.id.encode()).digest())
    kept = {row.id for row in by_hash[:wanted]}
    for each in found:
        yield each if isinstance(each, Dropped) or each.id in kept else Dropped(each.id, "too_many_replayed")
