"""The moments at which a board is wiped or a page replaced: most of what stood there goes within seconds and does not come back.

What is none: ink that is added, a word that is rubbed out and corrected, a hand or a body that covers, a cursor, other light, a
page that scrolls by a part, is panned or zoomed and whose ink is still there, elsewhere. See `gnomon.corpus.video.board` for how
going is told from being covered.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.corpus.video.board import Board, Cleared
from gnomon.corpus.video.decoding import GrayFrame, gray_frames
from gnomon.corpus.video.ink import CELL, Look, Signal, alike_cells, look_at, over_pixels, whole_cells
from gnomon.corpus.video.moved import best_match, likeness_when_shifted

EVERY_MILLISECONDS = 250
"""Between two frames: a boundary is then found within a fifth of the second that a hit may be off."""
LONG_SIDE = 400
"""Of the frames, in pixels: letters of a line of writing are still apart, and fifteen cells of them fill a line."""
_MOST_OF_IT = 0.5
"""Share of the inked cells that goes when a board is wiped: a line or two that are corrected are less."""
_AT_ONCE_SHARE = 0.33
"""Likewise where other ink comes at the same moment: a page may be replaced by one with the same head."""
_AT_ONCE = 600
"""Milliseconds that count as one moment: two frames, and a short fade."""
_NEW_INK = 0.4
"""Share of the cleared cells that have other ink then."""
_LONGEST_WIPING = 6000
"""Milliseconds within which a board is wiped; what goes more slowly is corrected bit by bit."""
_TOGETHER, _STANDS_OUT = 2000, 0.45
"""Milliseconds that an eraser takes as a rule, and the share of the cells that then goes within them."""
_PATIENCE = 3000
"""Milliseconds after a clearing for which others of the same wiping are waited for: what a hand hides, or is written on at
once."""
_SEEN_SHARE = 0.3
"""Share of all inked cells that must be seen to be cleared, where the others are covered."""
_PAUSE = 800
"""Milliseconds between two clearings of one wiping at most: an eraser that turns back at the edge."""
_LEAST_CELLS = 6
"""Cells with ink on a page worth the name: a word or two. Less may be a cursor that rested."""
_ZOOMED, _SHIFTED = 0.37, 0.55
"""Likeness from which a page has only moved. Another page reaches 0.33; one that is zoomed 0.41, and one that is only shifted, of
which nothing is lost, 0.65. Other pages in small type reach 0.43 without a zoom."""
_IS_ZOOMED = 0.03
"""Beyond 1, either way."""
_THERE_AND_BACK = 8000
"""Milliseconds within which a view that comes back was only left: somebody zoomed in on a word of a page with little else."""
_SEEN_AGAIN = 0.65
"""Likeness, without a zoom, from which a view is back where it was before it moved: 0.87 then, 0.5 on another page."""
_LEFT_OVER = 10_000
"""Milliseconds after a wiping in which what stood before it belongs to it: a hand lay over it."""
_APART = 1500
"""Milliseconds before and after the middle of a wiping at which the page is seen: a scroll has not begun, and is over."""
_LESS = 0.2
"""Share of the ink of the fuller of two pages that the other has at least, to tell when it came."""
_WELL_APART, _AT_MOST = 2500, 2200
"""Milliseconds before the going is noted by which it had not begun, and that it takes for one page to give way to another."""
_SHOWS = 0.5
"""Share of the ink of a page, in what is found of it in a frame, from which the page shows."""
_SMALL = 20
"""Cells of a page with a title or a few words. That they go is a boundary only where others come: they may be corrected, or out
of view."""


@dataclass
class _Wiping:
    """A boundary, as long as not too much of it is taken back."""

    cells: list[Cleared]
    stayed: int
    """Cells whose ink stood before and is still seen."""
    share_needed: float

    replaced: int | None = None
    """The moment at which another page took the place of this one, where one did."""

    @property
    def milliseconds(self) -> int:
        """The moment at which half of what went together had gone, or another page came.

        Cells over which a hand lies, or in which it writes at once, are known late; they count where no time stands out.
        """
        if self.replaced is not None:
            return self.replaced
        times = np.sort([cell.milliseconds for cell in self.cells])
        within = np.searchsorted(times, times + _TOGETHER, side="right") - np.arange(len(times))
        first = int(within.argmax())
        together = times[first : first + int(within[first])]
        return round(float(np.median(together if len(together) >= _STANDS_OUT * len(times) else times)))

    @property
    def share(self) -> float:
        """The part of what is seen of the board that went."""
        return len(self.cells) / (len(self.cells) + self.stayed) if self.cells else 0.0


class _Page(NamedTuple):
    milliseconds: int
    signal: NDArray[np.int8]
    """0 where there is no ink."""


class _Left(NamedTuple):
    """A page that was left at a boundary."""

    wiping: _Wiping
    milliseconds: int
    page: Signal


@dataclass
class _Detector:
    board: Board
    waiting: list[Cleared] = field(default_factory=list)
    """Cells cleared since the last decision."""
    found: list[_Wiping] = field(default_factory=list)
    before_move: Signal | None = None
    """The page before it was last panned, scrolled or zoomed."""
    left: _Left | None = None
    """What the last of those found left, also where all of it has been taken back since."""
    pages: deque[_Page] = field(default_factory=deque)
    """What was seen of late."""

    def see(self, look: Look, at: int, *, is_last: bool) -> None:
        cleared, back = self.board.see(look, at, is_last=is_last)
        self.waiting += cleared
        self.pages.append(_Page(at, np.where(look.ink, look.signal, 0).astype(np.int8)))
        while at - self.pages[0].milliseconds > 2 * _LONGEST_WIPING + _PATIENCE:
            self.pages.popleft()
        for cell in back:
            for cells in (self.waiting, *(wiping.cells for wiping in self.found)):
                if cell in cells:
                    cells.remove(cell)
        self.found = [wiping for wiping in self.found if wiping.cells]
        while self.waiting and (is_last or at - min(cell.milliseconds for cell in self.waiting) >= _PATIENCE):
            first = min(cell.milliseconds for cell in self.waiting)
            group = _linked(self.waiting)
            if not is_last and at - group[-1].milliseconds < _PATIENCE and at - first < 2 * _LONGEST_WIPING:
                break
            self.waiting = [cell for cell in self.waiting if cell not in group]
            self._decide(group)

    def _decide(self, group: list[Cleared]) -> None:
        if group and self.found and group[0].milliseconds - self.found[-1].milliseconds < _LEFT_OVER:
            group = [cell for cell in group if cell.since > self.found[-1].milliseconds]
        if not group:
            return
        board, start = self.board, group[0].milliseconds
        stood = board.has_ink & board.same & (board.ink_since < start)
        stood[_places(group)] = False
        wiping = _wiping_among(group, int(np.count_nonzero(stood)))
        if wiping is None:
            return
        middle = wiping.milliseconds
        before, after = self._last_page_before(middle - _APART), self._last_page_before(middle + _APART)
        if _has_only_moved(wiping, before, after, stood):
            self.before_move = before
            # A board may be wiped right after the camera has turned: what stood there by then is looked at for itself.
            self._decide([cell for cell in group if cell.since > middle])
        elif self._is_back(middle, after):
            self.found = [wiping for wiping in self.found if self.left is None or wiping is not self.left.wiping]
            self.left = None
        elif self.before_move is None or likeness_when_shifted(self.before_move, after) < _SEEN_AGAIN:
            wiping.replaced = self._replaced_at(middle)
            self.found.append(wiping)
            self.before_move, self.left = None, _Left(wiping, middle, before)

    def _is_back(self, at: int, after: Signal) -> bool:
        """Whether a page shows what stood before the last boundary, a short time ago."""
        if self.left is None or at - self.left.milliseconds > _THERE_AND_BACK:
            return False
        return likeness_when_shifted(self.left.page, after) >= _SEEN_AGAIN

    def _replaced_at(self, middle: int) -> int | None:
        """Return the moment at which the page after a wiping took the place of the one before; None where none did.

        It is half-way from when the one is half gone to when the other is half there: in a fade ink of full contrast is seen
        until near its end, and from near its beginning.
        """
        one, other = self._last_page_before(middle - _WELL_APART), self._last_page_before(middle + _APART)
        one, other = np.where(other, 0, one), np.where(one, 0, other)
        whole = float(np.vdot(one, one)), float(np.vdot(other, other))
        if min(whole) < _LESS * max(whole):
            return None
        near = [page for page in self.pages if abs(page.milliseconds - middle) <= _WELL_APART]
        shows = [np.vdot(one, page.signal) >= _SHOWS * whole[0] for page in near]
        gone = [page.milliseconds for page, still in zip(near[1:], shows, strict=False) if still]
        there = [page.milliseconds for page in near if np.vdot(other, page.signal) >= _SHOWS * whole[1]]
        if not gone or not there or abs(gone[-1] - there[0]) > _AT_MOST:
            return None
        return (gone[-1] + there[0]) // 2

    def _last_page_before(self, at: int) -> Signal:
        """Return the ink seen last before a time, as far back as it is remembered."""
        earlier = [page for page in self.pages if page.milliseconds < at]
        return (earlier[-1] if earlier else self.pages[0]).signal.astype(np.float32)


def _has_only_moved(wiping: _Wiping, before: Signal, after: Signal, stood: NDArray[np.bool_]) -> bool:
    """Return whether what went is found elsewhere, or may be out of view; ``stood`` are cells that are known to stay."""
    if len(wiping.cells) < _SMALL and np.count_nonzero(after) < np.count_nonzero(before) / 2:
        return True
    stayed = stood | alike_cells(before, after)
    stayed[_places(wiping.cells)] = False
    kept = over_pixels(~stayed)
    found = best_match(before * kept, after * kept)
    return found.likeness >= (_ZOOMED if abs(found.zoom - 1) > _IS_ZOOMED else _SHIFTED)


def _places(cleared: list[Cleared]) -> tuple[NDArray[np.intp], ...]:
    """Return the cells as numpy indexes them."""
    rows, columns = np.transpose([cell.cell for cell in cleared])
    return rows, columns


def _linked(cleared: list[Cleared]) -> list[Cleared]:
    """Return the first of some cells and those cleared soon after one another, in order of time."""
    ordered = sorted(cleared, key=lambda cell: cell.milliseconds)
    for number, (one, other) in enumerate(itertools.pairwise(ordered), 1):
        if other.milliseconds - one.milliseconds > _PAUSE:
            return ordered[:number]
    return ordered


def _wiping_among(group: list[Cleared], stayed: int) -> _Wiping | None:
    """Return the boundary that cells cleared one after the other are; None where they are too few."""
    times = np.array([cell.milliseconds for cell in group])
    within = np.searchsorted(times, times + _LONGEST_WIPING, side="right") - np.arange(len(times))
    start = times[int(within.argmax())]
    cells = [cell for cell in group if start <= cell.milliseconds <= start + _LONGEST_WIPING]
    standing = max(cell.standing for cell in cells)
    if standing < _LEAST_CELLS or len(cells) < _SEEN_SHARE * standing:
        return None
    wiping = _Wiping(cells, stayed, _MOST_OF_IT)
    if wiping.share >= wiping.share_needed:
        return wiping
    spread = np.quantile([cell.milliseconds for cell in cells], (0.1, 0.9))
    new = sum(cell.has_new_ink for cell in cells) / len(cells)
    is_replaced = wiping.share >= _AT_ONCE_SHARE and spread[1] - spread[0] <= _AT_ONCE and new >= _NEW_INK
    return _Wiping(cells, stayed, _AT_ONCE_SHARE) if is_replaced else None


def board_boundaries(frames: Iterable[GrayFrame]) -> tuple[int, ...]:
    """Return the moments at which a board was wiped or a page replaced.

    Args:
        frames: grey, `EVERY_MILLISECONDS` apart, at most `LONG_SIDE` pixels long, all of one size.

    Returns:
        Milliseconds from the first frame, ascending; empty where nothing stood long enough.
    """
    detector: _Detector | None = None
    for frame, is_last in _with_last(frames):
        pixels = whole_cells(frame.pixels)
        if detector is None:
            detector = _Detector(Board(pixels.shape[0] // CELL, pixels.shape[1] // CELL))
        detector.see(look_at(pixels), frame.milliseconds, is_last=is_last)
    found = [] if detector is None else detector.found
    return tuple(sorted(wiping.milliseconds for wiping in found if wiping.share >= wiping.share_needed))


def _with_last(frames: Iterable[GrayFrame]) -> Iterator[tuple[GrayFrame, bool]]:
    before: GrayFrame | None = None
    for frame in frames:
        if before is not None:
            yield before, False
        before = frame
    if before is not None:
        yield before, True


def video_boundaries(path: Path) -> tuple[int, ...]:
    """Return `board_boundaries` of a video file.

    Raises:
        VideoError: as `gnomon.corpus.video.decoding.gray_frames`.
    """
    return board_boundaries(gray_frames(path, every_milliseconds=EVERY_MILLISECONDS, long_side=LONG_SIDE, exact=False))
