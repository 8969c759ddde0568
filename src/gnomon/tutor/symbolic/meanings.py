"""What open names mean: what makes most claims right, then what fits the words best."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product

from gnomon.algebra import substitute
from gnomon.problem import Expression, Letter, Quantity, evaluate, unknowns
from gnomon.tutor.message.described import LYING
from gnomon.tutor.message.moves import Claim, Description, Fit
from gnomon.tutor.symbolic.scene import leaves_of
from gnomon.tutor.symbolic.sizes import Sizes

_MOST_BINDINGS = 600
"""Meanings of several letters tried together: three letters with eight meanings each."""
_SEVERAL = ("sides", "angles", "arcs", "legs")
"""Endings of names for several parts, whose sum may be meant."""
_LOOSE_NAMES = frozenset({"one", "leg", "length", "base", "angle", "height"})
"""Words for parts that several parts may be called; which one a learner calls so is no claim about its size."""

Binding = dict[Letter, Expression]
"""What open names mean."""


class Meanings:
    """Chooses the meanings of open names in one problem.

    Args:
        sizes: of the problem.
    """

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._scene = sizes.scene

    def bound(self, claims: Sequence[Claim]) -> Binding:
        """Choose what each open name means: what makes most claims right, then what fits the words best."""
        binding: Binding = {}
        open_names = {name.letter: name for claim in claims for name in claim.names}
        groups: list[set[Letter]] = []
        for claim in claims:
            letters = {name.letter for name in claim.names}
            touching = [group for group in groups if group & letters]
            groups = [group for group in groups if not group & letters] + ([letters.union(*touching)] if letters else [])
        for group in groups:
            concerned = [claim for claim in claims if group & {name.letter for name in claim.names}]
            binding |= self._bound_group([open_names[letter] for letter in open_names if letter in group], concerned)
        return binding

    def _bound_group(self, names: Sequence[Description], claims: Sequence[Claim]) -> Binding:
        texts = " ".join(claim.plain for claim in claims)
        options = [self._scene.narrowed(self._scene.meanings(name), texts) for name in names]
        if not all(options) or math.prod(map(len, options)) > _MOST_BINDINGS:
            return {}
        best: tuple[int, int, int] | None = None
        chosen: Binding = {}
        order = 0
        for several in product(*options):
            expressions = [meaning.expression for meaning in several]
            if len(set(expressions)) < len(expressions):
                continue
            bound = {name.letter: expression for name, expression in zip(names, expressions, strict=True)}
            truths = [self._sizes.truth_of(with_meanings(claim, bound), claim.unit) for claim in claims]
            right = sum(truth is not None and truth.is_right for truth in truths)
            order -= 1
            score = (right, -sum(meaning.fit for meaning in several), order)
            if best is None or score > best:
                best, chosen = score, bound
            if right == len(claims) and all(meaning.fit == options[i][0].fit for i, meaning in enumerate(several)):
                break
        return chosen

    def best(self, claim: Claim) -> list[Binding]:
        """Return the meanings that fit the words best, where the claim has one name to understand, or names corners only."""
        if len(claim.names) > 1:
            is_of_corners = all(name.sort == "vertex" for name in claim.names)
            is_of_corners &= all(number <= 2 for side in claim.sides for number in leaves_of(side))  # "R must be 44 like B"
            named = [[each.expression for each in self._scene.meanings(name) if each.fit is Fit.NAMED] for name in claim.names]
            letters = [name.letter for name in claim.names]
            return [dict(zip(letters, several, strict=True)) for several in product(*named)] if is_of_corners else []
        name = claim.names[0]
        meanings = self._scene.meanings(name)
        if meanings and meanings[0].fit is Fit.POSSIBLE and name.sort != "own" and name.word != "length":
            return []
        is_naming = name.sort == "part" and all(isinstance(side, Quantity | Letter) for side in claim.sides)
        if is_naming and name.word in _LOOSE_NAMES:
            return []  # "GX is the long one"
        return [{name.letter: meaning.expression} for meaning in meanings if meaning.fit == meanings[0].fit]

    def solved(self, claim: Claim) -> float | None:
        """Return the value that a claim gives its one open name, whatever the name means."""
        if len(claim.names) != 1 or len(claim.sides) != 2:
            return None
        letter = claim.names[0].letter

        def off(value: float) -> float | None:
            try:
                left, right = (
                    evaluate(side, lambda leaf: value if leaf == letter else self._sizes.leaf(leaf)) for side in claim.sides
                )
            except (ArithmeticError, ValueError, KeyError):
                return None
            return left - right

        # Secant steps: what learners write about one unknown is all but linear, or a square or a reciprocal.
        x, y = 1.3, 7.1
        fx = off(x)
        for _ in range(60):
            fy = off(y)
            if fx is None or fy is None:
                return None
            if abs(fy) < 1e-10 * max(1.0, abs(y)):
                return y if y > 0 else None
            if fy == fx:
                return None
            x, y, fx = y, y - fy * (y - x) / (fy - fx), fy
            if not math.isfinite(y) or abs(y) > 1e9:
                return None
        return None

    def names_all(self, claim: Claim, bound: Binding) -> bool:
        """Whether every name of a claim means what its words name."""
        meant = ((bound.get(name.letter), self._scene.meanings(name)) for name in claim.names)
        return all(any(each.expression == part and each.fit is Fit.NAMED for each in found) for part, found in meant)

    def is_vague(self, claim: Claim) -> bool:
        """Whether a claim is of parts of a kind only, of which some fit by chance."""
        sizes = [{self._sizes.truth(meaning.expression) for meaning in self._scene.meanings(name)} for name in claim.names]
        if len(claim.sides) == 1:
            return any(len(several) > 1 for several in sizes)
        sorts = {name.sort for name in claim.names}
        is_open = len(claim.names) > 1 and (sorts <= {"part", "number"} or "number" in sorts)
        names = {name.letter for name in claim.names}
        written = [*(leaf for side in claim.sides for leaf in unknowns(side) if leaf not in names)]
        has_number = any(number > 2 for side in claim.sides for number in leaves_of(side))  # a square or a half stands for words
        if not is_open or written or has_number:
            return False
        is_any = any(name.sort == "number" or name.letter.name.endswith(_SEVERAL) for name in claim.names)
        return is_any or all(len(several) > 1 for several in sizes)

    def lies_elsewhere(self, name: Description, meant: Expression | None) -> bool:
        """Whether a part is meant that does not lie where the words say; it may only be called so."""
        if name.sort != "part" or not set(name.place.split()) & LYING:
            return False
        return any(meaning.expression == meant and meaning.fit is not Fit.NAMED for meaning in self._scene.meanings(name))


def with_meanings(claim: Claim, bound: Mapping[Letter, Expression]) -> Claim:
    """Put in what names mean."""

    def meant(leaf: Letter | Quantity) -> Expression:
        return bound.get(leaf, leaf) if isinstance(leaf, Letter) else leaf

    return claim._replace(sides=tuple(substitute(side, meant) for side in claim.sides))
