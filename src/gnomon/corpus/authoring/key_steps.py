"""From a key step of a lesson to a tutoring task: question, reference, rubric, further turns (MMTutorBench 3.3, A.3, H)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from gnomon.corpus.authoring.answers import PARTS, criteria_in, images_of, object_in, texts_in
from gnomon.corpus.drafts import named_operation
from gnomon.corpus.pipeline import Context, Dropped, Item, Params, Provenance, Reply, Result, Unread, Unreadable
from gnomon.judge import Material

_PAGES = ("images", "current_image")
"""Fields with the pages of the work, in the order of time."""


class KeySteps(Params):
    """Key steps whose frames are cut already, a line of JSON each."""

    file: Path
    """Rows ``{"id", "images", "current_image", "said", "domain", "difficulty", "source"}``, pictures relative to the file."""
    licence: str = ""


_TOLD = ("said", "domain", "difficulty", "source")
"""Of a row, beside its pictures."""


def key_step_files(params: KeySteps) -> Iterable[Path]:
    """Return the file."""
    return [params.file]


def load_key_steps(params: KeySteps) -> Iterator[Item | Unread]:
    """Yield key steps; a row without its picture or an id is dropped."""
    folder = params.file.resolve().parent
    for number, line in enumerate(params.file.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            name, current = str(row["id"]), folder / row["current_image"]
            images = [folder / each for each in row.get("images", ())]
        except (ValueError, TypeError, KeyError):
            yield Unread(f"row-{number}", "unreadable", "expected an object with id and current_image")
            continue
        if missing := [path.name for path in (*images, current) if not path.is_file()]:
            yield Unread(name, "picture_missing", missing[0])
            continue
        told = {field: row[field] for field in _TOLD if field in row}
        data = {**told, "images": list(map(str, images)), "current_image": str(current)}
        yield Item(id=name, data=data, provenance=Provenance(source=row.get("source", params.file.name), licence=params.licence))


def ask_sentence(item: Item, _params: Params, _context: Context) -> Material | Dropped:
    """Ask for what the teacher says, in one sentence."""
    said = str(item.data.get("said") or "").strip()
    return Material("", {"said": said}) if said else Dropped("nothing_said")


def read_sentence(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Keep the sentence; where the transcript explains no mathematics the step is dropped."""
    found = object_in(replies)
    if isinstance(found, Unreadable):
        return found
    if found.get("sentence") == "":
        return Dropped("no_mathematics")
    texts = texts_in(found, ["sentence"])
    return texts if isinstance(texts, Unreadable) else item.changed(explanation=texts["sentence"])


def ask_question(item: Item, _params: Params, context: Context) -> Material:
    """Ask for what a student would ask."""
    return Material("", {"explanation": item.data["explanation"]}, images=images_of(item, context, *_PAGES))


def read_question(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Keep a question that names no operation of the list."""
    found = object_in(replies)
    texts = found if isinstance(found, Unreadable) else texts_in(found, ["question"])
    if isinstance(texts, Unreadable):
        return texts
    if operation := named_operation(texts["question"]):
        return Unreadable(f"names {operation!r}", "names_operation")
    return item.changed(query=texts["question"])


def ask_question_check(item: Item, _params: Params, _context: Context) -> Material:
    """Ask whether the question names the step, which a list cannot see."""
    return Material("", {"question": item.data["query"], "explanation": item.data["explanation"]})


def read_question_check(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Drop a question that names the step."""
    found = object_in(replies)
    if isinstance(found, Unreadable):
        return found
    names = found.get("namesoperation")
    if not isinstance(names, bool):
        return Unreadable("no names_operation")
    return Dropped("names_operation", str(found.get("words") or "")) if names else item


def ask_reference(item: Item, _params: Params, context: Context) -> Material:
    """Ask for the reference in its three parts."""
    texts = {"explanation": item.data["explanation"], "question": item.data["query"]}
    return Material("", texts, images=images_of(item, context, *_PAGES))


def read_reference(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Keep a reference with all three parts."""
    found = object_in(replies)
    texts = found if isinstance(found, Unreadable) else texts_in(found, PARTS)
    return texts if isinstance(texts, Unreadable) else item.changed(reference=texts)


def ask_rubric(item: Item, _params: Params, context: Context) -> Material:
    """Ask for the four criteria of the problem; brevity and coherence are the same for all."""
    return Material("", {"reference": _told(item.data["reference"])}, images=images_of(item, context, *_PAGES))


def read_rubric(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Keep four criteria with decisive conditions."""
    found = object_in(replies)
    if isinstance(found, Unreadable):
        return found
    task, criteria = texts_in(found, ["task_description"]), criteria_in(found)
    if isinstance(task, Unreadable):
        return task
    if isinstance(criteria, Unreadable):
        return criteria
    return item.changed(task=task["task_description"], criteria=criteria)


class FollowUpParams(Params):
    """A further turn."""

    turn: Literal[2, 3]
    type: Literal["Progressive", "Exploratory", "Introspective"]


def ask_follow_up(item: Item, params: FollowUpParams, context: Context) -> Material:
    """Ask for the student's next question, with its reference and criteria."""
    turns = [{"query": item.data["query"], "reference": item.data["reference"]}, *item.data.get("turns", ())]
    said = "\n\n".join(f"The student asks: {turn['query']}\n{_told(turn['reference'])}" for turn in turns)
    return Material("", {"conversation": said}, {"kind": params.type}, images_of(item, context, *_PAGES))


def read_follow_up(item: Item, replies: Sequence[Reply], params: FollowUpParams) -> Result | Unreadable:
    """Keep a further turn that is whole."""
    found = object_in(replies)
    if isinstance(found, Unreadable):
        return found
    texts = texts_in(found, ["query", *PARTS, "task_description"])
    criteria = criteria_in(found["criteria"]) if isinstance(found.get("criteria"), dict) else Unreadable("no criteria")
    if isinstance(texts, Unreadable):
        return texts
    if isinstance(criteria, Unreadable):
        return criteria
    turn = {
        "turn": params.turn,
        "type": params.type,
        "query": texts["query"],
        "task": texts["task_description"],
        "reference": {part: texts[part] for part in PARTS},
        "criteria": criteria,
    }
    return item.changed(turns=[*item.data.get("turns", ()), turn])


def _told(reference: dict[str, str]) -> str:
    return "\n".join(f"{part}: {reference[part]}" for part in PARTS)
