"""Answering what a word means: a term of the glossary, and the part of the figure at hand that shows it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations

from gnomon.figure import Element, Figure
from gnomon.geometry import Step
from gnomon.problem import Equation, Number, Problem, Quantity
from gnomon.tutor.symbolic.words import Term, Words, languages, words_in

_ALIKE = 0.8
"""How alike a misspelled word and a term must be: "hypotenus" and "cord" are, "point" and "pint" hardly come up."""
_SHORTEST = 3
"""Letters up to which a word is too short to be told from others when it is misspelled."""
_LONG = 8
"""Letters from which on a word may be misspelled at its beginning, too: "ypotenuse"."""
_WORD = re.compile(r"[^\W\d_]+|\d+")
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
"""Words as they are written, "what's" one of them."""


def find_term(asked: str, words: Words) -> Term | None:
    """Return the term that a question is about: the longest one named in it, else the one spelled most alike."""
    said = _said(asked, words)
    text = f" {' '.join(said)} "
    named = [(len(name), term) for name, term in _named(words) if f" {name} " in text]
    if named:
        return max(named, key=lambda found: found[0])[1]
    alike = (_spelled_alike(word, words) for word in sorted(dict.fromkeys(said), key=len, reverse=True))
    return next(filter(None, alike), None)


@lru_cache(maxsize=8192)  # every message is held against every term, and most words come again
def _spelled_alike(word: str, words: Words) -> Term | None:
    names = dict(_named(words))
    alike = difflib.get_close_matches(word, names, n=1, cutoff=_ALIKE)
    # What begins otherwise is another word: "extended" is no "secant", "given" no "even".
    return names[alike[0]] if alike and (alike[0][0] == word[0] or len(word) > _LONG) else None


def find_terms(asked: str, words: Words) -> list[Term]:
    """Return the terms that single words of a question name or are spelled like, in order."""
    names = dict(_named(words))
    known = [word for word in _said(asked, words) if len(word) > _SHORTEST or word in names]
    return list(dict.fromkeys(term for word in known if (term := find_term(word, words)) is not None))


def is_term_alone(asked: str, words: Words) -> bool:
    """Whether nothing but a term and small words is said: "tangent?", "is it pi r squared or 2 pi r"."""
    return " ".join(_said(asked, words)) in dict(_named(words))


def asked_term(asked: str, words: Words) -> Term | None:
    """Return the term right after words that ask for one: "whats a centroid we never had that", "and a median?"."""
    if words.says("no_word", asked):
        return next(iter(find_terms(asked, words)), None)
    text = f" {' '.join(_WORDS.findall(asked.lower()))} "
    rests = [text.partition(f" {asking} ")[2] for asking in words.lists("asks_word")]
    if asked.rstrip().endswith("?"):
        left = [text.removeprefix(f" {asking} ") for asking in words.lists("asks_next") if text.startswith(f" {asking} ")]
        rests += [rest for rest in left if is_term_alone(rest, words)]
    for rest in filter(None, rests):
        named = [(len(name), term) for name, term in _named(words) if rest.startswith(f"{name} ")]
        if named:
            return max(named, key=lambda found: found[0])[1]
        first = rest.split()[0]
        if len(first) > _SHORTEST and (alike := find_term(first, words)) is not None:
            return alike
    return None


def is_kind_asked(asked: str, words: Words) -> bool:
    """Whether a question is what a term is, with answers to choose from: "is a sector the slice or the bit behind it"."""
    said = " ".join(_said(asked, words))
    said = next((said.removeprefix(f"{word} ") for word in words.lists("asks_whether") if said.startswith(f"{word} ")), said)
    is_choice = words.says("either", asked) and not any(map(str.isdigit, asked))
    return is_choice and any(f"{said} ".startswith(f"{name} ") for name, _ in _named(words))


def is_named(term: Term, text: str) -> bool:
    """Whether a text has one of the names of a term, spelled as it is."""
    said = f" {' '.join(_WORD.findall(text.lower()))} "
    return any(f" {name} " in said for name in (term.term.lower(), *term.also))


def foreign_term(asked: str, words: Words) -> Term | None:
    """Return the term of this language for one that is named in another: glossaries have one order."""
    found = _foreign(asked, words)
    return None if found is None else found[1]


def foreign_name(asked: str, words: Words) -> str:
    """Return the name in another language by which a term was asked for; empty where none was."""
    found = _foreign(asked, words)
    return "" if found is None else found[0]


def _foreign(asked: str, words: Words) -> tuple[str, Term] | None:
    text = f" {' '.join(_WORD.findall(asked.lower()))} "
    for other in (words_in(code) for code in languages()):
        pairs = zip(other.glossary, words.glossary, strict=True) if other is not words else ()
        found = [(name, own) for term, own in pairs for name in (term.term.lower(), *term.also) if f" {name} " in text]
        if found:
            return max(found, key=lambda one: len(one[0]))
    return None


def _said(text: str, words: Words) -> list[str]:
    """Return the words of a text in lower case, without the small ones."""
    small = words.lists("small_words")
    return [word for word in _WORD.findall(text.lower()) if word not in small]


@cache
def _named(words: Words) -> tuple[tuple[str, Term], ...]:
    """Return every name of every term, as it stands in `_said`, in the glossary's order."""
    return tuple((" ".join(_said(name, words)), term) for term in words.glossary for name in (term.term, *term.also))


def shown_by(term: Term, problem: Problem, step: Step | None) -> Element | None:
    """Return the part of the figure that shows what a term means, rather one of the step in play; None where none does."""
    figure = problem.question.figure
    is_shown = _SHOWN.get(term.shows)
    if figure is None or is_shown is None:
        return None
    view = _View(problem, figure)
    own = list(step.uses) if step is not None else []
    found = next((part for part in (*own, *view.parts()) if is_shown(view, part)), None)
    is_about = step is not None and term.shows in step.rule_id  # a theorem on midsegments begins with the midsegment
    return own[0] if found is None and is_about and own else found


class _View:
    """A figure with what the problem says of it."""

    def __init__(self, problem: Problem, figure: Figure) -> None:
        formal = problem.formal
        self.figure = figure
        self.facts = formal.facts if formal else ()
        self.on_circle = {circle.centre: set(circle.points) for circle in figure.circles}
        equations = formal.equations if formal else ()
        self.right_angles = [angle for equation in equations if (angle := _right_angle(equation)) is not None]
        self.right_angles += figure.marks.right_angles

    def parts(self) -> Iterator[Element]:
        """Yield the parts of the figure: what is named with a size first, then segments, angles, arcs, shapes."""
        lines = [pair for line in self.figure.lines for pair in combinations(line, 2)]
        for fact in self.facts:
            yield from fact.elements()
        yield from (Element.of("line", *pair) for pair in lines)
        joined = {frozenset(pair) for pair in lines}
        for a, b, c in combinations(self.figure.points, 3):
            for corner, left, right in ((a, b, c), (b, a, c), (c, a, b)):
                if {frozenset((corner, left)), frozenset((corner, right))} <= joined:
                    yield Element.of("angle", left, corner, right)
            if all(frozenset(pair) in joined for pair in combinations((a, b, c), 2)):
                yield Element.of("triangle", a, b, c)
        for centre, points in self.on_circle.items():
            yield from (Element.of("arc", *pair) for pair in combinations(sorted(points), 2))
            yield Element.of("circle", centre)

    def ends_on_circle(self, part: Element) -> bool:
        """Whether a segment joins two points of one circle."""
        return part.kind == "line" and any(set(part.points) <= points for points in self.on_circle.values())

    def through_centre(self, part: Element) -> bool:
        """Whether the centre of the circle lies on a chord."""
        return any(
            {*part.points, centre} <= set(line) and set(part.points) <= self.on_circle[centre]
            for centre in self.on_circle
            for line in self.figure.lines
        )

    def touches(self, part: Element) -> bool:
        """Whether a segment lies on a tangent."""
        return part.kind == "line" and any(
            fact.kind == "tangent" and set(part.points) <= set(fact.points[:2]) for fact in self.facts
        )

    def crosses(self, part: Element) -> bool:
        """Whether a segment goes on beyond a chord of its line."""
        if part.kind != "line" or self.ends_on_circle(part):
            return False
        return any(
            set(part.points) <= set(line) and len(set(line) & points) == 2  # a line meets a circle twice at most
            for line in self.figure.lines
            for points in self.on_circle.values()
        )

    def is_side_of_right(self, part: Element, *, longest: bool) -> bool:
        """Whether a segment is the hypotenuse, or a leg, of a triangle with a right angle that is given."""
        corners = [(angle[0], angle[1], angle[2]) for angle in self.right_angles if len(angle) == 3]
        ends = set(part.points)
        if longest:
            return part.kind == "line" and any(ends == {a, c} for a, _, c in corners)
        return part.kind == "line" and any(ends in ({a, b}, {b, c}) for a, b, c in corners)

    def corner_at(self, part: Element, *, centre: bool) -> bool:
        """Whether the corner of an angle is a centre, or lies on the circle, while its sides end on the circle."""
        if part.kind != "angle":
            return False
        left, corner, right = part.points
        return any(
            {left, right} <= points and (corner == middle if centre else corner in points)
            for middle, points in self.on_circle.items()
        )


def _right_angle(equation: Equation) -> str | None:
    for side, other in (equation, equation[::-1]):
        if isinstance(side, Quantity) and side.kind == "angle" and isinstance(other, Number) and other.value == 90:
            return "".join(side.points)
    return None


def _of_fact(*kinds: str) -> Callable[[_View, Element], bool]:
    return lambda view, part: any(fact.kind in kinds and part in set(fact.elements()) for fact in view.facts)


def _of_kind(*kinds: str) -> Callable[[_View, Element], bool]:
    return lambda _, part: part.kind in kinds


_SHOWN: Mapping[str, Callable[[_View, Element], bool]] = {
    "chord": lambda view, part: view.ends_on_circle(part) and not view.through_centre(part),
    "diameter": lambda view, part: view.ends_on_circle(part) and view.through_centre(part),
    "radius": lambda view, part: (
        part.kind == "line" and any(c in part.points and set(part.points) & on for c, on in view.on_circle.items())
    ),
    "tangent": lambda view, part: view.touches(part),
    "secant": lambda view, part: view.crosses(part),
    "hypotenuse": lambda view, part: view.is_side_of_right(part, longest=True),
    "leg": lambda view, part: view.is_side_of_right(part, longest=False),
    "right_angle": lambda view, part: part.kind == "angle" and any(set(part.points) == set(name) for name in view.right_angles),
    "central_angle": lambda view, part: view.corner_at(part, centre=True),
    "inscribed_angle": lambda view, part: view.corner_at(part, centre=False),
    "parallel": _of_fact("parallel"),
    "perpendicular": _of_fact("perpendicular", "altitude"),
    "altitude": _of_fact("altitude"),
    "median": _of_fact("median"),
    "midsegment": _of_fact("midsegment"),
    "bisector": _of_fact("angle_bisector"),
    "congruent": _of_fact("congruent"),
    "similar": _of_fact("similar"),
    "isosceles": _of_fact("isosceles", "equilateral"),
    "quadrilateral": _of_kind("polygon"),
    "polygon": _of_kind("polygon", "triangle"),
    "triangle": _of_kind("triangle"),
    "angle": _of_kind("angle"),
    "segment": _of_kind("line"),
    "arc": _of_kind("arc"),
    "circle": _of_kind("circle"),
}
"""What shows a term, by the name that the glossary gives it."""
