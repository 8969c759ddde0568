"""Answers that decide: yes or no to what a question states, one of two that it offers, which of two is more.

The quantity that a question asks for is found here, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gnomon.algebra import ExpressionError, constant
from gnomon.problem import Expression, Letter, Operation, Quantity
from gnomon.tutor.message.moves import Claim, Kind, Move
from gnomon.tutor.message.question import GAP, Question, is_about_it
from gnomon.tutor.symbolic.answer_words import (
    COMPARISON,
    END,
    EQUALITY,
    FIRST,
    LEADING,
    NO,
    NO_ANSWER,
    NUMBER,
    SAID_SAME,
    SECOND,
    SMALLER,
    THEY,
    TURNED,
    UNIT,
    YES,
    bare,
)
from gnomon.tutor.symbolic.judged import Judged, Judgement, Way
from gnomon.tutor.symbolic.questions import as_statements, plainly
from gnomon.tutor.symbolic.retold import answer, in_own_words, is_open, with_claim
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.short_answers import ShortAnswers
from gnomon.tutor.symbolic.truth import SAME, Truth, compared

Read = Callable[[str], Judged]
"""Reads and judges a statement."""


NAMED_PART = re.compile(r"(?:(?:the )?(?:angle|side|segment|line) )?[A-Z]{2,3}(?=,|$)")
"""The name of a part, alone or with words behind it that tell which it is."""


class Deciding:
    """Judges decisions.

    Args:
        scene: of the problem.
        read: reads and judges a statement about it.
        short: says what is needed.
    """

    def __init__(self, scene: Scene, read: Read, short: ShortAnswers) -> None:
        self._scene = scene
        self._read = read
        self._short = short

    def asked(self, question: Question) -> Expression | None:
        """Return the quantity that a question asks for; None where it asks for none, or nobody can tell which."""
        if question.kind != "size" or is_about_it(question) or self._scene.is_at_no_centre(question.subject):
            return None
        named = NAMED_PART.match(question.subject)
        if named is not None and (parts := self._scene.named_in(named[0])):
            return parts[0]
        claims = self._read(f"{question.subject} is 77.7").message.claims
        sides = claims[0].sides if len(claims) == 1 and len(claims[0].sides) == 2 else ()
        if not sides or not isinstance(sides[0], Quantity | Letter):
            return None
        described = next((name for name in claims[0].names if name.letter == sides[0]), None)
        if described is None:
            return self._scene.canonical(sides[0])
        if described.sort not in {"part", "vertex", "answer"}:
            return None
        meanings = self._scene.narrowed(self._scene.meanings(described), question.subject)
        best = [each.expression for each in meanings if each.fit == min(meaning.fit for meaning in meanings)]
        sizes = [self._scene.truth(each) for each in best]
        is_one = (
            bool(sizes)
            and sizes[0] is not None
            and all(size is not None and abs(size - sizes[0]) <= SAME * sizes[0] for size in sizes)
        )
        return best[0] if len(best) == 1 or is_one else None

    def _whole(self, judged: Judged, whole: str) -> Judged | None:
        """Return a message as the statement that it makes with its question; None where that says nothing for sure."""
        found = self._read(whole)
        is_sure = found.verdict in {"right", "rounded", "wrong"} and not any(map(self._is_itself, found.judgements))
        return in_own_words(found, judged) if is_sure else None

    def _is_itself(self, judgement: Judgement) -> bool:
        """Whether something is said to be equal to itself."""
        sides = [self._scene.canonical(side) for side in judgement.claim.sides if isinstance(side, Quantity)]
        return len(sides) == 2 and sides[0] == sides[1]

    def _is_two_sized(self, subject: str, value: str = "") -> bool:
        """Whether an arc is asked for that has degrees and a length here, and no unit tells which is said."""
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        has_length = isinstance(goal, Quantity) and goal.kind == "arc_length"
        return has_length and "arc" in subject.lower() and re.search(UNIT, f"{subject} {value}") is None

    def _value_of(self, part: Expression | None, told: Judged, judged: Judged) -> Judgement | None:
        """Return a lone value that is ``told`` as that of a part; None where it is no such value, or the part has no size."""
        claims = told.message.claims
        size = None if part is None else self._scene.truth(part)
        if len(claims) != 1 or len(claims[0].sides) != 2 or size is None or not isinstance(part, Quantity | Letter):
            return None
        written = claims[0].sides[-1]
        value = constant(written)
        if value is None:
            return None
        truth, text = compared(size, value, written), judged.message.text
        claim = claims[0]._replace(text=text, read=claims[0].plain, sides=(part, written), names=())
        is_goal = self._scene.proof is not None and part == self._scene.proof.goal
        way: Way | None = "goal" if truth.is_right else None
        return Judgement(Move(Kind.VALUE, text, claim), claim, truth, None, way, part, value, is_answer=is_goal)

    def _kind_of_angle(self, question: Question, text: str) -> Truth | None:
        """Judge what kind of angle a named one is said to be; None where none is said, or its size is open."""
        kind = re.fullmatch(r"(?:an? )?(acute|right|obtuse|straight)(?: (?:one|angle))?", text, re.IGNORECASE)
        if kind is None or question.noun != "kind of angle":
            return None
        part = self.asked(Question("size", "", question.frame.removesuffix(f" is {GAP}")))
        size = None if part is None else self._scene.truth(part)
        if size is None:
            return None
        is_right, is_straight = abs(size - 90) <= SAME * 90, abs(size - 180) <= SAME * 180
        is_acute = size < 90 and not is_right
        kinds = {"acute": is_acute, "right": is_right, "straight": is_straight}
        return Truth.RIGHT if kinds.get(kind[1].lower(), not (is_acute or is_right or is_straight)) else Truth.WRONG

    def _whether(self, judged: Judged, question: Question) -> Judged | None:
        text = LEADING.sub("", judged.message.text.strip().replace("’", "'"))
        said = YES.match(text) or NO.match(text)
        if said is None:
            return None
        rest = text[said.end() :]
        if NO_ANSWER.match(rest) or "?" in rest or TURNED.search(rest):
            return None
        holds = NO.match(text) is None
        is_same = SAID_SAME.match(rest) is not None
        if is_same and not holds and EQUALITY.search(question.frame):
            return None  # "no, same" to whether they are equal
        statement = self._statement(question)
        if statement is None:
            return None
        claim, is_true = statement
        truth = Truth.RIGHT if is_true is holds else Truth.WRONG
        if not holds and (number := NUMBER.fullmatch(bare(rest))) is not None:
            return self._put_right(judged, question, claim, number[0], truth)
        is_all_read = not rest.strip(" ,.!:)") or is_same or not is_open(judged) or END.fullmatch(rest) is not None
        first = said[0]
        own = claim._replace(text=first, read=claim.plain, is_reason=False)
        return with_claim(judged, own, truth, first, ends=is_all_read)

    def _put_right(self, judged: Judged, question: Question, claim: Claim, number: str, truth: Truth) -> Judged | None:
        """Return ``no, 40`` as the value of what was asked about, where that settles it: "no" may be right where 40 is not."""
        part = next((side for side in claim.sides if isinstance(side, Quantity | Letter)), None)
        if part is None:
            return self._put_in(judged, question, number, truth)
        judgement = self._value_of(part, self._read(f"its {number}"), judged)
        if judgement is None or judgement.truth.is_right is not truth.is_right:
            return None
        return judged._replace(
            message=judged.message._replace(moves=(judgement.move,), unread="", has_unread_end=False), judgements=(judgement,)
        )

    def _put_in(self, judged: Judged, question: Question, number: str, truth: Truth) -> Judged | None:
        """Return ``no, 360`` as the statement of the question with this number in the place of its own."""
        told = re.findall(r"\d+(?:\.\d+)?", question.frame)
        if len(told) != 1:
            return None
        statement = self._statement(question._replace(frame=question.frame.replace(told[0], number)))
        return answer(judged, truth) if statement is not None and statement[1] is truth.is_right else None

    def _statement(self, question: Question) -> tuple[Claim, bool] | None:
        """Return what is asked whether it is so, with its truth; None where nobody can tell, or readings differ."""
        if re.search(r"\d", question.frame) and self._is_two_sized(question.frame):
            return None
        plain = plainly(question.frame)
        if (comparison := COMPARISON.match(plain)) is not None:
            order = self._order(comparison["one"], comparison["other"])
            if order is None:
                return None
            wanted = -1 if comparison["more"].lower() in SMALLER else 1
            return Claim(question.frame, relation="short answer"), order == wanted
        found: list[tuple[Claim, bool]] = []
        for statement in [question.subject] if question.subject else as_statements(f"{plain}?"):
            judged = self._read(statement)
            if judged.verdict in {"right", "rounded", "wrong"} and len(judged.judgements) == 1:
                found.append((judged.judgements[0].claim, judged.verdict != "wrong"))
        return found[0] if found and len({is_true for _, is_true in found}) == 1 else None

    def _chosen(self, judged: Judged, question: Question, text: str) -> Judged | None:
        chosen = [option for option in question.options if _is_chosen(text, option)]
        if FIRST.fullmatch(text) or SECOND.fullmatch(text):
            chosen = [question.options[0] if FIRST.fullmatch(text) else question.options[1]]
        is_same = SAID_SAME.match(text) is not None
        if question.adjective:
            order = self._order(*question.options)
            if order is None or (len(chosen) != 1 and not is_same):
                return None
            wanted = -order if question.adjective in SMALLER else order
            said = 0 if is_same else 1 if chosen[0] == question.options[0] else -1
            return answer(judged, Truth.RIGHT if said == wanted else Truth.WRONG)
        if len(chosen) != 1:
            return None
        kind = self._kind_of_angle(question._replace(noun="kind of angle"), chosen[0])
        if kind is not None:
            return answer(judged, kind)
        return self._whole(judged, question.frame.replace(GAP, chosen[0]))

    def _compared_to(self, judged: Judged, question: Question, more: str) -> Judged | None:
        """Return ``its bigger`` as said of the first of two parts."""
        order = self._order(*question.options) if THEY.match(judged.message.text) is None else None
        if order is None:
            return None
        truth = Truth.RIGHT if order == (-1 if more.lower() in SMALLER else 1) else Truth.WRONG
        return answer(judged, truth)

    def _order_to(self, one: str, number: str) -> int | None:
        """Return how a part compares with a number in the unit of its size (`_order`)."""
        part = self.asked(Question("size", "", one))
        size = None if part is None else self._scene.truth(part)
        value = re.match(r"\d+(?:\.\d+)?", number)
        if size is None or value is None:
            return None
        apart = size - float(value[0])
        return 0 if abs(apart) <= SAME * size else 1 if apart > 0 else -1

    def _order(self, one: str, other: str) -> int | None:
        """Return 1 where the first of two parts is larger, -1 where the other is, 0 where they are equal; None: open."""
        if (number := NUMBER.fullmatch(other.strip())) is not None:
            return self._order_to(one, number[0])
        parts = [self.asked(Question("size", "", each)) for each in (one, other)]
        if parts[0] is None or parts[1] is None:
            return None
        try:
            ratio = self._scene.truth(Operation("/", (parts[0], parts[1])))
        except ExpressionError:
            return None
        return None if ratio is None else 0 if abs(ratio - 1) <= SAME else 1 if ratio > 1 else -1


def _is_chosen(text: str, option: str) -> bool:
    words = re.findall(r"\w+", text.lower())
    wanted = [word for word in re.findall(r"\w+", option.lower()) if word not in {"the", "a", "an", "angle", "side"}]
    return bool(wanted) and all(word in words for word in wanted)
