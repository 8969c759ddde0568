"""Short answers to the tutor's question that name no part of the figure, and say something that it can confirm all the same.

"They match?", "they make 180", "its more than 90", "so i need angle EOB?": meant are the parts of the step that was asked about.
A bound is judged only against a number that everybody has, so that no search for the answer comes of it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Sequence

from gnomon.algebra import constant
from gnomon.geometry import Step
from gnomon.problem import Equation, Expression, Operation, Quantity, QuantityKind, parse_expression, unknowns
from gnomon.tutor.message.moves import Claim, Kind, Move
from gnomon.tutor.symbolic.judged import Judgement
from gnomon.tutor.symbolic.parts import NAME
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.standing import TOTALS, Standing
from gnomon.tutor.symbolic.truth import SAME, Truth, compared

_THEY = re.compile(
    r"^\W*(?:(?:so|because|bc|cause|cuz|then|ok|and|but|do|are|yes|oh|hm+|maybe|i think|well)\W+)*"
    r"(?:they|theyre|these|those|both|(?:the )?two(?: \w+)? (?:angles|sides|lines|arcs|chords|segments)|the two"
    r"|the (?:\w+ )?(?:angles|sides|lines|arcs|chords|ones|segments))\b"
)
"""What begins with the parts that were spoken of."""
_EQUAL = re.compile(r"\b(?:match|equal|same|congruent|identical)\b")
_TOTAL = re.compile(r"\b(?:make|makes|add|adds|sum|give|gives|are|have)\b.*?\b(\d+(?:\.\d+)?)\W*(?:together|altogether)?\W*$")
_SIDES = re.compile(r"\b(?:rectangle|square|triangle)\b.*?\b(\d+(?:\.\d+)?) (?:by|x|times) (\d+(?:\.\d+)?)\b")
_TOGETHER = re.compile(
    r"\b(?:together|altogether|the sum of|of (?:them|these|those)|add(?:ed|s)? up|the (?:two|three|four))\b"
    r"[^\d]*\b(\d+(?:\.\d+)?)\W*$|\b(\d+(?:\.\d+)?) (?:together|altogether|in total)\W*$"
)
_SMALL = ("two", "three", "four")
_COUNTED = re.compile(rf"\b({'|'.join(_SMALL)})\b")
"""How many parts are said to have a sum."""
_OTHERWISE = re.compile(r"n't\b|\b(?:not|no|or|never|half|twice|double|isnt|arent|dont)\b")
"""Words with which something else is said."""
_BOUND = re.compile(
    r"^(?P<of>.*?)\b(?P<more>more|bigger|larger|greater|longer|wider|over)?(?P<less>less|smaller|shorter|under)? than (?:an? )?"
    r"(?P<bound>\d+(?:\.\d+)?|right angle|half (?:an? |the )?circle)\b"
)
_LANDMARKS = {"right angle": 90.0, "half circle": 180.0, "half a circle": 180.0, "half the circle": 180.0}
"""Degrees of bounds that are told in words."""
_EVERYBODYS = frozenset({90.0, 180.0, 360.0})
"""Bounds that narrow no search: a right angle, half a turn, a whole one."""
_IT = frozenset(
    {
        "it",
        "its",
        "s",
        "the",
        "angle",
        "length",
        "side",
        "area",
        "answer",
        "that",
        "this",
        "so",
        "then",
        "must",
        "has",
        "to",
        "be",
    }
    | {"is", "well", "hm", "ok", "oh", "but", "and"}
)
"""Words before a bound that leave what is sought as the only thing that can be meant."""
_NEEDS = re.compile(r"\b(?:need|look for|have to find|should find|use|take|start with|begin with)\b")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_OR = re.compile(r"\b(?:or|maybe|perhaps)\b")
_SHORTEST_STATEMENT = 6
"""Words up to which a number is the answer to the question, and no statement of its own."""


class ShortAnswers:
    """Judges short answers.

    Args:
        scene: of the problem.
        standing: finds what a number stands for.
    """

    def __init__(self, scene: Scene, standing: Standing) -> None:
        self._scene = scene
        self._standing = standing

    def judge(self, move: Move, step: Step | None, *, asks_theory: bool = False) -> Judgement | None:
        """Return what a message of one move says of the step that was asked about; None where it says nothing of the kind.

        Args:
            move: of the message.
            step: of the prepared proof that the turn before was about.
            asks_theory: whether that turn asked what a theorem says; then a number of the theorem is no try at the answer.
        """
        if asks_theory and step is not None and step.rule is not None and self._is_of_theorem(move, step.rule.statement):
            return Judgement(move, Claim(move.words, relation="short answer"), Truth.RIGHT, way="goal")
        text = move.words.lower().replace("’", "'")
        truth = self._bound(move.words) if "?" not in text and move.kind is Kind.GUESS else None
        if truth is None and move.kind is Kind.GUESS and "?" not in text and not _OR.search(text):
            results = _NUMBER.findall(text)
            runs_on = self._standing.runs_on([*map(float, results)])
            return self._end_of(move, results[-1]) if runs_on or self._are_known(results) else None
        if truth is None and move.kind is not Kind.GUESS and (self._is_piece(text) or self._is_sum(text)):
            truth = Truth.RIGHT
        if truth is None and move.kind is not Kind.GUESS and step is not None and self._holds(move, text, step):
            truth = Truth.RIGHT
        if truth is None:
            return None
        return Judgement(move, Claim(move.words, relation="short answer"), truth, way="goal" if truth.is_right else None)

    def _are_known(self, results: Sequence[str]) -> bool:
        """Whether each of several values is that of something beside what is sought, or a total that everybody has."""
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        written = [(float(result), parse_expression(result)) for result in results]
        is_sought = any(goal is not None and compared(self._scene.truth(goal) or 0.0, *one).is_right for one in written)
        known = [self._standing.of(*one) is not None for one in written]
        totals = [value in TOTALS for value, _ in written]
        return len(results) > 1 and not is_sought and known[-1] and all(map(operator.or_, known, totals))

    def _end_of(self, move: Move, result: str) -> Judgement:
        """Judge what results that run on end with: the answer, else what it stands for here."""
        written = parse_expression(result)
        value = float(result)
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        if goal is not None and compared(self._scene.truth(goal) or 0.0, value, written).is_right:
            return Judgement(move, Claim(result, (goal, written)), Truth.RIGHT, None, "goal", goal, value, is_answer=True)  # type: ignore[arg-type]
        meant = self._standing.of(value, written)
        quantity = meant if isinstance(meant, Quantity) else None
        claim = Claim(result, relation="short answer")
        return Judgement(move, claim, Truth.RIGHT, way="goal", quantity=quantity, value=value, meant=meant)

    def _is_of_theorem(self, move: Move, statement: str) -> bool:
        """Whether the one number of a question stands in a theorem's statement, and is not what is sought."""
        said = _NUMBER.findall(move.words)
        sought = self._scene.truth(self._scene.proof.goal) if self._scene.proof is not None else None
        is_short = len(move.words.split()) <= _SHORTEST_STATEMENT
        return is_short and len(said) == 1 and said[0] in _NUMBER.findall(statement) and float(said[0]) != sought

    def _is_piece(self, text: str) -> bool:
        """Whether a piece of an area is named with its sides: ``rectangle in the middle 8 by 5``."""
        match = _SIDES.search(text)
        sides = [parse_expression(side) for side in match.groups()] if match is not None else []
        if len(sides) != 2 or not all(self._scene.is_given(constant(side) or 0.0) for side in sides):
            return False
        area = Operation("*", (sides[0], sides[1]))
        return self._standing.is_piece(Claim(text, (area, area)))

    def _is_sum(self, text: str) -> bool:
        """Whether parts together are said to make what a sum of the relations in play comes to."""
        match = _TOGETHER.search(text)
        if match is None or _OTHERWISE.search(text):
            return False
        written = parse_expression(match[1] or match[2])
        if (count := _COUNTED.search(text)) is not None and self._standing.is_sum_of(_SMALL.index(count[1]) + 2, written):
            return True
        found = self._standing.of(constant(written) or 0.0, written)
        return isinstance(found, Operation) and found.symbol == "+"

    def _holds(self, move: Move, text: str, step: Step) -> bool:
        if _NEEDS.search(text) and not _OTHERWISE.search(text):
            return any(map(self.is_needed, NAME.findall(move.words)))
        if not _THEY.match(text) or _OTHERWISE.search(text):
            return False
        stated = [each for each in (step.equation, *(e for found in step.solved for e in found.equations)) if each is not None]
        total = _TOTAL.search(text)
        if _EQUAL.search(text):
            own = [each for each in stated if not self._is_definition(each)]
            return total is None and any(map(_is_equality, own))
        return total is not None and any(abs(size - float(total[1])) <= SAME * size for e in stated for size in self._totals(e))

    def _is_definition(self, equation: Equation) -> bool:
        """Whether the problem itself gives a part by letters: ``∠KGH = 2x + 12``."""
        definitions = self._scene.deduction.definitions
        return any(
            isinstance(part, Quantity) and definitions.get(part) == other
            for part, other in (tuple(equation), tuple(equation)[::-1])
        )

    def is_needed(self, name: str) -> bool:
        """Whether a part that is named lies on a way, or is the angle at the centre of an arc that does."""
        ways = self._scene.ways
        sought = self._scene.proof.goal if self._scene.proof is not None else None
        kinds: tuple[QuantityKind, ...] = ("length",) if len(name) == 2 else ("angle", "area")
        named = {self._scene.canonical(Quantity.of(kind, *name)) for kind in kinds} if len({*name}) == len(name) else set()
        if ways is None or sought in named:
            return False
        is_central = len(name) == 3 and name[1] in self._scene.diagram.circles
        arc = self._scene.canonical(Quantity.of("arc", name[0], name[-1])) if is_central else None
        return bool(named & ways.atoms) or arc in ways.atoms

    def _totals(self, equation: Equation) -> Iterator[float]:
        """Yield what the sums of a relation come to."""
        for side, other in (tuple(equation), tuple(equation)[::-1]):
            size = constant(other)
            if size is not None and isinstance(side, Operation) and side.symbol == "+":
                yield size

    def _bound(self, words: str) -> Truth | None:
        """Judge "its more than 90" against a number that everybody has; None for any other."""
        match = _BOUND.search(words.replace("Half", "half"))
        if match is None or not (match["more"] or match["less"]):
            return None
        bound = _LANDMARKS.get(match["bound"])
        bound = float(match["bound"]) if bound is None and match["bound"][0].isdigit() else bound or 180.0
        size = self._size_of(match["of"])
        if size is None or not (bound in _EVERYBODYS or self._scene.is_given(bound)):
            return None
        compare = operator.gt if match["more"] else operator.lt
        return Truth.RIGHT if compare(size, bound) else Truth.WRONG

    def _size_of(self, subject: str) -> float | None:
        """Return the size of what stands before a bound: a number, a named part, else what is sought."""
        number = re.search(r"\b\d+(?:\.\d+)?\b", subject)
        if number is not None:
            return float(number[0])
        name = NAME.findall(subject)
        if not name and not {*re.findall(r"[a-z]+", subject.lower())} <= _IT:
            return None
        meant: Expression | None = self._scene.proof.goal if self._scene.proof is not None else None
        if name:
            meant = Quantity.of("length" if len(name[-1]) == 2 else "angle", *name[-1])
        return None if meant is None else self._scene.truth(meant)


def _is_equality(equation: Equation) -> bool:
    """Whether two parts are said to be equal, each written as one part or by its letters."""
    return not any(
        isinstance(side, Operation) and any(isinstance(leaf, Quantity) for leaf in unknowns(side)) for side in equation
    ) and not any(constant(side) is not None for side in equation)
