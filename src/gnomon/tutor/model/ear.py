"""A model as the tutor's second ear: it names the moves of a message that the grammar is unsure of, and judges nothing.

What it names counts only where it rests on the learner's words and on the figure (`gnomon.tutor.message.resolving`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gnomon.algebra import read_numbers, split_points
from gnomon.dialogue import Dialogue, HeardMove, StudentTurn, TutorTurn
from gnomon.models import Model, Request, ResponseSchema, object_schema
from gnomon.problem import FACT_KINDS, Problem
from gnomon.prompts import fence, in_one_line, load
from gnomon.replies import parse_moves
from gnomon.tutor.asking import SERVER_DEFAULTS, ModelReply, Sampling, make_request
from gnomon.tutor.message.moves import CLAIMING, Kind
from gnomon.tutor.message.resolving import OFFERED, resolve
from gnomon.tutor.message.vocabulary import LONGEST_MESSAGE
from gnomon.tutor.model.asked import PATIENCE, ask_in_time
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.hearing import SILENT, Hearing
from gnomon.tutor.symbolic.judged import Judged
from gnomon.tutor.symbolic.truth import Truth

_PROMPT = "tutor/hear"
_NOT_READ = frozenset({Kind.UNREAD, Kind.OTHER_LANGUAGE})
_ACCOUNTED_FOR = frozenset({Kind.DENIAL, Kind.GUESS, Kind.DOUBT, Kind.INJECTION, Kind.AUTHORITY, Kind.ASKS_ANSWER})
"""Kinds in which a number or a name of a part is no claim."""
_NAME = re.compile(r"\b[A-Z](?:['′]?[A-Z])+\b")
_MOST_MOVES = 12
"""Of one message; a model that lists more has lost itself."""


@dataclass(frozen=True)
class ModelEar:
    """See the module.

    Args:
        model: who is asked.
        sampling: temperature, token limit and seed.
        patience: seconds to wait for it.
    """

    model: Model
    sampling: Sampling = SERVER_DEFAULTS
    patience: float = PATIENCE

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    async def hear(self, dialogue: Dialogue, reader: Diagnostician) -> Hearing:
        """Return what the learner's last message says, where the grammar is unsure of it."""
        said = dialogue.turns[-1] if dialogue.turns else None
        if not isinstance(said, StudentTurn) or len(said.utterance) > LONGEST_MESSAGE:
            return SILENT
        judged = reader.diagnose(dialogue).last
        if judged is None or not is_unsure(judged, reader.problem):
            return SILENT
        asked_by = next((turn.utterance for turn in reversed(dialogue.turns) if isinstance(turn, TutorTurn)), "")
        reply = await ask_in_time(self.model, self._request(said.utterance, asked_by, reader), self.patience)
        if isinstance(reply, str):
            return Hearing(notes=(reply,))
        return _heard(reply, said.utterance, reader.problem)

    def _request(self, message: str, asked_by: str, reader: Diagnostician) -> Request:
        problem = reader.problem
        figure, formal = problem.question.figure, problem.formal
        fenced = fence({"question": problem.question.text, "tutor": asked_by, "message": message})
        filled = load(_PROMPT).fill(
            code=fenced.code,
            question=fenced.blocks["question"],
            tutor=fenced.blocks["tutor"],
            message=fenced.blocks["message"],
            points=", ".join(map(in_one_line, figure.points)) if figure else "",
            letters=", ".join(formal.letters) if formal else "",
            relations={kind: meaning.points for kind, meaning in FACT_KINDS.items()},
            theorems={step.rule.id: step.rule.name for step in reader.proof.steps if step.rule is not None},
        )
        return make_request(filled, sampling=self.sampling, schema=moves_schema())


def is_unsure(judged: Judged, problem: Problem) -> bool:
    """Whether the grammar's reading leaves something open: a meaning, or numbers and parts of the figure that claim nothing."""
    if any(judgement.truth is Truth.AMBIGUOUS for judgement in judged.judgements):
        return True
    kinds = {move.kind for move in judged.message.moves}
    if kinds & CLAIMING or kinds & _ACCOUNTED_FOR:
        return False
    text = judged.message.text
    return bool(kinds & _NOT_READ) or bool(read_numbers(text)) or _names_a_part(text, problem)


def moves_schema() -> ResponseSchema:
    """Return the JSON schema of the moves of a message."""
    text = {"type": "string"}
    move = object_schema({"kind": {"type": "string", "enum": [kind.value for kind in OFFERED]}, "words": text, "says": text})
    return ResponseSchema(
        name="moves", json_schema=object_schema({"moves": {"type": "array", "items": move, "maxItems": _MOST_MOVES}})
    )


def _heard(reply: ModelReply, message: str, problem: Problem) -> Hearing:
    reading = parse_moves(reply.text)
    if reading.value is None:
        return Hearing(notes=("the reply could not be read",), usage=reply.usage, seconds=reply.seconds)
    named = [row for row in reading.value if None not in row.values()]
    found = resolve([HeardMove(**row) for row in named[:_MOST_MOVES]], message, problem)
    notes = (*found.dropped, *["a move without all its fields"] * (len(reading.value) - len(named)))
    return Hearing(found.kept, notes, reply.usage, reply.seconds)


def _names_a_part(text: str, problem: Problem) -> bool:
    points = frozenset(problem.question.figure.points if problem.question.figure is not None else ())
    return any(points.issuperset(split_points(match.group())) for match in _NAME.finditer(text))
