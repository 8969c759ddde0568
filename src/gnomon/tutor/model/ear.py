"""A model as the tutor's second ear: it names the moves of a message that is told in words, and judges nothing.

What it names counts only where it rests on the learner's words and on the figure (`gnomon.tutor.message.resolving`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from gnomon.algebra import read_numbers, split_points
from gnomon.dialogue import Dialogue, HeardMove, StudentTurn, TutorTurn
from gnomon.geometry import Proof
from gnomon.models import Model, Request, ResponseSchema, object_schema
from gnomon.problem import FACT_KINDS, Problem
from gnomon.prompts import fence, load
from gnomon.replies import parse_moves
from gnomon.tutor.asking import SERVER_DEFAULTS, ModelReply, Sampling, make_request
from gnomon.tutor.message.formal import SPOKEN_OF
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import AT_ODDS, CLAIMING, Kind
from gnomon.tutor.message.resolving import OFFERED, resolve
from gnomon.tutor.message.sayings import sayings
from gnomon.tutor.message.vocabulary import LONGEST_MESSAGE
from gnomon.tutor.model.asked import PATIENCE, ask_in_time
from gnomon.tutor.model.choosing import which_reading
from gnomon.tutor.model.said import Said, said_in
from gnomon.tutor.symbolic.diagnosis import Diagnostician, before_message, questions_of
from gnomon.tutor.symbolic.doubting import speaks_of_all
from gnomon.tutor.symbolic.hearing import SILENT, Hearing
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.truth import Truth

_PROMPT = "tutor/hear"
_NOT_READABLE = "the reply could not be read"
_NOT_READ = frozenset({Kind.UNREAD, Kind.OTHER_LANGUAGE})
_ACCOUNTED_FOR = frozenset({Kind.DENIAL, Kind.GUESS, Kind.DOUBT, Kind.INJECTION, Kind.AUTHORITY, Kind.ASKS_ANSWER})
"""Kinds in which a number or a name of a part is no claim."""
_NOT_CLAIMED = frozenset(
    {
        Kind.DENIAL,
        Kind.GUESS,
        Kind.DOUBT,
        Kind.ASKS_MEANING,
        Kind.ASKS_WHAT_TO_DO,
        Kind.ASKS_ANSWER,
        Kind.AUTHORITY,
        Kind.OFF_TOPIC,
    }
)
"""Kinds by which a model says that nothing is claimed."""
_ANSWERED = frozenset({Kind.PLAN, Kind.DOUBT})
"""Kinds that claim nothing, and are answered by what they rest on."""
_TALK = frozenset({Kind.GREETING, Kind.ACKNOWLEDGEMENT, Kind.FEELING, Kind.OFF_TOPIC, Kind.EMPTY, Kind.INJECTION})
"""Kinds in which nothing is said of the figure."""
_NAME = re.compile(r"\b[A-Z](?:['′]?[A-Z])+\b")
_MOST_MOVES = 12
"""Of one message; a model that lists more has lost itself."""


When = Literal["unsure", "words"]
_FEWEST_WORDS = 2
"""Of a message that is told in words: fewer stand beside formulas, values and names."""
_MOST_TALKED = 5
"""Words of a message that says nothing of the figure: in more of them the grammar may have missed what is said."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_POINT = re.compile(r"(?<![^\W\d_'])[B-HJ-Z](?![^\W\d_'])")
"""The letter of a point, and no "I"."""


@dataclass(frozen=True)
class ModelEar:
    """See the module.

    Args:
        model: who is asked.
        sampling: temperature, token limit and seed.
        patience: seconds to wait for it.
        when: it is asked: ``unsure``, where the grammar leaves a meaning open; ``words``, also where a message is told in words,
            or answers the question of a tutor that notes nothing of what it asks.
    """

    model: Model
    sampling: Sampling = SERVER_DEFAULTS
    patience: float = PATIENCE
    when: When = "words"

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    async def hear(self, dialogue: Dialogue, reader: Diagnostician) -> Hearing:
        """Return what the learner's last message says, where the grammar alone is not enough.

        A verdict needs both: where the grammar's and the model's reading come to different ones, the model is shown both, and
        asked which is the learner's (`which_reading`). Else the message counts as not read, and the tutor asks.
        """
        said = dialogue.turns[-1] if dialogue.turns else None
        if not isinstance(said, StudentTurn) or len(said.utterance) > LONGEST_MESSAGE:
            return SILENT
        diagnosis = reader.diagnose(dialogue)
        judged = diagnosis.last
        turn = dialogue.turns[-2] if len(dialogue.turns) > 1 else None
        asked = turn if isinstance(turn, TutorTurn) else None
        unsure = judged is not None and is_unsure(judged, reader.problem)
        is_told = judged is not None and (is_prose(judged.message) or is_unsettled(judged))
        if judged is None or not (unsure or (self.when == "words" and (is_told or questions_of(asked)))):
            return SILENT
        shown = said_in(dialogue, reader.problem)
        reply = await ask_in_time(self.model, self._request(shown, reader.proof), self.patience)
        if isinstance(reply, str):
            return Hearing(notes=(reply,))
        heard, is_whole = _heard(reply, judged.message, reader, before_message(diagnosis.exchanges[:-1], asked))
        if not heard.moves:
            return heard
        other = reader.diagnose(dialogue, heard.moves).last
        assert other is not None  # the same message
        if not is_whole and other.verdict in {"right", "rounded"} and judged.verdict != other.verdict:
            return heard._replace(moves=() if judged.verdict in {"wrong", "mixed"} else _unread(judged.message))
        return heard if unsure else await self._agreed(judged, other, heard, shown, is_whole=is_whole)

    async def _agreed(self, judged: Judged, other: Judged, heard: Hearing, said: Said, *, is_whole: bool) -> Hearing:
        """Return what counts of what was heard, beside the grammar's reading."""
        settled = _settled(judged, other, heard.moves, is_whole=is_whole)
        # An answer that the grammar sees is not argued away; and beside what nobody could judge, nothing is called right.
        is_argued = judged.solved and not other.solved
        is_open = other.verdict in {"right", "rounded"} and any(
            each.truth is Truth.UNKNOWN and each.move.kind is not Kind.WORKING for each in other.judgements
        )
        is_at_odds = any(move.says == AT_ODDS for move in settled) or (not settled and _is_hidden(judged, other, heard.moves))
        if is_argued or is_open or not is_at_odds:
            return heard._replace(moves=settled)
        found = await which_reading(self.model, said, (judged, other), sampling=self.sampling, patience=self.patience)
        asked_twice = heard._replace(
            notes=(*heard.notes, *found.notes), usage=heard.usage + found.usage, seconds=heard.seconds + found.seconds
        )
        return asked_twice._replace(moves=settled if found.place is None else heard.moves if found.place else ())

    def _request(self, said: Said, proof: Proof) -> Request:
        fenced = fence(said.texts)
        filled = load(_PROMPT).fill(
            code=fenced.code,
            **fenced.blocks,
            **said.figure,
            relations={kind: meaning.points for kind, meaning in FACT_KINDS.items()}
            | {kind: spoken.points for kind, spoken in SPOKEN_OF.items()},
            sayings={saying.id: saying.says for saying in sayings().values()},
            theorems={step.rule.id: step.rule.name for step in proof.steps if step.rule is not None},
        )
        return make_request(filled, sampling=self.sampling, schema=moves_schema())


def is_unsure(judged: Judged, problem: Problem) -> bool:
    """Whether the grammar's reading leaves something open: a meaning, or numbers and parts of the figure that claim nothing."""
    if any(judgement.truth is Truth.AMBIGUOUS or _is_unknown(judgement) for judgement in judged.judgements):
        return True
    kinds = {move.kind for move in judged.message.moves}
    if kinds & CLAIMING or kinds & _ACCOUNTED_FOR:
        return False
    text = judged.message.text
    return bool(kinds & _NOT_READ) or bool(read_numbers(text)) or _names_a_part(text, problem)


def is_unsettled(judged: Judged) -> bool:
    """Whether something is claimed that the grammar's reading gives no verdict on, or that has a name of the learner's own."""
    is_accounted_for = bool({move.kind for move in judged.message.moves} & _ACCOUNTED_FOR)
    has_claim = bool(judged.judgements) or any(map(str.isdigit, judged.message.text))
    is_open = judged.verdict == "none" and has_claim and not is_accounted_for
    return is_open or any(name.sort in {"own", "unknown"} for each in judged.judgements for name in each.claim.names)


def _is_unknown(judgement: Judgement) -> bool:
    """Whether something is claimed of words that nobody has read: "together 16"."""
    return judgement.truth is Truth.UNKNOWN and any(name.sort == "unknown" for name in judgement.claim.names)


def is_prose(message: Message) -> bool:
    """Whether a message is told in words, and not in formulas and names alone."""
    words = [word for word in _WORD.findall(message.text) if not word.isupper()]
    is_talk = all(move.kind in _TALK for move in message.moves) and len(words) <= _MOST_TALKED
    return len(words) >= _FEWEST_WORDS and not (is_talk and _POINT.search(message.text) is None)


def _settled(judged: Judged, other: Judged, heard: tuple[HeardMove, ...], *, is_whole: bool) -> tuple[HeardMove, ...]:
    """Return the moves that count: none where the grammar's do, a move that is not read where the verdicts are at odds."""
    kinds = {Kind(move.kind) for move in heard}
    if kinds & _NOT_CLAIMED and kinds <= _NOT_CLAIMED | _TALK | {Kind.NOT_KNOWING}:
        return heard  # a question in which the grammar sees a claim
    if judged.verdict == "wrong" and all(move.kind in _TALK | {Kind.PLAN} for move in heard) and other.message.moves:
        return _unread(judged.message)  # "i go on with line TK down to QR": nothing is said to be so
    is_answered = any(move.kind in _ANSWERED and move.claim is not None for move in other.message.moves)
    if is_answered and other.verdict == "none" and (judged.verdict == "none" or judged.way == "none"):
        return heard
    if judged.verdict == "wrong" and any(map(_is_false_law, judged.judgements)):
        return ()  # "a median always halves the angle" is false, and may hold here
    if other.verdict == "none":
        return ()
    if other.verdict == judged.verdict and other.solved <= judged.solved:
        # Of one mind: what the model says of named parts counts, where it leads no less far.
        leads = other.way in {judged.way, "goal"}
        return heard if is_whole and leads and other.solved == judged.solved else ()
    if _is_hidden(judged, other, heard):
        return ()
    if (
        judged.verdict in {"none", other.verdict}
        or {judged.verdict, other.verdict} == {"right", "rounded"}
        or (judged.solved and other.solved)
    ):
        return heard
    shared = _wrong_in_both(judged, other, heard) if {judged.verdict, other.verdict} == {"wrong", "mixed"} else ()
    return (*shared, *_unread(judged.message))


def _is_false_law(judgement: Judgement) -> bool:
    """Whether a theorem is stated of all figures that is none."""
    is_wrong = judgement.move.kind is Kind.THEOREM and judgement.truth is Truth.WRONG
    return is_wrong and speaks_of_all(judgement.claim.plain)


def _is_hidden(judged: Judged, other: Judged, heard: tuple[HeardMove, ...]) -> bool:
    """Whether an answer is heard whose number the grammar sees asked, denied or listed: by itself that is no claim."""
    kinds = {move.kind for move in judged.message.moves}
    is_stated = any(move.kind == Kind.VALUE and "=" in move.words for move in heard)
    return other.solved and bool(kinds & _ACCOUNTED_FOR) and not kinds & CLAIMING and not is_stated


def _wrong_in_both(judged: Judged, other: Judged, heard: tuple[HeardMove, ...]) -> tuple[HeardMove, ...]:
    """Return what was heard and is wrong where the grammar hears something wrong as well: of that much both are sure."""
    own = [each.claim.text for each in judged.judgements if each.truth is Truth.WRONG]
    found = {each.claim.text for each in other.judgements if each.truth is Truth.WRONG}
    shared = {text for text in found if any(text in each or each in text for each in own)}
    return tuple(move for move in heard if move.words in shared)


def _unread(message: Message) -> tuple[HeardMove, ...]:
    return (HeardMove(kind=Kind.UNREAD, words=message.text, says=AT_ODDS),)


def moves_schema() -> ResponseSchema:
    """Return the JSON schema of the moves of a message."""
    text = {"type": "string"}
    move = object_schema({"kind": {"type": "string", "enum": [kind.value for kind in OFFERED]}, "words": text, "says": text})
    return ResponseSchema(
        name="moves", json_schema=object_schema({"moves": {"type": "array", "items": move, "maxItems": _MOST_MOVES}})
    )


def _heard(reply: ModelReply, message: Message, reader: Diagnostician, question: str) -> tuple[Hearing, bool]:
    """Return what counts of a reply, and whether all that it says is claimed does, or is so all the same."""
    reading = parse_moves(reply.text)
    if reading.value is None:
        return Hearing(notes=(_NOT_READABLE,), usage=reply.usage, seconds=reply.seconds), True
    named = [row for row in reading.value if None not in row.values() and row["kind"] in OFFERED]
    found = resolve([HeardMove(**row) for row in named[:_MOST_MOVES]], message.text, reader.problem, message.moves, question)
    notes = (*found.dropped, *["a move without all its fields"] * (len(reading.value) - len(named)))
    # What rests on too little to be credited, and is so, takes nothing from what is right beside it.
    others = reader.judge.judge(Message(message.text, found.unfounded)).judgements if found.unfounded else ()
    is_so = len(others) == len(found.unfounded) and all(each.truth.is_right for each in others)
    return Hearing(found.kept, notes, reply.usage, reply.seconds), found.is_whole and is_so


def _names_a_part(text: str, problem: Problem) -> bool:
    points = frozenset(problem.question.figure.points if problem.question.figure is not None else ())
    return any(points.issuperset(split_points(match.group())) for match in _NAME.finditer(text))
