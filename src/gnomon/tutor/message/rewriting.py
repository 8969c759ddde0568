"""A text that is rewritten step by step and still knows the learner's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Span = tuple[int, int]
_GROUP = re.compile(r"\\(\d)")
"""A group in a replacement."""


class Rewritten:
    """A message in the form that the reader knows.

    Args:
        original: the message as the learner wrote it.
    """

    def __init__(self, original: str) -> None:
        self.original = original
        self.text = original
        self._spans: Sequence[Span] = ()
        """Of each character of the text: what it stands for in the original. Empty: itself."""

    def sub(self, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str]) -> None:
        """Replace what matches, as `re.sub` does."""
        pieces: list[str] = []
        spans: list[Span] = []
        end = 0
        for match in pattern.finditer(self.text):
            whole = self._covered(*match.span())
            parts = self._parts(match, replacement) if isinstance(replacement, str) else [(replacement(match), None)]
            new = "".join(text for text, _ in parts)
            if new == match.group():
                continue
            spans += self._kept(end, match.start())
            pieces += [self.text[end : match.start()], new]
            for text, own in parts:
                spans += own if own is not None else [spans[-1] if not text.strip() and spans else whole] * len(text)
            end = match.end()
        if pieces:
            spans += self._kept(end, len(self.text))
            self.text = "".join(pieces) + self.text[end:]
            self._spans = spans

    def words(self, read: str, after: int = 0) -> str:
        """Return the learner's own words for a piece of the text; the piece itself where it is none of it."""
        start = self.text.find(read, after)
        if not self._spans or start < 0 or not read:
            return read
        first, last = self._covered(start, start + len(read))
        return self.original[first:last]

    def _parts(self, match: re.Match[str], replacement: str) -> list[tuple[str, Sequence[Span] | None]]:
        r"""Return what a replacement puts in, piece by piece; a group (``\1``) keeps what its characters stand for."""
        found: list[tuple[str, Sequence[Span] | None]] = []
        for index, piece in enumerate(_GROUP.split(replacement)):
            group = int(piece) if index % 2 else 0
            found.append((match[group] or "", self._kept(*match.span(group))) if group else (piece, None))
        return [(text, own) for text, own in found if text]

    def _kept(self, start: int, end: int) -> Sequence[Span]:
        return self._spans[start:end] if self._spans else [(index, index + 1) for index in range(start, end)]

    def _covered(self, start: int, end: int) -> Span:
        kept = self._kept(start, max(end, start + 1)) or [(len(self.original), len(self.original))]
        return min(first for first, _ in kept), max(last for _, last in kept)
