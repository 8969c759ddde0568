"""Judgements seen again in the light of the whole message: what a claim leaves open, those beside it may say.

A lone value may only carry over a result, a value at a corner may be that of the angle outside it, and a number that is given to
two parts may be that of both together. Nothing is wrong that is right in the place where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import groupby, permutations

from gnomon.algebra import constant, read_numbers
from gnomon.problem import Fact, Operation, Quantity
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.symbolic.described_parts import WHOLE
from gnomon.tutor.symbolic.judged import Judgement, Way, takes_up
from gnomon.tutor.symbolic.scene import Scene, leaves_of
from gnomon.tutor.symbolic.standing import TOTALS
from gnomon.tutor.symbolic.truth import SAME, Truth, compared, results_of

INSIDE = re.compile(r"\b(?:inside|interior|inner)\b")
"""Words for the side of a line on which a figure lies."""
_OF_ONE = re.compile(r"\W{0,3}(?:[ckmd]?m²?\W*)?(?:(?:is )?(?:only |just )?for (?:one|each|every|a single|half)|each|per)\b")
"""Words behind a result that make it that of one piece."""
_TURNING = re.compile(r"\b(?:outside|exterior|outer|walk|turn|turns)\b")
"""Words of a message that speaks of the angles outside a figure."""
_EQUAL_PARTS = re.compile(
    r"\b(?:corresponding|alternate|vertical(?:ly)?|opposite|equal|same|match(?:ing|es)?|congruent|mirror\w*)\b"
)
"""Words with which two parts are said to be equal."""
_EACH = re.compile(r"\b(?:each|apiece|both)\b")
_OF_EACH = re.compile(r"\d\W*(?:\w+ )?(?:on )?(?:each|apiece)\b")
"""A value that is that of every one of several parts, and not of all together."""
_HEDGED = re.compile(r"\d[°\s\w]{0,8},? ?\b(?:i think|i guess|i believe|maybe|probably)\b(?!.*\d)", re.DOTALL)
"""A result that is given with doubt, at the end."""

_TURNS = frozenset({180.0, 360.0})
"""Sizes that "it" has where it is the sum of several angles: "u turn once so its 360"."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_TOLD = 5
"""Words of a message that tells of what "it" is the size; "it is 180" does not."""
_OF_PIECES = re.compile(r"\b(?:half|each|one)\b")
"""Words of a message that speaks of pieces."""
_MOST_PIECES = 8
"""Triangles from the middle of an octagon."""
_IN_TOTAL = re.compile(r"\d[°\s]*(?:altogether|in total|in all|all together)\W*$")
"""A result that is said of the whole figure, at the end."""


class Rereading:
    """See the module.

    Args:
        scene: of the problem.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._goal = scene.proof.goal if scene.proof is not None else None

    def of(self, judgements: Sequence[Judgement], text: str) -> Sequence[Judgement]:
        """Return the judgements on the claims of a message, in order, as they are together."""
        found = [self._outside(each, text.lower()) for each in self._taken_up(list(map(self._unmet, judgements)))]
        found = [self._of_named(each, found, text) for each in found]
        found = list(self._superseded(found))
        found = found if _OF_EACH.search(text.lower()) else list(self._jointly(found))
        is_said_of = _HEDGED.search(text.lower()) is not None or _IN_TOTAL.search(text.lower()) is not None
        if found and found[-1].misconception is not None and is_said_of:
            # Nobody doubts a sum: "and half is 98 i think" says it of what is sought, "6 · 180 = 1080 in total" of the whole.
            found[-1] = found[-1]._replace(truth=Truth.WRONG, way=None)
        return list(self._said_of_another(list(self._run_on(list(self._concluded(found)))), text))

    def _unmet(self, judgement: Judgement) -> Judgement:
        """Return a value of something that is not understood as open where the figure has no such number: it has to be asked."""
        value = constant(judgement.claim.sides[-1]) if judgement.claim.sides else None
        is_open = judgement.truth is Truth.UNKNOWN and judgement.move.kind is Kind.VALUE and not judgement.claim.is_reason
        is_open = is_open and not any(name.sort == "number" for name in judgement.claim.names)
        if not is_open or value is None or not self._scene.is_foreign(value):
            return judgement
        return judgement._replace(truth=Truth.AMBIGUOUS)

    def _of_named(self, judgement: Judgement, judgements: Sequence[Judgement], text: str) -> Judgement:
        """Return a lone value as open that is the size of a part named in the message: ``draw OK, its a radius so 17``."""
        value = judgement.value
        if judgement.truth is Truth.WRONG and self._is_of_block(judgement):
            return judgement._replace(truth=Truth.UNKNOWN, quantity=None, is_answer=False, misconception=None)
        if judgement.truth in {Truth.AMBIGUOUS, Truth.UNKNOWN} and judgement.claim.is_bare:
            return self._as_equal(judgement, text) or self._as_half(judgement, judgements, text) or judgement
        if judgement.truth is not Truth.WRONG or value is None or not judgement.claim.is_of_asked:
            return judgement
        valued = {each.quantity for each in judgements if each is not judgement}
        if (part := self._scene.sized_so(value, text, valued)) is not None:
            is_found = isinstance(part, Quantity) and part not in self._scene.given
            if not is_found:
                return self._as_equal(judgement, text) or judgement._replace(truth=Truth.AMBIGUOUS, is_answer=False)
            ways = self._scene.ways
            way: Way = "goal" if ways is None or part in ways.atoms else "none"
            return judgement._replace(truth=Truth.RIGHT, way=way, quantity=part, is_answer=False, misconception=None)  # type: ignore[arg-type]
        if self._is_piece(judgement, value, text):
            return judgement._replace(truth=Truth.AMBIGUOUS, is_answer=False)
        if value in _TURNS and len(_WORD.findall(text)) >= _FEWEST_TOLD:
            return judgement._replace(truth=Truth.UNKNOWN, quantity=None, is_answer=False, misconception=None)
        if _is_on_the_way(value, text):
            return judgement._replace(truth=Truth.UNKNOWN, quantity=None, is_answer=False)
        told = set(filter(self._scene.is_given, _numbers_in(text)))
        # "He goes 8 right and then 15 up": who tells the given sizes anew claims nothing of what is sought.
        is_retold = value in told and len(told) > 1 and judgement.claim.is_bare
        return judgement._replace(truth=Truth.UNKNOWN, quantity=None, is_answer=False) if is_retold else judgement

    def _is_of_block(self, judgement: Judgement) -> bool:
        """Whether a rectangle of the shape is meant that its place tells: ``left one 6 · 10 = 60``."""
        size = constant(judgement.claim.sides[-1]) if judgement.claim.sides else None
        is_placed = any(name.sort == "part" and name.place for name in judgement.claim.names)
        return is_placed and size is not None and self._scene.blocks.is_area(size)

    def _is_piece(self, judgement: Judgement, value: float, text: str) -> bool:
        """Whether a lone value may be that of one of several equal pieces of what is sought: ``i mean half so 24`` of 96."""
        whole = self._scene.truth(self._goal) if isinstance(self._goal, Quantity) and self._goal.kind in WHOLE else None
        if whole is None or not judgement.claim.is_bare or _OF_PIECES.search(text.lower()) is None or value <= 0:
            return False
        pieces = whole / value
        return 1 < round(pieces) <= _MOST_PIECES and abs(pieces - round(pieces)) <= SAME

    def _as_equal(self, judgement: Judgement, text: str) -> Judgement | None:
        """Return a lone value as that of one of two parts that are said to be equal, where the other one is given with it."""
        value = constant(judgement.claim.sides[-1]) if judgement.claim.sides else None
        named = self._scene.named_in(text)
        if value is None or len(named) != 2 or _EQUAL_PARTS.search(text.lower()) is None:
            return None
        sizes = {part: size for part in named if (size := self._scene.truth(part)) is not None}
        stated = [part for part in sizes if part in self._scene.given and abs(sizes[part] - value) <= SAME * value]
        if len(sizes) != 2 or len(stated) != 1:
            return None
        (part,) = set(named) - set(stated)
        truth = Truth.RIGHT if abs(sizes[part] - value) <= SAME * value else Truth.WRONG
        way: Way | None = "goal" if truth is Truth.RIGHT else None
        return judgement._replace(truth=truth, way=way, quantity=part, value=value, is_answer=part == self._goal)  # type: ignore[arg-type]

    def _as_half(self, judgement: Judgement, judgements: Sequence[Judgement], text: str) -> Judgement | None:
        """Return ``10 each`` as what each half measures of a segment that is said to have its midpoint."""
        value = constant(judgement.claim.sides[-1]) if judgement.claim.sides else None
        right = (fact for each in judgements if each.truth is Truth.RIGHT for fact in each.claim.relations)
        midpoints = [fact.points for fact in right if isinstance(fact, Fact) and fact.kind == "midpoint"]
        if value is None or _EACH.search(text.lower()) is None:
            return None
        if any(each.truth is Truth.RIGHT for each in judgements) and self._scene.is_each(value):
            return judgement._replace(truth=Truth.RIGHT, way="goal", value=value, is_answer=False)
        if len(midpoints) != 1:
            return None
        middle, end, _ = midpoints[0]
        half = self._scene.canonical(Quantity.of("length", middle, end))
        size = self._scene.truth(half)
        if size is None:
            return None
        truth = compared(size, value, judgement.claim.sides[-1])
        way: Way | None = "goal" if truth.is_right else None
        return judgement._replace(truth=truth, way=way, quantity=half, value=value, is_answer=half == self._goal)  # type: ignore[arg-type]

    def _taken_up(self, judgements: Sequence[Judgement]) -> Iterator[Judgement]:
        """Yield the judgements; what only gives the result of the claim before or after it is not wrong."""
        for at, each in enumerate(judgements):
            beside = [*judgements[max(at - 1, 0) : at], *judgements[at + 1 : at + 2]]
            is_open = each.truth in {Truth.WRONG, Truth.AMBIGUOUS}
            is_taken_up = any(takes_up(each, other) for other in beside) or any(_is_squared(each, other) for other in judgements)
            is_taken_up = is_taken_up or (at > 0 and _is_of_open(each, judgements[at - 1]))
            yield each._replace(truth=Truth.UNKNOWN) if is_open and is_taken_up else each

    def _outside(self, judgement: Judgement, lower: str) -> Judgement:
        """Return a value at a corner as that of the angle outside it, where a message speaks of these only."""
        value, quantity = judgement.value, judgement.quantity
        if judgement.truth is not Truth.WRONG or value is None or quantity is None or not judgement.claim.names:
            return judgement
        is_angle = isinstance(quantity, Quantity) and quantity.kind == "angle"
        size = self._scene.truth(quantity) if is_angle else None
        is_said = _TURNING.search(lower) is not None and INSIDE.search(lower) is None
        if size is None or not is_said or abs(180 - size - value) > SAME * 180:
            return judgement
        # Of what is sought the angle outside it is no value, and nobody says that it is.
        truth = Truth.UNKNOWN if judgement.is_answer else Truth.RIGHT
        return judgement._replace(truth=truth, quantity=None, is_answer=False, misconception=None)

    def _superseded(self, judgements: Sequence[Judgement]) -> Iterator[Judgement]:
        """Yield the judgements; a lone value is not that of a part which is then given another one by name."""
        for at, each in enumerate(judgements):
            later = (other for other in judgements[at + 1 :] if other.quantity == each.quantity and not other.claim.names)
            is_other = each.quantity is not None and each.claim.is_bare and any(other.value != each.value for other in later)
            yield each._replace(truth=Truth.UNKNOWN, way=None, quantity=None, is_answer=False) if is_other else each

    def _jointly(self, judgements: Sequence[Judgement]) -> Iterator[Judgement]:
        """Yield the judgements; one value that is said of several parts may be that of all together (``D and N make 180``)."""
        for _, several in groupby(judgements, key=lambda each: (each.claim.text, each.value)):
            same = list(several)
            parts = [each.quantity for each in same if each.quantity is not None and each.truth is Truth.WRONG]
            value = same[0].value
            if value is not None and len(parts) == len(set(parts)) == len(same) > 1:
                total = self._scene.truth(reduce(lambda one, other: Operation("+", (one, other)), parts))
                if total is not None and abs(total - value) <= SAME * abs(total):
                    ways = self._scene.ways
                    way: Way = "goal" if ways is None or ways.atoms.issuperset(parts) else "none"
                    same = [each._replace(truth=Truth.RIGHT, way=way, quantity=None, is_answer=False) for each in same]
            yield from same

    def _concluded(self, judgements: Sequence[Judgement]) -> Iterator[Judgement]:
        """Yield the judgements; what a calculation that leads nowhere came to is the answer that is given with it at the end.

        It is said again ("10 · 10 = 100 so 100"), or comes of a theorem that is of no use here.
        """
        before = judgements[-2] if len(judgements) > 1 else None
        for each in judgements:
            is_idle = before is not None and each is judgements[-1] and before.way == "none" and before.truth.is_right
            if before is None or not is_idle:
                yield each
                continue
            is_again = each.truth is Truth.AMBIGUOUS and each.claim.is_bare and _is_same(before.value, each.value)
            is_of_theorem = before.move.kind is Kind.THEOREM and each.way == "none" and each.claim.is_arithmetic
            is_from_theorem = before.move.kind is Kind.THEOREM and each.claim.is_arithmetic and not each.is_answer
            if each.is_answer and each.truth.is_right and is_idle_sum(before, judgements):
                yield each._replace(way="none")
            elif is_again or is_of_theorem:
                yield each._replace(truth=Truth.WRONG, way=None, is_answer=True)
            else:  # "a outside angle is the sum of the other 2 inside so 84+73=157" of a quadrilateral
                yield each._replace(truth=Truth.AMBIGUOUS, way=None) if is_from_theorem and each.truth.is_right else each

    def _run_on(self, judgements: Sequence[Judgement]) -> Iterator[Judgement]:
        """Yield the judgements; a chain of calculations that runs on to the right end is no wrong claim (``140:2=70+300``)."""
        goal = self._scene.truth(self._goal) if self._goal is not None else None
        for _, several in groupby(judgements, key=lambda each: (each.claim.text, each.claim.is_arithmetic)):
            chain = list(several)
            end = chain[-1].value
            is_long = len(chain) > 2 and chain[-1].claim.is_arithmetic and goal is not None and end is not None
            if is_long and goal is not None and end is not None and compared(goal, end, chain[-1].claim.sides[-1]).is_right:
                *earlier, last = chain
                yield from (each._replace(truth=Truth.UNKNOWN) if each.truth is Truth.WRONG else each for each in earlier)
                yield last._replace(truth=Truth.RIGHT, way="goal", is_answer=True)
            elif len(chain) > 2 and chain[-1].is_answer and chain[-1].truth.is_right:
                # "9x = 171 = x = 19": equals signs that say "so".
                yield from (each._replace(truth=Truth.UNKNOWN) if each.truth is Truth.WRONG else each for each in chain)
            else:
                yield from chain

    def _is_of_one(self, judgement: Judgement, text: str) -> bool:
        """Whether a result is said to be that of one of several pieces: ``14 · 4.5 = 63 for one triangle``."""
        words = judgement.move.words
        _, _, behind = text.partition(words)
        told = re.split(r"\d", words)[-1] + behind
        is_whole = isinstance(self._goal, Quantity) and self._goal.kind in WHOLE
        is_blamed = judgement.claim.is_bare and judgement.truth is Truth.WRONG  # "31.5 each", of the two halves of an area
        return is_whole and (judgement.claim.is_arithmetic or is_blamed) and _OF_ONE.match(told.lower()) is not None

    def _said_of_another(self, judgements: Sequence[Judgement], text: str) -> Iterator[Judgement]:
        """Yield the judgements; a calculation whose result is then given to another part is no answer."""
        for at, each in enumerate(judgements):
            others = (later for later in judgements[at + 1 :] if later.quantity is not None and later.quantity != self._goal)
            is_other = each.claim.is_arithmetic and any(later.value == each.value for later in others)
            if each.is_answer and self._is_of_one(each, text):
                yield each._replace(truth=Truth.AMBIGUOUS, way=None, is_answer=False)
                continue
            is_other = is_other or (each.claim.is_arithmetic and is_used_on(each, judgements[at + 1 :], self._scene))
            yield each._replace(is_answer=False) if each.is_answer and is_other else each


@lru_cache(maxsize=16)  # every value of a message asks for the numbers of the whole
def _numbers_in(text: str) -> tuple[float, ...]:
    return tuple(number.value for number in read_numbers(text))


def _is_on_the_way(value: float, text: str) -> bool:
    """Whether two numbers told before a value make it, and others follow: ``360 in 8 goes, 45 each time, so inside its 135``."""
    numbers = _numbers_in(text)
    at = numbers.index(value) if value in numbers else 0
    makes = any(abs(abs(made) - value) <= SAME for pair in permutations(numbers[:at], 2) for made in results_of(*pair))
    return makes and any(other != value for other in numbers[at + 1 :])


def _is_rest(judgement: Judgement, before: Judgement) -> bool:
    """Whether a part is concluded to be what a calculation leaves of a total."""
    if judgement.move.kind is not Kind.VALUE or judgement.is_given or judgement.claim.is_reason:
        return False
    value, rest = judgement.value, before.value
    return value is not None and rest is not None and any(abs(value + rest - total) < SAME for total in TOTALS)


def _is_squared(judgement: Judgement, beside: Judgement) -> bool:
    """Whether ``the other side 400 - 144 = 256`` gives the square of what is then said to be 16."""
    if not beside.truth.is_right or not judgement.claim.names or None in (judgement.value, beside.value):
        return False
    is_loose = any(name.place for name in judgement.claim.names)  # "the other side"
    return (is_loose or judgement.quantity == beside.quantity) and abs((beside.value or 0) ** 2 - (judgement.value or 0)) < SAME


def is_idle_sum(judgement: Judgement, judgements: Sequence[Judgement]) -> bool:
    """Whether a true sum that leads nowhere only happens to give the answer said beside it: ``12 - 8 = 4 so VR = 4``."""
    is_idle = judgement.claim.is_arithmetic and judgement.truth.is_right and judgement.way == "none"
    answers = (each for each in judgements if each.is_answer and each is not judgement)
    return is_idle and any(_is_same(each.value, judgement.value) for each in answers)


def _is_of_open(judgement: Judgement, before: Judgement) -> bool:
    """Whether a lone value only works out what was said before it of something that is not understood."""
    is_it = any(name.word.startswith("it") for name in before.claim.names)  # "its 11 · 6 / 2, so 33"
    is_open = before.truth in {Truth.AMBIGUOUS, Truth.UNKNOWN} and bool(before.claim.sides) and not is_it
    is_open = is_open and before.misconception is None  # "id double the 96, so 192"
    return is_open and judgement.claim.is_bare and _is_same(constant(before.claim.sides[-1]), judgement.value)


def _is_same(one: float | None, other: float | None) -> bool:
    """Whether two values are one, as far as a fitted figure tells."""
    return one is not None and other is not None and abs(one - other) <= SAME * max(1.0, abs(one))


def is_used_on(judgement: Judgement, later: Sequence[Judgement], scene: Scene) -> bool:
    """Whether a result is calculated on with to another size: ``22 + 60 = 82 and 180 - 82 = 98``; a total is a check.

    So it is where what it leaves of a total is said of another part: ``48 + 67 = 115, so PSR = 65``.
    """
    named = [each for each in later if each.quantity is not None and not each.is_answer]
    if judgement.claim.is_arithmetic and any(_is_rest(each, judgement) for each in named):
        return True
    on = [each for each in later if len(each.claim.sides) > 1 and each.value is not None and not each.is_answer]
    used = [each for each in on if judgement.value in {*leaves_of(each.claim.worked or each.claim.sides[0])}]
    return any(each.value not in TOTALS and not scene.is_given(each.value or 0.0) for each in used)
