"""Batches and people of the annotation desk, over HTTP as their pages send it."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from typing import Any

from tests.studio.serving import Person, Running

ATTEMPT = {
    "problem": "triangle-sum-klm",
    "attempt": "The angles are 52 and 71.\n52 + 71 = 123\nSo angle KML is 123.",
    "turns": [],
}


@dataclass
class Batched:
    """A batch with who made it."""

    studio: Running
    reviewer: Person
    id: str

    @property
    def path(self) -> str:
        return f"/review/batches/{self.id}"

    def annotator(self, name: str = "Ann", *, agrees: bool = True) -> Annotating:
        """Return somebody new who annotates the batch, come by their link."""
        page = self.reviewer.post(f"{self.path}/annotators", {"name": name}).text
        token = re.search(r"/join/([\w-]+)", page)
        assert token is not None, page
        person = self.studio.stranger()
        person.browser.post(f"/join/{token[1]}", data={})
        annotating = Annotating(person, self.id)
        if agrees:
            annotating.agree()
        return annotating


@dataclass
class Annotating:
    """An annotator of a batch."""

    person: Person
    batch: str

    @property
    def path(self) -> str:
        return f"/annotate/batches/{self.batch}"

    def agree(self) -> None:
        version = re.search(r'name="version" value="(\w+)"', self.person.get(self.path).text)
        assert version is not None
        assert self.person.post(f"{self.path}/consent", {"version": version[1]}).status_code == 303

    def begin(self) -> str:
        """Return the path of the dialogue that one is at."""
        answer = self.person.post(f"{self.path}/next")
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def send(self, path: str, what: dict[str, Any]) -> Any:
        """Send JSON as the page's script does."""
        headers = {"X-CSRF": self.person.csrf, "Accept": "application/json"}
        return self.person.browser.post(path, json=what, headers=headers)

    def say(self, item: str, number: int, subact: str, text: str, **more: Any) -> Any:
        return self.send(f"{item}/turns", turn(number, subact, text, **more))

    def hold(self, item: str) -> None:
        """Hold a short dialogue to its end, and hand it in."""
        assert self.say(item, 0, "Introduce", "Hello! How did you go about it?").status_code == 200
        assert self.say(item, 2, "SelfCorrect", "Look again.", feedback="negative").status_code == 200
        assert self.say(item, 4, "Farewell", "Well done, goodbye!").json()["is_over"]
        assert self.hand_in(item).status_code == 303

    def hand_in(self, item: str) -> Any:
        return self.person.post(f"{item}/end", {"outcome": "not_solved", "q1": 4, "q2": 2, "q3": 3, "q4": 1})


def turn(number: int, subact: str, text: str, **more: Any) -> dict[str, Any]:
    """Return a turn as the page sends it."""
    plain: dict[str, Any] = {
        "client_id": uuid.uuid4().hex, "number": number, "subact": subact, "feedback": "none", "meant": [], "text": text,
        "items": [], "proposals": None, "taken": None,
    }  # fmt: skip
    return plain | more


def made_batch(studio: Running, rows: str, role: str = "reviewer", **options: Any) -> Batched:
    """Return a batch of the attempts in some rows, made by a reviewer or an administrator."""
    reviewer = studio.person(role)
    form = {
        "name": "First batch",
        "student": "middle",
        "consent": "I take part.",
        "overlap_percent": 0,
        "proposers": ["symbolic"],
        **options,
    }
    answer = reviewer.post("/review/batches", form, files={"dialogues": ("rows.jsonl", rows.encode())})
    assert answer.status_code == 303, answer.text
    return Batched(studio, reviewer, answer.headers["location"].rpartition("/")[2])
