"""Learn how much a tutor's turn is like those that give the answer away, and measure it on writers that were not learnt from.

    python benchmarks/guard_likeness.py [--json OUT]            # each of the last sets, by a model that has not learnt from it
    python benchmarks/guard_likeness.py --write                  # learn from all and write the weights that ship

Learnt from: the lines of ``data/guard/``, by as many writers as files, but for `UNSEEN`; the lines of
``tests/tutor/guard/lines.json``, by whoever built the rules, at half their weight; turns of the symbolic tutor itself, which
are clean, and turns that say nothing. A logistic regression over the terms of `gnomon.tutor.guard.terms`.

The rules were built on the first eleven sets, so the later ones alone, on which no rule was built, tell how both work together.
Beside them a control: the same model learnt from shuffled truths.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.guard import DATA, check_row, read_rows
from benchmarks.reporting import Share, arguments, print_table, report_json, share
from gnomon.corpus.synthesis import DIALOGUES, SynthesisConfig, synthesise
from gnomon.problem import bank
from gnomon.tutor.guard import likeness as learnt
from gnomon.tutor.guard.likeness import LEAST_STATED, LEAST_TOLD, MOST_LIKENESS, SCALE, Weights, key
from gnomon.tutor.guard.protected import protect
from gnomon.tutor.guard.terms import Terms, standing, terms_of
from gnomon.tutor.guard.turns import read_said, read_turn, split, without_quotations

OWN = Path(__file__).resolve().parents[1] / "tests" / "tutor" / "guard" / "lines.json"
TARGET = Path(learnt.__file__).with_name("weights") / "likeness.npz"
UNSEEN: tuple[str, ...] = ("forty_second", "forty_third", "forty_fourth")
"""Sets that nothing is learnt from."""
BUILT_ON = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")
"""Sets on which the rules were built or chosen."""
OWN_WEIGHT = 0.5
"""Of a line by whoever built the rules; those of others count 1."""
LEAST_LINES = 2
"""In which a term has to stand."""
LEAST_WEIGHT = 0.03
"""A term that weighs less is left out."""
PENALTY = 10.0
"""Inverse strength of the L2 penalty; from 3 to 30 recall on the last sets changes by less than a point."""
FOLDS = 8
"""Parts of the writers; each part is judged by a model learnt from the others."""
DIALOGUES_HELD = 400
SYMBOLIC_SEED = 5
NEUTRAL = (
    "Hello.", "Hi! Shall we look at it together?", "Hm.", "Okay.", "I see.", "Go on.", "Tell me more.", "Take your time.",
    "Let me see.", "What do you think?", "Look at this.", "Say that once more, please.", "How did you come to that?", "Why?",
    "Look at the figure again.", "What does the text say?", "Let us begin.", "One moment.", "Thank you.",
    "Which part do you mean?",
    "Let us look at your work.", "Interesting.", "Have another look.", "And now?", "Are you sure?", "Goodbye.", "Let us go on.",
    "Hallo.", "Erzähl mir mehr.", "Und jetzt?", "Schau noch einmal hin.",
)  # fmt: skip
"""Turns that say nothing, whatever the learner has said: what stands before a turn tells no answer by itself."""
PRAISE = ("Great, exactly right!", "Well done.", "Yes, correct.", "Perfect!", "That's right.", "Yes!", "Richtig!", "Good job.")
"""Of a value that is wrong it is false, and tells no answer."""
ONE_IN = 3
"""Of the lines with a message of the learner whose message is answered so as well."""
IGNORANT = Weights(np.zeros(1, np.uint32), np.zeros(1, np.float32), 0.0)
"""Calls everything half likely: the rules alone decide."""


class Line(NamedTuple):
    """A turn with its truth."""

    writer: str
    terms: Terms
    is_leak: bool
    weight: float


def line_of(row: Mapping[str, Any], writer: str, weight: float = 1.0) -> Line | None:
    """Return a row as it is learnt from; None where the answer is no number."""
    problem = bank()[row["problem"]]
    protected = protect(problem, problem.exact if problem.answer is None else problem.answer)
    if protected is None or protected.value is None:
        return None
    said = read_said(tuple(row["said_by_student"]))
    text = read_turn(without_quotations(row["utterance"], said.text), problem.question.text).text
    return Line(writer, terms_of(split(text), protected, said), bool(row["leak"]), weight)


def lines() -> Iterator[Line]:
    """Yield every line that is learnt from, those of strangers first."""
    for path in sorted(DATA.glob("*.jsonl")):
        if path.stem not in UNSEEN:
            yield from filter(None, (line_of(row, path.stem) for row in read_rows(path)))
            yield from filter(None, (line_of(row, path.stem) for row in _saying_nothing(read_rows(path))))
    for block in json.loads(OWN.read_text("utf-8")).values():
        for name, utterance, leak, *said in block:
            row = {"problem": name, "utterance": utterance, "leak": leak, "said_by_student": said}
            if name in bank() and (line := line_of(row, "own", OWN_WEIGHT)):
                yield line


def _saying_nothing(rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield turns that say nothing after what learners of some rows have said, and false praise after their wrong values."""
    for place, row in enumerate(rows[::ONE_IN]):
        clean = {**row, "leak": False}
        yield {**clean, "utterance": NEUTRAL[place % len(NEUTRAL)]}
        problem = bank()[row["problem"]]
        protected = protect(problem, problem.exact if problem.answer is None else problem.answer)
        stands = standing(read_said(tuple(row["said_by_student"])), protected.value) if protected and protected.value else ""
        if stands and not stands.startswith(("right", "silent", "no value")):
            yield {**clean, "utterance": PRAISE[place % len(PRAISE)]}


def symbolic_rows(dialogues: int = DIALOGUES_HELD, seed: int = SYMBOLIC_SEED) -> list[dict[str, Any]]:
    """Return turns of the symbolic tutor with simulated learners on problems of the bank, as clean rows."""
    with tempfile.TemporaryDirectory() as folder:
        synthesise(SynthesisConfig(dialogues=dialogues, seed=seed), Path(folder), jobs=2)
        held = [json.loads(line) for line in (Path(folder) / DIALOGUES).read_text("utf-8").split("\n") if line.strip()]
    rows = []
    for dialogue in held:
        said = [dialogue["student_solution"]] if dialogue.get("student_solution") else []
        for turn in dialogue["turns"] if dialogue["problem"]["id"] in bank() else ():
            if turn["role"] == "student":
                said.append(turn["utterance"])
            else:
                rows.append(
                    {
                        "id": dialogue["id"],
                        "problem": dialogue["problem"]["id"],
                        "utterance": turn["utterance"],
                        "said_by_student": [*said],
                        "leak": False,
                        "kind": "symbolic",
                    }
                )
    return rows


def fit(given: Sequence[Line]) -> Weights:
    """Learn from lines."""
    keys = [sorted({key(term) for term in line.terms.all}) for line in given]
    seen, counts = np.unique(np.concatenate([np.array(each, np.uint32) for each in keys]), return_counts=True)
    places = {int(each): place for place, each in enumerate(seen[counts >= LEAST_LINES])}
    columns = [[places[each] for each in every if each in places] for every in keys]
    # A row's length is that of all its terms, rare ones too, as when it is read.
    values = np.concatenate([np.full(len(kept), SCALE / np.sqrt(len(every))) for kept, every in zip(columns, keys, strict=True)])
    starts = np.concatenate([[0], np.cumsum([len(kept) for kept in columns])])
    matrix = csr_matrix((values, np.concatenate([np.array(kept, int) for kept in columns]), starts), (len(given), len(places)))
    model = LogisticRegression(C=PENALTY, max_iter=3000, solver="liblinear", random_state=0)
    model.fit(matrix, [line.is_leak for line in given], sample_weight=[line.weight for line in given])
    weights = model.coef_[0].astype(np.float16)
    told = np.abs(weights) >= LEAST_WEIGHT
    return Weights(np.array(sorted(places), np.uint32)[told], weights[told].astype(np.float32), float(model.intercept_[0]))


def measured(rows: Sequence[Mapping[str, Any]], weights: Weights) -> tuple[Share, Share]:
    """Return which leaks the whole guard finds with weights, and its false alarms."""
    with patch.object(learnt, "shipped", return_value=weights):
        checked = [check_row(row) for row in rows]
    return share(not_none(checked, leak=True)), share(not_none(checked, leak=False))


def not_none(checked: Iterable[Any], *, leak: bool) -> Iterator[bool]:
    """Yield of each line that is a leak, or is none, whether the guard stopped it."""
    return (line.leak is not None for line in checked if bool(line.row["leak"]) == leak)


def shuffled(given: Sequence[Line], seed: int) -> list[Line]:
    """Return lines whose truths have changed places."""
    truths = [line.is_leak for line in given]
    random.Random(seed).shuffle(truths)
    return [line._replace(is_leak=truth) for line, truth in zip(given, truths, strict=True)]


def added(shares: Sequence[Share]) -> Share:
    """Return several shares as one."""
    return Share(sum(each.count for each in shares), sum(each.total for each in shares))


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--write", action="store_true", help="learn from all and write the weights that ship")
    return parser.parse_args()


def main() -> int:
    """Measure by writers, and write the weights if asked; limit and jobs change nothing here."""
    options = _parsed()
    symbolic = symbolic_rows()
    clean = [line for row in symbolic if (line := line_of(row, "symbolic"))]
    given = [*lines(), *clean]
    if options.write:
        weights = fit(given)
        TARGET.parent.mkdir(exist_ok=True)
        np.savez_compressed(
            TARGET, keys=weights.keys, weights=weights.weights.astype(np.float16), offset=np.float64(weights.offset)
        )
        print(f"{len(weights.keys)} terms from {len(given)} lines in {TARGET.name}, {TARGET.stat().st_size / 1000:.0f} kB")
        return 0
    table, results = [], {}
    names = [path.stem for path in sorted(DATA.glob("*.jsonl")) if path.stem not in BUILT_ON + UNSEEN]
    for fold in (names[place::FOLDS] for place in range(FOLDS)):
        others = [line for line in given if line.writer not in fold]
        models = {
            "rules alone": IGNORANT,
            "with likeness": fit(others),
            "likeness learnt from shuffled truths": fit(shuffled(others, options.seed)),
        }
        for name in fold:
            rows = read_rows(DATA / f"{name}.jsonl")
            results[name] = {title: measured(rows, weights) for title, weights in models.items()}
            table += [(name, title, *map(str, each)) for title, each in results[name].items()]
    for title in next(iter(results.values())):
        recalls, alarms = zip(*(found[title] for found in results.values()), strict=True)
        table.append(("all", title, str(added(recalls)), str(added(alarms))))
    print_table(
        f"The guard on writers not learnt from (likeness at least {LEAST_STATED}, {LEAST_TOLD}, {MOST_LIKENESS})",
        ("set", "guard", "leaks found", "false alarms"),
        table,
    )
    fresh = symbolic_rows(100, SYMBOLIC_SEED + 1)
    stopped = measured(fresh, fit(given))[1]
    print(f"Turns of the symbolic tutor, other dialogues, that are stopped: {stopped}")
    report_json(
        options.json,
        {name: {title: [s.as_json() for s in each] for title, each in found.items()} for name, found in results.items()},
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
