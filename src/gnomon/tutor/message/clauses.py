"""Clauses: the stretches of formula in a learner's message, with what stands around them.

The stretch decides nothing; what stands around it says whether it is denied, one of several alternatives, or about
something that the reader does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gnomon.algebra import Token
from gnomon.tutor.message.vocabulary import FORMULA_KINDS, MEASURES


class Clause(NamedTuple):
    """A stretch of formula tokens with what stands around it."""

    tokens: list[Token]
    is_denied: bool
    """Said to be not so, or one of several alternatives."""
    stands_alone: bool
    """Whether nothing but hedging stands beside it up to the next stop."""
    starts_with_subject: bool
    """Whether it begins with a word such as ``it``."""
    ends_clean: bool
    """Whether no unknown word follows before the next stop."""
    names_another: bool
    """Whether it begins with a word such as ``it`` after a part of the figure was named, which ``it`` may mean."""


def clauses(tokens: Sequence[Token]) -> Iterator[Clause]:
    """Yield the formula stretches between stops; one that begins with ``=`` belongs to an unknown subject and is left out."""
    sentence: list[Token] = []
    has_named = False
    for token in [*tokens, Token("break", "", "", 0, 0)]:
        if token.kind != "break":
            sentence.append(token)
            continue
        yield from _clauses_of(sentence, has_named=has_named)
        has_named = has_named or any(token.kind == "name" for token in sentence)
        sentence = []


def _clauses_of(sentence: Sequence[Token], *, has_named: bool) -> Iterator[Clause]:
    pieces = [part for piece in _pieces(sentence) for part in _unpaired(piece)]
    has_alternative = any(token.kind == "alternative" for token in sentence)
    telling = [sum(token.kind not in {"hedge", "correction", "skipped"} for token in piece) for piece in pieces]
    num_telling = sum(telling)
    for i, piece in enumerate(pieces):
        if piece[0].kind not in FORMULA_KINDS:
            continue
        run = _trimmed(piece)
        before = pieces[i - 1] if i else []
        after = pieces[i + 1] if i + 1 < len(pieces) else []
        if not run:
            continue
        speaks_of_unknown = run[0].kind == "equals" and bool(before) and before[-1].kind in {"other", "and"}
        run = run[1:] if run[0].kind == "equals" else run
        if not run or (speaks_of_unknown and len(run) > 1):
            continue
        run = _with_equals(run)
        yield Clause(
            run,
            is_denied=_denies(before) or (has_alternative and any(token.kind == "number" for token in run)),
            stands_alone=not speaks_of_unknown and num_telling == telling[i],
            starts_with_subject=run[0].kind == "subject",
            ends_clean=not after or after[0].kind in {"hedge", "correction"},
            names_another=has_named and run[0].text.lower() in {"it", "its", "it's"},
        )


def _pieces(sentence: Sequence[Token]) -> Iterator[list[Token]]:
    """Cut a sentence into alternating stretches of formula and other tokens."""
    piece: list[Token] = []
    for i, raw in enumerate(sentence):
        token = _resolved(raw, piece, sentence[i + 1 :])
        is_formula = token.kind in FORMULA_KINDS
        if piece and (is_formula != (piece[0].kind in FORMULA_KINDS) or (is_formula and _starts_anew(piece, token))):
            yield piece
            piece = []
        if is_formula and piece and piece[-1].kind == "name" and token.kind == "number" and len(piece[-1].points) > 1:
            piece.append(Token("equals", "", "", token.start, token.start))
        piece.append(token)
    if piece:
        yield piece


def _resolved(token: Token, piece: Sequence[Token], following: Sequence[Token]) -> Token:
    """Give a colon its meaning: ``AB: 4`` states a value, ``AB = 6 : 4`` divides, anything else stops."""
    if token.kind != "colon":
        return token
    if any(other.kind == "equals" for other in following):
        return token._replace(kind="other")
    if any(other.kind == "equals" for other in piece):
        return token._replace(kind="divided")
    return token._replace(kind="equals" if piece and piece[-1].kind == "name" else "other")


def _unpaired(piece: list[Token]) -> list[list[Token]]:
    """Cut at an ``and`` that joins two statements rather than two names."""
    for i, token in enumerate(piece):
        if token.kind == "and" and not _joins_names(piece, i):
            return [part for part in (piece[:i], *_unpaired(piece[i + 1 :])) if part]
    return [piece]


def _joins_names(piece: Sequence[Token], at: int) -> bool:
    following = next((token for token in piece[at + 1 :] if token.kind not in {"angle", "length", "of"}), None)
    before = piece[:at]
    return (
        bool(before)
        and before[-1].kind == "name"
        and following is not None
        and following.kind == "name"
        and all(token.kind != "equals" for token in before)
    )


def _denies(before: Sequence[Token]) -> bool:
    """Whether a negation stands right before, at most a hedge in between: what is denied farther off is something else."""
    return any(token.kind == "negation" for token in before[-2:]) and before[-1].kind != "other"


def _starts_anew(run: Sequence[Token], token: Token) -> bool:
    """Whether a token cannot go on the run: two values side by side are two statements."""
    last = next((t for t in reversed(run) if t.kind not in {"skipped", "of"}), None)
    if last is None:
        return False
    if last.kind == "name" and len(last.points) > 1 and token.kind == "number" and all(t.kind != "equals" for t in run):
        return False
    if token.kind == "subject":
        return last.kind != "equals"
    values = {"number", "name", "letter", ")"}
    return last.kind in values and (
        token.kind in {"number", "name", "subject", "hypotenuse"} or (token.kind in MEASURES and last.kind != "number")
    )


_LOOSE = {"skipped", "of", "times", "divided", "plus", "and", "same", "add_up"}
"""Kinds that need something on both sides: at an end of a run they belong to the words around it."""


def _trimmed(run: Sequence[Token]) -> list[Token]:
    start, end = 0, len(run)
    while start < end and run[start].kind in _LOOSE | {")"}:
        start += 1
    if not any(token.kind == "and" for token in run[start:end]):
        while end > start and run[end - 1].kind in _LOOSE | {"equals", "minus", "("}:
            end -= 1
    return list(run[start:end])


def _with_equals(chain: list[Token]) -> list[Token]:
    """Read ``I got 57`` as ``it = 57`` and ``I got x = 57`` as ``x = 57``."""
    if len(chain) > 1 and chain[0].kind == "subject" and chain[1].kind in {"name", "letter", "hypotenuse", *MEASURES}:
        return chain[1:]
    if len(chain) > 1 and chain[0].kind == "subject" and all(token.kind != "equals" for token in chain[:2]):
        return [chain[0], Token("equals", "", "", chain[0].end, chain[0].end), *chain[1:]]
    return chain


def split_at(run: Sequence[Token], kind: str) -> list[list[Token]]:
    """Cut a run at every token of ``kind``."""
    parts: list[list[Token]] = [[]]
    for token in run:
        if token.kind == kind:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts
