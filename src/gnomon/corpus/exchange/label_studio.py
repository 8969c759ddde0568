"""Label Studio: one task a tutor turn, with ink as brush masks, highlights as polygons and the rest as choices and texts.

A task holds the turn's row too (``data.gnomon``), so nothing is lost; what somebody changes in Label Studio (act, subact,
feedback, words, a polygon removed or in the other colour) wins when it is read back. Masks are not: the row has the strokes.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import get_args
from xml.sax.saxutils import quoteattr

from gnomon.corpus.annotated import AnnotatedDialogue, Pen, Row
from gnomon.corpus.exchange.brush import INK_SHARE, Size, ink, packed
from gnomon.corpus.exchange.bundle import Bundle, ExchangeError, Files, pictures_beside
from gnomon.corpus.exchange.figures import Pointing, pointings
from gnomon.corpus.exchange.outlines import outlines
from gnomon.corpus.statistics import CUSTOM
from gnomon.dialogue import Act, Feedback, Subact, TutorTurn
from gnomon.drawing import THEME, Raster, RasterError, draw, to_png
from gnomon.figure import Figure, Highlights

_FILE = "tasks.json"
_PENS: tuple[Pen, ...] = get_args(Pen)
_KINDS = {"line": "lines", "angle": "angles", "arc": "arcs", "label": "labels"}
_CHOICES: Mapping[str, tuple[str, ...]] = {"act": get_args(Act), "subact": get_args(Subact), "feedback": get_args(Feedback)}


def write_label_studio(bundle: Bundle) -> Files:
    """Yield the pictures, the labelling configuration and ``tasks.json``."""
    yield from bundle.picture_files()
    yield "label_config.xml", _config()
    records = bundle.records()
    tasks = [task for number in range(len(records)) for task in _tasks(number, records[number], bundle)]
    yield _FILE, json.dumps(tasks, ensure_ascii=False, indent=1)


def read_label_studio(path: Path) -> Bundle:
    """Read tasks that `write_label_studio` wrote, also as Label Studio exports them (JSON).

    Raises:
        ExchangeError: for a file that holds no such tasks.
    """
    file = path / _FILE if path.is_dir() else path
    lost: Counter[str] = Counter()
    try:
        tasks = json.loads(file.read_text("utf-8"))
        rows = tuple(_rows(tasks, lost))
    except (UnicodeDecodeError, ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise ExchangeError(f"{file}: expected Label Studio tasks that gnomon wrote, got something else ({error!r})") from error
    return Bundle(rows, pictures_beside(rows, file.parent), lost)


# writing


def _tasks(number: int, record: AnnotatedDialogue, bundle: Bundle) -> Iterator[Row]:
    row = bundle.rows[number]
    head = {name: value for name, value in row.items() if name != "turns"}
    whole = {"row": number, "of": len(row["turns"]), "dialogue": head}
    said = list(pointings(record))
    if not said:  # a dialogue without a tutor turn has nothing to label, and is carried by a task of its own
        yield {"data": {"image": "", "utterance": "", "gnomon": {**whole, "start": 0, "turns": row["turns"], "place": None}}}
        return
    starts = [0, *(pointing.place + 1 for pointing in said[:-1])]
    ends = [*(pointing.place + 1 for pointing in said[:-1]), len(row["turns"])]
    for pointing, start, end in zip(said, starts, ends, strict=True):
        picture = _picture(pointing, row, bundle)
        if picture is None:
            bundle.lost["no_picture"] += 1
        bundle.lost["not_drawn"] += len(pointing.not_drawn)
        polygons = [each | _on(picture[1]) for each in _polygons(pointing)] if picture else []
        carried = {
            **whole,
            "start": start,
            "turns": row["turns"][start:end],
            "place": pointing.place - start,
            "outlined": [each["meta"]["text"][0] for each in polygons],
        }
        yield {
            "data": {
                "image": picture[0] if picture else "",
                "question": row["problem"]["text"],
                "before": _before(pointing),
                "utterance": pointing.turn.utterance,
                "gnomon": carried,
            },
            "annotations": [{"result": _identified([*_choices(pointing.turn), *polygons, *_brushes(pointing, picture)])}],
        }


def _before(pointing: Pointing) -> str:
    turns = pointing.record.dialogue.turns[: pointing.place]
    return "\n".join(f"{turn.role}: {turn.utterance}" for turn in turns)


def _picture(pointing: Pointing, row: Row, bundle: Bundle) -> tuple[str, Size] | None:
    """Return the picture that was pointed at as an address of its own, and its size."""
    if pointing.figure is not None:
        raster = _drawn(pointing.figure, pointing.width_px)
        return raster.data_uri(), Size(raster.width, raster.height)
    for name in row["problem"].get("images", ()):
        data = bundle.picture(name)
        try:
            raster = Raster.read(data or b"")
        except RasterError:
            continue
        return raster.data_uri(), Size(raster.width, raster.height)
    return None


@lru_cache(maxsize=16)  # the turns of a dialogue are over one figure
def _drawn(figure: Figure, width_px: int) -> Raster:
    return Raster.read(to_png(draw(figure, width_px=width_px)))


def _choices(turn: TutorTurn) -> Iterator[Row]:
    for name in _CHOICES:
        yield _result(name, "utterance", "choices", {"choices": [getattr(turn, name)]})
    yield _result("said", "utterance", "textarea", {"text": [turn.utterance]})


def _polygons(pointing: Pointing) -> Iterator[Row]:
    if pointing.figure is None:
        return
    for pen, highlights in zip(_PENS, (pointing.turn.highlights, pointing.turn.highlights2 or Highlights()), strict=True):
        for outline in outlines(pointing.figure, highlights, pointing.width_px):
            value = {"points": outline.points, "closed": True, "polygonlabels": [pen]}
            yield _result("highlight", "image", "polygonlabels", value) | {"meta": {"text": [outline.name]}}


def _brushes(pointing: Pointing, picture: tuple[str, Size] | None) -> Iterator[Row]:
    """Yield the ink of each pen, on the size that it was drawn at."""
    size = Size(pointing.noted.picture.width, pointing.noted.picture.height) if pointing.noted.picture else None
    size = size or (picture[1] if picture else None)
    for pen in _PENS if size else ():
        assert size is not None  # what the line above says
        strokes = [stroke for stroke in pointing.noted.strokes if stroke.pen == pen]
        if strokes:
            rle = packed(ink(strokes, size, INK_SHARE * size.width))
            value = {"format": "rle", "rle": rle, "brushlabels": [pen]}
            yield _result("ink", "image", "brushlabels", value) | _on(size)


def _identified(results: Iterable[Row]) -> list[Row]:
    return [{"id": f"r{number}", **each} for number, each in enumerate(results, 1)]


def _on(size: Size) -> Row:
    return {"original_width": size.width, "original_height": size.height, "image_rotation": 0}


def _result(name: str, on: str, kind: str, value: Row) -> Row:
    return {"from_name": name, "to_name": on, "type": kind, "origin": "manual", "value": value}


def _config() -> str:
    pens = "".join(f"<Label value={quoteattr(pen.name)} background={quoteattr(pen.colour)}/>" for pen in THEME.pens)
    choices = "".join(
        f"<Header value={quoteattr(name.capitalize())}/>"
        f'<Choices name="{name}" toName="utterance" choice="single" showInline="true">'
        + "".join(f"<Choice value={quoteattr(option)}/>" for option in options)
        + "</Choices>\n"
        for name, options in _CHOICES.items()
    )
    return f"""<View>
<Text name="question" value="$question"/>
<Image name="image" value="$image"/>
<BrushLabels name="ink" toName="image">{pens}</BrushLabels>
<PolygonLabels name="highlight" toName="image">{pens}</PolygonLabels>
<Text name="before" value="$before"/>
<Text name="utterance" value="$utterance"/>
{choices}<TextArea name="said" toName="utterance" editable="true" maxSubmissions="1"/>
</View>
"""


# reading


def _rows(tasks: Sequence[Row], lost: Counter[str]) -> Iterator[Row]:
    """Yield the dialogues in their order, whatever the order of the tasks; one of which a task is gone is left out."""
    parts: dict[int, list[Row]] = defaultdict(list)
    for task in tasks:
        parts[task["data"]["gnomon"]["row"]].append(task)
    for number in sorted(parts):
        row: Row = {}
        for task in sorted(parts[number], key=lambda task: task["data"]["gnomon"]["start"]):
            carried = task["data"]["gnomon"]
            row = row or {**carried["dialogue"], "turns": []}
            if carried["start"] == len(row["turns"]):
                row["turns"] += _turns(task, lost)
        if len(row["turns"]) == carried["of"]:
            yield row
        else:
            lost["task_missing"] += 1


def _turns(task: Row, lost: Counter[str]) -> list[Row]:
    """Return the turns that a task carries, with what was changed in Label Studio."""
    carried = task["data"]["gnomon"]
    turns = [dict(turn) for turn in carried["turns"]]
    annotations = [each for each in task.get("annotations", ()) if not each.get("was_cancelled")]
    lost["further_annotation"] += max(len(annotations) - 1, 0)
    if annotations and carried["place"] is not None:
        turns[carried["place"]] = _changed(turns[carried["place"]], annotations[0]["result"], carried["outlined"], lost)
    return turns


def _changed(turn: Row, results: Sequence[Row], outlined: Sequence[str], lost: Counter[str]) -> Row:
    for result in results:
        name, value = result["from_name"], result["value"]
        if name in _CHOICES:
            if name in turn or value["choices"] != ["none"]:  # feedback that was never recorded shows as none
                turn[name] = value["choices"][0]
        elif name == "said":
            words = value["text"] if isinstance(value["text"], str) else value["text"][-1]
            if words != turn["utterance"] and "chosen" in turn:
                turn["chosen"] = CUSTOM
            turn["utterance"] = words
    drawn = [result for result in results if result["from_name"] == "highlight"]
    named = [(each["value"]["polygonlabels"][0], *each.get("meta", {}).get("text", [])[:1]) for each in drawn]
    lost["new_polygon"] += sum(len(each) == 1 for each in named)
    kept = [each for each in named if len(each) == 2]
    written = [(pen, name) for pen in _PENS for name in _names(turn.get("highlights", {}).get(pen, {}))]
    if sorted(kept) != sorted(each for each in written if each[1] in outlined):
        turn["highlights"] = _highlights([*(each for each in written if each[1] not in outlined), *kept])
    return turn


def _names(colour: Row) -> Iterator[str]:
    return (f"{kind}:{name}" for kind, key in _KINDS.items() for name in colour.get(key, ()))


def _highlights(named: Sequence[tuple[str, str]]) -> Row:
    found: Row = {}
    for pen, element in named:
        kind, _, name = element.partition(":")
        found.setdefault(pen, {}).setdefault(_KINDS[kind], []).append(name)
    return found
