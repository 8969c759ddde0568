"""The card of a data set's folder: read from its rows and files, written as the ``README.md`` that the Hugging Face Hub shows."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from gnomon import __version__
from gnomon.corpus.asked import asked_of, gathered
from gnomon.corpus.card.counting import CardTable, tables_of
from gnomon.corpus.entries import Entry, load_entries_of
from gnomon.corpus.leakage import find_leaks
from gnomon.datasets import DatasetError, DatasetItem, Loaded
from gnomon.datasets.hub import part_of
from gnomon.datasets.registry import LOADERS
from gnomon.datasets.rows import find_files
from gnomon.packaged import packaged_yaml

DIALOGUES = "dialogues"
"""Kind of data: our own dialogues and GeoDial's, side by side."""
KINDS = (DIALOGUES, *(name for name in LOADERS if name != "geodial"))
"""What a folder may hold."""
_ORIGINS = ("source", "licence", "license", "model", "provenance", "tutor", "student", "teacher", "annotator")
"""Fields of rows that tell where they come from."""
_MOST_ORIGINS = 10
"""Values of a field that a card lists; of seeds and names there may be as many as rows."""
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"})
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"), (10_000_000, "1M<n<10M"))
"""The hub's names for numbers of rows, each below its bound."""
_SPLITS = {"val": "validation", "valid": "validation", "dev": "validation"}
"""Names that the hub has others for."""


class CardError(DatasetError):
    """A folder of which no card can be written; the message is one line."""


@dataclass(frozen=True)
class DataCard:
    """What is known of a data set's folder."""

    kind: str
    """One of `KINDS`."""
    licence: str | None
    """As given, or as all rows name it; None: said to have none."""
    items: Mapping[str, Sequence[DatasetItem]] = field(repr=False)
    """Rows by split: what a row names, else its file or the shards of one."""
    files: Mapping[str, Sequence[str]]
    """Names of the data files, by split as their names tell it."""
    hashes: Mapping[str, str]
    """SHA-256 of the data files by name, and of all pictures together."""
    num_pictures: int
    bad_rows: int
    origins: Mapping[str, Counter[str]]
    """Values of the fields that tell where rows come from."""
    shared: Mapping[tuple[str, str], int]
    """For two splits, how many problems of the second are in the first, up to similarity."""
    problems: Mapping[str, int]
    """By split."""

    @property
    def rows(self) -> int:
        """Rows that were read."""
        return sum(map(len, self.items.values()))

    def tables(self) -> tuple[CardTable, ...]:
        """Return the statistics of all rows."""
        return tables_of([item for items in self.items.values() for item in items])


def card_of(folder: Path, *, kind: str | None = None, licence: str | None = None, has_licence: bool = True) -> DataCard:
    """Read a folder.

    Args:
        folder: of a data set; its data files are the splits.
        kind: one of `KINDS`; None finds the one that reads most rows of the first file.
        licence: of the whole.
        has_licence: False where it is to be said that there is none.

    Raises:
        CardError: when no licence is known, or the rows name several and none is given.
        DatasetError: when the folder holds no rows of the kind.
    """
    if not folder.is_dir():
        raise CardError(f"{folder}: expected a folder of data files; give the folder that the card is to lie in")
    files = find_files(folder)
    kind = kind or _kind_of(files[0])
    by_split: dict[str, list[Path]] = {}
    for file in files:
        split = part_of(file)
        by_split.setdefault(_SPLITS.get(split, split), []).append(file)
    loaded = {split: _load(kind, several) for split, several in by_split.items()}
    items = _by_split(loaded)
    origins = _origins(itertools.chain.from_iterable(items.values()))
    asked = {split: gathered(map(asked_of, each)).problems for split, each in items.items()}
    pairs = itertools.combinations(sorted(asked, key=_order), 2)
    pictures = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _PICTURES and path.is_file())
    together = hashlib.sha256("".join(map(_sha256, pictures)).encode()).hexdigest()
    return DataCard(
        kind=kind,
        licence=_licence(folder, licence, origins, sum(map(len, items.values()))) if has_licence else None,
        items=items,
        files={split: [file.relative_to(folder).as_posix() for file in several] for split, several in by_split.items()},
        hashes={file.relative_to(folder).as_posix(): _sha256(file) for file in files}
        | ({"all pictures, by name": together} if pictures else {}),
        num_pictures=len(pictures),
        bad_rows=sum(len(each.bad_rows) for each in loaded.values()),
        origins=origins,
        shared={(one, other): len(find_leaks(asked[one], asked[other]).leaks) for one, other in pairs},
        problems={split: len({problem.id for problem in problems}) for split, problems in asked.items()},
    )


def card_text(card: DataCard, *, title: str, about: str = "", kept: Mapping[str, Any] | None = None) -> str:
    """Return the card as Markdown with the front part that the hub reads.

    Args:
        card: what is known.
        title: of the data set.
        about: what it is and how it was made, in sentences; empty leaves a place to say so.
        kept: fields of the front part that go beside ours.
    """
    front = yaml.safe_dump({**_front(card, title), **(kept or {})}, sort_keys=False, allow_unicode=True)
    return "\n".join([f"---\n{front}---\n", *_lines(card, title, about)]) + "\n"


def _kind_of(file: Path) -> str:
    read: dict[str, int] = {}
    for kind in KINDS:
        try:
            read[kind] = len(_load(kind, [file]))
        except (DatasetError, OSError):
            continue
    if not read:
        raise CardError(
            f"{file}: expected rows of a kind that gnomon reads ({', '.join(KINDS)}), found none; name it with --kind"
        )
    return max(read, key=lambda kind: read[kind])  # the first of several that read as many


def _load(kind: str, files: Sequence[Path]) -> Loaded[Any]:
    return load_entries_of([str(file) for file in files]) if kind == DIALOGUES else LOADERS[kind](files)


def _by_split(loaded: Mapping[str, Loaded[Any]]) -> dict[str, list[DatasetItem]]:
    found: dict[str, list[DatasetItem]] = {}
    for file_split, several in loaded.items():
        for item in several:
            named = item.written.get("split") if isinstance(item, Entry) else None
            split = named if isinstance(named, str) else file_split
            found.setdefault(_SPLITS.get(split, split), []).append(item)
    return found


def _licence(folder: Path, given: str | None, origins: Mapping[str, Counter[str]], rows: int) -> str:
    named = origins.get("licence", Counter()) + origins.get("license", Counter())
    if given:
        return given
    if len(named) == 1 and named.total() == rows:
        return next(iter(named))
    found = f"its rows name {', '.join(sorted(named))}" if named else "its rows name none"
    raise CardError(f"{folder}: no licence for the whole ({found}); give --licence, such as CC-BY-4.0, or --no-licence")


def _origins(items: Iterator[DatasetItem]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for item in items:
        written = item.written if isinstance(item, Entry) else item.extra
        for name in _ORIGINS:
            for field_name, value in _told(name, written.get(name)):
                found.setdefault(field_name, Counter())[value] += 1
    return found


def _told(name: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for inner, each in value.items():
            # The fields of a provenance speak for themselves.
            yield from _told(str(inner) if name == "provenance" else f"{name}, {inner}", each)
    elif isinstance(value, str | int | float) and value != "":
        yield name, str(value)


def _order(split: str) -> tuple[int, str]:
    known = ("train", "validation", "test")
    return known.index(split) if split in known else len(known), split


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


# the text


def _lines(card: DataCard, title: str, about: str) -> Iterator[str]:
    yield f"# {title}\n\n{about or 'Say here what the data are, who made them, how, and who agreed to what.'}\n"
    yield f"Rows of the kind `{card.kind}`, as gnomon {__version__} reads them. Rows that could not be read: {card.bad_rows:,}.\n"
    yield "## Licence\n"
    yield f"{card.licence}\n" if card.licence else "No licence is granted: ask who made the data before you use them.\n"
    yield from _markdown(CardTable("Splits", ("split", "rows", "problems", "files"), tuple(_splits(card))))
    if card.shared:
        yield "Problems of one split that are in another too, up to names, similarity of the figure, and numbers in long texts:\n"
        yield from (f"- of {other} in {one}: {count:,}" for (one, other), count in card.shared.items())
        yield ""
    for table in card.tables():
        yield from _markdown(table)
    if card.origins:
        yield from _markdown(CardTable("Where rows come from", ("field", "value", "rows"), tuple(_values(card))))
    hashes = tuple((name, f"`{digest}`") for name, digest in card.hashes.items())
    yield from _markdown(CardTable("Files", ("file", "SHA-256"), hashes))
    yield f"Pictures: {card.num_pictures:,}."


def _front(card: DataCard, title: str) -> dict[str, Any]:
    settings = packaged_yaml(__package__, "hub.yaml")
    known = (card.licence or "").lower()
    licence = {"license": known} if known in settings["licences"] else {"license": "other", "license_name": known or "none"}
    entries = (item for items in card.items.values() for item in items if isinstance(item, Entry))
    languages = sorted({entry.dialogue.language for entry in entries if entry.dialogue.language})
    return {
        **licence,
        "pretty_name": title,
        **({"language": languages} if languages else {}),
        "task_categories": settings["tasks"].get(card.kind, settings["tasks"]["other"]),
        "tags": ["education", "mathematics", *settings["tags"].get(card.kind, [])],
        "size_categories": [next((name for bound, name in _SIZES if card.rows < bound), "n>1T")],
        "configs": [
            {
                "config_name": "default",
                "data_files": [{"split": split, "path": list(card.files[split])} for split in sorted(card.files, key=_order)],
            }
        ],
    }


def _splits(card: DataCard) -> Iterator[tuple[str, ...]]:
    for split in sorted(card.items, key=_order):
        yield split, f"{len(card.items[split]):,}", f"{card.problems[split]:,}", f"{len(card.files.get(split, ())):,}"


def _values(card: DataCard) -> Iterator[tuple[str, ...]]:
    for name, values in card.origins.items():
        yield from ((name, value, f"{count:,}") for value, count in values.most_common(_MOST_ORIGINS))
        if len(values) > _MOST_ORIGINS:
            rest = sum(count for _, count in values.most_common()[_MOST_ORIGINS:])
            yield name, f"{len(values) - _MOST_ORIGINS:,} others", f"{rest:,}"


def _markdown(table: CardTable) -> Iterator[str]:
    yield f"## {table.title}\n"
    for row in (table.heads, ("---",) * len(table.heads), *table.rows):
        yield f"| {' | '.join(map(_cell, row))} |"
    yield ""


def _cell(text: str) -> str:
    """Return a text that stays in its cell: rows of strangers hold bars, line ends and marks of HTML."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
