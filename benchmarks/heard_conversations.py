"""Scripted conversations with a large model as ear, in rounds: the tutor's next turn depends on what was heard.

    python benchmarks/heard_conversations.py CONVERSATIONS DIR [--json OUT]

Holds the conversations of a file (``tests/conversations/``) as far as ``DIR/replies*.jsonl`` has readings, and writes what is
asked next to ``DIR/asked.jsonl``, a row ``{"id", "system", "user"}`` each. Whoever answers appends rows ``{"id", "moves"}`` to a
replies file, and runs this again, until nothing is left to ask; then the share of turns that satisfy their facts is printed,
beside that of the grammar alone. An id is a hash of the request: a reading counts for this very request only, so after a change
of the tutor the turns after it are asked anew. ``data/heard/conversations_NAME/`` holds such readings.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.heard import rows_of
from benchmarks.reporting import Share, arguments, print_table, report_json, share
from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of
from gnomon.models import ModelError, Request, Response, Sample
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import Ear, ModelEar, SymbolicTutor
from tests.conversations.facts import Seen, broken
from tests.conversations.running import MOST_TURNS


class Readings:
    """Recorded readings as a model, by the hash of a request; as `gnomon.models.Model`."""

    name = "recorded"

    def __init__(self, replies: dict[str, Any]) -> None:
        self.replies = replies
        self.asked: dict[str, Request] = {}
        """Requests without a reading."""

    async def respond(self, request: Request) -> Response:
        """Return the reading that was recorded for a request."""
        key = hashlib.sha256("\n".join(message.text for message in request.messages).encode()).hexdigest()[:16]
        if key not in self.replies:
            self.asked[key] = request
            raise ModelError("nothing was recorded for this request")
        return Response(samples=(Sample(text=json.dumps({"moves": self.replies[key]})),))


class Held(NamedTuple):
    """One turn of a conversation, and what of its facts it breaks."""

    conversation: str
    number: int
    message: str
    utterance: str
    faults: list[str]


async def hold(script: dict[str, Any], model: Readings, ear: Ear | None) -> list[Held]:
    """Hold a conversation up to the first message that the ear was not asked about yet."""
    problem = bank()[script["problem"]]
    solution = solution_of(problem)
    session = Session(solution, GuardedTutor(SymbolicTutor(seed=0, ear=ear)), most_tutor_turns=MOST_TURNS)
    dialogue = Dialogue(problem=problem.id, attempt=script.get("attempt") or "")
    dialogue = dialogue.with_turn(await session.step(dialogue))
    found = []
    for number, row in enumerate(script["turns"], 1):
        earlier = [turn.utterance for turn in dialogue.tutor_turns()]
        dialogue = dialogue.with_turn(StudentTurn(utterance=row["message"]))
        num_asked = len(model.asked)
        turn = await session.step(dialogue)
        if len(model.asked) > num_asked:
            break
        dialogue = dialogue.with_turn(turn)
        seen = Seen(turn.turn_json(), row["message"], earlier, solution.answer)
        faults = broken(seen, row.get("must") or {}, row.get("must_not") or {})
        found.append(Held(script["id"], number, row["message"], turn.utterance, faults))
    return found


async def hold_all(scripts: list[dict[str, Any]], model: Readings, ear: Ear | None) -> list[Held]:
    """Hold the conversations one after another."""
    return [turn for script in scripts for turn in await hold(script, model, ear)]


def kept_facts(found: list[Held]) -> Share:
    """Return the share of turns that satisfy their facts."""
    return share(not turn.faults for turn in found)


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("conversations", type=Path)
    parser.add_argument("folder", type=Path, help="replies*.jsonl in it are read, asked.jsonl is written")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the turns that break a fact")
    return parser.parse_args()


def main() -> int:
    """Hold the conversations; seed and jobs change nothing here."""
    options = _parsed()
    scripts = rows_of(options.conversations, options.limit)
    options.folder.mkdir(parents=True, exist_ok=True)
    replies = {row["id"]: row["moves"] for path in sorted(options.folder.glob("replies*.jsonl")) for row in rows_of(path)}
    model = Readings(replies)
    heard = asyncio.run(hold_all(scripts, model, ModelEar(model)))
    asked = [
        {"id": key, "system": request.messages[0].text, "user": request.messages[1].text} for key, request in model.asked.items()
    ]
    lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in asked)
    (options.folder / "asked.jsonl").write_text(lines, encoding="utf-8")
    if asked:
        print(f"{len(asked)} requests to answer in {options.folder / 'asked.jsonl'}")
        return 0
    alone = asyncio.run(hold_all(scripts, model, None))
    figures = {"the grammar alone": kept_facts(alone), "with the model as ear": kept_facts(heard)}
    print_table("Turns that satisfy their facts", ("who listens", "turns"), [(name, str(each)) for name, each in figures.items()])
    for turn in heard if options.verbose else ():
        if turn.faults:
            print(f"{turn.conversation} {turn.number}: {turn.faults}\n    S {turn.message!r}\n    T {turn.utterance!r}")
    report_json(options.json, {name: each.as_json() for name, each in figures.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
