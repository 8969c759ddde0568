"""A tutor's turn, cut up for those who look for its question: sentences, what leads to a question, what follows it.

Nothing is read here of what a question asks for; that is done by `gnomon.tutor.message.question` and the readers of answers.
"""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=\S)(?![a-d1-4]\))")
"""Between two sentences; not before an option of a list: ``a) bigger b) smaller``."""
_COLON = re.compile(r"(?<=:)\s+")
LEAD = re.compile(
    r"^\W*(?:(?:so|and|then|now|ok|okay|good|right|well|yes|great|exactly|correct|nice|but|alright|no|hm+"
    r"|please|perfect|super|next|fine|lovely|true|once more|also|in that case"
    r"|tell me|show me|can you (?:tell me|see|say)|could you (?:tell me|say)|do you (?:know|see|remember)"
    r"|let me ask|let's see|just out of interest|out of interest|by the way|in your opinion|just for fun|for fun"
    r"|just by feel|quick question|in words|first|one more)\b[\s,.!:–-]*)+",
    re.IGNORECASE,
)
"""What leads to a question and is none of it."""
_HOW_SURE = r"(?:how|why) (?:do|did|can|could|would) (?:you|we|u) (?:know|tell|see|get|find|work)\b(?: (?:that|it|this|out))*"
_WHY = r"why(?: is (?:that|it))?(?: so)?|how come|because of what|how so"
_AND_WHY = re.compile(rf",? and (?:{_HOW_SURE}|{_WHY}|how|say why|explain why)(?= ?[?.]*$)", re.IGNORECASE)
_FURTHER = re.compile(
    rf"^\W*(?:and )?(?:{_HOW_SURE}.*|{_WHY}|any ideas?|can you (?:see|tell|find)(?: it| that)?|do you (?:see|know)(?: it)?"
    r"|what do you think|any guess(?:es)?|ready|ok|okay)\W*$",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"\b(?:one|another|each|other|second|little|small|smaller|bigger|larger)(?: of (?:the|these|those))?(?:,? \w+)? "
    r"(?:triangle|square|rectangle|circle|trapezoid|quadrilateral|figure|piece|half)s?\b",
    re.IGNORECASE,
)
_HOW_ON = re.compile(r"\bhow (?:do|can|could|would|will|did) (?:you|we|i|u) (?:get|find|go|come|work|reach)\b", re.IGNORECASE)


def sentences_in(turn: str, *, at_colons: bool = False) -> list[str]:
    """Return the sentences of a turn, without empty ones.

    Args:
        turn: of a tutor.
        at_colons: whether a colon ends a sentence, too.
    """
    text = re.sub(r"\s+", " ", turn.replace("’", "'")).strip()
    found = [each.strip() for each in _SENTENCE.split(text)]
    if at_colons:
        found = [piece.strip() for each in found for piece in _COLON.split(each)]
    return [each for each in found if each]


def without_why(question: str) -> str:
    """Return a question without ``and how do you know`` at its end: that asks for a reason besides, and for nothing else."""
    return _AND_WHY.sub("", question)


def leaves_in_play(question: str) -> bool:
    """Whether a question behind another asks on about that: ``What is YHX? Any idea?``."""
    return _FURTHER.match(question) is not None


def asks_of_a_part(turn: str) -> bool:
    """Whether a turn asks something, and not how one would go on: then a number that answers it need not be the final answer."""
    found = [each for each in sentences_in(turn) if each.endswith("?")]
    return bool(found) and _HOW_ON.search(found[-1]) is None


def speaks_of_another(sentence: str) -> bool:
    """Whether a sentence speaks of a figure besides the one that is asked about: ``one little triangle has the side 6``."""
    return _ANOTHER.search(sentence) is not None


__all__ = ["LEAD", "asks_of_a_part", "leaves_in_play", "sentences_in", "speaks_of_another", "without_why"]
