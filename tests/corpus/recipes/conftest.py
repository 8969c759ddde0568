"""Raw input of each recipe, a scripted model, and what people decide: a corpus without a model or a person."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gnomon.datasets import open_dataset
from gnomon.drawing import draw, to_png
from gnomon.models import ChatRequest, FakeServer
from gnomon.problem.bank import bank, bank_entries

PARTS = ("insight_discovery", "operation_formulation", "operation_execution")
FOUR = {
    name: {"criterion": f"Is {name} there?", "condition_for_1": "It names 4.", "condition_for_0": "It does not."}
    for name in (*PARTS, "solution_scope_control")
}
OWN = ("pythagoras-xyz", "triangle-sum-klm", "tangent-distance-otz", "area-ghi")
"""Of the bank; one of them is too easy, one is solved wrong, one has a wrong key."""


class Case(NamedTuple):
    """A recipe with all that it needs."""

    recipe: str
    settings: tuple[str, ...]
    roles: tuple[str, ...]
    answer: Callable[[ChatRequest, int], str]
    decide: Callable[[str, str], dict[str, Any]]
    """What is said of an item at a stage."""
    output: str
    bench: tuple[str, ...]
    kept: int
    """Items in the end."""


def keep(_stage: str, _item: str) -> dict[str, Any]:
    return {"verdict": "keep"}


def geodial(folder: Path) -> Case:
    """Six problems: a turned copy is dropped, three are lost to the models and the engine."""
    entries = [dict(bank_entries()[name]) for name in OWN]
    copy = {**entries[0], "id": "copy"}
    wrong = {**bank_entries()["linear-pair-dghk"], "id": "wrong-key", "answer": 77, "exact": None}
    keys = {entry["text"]: entry["answer"] for entry in (*entries, wrong)}
    (folder / "own.yaml").write_text(json.dumps([*entries, copy, wrong]), "utf-8")  # JSON is YAML

    def answer(chat: ChatRequest, _index: int) -> str:
        text, key = next((text, key) for text, key in keys.items() if text in chat.prompt)
        if "keeps beside a problem" in chat.prompt:
            return f"Read it off.\nAnswer: {999 if text == entries[1]['text'] else key}"
        return f"Well.\nAnswer: {key if text == entries[2]['text'] else -3}"

    settings = (f"load.own={folder / 'own.yaml'}", "load.licence=MIT")
    return Case(
        "geodial-problems",
        settings,
        ("weak", "strong"),
        answer,
        keep,
        "dialogues.jsonl",
        ("geodial", "--tutor", "MODEL", "--set", "split=train"),
        2,
    )


def mmtutorbench(folder: Path) -> Case:
    """Five key steps: one without its picture, one without words, one that a person drops."""
    for name in ("page", "work"):
        (folder / f"{name}.png").write_bytes(to_png(draw(bank()[OWN[0]].question.figure)))
    row = {"images": ["page.png"], "current_image": "work.png", "domain": "Geometry", "difficulty": 2, "source": "lesson 1"}
    said = "so yeah we now um compare the two sides because they are equal, number"
    rows = [{**row, "id": f"k{number}", "said": f"{said} {number}"} for number in range(1, 4)]
    rows += [{**row, "id": "k4", "said": ""}, {**row, "id": "k5", "said": said, "current_image": "gone.png"}]
    (folder / "steps.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))

    told = dict.fromkeys(PARTS, "The sides are equal, 4 and 4.")
    answers: dict[str, dict[str, Any]] = {
        "clean what a teacher said": {"sentence": "The two sides are equal."},
        "what a student asks who is stuck": {"question": "I do not see how to go on from here. What matters now?"},
        "check a question": {"words": "", "names_operation": False},
        "reference answer of one tutoring task": told,
        "the rubric by which": {"task_description": "Compare the sides.", **FOUR},
        "": {"query": "And why?", **told, "task_description": "Say why.", "criteria": FOUR},
    }

    def answer(chat: ChatRequest, _index: int) -> str:
        return json.dumps(next(said for words, said in answers.items() if words in chat.prompt))

    def decide(stage: str, item: str) -> dict[str, Any]:
        if stage == "select" and item == "k2":
            return {"verdict": "drop", "reason": "redundant"}
        if stage == "verify" and item == "k3":
            return {"verdict": "keep", "changes": {"reference.operation_execution": "Both sides are 4."}}
        return {"verdict": "keep"}

    settings = (f"load.file={folder / 'steps.jsonl'}",)
    bench = ("mmtutorbench", "--tutor", "MODEL", "--judge", "MODEL")
    return Case("mmtutorbench-problems", settings, ("cleaner", "writer"), answer, decide, "mmtutorbench.jsonl", bench, 2)


def mathexplain(folder: Path) -> Case:
    """Four problems of the sample, their keypoints thrown away; one translation loses something."""
    dataset = open_dataset("mathexplain")
    rows = []
    for item in list(dataset)[:4]:
        row = {"id": item.id, "kind": item.kind, "chapter": item.topic.chapter, "section": item.topic.section}
        row |= {"problem": item.question.text, "image": item.question.images[0], "answer": item.answer}
        rows.append(
            {**row, "solution": item.solution, "solution_image": item.solution_image, "choices": list(item.question.choices)}
        )
    (folder / "rows.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    lost = rows[1]["problem"]

    def answer(chat: ChatRequest, _index: int) -> str:
        if "compare two pictures" in chat.prompt:
            drafted = [
                ("Line AH", "The height"),
                ("Line HA", "Once more"),
                ("Theorem 1", "Nothing to see"),
                ("Point H", "Its foot"),
            ]
            return json.dumps([{"element": element, "description": words} for element, words in drafted])
        if "You translate" in chat.prompt:
            keys = json.loads("[" + chat.prompt.split("translation for each: ")[1].split(".\n")[0] + "]")
            return json.dumps({key: f"{hashlib.sha256(chat.prompt.encode()).hexdigest()[:8]} {key}" for key in keys})
        same = lost not in chat.prompt
        return json.dumps({"difference": "" if same else "a number", "same": same})

    settings = (f"load.file={folder / 'rows.jsonl'}",)
    bench = ("mathexplain_keypoints", "--tutor", "MODEL", "--judge", "exact")
    return Case("mathexplain-keypoints", settings, ("drafter", "translator"), answer, keep, "mathexplain.jsonl", bench, 3)


CASES = {"geodial": geodial, "mmtutorbench": mmtutorbench, "mathexplain": mathexplain}


@pytest.fixture(params=CASES)
def case(request, tmp_path) -> Case:
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    return CASES[request.param](tmp_path)


@pytest.fixture
def server(case) -> Iterator[FakeServer]:
    with FakeServer(case.answer) as running:
        yield running
