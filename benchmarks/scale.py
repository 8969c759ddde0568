"""Long runs by tenths: memory and processor time a row, of this process and all below it; and what a corpus's end costs.

    python benchmarks/scale.py solve [--rows 3000]      forms of Geometry3K through `gnomon solve`, one process that solves
    python benchmarks/scale.py bench [--rows 100000]    a scripted tutor in this process through `gnomon bench run`
    python benchmarks/scale.py http  [--rows 100000]    the same with a scripted server, a process of its own, and the cache
    python benchmarks/scale.py ray   [--rows 20000]     as bench, on a local Ray of two workers
    python benchmarks/scale.py corpus [--rows 300]      what a dialogue takes to make and to write, and on disk

A tenth of `solve` is the same problems, of the shorter half of the forms, in the same order, under ids of their own; 30 others
that are not counted come before the first. Wanted: memory in the last tenth at most 1.1 times the first, time a row
within 15 %. Processor time is used because it depends less on what else the machine does.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.geometry3k import forms_file, spread
from benchmarks.one_call import OneCall
from benchmarks.throughput import serve
from gnomon.benchmark import Answer, Item, RunConfig
from gnomon.benchmark.running import run
from gnomon.corpus.synthesis import DIALOGUES, SynthesisConfig, synthesise
from gnomon.geometry import solve_file
from gnomon.models import Model
from gnomon.problem import load_forms
from gnomon.runs import Pace, Progress

TENTHS = 10
_TICKS = os.sysconf("SC_CLK_TCK")
_BEFORE = 30
"""Problems before the first tenth of `solve`: what is loaded late is loaded then."""


def tree() -> tuple[float, float]:
    """Return megabytes held (what is shared counted once) and processor seconds used by this process and all below it."""
    found: dict[int, tuple[int, int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        found[int(stat.parent.name)] = int(fields[1]), sum(int(each) for each in fields[11:15])  # those waited for, too
    ours = {os.getpid()}
    while more := {pid for pid, (parent, _) in found.items() if parent in ours} - ours:
        ours |= more
    return sum(map(_megabytes, ours)), sum(found[pid][1] for pid in ours) / _TICKS


def _megabytes(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines()
    except OSError:  # it has just ended
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


class Tenths:
    """Takes a sample as each tenth of the rows is there; told as runs tell.

    Args:
        rows: how many are counted.
        skipped: rows that come before them.
    """

    def __init__(self, rows: int, skipped: int = 0) -> None:
        self._rows, self._skipped = rows, skipped
        self.samples: list[tuple[int, float, float]] = []
        """Rows, megabytes, processor seconds."""
        self._took: list[float] = []

    def __call__(self, progress: Progress) -> None:
        """Look whether the next tenth is there, but for its last row: after the last of all, processes have ended."""
        done = progress.done - self._skipped + (1 if self.samples else 0)
        if done >= len(self.samples) * self._rows // TENTHS and len(self.samples) <= TENTHS:
            self.samples.append((done, *tree()))
            if len(self.samples) > 1:
                self._tell(*self.samples[-2:])

    def _tell(self, before: tuple[int, float, float], after: tuple[int, float, float]) -> None:
        if len(self.samples) == 2:
            print("| tenth | rows | MB at its end | processor ms a row |\n|---|---|---|---|")
        self._took.append(1000 * (after[2] - before[2]) / (after[0] - before[0]))
        print(f"| {len(self._took)} | {after[0]:,} | {after[1]:.0f} | {self._took[-1]:.3g} |", flush=True)

    def show(self) -> bool:
        """Compare the last tenth with the first; say whether both are as wanted."""
        held, took = self.samples[-1][1] / self.samples[1][1], self._took[-1] / self._took[0]
        print(f"last tenth over first: memory {held:.3f} (at most 1.1), time a row {took:.3f} (within 15 %)", flush=True)
        return held <= 1.1 and abs(took - 1) <= 0.15


def solve_rows(rows: int, folder: Path) -> bool:
    """Solve a tenth's forms ten times, under other ids each time."""
    forms = load_forms(forms_file())
    lengths = sorted(len(str(form)) for form in forms.values())
    ids = [name for name, form in forms.items() if len(str(form)) <= lengths[len(lengths) // 2]]  # the shorter half: quick ones
    chosen = list(spread(ids, rows // TENTHS))[: rows // TENTHS]
    first = [name for name in ids if name not in set(chosen)][:_BEFORE]
    made = {f"before-{name}": forms[name] for name in first}
    made |= {f"{tenth}-{name}": forms[name] for tenth in range(TENTHS) for name in chosen}
    (folder / "forms.json").write_text(json.dumps(made), "utf-8")
    tenths = Tenths(len(chosen) * TENTHS, len(first))
    final = solve_file(folder / "forms.json", folder / "out.json", progress=tenths)
    print(f"{final.total} rows: {dict(final.counts)}")
    return tenths.show()


class Scripted(OneCall):
    """The same benchmark with a tutor in this process: what a run itself costs."""

    roles: tuple[str, ...] = ()  # type: ignore[assignment]  # it asks nobody

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Answer by the item alone."""
        del models
        return Answer(text=f"Look at side AB first, and say what it has to do with {item.id}. " * 4)


PROMPT = "In triangle ABC, AB = 5 and BC = 12. What is the next step? " * 4


def prompts(rows: int) -> Sequence[str]:
    """Return the texts of the items; no two are equal."""
    return [f"Problem {number}. {PROMPT}" for number in range(rows)]


def bench_rows(rows: int, folder: Path, *, ray: str | None = None) -> bool:
    """Run the benchmark whose tutor is a script here."""
    tenths = Tenths(rows)
    config = RunConfig(task="one-call", limit=rows)
    make = _Scripted(rows)
    run(config, folder / "run", Pace(), tenths, make, ray=ray)
    passed = tenths.show()
    _show_end(folder / "run", rows, lambda: run(config, folder / "run", Pace(), make=make))
    return passed


class _Scripted:
    """Makes the benchmark, in a worker of a cluster too."""

    def __init__(self, rows: int) -> None:
        self._rows = rows

    def __call__(self, config: RunConfig) -> Scripted:
        """Return the benchmark."""
        del config
        return Scripted(prompts(self._rows))


def http_rows(rows: int, folder: Path) -> bool:
    """Run the benchmark whose tutor is a scripted server, and keep every answer."""
    tenths = Tenths(rows)
    with serve(0.0) as url:
        config = RunConfig(task="one-call", tutor=f"fake-model@{url}", limit=rows)
        few = [f"{prompt} First." for prompt in prompts(max(1, rows // 50))]  # what is loaded late, and fills at first
        run(config.model_copy(update={"limit": len(few)}), folder / "before", make=lambda _: OneCall(few))
        run(config, folder / "run", Pace(), tenths, lambda _: OneCall(prompts(rows)))
    print("megabytes and time hold the server, too")
    return tenths.show()


def _show_end(folder: Path, rows: int, again: Callable[[], Any]) -> None:
    """Print what the end of a run takes: its rows read for the figures, and the same command once more."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    size = (folder / "rows.jsonl").stat().st_size
    start = time.process_time()
    again()
    print(f"{size / rows:.0f} bytes a row on disk; most memory, with all rows read at the end: {peak:.0f} MB")
    print(f"the same command once more: {time.process_time() - start:.1f} s of a processor, {rows:,} rows found done")


def ray_rows(rows: int, folder: Path) -> bool:
    """Run the scripted benchmark on a local Ray; print what the process that writes takes a row."""
    import ray

    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20)
    start, wall = time.process_time(), time.perf_counter()
    config = RunConfig(task="one-call", limit=rows)
    run(config, folder / "run", Pace(), make=_Scripted(rows), ray="local")
    took, wall = time.process_time() - start, time.perf_counter() - wall
    ray.shutdown()
    print(
        f"{rows:,} rows over Ray in {wall:.0f} s: the process that writes takes {1000 * took / rows:.2f} ms of a processor a row"
    )
    return True


def corpus_rows(rows: int, folder: Path) -> bool:
    """Synthesise, then write the corpus once more from its rows."""
    config = SynthesisConfig(dialogues=rows)
    _, before = tree()
    synthesise(config, folder / "corpus")
    _, after = tree()
    size = (folder / "corpus" / DIALOGUES).stat().st_size
    blocks = (folder / "corpus" / "rows.jsonl").stat().st_size
    start = time.process_time()
    synthesise(config, folder / "corpus")
    written = time.process_time() - start
    print(
        f"{rows} dialogues: {(after - before) / rows:.3f} s of a processor each, of which writing {1000 * written / rows:.1f} ms"
    )
    print(f"on disk {size / rows / 1024:.1f} KB each in the corpus and {blocks / rows / 1024:.1f} KB in the run's rows")
    return True


PARTS: dict[str, tuple[int, Callable[[int, Path], bool]]] = {
    "solve": (3000, solve_rows),
    "bench": (100_000, bench_rows),
    "http": (100_000, http_rows),
    "ray": (20_000, ray_rows),
    "corpus": (300, corpus_rows),
}


def main() -> int:
    """Run one part; the exit code says whether it is as wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=list(PARTS))
    parser.add_argument("--rows", type=int)
    asked = parser.parse_args()
    rows, work = PARTS[asked.part]
    with tempfile.TemporaryDirectory(prefix="gnomon-scale-") as folder:
        return 0 if work(asked.rows or rows, Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
