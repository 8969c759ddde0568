"""A short answer in the light of the question that it answers: "40", "half", "no", "the one at U", "JT", "pythagoras".

The answer is put into the gap of the question (`gnomon.tutor.message.question`), and the whole statement is judged as any other.
Where the question is not read, or the answer fits no gap of it, nothing is said of it: the tutor asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from gnomon.algebra import ExpressionError, constant
from gnomon.problem import Expression, Letter, Operation, Quantity, QuantityKind
from gnomon.tutor.message.moves import Claim, Kind, Move, has_unknowns
from gnomon.tutor.message.question import GAP, UNSURE, Question, is_about_it
from gnomon.tutor.symbolic.answer_words import (
    AND,
    COMPARISON,
    END,
    EQUAL,
    EQUALITY,
    FIRST,
    HANG,
    LEADING,
    LONGEST,
    MORE,
    NO,
    NO_ANSWER,
    NUMBER,
    SAID_SAME,
    SECOND,
    SHARE,
    SHARE_END,
    SMALLER,
    THE_NUMBER,
    THEY,
    TIMES,
    TOTAL,
    TURNED,
    UNIT,
    YES,
    bare,
)
from gnomon.tutor.symbolic.judged import Judged, Judgement, Way
from gnomon.tutor.symbolic.plain_words import in_known_words
from gnomon.tutor.symbolic.questions import as_statements, plainly
from gnomon.tutor.symbolic.retold import answer, in_own_words, is_open, opened, with_claim, with_sums
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.short_answers import ShortAnswers
from gnomon.tutor.symbolic.truth import SAME, Truth, compared

Read = Callable[[str], Judged]
"""Reads and judges a statement."""


def name_of(part: Expression | None) -> str | None:
    """Return the name by which the reader knows a part; None for what has none of its own."""
    if isinstance(part, Letter):
        return part.name
    if not isinstance(part, Quantity) or part.kind not in _NAMED:
        return None
    return f"{_NAMED[part.kind]} {''.join(part.points)}".strip() if part.kind not in {"radius", "diameter"} else _NAMED[part.kind]


_NAME = re.compile(r"(?:(?:the )?(?:angle|side|segment|line) )?[A-Z]{2,3}(?=,|$)")
"""The name of a part, alone or with words behind it that tell which it is."""
_KINDS: dict[str, QuantityKind] = {"arc": "arc", "angle": "angle", "side": "length"}
_NAMED = {"length": "", "angle": "angle", "arc": "arc", "arc_length": "arc", "radius": "the radius", "diameter": "the diameter"}


class Answering:
    """Reads answers to questions.

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
        named = _NAME.match(question.subject)
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

    def answered(self, judged: Judged, questions: Sequence[Question], asked: Expression | None) -> Judged:
        """Return a message as the answer to the first of several questions that it fits; as it was where it fits none.

        Args:
            judged: the message, judged by its own words.
            questions: of the turn before it, what was asked last first.
            asked: the quantity that the first of them asks for.
        """
        text = bare(judged.message.text)
        for at, question in enumerate(questions):
            if is_about_it(question):
                return opened(judged) if len(judged.message.moves) == 1 else judged
            found = self._whether(judged, question) if question.kind == "whether" else None
            found = found or (self._formula(judged, question) if question.kind == "rule" and question.subject else None)
            is_of_pair = question.kind == "link" and THEY.match(judged.message.text.strip()) is not None
            is_number = THE_NUMBER.fullmatch(text) or (question.kind == "size" and NUMBER.fullmatch(text))
            if found is None and (is_of_pair or is_open(judged) or is_number):
                found = self._completed(judged, text, question, asked if at == 0 else self.asked(question))
            if found is not None:
                return found
        return judged

    def _completed(self, judged: Judged, text: str, question: Question, asked: Expression | None) -> Judged | None:
        is_unsure = question.noun == UNSURE and NUMBER.fullmatch(text) is not None
        if not text or "?" in judged.message.text or len(text.split()) > LONGEST or is_unsure:
            return None
        if question.kind == "size":
            return self._sized(judged, question, text, asked)
        if question.kind == "choice":
            return self._chosen(judged, question, text)
        if question.kind == "use":
            return self._useful(judged, question, text)
        if question.kind == "link" and (more := MORE.fullmatch(text)) is not None:
            return self._compared_to(judged, question, more["more"])
        if question.kind == "rule" and not question.subject:
            return self._ruled(judged, text)
        if question.kind == "share" and NUMBER.fullmatch(text) and not SHARE.fullmatch(text) and not TIMES.fullmatch(text):
            return opened(judged)  # "90" is no part of anything
        if (kind := self._kind_of_angle(question, text)) is not None:
            return answer(judged, kind)
        return next(filter(None, (self._whole(judged, whole) for whole in self._wholes(question, text))), None)

    def _ruled(self, judged: Judged, text: str) -> Judged | None:
        """Return a theorem that is named as the right one, where it is used on a way; another one may do as well, too."""
        ways = self._scene.ways
        if ways is None or TURNED.search(text) or not any(map(ways.uses, judged.message.rules)):
            return None
        return answer(judged, Truth.RIGHT, judged.message.rules)

    def _whole(self, judged: Judged, whole: str) -> Judged | None:
        """Return a message as the statement that it makes with its question; None where that says nothing for sure."""
        found = self._read(whole)
        is_sure = found.verdict in {"right", "rounded", "wrong"} and not any(map(self._is_itself, found.judgements))
        return in_own_words(found, judged) if is_sure else None

    def _is_itself(self, judgement: Judgement) -> bool:
        """Whether something is said to be equal to itself."""
        sides = [self._scene.canonical(side) for side in judgement.claim.sides if isinstance(side, Quantity)]
        return len(sides) == 2 and sides[0] == sides[1]

    def _wholes(self, question: Question, text: str) -> Iterator[str]:
        """Yield the statements that an answer may make."""
        if question.kind == "share":
            end = SHARE_END.sub("", text)
            if SHARE.fullmatch(end):
                yield question.frame.replace(GAP, _as_percent(end))
            elif (times := TIMES.fullmatch(end)) is not None:
                yield question.frame.replace(f"{GAP} of", re.sub(r" (?:it|that|as \w+)$", "", times[0]))
        elif question.kind == "which":
            yield from self._names(question, text)
        elif question.kind == "link":
            yield from self._links(question, text)
        elif question.kind == "rule" and question.subject:
            yield f"{question.subject} is {text}"

    # quantities

    def _sized(self, judged: Judged, question: Question, text: str, asked: Expression | None) -> Judged | None:
        number = NUMBER.fullmatch(text)
        told = THE_NUMBER.fullmatch(text)
        if number is None and told is None:
            return self._shared(judged, question, text)
        value = told[1] if told is not None else text
        found = with_sums(self._read(question.frame.replace(GAP, value)))
        is_sure = found.verdict in {"right", "rounded", "wrong"}
        if not is_sure and asked is not None and _NAME.match(question.subject) is not None:
            return self._compared(judged, asked)  # "angle BHL, the one inside"
        if judged.verdict in {"right", "rounded"} and found.verdict != "wrong":
            return None  # of what is asked, or in all readings
        if found.verdict not in {"right", "rounded"} and self._is_two_sized(question.subject, value):
            return opened(judged)
        if not is_sure and asked is not None:
            return self._compared(judged, asked)
        if not is_sure:
            return self._of_none(judged, question.subject) or opened(judged)
        own = in_own_words(found, judged)
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        if judged.solved and isinstance(goal, Quantity | Letter) and found.verdict == "wrong":
            # Wrong of what was asked; that it is the size of what is sought is noted.
            return own._replace(judgements=tuple(each._replace(meant=goal, is_answer=False) for each in own.judgements))
        return own

    def _of_none(self, judged: Judged, subject: str) -> Judged | None:
        """Return a lone value as wrong of one of several parts, where no part of the kind has it; None for all else."""
        named = re.fullmatch(r"(?:one of (?:the|these|those) |(?:each|every|any)(?: of the)? )(arc|angle|side)s?", subject)
        parts = self._scene.parts.get(_KINDS[named[1]], ()) if named is not None else ()
        found = [self._value_of(part, judged, judged) for part in parts]
        is_wrong = bool(found) and all(each is not None and each.truth is Truth.WRONG for each in found)
        if not is_wrong or found[0] is None:
            return None
        wrong = found[0]._replace(quantity=None, is_answer=False)
        return judged._replace(message=judged.message._replace(moves=(wrong.move,)), judgements=(wrong,))

    def _is_two_sized(self, subject: str, value: str = "") -> bool:
        """Whether an arc is asked for that has degrees and a length here, and no unit tells which is said."""
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        has_length = isinstance(goal, Quantity) and goal.kind == "arc_length"
        return has_length and "arc" in subject.lower() and re.search(UNIT, f"{subject} {value}") is None

    def _compared(self, judged: Judged, asked: Expression) -> Judged | None:
        """Return a lone value as that of what is asked for."""
        answer = self._value_of(asked, judged, judged)
        return (
            None
            if answer is None
            else judged._replace(message=judged.message._replace(moves=(answer.move,)), judgements=(answer,))
        )

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

    def _shared(self, judged: Judged, question: Question, text: str) -> Judged | None:
        """Return ``half of it`` as said of what is asked for, where the statement says of what it is the half."""
        if not re.match(r"(?:half|double|twice|the same|a third|a quarter)\b.*\b(?:of|as|the|[A-Z]{2,3})\b", text):
            return None
        return self._whole(judged, question.frame.replace(GAP, text))

    def _formula(self, judged: Judged, question: Question) -> Judged | None:
        """Return a formula as that of what is asked for: wrong where it comes to another size here."""
        one = judged.judgements[0] if len(judged.judgements) == 1 else None
        subjects = in_known_words(question.subject, has_circle=bool(self._scene.diagram.circles))
        part = next(filter(None, (self.asked(Question("size", "", subject)) for subject in subjects)), None)
        size = None if part is None else self._scene.truth(part)
        if one is None or size is None or one.move.kind is not Kind.WORKING or not has_unknowns(one.claim.sides[0]):
            return None
        value = self._scene.truth(one.claim.sides[0])
        if value is None or abs(value - size) <= SAME * size:
            return None
        return judged._replace(judgements=(one._replace(truth=Truth.WRONG, way=None, quantity=None, is_answer=False),))

    # names

    def _names(self, question: Question, text: str) -> Iterator[str]:
        if question.noun.startswith("kind of"):
            noun = question.noun.removeprefix("kind of ")
            kind = re.match(
                r"(?:an? )?(?P<kind>right|acute|obtuse|straight|isosceles|equilateral|right[ -]angled"
                r"|scalene)(?: one)?\b(?! angled)",
                text,
                re.IGNORECASE,
            )
            if kind is not None and not re.match(rf"\W*(?:{noun}\b)", text[kind.end() :], re.IGNORECASE):
                yield question.frame.replace(GAP, f"a {kind['kind']} {noun}")
            else:
                yield question.frame.replace(GAP, text)
            return
        if re.search(r"\d", text):
            return
        if question.noun == "place":
            yield question.frame.replace(GAP, f"at {re.sub(r'^(?:at |in )', '', text)}")
            return
        several = AND.split(text)
        names = [self._named(each, question.noun) for each in several]
        if all(names):
            yield question.frame.replace(GAP, " and ".join(filter(None, names)))
        elif len(several) == 1 and re.match(r"(?:the|both)\b", text, re.IGNORECASE):
            noun = question.noun.split()[-1] if question.noun else "one"
            yield question.frame.replace(GAP, re.sub(r"\bone\b", noun, text) if "one" in text.split() else text)

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

    def _named(self, text: str, noun: str) -> str | None:
        """Return a name of the figure as the reader knows it: ``gkr`` is angle GKR, ``the U`` the angle at U."""
        match = re.fullmatch(
            r"(?P<the>(?:the )?(?:one at |(?:angle|side|line|arc|point|corner|vertex|segment"
            r"|∠)(?: at)?)?)\s*(?P<name>(?:[A-Za-z]'?){1,4})(?: one)?",
            text.strip(),
            re.IGNORECASE,
        )
        if match is None or not self._scene.diagram.at:
            return None
        points = set(self._scene.diagram.at)
        name = match["name"] if set(match["name"]) <= points else match["name"].upper()
        if (
            not set(name) <= points
            or len(set(name)) < len(name)
            or (len(name) == 1 and not match["the"] and match["name"].islower())
        ):
            return None
        is_angle = "angle" in noun or "corner" in noun or "angle" in match["the"].lower()
        if len(name) == 1:
            return f"the angle at {name}" if is_angle else f"point {name}"
        return f"angle {name}" if len(name) == 3 and is_angle else f"arc {name}" if "arc" in noun else name

    def _useful(self, judged: Judged, question: Question, text: str) -> Judged | None:
        """Return a part with its value, or parts that are needed, known or sought, as the answer to which are."""
        valued = re.fullmatch(
            r"(?P<name>.+?)\s*[,;:=]\s*(?:it'?s |is )?(?P<n>\d+(?:\.\d+)?) ?(?:°|degrees?)?", text, re.IGNORECASE
        )
        noun = question.noun or "angle"
        if valued is not None:
            name = self._named(valued["name"], noun)
            found = self._read(f"{name} is {valued['n']}") if name is not None else judged
            return in_own_words(found, judged) if name is not None and found.verdict in {"right", "rounded", "wrong"} else None
        names = [self._named(each, noun) for each in AND.split(text)]
        if not all(name is not None and self._is_so(name.split()[-1], question.frame) for name in names):
            return None
        return answer(judged, Truth.RIGHT)

    def _is_so(self, name: str, frame: str) -> bool:
        """Whether a part with this name is of use, given or sought, as a frame has it."""
        named = self._scene.named_in(name)
        if frame.endswith("known"):
            return bool(named) and named[0] in self._scene.given
        if frame.endswith("sought"):
            return bool(named) and self._scene.proof is not None and named[0] == self._scene.proof.goal
        return self._short.is_needed(name)

    # relations

    @staticmethod
    def _links(question: Question, text: str) -> Iterator[str]:
        one, other = question.options
        end = SHARE_END.sub("", text)
        if EQUAL.fullmatch(text):
            yield f"{one} and {other} are equal"
        elif (how := HANG.fullmatch(text)) is not None:
            yield f"{one} and {other} are {how['how']}"
        elif (total := TOTAL.fullmatch(text)) is not None:
            yield f"{one} and {other} make {total['n']} together"
        elif SHARE.fullmatch(end):
            yield f"{one} is {end} of {other}"
        elif (times := TIMES.fullmatch(text)) is not None:
            yield f"{one} is {times[0].split()[0]} {other}"
        elif re.match(r"half|double|twice|the same|as (?:big|long|large)|equal", text, re.IGNORECASE):
            yield f"{one} is {re.sub(r'(?i)of (?:both|them)(?: added| together)*', f'of the sum of {other}', text)}"

    # yes and no

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

    # choices

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


def _as_percent(share: str) -> str:
    """Return a decimal as the reader of shares knows it: 0.5 as 50%."""
    return f"{100 * float(share.replace(',', '.')):.10g}%" if re.fullmatch(r"0?[.,]\d+", share) else share


def _is_chosen(text: str, option: str) -> bool:
    words = re.findall(r"\w+", text.lower())
    wanted = [word for word in re.findall(r"\w+", option.lower()) if word not in {"the", "a", "an", "angle", "side"}]
    return bool(wanted) and all(word in words for word in wanted)
