"""A server of small pages made of the studio's own templates and scripts; it fails when it is told to."""

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import uvicorn
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from gnomon.drawing import draw
from gnomon.figure import Highlights
from gnomon.problem import bank
from gnomon.reading.pen import highlights_of

STUDIO = Path(__file__).parents[3] / "src" / "gnomon" / "studio"
FIGURE = bank()["inscribed-rst"].question.figure
WIDTH = 480
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"

_templates = Environment(
    loader=ChoiceLoader([FileSystemLoader(STUDIO / "templates"), FileSystemLoader(Path(__file__).parent / "pages")]),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


class Harness:
    """What the server keeps, and how it shall answer."""

    def __init__(self) -> None:
        self.address = ""
        self.reset()

    def reset(self) -> None:
        """Forget everything."""
        self.drafts: dict[str, dict[str, Any]] = {}
        self.said: dict[str, str] = {}
        """Texts by the id that the page gave them."""
        self.marks: dict[str, Any] = {}
        self.signed_in = True
        self.token = "first-token"
        self.status = 200
        self.delay_seconds = 0.0
        self.reply = "Look at ∠RTS: it stands on the arc RS. What do you know about it?"
        self.texts: list[str] = []
        """Shown on the page of formulas."""

    @classmethod
    @contextmanager
    def serving(cls) -> Iterator[Self]:
        """Serve on a free port."""
        harness = cls()
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(harness._application(), log_level="warning", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:  # Playwright's loop holds this thread: nothing can be awaited here
                time.sleep(0.01)
            harness.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            yield harness
        finally:
            server.should_exit = True
            thread.join()
            listening.close()

    def _application(self) -> Starlette:
        return Starlette(
            routes=[
                Mount("/static", StaticFiles(directory=STUDIO / "static")),
                Route("/api/drafts/{place:path}", self._draft, methods=["GET", "PUT"]),
                Route("/api/figures/read-strokes", self._read_strokes, methods=["POST"]),
                Route("/say", self._say, methods=["POST"]),
                Route("/sign-in", self._sign_in, methods=["GET", "POST"]),
                Route("/{name}", self._page),
            ]
        )

    async def _page(self, request: Request) -> Response:
        turns = [turn(0, "learner", "The angle is 96°."), turn(1, "tutor", "Which arc does ∠RTS stand on?", "angle:RTS")]
        return rendered(
            f"{request.path_params['name']}.html.jinja",
            request,
            csrf=self.token,
            turns=turns,
            texts=self.texts,
            drawing=drawing("angle:RTS"),
            parts=parts(),
        )

    async def _draft(self, request: Request) -> Response:
        if refused := self._refused(request):
            return refused
        # Each browser profile is somebody of their own.
        place = request.headers.get("x-profile", "") + request.path_params["place"]
        kept = self.drafts.get(place)
        if request.method == "GET":
            return JSONResponse(kept or {"version": 0, "body": {}})
        sent = await request.json()
        if kept and kept["version"] != sent["version"]:
            return JSONResponse(kept, 409)
        self.drafts[place] = {"version": sent["version"] + 1, "body": sent["body"]}
        return JSONResponse({"version": sent["version"] + 1})

    async def _say(self, request: Request) -> Response:
        if refused := self._refused(request):
            return refused
        form = await request.form()
        await asyncio.sleep(self.delay_seconds)
        self.said[str(form["client_id"])] = str(form["text"])
        self.marks = json.loads(str(form.get("marks") or "{}"))
        number = 2 * len(self.said)
        new = [turn(number, "learner", str(form["text"])), turn(number + 1, "tutor", self.reply, "arc:RS", "angle:RTS")]
        return rendered("bubbles.html.jinja", request, turns=new)

    async def _read_strokes(self, request: Request) -> Response:
        sent = await request.json()
        found, asked = [], []
        for pen in ("green", "brown"):
            numbers = [number for number, stroke in enumerate(sent["strokes"]) if stroke["pen"] == pen]
            marked = highlights_of([sent["strokes"][number]["points"] for number in numbers], FIGURE, width_px=sent["width"])
            found += [
                {
                    "element": str(each.element),
                    "pen": pen,
                    "strokes": [numbers[at] for at in each.strokes],
                    "confidence": each.confidence,
                }
                for each in marked.found
            ]
            asked += [
                {"strokes": [numbers[at] for at in each.strokes], "choices": [choice.model_dump() for choice in each.choices]}
                for each in marked.asked
            ]
        return JSONResponse({"found": found, "asked": asked, "svg": ""})

    async def _sign_in(self, request: Request) -> Response:
        if request.method == "POST":
            form = await request.form()
            if form["password"] != "right":
                return Response(status_code=422)
            self.signed_in, self.token = True, "second-token"
            return rendered("blank.html.jinja", request, csrf=self.token)
        return rendered("sign-in.html.jinja", request, csrf="visitor")

    def _refused(self, request: Request) -> Response | None:
        if not self.signed_in:
            return HTMLResponse("<p>Who are you?</p>", 401)
        if request.headers.get("x-csrf") != self.token and request.method != "GET":
            return HTMLResponse("<p>No token.</p>", 403)
        return HTMLResponse("<p>Something is wrong.</p>", self.status) if self.status != 200 else None


def rendered(name: str, request: Request, *, csrf: str = "none", **values: object) -> Response:
    account = SimpleNamespace(name="Noor", role="learner")
    page = _templates.get_template(name).render(request=request, account=account, csrf=csrf, lang="en", version="0", **values)
    return HTMLResponse(page, headers={"Content-Security-Policy": POLICY, "Cache-Control": "no-store"})


def turn(number: int, who: str, words: str, *elements: str) -> SimpleNamespace:
    """Return a turn as the templates take it, the name of each element in its words tied to the highlight."""
    pieces = [SimpleNamespace(text=words, element=None)]
    for element, pen, tag in zip(elements, ("green", "brown"), ("1", "2"), strict=False):
        name = element.partition(":")[2]
        pieces = [cut for piece in pieces for cut in tied(piece, name, element, pen, tag if len(elements) > 1 else "")]
    svg = drawing(*elements) if who == "tutor" else None
    name = "You" if who == "learner" else "Tutor"
    return SimpleNamespace(number=number, who=who, name=name, lang="en", paragraphs=[pieces], svg=svg)


def tied(piece: SimpleNamespace, name: str, element: str, pen: str, tag: str) -> list[SimpleNamespace]:
    before, found, after = piece.text.partition(name)
    if piece.element or not found:
        return [piece]
    word = SimpleNamespace(text=name, element=element, pen=pen, tag=tag)
    return [SimpleNamespace(text=before, element=None), word, SimpleNamespace(text=after, element=None)]


def highlights(element: str | None) -> Highlights | None:
    if element is None:
        return None
    kind, _, name = element.partition(":")
    return Highlights(**{f"{kind}s": (name,)})


def drawing(first: str | None = None, second: str | None = None) -> Markup:
    return Markup(draw(FIGURE, highlights(first), highlights(second), width_px=WIDTH))  # noqa: S704  # `draw` escapes


def parts() -> list[SimpleNamespace]:
    """Return named parts of the figure with the shape of each in both pens."""
    found = []
    for element, words in (("line:TR", "TR"), ("line:TS", "TS"), ("angle:RTS", "∠RTS"), ("arc:RS", "arc RS")):
        drawn = {"green": drawing(element), "brown": drawing(None, element)}
        shapes = {pen: Markup(re.search(r"<g data-element.*?</g>", svg)[0]) for pen, svg in drawn.items()}  # noqa: S704
        found.append(SimpleNamespace(element=element, words=words, shapes=shapes))
    return found
