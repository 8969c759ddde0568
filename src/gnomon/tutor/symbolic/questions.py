"""Questions whether something is so, and why: what they would state, and the theorem that a relation rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gnomon.geometry import Deduction, Instance
from gnomon.tutor.message.german import translate
from gnomon.tutor.message.rewriting import Rewritten

_WHETHER = re.compile(
    r"(?:(?:but|and|ok|so|wait|hm+)\W+)*(?P<verb>is(?:nt|n't)?|are(?:nt|n't)?|do(?:nt|n't)?|does(?:nt|n't)?)\b (?P<rest>.+)",
    re.IGNORECASE,
)
"""A question whether something is so."""
_SOFT = re.compile(r"\b(?:really|actually|always|necessarily|still|already|ever|just|perhaps|maybe|then|now)\b", re.IGNORECASE)
_TAILED = re.compile(r",? (?:with those \w+|here|in (?:this|our) figure|then|too|as well)$", re.IGNORECASE)
_CALLED = re.compile(r"\bthe (?:other |whole )?(?:diagonal|side|angle|chord|leg|segment|line),? ([A-Z]{2,3})\b")
"""A part with what it is before its name."""
_MODAL = re.compile(
    r"(?:do|does|could|can|must|may|might|should|will) (?P<of>.+?) (?:(?:have|has|need) to )?"
    r"(?:be|turn out(?: to be)?) (?P<said>.+)$",
    re.IGNORECASE,
)
"""A question whether something has to be so, or can be."""
_STATES = re.compile(
    r"[^\W\d_]{3,}.*?(?:=|\b(?:is|are|equals?|makes?|gives?|adds?|has|have|ist|sind|ergibt|ergeben|macht|hat|haben|gleich)\b)\W*\w",
    re.IGNORECASE,
)
"""Something, and what is said of it."""
_NAMES_ONE = re.compile(
    r"\W*(?:(?:so|and|ok|but|then|also|und|aber|dann)\W+)*(?:is|are|isn'?t|ist|sind)? ?"
    r"(?:it|that|this|there|das|es|dies|what|was|which|welche[rs]?)\b",
    re.IGNORECASE,
)
"""The beginning of a question whether something is the one, or which is."""
_LONGEST_NAME = 5
"""Words up to which a question with its verb in front may only name something."""
_MOST_GROUNDS = 3
"""Steps that are gone back for the theorem behind a relation."""


def plainly(question: str) -> str:
    """Return a yes-or-no question without what softens it: ``does GI have to be as long as RD`` as ``is GI as long as RD``."""
    plain = _CALLED.sub(r"\1", _TAILED.sub("", _SOFT.sub(" ", question.strip(" ?.!"))))
    match = _MODAL.match(" ".join(plain.split()))
    if match is None:
        return " ".join(plain.split())
    is_several = re.search(r"\band\b|\b[a-z]{3,}s$", match["of"]) is not None
    return f"{'are' if is_several else 'is'} {match['of']} {match['said']}"


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


def in_english(text: str) -> str:
    """Return a question in the English that the reader knows; one in English as it is."""
    written = Rewritten(text)
    translate(written)
    return written.text


def says_something(text: str) -> bool:
    """Whether a question holds a statement: "the exterior angle equals the third one, right", and not "is it pythagoras?"."""
    if _NAMES_ONE.match(text):
        return False
    is_turned = re.match(r"\W*(?:is|are|isn'?t|ist|sind)\b", text, re.IGNORECASE) is not None
    return len(text.split()) > _LONGEST_NAME if is_turned else _STATES.search(text) is not None


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
