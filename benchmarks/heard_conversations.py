"""Scripted conversations with a large model as ear, in rounds: the tutor's next turn depends on what was heard.

    python benchmarks/heard_conversations.py CONVERSATIONS DIR [--composer] [--json OUT]

Holds the conversations of a file (``tests/conversations/``) as far as ``DIR/replies*.jsonl`` has replies, and writes what is
asked next to ``DIR/asked.jsonl``, a row ``{"id", "system", "user"}`` each. Whoever answers appends a row ``{"id", "moves"}`` to a
replies file, or ``{"id", "reading"}`` where two readings are to choose from, or ``{"id", "utterance"}`` where a turn is to be
written, and runs this again, until nothing is left to ask; then the share of turns that satisfy their facts is printed, beside
that of the grammar alone. An id is a hash of the request: a reply counts for this very request only, so after a change of the
tutor the turns after it are asked anew. ``data/heard/conversations_NAME/`` holds such replies.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from itertools import takewhile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.heard import Recorded, rows_of
from benchmarks.reporting import Share, arguments, print_table, report_json, share
from gnomon.models import ModelError, Request, Response
from gnomon.tutor import Ear, ModelEar
from tests.conversations.running import Outcome, outcomes


class Readings(Recorded):
    """Replies by the hash of the request that they answer; after one that is missing nothing else is asked in a conversation."""

    is_waiting = False

    async def respond(self, request: Request) -> Response:
        """Return the recorded reply."""
        if self.is_waiting:
            raise ModelError("an earlier request was not answered yet")
        self.is_waiting = self.recorded(request) is None
        return await super().respond(request)

    def key(self, request: Request) -> str:
        """Return the hash of a request."""
        return hashlib.sha256("\n".join(message.text for message in request.messages).encode()).hexdigest()[:16]

    @property
    def open(self) -> dict[str, Request]:
        """Requests without a reading, by their hash."""
        return {self.key(request): request for request in self.asked if self.recorded(request) is None}


def hold(script: dict[str, Any], model: Readings, ear: Ear | None, *, composes: bool = False) -> list[Outcome]:
    """Hold a conversation up to the first request that was not answered yet."""
    num_open, model.is_waiting = len(model.open), False
    return list(takewhile(lambda _: len(model.open) == num_open, outcomes(script, ear, model if composes else None)))


def kept_facts(found: list[Outcome]) -> Share:
    """Return the share of turns that satisfy their facts."""
    return share(not turn.broken for turn in found)


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("conversations", type=Path)
    parser.add_argument("folder", type=Path, help="replies*.jsonl in it are read, asked.jsonl is written")
    parser.add_argument("--composer", action="store_true", help="let the model write the turns, too")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the turns that break a fact")
    return parser.parse_args()


def main() -> int:
    """Hold the conversations; seed and jobs change nothing here."""
    options = _parsed()
    scripts = rows_of(options.conversations, options.limit)
    options.folder.mkdir(parents=True, exist_ok=True)
    replies = {row["id"]: row for path in sorted(options.folder.glob("replies*.jsonl")) for row in rows_of(path)}
    model = Readings(replies)
    heard = [turn for script in scripts for turn in hold(script, model, ModelEar(model), composes=options.composer)]
    asked = [
        {"id": key, "system": request.messages[0].text, "user": request.messages[1].text} for key, request in model.open.items()
    ]
    lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in asked)
    (options.folder / "asked.jsonl").write_text(lines, encoding="utf-8")
    if asked:
        print(f"{len(asked)} requests to answer in {options.folder / 'asked.jsonl'}")
        return 0
    alone = [turn for script in scripts for turn in outcomes(script)]
    who = "with the model as ear and composer" if options.composer else "with the model as ear"
    figures = {"the grammar alone": kept_facts(alone), who: kept_facts(heard)}
    print_table("Turns that satisfy their facts", ("who listens", "turns"), [(name, str(each)) for name, each in figures.items()])
    for turn in heard if options.verbose else ():
        if turn.broken:
            print(f"{turn.conversation} {turn.number}: {turn.broken}\n    S {turn.message!r}\n    T {turn.utterance!r}")
    report_json(options.json, {name: each.as_json() for name, each in figures.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
