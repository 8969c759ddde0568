"""Claims: the equations that a learner's message states.

A claim is an equation between expressions: ``∠ABC = 40``, ``AB² + BC² = AC²``, ``180 − 52 − 71 = 57``. Nothing is guessed:
denied, doubted and alternative values are no claims.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gnomon.algebra import Token
from gnomon.geometry import Atom
from gnomon.problem import Expression, Letter, Number, Operation, Quantity
from gnomon.tutor.message.clauses import Clause, clauses, split_at
from gnomon.tutor.message.formula import Meaning, read_formula
from gnomon.tutor.message.moves import Claim, has_unknowns
from gnomon.tutor.message.vocabulary import tokenize


class ClaimReader:
    """Reads the claims of one message.

    Args:
        meaning: of names and pronouns.
        is_written_work: whether it is a line of a solution, where two values for one thing are a mistake and not a guess.
    """

    def __init__(self, meaning: Meaning, *, is_written_work: bool = False) -> None:
        self.meaning = meaning
        self.is_written_work = is_written_work
        self.values_listed: set[float] = set()
        """Values that were offered without saying of what, or side by side for one thing."""
        self.claimed: Quantity | Letter | None = None
        """What the message gave a value last, by name."""
        self.has_denial = False
        """Whether a value was denied."""

    def claims(self, text: str) -> list[Claim]:
        """Return the claims of a message, in order."""
        tokens = tokenize(text, self.meaning.figure.points, self.meaning.letters)
        found = [claim for clause in clauses(tokens) for claim in self._clause_claims(clause, text)]
        if self.has_denial and "?" in text and any(token.kind == "alternative" for token in tokens):
            found = [claim for claim in found if claim.sides[0] != self.meaning.asked]  # one of several guesses
        if self.is_written_work:
            return found
        return self._settled(found, has_correction=any(token.kind == "correction" for token in tokens))

    def _clause_claims(self, clause: Clause, text: str) -> Iterator[Claim]:
        if clause.is_denied:
            self.has_denial = self.has_denial or any(token.kind == "number" for token in clause.tokens)
            return
        run = clause.tokens
        source = text[run[0].start : run[-1].end]
        paired = self._paired(run, source)
        if paired:
            yield from paired
            return
        parts = split_at(run, "equals")
        sides = [read_formula(part, self.meaning) if part else None for part in parts]
        is_subject = bool(parts[0]) and parts[0][0].kind == "subject"
        if is_subject and len(sides) > 1 and sides[1] is not None and has_unknowns(sides[1]):
            sides = sides[1:]  # "it should be AB + BC = AC" speaks of a line of work, not of a value
        yield from self._chain_claims(sides, source, clause)

    def _chain_claims(self, sides: Sequence[Expression | None], source: str, clause: Clause) -> Iterator[Claim]:
        first = sides[0]
        if len(sides) == 1 and isinstance(first, Number):
            self.values_listed.add(float(first.value) if first.value != "pi" else math.pi)
            if self.meaning.asked is not None:
                yield Claim(
                    source,
                    (self.meaning.asked, first),
                    is_bare=True,
                    alternative=self._other_meaning(),
                    is_tentative=not clause.stands_alone,
                )
        atom = first if isinstance(first, Quantity | Letter) else None
        if atom is not None and clause.starts_with_subject and clause.names_another and self.claimed is not None:
            atom = self.claimed
            sides = [atom, *sides[1:]]
        is_vague = (
            atom is not None
            and clause.starts_with_subject
            and (not clause.ends_clean or (clause.names_another and atom != self.claimed))
        )
        if atom is not None and len(sides) > 1 and not clause.starts_with_subject:
            self.claimed = atom
        other = self._other_meaning() if clause.starts_with_subject and atom == self.meaning.asked else None
        for left, right in pairwise(sides):
            if left is None or right is None or (isinstance(left, Number) and "=" not in source):
                continue
            # In "x = 180 - 123 = 57" the last value is said of x too, and not of the calculation alone.
            stated = left if atom is None or isinstance(right, Quantity | Letter) else atom
            yield Claim(source, (stated, right), alternative=other, is_tentative=is_vague)

    def _other_meaning(self) -> Expression | None:
        return self.meaning.goal if self.meaning.goal != self.meaning.asked else None

    def _paired(self, run: Sequence[Token], source: str) -> list[Claim]:
        """Read ``AB and CD are the same``, ``ABC and CBD add up to 180`` and ``ABC and CBD are both 65``."""
        kinds = [token.kind for token in run if token.kind not in {"skipped", "of"}]
        if "and" not in kinds:
            return []
        at = next(i for i, token in enumerate(run) if token.kind == "and")
        rest = next((i for i in range(at + 1, len(run)) if run[i].kind in {"equals", "same", "add_up"}), None)
        if rest is None:
            return []
        left, right = read_formula(run[:at], self.meaning), read_formula(run[at + 1 : rest], self.meaning)
        if not isinstance(left, Quantity) or not isinstance(right, Quantity):
            return []
        tail = [token for token in run[rest:] if token.kind not in {"equals", "skipped", "of", "length", "angle"}]
        says_equal = any(token.kind == "same" or "equal" in token.text.lower() for token in run[rest:])
        if says_equal and all(token.kind == "same" for token in tail):
            return [Claim(source, (left, right))]
        if any(token.text.lower() == "both" for token in run[rest:]):
            value = read_formula(tail, self.meaning)
            return [Claim(source, (part, value)) for part in (left, right)] if isinstance(value, Number) else []
        if tail and tail[0].kind == "add_up":
            total = read_formula(tail[1:], self.meaning)
            return [Claim(source, (Operation("+", (left, right)), total))] if isinstance(total, Number) else []
        return []

    def _settled(self, claims: list[Claim], *, has_correction: bool) -> list[Claim]:
        """Of several values for one thing keep the last when the learner corrects it, else none: that is a guess."""
        values: dict[Atom, list[Claim]] = {}
        for claim in claims:
            if claim.atom is not None and not claim.is_tentative:
                values.setdefault(claim.atom, []).append(claim)
        dropped = set()
        for several in values.values():
            shown = {value for claim in several if (value := _rough_value(claim)) is not None}
            if len(shown) > 1 and len({claim.text for claim in several}) > 1:
                self.values_listed |= set() if has_correction else shown
                dropped |= set(several[:-1] if has_correction else several)
        return [claim for claim in claims if claim not in dropped]


def _rough_value(claim: Claim) -> float | None:
    """Return the value to the nearest whole number: 6.9 and then 7 for one thing is a value rounded, not a second guess."""
    left, right = claim.sides
    side = right if left == claim.atom else left
    return float(round(float(side.value))) if isinstance(side, Number) and side.value != "pi" else None
