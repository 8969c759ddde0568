"""Words that point: a learner's "this angle" as the part that the pen marked, a tutor's "∠RTS" tied to its highlight.

A deictic word is only replaced where one marked part fits it and no other; what could mean two parts stays as it was said, and
the tutor asks. Nothing here knows a proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from gnomon.figure import Element
from gnomon.packaged import packaged_yaml

Pen = Literal["green", "brown"]
_PREFIX = {
    "angle": r"(?:(?:the )?angles? |∠ ?|Winkel )",
    "arc": r"(?:(?:the )?arc |Bogen )",
    "line": r"(?:(?:segment|side|line) )",
}
"""What may stand before the letters of a part and then belongs to its name."""


class Mark(NamedTuple):
    """A part that is marked."""

    element: Element
    pen: Pen


class Piece(NamedTuple):
    """A part of a text; with what it refers to, where it does."""

    text: str
    mark: Mark | None = None


class Pointed(NamedTuple):
    """What a learner said, and what the tutor reads."""

    pieces: tuple[Piece, ...]
    """As it was said, cut where it points."""
    utterance: str
    """With the names of the marked parts in place of the words that point."""


def resolved(text: str, marks: Sequence[Mark], language: str = "en") -> Pointed:
    """Turn words that point into the marked parts that they mean.

    Args:
        text: what the learner said.
        marks: the parts that the learner has marked.
        language: of the words, as a code; one that there are no words for is left alone.

    Returns:
        The text in pieces, and with each deictic phrase replaced by kind and name ("this angle" by "angle RTS", "these sides"
        by "segments AB and BC"), where exactly one marked part, or for a plural all of a kind, can be meant.
    """
    if not marks or language not in _words():
        return Pointed((Piece(text),), text)
    pieces: list[Piece] = []
    written: list[str] = []
    end = 0
    for match in _pattern(language).finditer(text):
        meant = _meant(match, marks, language)
        if not meant:
            continue
        before = text[end : match.start()]
        pieces += [Piece(before), Piece(match[0], meant[0])]
        written += [before, _named(meant, language)]
        end = match.end()
    pieces.append(Piece(text[end:]))
    return Pointed(tuple(piece for piece in pieces if piece.text), "".join([*written, text[end:]]))


def tied(text: str, marks: Sequence[Mark]) -> tuple[Piece, ...]:
    """Cut a tutor's text where it names what it highlights, by letters in either direction or by a printed text.

    A single letter is a name only after a word for a point: "A" also begins sentences.
    """
    names = {name: mark for mark in marks for name in _names(mark.element)}
    if not names:
        return (Piece(text),)
    longest_first = sorted(names, key=len, reverse=True)
    found: list[Piece] = []
    end = 0
    for match in re.finditer("|".join(longest_first), text):
        mark = next(mark for pattern, mark in names.items() if re.fullmatch(pattern, match[0]))
        found += [Piece(text[end : match.start()]), Piece(match[0], mark)]
        end = match.end()
    found.append(Piece(text[end:]))
    return tuple(piece for piece in found if piece.text)


@cache
def _words() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "deixis.yaml")
    return table


@cache
def _pattern(language: str) -> re.Pattern[str]:
    words = _words()[language]
    nouns = _either([noun for kind in words["kinds"].values() for number in kind.values() for noun in number])
    pens = _either([name for names in words["pens"].values() for name in names])
    this, the = _either(words["this"]), _either(words["the"])
    # A noun with letters after it is named already.
    noun = rf"(?P<noun>{nouns})\b(?! ?∠| (?-i:[A-Z]+)\b)"
    patterns = [rf"\b(?:(?P<this>{this}) (?:(?P<pen>{pens}) )?|(?:{the}) (?P<its_pen>{pens}) ){noun}"]
    if words["alone"]:
        # Before a verb or at the end of a clause: "that" also joins clauses, and "this" comes before other nouns.
        patterns.append(rf"\b(?:{_either(words['alone'])})(?=\s+(?:is|are|has|equals|must)\b|\s*[=?.!,;:]|\s*$)")
    return re.compile("|".join(patterns), re.IGNORECASE)


def _either(words: Sequence[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _meant(match: re.Match[str], marks: Sequence[Mark], language: str) -> list[Mark]:
    """Return the marks that a phrase means; none where it is not clear."""
    words = _words()[language]
    noun, pen = (match["noun"] or "").lower(), (match["pen"] or match["its_pen"] or "").lower()
    fitting = list(marks)
    is_one, is_many = True, False
    if noun:
        nouns = {
            kind: {number: [each.lower() for each in named] for number, named in both.items()}
            for kind, both in words["kinds"].items()
        }
        kind = next(kind for kind, both in nouns.items() if noun in both["one"] + both["many"])
        is_one, is_many = noun in nouns[kind]["one"], noun in nouns[kind]["many"]
        fitting = [mark for mark in fitting if mark.element.kind == kind]
    if pen:
        fitting = [mark for mark in fitting if pen in words["pens"][mark.pen]]
    if is_one and is_many:  # the noun does not tell
        is_many = (match["this"] or "").lower() in words["several"]
    return fitting if (len(fitting) > 1 if is_many else len(fitting) == 1) else []


def _named(meant: Sequence[Mark], language: str) -> str:
    words = _words()[language]
    kind = meant[0].element.kind
    if kind not in words["kinds"] or len({mark.element.kind for mark in meant}) > 1:
        return f" {words['and']} ".join(mark.element.name for mark in meant)
    noun = words["kinds"][kind]["many" if len(meant) > 1 else "one"][0]
    names = [mark.element.name for mark in meant]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {words['and']} {names[-1]}"
    return f"{noun} {listed}"


def _names(element: Element) -> Iterator[str]:
    """Yield patterns of the ways in which a text names an element."""
    if element.kind == "label":
        text = re.escape(element.name)
        yield rf"\bpoint {text}\b" if len(element.name) == 1 else rf"(?<![\w]){text}(?![\w])"
        return
    ways = [element.points, element.points[::-1]]
    if element.kind == "polygon":
        # Around it from any corner. In any order there would be 40,320 names of an octagon.
        ways = [way[at:] + way[:at] for way in ways for at in range(len(way))]
    prefix = _PREFIX.get(element.kind, "")
    for way in dict.fromkeys(ways):
        yield rf"{prefix}?\b{re.escape(''.join(way))}\b(?!')" if prefix else rf"\b{re.escape(''.join(way))}\b"
