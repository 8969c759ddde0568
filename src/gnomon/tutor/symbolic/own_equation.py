"""The learner's own equation, and what of it can be worked out already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from gnomon.problem import Expression, Operation, unknowns
from gnomon.tutor.message.clauses import lines_of_work
from gnomon.tutor.message.moves import Claim, is_final
from gnomon.tutor.symbolic.situation import Situation
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.uptake import Heard


def own_equation(here: Situation, heard: Heard | None) -> Claim | None:
    """Return the learner's last right equation in what a wrong value was just said of; None where there is none."""
    judgement = heard.judgement if heard is not None else None
    if judgement is None or judgement.truth is not Truth.WRONG or judgement.quantity is None:
        return None
    about, canonical = judgement.quantity, here.reader.judge.scene.canonical
    work = (here.reader.read(line, None, is_written_work=True) for line in reversed(lines_of_work(here.dialogue.attempt)))
    said = chain(
        (claim for exchange in reversed(here.diagnosis.exchanges) for claim in exchange.claims),
        (claim for judged in work for claim in judged.judgements),
    )
    equations = (one for one in said if one.truth is Truth.RIGHT and any(map(_is_unfinished, one.claim.sides)))
    about_it = (one for one in equations if about in {canonical(leaf) for side in one.claim.sides for leaf in unknowns(side)})
    return next((one.claim for one in about_it), None)


def first_piece(sides: Sequence[Expression]) -> Operation | None:
    """Return the first calculation in an equation whose numbers are all known: 10 + 13 of ``34 = 10 + 13 + CS``."""
    return next((piece for side in sides for piece in _calculations(side)), None)


def _calculations(expression: Expression) -> Iterator[Operation]:
    """Yield the calculations within an expression that come to a number, the inmost first; a value with its sign is none."""
    if isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from _calculations(argument)
        if not is_final(expression) and not any(True for _ in unknowns(expression)):
            yield expression


def _is_unfinished(side: Expression) -> bool:
    """Whether there is something to work out."""
    return isinstance(side, Operation) and not is_final(side)
