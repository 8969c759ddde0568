"""Reading learners: the hand-written messages of ``data/messages*.yaml`` through `read_message` and `Judge`.

Scored as the header of the file says. A wrong verdict is one that is given and differs from the file's; taking right for
rounded, or the reverse, is a missed note and counted apart. A message is read when its kind is one that the file allows, the
verdict is the file's (notes aside) and, where the file has claims, the last of them was found with its quantity and value.
What the reader calls ``unread`` leads to a clarifying question: never a wrong verdict, and read only where another language
is all there is to see.

A message's verdict: wrong when any claim is; else that of the last claim that was judged; without claims that of a rule with
its total; none for a guess or an injected text.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, print_goals, print_table, report_json, share
from gnomon.figure import parse_element
from gnomon.geometry import solve
from gnomon.problem import Expression, Letter, Problem, Quantity, bank, evaluate, parse_expression
from gnomon.tutor import Claim, Judge, Message, Truth, read_message

DATA = Path(__file__).resolve().parent / "data"
FILES = ("messages.yaml", "messages_held_out.yaml", "messages_final.yaml", "messages_unseen.yaml")
_RIGHT = {"right", "right_rounded"}
_KINDS = {"line": "length", "angle": "angle", "arc": "arc", "area": "area"}


class Read(NamedTuple):
    """One message and what was made of it."""

    entry: Mapping[str, Any]
    kinds: frozenset[str]
    verdict: str
    """``right``, ``right_rounded``, ``wrong`` or ``none``."""
    has_last_claim: bool
    """Whether the last claim of the file was found; true where the file has none."""
    claims: tuple[str, ...]

    @property
    def is_wrong_verdict(self) -> bool:
        """Whether a verdict was given that the file does not give."""
        return self.verdict not in {"none", self.entry["verdict"]} and not self.is_missed_note

    @property
    def is_missed_note(self) -> bool:
        """Whether right was taken for rounded or the reverse."""
        return {self.verdict, self.entry["verdict"]} == _RIGHT

    @property
    def is_read(self) -> bool:
        """See the module."""
        allowed = {self.entry["reads"], *self.entry.get("also", ())}
        agrees = self.verdict == self.entry["verdict"] or self.is_missed_note
        return bool(self.kinds & allowed) and agrees and self.has_last_claim


@cache
def judge_for(problem_id: str) -> tuple[Problem, Judge]:
    """Solve a problem of the bank."""
    solution = solve(bank()[problem_id])
    assert solution.deduction is not None
    return solution.problem, Judge(solution.deduction)


def read_entry(entry: Mapping[str, Any]) -> Read:
    """Read one message of the file."""
    problem, judge = judge_for(entry["problem"])
    asked = quantity(entry["asked"]) if entry["asked"] else None
    judged = judge.judge(read_message(entry["message"], problem, asked))
    message, verdicts = judged.message, [judgement.truth for judgement in judged.judgements]
    claims = [judgement.claim for judgement in judged.judgements]
    has_last = all(_holds_claim(claims, judge, claim) for claim in entry.get("claims", ())[-1:])
    shown = tuple(" = ".join(map(str, claim.sides)) for claim in claims)
    return Read(entry, kinds_of(message), verdict_on(message, verdicts), has_last, shown)


def quantity(name: str) -> Quantity:
    """Turn ``line:AB``, ``angle:ABC``, ``arc:AB`` or ``area:ABC`` into what it measures."""
    kind, _, points = name.partition(":")
    element = parse_element(f"triangle:{points}" if kind == "area" else name)
    return Quantity.of(_KINDS[kind], *element.points)  # type: ignore[arg-type]  # values of the table


def kinds_of(message: Message) -> frozenset[str]:
    """Return the file's kinds that a message was taken for; one with claims about numbers only is arithmetic."""
    if message.intent == "claim" and message.claims and all(claim.is_arithmetic for claim in message.claims):
        return frozenset({"arithmetic"})
    if message.intent == "claim" and any(claim.is_arithmetic for claim in message.claims):
        return frozenset({"claim", "arithmetic"})
    return frozenset({"other_language", "unread"} if message.intent == "unread" else {message.intent})


def verdict_on(message: Message, verdicts: Sequence[Truth]) -> str:
    """Return the verdict on a whole message; see the module."""
    if message.intent in {"guess", "injection"}:
        return "none"
    if Truth.WRONG in verdicts:
        return "wrong"
    judged = [
        "right_rounded" if verdict is Truth.ROUNDED else verdict.value for verdict in verdicts if verdict is not Truth.UNKNOWN
    ]
    return judged[-1] if judged else "none"


def _holds_claim(claims: Sequence[Claim], judge: Judge, wanted: Mapping[str, Any]) -> bool:
    atom = judge.canonical(quantity(wanted["quantity"]))
    value = evaluate(parse_expression(str(wanted["value"])), _refuse)
    for claim in claims:
        for side, other in (claim.sides, claim.sides[::-1]) if len(claim.sides) == 2 else ():
            if (
                judge.canonical(side) == atom
                and (said := _value(other)) is not None
                and abs(said - value) <= 1e-6 * max(1.0, abs(value))
            ):
                return True
    return False


def _value(expression: Expression) -> float | None:
    try:
        return evaluate(expression, _refuse)
    except (ValueError, ArithmeticError):
        return None


def _refuse(unknown: Letter | Quantity) -> float:
    raise ValueError(f"expected numbers only, got {unknown!s}")


def measure(reads: Sequence[Read]) -> dict[str, Any]:
    """Return the figures of one file."""
    groups: dict[str, list[Read]] = defaultdict(list)
    for read in reads:
        groups[read.entry["group"]].append(read)
    return {
        "wrong_verdicts": share(read.is_wrong_verdict for read in reads),
        "read": share(read.is_read for read in reads),
        "missed_notes": share(read.is_missed_note for read in reads),
        "by_group": {name: share(read.is_read for read in group) for name, group in groups.items()},
        "with_wrong_verdict": [_row(read) for read in reads if read.is_wrong_verdict],
        "unread": [_row(read) for read in reads if not read.is_read],
    }


def _row(read: Read) -> dict[str, Any]:
    entry = read.entry
    wanted = "/".join([entry["reads"], *entry.get("also", ())])
    return {
        "id": entry["id"], "message": entry["message"], "kind": "/".join(sorted(read.kinds)), "wanted_kind": wanted,
        "verdict": read.verdict, "wanted_verdict": entry["verdict"], "claims": "; ".join(read.claims),
    }  # fmt: skip


def print_report(name: str, figures: Mapping[str, Any], *, verbose: bool) -> None:
    """Print the figures of one file; with ``verbose`` each failure."""
    wrong, read = figures["wrong_verdicts"], figures["read"]
    goals = [
        Goal("wrong verdicts", str(wrong), "0", wrong.count == 0),
        Goal("read", str(read), "at least 85 %", (read.value or 0) >= 0.85),
        Goal("missed notes on rounding", str(figures["missed_notes"]), "", None),
    ]
    print_goals(f"Messages written by hand: {name}", goals)
    print_table("Read by group", ("group", "read"), list(figures["by_group"].items()))
    if not verbose:
        return
    for title, key in (("Wrong verdicts", "with_wrong_verdict"), ("Not read", "unread")):
        rows = figures[key]
        print_table(title, tuple(rows[0]) if rows else (), [tuple(row.values()) for row in rows])


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("-v", "--verbose", action="store_true", help="print the failures")
    return parser.parse_args()


def main() -> int:
    """Run over every file that is there; seed and jobs change nothing here."""
    options = _parsed()
    results: dict[str, Any] = {}
    for name in FILES:
        if not (DATA / name).is_file():
            continue
        entries = yaml.safe_load((DATA / name).read_text(encoding="utf-8"))["messages"][: options.limit]
        figures = measure([read_entry(entry) for entry in entries])
        print_report(name, figures, verbose=options.verbose)
        print()
        results[name] = {
            key: value.as_json() if isinstance(value, Share) else value for key, value in figures.items() if key != "by_group"
        }
    report_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
