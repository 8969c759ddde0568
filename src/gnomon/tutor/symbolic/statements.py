"""Judging claims in which parts of the figure stand, by name or by description."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from gnomon.algebra import constant, substitute
from gnomon.problem import Equation, Expression, Letter, Number, Operation, Quantity, unknowns
from gnomon.tutor.message.moves import Claim, Description, Fit, Meaning, Move, has_unknowns, is_final
from gnomon.tutor.symbolic.calculations import has_sine
from gnomon.tutor.symbolic.ideas import Ideas
from gnomon.tutor.symbolic.judged import Judgement
from gnomon.tutor.symbolic.meanings import Binding, Meanings, with_meanings
from gnomon.tutor.symbolic.relations import across
from gnomon.tutor.symbolic.rereading import INSIDE
from gnomon.tutor.symbolic.scene import leaves_of
from gnomon.tutor.symbolic.sizes import Sizes
from gnomon.tutor.symbolic.truth import SAME, Truth, arithmetic_of, compared

_NEAR = 0.005
"""Relative difference from the answer up to which a value is the answer, badly rounded: 27.8 for 27.71."""
_RIGHT_ANGLE = 90
"""Degrees; the one size that is said of "it" without saying that an angle is meant."""
_RATIO_LETTERS = frozenset("kfqsmKFQS")
"""Letters that learners give a scale factor."""
_PIECE = re.compile(r"\b(?:part|bit|piece|rest|left ?over|remainder|tall|high|wide|across|sticks)\b")
"""Words with which a value is said of some piece of a part that has no name of its own, or of another dimension."""
_WHOLE = re.compile(r"\b(?:together|altogether|in total|total|in all|all in all)\b")
"""Words for the whole of a figure in pieces."""
_OUTSIDE = re.compile(r"\b(?:outside|exterior|outer)\b")
_ENTIRE = re.compile(r"\b(?:whole|entire|full)\b")
_OF_CIRCLES = frozenset({"circumference", "radius", "diameter"})
"""Words that name one part where there is one circle."""
_POINT = re.compile(r"\b[A-Z]\b(?!')")
_NAMED = re.compile(r"(?<![A-Za-z'])[A-Z]{2,3}(?![A-Za-z'])")
_CALLS = frozenset({"OK", "IDK", "LOL", "OMG", "PLS", "BTW", "NO", "YES", "NOT", "THE", "AND", "IS", "SO"})
"""Words in capitals that name nothing."""
_THAT = re.compile(r"\W*(?:so |and |then |ok )*that(?:s|'s| is| makes)\b")
_SEVERAL = ("sides", "angles", "arcs", "legs")
"""Endings of names for several parts, whose sum may be meant."""
_POINTING = ("that", "which", "there", "i have")
"""Beginnings of words for what was spoken of, and not for what was asked."""
_OF_EACH = ("each", "every", "they", "both")
"""Beginnings of words that say something of several parts, of which one may be meant that nobody has named."""
_ANGLE = re.compile(r"angle(?!d)|∠|°|degree")
"""Words with which three corners name an angle, and no triangle."""


def _is_count_of_letter(claim: Claim) -> bool:
    """Whether words say what a letter makes all in all, and not that it is so: ``all the x make 27x``."""
    one, other = claim.sides if len(claim.sides) == 2 else (None, None)
    is_made = isinstance(one, Letter) and isinstance(other, Operation) and {*unknowns(other)} == {one}
    return is_made and "=" not in claim.plain and claim.worked is None


class Statements:
    """Judges statements about parts in one problem.

    Args:
        sizes: of the problem.
        meanings: of open names in it.
        ideas: wrong ones that would lead to a value.
    """

    def __init__(self, sizes: Sizes, meanings: Meanings, ideas: Ideas) -> None:
        self._sizes = sizes
        self._scene = sizes.scene
        self._meanings = meanings
        self._ideas = ideas

    def judged(self, move: Move, claim: Claim, binding: Binding) -> Judgement | None:
        """Judge a claim in which parts of the figure stand; None for one that nobody can have meant."""
        claim = self._by_kind(_by_unit(claim))
        bound = {name.letter: binding[name.letter] for name in claim.names if name.letter in binding}
        resolved = with_meanings(claim, bound)
        if (other := self._no_equality(move, claim, resolved)) is not None:
            return other
        truth = self._sizes.truth_of(resolved, claim.unit)
        is_named_so = any(name.word == "hypotenuse" for name in claim.names) and self._meanings.names_all(claim, bound)
        is_same = (
            not is_named_so
            and claim.names
            and len({self._scene.canonical(side) for side in resolved.sides}) < len(resolved.sides)
        )
        if (
            truth is not None and truth.is_right and (is_same or self._meanings.is_vague(claim))
        ):  # "PST is the third angle": it is itself
            return self._named(move, resolved, Truth.UNKNOWN)
        if truth is not None and truth.is_right and claim.is_further and self._is_given_part(resolved) and claim.names:
            return self._of_another(move, claim)
        if truth is not None and truth.is_right:
            is_elsewhere = any(self._meanings.lies_elsewhere(name, bound.get(name.letter)) for name in claim.names)
            is_open = is_elsewhere or not self._is_of_all(claim) or self._is_from_nowhere(resolved) or self._is_inside(resolved)
            is_open = is_open or self._is_part_of_whole(claim, resolved)
            found = self._named(move, resolved, Truth.AMBIGUOUS if is_open else truth)
            is_of_others = claim.is_further and any(name.letter.name.endswith(_SEVERAL) for name in claim.names)
            return found._replace(is_answer=False) if is_of_others else found  # "the other three sides are 9 as well"
        plain = self._sizes.truth_of(resolved, "") if claim.unit else None
        if plain is not None and plain.is_right:
            return self._named(move, resolved, Truth.WRONG)._replace(has_wrong_unit=True)
        match resolved.sides[:1]:
            case (Operation("^", (Quantity() | Letter() as atom, Number())),) if claim.worked is not None:
                rooted = resolved._replace(sides=(atom, resolved.sides[-1]))  # "GX² = 289 = 17": the root was taken, not written
                taken = self._sizes.truth_of(rooted, claim.unit)
                if taken is not None and taken.is_right:
                    return self._named(move, rooted, taken)
        if not claim.names:
            is_off = truth is None and len(resolved.sides) == 2 and self._scene.looks.are_unequal(*resolved.sides)
            found = self._named(move, resolved, truth or (Truth.WRONG if is_off else Truth.UNKNOWN))
            return found._replace(is_by_look=is_off)
        if {name.sort for name in claim.names} == {"asked"} and (points := self._points_in(claim.plain)):
            return self._between(move, claim, points)
        whole = self._whole(move, claim) if _WHOLE.search(claim.plain.lower()) is not None else None
        whole = whole or self._reflex(move, claim)
        return whole or self._repeated(move, claim) or self._by_custom(move, claim) or self._unfit(move, claim, resolved)

    def _no_equality(self, move: Move, claim: Claim, resolved: Claim) -> Judgement | None:
        """Judge words that are read as an equation and say something else; None for all other claims.

        ``all the x make 27x`` counts; ``JT belongs to C`` says of a side and a corner that they lie opposite each other.
        """
        if _is_count_of_letter(claim) or (claim.names and self._names_another_point(claim.text)):
            return Judgement(move, claim, Truth.UNKNOWN)
        corner = next((name.points[0] for name in claim.names if name.sort == "vertex"), None)
        side = next((side for side in claim.sides if isinstance(side, Quantity) and side.kind == "length"), None)
        if len(claim.sides) != 2 or corner is None or side is None or "=" in claim.plain or not self._is_side_and_angle(resolved):
            return None
        truth = across(corner, side.points, self._scene)
        return Judgement(move, claim, truth, way="goal" if truth is Truth.RIGHT else None)

    def _names_another_point(self, text: str) -> bool:
        """Whether a part is named with a point that the figure does not have: "angle EKD", of a D of the learner's own."""
        named = (name for name in _NAMED.findall(text) if name not in _CALLS and any(map(str.islower, text)))
        return any(not {*name} <= {*self._scene.diagram.at} and {*name} & {*self._scene.diagram.at} for name in named)

    @staticmethod
    def _is_side_and_angle(claim: Claim) -> bool:
        return {side.kind for side in claim.sides if isinstance(side, Quantity)} == {"length", "angle"}

    def _by_kind(self, claim: Claim) -> Claim:
        """Return what is said of three corners as said of the triangle's area, where areas are sought and it holds of that.

        ``TN stands straight on BN so BNT is also 20*15/2``, ``KIB has 96``.
        """
        goal, angle = self._sizes.proof.goal if self._sizes.proof is not None else None, claim.atom
        is_area = isinstance(goal, Quantity) and goal.kind == "area" and isinstance(angle, Quantity) and angle.kind == "angle"
        if not is_area or claim.unit == "°" or not isinstance(angle, Quantity) or _ANGLE.search(claim.plain.lower()):
            return claim
        area = claim._replace(sides=(Quantity.of("area", *angle.points), claim.sides[-1]))
        truth = self._sizes.truth_of(area, claim.unit)
        return area if truth is not None and truth.is_right else claim

    def _by_custom(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge a wrong value of the letter by which schools call what is sought: r is the radius."""
        goal = self._sizes.proof.goal if self._sizes.proof is not None else None
        names = [name for name in claim.names if name.sort == "own" and isinstance(goal, Quantity) and name.word == goal.kind]
        if goal is None or len(claim.names) != 1 or not names or claim.atom is None:
            return None
        return self._named(move, claim._replace(sides=(goal, claim.sides[-1]), names=()), Truth.WRONG)

    def _repeated(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge a given value that something without a name has as well; None for all else."""
        value = constant(claim.sides[-1]) if claim.is_further else None
        if value is None or not self._scene.is_given(value):
            return None
        if claim.is_bare:
            return Judgement(move, claim, Truth.UNKNOWN)  # "arc is the same as the angle so 84 too"
        is_piece = any(name.sort == "number" for name in claim.names)  # "the bottom part is 11 too"
        return Judgement(move, claim, Truth.AMBIGUOUS, value=value) if is_piece else None

    def _is_given_part(self, claim: Claim) -> bool:
        """Whether it gives its value to a part of which the problem states it."""
        return claim.atom is not None and self._scene.canonical(claim.atom) in self._scene.given

    def _of_another(self, move: Move, claim: Claim) -> Judgement:
        """Judge ``the top one is 54 as well``: of a part whose value the problem does not state."""
        found = [
            (meaning, self._sizes.truth_of(meant, claim.unit), meant)
            for name in claim.names[:1]
            for meaning in self._scene.meanings(name)
            if meaning.expression not in self._scene.given
            for meant in (with_meanings(claim, {name.letter: meaning.expression}),)
        ]
        for meaning, truth, meant in found:
            is_placed = self._meanings.lies_elsewhere(claim.names[0], meaning.expression)
            if truth is not None and truth.is_right and not is_placed:
                return self._named(move, meant, truth)
        named = [(truth, meant) for meaning, truth, meant in found if meaning.fit is Fit.NAMED]
        is_wrong = bool(named) and all(truth is Truth.WRONG for truth, _ in named)
        return self._named(move, named[0][1], Truth.WRONG) if is_wrong else Judgement(move, claim, Truth.AMBIGUOUS)

    def _is_of_all(self, claim: Claim) -> bool:
        """Whether what is said of several parts holds of all.

        Of ``each side`` it holds of all that the outline has, of ``the angles`` of both that the problem speaks of, or of no two.
        """
        name = claim.names[0] if len(claim.names) == 1 else None
        if name is not None and name.sort == "part" and claim.is_of_each:
            parts = self._scene.of_outline(self._scene.meanings(name))
            return all(
                self._sizes.truth_of(with_meanings(claim, {name.letter: part}), claim.unit) is not Truth.WRONG for part in parts
            )
        if name is None or not name.letter.name.endswith(_SEVERAL) or len(re.findall(r"\d+", claim.plain)) > 1:
            return True  # of no parts, or of each its own: "the angles are 95 and 85"
        spoken = [part for part in self._scene.spoken_of if isinstance(part, Quantity) and part.kind in name.kinds]
        truths = [self._sizes.truth_of(with_meanings(claim, {name.letter: part}), claim.unit) for part in spoken]
        return len(truths) != 2 or Truth.WRONG not in truths or all(truth is Truth.WRONG for truth in truths)

    def _is_inside(self, claim: Claim) -> bool:
        """Whether an angle that is said to be outside gets the size of that between two sides of a polygon."""
        angle, value = claim.atom, constant(claim.sides[-1])
        is_said = _OUTSIDE.search(claim.plain.lower()) is not None and any(name.sort == "vertex" for name in claim.names)
        size = self._sizes.truth(angle) if angle is not None and is_said and self._sizes.is_angle(angle) else None
        if size is None or value is None or abs(size - value) > SAME * size:
            return False
        is_right = abs(size - _RIGHT_ANGLE) <= SAME * size  # it is as large outside
        return isinstance(angle, Quantity) and not is_right and self._scene.is_corner(angle)

    def _is_part_of_whole(self, claim: Claim, resolved: Claim) -> bool:
        """Whether ``the whole angle at F`` gets the size of one of the angles that it is made of."""
        name = next((name for name in claim.names if name.sort == "vertex"), None)
        if name is None or _ENTIRE.search(claim.plain.lower()) is None or resolved.atom is None:
            return False
        sizes = [size for each in self._scene.meanings(name) if (size := self._sizes.truth(each.expression)) is not None]
        size = self._sizes.truth(resolved.atom)
        return size is not None and any(abs(size + rest - whole) <= SAME * whole for rest in sizes for whole in sizes)

    def _is_from_nowhere(self, claim: Claim) -> bool:
        """Whether products are said to be equal (``x · 6 = 4 · 9``) that have a number in them which nothing given has.

        It holds for the value that is looked for, which nobody knows yet.
        """
        products = [side for side in claim.sides if isinstance(side, Operation) and side.symbol == "*"]
        if len(products) != 2 or not any(map(has_unknowns, products)):
            return False
        sizes = [size for part in self._scene.given if (size := self._sizes.truth(part)) is not None]
        sizes += [each for pair in combinations(sizes, 2) for each in (sum(pair), abs(pair[0] - pair[1]))]
        numbers = [number for side in products for number in leaves_of(side)]
        counts = [number for number in numbers if number in {2.0, 3.0, 0.5}]
        return len(numbers) == 3 and not counts and any(all(abs(number - size) > SAME for size in sizes) for number in numbers)

    def _points_in(self, text: str) -> list[str]:
        """Return the points of the figure that words name one by one: ``from Q to V its 10.5``."""
        return [name for name in _POINT.findall(text) if name in self._scene.diagram.at]

    def _between(self, move: Move, claim: Claim, points: Sequence[str]) -> Judgement:
        """Judge what is said of "it" beside points: of one the angle there, of two the way between them.

        Nothing is wrong of what is not understood.
        """
        meanings: tuple[Meaning, ...] = ()
        if len(points) == 1:
            at = Description(Letter(points[0]), "vertex", ("angle",), points=(points[0],))
            meanings = self._scene.meanings(at)
        elif len(set(points)) == 2:
            meanings = (Meaning(Quantity.of("length", *points), Fit.POSSIBLE),)
        named = [claim._replace(sides=(each.expression, claim.sides[-1]), names=()) for each in meanings if len(claim.sides) == 2]
        truths = [self._sizes.truth_of(each, claim.unit) or Truth.UNKNOWN for each in named]
        if (fitting := next((at for at, truth in enumerate(truths) if truth.is_right), None)) is not None:
            return self._named(move, named[fitting], truths[fitting])
        is_clear = [each.fit for each in meanings].count(Fit.NAMED) == 1 and truths[:1] == [Truth.WRONG]
        return self._named(move, named[0], Truth.WRONG) if is_clear else Judgement(move, claim, Truth.UNKNOWN)

    def _unfit(self, move: Move, claim: Claim, resolved: Claim) -> Judgement | None:
        """Judge a claim that no meaning of its names makes right: wrong only where nothing else can be meant."""
        sorts = {name.sort for name in claim.names}
        value = self._meanings.solved(claim)
        is_met = value is not None and self._scene.is_number(value)
        if "number" in sorts:
            is_met = is_met or (claim.worked is not None and self._scene.leads(claim.worked))
            return Judgement(move, claim, Truth.RIGHT if is_met else Truth.UNKNOWN, way="goal" if is_met else None, value=value)
        if any(name.word == "thing" for name in claim.names):
            results = [constant(each) for each in claim.shown]
            is_result = value is not None and any(each is not None and abs(each - value) <= SAME * value for each in results)
            return Judgement(move, resolved, Truth.WRONG if is_result and not is_met else Truth.UNKNOWN, value=value)
        is_calculated = sorts == {"asked"} and all(map(has_unknowns, claim.sides))  # "its 7x"
        # Of what "i need around. that's 18π" is said stands before it.
        is_calculated |= sorts == {"asked"} and claim.names[0].word.startswith(_POINTING)
        is_piece = is_met and _PIECE.search(claim.plain.lower()) is not None
        is_piece = is_piece or (
            is_met and sorts == {"part"} and isinstance(claim.sides[0], Operation) and has_unknowns(claim.sides[0])
        )  # "half the chord is 8"
        # "so yes its 90": no length is meant, nor an area; "X is 68": a point of the learner's own.
        is_piece = is_piece or (sorts == {"asked"} and constant(claim.sides[-1]) == _RIGHT_ANGLE and not self._is_angle_sought)
        is_piece = is_piece or (sorts == {"own"} and claim.names[0].letter.name.isupper() and not claim.names[0].kinds)
        is_piece = is_piece or (
            sorts == {"vertex"} and any(map(has_sine, claim.shown[-1:]))
        )  # no angle comes of "8 times cos 30"
        is_drawn = bool(self._scene.right_angles) or not any(name.word == "height" and not name.points for name in claim.names)
        if not is_drawn:
            return self._as_height(move, claim, resolved)
        is_open = is_calculated or is_piece or any(name.word.startswith(_OF_EACH) for name in claim.names)
        if is_open or (sorts == {"asked"} and (self._is_loose(claim) or self._is_of_before(claim, value))):
            return Judgement(move, resolved, Truth.UNKNOWN)  # "it was 3-2"
        if "own" in sorts and is_met and value is not None and not self._scene.is_other_part(value):
            is_ratio = claim.names[0].letter.name in _RATIO_LETTERS
            return Judgement(
                move, resolved, Truth.RIGHT if is_ratio else Truth.AMBIGUOUS, way="goal" if is_ratio else None, value=value
            )
        is_undrawn = sorts == {"part"} and self._scene.is_at_centre(claim.plain) and not self._is_at_centre(resolved)
        if is_undrawn or self._may_mean_another(claim, value):
            return Judgement(move, resolved, Truth.UNKNOWN if value is None else Truth.AMBIGUOUS, value=value)
        best = self._meanings.best(claim)
        meant = [part for each in best for part in each.values() if isinstance(part, Quantity)]
        if claim.unit == "°" and any(part.kind not in {"angle", "arc"} for part in meant):
            return Judgement(move, resolved, Truth.UNKNOWN)  # degrees of something else that the words say
        if not best and len(claim.names) == 1 and claim.names[0].word in _OF_CIRCLES:
            only = self._scene.meanings(claim.names[0])  # "circumference = 254.5", of the one circle
            best = [{claim.names[0].letter: only[0].expression}] if len(only) == 1 else best
        readings = [self._sizes.truth_of(with_meanings(claim, each), claim.unit) for each in best]
        if not readings or any(truth is None or truth is Truth.UNKNOWN for truth in readings):
            return Judgement(move, resolved, Truth.UNKNOWN)
        return self._named(move, resolved, Truth.WRONG)

    def _is_at_centre(self, claim: Claim) -> bool:
        return isinstance(claim.atom, Quantity) and claim.atom.points[len(claim.atom.points) // 2] in self._scene.diagram.circles

    def _whole(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge ``together 54√3`` as the whole that is sought, where it is that; None where it may be another sum."""
        value = constant(claim.sides[-1])
        goal, size = (self._sizes.proof.goal if self._sizes.proof is not None else None), self._sizes.goal_truth()
        kind = goal.kind if isinstance(goal, Quantity) else ""
        # An angle may be made of others, too: "together 100", where no other part has that size.
        is_sum = kind == "angle" and value is not None and not (self._scene.is_other_part(value) or self._scene.is_given(value))
        is_whole = (kind in {"area", "perimeter"} or is_sum) and goal is not None and self._sizes.factor(goal, claim.unit) == 1
        if not is_whole or goal is None or size is None or value is None:
            return None
        truth = compared(size, value, claim.sides[-1], claim.shown)
        meant = claim._replace(sides=(goal, claim.sides[-1]), names=())
        return self._named(move, meant, truth) if truth.is_right else None

    def _reflex(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge ``the big one inside is 230`` as the angle inside a dent, where one that the problem speaks of has that size."""
        value = constant(claim.sides[-1])
        is_said = value is not None and value > 180 and INSIDE.search(claim.plain.lower()) is not None and len(claim.sides) == 2
        if value is None or not is_said or {name.sort for name in claim.names} != {"part"}:
            return None
        angles = (part for part in self._scene.spoken_of if isinstance(part, Quantity) and self._sizes.is_angle(part))
        sizes = (self._sizes.truth(angle) for angle in angles)
        is_met = any(size is not None and abs(360 - size - value) <= SAME * value for size in sizes)
        return Judgement(move, claim, Truth.RIGHT, way="goal", value=value) if is_met else None

    @property
    def _is_angle_sought(self) -> bool:
        goal = self._sizes.proof.goal if self._sizes.proof is not None else None
        return not isinstance(goal, Quantity) or goal.kind in {"angle", "arc"}

    def _is_loose(self, claim: Claim) -> bool:
        """Whether ``it`` is said to be a calculation with numbers of something else."""
        written = claim.sides[-1]
        result = constant(written)
        if not isinstance(written, Operation) or result is None:
            return False
        return not (self._scene.is_number(result) and self._scene.speaks_of(written))

    def _is_of_before(self, claim: Claim, value: float | None) -> bool:
        """Whether ``thats 290`` may tell what comes of numbers before it: of two of the figure, or more than an angle has."""
        if value is None or _THAT.match(claim.plain.lower()) is None:
            return False
        goal = self._sizes.proof.goal if self._sizes.proof is not None else None
        given = [size for part in self._scene.given if (size := self._sizes.truth(part)) is not None]
        results = (result for one, other in combinations(given, 2) for result in (one + other, one * other))
        return (goal is not None and self._sizes.is_angle(goal) and value > 180) or any(
            abs(value - each) < SAME for each in results
        )

    def _as_height(self, move: Move, claim: Claim, resolved: Claim) -> Judgement:
        """Judge what fits no height that is not drawn: wrong where there is one triangle, and all its heights are known."""
        name = claim.names[0]
        meant = [with_meanings(claim, {name.letter: each.expression}) for each in self._scene.meanings(name)]
        is_one = len(claim.names) == 1 and len(self._scene.diagram.triangles) == 1 and bool(meant)
        is_wrong = is_one and all(self._sizes.truth_of(each, claim.unit) is Truth.WRONG for each in meant)
        return self._named(move, meant[0], Truth.WRONG) if is_wrong else Judgement(move, resolved, Truth.UNKNOWN)

    def _may_mean_another(self, claim: Claim, value: float | None) -> bool:
        """Whether a value that is wrong for what was asked may be said of something else that one meets on the way."""
        is_own = any(name.sort == "own" for name in claim.names)
        if value is None:
            return is_own
        if is_own:
            goal = self._sizes.proof.goal if self._sizes.proof is not None else None
            kinds = {kind for name in claim.names for kind in name.kinds}
            # "heron: s = 32" is no area.
            return self._scene.is_number(value) or (bool(kinds) and isinstance(goal, Quantity) and goal.kind not in kinds)
        if any(name.word == "theres" for name in claim.names):
            return self._scene.is_number(value)  # "at H theres 60"
        if not claim.is_bare and not any(name.word == "noun" for name in claim.names):
            return False
        answer = self._sizes.goal_truth()
        # A number of the figure, but for one that is near the answer: this is the answer, badly rounded.
        is_open = claim.is_bare and self._scene.is_number(value) and not self._scene.is_given(value)
        is_open = is_open and (answer is None or abs(value - answer) > _NEAR * abs(answer))
        return claim.is_bare and (is_open or self._scene.is_other_part(value))

    def _named(self, move: Move, claim: Claim, truth: Truth) -> Judgement:
        """Return the judgement on a claim whose names are understood."""
        atom = self._scene.canonical(claim.atom) if claim.atom is not None else None
        sides = [self._scene.canonical(side) for side in claim.sides]
        atoms = {leaf for side in sides for leaf in unknowns(side)}
        ways = self._scene.ways
        is_found = atom is not None and len(atoms) == 1 and atom not in self._scene.given
        leads = not atoms or ways is None or bool(atoms & (ways.values if is_found else ways.atoms))
        value = next((found for side in claim.sides[::-1] if (found := constant(side)) is not None), None)
        size = self._sizes.truth(atom) if atom is not None and self._sizes.is_angle(atom) else None
        is_outside = truth.is_right and size is not None and value is not None and abs(size - value) > 1
        if is_outside:
            atom = None  # the angle outside it was meant
        return Judgement(
            move,
            claim,
            truth,
            arithmetic=arithmetic_of((claim.worked, claim.sides[-1])) if claim.worked is not None else None,
            way=None if not truth.is_right else "goal" if leads else "none",
            quantity=atom if isinstance(atom, Letter | Quantity) else None,
            value=value,
            misconception=self._ideas.of_equation(claim) if truth is Truth.WRONG else None,
            is_given=truth is Truth.RIGHT and (atom in self._scene.given or self._is_stated(sides)),
            is_answer=not is_outside and (self._states_goal(sides) or (truth.is_right and self._sizes.arrives(claim))),
        )

    def _is_stated(self, sides: Sequence[Expression]) -> bool:
        """Whether the problem states an equation as it stands."""
        if len(sides) != 2:
            return False
        found = (self._sizes.deduction.derived.get(Equation(*order)) for order in (sides, sides[::-1]))
        return any(each is not None and each.kind == "given" for each in found)

    def _states_goal(self, sides: Sequence[Expression]) -> bool:
        """Whether an equation gives the goal a value as a result; a calculation that is not worked out is no answer yet."""
        if self._sizes.proof is None or len(sides) != 2:
            return False
        pairs = (sides, sides[::-1])
        return any(self._is_goal(side) and not has_unknowns(other) and _is_result(other) for side, other in pairs)

    def _is_goal(self, side: Expression) -> bool:
        """Whether it is what is sought; a segment that is a radius is the radius of its circle."""
        goal = self._sizes.proof.goal if self._sizes.proof is not None else None
        if side == goal or not isinstance(side, Quantity) or not isinstance(goal, Quantity):
            return side == goal
        return any(self._scene.is_length_of(*several) for several in ((side, goal), (goal, side)))


def _by_unit(claim: Claim) -> Claim:
    """Return a claim about the length of an arc as one about its degrees where it gives degrees: both are called ``arc RZ``."""

    def meant(leaf: Letter | Quantity) -> Expression:
        is_length = isinstance(leaf, Quantity) and leaf.kind == "arc_length"
        return Quantity.of("arc", *leaf.points) if isinstance(leaf, Quantity) and is_length else leaf

    return claim._replace(sides=tuple(substitute(side, meant) for side in claim.sides)) if claim.unit == "°" else claim


def _is_result(expression: Expression) -> bool:
    """Whether it is written as a result, of two terms too, as 1 + 4√3."""
    if isinstance(expression, Operation) and expression.symbol in "+-" and len(expression.arguments) == 2:
        return all(map(is_final, expression.arguments)) and not all(isinstance(each, Number) for each in expression.arguments)
    return is_final(expression)
