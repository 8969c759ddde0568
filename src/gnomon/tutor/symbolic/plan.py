"""What to ask next: the kind of help, and the parts of the figure to point at.

The kinds are data (``help.yaml``). A kind that failed is not used again as long as there is another; what tells something is for
those who try, so that neither pleading nor guessing can buy it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from gnomon.dialogue import Subact
from gnomon.figure import Element, Figure, Highlights, sides
from gnomon.geometry import Step
from gnomon.packaged import packaged_yaml
from gnomon.problem import Quantity
from gnomon.tutor.symbolic.diagnosed import Diagnosis, Stage
from gnomon.tutor.symbolic.progress import Sign
from gnomon.tutor.symbolic.route import key_of

TRIES_BEFORE_TELLING = 4
"""Honest tries at a step, not knowing among them, before the tutor states the concept."""
ATTEMPTS_BEFORE_EXAMPLE = 3
"""Real attempts at a step that failed before a worked example is shown unasked."""
_MESSAGES_BEFORE_EXAMPLE = 3
"""Messages without an attempt after which who still asks for an example gets one: not to know is an honest answer."""
ATTEMPTS_BEFORE_REVEALING = 3
"""Real attempts at a step without which its result is not told."""
_MOST_ELEMENTS = 4
"""Highlights of both colours: a triangle and a part of it. With more, the eye is led nowhere."""


_ASKING_HOW = frozenset({"locate", "locate_slip", "explain", "explain_slip"})
"""Rungs that ask how something came about: once is enough."""
_POINTING = frozenset({"look", "relate", "strategy"})
"""Rungs whose words hold nothing of the step."""
_TELLING = frozenset({"concept", "concept_here"})
"""Rungs that tell the theorem of a step."""
_BARRING: frozenset[Sign] = frozenset({"pressure", "guess_cycling", "hint_abuse"})
"""Signs with which nothing is revealed; to be stuck in spite of real attempts is none of them."""


class Rung(NamedTuple):
    """One kind of help."""

    rung: str
    kind: str
    subact: Subact
    points: str
    say: str = ""
    """Key of the phrases; empty: the rung's name."""
    needs: str = ""
    upto: str = "numbers"

    @property
    def key(self) -> str:
        """Key of the phrases."""
        return self.say or self.rung


class Plan(NamedTuple):
    """A rung with what it points at."""

    rung: Rung
    highlights: Highlights
    highlights2: Highlights | None
    elements: tuple[Element, ...]
    """What the highlights show, as elements of the step."""


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "help.yaml")
    return table


@cache
def ladder(mode: str) -> tuple[Rung, ...]:
    """Return the rungs for a step: ``error`` when it went wrong, ``slip`` when only its number did, ``open`` when it is to do."""
    return tuple(Rung(**row) for row in _table()[mode])


@cache
def rung_after(stage: Stage) -> Rung:
    """Return what to ask after something right, when the learner has come so far with the step now in play."""
    return Rung(**_table()["next"][stage.name.lower()])


@cache
def rung_for(then: str) -> Rung:
    """Return the question that what was said calls for."""
    return Rung(**_table()["called_for"][then])


@cache
def rung_named(name: str) -> Rung:
    """Return ``example`` or ``reveal``."""
    return Rung(**_table()[name])


@cache
def hint_rungs(level: int) -> tuple[Rung, ...]:
    """Return the kinds of help of a level of hints, from 1, the one to try first at the beginning."""
    row = _table()["hints"][level - 1]
    by_name = {rung.rung: rung for rung in (*ladder("open"), rung_named("example"))}
    return tuple(by_name[name]._replace(points=row["points"]) for name in row["rungs"])


def hint_levels() -> int:
    """Return how many levels of hints there are."""
    return len(_table()["hints"])


def rungs(
    diagnosis: Diagnosis, signs: Sequence[Sign], *, may_reveal: bool, asks_example: bool, wants_less: bool
) -> Iterator[Rung]:
    """Yield kinds of help for the step in play, the one to use first.

    Args:
        diagnosis: where the learner stands; there must be a step in play.
        signs: of help that is not used.
        may_reveal: whether the session's policy allows Revealing.
        asks_example: whether the learner asks for a worked example.
        wants_less: whether the learner does not know or asks what to do: a pump would ask for as much as before.
    """
    step = diagnosis.current
    assert step is not None
    at_step = [exchange for exchange in diagnosis.exchanges if exchange.aim == key_of(step)]
    taken = [exchange.turn.record.rung for exchange in at_step if exchange.turn is not None and exchange.turn.record is not None]
    attempts = sum(exchange.is_attempt for exchange in at_step)
    example = rung_named("example")
    is_due = sum(exchange.is_attempt and not exchange.is_new for exchange in at_step) >= ATTEMPTS_BEFORE_EXAMPLE
    is_due = is_due or "unproductive_persistence" in signs
    if (is_due and example.rung not in taken) or (asks_example and may_have_example(diagnosis)):
        yield example
    usable = [rung for rung in ladder(_mode(diagnosis)) if _is_usable(rung, step, diagnosis)]
    told = all(rung.rung in taken for rung in usable if rung.kind == "assertion")
    is_stuck = not diagnosis.exchanges[-1].is_new  # who has just got on needs no telling
    if may_reveal and told and is_stuck and attempts >= ATTEMPTS_BEFORE_REVEALING and not _BARRING & set(signs):
        yield rung_named("reveal")
    if sum(exchange.is_try for exchange in at_step) < TRIES_BEFORE_TELLING:
        usable = [rung for rung in usable if rung.kind != "assertion"]
    if wants_less:
        usable = [rung for rung in usable if rung.kind != "pump"] or usable
    kinds = {rung.rung: rung.kind for mode in ("error", "slip", "open") for rung in ladder(mode)}
    last = kinds.get(taken[-1] or "") if taken else None
    is_set_up = _mode(diagnosis) == "slip" and diagnosis.stage is Stage.NUMBERS
    is_known = is_set_up or any(rung in _TELLING for rung in taken)

    def order(rung: Rung) -> tuple[int, bool, bool]:
        # Once the theorem is told, or set up with its numbers, what leaves open where to look is a step back: it comes as if it
        # had been asked before.
        is_vague = is_known and (rung.kind == "pump" or rung.rung in _POINTING or rung.rung == "smaller")
        # What only points at something asks who does not know for as much as before.
        return taken.count(rung.rung) + is_vague, wants_less and rung.rung in _POINTING, rung.kind == last

    yield from sorted(usable, key=order)


def may_have_example(diagnosis: Diagnosis) -> bool:
    """Whether who asks for a worked example gets one: after an attempt, or when they keep asking."""
    has_tried = any(exchange.is_attempt for exchange in diagnosis.exchanges) or diagnosis.error is not None
    return has_tried or len(diagnosis.exchanges) > _MESSAGES_BEFORE_EXAMPLE


def points_of(rung: Rung, step: Step, figure: Figure | None) -> Plan:
    """Choose what a rung points at, among the parts of the step in play only."""
    parts = list(step.uses)
    sought, first = sought_part(step), _few(parts[:1], figure)
    by_name = {
        "relation": first,
        "unknown": [sought] if sought is not None and sought in parts else first,
        "step": _few(parts, figure),
    }
    chosen, brown = by_name.get(rung.points, []), parts[1:2] if rung.points == "relation" else []
    green = Highlights.of(chosen, figure)
    return Plan(rung, green, Highlights.of(brown, figure) if brown else None, (*chosen, *brown))


def sought_part(step: Step) -> Element | None:
    """Return the part of the figure whose size a step finds."""
    atom = step.solved[0].atom if step.solved else None
    return Element.measured_by(atom) if isinstance(atom, Quantity) else None


def _mode(diagnosis: Diagnosis) -> str:
    return "open" if diagnosis.error is None else "slip" if diagnosis.error.is_slip else "error"


def _few(parts: Sequence[Element], figure: Figure | None) -> list[Element]:
    few: list[Element] = []
    for part in parts:
        if len(Highlights.of([*few, part], figure)) > _MOST_ELEMENTS:
            break
        few.append(part)
    return few or _sides_of(parts[0]) if parts else []


def _sides_of(part: Element) -> list[Element]:
    """Return as many sides of a polygon as the eye takes in."""
    return [Element.of("line", *ends) for ends in islice(sides(part.points), _MOST_ELEMENTS)]


def _is_usable(rung: Rung, step: Step, diagnosis: Diagnosis) -> bool:
    if diagnosis.stage > Stage[rung.upto.upper()]:
        return False
    if rung.needs == "two":
        return len(step.uses) >= 2 and step.uses[0] != step.uses[1] and len(Highlights.of(step.uses[:2])) <= _MOST_ELEMENTS
    if rung.needs == "unexplained":
        turns = [exchange.turn for exchange in diagnosis.exchanges if exchange.turn is not None]
        asked = {turn.record.rung for turn in turns if turn.record is not None}
        return not asked & _ASKING_HOW and not any(exchange.is_attempt for exchange in diagnosis.exchanges)
    if rung.needs == "told":
        records = [exchange.turn.record for exchange in diagnosis.exchanges if exchange.turn is not None]
        is_told = any(each is not None and each.aim == key_of(step) and each.rung in _TELLING for each in records)
        return is_told and step.rule is not None and (rung.rung != "roles" or len(step.uses) > 1)
    if rung.needs == "misconception":
        return diagnosis.error is not None and diagnosis.error.misconception is not None
    return step.rule is not None or rung.rung not in {"recall", "guide", "concept", "concept_here", "contrast", "roles"}
