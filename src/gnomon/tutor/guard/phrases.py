"""Phrases of tutor talk that the answer guard goes by, as patterns: asking, refuting, ruling out, hinting at neighbours.

Each is compiled once, ignores case unless it says otherwise, and has no nested repetition. It leaves out what a number is
(`gnomon.algebra`) and what is asked (`gnomon.tutor.guard.protected`).
"""

from __future__ import annotations

import re


def _any(*words: str) -> str:
    """Return a pattern for any of ``words``, each a small pattern of its own, parted by ``|``."""
    return f"(?:{'|'.join(words)})"


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


_OPENING = "so|now|and|then|well|ok|okay|first|next|good|great|right|please|yes|no|but|exactly|fine|alright"
_OPENERS = rf"^\W*(?:(?:{_OPENING})\b\W*)*"
_WH = _any("what|how|which|where|why|when")
_REQUESTS = _any(
    "can you|could you|would you|will you|try|work|find|calculate|compute|evaluate|simplify|add|subtract|take|divide",
    "multiply|use|solve|do|check|write|enter|type|look|once|let's|let us|double|halve|square|go ahead",
)
_WHAT_COMES = r"what (?:do|does|is|are|will|would|comes)|how much|calculate|compute|evaluate|simplify"

ASKS = _compile(
    rf"{_OPENERS}{_WH}\b.*\?\W*$|{_OPENERS}{_REQUESTS}\b"
    rf"|\b(?:{_WHAT_COMES}|how many|work (?:it |that |this )?out)\b|(?:=|\bwhat)\W*$"
)
"""A sentence that asks the student to work something out."""
ASKS_FOR_RESULT = _compile(rf"\b(?:{_WHAT_COMES}|work (?:it|that|this) out|carry|can you (?:work|finish|do))\b")
"""A sentence that asks what the calculation before it comes to."""
WH_QUESTION = _compile(rf"^\W*(?:(?:so|now|and|then|well|but)\W+)*{_WH}\b")
TAG_QUESTION = _compile(r"^\W*(?:(?:so|and|but|then)\W+)?(?:is|would|are|could|ca|wo|should)n't\b|^\W*can't\b")
"""A sentence such as "Isn't it 57?", whose "not" refutes nothing."""

_NEGATION = _any(
    "not|never|neither|nor|cannot be|can't be|isn't|aren't|wasn't",
    "rather than|instead of|different from|other than",
)
NOT_BEFORE = _compile(rf"\b{_NEGATION}\s*(?:(?:be|equal|equal to|exactly|really|the|just|quite|about|as|a|it|to)\s+){{0,3}}$")
"""Stands right before something that is refuted."""
NOT_AFTER = _compile(
    r"^[^\w,;.?!]{0,3}(?:degrees\W+|cm\W+)?(?:(?:is|was|would be|can(?:no|')t be|seems|looks)\s*(?:\w+ )?"
    r"(?:too|not|wrong|incorrect|impossible)|(?:is not|isn't|would not|wouldn't|cannot|can't|does not|doesn't))\b"
)
"""Follows something that is refuted."""
REFUTES = _compile(
    r"\b(?:not|neither|nor|ruled? out|eliminate|cannot|can't|isn't(?! it\b| that\b)|aren't"
    r"|too (?:big|large|small|high|low)|wrong|incorrect"
    r"|exclude|cross out|impossible|doesn't(?! it\b| that\b)|does not|out of the question|no good)\b"
)
"""A sentence that rules options out."""

COPULA = _compile(r"=|≈|\b(?:is|are|be|equals?|measures?|has|get|gives?|comes?|as (?:large|long|big) as|becomes)\b|'s\b")
"""Joins the unknown with its value."""
AFTER_UNKNOWN = _compile(r"^\W{0,3}(?:degrees|cm)?\W*(?:is|gives|would be|must be|are|equals|=)")
"""Joins a value with the unknown that follows it."""
SENTENCE_END = _compile(r"(?<=[.!?])[\"')\]]?\s+|\n+")
SPELLED = _compile(r"\b[A-Za-z](?:[-.·][A-Za-z]){2,}\b")
"""A word spelled letter by letter."""

_CHOOSING = _any(
    "options?|choices?|answers?|letters?|pick|choose|select|go(?:ing)? (?:with|for)",
    "it'?s|it is|it must be|leaves(?: us with)?",
)
OPTION = re.compile(
    rf"\b(?i:{_CHOOSING})\s*(?:(?i:is|letter|option|choice|only)\b)?\s*[:\"']?\(?([A-H])\b(?!')"
    r"|\(([A-H])\)|\b([A-H]) is (?:right|correct|the)\b"
)
"""An option named by its letter, a capital."""
BARE_LETTER = re.compile(r"(?<![A-Za-z'∠])([A-H])(?![A-Za-z'])")
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
PLACE = _compile(
    rf"\b({'|'.join(PLACES)}|last) (?:option|choice|answer|one of the (?:options|choices)"
    r"|one (?:is (?:right|correct|possible|the answer)|fits|works))\b"
)
"""An option named by its place."""

OPERAND = _compile(r"\b(?:(?:divid|multipl)\w+ (?:[\w'²]+ ){0,5}by|(?:add|subtract)(?:ing)?|take away)\s*$")
"""Stands right before the operand of an instruction: "divide both sides by"."""
TENS_AND_ONES = _compile(r"^ tens?\b.{0,12}$")
"""Joins the tens and the ones of a number that is built up from them."""

_COMPARATIVE = _any("more|bigger|larger|greater|higher|smaller|less|lower")
RANGE = _compile(rf"\b(?:between|above|over|below|under|{_COMPARATIVE} than)\b")
JUST_BESIDE = _compile(
    r"\b(?:just|right|slightly|a (?:little|bit|touch|hair)|barely|one) "
    r"(?:under|over|below|above|less than|more than|short of|shy of)\s*$"
    r"|\b(?:almost|nearly|next (?:whole )?number (?:after|before))\s*$"
)
"""Stands right before a neighbour of the value that is meant."""
_TOO = r"too (?:high|low|big|small|large|much|many|little|long|short)"
OFFSET = _compile(
    rf"^\s*(?:degrees?|°|units?|cm|m)?\s*(?:{_TOO}|more|less|greater|bigger|smaller|larger|above|below|off|away|over|under)\b"
    r"(?! than \d)"
)
"""Follows the distance between a number and the one that is meant."""
