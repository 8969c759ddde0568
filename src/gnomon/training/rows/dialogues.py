"""Rows from recorded dialogues (GeoDial 5.1, 5.2): whole turns, turns without highlights, whether and what to highlight.

The prompts are those that a tutor is asked with at work and in the benchmark, so a trained model meets what it was trained on.
Splits are the data's own; where a problem is in two of them it stays in the one that is held out longest. Data without splits
are parted by problem as the benchmark does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gnomon.benchmark.geodial.points import Point, named_in, point_of, points_of, split_of
from gnomon.corpus.duplicates import KnownProblems
from gnomon.datasets import GeoDialItem
from gnomon.dialogue import Dialogue, TutorTurn
from gnomon.figure import Highlights
from gnomon.models import Image, Message, Request
from gnomon.training.recipe import HighlightDecisionRows, HighlightPredictionRows, Shown, TurnRows
from gnomon.training.rows.row import SPLITS, Dropped, Row, RowSet, Split, sorted_out
from gnomon.tutor import ContextParts, Move, TutorContext, turn_request
from gnomon.tutor.model.focused import decision_request, prediction_request

DialogueRows = TurnRows | HighlightPredictionRows | HighlightDecisionRows
Written = Mapping[str, str | None]
"""Words of an utterance model by the id of the turn; None where its reply was no turn, or made another move."""
_PARTS: tuple[Shown, ...] = ("question", "diagram", "correct_solution", "student_solution")


def dialogue_rows(dialogues: Sequence[GeoDialItem], settings: DialogueRows, written: Written | None = None) -> RowSet:
    """Return one row a tutor turn, by split.

    Args:
        dialogues: all of the data.
        settings: which rows, and what the model is shown.
        written: needed where the words come from an utterance model. A turn that is not in it gives no row; one with None is
            asked without words, as at run time.

    Raises:
        ValueError: without the written utterances that the settings ask for.
    """
    if not isinstance(settings, TurnRows) and settings.utterance.value == "model" and written is None:
        raise ValueError("rows.utterance is `model`: name the file of written utterances, or set it to truth or none")
    kept, dropped = _apart(dialogues)
    split_by_row: dict[str, Split] = {}
    found: list[Row | Dropped] = [*dropped]
    pictures: dict[bytes, Image] = {}
    for split in SPLITS:
        for item in points_of(kept, split, None) if split_of(kept, split) else ():
            split_by_row[item.id] = split
            found.append(_row(item.id, item.groups["problem"], point_of(item), settings, written or {}, pictures))
    rows = sorted_out(found, lambda row: split_by_row[row.id])
    if not isinstance(settings, HighlightPredictionRows):
        return rows
    weights = {row.id: settings.positive_weight.value for row in rows.rows["train"] if row.completion == _YES}
    return replace(rows, weights=weights)


_YES, _NO = "yes", "no"


def _apart(dialogues: Sequence[GeoDialItem]) -> tuple[list[GeoDialItem], list[Dropped]]:
    """Return the dialogues whose problem is in no split that is held out longer, and the others."""
    if not any(item.split for item in dialogues):
        return list(dialogues), []
    last: dict[str, int] = {}
    for item in dialogues:
        if item.split:
            last[item.problem_id] = max(SPLITS.index(item.split), last.get(item.problem_id, 0))
    reasons: dict[int, str] = {}
    for item in dialogues:
        if not item.split:
            reasons[id(item)] = "no_split"
        elif SPLITS.index(item.split) < last[item.problem_id]:
            reasons[id(item)] = "problem_in_two_splits"
    same = _held_out_elsewhere([item for item in dialogues if id(item) not in reasons])
    reasons |= {id(item): "same_problem_held_out" for item in dialogues if id(item) not in reasons and item.problem_id in same}
    kept = [item for item in dialogues if id(item) not in reasons]
    return kept, [Dropped(item.id, reasons[id(item)]) for item in dialogues if id(item) in reasons]


def _held_out_elsewhere(dialogues: Sequence[GeoDialItem]) -> set[str]:
    """Return the problems that are the same, up to similarity, as one of another name in a split that is held out longer."""
    known = KnownProblems()
    found: set[str] = set()
    for split in reversed(SPLITS):
        asked = {(item.problem_id, item.question) for item in dialogues if item.split == split}
        found.update(name for name, question in asked if known.find(question) is not None)
        for name, question in asked:
            known.add(name, question)
    return found


def _row(
    name: str, problem: str, point: Point, settings: DialogueRows, written: Written, pictures: dict[bytes, Image]
) -> Row | Dropped:
    if not point.turn.utterance.strip():
        return Dropped(name, "no_words")
    if not isinstance(settings, TurnRows):
        names = named_in(point.turn.highlights, point.turn.highlights2, settings.category.value)
        if isinstance(settings, HighlightDecisionRows) and not names:
            return Dropped(name, "nothing_highlighted")
        if settings.utterance.value == "model" and name not in written:
            return Dropped(name, "no_written_utterance")
    try:
        request = _request(name, point, settings, written)
    except (OSError, ValueError):  # of a picture: all else was checked when the data were read
        return Dropped(name, "no_picture")
    prompt = tuple(_with_shared_pictures(message, pictures) for message in request.messages)
    return Row(name, problem, prompt, _reply(point.turn, settings))


def _request(name: str, point: Point, settings: DialogueRows, written: Written) -> Request:
    shown = settings.shown.value
    parts = ContextParts(**{part: part in shown for part in _PARTS})
    context = TutorContext(point.problem, shown_dialogue(point.dialogue, shown))
    turn = point.turn
    if isinstance(settings, TurnRows):
        is_whole = settings.kind == "turn"
        move = None if is_whole else (turn.act, turn.subact)
        return turn_request(context, parts, with_highlights=is_whole, move=move)
    words = {"truth": turn.utterance, "model": written.get(name), "none": None}[settings.utterance.value]
    asked = prediction_request if isinstance(settings, HighlightPredictionRows) else decision_request
    return asked(context, parts, Move(turn.act, turn.subact, words), settings.category.value)


def shown_dialogue(dialogue: Dialogue, shown: Sequence[Shown]) -> Dialogue:
    """Return a conversation as the model is to see it: without turns, or without what they pointed at, where so chosen."""
    if "dialogue" not in shown:
        return dialogue.model_copy(update={"turns": ()})
    if "highlights" in shown:
        return dialogue
    bare = {"highlights": Highlights(), "highlights2": None}
    turns = tuple(turn.model_copy(update=bare) if isinstance(turn, TutorTurn) else turn for turn in dialogue.turns)
    return dialogue.model_copy(update={"turns": turns})


def _reply(turn: TutorTurn, settings: DialogueRows) -> str:
    if isinstance(settings, TurnRows):
        whole = turn.turn_json()
        kept = whole if settings.kind == "turn" else {key: whole[key] for key in ("act", "subact", "feedback", "utterance")}
        return json.dumps(kept, ensure_ascii=False)
    names = named_in(turn.highlights, turn.highlights2, settings.category.value)
    if isinstance(settings, HighlightPredictionRows):
        return _YES if names else _NO
    return json.dumps(names, ensure_ascii=False)


def _with_shared_pictures(message: Message, pictures: dict[bytes, Image]) -> Message:
    """Let all turns of a problem share its pictures: thousands of copies would fill the memory."""
    if not message.images:
        return message
    return message.model_copy(update={"images": tuple(pictures.setdefault(image.data, image) for image in message.images)})
