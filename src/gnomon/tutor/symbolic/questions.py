"""Questions whether something is so, and why: what they would state, and the theorem that a relation rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gnomon.geometry import Deduction, Instance

_WHETHER = re.compile(
    r"(?:(?:but|and|ok|so|wait|hm+)\W+)*(?P<verb>is(?:nt|n't)?|are(?:nt|n't)?|do(?:nt|n't)?|does(?:nt|n't)?)\b (?P<rest>.+)",
    re.IGNORECASE,
)
"""A question whether something is so."""
_MOST_GROUNDS = 3
"""Steps that are gone back for the theorem behind a relation."""


def as_statements(text: str) -> Iterator[str]:
    """Yield what a question may ask whether it is so, with its verb put behind each of its first words in turn."""
    match = _WHETHER.match(text.strip())
    if match is None or not text.strip().endswith("?"):
        return
    verb, rest = match["verb"].lower(), match["rest"].strip(" ?.!").split()
    if verb in {"do", "does", "don't", "dont", "doesn't", "doesnt"}:
        yield " ".join(rest)
        return
    is_several = verb.startswith("ar")
    for at in range(1, len(rest)):
        yield " ".join([*rest[:at], "are" if is_several else "is", *rest[at:]])


def ground_of(instance: Instance, deduction: Deduction) -> Instance:
    """Return the theorem behind a step that says nothing new: that R halves FH since FR = RH rests on why these are equal."""
    for _ in range(_MOST_GROUNDS):
        if instance.rule.level > 0 and len(instance.premises) > 1:
            break
        before = [deduction.derived[node].instance for node in instance.premises if node in deduction.derived]
        deeper = next((each for each in before if each is not None), None)
        if deeper is None:
            break
        instance = deeper
    return instance
