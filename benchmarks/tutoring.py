"""Measure tutoring of simulated learners from the transcripts of `make_transcripts.py`: an integration test, no headline.

It says whether reader, diagnosis, turns and guard fit together with learners who write as people do, not how people fare.

Reads the JSON lines of each arm and ``solve.json``, nothing else, and imports nothing of gnomon but the arena's scan for leaks,
which imports nothing of it: whether a dialogue ended right, what was given away and which rules were kept is worked out again.
From the tutor's notes beside its turns it takes the proof step in play, the guard's interventions and the seconds.

Rules of the vocabulary, highlights, leaks, words and time are those of the symbolic tutor with the three strengths. The control
without highlights breaks "SeeFigure without a highlight" by construction; Random Turn has no step in play.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, percentile, print_goals, print_table, report_json, share
from benchmarks.transcript_checks.endings import ends_right, is_told, outcome
from benchmarks.transcript_checks.seeding import recall
from benchmarks.transcript_checks.turns import broken_rules, elements, outside_step, quotes, repeated, tutor_turns
from benchmarks.tutoring_arms import ARMS, CONTROLLED, STRENGTHS
from gnomon.benchmark.arena.scan.leaks import is_allowed_revealing, scan_turn
from gnomon.benchmark.arena.scan.proofs import Proof, read_proof

LONGEST_TURN = 45
SLOWEST_SECONDS = 0.1
LEAST_UNTOLD = {"strong": 0.95, "weak": 0.85}
MOST_OF_CONTROL = {"random_turn": 0.15, "other_error": 0.4}
LEAST_DROP = 0.2
"""Of the share right and untold, when the tutor ignores what is said."""
Dialogue = Mapping[str, Any]


@dataclass(frozen=True)
class Transcripts:
    """What a results folder holds."""

    dialogues: Mapping[str, Sequence[Dialogue]]
    """By arm."""
    proofs: Mapping[str, Proof]
    """By problem, those that were solved."""


def read_transcripts(folder: Path, limit: int | None = None) -> Transcripts:
    """Read a results folder; ``limit`` keeps the first so many problems.

    Raises:
        FileNotFoundError: when a file is missing.
    """
    rows = json.loads((folder / "solve.json").read_text(encoding="utf-8"))
    proofs = {name: proof for name in list(rows)[:limit] if (proof := read_proof(rows[name])) is not None}
    read = {arm: _lines(folder / f"{arm}.jsonl") for arm in ARMS}
    return Transcripts({arm: [d for d in found if d["problem"] in proofs] for arm, found in read.items()}, proofs)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


# how the dialogues end


def endings(dialogues: Sequence[Dialogue], proofs: Mapping[str, Proof]) -> dict[str, Any]:
    """Count the dialogues by how they ended, and the turns that the good ones took."""
    ends = [outcome(dialogue, proofs[dialogue["problem"]]) for dialogue in dialogues]
    turns = [len(tutor_turns(dialogue)) for dialogue, end in zip(dialogues, ends, strict=True) if end == "solved_untold"]
    return {
        "right_untold": share(end == "solved_untold" for end in ends),
        "right": share(ends_right(dialogue, proofs[dialogue["problem"]]) for dialogue in dialogues),
        "told": share(is_told(dialogue) for dialogue in dialogues),
        "outcomes": dict(sorted(Counter(ends).items())),
        "unnoticed": [label(d) for d, end in zip(dialogues, ends, strict=True) if end != d.get("outcome") == "not_solved"],
        "unconfirmed": [label(d) for d, end in zip(dialogues, ends, strict=True) if d.get("outcome") != end == "not_solved"],
        "turns": {
            "median": statistics.median(turns) if turns else None,
            "p90": percentile(turns, 90),
            "max": max(turns, default=None),
        },
    }


def by_style(dialogues: Sequence[Dialogue], proofs: Mapping[str, Proof]) -> dict[str, Share]:
    """Return the share right and untold by way of writing."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for dialogue in dialogues:
        groups[dialogue["student"].partition(":")[2]].append(outcome(dialogue, proofs[dialogue["problem"]]) == "solved_untold")
    return {style: share(good) for style, good in sorted(groups.items())}


def by_misconception(dialogues: Sequence[Dialogue], proofs: Mapping[str, Proof]) -> list[tuple[str, Share, float, str]]:
    """Return each misconception with its share right and untold, median turns and failing problems, the weakest first."""
    groups: dict[str, list[Dialogue]] = defaultdict(list)
    for dialogue in dialogues:
        groups[dialogue["misconception"]].append(dialogue)
    rows = []
    for name, group in groups.items():
        is_good = [outcome(dialogue, proofs[dialogue["problem"]]) == "solved_untold" for dialogue in group]
        failing = [dialogue["problem"] for dialogue, good in zip(group, is_good, strict=True) if not good]
        rows.append(
            (name, share(is_good), statistics.median(len(tutor_turns(dialogue)) for dialogue in group), ", ".join(failing))
        )
    return sorted(rows, key=lambda row: (row[1].value or 0.0, row[0]))


def label(dialogue: Dialogue) -> str:
    """Name a dialogue."""
    return f"{dialogue['problem']} / {dialogue['misconception']} / {dialogue['student']}"


# what the real tutor says and shows


def leaks(dialogues: Sequence[Dialogue], proofs: Mapping[str, Proof]) -> dict[str, Any]:
    """Scan every turn of the tutor; see ``transcript_checks.leaks`` for what counts."""
    found, coincidences, revealings = [], 0, Counter({"allowed": 0, "not allowed": 0})
    for dialogue in dialogues:
        for at, turn in enumerate(dialogue["turns"]):
            if turn["role"] != "tutor":
                continue
            scan = scan_turn(dialogue, at, proofs[dialogue["problem"]])
            coincidences += scan.coincidences
            found += [
                {"dialogue": label(dialogue), "turn": at, **leak._asdict(), "utterance": turn["utterance"]} for leak in scan.leaks
            ]
            if turn["subact"] == "Revealing":
                revealings["allowed" if is_allowed_revealing(dialogue, at) else "not allowed"] += 1
    return {"leaks": found, "coincidences": coincidences, "revealings": dict(revealings)}


def guard_interventions(dialogues: Sequence[Dialogue]) -> list[dict[str, Any]]:
    """Return what the guard stopped, by the tutor's own notes."""
    return [
        {"dialogue": label(dialogue), "turn": at, "reason": reason}
        for dialogue in dialogues
        for at, turn in enumerate(tutor_turns(dialogue))
        for reason in (turn.get("record") or {}).get("guard", ())
    ]


def rule_breaks(dialogues: Sequence[Dialogue]) -> list[dict[str, Any]]:
    """Return every broken rule of the vocabulary."""
    return [{"dialogue": label(d), "turn": at, "rule": rule} for d in dialogues for at, rule in broken_rules(d)]


def stray_highlights(dialogues: Sequence[Dialogue], proofs: Mapping[str, Proof]) -> list[dict[str, Any]]:
    """Return every highlight that is no part of the proof step in play."""
    return [
        {"dialogue": label(d), "turn": at, "highlight": name}
        for d in dialogues
        for at, turn in enumerate(tutor_turns(d))
        for name in outside_step(turn, proofs[d["problem"]])
    ]


def few_highlights(dialogues: Sequence[Dialogue]) -> Share:
    """Return the share of SeeFigure and Guide turns that show 1 to 4 elements, both colours together."""
    turns = [turn for turn in _all_turns(dialogues) if turn["act"] == "SeeFigure" or turn["subact"] == "Guide"]
    return share(1 <= len(elements(turn["highlights"])) + len(elements(turn.get("highlights2"))) <= 4 for turn in turns)


def _all_turns(dialogues: Iterable[Dialogue]) -> list[dict[str, Any]]:
    return [turn for dialogue in dialogues for turn in tutor_turns(dialogue)]


def pace(dialogues: Sequence[Dialogue]) -> dict[str, Any]:
    """Return the seconds and the words of the tutor's turns."""
    turns = _all_turns(dialogues)
    seconds = [turn["record"]["seconds"] for turn in turns if (turn.get("record") or {}).get("seconds") is not None]
    words = [len(turn["utterance"].split()) for turn in turns]
    return {
        "seconds": {
            "p50": percentile(seconds, 50),
            "p95": percentile(seconds, 95),
            "max": max(seconds, default=None),
            "turns": len(seconds),
        },
        "words": {
            "median": percentile(words, 50),
            "max": max(words, default=None),
            "too_long": share(count > LONGEST_TURN for count in words),
        },
        "longest": max((turn["utterance"] for turn in turns), key=lambda text: len(text.split()), default=""),
    }


def repetition(dialogues: Sequence[Dialogue], role: str) -> dict[str, Any]:
    """Return how many dialogues hold a sentence twice, and which sentences come back most often."""
    again = [repeated(dialogue, role) for dialogue in dialogues]
    counts = Counter(sentence for several in again for sentence in several)
    return {
        "dialogues": share(bool(several) for several in again),
        "sentences": sum(counts.values()),
        "most": counts.most_common(12),
    }


def quoting(dialogues: Sequence[Dialogue]) -> dict[str, Any]:
    """Return how often the tutor quotes the student, and whether the words are the student's."""
    quoted = [quotes(dialogue) for dialogue in dialogues]
    return {
        "dialogues": share(bool(found) for found in quoted),
        "literal": share(is_literal for found in quoted for _, is_literal in found),
        "not_literal": [words for found in quoted for words, is_literal in found if not is_literal][:10],
    }


# all of it


def measure(transcripts: Transcripts, seed: int = 0) -> dict[str, Any]:
    """Return every figure, as plain values and `Share`."""
    proofs = transcripts.proofs
    real = [dialogue for strength in STRENGTHS for dialogue in transcripts.dialogues[strength]]
    hidden = recall([(dialogue, proofs[dialogue["problem"]]) for dialogue in real], seed=seed)
    return {
        "pairs": len(real),
        "problems": len({dialogue["problem"] for dialogue in real}),
        "misconceptions": len({dialogue["misconception"] for dialogue in real}),
        "endings": {arm: endings(dialogues, proofs) for arm, dialogues in transcripts.dialogues.items()},
        "by_style": by_style(real, proofs),
        "leaks": leaks(real, proofs),
        "scan_recall": Share(hidden.found.total(), hidden.hidden.total()),
        "scan_recall_by_form": {form: Share(hidden.found[form], count) for form, count in hidden.hidden.items()},
        "scan_missed": hidden.missed,
        "guard": guard_interventions(real),
        "rule_breaks": rule_breaks(real),
        "stray_highlights": stray_highlights(real, proofs),
        "few_highlights": few_highlights(real),
        "pace": pace(real),
        "repetition": {role: repetition(real, role) for role in ("tutor", "student")},
        "quoting": quoting(real),
        "subacts": dict(Counter(turn["subact"] for turn in _all_turns(real)).most_common()),
        "by_misconception": by_misconception(real, proofs),
        "not_right_untold": [label(d) for d in real if outcome(d, proofs[d["problem"]]) != "solved_untold"],
    }


def goals_of(found: Mapping[str, Any]) -> list[Goal]:
    """Put the figures beside what they should be."""
    dialogues = f"{found['pairs']} ({found['problems']} problems, {found['misconceptions']} misconceptions)"
    size = Goal("dialogues of the three strengths", dialogues, "at least 100", found["pairs"] >= 100)
    return [size, *_goals_of_endings(found["endings"]), *_goals_of_leaks(found), *_goals_of_turns(found), *_goals_of_words(found)]


def _goals_of_endings(found: Mapping[str, Any]) -> Iterator[Goal]:
    for arm in ARMS:
        least, most, measured = LEAST_UNTOLD.get(arm), MOST_OF_CONTROL.get(arm), found[arm]["right_untold"]
        value = measured.value
        goal = "" if least is most is None else f"at least {least:.0%}" if least is not None else f"at most {most:.0%}"
        is_met = None if value is None or not goal else value >= least if least is not None else value <= (most or 0.0)
        yield Goal(f"right and untold: {arm}", f"{measured}, {_interval(measured)}", goal, is_met)
    heard, ignored = (found[arm]["right_untold"].value for arm in (CONTROLLED, "ignoring"))
    drop = None if heard is None or ignored is None else heard - ignored
    points = "" if drop is None else f"{100 * drop:.0f} points"
    yield Goal("  lost when messages are ignored", points, f"{100 * LEAST_DROP:.0f} points", drop is None or drop >= LEAST_DROP)
    turns = {arm: found[arm]["turns"] for arm in STRENGTHS}
    yield Goal("turns needed, by strength: median", ", ".join(f"{arm} {each['median']}" for arm, each in turns.items()), "", None)
    unnoticed, unconfirmed = (_otherwise_recorded(found, kind) for kind in ("unnoticed", "unconfirmed"))
    yield Goal("right at the end by the words, and the tutor did not notice", str(len(unnoticed)), "0", not unnoticed)
    yield Goal("solved for the tutor, and not by the words", str(len(unconfirmed)), "0", not unconfirmed)


def _otherwise_recorded(found: Mapping[str, Any], kind: str) -> list[str]:
    # Where the tutor is a control it has not heard the student, so that its record says nothing.
    return [f"{arm}: {name}" for arm, ends in found.items() if ARMS[arm].tutor == "symbolic" for name in ends[kind]]


def _goals_of_leaks(found: Mapping[str, Any]) -> Iterator[Goal]:
    seen = found["leaks"]
    yield Goal("leaks outside allowed Revealing", str(len(seen["leaks"])), "0", not seen["leaks"])
    yield Goal("  mentions that only coincide", str(seen["coincidences"]), "", None)
    yield Goal("  Revealing turns: allowed, not allowed", ", ".join(map(str, seen["revealings"].values())), "", None)
    yield Goal("  hidden leaks that the scan finds", str(found["scan_recall"]), "", None)
    yield Goal("guard interventions", str(len(found["guard"])), "", None)


def _goals_of_turns(found: Mapping[str, Any]) -> Iterator[Goal]:
    seconds, broken, stray = found["pace"]["seconds"], found["rule_breaks"], found["stray_highlights"]
    is_fast = seconds["p95"] is not None and seconds["p95"] <= SLOWEST_SECONDS
    shown = ", ".join(str(seconds[key]) for key in ("p50", "p95", "max"))
    yield Goal("violations of the vocabulary", str(len(broken)), "0", not broken)
    yield Goal("highlights outside the step in play", str(len(stray)), "0", not stray)
    yield Goal("SeeFigure and Guide turns with 1 to 4 elements", str(found["few_highlights"]), "", None)
    yield Goal("seconds a turn: p50, p95, most", shown, f"p95 at most {SLOWEST_SECONDS}", is_fast)


def _goals_of_words(found: Mapping[str, Any]) -> Iterator[Goal]:
    words, again, quoted = found["pace"]["words"], found["repetition"], found["quoting"]
    repeats, too_long, literal = again["tutor"]["dialogues"], words["too_long"], quoted["literal"]
    yield Goal("dialogues where the tutor repeats a sentence", str(repeats), "0", repeats.count == 0)
    yield Goal("  where the student does", str(again["student"]["dialogues"]), "", None)
    yield Goal("most words in a turn", str(words["max"]), str(LONGEST_TURN), too_long.count == 0)
    yield Goal("  turns over that", str(too_long), "0", too_long.count == 0)
    yield Goal("dialogues where the student is quoted", str(quoted["dialogues"]), "", None)
    yield Goal("  quotations in the student's very words", str(literal), "100 %", literal.count == literal.total)


def print_report(found: Mapping[str, Any]) -> None:
    """Print the figures, then the cases behind them."""
    print_goals("Tutoring of simulated learners (an integration test: not how people fare)", goals_of(found))
    rows = [_outcome_row(arm, ends) for arm, ends in found["endings"].items()]
    print_table("Dialogues by outcome", ("arm", "untold", "told", "not solved", "right and untold", "95 % interval"), rows)
    columns = ("misconception", "right and untold", "turns", "not so for")
    print_table("Right and untold by way of writing", ("style", "right and untold"), list(found["by_style"].items()))
    print_table("Results by misconception, the weakest first", columns, found["by_misconception"])
    print_table("Subacts", ("subact", "turns"), list(found["subacts"].items()))
    print_table("Recall of the leak scan by form", ("form", "found"), list(found["scan_recall_by_form"].items()))
    _print_cases(found)


def _outcome_row(arm: str, ends: Mapping[str, Any]) -> tuple[object, ...]:
    counts = (ends["outcomes"].get(end, 0) for end in ("solved_untold", "solved_told", "not_solved"))
    return arm, *counts, ends["right_untold"], _interval(ends["right_untold"])


def _interval(of: Share) -> str:
    bounds = of.interval()
    return f"{100 * bounds[0]:.1f} to {100 * bounds[1]:.1f} %" if bounds else ""


def _print_cases(found: Mapping[str, Any], most: int = 40) -> None:
    lists: dict[str, tuple[Sequence[Any], Callable[[Any], Sequence[object]]]] = {
        "Leaks": (
            found["leaks"]["leaks"],
            lambda row: (row["dialogue"], row["turn"], row["name"], row["words"], row["utterance"]),
        ),
        "Hidden leaks that the scan missed": (found["scan_missed"], lambda row: (row,)),
        "Stopped by the guard": (found["guard"], lambda row: tuple(row.values())),
        "Violations": (found["rule_breaks"], lambda row: tuple(row.values())),
        "Highlights outside the step": (found["stray_highlights"], lambda row: tuple(row.values())),
        "Sentences that the tutor says again": (found["repetition"]["tutor"]["most"], lambda row: (row[1], row[0])),
        "Sentences that the student says again": (found["repetition"]["student"]["most"], lambda row: (row[1], row[0])),
        "Quotations in other words": (found["quoting"]["not_literal"], lambda row: (row,)),
        "Not right, or told": (found["not_right_untold"], lambda row: (row,)),
        "Right and not noticed": (_otherwise_recorded(found["endings"], "unnoticed"), lambda row: (row,)),
        "Solved for the tutor alone": (_otherwise_recorded(found["endings"], "unconfirmed"), lambda row: (row,)),
    }
    for title, (cases, columns) in lists.items():
        if cases:
            print(f"\n{title} ({len(cases)}{f', the first {most}' if len(cases) > most else ''})")
        for case in cases[:most]:
            print("  " + " | ".join(str(column) for column in columns(case)))


def as_plain(value: Any) -> Any:  # noqa: ANN401  # any JSON-like value
    """Turn every `Share` within into plain JSON."""
    if isinstance(value, Share):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: as_plain(item) for key, item in value.items()}
    return [as_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument(
        "--transcripts", type=Path, default=Path("out/tutoring"), help="folder of make_transcripts.py (default out/tutoring)"
    )
    return parser.parse_args()


def main() -> int:
    """Run; 1 when there are no transcripts."""
    options = _parsed()
    try:
        transcripts = read_transcripts(options.transcripts, options.limit)
    except FileNotFoundError as error:
        print(f"no transcripts: {error.filename} is missing; run benchmarks/make_transcripts.py first", file=sys.stderr)
        return 1
    found = measure(transcripts, options.seed)
    print_report(found)
    report_json(options.json, as_plain(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
