"""What a learner says to the tutor about a claim, and neither denies nor asks it: ``dont tell me its wrong``, ``pls say yes``."""

from __future__ import annotations

import re

from gnomon.tutor.message.rewriting import Rewritten

_PROTEST = re.compile(
    r"(?:\band |\bso |, ?)?\b(?:dont|don't|do not|don’t) (?:you )?(?:tell me|say) (?:that )?"
    r"(?:its|it's|it is|thats|that's|im|i'm) (?:wrong|not right|false)\b",
    re.IGNORECASE,
)
"""What is said to the tutor, and denies nothing: ``its 77 and dont tell me its wrong``."""
_BEGGED = re.compile(
    r"(?<=[\w°]) *,? *(?:(?:pl[sz]|please|just) )+(?:say|tell me) (?:that )?"
    r"(?:yes|(?:its|it's|it is|thats|that's|im|i'm) (?:right|correct|true))\W*$",
    re.IGNORECASE,
)
"""What is begged for behind a claim, and asks nothing: ``NWA = 125 pls say its right``."""


def drop_begging(written: Rewritten) -> None:
    """Take it out of a message."""
    for idle in (_PROTEST, _BEGGED):
        written.sub(idle, lambda _: " ")
