"""A short answer in the light of the question that it answers: "40", "half", "no", "the one at U", "JT", "pythagoras".

The answer is put into the gap of the question (`gnomon.tutor.message.question`), and the whole statement is judged as any other.
Where the question is not read, or the answer fits no gap of it, nothing is said of it: the tutor asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gnomon.problem import Expression, Letter, Quantity, QuantityKind
from gnomon.tutor.message.moves import Kind, has_unknowns
from gnomon.tutor.message.question import GAP, UNSURE, Question, is_about_it
from gnomon.tutor.symbolic.answer_words import (
    AND,
    EQUAL,
    HANG,
    LONGEST,
    MORE,
    NUMBER,
    SHARE,
    SHARE_END,
    THE_NUMBER,
    THEY,
    TIMES,
    TOTAL,
    TURNED,
    bare,
)
from gnomon.tutor.symbolic.deciding import NAMED_PART, Deciding
from gnomon.tutor.symbolic.judged import Judged
from gnomon.tutor.symbolic.plain_words import in_known_words
from gnomon.tutor.symbolic.retold import answer, in_own_words, is_open, opened, with_sums
from gnomon.tutor.symbolic.truth import SAME, Truth


def name_of(part: Expression | None) -> str | None:
    """Return the name by which the reader knows a part; None for what has none of its own."""
    if isinstance(part, Letter):
        return part.name
    if not isinstance(part, Quantity) or part.kind not in _NAMED:
        return None
    return f"{_NAMED[part.kind]} {''.join(part.points)}".strip() if part.kind not in {"radius", "diameter"} else _NAMED[part.kind]


_KINDS: dict[str, QuantityKind] = {"arc": "arc", "angle": "angle", "side": "length"}
_NAMED = {"length": "", "angle": "angle", "arc": "arc", "arc_length": "arc", "radius": "the radius", "diameter": "the diameter"}


class Answering(Deciding):
    """Reads answers to questions.

    Args:
        scene: of the problem.
        read: reads and judges a statement about it.
        short: says what is needed.
    """

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
        if not is_sure and asked is not None and NAMED_PART.match(question.subject) is not None:
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

    def _compared(self, judged: Judged, asked: Expression) -> Judged | None:
        """Return a lone value as that of what is asked for."""
        answer = self._value_of(asked, judged, judged)
        return (
            None
            if answer is None
            else judged._replace(message=judged.message._replace(moves=(answer.move,)), judgements=(answer,))
        )

    def _shared(self, judged: Judged, question: Question, text: str) -> Judged | None:
        """Return ``half of it`` as said of what is asked for, where the statement says of what it is the half."""
        if not re.match(r"(?:half|double|twice|the same|a third|a quarter)\b.*\b(?:of|as|the|[A-Z]{2,3})\b", text):
            return None
        return self._whole(judged, question.frame.replace(GAP, text))

    def _formula(self, judged: Judged, question: Question) -> Judged | None:
        """Return a formula as that of what is asked for: wrong where it comes to another size here."""
        one = judged.judgements[0] if len(judged.judgements) == 1 else None
        subjects = in_known_words(question.subject, has_circle=bool(self._scene.diagram.circles))
        parts = [self.asked(Question("size", "", subject)) for subject in subjects]
        part = next((each for each in parts if each is not None), None)
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


def _as_percent(share: str) -> str:
    """Return a decimal as the reader of shares knows it: 0.5 as 50%."""
    return f"{100 * float(share.replace(',', '.')):.10g}%" if re.fullmatch(r"0?[.,]\d+", share) else share
