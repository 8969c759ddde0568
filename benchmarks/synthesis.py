"""Synthesise a corpus and check it: time, leaks, broken rules, highlights, diversity, and memory over the number of dialogues.

    python benchmarks/synthesis.py [--limit 10000] [--seed 0] [--jobs 2] [--problems bank] [--out FOLDER] [--json FILE]

Whether a turn gives something away is asked twice: of the session's answer guard, and of ``transcript_checks``, which share no
code with it and read nothing but the rows; a third scan is blunt and looks for the numerals of the final answer. All three are
shown a control that must fail: dialogues whose first turn ends with the answer.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, arguments, print_goals, print_table, report_json, share
from benchmarks.transcript_checks.leaks import is_allowed_revealing, is_same, scan_turn
from benchmarks.transcript_checks.proofs import Proof, read_proof
from benchmarks.transcript_checks.turns import broken_rules, elements, outside_step
from benchmarks.transcript_checks.values import read_value
from gnomon.corpus.synthesis import DIALOGUES, SynthesisConfig, synthesise
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.problem import Problem, Question
from gnomon.tutor import TutorContext, breach_of

DIALOGUES_ASKED = 10_000
MOST_SECONDS_A_DIALOGUE = 0.24
"""Of a processor: 10,000 dialogues in 20 minutes on two cores."""
LEAST_ON_STEP = 0.95
CONSTANTS = (90.0, 180.0, 270.0, 360.0, 2.0, 3.0, 30.0, 45.0, 60.0)
"""Numbers that theorems say, whatever the answer is."""
NUMERAL = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)?(?![\d])")
UNIT = re.compile(r"\s*(?:°|[a-z]+[²³]?)$")
"""After the number of an answer."""
SAMPLE_SECONDS = 0.5
"""Between two looks at the memory."""
Row = dict[str, Any]


class Checked(NamedTuple):
    """What was found in one dialogue."""

    guard: list[str]
    """Turns that the guard stops, with its words."""
    scan: list[str]
    blunt: list[str]
    broken: list[str]
    """Rules of the vocabulary that are not kept."""
    off_step: list[str]
    """What turns highlight beside their step."""
    highlighted: int
    turns: int


def as_transcript(row: Row) -> Row:
    """Return a row in the form that ``transcript_checks`` reads."""
    turns = []
    for turn in row["turns"]:
        if turn["role"] == "student":
            turns.append(turn)
            continue
        colours = turn.get("highlights") or {}
        record = turn.get("annotation", {}).get("record", {})
        turns.append(
            turn | {"role": "tutor", "highlights": colours.get("green"), "highlights2": colours.get("brown"), "record": record}
        )
    return {"problem": row["problem"]["id"], "attempt": row["student_solution"], "turns": turns, "outcome": row.get("outcome")}


def proof_of(row: Row) -> Proof:
    """Return the proof as a row tells it."""
    figure = row["problem"].get("figure") or {}
    found = read_proof(
        {
            "answer": number_of(row["problem"]["answer"]),
            "steps": row["provenance"]["proof"],
            "question": row["problem"]["text"],
            "printed": [label["text"] for label in figure.get("labels", ())],
            "circles": {circle["centre"]: circle.get("points", []) for circle in figure.get("circles", ())},
        }
    )
    assert found is not None
    return found


def number_of(answer: str) -> float:
    """Return an answer as a number, whatever its form, by the checks' own reader."""
    value = read_value(UNIT.sub("", answer))
    if value is None:
        raise ValueError(f"expected an answer that is a number, got {answer!r}")
    return value


def check(row: Row) -> Checked:
    """Look at one dialogue."""
    transcript, proof = as_transcript(row), proof_of(row)
    guard, scan, blunt, off_step, highlighted, turns = [], [], [], [], 0, 0
    said = [row["student_solution"]]
    shown = {value for text in (row["problem"]["text"], *printed(row)) for value in numerals(text)} | set(CONSTANTS)
    for at, turn in enumerate(transcript["turns"]):
        words, place = turn["utterance"], f"{row['id']}[{at}]"
        if turn["role"] == "student":
            said.append(words)
            continue
        turns += 1
        scan += [f"{place}: {leak.words!r} tells {leak.name} = {leak.value:g}" for leak in scan_turn(transcript, at, proof).leaks]
        if not is_allowed_revealing(transcript, at):
            if reason := stopped(words, row["problem"]["text"], proof.answer, said):
                guard.append(f"{place}: {reason}")
            known = shown | {value for text in said for value in numerals(text)}
            if any(is_same(value, proof.answer) for value in numerals(words)) and not any(
                is_same(v, proof.answer) for v in known
            ):
                blunt.append(f"{place}: {words!r} holds {proof.answer:g}")
        if elements(turn["highlights"]) or elements(turn["highlights2"]):
            highlighted += 1
            if outside := outside_step(turn, proof):
                off_step.append(f"{place}: {', '.join(outside)}")
    broken = [f"{row['id']}, turn {index}: {rule}" for index, rule in broken_rules(transcript)]
    return Checked(guard, scan, blunt, broken, off_step, highlighted, turns)


def stopped(utterance: str, text: str, answer: float, said: list[str]) -> str | None:
    """Return why the session's guard stops words for what they tell of the final answer; None where it does not."""
    problem = Problem(id="row", question=Question(text=text), answer=answer)
    dialogue = Dialogue(problem="row", turns=tuple(StudentTurn(utterance=each) for each in said))
    turn = TutorTurn(act="Probing", subact="SeekKnowledge", utterance=utterance)  # any subact but Revealing
    return breach_of(turn, TutorContext(problem, dialogue))


def printed(row: Row) -> list[str]:
    """Return the texts in a figure."""
    return [label["text"] for label in (row["problem"].get("figure") or {}).get("labels", ())]


def numerals(text: str) -> Iterator[float]:
    """Yield the plain numbers of a text."""
    for match in NUMERAL.finditer(text):
        yield float(match.group().replace(",", "."))


def spoiled(row: Row) -> Row:
    """Return the first turn of a dialogue, with the answer behind it: every scan must stop at it."""
    first = row["turns"][0]
    told = f"{first['utterance']} The answer is {number_of(row['problem']['answer']):.6g}."
    return row | {"turns": [first | {"utterance": told}]}


class Watch(threading.Thread):
    """Looks at this process and those it has started, while they run: what they hold, and the processor time they have used."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._samples: list[tuple[float, float, float]] = []
        """Seconds, megabytes of the largest process, megabytes of all."""
        self._used: dict[int, float] = {}
        """Processor seconds by process, as last seen."""
        self._begun: dict[int, float] = {}
        self._stop_asked = threading.Event()

    def run(self) -> None:
        """Look until stopped."""
        start = time.monotonic()
        while not self._stop_asked.wait(SAMPLE_SECONDS):
            found = list(_family(os.getpid()))
            sizes = [size for _, size, _ in found]
            self._samples.append((time.monotonic() - start, max(sizes), sum(sizes)))
            for pid, _, seconds in found:
                # What this process had used before does not count; the others have done nothing else.
                self._begun.setdefault(pid, seconds if pid == os.getpid() else 0.0)
                self._used[pid] = seconds

    def end(self) -> dict[str, Any]:
        """Stop looking; return processor seconds, and the most memory in each quarter of the time."""
        self._stop_asked.set()
        self.join()
        spent = sum(seconds - self._begun[pid] for pid, seconds in self._used.items())
        whole = self._samples[-1][0] if self._samples else 0.0
        quarters = [[s for s in self._samples if at * whole / 4 <= s[0] <= (at + 1) * whole / 4] for at in range(4)]
        memory = [(at, max(s[1] for s in part), max(s[2] for s in part)) for at, part in enumerate(quarters, 1) if part]
        return {"processor_seconds": spent, "memory_mb": memory}


def _family(root: int) -> Iterator[tuple[int, float, float]]:
    """Yield id, megabytes and processor seconds of a process and its descendants, by /proc."""
    status: dict[int, list[str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status[int(entry.name)] = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended
    family = {root}
    while more := {pid for pid, fields in status.items() if int(fields[1]) in family} - family:
        family |= more
    for pid in family & status.keys():
        fields = status[pid]  # proc(5), counted from the state: the parent is second, times 12th and 13th, pages 22nd
        yield (
            pid,
            int(fields[21]) * resource.getpagesize() / 2**20,
            (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        )


def measured(config: SynthesisConfig, out: Path, jobs: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Synthesise; return the summary, and processor seconds, wall seconds and memory."""
    watch = Watch()
    watch.start()
    start = time.perf_counter()
    summary = synthesise(config, out, jobs=jobs)
    return summary, {"wall_seconds": time.perf_counter() - start, **watch.end()}


def check_line(line: str) -> tuple[Checked, Checked]:
    """Look at one dialogue as it is and, as a control, spoiled."""
    row = json.loads(line)
    return check(row), check(spoiled(row))


def checked(folder: Path, jobs: int) -> dict[str, Any]:
    """Check every dialogue."""
    found: dict[str, list[str]] = {name: [] for name in ("guard", "scan", "blunt", "broken", "off_step")}
    sums: Counter[str] = Counter()
    # The checks take as long as the dialogues: they are shared out too.
    with (folder / DIALOGUES).open(encoding="utf-8") as lines, multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for one, control in pool.imap(check_line, lines, chunksize=20):
            for name in found:
                found[name] += getattr(one, name)
            sums.update(turns=one.turns, highlighted=one.highlighted, turns_off_step=len(one.off_step), controls=1)
            sums.update({f"control_{name}": int(bool(getattr(control, name))) for name in ("guard", "scan", "blunt")})
    return {"found": found, "sums": dict(sums)}


def report(summary: Mapping[str, Any], cost: Mapping[str, Any], results: Mapping[str, Any]) -> list[Goal]:
    """Print the tables; return the goals."""
    found, sums = results["found"], Counter(results["sums"])
    count = summary["dialogues"] + summary["near_duplicates"] + summary["told"]
    a_dialogue = cost["processor_seconds"] / count
    print_table(
        "corpus",
        ("what", "value"),
        [
            ("dialogues", str(summary["dialogues"])),
            ("near-duplicates left out", str(summary["near_duplicates"])),
            ("left out for the answer's number", str(summary["told"])),
            ("failed", str(summary["failed"])),
            ("processor seconds a dialogue", f"{a_dialogue:.3f}"),
            ("wall seconds", f"{cost['wall_seconds']:.0f}"),
            *((f"different {name.replace('_', ' ')}", str(number)) for name, number in summary["distinct"].items()),
            *((name, str(len(summary[name]))) for name in ("subacts", "rules", "misconceptions", "strengths", "styles")),
        ],
    )
    print_table(
        "memory in megabytes, by quarter of the time",
        ("quarter", "largest process", "all"),
        [(str(at), f"{one:.0f}", f"{family:.0f}") for at, one, family in cost["memory_mb"]],
    )
    on_step = share([True] * (sums["highlighted"] - sums["turns_off_step"]) + [False] * sums["turns_off_step"])
    print_table(
        "controls that must be found",
        ("scan", "found"),
        [(name, f"{sums[f'control_{name}']} of {sums['controls']}") for name in ("guard", "scan", "blunt")],
    )
    for name, places in found.items():
        for place in places[:10]:  # enough to see what it is; the JSON file has all
            print(f"{name}: {place}")
    return [
        Goal(
            "processor seconds a dialogue",
            f"{a_dialogue:.3f}",
            f"{MOST_SECONDS_A_DIALOGUE}",
            a_dialogue <= MOST_SECONDS_A_DIALOGUE,
        ),
        Goal("leaks by the guard", str(len(found["guard"])), "0", not found["guard"]),
        Goal("leaks by the checks' own scan", str(len(found["scan"])), "0", not found["scan"]),
        Goal("turns with the answer's numerals", str(len(found["blunt"])), "0", not found["blunt"]),
        Goal("broken rules of the vocabulary", str(len(found["broken"])), "0", not found["broken"]),
        Goal("highlights only of the step", str(on_step), f"{LEAST_ON_STEP:.0%}", (on_step.value or 0) >= LEAST_ON_STEP),
    ]


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--problems", default="bank", help="the bank, or a file of problems (default bank)")
    parser.add_argument("--out", type=Path, help="keep the corpus in this folder")
    return parser.parse_args()


def main() -> int:
    """Run; 1 when a goal is missed."""
    options = _parsed()
    with tempfile.TemporaryDirectory() as folder:
        out = options.out or Path(folder) / "corpus"
        config = SynthesisConfig(dialogues=options.limit or DIALOGUES_ASKED, seed=options.seed, problems=options.problems)
        summary, cost = measured(config, out, options.jobs)
        results = checked(out, options.jobs)
    goals = report(summary, cost, results)
    print_goals("Synthesised corpus", goals)
    report_json(options.json, {"summary": summary, "cost": cost, **results})
    return 0 if all(goal.is_met for goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
