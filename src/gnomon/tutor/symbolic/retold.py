"""A short answer as the statement that it makes: its message with the judgements on that, or with none on what it leaves open."""

from __future__ import annotations

import re

from gnomon.tutor.message.moves import CLAIMING, Claim, Kind, Move
from gnomon.tutor.symbolic.judged import Judged, Judgement, Way
from gnomon.tutor.symbolic.truth import Truth

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def is_open(judged: Judged) -> bool:
    """Whether a message claims nothing, or no more than a value that is said of nothing."""
    return all(
        move.kind not in CLAIMING or move.claim is None or move.claim.is_of_asked or not move.claim.sides
        for move in judged.message.moves
    )


def with_sums(judged: Judged) -> Judged:
    """Return a calculation that is asked for with its arithmetic as its truth: ``13² is 196``."""
    match judged.judgements:
        case (Judgement(arithmetic=Truth.WRONG, truth=Truth.UNKNOWN) as one,) if one.claim.is_arithmetic:
            return judged._replace(judgements=(one._replace(truth=Truth.WRONG),))
    return judged


def opened(judged: Judged) -> Judged:
    """Return a message with no verdict on a lone value in it."""
    return judged._replace(judgements=tuple(map(_left_open, judged.judgements)))


def lone_opened(judged: Judged) -> Judged:
    """Return one value that is not worked out, and wrong of what is sought, with no verdict: it may be of something else."""
    match judged.judgements:
        case (Judgement(truth=Truth.WRONG) as one,) if not one.claim.shown and one.claim.worked is None:
            return opened(judged)
    return judged


def unsure(judged: Judged) -> Judged:
    """Return a message of which nobody knows whether it is right."""
    open_ = (each._replace(truth=Truth.AMBIGUOUS, way=None, quantity=None, is_answer=False) for each in judged.judgements)
    return judged._replace(judgements=tuple(open_))


def _left_open(judgement: Judgement) -> Judgement:
    """Return a wrong lone value as one of which nobody knows what it is of."""
    if judgement.truth is not Truth.WRONG or not judgement.claim.is_of_asked:
        return judgement
    return judgement._replace(truth=Truth.AMBIGUOUS, quantity=None, is_answer=False, misconception=None)


def in_own_words(found: Judged, judged: Judged) -> Judged:
    """Return the judgements on a whole statement as those on the words that were written of it."""
    text = judged.message.text
    moves: dict[int, Move] = {}
    for move in found.message.moves:
        claim = None if move.claim is None else move.claim._replace(text=text, read=move.claim.plain)
        moves[id(move)] = move._replace(words=text, claim=claim)
    judgements = tuple(
        each._replace(move=moves.get(id(each.move), each.move), claim=each.claim._replace(text=text, read=each.claim.plain))
        for each in found.judgements
    )
    return Judged(found.message._replace(text=text, moves=tuple(moves.values())), judgements)


def answer(judged: Judged, truth: Truth, rules: tuple[str, ...] = ()) -> Judged:
    """Return a message as an answer that states nothing by itself, and no more; ``rules``: that it names."""
    # Who says more than the answer says that first: "ok so pythagoras then. will do it in a sec".
    words = _SENTENCE.split(judged.message.text.strip(), maxsplit=1)[0]
    return with_claim(judged, Claim(words, relation="short answer", rules=rules), truth)


def with_claim(judged: Judged, claim: Claim, truth: Truth, words: str = "", *, ends: bool = True) -> Judged:
    """Return a message with one more claim, in these words, before its others; without words it is that claim and no more."""
    move = Move(Kind.RELATION, words or judged.message.text, claim)
    others = [
        each
        for each in judged.message.moves
        if words and each.kind in CLAIMING and not (each.claim is not None and each.claim.is_of_asked)
    ]
    kept = {id(each) for each in others}
    way: Way | None = "goal" if truth.is_right else None
    first = Judgement(move, claim, truth, way=way)
    rest = [each for each in judged.judgements if id(each.move) in kept]
    message = judged.message._replace(moves=(move, *others), has_unread_end=judged.message.has_unread_end or not ends)
    return Judged(message, (first, *rest))
