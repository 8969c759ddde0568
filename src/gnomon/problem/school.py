"""School notation: ``AB ∥ CD`` to the literal ``Parallel(Line(A, B), Line(C, D))``, and back for messages.

The forms are data, ``school.yaml``. Text is cut by the lexer of `gnomon.algebra`; what a literal means is the business of the
other readers, so that both notations mean the same. The sides of an equation are left to `gnomon.problem.quantities`, but for
those that are one quantity.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from gnomon.algebra import QUANTITY_KINDS, Token, split_points, tokenize
from gnomon.packaged import packaged_yaml
from gnomon.problem.terms import MODIFIERS, POLYGONS, Term, UnreadError, parse_literal

_NAMES = re.compile(r"(?:[A-Z][0-9'′]*)+(?![A-Za-z])")
"""Names of points run together, ``ABC``, ``A'B1``; no beginning of a word."""
_KINDS: Mapping[str, str] = {word.lower(): word for word in POLYGONS}
_ADJECTIVES: Mapping[str, str] = {word.lower(): word for word in MODIFIERS}
_RELATIONS = ("=", "∥", "~", "≅")
"""Signs that may stand several times: AB = BC = CD."""
_SLOTS = ("POINTS", "POINT", "LINE", "ANGLE", "CIRCLE", "POLYGON", "THING")
_MOST_WORDS = 60
"""Of a statement in school notation: the longest of the bank has a dozen."""


class _Form(NamedTuple):
    words: tuple[str, ...]
    literals: tuple[str, ...]
    example: str


class _Table(NamedTuple):
    signs: tuple[tuple[str, tuple[str, ...]], ...]
    fillers: frozenset[str]
    lines: frozenset[str]
    forms: tuple[_Form, ...]


@cache
def _table() -> _Table:
    data = packaged_yaml(__package__, "school.yaml")
    return _Table(
        tuple((sign, tuple(spelled)) for sign, spelled in data["signs"]),
        frozenset(data["fillers"]),
        frozenset(data["lines"]),
        tuple(_Form(tuple(row["form"].split()), _listed(row["means"]), row["example"]) for row in data["forms"]),
    )


def _listed(means: str | list[str]) -> tuple[str, ...]:
    return (means,) if isinstance(means, str) else tuple(means)


def read_school(text: str) -> tuple[Term, ...] | None:
    """Read a statement in school notation.

    Returns:
        The literals that it stands for, several for ``AB = BC = CD`` or ``circle O: A, B, C``; None when it is in no form of the
        notation.

    Raises:
        UnreadError: for a form whose parts do not fit.
    """
    tokens = _prepared(text)
    if not tokens or len(tokens) > _MOST_WORDS:
        return None
    signs = [token.text for token in tokens if token.text in _RELATIONS]
    if "=" in signs:
        return _equation(text)
    if len(signs) > 1 and len(set(signs)) == 1:
        return _chained(tokens, signs[0])
    return _stated(tokens)


def examples() -> tuple[str, ...]:
    """Return a statement of each form, as a teacher writes it; equations and names of shapes are in no table."""
    return tuple(form.example for form in _table().forms)


def school_quantity(text: str) -> Term | None:
    """Read one quantity, such as ``∠ABC``, ``AB`` or ``area of ABCD``; None for anything else."""
    found = quantity_at(text.strip(), 0)
    return found[0] if found and found[1] == len(text.strip()) else None


# statements


class _Read(NamedTuple):
    term: Term
    end: int


def _prepared(text: str) -> list[Token]:
    """Return the tokens with one spelling a sign and without words that say nothing."""
    table = _table()
    tokens = tokenize(text, _name, has_markdown=False)
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        # The lexer's sign for about stands for ≅ too, which looks alike.
        texts = ["≅" if token.raw == "≅" else token.text for token in tokens[at : at + 3]]
        sign, spelled = next(
            ((sign, spelled) for sign, spelled in table.signs if tuple(texts[: len(spelled)]) == spelled), (texts[0], (texts[0],))
        )
        token = tokens[at]._replace(text=sign, end=tokens[at + len(spelled) - 1].end)
        if found and found[-1].text == "m" and sign == "∠":
            found.pop()  # m∠ABC
        if token.text not in table.fillers or token.kind == "names":
            found.append(token)
        at += len(spelled)
    return found[:-1] if found and found[-1].raw == "." else found


def _name(text: str, at: int) -> Token | None:
    match = _NAMES.match(text, at)
    if match is None:
        return None
    return Token("names", match.group(), match.group(), at, match.end(), points=split_points(match.group()))


def _stated(tokens: Sequence[Token]) -> tuple[Term, ...] | None:
    for form in _table().forms:
        slots = _matched(form.words, tokens)
        if slots is not None:
            return tuple(term for literal in form.literals for term in _filled(literal, slots))
    whole = _thing(tokens, 0)
    return (whole.term,) if whole and whole.end == len(tokens) and whole.term.name != "Point" else None


def _matched(words: Sequence[str], tokens: Sequence[Token]) -> list[tuple[str, ...]] | None:
    """Return what the slots of a form hold, each as literals; None when the tokens do not fit."""
    slots: list[tuple[str, ...]] = []
    at = 0
    for word in words:
        if word == "POINTS":
            points, at = _points(tokens, at)
            if not points:
                return None
            slots.append(points)
        elif word in _SLOTS:
            read = _thing(tokens, at)
            if read is None or not _fits(word, read.term):
                return None
            slots.append((str(read.term.arguments[0]) if word == "POINT" else str(read.term),))
            at = read.end
        elif at < len(tokens) and tokens[at].text.rstrip("s") == word.rstrip("s"):
            at += 1
        else:
            return None
    return slots if at == len(tokens) else None


def _filled(literal: str, slots: Sequence[tuple[str, ...]]) -> Iterator[Term]:
    """Yield the literal with its slots filled; of each point, where a slot holds several."""
    whole = {f"{{{at}*}}": ", ".join(held) for at, held in enumerate(slots)}
    for mark, written in whole.items():
        literal = literal.replace(mark, written)
    single = [held if f"{{{at}}}" in literal else held[:1] for at, held in enumerate(slots)]
    for chosen in itertools.product(*single):
        term = parse_literal(literal.format(*chosen)).term
        assert isinstance(term, Term)
        yield term


def _fits(slot: str, term: Term) -> bool:
    if slot == "POLYGON":
        return term.name in POLYGONS or (
            term.name in MODIFIERS and isinstance(term.arguments[0], Term) and _fits(slot, term.arguments[0])
        )
    return slot == "THING" or term.name == slot.capitalize()


def _points(tokens: Sequence[Token], at: int) -> tuple[tuple[str, ...], int]:
    """Return the names that are listed at a place, and where the list ends."""
    found: list[str] = []
    while at < len(tokens) and tokens[at].kind == "names":
        found += tokens[at].points
        at += 1
        further = at + (at < len(tokens) and tokens[at].text in {",", "and"})
        further += further < len(tokens) and tokens[further].text == "and"
        at = further if further < len(tokens) and tokens[further].kind == "names" else at
    return tuple(found), at


def _thing(tokens: Sequence[Token], at: int) -> _Read | None:
    """Read a part of the figure: ``AB``, ``∠ABC``, ``circle O``, ``isosceles trapezoid ABCD``, ``ABCD is a square``."""
    word = tokens[at].text if at < len(tokens) else ""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if word == "∠" and following is not None and following.kind in {"names", "number"}:
        named = following.points if len(following.points) == 3 else (following.raw,)
        return _Read(Term("Angle", named), at + 2) if len(following.points) in {0, 1, 3} else None
    if word in {"arc", "circle", "sector"}:
        wanted = {"arc": (2, 3), "circle": (1,), "sector": (3,)}[word]
        fits = following is not None and len(following.points) in wanted
        return _Read(Term(word.capitalize(), following.points), at + 2) if following is not None and fits else None
    if word in {"minor", "major"}:
        arc = _thing(tokens, at + 1)
        return _Read(Term(word.capitalize(), (arc.term,)), arc.end) if arc and arc.term.name == "Arc" else None
    if word in _table().lines:
        line = _thing(tokens, at + 1)
        return line if line and line.term.name == "Line" else None
    return _shape(tokens, at)


def _shape(tokens: Sequence[Token], at: int) -> _Read | None:
    """Read names with words for their kind before or after them; bare names are a point, a line, a triangle or a polygon."""
    before = _kind_words(tokens, at)
    at += len(before)
    if at >= len(tokens) or tokens[at].kind != "names":
        return None
    points = tokens[at].points
    at += 1
    after = _kind_words(tokens, at)
    at += len(after)
    words = [*before, *after]
    if not words and len(points) < 3:
        return _Read(Term("Line" if len(points) == 2 else "Point", points), at)
    kinds = [_KINDS[word] for word in words if word in _KINDS]
    term = Term(kinds[0] if kinds else "Triangle" if len(points) == 3 else "Polygon", points)
    corner, at = _corner(tokens, at) if {"isosceles", "right"} & set(words) else ((), at)
    for word in reversed([word for word in words if word in _ADJECTIVES]):
        term = Term(_ADJECTIVES[word], (term, *corner))
    return _Read(term, at)


def _corner(tokens: Sequence[Token], at: int) -> tuple[tuple[str, ...], int]:
    """Read the corner that makes a triangle isosceles or right: ``with apex A``, ``at C``, ``with right angle at C``."""
    for words in (("with", "apex"), ("with", "right", "∠", "at"), ("at",)):
        end = at + len(words)
        if [token.text for token in tokens[at:end]] == list(words) and end < len(tokens) and len(tokens[end].points) == 1:
            return tokens[end].points, end + 1
    return (), at


def _kind_words(tokens: Sequence[Token], at: int) -> list[str]:
    words = [token.text for token in tokens[at : at + 3]]
    known = itertools.takewhile(lambda word: word in _KINDS or word in _ADJECTIVES, words)
    return list(known)


def _chained(tokens: Sequence[Token], sign: str) -> tuple[Term, ...] | None:
    parts = _parts(tokens, sign)
    pairs = [
        _stated([*first, tokens[0]._replace(text=sign, kind="sign", points=()), *second])
        for first, second in itertools.pairwise(parts)
    ]
    return tuple(term for pair in pairs for term in pair or ()) if all(pairs) else None


def _parts(tokens: Sequence[Token], sign: str) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == sign:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


# equations


def _equation(text: str) -> tuple[Term, ...]:
    sides = text.split("=")
    if not all(side.strip() for side in sides):
        raise UnreadError(f"expected something on both sides of {text.strip()!r}")
    found: list[Term] = []
    for first, second in itertools.pairwise(sides):
        ratios = first.split(":"), second.split(":")
        if len(ratios[0]) != len(ratios[1]) and max(map(len, ratios)) > 2:
            raise UnreadError(f"expected as many terms on both sides of {text.strip()!r}")
        if len(ratios[0]) == len(ratios[1]) > 1:
            found += [
                Term("Equals", (Term("RatioOf", tuple(map(_side, one))), Term("RatioOf", tuple(map(_side, other)))))
                for one, other in zip(*map(itertools.pairwise, ratios), strict=True)
            ]
        else:
            found.append(Term("Equals", (school_expression(first), school_expression(second))))
    return tuple(found)


def school_expression(text: str) -> Term | str:
    """Read what stands on one side of an equation, or is asked for; algebra stays text, as in a literal."""
    parts = text.split(":")
    return Term("RatioOf", tuple(map(_side, parts))) if len(parts) == 2 else _side(text)


def _side(text: str) -> Term | str:
    return school_quantity(text) or text.strip()


_CORNERS = tuple(range(3, QUANTITY_KINDS["area"][1] + 1))
_POINTS = r"(?P<of>(?:[A-Z][0-9'′]*)+)(?![A-Za-z])"
_OF = r"(?:\s+of)?\s+"
_KIND = rf"(?:(?:the\s+)?(?:(?P<kind>{'|'.join(_KINDS)})\s+|△\s*|\\triangle\s*))?"
_CIRCLE = r"(?:the\s+)?(?:circle\s+|⊙\s*)"
_QUANTITIES: tuple[tuple[re.Pattern[str], str, tuple[int, ...]], ...] = tuple(
    (re.compile(pattern), literal, counts)
    for pattern, literal, counts in (
        (rf"m?\s*(?:∠|\\angle|angle)\s*{_POINTS}", "MeasureOf(Angle({}))", (1, 3)),
        (r"m?\s*(?:∠|\\angle|angle)\s*(?P<of>\d+)", "MeasureOf(Angle({}))", (0,)),
        (rf"length{_OF}(?:arc\s+|minor arc\s+){_POINTS}", "LengthOf(Arc({}))", (2, 3)),
        (rf"length{_OF}major arc\s+{_POINTS}", "LengthOf(Major(Arc({})))", (2,)),
        (rf"m?\s*(?:minor )?arc\s+{_POINTS}", "MeasureOf(Arc({}))", (2, 3)),
        (rf"m?\s*major arc\s+{_POINTS}", "MeasureOf(Major(Arc({})))", (2,)),
        (rf"(?:radius{_OF}{_CIRCLE}){_POINTS}", "RadiusOf(Circle({}))", (1,)),
        (rf"(?:diameter{_OF}{_CIRCLE}){_POINTS}", "DiameterOf(Circle({}))", (1,)),
        (rf"(?:circumference{_OF}{_CIRCLE}){_POINTS}", "CircumferenceOf(Circle({}))", (1,)),
        (rf"area{_OF}{_CIRCLE}{_POINTS}", "AreaOf(Circle({}))", (1,)),
        (rf"area{_OF}sector\s+{_POINTS}", "AreaOf(Sector({}))", (3,)),
        (rf"area{_OF}{_KIND}{_POINTS}", "AreaOf({kind}({}))", _CORNERS),
        (rf"perimeter{_OF}sector\s+{_POINTS}", "PerimeterOf(Sector({}))", (3,)),
        (rf"perimeter{_OF}{_KIND}{_POINTS}", "PerimeterOf({kind}({}))", _CORNERS),
        (rf"(?:length{_OF})?{_POINTS}", "LengthOf(Line({}))", (2,)),
    )
)  # fmt: skip
"""What a quantity is called, the literal for it, and how many points it may name."""


def quantity_at(text: str, at: int) -> tuple[Term, int] | None:
    """Read the quantity that begins at a place of a text; its term and where it ends, None when there is none."""
    for pattern, literal, counts in _QUANTITIES:
        match = pattern.match(text, at)
        if match is None:
            continue
        named = match["of"]
        points = () if named.isdigit() else split_points(named)
        if len(points) in counts:
            kind = _KINDS.get(match.groupdict().get("kind") or "", "Polygon")
            term = parse_literal(literal.format(", ".join(points) or named, kind=kind)).term
            assert isinstance(term, Term)
            return term, match.end()
    return None


# back to school notation

_WRITTEN: Mapping[str, str] = {
    "Point": "{run}", "Line": "{run}", "Angle": "∠{run}", "Arc": "arc {run}", "Circle": "circle {run}", "Sector": "sector {run}",
    "Polygon": "{run}", "Shape": "{run}", "Collinear": "line {apart}",
    "LengthOf": "{0}", "MeasureOf": "{0}", "AreaOf": "area of {0}", "PerimeterOf": "perimeter of {0}",
    "CircumferenceOf": "circumference of {0}", "RadiusOf": "radius of {0}", "DiameterOf": "diameter of {0}",
    "SinOf": "sin {0}", "CosOf": "cos {0}", "TanOf": "tan {0}", "RatioOf": "{0} : {1}", "Equals": "{0} = {1}",
    "Add": "{0} + {1}", "Sub": "{0} − {1}", "Mul": "{0} · {1}", "Div": "{0}/{1}", "HalfOf": "½ · {0}", "Find": "{0}",
    "PointLiesOnCircle": "{0} on {1}",
}  # fmt: skip
"""How a word is written that no statement is read by; ``{run}`` are its points run together."""


def school_form(term: Term | str) -> str:
    """Write a literal in school notation, for messages; a word without a form stays as it is."""
    if isinstance(term, str):
        return term
    parts = [_in_brackets(term.name, at, argument) for at, argument in enumerate(term.arguments)]
    if term.name in {"LengthOf", "AltitudeOf"} and isinstance(term.arguments[0], Term) and term.arguments[0].name == "Arc":
        return f"length of {parts[0]}"
    template = _WRITTEN.get(term.name) or _form_of(term)
    if template is None and term.name in {*POLYGONS, *MODIFIERS}:
        inner = parts[0] if term.name in MODIFIERS else "".join(parts)
        corner = (
            f" {'with apex' if term.name == 'Isosceles' else 'at'} {parts[1]}"
            if term.name in MODIFIERS and len(parts) > 1
            else ""
        )
        return f"{term.name.lower()} {inner}{corner}"
    try:
        return template.format(*parts, run="".join(parts), apart=" ".join(parts)) if template else str(term)
    except IndexError:
        return str(term)


_BINDING: Mapping[str, int] = {"Add": 1, "Sub": 1, "Mul": 2, "Div": 2, "HalfOf": 2}
"""How tightly the sign of a calculation binds."""
_THING = 3  # a thing by itself binds more than any sign


def _in_brackets(word: str, at: int, part: Term | str) -> str:
    """Write a part of a term, in brackets where the sign of the whole would tear it apart: ``AB/(AC + BC)``."""
    written = school_form(part)
    if isinstance(part, Term):
        binding = _BINDING.get(part.name, _THING)
    else:
        binding = next((_BINDING[sign] for sign, found in _SIGNS.items() if found.search(part)), _THING)
    is_second = at == 1 and word in {"Sub", "Div"}  # x - (y + z), x/(y · z)
    return f"({written})" if binding < _BINDING.get(word, 0) + is_second else written


_SIGNS: Mapping[str, re.Pattern[str]] = {"Add": re.compile(r".[+−-]"), "Div": re.compile(r"[/·*]")}
"""Signs of algebra that stands in a literal; a minus at the beginning is of a number."""


def _form_of(term: Term) -> str | None:
    """Return the first form that stands for a literal of this word and number of parts, with room for the parts."""
    for form in _table().forms:
        head, _, rest = form.literals[0].partition("(")
        places = re.findall(r"\{(\d)\}", rest)
        if (
            head == term.name
            and len(places) == len(term.arguments)
            and f"{rest[:-1]}" == ", ".join(f"{{{place}}}" for place in places)
        ):
            slots = iter(f"{{{places.index(str(at))}}}" for at in range(len(places)))
            return " ".join(next(slots) if word in _SLOTS else word for word in form.words).replace(" ,", ",")
    return None


def points_in(term: Term | str) -> tuple[str, ...]:
    """Return the points that a literal names, in the order written; a letter alone in algebra names none."""
    if isinstance(term, str):
        return _points_of_algebra(term)
    named = [
        point
        for argument in term.arguments
        for point in (points_in(argument) if isinstance(argument, Term) or term.name in _OF_NUMBERS else _run(argument))
    ]
    return tuple(dict.fromkeys(named))


_OF_NUMBERS = {*_WRITTEN} - {
    "Point",
    "Line",
    "Angle",
    "Arc",
    "Circle",
    "Sector",
    "Polygon",
    "Shape",
    "Collinear",
    "PointLiesOnCircle",
}
"""Words whose arguments may be algebra."""


def is_run(text: str) -> bool:
    """Whether a text is nothing but names of points run together, such as ``AB`` or ``A'B1``."""
    return _NAMES.fullmatch(text) is not None


def _run(argument: str) -> tuple[str, ...]:
    return split_points(argument) if is_run(argument.strip()) else ()


def _points_of_algebra(text: str) -> tuple[str, ...]:
    tokens = tokenize(text, _name, has_markdown=False)
    before = ["", *(token.text for token in tokens)]
    return tuple(
        point
        for at, token in enumerate(tokens)
        if len(token.points) > 1 or (token.points and before[at] in _BEFORE_A_POINT)
        for point in token.points
    )


_BEFORE_A_POINT = {"∠", "angle", "circle", "⊙", "sin", "cos", "tan"}
"""What stands in algebra before a point named by itself."""
