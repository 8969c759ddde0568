"""What a question asks to be worked out, whatever the figure: sums, rests, equations, expressions, facts.

``169 − 25, what's that?``, ``6x + 6 = 30. So x?``, ``how many x do we have``, ``95, 80 and 70. Their sum?``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from gnomon.algebra import constant
from gnomon.packaged import packaged_yaml
from gnomon.problem import Expression, Letter, Operation, unknowns
from gnomon.tutor.message.reckoned import asks_sum, in_signs, told_in
from gnomon.tutor.symbolic.numbered.meant import Asked, Meant, Target, added, at_value, linear, number, solution
from gnomon.tutor.symbolic.scene import Scene

PART = re.compile(r"\b[A-Z]{2,4}\b")
"""The name of a part."""
_THEY = re.compile(r"\b(?:they|them|their|those|these|it|its|that|this)\b")
_POINTS_BACK = re.compile(
    r"^\W*(?:(?:so|and|now|then|well|ok|okay|right|good|yes|please|nice)\W+)*(?:(?:what|how much|how many"
    r"|which)(?:'s| is| are| does| do| did| would| will"
    r"| have)? ?(?:that|it|this|they|those|these|the (?:result|answer|sum|difference|total)|you (?:get|find"
    r"|have|got)|we (?:get|have)|left|comes? out"
    r"|does that|do you|do we|in all|in total|then|left over|remains?|come|comes|make|makes|give|gives|leave"
    r"|leaves|be|get|is|to|now|for x|units?"
    r"|altogether|together|over|out|have|got|u|is how (?:much|many))? ?)(?:\b(?:that|it|this|they|you|we"
    r"|get|give|gives|make|makes|come|comes|to|out|leave|leaves|left|be"
    r"|have|got|find|is|over|together|altogether|do|does|did|then|now|as a result|in total|for that|in all"
    r"|u|the result)\b ?)*\W*$",
    re.IGNORECASE,
)
"""A question that names nothing: what comes out of what was told before."""
_SIMPLIFY = re.compile(
    r"\b(?:simplif\w+|tidy|tidied|expand\w*|multipl(?:y|ied) (?:it )?out|without (?:the |any )?brackets?"
    r"|brackets? (?:away|off|out)|remove the brackets?"
    r"|collect\w*|add (?:\w+ )*up|add|adding|together|altogether|sum|total|put together|in short|shorter)\b"
)
_LEAVE = re.compile(r"\b(?:leave|leaves|left|remain\w*|rest|missing)\b")
_ROOT_OF = re.compile(r"\b(?:multiplied by itself|times itself|squared)\W+(?:gives?|is|makes?|equals)\b|\bwhich square\b")
_OF_THAT = re.compile(
    r"(?P<before>\b(?:roots?(?: of)?|half(?: of)?|twice|double|the square of|square|a third of|a quarter of) )(?:that|it|this)\b"
    r"|\b(?:that|it|this)(?P<behind>,? (?:squared|halved|doubled|\(?(?:times|divided by|minus|plus|over) \(?\d))"
)
_THEIR = re.compile(r"\b(?:their|the) (product|sum|difference|quotient)\b(?! of)")
_BARE_OPERATION = re.compile(
    r"^(?:(?:so|and|now|then|ok|well|what's|what is|take|its|the|square)\W+)*(?P<what>root|half|double|square)(?:"
    r" of)?(?: it)?\W*$"
)
_NEEDS = {"root": "√({n})", "half": "({n}/2)", "double": "(2·{n})", "square": "({n}^2)"}
_SPLIT = re.compile(
    r"\b(?:split|divide|share|cut)\w* (?:the |that |it )?(?P<n>\(?\d[\d.]*\)?)?.{0,30}?\b(?:into|in|between"
    r"|by|among) (?:the )?(?P<by>\d+)\b"
    r"(?:(?: \w+)? (?:equal|same)\w*)?"
)
_RESTS = re.compile(
    r"\b(?:left|remain\w*|over|rest|missing|third|last|middle|fourth|other|remaining)\b|\b(?:both|2)\b.*\btogether\b"
)
_EACH = re.compile(r"\beach\b|\b(?:one|1) of (?:them|these|those)\b")
_WITH_LETTER = re.compile(r"how many (?P<letter>[a-z])(?:'?e?s)?(?:'s)?\b(?!\w)")
_PLAIN = re.compile(
    r"\b(?:plain numbers?|numbers (?:alone|by themselves|on their own)|(?:terms|numbers) without (?:the |an )?[a-z]|constants?)\b"
)
_SUBJECT = re.compile(
    r"\b(?:alone|on its own|by itself|equal|is|what|how much|so|and|make|worth|value|comes?|out|then|gives?"
    r"|number|one|1)\b|\?|…|\.\.\.|="
)


@cache
def words() -> Any:  # noqa: ANN401 - plain YAML
    """Return the words of questions for numbers (``words.yaml``)."""
    return packaged_yaml(__package__, "words.yaml")


class Reckoning:
    """Finds what a question asks to be worked out.

    Args:
        scene: of the problem.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def readers(self) -> tuple[Callable[[Asked], Meant | None], ...]:
        """Return the readers of kinds of questions, what is surer first."""
        return (self.letters, self.algebra, self.of_letter, self.split, self.calculation, self.listed, self.fact)

    # letters

    def letters(self, asked: Asked) -> Meant | None:
        """How many x there are: in an equation what one side has more, of several expressions all together."""
        match = _WITH_LETTER.search(asked.signs)
        if match is None and _PLAIN.search(asked.signs) and not asked.told:
            found = linear(added(self._defined())) if len(self._defined()) > 1 else None
            return None if found is None else _sure(found[1])
        if match is None or match["letter"] not in asked.letters:
            return None
        equation = asked.equation
        before = (*asked.around, *(each for each in asked.told if each.end <= match.start()))
        expressions = [each.expression for each in before if each.other is None and any(unknowns(each.expression))]
        expressions = expressions if len({*expressions} - {Letter(match["letter"])}) > 1 or len(expressions) > 2 else []
        if len(expressions) > 1:
            return _sure(self._factor(added(expressions)))
        if equation is not None and equation.other is not None:
            sides = [linear(equation.expression), linear(equation.other)]
            if sides[0] is None or sides[1] is None:
                return None
            return _sure(abs(sides[0][0] - sides[1][0]))
        defined = self._defined()
        return _sure(self._factor(added(defined))) if len(defined) > 1 and self._is_all(asked, len(defined)) else None

    @staticmethod
    def _factor(expression: Expression) -> float | None:
        found = linear(expression)
        return None if found is None else found[0]

    def _defined(self) -> list[Expression]:
        """Return what the problem gives parts as, with letters."""
        return [each for each in self._scene.deduction.definitions.values() if any(unknowns(each))]

    @staticmethod
    def _is_all(asked: Asked, count: int) -> bool:
        text = " ".join((*(each.lower() for each in asked.context[-1:]), asked.signs))
        return re.search(rf"\b(?:all|{count})\b.*\b(?:expressions?|terms|angles|sides|parts|of them)\b", text) is not None

    def algebra(self, asked: Asked) -> Meant | None:
        """Find an expression that is to be written another way: added up, without its brackets."""
        text = " ".join((*(each.lower() for each in asked.context[-1:]), asked.signs))
        if asked.equation is not None or not _SIMPLIFY.search(text):
            return None
        told = [each.expression for each in asked.told or asked.around or asked.student if any(unknowns(each.expression))]
        told = told or [each.expression for each in (asked.around or asked.student) if any(unknowns(each.expression))]
        if not told and self._is_all(asked, len(self._defined())) and len(self._defined()) > 1:
            told = self._defined()
        whole = [each for each in told if not isinstance(each, Letter)]
        if not told and re.search(r"\b(?:it|that|this)\b", asked.signs) and asked.known:
            last = asked.known[-1]
            is_open = last.other is None and constant(last.expression) is not None and last.is_calculation
            return _sure(last.expression) if is_open else None
        if not whole or (len(whole) > 1 and not asks_sum(text) and not re.search(r"\badd", text)):
            return None
        if linear(added(whole)) is None or PART.search(asked.words):
            return None
        return Meant((Target(added(whole)),), is_sure=True, is_algebra=True)

    def of_letter(self, asked: Asked) -> Meant | None:
        """Find a letter, or an expression with it, of which the value is asked: by the equation in play, else the problem's."""
        if PART.search(asked.words):
            return None
        said_of = re.sub(r"\b(?:with|containing|without|has|have|the) (?:an? |the )?[a-z]\b(?! ?=)", "", asked.signs)
        told = told_in(said_of, asked.letters)
        subjects = [each for each in told if each.other is None and any(unknowns(each.expression))]
        if not subjects and asked.values and _POINTS_BACK.match(asked.words):
            subjects = [each for each in asked.around if each.other is None and any(unknowns(each.expression))][-1:]
        if len(subjects) != 1 or not _SUBJECT.search(asked.signs) or _WITH_LETTER.search(asked.signs):
            return None
        subject, equation = subjects[0].expression, asked.equation
        name = next((leaf.name for leaf in unknowns(subject) if isinstance(leaf, Letter)), None)
        if name is None:
            return None
        solved = None if equation is None else solution(equation)
        is_own = equation is not None and {Letter(name)} == {
            *unknowns(equation.expression),
            *unknowns(equation.other or number(0)),
        }
        known = asked.values.get(name, solved if is_own else None)
        true = self._scene.truth(Letter(name))
        if known is None:
            value = self._scene.truth(subject) if self._scene.truth(Letter(name)) is not None else None
        else:
            value = at_value(subject, known)
        if value is None:
            return None
        part = subject if isinstance(subject, Letter) else None
        is_true = known is None or true is None or abs(true - known) <= 1e-6 * max(1.0, abs(true))
        expression = number(value)
        return Meant((Target(expression, part if is_true and true is not None else None),), is_sure=True)

    # numbers

    def calculation(self, asked: Asked) -> Meant | None:
        """Find a calculation in the question; else, where it only points back, one in the sentence before it."""
        if self._has_part(asked):
            return None
        signs = self._put_in(asked)
        found = [each for each in told_in(signs, asked.letters) if each.is_calculation and constant(each.expression) is not None]
        if _ROOT_OF.search(asked.signs) and (numbers := asked.numbers(asked.told)):
            return _sure(Operation("sqrt", (numbers[-1],)))
        told = told_in(signs, asked.letters)
        if found and not any(each.other is not None for each in told):
            is_sure = (len(found) == 1 and not _LEAVE.search(signs)) or _is_left_of(signs)
            return Meant((Target(found[-1].expression),), is_sure=is_sure, is_ratio="how many times" in asked.words.lower())
        if found or not _POINTS_BACK.match(asked.words) or self._is_equation_before(asked):
            return None
        before = [each for each in asked.known if each.other is None]
        last = before[-1] if before else None
        is_open = last is not None and last.is_calculation and constant(last.expression) is not None
        return _sure(last.expression) if is_open and last is not None else None

    def before(self, asked: Asked) -> Meant | None:
        """Find a calculation that the sentence before the question ends with, whatever the question calls its result."""
        last = told_in(in_signs(asked.context[-1], asked.letters), asked.letters) if asked.context else []
        if (
            self._is_equation_before(asked)
            or len(last) != 1
            or not last[0].is_calculation
            or constant(last[0].expression) is None
        ):
            return None
        return _sure(last[0].expression)

    @staticmethod
    def _is_equation_before(asked: Asked) -> bool:
        """Whether the sentence before has an equation, which may be with parts of the figure: ``8/LJ = 10/6``."""
        return bool(asked.context) and "=" in asked.context[-1]

    def _put_in(self, asked: Asked) -> str:
        """Return the question in signs, with the number before it for the pronoun behind "half of"."""
        numbers = asked.numbers(asked.around) or asked.numbers(asked.student) or self._results(asked)
        back, first = _OF_THAT.search(asked.signs), asked.told[0] if asked.told else None
        if back is not None and first is not None and first.is_calculation and first.end <= back.start():
            whole = f"({first.text.replace(' ', '')})"
            return in_signs(
                _OF_THAT.sub(lambda match: f"{match['before'] or ''}{whole}{match['behind'] or ''}", asked.signs[first.end :])
            )
        if not numbers:
            return asked.signs
        last = f"({numbers[-1]})".replace(" ", "")
        if (bare := _BARE_OPERATION.match(asked.signs)) is not None:
            return _NEEDS[bare["what"]].format(n=last)
        theirs = _THEIR.search(asked.signs)
        if theirs is not None and (len(numbers) == 2 or (len(numbers) > 2 and theirs[1] != "sum")):
            two = ("·", "+", "−", "/")[("product", "sum", "difference", "quotient").index(theirs[1])].join(
                f"({each})" for each in numbers[-2:]
            )
            return in_signs(asked.signs.replace(theirs[0], f"({two.replace(' ', '')})"), asked.letters)
        put = _OF_THAT.sub(lambda match: f"{match['before'] or ''}{last}{match['behind'] or ''}", asked.signs)
        return put if put == asked.signs else in_signs(put, asked.letters)

    @staticmethod
    def _results(asked: Asked) -> list[Expression]:
        """Return what the equations of numbers before come to: 289 of 225 + 64 = 289."""
        return [each.other for each in asked.known if each.other is not None and constant(each.other) is not None]

    def split(self, asked: Asked) -> Meant | None:
        """Find a number that is split into equal parts: the size of each."""
        both = re.search(r"\b(?:both|together|2|altogether)\b", " ".join((*asked.context[-1:], asked.said)).lower())
        match = _SPLIT.search(asked.signs)
        if self._has_part(asked):
            return None
        if match is not None and not any(each.is_calculation for each in asked.told):
            numbers = asked.numbers(told_in(match["n"] or "", asked.letters)) or asked.numbers(asked.known)
            return _sure(Operation("/", (numbers[-1], number(float(match["by"]))))) if numbers else None
        numbers = asked.numbers(asked.around) or asked.numbers(asked.student)
        if _EACH.search(asked.signs) and len(numbers) == 2 and re.search(r"\b(?:equal|same|regular)\b", _before(asked)):
            low, high = sorted(numbers, key=lambda each: constant(each) or 0.0)
            return _sure(Operation("/", (high, low))) if constant(low) else None
        wholes = [size for pattern, size in words()["wholes"][:1] if re.search(pattern, _before(asked))]
        if (
            _EACH.search(asked.signs)
            and len(numbers) == 1
            and wholes
            and re.search(r"\b(?:equal|same|regular)\b", _before(asked))
        ):
            return _sure(Operation("/", (number(wholes[0]), numbers[0])))
        if _EACH.search(asked.signs) and both is not None and len(numbers) == 1 and not asked.told:
            return _sure(Operation("/", (numbers[0], number(2))))
        return None

    def listed(self, asked: Asked) -> Meant | None:
        """Find the sum of the numbers that the question, or the sentence before it, lists; what they leave of a total."""
        if self._has_part(asked) or not asks_sum(asked.signs) or _LEAVE.search(asked.signs):
            return None
        numbers = asked.numbers(asked.told)
        if len(numbers) < 2:
            is_back = _THEY.search(asked.signs) is not None
            numbers = (asked.numbers(asked.around) or asked.numbers(asked.student)) if is_back else []
        if re.search(r"\bother\b", asked.signs):
            return None
        plain = numbers[1:] if numbers and constant(numbers[0]) == len(numbers) - 1 else numbers  # "three: 95, 80 and 70"
        return _sure(added(plain)) if len(plain) > 1 else None

    def fact(self, asked: Asked) -> Meant | None:
        """Find a size that everybody has: a full turn, the angles of a triangle together."""
        table = words()
        signs = asked.signs
        if _THEY.search(signs) and asked.context:
            signs = f"{asked.context[-1].lower()} {signs}"
        if PART.search(" ".join((*asked.context[-1:], asked.words)) if signs != asked.signs else asked.words) or re.search(
            table["not_facts"], signs.replace("each other", "")
        ):
            return None
        if any(constant(each.expression) not in {None, 2.0, 3.0, 4.0} for each in asked.told):
            return None
        for pattern, size, *figure in table["facts"]:
            is_here = not figure or max(map(len, (*self._scene.diagram.polygons, "")), default=0) <= 3
            if is_here and re.search(pattern, signs):
                return _sure(float(size))
        return None

    def rest(self, asked: Asked) -> Meant | None:
        """Find what the numbers that were told leave of the whole that the words name: the third angle of a triangle."""
        signs = " ".join((*(each.lower() for each in asked.context[-1:]), asked.signs))
        if not _RESTS.search(asked.signs) or _SIMPLIFY.search(asked.signs.replace("together", "")):
            return None
        numbers = [each for each in asked.numbers((*asked.around, *asked.told)) if (constant(each) or 0) > 4]
        numbers = numbers or [each for each in asked.numbers(asked.student) if (constant(each) or 0) > 4]
        if not numbers:
            return None
        sizes = [constant(each) or 0.0 for each in numbers]
        totals = [value for value in (360.0, 180.0, 90.0) if value in sizes and sum(sizes) - value < value]
        named = [float(size) for pattern, size in words()["wholes"] if re.search(pattern, signs)]
        for total in (*totals[:1], *named):
            others = [each for each in numbers if constant(each) != total] if total in totals else numbers
            left = total - sum(constant(each) or 0.0 for each in others)
            if others and left > 0:
                return Meant((Target(Operation("-", (number(total), added(others)))),), is_sure=self._is_size(left))
        rests = [Operation("-", (number(total), added(numbers))) for total in (360.0, 180.0, 90.0) if total > sum(sizes)]
        sized = [each for each in rests if self._is_size(constant(each) or 0.0)]
        if named or totals or not sized or not _LEAVE.search(asked.signs):
            return None
        return Meant(tuple(map(Target, sized)), is_sure=len(sized) == 1)

    def _is_size(self, value: float) -> bool:
        """Whether some angle or arc of the figure, or two of them together, have a size."""
        return self._scene.is_number(value)

    @staticmethod
    def _has_part(asked: Asked) -> bool:
        """Whether a question names a part of the figure: then it asks for that."""
        return PART.search(re.sub(r"\b(?:in|of) (?:the )?(?:triangle|quadrilateral) [A-Z]{3,4}\b", "", asked.words)) is not None


def _before(asked: Asked) -> str:
    return " ".join(asked.context[-1:]).lower()


def points_back(words_: str) -> bool:
    """Whether a question names nothing, and asks what comes out of what was told before."""
    return _POINTS_BACK.match(words_) is not None


def _is_left_of(signs: str) -> bool:
    return re.search(r"\)[^()\d]*\?", signs) is not None


def _sure(value: Expression | float | None) -> Meant | None:
    """Return what can only be one value; None where there is none."""
    if value is None:
        return None
    expression = number(value) if isinstance(value, int | float) else value
    return Meant((Target(expression),), is_sure=True)
