"""Reading learners: the hand-written messages of ``data/messages*.yaml`` through `read_message` and `Judge`.

Scored as the header of the file says. A wrong verdict is one that is given and differs from the file's; taking right for
rounded, or the reverse, is a missed note and counted apart. A message is read when its kind is one that the file allows, the
verdict is the file's (notes aside) and, where the file has claims, the last of them was found with its quantity and value.
What the reader calls ``unread`` leads to a clarifying question: never a wrong verdict, and read only where another language
is all there is to see.

Beside them the sets of ``data/listening/*.jsonl``, in the form of `Row`: each goes through the function behind ``gnomon listen``,
with the earlier messages and the tutor's turns between. A message with a claim is read when its verdict is the set's. A number
in a role that claims nothing must not be credited, which a row of form ``{"id", "problem", "message", "role"}`` asks alone.

A message's verdict: wrong when any claim is; else that of the last claim that was judged; without claims that of a rule with
its total; none for a guess or an injected text.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, print_goals, print_table, report_json, share
from gnomon.dialogue import TutorTurn
from gnomon.figure import parse_element
from gnomon.geometry import solution_of, solve
from gnomon.problem import Expression, Letter, Problem, Quantity, bank, evaluate, parse_expression
from gnomon.session import listen, turns_before
from gnomon.tutor import Claim, Ear, Judge, Message, Truth, read_message

DATA = Path(__file__).resolve().parent / "data"
FILES = ("messages.yaml", "messages_held_out.yaml", "messages_final.yaml", "messages_unseen.yaml")
CONVERSATIONS = {"hostile"}
"""Files of whole conversations, which ``tests/conversations`` hold."""
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
    atom = judge.scene.canonical(quantity(wanted["quantity"]))
    value = evaluate(parse_expression(str(wanted["value"])), _refuse)
    for claim in claims:
        for side, other in (claim.sides, claim.sides[::-1]) if len(claim.sides) == 2 else ():
            if (
                judge.scene.canonical(side) == atom
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


# sets in JSON lines


class Row(NamedTuple):
    """One message of a set, and what was heard in it."""

    id: str
    problem: str
    message: str
    kind: str
    has_claim: bool
    wanted: str | None
    """Verdict of the set; None of a number in a role."""
    wanted_way: str | None
    wanted_solved: bool
    verdict: str
    way: str | None
    solved: bool

    @property
    def is_missed_note(self) -> bool:
        """Whether right was taken for rounded or the reverse."""
        return {self.verdict, self.wanted} == {"right", "rounded"}

    @property
    def is_read(self) -> bool:
        """Whether the verdict is the set's, notes aside."""
        return self.verdict == self.wanted or self.is_missed_note

    @property
    def is_wrong_verdict(self) -> bool:
        """Whether a verdict was given that the set does not give."""
        return self.wanted is not None and self.verdict != "none" and not self.is_read

    @property
    def is_half(self) -> bool:
        """Whether wrong was taken for mixed or the reverse: both say that something is wrong."""
        return {self.verdict, self.wanted} == {"wrong", "mixed"}


def hear(row: Mapping[str, Any]) -> Row:
    """Let the tutor hear one row of a set."""
    return asyncio.run(hear_with(row, None))


async def hear_with(row: Mapping[str, Any], ear: Ear | None) -> Row:
    """Let the tutor hear one row of a set, with a model as second ear or without."""
    heard = await listen(solution_of(bank()[row["problem"]]), row["message"], row.get("before", ()), ear=ear)
    judged = heard.judged
    return Row(
        str(row["id"]), row["problem"], row["message"], row.get("kind", row.get("role", "")), bool(row.get("claim")),
        row.get("verdict"), row.get("way"), bool(row.get("solved")), judged.verdict, judged.way, heard.solved,
    )  # fmt: skip


def measure_set(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the figures of one set."""
    claims = [row for row in rows if row.has_claim]
    judged = [row for row in rows if row.wanted is not None]
    answers = [row for row in judged if row.wanted_solved]
    others = [row for row in rows if not row.wanted_solved]
    ways = [row for row in claims if row.wanted_way is not None]
    return {
        "read": share(row.is_read for row in claims),
        "wrong_verdicts": share(row.is_wrong_verdict for row in judged),
        "of_them_wrong_for_mixed_or_reverse": share(row.is_half for row in judged if row.is_wrong_verdict),
        "missed_notes": share(row.is_missed_note for row in claims),
        "answers_noticed": share(row.solved for row in answers),
        "credited_falsely": share(row.solved for row in others),
        "way_none_praised": share(row.way == "goal" for row in ways if row.wanted_way == "none"),
        "way": share(row.way == row.wanted_way for row in ways if row.is_read),
    }


def misses(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return what went wrong, the worst first."""
    found = []
    for row in rows:
        reasons = [
            name
            for name, holds in (
                ("wrong verdict", row.is_wrong_verdict),
                ("credited", row.solved and not row.wanted_solved),
                ("answer not noticed", row.wanted_solved and not row.solved),
                ("unread", row.has_claim and not row.is_read and not row.is_wrong_verdict),
                ("wrong method praised", row.wanted_way == "none" and row.way == "goal"),
            )
            if holds
        ]
        if reasons:
            said = f"{row.verdict} {row.way or ''} {'solved' if row.solved else ''}".strip()
            wanted = f"{row.wanted} {row.wanted_way or ''} {'solved' if row.wanted_solved else ''}".strip()
            found.append({"why": ", ".join(reasons), "id": row.id, "problem": row.problem, "message": row.message,
                          "heard": said, "wanted": wanted})  # fmt: skip
    return sorted(found, key=lambda miss: ("wrong verdict" not in miss["why"], "credited" not in miss["why"], miss["why"]))


def print_set(name: str, rows: Sequence[Row], figures: Mapping[str, Share]) -> None:
    """Print the figures of one set with Wilson's intervals, and every miss."""
    wanted: dict[str, tuple[str, Callable[[Share], bool | None]]] = {
        "read": ("at least 90 %", lambda found: (found.value or 0) >= 0.9),
        "wrong_verdicts": ("at most 3 of 600", lambda found: (found.value or 0) <= 0.005),
        "answers_noticed": ("all", lambda found: found.count == found.total),
        "credited_falsely": ("0", lambda found: found.count == 0),
    }
    goals = []
    for key, found in figures.items():
        interval = found.interval()
        between = "" if interval is None else f"  [{100 * interval[0]:.1f}, {100 * interval[1]:.1f}]"
        goal, is_met = wanted.get(key, ("", lambda _: None))
        goals.append(Goal(key.replace("_", " "), f"{found}{between}", goal, is_met(found) if found.total else None))
    print_goals(f"Messages of strangers: {name}", goals)
    missed = misses(rows)
    if missed:
        print_table("Misses", tuple(missed[0]), [tuple(miss.values()) for miss in missed])


def read_set(path: Path, limit: int | None = None, both_sides: str | None = None) -> list[Row]:
    """Let the tutor hear the rows of a file; ``both_sides``: only those with the tutor's turns, by the parity of their ids."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    if both_sides is not None:
        parities = {"all": {0, 1}, "even": {0}, "odd": {1}}[both_sides]
        rows = [row for row in rows if _has_tutor(row) and int(re.sub(r"\D", "", row["id"])) % 2 in parities]
    return [hear(row) for row in rows[:limit]]


def _has_tutor(row: Mapping[str, Any]) -> bool:
    return any(isinstance(turn, TutorTurn) for turn in turns_before(row.get("before", ())))


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--set", action="append", metavar="NAME", help="only this file, named without its ending")
    parser.add_argument(
        "--both-sides", choices=("all", "even", "odd"), help="only rows with the tutor's turns, by the parity of id"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="print the failures")
    return parser.parse_args()


def main() -> int:
    """Run over every file that is there; seed and jobs change nothing here."""
    options = _parsed()
    results: dict[str, Any] = {}
    for name in FILES:
        if (options.set and Path(name).stem not in options.set) or not (DATA / name).is_file():
            continue
        entries = yaml.safe_load((DATA / name).read_text(encoding="utf-8"))["messages"][: options.limit]
        figures = measure([read_entry(entry) for entry in entries])
        print_report(name, figures, verbose=options.verbose)
        print()
        results[name] = {
            key: value.as_json() if isinstance(value, Share) else value for key, value in figures.items() if key != "by_group"
        }
    for path in sorted((DATA / "listening").glob("*.jsonl")):
        if path.stem in CONVERSATIONS or (options.set and path.stem not in options.set):
            continue
        rows = read_set(path, options.limit, options.both_sides)
        shares = measure_set(rows)
        print_set(path.name, rows, shares)
        results[path.name] = {key: found.as_json() for key, found in shares.items()}
    report_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
