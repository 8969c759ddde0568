"""A synthesised corpus as a run: blocks of dialogues in processes, resumable, then one file without near-duplicates.

The folder holds ``run.json`` and ``rows.jsonl`` (the run layer's, a row a block), ``dialogues.jsonl`` (the corpus),
``summary.json`` and, where asked for, ``pictures/``. Nothing is held in memory but the blocks in work, their numbers and a few
hashes a dialogue.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Self

from gnomon.corpus.synthesis.casting import Block, blocks_of
from gnomon.corpus.synthesis.config import SynthesisConfig, problems_of, sha256_of
from gnomon.corpus.synthesis.diversity import Diversity
from gnomon.corpus.synthesis.duplicates import NearDuplicates
from gnomon.corpus.synthesis.making import BlockRow, make_block
from gnomon.files import replacing, write_whole
from gnomon.geometry import WorkerError, one_thread_each, process_context
from gnomon.runs import (
    ROWS,
    SUMMARY,
    Pace,
    Record,
    Results,
    RowLog,
    RunFiles,
    Sharing,
    Told,
    claimed,
    here,
    on_cluster,
    read_rows,
    run_jobs,
    versions_of,
)

DIALOGUES = "dialogues.jsonl"


def synthesise(
    config: SynthesisConfig, out: Path, *, jobs: int = 1, told: Told = lambda _: None, ray: str | None = None
) -> dict[str, Any]:
    """Simulate the dialogues that are missing, and write the corpus and its summary.

    Args:
        config: what is asked for.
        out: folder of the corpus, new or that of this very run.
        jobs: processes, at least 1; they change nothing of what is written.
        told: is told how far the run is, in blocks.
        ray: address of a Ray cluster that shares the work in place of processes here (``local`` starts one on this machine). Its
            workers need the file of problems under the same path, and with pictures the folder too.

    Returns:
        The summary: dialogues left out as near-duplicates or for the answer told, failed, and the variety of the rest.

    Raises:
        RunError: when another run lies in ``out``, the first blocks all fail, or Ray is not there.
        SynthesisError: when no problem can be read.
        ProblemError: when the file of problems cannot be read.
        WorkerError: when a process ends before its block is done.
    """
    problems_of(config.problems)  # refused before anything is written
    record = Record[SynthesisConfig](config=config, versions=versions_of(()), data_sha256=sha256_of(config.problems))
    blocks = list(blocks_of(config.dialogues))
    with claimed(RunFiles.in_folder(out), record) as log, _results(config, out, log, jobs, ray) as results:
        asyncio.run(run_jobs(log, blocks, results, told=told, total=len(blocks)))
    summary = {"rows": len(blocks), **_write_corpus(out, config.dialogues)}
    write_whole(out / SUMMARY, json.dumps(summary, ensure_ascii=False, indent=1) + "\n")
    return summary


def _write_corpus(out: Path, num_asked: int) -> dict[str, Any]:
    """Write the dialogues in order without those that say nearly the same as an earlier one; return what was counted."""
    seen, diversity, simulated, told, repeated = NearDuplicates(), Diversity(), 0, 0, 0
    with replacing(out / DIALOGUES) as draft, draft.open("w", encoding="utf-8") as file:
        for block in read_rows(out / ROWS, BlockRow):
            simulated += len(block.dialogues) + block.told
            told += block.told
            for row in block.dialogues:
                if not seen.is_new(row):
                    repeated += 1
                    continue
                diversity.see(row)
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return {"near_duplicates": repeated, "told": told, "failed": num_asked - simulated, **diversity.as_json()}


@contextmanager
def _results(config: SynthesisConfig, out: Path, log: RowLog, jobs: int, ray: str | None) -> Iterator[Results[Block, BlockRow]]:
    if ray is not None:
        shared = RunFiles.in_folder(out).record if config.pictures else None
        yield on_cluster(partial(_Workshop, config, out.resolve()), Sharing(ray, shared=shared))
        return
    with _processes(jobs) as pool:

        async def work(block: Block) -> BlockRow:
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, make_block, config, block, out)
            except BrokenProcessPool as error:
                raise WorkerError(
                    "a process of the corpus ended, perhaps for want of memory; give the same command again, with fewer --jobs"
                ) from error

        yield here(log, work, jobs)


class _Workshop:
    """Where a worker of a cluster makes blocks, one at a time; it holds nothing open."""

    def __init__(self, config: SynthesisConfig, out: Path, pace: Pace) -> None:
        del pace  # no model is asked
        self._config, self._out = config, out

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def work(self, block: Block) -> BlockRow:
        """Make a block: in a thread, for its dialogues run loops of their own."""
        return await asyncio.to_thread(make_block, self._config, block, self._out)


@contextmanager
def _processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    context = process_context(__name__)
    with one_thread_each(), ProcessPoolExecutor(jobs, context, _begin) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """Let a process leave interruptions to the one that started it, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
