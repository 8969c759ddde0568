"""Taking up what the learner said last: which of its moves is answered, and by which row of the table ``uptake.yaml``.

The table goes by the kind of move and the three judgements on its claim, so that arithmetic, truth and way are never one
verdict: a true sum by a wrong method is granted as a sum, and denied as a way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from gnomon.algebra import TWO_DECIMALS, constant, read_numbers
from gnomon.dialogue import Feedback, TutorTurn
from gnomon.packaged import packaged_yaml
from gnomon.problem import Expression, Letter, Number, Operation, Quantity, unknowns
from gnomon.tutor.message.moves import AT_ODDS, Claim, Kind, Move, has_unknowns, numbers_of
from gnomon.tutor.message.reckoning import is_of_something_else
from gnomon.tutor.message.vocabulary import role
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.glossary import find_terms
from gnomon.tutor.symbolic.judged import Judgement, is_sum
from gnomon.tutor.symbolic.parts import NAME
from gnomon.tutor.symbolic.progress import PRESSING, Exchange, is_elsewhere
from gnomon.tutor.symbolic.roots import are_roots
from gnomon.tutor.symbolic.settling import asks_which
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.words import Words

Then = Literal[
    "next",
    "ladder",
    "reason",
    "carry",
    "choose",
    "place",
    "place_size",
    "follows",
    "back",
    "back_plain",
    "clarify",
    "notation",
    "unit",
    "number",
    "belongs",
    "equals",
    "result",
    "again",
    "apply",
    "test",
    "none",
]
_NEAR = 0.05
"""Relative error up to which a wrong value may be called near."""
_ANSWERED_FIRST: tuple[Kind, ...] = (
    Kind.INJECTION, Kind.AUTHORITY, Kind.ASKS_ANSWER, Kind.ASKS_MEANING, Kind.DOUBT, Kind.GUESS, Kind.THEOREM,
    Kind.ASKS_WHAT_TO_DO, Kind.NOT_KNOWING, Kind.DENIAL, Kind.PLAN, Kind.FEELING, Kind.ACKNOWLEDGEMENT, Kind.GREETING,
    Kind.OTHER_LANGUAGE, Kind.OFF_TOPIC,
)  # fmt: skip
"""Of several moves without a judgement the first of these is answered."""
_LONGEST_TAG = 2
"""Words of a question that is put behind a statement."""
_QUOTE = re.compile(r"“[^”]*”|„[^“”]*[“”]")
"""The learner's own words in a turn of the tutor: to say them again is no echo."""
_FEWEST_LETTERS = 2
"""Letters of the learner's own in which half a theorem is known by its form."""
_REMEMBERED = 3
"""Turns of the tutor whose words may be said back to it."""
_LARGEST_COUNT = 4
"""Numbers up to it count something, or are powers."""
_OF_THEOREMS = frozenset({180.0, 360.0, 540.0, 720.0})
"""Sums of angles, which theorems bring to any figure."""
_NO_STATEMENT = frozenset(
    {
        Kind.DOUBT, Kind.GUESS, Kind.DENIAL, Kind.ASKS_ANSWER, Kind.ASKS_MEANING, Kind.ASKS_WHAT_TO_DO, Kind.AUTHORITY,
        Kind.INJECTION, Kind.NOT_KNOWING, Kind.OTHER_LANGUAGE, Kind.OFF_TOPIC, Kind.FEELING, Kind.TOO_LONG,
    }
)  # fmt: skip
"""Moves that say of nothing that it is so."""
_BEGGING = frozenset({Kind.ASKS_ANSWER, Kind.ASKS_WHAT_TO_DO, Kind.AUTHORITY, Kind.INJECTION})
"""Moves that ask the tutor to do something."""
_HELP = frozenset({"Guide", "SeeHighlight", "AskRelation", "ExplainConcept", "Revealing", "SeekKnowledge", "Calculate"})
"""Subacts of turns that give something to use."""


class Row(NamedTuple):
    """A row of the table; what is empty fits anything."""

    say: str
    feedback: Feedback
    then: Then
    kinds: frozenset[str] = frozenset()
    truth: frozenset[str] = frozenset()
    arithmetic: frozenset[str] = frozenset()
    way: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()

    def fits(self, heard: Heard) -> bool:
        """Whether the row is for what was heard."""
        judgement = heard.judgement
        return (
            _allows(self.kinds, heard.move.kind)
            and _allows(self.truth, judgement and judgement.truth)
            and _allows(self.arithmetic, judgement and judgement.arithmetic)
            and _allows(self.way, judgement and judgement.way)
            and self.needs <= heard.flags
            and not self.lacks & heard.flags
        )


class Heard(NamedTuple):
    """What a message is answered about."""

    move: Move
    judgement: Judgement | None
    """On its claim, where it has one."""
    flags: frozenset[str]
    """See the table."""
    said: str
    """The learner's words that are taken up."""
    right: str = ""
    """The words of another claim that is right, of a message that is right in part."""

    @property
    def row(self) -> Row:
        """The row of the table for it."""
        return next(row for row in rows() if row.fits(self))


@cache
def rows() -> tuple[Row, ...]:
    """Return the rows of the table, in order."""
    table: list[dict[str, Any]] = packaged_yaml(__package__, "uptake.yaml")["rows"]
    sets = {"kinds": "kinds", "truth": "truth", "arithmetic": "arithmetic", "way": "way", "if": "needs", "unless": "lacks"}
    return tuple(
        Row(row["say"], row["feedback"], row["then"], **{name: frozenset(row.get(key, ())) for key, name in sets.items()})
        for row in table
    )


def heard(diagnosis: Diagnosis, reader: Diagnostician, words: Words) -> Heard | None:
    """Return what the learner's last message is answered about; None before the first."""
    if not diagnosis.exchanges:
        return None
    exchange = diagnosis.exchanges[-1]
    judgement = _luring(exchange, reader) or _answered_claim(exchange)
    move = judgement.move if judgement is not None else _answered_move(exchange)
    turns = [earlier.turn for earlier in diagnosis.exchanges[-_REMEMBERED:] if earlier.turn is not None]
    of_words = _flags_of_words(move, judgement, exchange, turns, words)
    flags = frozenset(_flags(move, judgement, exchange, diagnosis, reader) | of_words)
    others = _apart(judgement, exchange)
    said = _with_value(judgement, exchange.judged.message.text) if judgement is not None else move.words
    return Heard(move, judgement, flags, said.strip(), others[-1].claim.text.strip() if others else "")


def _with_value(judgement: Judgement, text: str) -> str:
    """Return the words of a claim, with the number before them that they only give a name to: "48, thats angle RTS"."""
    said = judgement.claim.text
    value = constant(judgement.claim.sides[0]) if len(judgement.claim.sides) == 2 else None
    if judgement.move.kind is not Kind.VALUE or any(map(str.isdigit, said)) or value is None or said not in text:
        return said
    before = [match for match in _NUMBER.finditer(text, 0, text.index(said)) if float(match[0]) == value]
    return text[before[-1].start() : text.index(said) + len(said)] if before else said


def _luring(exchange: Exchange, reader: Diagnostician) -> Judgement | None:
    """Return the last calculation that gives what a wrong idea gives for the answer, where nothing else decides."""
    claims = exchange.claims
    if any(one.truth is Truth.WRONG or (one.truth.is_right and one.is_answer) for one in claims):
        return None
    right = [one for one in claims if one.truth.is_right]
    named = {one.value for one in right if not one.claim.is_arithmetic}
    named |= {constant(side) for one in right if one.claim.relation for side in one.claim.sides}
    if any(one.way == "goal" and one.move.kind is Kind.VALUE and not (one.is_given or one.claim.is_bare) for one in right):
        return None  # "at H theres 33 up and 33 down": that is built on
    lured = (one for one in reversed(claims) if is_lured(one, reader))
    # "Every corner is 108 bc 540/5" says of what it is: of that it is right.
    return next((one for one in lured if constant(one.claim.sides[-1]) not in named), None)


def _answered_claim(exchange: Exchange) -> Judgement | None:
    """Return the judgement that decides: the last wrong one, then one in doubt, then the right one that leads farthest."""
    judgements = exchange.claims
    # A calculation alone may be on the way by chance ("pi r squared" for the length of a circle).
    right = [judgement for judgement in judgements if judgement.truth.is_right and judgement.move.kind is not Kind.WORKING]
    is_on_way = any(judgement.way == "goal" for judgement in right)
    for truth in (Truth.WRONG, Truth.AMBIGUOUS):
        found = [judgement for judgement in judgements if judgement.truth is truth and not _ends_right(judgement, judgements)]
        if found and not (is_on_way and truth is Truth.AMBIGUOUS):  # what is clear is built on
            return found[-1]
    if _only_asks(exchange):
        return None
    is_found = any(judgement.is_answer and judgement.truth.is_right for judgement in judgements)
    if Kind.ASKS_MEANING in exchange.kinds and not is_found:  # a question deserves its answer, also beside a right claim
        return None
    right = [judgement for judgement in judgements if judgement.truth.is_right]
    leading = [judgement for judgement in right if judgement.way != "none"]
    new = [judgement for judgement in leading if judgement.quantity is None or judgement.quantity not in exchange.known_before]
    if leading and (astray := _led_astray(judgements)) is not None:
        return astray
    found = new or leading or right
    if all(judgement.move.kind is Kind.THEOREM and judgement.claim.is_reason for judgement in found):
        found = leading or right  # what a theorem is the reason of is said, known or not
    if not found:
        return judgements[-1] if judgements else None
    stated = [judgement for judgement in found if judgement.move.kind is not Kind.THEOREM]  # says more than a name
    return next((judgement for judgement in reversed(found) if judgement.is_answer), (stated or found)[-1])


def _only_asks(exchange: Exchange) -> bool:
    """Whether a size is asked about, and only a theorem stated: "is arc FL 60 then, everything is 60 in an equilateral one"."""
    asked = [move for move in exchange.judged.message.moves if move.kind is Kind.DOUBT and any(map(str.isdigit, move.words))]
    return bool(asked) and bool(exchange.claims) and all(each.move.kind is Kind.THEOREM for each in exchange.claims)


def _ends_right(judgement: Judgement, judgements: Sequence[Judgement]) -> bool:
    """Whether it is a link of a chain whose end is right: of ``MS² = 149 − 90 = 59`` the rounded 59 counts."""
    later = judgements[judgements.index(judgement) + 1 :]
    return any(
        each.claim.text == judgement.claim.text and each.claim.worked is not None and each.truth.is_right for each in later
    )


def _led_astray(judgements: Sequence[Judgement]) -> Judgement | None:
    """Return a last calculation that goes on from a right one to nowhere: ``15/6 = 2.5 and 8 + 2.5 = 10.5``."""
    *before, last = judgements
    results = {one.value for one in before if one.claim.is_arithmetic and one.truth.is_right}
    is_idle = last.truth.is_right and last.way == "none" and last.claim.is_arithmetic and len(last.claim.sides) > 1
    return last if is_idle and results & {*numbers_of(last.claim.sides[0])} else None


def _apart(judgement: Judgement | None, exchange: Exchange) -> list[Judgement]:
    """Return the right claims that lead somewhere and share no words with the one that is answered."""
    words = judgement.claim.text if judgement is not None else ""
    # "The bisector cuts it in half so 6": what a theorem says is not apart from what is wrongly concluded from it.
    is_wrong = judgement is not None and judgement.truth is Truth.WRONG
    claims = [other for other in exchange.claims if not (is_wrong and other.move.kind is Kind.THEOREM)]
    # A sum is right for itself; of other things those only that lead somewhere.
    right = (other for other in claims if other.truth.is_right and other is not judgement)
    right = (other for other in right if other.way != "none" or (is_wrong and is_sum(other.claim)))
    return [other for other in right if not words or (other.claim.text not in words and words not in other.claim.text)]


def _answered_move(exchange: Exchange) -> Move:
    moves = exchange.judged.message.moves
    ranked = [move for kind in _ANSWERED_FIRST for move in moves if move.kind is kind]
    found = ranked[0] if ranked else moves[-1]
    # "oder?" asks about all that stands before it.
    is_tag = found.kind is Kind.DOUBT and found.claim is None and len(found.words.split()) <= _LONGEST_TAG
    return found._replace(words=exchange.judged.message.text) if is_tag else found


def _flags(move: Move, judgement: Judgement | None, exchange: Exchange, diagnosis: Diagnosis, reader: Diagnostician) -> set[str]:
    error = diagnosis.error
    claim = judgement.claim if judgement is not None else move.claim
    rules = claim.rules if claim is not None else exchange.judged.message.rules
    found = {
        "repeated": exchange.is_repeated,
        # A right value on the way is confirmed all the same: only the answer is kept back.
        "withheld": exchange.withheld and (judgement is None or judgement.is_answer or not judgement.truth.is_right),
        "erring": error is not None,
        "number": any(character.isdigit() for character in move.words),
        "helped": exchange.turn is not None and exchange.turn.subact in _HELP,
        "key": any(step.rule_id in rules for step in reader.proof.steps),
    }
    if judgement is not None:
        others = _apart(judgement, exchange)
        found |= {
            "calculation": judgement.claim.is_arithmetic and not judgement.is_answer,
            "unfinished": judgement.quantity == reader.proof.goal and not judgement.is_answer,
            "asked": not any(judgement.move is move for move in exchange.judged.message.moves),
            "elsewhere": is_elsewhere(judgement, reader.numbers),
            "unit": judgement.has_wrong_unit,
            "seen": judgement.is_by_look,
            "meant": judgement.meant is not None,
            "piece": judgement.claim.is_arithmetic
            and (
                (judgement.misconception is None and reader.standing.is_piece(judgement.claim))
                or reader.fitting.is_size(judgement.claim.sides[0])
            ),
            "half_found": judgement.claim.is_arithmetic and reader.fitting.is_half_found(judgement.claim.sides[0]),
            "misfit": judgement.claim.is_arithmetic and reader.fitting.is_misfit(judgement.claim.sides[0]),
            # Who begged for the answer is not told how near a number comes.
            "near": _is_near(judgement, reader) and not any(each.kinds & PRESSING for each in diagnosis.exchanges),
            "mixed": judgement.truth is Truth.WRONG and bool(others),
            "summed": bool(others) and all(is_sum(other.claim) for other in others),
            "idea": error is not None and error.misconception is not None and not error.is_slip,
            "known": _is_known(judgement, exchange, reader),
            "lured": is_lured(judgement, reader),
            "product": reader.judge.ideas.of_product(judgement.claim) is not None,
            "circular": _is_circular(judgement.claim, reader),
            "leading": judgement.way == "goal" and not judgement.claim.is_bare,
            "astray": any(each.claim.is_arithmetic and each.way == "none" for each in exchange.claims),
            "loose": any(name.sort == "part" for name in judgement.claim.names) and judgement.quantity in reader.given,
            "as_asked": _is_rounded_as_asked(judgement, reader),
            "half_stated": is_half_of(judgement.claim, diagnosis),
            "corrected": judgement.truth.is_right and judgement.claim.text not in exchange.judged.message.text,
        }
    if judgement is None or judgement.truth in {Truth.UNKNOWN, Truth.AMBIGUOUS}:
        # "140" answers what was asked, and may not be meant for what it fits; of what is read in two ways nothing is known.
        is_tried = (claim is not None and claim.is_bare) or move.about == AT_ODDS
        found |= {"fits": not is_tried and fits_figure(exchange, reader)}
    if judgement is None and move.kind in {Kind.GUESS, Kind.PLAN, Kind.THEOREM}:
        found |= {"operands": _are_operands(move, reader), "roots": are_roots(move, diagnosis)}
    elif judgement is None and move.kind is Kind.DOUBT:
        truth = _truth_if_known(move, exchange, reader)
        found |= {"given_true": truth is True, "given_false": truth is False}
    return {flag for flag, holds in found.items() if holds}


def fits_figure(exchange: Exchange, reader: Diagnostician) -> bool:
    """Whether the numbers of a message that is not understood are sizes of this figure, and one of them is not given.

    Words that nobody reads lead to such numbers by sound thinking far more often than by chance: of 12 such statements in
    fresh conversations 11 were right. The answer is none of them: it is neither confirmed nor denied like that.
    """
    text, scene = exchange.judged.message.text, reader.judge.scene
    if any(name.word in _WHOLES for each in exchange.claims for name in each.claim.names):
        return False  # "circumference = 254.5" says of what it is
    if exchange.kinds & _NO_STATEMENT or any(each.truth.is_right or each.truth is Truth.WRONG for each in exchange.claims):
        return False
    if _ALGEBRA.search(text) or _RATIO.search(text):  # a factor of a letter is no size, and a ratio no sizes
        return False
    if "?" in text or is_of_something_else(text) or role("reported").search(text.lower()):
        return False
    sizes = [number.value for number in read_numbers(text) if number.role in {"value", "factor"}]
    found = [size for size in sizes if size > _LARGEST_COUNT and size not in _OF_THEOREMS and not scene.is_given(size)]
    goal = reader.judge.truth(reader.proof.goal)
    is_told = goal is not None and any(abs(size - goal) <= TWO_DECIMALS for size in found)
    return bool(found) and not is_told and all(scene.is_number(size) or scene.blocks.is_area(size) for size in found)


def _flags_of_words(
    move: Move, judgement: Judgement | None, exchange: Exchange, turns: Sequence[TutorTurn], words: Words
) -> set[str]:
    """Return the flags that hang on how something is said."""
    claim = judgement.claim if judgement is not None else move.claim
    text = exchange.judged.message.text
    said = words.telling(move.words)
    before = {word for turn in turns for word in words.telling(_QUOTE.sub(" ", turn.utterance))}
    rules_named = claim.rules if claim is not None else exchange.judged.message.rules
    known = {word for rule in rules_named for word in words.of_rule(rule)}
    is_stated = claim is not None and (claim.holds is not None or claim.is_reason)
    is_more = any(other.truth.is_right and other is not judgement and other.way == "goal" for other in exchange.claims)
    found = {
        # One word of a question may be the answer to it ("the hypotenuse").
        "echo": len(said) > 1 and said <= before and not is_more and not (judgement is not None and _is_placed(judgement)),
        "named_only": bool(rules_named) and not is_stated,
        "alone": not {word for word in said if not any(word.startswith(stem) or stem.startswith(word) for stem in known)},
        "final": (claim is not None and claim.unit != "") or words.says("final", text),
        "finished": words.says("final", text),
        "choice": words.says("either", move.words),
        "request": words.says("requests", text) and not (exchange.judged.message.is_heard and not exchange.kinds & _BEGGING),
        "chosen": words.says("choosing", text),
        "sight": words.says("by_sight", text),
        "telling": bool(NAME.search(move.words)) or bool(find_terms(move.words, words)),
        "why": words.says("why", text) and not words.says("concluding", text),
    }
    return {flag for flag, holds in found.items() if holds}


def _is_circular(claim: Claim, reader: Diagnostician) -> bool:
    """Whether a calculation comes back to a size that is given; of two given ones it says how they are related."""
    is_given, result = reader.judge.scene.is_given, constant(claim.sides[-1]) if claim.sides else None
    if not claim.is_arithmetic or claim.relation or result is None or not is_given(result):
        return False
    is_shared = any(isinstance(side, Operation) and side.symbol == "/" for side in claim.sides)
    numbers = (number for side in claim.sides for number in numbers_of(side))
    return not is_shared and not any(number != result and is_given(number) for number in numbers)


def _is_placed(judgement: Judgement) -> bool:
    """Whether a right claim says of named parts what was asked about them: to name them is more than to repeat the words."""
    claim = judgement.claim
    is_named = bool(claim.relations) or any(map(has_unknowns, claim.sides))
    return judgement.truth.is_right and judgement.move.kind is not Kind.THEOREM and is_named and not claim.names


def _is_rounded_as_asked(judgement: Judgement, reader: Diagnostician) -> bool:
    """Whether a problem that asks for decimals has them in what was said."""
    decimals = decimals_asked(reader)
    truth, value = reader.judge.truth(reader.proof.goal), judgement.value
    if decimals is None or truth is None or value is None or not judgement.is_answer:
        return False
    return is_rounding(truth, value, decimals)


def is_rounding(truth: float, value: float, decimals: int) -> bool:
    """Whether a value is the true one, rounded to some decimals."""
    return abs(truth - value) <= 0.5 / 10.0**decimals + 1e-9  # room for float noise


def decimals_asked(reader: Diagnostician) -> int | None:
    """Return how many decimals a problem asks for; None where it does not say."""
    asked = _DECIMALS.search(reader.problem.question.text.lower())
    return _COUNTS.get(asked["count"]) if asked is not None else None


def asks_exactly(reader: Diagnostician) -> bool:
    """Whether a problem asks for the exact value: a rounded one is right, and not all."""
    return re.search(r"\bexact\b", reader.problem.question.text.lower()) is not None


_DECIMALS = re.compile(r"\bto (?P<count>\w+) decimal")
_COUNTS = {"one": 1, "1": 1, "two": 2, "2": 2, "three": 3, "3": 3}
"""Decimals that a problem asks for."""
_ALGEBRA = re.compile(r"(?<![\w.])\d* ?[a-z]\b ?[-+−]|\d[a-z]\b")
"""An expression with a letter in it."""
_WHOLES = frozenset({"circumference", "perimeter", "area", "radius", "diameter"})
"""Words that say of what a number is the size."""
_RATIO = re.compile(r"\d ?(?:to|:|zu) ?\d")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def _are_operands(move: Move, reader: Diagnostician) -> bool:
    """Whether the values of a list are all given, and a step of the proof has them all: "both, 22 and 10"."""
    if asks_which(move.words):
        return False
    values = [float(number) for number in _NUMBER.findall(move.words)]
    for step in reader.proof.steps:
        atoms = {leaf for side in step.equation or () for leaf in unknowns(side)} & reader.given
        sizes = [size for atom in atoms if (size := reader.judge.truth(atom)) is not None]
        if len(values) > 1 and all(any(abs(size - value) <= TWO_DECIMALS for size in sizes) for value in values):
            return True
    return False


def is_lured(judgement: Judgement, reader: Diagnostician) -> bool:
    """Whether a calculation that comes out gives what a wrong idea gives for the answer: 2·π·60, where the diameter is 60."""
    claim, goal = judgement.claim, reader.proof.goal
    is_product = reader.judge.ideas.of_product(claim) is not None
    is_worked = (claim.is_arithmetic or is_product) and (len(claim.sides) == 2 or isinstance(claim.sides[0], Operation))
    is_true = judgement.truth.is_right or (judgement.move.kind is Kind.WORKING and judgement.truth is Truth.UNKNOWN)
    if not (is_true and is_worked) or judgement.way == "goal":
        return False
    truth, value = reader.judge.truth(goal), constant(claim.sides[-1])
    if truth is None or value is None or abs(truth - value) <= TWO_DECIMALS or reader.standing.is_piece(claim):
        return False
    match claim.sides[0]:
        case Operation("+" | "-" | "/") as written if reader.fitting.is_size(written):
            return False  # "48 + 16 = 64" is the square of what is sought, 360/6 the angle in the middle
    return reader.judge.ideas.of_equation(claim._replace(sides=(goal, claim.sides[-1]), names=())) is not None


def is_half_of(claim: Claim, diagnosis: Diagnosis) -> bool:
    """Whether an expression in letters of the learner's own is one side of what the theorem in play says: ``a² + b²``."""
    step = diagnosis.current
    own = {name.letter for name in claim.names if name.sort == "own"}
    if step is None or step.equation is None or len(claim.sides) != 1:
        return False
    if (named := {*unknowns(claim.sides[0])}) and not claim.names:
        sought = {found.atom for found in step.solved} & named
        return (
            bool(sought) and isinstance(claim.sides[0], Operation) and any({*unknowns(side)} == named for side in step.equation)
        )
    return len(own) >= _FEWEST_LETTERS and any(_form(side) == _form(claim.sides[0]) for side in step.equation)


def _form(expression: Expression) -> str:
    """Return how an expression is made, whatever its parts are; in a sum or a product their order is nothing."""
    match expression:
        case Operation(symbol, arguments):
            forms = [_form(argument) for argument in arguments]
            return f"{symbol}({', '.join(sorted(forms) if symbol in '+*' else forms)})"
        case Number():
            return str(expression)
    return "part"


def _is_near(judgement: Judgement, reader: Diagnostician) -> bool:
    if judgement.quantity is None:
        return False
    truth = reader.judge.truth(judgement.quantity)
    written = judgement.value
    if written is None and len(judgement.claim.sides) == 2:
        other = next((side for side in judgement.claim.sides if not has_unknowns(side)), None)
        written = reader.judge.truth(other) if other is not None else None
    return truth is not None and written is not None and abs(written - truth) <= _NEAR * abs(truth)


def _is_known(judgement: Judgement, exchange: Exchange, reader: Diagnostician) -> bool:
    """Whether a right claim says only what was given or established before."""
    if judgement.claim.relation:
        return judgement.is_given or any(fact in exchange.known_before for fact in judgement.claim.relations)
    plain = len(judgement.claim.sides) == 2 and any(isinstance(side, Number) for side in judgement.claim.sides)
    return plain and judgement.quantity is not None and judgement.quantity in {*exchange.known_before, *reader.given}


def _truth_if_known(move: Move, exchange: Exchange, reader: Diagnostician) -> bool | None:
    """Return whether what is asked holds, where it may be told: what is given, and what the learner has established."""
    claim = move.claim
    if claim is None:
        return None
    atom = claim.atom
    known = {*exchange.known_before, *reader.given}
    if not isinstance(atom, Quantity | Letter) or reader.judge.scene.canonical(atom) not in known:
        return None
    left, right = map(reader.judge.truth, claim.sides)
    return None if left is None or right is None else abs(left - right) <= TWO_DECIMALS


def _allows(allowed: frozenset[str], value: object) -> bool:
    return not allowed or (value is not None and str(value) in allowed)
