"""A dialogue as it is read, message by message: what is established, what is wrong and what was tried without a reason."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from gnomon.algebra import TWO_DECIMALS, constant
from gnomon.dialogue import TutorTurn
from gnomon.geometry import Atom, Proof
from gnomon.problem import Expression, Fact, Letter, Operation, Quantity, unknowns
from gnomon.tutor.message.continuing import Earlier
from gnomon.tutor.message.moves import Claim, Kind, numbers_of
from gnomon.tutor.symbolic.correcting import is_misstated
from gnomon.tutor.symbolic.diagnosed import Diagnosis, Error, Stage
from gnomon.tutor.symbolic.insisting import denied, held_on, is_said_in, number_in, said_again, value_of
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.judging import Judge
from gnomon.tutor.symbolic.progress import MOST_GUESSES, PRESSING, Exchange, is_elsewhere, shows_reason, spelled
from gnomon.tutor.symbolic.quoting import sentence_around, stated_reason
from gnomon.tutor.symbolic.settling import is_alone
from gnomon.tutor.symbolic.steps import Steps
from gnomon.tutor.symbolic.truth import Truth, results_of
from gnomon.tutor.symbolic.words import Words

_NAMING = frozenset({Kind.THEOREM, Kind.PLAN, Kind.DOUBT})
"""Moves that bring a theorem into play; to ask whether it is the one is to have thought of it."""
_PAIR = 2
"""Numbers of a message that may have made the lone value of the next; of more of them some pair makes almost anything."""
_SHARES = frozenset({0.5, 2.0})
"""Factors of halves and doubles, which need no result before them."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_TELLING = frozenset({"example", "concept", "concept_here"})
"""Rungs that tell a theorem, or show it at work."""


class State:
    """What the messages of a dialogue have come to so far.

    Args:
        judge: of the problem.
        proof: its proof.
        numbers: that the proof has.
        steps: say which step a claim belongs to.
        words: of the dialogue's language.
    """

    def __init__(self, judge: Judge, proof: Proof, numbers: Collection[float], steps: Steps, words: Words) -> None:
        self._judge = judge
        self._proof = proof
        self._numbers = numbers
        self._steps = steps
        self.words = words
        self.shown: set[Atom] = set()
        self.facts: set[Fact] = set()
        self.named: set[str] = set()
        self.equations: list[tuple[Expression, ...]] = []
        self.error: Error | None = None
        self.put_right: list[Error] = []
        """False ideas whose step was put right since; who says one again is back at it."""
        self.misstated = ""
        """The false theorem, or the calculation by a wrong idea, that was said last."""
        self.handed_in: float | None = None
        """What a product at the end of the attempt came to that is not the area sought."""
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
        self.spoken_of: Expression | None = proof.goal
        """What a learner gave a value last, or was asked for; at first what the problem asks for."""

    def earlier(self) -> Earlier:
        """Return what the learner's last message said."""
        last = self.exchanges[-1].judged.judgements if self.exchanges else ()
        came_to = next((each.value for each in reversed(last) if each.truth.is_right and each.value is not None), None)
        said = next((each for each in reversed(last) if each.value is not None and isinstance(each.quantity, Quantity)), None)
        if said is None or not isinstance(said.quantity, Quantity):
            return Earlier(came_to)
        return Earlier(came_to, said.value, said.quantity.kind == "angle")

    def take(
        self, text: str, turn: TutorTurn | None, judged: Judged, taken: Sequence[Judgement], asked: Expression | None
    ) -> None:
        """Take in a message.

        Args:
            text: its words.
            turn: the turn that it answers.
            judged: the message, read and judged.
            taken: the judgements on it that a turn goes by.
            asked: the quantity that the turn asks for.
        """
        self.spoken_of = (
            next((each.quantity for each in reversed(judged.judgements) if each.quantity is not None), asked) or self.spoken_of
        )
        before, num_equations, was_solved = self._established(), len(self.equations), self.is_solved
        claims = tuple(self._carried_on(judgement, text) for judgement in taken)
        claims = tuple(held_on(judgement, self.wrong, self._proof.goal) for judgement in claims)
        again = said_again(judged, claims, self.wrong, self.words)
        claims = claims if again is None else (again,)
        reasons = [judgement for judgement in claims if shows_reason(judgement, self._numbers)]
        is_reasoned = any(judgement.truth.is_right and judgement.way != "none" for judgement in reasons)
        self._note_named(judged)
        put_right = tuple(self.put_right)  # before this message: what puts an idea right may say it as well
        self.misstated = next((claim.claim.text for claim in reversed(claims) if is_misstated(claim)), self.misstated)
        worked = {each.value for each in reasons if each.claim.is_arithmetic and each.value is not None}
        withheld = [self._weigh(each, text, turn, is_reasoned=is_reasoned or each.value in worked) for each in claims]
        self.wrong |= denied(claim for claim, is_kept in zip(claims, withheld, strict=True) if not is_kept)
        if again is None:
            self._note_tried(judged, claims)
        self._go_back(text, put_right)
        if is_reasoned:
            self._credit_pending()
        if self.error is not None and not self.error.is_slip and (reason := stated_reason(text)) is not None:
            self.error = replace(self.error, sentence=reason)
        self.told |= {value for claim in claims if claim.truth is not Truth.WRONG for value in _results_of(claim)}
        words = spelled(judged)
        is_repeated = words in self.said or again is not None
        is_attempt = not is_repeated and (bool(reasons) or (bool(claims) and stated_reason(text) is not None))
        finds_answer = self.is_solved and not was_solved
        is_new = bool(self._established() - before) or len(self.equations) > num_equations or finds_answer
        self.said.add(words)
        is_idle = bool(claims) and all(is_elsewhere(judgement, self._numbers) for judgement in claims)
        self.exchanges.append(
            Exchange(turn, judged, claims, is_attempt, is_idle, is_new, finds_answer, is_repeated, any(withheld), before)
        )

    def put_right_misstated(self) -> None:
        """Let go of the error that was said wrongly: a number has put it right."""
        error = self.error
        if error is not None and (error.claim is None or error.claim.text == self.misstated):
            self.put_right.append(error)
            self.error = None

    def _established(self) -> frozenset[object]:
        return frozenset((*self.shown, *self.facts, *self.named))

    def _note_named(self, judged: Judged) -> None:
        """Note the rules that a message brings into play, but for what is wrong of them."""
        wrong = {id(judgement.move) for judgement in judged.judgements if judgement.truth is Truth.WRONG}
        for move in judged.message.moves:
            if move.kind in _NAMING and id(move) not in wrong:
                self.named |= set(move.claim.rules if move.claim is not None else judged.message.rules)

    def _note_tried(self, judged: Judged, claims: Sequence[Judgement]) -> None:
        """Note the questions and lists with numbers in them that nothing is judged of."""
        answered = {judgement.move.words for judgement in claims}
        for move in judged.message.moves:
            if move.kind in {Kind.GUESS, Kind.DOUBT} and move.words not in answered:
                number = number_in(move.words)
                self.tried |= {move.words.lower() if number is None else number} if any(map(str.isdigit, move.words)) else set()

    def _credit_pending(self) -> None:
        """Credit what waited for a reason; with one nothing counts as a search."""
        for judgement in self.pending:
            self._credit(judgement)
        self.pending = []
        self.guesses, self.tried = {}, set()

    def _carried_on(self, judgement: Judgement, text: str) -> Judgement:
        """Return the judgement on a claim in the light of what the learner said before it.

        A value that is said of no part may be what the numbers told last make ("8 by 5", then "40"), what a wrong equation
        should have come to, or the size of the part spoken of last ("OK is a radius", then "17"). A calculation whose numbers
        are results of earlier messages leads to the answer with them.
        """
        is_again = self.handed_in is not None and judgement.truth.is_right and value_of(judgement.claim) == self.handed_in
        if is_again and not judgement.is_answer and (idea := self._judge.ideas.of_product(judgement.claim)) is not None:
            return judgement._replace(way="none", misconception=idea)
        if judgement.truth.is_right or not self.exchanges:
            return judgement
        claim, last = judgement.claim, self.exchanges[-1].judged
        value = constant(claim.sides[-1]) if claim.sides else None
        if value is None or judgement.misconception is not None:
            return judgement
        if judgement.move.kind is Kind.WORKING:
            goal = self._judge.truth(self._proof.goal)
            is_own = all(number in self.told or number in _SHARES for number in numbers_of(claim.sides[0]))
            is_whole = is_own and goal is not None and abs(value - goal) <= TWO_DECIMALS
            return judgement._replace(truth=Truth.RIGHT, way="goal", value=value) if is_whole else judgement
        if not is_alone(claim):
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
        if judgement.truth is Truth.WRONG and (makes or self._judge.scene.sized_so(value, last.message.text) is not None):
            return judgement._replace(truth=Truth.UNKNOWN, quantity=None, is_answer=False)
        return judgement

    def _puts_right(self, value: float, wrong: Judgement) -> bool:
        """Whether a value is what a wrong equation should have come to: ``EK² = 13``, then ``36``."""
        sides = wrong.claim.sides
        if wrong.truth is not Truth.WRONG or len(sides) != 2 or not isinstance(sides[0], Operation):
            return False
        size = self._judge.truth(sides[0])
        return constant(sides[1]) is not None and size is not None and abs(size - value) <= TWO_DECIMALS

    def start_talking(self) -> None:
        """Forget how the lines of the attempt were said: the conversation begins.

        A product at the end of the attempt that a wrong idea takes for the area sought was handed in as that.
        """
        last = self.exchanges[-1] if self.exchanges else None
        if last is not None and last.claims and not self.is_solved and last.claims[-1].truth.is_right:
            claim = last.claims[-1]
            if (idea := self._judge.ideas.of_product(claim.claim)) is not None:
                self.handed_in = value_of(claim.claim)
                self._blame(claim._replace(way="none", misconception=idea), last.judged.message.text)
        self.exchanges, self.guesses, self.tried, self.pending, self.said = [], {}, set(), [], set()

    def _weigh(self, judgement: Judgement, text: str, turn: TutorTurn | None, *, is_reasoned: bool) -> bool:
        """Credit or blame a claim; return whether it is withheld, as one guess too many."""
        if not judgement.truth.is_right and judgement.truth is not Truth.WRONG:
            return False
        if judgement.move.kind is Kind.DENIAL and judgement.truth.is_right:
            return False  # to say what is not so establishes nothing
        if judgement.truth is Truth.WRONG and judgement.meant is not None:  # no answer, and right of something else
            part = judgement.meant if isinstance(judgement.meant, Letter | Quantity) else None
            self._credit(judgement._replace(truth=Truth.RIGHT, quantity=part, is_answer=False))
            return False
        goal, claim = self._proof.goal, judgement.claim
        about: object = judgement.quantity or claim.atom or (goal if claim.is_bare or goal in claim.sides else None)
        is_found = judgement.truth.is_right and self._is_all_but_found(judgement)
        has_reason = is_reasoned or shows_reason(judgement, self._numbers) or is_found
        if about is not None and not has_reason:
            tried, value = self.guesses.setdefault(about, set()), _guessed(claim)
            # Who begged before is told what is wrong, and not what is right.
            is_fished = judgement.is_answer and judgement.truth.is_right and self._fishes(turn)
            is_search = len(tried | self.tried) >= MOST_GUESSES or is_fished
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
        self.shown -= {found.atom for found in self._proof.steps[again.step].solved}
        self.error = again

    def _is_all_but_found(self, judgement: Judgement) -> bool:
        """Whether an equation that the learner has stated holds nothing unknown but what the value is of."""
        atom = judgement.quantity
        stated = ({self._judge.scene.canonical(leaf) for side in sides for leaf in unknowns(side)} for sides in self.equations)
        return atom is not None and any(leaves - self._judge.scene.given == {atom} for leaves in stated)

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
        is_reason = shows_reason(judgement, self._numbers) and judgement.way != "none"
        if is_reason or (atom is not None and atom not in self._judge.scene.given and not judgement.is_answer):
            self.has_work = True
        if len(claim.relations) == 1 and not claim.made:  # of several that it may say, nobody knows which was meant
            said = claim.relations[0]
            if isinstance(said, Fact):
                self.facts.add(said)
            elif tuple(said) not in self.equations:
                self.equations.append(tuple(said))
        # On from points that only the learner has nothing is proved.
        if len(claim.sides) == 2 and is_reason and claim.sides not in self.equations and not claim.made:
            self.equations.append(claim.sides)
        if isinstance(atom, Letter | Quantity):
            if judgement.is_answer or atom != self._proof.goal:  # the goal as a calculation is still to be worked out
                self.shown.add(atom)
            if self.error is not None and any(found.atom == atom for found in self._proof.steps[self.error.step].solved):
                self.put_right.append(self.error)
                self.error = None
        if judgement.is_answer:
            self.is_solved = True
            self.error = None

    def _blame(self, judgement: Judgement, text: str) -> None:
        claim = judgement.claim
        idea = judgement.misconception
        step = self._steps.locate(claim, frozenset(self.shown))
        if idea is not None and claim.is_arithmetic:  # it names no part; the idea says which step it would replace
            step = self._judge.ideas.step_of(idea)
        if isinstance(judgement.quantity, Letter | Quantity):
            self.shown.discard(judgement.quantity)
        # Who has gone over to another value waits for no reason of the earlier one.
        self.pending = [one for one in self.pending if one.quantity != judgement.quantity]
        if judgement.is_answer:
            self.is_solved = False
        is_set_up = self._is_all_but_found(judgement)
        if self.error is None or step < self.error.step:
            idea = self._judge.ideas.at(step, claim, text, is_set_up=is_set_up) or idea
            # A slip is in the numbers, so the formula is quoted; a wrong idea is in the words.
            in_words = idea is not None and not idea.is_slip
            self.error = Error(claim, step, sentence_around(text, claim, in_words=in_words), idea)
        elif step == self.error.step and self.error.misconception is None:
            idea = self._judge.ideas.at(step, claim, text, is_set_up=is_set_up) or idea
            self.error = replace(self.error, misconception=idea)

    def _note_rule(self, judgement: Judgement, text: str) -> None:
        of_rule = [step for step in self._proof.steps if step.rule_id in judgement.claim.rules]
        undone = (step for step in of_rule if not any(found.atom in self.shown for found in step.solved))
        step = next((step.index for step in (*undone, *of_rule)), None)
        if self.error is None and step is not None and not self.is_solved:
            idea = judgement.misconception or self._judge.ideas.at(step, None, text)
            self.error = Error(None, step, text, idea)

    def diagnosis(self) -> Diagnosis:
        """Say where the learner stands after what was taken in."""
        shown, named = frozenset(self.shown), frozenset(self.named)
        steps, current = self._steps, None
        if not self.is_solved:
            current = steps.in_play(frozenset({*shown, *self.facts}), named, self.equations, self.error)
        return Diagnosis(
            shown,
            named,
            self.error,
            None if current is None else steps.index_of(current),
            current,
            Stage.NOTHING if current is None else steps.stage_of(current, self.equations, named),
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


def _results_of(judgement: Judgement) -> Iterator[float]:
    """Yield the numbers that a claim comes to, with what it works out."""
    yield from (abs(value) for side in judgement.claim.sides if (value := constant(side)) is not None)
