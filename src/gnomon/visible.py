"""Control characters of strangers' texts made visible, for whatever shows such texts: the terminal and pages.

A title may hold an escape that recolours, renames or rewrites the terminal, or a bidirectional override that shows another
text than is there.
"""

from __future__ import annotations

import re

# C0 but tab and line feed, DEL, C1, and what turns the direction of writing; the marks of single characters (200E, 200F) stay,
# since Hebrew and Arabic texts need them.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def shown(text: str) -> str:
    r"""Return ``text`` with every control character as its code.

    >>> print(shown("red \x1b[31m"))
    red \u001b[31m
    """
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)  # as JSON has it: JSON on stdout means the same
