"""Messages far longer than anybody writes: how long the tutor works at one, and what it says.

One piece after the other is repeated to 1 MB, of which nothing is read, and to the longest message that is read, which is the
slower one; beside them words and numbers drawn at random. Each message goes through the function behind ``gnomon listen``: two
turns of the guarded tutor, and the diagnosis. Seconds are of the processor, so that a busy machine changes little.
"""

from __future__ import annotations

import asyncio
import random
import string
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, arguments, print_goals, print_table, report_json
from gnomon.geometry import Solution, solution_of
from gnomon.problem import bank
from gnomon.session import listen
from gnomon.tutor.message.vocabulary import LONGEST_MESSAGE

MEGABYTE = 1_000_000
PROBLEMS = ("triangle-sum-klm", "pythagoras-leg-def")
PIECES = (
    *("57 is so ", "57, ", "57\n", "57 ", "7", "1+", "x=", "½", "sqrt(", "(", "<b>", "\n", "\u200b", "? ", "a", "数", "é"),
    *("and ", "because ", "because of that i say ", "idk. ", "you're ", "is it 57? ", "no wait 57 ", "angle KML = 57 because "),
    *("a^2+b^2=c^2 ", "90 and 60 makes 140. ", "half of that is ", "ist das so ", "weil der winkel 57 ist "),
)
"""Words, numbers, signs and whole clauses, of English, German and no language."""
MOST_SECONDS = 1.0


class Heard(NamedTuple):
    """One message as the tutor took it."""

    problem: str
    made_of: str
    length: int
    """Characters."""
    seconds: float
    """Of the processor."""
    verdict: str
    solved: bool
    utterance: str


def messages(length: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield what a message is made of, and the message, of ``length`` characters."""
    for piece in PIECES:
        yield repr(piece), (piece * (length // len(piece) + 1))[:length]
    drawn = random.Random(seed)
    words = ("".join(drawn.choices(string.ascii_lowercase, k=drawn.randint(1, 9))) for _ in range(length))
    sums = (f"{a} + {b} = {a + b}" for a, b in ((drawn.randint(1, 999), drawn.randint(1, 999)) for _ in range(length // 8)))
    for name, several in (
        ("words at random", " ".join(words)),
        ("numbers at random", " is so ".join(str(drawn.randint(1, 99_999)) for _ in range(length // 8))),
        ("sums at random", " so ".join(sums)),
        ("names at random", " ".join("".join(drawn.choices("DEFKLM", k=drawn.randint(1, 3))) for _ in range(length))),
    ):
        yield name, several[:length]


def hear(solution: Solution, made_of: str, message: str) -> Heard:
    """Let the tutor hear a message."""
    began = time.process_time()
    heard = asyncio.run(listen(solution, message))
    seconds = time.process_time() - began
    problem = solution.problem.id
    return Heard(problem, made_of, len(message), seconds, heard.judged.verdict, heard.solved, heard.turn.utterance)


def main() -> int:
    """Hear all messages of both lengths over two problems; the seed draws words and numbers."""
    options = arguments(__doc__).parse_args()
    found: dict[str, list[Heard]] = {"1 MB": [], "the longest that is read": []}
    for problem in PROBLEMS:
        solution = solution_of(bank()[problem])
        asyncio.run(listen(solution, "57"))  # what is made once a problem is no message's
        for name, length in zip(found, (MEGABYTE, LONGEST_MESSAGE), strict=True):
            found[name] += [hear(solution, *each) for each in messages(length, options.seed)]
    goals = []
    for name, rows in found.items():
        slowest = max(row.seconds for row in rows)
        wanted = f"under {MOST_SECONDS:g} s"
        goals.append(Goal(f"{name}: slowest of {len(rows)}", f"{slowest:.2f} s", wanted, slowest < MOST_SECONDS))
    judged = sum(row.solved or row.verdict != "none" for row in found["1 MB"])
    lines = sum("\n" in row.utterance for row in found["1 MB"])
    goals.append(Goal("1 MB: credited or judged", str(judged), "0", judged == 0))
    goals.append(Goal("1 MB: answers of more than a line", str(lines), "0", lines == 0))
    print_goals("Long messages", goals)
    slow = sorted((row for rows in found.values() for row in rows), key=lambda row: -row.seconds)[:10]
    print_table(
        "The slowest",
        ("problem", "made of", "characters", "seconds", "verdict"),
        [(row.problem, row.made_of, row.length, f"{row.seconds:.2f}", row.verdict) for row in slow],
    )
    report_json(options.json, {name: [row._asdict() for row in rows] for name, rows in found.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
