"""Questions whether something is so, answered yes or no: of relations, ratios and right angles.

The engine judges. The number that is sought is never told; what the engine cannot judge, and what only tries numbers, is left to
the table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import combinations, permutations

from gnomon.algebra import TWO_DECIMALS, constant
from gnomon.figure import Element
from gnomon.problem import Fact, Letter, Quantity, QuantityKind
from gnomon.tutor.message.clauses import as_statement, lines_of_work
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.doubting import Answer, Doubting
from gnomon.tutor.symbolic.judged import Judgement
from gnomon.tutor.symbolic.questions import as_statements
from gnomon.tutor.symbolic.quoting import last_of
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.words import Words

_SIDE = r"-? ?(?:(?:sin|cos|tan) ?\(? ?\d+(?:\.\d+)? ?°? ?\)?|\d+(?:\.\d+)?)"
_IDENTITY = re.compile(
    rf"(?<![\w.])(?P<one>{_SIDE}) (?:(?:is |are |ist |sind )?(?:really |just )?"
    rf"(?:the same as|equal to|equals|gleich|dasselbe wie|das gleiche wie|=)|and|und) (?P<other>{_SIDE})(?![\w.])"
    r"(?P<same>.{0,20}\b(?:same|equal|gleich))?",
    re.IGNORECASE,
)
"""Two calculations of which somebody asks whether they are the same."""
_FUNCTION = re.compile(r"(?P<sign>-?) ?(?P<name>sin|cos|tan)? ?\(? ?(?P<number>\d+(?:\.\d+)?)")
_EXACT_ANGLES = frozenset({0.0, 30.0, 45.0, 60.0, 90.0, 120.0, 135.0, 150.0, 180.0})
"""Degrees whose sine, cosine and tangent schools learn by heart."""
_ASKS_FUNCTION = re.compile(
    r"\b(?:what(?:['’]?s| is| was)|was (?:ist|war)|wie ?viel ist)\W+"
    r"(?P<function>(?:sin|cos|tan) ?\(? ?(?P<angle>\d+(?:\.\d+)?))°?\)?(?! ?[-+*/·:])",
    re.IGNORECASE,
)
"""Asks for the value of a function of an angle, which every table has."""
_RATIO = re.compile(r"(?<![\d.:/])(?P<one>\d+(?:\.\d+)?) ?(?:to|:|zu) ?(?P<other>\d+(?:\.\d+)?)(?![\d.:/])", re.IGNORECASE)
"""A ratio of two numbers."""
_SPOKEN_OF = re.compile(r"(?:angle|Winkel) (?P<angle>[A-Z]{3})\b|(?:segment|side|Strecke|Seite) (?P<length>[A-Z]{2})\b")
"""A part that the tutor names."""
_BOTH = re.compile(
    r"\b(?:those|these|they|both|the (?:two|2)|them|sie|die (?:beiden|zwei)|beide)\b"
    r"(?P<rest>.*?\b(?:same|equal|gleich|add up to|zusammen)\b.*)",
    re.IGNORECASE,
)
"""Two parts that are not named, and what is asked of them."""
_CHOICE = re.compile(r"\b(?:or|oder) (?:do|does|are|is|sind|ist|ergeben)\b", re.IGNORECASE)
_SUM = re.compile(
    r"(?:add up to|zusammen|together) (?P<sum>\d+(?:\.\d+)?)|(?P<before>\d+(?:\.\d+)?)(?: grad)? zusammen", re.IGNORECASE
)
_RIGHT_AT = re.compile(r"\b(?:right angle|rechte[rn]? winkel)\b[^.!]*?\b(?:at|in|bei) (?P<point>[A-Z])\b", re.IGNORECASE)
"""A right angle, and the point that is to have it."""
_CORNERS = re.compile(r"\b([A-Z])\b[^A-Z,.;?]{1,20}\b([A-Z])\b")
_BELONGING = re.compile(
    r"\b(?:goe?s? with|belongs? to|match(?:es)?|corresponds? to|gehört zu|passt zu|entspricht)\b", re.IGNORECASE
)
"""Corners of two figures that are put together."""
_SAME_ANGLE = re.compile(r"\bthe same (?:angle|size)\b|\bder(?:selbe| gleiche) winkel\b|\bgleich groß\b", re.IGNORECASE)
_EQUATION = re.compile(r"\d ?[a-z]\b.*=|=.*\d ?[a-z]\b")
_VERB = re.compile(r"^(?:(?:so|ok|and|then|also|und|dann)\W+)*(?:is|ist|are|sind) ", re.IGNORECASE)
"""An equation with a letter in it, and what asks whether it holds."""
_ON_CIRCLE = re.compile(r"\b(?:is|ist) (?P<point>[A-Z]) (?:really )?(?:on|auf) (?:the|a|dem) (?:circle|kreis)\b", re.IGNORECASE)
_EITHER = re.compile(
    r"\b(?:is|ist) (?P<one>(?:the |der |die )?[A-Za-z ]+?) (?P<number>\d+(?:\.\d+)?) (?:or|oder) "
    r"(?P<other>(?:the |der |die )?[A-Za-z ]+?)\W*$",
    re.IGNORECASE,
)
"""A choice of what a number is the size of."""
_PRONOUN = re.compile(
    r"\b(?P<verb>is|isnt|isn't|ist) (?:it|that|this|das|es|sie) (?P<rest>(?:the same|equal|gleich|genau|dasselbe).*)",
    re.IGNORECASE,
)
_PART = re.compile(r"(?<![A-Za-z'])[A-Z]{2,3}(?![A-Za-z'])")
_WITH_KIND = re.compile(
    rf"(?:\b(?i:arc|angle|chord|side|segment|triangle|bogen|winkel|sehne|seite|strecke|dreieck) )?{_PART.pattern}"
)
_LONE = re.compile(
    r"^(?:(?:so|then|and|ok|also|dann|und|is|its|it's|it|that|thats|das|ist|sind|es|x|=)\W+)*(?P<number>\d+(?:\.\d+)?)\W*(?:degrees?|deg|grad|cm|m)?\W*$",
    re.IGNORECASE,
)
"""A number that somebody asks about, and no more."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LONGEST = 12
"""Words of a question that the numbers of a ratio or the right angle at a point are all of."""
_RIGHT_ANGLE = 90.0
"""Degrees."""
_SAME = 0.005
"""Relative difference up to which two sizes are the same: learners round."""
_MOST_RATIOS = 2
"""Ratios that are answered in a dialogue; more are a search."""


class Whether:
    """Answers questions whether something is so in one dialogue.

    Args:
        diagnosis: where the learner stands; there must be a message.
        reader: of the dialogue.
        words: of its language.
    """

    def __init__(self, diagnosis: Diagnosis, reader: Diagnostician, words: Words) -> None:
        self._diagnosis = diagnosis
        self._exchanges = diagnosis.exchanges
        self._reader = reader
        self._words = words
        self._text = diagnosis.exchanges[-1].judged.message.text.strip()
        self._said = (("said", self._text.strip(" ?.!")),)
        figure = reader.problem.question.figure
        self._points = figure.points if figure is not None else ()

    def find(self, *, is_asked: bool) -> Answer | None:
        """Return the answer; None where nothing of the kind is asked, or nobody can tell.

        Args:
            is_asked: whether the message is a question; of a ratio it is said what it is in any case.
        """
        found = (
            Doubting(self._diagnosis, self._reader).doubted()
            or self._ratio(is_asked=is_asked)
            or self._both()
            or self._corners()
            or self._same_as_asked()
        )
        if found is not None or not is_asked:
            return found
        return (
            self._identity()
            or self._right_angle()
            or self._known_number()
            or self._on_circle()
            or self._either()
            or self._given()
            or self._relation()
        )

    def scale(self) -> Answer | None:
        """Say yes to the factor that takes a known figure to the one that is sought: "everything times 0.4", "1.5"."""
        named, alone = _NUMBER.findall(self._text), _LONE.match(self._text)
        goal = self._reader.proof.goal
        if len(named) != 1 or not (self._words.says("times", self._text) or alone) or not isinstance(goal, Quantity):
            return None
        truth = self._reader.judge.truth
        for one, other in self._paired("similar"):
            if {*goal.points} <= {*one} & {*other}:
                continue
            known, sought = (one, other) if {*goal.points} <= {*other} else (other, one)
            sizes = [truth(Quantity.of("length", *side[:2])) for side in (known, sought)]
            is_sought = {*goal.points} <= {*sought} and sizes[0] is not None and sizes[1] is not None
            if is_sought and abs((sizes[1] or 0.0) / (sizes[0] or 1.0) - float(named[0])) <= TWO_DECIMALS:
                if not alone:
                    return Answer("right", self._said)
                return Answer("scale", (("said", named[0]), ("first", "".join(known)), ("second", "".join(sought))))
        return None

    def _paired(self, *kinds: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yield the figures of which a fact of some kinds is stated or used, corner by corner."""
        formal = self._reader.problem.formal
        facts = [*(formal.facts if formal else ())]
        for step in self._reader.proof.steps:
            facts += [one for one in (step.instance.premises if step.instance else ()) if isinstance(one, Fact)]
        for fact in facts:
            half = len(fact.points) // 2
            if fact.kind in kinds:
                yield fact.points[:half], fact.points[half:]

    def _answer(self, is_so: bool) -> Answer:  # noqa: FBT001
        return Answer("doubt_right" if is_so else "doubt_wrong", self._said)

    def function(self) -> Answer | None:
        """Say what a sine, cosine or tangent is: "whats cos 60 again, 0.87?"; never where that is what is sought."""
        match, goal = _ASKS_FUNCTION.search(self._text), self._reader.judge.truth(self._reader.proof.goal)
        if match is None:
            return None
        value, angle = _worked_out(match["function"]), float(match["angle"])
        is_known = angle in _EXACT_ANGLES or self._reader.judge.scene.is_given(angle)
        if not is_known or (goal is not None and abs(goal - value) <= TWO_DECIMALS):
            return None  # who asks for that of one angle after the other searches
        tried = _NUMBER.search(self._text, match.end())
        is_right = tried is not None and abs(float(tried[0]) - value) <= TWO_DECIMALS
        key = "function_is" if tried is None else "function_right" if is_right else "function_no"
        return Answer(key, (("said", match["function"]), ("value", f"{round(value, 3):g}")))

    def _identity(self) -> Answer | None:
        """Of two calculations without a part of the figure: "is cos 120 the same as cos 60"."""
        match = _IDENTITY.search(self._text)
        if match is None or _PART.search(self._text) or not ("and" not in match.group().lower().split() or match["same"]):
            return None
        sides = [_worked_out(match[name]) for name in ("one", "other")]
        if not any(_FUNCTION.search(match[name])["name"] for name in ("one", "other")):  # type: ignore[index]
            return None
        return self._answer(abs(sides[0] - sides[1]) <= TWO_DECIMALS)

    def _ratio(self, *, is_asked: bool) -> Answer | None:
        """Of a ratio: "so its 2 to 1?" is yes where two parts in play have it, and it is said which."""
        found = list(_RATIO.finditer(self._text))
        if len(found) != 1 or len(self._text.split()) > _LONGEST or "=" in self._text or not self._is_of_ratio(is_asked=is_asked):
            return None
        earlier = sum(len(_RATIO.findall(one.judged.message.text)) for one in self._exchanges[:-1] if not one.is_new)
        one, other = (float(found[0][name]) for name in ("one", "other"))
        if earlier >= _MOST_RATIOS or not one * other:
            return None
        pairs = dict.fromkeys(self._pairs())
        own = self._own_lines()
        for first, second in pairs:
            sizes = [self._reader.judge.truth(part) for part in (first, second)]
            if None not in sizes and _is_same((sizes[0] or 0.0) * other, (sizes[1] or 0.0) * one):
                names = [self._words.element(Element.measured_by(part)) for part in (first, second)]
                is_own = is_asked and {tuple(sorted(first.points)), tuple(sorted(second.points))} <= own
                slots = (("said", found[0].group()), ("one", names[0]), ("other", names[1]))
                return Answer("ratio_of" if is_own else "ratio_other", slots)
        return None

    def _is_of_ratio(self, *, is_asked: bool) -> bool:
        return is_asked or self._words.says("ratio", self._text)

    def ratio_of_areas(self) -> Answer | None:
        """Say yes to the ratio of the areas of two similar figures: "and for the area 25:9?"."""
        found = _RATIO.search(self._text)
        if found is None or not self._words.says("area", self._text):
            return None
        one, other = (float(found[name]) for name in ("one", "other"))
        for first, second in self._paired("similar"):
            sizes = [self._reader.judge.truth(Quantity.of("length", *corners[:2])) for corners in (first, second)]
            squares = [size**2 for size in sizes if size is not None]
            if len(squares) > 1 and (
                _is_same(squares[0] * other, squares[1] * one) or _is_same(squares[1] * other, squares[0] * one)
            ):
                return self._answer(is_so=True)
        return None

    def _own_lines(self) -> set[tuple[str, ...]]:
        """Return the segments of the step in play, with the rests of its lines."""
        step = self._diagnosis.current
        own = [part.points for part in step.uses if part.kind == "line"] if step is not None else []
        rests = [tuple({*one} ^ {*other}) for one, other in combinations(own, 2) if len({*one} ^ {*other}) == len(one)]
        return {tuple(sorted(name)) for name in (*own, *rests)}

    def _pairs(self) -> Iterator[tuple[Quantity, Quantity]]:
        """Yield lengths in play that may be compared: of the step, with the rests of its lines, then of what is given."""
        given = [atom.points for atom in self._reader.given if isinstance(atom, Quantity) and atom.kind == "length"]
        names = dict.fromkeys(tuple(sorted(name)) for name in (*sorted(self._own_lines()), *sorted(given)) if len({*name}) == 2)
        yield from permutations([Quantity.of("length", *name) for name in names], 2)
        figure = self._reader.problem.question.figure
        for line in figure.lines if figure is not None else ():  # pieces of one line
            yield from permutations([Quantity.of("length", *pair) for pair in combinations(line, 2)], 2)

    def _corners(self) -> Answer | None:
        """Of corners that belong together in two figures: "so K goes with B and R with V"."""
        pairs = _CORNERS.findall(self._text)
        if not pairs or not _BELONGING.search(self._text) or _PART.search(self._text):
            return None
        for one, other in self._paired("similar", "congruent"):
            both = ((one, other), (other, one))
            for a, b in both:
                if all(first in a and second in b for first, second in pairs):
                    return self._answer(all(a.index(first) == b.index(second) for first, second in pairs))
        return None

    def _same_as_asked(self) -> Answer | None:
        """Of an angle that is to be the one that the tutor speaks of: "isnt LHT the same angle"."""
        named, turn = _PART.findall(self._text), self._exchanges[-1].turn
        if len(named) != 1 or turn is None or not _SAME_ANGLE.search(self._text) or len(self._text.split()) > _LONGEST:
            return None
        spoken = {each["angle"] for each in _SPOKEN_OF.finditer(turn.utterance) if each["angle"]} - {named[0], named[0][::-1]}
        if len(spoken) != 1 or len(named[0]) != len("ABC") or not {*named[0]} <= {*self._points}:
            return None
        one, other = (self._reader.judge.truth(Quantity.of("angle", *name)) for name in (named[0], *spoken))
        return None if one is None or other is None else self._answer(_is_same(one, other))

    def came_to(self) -> Answer | None:
        """Say of a number alone that it is what the learner's calculation before it comes to: "676-100", and then "576"."""
        match = _LONE.match(self._text)
        if match is None or len(self._exchanges) < 2:
            return None
        before = [claim.claim for claim in self._exchanges[-2].claims if claim.truth.is_right and claim.claim.is_arithmetic]
        value = constant(before[-1].sides[-1]) if before else None
        if value is None or not _is_same(value, float(match["number"])):
            return None
        return Answer("came_to", (*self._said, ("right", before[-1].text.strip(" ?.!"))))

    def handed_in(self, attempt: str) -> Answer | None:
        """Say of a number that was handed in as the answer, and is said again, that it is not the one."""
        lines = [line for line in lines_of_work(attempt) if line.strip()]
        said, goal = _NUMBER.findall(self._text), self._reader.judge.truth(self._reader.proof.goal)
        if not said and lines and self._words.says("asks_if_right", self._text):
            said = _NUMBER.findall(lines[-1])[-1:]
        if len(said) != 1 or not lines or goal is None or _PART.search(self._text) or len(self._text.split()) > _LONGEST:
            return None
        value = float(said[0])
        is_last = _NUMBER.findall(lines[-1])[-1:] == said
        if not is_last or _is_same(value, goal) or self._reader.judge.scene.is_number(value):
            return None
        return Answer("not_right", (("line", last_of(lines[-1])),))

    def _both(self) -> Answer | None:
        """Of the two parts that the tutor has just named: "then the two angles are the same or what"."""
        match = _BOTH.search(self._text)
        turn = self._exchanges[-1].turn
        if match is None or turn is None or _PART.search(self._text) or len(self._text.split()) > _LONGEST:
            return None
        is_other = self._text.lower().split()[0] in self._words.lists("asks_how")  # "what do they add up to"
        if is_other or self._words.says("denying", self._text) or _CHOICE.search(self._text):
            return None
        named = [(kind, name) for each in _SPOKEN_OF.finditer(turn.utterance) for kind, name in each.groupdict().items() if name]
        named = list(dict.fromkeys(named))
        step = self._diagnosis.current
        if len(named) != 2 and step is not None:
            kinds = {"angle": "angle", "line": "length"}
            named = [(kinds[part.kind], "".join(part.points)) for part in step.uses if part.kind in kinds]
        if len(named) != 2 or named[0][0] != named[1][0]:  # a pair
            return None
        kind: QuantityKind = "angle" if named[0][0] == "angle" else "length"
        sizes = [self._reader.judge.truth(Quantity.of(kind, *name)) for _, name in named]
        if sizes[0] is None or sizes[1] is None:
            return None
        if (total := _SUM.search(match["rest"])) is not None:
            return self._answer(_is_same(sizes[0] + sizes[1], float(total["sum"] or total["before"])))
        return None if any(map(str.isdigit, match["rest"])) else self._answer(_is_same(sizes[0], sizes[1]))

    def _right_angle(self) -> Answer | None:
        """Of a right angle at a point that is named: "theres a right angle maybe? at C?"."""
        match = _RIGHT_AT.search(self._text)
        if match is None or match["point"] not in self._points or len(self._text.split()) > _LONGEST:
            return None
        others = [point for point in self._points if point != match["point"]]
        pairs = combinations(others, 2)
        sizes = [self._reader.judge.truth(Quantity.of("angle", one, match["point"], other)) for one, other in pairs]
        known = [size for size in sizes if size is not None]
        is_right = any(_is_same(size, _RIGHT_ANGLE) for size in known)
        return self._answer(is_right) if is_right or len(known) == len(sizes) else None

    def _known_number(self) -> Answer | None:
        """Of a number that was found for something else and is now asked for the answer: "so its 20 degrees?", of ``x``."""
        match, goal = _LONE.match(self._text), self._reader.judge.truth(self._reader.proof.goal)
        if match is None or goal is None or _is_same(float(match["number"]), goal):
            return None
        known = [atom for atom in self._exchanges[-1].known_before if isinstance(atom, Quantity | Letter)]
        sizes = ((atom, self._reader.judge.truth(atom)) for atom in sorted(known, key=str))
        found = next((atom for atom, size in sizes if size is not None and _is_same(size, float(match["number"]))), None)
        if found is None:
            return None
        goal_named = self._words.quantity(self._reader.proof.goal)
        return Answer("asked_meant", (*self._said, ("meant", self._words.quantity(found)), ("goal", goal_named)))

    def _on_circle(self) -> Answer | None:
        """Of a point on a circle: the figure says so."""
        match, figure = _ON_CIRCLE.search(self._text), self._reader.problem.question.figure
        if match is None or figure is None or match["point"] not in self._points or not figure.circles:
            return None
        return self._answer(any(match["point"] in circle.points for circle in figure.circles))

    def _either(self) -> Answer | None:
        """Of two parts one of which has a size that is given: "is the diameter 60 or the radius"."""
        match = _EITHER.search(self._text)
        if match is None:
            return None
        told = [f"{match[name].strip()} is {match['number']}" for name in ("one", "other")]
        given = [one for one in told if (judged := self._of_given(one)) is not None and judged.truth.is_right]
        return Answer("either", (("said", given[0]),)) if len(given) == 1 else None

    def _given(self) -> Answer | None:
        """Of a size that the problem states: to say what it is tells nothing."""
        told = as_statement(self._question().strip(" ?.!"))
        judged = None if told is None or not any(map(str.isdigit, told)) else self._of_given(told)
        if judged is None:
            return None
        return Answer("doubt_yes" if judged.truth.is_right else "doubt_no", self._said)

    def _of_given(self, told: str) -> Judgement | None:
        judgements = self._reader.read(told, None).judgements
        one = judgements[0] if len(judgements) == 1 else None
        if one is None or one.claim.is_bare or one.quantity == self._reader.proof.goal:
            return None
        is_stated = one.truth.is_right and one.value is not None and self._reader.judge.scene.is_given(one.value)
        is_given = one.quantity in self._reader.given and (one.truth.is_right or one.truth is Truth.WRONG)
        return one if is_stated or is_given else None

    def _question(self) -> str:
        """Return the last sentence, or what stands after the last comma."""
        return re.split(r"[.!,;](?=\s)", self._text)[-1].strip()

    def _relation(self) -> Answer | None:
        """Of what the reader judges when it is stated: "is FR half of FH", "so i draw OF. Is it the same as OH"."""
        if _has_loose_number(self._text) or _CHOICE.search(self._text):
            return None
        found = _first_truth(self._statements(), self._reader)
        return None if found is None else self._answer(found)

    def _statements(self) -> Iterator[str]:
        question = self._question()
        if (match := _PRONOUN.search(question)) is not None:
            before = self._text[: self._text.rindex(question)] + question[: match.start()]
            *_, named = (None, *_WITH_KIND.finditer(before))
            if named is not None:
                yield f"{named[0]} is {match['rest'].strip(' ?.!')}"
            return
        yield from _stated(question)


def is_so(question: str, reader: Diagnostician) -> bool | None:
    """Return whether a relation that a question asks about holds; None where it asks about none, or a number is sought."""
    return None if _has_loose_number(question) else _first_truth(_stated(question.strip()), reader)


def _has_loose_number(text: str) -> bool:
    """Whether there is a number that is in no equation with a letter."""
    return any(map(str.isdigit, text)) and not _EQUATION.search(text)


def _first_truth(statements: Iterator[str], reader: Diagnostician) -> bool | None:
    """Return whether the first statement holds that can be judged; None where none can."""
    return next((truth for told in statements if (truth := _truth_of(told, reader)) is not None), None)


def _stated(question: str) -> Iterator[str]:
    """Yield what a question may ask whether it is so, as a statement."""
    if _EQUATION.search(question):
        yield _VERB.sub("", question).strip(" ?.!")
        return
    if (told := as_statement(question.strip(" ?.!"))) is not None:
        yield told
    yield from as_statements(question if question.endswith("?") else f"{question}?")


def _truth_of(told: str, reader: Diagnostician) -> bool | None:
    judgements = reader.read(told, None).judgements
    truths = {judgement.truth for judgement in judgements}
    said = [judgement.move.claim.sides for judgement in judgements if judgement.move.claim is not None]
    if any(len({*sides}) < len(sides) for sides in said):
        return None  # of a part that is to be the same as itself something else is asked
    if judgements and truths <= {Truth.RIGHT, Truth.WRONG} and all(map(_is_of_parts, judgements)):
        return truths == {Truth.RIGHT}
    return None


def _is_of_parts(judgement: Judgement) -> bool:
    """Whether a claim is of a part that is named, or an equation with a letter, and gives the answer no value."""
    text = judgement.claim.text
    return not judgement.is_answer and (_PART.search(text) is not None or _EQUATION.search(text) is not None)


def _worked_out(side: str) -> float:
    match = _FUNCTION.search(side)
    assert match is not None  # the pattern of the sides has a number
    number = float(match["number"])
    functions = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
    value = functions[match["name"].lower()](math.radians(number)) if match["name"] else number
    return -value if match["sign"] else value


def _is_same(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME * max(abs(one), abs(other))
