"""Figures with their highlights as PNG, one for each tutor turn that points at something; written only."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gnomon.corpus.annotated import AnnotatedDialogue, AnnotatedTurn
from gnomon.corpus.exchange.bundle import Bundle, Files
from gnomon.dialogue import TutorTurn
from gnomon.drawing import draw, to_png, undrawable
from gnomon.figure import Figure, Highlights

_WIDTH = 480
"""Pixels of a drawing where none is recorded: what the theme is made for and what models are shown."""
_NARROWEST = 100
"""Pixels below which a drawing has no room."""


class Pointing(NamedTuple):
    """A tutor turn in its dialogue."""

    record: AnnotatedDialogue
    place: int
    """Index among all turns, from 0."""
    turn: TutorTurn
    noted: AnnotatedTurn

    @property
    def width_px(self) -> int:
        """Of the drawing that was pointed at."""
        return max(self.noted.picture.width, _NARROWEST) if self.noted.picture else _WIDTH

    @property
    def figure(self) -> Figure | None:
        """The figure that was pointed at, where its coordinates are known."""
        return self.record.problem.question.figure if self.record.problem else None

    @property
    def not_drawn(self) -> list[str]:
        """Highlighted names that cannot be drawn on the figure, as ``kind:name``."""
        both = (self.turn.highlights, self.turn.highlights2 or Highlights())
        return [name for highlights in both for name in undrawable(self.figure, highlights)] if self.figure else []

    def png(self) -> bytes | None:
        """Draw the figure with the highlights; None without a figure."""
        if self.figure is None:
            return None
        return to_png(draw(self.figure, self.turn.highlights, self.turn.highlights2, width_px=self.width_px))


def pointings(record: AnnotatedDialogue) -> Iterator[Pointing]:
    """Yield the tutor's turns with what was recorded beside them."""
    noted = iter(record.turns)
    for place, turn in enumerate(record.dialogue.turns):
        if isinstance(turn, TutorTurn):
            yield Pointing(record, place, turn, next(noted))


def write_png(bundle: Bundle) -> Files:
    """Yield a picture for each turn with highlights, and ``pictures.csv``, which says what each shows."""
    listed = io.StringIO()
    writer = csv.writer(listed)
    writer.writerow(["picture", "dialogue", "turn", "green", "brown", "not drawn"])
    taken: Counter[str] = Counter()
    for record in bundle.records():
        folder = _folder(record.id, taken)
        for pointing in pointings(record):
            if not any(pointing.turn.pointed_at()):
                continue
            picture = pointing.png()
            if picture is None:
                bundle.lost["no_figure"] += 1
                continue
            name = f"{folder}/{pointing.place + 1:03}.png"
            bundle.lost["not_drawn"] += len(pointing.not_drawn)
            pens = (pointing.turn.highlights, pointing.turn.highlights2 or Highlights())
            shown = (", ".join(map(str, pen.elements())) for pen in pens)
            writer.writerow([name, record.id, pointing.place + 1, *shown, ", ".join(pointing.not_drawn)])
            yield name, picture
    yield "pictures.csv", listed.getvalue()


def _folder(name: str, taken: Counter[str]) -> str:
    """Return a folder's name made of an id, which may hold what no file name can; each once."""
    plain = re.sub(r"[^\w-]+", "-", name, flags=re.ASCII).strip("-")[:80] or "dialogue"  # far below the 255 that a name may have
    taken[plain] += 1
    return plain if taken[plain] == 1 else f"{plain}.{taken[plain]}"
