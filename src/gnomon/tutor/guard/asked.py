"""The names by which a question calls what it asks for: its letters, its nouns, and the word for its kind."""

from __future__ import annotations

import re

LONGEST_PROBLEM = 8000
"""Characters in which options and the question are looked for: a longer text is no school problem, and the time is bounded."""
_GOAL = re.compile(
    r"\b(?:find|calculate|determine|compute|evaluate|solve for|what (?:is|are|was)|what's"
    r"|how (?:tall|long|wide|large|big|high|far|many|much))\b\s*(?:is|are)?\s*([^.?!,;]{1,100})",
    re.IGNORECASE,
)
_COMMON_WORDS = """
    the a an of in to is are measure measures length value angle angles side sides size exact nearest terms its it for figure
    degrees what find and or third same given at by from with as on does do if be this that total many much number triangle
    circle line segment point centre center square rectangle
"""
_NOT_A_NAME = frozenset(_COMMON_WORDS.split())
"""Words of a question that do not name what it asks for."""
_NAME = re.compile(r"[A-Z]{1,4}(?![a-z])'?|[A-Za-z]+")
_WANTED = r"(?:want|need|looking for|seek|after|asked(?: for| about)?)"
_GENERIC_NAMES = (
    r"answer|result|solution|truth|(?:true|correct|right|real) (?:value|number|size|length|one|thing|answer)"
    r"|(?:value|number|angle|length|side|measure|size|arc|area|perimeter|one|what|that) (?:that )?"
    rf"(?:you|we)(?:'re| are)? {_WANTED}"
    r"|(?:missing|unknown|wanted|required|remaining|last) (?:angle|side|value|length|number|one|measure)"
    r"|the unknown|you should get|we get"
)
GENERIC = re.compile(rf"\b(?:{_GENERIC_NAMES})\b", re.IGNORECASE)
"""Finds what is asked by a name that fits any problem, compiled once: it is long, and each problem has names of its own."""


_KINDS = re.compile(
    r"\b(?:angle|arc|length|side|area|perimeter|circumference|radius|diameter|height|distance|far|high|tall|long)\b",
    re.IGNORECASE,
)
"""Words in a question for the kind of quantity that it asks for."""


_SYNONYMS = {
    "length": ("side", "segment", "piece"),
    "long": ("side", "segment", "piece"),
    "far": ("way", "distance"),
    "angle": ("corner",),
}
"""Other words for what a question asks for."""


def kind_pattern(stem: str) -> re.Pattern[str] | None:
    """Build the pattern that finds the word for what the problem asks for, without its name."""
    goals = [match[0] for match in _GOAL.finditer(stem[:LONGEST_PROBLEM])]
    kinds = [match.group().lower() for match in _KINDS.finditer(goals[-1])] if goals else []
    kinds += [word for kind, words in _SYNONYMS.items() if kind in kinds for word in words]
    return re.compile(rf"\b(?:the|your|our|this|that) (?:\w+ )?(?:{'|'.join(kinds)})\b", re.IGNORECASE) if kinds else None


def unknown_pattern(stem: str) -> re.Pattern[str]:
    """Build the pattern that finds what the problem asks for by its own names; `GENERIC` finds it by those of any problem."""
    goals = [match[1] for match in _GOAL.finditer(stem[:LONGEST_PROBLEM])]
    names = [name for name in _NAME.findall(goals[-1] if goals else "") if name.lower() not in _NOT_A_NAME or name == "x"]
    exact = [re.escape(name) for name in names if len(name) == 1 or name.isupper()]
    # Short words are in every sentence; single letters and capitals are names of the figure.
    nouns = [re.escape(name) for name in names if len(name) > 3 and not name.isupper()]
    found = [rf"(?i:\b(?:{'|'.join(nouns)})\b)"] if nouns else []
    found += [rf"(?<![A-Za-z])(?:{'|'.join(exact)})(?![A-Za-z'])"] if exact else []
    return re.compile("|".join(found) or r"(?!)")
