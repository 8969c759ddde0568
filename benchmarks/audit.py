"""Audit answer keys against proofs: the keys of Geometry3K's training problems, and rows with wrong keys planted among them.

Keys are ``answers_train.json``, problems ``forms_0000_2400.json`` (in the folder of public data sets: ``GNOMON_DATA``, else
``../shared/data`` beside the checkout). 64 keys come from the data set or its logs alone; the others are numeric fits of the
facts, as ``answers_train_sources.json`` says, so that a wrong one is likelier there. Every key that is reported is printed, to be
judged by hand: the judgements are in ``docs/corpus.md``.

Then 100 rows are drawn by seed from those whose key nobody has found wrong, whether the engine proves them or not, and 30 of them
get a wrong key by a rule that knows nothing of the engine (`wrong_key`): mistakes that a key is made with. Found is a planted key
that is reported; false is a report of another row.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, data_folder, print_goals, print_table, report_json
from gnomon.corpus.audit import Audit, Finding, Key, audit_rows, read_keys
from gnomon.geometry import solve_problems
from gnomon.problem import Problem, ProblemError, iterate_problems
from gnomon.runs import Progress

ROWS, PLANTED = 100, 30
SECONDS = 20.0
"""For one problem; of those that are solved all but a few take less than one."""
LEAST_ERROR = 0.03
"""Relative, and in absolute terms 0.2: what is less could be a rounding, which an audit must let pass."""
JUDGED_WRONG = {"410", "451", "1251", "1422", "1497", "1510", "1977", "2049", "2365", "2393"}
"""Rows that were reported and judged by hand (``docs/corpus.md``): key or facts are wrong in each, so none is a clean row."""


def wrong_key(key: float, rng: random.Random) -> tuple[str, float]:
    """Return a mistake and the key that it leaves; standard library only, and nothing of the problem but its key."""
    whole = float(key).is_integer()
    slips = {
        "doubled": key * 2,
        "halved": key / 2,
        "off by a few": key + rng.choice((-1, 1)) * (rng.randint(1, 9) if whole else round(rng.uniform(0.3, 3), 1)),
        "supplement": 180 - key,
        "complement": 90 - key,
        "decimal point": key * rng.choice((0.1, 10)),
        "digits swapped": _swapped(key),
        "squared": key * key,
    }
    fit = {name: value for name, value in slips.items() if value > 0 and abs(value - key) > max(LEAST_ERROR * abs(key), 0.2)}
    name = rng.choice(sorted(fit))
    return name, round(fit[name], 4)


def _swapped(key: float) -> float:
    digits = f"{key:g}"
    return float(digits[1] + digits[0] + digits[2:]) if len(digits) > 1 and digits[:2].isdigit() else key


def planted(keys: Mapping[str, Key], seed: int) -> tuple[list[str], dict[str, tuple[str, Key]]]:
    """Return the rows of an audit, and the wrong keys among them with the mistake."""
    rng = random.Random(seed)
    rows = rng.sample(sorted(set(keys) - JUDGED_WRONG, key=int), ROWS)
    wrong = {}
    for name in rng.sample(rows, PLANTED):
        mistake, value = wrong_key(keys[name].value, rng)
        wrong[name] = (mistake, Key(value, f"{value:g}"))
    return rows, wrong


def solved_rows(problems: Mapping[str, Problem | ProblemError], out: Path | None, jobs: int) -> dict[str, dict[str, Any]]:
    """Solve all problems into a file, or read it where it is there."""
    path = out or Path(tempfile.mkdtemp()) / "solved.json"
    if not path.exists():
        solve_problems(
            problems, path, source={"input": "geometry3k"}, jobs=jobs, time_limit_seconds=SECONDS, progress=_every_hundred
        )
    rows: dict[str, dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return rows


def _every_hundred(run: Progress) -> None:
    if run.done % 100 == 0:
        print(f"{run.done} of {run.total} solved", file=sys.stderr)


def _line(finding: Finding, sources: Mapping[str, str]) -> tuple[object, ...]:
    assert finding.key is not None
    return finding.id, finding.kind, finding.key.text, f"{finding.proved:g}", finding.drawn or "", sources.get(finding.id, "")


def _reports(audit: Audit) -> list[Finding]:
    return [*audit.of("contradicted"), *audit.of("facts_doubted")]


def main() -> int:
    """Run; 1 without the data."""
    options = _parsed()
    folder = data_folder() / "geometry3k"
    if not (folder / "forms_0000_2400.json").is_file():
        print(f"needs the public data set {folder}; set GNOMON_DATA to the folder of data sets", file=sys.stderr)
        return 1
    keys = read_keys(folder / "answers_train.json")
    sources = json.loads((folder / "answers_train_sources.json").read_text("utf-8"))
    read = {name: found for name, found in iterate_problems(folder / "forms_0000_2400.json") if name in keys}
    problems = {name: found for name, found in read.items() if not isinstance(found, ProblemError)}
    rows = solved_rows(read, options.solved, options.jobs)
    official = audit_rows(problems, rows, keys)
    table, found = [], []
    for seed in range(options.seed, options.seed + options.seeds):
        drawn, wrong = planted(keys, seed)
        mixed = {name: wrong[name][1] if name in wrong else keys[name] for name in drawn}
        audit = audit_rows(problems, {name: rows[name] for name in drawn}, mixed)
        reported = {finding.id for finding in audit.of("contradicted")}
        doubted = {finding.id for finding in audit.of("facts_doubted")}
        missed = [(seed, name, wrong[name][0], keys[name].text, wrong[name][1].text) for name in wrong if name not in reported]
        table += missed
        found.append(
            (len(reported & set(wrong)), len(reported - set(wrong)), len(doubted & set(wrong)), len(doubted - set(wrong)))
        )
    hits, false = [each[0] for each in found], [each[1] for each in found]
    counts = Counter(finding.kind for finding in official.findings)
    goals = [
        Goal(
            "keys compared with a proof", str(Share(counts["agrees"] + len(_reports(official)), len(official.findings))), "", None
        ),
        Goal("keys of the data set that contradict the proof", str(counts["contradicted"]), "each judged by hand", None),
        Goal("  where the figure as drawn shows the key", str(counts["facts_doubted"]), "each judged by hand", None),
        Goal(f"planted keys found of {PLANTED}, seed {options.seed}", str(hits[0]), "at least 27", hits[0] >= 27),
        Goal(f"false reports among {ROWS - PLANTED} others", str(false[0]), "at most 3", false[0] <= 3),
        Goal(
            f"  fewest found, most false, of {len(found)} seeds",
            f"{min(hits)}, {max(false)}",
            "at least 27, at most 3",
            min(hits) >= 27 and max(false) <= 3,
        ),
        Goal("  mean found", f"{sum(hits) / len(hits):.2f}", "", None),
    ]
    print_goals("Keys against proofs", goals)
    print_table(
        "Keys of the data set to judge",
        ("problem", "kind", "key", "proved", "drawn", "source"),
        [_line(each, sources) for each in _reports(official)],
    )
    print_table("Planted and not reported", ("seed", "problem", "mistake", "key", "planted"), table[:40])
    report_json(options.json, {"counts": official.counts, "found": found, "missed": table})
    return 0


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--solved", type=Path, metavar="ROWS", help="rows of the solver, made where they are missing, and kept")
    parser.add_argument("--seeds", type=int, default=20, help="so many drawings, the first by --seed (default 20)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
