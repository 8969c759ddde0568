"""Other names for the points: a run of the alphabet in the order in which the text names them, as a school letters figures.

I is never a name and O only that of a centre, since a reader takes them for 1 and 0. A circle's centre is O where it was O or
is the only one. Digits and primes stay with their letter: A' follows A. Points whose names are not printed keep them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection

from gnomon.figure import Figure

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_CENTRE = "O"
_LIKE_O = "Q"
"""Not beside a centre O: in a drawing the two are told apart by a stroke."""


def new_names(figure: Figure, text: str, kept: Collection[str], generator: random.Random) -> dict[str, str]:
    """Draw a name for every point.

    Args:
        figure: of the problem.
        text: of the problem; it gives the order.
        kept: points that keep their names.
        generator: gives the first letter.

    Returns:
        New name by old one; no other point keeps its letter, but for a centre O and where the alphabet is too short.
    """
    shown = [name for name in figure.points if name not in figure.hidden]
    letters = list(dict.fromkeys(name[0] for name in sorted(shown, key=lambda name: _place(name, text))))
    fixed = {name[0]: name[0] for name in kept} | _centre(figure, letters, kept)
    rest = [letter for letter in letters if letter not in fixed]
    taken = {*fixed.values(), *(_LIKE_O if _CENTRE in fixed.values() else "")}
    unused = [letter for letter in _ALPHABET if letter not in taken]
    starts = list(range(max(len(unused) - len(rest) + 1, 1)))
    generator.shuffle(starts)
    runs = [dict(zip(rest, unused[start:], strict=False)) for start in starts]
    run = next((run for run in runs if all(old != new for old, new in run.items())), runs[0])
    mapping = {**(run if len(run) == len(rest) else {letter: letter for letter in rest}), **fixed}
    return {name: name if name in figure.hidden else mapping[name[0]] + name[1:] for name in figure.points}


def _centre(figure: Figure, letters: Collection[str], kept: Collection[str]) -> dict[str, str]:
    """Return the letter that becomes O: that of the one centre, or O where it is a centre already."""
    centres = {circle.centre for circle in figure.circles if circle.centre not in figure.hidden}
    if _CENTRE in letters:
        return {_CENTRE: _CENTRE} if _CENTRE in centres else {}
    (only,) = centres if len(centres) == 1 else ("",)
    return {only: _CENTRE} if len(only) == 1 and only not in kept else {}


def _place(name: str, text: str) -> int:
    """Return where the text first names a point; a point that it does not name comes last."""
    found = re.search(rf"(?:(?<![A-Za-z])|(?<=[A-Z])){re.escape(name)}(?![a-z])", text)
    return found.start() if found else len(text)
