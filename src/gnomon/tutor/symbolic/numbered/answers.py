"""Answers in numbers to the question of another tutor: "40", "both 90", "5x + 15", "10+3 so 13", "235, so 135 left".

What the question may be about is found by its own words and those of the turn before it (`Reckoning`, `FigureParts`). An answer
that is right of one of these is right. It is wrong only where the question can be about nothing else; else nothing is said of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from gnomon.algebra import constant
from gnomon.problem import Expression, Letter, Operation, Quantity
from gnomon.tutor.message.moves import Claim, Kind, Move, has_unknowns
from gnomon.tutor.message.numbers_said import Said, said_in
from gnomon.tutor.message.reckoned import told_in
from gnomon.tutor.symbolic.judged import Judged, Judgement, Way
from gnomon.tutor.symbolic.leading import Leading
from gnomon.tutor.symbolic.numbered.cues import asks_otherwise, is_supposed
from gnomon.tutor.symbolic.numbered.meant import Asked, Meant, Target, same_everywhere, taken_apart
from gnomon.tutor.symbolic.numbered.named import AskedFor
from gnomon.tutor.symbolic.numbered.parts import FigureParts
from gnomon.tutor.symbolic.numbered.reckoning import Reckoning, words
from gnomon.tutor.symbolic.retold import answer, lone_opened, unsure
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME, Truth, compared

_MOST_KEPT = 256
"""Questions whose meaning is kept for each problem."""
_OPERATION = re.compile(r"^\W*(?:minus|plus|times|divided? by|divide|take (?:off|away)|subtract|add)\b", re.IGNORECASE)
"""An answer that tells what to do."""
_OF_AREA = re.compile(
    r"\bhow (?:do|can|could|would) (?:you|we|i) (?:compute|calculate|work out|find|get) the area\b", re.IGNORECASE
)
_COARSE = 0.02
"""Relative error from which on a rounded number is another."""
_LENGTHS = frozenset({"mm", "cm", "dm", "m", "km"})
_SURE = frozenset({"right", "rounded", "wrong"})


class NumberAnswers:
    """Judges answers in numbers.

    Args:
        scene: of the problem.
        read: reads and judges a statement about it.
        asked_for: finds the quantity that a question asks for.
        unit: of the problem's lengths.
    """

    def __init__(self, scene: Scene, read: Callable[[str], Judged], asked_for: AskedFor, unit: str = "") -> None:
        self._scene = scene
        self._read = read
        self._unit = unit
        self._reckoning = Reckoning(scene)
        self._figure = FigureParts(scene, asked_for)
        self._leading = Leading(scene)
        self._letters = frozenset(name for name in scene.deduction.model.letters if len(name) == 1 and name.islower())
        self._meant_by = lru_cache(_MOST_KEPT)(self._meant)

    def answered(self, judged: Judged, turn: str, before: str = "") -> Judged:
        """Return a message as the answer in numbers that it is to a turn; as it was where it is none, or nobody can tell.

        Args:
            judged: the message, judged so far.
            turn: of a tutor, its words.
            before: the learner's message before it.
        """
        if _OPERATION.match(judged.message.text) and asks_otherwise(turn):
            return _let_open(judged)
        said = said_in(judged.message.text, self._letters)
        forgot = None if said is None else self._without_half(judged, said, turn)
        return forgot or self._read_so(judged, said, turn, before)

    def _read_so(self, judged: Judged, said: Said | None, turn: str, before: str) -> Judged:
        meant = None if said is None else self._meant_by(turn, before)
        if said is None or not self._has_unit(said):
            return judged
        if meant is None and is_supposed(turn) and judged.way == "none":
            return unsure(judged)
        if meant is None:
            return _let_open(judged) if len(said.values) > 1 or is_supposed(turn) or asks_otherwise(turn) else judged
        found = self._judged(judged, said, meant)
        if found is None:
            return _let_open(judged) if len(said.values) > 1 else judged
        is_sum_shown = said.shown is not None and meant.is_sure and judged.way == "none"
        if is_sum_shown:
            return found
        if judged.verdict in {"right", "rounded"} and found.verdict == "wrong" and not meant.is_reckoned:
            return unsure(judged)  # two readers differ
        if judged.verdict == "none" or meant.is_sure or (found.verdict == "right" and lone_opened(judged).verdict == "none"):
            return self._kept(judged, found)
        if judged.verdict != found.verdict:
            return _let_open(judged)
        return found if judged.verdict == "wrong" else judged

    def _without_half(self, judged: Judged, said: Said, turn: str) -> Judged | None:
        """Return a product as wrong that a tutor asks for as the way to an area, and that comes to twice the area."""
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        size = self._scene.truth(goal) if isinstance(goal, Quantity) and goal.kind == "area" else None
        made = constant(said.values[0]) if len(said.values) == 1 and isinstance(said.values[0], Operation) else None
        if size is None or made is None or _OF_AREA.search(turn) is None:
            return None
        return answer(judged, Truth.WRONG) if abs(made - 2 * size) <= SAME * size else None

    def _kept(self, judged: Judged, found: Judged) -> Judged:
        """Return the judgement as the answer where it differs; what is right as well is left as it was said, but of another part.

        A wrong number may have been taken for the final answer, and is now wrong of what was asked.
        """
        same = judged.verdict in _SURE - {"wrong"} and judged.verdict == found.verdict and judged.way == found.way
        is_elsewhere = judged.solved and not found.solved and found.judgements[0].quantity is not None
        return found if not same or is_elsewhere else judged

    def _has_unit(self, said: Said) -> bool:
        """Whether the units of what is said are those of the problem."""
        units = {unit.lower().rstrip("²2") for unit in said.units} & _LENGTHS
        return not units or units == {self._unit}

    def _meant(self, turn: str, before: str) -> Meant | None:
        asked = taken_apart(turn, before, self._letters)
        if asked is None or self._asks_no_number(asked):
            return None
        reckoned = next((found for reader in self._reckoning.readers() if (found := reader(asked)) is not None), None)
        if reckoned is not None:
            return reckoned._replace(is_reckoned=True)
        readers = (self._figure.meant, self._reckoning.rest, self._figure.described, self._reckoning.before)
        return next((found for reader in readers if (found := reader(asked)) is not None), None)

    @staticmethod
    def _asks_no_number(asked: Asked) -> bool:
        table = words()
        if re.match(table["requests"], asked.signs):
            return False
        return re.search(table["no_number"], asked.signs) is not None or re.match(table["yes_or_no"], asked.signs) is not None

    def _judged(self, judged: Judged, said: Said, meant: Meant) -> Judged | None:
        """Return a message with what is right and wrong in it; None where nobody can tell."""
        if said.is_share and not meant.is_ratio:
            return None
        if meant.each_of and len(said.values) > 1 - (not meant.any_of):
            return self._of_each(judged, said, meant)
        if meant.is_algebra or any(map(has_unknowns, said.values)):
            return self._of_algebra(judged, said, meant)
        if len(said.values) != 1:
            return None
        written = said.values[0]
        target = next((each for each in meant.any_of if self._truth(each, written).is_right), None)
        if target is None:
            return self._with(judged, [(written, meant.any_of[0], Truth.WRONG)], meant) if meant.is_sure else None
        if not self._is_consistent(said):
            return None
        return self._with(judged, [(written, target, self._truth(target, written))], meant)

    def _is_consistent(self, said: Said) -> bool:
        """Whether what stands beside a right number is not wrong itself."""
        value = constant(said.values[0])
        if said.shown is not None and not isinstance(said.shown, Letter):
            shown = constant(said.shown)
            if shown is None or value is None or abs(shown - value) > SAME * max(1.0, abs(value)):
                return False
        if not said.reason:
            return True
        if re.search(r"\d", said.reason):
            told = told_in(said.reason, self._letters)
            shown = constant(told[0].expression) if len(told) == 1 and told[0].is_calculation else None
            return shown is not None and value is not None and abs(shown - value) <= SAME * max(1.0, abs(value))
        return self._read(said.reason).verdict not in {"wrong", "mixed"}

    def _of_algebra(self, judged: Judged, said: Said, meant: Meant) -> Judged | None:
        """Judge an expression by the one that is asked for; a number that is asked for has no letters."""
        if len(said.values) != 1 or not meant.is_algebra or said.reason:
            return None
        if not has_unknowns(said.values[0]):  # what the sum of all angles comes to
            target = Target(meant.any_of[0].expression)
            return (
                self._with(judged, [(said.values[0], target, Truth.RIGHT)], meant)
                if self._truth(target, said.values[0]).is_right
                else None
            )
        is_same = same_everywhere(said.values[0], meant.any_of[0].expression)
        return self._with(judged, [(said.values[0], meant.any_of[0], Truth.RIGHT if is_same else Truth.WRONG)], meant)

    def _of_each(self, judged: Judged, said: Said, meant: Meant) -> Judged | None:
        """Judge what is said of several parts: of all of them, or of each in its turn."""
        targets = meant.each_of
        if said.reason:
            return None
        if len(said.values) == 1:
            found = [(said.values[0], target, self._truth(target, said.values[0])) for target in targets]
            truths = {truth.is_right for *_, truth in found}
            return self._with(judged, found[:1], meant) if len(truths) == 1 else None
        if len(said.values) != len(targets):
            return None
        orders = [list(zip(said.values, order, strict=True)) for order in (targets, targets[::-1])]
        judged_so = [[(value, target, self._truth(target, value)) for value, target in order] for order in orders]
        best = max(judged_so, key=lambda order: sum(truth.is_right for *_, truth in order))
        return self._with(judged, best if said.is_unequal else judged_so[0], meant)

    def _truth(self, target: Target, written: Expression) -> Truth:
        value = self._figure.size(written) if has_unknowns(written) else constant(written)
        size = constant(target.expression)
        size = self._figure.size(target.expression) if size is None else size
        if value is None or size is None:
            return Truth.UNKNOWN
        if size < 0 or value < 0:
            return Truth.RIGHT if abs(size - value) <= SAME * max(1.0, abs(size)) else Truth.WRONG
        truth = compared(size, value, written)
        # A factor, or what a calculation comes to, is not rounded as coarsely as a length: 1.5 is not 2.
        is_coarse = truth is Truth.ROUNDED and target.part is None and abs(size - value) > _COARSE * abs(size)
        return Truth.WRONG if is_coarse else truth

    def _with(self, judged: Judged, found: Sequence[tuple[Expression, Target, Truth]], meant: Meant) -> Judged:
        """Return a message with these judgements and no others."""
        text = judged.message.text
        moves, judgements = [], []
        for written, target, truth in found:
            part = target.part
            sides = (part, written) if part is not None else ()
            said = text if len(found) == 1 else str(written)
            claim = Claim(said, sides, read=text) if part is not None else Claim(said, relation="short answer")
            move = Move(Kind.VALUE if part is not None or len(found) > 1 else Kind.RELATION, text, claim)
            goal = self._scene.proof.goal if self._scene.proof is not None else None
            is_answer = self._is_goal(target, goal)
            way = self._way(target, is_reckoned=meant.is_reckoned) if truth.is_right else None
            quantity = part if part is not None else goal if is_answer and isinstance(goal, Quantity | Letter) else None
            moves.append(move)
            judgements.append(Judgement(move, claim, truth, None, way, quantity, constant(written), is_answer=is_answer))
        message = judged.message._replace(moves=tuple(moves), unread="", has_unread_end=False)
        return Judged(message, tuple(judgements))

    def _way(self, target: Target, *, is_reckoned: bool) -> Way:
        """Say where a right answer leads; a calculation that a tutor tells leads where the tutor goes."""
        return "goal" if is_reckoned and target.part is None else self._leading.way_of(target.part or target.expression)

    def _is_goal(self, target: Target, goal: Expression | None) -> bool:
        """Whether it is what is sought; a calculation that comes to it is."""
        if goal is None or target.part is not None:
            return goal is not None and target.part == goal
        size, sought = constant(target.expression), self._scene.truth(goal)
        return size is not None and sought is not None and abs(size - sought) <= SAME * max(1.0, sought)


def _let_open(judged: Judged) -> Judged:
    """Return a message whose one claim is a wrong number as one of which nobody knows what it is of."""
    match judged.judgements:
        case (Judgement(truth=Truth.WRONG) as one,):
            open_ = one._replace(truth=Truth.AMBIGUOUS, quantity=None, is_answer=False, misconception=None)
            return judged._replace(judgements=(open_,))
    return judged


__all__ = ["NumberAnswers"]
