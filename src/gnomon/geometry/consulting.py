"""The text of a problem held against its givens: what they say differently, and what a proof may take from the text.

Where the givens have a proof, they are believed, and what the text says otherwise is told. Where they have none, the text is the
second witness: it gives what no given says, and decides between givens that contradict each other. Only what the words say for
sure counts (`gnomon.problem.telling`), and whatever is taken or left out for its sake is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from gnomon.algebra import Equation, Expression, Letter, Operation, Quantity, evaluate, is_rounded, unknowns
from gnomon.figure import Fact
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.model import QUICK, Model, ModelError, NoPositionsError, compromise, nearest
from gnomon.geometry.positions import INCIDENCES
from gnomon.geometry.resolution import NEARLY
from gnomon.problem import FormalDescription, Given, Problem
from gnomon.problem.measures import Measure
from gnomon.problem.statements import Content
from gnomon.problem.telling import Asked, Said, telling

_MOST_RIVALS = 12
"""Givens that the text does not say and that are tried one by one, where one of them must be wrong: each takes a fit."""
_MOST_FOR_PAIRS = 6
"""Of these, where no single one is wrong and each two are tried: a literal may bring another statement with it."""
_DECIMALS = 6
"""Of a number in a problem, at most."""
_TRIED = (2.37, 5.91)
"""Values for a letter, to see whether two expressions differ by a constant."""


@dataclass(frozen=True)
class Told:
    """What a proof takes from the text, and what it does without for its sake."""

    taken: tuple[Said, ...] = ()
    set_aside: tuple[Given, ...] = ()

    @property
    def sources(self) -> frozenset[str]:
        """Sources of what is set aside."""
        return frozenset(given.source for given in self.set_aside)

    def __bool__(self) -> bool:
        return bool(self.taken or self.set_aside)

    def citing(self, cited: Iterable[str]) -> Told:
        """Return it without statements that a proof does not cite; what puts points on lines and circles is never cited."""
        names = set(cited)
        kept = (said for said in self.taken if said.source in names or _is_incidence(said.content))
        return replace(self, taken=tuple(kept))


class Differing(NamedTuple):
    """One part of the figure with two sizes."""

    said: Said
    given: Given


@dataclass(frozen=True)
class Comparison:
    """What a text says beside the givens of its problem."""

    differing: tuple[Differing, ...] = ()
    unmatched: tuple[Said, ...] = ()
    """What no given says in so many words, though it may follow from them."""
    unconfirmed: tuple[Given, ...] = ()
    """Givens that the text does not say: the figure may show them."""
    asked: Asked | None = None
    """What the text asks for, where it is another name than the problem's goal."""

    @property
    def told(self) -> Told:
        """All that the text says beside the givens, in place of what it gives another size."""
        said = dict.fromkeys(each.said for each in self.differing)
        return Told((*said, *self.unmatched), tuple(dict.fromkeys(each.given for each in self.differing)))


class Disagreement(NamedTuple):
    """One thing that text and givens say differently, and what was used."""

    note: str
    """For the author of the problem, in one line."""
    for_learner: str = ""
    """In a plain sentence; empty for what a learner need not know, who reads the text anyhow."""


def with_told(problem: Problem, told: Told) -> Problem:
    """Return a problem with what the text says among its givens, and without what is set aside."""
    assert problem.formal is not None
    kept = (given for given in problem.formal.givens if given.source not in told.sources)
    return problem.model_copy(update={"formal": replace(problem.formal, givens=(*kept, *(said.given for said in told.taken)))})


def compared(problem: Problem) -> Comparison:
    """Hold the text of a problem against its givens, by what they say alone; nothing is fitted or proved."""
    told, formal, figure = telling(problem), problem.formal, problem.question.figure
    if formal is None or figure is None or not (told.said or told.asked):
        return Comparison()
    drawn = Diagram(formal, figure.lines, figure.points)
    stated = {_key(given.content, drawn) for given in formal.givens}
    new = [said for said in told.said if _key(said.content, drawn) not in stated and not _is_drawn(said.content, drawn)]
    differing = [Differing(said, given) for said in new if (given := _rival(said.content, formal, drawn)) is not None]
    confirmed = {_key(said.content, drawn) for said in told.said}
    goal = formal.goal
    same = goal is None or drawn.canonical(goal.expression) in [drawn.canonical(asked.expression) for asked in told.asked]
    return Comparison(
        tuple(differing),
        tuple(said for said in new if said not in [each.said for each in differing]),
        tuple(given for given in formal.givens if _may_be_wrong(given, formal) and _key(given.content, drawn) not in confirmed),
        None if same or not told.asked else told.asked[0],
    )


def told_for(problem: Problem) -> Told:
    """Return what to take from the text of a problem that its givens give no proof; nothing where the text does not help.

    Where what the text says cannot hold together with the givens, the one given (or, where no one does, the two) that it does not
    say and without which all the rest holds is set aside; with several such ways, the text does not tell which is wrong. Givens
    that disagree by rounding alone are no matter of the text.
    """
    found = compared(problem)
    told = found.told
    if _is_a_figure(problem, told):
        return told
    if not told and _misfit(problem) <= NEARLY:
        return told
    rivals = [given for given in found.unconfirmed if given.source not in told.sources][:_MOST_RIVALS]
    for size in (1, 2) if len(rivals) <= _MOST_FOR_PAIRS else (1,):
        ways = (replace(told, set_aside=(*told.set_aside, *gone)) for gone in combinations(rivals, size))
        mending = [way for way in ways if _is_a_figure(problem, way)]
        if mending:
            return mending[0] if len({way.sources for way in mending}) == 1 else told
    return told


def needed(problem: Problem, told: Told) -> Told:
    """Return it without what need not be set aside: givens that hold with all the rest."""
    for given in told.set_aside:
        fewer = replace(told, set_aside=tuple(other for other in told.set_aside if other.source != given.source))
        told = fewer if _is_a_figure(problem, fewer) else told
    return told


def disagreements(problem: Problem, told: Told, model: Model | None) -> Iterator[Disagreement]:
    """Yield what the text of a problem and its givens say differently, and what a solution used.

    Args:
        problem: as it is written.
        told: what the solution takes from the text.
        model: the figure of what it believes; None without a solution, where only what differs word by word is told.
    """
    found = compared(problem)
    for said, given in found.differing:
        is_left = given.source in told.sources
        both = f"the text says {said.shown} ('{said.words}'), the facts {given.shown}"
        used = said.shown if is_left else given.shown
        if model is None:
            yield Disagreement(f"text and facts disagree: {both}", _plain(said, given, ""))
        elif said in told.taken or not is_left:
            yield Disagreement(f"text and facts disagree: {both}; {used} was used", _plain(said, given, used))
        else:
            yield Disagreement(f"text and facts disagree: {both}; {given.shown} was left out", _plain(said, given, ""))
    yield from _taken(found, told)
    if model is not None:
        yield from _unused(problem, found, told, model)
    if found.asked is not None and problem.formal is not None and problem.formal.goal is not None:
        yield from _asked(found.asked, problem.formal.goal.expression, model)


def _taken(found: Comparison, told: Told) -> Iterator[Disagreement]:
    """Yield what was taken or left out for the text's sake beside sizes that differ."""
    for said in told.taken:
        if said in found.unmatched:
            note = f"no fact says {said.shown}: it is taken as the text says ('{said.words}')"
            yield Disagreement(note)
    differing = {each.given.source for each in found.differing}
    for given in told.set_aside:
        if given.source not in differing:
            note = f"the fact {given.shown} cannot hold with what the text says, which does not say it; it was left out"
            yield Disagreement(note, f"{given.shown} does not fit what the text says; this proof does not use it.")


def _unused(problem: Problem, found: Comparison, told: Told, model: Model) -> Iterator[Disagreement]:
    """Yield what the text says and the figure of the givens does not show."""
    for said in found.unmatched:
        if said in told.taken or model.shows(said.content):
            continue
        if _is_a_figure(problem, replace(told, taken=(*told.taken, said))):
            note = f"the text says {said.shown} ('{said.words}'), which no fact says; the proof does without it"
            yield Disagreement(note)
        else:
            note = f"text and facts disagree: the text says {said.shown} ('{said.words}'), which cannot hold with the facts"
            yield Disagreement(f"{note}; the facts were used", f"The text says {said.shown}, which this proof does not use.")


def _asked(asked: Asked, goal: Expression, model: Model | None) -> Iterator[Disagreement]:
    """Yield that the text asks for another value, unless the givens make both the same."""
    try:
        is_one = model is not None and model.holds(Equation(asked.expression, goal)) and model.is_determined(asked.expression)
    except (ArithmeticError, KeyError, ValueError):
        is_one = False
    if not is_one:
        end = "" if model is None else f"; {goal} was found"
        note = f"text and facts disagree: the text asks for {asked.expression} ('{asked.words}'), the facts for {goal}{end}"
        yield Disagreement(note, f"The text asks for {asked.expression}; here {goal} is asked for.")


def _plain(said: Said, given: Given, used: str) -> str:
    ending = f"; here {used} is used" if used else ""
    return f"The text says {said.shown}, the figure's data say {given.shown}{ending}."


def _key(content: Content, drawn: Diagram) -> object:
    """Return what a statement says, the same however it is written."""
    return frozenset(drawn.canonical_equation(content)) if isinstance(content, Equation) else content.canonical(drawn.line)


def _is_incidence(content: Content) -> bool:
    return isinstance(content, Fact) and content.kind in INCIDENCES


def _is_drawn(content: Content, drawn: Diagram) -> bool:
    """Whether a statement only puts points on a line or circle where the figure has them."""
    if not isinstance(content, Fact) or not _is_incidence(content):
        return False
    if content.kind == "on_circle":
        return content.points[0] in drawn.circles.get(content.points[1], ())
    line = [point for point in drawn.line(content.points[0], content.points[-1]) if point in content.points]
    return tuple(line) in (content.points, content.points[::-1])


def _may_be_wrong(given: Given, formal: FormalDescription) -> bool:
    """Whether a given is a statement of its own, neither what the figure's lines say nor what the goal implies."""
    return not _is_incidence(given.content) and (formal.goal is None or given.source != formal.goal.source)


def _rival(content: Content, formal: FormalDescription, drawn: Diagram) -> Given | None:
    """Return the given that makes a quantity of another size than a statement of the text does; None where there is none."""
    if not isinstance(content, Equation):
        return None
    sized = [(side, other) for side, other in _sides(drawn.canonical_equation(content)) if isinstance(side, Quantity | Letter)]
    for given in formal.givens:
        for quantity, size in _sides(drawn.canonical_equation(given.content)) if isinstance(given.content, Equation) else ():
            if any(quantity == side and _differ(size, other) for side, other in sized):
                return given
    return None


def _sides(equation: Equation) -> tuple[Equation, Equation]:
    return equation, Equation(equation.right, equation.left)


def _differ(one: Expression, other: Expression) -> bool:
    """Whether two sizes differ by a constant that is no rounding: 8 and 9, 2x + 1 and 2x + 3, but not 5√3 and 8.66."""
    leaves = [leaf for side in (one, other) for leaf in unknowns(side)]
    if any(not isinstance(leaf, Letter) for leaf in leaves):
        return False
    try:
        gaps = [_with_letters_at(value, Operation("-", (one, other))) for value in _TRIED]
        if abs(gaps[0] - gaps[1]) > 1e-9 * max(map(abs, gaps), default=0.0):
            return False
        return not _is_one_number(*(_with_letters_at(_TRIED[0], side) for side in (one, other)))
    except (ArithmeticError, ValueError):
        return False


def _with_letters_at(value: float, expression: Expression) -> float:
    return evaluate(expression, lambda _: value)


def _is_one_number(one: float, other: float) -> bool:
    """Whether two numbers are one, or one of them is the other with fewer decimals."""
    if Measure(Letter("x"), one).is_same(Measure(Letter("x"), other)):
        return True
    ways = ((one, other, _decimals(other)), (other, one, _decimals(one)))
    return any(0 < decimals < _DECIMALS and is_rounded(exact, written, decimals) for exact, written, decimals in ways)


def _decimals(number: float) -> int:
    return len(f"{number:.{_DECIMALS}f}".rstrip("0").partition(".")[2])


def _is_a_figure(problem: Problem, told: Told) -> bool:
    """Whether some figure has it all; one that lies flat is none, where what is drawn would vanish."""
    try:
        found = nearest(with_told(problem, told), effort=QUICK)
    except ModelError:
        return False
    return found.fits and not found.model.is_flattened


def _misfit(problem: Problem) -> float:
    """Return the largest misfit of the figure that comes nearest to all givens; 0 where there is none."""
    try:
        return max(compromise(problem).misfits.values(), default=0.0)
    except NoPositionsError:
        return 0.0
