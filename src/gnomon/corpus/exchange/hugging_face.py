"""A Hugging Face dataset folder: Parquet files by split with a card; ``datasets.load_dataset(FOLDER)`` loads it.

The columns are declared once, in `_COLUMNS`; the schema of the files and the features of the card are made of them. What has no
column of its own stands as JSON in ``more``. Pictures are in the files. ``diagram`` is there to look at and is not read back.
"""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from gnomon.corpus.annotated import Row
from gnomon.corpus.exchange.bundle import PICTURES, Bundle, ExchangeError, Files, picture_name
from gnomon.datasets import OF_PROBLEM, GeoDialSplit, row_of_record
from gnomon.drawing import draw, to_png
from gnomon.figure import Figure, Highlights
from gnomon.metrics.extras import require
from gnomon.packaged import packaged_text

if TYPE_CHECKING:
    import pyarrow as pa

Type = str | list[Any] | dict[str, Any]
"""``string``, ``int64``, ``float64`` or ``image``; a list of one type; a mapping of fields to types."""

_KINDS = tuple(Highlights.model_fields)
_PENS = ("green", "brown")
_HIGHLIGHTS: Type = {pen: {kind: ["string"] for kind in _KINDS} for pen in _PENS}
_ANNOTATION: dict[str, Type] = {
    "picture": {"width": "int64", "height": "int64", "sha256": "string"},
    "strokes": [{"pen": "string", "points": [["float64"]]}],
    "read": _HIGHLIGHTS,
    "shown": ["string"],
    "taken": "string",
    "seconds": "float64",
}
_TURN: dict[str, Type] = {
    **dict.fromkeys(("role", "act", "subact"), "string"),
    "highlights": _HIGHLIGHTS,
    **dict.fromkeys(("feedback", "utterance", "at"), "string"),
    "image": "image",
    "missing": ["string"],
    "proposals": [{"origin": "string", "text": "string", "distance": "int64"}],
    "chosen": "string",
    "annotation": _ANNOTATION,
    "more": "string",
}
_RATINGS: Type = {f"Q{number}": "int64" for number in range(1, 5)}
_COLUMNS: dict[str, Type] = {
    **dict.fromkeys(("id", "split", "problem", "text"), "string"),
    "diagram": "image",
    "images": ["image"],
    "choices": ["string"],
    **dict.fromkeys(("answer", "solution", "student_solution"), "string"),
    "turns": [_TURN],
    **dict.fromkeys(("outcome", "batch", "teacher"), "string"),
    "debrief": _RATINGS,
    "more": "string",
}
_LARGEST = 2**63 - 1
"""Of an int64; a rating that is larger stands in ``more``."""
_FEATURE = "pyarrow.parquet"


def write_hugging_face(bundle: Bundle) -> Files:
    """Yield the Parquet files by split (``train`` where a dialogue names none) and the card."""
    parts: dict[str, list[Row]] = defaultdict(list)
    for row in bundle.rows:
        parts[row.get("split") or "train"].append(_record(row, bundle))
    splits = [split for split in get_args(GeoDialSplit) if split in parts]
    for split in splits:
        yield f"data/{split}-00000-of-00001.parquet", _parquet(parts[split])
    yield "README.md", _card({split: len(parts[split]) for split in splits})


def read_hugging_face(path: Path) -> Bundle:
    """Read such a folder, or one Parquet file of it.

    Raises:
        ExchangeError: when there is no Parquet file, or one of other columns.
        MissingExtraError: without pyarrow.
    """
    parquet = require(_FEATURE, "a Hugging Face folder", "bench")
    files = sorted(path.rglob("*.parquet"), key=_place) if path.is_dir() else [path]
    pictures: dict[str, Path | bytes] = {}
    rows = []
    for file in files:
        try:
            records = parquet.read_table(file).to_pylist()
            rows += [row_of_record(record, partial(_picture, pictures=pictures)) for record in records]
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            reason = " ".join(str(error).split())
            raise ExchangeError(f"{file}: expected a Parquet file that gnomon wrote, got another ({reason})") from error
    if not rows:
        raise ExchangeError(f"{path}: expected Parquet files with dialogues, found none")
    return Bundle(tuple(rows), pictures)


def _place(file: Path) -> tuple[int, str]:
    """Order files as their splits are, training first."""
    splits: tuple[str, ...] = get_args(GeoDialSplit)
    split = file.name.partition("-")[0]
    return splits.index(split) if split in splits else len(splits), str(file)


# rows as records of columns


def _record(row: Row, bundle: Bundle) -> Row:
    row = dict(row)
    problem = dict(row.pop("problem"))
    record: Row = {"id": row.pop("id"), "problem": problem.pop("id"), "diagram": _diagram(problem, bundle)}
    images = problem.get("images", ())
    if images and all(name in bundle.pictures for name in images):  # an image column cannot name what is not there
        record["images"] = [_image(name, bundle) for name in problem.pop("images")]
    record |= {name: problem.pop(name) for name in OF_PROBLEM if name != "images" and name in problem}
    record |= {name: row.pop(name) for name in ("split", "student_solution", "outcome", "batch", "teacher") if name in row}
    record["turns"] = [_turn_record(turn, bundle) for turn in row.pop("turns")]
    debrief = row.get("debrief", {})
    if debrief and set(debrief) <= set(_RATINGS) and max(map(abs, debrief.values())) <= _LARGEST:
        record["debrief"] = row.pop("debrief")
    return record | _more(row | ({"problem": problem} if problem else {}))


def _turn_record(turn: Row, bundle: Bundle) -> Row:
    turn = dict(turn)
    beside = dict(turn.pop("annotation", {}))
    distances = beside.pop("distances", {})
    noted = {name: beside.pop(name) for name in _ANNOTATION if name in beside}
    for holder, name in ((turn, "highlights"), (noted, "read")):
        if name in holder:
            holder[name] = _spread(holder[name])
    if turn.get("image") in bundle.pictures:
        turn["image"] = _image(turn["image"], bundle)
    elif "image" in turn:
        beside["image"] = turn.pop("image")
    if "proposals" in turn:
        offered = turn["proposals"].items()
        turn["proposals"] = [{"origin": name, "text": text, "distance": distances.get(name)} for name, text in offered]
    record = {name: turn.pop(name) for name in _TURN if name in turn}
    return record | ({"annotation": noted} if noted else {}) | _more(turn | ({"annotation": beside} if beside else {}))


def _spread(highlights: Row) -> Row:
    """Name every pen and kind: whoever loads the data set need not ask whether there is a list."""
    return {pen: {kind: highlights.get(pen, {}).get(kind, []) for kind in _KINDS} for pen in _PENS}


def _more(rest: Row) -> Row:
    return {"more": json.dumps(rest, ensure_ascii=False)} if rest else {}


def _image(name: str, bundle: Bundle) -> Row:
    return {"bytes": bundle.picture(name), "path": name.removeprefix(f"{PICTURES}/")}


def _diagram(problem: Row, bundle: Bundle) -> Row | None:
    for name in problem.get("images", ()):
        if name in bundle.pictures:
            return _image(name, bundle)
    if "figure" not in problem:
        return None
    return {"bytes": to_png(draw(Figure.model_validate(problem["figure"]))), "path": None}


def _picture(image: Row, pictures: dict[str, Path | bytes]) -> str:
    name = picture_name(image["bytes"], Path(image["path"] or "").suffix)
    pictures[name] = image["bytes"]
    return name


# the files


def _parquet(records: list[Row]) -> bytes:
    parquet = require(_FEATURE, "a Hugging Face folder", "bench")
    pyarrow = require("pyarrow", "a Hugging Face folder", "bench")
    written = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(records, schema=_schema(pyarrow)), written)
    return written.getvalue()


def _schema(pyarrow: Any) -> pa.Schema:  # noqa: ANN401  # the library
    def arrow(kind: Type) -> pa.DataType:
        if isinstance(kind, list):
            return pyarrow.list_(arrow(kind[0]))
        if isinstance(kind, dict):
            return pyarrow.struct({name: arrow(each) for name, each in kind.items()})
        if kind == "image":  # as `datasets.Image` stores it
            return pyarrow.struct({"bytes": pyarrow.binary(), "path": pyarrow.string()})
        return getattr(pyarrow, kind)()

    return pyarrow.schema({name: arrow(kind) for name, kind in _COLUMNS.items()})


def _card(counts: Mapping[str, int]) -> str:
    features = "\n".join(_features(_COLUMNS, "  "))
    files = "\n".join(f"  - split: {split}\n    path: data/{split}-*.parquet" for split in counts)
    rows = "\n".join(f"| {split} | {count} |" for split, count in counts.items())
    return packaged_text(__package__, "card.md").format(features=features, files=files, rows=rows)


def _features(fields: Mapping[str, Type], indent: str) -> Iterator[str]:
    """Yield the lines of ``dataset_info.features``, in the words that `datasets.Features` reads."""
    for name, kind in fields.items():
        yield f"{indent}- name: {name}"
        yield from _feature(kind, f"{indent}  ")


def _feature(kind: Type, indent: str) -> Iterator[str]:
    if isinstance(kind, dict):
        yield f"{indent}struct:"
        yield from _features(kind, indent)
    elif isinstance(kind, list) and isinstance(kind[0], str):
        yield f"{indent}list: {kind[0]}"
    elif isinstance(kind, list) and isinstance(kind[0], dict):
        yield f"{indent}list:"
        yield from _features(kind[0], indent)
    elif isinstance(kind, list):
        yield f"{indent}list:"
        yield from _feature(kind[0], f"{indent}  ")
    else:
        yield f"{indent}dtype: {kind}"
