"""What an utterance must not give away: the final answer in all its dress, and what may be said freely.

`Protected` is read once from a problem and its final answer: the value or word, the letter of the right option, the numbers
the problem itself states, and the names by which it calls its unknown. It leaves out the utterance (`gnomon.tutor.guard.guard`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from gnomon.algebra import (
    Letter,
    Number,
    Quantity,
    ReadNumber,
    equal,
    evaluate,
    is_rounded,
    read_number,
    read_numbers,
    unknowns,
)
from gnomon.problem import FormalDescription, Problem
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.asked import GENERIC, LONGEST_PROBLEM, kind_pattern, unknown_pattern

COMMON_CONSTANTS = (90.0, 180.0, 360.0)
"""Right angle, half turn, full turn: mentioned freely, as a given is."""

_MOST_OPTIONS = 8
"""Letters of options that a text is searched for: A to H, as in the patterns of `gnomon.tutor.guard.phrases`."""
_CHOICE = re.compile(r"(?:\(([A-H])\)|\b([A-H])[).:])\s*([^()\n]{1,40}?)(?=\s*(?:\(?[A-H][).:]|$|\n))")
_PART = re.compile(
    r"(?P<arc>\barc\s*)?"
    r"(?P<vertex>(?:∠\s*|\b(?i:angle|corner|vertex|one|that|(?<!point )at)\s+(?:(?:at|of|in|by)\s+)?(?:point\s+|corner\s+)?))?"
    r"(?<![A-Za-z\\])(?P<name>[A-Z]{1,4})"
    r"(?P<own>['’]s(?: angle)?|(?=\s+(?:gets?|keeps?|takes?|receives?|is left with|has (?:\d|what)))\b)?(?![A-Za-z'’])",
)
"""A name of a part of the figure; one capital is a part only as a vertex ("the angle at L", "L's")."""
_SAID_SIZE = re.compile(
    r"(?P<arc>\barc\s*)?(?P<vertex>∠\s*|\bangle\s+)?(?<![A-Za-z])(?P<name>[A-Z]{1,4})(?![A-Za-z'’])"
    r"\s*(?:measures?|is|=|has (?:a )?(?:length|measure)(?: of)?)\s*(?=[\d√])(?!\d+[a-z(](?![a-z]))"
)
_UNITS: Mapping[str, tuple[str, float]] = {
    **{name: ("length", size) for name, size in {"mm": 0.001, "cm": 0.01, "dm": 0.1, "m": 1.0, "km": 1000.0}.items()},
    **{name: ("length", size) for name, size in {"in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344}.items()},
    "°": ("angle", 1.0),
    "rad": ("angle", 180 / math.pi),
}
"""What a unit measures, and its size."""
_POWERS = {"²": 2, "³": 3}
"""Of a unit of area or volume."""
_CAPITALS = re.compile(r"[A-Z]{2}|\b[a-z]\b|\b[A-Z]\b")
"""A name of a part, or a letter for a number."""
_SIZE_REACH = 24
"""Characters that hold a size after a name, with its unit."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A part whose size the problem ties to the answer by one step: half of it, or an expression of the letter that is asked."""

    names: tuple[str, ...]
    """Of the part, as `_part_names` writes them; a lower-case word names it by what it is ("diameter")."""
    size: float
    expression: str = ""
    """As the problem writes its size, such as ``2x + 15``."""


@dataclass(frozen=True, slots=True)
class Protected:
    """A final answer and its surroundings."""

    value: float | None
    """None when the answer is a word."""
    is_percent: bool = False
    word: str = ""
    """In lower case, for an answer that is no number, such as ``rhombus``."""
    letter: str = ""
    """Of the right option; empty without options."""
    choices: tuple[str, ...] = ()
    """Texts of the options, A first."""
    givens: tuple[float, ...] = ()
    """Numbers that the problem states, and the common constants."""
    problem_text: str = ""
    is_formal: bool = False
    """Whether the problem has a formal description, and is no text alone."""
    unknown: re.Pattern[str] = re.compile(r"(?!)")
    """Finds a mention of what is asked by the names that the problem has for it."""
    kind: re.Pattern[str] | None = None
    """Finds the word for the kind of quantity that is asked for; None where that is a letter."""
    unit: str = ""
    """Of the answer, as in `Problem.unit`; empty for none, or unknown."""
    parts: Mapping[str, float | None] = field(default_factory=dict)
    """Names of parts of the figure, as `_part_names` writes them: the size where the problem gives it, None for what is asked."""
    ties: tuple[Tie, ...] = ()
    """Parts that are not given and whose size tells the answer, by what the problem says of them."""

    @property
    def is_given(self) -> bool:
        """Whether the problem itself states the value of the answer."""
        return self.value is not None and any(is_near(self.value, given) for given in self.givens)

    def is_stated_by(self, number: ReadNumber) -> bool:
        """Whether ``number`` is the answer: within 0.2 %, or a correct rounding within 1 %, or the same share in percent."""
        if self.value is None:
            return False
        candidates = [number.value]
        if number.unit == "%":
            candidates.append(number.value / 100)
        elif self.is_percent and abs(number.value) < 1:
            candidates.append(number.value * 100)
        return any(is_near(self.value, value, number.decimals) for value in candidates)

    def kind_is_named(self, text: str) -> bool:
        """Whether ``text`` speaks of something of the kind that is asked for: an angle, an arc, a length."""
        return self.kind is not None and self.kind.search(text) is not None

    @property
    def asks_for_letter(self) -> bool:
        """Whether the problem asks for a letter of its expressions, and not for a part of the figure."""
        return self.unknown.search("x") is not None

    @property
    def own_givens(self) -> tuple[float, ...]:
        """The numbers that the problem states, the common constants aside."""
        return self.givens[: -len(COMMON_CONSTANTS)]

    def mentions(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where the unknown is mentioned."""
        found = [match.span() for match in GENERIC.finditer(text)]
        own = [match.span() for match in self.unknown.finditer(text)]
        if found and own:
            yield from _apart(found, own)
        else:
            yield from found or own
        for match in _PART.finditer(text):
            if any(name in self.parts and self.parts[name] is None for name in _part_names(match)):
                yield match.span()

    def mentions_from(self, text: str, start: int) -> bool:
        """Whether the unknown is mentioned by a word or letter from ``start`` on."""
        return GENERIC.search(text, start) is not None or self.unknown.search(text, start) is not None

    def names(self, text: str) -> bool:
        """Whether the unknown is mentioned by its letters, and not as any angle or side."""
        return any(_CAPITALS.search(text, start, end) for start, end in self.mentions(text))

    def known_parts(self, text: str) -> Iterator[tuple[int, int, float]]:
        """Yield where a part of given size is named, with its size."""
        for match in _PART.finditer(text):
            size = next((self.parts[name] for name in _part_names(match) if name in self.parts), None)
            if size is not None:
                yield (*match.span(), size)

    def tied_parts(self, text: str) -> Iterator[tuple[int, int, float]]:
        """Yield where a part that tells the answer is named, or its expression stands, with its size."""
        if not self.ties:
            return
        for match in _PART.finditer(text):
            names = _part_names(match)
            yield from ((*match.span(), tie.size) for tie in self.ties if any(name in tie.names for name in names))
        for tie in self.ties:
            for word in (*(name for name in tie.names if name.islower()), tie.expression):
                found = _written(word).finditer(text) if word else ()
                yield from ((*match.span(), tie.size) for match in found)

    def put_in(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where the answer stands in an expression of the problem for its letter: "3 · 4 − 1" for 3x − 1."""
        for tie in self.ties if self.asks_for_letter and self.value is not None else ():
            if tie.expression[:1].isdigit():  # "x + 7" has nothing to know it by
                pattern = _written(tie.expression.replace("x", f" · {self.value:g}"))
                yield from (match.span() for match in pattern.finditer(text))
        if self.asks_for_letter and self.value is not None:
            yield from (m.span() for m in phrases.FACTORED.finditer(text) if is_near(self.value, float(m[1])))

    def is_stated_in_other_units_by(self, number: ReadNumber, text: str) -> bool:
        """Whether ``number`` is the answer in another unit of its kind, or in radians, minutes of arc or turns.

        Args:
            number: a number of ``text``.
            text: its sentence, which may name the unit elsewhere ("in radians it is 5π/6").
        """
        if self.unit in {"°", ""}:
            after = text[number.end : number.end + _UNIT_REACH]
            return (
                (self._is(number.value / 60, number) and bool(_ARC_MINUTES.search(text)))
                or (self._is(number.value * 360, number) and bool(_TURN.match(after)))
                or (self._is(number.value * 0.9, number) and bool(_GON.match(after)))
                or (self._is(number.value * 180 / math.pi, number) and self._is_in_radians(number, text))
            )
        if not number.unit and (named := _IN_UNIT.search(text)):
            word = (named["unit"] or "").lower()
            power = "²" if named["square"] else ""
            number = replace(number, unit=(named["short"] or f"{_PREFIXES[word[: word.index('met')]]}m") + power)
        elif not number.unit and number.decimals and (earlier := _SHORT_UNIT.search(text, 0, number.start)):
            number = replace(number, unit=earlier[1])  # "about 77 mm, maybe 76.8"
        return any(self._is(value, number) or self._is_rounded_by(value, number) for value in self.converted(number))

    def _is_rounded_by(self, value: float, number: ReadNumber) -> bool:
        """Whether ``number``, which is ``value`` in the answer's unit, is a rounding in its own unit: 1.88 m for 188.5 cm."""
        if self.value is None or not number.value or abs(value - self.value) > 0.01 * abs(self.value):  # as in `is_near`
            return False
        return number.decimals >= 1 and is_rounded(self.value * number.value / value, number.value, number.decimals)

    def _is(self, value: float, number: ReadNumber) -> bool:
        return self.value is not None and is_near(self.value, value, number.decimals)

    def _is_in_radians(self, number: ReadNumber, text: str) -> bool:
        return number.unit == "rad" or (number.kind == "pi" and self.unit == "°") or _RADIANS.search(text) is not None

    def converted(self, number: ReadNumber) -> list[float]:
        """Return what ``number`` is in the answer's unit, where it has another of its kind; else nothing."""
        here, there = _unit(number.unit), _unit(self.unit)
        if number.unit == self.unit or here is None or there is None or here[0] != there[0]:
            return []
        return [number.value * here[1] / there[1]]

    def is_of_other_kind(self, number: ReadNumber) -> bool:
        """Whether ``number`` is written with the unit of something else than the answer: a length where an angle is asked."""
        here, there = _unit(number.unit), _unit(self.unit)
        if number.unit in {"", "unit"} or not self.unit:
            return False
        return here is None or (there is not None and here[0] != there[0])


@lru_cache(maxsize=512)  # words and expressions of the problems that a server holds, looked for in every sentence
def _written(expression: str) -> re.Pattern[str]:
    """Find an expression that stands alone, however it is spaced, or a word."""
    tokens = (re.escape(token) for token in re.findall(r"[A-Za-z]+|[\d.]+|\S", expression.replace("−", "-")))
    spaced = r"\s?".join("[-−–]" if token == r"\-" else token for token in tokens)
    return re.compile(rf"(?<![\w+*/·)−-])(?<![-−+*/·] ){spaced}(?!\w|\s?[-−+*/·²(^])")


def _apart(generic: list[tuple[int, int]], own: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield spans in order, without those that overlap one before; of two that begin together the first list's counts."""
    at = 0
    for start, _, end in sorted([(start, 0, end) for start, end in generic] + [(start, 1, end) for start, end in own]):
        if start >= at:
            yield start, end
            at = end


_PREFIXES = {"milli": "m", "centi": "c", "deci": "d", "kilo": "k", "": ""}
_IN_UNIT = re.compile(
    rf"\b(?:in|as an?|of|counted in|how many) (?P<square>square )?"
    rf"(?:(?P<unit>(?:{'|'.join(_PREFIXES)})met(?:er|re))s?|(?P<short>mm|cm|dm|km))\b(?! ruler| mark| tape)",
    re.IGNORECASE,
)
"""Names the unit of a number that stands without one: "In millimetres that is 150"."""
_SHORT_UNIT = re.compile(r"\d ?(mm|cm|dm|km)\b[^.;\d]{0,40}\Z")
"""The unit of the number before, which the next one may go without."""
_UNIT_REACH = 24
"""Characters that hold " of a complete revolution" and the like."""
_ARC_MINUTES = re.compile(r"\barc[- ]?min\w*|\bmin\w* of (?:an )?arc\b|\d ?′", re.IGNORECASE)
_RADIANS = re.compile(r"\brad(?:ians?|s)?\b", re.IGNORECASE)
_TURN = re.compile(r"\s*(?:of )?(?:an? )?(?:full |whole |complete )?(?:turn|rotation|revolution|circle)", re.IGNORECASE)
_GON = re.compile(r"\s*(?:gons?|gradians?)\b", re.IGNORECASE)


def _unit(unit: str) -> tuple[str, float] | None:
    """Return what a unit measures and its size; None where it is none of a figure's."""
    power = _POWERS.get(unit[-1:], 1)
    base = _UNITS.get(unit.rstrip("²³"))
    return None if base is None else (base[0] + ("" if power == 1 else str(power)), base[1] ** power)


def _part_names(match: re.Match[str]) -> list[str]:
    """Return the keys under which a name of a part may be noted, the surest first."""
    name = match["name"]
    if match["arc"]:
        return [f"arc {name}"]
    if len(name) == 1:
        return [f"∠{name}"] if match["vertex"] or match["own"] is not None else []
    return [f"∠{name}", name] if match["vertex"] else [name]


def _all_names(kind: str, points: tuple[str, ...]) -> list[str]:
    """Return every key for a quantity of these points."""
    orders = {"".join(points), "".join(reversed(points))}
    match kind:
        case "arc":
            return [f"arc {name}" for name in orders]
        case "angle":
            return [*orders, *(f"∠{name}" for name in orders), f"∠{points[1]}"]
        case "length":
            return [*orders]
        case _:
            return []


def is_near(truth: float, value: float, decimals: int = 0) -> bool:
    """Whether ``value`` gives ``truth`` away: equal under ``guard``, or its rounding to ``decimals`` >= 1 places within 1 %."""
    if abs(value - truth) > 0.01 * abs(truth) + 1e-9:  # most numbers are far off, and every number of a turn asks
        return False
    if equal(truth, value, "guard"):
        return True
    # A rounding to whole numbers may be far off, 6.5 as 7: within 1 % it is near enough to tell the answer.
    return decimals >= 1 and abs(value - truth) <= 0.01 * abs(truth) and is_rounded(truth, value, decimals)


def letter_of(place: int) -> str:
    """Return the letter of an option by its place from 0."""
    return chr(ord("A") + place)


def protect(problem: Problem | str, final_answer: float | str | None) -> Protected | None:
    """Read what has to be protected; None when the answer is unknown (None, nan, blank)."""
    if final_answer is None or (isinstance(final_answer, float) and not math.isfinite(final_answer)):
        return None
    answer = final_answer.strip() if isinstance(final_answer, str) else float(final_answer)
    if answer == "":
        return None
    if isinstance(problem, str):
        return _protect(problem, (), (), answer, "", ())
    text, choices, printed = _question(problem)
    read = _protect(text, choices, printed, answer, problem.unit, _sizes(problem), _ties(problem))
    return replace(read, is_formal=problem.formal is not None)


def _sizes(problem: Problem) -> tuple[tuple[str, float | None], ...]:
    """Return the names of the parts that the formal description gives a size, and, last, of the one it asks for."""
    if problem.formal is None:
        return ()
    found: list[tuple[str, float | None]] = []
    for left, right in problem.formal.equations:
        if isinstance(left, Quantity) and isinstance(right, Number):
            size = evaluate(right, _no_letter)
            found += [(name, size) for name in _all_names(left.kind, left.points)]
    goal = problem.sought
    # NZ = x, or a radius: a segment is what is asked under another name.
    wanted = [goal, *(left for left, right in problem.formal.equations if isinstance(goal, Letter) and right == goal)]
    if isinstance(goal, Quantity) and goal.kind == "radius":
        wanted += _radii(problem.formal, goal.points[0])
    found += [(name, None) for part in wanted if isinstance(part, Quantity) for name in _all_names(part.kind, part.points)]
    return tuple(found)


def _ties(problem: Problem) -> tuple[Tie, ...]:
    """Return the parts whose size tells the answer by one step that the problem itself says."""
    formal, answer, goal = problem.formal, problem.answer, problem.sought
    if formal is None or answer is None or goal is None:
        return ()
    if isinstance(goal, Letter):
        sides = [(part, written) for one, other in formal.equations for part, written in ((one, other), (other, one))]
        return tuple(
            Tie(tuple(_all_names(part.kind, part.points)), evaluate(written, lambda _: answer), str(written))
            for part, written in sides
            if isinstance(part, Quantity) and written != goal and set(unknowns(written)) == {goal}
        )
    if not isinstance(goal, Quantity):
        return ()
    found = [
        Tie(tuple(_all_names(other.kind, other.points)), answer)
        for pair in formal.equations
        for one, other in (pair, (pair.right, pair.left))
        if one == goal and isinstance(other, Quantity)
    ]
    for whole, halves in _halved(formal):
        if goal in halves:
            chord = ("whole chord",) if whole.kind == "length" else ()
            found.append(Tie((*_all_names(whole.kind, whole.points), *chord), 2 * answer))
        if goal == whole:
            found += [Tie(tuple(_all_names(half.kind, half.points)), answer / 2) for half in halves]
    if goal.kind == "radius" or any(goal in _radii(formal, centre) for centre in formal.circles):
        found.append(Tie(("diameter", "wide", "across", "edge to edge", "through the centre", "through the center"), 2 * answer))
    if goal.kind == "diameter":
        found.append(Tie(("radius",), answer / 2))
    return tuple(found)


def _halved(formal: FormalDescription) -> Iterator[tuple[Quantity, list[Quantity]]]:
    """Yield what a midpoint, a perpendicular from the centre or a bisector halves, with its halves."""
    for fact in formal.facts:
        if fact.kind == "angle_bisector":
            vertex, inside, *arms = fact.points
            yield Quantity.of("angle", arms[0], vertex, arms[1]), [Quantity.of("angle", arm, vertex, inside) for arm in arms]
        is_of_chord = fact.kind == "perpendicular" and set(fact.points[2:]) <= set(formal.circles.get(fact.points[0], ()))
        if fact.kind == "midpoint" or (is_of_chord and fact.points[1] not in fact.points[2:]):
            middle, *ends = fact.points[-3:]
            yield Quantity.of("length", *ends), [Quantity.of("length", middle, end) for end in ends]


def _radii(formal: FormalDescription, centre: str) -> list[Quantity]:
    return [Quantity.of("length", point, centre) for point in formal.circles.get(centre, ())]


def _no_letter(unknown: object) -> float:
    raise ValueError(f"a number has no unknown, got {unknown}")


def _question(problem: Problem) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return text, options and the texts printed in the figure."""
    figure = problem.question.figure
    printed = tuple(label.text for label in figure.labels) if figure else ()
    return problem.question.text, problem.question.choices, printed


@lru_cache(maxsize=256)  # a session asks about one problem at every turn; a server holds as many solutions
def _protect(
    text: str,
    choices: tuple[str, ...],
    printed: tuple[str, ...],
    answer: float | str,
    unit: str,
    sizes: tuple[tuple[str, float | None], ...],
    ties: tuple[Tie, ...] = (),
) -> Protected:
    stem, choices = (text, choices) if choices else _split_choices(text)
    givens = tuple(number.value for part in (stem, *printed) for number in read_numbers(part) if number.role == "value")
    letter = _letter(answer, choices)
    if isinstance(answer, str) and letter in map(letter_of, range(min(len(choices), _MOST_OPTIONS))):
        answer = choices[ord(letter) - ord("A")]
    number = read_number(answer) if isinstance(answer, str) else None
    value = answer if isinstance(answer, float) else number.value if number else None
    is_letter_only = isinstance(answer, str) and answer.upper() == letter
    return Protected(
        value=value,
        is_percent=number is not None and number.unit == "%",
        word="" if value is not None or is_letter_only else str(answer).lower(),
        letter=letter,
        choices=choices,
        givens=(*givens, *COMMON_CONSTANTS),
        problem_text=text.lower(),
        unknown=unknown_pattern(stem),
        kind=kind_pattern(stem),
        unit=unit or (number.unit if number and number.unit != "%" else ""),
        parts={**_sizes_in(stem), **dict(sizes)},
        ties=ties,
    )


def _sizes_in(stem: str) -> dict[str, float | None]:
    """Return the parts that a text gives a size: "LQ = 8 cm", "angle QLZ measures 60°"."""
    found: dict[str, float | None] = {}
    for match in _SAID_SIZE.finditer(stem[:LONGEST_PROBLEM]):
        numbers = read_numbers(stem[match.end() : match.end() + _SIZE_REACH])
        if numbers:
            name = match["name"]
            # Three capitals are an angle, whose vertex stands in the middle; one is an angle only where the text says so.
            kind = "arc" if match["arc"] else "angle" if len(name) == 3 or match["vertex"] else "length"
            names = [f"∠{name}"] if len(name) == 1 and match["vertex"] else _all_names(kind, tuple(name)) if len(name) > 1 else []
            found |= dict.fromkeys(names, numbers[0].value)
    return found


def _split_choices(text: str) -> tuple[str, tuple[str, ...]]:
    """Split options written in the text, such as "(A) 16 (B) 24", from it; they have to run A, B, ..."""
    found = list(_CHOICE.finditer(text[:LONGEST_PROBLEM]))
    letters = [match[1] or match[2] for match in found]
    if len(found) < 2 or letters != list(map(letter_of, range(len(found)))):
        return text, ()
    return text[: found[0].start()], tuple(match[3].strip() for match in found)


def _letter(answer: float | str, choices: tuple[str, ...]) -> str:
    """Return the letter of the right option; empty when there are none."""
    if isinstance(answer, str) and re.fullmatch(r"\(?[A-Ha-h]\)?\.?", answer) and (choices or answer.strip("().").isupper()):
        return answer.strip("().").upper()
    for position, choice in enumerate(choices):
        same_text = isinstance(answer, str) and choice.strip().lower() == answer.lower()
        truth = read_number(answer) if isinstance(answer, str) else answer
        value = truth.value if isinstance(truth, ReadNumber) else truth
        if same_text or (value is not None and equal(value, choice, "guard")):
            return letter_of(position)
    return ""
