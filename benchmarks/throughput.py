"""What a model call costs: processor time a call and wall time beside the least possible, for our client and for barer ones.

    python benchmarks/throughput.py [--repeats 5] [--out FILE.json] [--row NAME ...]

A fake server in a process of its own answers each request after the latency; each row runs in a process of its own too, so that
a row's processor time is the client's alone. Imports are done before the clock starts. The rows take turns, and each shows its
median, because a busy machine spoils single runs. A row is one function in `ROWS`.
"""

from __future__ import annotations

import argparse
import asyncio
import atexit
import importlib.util
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit


class Load(NamedTuple):
    """What every row has to do."""

    url: str
    samples: int
    connections: int
    latency_seconds: float

    @property
    def floor_seconds(self) -> float:
        """The least wall time possible."""
        return self.latency_seconds * self.samples / self.connections

    def prompt(self, number: int) -> str:
        """Return a prompt of the length of a short tutoring request; no two are equal."""
        return f"Problem {number}. " + "In triangle ABC, AB = 5 and BC = 12. What is the next step? " * 20


class Measured(NamedTuple):
    """What one run of a row used."""

    wall_seconds: float
    cpu_ms_a_call: float
    more_memory_mb: float


Run = Callable[[], None]
"""The timed part of a row; what comes before, imports above all, is not timed."""


def _body(load: Load, number: int) -> bytes:
    message = {"role": "user", "content": load.prompt(number)}
    return json.dumps({"model": "fake-model", "messages": [message], "max_tokens": 50}).encode()


def raw_asyncio(load: Load) -> Run:
    """Ask over bare streams of the standard library: the least that a Python client can do."""
    parts = urlsplit(load.url)

    async def worker(numbers: Iterator[int]) -> None:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        for number in numbers:
            body = _body(load, number)
            head = f"POST {parts.path}/chat/completions HTTP/1.1\r\nhost: {parts.netloc}\r\ncontent-length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            headers = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(headers.split(b"content-length:")[1].split(b"\r\n")[0])
            _check(json.loads(await reader.readexactly(length)))
        writer.close()
        await writer.wait_closed()

    async def run() -> None:
        numbers = iter(range(load.samples))
        await asyncio.gather(*(worker(numbers) for _ in range(load.connections)))

    return lambda: asyncio.run(run())


def aiohttp_client(load: Load) -> Run:
    """Ask by aiohttp."""
    import aiohttp

    async def run() -> None:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=load.connections)) as session:

            async def one(number: int) -> None:
                async with session.post(f"{load.url}/chat/completions", data=_body(load, number)) as reply:
                    _check(json.loads(await reply.read()))

            await _pool(load, one)

    return lambda: asyncio.run(run())


def openai_sdk(load: Load) -> Run:
    """Ask by the openai SDK as its own page shows it, its types and all."""
    import openai
    from openai.types.chat import ChatCompletion  # noqa: F401  # the SDK loads it at the first call

    async def run() -> None:
        async with openai.AsyncOpenAI(api_key="none", base_url=load.url, max_retries=0) as sdk:

            async def one(number: int) -> None:
                message: Any = {"role": "user", "content": load.prompt(number)}
                completion = await sdk.chat.completions.create(model="fake-model", messages=[message], max_tokens=50)
                assert completion.choices[0].message.content

            await _pool(load, one)

    return lambda: asyncio.run(run())


def gnomon_client(load: Load) -> Run:
    """Ask by our client, with its ledger and its retries, without a cache."""
    return _gnomon(load, None)


def gnomon_client_and_cache(load: Load) -> Run:
    """Ask by our client, and keep every answer on disk."""
    return _gnomon(load, _folder())


def gnomon_from_cache(load: Load) -> Run:
    """Ask by our client for answers that are all on disk."""
    folder = _folder()
    _gnomon(load, folder)()
    return _gnomon(load, folder)


def _folder() -> Path:
    """Make a folder that goes when the process ends."""
    folder = tempfile.mkdtemp(prefix="gnomon-throughput-")
    atexit.register(shutil.rmtree, folder)
    return Path(folder)


def _gnomon(load: Load, folder: Path | None) -> Run:
    import gnomon.models.sdk  # noqa: F401  # it is loaded at the first call
    from gnomon.models import Cache, Message, Request, ServerSettings, open_model

    settings = ServerSettings(max_connections=load.connections)

    async def run() -> None:
        cache = None if folder is None else Cache(folder)
        async with await open_model(f"fake-model@{load.url}", role="tutor", cache=cache, settings=settings) as client:

            async def one(number: int) -> None:
                request = Request(messages=(Message(role="user", text=load.prompt(number)),), max_tokens=50)
                assert (await client.respond(request)).text

            await asyncio.gather(*(one(number) for number in range(load.samples)))

    return lambda: asyncio.run(run())


def whole_run(load: Load) -> Run:
    """Run a benchmark as ``gnomon bench run`` does: one call a sample, graded, kept on disk, written as rows."""
    return _whole("our_run", load)


def whole_inspect_run(load: Load) -> Run:
    """Run the same through Inspect by our client, as ``inspect eval`` does: logged in place of written as rows."""
    return _whole("inspect_run", load)


def _whole(name: str, load: Load) -> Run:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from benchmarks import one_call

    prompts = [load.prompt(number) for number in range(load.samples)]
    made: Run = getattr(one_call, name)(load.url, prompts, load.connections)
    return made


ROWS: dict[str, Callable[[Load], Run]] = {
    "raw asyncio": raw_asyncio,
    "aiohttp": aiohttp_client,
    "openai SDK": openai_sdk,
    "gnomon": gnomon_client,
    "gnomon, keeping answers": gnomon_client_and_cache,
    "gnomon, answers kept": gnomon_from_cache,
    "whole run": whole_run,
    "whole run through Inspect": whole_inspect_run,
}
NEEDS = {"aiohttp": "aiohttp", "whole run through Inspect": "inspect_ai"}
"""Modules without which a row is left out."""


async def _pool(load: Load, one: Callable[[int], Awaitable[None]]) -> None:
    """Run all with as many at once as there are connections."""
    numbers = iter(range(load.samples))

    async def worker() -> None:
        for number in numbers:
            await one(number)

    await asyncio.gather(*(worker() for _ in range(load.connections)))


def _check(answer: dict[str, Any]) -> None:
    assert answer["choices"][0]["message"]["content"]


def measure(name: str, load: Load) -> Measured:
    """Run one row in this process."""
    run = ROWS[name](load)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    return Measured(wall, 1000 * cpu / load.samples, more / (2**20 if sys.platform == "darwin" else 2**10))


@contextmanager
def serve(latency_seconds: float) -> Iterator[str]:
    """Run a fake server as a process; give its URL."""
    command = [sys.executable, "-m", "gnomon.models.fake_server", "--latency", str(latency_seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.communicate()


def measure_apart(name: str, load: Load) -> Measured:
    """Run one row in a process of its own."""
    command = [sys.executable, __file__, "--measure", name, *(str(value) for value in load)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    return Measured(*json.loads(done.stdout))


def _table(load: Load, runs: dict[str, list[Measured]]) -> list[dict[str, Any]]:
    return [
        {
            "row": name,
            "cpu_ms_a_call": statistics.median(run.cpu_ms_a_call for run in measured),
            "cpu_ms_range": [min(run.cpu_ms_a_call for run in measured), max(run.cpu_ms_a_call for run in measured)],
            "wall_seconds": statistics.median(run.wall_seconds for run in measured),
            "wall_range": [min(run.wall_seconds for run in measured), max(run.wall_seconds for run in measured)],
            "wall_over_floor": statistics.median(run.wall_seconds for run in measured) / load.floor_seconds,
            "more_memory_mb": statistics.median(run.more_memory_mb for run in measured),
        }
        for name, measured in runs.items()
    ]


def _print(load: Load, table: list[dict[str, Any]]) -> None:
    print(f"{load.samples} calls, {load.latency_seconds * 1000:g} ms, {load.connections} connections: {load.floor_seconds:.1f} s")
    print("| client | CPU ms a call | least to most | wall s | least to most | wall / floor | more memory MB |")
    print("|---|---|---|---|---|---|---|")
    for row in table:
        cpu, wall = (f"{low:.2f} to {high:.2f}" for low, high in (row["cpu_ms_range"], row["wall_range"]))
        figures = f"{row['cpu_ms_a_call']:.2f} | {cpu} | {row['wall_seconds']:.2f} | {wall}"
        print(f"| {row['row']} | {figures} | {row['wall_over_floor']:.2f} | {row['more_memory_mb']:.0f} |")


def main() -> None:
    """Run the rows in turn and print their table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--connections", type=int, default=100)
    parser.add_argument("--latency", type=float, default=0.2, metavar="SECONDS")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--row", action="append", choices=list(ROWS), help="only this row; may be given again")
    parser.add_argument("--out", type=Path, help="write the figures to this JSON file too")
    parser.add_argument("--measure", nargs=5, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        name, url, samples, connections, latency = options.measure
        print(json.dumps(measure(name, Load(url, int(samples), int(connections), float(latency)))))
        return
    names = [name for name in options.row or ROWS if name not in NEEDS or importlib.util.find_spec(NEEDS[name])]
    with serve(options.latency) as url:
        load = Load(url, options.samples, options.connections, options.latency)
        runs: dict[str, list[Measured]] = {name: [] for name in names}
        for _ in range(options.repeats):
            for name in names:
                runs[name].append(measure_apart(name, load))
    table = _table(load, runs)
    _print(load, table)
    if options.out:
        options.out.write_text(
            json.dumps({"load": load._asdict() | {"url": "a fake server"}, "rows": table}, indent=1) + "\n", "utf-8"
        )


if __name__ == "__main__":
    main()
