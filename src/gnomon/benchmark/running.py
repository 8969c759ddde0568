"""Running a benchmark into a results folder, and going on after an interruption.

Every finished call lies in the folder's cache before its answer is used. A run that was killed is therefore run again from its
start: what was answered comes from the cache, what was in flight is asked, and the rows are those of an undisturbed run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import gnomon
from gnomon.benchmark.benchmark import Benchmark, Row, is_model
from gnomon.benchmark.catalogue import build
from gnomon.benchmark.data import fingerprint
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.passes import Passes, RoleCalls
from gnomon.benchmark.results import RunConfig, RunRecord, differing_key, read_record, write_json, write_record, write_rows
from gnomon.models import Cache, Ledger, Price, ServerSettings

if TYPE_CHECKING:
    from inspect_ai.model import Model as InspectsModel

_LIBRARIES = ("inspect-ai", "openai", "numpy", "sacrebleu", "rouge-score", "nltk")
"""Whose versions a figure may depend on."""


@dataclass(frozen=True)
class Pace:
    """How fast and how dear a run may be. Not part of what decides its rows."""

    max_connections: int = 20
    """Calls at a time to one server."""
    max_cost: float | None = None
    """In the currency of ``prices``; None for no limit."""
    prices: Mapping[str, Price] | None = None
    """By model; a model without a price cannot be limited."""


@dataclass(frozen=True)
class Watch:
    """Who is told how a run goes on."""

    on_start: Callable[[int], None] = lambda _: None
    """Called once with the number of rows to come."""
    on_row: Callable[[Row], None] = lambda _: None
    """Called with every row as it is graded."""


_DEFAULT_PACE = Pace()
_NOBODY = Watch()


@dataclass(frozen=True)
class RunOutcome:
    """What a run came to."""

    folder: Path
    rows: tuple[Row, ...]
    headline: Mapping[str, float]


def run(config: RunConfig, folder: Path, pace: Pace = _DEFAULT_PACE, watch: Watch = _NOBODY) -> RunOutcome:
    """Run a benchmark into a new folder.

    Args:
        config: what to run.
        folder: for the results; it must not hold a run.
        pace: how fast and how dear.
        watch: is told of the rows.

    Raises:
        ResultsError: when the folder holds a run, the configuration does not fit, or the extra ``bench`` is not installed.
        DatasetError: when the data cannot be read.
    """
    _require_inspect()
    benchmark = build(config)
    record = _record(config, benchmark)
    if (folder / "run.json").exists():
        raise ResultsError(_held(folder, record))
    if folder.exists() and any(folder.iterdir()):
        raise ResultsError(f"{folder}: expected a new or empty folder, it holds other files; name another one with --out")
    write_record(folder, record)
    return _run(config, benchmark, folder, pace, watch)


def resume(folder: Path, pace: Pace = _DEFAULT_PACE, watch: Watch = _NOBODY) -> RunOutcome:
    """Go on with a run that was interrupted; a finished one asks again for the rows that failed.

    Raises:
        ResultsError: when the folder holds no run, or what the rows depend on has changed: the message names the key.
        DatasetError: when the data cannot be read.
    """
    _require_inspect()
    before = read_record(folder)
    benchmark = build(before.config)
    key = differing_key(before, _record(before.config, benchmark))
    if key is not None:
        raise ResultsError(
            f"{folder}: cannot be resumed, {key} has changed since the run began; start a new run in another folder"
        )
    return _run(before.config, benchmark, folder, pace, watch)


def _run(config: RunConfig, benchmark: Benchmark, folder: Path, pace: Pace, watch: Watch) -> RunOutcome:
    """Let Inspect run the task, then write rows and summary."""
    import inspect_ai

    from gnomon.benchmark.inspect_task import as_task, rows_of

    watch.on_start(len(benchmark.items()[: config.limit]))
    graded: dict[str, Row] = {}
    passes = Passes(folder / "calls.jsonl")

    def on_row(row: Row) -> None:
        graded[row.id] = row
        passes.add(row)
        watch.on_row(row)

    ledger = Ledger(pace.prices, max_cost=pace.max_cost)
    cache = Cache(folder / "cache")
    roles = {role: _role_model(spec, role, cache, ledger, pace) for role, spec in _specs(config, benchmark).items()}
    try:
        logs = inspect_ai.eval(
            as_task(benchmark, limit=config.limit, on_row=on_row),
            model=None,
            model_roles=roles,
            log_dir=str(folder / "logs"),
            log_realtime=False,
            log_header_only=True,
            display="none",
            score_display=False,
            max_samples=pace.max_connections,
            fail_on_error=False,
        )
    finally:
        passes.end(ledger.rows)
    if not logs or logs[0].status == "cancelled":  # of an interrupted run there may be no log at all
        raise KeyboardInterrupt
    log = logs[0]
    if log.status != "success":
        reason = log.error.message if log.error else log.status
        raise ResultsError(f"{folder}: the run did not finish ({reason}); go on with gnomon bench resume {folder}")
    rows = passes.whole(rows_of(log, benchmark, graded, config.limit))
    headline = dict(benchmark.headline(rows))
    write_rows(folder, rows)
    write_json(folder / "summary.json", _summary(rows, headline, passes, ledger))
    return RunOutcome(folder, rows, headline)


def _role_model(spec: str, role: str, cache: Cache, ledger: Ledger, pace: Pace) -> InspectsModel:
    """Return Inspect's model for one role: our client, opened when it is first asked, with the run's cache and ledger."""
    from inspect_ai.model import get_model

    settings = ServerSettings(max_connections=pace.max_connections)
    opened_with = {"role": role, "cache": cache, "ledger": ledger, "settings": settings}
    return get_model(f"gnomon/{spec}", memoize=False, role=role, opened_with=opened_with)


def _specs(config: RunConfig, benchmark: Benchmark) -> dict[str, str]:
    given = {"tutor": config.tutor, "judge": config.judge}
    specs = {}
    for role in benchmark.roles:
        spec = given.get(role)
        if spec is None or not is_model(spec):
            raise ResultsError(f"{config.task} needs a model for the role {role}: name one with --{role} MODEL@URL")
        specs[role] = spec
    return specs


def _summary(rows: Sequence[Row], headline: Mapping[str, float], passes: Passes, ledger: Ledger) -> dict[str, object]:
    """Return headline and counts; ``calls`` are of all passes, ``last_pass`` is the ledger of this one."""
    return {
        "rows": len(rows),
        "failed": sum(row.error is not None for row in rows),
        "figures": dict(headline),
        "passes": passes.number,
        "calls": [_spent(used, ledger.prices) for used in passes.roles()],
        "last_pass": [cost._asdict() | {"usage": cost.usage.model_dump()} for cost in ledger.rows],
    }


def _spent(used: RoleCalls, prices: Mapping[str, Price]) -> dict[str, object]:
    usage = used.calls.usage
    price = prices.get(used.model or "")
    return {
        "role": used.role,
        "model": used.model,
        "usage": usage.model_dump(),
        "cached": used.calls.num_cached,
        "total_seconds": used.calls.seconds,
        "cost": None if price is None or usage.unreported else price.cost(usage),
    }


def _require_inspect() -> None:
    """Refuse a run before anything is written.

    Raises:
        ResultsError: when Inspect is not installed.
    """
    try:
        import inspect_ai  # noqa: F401 - to see whether it is there
    except ImportError as error:
        raise ResultsError(f"runs of benchmarks need Inspect ({error}): pip install 'gnomon[bench]'") from error


def _held(folder: Path, record: RunRecord) -> str:
    key = differing_key(read_record(folder), record)
    if key is None:
        return f"{folder}: holds this very run; go on with gnomon bench resume {folder}"
    return f"{folder}: holds another run, which differs in {key}; name another folder with --out"


def _record(config: RunConfig, benchmark: Benchmark) -> RunRecord:
    return RunRecord(
        config=config,
        versions={"gnomon": gnomon.__version__, **_versions()},
        prompts=dict(benchmark.prompts),
        data_sha256=fingerprint(tuple(benchmark.items()[: config.limit])),
    )


def _versions() -> dict[str, str]:
    found = {}
    for library in _LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found
