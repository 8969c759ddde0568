"""The state of a simulated learner: its beliefs, with what comes and goes in a conversation."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Self

from gnomon.geometry import UnsolvableError, changed
from gnomon.student.beliefs import Beliefs


@dataclass(frozen=True)
class Mind(Beliefs):
    """What a learner believes now."""

    idea: Beliefs | None = None
    """The beliefs before the repair, which a relapse brings back."""
    slipped: int | None = None
    """Index of a line whose number went wrong though the idea is right."""
    is_half_said: bool = False
    """Whether the last line was given without its result."""
    settled: int = 0
    """How often a tutor has confirmed the new idea."""
    word: str = ""
    """A word whose meaning was asked and not told yet."""
    asides_said: int = 0
    was_told: bool = False
    """Whether the idea was given up because a turn stated the result: a number, and no reason why the idea is false."""

    @classmethod
    def of(cls, beliefs: Beliefs) -> Self:
        """Return the state of a learner who holds these beliefs, or the beliefs themselves where they are one."""
        if isinstance(beliefs, cls):
            return beliefs
        known = {field.name: getattr(beliefs, field.name) for field in fields(beliefs)}
        return cls(**known, idea=beliefs)

    @property
    def next_line(self) -> int:
        """Index of the line to write next, counted as if all of them were still to come after the last."""
        return self.wrong_line + self.rewritten

    @property
    def line_in_doubt(self) -> int:
        """Index of the line that needs help: the wrong one, the one that slipped, else the next; the last one at the end."""
        if not self.is_repaired:
            return self.wrong_line
        return min(self.next_line if self.slipped is None else self.slipped, len(self.lines) - 1)

    def relapsed(self) -> Self:
        """Return the state after a fall back into the false idea; what was written since is doubted."""
        assert self.idea is not None
        return replace(type(self).of(self.idea), asides_said=self.asides_said, word=self.word)

    def mended(self) -> Self:
        """Return the state after the slip is found; its line is to be written anew."""
        assert self.slipped is not None
        back = replace(self, rewritten=self.slipped - self.wrong_line, slipped=None, is_half_said=False)
        return back.recomputed(self.slipped)

    def slip(self, change: str) -> Self:
        """Return the state after the next line comes out wrong by ``change``; unchanged where the later lines cannot bear it."""
        found = self.lines[self.next_line].found
        if not found:
            return self
        atom = found[-1].atom
        off = replace(self, values={**self.values, atom: changed(change, self.values[atom])}, slipped=self.next_line)
        try:
            carried = off.recomputed(self.next_line + 1)
        except UnsolvableError:
            return self
        return carried if all(value > 0 for value in carried.values.values()) else self
