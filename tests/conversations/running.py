"""Run scripted conversations: the learner's messages one by one, whatever the tutor says between them.

``python -m tests.conversations.running FILE...`` writes the share of turns that satisfy their facts, and those that do not.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of
from gnomon.models import Model
from gnomon.problem import Problem, bank, load_problem
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import ComposedTutor, Ear, SymbolicTutor, Tutor
from tests.conversations.facts import Seen, broken

MOST_TURNS = 99
"""More than any script has: the tutor is not to end because the turns are up."""


class Outcome(NamedTuple):
    """One turn of the tutor with the facts that it breaks."""

    conversation: str
    kind: str
    number: int
    message: str
    utterance: str
    broken: list[str]


def read(path: Path) -> list[dict[str, Any]]:
    """Read the conversations of a file, one a line."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def outcomes(script: dict[str, Any], ear: Ear | None = None, composer: Model | None = None) -> Iterator[Outcome]:
    """Hold a conversation; yield each turn of the tutor after a message, which an ear may have heard, and a composer answered."""
    problem = _problem(script["problem"])
    solution = solution_of(problem)
    tutor: Tutor = SymbolicTutor(seed=0, ear=ear)
    if composer is not None:
        tutor = ComposedTutor(tutor, composer)
    session = Session(solution, GuardedTutor(tutor), most_tutor_turns=MOST_TURNS)
    dialogue = Dialogue(problem=problem.id, attempt=script.get("attempt") or "")
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    for number, row in enumerate(script["turns"], 1):
        earlier = [turn.utterance for turn in dialogue.tutor_turns()]
        dialogue = dialogue.with_turn(StudentTurn(utterance=row["message"]))
        turn = asyncio.run(session.step(dialogue))
        dialogue = dialogue.with_turn(turn)
        seen = Seen(turn.turn_json(), row["message"], earlier, solution.answer)
        faults = broken(seen, row.get("must") or {}, row.get("must_not") or {})
        yield Outcome(script["id"], script.get("kind", ""), number, row["message"], turn.utterance, faults)


def _problem(name: str) -> Problem:
    known = bank()
    return known[name] if name in known else load_problem(name)


def main(paths: list[str]) -> None:
    """Write how the conversations of some files went."""
    found = [outcome for path in paths for script in read(Path(path)) for outcome in outcomes(script)]
    write = sys.stdout.write
    for outcome in found:
        if outcome.broken:
            write(f"{outcome.conversation} [{outcome.kind}] {outcome.number}: {outcome.broken}\n")
            write(f"    S {outcome.message!r}\n    T {outcome.utterance!r}\n")
    good = sum(not outcome.broken for outcome in found)
    write(f"{good} of {len(found)} turns satisfy their facts ({good / max(len(found), 1):.1%})\n")


if __name__ == "__main__":
    main(sys.argv[1:])
