"""What phrases mean: the templates of their rules filled with the things in their slots, against what the text has named.

A template is a literal with slots: ``IsMidpointOf({M}, {S})``. A list in a slot makes one literal for each of its things, two
lists of one length go together one by one. ``{S.each}`` with ``{S.next}`` takes neighbours of a list, ``{S.1}`` its first thing
(a rule that counts so fits only a list of that length), and ``{angle(T,C)}`` is worked out by one of `_FUNCTIONS`.
"""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gnomon.algebra import Expression, ExpressionError, Letter, Quantity, Token, substitute
from gnomon.figure import sides
from gnomon.problem.literal_writing import expression_of, literal_of
from gnomon.problem.terms import MODIFIERS, POLYGONS, Term, UnreadError, parse_literal
from gnomon.problem.words.chart import Leaf, Node, Phrase
from gnomon.problem.words.context import Ambiguous, Context, Value
from gnomon.problem.words.grammar import slots as slots_of
from gnomon.problem.words.relations import UNNAMED, UnknownError
from gnomon.problem.words.scene import UntoldError
from gnomon.problem.words.tokens import lexicon

Values = tuple[Value, ...]


class Meaning(NamedTuple):
    """What a clause says."""

    facts: tuple[str, ...]
    """What is supposed by its phrases, then what it states."""
    stated: frozenset[str]
    """Those that it states: what is to be proved after "prove that"."""
    goals: tuple[str, ...]
    notes: tuple[str, ...]
    context: Context
    """What is named after it."""
    choice: str = ""
    """Which of several readings it is, in words; empty where there is one."""


def meanings(node: Node, context: Context, tokens: Sequence[Token] = ()) -> list[Meaning]:
    """Return the readings of a clause: one, or each of those between which only the reader can choose.

    Raises:
        UnknownError: when it speaks of what the text has not named.
    """
    return list(_readings(node, context, tokens, ()))


_MOST_CHOICES = 3
"""Open choices in one clause; with more a question would have dozens of answers."""


def _readings(node: Node, context: Context, tokens: Sequence[Token], picks: tuple[Value, ...]) -> Iterator[Meaning]:
    interpreter = _Interpreter(copy.deepcopy(context), tokens, picks)
    try:
        interpreter.clause(node)
    except Ambiguous as several:
        if len(picks) == _MOST_CHOICES:
            raise UnknownError("too much is open") from several
        for option in several.options:
            yield from _readings(node, context, tokens, (*picks, option))
        return
    except (UnreadError, ExpressionError, UntoldError, KeyError) as error:
        raise UnknownError(str(error)) from error
    choice = ", ".join(f"{pick.kind} {''.join(pick.points)}" for pick in picks)
    facts = tuple(dict.fromkeys(interpreter.facts))
    stated = frozenset(facts) - frozenset(interpreter.supposed)
    yield Meaning(facts, stated, tuple(interpreter.goals), tuple(interpreter.notes), interpreter.context, choice)


class _Interpreter:
    """The meaning of one clause, with the choices made so far."""

    def __init__(self, context: Context, tokens: Sequence[Token], picks: Sequence[Value]) -> None:
        self.context = context
        self._tokens = tokens
        self.facts: list[str] = []
        self.supposed: list[str] = []
        """What the phrases of the clause say before it states anything."""
        self.goals: list[str] = []
        self.notes: list[str] = []
        self._about: Values = ()
        """What the clause leaves to be understood."""
        self._points: list[Value] = []
        """Points that the clause speaks of."""
        self._sizes: list[Value] = []
        """Sizes that the clause has spoken of."""
        self._lines: list[Value] = []
        """Lines that the clause speaks of."""
        self._picks = iter(picks)
        self._known: dict[str, Values] = {}
        """What absent slots have stood for."""

    def clause(self, node: Node) -> None:
        """Collect what a clause says."""
        # The circles that it names are known from its start: "chord AB and diameter CD of circle O".
        for circle in _circles_named(node):
            self.context.note(circle)
        slots = self._said(node)
        for template in node.rule.entry.goals:
            self.goals += self._filled(template, node, slots)
        # A bare number is what is said, not what it is said about.
        things = (values for values in slots.values() if values[0].kind != "story" and values[0].text[:1].isalpha())
        subject = next(things, ()) if not self._about else self._about
        self.context.subject = subject or self.context.subject
        named = tuple(value for values in slots.values() for value in values if value.kind == "line")
        self.context.pair = named if len(named) == 2 else self.context.pair
        self.context.spoken = tuple(dict.fromkeys(self._lines))
        self.context.points_said = tuple(self._points) or self.context.points_said

    def _said(self, node: Node) -> dict[str, Values]:
        """Evaluate the slots and collect the facts of a node."""
        # What a polygon is called comes first: "the altitudes AD and BE of triangle ABC"; before it where it is called so:
        # "on side AB of triangle ABC a square is drawn outside the triangle".
        order = sorted(
            node.slots, key=lambda name: (not any(map(_names_polygon, node.slots[name])), node.rule.kinds[name] != "polygon")
        )
        found = {name: [self._values(phrase) for phrase in node.slots[name]] for name in order}
        slots = {name: tuple(itertools.chain(*found[name])) for name in node.slots}
        self._call(node, found)
        self._check_counts(node, slots)
        self.supposed = list(self.facts)
        for template in node.rule.entry.facts:
            for fact in self._filled(template, node, slots):
                self._add(self.context.with_center(fact))
        if node.rule.entry.note:
            self.notes.append(node.rule.entry.note)
        return slots

    def _add(self, fact: str) -> None:
        if fact.startswith(_CENTER_OF):  # no fact: it names the circle
            self.context.name_center(*fact[len(_CENTER_OF) : -1].split(", "))
            return
        if told := _TOLD.fullmatch(fact):
            self._tell(told.group(1), [part.strip() for part in told.group(2).split(";")])
            return
        if fact.startswith(_IS_SHADED):
            self.context.shaded = Value("quantity", fact[len(_IS_SHADED) : -1])
            return
        term = parse_literal(fact).term
        assert isinstance(term, Term), "a template of a fact is a literal"
        inner = term.arguments[0]
        if term.name in MODIFIERS and isinstance(inner, Term) and inner.name in MODIFIERS:  # right and isosceles are two facts
            self._add(str(inner))
            term = Term(term.name, inner.arguments)
        if term.name == "IsRadiusOf" and isinstance(inner, Term) and UNNAMED in fact:
            if "O" not in inner.arguments:  # either end may be the centre
                raise UnknownError(f"which end of {inner} is the centre")
            self.context.name_center("O", str(term.arguments[1]))
            term = Term(term.name, (inner, "Circle(O)"))
        self.facts.append(str(term))
        self.context.remember(term)
        for part in _inside(term):
            value = value_of(str(part))
            if value.kind in {"polygon", "circle", "line", "sector"}:
                self.context.note(value)
        if term.name in _EQUAL_SIDED:
            self.context.equal.append(value_of(str(term)))

    def _tell(self, what: str, parts: Sequence[str]) -> None:
        """Add to the story; what follows from it is a fact."""
        teller = self.context if hasattr(self.context, what) else self.context.scene
        self.notes.append("figure")
        for fact in getattr(teller, what)(*filter(None, parts)):
            self._add(fact)

    def _call(self, node: Node, found: Mapping[str, Sequence[Values]]) -> None:
        """Remember what things are called: "the ladder AB", "AB is a chord", "a garden has the shape of a rectangle ABCD"."""
        things = [value for rows in found.values() for values in rows for value in values if value.kind in _THINGS]
        for name, rows in found.items():
            before = (0, 0)
            for phrase, values in zip(node.slots[name], rows, strict=True):
                if isinstance(phrase, Node):
                    at = min(_names_at(phrase), default=phrase.start)
                    before = (phrase.start, at) if at > phrase.start else before  # "the posts AB and CD" are two posts
                    self._call_so(*before, values)
                    if phrase.start == node.start and phrase.end < len(self._tokens) and self._tokens[phrase.end].text == "is":
                        self._call_so(phrase.end + 1, node.end, values)
                elif phrase.kind in {"story", "noun"}:
                    self._call_so(phrase.start, phrase.end, things)

    def _call_so(self, start: int, end: int, values: Sequence[Value]) -> None:
        for token in itertools.takewhile(lambda token: token.text not in _AFTER_NOUN, self._tokens[start:end]):
            if token.kind == "word":
                for value in values:
                    self.context.call(token.text.rstrip("s"), value)

    @staticmethod
    def _check_counts(node: Node, slots: Mapping[str, Values]) -> None:
        templates = " ".join((*node.rule.entry.facts, *node.rule.entry.goals, node.rule.entry.value or ""))
        lists = {slot.name for pattern in node.rule.patterns for slot in slots_of(pattern) if slot.many}
        for name, values in slots.items():
            if len(values) > 1 and name not in lists:  # "EF meets the parallel lines AB and CD at P" is not said of one line
                raise UnknownError(f"several things where the rule {node.rule.entry.id} has one")
            counted = [int(place) for place in re.findall(rf"\b{name}\.(\d)", templates)]
            if (counted and max(counted) != len(values)) or (f"{name}.each" in templates and len(values) < 2):
                raise UnknownError(f"{len(values)} things where the rule {node.rule.entry.id} has another number")
            if counted and len(set(values)) != len(values):  # "a circle of radius 3 and a circle of radius 5"
                raise UnknownError("one thing twice, or two without names")
            # "Find AB and angle C" may ask for unlike things; what is stated of a list is of one kind.
            kinds = {value.text.split("(")[0] for value in values if value.text[:1].isupper() and "(" in value.text}
            # "Arc AB is 80° and arc BC is 110°" gives arc AB no second size.
            kinds |= {"" for value in values if kinds and value.kind == "quantity" and "(" not in value.text}
            if node.rule.entry.facts and len(kinds) > 1:
                raise UnknownError("a list of unlike things")

    def _values(self, phrase: Phrase) -> Values:
        if isinstance(phrase, Leaf):
            return self._leaf(phrase)
        slots = self._said(phrase)
        template = phrase.rule.entry.value
        assert template is not None, f"the rule {phrase.rule.entry.id} makes no clause and needs a value"
        values = tuple(value_of(text) for text in self._filled(template, phrase, slots))
        for value in values:
            self.context.note(value)
        self._lines += [value for value in values if value.kind == "line"]
        self._points += [value for value in values if value.kind == "point"]
        self._sizes += [value for value in values if phrase.rule.entry.kind == "measure" and value.kind == "quantity"]
        return values

    def _leaf(self, leaf: Leaf) -> Values:
        if leaf.kind == "name1":
            return (Value("point", leaf.points[0], leaf.points),)
        if leaf.points:
            return (Value("names", ",".join(leaf.points), leaf.points),)
        if leaf.expression is None:
            return (Value("story", leaf.word),)
        parts = {name: self._values(part) for name, part in leaf.parts.items() if name in str(leaf.expression)}
        found = []
        for chosen in itertools.product(*parts.values()):
            known = {
                Letter(name): expression_of(parse_literal(value.text).term) for name, value in zip(parts, chosen, strict=True)
            }
            whole = substitute(leaf.expression, _Known(known).of)
            found.append(Value("quantity", literal_of(whole)))
        return tuple(found)

    def _filled(self, template: str, node: Node, slots: Mapping[str, Values]) -> list[str]:
        """Return the literals of a template, one for each thing of its lists."""
        places = list(dict.fromkeys(_PLACE.findall(template)))
        found = {place: self._placed(place, node, slots) for place in places}
        lengths = {len(values) for values in found.values()} - {1}
        if len(lengths) > 1 or 0 in lengths:
            raise UnknownError("lists of different lengths")
        made = []
        for at in range(max(lengths, default=1)):
            text = template
            for place, values in found.items():
                text = text.replace(f"{{{place}}}", values[at if len(values) > 1 else 0].text)
            made.append(text)
        return made

    def _placed(self, place: str, node: Node, slots: Mapping[str, Values]) -> Values:
        called = _CALL.fullmatch(place)
        if called and called.group(1) in {"called", "standing"}:
            noun = slots[called.group(2)][0].text
            return self._called(noun, node) if called.group(1) == "called" else self._standing(noun)
        if called and called.group(1) in _BY_CONTEXT:
            things = (self._placed(part.strip(), node, slots) for part in _ARGUMENT.findall(called.group(2)))
            return _BY_CONTEXT[called.group(1)](self, *things)
        if called:
            arguments = [self._placed(argument.strip(), node, slots) for argument in _ARGUMENT.findall(called.group(2))]
            function = _FUNCTIONS[called.group(1)]
            longest = max(map(len, arguments))
            rows = [[values[at if len(values) > 1 else 0] for values in arguments] for at in range(longest)]
            return tuple(value for row in rows for value in function(*row))
        name, _, part = place.partition(".")
        values = slots[name] if name in slots else self._understood(node.rule.kinds.get(name, name))
        if part == "each":
            return values[:-1]
        if part == "next":
            return values[1:]
        if part and int(part) > len(values):
            raise UnknownError(f"no {part} things")
        return (values[int(part) - 1],) if part else values

    def _understood(self, kind: str) -> Values:
        """Return what an absent slot of a kind stands for."""
        if self.context.is_broken:
            raise UnknownError("the words before it were not read")
        subject = self._subject(kind)
        if kind in {"point", "line"}:  # "lies on AF and is 40 m nearer" goes on about the same point
            self._about = subject
        if kind == "whole":
            return subject if len(subject) == 1 and subject[0].kind in {"polygon", "circle", "sector"} else (self.context.last(),)
        if kind in _KNOWN or kind in _SEVERAL:
            return self._of_text(kind)
        if kind == "them" and len(subject) > 1:
            return subject
        if kind in {"it", "point", "line", "angle", "arc", "measure", "expression"}:
            if not subject or (kind in {"point", "line", "angle", "arc"} and any(value.kind != kind for value in subject)):
                raise UnknownError("the sentence before is about nothing that fits")
            return subject
        if kind == "circle":
            is_it = len(subject) == 1 and subject[0].kind == "circle"
            return subject if is_it else (self._settled(self.context.circle),)
        corners = _CORNERS.get(kind)
        if len(subject) == 1 and subject[0].kind == "polygon" and corners in {None, len(subject[0].points)}:
            return subject
        return (self._settled(lambda: self.context.polygon(corners)),)

    def _of_text(self, kind: str) -> Values:
        """Return what the text has named; what is open is one thing in all facts of a clause."""
        if kind not in self._known:
            found = _SEVERAL[kind](self.context) if kind in _SEVERAL else (self._settled(lambda: _KNOWN[kind](self.context)),)
            self._known[kind] = found
        return self._known[kind]

    def _subject(self, kind: str) -> Values:
        """Return what the last clause was about, as far as it can stand in a slot of a kind."""
        subject = self.context.subject
        if kind in {"line", "angle", "arc", "them"}:
            subject = tuple(map(_measured, subject))
        if kind == "line" and any(value.kind != "line" for value in subject) and len(self.context.spoken) == 1:
            return self.context.spoken  # "K is at the end of the string HK, which is 50 m long"
        return subject

    def _settled(self, find: Callable[[], Value]) -> Value:
        """Return what is found, or the choice made where several are."""
        try:
            return find()
        except Ambiguous:
            pick = next(self._picks, None)
            if pick is None:
                raise
            return pick

    def sector(self, names: Value) -> Value:
        """Return the sector of three points: its centre is that of a circle of the text, else O, else the point in the middle."""
        centers = {circle.points[0] for circle in self.context.circles} & set(names.points)
        if not centers and "O" in names.points:
            centers = {"O"}
        center = centers.pop() if len(centers) == 1 else names.points[1]
        first, last = (point for point in names.points if point != center)
        return _named("Sector", first, center, last)

    def that_of(self, value: Value) -> Value:
        """Return the size of a thing that the last clause was about: "and that of circle Q is 5"."""
        (said,) = (*self._sizes[-1:], *self.context.subject[:1], value)[:1]
        term = parse_literal(said.text).term if said.kind == "quantity" else ""
        if not isinstance(term, Term) or not isinstance(term.arguments[0], Term) or _KINDS[term.arguments[0].name] != value.kind:
            raise UnknownError("the sentence before is about no size")
        return value_of(f"{term.name}({value.text})")

    def _standing(self, noun: str) -> Values:
        """Return the line from the foot to the top of a thing, or between the ends of what leans."""
        scene = self.context.scene
        ends = scene.leaning() if noun.rstrip("s") in lexicon().nouns["leaning"] else scene.standing(noun)
        return (_named("Line", *ends),)

    def _called(self, noun: str, node: Node) -> Values:
        """Return what is called so: one thing, or all where the noun stands in the plural."""
        kind = node.rule.entry.kind
        found = tuple(value for value in self.context.called.get(noun.rstrip("s"), ()) if value.kind == kind)
        if kind == "line" and not found:
            return self._standing(noun)
        is_plural = self._tokens[node.end - 1].raw.endswith("s") if self._tokens else False
        if not found or (len(found) > 1) != is_plural:
            raise UnknownError(f"{len(found)} things are called {noun}")
        return found

    def angle_at(self, vertex: str) -> Value:
        """Return the one angle at a point."""
        return self._settled(lambda: self.context.angle(vertex))


_BY_CONTEXT: Mapping[str, Callable[..., Values]] = {
    "angle_at": lambda interpreter, points: tuple(interpreter.angle_at(point.text) for point in points),
    "sector": lambda interpreter, names: tuple(map(interpreter.sector, names)),
    "that_of": lambda interpreter, things: tuple(map(interpreter.that_of, things)),
    "tips": lambda _, lines: _tips(lines),
    "foot_on": lambda interpreter, points, lines: tuple(
        value_of(interpreter.context.relations.foot(point.text, line.points)) for point, line in _paired(points, lines)
    ),
    "end_on": lambda interpreter, lines, others: tuple(
        value_of(interpreter.context.relations.end_on(line.points, other.points)) for line, other in _paired(lines, others)
    ),
    "middle_of": lambda interpreter, lines: tuple(value_of(interpreter.context.relations.middle(line.points)) for line in lines),
    "along": lambda interpreter, points, lines: tuple(
        value_of(interpreter.context.relations.along(point.text, line.points)) for point, line in _paired(points, lines)
    ),
    "ray_inside": lambda interpreter, angles: tuple(
        value_of(interpreter.context.drawn_inside(angle.points)[0]) for angle in angles
    ),
    "other_ray_inside": lambda interpreter, angles: tuple(
        value_of(interpreter.context.drawn_inside(angle.points)[1]) for angle in angles
    ),
}
"""What is worked out of all things of a slot, and of what the text has named."""
INVENTING = ("foot_on(", "middle_of(", "along(")
"""Those that may be points without a name in the text."""
_KNOWN: Mapping[str, Callable[[Context], Value]] = {
    "hypotenuse": Context.hypotenuse,
    "equal_sided": Context.equal_sided,
    "sector": Context.sector,
    "shaded": Context.shaded_area,
    "centers": Context.centers,
    "first_polygon": lambda context: context.of_two_polygons(0),
    "second_polygon": lambda context: context.of_two_polygons(1),
    "apex": Context.apex,
    "arc_said": Context.arc,
    "last_point": Context.last_point,
    "way": Context.way,
    "here": Context.here,
    "outer": Context.outer_point,
    "common_center": Context.common_center,
    "first_circle": lambda context: context.of_two_circles(0),
    "second_circle": lambda context: context.of_two_circles(1),
    "other_circle": Context.other_circle,
    "largest": lambda context: context.of_ratio(max),
    "smallest": lambda context: context.of_ratio(min),
    "larger_circle": lambda context: context.circle_by_size(is_larger=True),
    "smaller_circle": lambda context: context.circle_by_size(is_larger=False),
    "sized_side": lambda context: context.sized_side(-2),
    "last_sized_side": lambda context: context.sized_side(-1),
    "third_side": Context.third_side,
    "long_side": Context.long_side,
    "other_diagonal": Context.other_diagonal,
    "remaining_angle": Context.remaining_angle,
    "former": lambda context: context.of_pair(0),
    "latter": lambda context: context.of_pair(1),
}
"""Names in templates of what the text has named."""
_SEVERAL: Mapping[str, Callable[[Context], Values]] = {
    "parallels": Context.parallels,
    "slant_sides": Context.slant_sides,
    "drawn_triangles": Context.drawn_triangles,
    "spoken": Context.two_spoken,
    "two_lines": Context.two_lines,
}
"""The same for what is several."""
_IS_SHADED = "IsShaded("
"""Of a template that says what is shaded."""
_CENTER_OF = "IsCenterOf("
"""Of a template that gives a circle its centre."""
_EQUAL_SIDED = {"Square", "Rhombus", "Regular", "Equilateral"}
"""Words for polygons with sides of one length."""
_CORNERS = {"triangle": 3, "quadrilateral": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}
"""Corners of what "the triangle" and its like stand for."""
_THINGS = {"point", "line", "polygon", "circle", "sector"}
"""Kinds of what is spoken of by a noun."""
_AFTER_NOUN = {"of", "from", "to", "join", "through", "with", "on", "in", "at", "by", "and", "parallel", "perpendicular", "which"}
"""Words after which what a thing is called is over."""
_TOLD = re.compile(r"([a-z]+)\((.*)\)")
"""Of a template that adds to the story, with its parts between semicolons."""
_PLACE = re.compile(r"\{([^{}]+)\}")
_CALL = re.compile(r"(\w+)\((.*)\)")
_ARGUMENT = re.compile(r"[^,()]+(?:\([^()]*\))?")
"""One of the things in the brackets of a place; it may have brackets of its own."""


def _names_polygon(phrase: Phrase) -> bool:
    """Whether a phrase, or one inside it, is a polygon with its corners."""
    if isinstance(phrase, Leaf):
        return False
    inside = [part for parts in phrase.slots.values() for part in parts]
    is_named = phrase.rule.entry.kind == "polygon" and any(isinstance(part, Leaf) and part.points for part in inside)
    return is_named or any(map(_names_polygon, inside))


def _names_at(node: Node) -> Iterator[int]:
    """Yield the places of the names inside a phrase."""
    for phrases in node.slots.values():
        for phrase in phrases:
            if isinstance(phrase, Node):
                yield from _names_at(phrase)
            elif phrase.points:
                yield phrase.start


def _circles_named(node: Node) -> Iterator[Value]:
    phrases = [phrase for phrases in node.slots.values() for phrase in phrases]
    for phrase in phrases:
        if isinstance(phrase, Node):
            center = phrase.slots.get("O", ())
            if phrase.rule.entry.kind == "circle":
                yield from (_named("Circle", *leaf.points) for leaf in center if isinstance(leaf, Leaf))
            yield from _circles_named(phrase)


class _Known(NamedTuple):
    """What the letters that stand for measures mean."""

    meanings: Mapping[Letter, Expression]

    def of(self, unknown: Letter | Quantity) -> Expression:
        """Return the measure, or the letter itself where it stands for none."""
        return self.meanings.get(unknown, unknown) if isinstance(unknown, Letter) else unknown


def _inside(term: Term | str) -> Iterator[Term]:
    if isinstance(term, Term):
        yield term
        for argument in term.arguments:
            yield from _inside(argument)


_KINDS = {
    "Line": "line",
    "Angle": "angle",
    "Arc": "arc",
    "Circle": "circle",
    "Sector": "sector",
    **dict.fromkeys(POLYGONS, "polygon"),
}


def value_of(text: str) -> Value:
    """Return the thing that a literal names."""
    if "%" in text:
        return Value("shape", text)  # a kind of polygon, without its corners
    term = parse_literal(text).term
    while isinstance(term, Term) and term.name in MODIFIERS and isinstance(term.arguments[0], Term):
        term = term.arguments[0]  # a regular hexagon is spoken of as the hexagon
    if isinstance(term, str):
        is_point = text[:1].isupper() or text.startswith(UNNAMED)
        return Value("point", text, (text,)) if is_point else Value("quantity", text)
    text = str(term)
    kind = _KINDS.get(term.name, "quantity")
    return Value(kind, text, tuple(map(str, term.arguments)) if kind != "quantity" else ())


def _measured(value: Value) -> Value:
    """Return the thing whose size a value is; any other value as it is."""
    term = parse_literal(value.text).term if value.kind == "quantity" else ""
    inner = term.arguments[0] if isinstance(term, Term) and term.name in {"LengthOf", "MeasureOf"} else None
    return value if inner is None else value_of(str(inner))


def _named(word: str, *points: str) -> Value:
    return value_of(f"{word}({','.join(points)})")


def _at_corner(polygon: Value, corner: Value) -> tuple[str, str, str]:
    (vertex,) = corner.points
    if vertex not in polygon.points:
        raise UnknownError(f"{vertex} is no corner of {polygon.text}")
    at = polygon.points.index(vertex)
    return polygon.points[at - 1], vertex, polygon.points[(at + 1) % len(polygon.points)]


def _angle(polygon: Value, corner: Value) -> Values:
    return (_named("Angle", *_at_corner(polygon, corner)),)


def _others(polygon: Value, corner: Value) -> Values:
    before, _, after = _at_corner(polygon, corner)
    return value_of(before), value_of(after)


def _third(polygon: Value, line: Value) -> Values:
    rest = [point for point in polygon.points if point not in line.points]
    if len(polygon.points) != 3 or len(rest) != 1:
        raise UnknownError(f"{line.text} is no side of {polygon.text}")
    return (value_of(rest[0]),)


def _paired(ones: Values, others: Values) -> Iterator[tuple[Value, Value]]:
    """Yield the things of two lists one by one; a single one goes with each of the other list."""
    length = max(len(ones), len(others))
    yield from zip(ones * (length if len(ones) == 1 else 1), others * (length if len(others) == 1 else 1), strict=True)


def _tips(lines: Values) -> Values:
    """Return the ends of lines from one point, that point left out: where the tangents PA and PB touch."""
    common = set.intersection(*(set(line.points) for line in lines))
    if len(lines) < 2 or len(common) != 1:
        raise UnknownError("the lines do not start at one point")
    return tuple(_far_end(line, value_of(next(iter(common))))[0] for line in lines)


def _rest(one: Value, other: Value) -> Values:
    """Return the one point of a thing that another does not have."""
    rest = [point for point in one.points if point not in other.points]
    if len(rest) != 1:
        raise UnknownError(f"{one.text} and {other.text} do not differ in one point")
    return (value_of(rest[0]),)


def _beside(polygon: Value, line: Value) -> Values:
    """Return a side of a polygon that meets another side of it."""
    around = [_named("Line", *side) for side in sides(polygon.points)]
    found = [side for side in around if len(set(side.points) & set(line.points)) == 1]
    if frozenset(line.points) not in {frozenset(side.points) for side in around}:
        raise UnknownError(f"{line.text} is no side of {polygon.text}")
    return (found[0],)


def _across(polygon: Value, line: Value) -> Values:
    """Return the side of a quadrilateral opposite to another."""
    rest = tuple(point for point in polygon.points if point not in line.points)
    if len(polygon.points) != 4 or frozenset(line.points) not in set(map(frozenset, sides(polygon.points))):
        raise UnknownError(f"{line.text} is no side of a quadrilateral")
    return (_named("Line", *rest),)


def _diagonals(polygon: Value) -> Values:
    if len(polygon.points) != 4:
        raise UnknownError("only of a quadrilateral are the diagonals two")
    a, b, c, d = polygon.points
    return _named("Line", a, c), _named("Line", b, d)


def _far_end(line: Value, point: Value) -> Values:
    rest = [end for end in line.points if end != point.text]
    if len(rest) != 1:
        raise UnknownError(f"{point.text} is no end of {line.text}")
    return (value_of(rest[0]),)


def _between(one: Value, other: Value) -> Values:
    common = set(one.points) & set(other.points)
    if len(common) != 1 or len(one.points) != 2 or len(other.points) != 2:
        raise UnknownError(f"{one.text} and {other.text} have no common end")
    (vertex,) = common
    return (_named("Angle", _far_end(one, value_of(vertex))[0].text, vertex, _far_end(other, value_of(vertex))[0].text),)


def _named_shape(shape: Value, names: Value) -> Values:
    """Return a polygon of a kind with its corners; the kind is a literal with ``%`` for them."""
    word = next(word for word in POLYGONS if f"{word}(" in shape.text)
    if POLYGONS[word] not in {0, len(names.points)}:
        raise UnknownError(f"{names.text} are not the corners of a {word}")
    return (Value("polygon", shape.text.replace("%", ",".join(names.points)), names.points),)


_SHAPES = {3: "Triangle", 4: "Quadrilateral", 5: "Pentagon", 6: "Hexagon", 7: "Heptagon", 8: "Octagon"}
"""What so many corners make."""
_FUNCTIONS: Mapping[str, Callable[..., Values]] = {
    "angle": _angle,
    "rest": _rest,
    "arm": lambda polygon, corner: (_named("Line", corner.text, _at_corner(polygon, corner)[0]),),
    "other_arm": lambda polygon, corner: (_named("Line", corner.text, _at_corner(polygon, corner)[2]),),
    "others": _others,
    "opposite": lambda polygon, corner: (_named("Line", *(p.text for p in _others(polygon, corner))),),
    "third": _third,
    "beside": _beside,
    "diagonals": _diagonals,
    "across": _across,
    "far_end": _far_end,
    "edges": lambda polygon: tuple(_named("Line", *side) for side in sides(polygon.points)),
    "corners": lambda named: tuple(map(value_of, named.points)),
    "centre": lambda circle: (value_of(circle.points[0]),),
    "vertex": lambda angle: (value_of(angle.points[1]),),
    "between": _between,
    "angles": lambda polygon: tuple(_named("Angle", *_at_corner(polygon, value_of(corner))) for corner in polygon.points),
    "base_angle": lambda polygon, apex: _angle(polygon, _others(polygon, apex)[0]),
    "common": lambda one, other: (value_of(_between(one, other)[0].points[1]),),
    "arm_of": lambda angle: (_named("Line", angle.points[1], angle.points[0]),),
    "named": _named_shape,
    "shape": lambda named: (_named(_SHAPES.get(len(named.points), "Polygon"), *named.points),),
    "subtended": lambda line, point: (_named("Angle", line.points[0], point.text, line.points[-1]),),
    "angle_of": lambda sector: (_named("Angle", *sector.points),),
    "first": lambda named: (value_of(named.points[0]),),
    "last": lambda named: (value_of(named.points[-1]),),
    "side": lambda polygon: (_named("Line", *polygon.points[:2]),),
    "whole": lambda named: (_named("Line", named.points[0], named.points[-1]),),
    "inner": lambda named: tuple(map(value_of, named.points[1:-1])),
    "around": lambda named: tuple(_named("Line", a, b) for a, b in zip(named.points, named.points[2:], strict=False)),
    "both": lambda one, other: (one, other),
    "line": lambda one, other: (_named("Line", one.text, other.text),),
}
"""What can be worked out of things: by name, with the things in brackets."""
