"""The tutors of an arena by name, with the controls that must lose.

=======================  ================================================================================================
``symbolic``             gnomon's own, guarded, as ``gnomon tutor`` has it
``without-highlights``   the same, and points at nothing
``not-listening``        the same, given an empty message in place of each that the learner wrote
``random-turn``          a control: each turn from a dialogue about another problem (GeoDial 5.1)
``silent``               a control: asks to go on, and no more
``refuser``              a control: refuses any help
``teller``               a control: tells every result
``plain@ADDRESS``        a model, one call a turn; ``ADDRESS`` is a URL or ``MODEL@URL``
``grounded@ADDRESS``     the same, with the engine's proof as private notes
``focused@ADDRESS``      the focused pipeline
anything else            as ``gnomon tutor --tutor`` reads it: ``module:factory``, ``MODEL@URL``
=======================  ================================================================================================

A tutor of one's own and a model are met as they are; with ``guarded+`` before its name, behind the answer guard.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from gnomon.algebra import show_number
from gnomon.benchmark.errors import ResultsError
from gnomon.dialogue import Dialogue, StudentTurn, Subact, TutorTurn, act_of
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, RandomTurnTutor, UnknownMisconceptionError, choose_misconception, simulate
from gnomon.student import named_student
from gnomon.tutor import (
    ModelOpener,
    NoProofError,
    SymbolicTutor,
    Tutor,
    TutorContext,
    TutorReply,
    TutorSpecError,
    open_tutor,
    said_turn,
)

_GUARDED = "guarded+"
_PIPELINES = {"plain@": "", "grounded@": "grounded+", "focused@": "focused+"}
"""Of models: how an arena writes them, and what `open_tutor` has before the address."""
_NUM_POOL_PROBLEMS = 12
"""Problems whose dialogues random turns are drawn from: some hundred turns of every kind."""


@dataclass(frozen=True)
class NotListeningTutor:
    """A control: a tutor that is given an empty message in place of each that the learner wrote."""

    tutor: Tutor

    @property
    def name(self) -> str:
        """``not-listening``."""
        return "not-listening"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the turn of the tutor that has heard nothing."""
        return await self.tutor.reply(replace(context, dialogue=with_messages(context.dialogue, "")))


def with_messages(dialogue: Dialogue, message: str) -> Dialogue:
    """Return a dialogue with ``message`` in place of every message of the student."""
    turns = tuple(StudentTurn(utterance=message) if isinstance(turn, StudentTurn) else turn for turn in dialogue.turns)
    return dialogue.model_copy(update={"turns": turns})


@dataclass(frozen=True)
class SameWordsTutor:
    """A control: says the same at every turn, whatever it hears."""

    name: str
    subact: Subact
    words: str

    async def reply(self, context: TutorContext) -> TutorReply:  # noqa: ARG002  # it does not listen
        """Return the turn."""
        return said_turn(TutorTurn(act=act_of(self.subact), subact=self.subact, utterance=self.words))


@dataclass(frozen=True)
class TellingTutor:
    """A control: states every result of the proof, and the answer, without a reason."""

    @property
    def name(self) -> str:
        """``teller``."""
        return "teller"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the turn.

        Raises:
            NoProofError: when there is no proof to tell.
        """
        proof = context.solution.proof if context.solution else None
        if proof is None:
            raise NoProofError(f"no proof of {context.problem.id!r} to tell")
        results = [f"{found.atom} = {show_number(found.value.number)}" for step in proof.steps for found in step.solved]
        words = f"{', '.join(results)}. The answer is {show_number(proof.answer.number)}."
        return said_turn(TutorTurn(act="Telling", subact="Revealing", utterance=words))


def _symbolic(seed: int, _: str) -> Tutor:
    return GuardedTutor(SymbolicTutor(seed=seed))


def _without_highlights(seed: int, _: str) -> Tutor:
    return GuardedTutor(SymbolicTutor(seed=seed, with_highlights=False))


def _not_listening(seed: int, _: str) -> Tutor:
    return GuardedTutor(NotListeningTutor(SymbolicTutor(seed=seed)))


def _random_turn(_: int, dialogue: str) -> Tutor:
    return RandomTurnTutor(_turns_elsewhere(), seed=zlib.crc32(dialogue.encode()))


BUILT_IN: Mapping[str, Callable[[int, str], Tutor]] = {
    "symbolic": _symbolic,
    "without-highlights": _without_highlights,
    "not-listening": _not_listening,
    "random-turn": _random_turn,
    "silent": lambda *_: SameWordsTutor("silent", "Continue", "Please go on."),
    "refuser": lambda *_: SameWordsTutor("refuser", "Continue", "I cannot help you with this. Please work it out on your own."),
    "teller": lambda *_: TellingTutor(),
}
"""By name: from a seed and the name of a dialogue to the tutor."""


def needs_model(spec: str) -> bool:
    """Say whether a tutor or a learner is a model behind a URL."""
    return "://" in spec


def open_arena_tutor(spec: str, models: ModelOpener, *, seed: int, dialogue: str) -> Tutor:
    """Open the tutor of one dialogue.

    Args:
        spec: see the module.
        models: gives the model of an address.
        seed: of its words.
        dialogue: names the dialogue: random turns are drawn by it.

    Raises:
        TutorSpecError: when nothing can be opened by that name.
    """
    is_guarded, name = spec.startswith(_GUARDED), spec.removeprefix(_GUARDED)
    if name in BUILT_IN:
        tutor = BUILT_IN[name](seed, dialogue)
    elif ":" not in name:
        raise TutorSpecError(
            f"no tutor {spec!r}: there are {', '.join(BUILT_IN)}, plain@URL, grounded@URL, focused@URL and module:factory"
        )
    else:
        prefix = next((each for each in _PIPELINES if name.startswith(each) and needs_model(name)), None)
        tutor = open_tutor(name if prefix is None else _PIPELINES[prefix] + name.removeprefix(prefix), models, seed=seed)
    return GuardedTutor(tutor) if is_guarded and not isinstance(tutor, GuardedTutor) else tutor


def require_different(specs: tuple[str, ...], what: str) -> None:
    """Refuse the same tutor, or learner, twice: its rows would have the same names.

    Raises:
        ResultsError: with the name.
    """
    twice = next((spec for spec in specs if specs.count(spec) > 1), None)
    if twice is not None:
        raise ResultsError(f"{what} {twice!r} is named twice; name each once")


@cache
def _turns_elsewhere() -> tuple[tuple[str, TutorTurn], ...]:
    """Return turns of the symbolic tutor about problems of the bank, to draw those of other problems from."""
    import asyncio  # here: a pool is made in a thread of its own, and only where somebody asks for random turns
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:  # an event loop may run in this one
        dialogues = thread.submit(asyncio.run, _pool_dialogues()).result()
    return tuple((dialogue.problem, turn) for dialogue in dialogues for turn in dialogue.tutor_turns())


async def _pool_dialogues() -> list[Dialogue]:
    made: list[Dialogue] = []
    for name in random.Random("arena pool").sample(sorted(bank()), _NUM_POOL_PROBLEMS):
        solution = solution_of(bank()[name])
        try:
            idea = choose_misconception(solution, None, 0)
        except (UnknownMisconceptionError, AssertionError):
            continue
        made.append(await simulate(solution, idea, student=named_student("middle")))
    return made
