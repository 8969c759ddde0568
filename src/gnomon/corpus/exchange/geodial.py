"""GeoDial-style JSON Lines: what ``gnomon corpus`` reads, one dialogue a line, with the pictures beside it."""

from __future__ import annotations

import json
from pathlib import Path

from gnomon.corpus.annotated import load_annotated, row_of
from gnomon.corpus.exchange.bundle import Bundle, Files, bundle_of


def write_geodial(bundle: Bundle) -> Files:
    """Yield the pictures and ``dialogues.jsonl``; rows of another format come out as ours are written."""
    yield from bundle.picture_files()
    yield "dialogues.jsonl", "".join(f"{json.dumps(row_of(record), ensure_ascii=False)}\n" for record in bundle.records())


def read_geodial_folder(path: Path) -> Bundle:
    """Read a file or folder of such rows; the rows that cannot be read are counted."""
    loaded = load_annotated([str(path)])
    bundle = bundle_of(loaded)
    if loaded.bad_rows:
        bundle.lost["unreadable"] += len(loaded.bad_rows)
    return bundle
