"""Names of points with the help of a vision model, as GeoDial's drawing does it (appendix J.1).

The vertices that the reader found are numbered on the picture, and a model says which printed letter names which number; the
letters that it leaves out are those that the reader's own letter finder has named. Where the two differ a point is unsure.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from gnomon.drawing import Raster, to_png
from gnomon.drawing.svg import tag, text
from gnomon.figure import ElementNameError, parse_element
from gnomon.models import Image, Message, Model, Request, ResponseSchema, object_schema
from gnomon.prompts import load
from gnomon.reading.naming import NamedVertex
from gnomon.reading.picture import Picture, Started, finish_reading, start_reading
from gnomon.reading.vertices import Vertex
from gnomon.replies import JsonValue, Members, Reading, read_only_object

_SCHEMA = ResponseSchema(
    name="matching",
    json_schema=object_schema(
        {"points": {"type": "array", "items": object_schema({"name": {"type": "string"}, "number": {"type": "integer"}})}}
    ),
)
_AGREED = 0.99
"""Confidence where reader and model name the same vertex, each by its own way."""
_BY_MODEL = 0.85
"""Confidence of a name that the model alone gives: above the asking limit, as in the paper, whose pipeline asks nobody."""
_DIFFERENT = 0.1
"""Confidence where the two differ: one of them is wrong."""
_LEAST_WIDTH = 800
"""Pixels of the numbered picture: a disc of a small figure is then 30 wide."""
_MOST = 60
"""Vertices on one picture; with more the discs cover the drawing."""


class Matched(NamedTuple):
    """A picture with names by reader and model."""

    picture: Picture
    by_model: tuple[str, ...]
    """Names that the model alone gave."""
    differing: tuple[str, ...]
    """Names that the two put at different places."""
    unused: tuple[str, ...]
    """What of the answer could not be used, with the reason."""


async def match_points(path: Path, model: Model, names: Iterable[str] | None = None) -> Matched:
    """Read a picture and ask a vision model which letter names which vertex.

    Args:
        path: a PNG or JPEG file.
        model: that can see pictures.
        names: names of points that the problem's text tells.

    Raises:
        PictureError, OSError, ImportError: as `gnomon.reading.read_picture`.
        ModelError: when the model cannot be asked. An answer that cannot be read is no error: the reader's names stay.
    """
    told = tuple(names or ())
    started = start_reading(path, told)
    spots = started.vertices()[:_MOST]
    raster = Raster.read(path)
    filled = load("reading/matching").fill(count=len(spots), names=", ".join(told))
    # A small picture is enlarged: models see digits of 9 pixels badly.
    overlay = to_png(numbered(raster, spots), width_px=max(raster.width, _LEAST_WIDTH))
    images = (Image(data=raster.data, media_type=raster.mime), Image(data=overlay))
    messages = (Message(role="system", text=filled.system), Message(role="user", text=filled.user, images=images))
    response = await model.respond(Request(messages=messages, temperature=0, response_schema=_SCHEMA))
    said, unused = _answers(response.samples[0].text if response.samples else "", len(spots))
    return _joined(started, said, unused)


def numbered(raster: Raster, spots: Iterable[tuple[float, float]]) -> str:
    """Return an SVG of the picture with a numbered disc on each place, the numbers from 1.

    Args:
        raster: the picture.
        spots: places in its pixels, rows downwards.
    """
    discs = [
        tag("circle", cx=x, cy=y, r=7, fill="#d00000", fill_opacity=0.75)
        # 9 pixels high: two digits fit into the disc.
        + tag("text", text(str(number)), x=x, y=y + 3.3, font_size=9, text_anchor="middle", fill="#ffffff")
        for number, (x, y) in enumerate(spots, 1)
    ]
    picture = tag("image", href=raster.data_uri(), x=0, y=0, width=raster.width, height=raster.height)
    return tag("svg", picture, *discs, xmlns="http://www.w3.org/2000/svg", width=raster.width, height=raster.height)


def _answers(answer: str, count: int) -> tuple[dict[str, int], list[str]]:
    """Return the number that each name was given, from 0, and what is not used."""
    rows = read_only_object(answer, _rows).value
    if rows is None:
        return {}, ["the model's answer is no list of points"]
    found: dict[str, int] = {}
    unused = []
    for name, number in rows:
        if not (isinstance(name, str) and _is_name(name)) or not isinstance(number, int) or not 1 <= number <= count:
            unused.append(f"{name!r} with number {number!r} is no point and number")
        elif name in found or number - 1 in found.values():
            unused.append(f"{name} or number {number} is given twice")
        else:
            found[name] = number - 1
    return found, unused


def _rows(whole: Members) -> Reading:
    points = dict(whole.pairs).get("points")
    if not isinstance(points, list):
        return Reading("unparseable", None)
    return Reading("ok", [_row(point) for point in points])


def _row(point: JsonValue) -> tuple[JsonValue, JsonValue]:
    fields = dict(point.pairs) if isinstance(point, Members) else {}
    return fields.get("name"), fields.get("number")


def _is_name(name: str) -> bool:
    try:
        parse_element(f"point:{name}")
    except ElementNameError:
        return False
    return True


def _joined(started: Started, said: dict[str, int], unused: list[str]) -> Matched:
    vertices = [one.vertex for one in started.named]
    vertices += [vertex for vertex in started.parts.vertices if vertex not in vertices]
    own = {one.name: one for one in started.named}
    by_model = [name for name in said if name not in own]
    claims = {vertices[place]: name for name, place in said.items()}
    differing = [name for name, one in own.items() if claims.get(one.vertex, name) != name or _is_elsewhere(one, said, vertices)]
    # One vertex has one name: where the model gives a new one to a vertex that the reader has named, both are unsure, and
    # the model's name is left out.
    kept = [name for name in by_model if vertices[said[name]] not in {one.vertex for one in started.named}]
    named = [NamedVertex(name, vertices[said[name]], _BY_MODEL, 1.0) for name in kept]
    for name, one in own.items():
        if name in differing:
            named.append(one._replace(letter=_DIFFERENT))
        else:
            named.append(one._replace(letter=_AGREED, place=1.0) if name in said else one)
    picture = finish_reading(started._replace(named=tuple(named)))
    differing += [name for name in by_model if name not in kept]
    by_model = kept
    return Matched(picture, tuple(by_model), tuple(differing), tuple(unused))


def _is_elsewhere(one: NamedVertex, said: dict[str, int], vertices: list[Vertex]) -> bool:
    """Whether the model puts a name of the reader's at another vertex."""
    return one.name in said and vertices[said[one.name]] != one.vertex
