"""Dialogues in the forms of MathDial (Macina et al. 2023), MRBench (Maurya et al. 2025) and Bridge (Wang et al. 2024).

What such a form has and GeoDial's has not stands under the form's name in the row, so that the way back gives the row that there
was. What our turns must have and a form does not tell, the subact, is set by a table and counted (``subact_not_told``).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from gnomon.corpus.annotated import Row
from gnomon.corpus.exchange.bundle import Bundle, ExchangeError, Files
from gnomon.datasets import DatasetItem, Loaded, MathDialDialogue, MathDialTurn, MRBenchDialogue, load_mathdial, load_mrbench
from gnomon.datasets.fields import Fields, RowError
from gnomon.datasets.mathdial import BREAK
from gnomon.datasets.rows import load_rows
from gnomon.dialogue import act_of
from gnomon.packaged import packaged_yaml

_STATED = "The question is:"
"""After these words the opening of MRBench's dialogues from MathDial states the problem."""
_TUTOR, _STUDENT = "Tutor", "Student"


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return cast("Mapping[str, Mapping[str, str]]", packaged_yaml(__package__, "published.yaml"))


# MathDial

_OF_MATHDIAL = ("scenario", "student_profile", "confusion", "typical_confusion", "typical_interactions")


def read_mathdial(path: Path) -> Bundle:
    """Read MathDial's rows."""
    return _bundle(load_mathdial(path), _from_mathdial)


def _from_mathdial(item: MathDialDialogue, lost: Counter[str]) -> Row:
    beside = item.model_dump(include=set(_OF_MATHDIAL)) | {"outcome": item.outcome, **item.extra}
    speakers = [turn.speaker for turn in item.turns]
    outcome = _table()["outcomes"].get(item.outcome or "")
    return {
        "id": item.id,
        "problem": {"id": item.question_id, "text": item.question, "solution": item.solution},
        "student_solution": item.student_solution,
        "turns": [_student(turn.text) if turn.role == "student" else _teacher(turn.text, turn.move, lost) for turn in item.turns],
        **({"outcome": outcome} if outcome else {}),
        "mathdial": beside | {"speakers": speakers},
    }


def write_mathdial(bundle: Bundle) -> Files:
    """Yield ``mathdial.jsonl``."""
    yield "mathdial.jsonl", "".join(f"{json.dumps(_to_mathdial(row, bundle.lost), ensure_ascii=False)}\n" for row in bundle.rows)


def _to_mathdial(row: Row, lost: Counter[str]) -> Row:
    beside = dict(row.get("mathdial", {}))
    speakers = beside.pop("speakers", [])
    outcomes = {ours: theirs for theirs, ours in _table()["outcomes"].items()}
    outcome = beside.pop("outcome", None) or outcomes.get(row.get("outcome", ""))
    told = {name: beside.pop(name, None) for name in _OF_MATHDIAL}
    if "mathdial" not in row:
        _count_dropped(row, lost)
    messages = []
    for place, turn in enumerate(row["turns"]):
        is_tutor = _is_tutor(turn)
        speaker = speakers[place] if len(speakers) == len(row["turns"]) else "Teacher" if is_tutor else _STUDENT
        move = _move(turn, lost) if is_tutor else None
        messages.append(f"{speaker}: {f'({move})' if move else ''}{turn['utterance']}")
    return {
        "qid": int(name) if (name := row["problem"]["id"]).isdecimal() else name,
        "scenario": told["scenario"] or 1,
        "question": row["problem"]["text"],
        "ground_truth": row["problem"].get("solution", ""),
        "student_incorrect_solution": row["student_solution"],
        "student_profile": told["student_profile"] or "",
        "teacher_described_confusion": told["confusion"] or None,
        "self-correctness": outcome,
        "self-typical-confusion": told["typical_confusion"],
        "self-typical-interactions": told["typical_interactions"],
        "conversation": BREAK.join(messages),
        **beside,
    }


def _move(turn: Row, lost: Counter[str]) -> str | None:
    if "move" in turn:
        return cast("str | None", turn["move"])
    move = _table()["moves"].get(turn["act"])
    lost["act_without_move"] += move is None
    lost["subact_dropped"] += move is not None
    return move


# MRBench


def read_mrbench(path: Path) -> Bundle:
    """Read MRBench's dialogues of either version; the tutors' responses stay beside the conversation."""
    return _bundle(load_mrbench(path), _from_mrbench)


def _from_mrbench(item: MRBenchDialogue, lost: Counter[str]) -> Row:
    said = [turn for turn in item.turns if turn.role != "other"]
    lost["other_speaker"] += len(item.turns) - len(said)
    lost["responses_beside"] += len(item.responses)
    opening = said[0].text if said else item.history
    stated = opening.partition(_STATED)[2].strip()
    lost["problem_in_opening"] += not stated
    kept = item.model_dump(include={"history", "responses", "source", "split", "topic"}, mode="json")
    return {
        "id": item.id,
        "problem": {"id": item.id, "text": stated or opening, "solution": item.solution},
        "student_solution": "",
        "turns": [_student(turn.text) if turn.role == "student" else _teacher(turn.text, None, lost) for turn in said],
        "mrbench": kept,
    }


def write_mrbench(bundle: Bundle) -> Files:
    """Yield ``mrbench.json``: of a dialogue from elsewhere its last turn of the tutor is the one response."""
    yield "mrbench.json", _listed(_to_mrbench(row, bundle.lost) for row in bundle.rows)


def _to_mrbench(row: Row, lost: Counter[str]) -> Row | None:
    beside = row.get("mrbench")
    if beside is not None:
        history, topic = beside["history"], {"Data": beside["source"], "Split": beside["split"], "Topic": beside["topic"]}
        labelled = {each["tutor"]: {"response": each["text"], "annotation": each["labels"]} for each in beside["responses"]}
        responses = {
            tutor: given if given["annotation"] else {"response": given["response"]} for tutor, given in labelled.items()
        }
    else:
        _count_dropped(row, lost)
        last = max((place for place, turn in enumerate(row["turns"]) if _is_tutor(turn)), default=0)
        if not last:
            lost["no_response"] += 1
            return None
        before = row["turns"][:last]
        history = "\n ".join(f"{_TUTOR if _is_tutor(turn) else _STUDENT}: {turn['utterance']}" for turn in before)
        lost["subact_dropped"] += sum(map(_is_tutor, row["turns"]))
        lost["after_response"] += len(row["turns"]) - last - 1
        responses = {row.get("teacher") or "tutor": {"response": row["turns"][last]["utterance"]}}
        topic = {}
    return {
        "conversation_id": row["id"],
        "conversation_history": history,
        **{name: value for name, value in topic.items() if value},
        **({"Ground_Truth_Solution": solution} if (solution := row["problem"].get("solution")) else {}),
        "tutor_responses": responses,
    }


# Bridge


class _BridgeDialogue(DatasetItem):
    """A conversation that ends with a student's mistake, and how a novice and an expert tutor went on."""

    topic: str
    turns: tuple[MathDialTurn, ...]
    revised: tuple[str, ...]
    """The expert's words."""
    written: Mapping[str, Any]


def read_bridge(path: Path) -> Bundle:
    """Read Bridge's rows ``{"c_id", "lesson_topic", "c_h", "c_r", "c_r_", "e", "z_what", "z_why"}``.

    The conversation goes on with the expert's words (``c_r_``) where they are there, else with the tutor's own (``c_r``).
    """
    return _bundle(load_rows(path, _read_bridge, 'Bridge dialogues {"c_id", "c_h", "c_r"}'), _from_bridge)


def _read_bridge(row: Fields) -> _BridgeDialogue:
    turns = [_bridge_turn(each) for each in row.inner_rows("c_h")]
    if not turns:
        raise RowError("expected at least one turn under 'c_h', got none")
    revised = _texts(row, "c_r_") or _texts(row, "c_r")
    return _BridgeDialogue(
        id=row.row_id("c_id", "id"),
        topic=row.text("lesson_topic", default=""),
        turns=tuple(turns),
        revised=tuple(revised),
        written=dict(row.data),
    )


def _bridge_turn(row: Fields) -> MathDialTurn:
    speaker = row.text("user", "role")
    if speaker.lower() not in {"tutor", "teacher", "student"}:
        raise row.error("'tutor' or 'student'", ("user",), speaker)
    return MathDialTurn(role="student" if speaker.lower() == "student" else "teacher", speaker=speaker, text=row.text("text"))


def _texts(row: Fields, name: str) -> list[str]:
    """Return what is said there: a text, texts, or turns."""
    value = row.any(name)
    if isinstance(value, list):
        return [str(each.get("text", "")) if isinstance(each, Mapping) else str(each) for each in value]
    return [value] if isinstance(value, str) and value else []


def _from_bridge(item: _BridgeDialogue, lost: Counter[str]) -> Row:
    lost["problem_in_opening"] += 1
    turns = [_student(turn.text) if turn.role == "student" else _teacher(turn.text, None, lost) for turn in item.turns]
    return {
        "id": item.id,
        "problem": {"id": item.id, "text": item.topic or item.turns[0].text},
        "student_solution": "",
        "turns": [*turns, *(_teacher(text, None, lost) for text in item.revised)],
        "bridge": dict(item.written),
    }


def write_bridge(bundle: Bundle) -> Files:
    """Yield ``bridge.json``; of a dialogue from elsewhere the tutor's last turn is the response, without error and strategy."""
    yield "bridge.json", _listed(_to_bridge(row, bundle.lost) for row in bundle.rows)


def _to_bridge(row: Row, lost: Counter[str]) -> Row | None:
    if "bridge" in row:
        return cast("Row", row["bridge"])
    whole = _to_mrbench(row, lost) if "mrbench" not in row else None
    if whole is None:
        lost["no_response"] += "mrbench" in row
        return None
    last = max(place for place, turn in enumerate(row["turns"]) if _is_tutor(turn))
    said = [
        {"id": place, "user": (_TUTOR if _is_tutor(turn) else _STUDENT).lower(), "text": turn["utterance"]}
        for place, turn in enumerate(row["turns"])
    ]
    return {"c_id": row["id"], "lesson_topic": row["problem"]["text"], "c_h": said[:last], "c_r": said[last : last + 1]}


# all


def _bundle(loaded: Loaded[Any], convert: Callable[[Any, Counter[str]], Row]) -> Bundle:
    lost: Counter[str] = Counter()
    rows = []
    for item in loaded:
        row = convert(item, lost)
        if row["turns"]:
            rows.append(row)
        else:
            lost["no_turn"] += 1
    if not rows:
        raise ExchangeError(f"{loaded.path}: expected dialogues with turns, found none")
    lost["unreadable"] += len(loaded.bad_rows)
    return Bundle(tuple(rows), {}, lost)


def _listed(rows: Iterable[Row | None]) -> str:
    return json.dumps([row for row in rows if row], ensure_ascii=False, indent=1) + "\n"


def _student(text: str) -> Row:
    return {"role": "student", "utterance": text}


def _teacher(text: str, move: str | None, lost: Counter[str]) -> Row:
    subact = _table()["subacts"][move or "none"]
    lost["subact_not_told"] += 1
    return {"role": "teacher", "act": act_of(cast("Any", subact)), "subact": subact, "utterance": text, "move": move}


def _is_tutor(turn: Row) -> bool:
    return bool(turn["role"] != "student")


def _count_dropped(row: Row, lost: Counter[str]) -> None:
    """Count what a form for talk alone has no place for."""
    tutor: Sequence[Row] = [turn for turn in row["turns"] if _is_tutor(turn)]
    lost["highlights_dropped"] += sum(any(turn.get("highlights", {}).values()) for turn in tutor)
    lost["feedback_dropped"] += sum(turn.get("feedback", "none") != "none" for turn in tutor)
    lost["picture_dropped"] += sum("image" in turn for turn in tutor)
    lost["picture_dropped"] += "figure" in row["problem"] or bool(row["problem"].get("images"))
