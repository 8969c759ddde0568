"""Reading a learner's message: what it says, as moves. Whether a claim is true is asked of `gnomon.tutor.symbolic.judging`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

from gnomon.algebra import Verdict, compare, constant, read_numbers, substitute
from gnomon.problem import Expression, Letter, Number, Operation, Problem, Quantity, unknowns
from gnomon.tutor.message.accounts import account_of
from gnomon.tutor.message.begging import drop_begging
from gnomon.tutor.message.claims import claims_of, is_of_open_parts
from gnomon.tutor.message.clauses import Clause, Role, affirmed, as_statement, clauses
from gnomon.tutor.message.concluding import claims_something, concluded_size, is_told_again, needed, settled_on
from gnomon.tutor.message.continuing import NOTHING_EARLIER, Earlier, carry_on
from gnomon.tutor.message.ending import Ending, ending_of
from gnomon.tutor.message.formula import Item, Names, read_items
from gnomon.tutor.message.german import translate
from gnomon.tutor.message.lexicon import put_plainly
from gnomon.tutor.message.moves import CLAIMING, Claim, Kind, Move, has_unknowns, numbers_of
from gnomon.tutor.message.notation import write_out
from gnomon.tutor.message.reckoning import (
    goes_on,
    is_no_equation,
    is_of_something_else,
    pieces_of,
    results_of,
)
from gnomon.tutor.message.remainder import unread_end
from gnomon.tutor.message.rephrasing import rephrase
from gnomon.tutor.message.rewriting import Rewritten
from gnomon.tutor.message.said import Said
from gnomon.tutor.message.settling import settled
from gnomon.tutor.message.spelling import correct
from gnomon.tutor.message.statements import joins_relation, relations_of, rules_named, theorems_of
from gnomon.tutor.message.talk import talk_of
from gnomon.tutor.message.vocabulary import LONGEST_MESSAGE, intent, role
from gnomon.tutor.message.written_numbers import write_plainly

Intent = Literal[
    "claim", "rule", "reason", "method", "confusion", "plea", "authority", "guess", "question", "greeting", "agreement",
    "injection", "other_language", "offtopic", "empty", "unread",
]  # fmt: skip
_OR_PERCENT = re.compile(r"\bor (?:about )?\d+(?:\.\d+)? ?(?:%|percent|per cent)")
"""A number told once more: ``0.3 or 30%``."""
_RELATING = frozenset({"parallel", "perpendicular"})
"""Kinds of word for a relation, beside which parts may be said to be equally long, too."""
_TAG = re.compile(r"^\W*(?:yes|no|right|correct|ok|okay|true|or|is it|isnt it|isn't it|am i right|huh|innit)\b[\W\w]{0,8}$")
"""A question that is put behind a value."""
_TRIPLE = re.compile(r"^\W*\d[\d.,\s-]*(?:(?:is|are|its|=) )?(?:an? |the )?(?:famous |known |pythag\w+ )?tripp?le")
"""What three numbers in a row are called."""
_FORMER = re.compile(
    r"\b(?:i thought|i first|first i|at first|i had|before i|earlier i|i used to|i said|i did have|previously)\b"
)
"""Words that tell what was thought before."""
_UNMOVED = re.compile(
    r"\b(?:dont|don't|do not|stop|never) (?:tell|say|telling|saying)\b|\bif (?:its|it's|it is|thats|that's|im|i'm) "
)
"""Words with which a learner stays with what they said: ``dont tell me its wrong``, ``sorry if its wrong``."""
_MAYBE = re.compile(r"\b(?:maybe|perhaps|guess|mayb|prob|probably|might)\b")
_TAGGED = re.compile(r"\b(?:right|correct|true)\W*$")
"""A question at the end of a clause."""
_AS_WELL = re.compile(r"\W*(?:too|as well|also)\b")
"""Behind a value that another part has, too."""
_EACH = r"\b(?i:each|every|any)\s+"
"""Before what is said of all parts of a kind."""
_ASKING = re.compile(r"^\W*(?:can|could|does|do|is|are|should|would|may|must|will)\b")
"""The beginning of a question whether something is so."""
_THATS = re.compile(r"^\W*(?:that|thats|that's|that is|which is|this is)\b")
_OF_FIGURE = re.compile(r"answer|final|sum|angle|side|length|area|because")
"""Words of the figure: what ``that`` is said to be is no number of something else."""
_LED = re.compile(r"[a-z]{2,}\D*\d[\d.,]*\D*$|\d°? (?:left|remain(?:s|ing)?|missing)\b\D*$")
"""A word somewhere before the last number, or one behind it that says what it is left of."""
_GENERAL = re.compile(
    r"^\W*(?:an?|every|any) (?:angle|arc|chord|line|side|tangent) (?:in|on|at|of|over|between|from|inside|outside)\b"
    r"|^\W*(?:an?|every|any|all|two) (?:\w+ )?(?:angle|side|length|line|arc|chord|leg|radius|tangent|median|height)s?\b(?!.*\d)"
    r"|\b(?:angle|side)s?\b.* (?:of|in) (?:an?|any|every) (?:\w+ )?"
    r"(?:triangle|quadrilateral|parallelogram|rectangle|rhombus|trapez|kite)"
    r"|\bof (?:an?|any|every) (?:length|side|angle|arc|line|chord)\b(?!.*\d)|\bat a corner\b|\bbetween two corners\b"
)
"""A statement of figures in general."""
_MOST_MOVES = 40
"""Of one message; who writes more claims has pasted something."""
_INTENTS: dict[Kind, Intent] = {
    Kind.THEOREM: "rule", Kind.PLAN: "method", Kind.GUESS: "guess", Kind.DOUBT: "question", Kind.ASKS_MEANING: "question",
    Kind.ASKS_WHAT_TO_DO: "question", Kind.ASKS_ANSWER: "plea", Kind.AUTHORITY: "authority", Kind.INJECTION: "injection",
    Kind.NOT_KNOWING: "confusion", Kind.FEELING: "offtopic", Kind.ACKNOWLEDGEMENT: "agreement", Kind.GREETING: "greeting",
    Kind.OFF_TOPIC: "offtopic", Kind.OTHER_LANGUAGE: "other_language", Kind.UNREAD: "unread", Kind.EMPTY: "empty",
    Kind.TOO_LONG: "unread",
}  # fmt: skip


class Message(NamedTuple):
    """What a message says."""

    text: str
    moves: tuple[Move, ...]
    """What the learner does with it, in order; at least one."""
    rules: tuple[str, ...] = ()
    """Ids of rules that it names."""
    has_unread_end: bool = False
    """Whether it ends with a claim that is not read: then what comes before does not stand for the whole."""
    unread: str = ""
    """The statement at its end on which nothing that was read depends."""
    ending: Ending | None = None
    """The number that it ends with, told as something that is so."""
    is_heard: bool = False
    """Whether its moves were heard by somebody else than the grammar."""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What it claims, in the order said."""
        return tuple(move.claim for move in self.moves if move.kind in CLAIMING and move.claim is not None)

    @property
    def intent(self) -> Intent:
        """The kind of its main move, in a word."""
        kinds = [move.kind for move in self.moves]
        main = next((kind for kind in kinds if kind in CLAIMING and kind is not Kind.THEOREM), kinds[0])
        return _INTENTS.get(main, "claim")


_RATIO_OF_SEVERAL = re.compile(r"\b(?:areas|sides|lengths|perimeters)\b[^\d]{0,12}\d[\d.]* ?(?::|to) ?\d[\d.]*\W*$")
"""How two sizes of a kind are to each other, which is the value of none: ``areas 25:4``."""


def _but_ratio(move: Move) -> Move:
    is_ratio = move.kind is Kind.VALUE and _RATIO_OF_SEVERAL.search(move.words.lower()) is not None
    return Move(Kind.UNREAD, move.words) if is_ratio else move


def read_message(
    text: str,
    problem: Problem,
    asked: Expression | None = None,
    *,
    is_written_work: bool = False,
    earlier: Earlier = NOTHING_EARLIER,
) -> Message:
    """Read a learner's message about ``problem``.

    Args:
        text: the message, any text; of one of more than `LONGEST_MESSAGE` characters nothing is read.
        problem: gives the figure's names and the unknown letters.
        asked: what the tutor asked for last; a bare value is its value. None: the goal.
        is_written_work: whether it is a line of a solution, where two values for one thing are a mistake and not a guess.
        earlier: what the learner's message before it said, with which this one may go on ("minus 31", "and W too").

    Returns:
        The moves, and the rules named; a move of kind ``unread`` when nothing is understood.
    """
    if len(text) > LONGEST_MESSAGE:
        return Message("", (Move(Kind.TOO_LONG, ""),))
    written = Rewritten(text)
    drop_begging(written)
    write_plainly(written, problem.formal.letters if problem.formal is not None else ())
    points = problem.question.figure.points if problem.question.figure is not None else ()
    correct(written, points)
    rephrase(written, len(points))
    put_plainly(written)
    translate(written)
    carry_on(written, points, earlier)
    write_out(written, problem, Names(problem, asked))

    came_to = [] if earlier.came_to is None else [Number(Fraction(str(earlier.came_to)))]

    def read(text: str, *, ends: bool = False) -> Message:
        names = Names(problem, asked, results=[*came_to])
        return _read(text, names, is_written_work=is_written_work, ends=ends)

    message = read(written.text, ends=not is_written_work)
    is_claim = bool(message.claims) and not is_written_work
    unread = unread_end(written.text, lambda text: [claim.said for claim in read(text).claims]) if is_claim else ""
    moves = tuple(_in_own_words(move, written) for move in map(_but_ratio, message.moves))
    ending = message.ending and message.ending._replace(text=written.words(message.ending.text))
    return message._replace(text=written.original, moves=moves, unread=written.words(unread), ending=ending)


def _in_own_words(move: Move, written: Rewritten) -> Move:
    """Give a move back the words that the learner wrote."""
    claim = move.claim and move.claim._replace(text=written.words(move.claim.text), read=move.claim.text)
    return move._replace(words=written.words(move.words), claim=claim, about=written.words(move.about))


def _read(text: str, names: Names, *, is_written_work: bool, ends: bool) -> Message:
    lower = text.lower().replace("’", "'")
    named = tuple(rules_named(lower))
    if not any(character.isalnum() for character in text):
        return Message(text, (Move(Kind.EMPTY, text),), named)
    if intent("injection").search(lower):
        return Message(text, (Move(Kind.INJECTION, text),), named)
    reader = _Reader(names)
    for clause in clauses(text):
        reader.read(clause)
    if (account := account_of(reader, text)) is not None:
        reader.add(account)
    reader.is_elsewhere = is_of_something_else(text)
    moves = reader.moves if is_written_work else settled(reader, is_choice=role("choice").search(lower) is not None)
    ending = ending_of(reader, text) if ends else None
    moves = moves or list(talk_of(text, lower, reader.names.things))
    return Message(text, tuple(moves[:_MOST_MOVES]), named, reader.has_unread_end, ending=ending)


class _Reader(Said):
    """Reads the clauses of one message."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.formula: tuple[Claim, int] | None = None
        """A formula that says of parts of a kind how one comes from others (``area is side times side``), and its clause."""
        self.corrected: Claim | None = None
        """What was taken back, while nothing is put in its place."""
        self.is_correcting = False
        """Whether something was taken back and nothing put in its place yet."""

    def read(self, clause: Clause) -> None:
        """Add the moves of a clause; a lone value after a correction is of what was corrected."""
        self._note(clause)
        if self.is_correcting:
            clause = clause._replace(is_correction=True)
        corrected = self._corrected_by(clause)
        for move in self._clause_moves(clause):
            claim = move.claim
            is_it = claim is not None and claim.atom is not None and claim.is_of_asked
            if corrected is not None and claim is not None and is_it:
                claim = _put_right(corrected, claim)
            if claim is not None and not clause.is_correction:
                claim = self._continued(claim)
            if claim is not None and any(re.search(_EACH + re.escape(name.letter.name), clause.text) for name in claim.names):
                claim = claim._replace(is_of_each=True)
            if claim is not None and _AS_WELL.match(clause.text.partition(claim.text)[2].lower()):
                claim = claim._replace(is_further=True)
            if claim is not None and not clause.is_reason and self._names_last(claim):
                self.retracted.add(len(self.moves) - 1)
            concluded = None if claim is None else self._of_formula(claim)
            self.add(move._replace(claim=claim))
            if concluded is not None:
                self.add(Move(Kind.VALUE, move.words, concluded))

    def _note(self, clause: Clause) -> None:
        """Note what the words of a clause tell of how it is said."""
        self.num_clauses += 1
        if _FORMER.search(clause.text.lower()):
            self.former.add(self.num_clauses)
        if _MAYBE.search(clause.text.lower()):
            self.hesitant.add(self.num_clauses)
        if clause.is_conclusion and clause.joint != "then":
            self.conclusions.add(self.num_clauses)
        goes_on = self.num_clauses - 1 in self.reasons and (not clause.is_conclusion or clause.joint == "then")
        if clause.is_reason or goes_on:
            self.reasons.add(self.num_clauses)
        if read_numbers(clause.text):
            self.last_told = self.num_clauses
            self.is_led = clause.joint in {"so", "therefore", "thus", "hence"} or _LED.search(clause.text.lower()) is not None

    def _corrected_by(self, clause: Clause) -> Claim | None:
        """Return what a clause takes back, be it that the one before it did; note whether something has to come in its place."""
        self.is_correcting = clause.is_correction and not re.search(r"\d", clause.text)
        corrected = None
        if clause.is_correction:
            goes_on = self.corrected is not None and self.starts[-1:] != [self.num_clauses - 1]
            retracted = None if goes_on else self._retract()  # also what was said of the mistake itself
            corrected = self.corrected or retracted
        self.corrected = corrected if self.is_correcting else None
        return corrected

    def _of_formula(self, claim: Claim) -> Claim | None:
        """Return what a calculation says of the part whose formula stands before it: ``area is side times side so 12·15=180``."""
        before = self.moves[-1].claim if self.moves and self.starts[-1] == self.num_clauses - 1 else None
        if before is None and self.formula is not None and self.formula[1] == self.num_clauses - 1:
            before = self.formula[0]
        if before is None or len(before.sides) != 2 or not claim.is_arithmetic or len(claim.sides) != 2:
            return None
        part = self.names.described.get(before.sides[0]) if isinstance(before.sides[0], Letter) else None
        is_formula = part is not None and part.sort in {"part", "answer"} and not any(map(_has_number, before.sides))
        if (
            part is None
            or not is_formula
            or not isinstance(before.sides[1], Operation)
            or not isinstance(claim.sides[0], Operation)
        ):
            return None
        return claim._replace(sides=(part.letter, claim.sides[1]), names=(part,), worked=claim.sides[0])

    def _continued(self, claim: Claim) -> Claim:
        """Return a lone value as said of what the clause before speaks of, where it goes on from there.

        It rounds the value before it (``14 pi so 44 roughly``), or gives the value of parts that were said to be equal.
        """
        before = self.moves[-1].claim if self.moves and self.starts[-1] == self.num_clauses - 1 else None
        value = constant(claim.sides[-1]) if len(claim.sides) == 2 else None
        formula = self.formula[0] if self.formula is not None and self.formula[1] == self.num_clauses - 1 else None
        is_further = claim.text.lower().startswith("which is") and claim.atom in self.names.described
        if formula is not None and value is not None and is_further:  # "the height is 1.5 times the radius, i.e. 9"
            return claim._replace(sides=(formula.sides[0], claim.sides[-1]), names=formula.names[:1])
        if before is None or value is None or len(before.sides) != 2 or not claim.is_of_asked:
            return claim
        told = constant(before.sides[-1])
        is_result = told == value and claim.text.lower().startswith("which") and has_unknowns(before.sides[0])
        if is_result and isinstance(before.sides[-1], Operation):  # "angle Y is twice 35, which makes 70"
            return claim._replace(sides=(before.sides[0], claim.sides[-1]), names=before.names)
        # One per cent: what is said again is rounded.
        if told is not None and told != value and abs(told - value) <= 0.01 * abs(told):
            of = before.sides[-1] if before.is_arithmetic else before.sides[0]
            return claim._replace(sides=(of, claim.sides[-1]), names=before.names)
        if not has_unknowns(before.sides[1]) or self.names.goal in before.sides:
            return claim
        part = self.names.described.get(before.sides[0]) if isinstance(before.sides[0], Letter) else None
        if part is not None and part.sort == "vertex":  # "the angle at O is the same as the arc so 104"
            return claim._replace(sides=(part.letter, claim.sides[-1]), names=(part,))
        return (
            claim._replace(sides=(before.sides[0], claim.sides[-1]), names=()) if isinstance(before.sides[0], Quantity) else claim
        )

    def _names_last(self, claim: Claim) -> bool:
        """Whether ``thats the middle line`` says of what the lone value before it is."""
        last = self.moves[-1] if self.moves else None
        is_named = claim.atom is not None and not claim.is_bare and last is not None and last.kind is Kind.VALUE
        if last is None or last.claim is None or not is_named or self.starts[-1] != self.num_clauses - 1:
            return False
        is_conclusion = _THATS.match(claim.text.lower()) is not None
        return is_conclusion and last.claim.is_bare and set(last.claim.sides) & set(claim.sides) != set()

    def _retract(self) -> Claim | None:
        """Take back the last clause that gave a value; return what it said of it."""
        for index in range(len(self.moves) - 1, -1, -1):
            if self.moves[index].kind in {Kind.VALUE, Kind.EQUATION} and index not in self.retracted:
                start = self.starts[index]
                self.retracted |= {other for other, each in enumerate(self.starts) if each >= start}  # with its reason
                self.retracted |= self._solved_by(index)
                claim = self.moves[index].claim
                if claim is not None and claim.is_reason and claim.is_arithmetic:
                    return self._retract() or claim  # with what it was the reason for
                return claim
        return None

    def _solved_by(self, index: int) -> set[int]:
        """Return the equation before a value that is taken back, where it comes from there: ``4x = 70, x = 17.5 oh no``."""
        claim = self.moves[index].claim
        before = self.moves[index - 1].claim if index and self.moves[index - 1].kind is Kind.EQUATION else None
        value = None if claim is None else constant(claim.sides[-1])
        if claim is None or before is None or value is None or not isinstance(claim.atom, Letter):
            return set()
        number = Number(Fraction(str(value)))
        sides = [constant(substitute(side, lambda leaf: number if leaf == claim.atom else leaf)) for side in before.sides]
        is_solved = None not in sides and len(set(sides)) == 1
        return {index - 1} if is_solved and any(map(has_unknowns, before.sides)) else set()

    def _clause_moves(self, clause: Clause) -> Iterator[Move]:
        items = read_items(clause.text, self.names)
        values = [item for item in items if item.kind == "expr"]
        numbers = [item for item in values if item.expression is not None and constant(item.expression) is not None]
        stated = list(self._claims(items, clause))
        is_stated = any(move.claim is None or move.claim.relation != "faces" for move in stated)  # that only places what follows
        self._remember(values, is_stated=is_stated)
        claim = stated[0].claim if stated else None
        text = clause.text.strip()
        found = clause.role(numbers[0].end if numbers else None, values[-1].end if values else None)
        concluded = None if stated and found is Role.CLAIMED else concluded_size(self, clause) or needed(self, clause, items)
        if concluded is not None:
            yield concluded
            return
        is_told = found is Role.CLAIMED and not clause.is_question and not clause.is_correction
        if found is Role.BOUNDED and any(move.claim is not None and move.claim.relation == "greater" for move in stated):
            # Nothing is held back: one part is compared with another; "can LJ be longer" asks.
            found = Role.ASKED if _ASKING.match(clause.text.lower()) else Role.CLAIMED
        self.is_account &= is_told or not re.search(r"\d", clause.text)
        if len(numbers) > 2 and _TRIPLE.match(clause.text.lower()):
            self.is_account = False
            return  # "6 8 10 is a triple"
        is_related = any(move.kind is Kind.RELATION for move in stated)  # "OR cuts FH into 6 and 10"
        if numbers and not is_related and _is_listed(clause.text.lower(), numbers):
            self.is_account = False
            yield Move(Kind.GUESS, text, claim)
        elif not values and self.moves and self._takes_back(clause, stated):
            self._take_back(Kind.DOUBT if clause.is_question else Kind.DENIAL)
        elif found is Role.CLAIMED and clause.is_question and (_is_asked(stated) or _TAGGED.search(text.lower())):
            yield Move(Kind.DOUBT, text, _asked_about(stated))
        elif found is Role.CLAIMED:
            silent = {"stop", "and", "gap"}
            is_list = len(numbers) > 1 and len(numbers) == len([item for item in items if item.kind not in silent])
            is_list &= not self._counts_up([constant(item.expression) for item in numbers if item.expression is not None])
            stated = self._by_numbers(items, clause, stated) or stated
            if not stated and len(numbers) == 1 and items[items.index(numbers[0]) - 1].kind == "equals":
                # "Whole right is 12.5, minus the 5": with what is told of something that is not read the next clause goes on.
                self.names.results += [number.expression for number in numbers if isinstance(number.expression, Number)]
            yield from stated or ([Move(Kind.GUESS, text)] if is_list else [])
            yield from settled_on(self, clause, stated)
            self.is_account &= not is_list
            self.told += [each.value for each in read_numbers(clause.text) if each.text.lower() != "one"]
            self.has_unread_end = not stated and (self.has_unread_end or claims_something(self, clause, items))
        elif values or claim is not None or found is Role.ASKED:
            yield from self._unclaimed(found, text, claim, has_number=bool(numbers))

    def _by_numbers(self, items: Sequence[Item], clause: Clause, stated: Sequence[Move]) -> list[Move]:
        """Return what the numbers of a clause tell, where its words are not read, or not all, or make one number another."""
        if any(move.kind is Kind.THEOREM for move in stated):
            return []  # "two midpoints", and half of what
        claims = [move.claim for move in stated if move.claim is not None]
        is_read = bool(claims) and len(pieces_of(items)) <= len(claims)
        is_read &= not any(len(claim.sides) < 2 or is_no_equation(claim.sides) for claim in claims)
        # "52 with 71 gets me to 123": of what it is said stands before it.
        told = [item for item in items if item.is_number]
        is_read &= len(told) <= 1 or not any(claim.atom in self.names.described for claim in claims)
        is_open = all(claim.is_arithmetic or all(name.sort == "asked" for name in claim.names) for claim in claims)
        if clause.is_question or is_read or not is_open:
            return []
        results = self.names.results[: len(self.names.results) - len(claims)]
        found = results_of(items, clause.text, results[-1] if results else None, [*self.told, *sorted(self.names.stated)])
        if not found and len(claims) == 1 and is_no_equation(claims[0].sides) and goes_on(clause.text):
            letter = self.names.it()  # of what "minus 31 is 37" is taken is not known; what it comes to is said
            claim = claims[0]._replace(sides=(letter, claims[0].sides[-1]), names=(self.names.described[letter],))
            return [Move(Kind.VALUE, clause.text.strip(), claim)]
        if not found:
            return []
        self.names.results[:] = [*results, *(each.result for each in found if isinstance(each.result, Number))]
        text = clause.text.strip()
        return [Move(Kind.EQUATION, text, Claim(text, (each.calculation, each.result), unit=each.item.unit)) for each in found]

    def _counts_up(self, values: Sequence[float | None]) -> bool:
        """Whether each of several numbers is the one before it and a part more, as of sides that are walked along."""
        steps = [round((after or 0.0) - (before or 0.0), 9) for before, after in pairwise(values)]
        return len(values) > 2 and None not in values and self.names.stated.issuperset(steps)

    def _unclaimed(self, found: Role, text: str, claim: Claim | None, *, has_number: bool) -> Iterator[Move]:
        is_denied = found is Role.DENIED and not has_number  # a value that is denied is nobody's claim
        told = as_statement(text) if found is Role.ASKED else affirmed(text) if is_denied else None
        if claim is None and told is not None:
            clause = Clause(told, is_reason=False, is_question=False, is_correction=False)
            claim = _asked_about(list(self._claims(read_items(told, self.names), clause)))
            claim = claim and (claim if found is Role.ASKED else claim._replace(text=text))
        if found is Role.ASKED and claim is None and has_number and role("compared").search(text.lower()):
            yield Move(Kind.DOUBT, text)
        elif found is Role.DENIED:
            yield Move(Kind.DENIAL, text, claim)
        elif found is Role.BOUNDED and has_number and not is_told_again(self, text):
            yield Move(Kind.GUESS, text)
        elif found in {Role.ASKED, Role.SUPPOSED} and claim is not None:
            yield Move(Kind.DOUBT, text, claim)

    def _remember(self, values: Sequence[Item], *, is_stated: bool) -> None:
        """Keep what a clause names, for the pronouns of the next."""
        expressions = [item.expression for item in values if item.expression is not None]
        named = [leaf for expression in expressions for leaf in unknowns(expression)]
        self.names.spoken_of += [leaf for leaf in named if isinstance(leaf, Quantity)]
        spoken = [leaf for leaf in named if isinstance(leaf, Quantity) or self._is_measure(leaf)]
        self.names.subject = spoken[0] if len(spoken) == 1 and not is_stated else None
        parts = [expression for expression in expressions if isinstance(expression, Quantity | Letter)]
        named = [part for part in parts if self._is_named(part)]  # "L and S look at the same piece of circle"
        parts = named if len(named) > 1 else parts
        self.names.pair = tuple(parts) if len(parts) > 1 else self.names.pair

    def _is_named(self, part: Expression) -> bool:
        """Whether a part has its name, by its points or its corner."""
        described = self.names.described.get(part) if isinstance(part, Letter) else None
        return isinstance(part, Quantity) or (described is not None and described.sort == "vertex")

    def _is_measure(self, leaf: Letter) -> bool:
        """Whether a described part is called by a word of which a figure has one or two, such as the height."""
        described = self.names.described.get(leaf)
        return described is not None and described.word in {"height", "radius", "diameter", "hypotenuse"}

    def _claims(self, items: Sequence[Item], clause: Clause) -> Iterator[Move]:
        joint = joins_relation(items)
        if joint is None:
            yield from self._stated(items, clause)
            return
        for text in (clause.text[: joint.start], clause.text[joint.end :]):
            yield from self._claims(read_items(text, self.names), clause._replace(text=text))

    def _stated(self, items: Sequence[Item], clause: Clause) -> Iterator[Move]:
        theorems = theorems_of(clause.text, items)
        theorem = theorems[0] if theorems else None
        related = relations_of(items, self.names, clause.text) if theorem is None else []
        is_compared = any(move.claim is not None and move.claim.relation == "greater" for move in related)
        values = claims_of(items, self.names, clause.text) if related and not is_compared else []
        values = [move for move in values if move.claim is not None and not move.claim.names and len(move.claim.sides) > 1]
        if (
            related
            and not is_compared
            and any((item.kind == "same" and "len" in item.text) or item.text.startswith("long") for item in items)
        ):
            yield from claims_of([item for item in items if item.kind not in _RELATING], self.names, clause.text)
        if any(isinstance(move.claim.sides[-1], Number) for move in values if move.claim is not None):
            yield from values  # "YQG = 50 its isosceles"
            clause = clause._replace(is_reason=True)
        for stated in theorems or related:
            yield _marked(stated, clause)
        if theorem is None and not related and _GENERAL.search(clause.text.lower()):
            return  # what is said of any figure is said of no part of this one
        for move in () if related else claims_of(items, self.names, clause.text):
            if (sought := self._of_sought(move)) is not None:
                yield _marked(sought, clause)
                continue
            if is_of_open_parts(move):
                self.formula = None if move.claim is None else (move.claim, self.num_clauses)
                continue  # "the diagonal is the same as the side": some of them always are
            is_worked = move.claim is not None and any(isinstance(side, Operation) for side in move.claim.sides)
            if (
                theorem is None
                or self._gives_value(move, theorem)
                or (is_worked and move.claim is not None and move.claim.is_arithmetic)
            ):
                yield _marked(move, clause)

    def _of_sought(self, move: Move) -> Move | None:
        """Return what a product of parts comes to as the area that is sought: ``base times height gives 66``."""
        claim, goal = move.claim, self.names.goal
        is_area = isinstance(goal, Quantity) and goal.kind == "area"
        if claim is None or not is_area or len(claim.sides) != 2 or not isinstance(claim.sides[1], Number):
            return None
        left, parts = claim.sides[0], {name.letter for name in claim.names if name.sort == "part"}
        is_product = isinstance(left, Operation) and left.symbol in "*/" and len(parts) > 1 and set(unknowns(left)) == parts
        if not is_product:
            return None
        letter = self.names.it("it")
        return Move(Kind.VALUE, move.words, claim._replace(sides=(letter, claim.sides[1]), names=(self.names.described[letter],)))

    def _gives_value(self, move: Move, theorem: Move) -> bool:
        """Whether words that also name a theorem give a part its value: ``half the chord is 8``."""
        value = None if move.claim is None else constant(move.claim.sides[-1])
        is_total = value is None or value % 45 == 0 or value in {1, 2, 60, 0.5}
        return not is_total and theorem.claim is not None and theorem.claim.holds is not False and len(move.claim.sides) == 2  # type: ignore[union-attr]

    def _takes_back(self, clause: Clause, stated: Sequence[Move]) -> bool:
        """Whether a clause rejects the value before it, asks about it, or says that it is of something else."""
        lower = clause.text.lower().strip()
        is_rejected = role("rejected").search(lower) and not role("reported").search(lower)
        if is_rejected and not _UNMOVED.search(lower):
            return True
        if stated:
            return False
        last = self.moves[-1].claim
        is_loose = last is not None and last.is_bare and len(re.findall(r"[a-z]+", lower)) > 3
        is_other = _THATS.match(lower) is not None and _OF_FIGURE.search(lower) is None
        return (clause.is_question and _TAG.match(lower) is not None) or (is_loose and is_other)

    def _take_back(self, kind: Kind = Kind.DENIAL) -> None:
        """Turn the last value into what the learner denies or asks: ``57. no thats too big``."""
        for index in range(len(self.moves) - 1, -1, -1):
            if self.moves[index].kind is Kind.VALUE:
                self.moves[index] = self.moves[index]._replace(kind=kind)
                return


def _put_right(corrected: Claim, claim: Claim) -> Claim:
    """Return a value as that of what was corrected; a lone one as the other side of an equation: ``4x + 3 = 57, no wait, 75``."""
    if corrected.atom is not None:
        return claim._replace(sides=(corrected.atom, claim.sides[-1]), names=corrected.names)
    is_equation = len(corrected.sides) == 2 and isinstance(corrected.sides[1], Number) and not corrected.is_arithmetic
    if not is_equation or corrected.names or not claim.is_bare:
        return claim
    return claim._replace(sides=(corrected.sides[0], claim.sides[-1]), names=())


def _is_listed(lower: str, numbers: Sequence[Item]) -> bool:
    """Whether numbers are alternatives: ``57 or 58``, ``57 or the other``, ``or 58``."""
    lower = _OR_PERCENT.sub("", lower)
    if len(numbers) > 1:
        return role("listed").search(lower) is not None
    return role("listed").search(lower[numbers[0].end :]) is not None or re.match(r"\s*or\b", lower) is not None


def _asked_about(stated: Sequence[Move]) -> Claim | None:
    """Return what is asked whether it is so: of a chain its end, with the calculation that stands before it."""
    first = stated[0].claim if stated else None
    if first is None or not first.sides:
        return first
    claims = (move.claim for move in stated if move.claim is not None)
    chain = [claim for claim in claims if (claim.text, claim.sides[:1]) == (first.text, first.sides[:1])]
    begun, ended = constant(first.sides[-1]), constant(chain[-1].sides[-1])
    is_false = begun is not None and ended is not None and compare(begun, ended) is Verdict.WRONG
    return chain[-1] if is_false or chain[-1].worked is not None else first


def _is_asked(moves: Sequence[Move]) -> bool:
    """Whether behind a question mark nothing is claimed: values, equations to solve, or theorems that are only named are all."""
    is_named = all(move.kind is Kind.THEOREM and move.claim is not None and move.claim.holds is None for move in moves)
    is_set_up = all(move.kind is Kind.EQUATION and move.claim is not None and not move.claim.is_arithmetic for move in moves)
    return _is_mere_value(moves) or (bool(moves) and (is_named or is_set_up))


def _is_mere_value(moves: Sequence[Move]) -> bool:
    """Whether values are all that is said; behind a question mark they are asked, not claimed."""
    values = [move for move in moves if move.kind is Kind.VALUE and move.claim is not None]
    is_plain = all(
        move.claim is not None and isinstance(move.claim.sides[-1], Number) and move.claim.worked is None for move in values
    )
    is_right_angle = any(name.word == "angle" for move in values if move.claim is not None for name in move.claim.names)
    return bool(values) and len(values) == len(moves) and is_plain and not is_right_angle


def _marked(move: Move, clause: Clause) -> Move:
    """Note whether it is given as a reason."""
    return move if move.claim is None else move._replace(claim=move.claim._replace(is_reason=clause.is_reason))


def _has_number(expression: Expression) -> bool:
    """Whether a number other than a factor of a formula stands in an expression."""
    return any(value not in {0.5, 2.0, math.pi} for value in numbers_of(expression))
