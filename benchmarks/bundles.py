"""Bundles of every benchmark's runs on its sample: whether they verify, and whether changes are noticed.

    python benchmarks/bundles.py [TASK...] [--changes 6]

Each change is made alone, with the hash of its file made to fit: a reply becomes another one, a mark another value, a figure .01
more, a prompt gets a sentence. Prints a line a run; needs no network, for a fake server answers.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.recomputing.sampling import RUNS, sample_runs
from gnomon.benchmark import read_record
from gnomon.benchmark.archives import read_archive
from gnomon.benchmark.bundle import pack
from gnomon.benchmark.bundle.contents import FIGURES, MANIFEST, PROMPTS, REPLIES, ROWS, lines_of, sha256_of, text_of
from gnomon.benchmark.bundle.verifying import verify_members

Members = dict[str, bytes]


def main() -> None:
    """Bundle, verify and change."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", help=", ".join(RUNS))
    parser.add_argument("--changes", type=int, default=6, help="of each kind and run")
    options = parser.parse_args()
    made, noticed, runs = Counter[str](), Counter[str](), 0
    for folders in sample_runs(options.tasks or None):
        for folder in folders:
            members, data = bundled(folder), read_record(folder).config.data
            found = verify_members(members, data=data)
            runs += found.is_ok
            print(folder.name, "OK" if found.is_ok else found.problems[:2], found.rows, found.replies, found.figures)
            for kind, change in CHANGES.items():
                for changed in change(members, random.Random(folder.name), options.changes):
                    made[kind] += 1
                    is_noticed = not verify_members(changed, data=data).is_ok
                    noticed[kind] += is_noticed
    print(f"{runs} runs verify")
    for kind in CHANGES:
        print(f"{kind}: {noticed[kind]} of {made[kind]} changes noticed")


def bundled(folder: Path) -> Members:
    """Return the members of a run's bundle; a second one has the same bytes."""
    content = pack(folder).content
    assert content == pack(folder).content, folder
    with TemporaryDirectory() as place:
        path = Path(place) / "run.zip"
        path.write_bytes(content)
        return read_archive(path)


def with_member(members: Members, name: str, content: bytes) -> Members:
    """Return members with one replaced, and its hash."""
    manifest = json.loads(members[MANIFEST])
    manifest["sha256"][name] = sha256_of(content)
    return members | {name: content, MANIFEST: text_of(manifest)}


def replies(members: Members, draw: random.Random, most: int) -> Iterator[Members]:
    """Give a reply the text of another one of its role."""
    lines = [json.loads(line) for line in members[REPLIES].splitlines()]
    for place in draw.sample(range(len(lines)), min(most, len(lines))):
        others = [line["text"] for line in lines if line["role"] == lines[place]["role"] and line["text"] != lines[place]["text"]]
        if others:
            yield with_member(
                members, REPLIES, lines_of([*lines[:place], lines[place] | {"text": draw.choice(others)}, *lines[place + 1 :]])
            )


def marks(members: Members, draw: random.Random, most: int) -> Iterator[Members]:
    """Change one plain mark of a row."""
    rows = [json.loads(line) for line in members[ROWS].splitlines()]
    places = [(place, name) for place, row in enumerate(rows) for name, mark in plain_marks(row) if mark is not None]
    for place, name in draw.sample(places, min(most, len(places))):
        changed = json.loads(json.dumps(rows))
        mark = changed[place]["grade"]["marks"][name]
        changed[place]["grade"]["marks"][name] = f"{mark}x" if isinstance(mark, str) else mark + 1
        yield with_member(members, ROWS, lines_of(changed))


def plain_marks(row: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return marks that are text or numbers."""
    found = (row["grade"] or {}).get("marks", {})
    return [(name, mark) for name, mark in found.items() if isinstance(mark, str | int | float)]


def figures(members: Members, draw: random.Random, most: int) -> Iterator[Members]:
    """Add .01 to a headline figure."""
    found = json.loads(members[FIGURES])
    names = sorted(found["headline"])
    for name in draw.sample(names, min(most, len(names))):
        yield with_member(
            members, FIGURES, text_of({**found, "headline": found["headline"] | {name: found["headline"][name] + 0.01}})
        )


def prompts(members: Members, draw: random.Random, most: int) -> Iterator[Members]:
    """Add a sentence to a prompt."""
    found = json.loads(members[PROMPTS])
    for name in draw.sample(sorted(found), min(most, len(found))):
        yield with_member(members, PROMPTS, text_of(found | {name: f"{found[name]}\nBe kind."}))


CHANGES: dict[str, Callable[[Members, random.Random, int], Iterator[Members]]] = {
    "replies": replies,
    "marks": marks,
    "figures": figures,
    "prompts": prompts,
}

if __name__ == "__main__":
    main()
