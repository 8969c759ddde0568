"""From a problem with its solution's picture to keypoints: drafted, checked, resolved, translated (MathExplain 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from gnomon.corpus.authoring.answers import images_of, object_in
from gnomon.corpus.pipeline import Context, Dropped, Item, Params, Provenance, Reply, Result, Unread, Unreadable
from gnomon.datasets import load_mathexplain
from gnomon.drawing import Raster, draw_keypoints, resolve_keypoints, to_png
from gnomon.figure import VisualKeypoint, canonical_keypoint, keypoint_kind
from gnomon.files import write_whole
from gnomon.judge import Material
from gnomon.reading import PictureError, figure_of, read_picture
from gnomon.replies import parse_keypoints, squeezed_name


class ExplainedProblems(Params):
    """Problems with their solutions, in MathExplain's form; keypoints may be absent."""

    file: Path
    licence: str = ""


def explained_files(params: ExplainedProblems) -> Iterable[Path]:
    """Return the file."""
    return [params.file]


def load_explained(params: ExplainedProblems) -> Iterator[Item | Unread]:
    """Yield problems with the picture of their solution; a row without one has nothing to compare."""
    loaded = load_mathexplain(params.file)
    for bad in loaded.bad_rows:
        yield Unread(f"row-{bad.row}", "unreadable", bad.reason)
    provenance = Provenance(source=params.file.name, licence=params.licence)
    for row in loaded.items:
        if row.solution_image is None:
            yield Unread(row.id, "no_solution_picture")
            continue
        data = {
            "text": row.question.text,
            "choices": list(row.question.choices),
            "image": str(Path(row.question.images[0]).resolve()),
            "answer": row.answer,
            "solution": row.solution,
            "solution_image": str(Path(row.solution_image).resolve()),
            "chapter": row.topic.chapter,
            "section": row.topic.section,
            "kind": row.kind,
        }
        yield Item(id=row.id, data=data, provenance=provenance)


def ask_keypoints(item: Item, _params: Params, context: Context) -> Material:
    """Ask what the solution's picture adds."""
    texts = {"problem": item.data["text"], "solution": item.data["solution"]}
    return Material("", texts, images=images_of(item, context, "image", "solution_image"))


def read_drafted_keypoints(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Keep what the grammar allows, each element once; what was left out is told to whoever verifies."""
    read = parse_keypoints(replies[0].text)
    if read.value is None:
        return Unreadable("no list of keypoints")
    kept: dict[str, dict[str, str]] = {}
    left_out = []
    for entry in read.value:
        element, description = entry["element"], entry["description"]
        if not element or not description or keypoint_kind(element) is None:
            left_out.append(f"{element or 'no element'}: outside the grammar, or without a description")
        elif (name := canonical_keypoint(element)) in kept:
            left_out.append(f"{element}: named before")
        else:
            kept[name] = {"element": element, "description": description}
    if not kept:
        return Unreadable("no keypoint within the grammar", "no_keypoints")
    return item.changed(keypoints=list(kept.values()), left_out=left_out)


def resolved_keypoints(item: Item, _params: Params, context: Context) -> Result:
    """Resolve the elements against the figure as it is read, and draw them into the picture, for whoever verifies."""
    path = context.path(item.data["image"])
    try:
        raster = Raster.read(path)
        figure = figure_of(read_picture(path), raster.height)
    except PictureError as error:
        return item.changed(undrawn=[f"the figure cannot be read: {error}"], drawn=None)
    keypoints = [VisualKeypoint.model_validate(each) for each in item.data["keypoints"]]
    name = f"keypoints/{item.id.replace('/', '-')}.png"
    target = context.path(name)
    target.parent.mkdir(parents=True, exist_ok=True)
    resolved = resolve_keypoints(figure, keypoints)
    write_whole(target, to_png(draw_keypoints(figure, resolved.steps, background=raster)))
    return item.changed(undrawn=[str(each) for each in resolved.undrawn], drawn=name)


def without_flaws(item: Item, _params: Params, _context: Context) -> Result:
    """Drop what a person has left outside the grammar, or with an element twice."""
    seen: set[str] = set()
    for each in item.data["keypoints"]:
        name = canonical_keypoint(each["element"])
        if keypoint_kind(each["element"]) is None:
            return Dropped("outside_grammar", each["element"])
        if name in seen:
            return Dropped("named_twice", each["element"])
        seen.add(name)
    return item


class Translation(Params):
    """Into which language texts are translated."""

    language: str
    back: str
    """The language that they come from, for the way back."""


def _texts(item: Item) -> dict[str, str]:
    """Return what is translated, by key."""
    keypoints = {f"keypoint {number}": each["description"] for number, each in enumerate(item.data["keypoints"], 1)}
    choices = {f"choice {number}": each for number, each in enumerate(item.data["choices"], 1)}
    return {"text": item.data["text"], "solution": item.data["solution"], **choices, **keypoints}


def ask_translation(item: Item, params: Translation, _context: Context) -> Material:
    """Ask for a translation of all texts."""
    return _translation(_texts(item), params.language)


def ask_back_translation(item: Item, params: Translation, _context: Context) -> Material:
    """Ask for the way back."""
    return _translation(item.data["translated"], params.back)


def _translation(texts: dict[str, str], language: str) -> Material:
    shown = "\n".join(f"{key}: {text}" for key, text in texts.items())
    return Material("", {"texts": shown}, {"language": language, "keys": ", ".join(f'"{key}"' for key in texts)})


def read_translation(item: Item, replies: Sequence[Reply], _params: Translation) -> Result | Unreadable:
    """Keep a translation of every text."""
    return _with_texts(item, replies, "translated")


def read_back_translation(item: Item, replies: Sequence[Reply], _params: Translation) -> Result | Unreadable:
    """Keep the way back of every text."""
    return _with_texts(item, replies, "back")


def _with_texts(item: Item, replies: Sequence[Reply], field: str) -> Result | Unreadable:
    found = object_in(replies)
    if isinstance(found, Unreadable):
        return found
    texts = {key: found.get(squeezed_name(key)) for key in _texts(item)}
    missing = [key for key, text in texts.items() if not isinstance(text, str) or not text.strip()]
    return Unreadable(f"no {missing[0]}") if missing else item.changed(**{field: texts})


def ask_same_meaning(item: Item, _params: Params, _context: Context) -> Material:
    """Ask whether the texts survived the way there and back."""
    before, after = _texts(item), item.data["back"]
    return Material("", {"before": _listed(before), "after": _listed(after)})


def _listed(texts: dict[str, Any]) -> str:
    return "\n".join(f"{key}: {text}" for key, text in texts.items())


def read_same_meaning(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Take the translation over where nothing was lost; names of elements stay."""
    found = object_in(replies)
    if isinstance(found, Unreadable):
        return found
    same = found.get("same")
    if not isinstance(same, bool):
        return Unreadable("no same")
    if not same:
        return Dropped("translation_differs", str(found.get("difference") or ""))
    new = item.data["translated"]
    keypoints = [{**each, "description": new[f"keypoint {number}"]} for number, each in enumerate(item.data["keypoints"], 1)]
    choices = [new[f"choice {number}"] for number, _ in enumerate(item.data["choices"], 1)]
    return item.changed(original=_texts(item), text=new["text"], solution=new["solution"], choices=choices, keypoints=keypoints)
