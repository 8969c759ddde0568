"""Raw input of each recipe, a scripted model, and what people decide: a corpus without a model or a person."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from gnomon.datasets import open_dataset
from gnomon.models import ChatRequest, FakeServer
from gnomon.problem.bank import bank_entries

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


def film(path: Path, height: int = 240) -> None:
    """Record three pages of writing, eight seconds each, at four frames a second."""
    av = pytest.importorskip("av", reason="needs the extra video: PyAV")
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=4)
        stream.width, stream.height, stream.pix_fmt, stream.bit_rate = 320, height, "yuv420p", 2_000_000
        for number in range(96):
            rng = np.random.default_rng(number // 32)
            board = np.full((height, 320, 3), 30, np.uint8)
            for line in range(5 * (1 + number % 32) // 32 + 1):
                for x, y in zip(range(10, 300), np.cumsum(rng.integers(-2, 3, 290)), strict=True):
                    row = 10 + (height // 7) * line + int(abs(y)) % 16
                    board[row : row + 2, x : x + 2] = 230
            for packet in stream.encode(av.VideoFrame.from_ndarray(board, format="rgb24")):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)


def mmtutorbench(folder: Path) -> Case:
    """Three videos, one without words and one too small; of four key steps one is silent, one a person drops."""
    lessons = folder / "lessons"
    lessons.mkdir()
    for name, height in (("one", 240), ("small", 120), ("silent", 240)):
        film(lessons / f"{name}.mp4", height)
    said = "so yeah we now um compare the two sides because they are equal"
    cues = [f"00:00:{start:02}.000 --> 00:00:{start + 3:02}.000\n{said}, number {start}\n" for start in (2, 6, 12)]
    for name in ("one", "small"):
        (lessons / f"{name}.vtt").write_text("WEBVTT\n\n" + "\n".join(cues))
    pairs = [("00:05", "00:03"), ("00:07", "00:06"), ("00:15", "00:13"), ("00:23", "00:22"), ("00:99", "00:01")]
    times = [{"keyframe_timestamp": key, "prev_step_timestamp": before, "reason": "It matters."} for key, before in pairs]

    told = dict.fromkeys(PARTS, "The sides are equal, 4 and 4.")
    answers: dict[str, Any] = {
        "You read the transcript of a recorded mathematics lesson": times,
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
        if stage == "select" and item == "one/k2":
            return {"verdict": "drop", "reason": "redundant"}
        if stage == "verify" and item == "one/k3":
            return {"verdict": "keep", "changes": {"reference.operation_execution": "Both sides are 4."}}
        return {"verdict": "keep"}

    settings = (f"load.path={lessons}", "frames.after_seconds=0.5")
    bench = ("mmtutorbench", "--tutor", "MODEL", "--judge", "MODEL")
    return Case(
        "mmtutorbench-problems", settings, ("finder", "cleaner", "writer"), answer, decide, "mmtutorbench.jsonl", bench, 2
    )


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
