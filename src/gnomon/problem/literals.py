"""Reader of the literal language: the literals of a problem and its figure to a `FormalDescription`.

The language is Geometry3K's (InterGPS, Lu et al. 2021, appendix) and that of our own files; ``docs/problem-format.md``
lists it. A literal without a reading is left out with a note; nothing here raises on text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from gnomon.algebra import Equation, Expression, ExpressionError, Number, Operation, Quantity, constant
from gnomon.figure import ElementNameError, Fact, Figure, merge_lines, order_along
from gnomon.problem.dents import dented_corners
from gnomon.problem.doubt import undoubted
from gnomon.problem.drawn import DrawnFigure
from gnomon.problem.feet import with_feet
from gnomon.problem.objects import ObjectReader
from gnomon.problem.polygons import Note
from gnomon.problem.predicates import read_statement
from gnomon.problem.quantities import over_straight, read_expression
from gnomon.problem.right_angles import mended_right_angles
from gnomon.problem.school import read_school, school_expression
from gnomon.problem.statements import Claim, FormalDescription, Given, Goal
from gnomon.problem.terms import POLYGONS, Literal, Term, UnreadError, UnsupportedError, is_literal, parse_literal

_DRAWN_KINDS = {"collinear", "on_circle"}
"""Facts that a statement brings with it where it names a point of a line or circle: the figure shows them."""
_DRAWN_TERMS = {"Collinear", "PointLiesOnLine", "PointLiesOnCircle"}
"""The statements that say no more than that."""


class SourceLiteral(NamedTuple):
    """A literal as written."""

    text: str
    in_text: bool = False
    """Whether the problem's text says it; False: the figure shows it."""


class Reading(NamedTuple):
    """A formal description with the notes that its warnings come from."""

    description: FormalDescription
    notes: tuple[Note, ...]
    turned_out: tuple[Quantity, ...] = ()
    """Angles of polygons that their labels make over 180°, and that the figure draws with less."""
    polygons: tuple[tuple[str, ...], ...] = ()
    """Polygons that the literals name, corners as written."""


class _Parsed(NamedTuple):
    source: SourceLiteral
    term: Term


def read_literals(
    literals: Iterable[SourceLiteral],
    figure: Figure,
    find: str | None = None,
    *,
    prove: str | None = None,
    guessed: frozenset[str] = frozenset(),
) -> Reading:
    """Read a problem.

    Args:
        literals: what is stated; ``Find(...)`` and ``Prove(...)`` may be among them.
        figure: all named points with coordinates, the drawn lines and circles. Each drawn line of three or more points
            is a ``collinear`` fact, each point of a drawn circle an ``on_circle`` fact.
        find: the goal; None when it is among the literals, and where ``prove`` says what is to be proved.
        prove: the statement to prove, in either notation.
        guessed: points whose coordinates are only placeholders, so that nothing is read from them.

    Returns:
        The description; its goal is None when nothing that can be computed is asked, and a warning says why.
    """
    reader = ObjectReader(DrawnFigure(figure, guessed))
    parsed = [found for literal in literals for found in _parse(reader, literal)]
    goals = [item.term for item in parsed if item.term.name == "Find"]
    if find is not None and find.strip().startswith("Prove("):
        parsed += _parse(reader, SourceLiteral(find.strip(), in_text=True))
        find = None
    claims = [_Parsed(item.source, inner) for item in parsed if item.term.name == "Prove" for inner in _inner(reader, item)]
    claims += _parse(reader, SourceLiteral(prove, in_text=True)) if prove is not None else []
    stated = [item for item in parsed if item.term.name not in {"Find", "Prove"}]
    _look_ahead(reader, parsed)
    givens = [*_drawn_facts(figure), *(given for item in stated for given in _read(reader, item))]
    goal, extra = _goal(reader, find, goals, has_claim=bool(claims) or prove is not None)
    description = FormalDescription(
        givens=tuple(_distinct(undoubted(reader, mended_right_angles(reader, with_feet(reader, [*givens, *extra]))))),
        goal=goal,
        claim=_claim(reader, claims) if claims and goal is None else None,
    )
    return with_notes(Reading(description, (), tuple(reader.turned_out), tuple(reader.declared)), reader.notes)


def with_notes(reading: Reading, notes: Sequence[Note]) -> Reading:
    """Put notes before those of a reading; its description tells all of them."""
    told = (*notes, *reading.notes)
    warnings = tuple(note.message for note in told)
    left_out = tuple(note.message for note in told if note.kind != "repaired")
    description = replace(reading.description, warnings=warnings, left_out=left_out)
    return reading._replace(description=description, notes=told)


def _parse(reader: ObjectReader, literal: SourceLiteral) -> list[_Parsed]:
    """Read the syntax of a statement in either notation; in school notation one may stand for several literals."""
    if not literal.text.strip():
        return []
    reader.about(literal.text)
    try:
        school = None if is_literal(literal.text) else read_school(literal.text)
        if school is not None:
            return [_Parsed(literal, term) for term in school]
        term, repairs = parse_literal(literal.text)
    except UnreadError as error:
        reader.note("unread", f"left out: {error}")
        return []
    for repair in repairs:
        reader.note("repaired", repair)
    if isinstance(term, str):
        reader.note("unread", "left out: expected a fact such as AB = 5, ∠ABC = 52°, AB ∥ CD or D on BC")
        return []
    return [_Parsed(literal, term)]


def _look_ahead(reader: ObjectReader, parsed: Sequence[_Parsed]) -> None:
    """Collect what a literal may need of a later one: numbered angles and shapes, polygons, parallels, right angles, sides."""
    known_notes = len(reader.notes)
    terms = [item.term for item in parsed]
    equalities = [term for term in terms if term.name == "Equals" and len(term.arguments) == 2]
    for inner in (inner for term in terms for inner in _inside(term)):
        if inner.name in POLYGONS and len(inner.arguments) >= 3:
            _quietly(_declare, reader, inner)
    for term in terms:
        if term.name == "Parallel" and len(term.arguments) == 2:
            _quietly(_note_parallel, reader, term)
        if term.name in {"Similar", "Congruent"} and len(term.arguments) == 2:
            _quietly(_note_matched, reader, term)
        if term.name == "Perpendicular" and len(term.arguments) == 2:
            _quietly(_note_square, reader, term)
    for term in equalities:
        _quietly(_name_numbered, reader, *term.arguments)
        _quietly(_name_numbered, reader, *term.arguments[::-1])
    reader.settle_numbers()
    for term in equalities:
        _quietly(_note_stated_base, reader, term)
        _quietly(_note_base, reader, term)
        _quietly(_note_reflex, reader, term)
    _note_dents(reader, equalities)
    del reader.notes[known_notes:]  # the reading itself says them again, with their literal


def _quietly(action: Callable[..., None], *arguments: object) -> None:
    try:
        action(*arguments)
    except (UnreadError, ExpressionError, ElementNameError):
        return


def _declare(reader: ObjectReader, polygon: Term) -> None:
    points = reader.points(polygon.arguments)
    reader.declared.append(points)
    if polygon.name not in {"Quadrilateral", "Polygon", "Shape"}:
        reader.kinds.setdefault(frozenset(points), polygon.name)


def _note_parallel(reader: ObjectReader, term: Term) -> None:
    things = [reader.thing(argument) for argument in term.arguments]
    if all(thing.kind == "letter" for thing in things):
        reader.parallel_letters += 1
    else:
        reader.parallels.append((*reader.line(term.arguments[0]), *reader.line(term.arguments[1])))


def _note_matched(reader: ObjectReader, term: Term) -> None:
    first, second = (reader.thing(argument) for argument in term.arguments)
    if first.kind == second.kind == "polygon" and len(first.points) == len(second.points):
        reader.matched.append((first.points, second.points))


def _note_square(reader: ObjectReader, term: Term) -> None:
    first, second = (frozenset(reader.line(argument)) for argument in term.arguments)
    reader.squares.add(frozenset((first, second)))
    if len(first & second) == 1:
        (vertex,) = first & second
        reader.wide.add((vertex, first ^ second))


def _inside(term: Term | str) -> Iterable[Term]:
    if isinstance(term, Term):
        yield term
        for argument in term.arguments:
            yield from _inside(argument)


def _name_numbered(reader: ObjectReader, first: Term | str, second: Term | str) -> None:
    """Remember ``Angle(A, B, C)`` as angle 1, or a polygon as shape 1, where the two are said to be equal."""
    full, short = _unwrapped(first), _unwrapped(second)
    if full is None or short is None or len(short.arguments) != 1:
        return
    name = str(short.arguments[0])
    if not name.lstrip("$").isdigit() or len(full.arguments) < 3:
        return
    if full.name == short.name == "Angle" and len(full.arguments) == 3:
        reader.number(name, reader.points(full.arguments))
    elif full.name in POLYGONS and short.name in POLYGONS:
        reader.named_shapes.setdefault(name, reader.thing(full))


def _unwrapped(term: Term | str) -> Term | None:
    if isinstance(term, str):
        return None
    if term.name == "MeasureOf" and term.arguments:
        inner = term.arguments[0]
        return inner if isinstance(inner, Term) else None
    return term


def _note_base(reader: ObjectReader, term: Term) -> None:
    """Two equal sides at a point, or two equal angles on a segment, show the base of an isosceles triangle; so do sizes."""
    first, second = (read_expression(reader, argument) for argument in term.arguments)
    for one, value in ((first, constant(second)), (second, constant(first))):
        if isinstance(one, Quantity) and value is not None:
            if one.kind == "angle" and value >= 90:  # two such do not fit into a triangle
                reader.wide.add((one.points[1], frozenset((one.points[0], one.points[2]))))
            elif one.kind == "length":
                reader.numbers[frozenset(one.points)] = value
    reader.sized |= {frozenset(one.points) for one in (first, second) if isinstance(one, Quantity) and one.kind == "area"}
    lengths = [one for one in (first, second) if isinstance(one, Quantity) and one.kind == "length"]
    reader.stated_lengths |= {frozenset(one.points) for one in lengths}
    if not (isinstance(first, Quantity) and isinstance(second, Quantity) and first.kind == second.kind):
        return
    if first.kind == "length" and len(set(first.points) ^ set(second.points)) == 2:
        reader.bases.add(frozenset(set(first.points) ^ set(second.points)))
    if first.kind == "angle" and first.points[1] != second.points[1] and set(first.points) == set(second.points):
        reader.bases.add(frozenset((first.points[1], second.points[1])))


def _note_stated_base(reader: ObjectReader, term: Term) -> None:
    """``Equals(Line(B, C), BaseOf(...))``: what else calls the triangle isosceles means that base."""
    side, whole = term.arguments
    if isinstance(whole, Term) and whole.name == "BaseOf":
        reader.bases.add(frozenset(reader.line(side)))


def _note_reflex(reader: ObjectReader, term: Term) -> None:
    first, second = (read_expression(reader, argument) for argument in term.arguments)
    over_straight(reader, first, second)
    over_straight(reader, second, first)


def _note_dents(reader: ObjectReader, equalities: Sequence[Term]) -> None:
    """Find the corners of polygons with labels that make their angle over 180°, unless one is drawn so and has less."""
    labels: dict[Quantity, Expression] = {}
    for term in equalities:
        _quietly(_note_label, reader, labels, *term.arguments)
        _quietly(_note_label, reader, labels, *term.arguments[::-1])
    for polygon in {frozenset(corners): corners for corners in (*reader.declared, reader.drawn.outer_boundary())}.values():
        around = reader.drawn.cyclic(polygon)
        if len(around) < 4 or not reader.drawn.is_known(around):
            continue
        angles = {around[at - 1]: Quantity.of("angle", around[at - 2], around[at - 1], around[at]) for at in range(len(around))}
        inside = {corner: labels[angle] for corner, angle in angles.items() if angle in labels}
        dents, drawn = dented_corners(around, inside), reader.drawn.dents(around)
        # At a corner that is drawn dented, the label may as well stand outside, at the rest of the turn.
        whole = Number(Fraction(360))
        outside = {corner: Operation("-", (whole, label)) if corner in drawn else label for corner, label in inside.items()}
        may_be_outside = bool(drawn) and set(drawn) <= set(dented_corners(around, outside))
        if set(drawn) <= set(dents) and not may_be_outside:
            reader.dented |= {angles[corner] for corner in dents}
            reader.turned_out += [angles[corner] for corner in dents if corner not in drawn]


def _note_label(reader: ObjectReader, labels: dict[Quantity, Expression], first: Term | str, second: Term | str) -> None:
    angle = read_expression(reader, first)
    if isinstance(angle, Quantity) and angle.kind == "angle":
        labels.setdefault(angle, read_expression(reader, second))


def _drawn_facts(figure: Figure) -> Iterable[Given]:
    for line in merge_lines(line for line in figure.lines if len(line) >= 3):
        ordered = order_along(line, figure.points)
        yield Given(Fact("collinear", ordered), f"line {' '.join(ordered)}")
    main: set[str] = set()
    for circle in figure.circles:
        if circle.centre in main:
            yield from _equal_radii(circle.centre, circle.points)
            continue
        main.add(circle.centre)
        for point in circle.points:
            yield Given(Fact("on_circle", (point, circle.centre)), f"circle {circle.centre} through {point}")


def _equal_radii(centre: str, points: Sequence[str]) -> Iterable[Given]:
    """Say of a further circle about one centre that its radii are equal (``on_circle`` means the first circle)."""
    for point in points[1:]:
        equation = Equation(Quantity.of("length", centre, points[0]), Quantity.of("length", centre, point))
        yield Given(equation, f"circle {centre} through {points[0]} and {point}")


def _read(reader: ObjectReader, item: _Parsed) -> list[Given]:
    """Read one statement; what cannot be read becomes a note."""
    reader.about(item.source.text, item.term)
    reader.implied.clear()
    try:
        contents = read_statement(reader, item.term)
    except UnsupportedError as error:
        reader.note("unsupported", f"left out: {error}")
        contents = []
    except (UnreadError, ExpressionError, ElementNameError) as error:
        reader.note("unread", f"left out: {error}")
        contents = []
    return [Given(content, reader.source, item.source.in_text) for content in (*reader.implied, *contents)]


def _goal(reader: ObjectReader, find: str | None, goals: Sequence[Term], *, has_claim: bool) -> tuple[Goal | None, list[Given]]:
    if find is None and not goals:
        if not has_claim:
            reader.about("")
            reader.note("unread", "no goal: nothing says what to find")
        return None, []
    source = find if find is not None else str(goals[0].arguments[0]) if goals[0].arguments else ""
    reader.about(source)
    reader.implied.clear()
    try:
        literal = parse_literal(source) if is_literal(source) else Literal(school_expression(source))
        for repair in literal.repairs:
            reader.note("repaired", repair)
        term = (
            literal.term.arguments[0]
            if isinstance(literal.term, Term) and literal.term.name == "Find" and literal.term.arguments
            else literal.term
        )
        reader.about(source, term)
        goal = Goal(read_expression(reader, term), reader.source)
    except UnsupportedError as error:
        reader.note("unsupported", f"no goal: {error}")
        return None, []
    except (UnreadError, ExpressionError, ElementNameError) as error:
        reader.note("unread", f"no goal: {error}")
        return None, []
    return goal, [Given(fact, reader.source, in_text=True) for fact in reader.implied]


def _inner(reader: ObjectReader, proof: _Parsed) -> Iterable[Term]:
    """Yield the statement of ``Prove(...)``."""
    inner = [argument for argument in proof.term.arguments if isinstance(argument, Term)]
    if len(inner) != 1 or len(proof.term.arguments) != 1:
        reader.about(proof.source.text)
        reader.note("unread", "no goal: expected one statement to prove, such as Prove(Parallel(Line(A, B), Line(C, D)))")
        return ()
    return inner


def _claim(reader: ObjectReader, claims: Sequence[_Parsed]) -> Claim | None:
    """Read what is to be proved: one statement; None, with a note, where it is none or several."""
    contents = [given.content for claim in claims for given in _read(reader, claim)]
    claimed = [content for content in contents if isinstance(content, Equation) or content.kind not in _DRAWN_KINDS]
    if len(claimed) == 1:
        return Claim(claimed[0], claims[0].source.text)
    reader.about(claims[0].source.text)
    if not claimed and any(claim.term.name in _DRAWN_TERMS for claim in claims):
        told = "that points lie on one line or circle cannot be proved: the figure is drawn so; state it as a fact"
    else:
        told = f"expected one statement to prove, got {len(claimed)}"
    reader.note("unsupported", f"no goal: {told}")
    return None


def _distinct(givens: Iterable[Given]) -> Iterable[Given]:
    """Each content once, where it was first stated."""
    seen: set[object] = set()
    for given in givens:
        content = given.content
        key: object = frozenset(content) if isinstance(content, Equation) else content
        if key not in seen:
            seen.add(key)
            yield given
