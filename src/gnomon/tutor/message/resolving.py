"""From what a model heard in a learner's message to moves: only what rests on the learner's words and on the figure counts.

A model may name what a learner means; it can state nothing in their place. The words of a move stand in the message, its parts
in the figure, its numbers in those words. Whether it is true is asked of `gnomon.tutor.symbolic.judging`, as always.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from gnomon.algebra import ReadNumber, constant, read_numbers
from gnomon.dialogue import HeardMove
from gnomon.geometry import Atom, rules
from gnomon.problem import (
    Equation,
    Expression,
    Letter,
    Number,
    Operation,
    Problem,
    Quantity,
    unknowns,
)
from gnomon.tutor.message.formal import UnfoundedError, claims_of
from gnomon.tutor.message.formula import Names
from gnomon.tutor.message.moves import CLAIMING, Claim, Kind, Move, has_unknowns, is_final
from gnomon.tutor.message.quoted import Quoted, Spoken, is_same, is_size, words_of_table
from gnomon.tutor.message.sayings import sayings

OFFERED: tuple[Kind, ...] = tuple(kind for kind in Kind if kind not in {Kind.UNREAD, Kind.EMPTY, Kind.TOO_LONG})
"""Kinds that a model may give: what it cannot read, it leaves out."""
_MAY_CLAIM = CLAIMING | {Kind.DENIAL, Kind.GUESS, Kind.DOUBT, Kind.PLAN}
"""Kinds whose claim is read; in all others nothing is said that could be true or false."""
_LOOKED = re.compile(
    r"\W*(?:(?:idk|so|well|bc|because|cause|weil) )*(?:i|ich)(?: just| only| habs?| habe)? (?:\w+ )?"
    r"(?:measured|counted|guessed|eyeballed|gemessen|geraten|gezählt|abgemessen)\b"
)
"""Tells what somebody has done at the drawing, and states nothing of all figures: "i just measured it"."""
_POINTS_BACK = re.compile(r"\b(?:that|thats|this|those|das|dies|diese)\b")
"""Speaks of a number that was said before: "thats the whole box"."""
_SPEAKS_OF_BEFORE = frozenset({Kind.DENIAL, Kind.DOUBT})
"""Kinds that may speak of a number by "that"."""
_UNSPOKEN = frozenset({Fraction(2), Fraction(1, 2)})
"""Numbers that stand in a calculation for words: squared, twice, half."""
_WORDS_OF = {
    90.0: re.compile(
        r"\b(?:right[- ]|square )(?:angle|corner)|\bquarter[- ](?:turn|circle)|\bperpendicular|\bupright"
        r"|\brechte[rn]? winkel|\bviertel(?:drehung|kreis)|\bsenkrecht"
    ),
    180.0: re.compile(
        r"\b(?:straight (?:angle|line)|half (?:a )?turn|half(?: the| a)? circle)|\bgestreckt|\bhalb(?:drehung|kreis)"
    ),
    360.0: re.compile(
        r"\b(?:(?:full|whole) (?:turn|circle)|all (?:the way )?(?:a)?round)|\bvoll(?:drehung|kreis)|\bganzer kreis"
    ),
}
"""Values that are told without a number."""
_TOO = re.compile(r"\b(?:too|also|as well|likewise|same|auch|ebenso|ebenfalls)\b")
"""Says of another part that it has the value as well: "90, and at N too"."""
_SAYS_IT_IS = re.compile(
    r"\b(?:its|it's|it is|thats|that's|that is|makes?|(?:is|are) left|leaves|comes? to|goes to"
    r"|so it must be|das ist|es ist|macht|bleibt|bleiben)\b"
)
"""Says of what was spoken of what it is."""
_THE_OTHER = re.compile(
    r"\b(?:the (?:other|remaining)(?: (?:one|part|piece|half|bit))?|the rest|(?:der|die|das) ander[en]+|der rest)"
    r" (?:is|are|has|must be|ist|sind|hat|muss) "
)
"""Says of one of two parts what it is: which, is told by what stands before."""
_UNITS = frozenset({"", "pi", "π", "°", "degrees", "deg", "cm", "m", "cm²", "m²", "grad"})
"""What may stand behind a value that ends what is said."""
_NEVER = re.compile(r"(?!)")
_ANGLES = frozenset({90.0, 180.0})
"""With which an angle is compared as sharp, blunt or reflex."""
_OF_FIGURES = frozenset(Fraction(number) for number in (3, 4, "1/3", "1/4", 60, 90, 100, 180, 360))
"""Numbers that stand for words within a calculation, or for what several parts make: a third, per cent, a right angle, a turn."""
_WORD = re.compile(r"[^\W\d_][\w'′]*")
_ABOUT = frozenset({Kind.ASKS_MEANING, Kind.UNREAD, Kind.GREETING, Kind.ASKS_WHAT_TO_DO})
"""Kinds of which it is told in a word what they are about."""
_OF_ALL_FIGURES = frozenset({Kind.THEOREM, Kind.DOUBT, Kind.PLAN})
"""Kinds that may name a theorem or a saying."""


class Resolved(NamedTuple):
    """What is left of a model's reading."""

    moves: tuple[Move, ...]
    kept: tuple[HeardMove, ...]
    """Those that the moves were made of."""
    dropped: tuple[str, ...]
    """Why the others do not count, one reason each, without the learner's words."""
    is_whole: bool
    """Whether every claim that the model heard counts, or can be judged: else nobody knows whether all that was said is right."""
    unfounded: tuple[Move, ...] = ()
    """Claims that rest on too little to count, and can be judged: what is said with them is right only where they are."""


def resolve(heard: Sequence[HeardMove], text: str, problem: Problem, read: Sequence[Move] = (), question: str = "") -> Resolved:
    """Keep the moves that rest on the message ``text`` and on the problem.

    Args:
        heard: by a model.
        text: the message.
        problem: whose figure it speaks of.
        read: moves of the message by the grammar: a number that it takes for a claimed one needs no word of what it is the size.
        question: what stands before the message, the turn that it answers and the learner's own message before that: a
            calculation may go on with their numbers, "halve it" with 28.
    """
    moves: list[Move] = []
    kept: list[HeardMove] = []
    dropped: list[str] = []
    is_whole = True
    unfounded: list[Move] = []
    claimed = frozenset(_values(read))
    for each in heard:
        try:
            moves += _moves(each, Spoken(text, question), problem, _Before(claimed, tuple(moves)))
            kept.append(each)
        except UnfoundedError as error:
            dropped.append(str(error))
            if each.kind in CLAIMING:
                claims = _readable(each, problem)
                is_whole = is_whole and bool(claims)
                unfounded += claims
    return Resolved(tuple(moves), tuple(kept), tuple(dropped), is_whole, tuple(unfounded))


def _readable(heard: HeardMove, problem: Problem) -> list[Move]:
    """Return what a move says that does not count; nothing where it cannot be read."""
    try:
        claims = claims_of(heard, problem)
    except UnfoundedError:
        return []
    return [Move(claim.stated_as, heard.words, claim) for claim in claims]


def _values(read: Iterable[Move]) -> Iterator[float]:
    """Yield the values that the grammar takes for claimed, of whatever part."""
    for move in read:
        if move.kind in CLAIMING and move.claim is not None:
            yield from (round(value, 9) for side in move.claim.sides if (value := constant(side)) is not None)


class _Before(NamedTuple):
    """What is known when a move is read."""

    claimed: Collection[float]
    """Values that the grammar takes for claimed, of whatever part."""
    moves: tuple[Move, ...]
    """Those of the message that stand before it."""

    def speaks_of(self, atom: Atom) -> bool:
        """Whether a part was spoken of by name before."""
        claims = [move.claim for move in self.moves if move.claim is not None]
        return any(_is_named(claim.text, atom) for claim in claims if any(atom in unknowns(side) for side in claim.sides))

    def gives(self, value: float) -> bool:
        """Whether another part was given a value before."""
        claims = [move.claim for move in self.moves if move.kind in CLAIMING and move.claim is not None]
        values = (constant(_value(claim, claim.atom)) for claim in claims if claim.atom is not None)
        return any(each is not None and is_same(each, value) for each in values)


def _moves(heard: HeardMove, spoken: Spoken, problem: Problem, before: _Before) -> list[Move]:
    if heard.kind not in (*OFFERED, Kind.UNREAD):
        raise UnfoundedError("no such kind of move")
    kind = Kind(heard.kind)
    quoted = Quoted.of(heard.words, spoken)
    if quoted is None:
        raise UnfoundedError(f"{kind}: rests on words that are not in the message")
    if (known := _known_everywhere(heard)) is not None:
        kind = Kind.PLAN if kind is Kind.THEOREM and _LOOKED.match(quoted.said) is not None else kind
        return [Move(kind, heard.words, known._replace(is_reason=kind is Kind.THEOREM and quoted.is_reason))]
    if kind is Kind.THEOREM:
        raise UnfoundedError(f"{kind}: no such theorem")
    if kind not in _MAY_CLAIM or (kind not in CLAIMING and not heard.says.strip()):
        return [Move(kind, heard.words, about=heard.says if kind in _ABOUT else "")]
    if kind is Kind.PLAN:
        return _planned(heard, problem) or [Move(kind, heard.words)]
    try:
        return _claiming(heard, kind, quoted, problem, before)
    except UnfoundedError:
        if kind is Kind.DOUBT and (moves := _planned(heard, problem)):
            return moves  # "do i take that times 4/10 twice?"
        raise


def _known_everywhere(heard: HeardMove) -> Claim | None:
    """Return the theorem, or what else is said of all figures, by its id; None for all that says something of its own."""
    named = heard.says.strip()
    if heard.kind not in _OF_ALL_FIGURES:
        return None
    if named in rules():
        return Claim(heard.words, rules=(named,))
    saying = sayings().get(named)
    return None if saying is None else Claim(heard.words, rules=saying.rules, holds=saying.holds, saying=named)


def _planned(heard: HeardMove, problem: Problem) -> list[Move]:
    """Return what a plan, or a question about one, rests on: how parts are related. It gives none of them a size.

    Its numbers are those of the problem: nothing is claimed, and what is meant may be told in words alone.
    """
    try:
        claims = claims_of(heard, problem)
    except UnfoundedError:
        claims = []
    known = {
        *_numbers_shown(problem),
        *(number.value for number in read_numbers(heard.words)),
        *map(float, _UNSPOKEN | _OF_FIGURES),
    }
    told = (number for claim in claims for side in _all_sides(claim) for number in _numbers(side, known))
    is_size = any(_is_calculation(claim) or (claim.atom is not None and is_final(_value(claim, claim.atom))) for claim in claims)
    if not claims or is_size or not all(_is_among(number, known) for number in told):
        return []
    return [Move(Kind(heard.kind), heard.words, claim) for claim in claims]


def _all_sides(claim: Claim) -> Iterator[Expression]:
    """Yield the sides of a claim, and of the equations that make its points."""
    yield from claim.sides
    for content in claim.made:
        if isinstance(content, Equation):
            yield from content


def _is_calculation(claim: Claim) -> bool:
    """Whether something is worked out, and of nothing; a part alone is what is to be found first."""
    return len(claim.sides) == 1 and not isinstance(claim.sides[0], Quantity | Letter)


def _numbers_shown(problem: Problem) -> Iterator[float]:
    """Yield the numbers that a problem states, in its text or its figure."""
    shown = [given.shown for given in problem.formal.givens] if problem.formal is not None else []
    for text in (problem.question.text, *shown):
        yield from (number.value for number in read_numbers(text))


def _claiming(heard: HeardMove, kind: Kind, quoted: Quoted, problem: Problem, before: _Before) -> list[Move]:
    """Return the moves of a kind in which something is claimed, asked or denied."""
    claims = [claim for claim in claims_of(heard, problem) if len(claim.sides) != 2 or claim.sides[0] != claim.sides[1]]
    if not claims:
        return [Move(Kind.ACKNOWLEDGEMENT, heard.words)]  # "OM is in both" claims nothing by itself
    if any(map(_is_bound, claims)):
        return [Move(Kind.GUESS, heard.words)]  # "more than 40": nobody's claim, and a search where it is asked
    is_told, shown = kind in _SPEAKS_OF_BEFORE, frozenset(map(Fraction, _numbers_shown(problem)))
    sizes = (
        number for claim in claims for side in _all_sides(claim._replace(sides=())) for number in _numbers(side, quoted.known)
    )
    if any(number not in _UNSPOKEN | _OF_FIGURES and not _is_among(number, quoted.known) for number in sizes):
        raise UnfoundedError(f"{kind}: what makes a point holds a number that nobody said")
    if all(claim.made and not claim.sides and not claim.relation for claim in claims):
        return [Move(Kind.PLAN, heard.words, claim) for claim in claims]  # "i call the middle of AB D"
    found = [
        # Of another part than the one sought a number that was said before may stand: "at S then, where it touches".
        _with_unit(
            claim,
            _require_quoted(
                claim,
                quoted,
                before,
                shown,
                is_last=claim is claims[-1],
                is_told=is_told or claim.atom not in {None, problem.sought},
            ),
        )
        for claim in claims
    ]
    is_worked_out = any(claim.worked is not None for claim in found)
    for claim in found:
        is_sought = kind in CLAIMING and claim.atom == problem.sought and not is_worked_out and not claim.relation
        if is_sought and not _says_of_what(heard.words, claim, before, problem) and not _is_alone(claim, quoted):
            raise UnfoundedError("value: the words do not say of what")
    if kind in CLAIMING and quoted.is_reason:
        found = [claim._replace(is_reason=bool(claim.relation)) for claim in found]
    return [Move(_kind_of(claim, quoted) if kind in CLAIMING else kind, heard.words, claim) for claim in found]


def _is_bound(claim: Claim) -> bool:
    """Whether a size is only compared with a number; a right or a straight angle is one of the figure."""
    numbers = [side for side in claim.sides if not has_unknowns(side)] if claim.relation == "greater" else []
    return len(numbers) < len(claim.sides) and any(constant(number) not in _ANGLES for number in numbers)


def _require_quoted(
    claim: Claim, quoted: Quoted, before: _Before, shown: frozenset[Fraction], *, is_last: bool, is_told: bool
) -> ReadNumber | None:
    """Refuse numbers that the quoted words do not hold; return the one that a value was read from.

    Where it ``is_told`` of a value only that it is not so, or asked, or of a part that is not sought, the number may stand
    before: "112? no that cant be".

    A value is written in the words itself: what a calculation comes to is for the learner to say. Within a chain a root or a
    multiple of π is a calculation, ``√59.01 = 7.68``, and ``12 mal pi`` has its number in words of its own.
    """
    if claim.atom is not None and is_final(_value(claim, claim.atom)) and not _is_written(claim, quoted, is_last=is_last):
        value = constant(_value(claim, claim.atom))
        values = (number for number in quoted.numbers if number.role == "value")  # no page, no count, no rank
        found = next((number for number in values if value is not None and is_same(number.value, value)), None)
        is_plural = value is not None and re.search(rf"(?<![\d.]){value:g}s\b", claim.text.lower()) is not None  # "two 17s"
        told_in = f"{quoted.earlier} {claim.text.lower()}" if is_told else claim.text.lower()
        is_told = is_told and value is not None and any(is_same(value, number) for number in quoted.known)
        is_told |= value is not None and _WORDS_OF.get(value, _NEVER).search(told_in) is not None
        is_further = value is not None and _TOO.search(claim.text.lower()) is not None and before.gives(value)
        if found is None and not is_told and not is_further and not is_plural:
            raise UnfoundedError("value: is not in the words it rests on")
        return found
    told = {Fraction(size) for size, words in _WORDS_OF.items() if words.search(claim.text.lower())}
    if sum(1 for side in claim.sides for _ in unknowns(side)) > 1:
        # What several parts make together is told by words: "that half", "all round", "all the x make 27x".
        told |= _OF_FIGURES | shown
    for side in claim.sides:
        is_near = is_final(side) and not is_told and (is_last or side is not claim.sides[-1])
        is_near = is_near and not (claim.atom is None and _POINTS_BACK.search(claim.text.lower()) is not None)
        known, unspoken = (quoted.written, _UNSPOKEN) if is_near else (quoted.known, _UNSPOKEN | _OF_FIGURES)
        if any(number not in unspoken | told and not _is_among(number, known) for number in _numbers(side, known)):
            raise UnfoundedError("equation: holds a number that is not in the words it rests on")
    return quoted.numbers[-1] if quoted.numbers else None


def _is_written(claim: Claim, quoted: Quoted, *, is_last: bool) -> bool:
    """Whether a root or a multiple of π stands in the words by its numbers, or before them where the chain goes on from it."""
    value = _value(claim, claim.atom) if claim.atom is not None else None
    if not isinstance(value, Operation) or value.symbol == "/":
        return False
    known = quoted.written if is_last else quoted.known
    numbers = [*_numbers(value, known)]
    return bool(numbers) and all(_is_among(number, known) for number in numbers)


def _value(claim: Claim, atom: Atom) -> Expression:
    return claim.sides[claim.sides[0] == atom]


def _says_of_what(words: str, claim: Claim, before: _Before, problem: Problem) -> bool:
    """Whether words name what is sought by its letters or as the question calls it, or say that they speak of a part of a figure.

    Without that 57 may be the time, an age, a page: a model that takes it for the angle would credit an answer that nobody gave.
    So it counts only where the grammar takes it for claimed as well, where the part was named before, or where a calculation
    in the same words comes to it.
    """
    atom = claim.atom
    if atom is None or claim.worked is not None or before.speaks_of(atom):
        return True
    value = constant(_value(claim, atom))
    if value is not None and round(value, 9) in before.claimed:
        return True
    if _says_it_is(words) or _THE_OTHER.search(words.lower()) is not None:
        return True
    said = _WORD.findall(words.lower())
    if not Names(problem, None).nouns.isdisjoint(said) and is_size(words, value):  # "the pole comes out as 24"
        return True
    parts = tuple(words_of_table("parts"))
    return _is_named(words, atom) or any(word.startswith(parts) for word in said)


def _is_alone(claim: Claim, quoted: Quoted) -> bool:
    """Whether the value of what is sought is said by itself, so that nothing else can be meant."""
    said = _value(claim, claim.atom) if claim.atom is not None else None
    value = constant(said) if said is not None and is_final(said) else None
    return value is not None and any(is_same(value, number) for number in quoted.alone)


def _says_it_is(words: str) -> bool:
    """Whether words say of what was spoken of what it is, and end with that: "its 10 pi", "forty is left"."""
    values = [number for number in read_numbers(words) if number.role == "value"]
    if not values or _SAYS_IT_IS.search(words.lower()) is None:
        return False
    return _SAYS_IT_IS.sub("", words[values[-1].end :].lower()).strip(" .,!?") in _UNITS


def _is_named(words: str, atom: Atom) -> bool:
    """Whether words name a part by its letters, in either order, or an angle by its vertex."""
    points = (atom.name,) if isinstance(atom, Letter) else atom.points
    if isinstance(atom, Quantity) and atom.kind == "angle":
        sides = {"".join(side).lower() for end in atom.points[::2] for side in ((atom.points[1], end), (end, atom.points[1]))}
        if atom.points[1] in _WORD.findall(words) or any(word in sides for word in _WORD.findall(words.lower())):
            return True  # "38 at U", "HL comes up off the ground by 33"
    names = {"".join(points).lower(), "".join(reversed(points)).lower()}
    return any(word in names for word in _WORD.findall(words.lower()))


def _is_among(number: Fraction, known: Iterable[float]) -> bool:
    return any(is_same(each, float(number)) for each in known)


def _numbers(expression: Expression, known: Collection[float]) -> Iterator[Fraction]:
    """Yield the numbers of an expression; a share whose value is known is one: "four tenths" is 0.4 and 4/10."""
    match expression:
        case Number(value):
            if value != "pi":  # the sign or its name, in any language
                yield value
        case Operation("/", (Number(Fraction() as above), Number(Fraction() as below))) if below and (
            above / below in _UNSPOKEN or _is_among(above / below, known)
        ):
            yield above / below
        case Operation(_, arguments):
            for argument in arguments:
                yield from _numbers(argument, known)


def _with_unit(claim: Claim, number: ReadNumber | None) -> Claim:
    return claim if number is None or not number.unit else claim._replace(unit=number.unit)


def _kind_of(claim: Claim, quoted: Quoted) -> Kind:
    """Return the kind of what is claimed; what is asked, supposed, denied or only compared is doubted."""
    gives_size = claim.atom is not None and is_final(_value(claim, claim.atom))
    if claim.relation == "sought":
        return Kind.RELATION  # "that one is what they want": of the problem, and nobody's wish
    if quoted.is_open or (quoted.is_bounded and gives_size):
        return Kind.DOUBT
    if claim.relation:
        return Kind.RELATION
    if len(claim.sides) < 2:
        return Kind.WORKING
    return Kind.EQUATION if claim.atom is None else Kind.VALUE
