"""Editors of teachers, worked on in this process: processes of their own are tried in ``test_workshop.py``."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.studio.serving import Person, Running

PICTURES = Path(__file__).parents[3] / "docs" / "images" / "drafting"


class Here:
    """A workshop without processes; `fails` is raised in place of what a work returns."""

    def __init__(self) -> None:
        self.fails: Exception | None = None

    async def do(self, account: str, editor: str, function: Any, *arguments: Any) -> Any:  # noqa: ARG002  # as the real one
        if self.fails is not None:
            raise self.fails
        return await asyncio.to_thread(function, *arguments)

    def prepare(self) -> None:
        """Nothing has to start."""


@pytest.fixture
def workshop(studio: Running) -> Iterator[Here]:
    real = studio.app.state.workshop
    studio.app.state.workshop = here = Here()
    yield here
    studio.app.state.workshop = real


class Editing:
    """A teacher at an editor."""

    def __init__(self, studio: Running, workshop: Here, person: Person | None = None) -> None:
        self.studio = studio
        self.workshop = workshop
        self.person = person or studio.person("teacher")
        self.csrf = self.person.csrf
        self.id = self.begun(self.person.post("/edit/new"))

    def begun(self, answer: Any) -> str:
        """Return the id of the editor that an answer leads to."""
        assert answer.status_code == 303, answer.text
        return re.fullmatch(r"/edit/([0-9a-f]{32})", answer.headers["location"])[1]

    def asked(self, path: str, body: dict[str, Any]) -> Any:
        return self.person.browser.post(path, json=body, headers={"X-CSRF": self.csrf, "Accept": "application/json"})

    def work(self, **edit: Any) -> dict[str, Any]:
        """Return what is shown of a state."""
        answer = self.asked("/edit/api/work", {"id": self.id, "edit": edit})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def save(self, **edit: Any) -> Any:
        return self.asked("/edit/api/save", {"id": self.id, "edit": edit})

    def send_picture(self, data: bytes) -> Any:
        headers = {"X-CSRF": self.csrf, "Accept": "application/json", "Content-Type": "application/octet-stream"}
        return self.person.browser.post(f"/edit/{self.id}/pictures", content=data, headers=headers)

    def picture(self, name: str) -> str:
        """Send one of the pictures of ``docs/drafting.md``, and return its name here."""
        pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")
        pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
        answer = self.send_picture(next(PICTURES.glob(f"{name}.[jp][pn]g")).read_bytes())
        assert answer.status_code == 200, answer.text
        return answer.json()["picture"]

    def initial(self) -> dict[str, Any]:
        """Return the state that a draft keeps."""
        return self.person.get(f"/api/drafts/edit/{self.id}").json()["body"]["edit"]


@pytest.fixture
def editing(studio: Running, workshop: Here) -> Editing:
    return Editing(studio, workshop)
