"""What a candidate search costs: requests, prompt tokens and wall time, beside ODQS's Algorithm 2 written as it is printed.

    python benchmarks/inquiry_search.py GSM8K.jsonl [--problems 200] [--latency 0.2] [--connections 32] [--out FILE.json]

A fake server in a process of its own counts tokens (a word is one) and plays student and teacher. How many of a candidate's
samples are right follows from the state alone, the best candidate of a state is never tied, and all rows ask in the same words:
so all rows ought to make the same choices, whichever way their samples are asked for. Rows:

naive            Algorithm 2 with the openai SDK: one sample a request, one request at a time within a problem; five turns, as all
                 rows have, in place of the algorithm's two
gnomon, n        ``gnomon inquiry search`` where the server gives several samples a request
gnomon, no n     the same where the server refuses that
budget, no n     the same with ``--budget``

The limit of the wall time is requests times latency, divided by connections. The naive row is not timed: it runs without latency.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from gnomon.datasets import BadRow, WordProblem, stream_gsm8k
from gnomon.inquiry import (
    ChoiceDifferences,
    InquiryConfig,
    InquiryProblem,
    SearchTree,
    WordProblemInquiry,
    compare_choices,
    read_results,
    run_inquiry,
)
from gnomon.inquiry.protocol.players import Line, State
from gnomon.inquiry.search.choosing import Branch, best_branch
from gnomon.models import ChatRequest, FakeServer, Message, ServerBehaviour
from gnomon.runs import Pace

CANDIDATES, SAMPLES, TURNS = 5, 5, 5
_ASKED = "So far I see how the numbers of the problem go together, and I have written down what is given in each sentence of it."
_TOLD = (
    "Read that sentence once more and ask yourself what the number in it counts, then write the relation as one equation. " * 2
)


class Talk:
    """What the server says."""

    def __init__(self, problems: list[WordProblem]) -> None:
        self._answers = {problem.question: problem.answer for problem in problems}
        self._asked: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()

    def __call__(self, request: ChatRequest, index: int) -> str:
        """Answer one sample, and count."""
        prompt = request.prompt
        if index == 0:
            self.tokens["prompt"] += len(prompt.split())
        number = index if request.body.get("n", 1) > 1 else self._number(request, prompt)
        text = self._text(prompt, number)
        self.tokens["completion"] += len(text.split())
        return text

    def _number(self, request: ChatRequest, prompt: str) -> int:
        """Return which sample of its prompt this is, where samples are asked one by one."""
        key = f"{request.body['model']}|{prompt}"
        self._asked[key] += 1
        return self._asked[key] - 1

    def _text(self, prompt: str, number: int) -> str:
        if 'the line "Answer: ' in prompt:
            right = next(answer for question, answer in self._answers.items() if question in prompt)
            count = int((re.findall(r"\[(\d)\]", prompt) or ["0"])[-1])
            return f"I add up what I have. Answer: {right if number < count else right + 1}"
        if "You are a student" in prompt:
            return f"{_ASKED} Could you explain part {number + 1}? [{right_samples(prompt)[number]}]"
        return _TOLD


def right_samples(prompt: str) -> list[int]:
    """Return how many samples will be right after each candidate asked at a state; the largest stands alone."""
    chance = random.Random(prompt)
    best = chance.choice([1, 2, 4, 5, 5])
    counts = [chance.randrange(best) for _ in range(CANDIDATES)]
    counts[chance.randrange(CANDIDATES)] = best
    return counts


def serve(data: Path, count: int, latency_seconds: float, *, takes_n: bool) -> None:
    """Run the server until the input ends; print its URL first, what it counted at the end."""
    talk = Talk(problems_of(data, count))
    behaviour = ServerBehaviour(latency_seconds=latency_seconds, num_samples="supported" if takes_n else "refused")
    with FakeServer(talk, behaviour=behaviour, keep_requests=False) as server:
        print(server.url, flush=True)
        sys.stdin.read()
        print(json.dumps({"requests": server.num_requests, **talk.tokens}), flush=True)


def problems_of(data: Path, count: int) -> list[WordProblem]:
    """Return the first problems of a file."""
    return list(islice((row for row in stream_gsm8k(data) if not isinstance(row, BadRow)), count))


class Served(dict[str, int]):
    """What the server counted, filled when it ends."""

    url: str


@contextmanager
def served(options: argparse.Namespace, latency_seconds: float, *, takes_n: bool) -> Iterator[Served]:
    """Start a server of its own."""
    command = [sys.executable, __file__, str(options.data), "--serve", "--problems", str(options.problems)]
    command += ["--latency", str(latency_seconds), *([] if takes_n else ["--no-n"])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # ourselves
        found = Served()
        found.url = process.stdout.readline().strip() if process.stdout else ""
        try:
            yield found
        finally:
            out, _ = process.communicate("")
            found.update(json.loads(out or "{}"))


async def naive_search(problem: WordProblem, ask: Any, task: WordProblemInquiry) -> list[str]:  # noqa: ANN401  # an async function
    """Return the chosen questions of Algorithm 2, one sample a request."""
    item = InquiryProblem(problem.id, problem.problem())
    state, chosen = task.start(item), []
    for _ in range(TURNS):
        tried: list[tuple[Branch, str, State]] = []
        for index in range(1, CANDIDATES + 1):
            question = await ask("student", task.view.question(state, scaffolded=False))
            reply = await ask("teacher", task.view.reply(state, question, ()))
            after = state.with_lines(Line("question", question), Line("reply", reply))
            samples = [await task.grade(item, await ask("student", task.view.answer(after))) for _ in range(SAMPLES)]
            tried.append((Branch(index, sum(sample.is_right is True for sample in samples), SAMPLES), question, after))
        best = best_branch([branch for branch, _, _ in tried])
        _, question, state = tried[best - 1]
        chosen.append(question)
    return chosen


async def run_naive(url: str, problems: list[WordProblem], connections: int) -> dict[str, list[str]]:
    """Return the chosen questions by problem."""
    import openai

    sdk = openai.AsyncOpenAI(base_url=url, api_key="none")
    places = asyncio.Semaphore(connections)

    async def ask(model: str, messages: tuple[Message, ...]) -> str:
        sent: Any = [{"role": message.role, "content": message.text} for message in messages]
        answer = await sdk.chat.completions.create(model=model, messages=sent, temperature=0.3, max_tokens=2048)
        return answer.choices[0].message.content or ""

    async def one(problem: WordProblem) -> list[str]:
        async with places:
            return await naive_search(problem, ask, WordProblemInquiry())

    async with sdk:
        found = await asyncio.gather(*(one(problem) for problem in problems))
    return {problem.id: questions for problem, questions in zip(problems, found, strict=True)}


def naive_row(options: argparse.Namespace) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Run the naive algorithm."""
    with served(options, 0.0, takes_n=True) as server:
        chosen = asyncio.run(run_naive(server.url, problems_of(options.data, options.problems), options.connections))
    return {"row": "naive", **per_problem(server, options.problems)}, chosen


def gnomon_row(
    name: str, options: argparse.Namespace, folder: Path, naive: Mapping[str, list[str]], *, takes_n: bool, budget: bool = False
) -> dict[str, Any]:
    """Run a search with gnomon."""
    with served(options, options.latency, takes_n=takes_n) as server:
        config = InquiryConfig(
            kind="search",
            task="gsm8k",
            student=f"student@{server.url}",
            teachers=(f"teacher@{server.url}",),
            data=str(options.data),
            limit=options.problems,
            num_candidates=CANDIDATES,
            num_samples=SAMPLES,
            budget=budget,
        )
        started, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_utime
        run_inquiry(config, folder, Pace(max_connections=options.connections))
        seconds = time.perf_counter() - started
        cpu = resource.getrusage(resource.RUSAGE_SELF).ru_utime - used
    limit = server["requests"] * options.latency / options.connections
    equal = [
        turn.chosen.question == naive[tree.problem][turn.number - 1]
        for tree in trees_in(folder)
        for turn in tree.turns
        if tree.problem in naive
    ]
    return {
        "row": name,
        **per_problem(server, options.problems),
        "seconds": round(seconds, 1),
        "limit_seconds": round(limit, 1),
        "times_limit": round(seconds / limit, 3) if limit else None,
        "cpu_ms_a_request": round(1000 * cpu / server["requests"], 2),
        "equal_choices": round(sum(equal) / len(equal), 4) if equal else None,
    }


def per_problem(server: Served, count: int) -> dict[str, float]:
    """Return what the server counted, for one problem."""
    names = {"requests": "requests", "prompt": "prompt_tokens", "completion": "completion_tokens"}
    return {name: round(server[key] / count, 1) for key, name in names.items()}


def trees_in(folder: Path) -> Iterator[SearchTree]:
    """Yield the trees of a search."""
    return (row for row in read_results(folder) if isinstance(row, SearchTree))


def measure(options: argparse.Namespace, folder: Path) -> list[dict[str, Any]]:
    """Run all rows."""
    first, naive = naive_row(options)
    rows = [first]
    rows.append(gnomon_row("gnomon, n", options, folder / "n", naive, takes_n=True))
    rows.append(gnomon_row("gnomon, no n", options, folder / "single", naive, takes_n=False))
    rows.append(gnomon_row("budget, no n", options, folder / "budget", naive, takes_n=False, budget=True))
    for row in rows:
        row["fewer_prompt_tokens"] = round(first["prompt_tokens"] / row["prompt_tokens"], 2)
    found: ChoiceDifferences = compare_choices(trees_in(folder / "single"), trees_in(folder / "budget"))
    rows[-1]["samples_drawn"] = round(found.samples_budget / found.samples_full, 3) if found.samples_full else None
    rows[-1]["different_choices"] = round(found.share_different, 4)
    return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--no-n", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.data, options.problems, options.latency, takes_n=not options.no_n)
        return
    folder = Path(tempfile.mkdtemp(prefix="gnomon-search-"))
    try:
        rows = measure(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    if options.out is not None:
        options.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
