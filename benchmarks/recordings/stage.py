"""What lies before the camera: a page that is written, corrected, wiped, turned and scrolled, frame by frame.

Every action is a generator that yields once a frame. What ends a page notes its moment in `Stage.truth`: the frame at which all
is gone, or the middle of an erasing, a fade or a scroll.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from benchmarks.recordings import handwriting

Colour = tuple[int, int, int]
Frames = Iterator[None]
_REFERENCE = 640  # sizes are given for a picture of this width


@dataclass(frozen=True)
class Settings:
    """One recording, as the YAML lists give it."""

    id: str
    kind: str
    """blackboard, whiteboard, tablet, slides or screen."""
    seed: int
    ends: tuple[str, ...]
    """How the pages end, one after the other; a last page stays."""
    disturbances: tuple[str, ...] = ()
    """What happens in between and is no boundary; in turn, one or two a page."""
    fps: int = 15
    width: int = 640
    height: int = 360
    background: Colour = (255, 255, 255)
    inks: tuple[Colour, ...] = ((20, 20, 20),)
    pen: float = 2.0
    """Width of a stroke in pixels of a picture 640 wide."""
    letter: float = 17.0
    """Height of a letter, likewise."""
    lines: int = 5
    page_seconds: float = 10.0
    """For which a page is written and stands."""
    end_seconds: float = 1.5
    """For which an eraser works, a page fades or scrolls."""
    pattern: str = ""
    """grid, ruled or empty: what is printed on every page."""
    hand: Colour | None = None
    """Of who writes; None where only the ink is seen."""
    noise: float = 0.0
    """Standard deviation of the camera's noise, in grey levels."""
    shake: float = 0.0
    """Standard deviation of the camera's place, in pixels."""
    vignette: float = 0.0
    crf: int = 26
    """Of the encoder; more is coarser."""

    @classmethod
    def read(cls, row: dict[str, Any]) -> Settings:
        """Return settings from a row of the list."""
        tuples = {name: tuple(row[name]) for name in ("ends", "disturbances", "background", "hand") if row.get(name)}
        if "inks" in row:
            tuples["inks"] = tuple(tuple(ink) for ink in row["inks"])
        return cls(**{**row, **tuples})


@dataclass
class Stage:
    """The page and all that lies over it."""

    settings: Settings
    rng: np.random.Generator
    canvas: np.ndarray = field(init=False)
    blank: np.ndarray = field(init=False)
    frame: int = 0
    truth: list[dict[str, Any]] = field(default_factory=list)
    pen: tuple[float, float] | None = None
    """Where somebody writes or wipes now."""
    body: tuple[float, float] | None = None
    """Middle and width of somebody before the board, as shares of the picture's width."""
    light: float = 1.0
    zoom: float = 1.0
    pan: tuple[float, float] = (0.0, 0.0)
    cursor: tuple[float, float] | None = None
    popup: bool = False
    inset: bool = False
    y: float = 0.0
    """Where the next line goes."""
    last_word: list[handwriting.Stroke] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.blank = np.full((self.settings.height, self.settings.width, 3), self.settings.background, np.uint8)
        self._print_pattern()
        self.canvas = self.blank.copy()
        self.y = self.margin

    @property
    def scale(self) -> float:
        """Pixels a reference pixel."""
        return self.settings.width / _REFERENCE

    @property
    def margin(self) -> float:
        """Of the page, in pixels."""
        return 26 * self.scale

    @property
    def seconds(self) -> float:
        """The time of the frame that is made now."""
        return self.frame / self.settings.fps

    def frames(self, seconds: float) -> range:
        """Return the numbers of the frames that fill a time."""
        return range(max(1, round(seconds * self.settings.fps)))

    def note(self, end: str, began: float) -> None:
        """Note a page's end: the middle of what took from ``began`` until now."""
        self.truth.append({"seconds": round((began + self.seconds) / 2, 3), "end": end, "from": began, "to": self.seconds})

    def _print_pattern(self) -> None:
        tone = tuple(int(0.86 * value + 0.14 * (255 - value)) for value in self.settings.background)
        step = round(22 * self.scale)
        if self.settings.pattern in ("grid", "ruled"):
            for y in range(step, self.settings.height, step):
                cv2.line(self.blank, (0, y), (self.settings.width, y), tone, 1)
        if self.settings.pattern == "grid":
            for x in range(step, self.settings.width, step):
                cv2.line(self.blank, (x, 0), (x, self.settings.height), tone, 1)

    # Writing.

    def pause(self, seconds: float) -> Frames:
        """Let nothing happen."""
        self.pen = None
        for _ in self.frames(seconds):
            yield

    def draw(self, points: list[tuple[float, float]], ink: Colour) -> None:
        """Put a piece of a stroke on the page."""
        width = max(1, round(self.settings.pen * self.scale))
        cv2.polylines(
            self.canvas, [np.round(points).astype(np.int32)], isClosed=False, color=ink, thickness=width, lineType=cv2.LINE_AA
        )

    def ink(self) -> Colour:
        """Return a colour of the box."""
        return self.settings.inks[self.rng.integers(len(self.settings.inks))]

    def write(self, strokes: list[handwriting.Stroke], speed: float) -> Frames:
        """Write strokes, ``speed`` pixels a frame."""
        ink = self.ink()
        for stroke in strokes:
            for piece in handwriting.pieces(stroke, speed):
                self.draw(piece, ink)
                self.pen = piece[-1]
                yield

    def page(self, seconds: float) -> Frames:
        """Write a page in about ``seconds``, line by line, with a figure on the right of some."""
        size = self.settings.letter * self.scale
        has_figure = self.settings.lines > 2 and self.rng.random() < 0.6
        width = self.settings.width * (0.6 if has_figure else 0.92) - self.margin
        words = []
        for _ in range(self.settings.lines):
            words += handwriting.line(self.rng, self.margin, self.y, size, width)
            self.y += 1.9 * size
        if has_figure:
            side = min(0.3 * self.settings.width, 0.6 * self.settings.height)
            words.insert(len(words) // 2, handwriting.figure(self.rng, 0.66 * self.settings.width, 2 * self.margin, side))
        segments = sum(len(stroke) - 1 for strokes in words for stroke in strokes)
        a_frame = segments / (seconds * self.settings.fps)  # less than one where the hand is slow
        done = 0.0
        for strokes in words:
            ink = self.ink()
            for stroke in strokes:
                for start, end in itertools.pairwise(stroke):
                    self.draw([start, end], ink)
                    self.pen = end
                    done += 1
                    while done >= a_frame:
                        done -= a_frame
                        yield
            self.last_word = strokes

    def typed(self, texts: list[str], *, title: str = "", top: float = 0.0) -> None:
        """Put typed lines on the page at once, below what is there."""
        ink = self.settings.inks[0]
        width = max(1, round(self.settings.pen * self.scale / 1.6))
        if title:
            cv2.putText(self.canvas, title, (round(self.margin), round(self.margin + 14 * self.scale)), cv2.FONT_HERSHEY_SIMPLEX,
                        0.9 * self.scale, self.settings.inks[-1], width + 1, cv2.LINE_AA)  # fmt: skip
            self.y = self.margin + 48 * self.scale
        self.y = max(self.y, top)
        for text in texts:
            cv2.putText(self.canvas, text, (round(1.3 * self.margin), round(self.y)), cv2.FONT_HERSHEY_SIMPLEX,
                        self.settings.letter / 30 * self.scale, ink, width, cv2.LINE_AA)  # fmt: skip
            self.y += 1.75 * self.settings.letter * self.scale

    # Ends of a page.

    def wipe(self) -> Frames:
        """Clear the page at once."""
        self.note("wipe", self.seconds)
        self.clear()
        yield

    def clear(self) -> None:
        """Take a fresh page."""
        self.canvas = self.blank.copy()
        self.y = self.margin

    def erase(self) -> Frames:
        """Wipe the page with an eraser, in rows from one side to the other."""
        began = self.seconds
        rows, frames = 4, self.frames(self.settings.end_seconds)
        height = self.settings.height / rows
        before = (0.0, 0.0)
        for number in frames:
            done = (number + 1) / len(frames) * rows
            row, part = min(rows - 1, int(done)), done - min(rows - 1, int(done))
            for above in range(row):
                self._wipe_box(0, above * height, self.settings.width, (above + 1) * height)
            along = part * self.settings.width
            left, right = (0.0, along) if row % 2 == 0 else (self.settings.width - along, self.settings.width)
            self._wipe_box(left, row * height, right, (row + 1) * height)
            before = (right if row % 2 == 0 else left, (row + 0.5) * height)
            self.pen = before
            yield
        self.note("erase", began)
        self.clear()
        self.pen = None

    def _wipe_box(self, left: float, top: float, right: float, bottom: float) -> None:
        box = np.s_[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1]
        self.canvas[box] = self.blank[box]

    def turn(self, end: str) -> Frames:
        """Put another page in its place: ``page`` with text, ``similar`` with the same head, ``title`` with no more."""
        self.note(end, self.seconds)
        self.fresh(end)
        yield

    def fresh(self, end: str) -> None:
        """Make the next page as it is when it comes."""
        before = self.canvas
        self.clear()
        size = self.settings.letter * self.scale
        if self.settings.kind in ("slides", "screen"):
            whole = int(
                (self.settings.height - self.margin - 100 * self.scale) / (1.75 * size)
            )  # lines with which a page is full
            lines = {"title": 0, "similar": 3}.get(end, whole if self.settings.kind == "screen" else 2)
            title = handwriting.typed_words(self.rng, 3)
            if end == "similar":  # the title stays as it was
                head = round(self.margin + 26 * self.scale)
                self.canvas[:head] = before[:head]
                self.y, title = self.margin + 48 * self.scale, ""
            self.typed([handwriting.typed_words(self.rng, int(self.rng.integers(4, 8))) for _ in range(lines)], title=title)
            return
        if end == "similar":
            head = round(self.margin + 1.4 * size)
            self.canvas[:head] = before[:head]
            self.y = self.margin + 1.9 * size
        lines = {"title": 1, "similar": 2, "page": 4}.get(end, 0)
        for _ in range(lines):
            ink = self.ink()
            width = self.settings.width * (0.4 if end == "title" else 0.8)
            for strokes in handwriting.line(self.rng, self.margin, self.y, size, width):
                for stroke in strokes:
                    self.draw(stroke, ink)
            self.y += 1.9 * size

    def fade(self) -> Frames:
        """Fade into another page."""
        yield from self._between("fade", lambda old, new, part: cv2.addWeighted(old, 1 - part, new, part, 0))

    def scroll(self) -> Frames:
        """Scroll on by a whole page."""

        def moved(old: np.ndarray, new: np.ndarray, part: float) -> np.ndarray:
            rows = round(part * self.settings.height)
            return np.concatenate([old[rows:], new[:rows]])

        yield from self._between("scroll", moved)

    def _between(self, end: str, mix: Any) -> Frames:  # noqa: ANN401  # a function of two pages and a share
        began, old = self.seconds, self.canvas
        self.fresh("page")
        new = self.canvas
        for number in (frames := self.frames(self.settings.end_seconds)):
            self.canvas = mix(old, new, (number + 1) / len(frames))
            yield
        self.note(end, began)
        self.canvas = new
