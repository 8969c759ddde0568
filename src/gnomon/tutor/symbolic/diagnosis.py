"""Where a learner stands: what they have established, their first false claim, the step it belongs to and the idea behind it.

Established is what the learner has said in the role of a claim, with the quantity meant, in any order. The step in play is the
first open one of the proof that goes on from there (`gnomon.tutor.symbolic.route`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from itertools import permutations, zip_longest

from gnomon.algebra import TWO_DECIMALS, constant
from gnomon.dialogue import Dialogue, HeardMove, StudentTurn, TutorTurn
from gnomon.figure import Element
from gnomon.geometry import Atom, Deduction, Misconception, Proof, Step
from gnomon.problem import (
    Expression,
    ExpressionError,
    Fact,
    Letter,
    Operation,
    Problem,
    Quantity,
    QuantityKind,
    parse_expression,
    unknowns,
)
from gnomon.tutor.message.continuing import NOTHING_EARLIER, Earlier
from gnomon.tutor.message.message import Message, read_message
from gnomon.tutor.message.moves import Claim, Description, Kind, Move, has_unknowns, is_final, numbers_of
from gnomon.tutor.message.question import Question, about, questions_in
from gnomon.tutor.message.resolving import resolve
from gnomon.tutor.symbolic.answering import Answering, name_of
from gnomon.tutor.symbolic.insisting import denied, held_on, is_said_in, number_in, said_again, value_of
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.judging import Judge
from gnomon.tutor.symbolic.language import language_of, other_language
from gnomon.tutor.symbolic.progress import MOST_GUESSES, PRESSING, Exchange, is_elsewhere, shows_reason, spelled
from gnomon.tutor.symbolic.route import Router, key_of
from gnomon.tutor.symbolic.scene import length_unit
from gnomon.tutor.symbolic.short_answers import ShortAnswers
from gnomon.tutor.symbolic.standing import Standing
from gnomon.tutor.symbolic.truth import Truth, arithmetic_of, results_of
from gnomon.tutor.symbolic.words import Words, words_in

_WORD = re.compile(r"[a-z]{4,}")
"""A word that may carry the idea: shorter ones ("the", "is", "are") are in every sentence."""
_KINDS: dict[str, QuantityKind] = {"line": "length", "angle": "angle", "arc": "arc"}
"""What is measured of an element that a turn points at and asks for."""
_SEVERAL: dict[str, QuantityKind] = {"arcs": "arc", "angles": "angle", "sides": "length", "lines": "length", "legs": "length"}
"""Words for several parts, of which something is said of both."""
# Where a sentence may be cut to quote a part of it: at a full stop, a colon, a comma, before "because".
_CLAUSE = re.compile(r"(?<=[.!?:])\s+|,\s+(?:so|and|because)\s+|,\s+|\s+because\s+")
# What comes after the words with which learners introduce a reason, up to the end of the clause.
_REASON = re.compile(
    r"(?:\b(?:because|since|cause|cuz|coz)|\b(?:thought|think|believe|assumed|say|idea(?: was| is)?|use) that"
    r"|\breason\b[^.:]*:|\bthis:)\s+((?:[^.!?;]|\.(?=\d))+)",
    re.IGNORECASE,
)
_NAMING = frozenset({Kind.THEOREM, Kind.PLAN, Kind.DOUBT})
"""Moves that bring a theorem into play; to ask whether it is the one is to have thought of it."""
_LONGEST_QUOTE = 14
"""Words of the student that a turn quotes: about a third of its 45, so that the question about them has room."""
_WORDS = re.compile(r"[^\W\d_]+")
_PAIR = 2
"""Numbers of a message that may have made the lone value of the next; of more of them some pair makes almost anything."""
_SHARES = frozenset({0.5, 2.0})
"""Factors of halves and doubles, which need no result before them."""
_MANY = 3
"""Different values of one thing in a message: with so many none of them is meant."""
_CHOICE = re.compile(r"\bor (?:do|does|are|is) ")
"""Between two things of which somebody asks which one is so."""
_SUPPOSING = re.compile(r"\W*(?:(?:so|and|but|or|what) )*if (?:i|we|you|u)\b", re.IGNORECASE)
"""The beginning of what is so only when something is done to the figure."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_OF_CIRCLE = frozenset({"radius", "diameter"})
"""Words for lengths that only certain segments have."""
_SHORT_QUESTION = 4
"""Words up to which a question that names no part is about one relation alone ("is it isosceles?")."""
_ASKING_THEORY = frozenset({"recall", "guide", "doubt", "concept"})
"""Rungs that ask what a theorem says."""
_POWER = re.compile(r"\d\s*(?:[²³]|\^\s*\d|squared|cubed)\W*$")
"""The end of a claim that leaves a power to work out; a unit has letters before its power."""
_TELLING = frozenset({"example", "concept", "concept_here"})
"""Rungs that tell a theorem, or show it at work."""
_PLAIN = 0.4
"""Level of rules up to which a step is not asked for: a radius is as long as every other, a trapezoid has parallel sides."""
_MOST_READ = 4096
"""Messages whose reading is kept for each problem: every turn reads the whole dialogue anew, and learners say the same again."""


class Stage(IntEnum):
    """How far a learner has come with a step."""

    NOTHING = 0
    RULE = 1
    """The theorem is named."""
    RELATION = 2
    """What it says here is written down."""
    NUMBERS = 3
    """Only what is sought is unknown in it."""


@dataclass(frozen=True)
class Error:
    """A false claim."""

    claim: Claim | None
    """None for a rule stated wrongly."""
    step: int
    """Index of the proof step it belongs to."""
    sentence: str
    """The student's words around it."""
    misconception: Misconception | None
    """The wrong idea that explains it; None when none does."""

    @property
    def is_slip(self) -> bool:
        """Whether only the number went wrong, not the idea."""
        return self.misconception is not None and self.misconception.is_slip


@dataclass(frozen=True)
class Diagnosis:
    """Where a learner stands."""

    shown: frozenset[Atom]
    """Letters and quantities whose right value the learner has given."""
    rules_named: frozenset[str]
    """Ids of rules that the learner has named."""
    error: Error | None
    """The first false claim that has not been put right."""
    step: int | None
    """Index of the step in play in the prepared proof; None when the goal is reached, or the learner is on another route."""
    current: Step | None
    """The step in play, on the learner's own route where there is one; None when the goal is reached."""
    stage: Stage
    """How far the learner has come with it."""
    is_solved: bool
    """Whether the learner has given the right answer."""
    has_work: bool
    """Whether anything beside the bare answer was shown."""
    exchanges: tuple[Exchange, ...]
    """Each message of the learner, in order, without the attempt."""

    @property
    def last(self) -> Judged | None:
        """The learner's last message with the judgements on its claims; None before the first."""
        return self.exchanges[-1].judged if self.exchanges else None


class Diagnostician:
    """Reads dialogues about one problem.

    Args:
        problem: the problem.
        proof: its proof.
        deduction: everything that follows from its givens.
    """

    def __init__(self, problem: Problem, proof: Proof, deduction: Deduction) -> None:
        self.problem = problem
        self.proof = proof
        self.judge = Judge(deduction, proof, length_unit(problem))
        self._judged = lru_cache(_MOST_READ)(self._judge)
        self._step_of = {found.atom: step.index for step in proof.steps for found in step.solved}
        self._router = Router(problem, proof, deduction)
        self._keys = {key_of(step): step.index for step in proof.steps}
        self.given = self.judge.scene.given
        """What the problem or its figure states the value of."""
        self.numbers = frozenset(self._numbers_stated())
        self.standing = Standing(self.judge.scene)
        self.short_answers = ShortAnswers(self.judge.scene, self.standing)
        self.answering = Answering(self.judge.scene, lambda text: self.read(text, None), self.short_answers)
        self._quantity_asked = lru_cache(_MOST_READ)(self.answering.asked)

    def diagnose(self, dialogue: Dialogue, heard: tuple[HeardMove, ...] = ()) -> Diagnosis:
        """Read the attempt and every message of the student so far.

        Args:
            dialogue: what was said. Where the turn after a message records moves that were heard in it, these count.
            heard: the same for a last message that is not answered yet.
        """
        state = _State(self, words_in(language_of(dialogue)))
        for line in dialogue.attempt.splitlines():
            state.read(line, None, is_written_work=True)
        state.start_talking()
        turn: TutorTurn | None = None
        for said, after in zip_longest(dialogue.turns, dialogue.turns[1:]):
            if isinstance(said, TutorTurn):
                turn = said
            elif isinstance(said, StudentTurn):
                noted = heard if after is None else _heard_before(after)
                state.read(said.utterance, turn, heard=noted)
        return state.diagnosis()

    def read(
        self,
        text: str,
        asked: Expression | None,
        *,
        is_written_work: bool = False,
        heard: tuple[HeardMove, ...] = (),
        earlier: Earlier = NOTHING_EARLIER,
    ) -> Judged:
        """Read one message and judge its claims; moves that were ``heard`` in it stand for those of the grammar. Remembered."""
        return self._judged(text, asked, is_written_work, heard, earlier)

    # All arguments are positional: they are the key of the cache.
    def _judge(
        self,
        text: str,
        asked: Expression | None,
        is_work: bool,  # noqa: FBT001
        heard: tuple[HeardMove, ...],
        earlier: Earlier,
    ) -> Judged:
        message = read_message(text, self.problem, asked, is_written_work=is_work, earlier=earlier)
        if message.moves and not is_work and other_language(text) is not None:  # the grammar would judge its numbers and names
            message = Message(text, (Move(Kind.OTHER_LANGUAGE, text),), ())
        moves = resolve(heard, text, self.problem).moves
        return self.judge.judge(message._replace(moves=moves) if moves else message)

    def taken(self, judged: Judged, turn: TutorTurn | None = None, *, is_solved: bool = False) -> tuple[Judgement, ...]:
        """Return the judgements that a turn goes by: on the claims, and on what is asked whether it is so.

        What is asked about the answer without a reason is left out, neither confirmed nor denied; once found, it is not.
        """
        moves = judged.message.moves
        if any(move.kind is Kind.GUESS for move in moves):  # a calculation in a list of guesses is one of them
            judged = judged._replace(judgements=tuple(j for j in judged.judgements if j.move.kind is not Kind.WORKING))
        listed = [j for j in judged.judgements if _is_alone(j.claim)]
        if len({j.value for j in listed}) >= _MANY:  # a list is no claim, whatever stands in it
            judged = judged._replace(judgements=tuple(j for j in judged.judgements if not _is_alone(j.claim)))
        asked = [move for move in moves if move.kind is Kind.DOUBT and move.claim is not None]
        as_claims = tuple(move._replace(kind=_kind_of(move.claim)) for move in asked if move.claim is not None)
        found = self.judge.judge(judged.message._replace(moves=as_claims)).judgements if as_claims else ()
        reasons = (j for j in (*judged.judgements, *found) if j.truth.is_right and shows_reason(j, self.numbers))
        is_reasoned = is_solved or any(True for _ in reasons) or stated_reason(judged.message.text) is not None
        # "Is it 108? Pentagon corners are 108": the number is said of another part, and that is the reason.
        elsewhere = {j.value for j in judged.judgements if j.truth.is_right and j.quantity != self.proof.goal and not j.is_answer}
        text = judged.message.text
        # "8?" and no more is a number to try.
        found = tuple(self._settled(judgement, text) for judgement in found) if _is_said(text) else found
        found = tuple(map(_of_method, found))
        answered = [
            judgement
            for judgement in found
            if self._may_answer(
                judgement, is_reasoned=is_reasoned or (judgement.value is not None and judgement.value in elsewhere)
            )
        ]
        said = (*(self._settled(judgement, text) for judgement in judged.judgements), *answered)
        if any(judgement.truth is not Truth.UNKNOWN for judgement in said):
            return said
        return tuple(self._short(judged.message.moves, turn)) or said

    def as_answer(self, judged: Judged) -> Judged:
        """Return a message that is a number and no more as what it is before any question but the problem's own: the answer.

        What else has that size is noted with it.
        """
        match judged.judgements:
            case (Judgement(truth=Truth.AMBIGUOUS | Truth.UNKNOWN, value=float() | None) as one,) if _is_number_alone(judged):
                goal, written = self.proof.goal, one.claim.sides[-1]
                if (value := constant(written)) is None or self.judge.truth(goal) is None:
                    return judged
                standing = self._standing(one, judged.message.text)
                idea = self.judge.ideas.of_equation(one.claim._replace(sides=(goal, written), names=()))
                wrong = one._replace(truth=Truth.WRONG, way=None, value=value, misconception=idea, is_answer=True)
                about = goal if isinstance(goal, Letter | Quantity) else None
                return judged._replace(judgements=(wrong._replace(quantity=about, meant=standing and standing.meant),))
        return judged

    def _short(self, moves: Sequence[Move], turn: TutorTurn | None) -> Iterator[Judgement]:
        """Yield what a message without claims answers to a turn about a step of the prepared proof."""
        index = turn.record.step if turn is not None and turn.record is not None else None
        step = None if index is None else self.proof.steps[index]
        if len(moves) > 1 and all(move.kind is Kind.GUESS for move in moves):  # one list
            moves = [moves[0]._replace(words=" ".join(move.words for move in moves))]
        asks_theory = turn is not None and turn.record is not None and turn.record.rung in _ASKING_THEORY
        found = (self.short_answers.judge(move, step, asks_theory=asks_theory) for move in moves)
        yield from (judgement for judgement in found if judgement is not None)

    def _may_answer(self, judgement: Judgement, *, is_reasoned: bool) -> bool:
        claim = judgement.claim
        is_sure = judgement.truth.is_right or judgement.truth is Truth.WRONG
        if _CHOICE.search(judgement.move.words):
            return False  # "are they equal or do they add up to 180" says neither
        if judgement.truth is Truth.WRONG and _SUPPOSING.match(judgement.move.words):
            return False  # "if i mirror it the angle is 60" speaks of another figure
        is_vague = bool(claim.relation and not claim.relations) and len(judgement.move.words.split()) > _SHORT_QUESTION
        is_open = claim.is_bare and not judgement.truth.is_right  # of what a wrong lone value is said, nobody knows
        is_about_answer = judgement.is_answer or judgement.quantity == self.proof.goal or is_open
        # "Is it pythagoras" asks for the way, "does similar mean the same size" for a word; "isnt it half the arc" is a theorem.
        is_named = bool(claim.rules) and (claim.holds is None or _MEANING.search(judgement.move.words.lower()) is not None)
        return is_sure and not is_vague and not is_named and (is_reasoned or not is_about_answer)

    def _settled(self, judgement: Judgement, text: str) -> Judgement:
        """Take a lone value that could be of several parts for the one that the proof finds, where just one has it.

        A true sum of the learner's own that comes to the answer gives the answer, whatever its way.
        """
        if judgement.is_answer and _is_power(judgement.claim):
            return judgement._replace(is_answer=False)  # "area = 7.07²" is still to be worked out
        value, goal = judgement.value, self.judge.truth(self.proof.goal)
        truth = self._truth_of_sum(judgement)
        if value is not None and goal is not None and truth is not None and abs(value - goal) <= max(TWO_DECIMALS, 0.002 * goal):
            return judgement._replace(truth=truth, way="goal", is_answer=True)
        if judgement.truth not in {Truth.AMBIGUOUS, Truth.UNKNOWN}:
            return judgement
        return self._standing(judgement, text) or judgement

    def _standing(self, judgement: Judgement, text: str) -> Judgement | None:
        """Return a number without a name as right of what it stands for here; None where nothing in play has that size."""
        claim, goal = judgement.claim, self.proof.goal
        names = claim.names
        if len(claim.sides) != 2 or len(names) != 1 or has_unknowns(claim.sides[-1]):
            return None
        if names[0].letter.name in _SEVERAL and self.standing.is_of_several(_SEVERAL[names[0].letter.name], claim.sides[-1]):
            return judgement._replace(truth=Truth.RIGHT, way="goal", value=constant(claim.sides[-1]))
        is_own_point = names[0].sort == "own" and names[0].letter.name.isupper()
        if names[0].sort not in {"asked", "part"} and not is_own_point:
            return None
        written = claim.sides[-1]
        value = constant(written)
        if value is None:
            return None
        solved = [found for step in self.proof.steps for found in step.solved if found.atom not in {*self.given, self.proof.goal}]
        meant = {found.atom for found in solved if abs(found.value.number - value) <= TWO_DECIMALS}
        if len(meant) == 1 and names[0].sort == "asked":
            atom = meant.pop()
            return judgement._replace(truth=Truth.RIGHT, way="goal", quantity=atom, value=value, meant=atom)
        found = self.standing.of(value, written, is_half="half" in text.lower().split())
        if found is None or not self._is_of_kind(found, names[0]):
            return None
        # What a wrong idea gives for the answer is rather that than a result on the way, unless words say that it is one.
        is_whole = not isinstance(found, Quantity) or found.kind in {"circle_area", "circumference"}
        is_told = is_whole and (names[0].sort == "part" or _is_said(text))
        if not is_told and self.judge.ideas.of_equation(claim._replace(sides=(goal, written), names=())) is not None:
            return None
        ways = self.judge.scene.ways
        leads = ways is None or any(leaf in ways.atoms for leaf in unknowns(found))
        quantity = found if isinstance(found, Quantity) else None
        return judgement._replace(truth=Truth.RIGHT, way="goal" if leads else "none", quantity=quantity, value=value, meant=found)

    @staticmethod
    def _is_of_kind(found: Expression, said: Description) -> bool:
        """Whether what a number stands for is what the words beside it measure; "the other side" may be any rest."""
        kinds = {leaf.kind for leaf in unknowns(found) if isinstance(leaf, Quantity)}
        if said.word in _OF_CIRCLE:  # no chord is a radius
            return said.word in kinds
        return not said.kinds or "other" in said.place or said.word == "third" or bool(kinds & {*said.kinds})

    def _truth_of_sum(self, judgement: Judgement) -> Truth | None:
        """Return whether a sum about this figure with a result comes out; None where it does not, or its unit is another."""
        claim = judgement.claim
        if not (claim.is_arithmetic and len(claim.sides) == 2 and is_final(claim.sides[1])):
            return None
        is_open = judgement.truth is Truth.UNKNOWN and claim.unit != "" and self.judge.measures_goal(claim.unit)
        truth = arithmetic_of(claim.sides) if is_open else judgement.truth
        return truth if truth is not None and truth.is_right and not is_elsewhere(judgement, self.numbers) else None

    def locate(self, claim: Claim, shown: frozenset[Atom]) -> int:
        """Return the index of the step that a claim belongs to."""
        atoms = [self.judge.scene.canonical(atom) for side in claim.sides for atom in unknowns(side)]
        solved = [
            self._step_of[atom]
            for atom in atoms
            if isinstance(atom, Letter | Quantity) and atom in self._step_of and atom not in shown
        ]
        if solved:
            return min(solved)
        # A claim about nothing that a step solves: the step whose equation shares most of its atoms, the first of equals.
        overlaps = [(sum(atom in _atoms_of(step.equation) for atom in atoms), -step.index) for step in self.proof.steps]
        best = max(overlaps, default=(0, 0))
        return -best[1] if best[0] else self.first_open(shown, frozenset())

    def first_open(self, shown: frozenset[Atom], named: frozenset[str], proof: Proof | None = None) -> int:
        """Return the index of the first step whose result the learner has not shown; the last one when all are."""
        # Backwards: a step that states a relation only (no value to show) counts as done once a later one is.
        done_later = False
        open_steps = []
        proof = proof or self.proof
        for step in reversed(proof.steps):
            is_done = any(found.atom in shown for found in step.solved) if step.solved else done_later or step.rule_id in named
            done_later = done_later or is_done
            is_done = is_done or _is_plain(step, proof)
            if not is_done and not (done_later and not step.solved):
                open_steps.append(step.index)
        return min(open_steps, default=len(proof.steps) - 1)

    def in_play(
        self,
        established: frozenset[Atom | Fact],
        named: frozenset[str],
        equations: list[tuple[Expression, ...]],
        error: Error | None,
    ) -> Step:
        """Return the step to work on: that of an error, one that the learner has all but done, else the first open one."""
        route = self._router.proof(established)
        if error is not None:
            atoms = (
                {self.judge.scene.canonical(atom) for side in error.claim.sides for atom in unknowns(side)}
                if error.claim
                else set()
            )
            own = (step for step in route.steps if route is not self.proof and any(f.atom in atoms for f in step.solved))
            return next(own, self.proof.steps[error.step])
        shown = frozenset(thing for thing in established if not isinstance(thing, Fact))
        undone = (step for step in reversed(route.steps) if not any(found.atom in shown for found in step.solved))
        all_but_done = (step for step in undone if self.stage_of(step, equations, named) is Stage.NUMBERS)
        return next(all_but_done, route.steps[self.first_open(shown, named, route)])

    def index_of(self, step: Step) -> int | None:
        """Return the index of a step in the prepared proof; None where it stands on another route only."""
        return self._keys.get(key_of(step))

    def stage_of(self, step: Step, equations: list[tuple[Expression, ...]], named: frozenset[str]) -> Stage:
        """Say how far a learner has come with a step who has named these rules and stated these equations, all right."""
        sought = {found.atom for found in step.solved}
        stated = [step.equation, *(equation for found in step.solved for equation in found.equations)]
        atoms = sought.union(*(_atoms_of(equation) for equation in stated))
        reached = Stage.RULE if step.rule_id in named else Stage.NOTHING
        for sides in equations:
            leaves = {self.judge.scene.canonical(leaf) for side in sides for leaf in unknowns(side)}
            if leaves and leaves <= sought:
                reached = max(reached, Stage.NUMBERS)
            elif len(leaves) > 1 and leaves <= atoms:
                reached = max(reached, Stage.RELATION)
            # "PB = PV" says with the parts what the problem gives in letters.
            parts = {Element.measured_by(leaf) for side in sides for leaf in unknowns(side) if isinstance(leaf, Quantity)}
            if len(parts) > 1 and parts <= {*step.uses}:
                reached = max(reached, Stage.RELATION)
        return reached

    def asked_by(self, turn: TutorTurn | None, it: Expression | None = None) -> Expression | None:
        """Return the quantity that a turn asks for: a bare number that answers it is a claim about that.

        Our own turns record it; of another's it is read from the words, or what is pointed at. ``it`` is what was spoken of last.
        """
        if turn is not None and turn.record is not None and turn.record.asked is not None:
            try:
                return parse_expression(turn.record.asked)
            except ExpressionError:
                return None
        asked = next(map(self._quantity_asked, questions_of(turn, it)), None)
        if asked is not None or turn is None or turn.subact not in {"AskLength", "AskAngle"}:
            return asked
        pointed = (element for element in turn.highlights.elements() if element.kind in _KINDS)
        return next((Quantity.of(_KINDS[element.kind], *element.points) for element in pointed), None)

    def _numbers_stated(self) -> list[float]:
        values = [value.number for value in self.proof.values().values()]
        return [round(abs(value), 6) for value in values]


def questions_of(turn: TutorTurn | None, it: Expression | None = None) -> tuple[Question, ...]:
    """Return what the words of a turn ask; none of a turn that our own tutor planned, which records what it asks for.

    Args:
        turn: of any tutor; None: nothing is asked.
        it: what was spoken of last.
    """
    if turn is None or (turn.record is not None and (turn.record.rung is not None or turn.record.asked is not None)):
        return ()
    found, name = questions_in(turn.utterance), name_of(it)
    return found if name is None else tuple(about(question, name) for question in found)


def _results_of(judgement: Judgement) -> Iterator[float]:
    """Yield the numbers that a claim comes to, with what it works out."""
    yield from (abs(value) for side in judgement.claim.sides if (value := constant(side)) is not None)


def _heard_before(turn: TutorTurn | StudentTurn) -> tuple[HeardMove, ...]:
    return turn.record.heard if isinstance(turn, TutorTurn) and turn.record is not None else ()


class _State:
    def __init__(self, reader: Diagnostician, words: Words) -> None:
        self.reader = reader
        self.words = words
        self.shown: set[Atom] = set()
        self.facts: set[Fact] = set()
        self.named: set[str] = set()
        self.equations: list[tuple[Expression, ...]] = []
        self.error: Error | None = None
        self.put_right: list[Error] = []
        """False ideas whose step was put right since; who says one again is back at it."""
        self.is_solved = False
        self.has_work = False
        self.guesses: dict[object, set[object]] = {}
        """Wrong values without a reason, by what they were said of; to say one again is no other guess."""
        self.tried: set[object] = set()
        """Questions and lists with numbers in them that came without a reason; of one number that number."""
        self.wrong: dict[float, Judgement] = {}
        """Wrong claims of the work and of the conversation, by value."""
        self.pending: list[Judgement] = []
        """Right values that wait for a reason: they came after too many guesses."""
        self.said: set[str] = set()
        self.told: set[float] = set()
        """Results that earlier messages came to by right calculations, and what they called pieces."""
        self.exchanges: list[Exchange] = []
        self.spoken_of: Expression | None = reader.proof.goal
        """What a learner gave a value last, or was asked for; at first what the problem asks for."""

    def _earlier(self) -> Earlier:
        """Return what the learner's last message said."""
        last = self.exchanges[-1].judged.judgements if self.exchanges else ()
        came_to = next((each.value for each in reversed(last) if each.truth.is_right and each.value is not None), None)
        said = next((each for each in reversed(last) if each.value is not None and isinstance(each.quantity, Quantity)), None)
        if said is None or not isinstance(said.quantity, Quantity):
            return Earlier(came_to)
        return Earlier(came_to, said.value, said.quantity.kind == "angle")

    def read(
        self, text: str, turn: TutorTurn | None, *, is_written_work: bool = False, heard: tuple[HeardMove, ...] = ()
    ) -> None:
        asked, questions = self.reader.asked_by(turn, self.spoken_of), questions_of(turn, self.spoken_of)
        judged = self.reader.read(text, asked, is_written_work=is_written_work, heard=heard, earlier=self._earlier())
        if turn is not None and turn.subact == "Introduce" and not self.exchanges:
            judged = self.reader.as_answer(judged)
        if not heard:
            judged = self.reader.answering.answered(judged, questions, asked)
        said = next((each.quantity for each in reversed(judged.judgements) if each.quantity is not None), asked)
        self.spoken_of = said or self.spoken_of
        before = frozenset((*self.shown, *self.facts, *self.named))
        num_equations, was_solved = len(self.equations), self.is_solved
        taken = self.reader.taken(judged, turn, is_solved=was_solved)
        claims = tuple(self._carried_on(judgement, text) for judgement in taken)
        claims = tuple(held_on(judgement, self.wrong, self.reader.proof.goal) for judgement in claims)
        again = said_again(judged, claims, self.wrong, self.words)
        claims = claims if again is None else (again,)
        reasons = [judgement for judgement in claims if shows_reason(judgement, self.reader.numbers)]
        is_reasoned = any(judgement.truth.is_right and judgement.way != "none" for judgement in reasons)
        wrong = {id(judgement.move) for judgement in judged.judgements if judgement.truth is Truth.WRONG}
        for move in judged.message.moves:
            if move.kind in _NAMING and id(move) not in wrong:
                self.named |= set(move.claim.rules if move.claim is not None else judged.message.rules)
        put_right = tuple(self.put_right)  # before this message: what puts an idea right may say it as well
        withheld = [self._take(judgement, text, turn, is_reasoned=is_reasoned) for judgement in claims]
        self.wrong |= denied(claim for claim, is_kept in zip(claims, withheld, strict=True) if not is_kept)
        answered = {judgement.move.words for judgement in claims}
        for move in judged.message.moves:
            if again is None and move.kind in {Kind.GUESS, Kind.DOUBT} and move.words not in answered:
                number = number_in(move.words)
                self.tried |= {move.words.lower() if number is None else number} if any(map(str.isdigit, move.words)) else set()
        self._go_back(text, put_right)
        if is_reasoned:
            for judgement in self.pending:
                self._credit(judgement)
            self.pending = []
            self.guesses, self.tried = {}, set()
        if self.error is not None and not self.error.is_slip and (reason := stated_reason(text)) is not None:
            self.error = replace(self.error, sentence=reason)
        self.told |= {value for claim in claims if claim.truth is not Truth.WRONG for value in _results_of(claim)}
        words = spelled(judged)
        is_repeated = words in self.said or again is not None
        is_attempt = not is_repeated and (bool(reasons) or (bool(claims) and stated_reason(text) is not None))
        now = frozenset((*self.shown, *self.facts, *self.named))
        is_new = bool(now - before) or len(self.equations) > num_equations or (self.is_solved and not was_solved)
        self.said.add(words)
        is_idle = bool(claims) and all(is_elsewhere(judgement, self.reader.numbers) for judgement in claims)
        self.exchanges.append(Exchange(turn, judged, claims, is_attempt, is_idle, is_new, is_repeated, any(withheld), before))

    def _carried_on(self, judgement: Judgement, text: str) -> Judgement:
        """Return the judgement on a claim in the light of what the learner said before it.

        A value that is said of no part may be what the numbers told last make ("8 by 5", then "40"), what a wrong equation
        should have come to, or the size of the part spoken of last ("OK is a radius", then "17"). A calculation whose numbers
        are results of earlier messages leads to the answer with them.
        """
        if judgement.truth.is_right or not self.exchanges:
            return judgement
        claim, last = judgement.claim, self.exchanges[-1].judged
        value = constant(claim.sides[-1]) if claim.sides else None
        if value is None or judgement.misconception is not None:
            return judgement
        if judgement.move.kind is Kind.WORKING:
            goal = self.reader.judge.truth(self.reader.proof.goal)
            is_own = all(number in self.told or number in _SHARES for number in numbers_of(claim.sides[0]))
            is_whole = is_own and goal is not None and abs(value - goal) <= TWO_DECIMALS
            return judgement._replace(truth=Truth.RIGHT, way="goal", value=value) if is_whole else judgement
        if not _is_alone(claim):
            return judgement
        if any(self._puts_right(value, each) for each in self.exchanges[-1].claims):
            return judgement._replace(truth=Truth.RIGHT, way="goal", value=value, quantity=None, is_answer=False)
        told = [float(number) for number in _NUMBER.findall(last.message.text)]
        is_sum = len(told) > 1 and abs(sum(told) - value) <= TWO_DECIMALS
        if is_sum and judgement.truth is not Truth.WRONG and any(each.truth.is_right for each in self.exchanges[-1].claims):
            return judgement._replace(truth=Truth.RIGHT, way="goal", value=value)
        pairs = permutations(told, 2) if len(told) == _PAIR else ()
        makes = any(abs(made - value) <= TWO_DECIMALS for pair in pairs for made in results_of(*pair))
        makes = makes or ("squar" in text.lower() and any(abs(number**2 - value) <= TWO_DECIMALS for number in told))
        if judgement.truth is Truth.WRONG and (makes or self.reader.judge.scene.sized_so(value, last.message.text) is not None):
            return judgement._replace(truth=Truth.UNKNOWN, quantity=None, is_answer=False)
        return judgement

    def _puts_right(self, value: float, wrong: Judgement) -> bool:
        """Whether a value is what a wrong equation should have come to: ``EK² = 13``, then ``36``."""
        sides = wrong.claim.sides
        if wrong.truth is not Truth.WRONG or len(sides) != 2 or not isinstance(sides[0], Operation):
            return False
        size = self.reader.judge.truth(sides[0])
        return constant(sides[1]) is not None and size is not None and abs(size - value) <= TWO_DECIMALS

    def start_talking(self) -> None:
        """Forget how the lines of the attempt were said: the conversation begins."""
        self.exchanges, self.guesses, self.tried, self.pending, self.said = [], {}, set(), [], set()

    def _take(self, judgement: Judgement, text: str, turn: TutorTurn | None, *, is_reasoned: bool) -> bool:
        """Credit or blame a claim; return whether it is withheld, as one guess too many."""
        if not judgement.truth.is_right and judgement.truth is not Truth.WRONG:
            return False
        if judgement.truth is Truth.WRONG and judgement.meant is not None:  # no answer, and right of something else
            part = judgement.meant if isinstance(judgement.meant, Letter | Quantity) else None
            self._credit(judgement._replace(truth=Truth.RIGHT, quantity=part, is_answer=False))
            return False
        goal, claim = self.reader.proof.goal, judgement.claim
        about: object = judgement.quantity or claim.atom or (goal if claim.is_bare or goal in claim.sides else None)
        is_found = judgement.truth.is_right and self._is_all_but_found(judgement)
        has_reason = is_reasoned or shows_reason(judgement, self.reader.numbers) or is_found
        if about is not None and not has_reason:
            tried, value = self.guesses.setdefault(about, set()), _guessed(claim)
            is_search = len(tried | self.tried) >= MOST_GUESSES or (judgement.is_answer and self._fishes(turn))
            if is_search and value not in tried:
                self.pending = [judgement] if judgement.truth.is_right else []
                return True
            if judgement.truth is Truth.WRONG:
                tried.add(value)
        idea = judgement.misconception
        if judgement.truth.is_right and (judgement.way != "none" or idea is None or idea.is_slip):
            self._credit(judgement)
        elif judgement.move.kind is Kind.THEOREM:
            self._note_rule(judgement, text)
        else:
            self._blame(judgement, text)
        return False

    def _go_back(self, text: str, put_right: Sequence[Error]) -> None:
        """Take up the false idea again that the learner says once more after its step was put right."""
        again = next((error for error in put_right if not error.is_slip and is_said_in(error.sentence, text)), None)
        if again is None or self.is_solved or (self.error is not None and self.error.step < again.step):
            return
        self.put_right.remove(again)
        self.shown -= {found.atom for found in self.reader.proof.steps[again.step].solved}
        self.error = again

    def _is_all_but_found(self, judgement: Judgement) -> bool:
        """Whether an equation that the learner has stated holds nothing unknown but what the value is of."""
        atom = judgement.quantity
        stated = (
            {self.reader.judge.scene.canonical(leaf) for side in sides for leaf in unknowns(side)} for sides in self.equations
        )
        return atom is not None and any(leaves - self.reader.given == {atom} for leaves in stated)

    def _fishes(self, turn: TutorTurn | None) -> bool:
        """Whether the learner has just tried to get the answer out of the tutor, with nothing but numbers since.

        A number that answers a theorem or a worked example that was told since comes of that.
        """
        for exchange in reversed(self.exchanges):
            if _is_telling(turn):
                return False
            turn = exchange.turn
            if exchange.kinds & PRESSING or self.words.says("fishing", exchange.judged.message.text):
                return True
            if exchange.is_attempt or exchange.is_new or not exchange.kinds <= {Kind.VALUE, Kind.GUESS}:
                return False
        return False

    def _credit(self, judgement: Judgement) -> None:
        atom, claim = judgement.quantity, judgement.claim
        is_reason = shows_reason(judgement, self.reader.numbers) and judgement.way != "none"
        if is_reason or (atom is not None and atom not in self.reader.given and not judgement.is_answer):
            self.has_work = True
        if len(claim.relations) == 1:  # of several that it may say, nobody knows which was meant
            said = claim.relations[0]
            if isinstance(said, Fact):
                self.facts.add(said)
            elif tuple(said) not in self.equations:
                self.equations.append(tuple(said))
        if len(claim.sides) == 2 and is_reason and claim.sides not in self.equations:
            self.equations.append(claim.sides)
        if isinstance(atom, Letter | Quantity):
            if judgement.is_answer or atom != self.reader.proof.goal:  # the goal as a calculation is still to be worked out
                self.shown.add(atom)
            if self.error is not None and any(found.atom == atom for found in self.reader.proof.steps[self.error.step].solved):
                self.put_right.append(self.error)
                self.error = None
        if judgement.is_answer:
            self.is_solved = True
            self.error = None

    def _blame(self, judgement: Judgement, text: str) -> None:
        claim = judgement.claim
        idea = judgement.misconception
        step = self.reader.locate(claim, frozenset(self.shown))
        if idea is not None and claim.is_arithmetic:  # it names no part; the idea says which step it would replace
            step = self.reader.judge.ideas.step_of(idea)
        if isinstance(judgement.quantity, Letter | Quantity):
            self.shown.discard(judgement.quantity)
        # Who has gone over to another value waits for no reason of the earlier one.
        self.pending = [one for one in self.pending if one.quantity != judgement.quantity]
        if judgement.is_answer:
            self.is_solved = False
        is_set_up = self._is_all_but_found(judgement)
        if self.error is None or step < self.error.step:
            idea = self.reader.judge.ideas.at(step, claim, text, is_set_up=is_set_up) or idea
            # A slip is in the numbers, so the formula is quoted; a wrong idea is in the words.
            in_words = idea is not None and not idea.is_slip
            self.error = Error(claim, step, _sentence_around(text, claim, in_words=in_words), idea)
        elif step == self.error.step and self.error.misconception is None:
            idea = self.reader.judge.ideas.at(step, claim, text, is_set_up=is_set_up) or idea
            self.error = replace(self.error, misconception=idea)

    def _note_rule(self, judgement: Judgement, text: str) -> None:
        of_rule = [step for step in self.reader.proof.steps if step.rule_id in judgement.claim.rules]
        undone = (step for step in of_rule if not any(found.atom in self.shown for found in step.solved))
        step = next((step.index for step in (*undone, *of_rule)), None)
        if self.error is None and step is not None and not self.is_solved:
            idea = judgement.misconception or self.reader.judge.ideas.at(step, None, text)
            self.error = Error(None, step, text, idea)

    def diagnosis(self) -> Diagnosis:
        shown, named = frozenset(self.shown), frozenset(self.named)
        reader, current = self.reader, None
        if not self.is_solved:
            current = reader.in_play(frozenset({*shown, *self.facts}), named, self.equations, self.error)
        return Diagnosis(
            shown,
            named,
            self.error,
            None if current is None else reader.index_of(current),
            current,
            Stage.NOTHING if current is None else reader.stage_of(current, self.equations, named),
            self.is_solved,
            self.has_work,
            tuple(self.exchanges),
        )


def _guessed(claim: Claim) -> object:
    """Return what a guess is known by: its number, however it is written."""
    value = value_of(claim)
    return " = ".join(map(str, claim.sides)) if value is None else value


def _is_telling(turn: TutorTurn | None) -> bool:
    return turn is not None and turn.record is not None and turn.record.rung in _TELLING


def _is_number_alone(judged: Judged) -> bool:
    """Whether a message is one number, with a unit at most."""
    move = judged.message.moves[0]
    claim = move.claim
    if len(judged.message.moves) > 1 or move.kind is not Kind.VALUE or claim is None or not claim.is_bare:
        return False
    return len(_WORDS.findall(judged.message.text.replace(claim.text, "", 1))) <= bool(claim.unit)


def _is_power(claim: Claim) -> bool:
    """Whether a claim gives something a power of a number as its value, and nothing that it comes to."""
    return claim.worked is None and _POWER.search(claim.plain) is not None


def _is_alone(claim: Claim) -> bool:
    """Whether a value is said of no part: ``57``, ``then 57``."""
    return claim.worked is None and len(claim.names) == 1 and claim.names[0].sort in {"asked", "number"}


def _of_method(judgement: Judgement) -> Judgement:
    """Return a calculation that is asked about, and that a wrong idea makes, as not the way: "do i do 26² + 10² then"."""
    is_idle = judgement.misconception is not None and judgement.way != "goal" and judgement.claim.is_arithmetic
    is_idle &= len(judgement.claim.sides) == 1
    return judgement._replace(truth=Truth.WRONG, way=None) if is_idle else judgement


_MEANING = re.compile(r"\b(?:means?|heißt|bedeutet)\b")
"""Words of a question for the meaning of a word."""


def _is_said(text: str) -> bool:
    """Whether there are words around a number, and not the number alone."""
    return len(_WORDS.findall(text)) > _SHORT_QUESTION


def _kind_of(claim: Claim) -> Kind:
    """Return what a claim would be that is only asked about."""
    if claim.relation or claim.rules:
        return Kind.RELATION if claim.relation else Kind.THEOREM
    return Kind.WORKING if len(claim.sides) == 1 else Kind.EQUATION if claim.atom is None else Kind.VALUE


def _is_plain(step: Step, proof: Proof) -> bool:
    """Whether a step says only what everybody sees, such as that OB is a radius, on the way to something else."""
    return step.rule is not None and step.rule.level <= _PLAIN and step is not proof.steps[-1]


def _atoms_of(equation: object) -> set[Atom]:
    return {leaf for side in equation for leaf in unknowns(side)} if isinstance(equation, tuple) else set()


def _sentence_around(text: str, claim: Claim, *, in_words: bool) -> str:
    """Return the student's words around a claim, short enough to quote; ``in_words``: rather a clause than a formula."""
    text = next((line for line in text.splitlines() if claim.text in line), text)  # a quotation does not run over lines
    clauses = [clause.strip(" .,;:") for clause in _CLAUSE.split(text.strip()) if clause.strip(" .,;:")]
    whole = text.strip(" .,;:")
    # With fewer than three words that carry meaning a clause is a formula and its verb.
    worded = [clause for clause in clauses if in_words and len(_WORD.findall(clause.lower())) >= 3]
    with_claim = [clause for clause in clauses if claim.text in clause]
    fitting = [words for words in (whole, *worded, *with_claim, claim.text) if len(words.split()) <= _LONGEST_QUOTE]
    return fitting[0] if fitting else " ".join(claim.text.split()[:_LONGEST_QUOTE]) + "…"


def stated_reason(text: str) -> str | None:
    """Return what the student gives as a reason (``because ...``, ``I thought that ...``), when it is short enough to quote."""
    for match in _REASON.finditer(text):
        reason = match.group(1).strip(" .,;:")
        if 3 <= len(reason.split()) <= _LONGEST_QUOTE:  # "because of that" says nothing that could be quoted
            return reason
    return None
