"""A chat to the tutor's next turn. Nothing need be remembered: all that a turn depends on is in the request.

What a client sends back of the tutor is its words alone. Act, highlights and record of an earlier turn come from here: the
last conversations are kept by what was said in them, for speed; what is not kept is made anew by a tutor that gives the same
turn again (`ServedTutor.is_repeatable`). Words that it does not find so, edited or another tutor's, stand as they are sent, as
a question without highlights: nothing that a client claims about an earlier turn opens what the guard keeps closed.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.drafting import Question
from gnomon.geometry import Solution, solved
from gnomon.models import Usage, metered
from gnomon.serving.chat import ChatRequest, Said
from gnomon.serving.errors import EndpointError
from gnomon.serving.problems import DraftedProblems, Stage
from gnomon.serving.settings import Settings
from gnomon.serving.tutors import ServedTutor
from gnomon.session import Session, outcome_of
from gnomon.tutor import languages

_MOST = 1000
"""Conversations kept, of about 20 KB each."""
_PIECE = re.compile(r"\w+|[^\w\s]")


class Answer(NamedTuple):
    """What the tutor says, and what its words do not tell."""

    text: str
    problem: str | None
    """Id; None as long as the problem is asked about."""
    turn: TutorTurn | None
    question: Question | None
    outcome: str | None
    """How the conversation ended; None as long as it goes on."""
    usage: Usage

    def as_json(self) -> dict[str, Any]:
        """Return the field ``gnomon`` of the answer's message, without the turn's record, which no learner is to see."""
        return {
            "problem": self.problem,
            "turn": None if self.turn is None else self.turn.turn_json(),
            "question": None if self.question is None else self.question.as_json(),
            "outcome": self.outcome,
        }


class _Talk(NamedTuple):
    """What is talked about, and what was said about it."""

    solution: Solution
    attempt: str
    said: Sequence[Said]


class Conversations:
    """Answers chats; all of it works in the tutors' thread.

    Args:
        settings: of the endpoint.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._drafts = DraftedProblems()
        self._kept: OrderedDict[str, Dialogue] = OrderedDict()

    async def answer(self, request: ChatRequest, tutor: ServedTutor) -> Answer:
        """Return the tutor's answer to a chat.

        Raises:
            EndpointError: 400 for what cannot be answered.
            ModelError: when a model cannot be asked.
        """
        with metered() as spent:
            found = await self._talk(request)
            if isinstance(found, Stage):
                answer = Answer(found.says(), None, None, found.question, None, Usage())
            else:
                answer = await self._turn(found, tutor, _language(request))
        asked = sum((calls.usage for calls in spent.values()), Usage())
        return answer._replace(usage=asked if asked.requests else _counted(request, answer.text))

    async def _talk(self, request: ChatRequest) -> _Talk | Stage:
        """Find the problem; a stage where the learner has to say more about it."""
        said = request.says()
        name = (request.metadata or {}).get("problem")
        if name is not None:
            begins = bool(said) and said[0].is_learner
            talk = _Talk(await self._solved(name), said[0].text if begins else "", said[1:] if begins else said)
        else:
            found, told = await self._drafted(said)
            if found.draft.status != "solved":
                return found
            assert found.draft.solution is not None
            talk = _Talk(found.draft.solution, "", said[told:])
        late = next((each for each in said if each.picture is not None and (name is not None or each in talk.said)), None)
        if late is not None:
            why = "a picture is read with the problem, and this chat has its problem; say it in words"
            raise EndpointError(400, why, "invalid_image", param=late.param)
        return talk

    async def _solved(self, name: str) -> Solution:
        problem = self._settings.problem_of(name)
        if problem is None:
            why = f"there is no problem {name!r}; `gnomon problems` lists the bank"
            raise EndpointError(400, why, "problem_not_found", param="metadata.problem")
        solution = await solved(problem)
        if solution.proof is None:
            why = f"the engine has no proof of {name!r}, and without one no tutor talks about it"
            raise EndpointError(400, why, "problem_not_solved", param="metadata.problem")
        return solution

    async def _drafted(self, said: Sequence[Said]) -> tuple[Stage, int]:
        """Read the problem out of what the learner has said, with the number of turns that it took.

        What is no problem is left behind: the next message is read as one, with the picture that was sent last.
        """
        if not said or not said[0].is_learner:
            why = "expected the problem: in the first message, in words and with a picture, or as metadata.problem"
            raise EndpointError(400, why, "missing_problem", param="messages")
        stage, picture = None, None
        for place, each in enumerate(said):
            if not each.is_learner:
                continue
            picture = each.picture or picture
            if stage is not None and stage.question is not None and each.picture is None:
                stage = await self._drafts.answered(stage, each.text)
            else:
                stage = await self._begun(each, picture)
            if stage.draft.status == "solved":
                return stage, place + 1
        assert stage is not None
        return stage, len(said)

    async def _begun(self, said: Said, picture: bytes | None) -> Stage:
        try:
            return await self._drafts.begun(said.text, picture)
        except ImportError as error:
            raise EndpointError(400, f"this endpoint reads no pictures: {error}", "invalid_image", param=said.param) from error

    async def _turn(self, talk: _Talk, tutor: ServedTutor, language: str | None) -> Answer:
        session = Session(talk.solution, tutor.tutor)
        problem = talk.solution.problem
        # A `Dialogue` without turns has all that the turns depend on besides what was said.
        begun = Dialogue(problem=problem.id, attempt=talk.attempt, tutor=tutor.name, language=language, seed=tutor.seed)
        told = [each.text for each in talk.said]
        keys = _keys(begun, told)
        known = next((place for place in range(len(told), 0, -1) if keys[place] in self._kept), 0)
        dialogue = self._kept.get(keys[known], begun) if known else begun
        for each in talk.said[known:]:
            turn = (
                StudentTurn(utterance=each.text) if each.is_learner else await self._earlier(session, tutor, dialogue, each.text)
            )
            dialogue = dialogue.with_turn(turn)
        turn = await session.step(dialogue)
        dialogue = dialogue.with_turn(turn)
        self._keep(_keys(begun, [*told, turn.utterance])[-1], dialogue)
        outcome = outcome_of(dialogue, talk.solution) if turn.subact == "Farewell" else None
        return Answer(turn.utterance, problem.id, turn, None, outcome, Usage())

    async def _earlier(self, session: Session, tutor: ServedTutor, dialogue: Dialogue, text: str) -> TutorTurn:
        """Return a turn of the tutor's by its words."""
        if tutor.is_repeatable:
            turn = await session.step(dialogue)
            if turn.utterance.strip() == text:
                return turn
        return TutorTurn(act="Probing", subact="AskForExplanation", utterance=text)

    def _keep(self, key: str, dialogue: Dialogue) -> None:
        self._kept[key] = dialogue
        self._kept.move_to_end(key)
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)


def _language(request: ChatRequest) -> str | None:
    language = (request.metadata or {}).get("language")
    if language is not None and language not in languages():
        why = f"expected one of {', '.join(languages())}, got {language!r}"
        raise EndpointError(400, why, "invalid_value", param="metadata.language")
    return language


def _keys(begun: Dialogue, told: Sequence[str]) -> list[str]:
    """Return the names under which a talk is kept, before its first word and after each."""
    whole = hashlib.sha256(begun.model_dump_json().encode())
    keys = [whole.hexdigest()]
    for text in told:
        whole.update(f"\0{text.strip()}".encode())
        keys.append(whole.hexdigest())
    return keys


def _counted(request: ChatRequest, answer: str) -> Usage:
    """Count words and signs, where no model has counted tokens."""
    texts: list[str] = []
    for message in request.messages:
        content = message.content or ""
        texts += [content] if isinstance(content, str) else [part.text for part in content if part.type == "text"]
    return Usage(prompt_tokens=sum(len(_PIECE.findall(text)) for text in texts), completion_tokens=len(_PIECE.findall(answer)))
