"""What the first learner of a process would wait for, done before it answers anybody.

The engine loads its libraries with the first problem that it solves, the first message in a language compiles that language's
grammar, the first page its template: together 1.5 s, in which all other conversations of the process would stand still.
"""

from __future__ import annotations

import asyncio
import importlib

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solved
from gnomon.problem import Problem, bank
from gnomon.session import Session
from gnomon.studio.learner.views import figure_svg
from gnomon.studio.marking import parts_of
from gnomon.studio.rendering import load_templates
from gnomon.tutor import SymbolicTutor, languages

_MESSAGES = ("x = 1", "ok")
"""A claim, in any language: it is held against everything that the problem knows. And talk, which has a vocabulary of its own."""


def warm_up() -> None:
    """Talk once about a problem of the bank in each language, whichever tutor is served: hints and judgements are symbolic."""
    load_templates()
    importlib.import_module("sympy.physics.units")  # sympy itself loads it with the first value that it simplifies
    problem = next(iter(bank().values()))
    figure_svg(problem)
    if problem.question.figure is not None:
        parts_of(problem.question.figure)
    asyncio.run(_talk(problem))


async def _talk(problem: Problem) -> None:
    session = Session(await solved(problem), SymbolicTutor(0))
    for language in languages():
        for message in _MESSAGES:
            await session.step(Dialogue(problem=problem.id, language=language, turns=(StudentTurn(utterance=message),)))
