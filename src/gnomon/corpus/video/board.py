"""What stands on a board: the ink of every cell is remembered once it has stood, and its going is told from its being covered.

A cell that no longer shows its ink is *gone*; once what is there instead stands still and looks like board or page, it is
*cleared*. A hand moves on, or looks unlike the board; should it stand still all the same, the ink comes back, and the clearing is
taken back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.corpus.video.ink import CELL, Look, PerCell, Signal, alike_cells, cell_sums, grown, over_pixels, shifted

_STANDS = 1000
"""Milliseconds after which ink stands, and a change is settled: the pen is elsewhere by then."""
_STANDS_UNLIKE = 3000
"""Likewise where a cell is lighter or darker than the board: a hand seldom rests that long, a picture on a page does."""
_COMES_BACK = 20_000
"""Milliseconds within which ink that was only covered comes back: for so long somebody stands before the board."""
_LEAST_INK = 5
"""Pixels of ink in a cell that has any: a dot, not a speck."""
_CHANGED = 3
"""Pixels of ink that come or go in a cell that changes."""
_LEAST_GAIN = 0.2
"""Share of the ink's strength that is left at least when the light goes down."""
_LIGHTER = 0.15, 12.0
"""A cell is lit like the board when it is within this share and these grey levels of it; compression and shadow are less."""
_JITTER = 3
"""Pixels by which a camera shakes at most."""
_BARE = 1500
"""Milliseconds after which a change has settled also where the pen goes on in the cell."""
_STEADY = 0.8
"""Share of the page that a frame shows at its place when nothing shook and little went."""
_FITS, _BETTER = 0.5, 1.1
"""Shares of the page, and of what shows unmoved, that a moved frame has to show: another page fits nowhere, and would be moved at
random."""
_STRONG, _WEAK = 40, 20
"""Grey levels of ink that has come within a second, and of what was there before: while page fades into page, both show."""
_FADING = 0.3
"""Share of the ink of a cell that comes or goes so."""
_LONGEST_GOING = 800
"""Milliseconds that a cell takes to be cleared at most; what changes in it later is new."""


class Cleared(NamedTuple):
    """A cell whose ink has gone for good."""

    milliseconds: int
    """When the board showed in its place, or the middle of its change where that took a while."""
    seen: int
    """When the change had settled, and was known."""
    cell: tuple[int, int]
    has_new_ink: bool
    since: int
    """When its ink began to stand."""
    standing: int
    """Cells with ink on the whole board before."""


@dataclass
class Board:
    """The memory of one board.

    Args:
        rows: of cells.
        columns: likewise.
    """

    rows: int
    columns: int
    cleared: dict[tuple[int, int], Cleared] = field(default_factory=dict)
    """The last clearing of each cell that may still be taken back."""

    def __post_init__(self) -> None:
        cells, pixels = (self.rows, self.columns), (self.rows * CELL, self.columns * CELL)
        self.page: Signal = np.zeros(pixels, np.float32)
        """The ink signal that stands."""
        self.old_page: Signal = np.zeros(pixels, np.float32)
        """The ink signal that stood before the last clearing of each cell."""
        self.has_ink = np.zeros(cells, np.bool_)
        self._light: PerCell = np.zeros(cells, np.float32)
        self.ink_since = np.zeros(cells, np.int64)
        """When the ink of a cell began to stand, in milliseconds."""
        self.same = np.zeros(cells, np.bool_)
        """Whether the cell shows its ink in the last frame."""
        self._bare_since = np.full(cells, _NEVER, np.int64)
        """Since when its ink is gone and it is lit like the board."""
        self._gone_at = np.full(cells, _NEVER, np.int64)
        self._still_since = np.zeros(cells, np.int64)
        self._old_ink = np.zeros(cells, np.bool_)
        self._before: Look | None = None
        self._lately: deque[tuple[int, Signal]] = deque()
        """The strength of what was seen in the last second."""

    def see(self, look: Look, at: int, *, is_last: bool = False) -> tuple[list[Cleared], list[Cleared]]:
        """Take the next frame.

        Args:
            look: the frame.
            at: its time in milliseconds.
            is_last: whether none follows: what has changed is then taken for settled.

        Returns:
            Cells that were cleared, and clearings that are taken back.
        """
        look = self._steadied(look)
        gain = self._gain(look)
        lit_alike = np.abs(look.light - gain * self._light) <= np.maximum(_LIGHTER[1], _LIGHTER[0] * gain * self._light)
        self._note_stillness(look, at)
        inked = cell_sums(look.ink) >= _LEAST_INK
        self.same = self._same(look, self.page, self.has_ink)
        gone = self.has_ink & ~self.same
        is_new = gone & (self._gone_at == _NEVER)
        self._still_since[is_new] = self._gone_at[is_new] = at
        self._gone_at[~gone] = _NEVER
        self._bare_since = np.where(gone & (self._bare_since == _NEVER) & lit_alike, at, self._bare_since)
        self._bare_since[~gone] = _NEVER
        back = self._take_back(look, inked)
        still_for = at - self._still_since
        settled = gone & lit_alike & ((still_for >= _STANDS) | (at - self._bare_since >= _BARE) | is_last)
        settled |= gone & (still_for >= _STANDS_UNLIKE)
        cleared = self._clear(settled, inked, at)
        learnt = (still_for >= _STANDS) & ~gone & ~self._fading(look, at) | settled
        self._learn(learnt, look, inked, at)
        self._before = look
        return cleared, back

    def _steadied(self, look: Look) -> Look:
        """Return the frame moved by the few pixels that the camera shook, as it fits what stands best."""
        reference = self.page if self.has_ink.any() else None
        if reference is None:
            return look

        def fit(shift: tuple[int, int]) -> float:
            return float(np.vdot(reference, shifted(look.signal, *shift)))

        here, whole = fit((0, 0)), float(np.vdot(reference, reference))
        if here > _STEADY * whole:
            return look
        down = max(range(-_JITTER, _JITTER + 1), key=lambda down: fit((down, 0)))
        best = max(((down, right) for right in range(-_JITTER, _JITTER + 1)), key=fit)
        if fit(best) < max(_FITS * whole, _BETTER * here):
            return look
        return Look(shifted(look.signal, *best), np.roll(look.ink, best, axis=(0, 1)), look.light)

    def _gain(self, look: Look) -> float:
        """Return how much lighter the picture has become since its cells were remembered."""
        known = self._light > 0
        return float(np.median(look.light[known] / self._light[known])) if known.any() else 1.0

    def _note_stillness(self, look: Look, at: int) -> None:
        """Note the cells in which ink comes or goes, or whose light changes otherwise than that of all."""
        if self._before is None:
            self._still_since[:] = at
            return
        before = self._before
        come = cell_sums(look.ink & ~grown(before.ink))
        went = cell_sums(before.ink & ~grown(look.ink))
        ratio = look.light / np.maximum(before.light, 1.0)
        moved_light = np.abs(ratio / max(float(np.median(ratio)), 1e-3) - 1) * look.light > _LIGHTER[1] / 2
        changes = (come >= _CHANGED) | (went >= _CHANGED) | moved_light
        self._still_since = np.where(changes, at, self._still_since)

    def _fading(self, look: Look, at: int) -> NDArray[np.bool_]:
        """Return the cells in which much comes or goes too slowly to be noted between two frames."""
        strength = np.abs(look.signal)
        self._lately.append((at, strength))
        while at - self._lately[1 if len(self._lately) > 1 else 0][0] >= _STANDS:
            self._lately.popleft()
        before = self._lately[0][1]
        strong, strong_before = strength >= _STRONG, before >= _STRONG
        changed = cell_sums(strong & ~grown(before >= _WEAK)) + cell_sums(strong_before & ~grown(strength >= _WEAK))
        fading: NDArray[np.bool_] = changed >= np.maximum(_CHANGED, _FADING * cell_sums(strong | strong_before))
        return fading

    def _same(self, look: Look, page: Signal, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which cells still show the ink of a page, at their place or a pixel beside."""
        if not cells.any():
            return np.zeros_like(cells)
        near = page != 0
        energy = cell_sums(page**2)
        same = np.zeros_like(cells)
        for down, right in _BESIDE:
            seen = np.where(near, shifted(look.signal, down, right), 0)
            same |= cells & alike_cells(page, seen) & (cell_sums(page * seen) >= _LEAST_GAIN * energy)
            if np.count_nonzero(cells & ~same) <= 0.02 * np.count_nonzero(cells):  # the first look is enough as a rule
                break
        return same

    def _take_back(self, look: Look, inked: NDArray[np.bool_]) -> list[Cleared]:
        """Restore cells whose old ink is seen again where nothing new was written: it was only covered."""
        waiting = self._old_ink & ~self.has_ink & inked
        if not waiting.any():
            return []
        seen = self._same(look, self.old_page, waiting)
        if not seen.any():
            return []
        pixels = over_pixels(seen)
        self.page[pixels] = self.old_page[pixels]
        self.has_ink |= seen
        self._old_ink &= ~seen
        return [self.cleared.pop(cell) for cell in map(tuple, np.argwhere(seen).tolist()) if cell in self.cleared]

    def _clear(self, settled: NDArray[np.bool_], inked: NDArray[np.bool_], at: int) -> list[Cleared]:
        found = []
        # What has come in its place stands by now, too.
        stood = self.has_ink & (self.ink_since <= self._gone_at[settled].min(initial=at))
        standing = int(np.count_nonzero(stood))
        for row, column in np.argwhere(settled).tolist():
            start = min(int(self._bare_since[row, column]), int(self._still_since[row, column]))
            middle = (start + int(self._still_since[row, column])) // 2
            time, since = min(middle, start + _LONGEST_GOING), int(self.ink_since[row, column])
            found.append(Cleared(time, at, (row, column), bool(inked[row, column]), since, standing))
        self.cleared |= {each.cell: each for each in found}
        pixels = over_pixels(settled)
        self.old_page[pixels] = self.page[pixels]
        self._old_ink |= settled
        for cell in [cell for cell, each in self.cleared.items() if at - each.seen > _COMES_BACK]:
            del self.cleared[cell]
            self._old_ink[cell] = False
        return found

    def _learn(self, cells: NDArray[np.bool_], look: Look, inked: NDArray[np.bool_], at: int) -> None:
        pixels = over_pixels(cells)
        self.page[pixels] = np.where(grown(look.ink), look.signal, 0)[pixels]
        self.ink_since = np.where(cells & inked & ~(self.has_ink & self.same), at, self.ink_since)
        self.has_ink = np.where(cells, inked, self.has_ink)
        self._light = np.where(cells, look.light, self._light)
        self._gone_at[cells] = self._bare_since[cells] = _NEVER


_NEVER = np.iinfo(np.int64).max
_BESIDE = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Shifts by which a cell is compared, in pixels: what a camera shakes besides whole steps."""
