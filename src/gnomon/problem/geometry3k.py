"""Loader of Geometry3K's annotated forms (InterGPS, Lu et al. 2021): ``{id: {"diagram_logic_forms": [...], ...}}``.

A form holds literals of the diagram and of the text, the drawn segments, and positions in pixels of the picture with
rows downwards; they are turned over. Points that the picture leaves without a position (-1, -1) are placed by the facts
about them. The forms hold no problem text as a rule: a plain sentence is made from the literals.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gnomon.figure import Figure, Spot, merge_lines, order_along
from gnomon.problem.annotate import annotated
from gnomon.problem.believed_lines import believed_lines, unstated_lines
from gnomon.problem.dents import turned_in
from gnomon.problem.drawn import DrawnFigure
from gnomon.problem.drawn_circles import Membership, bare_circles, drawn_circles
from gnomon.problem.errors import MalformedFileError, NoPositionsError
from gnomon.problem.limits import require_extent, require_few
from gnomon.problem.line_and_circle import Tangent, apart
from gnomon.problem.literals import Reading, SourceLiteral, read_literals, with_notes
from gnomon.problem.one_place import points_of_one_place
from gnomon.problem.placement import place
from gnomon.problem.polygons import Note
from gnomon.problem.problem import Problem, Question
from gnomon.problem.terms import Term, UnreadError, parse_literal, terms_in
from gnomon.problem.text_names import text_names
from gnomon.problem.unplaced_ends import drawn_ends, drawn_squares, drawn_vertices
from gnomon.problem.wording import question_text

_ANONYMOUS = re.compile(r"point_(\d+)")
_POINT = re.compile(r"[A-Z][0-9']*")
_MENTION = re.compile(r"(?<![A-Za-z_])[A-Z][0-9']*(?![A-Za-z(])")  # a point inside a literal, no part of a word
_NO_POSITION = (-1.0, -1.0)  # what the annotators wrote for a point that they could not place
_FARTHEST = 1e6  # pixels: no picture is so large, and what is farther is a slip


class Geometry3KForm(BaseModel):
    """One row of a forms file; unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    diagram_logic_forms: tuple[str, ...] = ()
    text_logic_forms: tuple[str, ...] = ()
    point_positions: dict[str, tuple[float, float]] = Field(default_factory=dict)
    redundant_point_positions: dict[str, tuple[float, float]] = Field(default_factory=dict)
    line_instances: tuple[str, ...] = ()
    circle_instances: tuple[str, ...] = ()
    point_instances: tuple[str, ...] = ()
    text: str | None = None
    """The problem's text, where a file carries it; else the next three, as the published ``data.json`` calls them."""
    problem_text: str | None = None
    annotat_text: str | None = None
    compact_text: str | None = None
    answer: float | None = None
    topic: str = Field("", alias="class")

    @property
    def own_text(self) -> str:
        """The text of the problem; empty where the row has none."""
        return self.text or self.problem_text or self.annotat_text or self.compact_text or ""


class _Structure(NamedTuple):
    """The literals sorted: those that say what is drawn, and the rest."""

    lines: tuple[tuple[str, ...], ...]
    """Each a group of points that are said to be collinear."""
    circles: tuple[Membership, ...]
    rest: tuple[SourceLiteral, ...]


def load_forms(path: Path) -> dict[str, Any]:
    """Read a forms file; the rows are checked one by one in `read_form`.

    Raises:
        MalformedFileError: when it is no JSON object of objects.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MalformedFileError(f"cannot open {str(path)!r}: {error.strerror}; check the path") from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise MalformedFileError(f"{str(path)!r} is not JSON: expected {{id: form}} as Geometry3K has it; got {error}") from error
    if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
        raise MalformedFileError(f"{str(path)!r} is not a forms file: expected one JSON object {{id: form}}")
    return rows


def read_form(problem_id: str, row: Mapping[str, Any]) -> Problem:
    """Read one row.

    Args:
        problem_id: id of the problem that results.
        row: as in the file.

    Raises:
        MalformedFileError: for a row of another shape.
        NoPositionsError: when no point of the figure has a position.
    """
    try:
        form = Geometry3KForm.model_validate(_renamed(row))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise MalformedFileError(f"problem {problem_id}: {where}: {first['msg']}; expected a Geometry3K form") from error
    figure, reading = _read(problem_id, form)
    text = form.own_text or question_text(reading.description)
    return Problem(
        id=problem_id,
        question=Question(text=text, figure=annotated(figure, reading.description)),
        topic=form.topic,
        formal=reading.description,
        answer=form.answer,
    )


def _renamed(row: Mapping[str, Any]) -> object:
    """Rename anonymous points: ``point_26`` to ``P26``."""
    return json.loads(_ANONYMOUS.sub(r"P\1", json.dumps(row))) if "point_" in str(row) else row


def _read(problem_id: str, form: Geometry3KForm) -> tuple[Figure, Reading]:
    known = _positions(form)
    if not known:
        raise NoPositionsError(f"problem {problem_id}: no point has a position; add point_positions to its row")
    structure = _structure(form)
    idle = _idle(form, known)
    known |= idle
    missing = sorted(_used_points(form, structure) - set(known))
    try:
        require_extent(known)
        require_few("points", {*known, *missing})
        require_few("lines", form.line_instances)
        require_few("circles", structure.circles)
    except ValueError as error:
        raise MalformedFileError(f"problem {problem_id}: {error}") from error
    form, joined = _with_one_name_each(form, known)
    form, renamed = _with_text_names(form, _positions(form))
    if renamed := [*joined, *renamed]:
        structure, known = _structure(form), {**_positions(form), **idle}
        missing = sorted(_used_points(form, structure) - set(known))
    form, ends = _with_drawn_ends(form, known, missing)
    if ends:
        renamed, structure = [*renamed, *ends], _structure(form)
        missing = sorted(_used_points(form, structure) - set(known))
    figure, reading = _drawn_and_read(known, missing, structure, form)
    if turned := turned_in(reading.turned_out, figure):
        figure, reading = _drawn_and_read({**known, **turned}, missing, structure, form)
        renamed += [Note("repaired", "", f"{corner} is drawn turned in, since its angle is over 180°") for corner in turned]
    placed = [Note("repaired", "", f"point {name} has no position in the picture; it was placed on its line") for name in idle]
    return figure, with_notes(reading, [*renamed, *placed])


def _idle(form: Geometry3KForm, known: Mapping[str, Spot]) -> dict[str, Spot]:
    """Return places for points without a position of which all that is said is that they lie on a line that is drawn anyway.

    Nothing follows from one, and placed by that alone it may lie far off and bend the figure: they stand in the middle.
    """
    named = [(text, _MENTION.findall(text)) for text in (*form.diagram_logic_forms, *form.text_logic_forms)]
    drawn = [frozenset(ends) for line in form.line_instances if len(ends := _POINT.findall(line)) == 2]
    found: dict[str, Spot] = {}
    for text, _ in named:
        line = _point_on_line(text)
        if line is None or line[2] in known or not set(line[:2]) <= set(known) or frozenset(line[:2]) not in drawn:
            continue
        if sum(line[2] in others for _, others in named) == 1 and not any(line[2] in pair for pair in drawn):
            (x0, y0), (x1, y1) = known[line[0]], known[line[1]]
            share = 1 / (2 + len(found))  # two on one line are two places
            found[line[2]] = (x0 + share * (x1 - x0), y0 + share * (y1 - y0))
    return found


def _with_text_names(form: Geometry3KForm, known: Mapping[str, Spot]) -> tuple[Geometry3KForm, list[Note]]:
    """Give drawn points the names that the text has for them, where the figure leaves one choice."""
    in_figure = {point for text in form.diagram_logic_forms for point in _MENTION.findall(text)}
    in_figure |= {point for line in form.line_instances for point in _POINT.findall(line)}
    missing = sorted(_mentioned(form) - set(known) - in_figure)
    if not missing:
        return form, []
    figure, _ = _figure(known, _structure(form), form)
    names = text_names(form.text_logic_forms, missing, DrawnFigure(figure))
    if not names:
        return form, []

    notes = [
        Note("repaired", "", f"read from the figure: point {new} of the text is the one drawn as {old}")
        for old, new in names.items()
    ]
    return _renamed_points(form, names), notes


def _with_one_name_each(form: Geometry3KForm, known: Mapping[str, Spot]) -> tuple[Geometry3KForm, list[Note]]:
    """Give points that are annotated several times one name and one position each."""
    structure = _structure(form)
    named = [set(_MENTION.findall(literal.text)) for literal in structure.rest if not literal.in_text]
    said = {point for text in form.text_logic_forms for point in _MENTION.findall(text)}
    places = points_of_one_place(structure.lines, known, named, said)
    if not places:
        return form, []
    names = {other: kept for kept, *others in places for other in others}
    # Means of the pixels as annotated, not turned over.
    middles = {place[0]: (fmean(known[name][0] for name in place), -fmean(known[name][1] for name in place)) for place in places}
    joined = _renamed_points(form, names)
    lost = {text for text in joined.diagram_logic_forms if _named(text, "PointLiesOnLine") and _point_on_line(text) is None}
    changed = {
        "diagram_logic_forms": tuple(text for text in joined.diagram_logic_forms if text not in lost),
        "line_instances": tuple(line for line in joined.line_instances if len({*_POINT.findall(line)}) == 2),
        "point_positions": {**joined.point_positions, **middles},
    }
    notes = [
        Note(
            "repaired",
            "",
            f"read from the figure: {', '.join(others)} {'is' if len(others) == 1 else 'are'} another name of {kept}",
        )
        for kept, *others in places
    ]
    return joined.model_copy(update=changed), notes


def _renamed_points(form: Geometry3KForm, names: Mapping[str, str]) -> Geometry3KForm:
    """Write other names for points of the figure; a position under the new name goes."""

    def renamed(texts: Iterable[str], pattern: re.Pattern[str]) -> tuple[str, ...]:
        return tuple(pattern.sub(lambda point: names.get(point[0], point[0]), text) for text in texts)

    def moved(positions: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
        return {names.get(point, point): at for point, at in positions.items() if point not in names.values()}

    changed = {
        "diagram_logic_forms": renamed(form.diagram_logic_forms, _MENTION),
        "line_instances": renamed(form.line_instances, _POINT),
        "circle_instances": renamed(form.circle_instances, _POINT),
        "point_instances": renamed(form.point_instances, _POINT),
        "point_positions": moved(form.point_positions),
        "redundant_point_positions": moved(form.redundant_point_positions),
    }
    return form.model_copy(update=changed)


def _with_drawn_ends(
    form: Geometry3KForm, known: Mapping[str, Spot], missing: Sequence[str]
) -> tuple[Geometry3KForm, list[Note]]:
    """Put drawn points in place of ends of angles that nothing else speaks of, where the figure leaves one choice."""
    in_lines = {point for line in form.line_instances for point in _POINT.findall(line)}
    loose = set(missing) - in_lines
    if not loose:
        return form, []
    figure, _ = _figure(known, _structure(form), form)
    drawn = DrawnFigure(figure)
    ends = drawn_ends(form.diagram_logic_forms, form.text_logic_forms, loose, drawn)
    ends |= drawn_squares(form.diagram_logic_forms, form.text_logic_forms, loose, drawn)
    vertices = drawn_vertices(form.diagram_logic_forms, form.text_logic_forms, loose, drawn)
    meant = {**{end: point for end, (_, point) in ends.items()}, **{vertex: found[0] for vertex, found in vertices.items()}}
    notes = [
        Note("repaired", "", f"read from the figure: {vertex}{point} is the side of an angle that is named {vertex}{end}")
        for end, (vertex, point) in ends.items()
    ]
    notes += [
        Note(
            "repaired", "", f"read from the figure: {vertex} is another name of {point}, where an angle is {first}{vertex}{last}"
        )
        for vertex, (point, first, last) in vertices.items()
    ]
    literals = tuple(_MENTION.sub(lambda point: meant.get(point[0], point[0]), text) for text in form.diagram_logic_forms)
    return form.model_copy(update={"diagram_logic_forms": literals}), notes


def _drawn_and_read(
    known: dict[str, Spot], missing: Sequence[str], structure: _Structure, form: Geometry3KForm
) -> tuple[Figure, Reading]:
    """Read; where points are missing, with placeholders first, then with the points placed by what was read."""
    if not missing:
        figure, notes = _figure(known, structure, form)
        return figure, with_notes(read_literals(structure.rest, figure), notes)
    provisional, _ = _figure({**known, **_placeholders(known, missing)}, structure, form, guessed=frozenset(missing))
    rough = read_literals(structure.rest, provisional, guessed=frozenset(missing))
    between = [(group[0], group[1], group[2]) for group in structure.lines]
    placed = place(known, missing, rough.description, between)
    figure, notes = _figure({**known, **placed}, structure, form)
    remarks = [
        Note("repaired", "", f"point {name} has no position in the picture; it was placed by the facts about it")
        if name in placed
        else Note("dropped", "", f"point {name} has no position and nothing places it; it was left out")
        for name in missing
    ]
    # Of points that were merely placed nothing is read but what placed them: an order of corners stays as written.
    return figure, with_notes(read_literals(structure.rest, figure, guessed=frozenset(placed)), [*remarks, *notes])


def _positions(form: Geometry3KForm) -> dict[str, Spot]:
    every = {**form.redundant_point_positions, **{k: v for k, v in form.point_positions.items() if v != _NO_POSITION}}
    main = set(form.point_positions) | set(form.point_instances)
    named = {name: (x, -y) for name, (x, y) in every.items() if _POINT.fullmatch(name) and _is_position(x, y)}
    used = _mentioned(form)
    return {name: position for name, position in named.items() if name in main or name in used}


def _is_position(x: float, y: float) -> bool:
    return (x, y) != _NO_POSITION and abs(x) < _FARTHEST and abs(y) < _FARTHEST  # false for NaN too


def _mentioned(form: Geometry3KForm) -> set[str]:
    literals = (*form.diagram_logic_forms, *form.text_logic_forms)
    return {point for text in literals for point in _MENTION.findall(text)}


def _used_points(form: Geometry3KForm, structure: _Structure) -> set[str]:
    declared = set(form.point_instances) | set(form.point_positions) | set(form.redundant_point_positions)
    lines = {point for line in form.line_instances for point in _POINT.findall(line)}
    circles = {name for centre, _, point in structure.circles for name in (centre, point)}
    # A capital alone may be another word of a literal; with a digit or prime it can only be a point.
    points = {name for name in _mentioned(form) if name in declared or name in lines or len(name) > 1}
    return points | circles


def _placeholders(known: Mapping[str, Spot], missing: Sequence[str]) -> dict[str, Spot]:
    """Points on a circle about the known ones, apart from each other."""
    x0 = sum(x for x, _ in known.values()) / len(known)
    y0 = sum(y for _, y in known.values()) / len(known)
    size = max((math.dist((x0, y0), position) for position in known.values()), default=1.0) or 1.0
    # 0.3 turns them off the axes, on which a known point often lies in line.
    turns = [(2 * math.pi * index / len(missing) + 0.3) for index in range(len(missing))]
    return {name: (x0 + size * math.cos(t), y0 + size * math.sin(t)) for name, t in zip(missing, turns, strict=True)}


def _structure(form: Geometry3KForm) -> _Structure:
    lines: list[tuple[str, ...]] = []
    circles: list[Membership] = []
    rest: list[SourceLiteral] = []
    for literals, in_text in ((form.diagram_logic_forms, False), (form.text_logic_forms, True)):
        for text in literals:
            if (line := _point_on_line(text)) is not None:
                lines.append(line)
            elif (circle := _point_on_circle(text)) is not None:
                circles.append(circle)
            else:
                rest.append(SourceLiteral(text, in_text))
    return _Structure(tuple(lines), tuple(circles), tuple(rest))


def _named(text: str, word: str) -> Term | None:
    if not text.lstrip().startswith(word):
        return None
    try:
        term = parse_literal(text).term
    except UnreadError:
        return None
    return term if isinstance(term, Term) and term.name == word and len(term.arguments) == 2 else None


def _point_on_line(text: str) -> tuple[str, ...] | None:
    term = _named(text, "PointLiesOnLine")
    if term is None or isinstance(term.arguments[1], str):
        return None
    points = tuple(str(argument).strip() for argument in (*term.arguments[1].arguments, term.arguments[0]))
    is_plain = len(set(points)) == 3 and all(_POINT.fullmatch(point) for point in points)
    return points if is_plain else None


def _point_on_circle(text: str) -> Membership | None:
    term = _named(text, "PointLiesOnCircle")
    if term is None:
        return None
    point, circle = term.arguments
    parts = [str(part).strip() for part in (circle.arguments if isinstance(circle, Term) else (circle,))]
    if not parts or not _POINT.fullmatch(str(point)) or not _POINT.fullmatch(parts[0]) or point == parts[0]:
        return None
    return parts[0], parts[1] if len(parts) > 1 else "", str(point)


def _figure(
    points: Mapping[str, Spot], structure: _Structure, form: Geometry3KForm, *, guessed: frozenset[str] = frozenset()
) -> tuple[Figure, list[Note]]:
    notes: list[Note] = []
    false = _false_bisectors(structure)
    named = [group for group in structure.lines if all(name in points for name in group) and not _holds_any(group, false)]
    segments = [found for text in form.line_instances if len(found := _POINT.findall(text)) == 2]
    bare = bare_circles(form.circle_instances, structure.circles, _spoken_circles(structure), points)
    memberships = [*structure.circles, *((centre, "", name) for centre, (name, _) in bare.items())]
    points = {**points, **dict(bare.values())}
    believed = believed_lines(named, points, guessed, notes)
    seen: list[Note] = []
    further = unstated_lines(segments, believed, points, guessed, seen)
    if any(_holds_any(group, false) for group in further):
        further, seen = [group for group in further if not _holds_any(group, false)], []
    believed += further
    notes += seen
    circles = drawn_circles(memberships, form.circle_instances, points, guessed, notes)
    believed, circles = apart(believed, circles, _tangents(structure), notes)
    lines = _drawn_lines(segments, believed, points)
    hidden = tuple(name for name in points if len(name) > 1 and name[0] == "P" and name[1:].isdigit())
    return Figure(points=points, lines=lines, circles=circles, hidden=hidden), notes


def _spoken_circles(structure: _Structure) -> set[str]:
    terms = (term for literal in structure.rest for term in terms_in(literal.text))
    return {str(term.arguments[0]) for term in terms if term.name == "Circle" and term.arguments}


def _false_bisectors(structure: _Structure) -> list[frozenset[str]]:
    """Return triples of a corner, the incentre and the foot of a perpendicular from it.

    The bisector through a corner does not end where the circle touches the other side unless the triangle is isosceles, but is
    drawn so near to it that annotators take the two points for one.
    """
    terms = [term for literal in structure.rest if (term := _whole(literal.text)) is not None]
    feet: dict[str, set[str]] = {}
    for term in terms:
        pairs = [
            {str(end) for end in line.arguments} for line in term.arguments if isinstance(line, Term) and line.name == "Line"
        ]
        if term.name == "Perpendicular" and len(pairs) == 2 and len(pairs[0] & pairs[1]) == 1:
            (foot,) = pairs[0] & pairs[1]
            for end in pairs[0] ^ pairs[1]:
                feet.setdefault(end, set()).add(foot)
    found = []
    for term in terms:
        if term.name == "IsIncenterOf" and all(isinstance(argument, Term) for argument in term.arguments[:2]):
            centre, *corners = (str(name) for part in term.arguments[:2] if isinstance(part, Term) for name in part.arguments)
            found += [frozenset((corner, centre, foot)) for corner in corners for foot in feet.get(centre, set()) - set(corners)]
    return found


def _whole(text: str) -> Term | None:
    try:
        term = parse_literal(text).term
    except UnreadError:
        return None
    return term if isinstance(term, Term) else None


def _holds_any(group: Sequence[str], triples: Sequence[frozenset[str]]) -> bool:
    return any(triple <= set(group) for triple in triples)


def _tangents(structure: _Structure) -> list[Tangent]:
    found = []
    for literal in structure.rest:
        match [] if (term := _named(literal.text, "Tangent")) is None else term.arguments:
            case [Term("Line", [str(first), str(last)]), Term("Circle", [str(centre), *_])]:
                found.append(Tangent(frozenset((first, last)), centre))
    return found


def _drawn_lines(
    segments: Iterable[Sequence[str]], groups: Sequence[Sequence[str]], points: Mapping[str, Spot]
) -> tuple[tuple[str, ...], ...]:
    """Join drawn segments on one straight line where they meet or overlap; every named point on them belongs to them."""
    lines = [order_along(group, points) for group in merge_lines(groups)]
    drawn = [tuple(segment) for segment in segments if all(name in points for name in segment)]
    found: list[tuple[str, ...]] = []
    for line in lines:
        spans = [sorted((line.index(a), line.index(b))) for a, b in drawn if a in line and b in line]
        spans += [sorted(line.index(name) for name in group)[:: len(group) - 1] for group in groups if set(group) <= set(line)]
        found += [line[start : end + 1] for start, end in _joined(spans)]
    single = {frozenset(segment): segment for segment in drawn if not any(set(segment) <= set(line) for line in lines)}
    return (*found, *single.values())


def _joined(spans: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted((span[0], span[-1]) for span in spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
