"""What a large model gains as ear: its recorded readings of the sets of messages, judged by the engine as those of ``--reader``.

    python benchmarks/heard.py [--set NAME] [--limit N] [--json OUT]
    python benchmarks/heard.py --requests DIR [--set NAME]        # what a model is asked, to record one's own

``data/heard/SET.jsonl`` holds a row ``{"id", "moves"}`` for each message of ``data/listening/SET.jsonl`` that was asked, with
``reading`` where the model was shown both readings and asked which is the learner's. The model saw what `gnomon.tutor.ModelEar`
sends (prompts ``tutor/hear`` and ``tutor/choose``: problem, figure, what is stated, conversation, message), a hundred messages at
a time, and nothing of the truth. Replies to q are older than two sentences of the prompt (chains in one move, short answers), all
are older than its names for the area of a sector and the length of an arc, those up to v than what it says of plans, and
none knows points of the learner's own and sayings. Of p 200 were asked, and of none the short messages asked about since.

Each set is heard three times: by the grammar alone, with the model where the grammar is unsure, and with the model wherever a
message is told in words, where a verdict needs both readings.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.messages import hear_with, measure_set, misses
from benchmarks.reporting import arguments, print_table, report_json
from gnomon.models import ModelError, Request, Response, Sample
from gnomon.tutor import ModelEar

DATA = Path(__file__).resolve().parent / "data"
_ASKED_OF = {"p": 200}
"""How many rows a model was asked about, of sets of which it was not asked about all."""
_COLUMNS = ("read", "wrong_verdicts", "answers_noticed", "credited_falsely", "way_none_praised")


class Recorded:
    """Recorded replies as a model, each by its key; as `gnomon.models.Model`."""

    name = "recorded"

    def __init__(self, replies: Mapping[str, dict[str, Any]]) -> None:
        self.replies = replies
        self.row = ""
        """Id of the message that is asked next."""
        self.asked: list[Request] = []

    def key(self, request: Request) -> str:
        """Return what a reply to a request was recorded under: the id of the row in hand."""
        del request  # a message is asked about once
        return self.row

    def recorded(self, request: Request) -> dict[str, Any] | None:
        """Return what was recorded for a request, of a row what it asks for; None: nothing."""
        row, schema = self.replies.get(self.key(request), {}), request.response_schema
        fields = schema.json_schema["properties"] if schema is not None else {}
        return {name: row[name] for name in fields} if fields.keys() <= row.keys() else None

    async def respond(self, request: Request) -> Response:
        """Return the recorded reply."""
        self.asked.append(request)
        found = self.recorded(request)
        if found is None:
            raise ModelError("nothing was recorded for this message")
        return Response(samples=(Sample(text=json.dumps(found)),))


def rows_of(path: Path, limit: int | None = None) -> list[dict[str, Any]]:
    """Return the rows of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()][:limit]


async def heard(rows: list[dict[str, Any]], model: Recorded, ear: ModelEar | None) -> list[Any]:
    """Let the tutor hear rows with an ear, or without."""
    found = []
    for row in rows:
        model.row = row["id"]
        found.append(await hear_with(row, ear))
    return found


async def measure(name: str, limit: int | None) -> dict[str, Any]:
    """Return the figures of a set by who listens, and what is missed with the model."""
    replies = {row["id"]: row for row in rows_of(DATA / "heard" / f"{name}.jsonl")}
    rows = rows_of(DATA / "listening" / f"{name}.jsonl")
    rows = rows[: _ASKED_OF.get(name)][:limit]
    model = Recorded(replies)
    ears = {"the grammar alone": None, "asked where unsure": ModelEar(model, when="unsure"), "asked of words": ModelEar(model)}
    figures: dict[str, Any] = {}
    for title, ear in ears.items():
        before = len(model.asked)
        found = await heard(rows, model, ear)
        figures[title] = {**measure_set(found), "asked": len(model.asked) - before}
        missed = misses(found)
    return {"messages": len(rows), "figures": figures, "missed": missed}


async def requests_of(name: str, limit: int | None) -> list[dict[str, str]]:
    """Return what a model is asked about a set, a row ``{"id", "system", "user"}`` each."""
    rows = rows_of(DATA / "listening" / f"{name}.jsonl", limit)
    model = Recorded({})
    asked = []
    for row in rows:
        before = len(model.asked)
        await hear_with(row, ModelEar(model))
        for request in model.asked[before:]:
            system, user = (message.text for message in request.messages)
            asked.append({"id": row["id"], "system": system, "user": user})
    return asked


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--set", action="append", metavar="NAME", help="only this set, named without its ending")
    parser.add_argument("--requests", type=Path, metavar="DIR", help="write what a model is asked, and ask none")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what is missed with the model")
    return parser.parse_args()


def main() -> int:
    """Run over every recorded set; seed and jobs change nothing here."""
    options = _parsed()
    known = sorted(path.stem for path in (DATA / ("heard" if options.requests is None else "listening")).glob("*.jsonl"))
    names = options.set or sorted(path.stem for path in (DATA / "heard").glob("*.jsonl"))
    if missing := [name for name in names if name not in known]:
        print(f"no set {missing[0]!r}; there are {', '.join(known)}", file=sys.stderr)
        return 1
    if options.requests is not None:
        options.requests.mkdir(parents=True, exist_ok=True)
        for name in names:
            lines = [json.dumps(row, ensure_ascii=False) for row in asyncio.run(requests_of(name, options.limit))]
            (options.requests / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            print(f"{name}: {len(lines)} requests in {options.requests}")
        return 0
    results: dict[str, Any] = {}
    for name in names:
        found = asyncio.run(measure(name, options.limit))
        table = [(title, *(str(each[key]) for key in _COLUMNS), each["asked"]) for title, each in found["figures"].items()]
        columns = ("who listens", *(key.replace("_", " ") for key in _COLUMNS), "asked")
        print_table(f"Messages of set {name} ({found['messages']})", columns, table)
        if options.verbose and found["missed"]:
            print_table("Missed", tuple(found["missed"][0]), [tuple(miss.values()) for miss in found["missed"]])
        results[name] = {title: {key: str(value) for key, value in each.items()} for title, each in found["figures"].items()}
    report_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
