"""Several questions in one turn of another tutor, and the answers to them: "What is x, and how big is K then?" "x = 10, and 60".

Each question is read as a turn of its own, each part of the message as the answer to its question. Where every part is read,
they are judged together: right, wrong, or mixed. Where one is not, what is right of another says nothing of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import Kind, Move
from gnomon.tutor.message.turns import LEAD, leaves_in_play, sentences_in, without_why
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.retold import opened, unsure

Answered = Callable[[str, str], Judged]
"""Reads and judges a message as the answer to a turn."""
_MOST_WORDS = 24
"""Words of a message that is cut into answers."""
_NEXT_QUESTION = re.compile(
    r"[,;]? and (?=(?:how|what|which|where|is|are|does|do|who|tell me)\b)|\?,? (?:and )?(?=how|what|which|is|are)", re.IGNORECASE
)
_TWO_NAMED = re.compile(
    r"^(?P<verb>name(?: me)?|tell me|show me|give me|find|which (?:side|line|segment|angle|point)s? (?:is|are)) "
    r"(?P<one>(?:the|our) [\w ]+?),? and (?P<other>(?:the|our|its) [\w ]+)$",
    re.IGNORECASE,
)
_TWO_THINGS = re.compile(r"^(?:tell me |name |say )?(?:what )?two (?:things|facts)\b", re.IGNORECASE)
_JOINTS = (
    re.compile(r"(?<=[a-z\d])[.;]\s+(?:and |so )?", re.IGNORECASE),
    re.compile(r",\s*(?:and|but|so)\s+(?:that |it )?", re.IGNORECASE),
    re.compile(r"\s+(?:and|but)\s+", re.IGNORECASE),
    re.compile(r",\s*(?:so\s+)?", re.IGNORECASE),
)
"""What joins answers, the surest first."""
_ECHO = re.compile(r"^(?:the |our )?(?P<what>\w+) (?:is|are) (?P<answer>.+)$", re.IGNORECASE)
"""An answer that names what was asked for: ``the height is CS``."""


class Several:
    """Reads answers to several questions.

    Args:
        answered: reads and judges a message as the answer to a turn with one question.
    """

    def __init__(self, answered: Answered) -> None:
        self._answered = answered

    def judged(self, judged: Judged, turn: str) -> Judged | None:
        """Return a message as the answers to the questions of a turn; None where there is one question, or nothing to cut.

        Args:
            judged: the message, judged as one answer.
            turn: of a tutor.
        """
        text, turns = judged.message.text, questions_apart(turn)
        if len(turns) < 2 or len(text.split()) > _MOST_WORDS:
            return None
        is_half_read = False
        for pieces in parts_of(text, len(turns)):
            found = [self._one(piece, one) for piece, one in zip(pieces, turns, strict=True)]
            answers = [each for each in found if each is not None]
            is_half_read |= bool(answers)
            if len(answers) == len(found):
                return _together(judged, pieces, answers)
        if is_half_read and judged.verdict in {"right", "rounded"} and not judged.solved:
            return unsure(judged)
        is_lone = judged.verdict == "wrong" and len(judged.judgements) == 1
        return opened(judged) if is_lone else None

    def _one(self, piece: str, turn: str) -> Judged | None:
        """Return a part of the message as the answer to its question; None where that is not sure."""
        found = self._answered(piece, turn)
        echo = _ECHO.match(piece) if found.verdict == "none" else None
        if echo is not None and re.search(rf"\b{re.escape(echo['what'].rstrip('s'))}", turn, re.IGNORECASE):
            found = self._answered(echo["answer"], turn)
        return found if found.verdict in {"right", "rounded", "wrong"} else None


def questions_apart(turn: str) -> tuple[str, ...]:
    """Return a turn with each of the questions at its end alone, without those that only ask for the reason; one: as it is."""
    sentences = sentences_in(turn)
    while len(sentences) > 1 and leaves_in_play(sentences[-1]) and sentences[-2].endswith("?"):
        sentences.pop()
    if not sentences:
        return ()
    before, last = sentences[:-1], without_why(sentences[-1])
    questions = [last]
    if before and before[-1].endswith("?") and last.endswith("?"):
        questions = [before.pop(), last]
    told = " ".join(before)
    found = [each for question in questions for each in _split(question)]
    return tuple(f"{told} {each.strip(' ,?.!')}?".strip() for each in found)


def _split(question: str) -> list[str]:
    bare = LEAD.sub("", question).strip(" ?.!")
    bare = re.sub(r",? please$", "", bare)
    if (two := _TWO_NAMED.match(bare)) is not None:
        return [f"{two['verb']} {two[part]}" for part in ("one", "other")]
    if _TWO_THINGS.match(bare):
        return [bare, bare]
    noun = re.match(r"which (\w+?)s? (?:is|are)\b", bare, re.IGNORECASE)
    found = [re.sub(r"^tell me (?=what|which|how|who|where)", "", each) for each in _NEXT_QUESTION.split(bare) if each]
    return found if noun is None else [re.sub(r"^which one(?=s?\b)", f"which {noun[1]}", each) for each in found]


def parts_of(message: str, count: int) -> Iterator[tuple[str, ...]]:
    """Yield a message cut into as many answers as there are questions, where it is surest first."""
    for joint in _JOINTS:
        found = tuple(piece.strip(" ,.") for piece in joint.split(message) if piece.strip(" ,."))
        if len(found) == count:
            yield found


def _together(judged: Judged, pieces: Sequence[str], answers: Sequence[Judged]) -> Judged:
    """Return the answers as one message, each a claim of its own."""
    moves: list[Move] = []
    judgements: list[Judgement] = []
    for piece, answer in zip(pieces, answers, strict=True):
        own = [_said(each, piece) for each in answer.judgements]
        moves += [each.move for each in own]
        judgements += own
    message = Message(judged.message.text, tuple(moves), judged.message.rules)
    return Judged(message, tuple(judgements))


def _said(judgement: Judgement, piece: str) -> Judgement:
    """Return a judgement as that on a claim: what answers a question is a statement with it."""
    claim = judgement.claim._replace(text=piece, read=judgement.claim.plain)
    kind = Kind.VALUE if claim.relation == "short answer" else judgement.move.kind
    return judgement._replace(move=judgement.move._replace(kind=kind, words=piece, claim=claim), claim=claim)


__all__ = ["Several", "parts_of", "questions_apart"]
