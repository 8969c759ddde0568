"""What a turn shows, in terms that say nothing of the one problem: every number by what it is to the answer, names left out.

"Yes, 57", said to who has asked "57?", and "12 cm, yes" are nearly the same in these terms, and so are "180 − 123, and you have
it" and "64 : 2, that's all". What lines of some problems teach (`gnomon.tutor.guard.likeness`) then carries over to others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from gnomon.algebra import ReadNumber
from gnomon.packaged import packaged_yaml
from gnomon.tutor.guard.protected import Protected
from gnomon.tutor.guard.turns import Said, Sentence, calculations_in, numbers_in

_WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?|[?!=+*/,;:.()−·÷√²³°%<>≈-]")
_NAME = re.compile(r"[A-Z]{1,4}")
_EQUATION = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)\s*[·*]?\s*[a-zA-Z]{1,3}\s*(?:([+\-−])\s*(\d+(?:\.\d+)?))?\s*=\s*(\d+(?:\.\d+)?)"
    r"(?![\d.]*\s*[·*+\-−/a-z])"
)
"""An equation of one letter that takes one step or two: ``5x = 80``, ``2x + 3 = 11``."""
_TURNED = re.compile(
    r"(?<![\w.+\-−·*/])(?<![+\-−·*/] )(\d+(?:\.\d+)?)\s*=\s*(\d+(?:\.\d+)?)\s*[·*]?\s*[a-zA-Z]{1,3}\b(?!\s*[+\-−·*/])"
)
"""The same turned round: ``40 = 2x``."""
_SAME = 2e-3
"""Of a value, in which another is the same one."""
_WHOLES = (180.0, 90.0, 360.0)
"""What angles fill together."""
_SMALL = frozenset(range(1, 7))
"""Numbers that count, halve and double far more often than they measure."""
_LONGEST_TERM = 3
"""Tokens in a row."""
_APART = (2, 3, 4)
"""Places between two tokens of a sentence that are a term together, whatever stands between them: a new writer has other words
there. On writers not learnt from it finds nine tenths of a point more."""
HAS_IT = "right."
"""How a message stands that gives the answer and asks nothing; see `standing`."""
_MOST_RECENT = 2
"""Values of the learner's last message with which something may be done."""


class _Token(NamedTuple):
    symbol: str
    """A word as it stands, in lower case; of a number what it is: ``<answer>``."""
    start: int
    end: int


class Terms(NamedTuple):
    """What a turn shows."""

    whole: frozenset[str]
    """Terms of the turn and of what it answers."""
    sentences: tuple[frozenset[str], ...]
    """Those of each of its sentences."""

    @property
    def all(self) -> frozenset[str]:
        """All of them."""
        return self.whole.union(*self.sentences)


def terms_of(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Terms:
    """Return the terms of a turn whose answer is a number.

    Args:
        sentences: of the turn in the guard's English.
        protected: what must not be given away; its value is known.
        said: what the learner has said.
    """
    assert protected.value is not None, "an answer that is a word has no terms"
    stands = standing(said, protected.value)
    values = [number.value for sentence in sentences for number in numbers_in(sentence.text)]
    tokens = [_symbols(sentence.text, values, protected, said.values, said.last) for sentence in sentences]
    symbols = [symbol for each in tokens for symbol in each]
    whole = {*_runs(["<begin>", *symbols, "<end>"], _LONGEST_TERM), f"standing {stands}"}
    whole |= {f"to {stands}: {run}" for run in _runs(symbols, 2)}
    message = [number.value for number in numbers_in(said.message)]
    own = _symbols(said.message, message, protected, (), ()) if said.message else ["<silent>"]
    whole |= {f"learner {run}" for run in _runs(own, 2)}
    whole |= {f"makes {each}" for each in _made([sentence.text for sentence in sentences], protected.value, said.last)}
    return Terms(
        frozenset(whole),
        tuple(
            frozenset(_of_sentence(sentence, each, "" if place else stands, protected.value, said.last))
            for place, (sentence, each) in enumerate(zip(sentences, tokens, strict=True))
        ),
    )


def _of_sentence(sentence: Sentence, every: Sequence[str], stands: str, answer: float, last: Sequence[float]) -> Iterator[str]:
    symbols = set(every)
    numbers = sorted(symbol for symbol in symbols if symbol[0] == "<" and len(symbol) > 1)
    words = symbols.difference(numbers)
    for number in numbers:
        yield from (f"{number} with {word}" for word in words)
        yield from (f"{number} beside {other}" for other in numbers if number < other)
    if stands:
        yield from (f"first to {stands}: {symbol}" for symbol in symbols)
    for apart in _APART:
        yield from (f"{symbol} .. {later}" for symbol, later in zip(every, every[apart:], strict=False))
    ending = "?" if sentence.text.rstrip().endswith("?") else "."
    for each in _made([sentence.text], answer, last):
        yield from (f"here {each}", f"here {each} {ending}")


def _runs(symbols: Sequence[str], longest: int) -> Iterator[str]:
    for length in range(1, longest + 1):
        yield from (" ".join(symbols[start : start + length]) for start in range(len(symbols) - length + 1))


def _symbols(text: str, values: Sequence[float], protected: Protected, said: Sequence[float], last: Sequence[float]) -> list[str]:
    """Return words, signs and numbers of a text in order; what a calculation or an equation comes to stands before it.

    Args:
        text: a sentence.
        values: all numbers of the turn that it is of.
        protected: what must not be given away.
        said: values that the learner has said.
        last: those of their last message.
    """
    assert protected.value is not None
    tokens, taken = [], [False] * len(text)
    for number in numbers_in(text):
        others = [value for value in values if value != number.value]
        tokens.append(_Token(_number(number, protected, said, last, others), number.start, number.end))
        taken[number.start : number.end] = [True] * (number.end - number.start)
    known = (*protected.givens, *said)
    for each in calculations_in(text):
        comes_to = "answer" if _near(each.value, protected.value) else "known" if _is_in(each.value, known) else "other"
        told = " told" if each.claimed is not None else ""
        tokens.append(_Token(f"<calculation {comes_to}{told}>", each.start, each.start))
    for place, solution, steps in _solved(text):
        comes_to = "answer" if _near(solution, protected.value) else "other"
        tokens.append(_Token(f"<equation {comes_to} {steps}>", place, place))
    asked = {name for name, size in protected.parts.items() if size is None}
    for match in _WORD.finditer(text):
        if any(taken[match.start() : match.end()]):
            continue
        word = match.group()
        if _NAME.fullmatch(word) and word not in {"I", "A"}:
            word = "ASKED" if word in asked else "PART" if len(word) > 1 else "POINT"
        else:
            word = word.lower()
        tokens.append(_Token(word, match.start(), match.end()))
    return [token.symbol for token in sorted(tokens, key=lambda token: (token.start, token.end))]


def _solved(text: str) -> Iterator[tuple[int, float, int]]:
    """Yield where an equation of one letter stands, its solution, and the steps that lead there."""
    for match in _EQUATION.finditer(text):
        constant = float(match[3] or 0) * (1 if match[2] == "+" else -1)
        if factor := float(match[1]):
            yield match.start(), (float(match[4]) - constant) / factor, 2 if match[2] else 1
    for match in _TURNED.finditer(text):
        if factor := float(match[2]):
            yield match.start(), float(match[1]) / factor, 1


def _number(
    number: ReadNumber, protected: Protected, said: Sequence[float], last: Sequence[float], others: Sequence[float]
) -> str:
    """Return what a number is to the answer."""
    if number.role in {"name", "ordinal", "count"}:
        return f"<{number.role}>"
    assert protected.value is not None
    kind = _kind(number.value, protected.value, said, last, protected.givens, others)
    return f"<factor {kind}>" if number.role == "factor" else f"<{kind}>"


def _kind(
    value: float, answer: float, said: Sequence[float], last: Sequence[float], givens: Sequence[float], others: Sequence[float]
) -> str:
    if _near(value, answer):
        return "answer"
    if value > 0 and any(other not in (value, answer) and _near(value, abs(other - answer)) for other in last):
        return "gap"
    if _is_in(value, said):
        return "said"
    if _is_in(value, givens):
        return "given"
    if value > 0 and any(_near(value, whole - answer) for whole in _WHOLES):
        return "complement"
    if _near(value, 2 * answer) or _near(value, answer / 2):
        return "double"
    if _near(value, answer * answer) or (answer > 0 and _near(value, math.sqrt(answer))):
        return "square"
    if value in _SMALL:
        return "small"
    return "leading" if any(_leads(value, other, answer) for other in (*others, *givens)) else "new"


def _leads(value: float, other: float, answer: float) -> bool:
    """Whether one operation on two values comes to the answer."""
    if not other:
        return False
    results = (value + other, value - other, other - value, value * other, value / other, other / value if value else math.inf)
    return any(_near(result, answer) for result in results)


def standing(said: Said, answer: float) -> str:
    """Return how the learner's last message stands to the answer, with ``?`` where they ask or are not sure."""
    if not said.message:
        return "silent"
    asks = "?" if _unsure().search(said.message) else "."
    if not said.last:
        return f"no value{asks}"
    if any(_near(value, answer) for value in said.last):
        return f"right{asks}"
    value = said.last[0]
    if _near(value, 2 * answer):
        return f"double{asks}"
    if _near(value, answer / 2):
        return f"half{asks}"
    if any(_near(value, whole - answer) for whole in _WHOLES):
        return f"complement{asks}"
    if _near(value, answer * answer):
        return f"square{asks}"
    return f"{'low' if value < answer else 'high'}{asks}"


def _made(texts: Sequence[str], answer: float, last: Sequence[float]) -> list[str]:
    """Return the operations named in texts that make the answer of their values, or of the learner's last ones.

    ``half t``: half of a value of the text is the answer, and a word for halves is there; ``minus st``: a value of the learner's
    and one of the text.
    """
    low = " ".join(texts).lower()
    values = [(each.value, "t") for text in texts for each in numbers_in(text) if each.role in {"value", "factor", "count"}]
    values += [(each.value, "t") for text in texts for each in calculations_in(text)]
    values += [(value, "s") for value in last[:_MOST_RECENT]]
    values = [(value, source) for value, source in dict.fromkeys(values) if value and not _near(value, answer)]
    made = set()
    for name, cue in _cues("of_one").items():
        sources = {source for value, source in values if _near(_of_one(name, value), answer)}
        if sources and cue.search(low):
            made |= {f"{name} {source}" for source in sources}
    for name, cue in _cues("of_two").items():
        pairs = {
            "".join(sorted(source + also))
            for value, source in values
            for other, also in values
            if not source == also == "s" and _near(_of_two(name, value, other), answer)
        }
        if pairs and cue.search(low):
            made |= {f"{name} {pair}" for pair in pairs}
    return sorted(made)


def _of_one(name: str, value: float) -> float:
    match name:
        case "half":
            return value / 2
        case "double":
            return 2 * value
        case "root":
            return math.sqrt(value) if value > 0 else math.inf
        case "square":
            return value * value
        case _:
            return float(name.removeprefix("to_")) - value


def _of_two(name: str, value: float, other: float) -> float:
    match name:
        case "minus":
            return abs(value - other)
        case "plus":
            return value + other
        case "times":
            return value * other if 1 not in (value, other) else math.inf
        case _:
            return value / other


def _near(value: float, other: float) -> bool:
    return abs(value - other) <= _SAME * max(1e-9, abs(other))


def _is_in(value: float, values: Sequence[float]) -> bool:
    return any(_near(value, other) for other in values)


@cache
def _unsure() -> re.Pattern[str]:
    pattern = packaged_yaml(__package__, "words", "replies.yaml")["unsure"]
    return re.compile(pattern.replace("\n", ""), re.IGNORECASE)


@cache
def _cues(group: str) -> Mapping[str, re.Pattern[str]]:
    return {name: re.compile(pattern) for name, pattern in packaged_yaml(__package__, "words", "operations.yaml")[group].items()}
