"""Numbers as learners write them, put as the reader knows them: ``sqrt(3)``, ``nine twentyfifths``, ``6:9 = 8:?``."""

from __future__ import annotations

import re
from collections.abc import Collection

from gnomon.tutor.message.rewriting import Rewritten

_OPEN = "x"
"""What a gap in a proportion is called."""
_GAP = re.compile(r"(?P<before>\d ?[:/] ?\d[\d.]* ?= ?[\d.]+ ?[:/] ?)\?\W*$")
"""A question mark for the size that is sought: ``6:9 = 8:?``."""
_ROOT = re.compile(r"\bsqrt ?(?=[(\d])", re.IGNORECASE)
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_SHARE_WORDS = re.compile(rf"\b({'|'.join(_COUNTS)}) ({'|'.join(_TENS)})-?({'|'.join(_ORDINALS)})s?\b", re.IGNORECASE)
"""A share with a denominator of two words: ``nine twenty-fifths``, ``nine twentyfifths``."""
_SHARE_OF = re.compile(r"(?<![\d./])(\d+ ?/ ?\d+) of (?=\d)", re.IGNORECASE)
"""A share of a number: ``4/10 of 75``."""
_NEARLY = re.compile(r"(?P<value>\d(?:\s?(?:mm|cm|dm|km|m|°|degrees?|deg)[²³]?)?) (?:nearly|almost|or so|ish)\W*$", re.IGNORECASE)
"""Behind a value it says that this is rounded: ``7.9 m nearly``, ``10.4 or so``."""
_PI_TAKEN = re.compile(
    r"\b(?:if|when) (?:you|u|i|we) (?:take|use) (?:pi|π) (?:as|for|=|to be) ?(?:3[.,]14\d*|22/7|3)\b", re.IGNORECASE
)
"""With what π somebody has worked: ``188.4 if you take pi as 3.14``."""


_NEXT_EQUATION = re.compile(
    r"(?P<end>= ?-?\d+(?:[.,]\d+)?)\s+(?=\d+(?:[.,]\d+)? ?[²³]?(?: ?[-:*·+^]| ?/ ?\d+ ?[-=*·+]| ?[²³]? ?=))"
)
"""Where one equation ends and the next begins, with a space between them: ``17²=289 8²=64``, ``54:2=27 27:12=2,25``."""
_SO = re.compile(r"(?<=\d) +also +(?=-?\d*[a-z] ?=)")
"""German for "so", between two equations: ``5x+4=84 also 5x=80``."""
_GIVES = re.compile(r"(?P<first>=[^=,;\n]*?) (?:gives|means|becomes|ergibt|gibt) (?=[^=,;\n]{1,20}=)")
"""Leads from one equation to the next: ``5x+1 = 7x-13 gives 14 = 2x``."""
_NAME_DIVIDED = re.compile(r"(?P<name>[-*·+] ?[A-Za-z]{2}):(?=\d)")
"""A part within a calculation that a number divides: ``12*fq:2``."""


def shares_in(text: str) -> list[tuple[int, int]]:
    """Return the shares in a text whose denominators are two words, each with what stands above and below its line."""
    return [_above_and_below(match) for match in _SHARE_WORDS.finditer(text)]


def _above_and_below(match: re.Match[str]) -> tuple[int, int]:
    above, tens, units = (word.lower() for word in match.groups())
    return _COUNTS.index(above) + 1, 10 * (_TENS.index(tens) + 2) + _ORDINALS.index(units) + 1


def _share(match: re.Match[str]) -> str:
    above, below = _above_and_below(match)
    return f"{above}/{below}"


def write_plainly(written: Rewritten, letters: Collection[str]) -> None:
    """Put numbers plainly.

    Args:
        written: the message.
        letters: of the problem: a gap in a proportion is none of them.
    """
    written.sub(_PI_TAKEN, lambda _: " ")
    written.sub(_NEXT_EQUATION, lambda match: f"{match['end']}, ")
    written.sub(_SO, lambda _: ", so ")
    written.sub(_GIVES, lambda match: f"{match['first']}, so ")
    written.sub(_NAME_DIVIDED, lambda match: f"{match['name']}/")
    written.sub(_NEARLY, lambda match: f"{match['value']} roughly")
    written.sub(_ROOT, lambda _: "√")
    written.sub(_SHARE_WORDS, _share)
    written.sub(_SHARE_OF, lambda match: f"({match[1]}) * ")
    if _OPEN not in letters:
        written.sub(_GAP, lambda match: f"{match['before']}{_OPEN}")
