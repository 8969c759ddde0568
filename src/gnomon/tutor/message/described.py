"""Parts of the figure by where they lie or what they are to others: "the one at Z", "both angles at the crossing".

Of which part such words speak, the place in them tells where they name one ("at the top"); else any part of the kind may be
meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnomon.algebra import Token
from gnomon.tutor.message.vocabulary import MEASURES

_HEADS = frozenset(
    {"one", "ones", "halves", "angles", "sides", "arcs", "legs", "chords", "radii", "parts", "bits", "edges", "corners"}
)
"""Words for parts that something behind them may place."""
_KINDS: dict[str, tuple[str, ...]] = {
    "angles": ("angle",), "corners": ("angle",), "arcs": ("arc", "arc_length"), "sides": ("length",), "edges": ("length",),
    "legs": ("length",), "chords": ("length",), "radii": ("radius", "length"),
}  # fmt: skip
"""What plural words measure; none: anything."""
_ANY = ("angle", "length", "arc", "area")
_LEADING = frozenset({"place", "dimension", "count", "base", "right_angle"})
"""Kinds of word that may stand before the word for the part."""
_ENDING = frozenset({"equals", "add_up", "same", "stop", "arrow", "and", "subject", "hedge", "dimension"})
"""Kinds of word that end a description."""
_BESIDE = frozenset(
    {"next", "beside", "opposite", "across", "facing", "near", "under", "above", "below", "between", "on", "by", "with", "to"}
)
"""Words that begin where something lies, apart from those of kind ``of``."""
_RELATIVE = frozenset({"we", "that", "which", "i", "you", "they", "given", "known", "left"})
"""Words that begin a relative clause: ``the two angles we know``."""
_STANDING = frozenset({"top", "bottom", "middle", "outside", "inside", "third", "last", "missing", "unknown", "remaining"})
"""Places that name a part by themselves: ``the top is 63``."""
LYING = frozenset({"top", "bottom", "upper", "lower", "left", "left hand", "right hand"})
"""Places that the figure shows."""
_OF_SEVERAL = frozenset({"one", "little", "small", "tiny", "each", "every", "single"})
"""Words for one of the pieces of a figure."""
OPEN = "other"
"""The place of a part that may be any of its kind."""


class Described(NamedTuple):
    """A description of a part."""

    sort: str
    """As `gnomon.tutor.message.moves.Description.sort`."""
    word: str
    kinds: tuple[str, ...]
    place: str
    points: tuple[str, ...]
    end: int
    """Index of the token after it."""


class _Where(NamedTuple):
    place: str
    points: tuple[str, ...]
    end: int


def described(tokens: Sequence[Token], index: int) -> Described | None:
    """Return the part that is described from ``index`` on; None where the words are no description, or name it."""
    if index == 0 and tokens[0].kind == "add_up" and tokens[0].text.startswith("together"):
        return _together(tokens)
    at = index
    while (
        at < len(tokens) and tokens[at].kind in {*_LEADING, *({"hedge"} if at > index else ())} and tokens[at].text not in _HEADS
    ):
        at += 1
    if at >= len(tokens):
        return _standing(tokens, index)
    if tokens[at].kind == "remainder":
        return _remainder(tokens, at)
    if tokens[at].kind == "piece" or _is_piece(tokens, index, at) or (tokens[at].kind == "add_up" and at > index):
        return _result(tokens, at)
    if tokens[at].text in _HEADS:
        is_bare = tokens[at].text == "one" and at == index and not _is_placed(tokens, at + 1)
        return None if is_bare else _headed(tokens, index, at)
    return _measured(tokens, index, at) if tokens[at].kind in MEASURES else _standing(tokens, index)


def _is_piece(tokens: Sequence[Token], index: int, at: int) -> bool:
    """Whether one of several triangles that a figure is made of is spoken of: ``one little triangle is``."""
    is_one = any(token.text in _OF_SEVERAL for token in tokens[index:at])
    is_shape = tokens[at].kind in {"triangle", "sector"} and at + 1 < len(tokens) and tokens[at + 1].kind == "equals"
    return is_one and is_shape


def _together(tokens: Sequence[Token]) -> Described | None:
    """Read ``together (they make) 123``: the sum of what was spoken of."""
    end = 1 + (len(tokens) > 1 and tokens[1].text in {"they", "it", "that", "theyre", "both"})
    follows = end < len(tokens) and tokens[end].kind in {"equals", "number"}
    return Described("number", "number", (), "", (), end) if follows else None


def _remainder(tokens: Sequence[Token], at: int) -> Described:
    """Read ``whats left of the 180``."""
    end = at + 1
    if end + 1 < len(tokens) and tokens[end].kind == "of" and tokens[end + 1].kind == "number":
        end += 2 + (end + 2 < len(tokens) and tokens[end + 2].kind == "unit")
    return Described("asked", tokens[at].text, (), "", (), end)


def _result(tokens: Sequence[Token], at: int) -> Described | None:
    """Read what has no name of its own but a size: ``the leftover bit``, ``the two together``."""
    if tokens[at].kind == "add_up":
        return Described("number", "number", (), "", (), at)
    where = where_of(tokens, at + 1)
    return None if where is None else Described("number", "number", (), "", (), where.end)


def _headed(tokens: Sequence[Token], index: int, at: int) -> Described | None:
    """Read ``both angles at the crossing``, ``the one at Z``, whose word for the part stands at ``at``."""
    leading, head = [token.text for token in tokens[index:at]], tokens[at]
    where = where_of(tokens, at + 1)
    if where is None or not _is_subject(tokens, where.end):
        return None
    if where.end < len(tokens) and tokens[where.end].kind == "add_up":
        count = next((token.text for token in tokens[index:at] if token.kind == "count"), "")
        if not count:
            return None  # "opposite angles add to 180" is a theorem
        if head.text == "sides" and count not in {"two", "2"} and not where.place:
            return Described("part", "perimeter", MEASURES["perimeter"], "", (), where.end)
        return Described("number", "number", (), "", (), where.end)  # "the two bottom angles together make 72"
    if where.points and head.text == "one":
        return Described("vertex", "", ("angle",), "", where.points, where.end)
    place = " ".join([*leading, where.place]).strip()
    is_open = head.text != "one" or not set(place.split()) & (LYING | _STANDING)
    kinds = _KINDS.get(head.text, _ANY if is_open else ())
    return Described("part", "one", kinds, f"{place} {OPEN}".strip() if is_open else place, (), where.end)


def _measured(tokens: Sequence[Token], index: int, head: int) -> Described | None:
    """Read ``the angle at the top``, ``the side next to 12``: one part of a kind, with where it lies."""
    where = where_of(tokens, head + 1)
    has_name = where is not None and any(_is_name(tokens, at) for at in range(head, where.end))
    if where is None or has_name or where.points or not where.place or not _is_subject(tokens, where.end):
        return None
    place = " ".join([*(token.text for token in tokens[index:head]), where.place])
    return Described("part", tokens[head].kind, MEASURES[tokens[head].kind], place, (), where.end)


def _is_name(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token names a part by itself: by two letters, or a circle by its centre."""
    return len(tokens[at].points) > 1 or (bool(tokens[at].points) and tokens[at - 1].kind == "circle")


def _is_subject(tokens: Sequence[Token], end: int) -> bool:
    """Whether something is said of what ends here; that several are the same is a comparison of those named before."""
    kinds = [token.kind for token in tokens[end : end + 2] if token.kind != "number" or token.text[0].isdigit()]
    return not kinds or (kinds[0] in {"equals", "add_up", "number"} and "same" not in kinds)


def _standing(tokens: Sequence[Token], index: int) -> Described | None:
    """Read ``the top is 63``: a place that stands for the part there."""
    token = tokens[index]
    is_first = index == 0 or tokens[index - 1].kind in {"stop", "hedge", "equals", "arrow"}
    is_first |= index > 1 and tokens[index - 1].kind == "and" and tokens[index - 2].kind in {"number", "unit"}
    following = tokens[index + 1].kind if index + 1 < len(tokens) else "stop"
    ends = index > 1 and tokens[index - 1].kind == "equals" and following in {"stop", "and"}  # "14 is the bottom"
    is_valued = token.text in {"outside", "inside"} and following == "number"  # "so outside 125"
    if token.text not in _STANDING or not (ends or (is_first and (following == "equals" or is_valued))):
        return None
    return Described("part", "one", ("angle", "length"), token.text, (), index + 1)


def _is_placed(tokens: Sequence[Token], index: int) -> bool:
    return index < len(tokens) and (tokens[index].kind == "of" or tokens[index].text in _BESIDE)


def where_of(tokens: Sequence[Token], index: int) -> _Where | None:
    """Read where a part lies, up to the verb: ``at Z``, ``on the other side of the line``; None where a number is said there.

    What is named there by one letter behind "at" is its vertex; other names only tell it from the rest.
    """
    if index < len(tokens) and tokens[index].text in _RELATIVE:
        end = next((at for at in range(index, len(tokens)) if tokens[at].kind in {"equals", "add_up", "number"}), index)
        return _Where(OPEN, (), end)
    if not _is_placed(tokens, index):
        return _Where("", (), index)
    places: list[str] = []
    points: tuple[str, ...] = ()
    is_near = tokens[index].text not in {"at", "of", "in", "for"}
    end = index
    while end < len(tokens) and tokens[end].kind not in _ENDING:
        token = tokens[end]
        is_last = is_near and end > index and end + 1 < len(tokens) and tokens[end + 1].kind in {"equals", "unit"}
        if (token.kind == "sign" and token.text not in {"'", "(", ")", "°"}) or (token.kind == "number" and not is_last):
            return None  # "next to 52" is a part with that value
        if token.kind == "place":
            places.append(token.text)
        elif token.kind == "name" and token.text != "to" and tokens[end - 1].text == "to":
            return None  # "from P to U" is a name
        elif token.kind == "name":
            is_vertex = len(token.points) == 1 and tokens[end - 1].text in {"at", "of"} and not places
            if points and is_vertex:
                return None
            points = token.points if is_vertex else points
            is_near |= not is_vertex
        end += 1
    if is_near:
        return _Where(" ".join([*places, OPEN]), (), end)
    return _Where(" ".join(places), points, end)
