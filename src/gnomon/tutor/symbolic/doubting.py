"""What a message asks about, plans or gives up, in the figure's own names, answered yes or no: mostly an ear has heard it.

The engine judges. The number that is sought is never told; what the engine cannot judge is left to others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gnomon.algebra import constant
from gnomon.geometry.derivation import Node
from gnomon.problem import Equation, Expression, Fact, Operation, Quantity, unknowns
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import Claim, Kind, Move, has_unknowns, is_final, numbers_of
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.judged import Judgement
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.settling import are_alternatives
from gnomon.tutor.symbolic.truth import Truth

_EITHER_OR = re.compile(
    r"\w\W+(?:or|oder) (?!not\b|nicht\b|no\b|what\b|am i\b|nothing\b"
    r"|(?:is|ist) (?:that|it|das|es) (?:an?other|something|(?:a )?different|was anderes))\w"
)
"""A choice between two things."""
_ASKS_RULE = re.compile(
    r"^(?!.*\b(?:why|if|would|still|different|anyone|warum|wieso|wenn|falls|würde|wäre|anders)\b)"
    r".*\b(?:rules?|laws?|formulas?|theorems?|pythagoras|right|correct|true|use|apply|regel|satz|formel|richtig|stimmt|gilt)\b"
)
"""Asks whether a rule is the one, here; "if one circle was bigger would it still work" is asked of another figure."""
_ASKS_VALUE = re.compile(r"^\W*(?:(?:and|so|ok|but|und|also) )*(?:what|whats|was|how|wie)\b")
"""Asks what something comes to, and not whether it is the way."""
_ALWAYS = re.compile(r"\b(?:always|every|any|never|immer|jede[rsn]?)\b")
"""Asks for all figures."""
_OPEN = frozenset({Kind.DOUBT, Kind.PLAN})
"""Moves that claim nothing, and rest on something that holds or not."""
_LARGEST_FACTOR = 2
"""Numbers up to which halves, doubles and squares are made."""
_OF_POLYGONS = frozenset({540.0, 720.0, 900.0, 1080.0, 1260.0, 1440.0})
"""What the angles of a polygon with five to ten corners make together."""
_OF_THEOREMS = _OF_POLYGONS | {90.0, 180.0, 360.0}
"""Sizes that theorems bring to any figure."""
_RIGHT_ANGLE = 90.0
"""Degrees."""


class Answer(NamedTuple):
    """A yes or no, or what a number is."""

    key: str
    """Of the phrases."""
    slots: tuple[tuple[str, str], ...]

    @property
    def is_yes(self) -> bool:
        """Whether the learner is right."""
        return self.key in {
            "doubt_right",
            "plan_right",
            "doubt_yes",
            "ratio_of",
            "scale",
            "came_to",
            "right",
            "taken_back",
            "function_right",
        }

    @property
    def is_neutral(self) -> bool:
        """Whether it is only said what something is."""
        return self.key in {"ratio_other", "either", "function_is"}


class Doubting:
    """Answers what a message asks, plans or gives up.

    Args:
        diagnosis: where the learner stands; there must be a message.
        reader: of the dialogue.
    """

    def __init__(self, diagnosis: Diagnosis, reader: Diagnostician) -> None:
        *self._before, last = diagnosis.exchanges
        self._reader = reader
        self._text = last.judged.message.text.strip()
        self._moves = last.judged.message.moves

    def doubted(self, *, is_withheld: bool = False) -> Answer | None:
        """Of what is asked or planned, in the figure's own names; what asks for a size is left out.

        Args:
            is_withheld: whether nothing is said of numbers at present: then of relations alone.
        """
        moves = [move for move in self._moves if move.kind in _OPEN and move.claim is not None]
        claims = [move.claim for move in moves if move.claim is not None and not move.claim.names]
        if not claims or len(claims) < len(moves):
            return None
        said, is_plan = moves[-1].words.strip(" ?.!"), any(move.kind is Kind.PLAN for move in moves)
        if are_alternatives(moves, self._text) or any(_EITHER_OR.search(move.words.lower()) for move in moves):
            return None  # "is it the radius or the diameter" wants no yes and no no
        if all(claim.saying for claim in claims):
            return self._of_sayings(claims, said, is_plan=is_plan)
        if any(speaks_of_all(move.words) for move in moves if move.kind is Kind.DOUBT):
            return None  # "does every median" is not about this figure; "i turn at every corner" is
        claims = [claim for claim in claims if not claim.saying]  # beside what is asked of the figure
        if rules := {rule for claim in claims for rule in claim.rules}:  # one holds somewhere: "no" would deny it
            is_asked = all(claim.rules for claim in claims) and all(_ASKS_RULE.search(move.words.lower()) for move in moves)
            is_used = rules <= {step.rule_id for step in self._reader.proof.steps}
            is_planned = is_plan and all(claim.rules for claim in claims)
            return _answer("plan_right" if is_planned else "doubt_right", said) if (is_asked or is_planned) and is_used else None
        if any(len(claim.sides) == 1 and not claim.relation and not claim.made for claim in claims):
            return self._of_way(claims, said, is_plan=is_plan, is_withheld=is_withheld)
        if any(map(self._is_of_size, claims)):
            return None
        if is_withheld and not all(claim.relation or all(map(has_unknowns, claim.sides)) for claim in claims):
            return None
        return self._of_claims(claims, said, is_plan=is_plan)

    def _of_sayings(self, claims: Sequence[Claim], said: str, *, is_plan: bool) -> Answer | None:
        """Of what is said of all figures; a true one is a plan where no rule says it, or one that is used here."""
        truths = {each.truth for each in self._judged(claims)}
        if len(truths) != 1 or (not is_plan and asks_value(self._text)):
            return None  # "how many degrees is once around" wants no yes
        rules = {rule for claim in claims for rule in claim.rules}
        is_used = not rules or bool(rules & {step.rule_id for step in self._reader.proof.steps})
        if truths == {Truth.RIGHT}:
            return _answer("plan_right" if is_plan else "doubt_right", said) if is_used or not is_plan else None
        return _answer("plan_wrong" if is_plan else "doubt_wrong", said)

    def _of_claims(self, claims: Sequence[Claim], said: str, *, is_plan: bool) -> Answer | None:
        judgements = self._judged(claims)
        truths = {judgement.truth for judgement in judgements}
        if not truths or not truths <= {Truth.RIGHT, Truth.WRONG}:
            return None
        if is_plan and Truth.WRONG not in truths and all(judgement.way == "none" for judgement in judgements):
            return None  # true, and of no use: that is no plan to praise
        return _answer(("plan_" if is_plan else "doubt_") + ("wrong" if Truth.WRONG in truths else "right"), said)

    def _of_way(self, claims: Sequence[Claim], said: str, *, is_plan: bool, is_withheld: bool) -> Answer | None:
        """Of a part that is to be found first, or of calculations without a result: "do i do 15 * 7.5"."""
        if all(isinstance(claim.sides[0], Quantity) and len(claim.sides) == 1 for claim in claims):
            return _answer("plan_right", said) if is_plan and all(map(self._is_on_way, claims)) else None
        if is_withheld or not all(map(_is_worked, claims)) or asks_value(self._text):
            return None
        judgements = self._judged(claims)
        if len(judgements) == len(claims) and all(each.truth is Truth.RIGHT and each.way == "goal" for each in judgements):
            return _answer("doubt_right", said)
        numbers = (number for claim in claims for number in numbers_of(claim.sides[0]))
        is_of_figure = any(map(self._reader.judge.scene.is_given, numbers))
        is_open = any(map(self._is_piece, claims)) or any(each.way == "goal" for each in judgements)
        return _answer("doubt_wrong", said) if is_of_figure and not is_open else None

    def _judged(self, claims: Sequence[Claim]) -> Sequence[Judgement]:
        stated = tuple(Move(claim.stated_as, claim.text, claim) for claim in claims)
        return self._reader.judge.judge(Message(self._text, stated)).judgements

    def taken_back(self) -> Answer | None:
        """Agree where an ear has heard that the learner gives up what was called wrong before: "112? no that cant be".

        Of what was not said before nothing is said: who denies one number after another would search for the answer.
        """
        moves = [move for move in self._moves if move.kind is Kind.DENIAL]
        claims = [move.claim for move in moves if move.claim is not None and len(move.claim.sides) > 1]
        said = [one for exchange in self._before for one in exchange.claims if one.truth is Truth.WRONG]
        is_told = any(any(_is_same_claim(claim, one) for one in said) for claim in claims)
        # "-18 degrees, that cant be, so x is not 7": that no size is below 0 tells nothing.
        is_told = is_told and all(_is_impossible(claim) or any(_is_same_claim(claim, one) for one in said) for claim in claims)
        return _answer("taken_back", moves[-1].words.strip(" ?.!")) if is_told else None

    def _is_piece(self, claim: Claim) -> bool:
        return self._reader.standing.is_piece(claim) or self._reader.fitting.is_size(claim.sides[0])

    def _is_on_way(self, claim: Claim) -> bool:
        """Whether a part that somebody wants to find first is met on a way to the goal, and is neither given nor the goal."""
        scene = self._reader.judge.scene
        part = scene.canonical(claim.sides[0])
        is_new = part not in scene.given and part != self._reader.proof.goal
        return is_new and scene.ways is not None and part in scene.ways.atoms

    def _is_of_size(self, claim: Claim) -> bool:
        """Whether a claim gives a size, or compares one with a number; that an angle is right is said of how lines stand.

        A calculation with sizes of the figure alone gives none, it is a way to one; nor does what several angles make together.
        """
        sizes = [side for side in claim.sides if not has_unknowns(side)]
        if not sizes or claim.relation:  # a part, or whether an angle is sharp or blunt
            return False
        if len(sizes) == 1 and (self._is_way(sizes[0]) if claim.atom is not None else _is_of_theorem(claim, sizes[0])):
            return False
        is_sought = self._reader.proof.goal in claim.sides and len(claim.sides) == 2
        return is_sought or claim.atom is None or [*map(constant, sizes)] != [_RIGHT_ANGLE]

    def _is_way(self, side: Expression) -> bool:
        """Whether it is a calculation with at least one size that is given, and with none that the problem does not state."""
        scene = self._reader.judge.scene
        numbers = [number for number in numbers_of(side) if abs(number) > _LARGEST_FACTOR]
        counts = {len(polygon) for polygon in scene.diagram.polygons} | {len(polygon) - 2 for polygon in scene.diagram.polygons}
        return (
            isinstance(side, Operation)
            and not is_final(side)
            and bool(numbers)
            and all(scene.is_given(number) or number in _OF_THEOREMS or number in counts for number in numbers)
            and any(scene.is_given(number) or number in _OF_POLYGONS for number in numbers)
        )


def doubted_nodes(diagnosis: Diagnosis, scene: Scene) -> Iterator[Node]:
    """Yield what an ear has heard asked as the engine names it: a relation, or that an angle is right."""
    moves = diagnosis.exchanges[-1].judged.message.moves
    for claim in (move.claim for move in moves if move.kind is Kind.DOUBT and move.claim is not None):
        for fact in claim.relations:
            if isinstance(fact, Fact) and {*fact.points} <= {*scene.diagram.at}:
                yield fact.canonical(scene.diagram.line)
        if claim.atom is not None and constant(claim.sides[-1]) == _RIGHT_ANGLE:
            yield Equation(scene.canonical(claim.atom), claim.sides[-1])


def asks_value(text: str) -> bool:
    """Whether it is asked what something is, and not whether it is so."""
    return _ASKS_VALUE.search(text.lower()) is not None


def speaks_of_all(text: str) -> bool:
    """Whether something is said, or asked, of all figures: "a median always halves the angle"."""
    return _ALWAYS.search(text.lower()) is not None


def _answer(key: str, said: str) -> Answer:
    return Answer(key, (("said", said),))


def _is_impossible(claim: Claim) -> bool:
    """Whether some part, and no letter, is given a size below 0."""
    return isinstance(claim.atom, Quantity) and any((constant(side) or 0.0) < 0 for side in claim.sides)


def _is_same_claim(claim: Claim, judgement: Judgement) -> bool:
    """Whether something was said before: as it stands, or another part's value."""
    if {*claim.sides} == {*judgement.claim.sides}:
        return True
    value = next((number for side in claim.sides if (number := constant(side)) is not None), None)
    return claim.atom is not None and value is not None and judgement.value == value


def _is_worked(claim: Claim) -> bool:
    """Whether it is a calculation of numbers, without what it comes to."""
    side = claim.sides[0] if len(claim.sides) == 1 else None
    return isinstance(side, Operation) and not has_unknowns(side) and not is_final(side)


def _is_of_theorem(claim: Claim, size: Expression) -> bool:
    """Whether several parts are said to make right or straight angles together."""
    parts = {leaf for side in claim.sides for leaf in unknowns(side)}
    turns = (constant(size) or 0.0) / _RIGHT_ANGLE
    return len(parts) > 1 and turns > 0 and turns == int(turns)
