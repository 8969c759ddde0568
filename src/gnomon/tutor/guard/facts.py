"""The answer in a fact that everybody knows together with what is given: "the famous 5-12-13 triangle", "4 to 6 as 6 to 9".

It leaves out values that a sentence says of the unknown (`gnomon.tutor.guard.stated`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.english import english
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.relations import TIMES
from gnomon.tutor.guard.turns import Leak, Said, Sentence, calculations_in, numbers_in, words_of
from gnomon.tutor.guard.writing import Writing

_SIZE = r"(\d{1,4}(?:\.\d{1,3})?)(?: ?(?:°|degrees|[cdm]?m)(?![\w²]))?"
_JOIN = r"(?: ?[-–—,/] ?(?:and )?| ?: ?| and )"
_TRIPLE = re.compile(rf"(?<![\w.,]){_SIZE}{_JOIN}{_SIZE}{_JOIN}{_SIZE}(?![\w²]|\.\d)")
"""Three sizes in a row: "5-12-13", "(9, 12, 15)"."""
_PROPORTION = re.compile(
    rf"(?<![\w.,:]){_SIZE} ?(?:to|:|is to) ?{_SIZE},? ?(?:(?:is|are|it's|just|exactly) )?(?:the same )?(?:as|=|like"
    rf"|equals|and)(?: also| is)? "
    rf"?{_SIZE} ?(?:to|:|is to) ?{_SIZE}(?![\w:]|\.\d)",
    re.IGNORECASE,
)
"""Two equal ratios: "4 to 6 as 6 to 9"."""


def known_facts(sentences: Sequence[Sentence], writing: Writing, protected: Protected, said: Said) -> Iterator[Leak]:
    """Yield triples, proportions and other checks in which nothing but the answer is new."""
    if protected.value is None or protected.is_given:
        return
    for sentence in sentences:
        for match in _TRIPLE.finditer(sentence.text):
            a, b, c = sorted(map(float, match.groups()))
            if is_near(c * c, a * a + b * b) and _completes((a, b, c), protected, least=1):
                yield Leak(words_of(writing, sentence, *match.span()), "value", "it is a known triple with the answer in it")
            is_open = sentence.asks or "?" in f"{sentence.text}{sentence.following}"
            for factor in () if is_open or not is_near(c * c, a * a + b * b) else _scales(sentence.text):
                if any(is_near(protected.value, factor * side) for side in (a, b, c)) and factor != 1:
                    yield Leak(words_of(writing, sentence, *match.span()), "value", "it is a known triple, scaled to the answer")
        for match in _PROPORTION.finditer(sentence.text):
            a, b, c, d = map(float, match.groups())
            if is_near(a * d, b * c) and _completes((a, b, c, d), protected, least=2):
                yield Leak(words_of(writing, sentence, *match.span()), "value", "it is a proportion with the answer in it")
        for start, end in (*_equal_ratios(sentence, protected, said), *_equations_that_hold(sentence.text, protected, said)):
            yield Leak(words_of(writing, sentence, start, end), "value", "it holds for the answer, which alone is new in it")


_RATIO = re.compile(
    rf"(?<![\w.,:/·*]){_SIZE} ?(?:to|:|is to|/|÷|over|divided by) ?{_SIZE}(?![\w:/·*]|\.\d| ?[·*/:]|²)", re.IGNORECASE
)
_RATIOS_AGREE = re.compile(
    r"=|\b(?:same|equal|agree|fits?|is|are|gives?|makes?|as well|also|too|holds?|match(?:es)?|both|as)\b", re.IGNORECASE
)
"""Says that two ratios are one."""
_MOST_RATIOS = 6
"""Of a sentence that are compared: every pair is looked at."""


def _equal_ratios(sentence: Sentence, protected: Protected, said: Said) -> Iterator[tuple[int, int]]:
    """Yield ratios that agree and have the answer for their only new number: "6 : 9 is the same ratio as 8 : 12"."""
    if len(numbers_in(sentence.text)) < 2 or not _RATIOS_AGREE.search(sentence.text) or phrases.REFUTES.search(sentence.text):
        return
    ratios = list(islice(_RATIO.finditer(sentence.text), _MOST_RATIOS))
    for one, other in combinations(ratios, 2):
        a, b, c, d = (float(number) for match in (one, other) for number in match.groups())
        if is_near(a * d, b * c) and (a, b) != (c, d) and _is_only_new((a, b, c, d), protected, said):
            yield one.start(), other.end()


def _equations_that_hold(text: str, protected: Protected, said: Said) -> Iterator[tuple[int, int]]:
    """Yield an equation between numbers that has the answer for its only new number: "12 · 9/2 = 54"."""
    for calculation in calculations_in(text):
        claimed = calculation.claimed
        if claimed is None or not is_near(calculation.value, claimed) or is_near(claimed, protected.value or 0.0):
            continue  # what is worked out is judged as a value
        written = f"{calculation.left_text} {claimed:g}"
        values = [float(number) for number in _PLAIN_NUMBER.findall(written)]
        if (
            len(values) > _LEAST_IN_CHECK
            and _is_only_new(values, protected, said)
            and not phrases.is_refuted(text, *calculation.span)
        ):
            yield calculation.span


_PLAIN_NUMBER = re.compile(r"(?<![\w.])\d{1,6}(?:\.\d{1,4})?(?![\d.]*\d)")
_LEAST_IN_CHECK = 2
"""Numbers of a check, beside the answer, that are known: with fewer any sum would be one."""
_FREE = (0.5, 1.0, 2.0, 100.0)
"""Numbers of formulas, which stand in a check and are sizes of nothing."""


def _is_only_new(values: Sequence[float], protected: Protected, said: Said) -> bool:
    """Whether the answer is among ``values`` and all others are given or the student's, one at least a given of the problem."""
    assert protected.value is not None  # the caller has asked
    others = [value for value in values if not is_near(protected.value, value)]
    at_hand = (*protected.givens, *said.values, *_FREE)
    is_known = all(any(is_near(value, known) for known in at_hand) for value in others)
    return is_known and _completes(values, protected, least=2)


def _scales(text: str) -> Iterator[float]:
    """Yield the factors that a sentence names: "every side doubled", "made three times as big"."""
    yield from (value for pattern, value in english().factors if pattern.search(text))
    yield from (number.value for number in numbers_in(text) if TIMES.match(text, number.end) or number.role == "factor")


def _completes(values: Sequence[float], protected: Protected, *, least: int) -> bool:
    """Whether the answer is among ``values``, and at least so many others are given."""
    assert protected.value is not None  # the caller has asked
    others = [value for value in values if not is_near(protected.value, value)]
    given = sum(any(is_near(value, given) for given in protected.own_givens) for value in others)
    return len(others) < len(values) and given >= least


_FIGURES = (
    "triangles?|quadrilaterals?|figures?|shapes?|polygons?|scales?|factors?|cop(?:y|ies)|pictures?|drawings?"
    "|models?|circles?|ratio|ones?|both|two"
)
_PHRASE = rf"(?:the|its|their|that|each|every|our|this)(?: (?:two|whole|entire|other))?(?! (?:{_FIGURES})\b)(?: [^\W\d]+){{1,5}}?"
_DESCRIBED = re.compile(
    rf"\A\W*(?:(?:so|and|well|here|then|now|in the end|you see)\W+)*{_PHRASE}(?: (?:is|are|measures|has|gets|equals"
    rf"|turns out to be|turns out|comes out))"
    rf"(?: (?:just|only|exactly|precisely|about))?(?P<ratio>(?: [^\s.,;]+){{1,3}}?(?: times)?)(?: (?:as|of|the (?:size"
    rf"|length) of)\b(?: [^\W\d]+ as)?)?"
    rf" (?:the|its|their|that)(?! (?:{_FIGURES})\b)(?: [^\W\d]+){{1,6}}\W*\Z",
    re.IGNORECASE,
)
"""One part of the figure as a multiple of another, both by what they are: "the secant is four times its outer piece"."""
_OF_THEOREMS = frozenset({2.0, 0.5, 1.0})
"""Multiples that theorems have, such as the angle at the centre."""


def described_leaks(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Iterator[Leak]:
    """Yield what makes the answer of a given size that is only described; a theorem's multiple tells nothing of this figure."""
    if protected.value is None or protected.is_given or any(is_near(protected.value, other) for other in said.values):
        return
    for sentence in sentences:
        match = _DESCRIBED.match(sentence.text) if len(sentence.text) <= _LONGEST_DESCRIPTION else None
        if match is None or sentence.is_question or sentence.following.rstrip().endswith("?") or _THEOREM.search(sentence.text):
            continue
        for factor in _scales(f"{match['ratio']} "):
            fits = any(is_near(protected.value, factor * given) for given in protected.own_givens)
            if fits and factor not in _OF_THEOREMS:
                yield Leak(sentence.text, "relation", "it tells which multiple of a given size the answer is")


_LONGEST_DESCRIPTION = 160
"""Characters of a sentence that describes one size; a longer one tells several things."""
_THEOREM = re.compile(r"\b(?:medians?|centroid|always|any|regular|equilateral|perimeter|areas?)\b", re.IGNORECASE)
