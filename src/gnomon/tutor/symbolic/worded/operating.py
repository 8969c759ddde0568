"""Which operation is asked for, and whether the answered one leads there: ``halve it``, ``minus 5``, ``add them``."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from gnomon.packaged import packaged_yaml
from gnomon.problem import Quantity
from gnomon.tutor.symbolic.truth import SAME
from gnomon.tutor.symbolic.worded.asking import Asked
from gnomon.tutor.symbolic.worded.terms import Terms
from gnomon.tutor.symbolic.worded.things import Figure, thing_of

_TABLE = packaged_yaml(__package__, "operating.yaml")
_WORDS = {name: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for name, words in _TABLE["words"].items()}
_PLAIN = frozenset(_TABLE["plain"].split())
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_LINEAR = re.compile(
    r"(?<![\w.(])(?P<a>\d*)\s?(?P<x>[a-z])\s*(?:(?P<sign>[+\-−])\s*(?P<b>\d+(?:\.\d+)?))?\s*=\s*(?P<c>\d+(?:\.\d+)?)(?!\s*[\w+\-−*·/(])"
)
_GET = re.compile(
    r"\b(?:get|find|work out|calculate|make|reach)(?:s)? (?:to )?(?P<t>.+?) (?:out"
    r" of|from|with|using|if you have|when you know|by means of) (?P<s>.+)$",
    re.IGNORECASE,
)
_SIDE_SOUGHT = re.compile(r"\b(?:get|find|want|looking for|look for)(?: to)? (?:the square of )?([A-Z]{2})\b")
_ALONE = re.compile(r"\b(?:get|isolate|leave) ([A-Z]{2}|[a-z]) (?:alone|on its own|by itself)\b")
_LISTED = re.compile(r"^(?P<s>\d[\d., ]*(?:and|,) \d[\d.]*): .*\bto (?:get|find) (?P<t>[A-Z]{2,3}|the \w+)")
_FROM = re.compile(r"\bfrom (?P<s>.+?) to (?P<t>.+?)(?:$|[,;:?])", re.IGNORECASE)
_HANDLED = re.compile(r"\bdo (?:with|to) (?P<s>.+)$", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:after|want|need|looking for|to find|get) (?P<t>the [a-z ]+|[A-Z]{2,3})\b")
_WHOLE = {"radius": "radius", "diameter": "diameter"}


class Operating:
    """Reads operations.

    Args:
        figure: of the problem.
        terms: of its parts.
    """

    def __init__(self, figure: Figure, terms: Terms) -> None:
        self._figure = figure
        self._terms = terms

    def judged(self, asked: Asked, text: str) -> bool | None:
        """Return whether the operation that is answered is the one that is asked for; None where that is not sure."""
        operations = operations_in(text)
        if not operations:
            return None
        if operations == ("root",) and re.search(r"²|\bsquare\b|\bsquared\b", f"{asked.before} {asked.question}"):
            return True
        for read in (self._with_ratio, self._of_squares, self._of_quotient):
            if (found := read(asked, operations)) is not None:
                return found
        if (term := _constant(asked)) is not None:
            return self._of_term(term, operations, text)
        equation = self._equation(asked)
        if equation is not None:
            return self._of_equation(equation, asked, operations, text)
        found = self._of_sizes(asked, operations, text)
        return self.of_rule(operations, text) if found is None and asked.want == "operation" else found

    # equations

    def _with_ratio(self, asked: Asked, operations: Sequence[str]) -> bool | None:
        """Judge whether ``5 by cos 68°`` is multiplied or divided: by which of the two the size that is sought comes out."""
        match = re.search(
            r"\b(?P<n>\d+(?:\.\d+)?) by (?:the )?(?P<f>sin|cos|tan)\w* (?:of )?(?P<a>\d+(?:\.\d+)?)", asked.question
        )
        goal = self._goal()
        if match is None or not goal or operations not in {("multiply",), ("divide",)}:
            return None
        ratio = {"sin": math.sin, "cos": math.cos, "tan": math.tan}[match["f"]](math.radians(float(match["a"])))
        number = float(match["n"])
        made = {"multiply": number * ratio, "divide": number / ratio if ratio else 0.0}
        fitting = [name for name, size in made.items() if abs(size - goal[0]) <= 0.01 * max(1.0, goal[0])]
        return operations[0] in fitting if len(fitting) == 1 else None

    def _of_squares(self, asked: Asked, operations: Sequence[str]) -> bool | None:
        """Judge whether squares are added or taken away, by Pythagoras: added for the hypotenuse, taken away for a leg."""
        text = f"{asked.before} {asked.question}"
        steps = self._figure.scene.proof.steps if self._figure.scene.proof is not None else ()
        is_of_squares = re.search(r"\bsquares?\b|²|\^ ?2", text) and any(step.rule_id == "pythagoras" for step in steps)
        if operations not in {("add",), ("subtract",)} or not is_of_squares:
            return None
        if (word := re.search(r"\b(?:look(?:ing)? for|want|need|find) (?:a|the) (leg|hypotenuse)\b", text)) is not None:
            return (word[1] == "hypotenuse") is (operations == ("add",))
        named = _SIDE_SOUGHT.search(asked.question)
        line = self._figure.named(named[1]) if named is not None else None
        goal = thing_of(self._figure.scene.proof.goal) if self._figure.scene.proof is not None else None
        line = goal if line is None else line
        if line is None or line.sort != "line":
            return None
        is_hypotenuse = self._terms.is_leg_or_hypotenuse("hypotenuse", line)
        return None if is_hypotenuse is None else is_hypotenuse is (operations == ("add",))

    @staticmethod
    def _of_quotient(asked: Asked, operations: Sequence[str]) -> bool | None:
        """Judge how what is divided gets alone: ``tan 41° = FT/9`` is multiplied."""
        match = _ALONE.search(asked.question)
        if match is None or operations not in {("multiply",), ("divide",)}:
            return None
        is_divided = re.search(rf"\b{match[1]}\s*/\s*(?:(?:sin|cos|tan) ?)?\d", f"{asked.before} {asked.question}")
        return None if is_divided is None else operations == ("multiply",)

    @staticmethod
    def _of_term(term: tuple[bool, str], operations: Sequence[str], text: str) -> bool | None:
        """Judge what is done with a number that stands beside what is sought: taken away where it is added."""
        is_added, number = term
        numbers = _NUMBER.findall(text)
        if len(operations) != 1 or operations[0] not in {"add", "subtract"} or (numbers and numbers != [number]):
            return None
        return (operations[0] == "subtract") is is_added

    @staticmethod
    def _equation(asked: Asked) -> re.Match[str] | None:
        found = list(_LINEAR.finditer(f"{asked.before} {asked.question}"))
        is_next = re.search(r"\b(?:do|next|first|alone|own|isolate|step|solve|undo|rid)\b", asked.question, re.IGNORECASE)
        return found[-1] if found and is_next else None

    @staticmethod
    def _of_equation(equation: re.Match[str], asked: Asked, operations: Sequence[str], text: str) -> bool | None:
        """Judge the first step that takes a letter alone: of 5x + 5 = 180 take away 5, of 5x = 175 divide by 5."""
        numbers = _NUMBER.findall(text)
        first = operations[0]
        factor, term = equation["a"], equation["b"]
        if len(operations) > 1:
            return None
        if term is None:
            if first not in {"divide", "multiply", "subtract", "add", "halve"} or not factor or (numbers and numbers != [factor]):
                return None
            if first == "halve":
                return factor == "2"
            return first == "divide"
        if (numbers and numbers != [term]) or first not in {"add", "subtract"}:
            return None  # to divide at first is no mistake
        is_named = bool(numbers) or re.search(rf"\b{re.escape(term)}\b", asked.question.split("=")[0]) is not None
        return (first == "subtract") is (equation["sign"] == "+") if is_named else None

    # sizes

    def _of_sizes(self, asked: Asked, operations: Sequence[str], text: str) -> bool | None:
        """Judge by what comes out: which operation makes the size that is sought from those that are there."""
        match = _FROM.search(asked.question) or _LISTED.search(asked.question) or _GET.search(asked.question)
        if match is not None:
            targets, sources = self._sizes(match["t"]), self._values(match["s"], asked)
        elif (handled := _HANDLED.search(asked.question)) is not None:
            after = _AFTER.search(asked.before)
            targets = self._sizes(after["t"]) if after is not None else self._goal()
            sources = self._values(handled["s"], asked)
        else:
            return None
        if match is not None and operations == ("add",) and re.search(r"\b(?:whole|total|entire)\b", match["t"]):
            return True  # of its parts
        if not targets or not sources or len(sources) > 3:
            return None
        numbers = [float(number) for number in _NUMBER.findall(text)]
        if operations in {("multiply",), ("divide",)} and len(sources) == 1 and not numbers:
            return self._by_factor(operations[0], sources[0], targets, asked.before)
        if (
            operations == ("subtract",)
            and len(sources) == 1
            and re.search(r"\b(?:both|all|them|those|these|two|three)\b", text, re.IGNORECASE)
        ):
            sources = [*sources, *self._given_angles()]
        made = self._made(operations, sources, numbers)
        if made is None:
            return None
        if any(abs(one - target) <= SAME * max(1.0, target) for one in made for target in targets):
            return True
        others = ([name] for name in ("halve", "double", "add", "subtract"))
        is_other = any(
            abs(one - target) <= SAME * max(1.0, target)
            for other in others
            for one in self._made(other, sources, []) or []
            for target in targets
        )
        return False if is_other else None

    @staticmethod
    def _by_factor(operation: str, source: float, targets: Sequence[float], before: str) -> bool | None:
        """Judge whether to multiply or to divide by a factor that was found before."""
        for factor in map(float, _NUMBER.findall(before)):
            for target in targets if factor not in {0.0, 1.0} else ():
                if abs(source * factor - target) <= SAME * target:
                    return operation == "multiply"
                if abs(source / factor - target) <= SAME * target:
                    return operation == "divide"
        return None

    def _given_angles(self) -> list[float]:
        angles = [part for part in self._figure.scene.given if isinstance(part, Quantity) and part.kind == "angle"]
        return [size for part in angles if (size := self._figure.scene.truth(part)) is not None]

    @staticmethod
    def _made(operations: Sequence[str], sources: Sequence[float], numbers: Sequence[float]) -> list[float] | None:
        """Return what operations may make of sizes; None where that is open."""
        made: list[float] = [*sources]
        for operation in operations:
            if operation in {"halve", "double"} and len(made) == 1:
                made = [made[0] * (0.5 if operation == "halve" else 2)]
            elif operation == "add" and len(made) > 1:
                made = [sum(made)]
            elif operation == "subtract" and len(made) > 1:
                whole = max(made)
                made = [abs(2 * whole - sum(made))]
            elif operation == "multiply" and len(made) == 2:
                made = [made[0] * made[1]]
            elif operation in {"divide", "multiply"} and len(made) == 1 and len(numbers) == 1 and numbers[0]:
                made = [made[0] / numbers[0] if operation == "divide" else made[0] * numbers[0]]
            else:
                return None
        return made if len(made) == 1 else None

    def _sizes(self, text: str) -> list[float]:
        """Return the sizes of what is to be found."""
        things = [thing for _, thing in self._figure.names_in(text)]
        sizes = [size for thing in things if (size := self._figure.size(thing)) is not None]
        if sizes or things:
            return sizes
        for word, kind in _WHOLE.items():
            if re.search(rf"\b{word}\b", text):
                found = [self._figure.scene.truth(Quantity.of(kind, centre)) for centre in self._figure.diagram.circles]  # type: ignore[arg-type]
                return [size for size in found if size is not None]
        if re.search(r"\barc\b", text):
            arcs = [thing for part in self._figure.scene.parts.get("arc", ()) if (thing := thing_of(part)) is not None]
            goal = [thing for thing in arcs if thing.expression in self._goal_parts()]
            return [size for thing in goal if (size := self._figure.size(thing)) is not None]
        if re.search(r"\b(?:missing|unknown|it)\b", text):
            return self._goal()
        return []

    def _goal_parts(self) -> set[object]:
        proof = self._figure.scene.proof
        return set() if proof is None else {proof.goal}

    def _goal(self) -> list[float]:
        proof = self._figure.scene.proof
        size = None if proof is None else self._figure.scene.truth(proof.goal)
        return [] if size is None else [size]

    def _values(self, text: str, asked: Asked) -> list[float]:
        """Return the sizes from which something is to be found."""
        spelled = re.search(r"\btwo (\d+(?:\.\d+)?)s\b", text)
        if spelled is not None:
            return [float(spelled[1])] * 2
        numbers = [float(number) for number in _NUMBER.findall(text)]
        named = self._sizes(text)
        if re.fullmatch(r"(?:that|it|this)\b.*", text.strip(), re.IGNORECASE):
            told = _NUMBER.findall(asked.before)
            return [float(told[-1])] if told else self._sizes(asked.before)[-1:]
        if re.search(r"\binscribed angle\b", text) and not numbers and not named:
            angles = [part for part in self._figure.scene.given if isinstance(part, Quantity) and part.kind == "angle"]
            sizes = [self._figure.scene.truth(part) for part in angles]
            return [size for size in sizes if size is not None] if len(sizes) == 1 else []
        return list(dict.fromkeys([*named, *numbers]))

    # theorems

    def of_rule(self, operations: Sequence[str], text: str) -> bool | None:
        """Judge by the theorem of the proof, where it has only one."""
        proof = self._figure.scene.proof
        rules = [step.rule_id for step in proof.steps if step.rule_id in _TABLE["rules"]] if proof is not None else []
        if len(set(rules)) != 1 or _NUMBER.search(text):
            return None
        table, said = _TABLE["rules"][rules[0]], " ".join(operations)
        return True if said in table["right"] else False if said in table["wrong"] else None


_SIDES = re.compile(r"(?P<l>[^=.,:;?]+?)\s*=\s*(?P<r>[^=.,:;?]+)")
_CONSTANT = re.compile(r"(?P<sign>[+\-−]|^)\s*(?P<n>\d+(?:\.\d+)?)(?![\w.²]|\s*[·*/(]|\s*[a-z]\b)")
_UNKNOWN = re.compile(r"\d\s?[a-z]\b|\b[a-z]\b|[A-Z]{2}(?:²|\^2)")


def _constant(asked: Asked) -> tuple[bool, str] | None:
    """Return the number beside the unknown in an equation that a question is about, and whether it is added.

    ``7 = 2x - 3. What happens first?`` is about 3, ``100 + TW² = 676. What do you do with the 100?`` about 100.
    """
    found = list(_SIDES.finditer(f"{asked.before} {asked.question}"))
    if (
        not found
        or re.search(r"\b(?:do|happens|next|first|alone|own|isolate|step|undo|rid)\b", asked.question, re.IGNORECASE) is None
    ):
        return None
    sides = [found[-1]["l"].strip(), found[-1]["r"].strip()]
    sides[0] = re.split(r"\b[a-z]{2,}\s", sides[0], flags=re.IGNORECASE)[-1] if not re.match(r"^\W*[\d(]", sides[0]) else sides[0]
    sides[1] = re.split(r"\s[a-z]{2,}\b|\sI\b|\sNow\b|\sWhat\b|\sHow\b", sides[1])[0]
    unknown = [side for side in sides if _UNKNOWN.search(side)]
    if len(unknown) != 1 or re.search(r"[()/]", unknown[0]):
        return None
    constants = list(_CONSTANT.finditer(unknown[0]))
    if len(constants) != 1:
        return None
    asked_for = _NUMBER.findall(re.sub(r"[^=.?]*=[^.?]*", " ", asked.question))
    if asked_for and constants[0]["n"] not in asked_for:
        return None
    return constants[0]["sign"] in {"+", ""}, constants[0]["n"]


def operations_in(text: str) -> tuple[str, ...]:
    """Return the operations that an answer names, in its order; none where it says more than them."""
    found: list[tuple[int, int, str]] = []
    for name, pattern in _WORDS.items():
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((match.start(), match.end(), name))
    rest = text
    for start, end, _ in sorted(found, reverse=True):
        rest = f"{rest[:start]} {rest[end:]}"
    words = re.findall(r"[a-z']+", _NUMBER.sub(" ", rest.lower()))
    if any(word not in _PLAIN for word in words):
        return ()
    return tuple(name for _, _, name in sorted(found))
