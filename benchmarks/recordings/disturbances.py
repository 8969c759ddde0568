"""What happens in a lesson and ends no page: hands, light, corrections, cursors, zooms, a scroll by a part of a page."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.recordings import handwriting
from benchmarks.recordings.stage import Frames, Stage


def hand(stage: Stage) -> Frames:
    """Let a hand go over the page, rest, and go on."""
    yield from _towards(stage, stage.rng.uniform(0.2, 0.8), stage.rng.uniform(0.2, 0.6), 1.0)
    for _ in stage.frames(stage.rng.uniform(1.0, 4.0)):
        yield
    yield from _towards(stage, 1.2, 1.1, 1.0)
    stage.pen = None


def _towards(stage: Stage, x: float, y: float, seconds: float) -> Frames:
    width, height = stage.settings.width, stage.settings.height
    start = stage.pen or (1.1 * width, height)
    for number in (frames := stage.frames(seconds)):
        part = (number + 1) / len(frames)
        stage.pen = (start[0] + part * (x * width - start[0]), start[1] + part * (y * height - start[1]))
        yield


def body(stage: Stage) -> Frames:
    """Let somebody walk before the board, stand a while and walk on."""
    stage.pen = None
    wide = stage.rng.uniform(0.18, 0.3)
    stop = stage.rng.uniform(0.3, 0.7)
    for start, end, seconds in ((-0.2, stop, 1.5), (stop, stop, stage.rng.uniform(1, 4)), (stop, 1.2, 1.5)):
        for number in (frames := stage.frames(seconds)):
            sway = 0.006 * np.sin(0.9 * number)
            stage.body = (start + (end - start) * number / len(frames) + sway, wide)
            yield
    stage.body = None


def light(stage: Stage) -> Frames:
    """Change the light, within a second or at once, for good."""
    start, end = stage.light, stage.rng.uniform(0.6, 0.8) if stage.light >= 1 else stage.rng.uniform(1.0, 1.15)
    for number in (frames := stage.frames(stage.rng.choice([0.05, 1.0]))):
        stage.light = start + (end - start) * (number + 1) / len(frames)
        yield


def correct(stage: Stage) -> Frames:
    """Rub out the last word and write it anew."""
    points = np.array([point for stroke in stage.last_word for point in stroke])
    if not len(points):
        return
    (left, top), (right, bottom) = points.min(axis=0) - 4, points.max(axis=0) + 4
    for number in (frames := stage.frames(0.8)):
        edge = left + (right - left) * (number + 1) / len(frames)
        box = np.s_[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(edge) + 1]
        stage.canvas[box] = stage.blank[box]
        stage.pen = (edge, (top + bottom) / 2)
        yield
    height = (bottom - top) * 0.9
    for _ in range(4):
        yield from stage.write(handwriting.letter(stage.rng, left, top + 4, height), 8 * stage.scale)
        left += 0.75 * height
        if left + height > right:
            break
    stage.pen = None


def undo(stage: Stage) -> Frames:
    """Take the last word away at once and put it back."""
    kept = stage.canvas.copy()
    points = np.array([point for stroke in stage.last_word for point in stroke])
    if not len(points):
        return
    (left, top), (right, bottom) = points.min(axis=0).astype(int) - 4, points.max(axis=0).astype(int) + 4
    box = np.s_[max(0, top) : bottom, max(0, left) : right]
    stage.canvas[box] = stage.blank[box]
    yield from stage.pause(1.5)
    stage.canvas = kept


def cursor(stage: Stage) -> Frames:
    """Let a cursor go about."""
    x, y = stage.rng.uniform(0.1, 0.9, 2)
    for number in stage.frames(3.0):
        stage.cursor = (x + 0.1 * np.sin(0.2 * number), y + 0.1 * np.cos(0.13 * number))
        yield


def zoom(stage: Stage) -> Frames:
    """Come nearer, stay a while and go back."""
    most = stage.rng.uniform(1.2, 1.6)
    for start, end, seconds in ((1.0, most, 0.7), (most, most, 3.0), (most, 1.0, 0.7)):
        for number in (frames := stage.frames(seconds)):
            stage.zoom = start + (end - start) * (number + 1) / len(frames)
            yield


def pan(stage: Stage) -> Frames:
    """Turn the camera a little, for good."""
    start, end = stage.pan, tuple(stage.rng.uniform(-0.08, 0.08, 2))
    for number in (frames := stage.frames(1.0)):
        part = (number + 1) / len(frames)
        stage.pan = (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
        yield


def scroll_part(stage: Stage) -> Frames:
    """Scroll the page on by a third: most of what stood there is still seen."""
    inked = np.flatnonzero((stage.canvas != stage.blank).any(axis=(1, 2)))
    if not len(inked):
        return
    rows = round(inked[-1] * stage.rng.uniform(0.2, 0.38))
    old, frames = stage.canvas, stage.frames(0.8)
    for number in frames:
        gone = round((number + 1) / len(frames) * rows)
        stage.canvas = np.concatenate([old[gone:], stage.blank[:gone]])
        yield
    stage.y = max(stage.margin, stage.y - rows)
    stage.last_word = []


def popup(stage: Stage) -> Frames:
    """Show a message in a corner for a while."""
    stage.popup = True
    for _ in stage.frames(2.5):
        yield
    stage.popup = False


def inset(stage: Stage) -> Frames:
    """Let somebody speak in a small picture in the corner from now on."""
    stage.inset = True
    yield


def bullet(stage: Stage) -> Frames:
    """Add one typed line."""
    stage.typed([handwriting.typed_words(stage.rng, int(stage.rng.integers(4, 8)))])
    yield


DISTURBANCES: dict[str, Callable[[Stage], Frames]] = {
    action.__name__: action for action in (hand, body, light, correct, undo, cursor, zoom, pan, scroll_part, popup, inset, bullet)
}
