"""Which item an annotator gets next: some items go to several annotators, so that their agreement can be measured."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field


class OverlapQuota(BaseModel):
    """How much is annotated more than once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    share: float = Field(default=0.1, ge=0, le=1)
    """Of the items that go to `raters`; a tenth is usual, enough to measure agreement and cheap."""
    raters: int = Field(default=2, ge=1)
    """Annotators of such an item; all others have one."""
    seed: int = 0

    def wanted(self, item: str) -> int:
        """Return how many annotators an item is to have; it hangs on the item and the seed alone, not on what else there is."""
        return self.raters if self._draw(item) < self.share else 1

    def _draw(self, text: str) -> float:
        digest = hashlib.sha256(f"{self.seed} {text}".encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64

    def next_items(self, annotator: str, items: Sequence[str], held: Mapping[str, Sequence[str]], number: int) -> tuple[str, ...]:
        """Return the next items of an annotator, at most ``number``.

        Items that another has and that want a further annotator come first: an overlap that nobody completes is wasted. Within
        that the order is drawn for each annotator, so that two do not walk through the same items side by side.

        Args:
            annotator: code.
            items: all there are.
            held: by item the annotators who have it or had it; give nobody who withdrew.
            number: how many are wanted, such as a batch.
        """
        free = [
            item for item in items if annotator not in held.get(item, ()) and len(set(held.get(item, ()))) < self.wanted(item)
        ]
        ranked = sorted(free, key=lambda item: (not held.get(item), self._draw(f"{annotator} {item}")))
        return tuple(ranked[:number])
