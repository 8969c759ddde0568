"""Naming parts of the figure as the problem's own text does: ``QN`` where it says QN, though the canonical name is ``NQ``.

Only the order of letters changes, never the part that is meant: a segment, angle or arc may be read backwards, a polygon
from any corner either way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_NAME = re.compile(r"(?<![A-Za-z])[A-Z]{2,8}(?![A-Za-z'0-9])")


def named_as_in(problem_text: str, text: str, said: str = "") -> str:
    """Return ``text`` with the names that ``problem_text`` uses for the same parts.

    Args:
        problem_text: the question as the learner reads it.
        text: what is said about it. Words in capitals that the problem does not spell another way stay as they are.
        said: what was said before; its first name for a part holds where the problem names the part in no way.
    """
    spelling = _spelling(problem_text, said)
    return _NAME.sub(lambda match: spelling.get(match.group(), match.group()), text)


@lru_cache(maxsize=256)
def _spelling(problem_text: str, said: str) -> dict[str, str]:
    names = list(dict.fromkeys(_NAME.findall(problem_text)))
    spelling: dict[str, str] = {}
    for name in names:
        for other in _equal_names(name):
            if other not in names:
                spelling.setdefault(other, name)
    for name in dict.fromkeys(_NAME.findall(said)):
        if name not in names and name not in spelling:
            spelling.update((other, name) for other in _equal_names(name) if other not in names)
    return spelling


def _equal_names(name: str) -> Iterator[str]:
    yield name[::-1]
    if len(name) > 3:
        for turned in (name, name[::-1]):
            yield from (turned[start:] + turned[:start] for start in range(len(name)))
