"""Measure the geometry engine on Geometry3K: coverage, precision, accepted proofs, their faults, steps, times, memory.

Solves the training and validation problems (ids 0 to 2400, from the annotated forms of diagram and text) and the fifteen
worked examples, checks every proof again as it was written, and compares with the key (``GNOMON_DATA``, else
``../shared/data`` beside the checkout). An interrupted run goes on where it stopped, as long as the engine's code is the
same; a finished one is measured again without solving. Times are wall-clock times with ``--jobs`` processes on whatever
else the machine does.

``--page`` also writes the figures into ``docs/engine.md``. ``--proofs`` solves nothing of this: it writes the proofs shown
there anew. Nor does ``--teacher N --seed S --out FOLDER``: it writes N proofs of N kinds with their pictures, for a reader who is
to judge them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.engine_checks.faults import Written, count_faults
from benchmarks.engine_checks.figures import Part, goals_of, measure, part_of_key
from benchmarks.engine_checks.page import write_figures
from benchmarks.engine_checks.problems import acceptance_file, answer_key, evenly, forms_file, goal_kind, read_json
from benchmarks.engine_checks.proofs import write_proofs
from benchmarks.engine_checks.running import Form, Row, check_rows, fingerprint, peak_of, solve_forms
from benchmarks.engine_checks.teacher import write_for_teacher
from benchmarks.reporting import Share, arguments, print_goals, print_table, report_json
from gnomon.problem import read_form
from gnomon.runs import Progress

TIME_LIMIT_SECONDS = 20.0
PAGE = Path(__file__).resolve().parents[1] / "docs" / "engine.md"
_TITLE = "The geometry engine on Geometry3K's annotated forms, ids 0 to 2400"


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Solve, check and measure."""
    folder: Path = options.folder / fingerprint()
    everything = read_json(forms_file())
    forms = {problem_id: everything[problem_id] for problem_id in evenly(list(everything), options.limit)}
    out = folder / f"rows-{len(forms)}-{options.time_limit:g}s.json"
    rows, checks = _solved(forms, out, options)
    kinds = {problem_id: goal_kind(form["text_logic_forms"]) for problem_id, form in forms.items()}
    found = measure(rows, kinds, answer_key(), checks, peak_of(out))
    proofs = {name: row for name, row in rows.items() if row["status"] == "solved"}
    written = ((name, Written(read_form(name, forms[name]), row["goal"], row["steps"])) for name, row in proofs.items())
    return {**found, "faults": count_faults(written), "fifteen": _fifteen(folder, options), "rows": rows}


def _fifteen(folder: Path, options: argparse.Namespace) -> Part | None:
    if options.limit is not None or not acceptance_file().is_file():
        return None
    forms = read_json(acceptance_file())
    rows, checks = _solved(forms, folder / f"acceptance-{options.time_limit:g}s.json", options)
    return part_of_key(rows, {problem_id: form["answer"] for problem_id, form in forms.items()}, checks)


def _solved(forms: Mapping[str, Form], out: Path, options: argparse.Namespace) -> tuple[dict[str, Row], dict[str, Any]]:
    rows = solve_forms(forms, out, jobs=options.jobs, time_limit_seconds=options.time_limit, progress=_show_progress)
    checks = check_rows(rows, forms, out.with_suffix(".checks.jsonl"), jobs=options.jobs, report=_show_checks)
    return rows, checks


def _show_progress(progress: Progress) -> None:
    if progress.done % 100 == 0 or progress.done == progress.total:
        print(f"solved {progress.done} of {progress.total}: {dict(progress.counts)}", file=sys.stderr)


def _show_checks(done: int, total: int) -> None:
    if done % 100 == 0 or done == total:
        print(f"checked {done} of {total} proofs", file=sys.stderr)


def print_report(found: Mapping[str, Any]) -> None:
    """Print the figures, then the cases behind them."""
    print_goals(_TITLE, list(goals_of(found, found["fifteen"])))
    header = ("goal", "problems", "proofs", "accepted proofs", "exact of the key", "precision")
    print_table("By kind of goal", header, found["by_kind"])
    print_table("Failures", ("problem", "reason"), found["failures"])
    print_table("Proofs that the checker rejects", ("problem", "first fault"), found["rejected"])
    print_table("Proofs withheld, since the engine's own check rejects them", ("problem", "first fault"), found["refused"])
    print_table(
        "Faults of proofs", ("fault", "place"), [(name, each) for name, places in found["faults"].items() for each in places]
    )
    print_table("Answers unlike the key", ("problem", "engine", "key", "part"), found["disagreements"])
    print_table("Rules by use", ("rule", "steps"), found["rules"])


def as_plain(value: Any) -> Any:  # noqa: ANN401  # any JSON-like value
    """Turn every `Share` and `Part` within into plain JSON."""
    if isinstance(value, Share):
        return value.as_json()
    if isinstance(value, Part):
        return {name: share.as_json() for name, share in value._asdict().items()}
    if isinstance(value, Mapping):
        return {key: as_plain(item) for key, item in value.items()}
    return [as_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _parsed(words: Sequence[str] | None) -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT_SECONDS, help="seconds for one problem (default 20)")
    parser.add_argument("--folder", type=Path, default=Path("out/engine"), help="where the rows are kept (default out/engine)")
    parser.add_argument("--page", action="store_true", help="write the figures into docs/engine.md too")
    parser.add_argument("--proofs", action="store_true", help="write the proofs in docs/engine.md anew, and nothing else")
    parser.add_argument("--teacher", type=int, metavar="N", help="write N drawn proofs for a reader to judge, and nothing else")
    parser.add_argument("--out", type=Path, default=Path("out/teacher"), help="folder for --teacher (default out/teacher)")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run; 1 without the data. ``--limit`` takes problems spread evenly over the ids."""
    options = _parsed(words)
    if not forms_file().is_file():
        print(f"needs the public data set {forms_file()}; set GNOMON_DATA to the folder of data sets", file=sys.stderr)
        return 1
    if options.proofs:
        write_proofs(PAGE)
        return 0
    if options.teacher is not None:
        number = write_for_teacher(options.out, options.teacher, options.seed)
        print(f"{number} proofs with their pictures are in {options.out}")
        return 0
    found = run(options)
    print_report(found)
    if options.page:
        write_figures(PAGE, found)
    report_json(options.json, as_plain({name: value for name, value in found.items() if name != "rows"}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
