"""Telling a judge's own words from those it quotes: a text under review may hold a rating for itself.

Only the judge's text is known here, so the marks of quoting decide, and what cannot be told is left to whoever compares several
ratings. Words are quoted between quotation marks, in a block quote (``> ...``), between the tags that material stands in in our
prompts (``<explanation-1a2b3c4d>``), or where the words around say whose they are: "the explanation claims: ...", "..., as the
student writes". Code marks (backticks, fences) are dress as often as quotes: they decide only beside words that are in none.
"""

from __future__ import annotations

import re

_REACH = 400
"""Characters to either side that are looked at for marks: a long sentence; it also keeps the time linear in the text."""
_ATTRIBUTION_REACH = 100
"""Characters before that are looked at for words: "the explanation contains the following line:" has half of them."""

_PAIRS = (("“", "”"), ("„", "“"), ("‘", "’"), ("«", "»"), ("「", "」"))
_SPACE_AND_DRESS = " \t*_`"
_SAYING = (
    r"says|said|saying|states|stated|stating|writes?|wrote|written|writing|claims?|claimed|claiming|reads|contains?|contained"
    r"|containing|includes?|included|including|demands?|demanded|demanding|inserts?|inserted|adds|added|repeats|quotes|suggests"
    r"|ends with|ended with|ending with|asks for|asked for|asking for|(?:me|us|you) to (?:give|output|answer|assign)"
    r"|(?:gives?|gave|giving|awards?|awarded|awarding|rates?|rated|grants?|scores?) itself"
)
_FILLING = (
    r"the|a|an|its|their|this|that|own|line|text|words?|phrase|string|following|fake|full|final|marks"
    r"|rating|score|of|with|as"
)
# After a colon the quoted words may begin on a later line; without one they follow on the same.
_ATTRIBUTED_BEFORE = re.compile(
    rf"(?P<own>\b(?:I|we|my \w+|(?:the |my )?(?:final )?(?:rating|judge?ment|verdict))\s+(?:\w+\s+)?)?"
    rf"\b(?:{_SAYING})\b(?:[ \t]+(?:{_FILLING})\b)*(?:[ \t]*:(?:[\s>`~*_#(\[]|text|plaintext)*|[ \t,`*_(]*)\Z",
    re.IGNORECASE,
)
_ATTRIBUTED_AFTER = re.compile(
    r"[ \t*_`),]*(?:(?:is|was) (?:what|claimed|written|given|demanded|quoted|part of|from|in the)\b"
    r"|(?:as|which|so) (?:the|this|it)\b[^.\n]{0,40}\b(?:says|said|claims|claimed|demands|states|stated|writes|wrote|asks)\b"
    r"|\(?(?:quoted|copied) )",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_MATERIAL = re.compile(r"<(/?)([a-z][a-z0-9_]*-[0-9a-f]{8})>")


class Quotes:
    """What is quoted in one text.

    Args:
        text: of a judge.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        fences = [match.start() for match in _FENCE.finditer(text)]
        self._fenced = [(start, end) for start, end in zip(fences[::2], fences[1::2], strict=False)]
        self._material = _between_tags(text)

    def is_quoted(self, start: int, end: int) -> bool:
        """Whether the words from ``start`` to ``end`` are somebody else's, as far as the text shows."""
        text = self._text
        paragraph = text.rfind("\n\n", max(0, start - _REACH), start) + 2
        before = text[max(paragraph, start - _REACH) : start]
        after = text[end : end + _REACH].split("\n\n", 1)[0]
        line = before.rpartition("\n")[2]
        return (
            line.lstrip().startswith(">")
            or _is_between_marks(before, after)
            or any(opening <= start and end <= closing for opening, closing in self._material)
            or _is_attributed(text[max(0, start - _ATTRIBUTION_REACH) : start], after)
        )

    def is_code(self, start: int, end: int) -> bool:
        """Whether the words from ``start`` to ``end`` stand between backticks or in a fence."""
        before = self._text[max(0, start - _REACH) : start].rpartition("\n")[2]
        after = self._text[end : end + _REACH].partition("\n")[0]
        is_inline = before.count("`") % 2 == 1 and "`" in after
        return is_inline or any(opening < start and end <= closing for opening, closing in self._fenced)


def _is_between_marks(before: str, after: str) -> bool:
    if before.count('"') % 2 == 1 and '"' in after:
        return True
    # A straight single quote is an apostrophe more often: it counts only where it touches the words.
    if before.rstrip(_SPACE_AND_DRESS).endswith("'") and after.lstrip(_SPACE_AND_DRESS + ".").startswith("'"):
        return True
    return any(before.rfind(opening) > before.rfind(closing) and closing in after for opening, closing in _PAIRS)


def _is_attributed(before: str, after: str) -> bool:
    said = _ATTRIBUTED_BEFORE.search(before)
    return (said is not None and said["own"] is None) or _ATTRIBUTED_AFTER.match(after) is not None


def _between_tags(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    opened: dict[str, int] = {}
    for tag in _MATERIAL.finditer(text):
        if not tag[1]:
            opened.setdefault(tag[2], tag.end())
        elif tag[2] in opened:
            spans.append((opened.pop(tag[2]), tag.start()))
    return spans
