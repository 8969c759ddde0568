"""The camera: what is before it, with hands, light, shake and noise, becomes a video file; the script's moments lie beside it."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from benchmarks.recordings.disturbances import DISTURBANCES
from benchmarks.recordings.stage import Frames, Settings, Stage

_NOISES = 24  # pictures of noise, used in random order: drawing a fresh one for each frame takes most of the time


def script(stage: Stage) -> Frames:
    """Play a recording: pages that are written, disturbed and ended in turn; the last one stays."""
    settings = stage.settings
    turns = itertools.cycle(settings.disturbances)
    ends: list[str | None] = [*settings.ends, None]
    for number, end in enumerate(ends):
        if number == 0 and settings.kind in ("slides", "screen"):
            stage.fresh("page")
        yield from _written(stage)
        for name in itertools.islice(turns, 2 if settings.disturbances else 0):
            yield from DISTURBANCES[name](stage)
            yield from stage.pause(0.6)
        yield from stage.pause(1.5)
        if end is not None:
            yield from _ended(stage, end)


def _written(stage: Stage) -> Frames:
    if stage.settings.kind == "slides":
        for _ in range(stage.settings.lines):
            yield from stage.pause(stage.settings.page_seconds / stage.settings.lines)
            yield from DISTURBANCES["bullet"](stage)
    elif stage.settings.kind == "screen":
        yield from stage.pause(0.6 * stage.settings.page_seconds)
        yield from DISTURBANCES["cursor"](stage)
    else:
        yield from stage.page(stage.settings.page_seconds)
    yield from stage.pause(1.0)


def _ended(stage: Stage, end: str) -> Frames:
    action = {"wipe": stage.wipe, "erase": stage.erase, "fade": stage.fade, "scroll": stage.scroll}.get(end)
    yield from action() if action is not None else stage.turn(end)


class Camera:
    """Makes pictures of the stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        settings = stage.settings
        rng = np.random.default_rng(settings.seed + 1)
        self._rng = rng
        size = (settings.height, settings.width, 3)
        self._noises = [rng.normal(0, settings.noise, size).astype(np.int16) for _ in range(_NOISES if settings.noise else 0)]
        down, across = np.mgrid[-1 : 1 : settings.height * 1j, -1 : 1 : settings.width * 1j]
        self._vignette = (1 - settings.vignette * (across**2 + down**2) / 2)[..., None].astype(np.float32)

    def picture(self) -> np.ndarray:
        """Return the frame of this moment, RGB."""
        stage, settings = self._stage, self._stage.settings
        picture = stage.canvas.copy()
        self._overlay(picture)
        shift = np.array(stage.pan) * settings.width
        if settings.shake:
            shift = shift + self._rng.normal(0, settings.shake, 2)
        if stage.zoom != 1 or shift.any():
            middle = np.array([settings.width, settings.height]) / 2
            move = np.array([[stage.zoom, 0, shift[0]], [0, stage.zoom, shift[1]]])
            move[:, 2] += middle - stage.zoom * middle
            picture = cv2.warpAffine(picture, move, (settings.width, settings.height), borderMode=cv2.BORDER_REPLICATE)
        if stage.light != 1 or settings.vignette:
            picture = np.clip(picture * (stage.light * self._vignette), 0, 255).astype(np.uint8)
        if self._noises:
            noise = self._noises[self._rng.integers(_NOISES)]
            picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
        return picture

    def _overlay(self, picture: np.ndarray) -> None:
        stage, settings, scale = self._stage, self._stage.settings, self._stage.scale
        if stage.body is not None and settings.hand is not None:
            self._body(picture, *stage.body)
        if stage.pen is not None and settings.hand is not None:
            x, y = stage.pen
            elbow = (round(x + 0.35 * settings.width), round(settings.height * 1.25))
            sleeve = tuple(int(0.45 * value) for value in settings.hand)
            wrist = (round(x + 30 * scale), round(y + 38 * scale))
            cv2.line(picture, wrist, elbow, sleeve, round(38 * scale), cv2.LINE_AA)
            palm, axes = (round(x + 20 * scale), round(y + 24 * scale)), (round(24 * scale), round(17 * scale))
            cv2.ellipse(picture, palm, axes, 50, 0, 360, settings.hand, -1, cv2.LINE_AA)
            cv2.line(
                picture, (round(x), round(y)), (round(x + 16 * scale), round(y + 18 * scale)), (60, 60, 60), round(4 * scale) + 1
            )
        if stage.popup:
            corner = (settings.width - round(190 * scale), settings.height - round(60 * scale))
            cv2.rectangle(picture, corner, (settings.width - 8, settings.height - 8), (225, 232, 246), -1)
            place = (corner[0] + 8, corner[1] + round(26 * scale))
            cv2.putText(picture, "meeting in 5 min", place, cv2.FONT_HERSHEY_SIMPLEX, 0.5 * scale, (20, 20, 20), 1, cv2.LINE_AA)
        if stage.inset:
            self._speaker(picture)
        if stage.cursor is not None:
            x, y = stage.cursor[0] * settings.width, stage.cursor[1] * settings.height
            arrow = np.array([(x, y), (x, y + 15 * scale), (x + 4 * scale, y + 11 * scale), (x + 10 * scale, y + 10 * scale)])
            cv2.fillPoly(picture, [np.round(arrow).astype(np.int32)], (0, 0, 0), cv2.LINE_AA)
            cv2.polylines(
                picture,
                [np.round(arrow).astype(np.int32)],
                isClosed=True,
                color=(255, 255, 255),
                thickness=1,
                lineType=cv2.LINE_AA,
            )

    def _body(self, picture: np.ndarray, middle: float, wide: float) -> None:
        settings, hand = self._stage.settings, self._stage.settings.hand
        assert hand is not None
        x, width, height = round(middle * settings.width), wide * settings.width, settings.height
        coat = tuple(int(0.4 * value) + 30 for value in reversed(hand))
        cv2.ellipse(picture, (x, height), (round(width / 2), round(0.72 * height)), 0, 180, 360, coat, -1, cv2.LINE_AA)
        cv2.circle(picture, (x, round(0.22 * height)), round(0.28 * width), hand, -1, cv2.LINE_AA)

    def _speaker(self, picture: np.ndarray) -> None:
        settings, scale = self._stage.settings, self._stage.scale
        side = round(80 * scale)
        box = picture[settings.height - side :, settings.width - side :]
        box[:] = (96, 110, 120)
        nod = round(4 * scale * np.sin(0.7 * self._stage.frame))
        cv2.ellipse(box, (side // 2, side), (side // 2 - 6, side // 3), 0, 180, 360, (60, 50, 90), -1)
        cv2.circle(box, (side // 2 + nod, side // 2), side // 4, (214, 170, 140), -1)
        cv2.line(box, (side // 2 + nod - 5, side // 2 + 8), (side // 2 + nod + 5, side // 2 + 8 + abs(nod)), (90, 30, 30), 2)


def record(settings: Settings, folder: Path) -> dict[str, Any]:
    """Make ``ID.mp4`` and ``ID.json`` in a folder; return what the latter holds, the moments and the length."""
    stage = Stage(settings, np.random.default_rng(settings.seed))
    camera = Camera(stage)
    with av.open(str(folder / f"{settings.id}.mp4"), "w") as container:
        stream = container.add_stream("libx264", rate=settings.fps, options={"preset": "veryfast", "crf": str(settings.crf)})
        stream.width, stream.height, stream.pix_fmt, stream.codec_context.thread_count = (
            settings.width,
            settings.height,
            "yuv420p",
            1,
        )
        for _ in script(stage):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(camera.picture(), format="rgb24")))
            stage.frame += 1
        container.mux(stream.encode())
    truth = {"id": settings.id, "kind": settings.kind, "seconds": [end["seconds"] for end in stage.truth],
             "ends": stage.truth, "length": round(stage.seconds, 3)}  # fmt: skip
    (folder / f"{settings.id}.json").write_text(json.dumps(truth, indent=1) + "\n", "utf-8")
    return truth
