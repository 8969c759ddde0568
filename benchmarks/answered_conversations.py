"""Scripted conversations answered by somebody else: the share of turns that satisfy their facts, as a measure of the facts.

    python benchmarks/answered_conversations.py CONVERSATIONS REPLIES [-v] [--json OUT]

REPLIES holds a row ``{"id", "n", "utterance", "feedback", "ends"}`` for each message of ``tests/conversations/``: what a tutor
says to it, and what that says of the learner's statement. ``data/answered/conversations_n.jsonl`` is a large language model's,
which knew answer and proof, saw nothing of the facts, was checked by nobody and could point at nothing.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.heard import rows_of
from benchmarks.reporting import arguments, print_table, report_json, share
from gnomon.geometry import solution_of
from gnomon.problem import bank
from tests.conversations.facts import Seen, broken
from tests.conversations.running import read


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("conversations", type=Path)
    parser.add_argument("replies", type=Path)
    parser.add_argument("-v", "--verbose", action="store_true", help="print the turns that break a fact")
    return parser.parse_args()


def main() -> int:
    """Hold the replies against the facts; limit, seed and jobs change nothing here."""
    options = _parsed()
    replies = {(row["id"], row["n"]): row for row in rows_of(options.replies)}
    kept = []
    for script in read(options.conversations):
        answer = solution_of(bank()[script["problem"]]).answer
        earlier: list[str] = []
        for number, row in enumerate(script["turns"], 1):
            reply = replies[script["id"], number]
            turn = {
                "subact": "Farewell" if reply["ends"] else "Guide",
                "feedback": reply["feedback"],
                "utterance": reply["utterance"],
                "highlights": {},
            }
            seen = Seen(turn, row["message"], list(earlier), answer)
            faults = broken(seen, row.get("must") or {}, row.get("must_not") or {})
            earlier.append(reply["utterance"])
            kept.append(not faults)
            if faults and options.verbose:
                print(f"{script['id']} {number}: {faults}\n    S {row['message']!r}\n    T {reply['utterance']!r}")
    found = share(kept)
    print_table("Turns that satisfy their facts", ("conversations", "turns"), [(options.conversations.name, str(found))])
    report_json(options.json, {options.conversations.stem: found.as_json()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
