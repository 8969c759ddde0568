"""What an utterance must not give away: the final answer in all its dress, and what may be said freely.

`Protected` is read once from a problem and its final answer: the value or word, the letter of the right option, the numbers
the problem itself states, and the names by which it calls its unknown. It leaves out the utterance (`gnomon.tutor.guard.guard`).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from gnomon.algebra import ReadNumber, equal, is_rounded, read_number, read_numbers
from gnomon.problem import Problem

_LONGEST_PROBLEM = 8000
"""Characters in which options and the question are looked for: a longer text is no school problem, and the time is bounded."""
_COMMON_CONSTANTS = (90.0, 180.0, 360.0)
"""Right angle, half turn, full turn: mentioned freely, as a given is."""

_MOST_OPTIONS = 8
"""Letters of options that a text is searched for: A to H, as in the patterns of `gnomon.tutor.guard.phrases`."""
_CHOICE = re.compile(r"(?:\(([A-H])\)|\b([A-H])[).:])\s*([^()\n]{1,40}?)(?=\s*(?:\(?[A-H][).:]|$|\n))")
_GOAL = re.compile(
    r"\b(?:find|calculate|determine|compute|evaluate|solve for|what (?:is|are|was)|what's"
    r"|how (?:tall|long|wide|large|big|high|far|many|much))\b\s*(?:is|are)?\s*([^.?!,;]{1,100})",
    re.IGNORECASE,
)
_COMMON_WORDS = """
    the a an of in to is are measure measures length value angle angles side sides size exact nearest terms its it for figure
    degrees what find and or third same given at by from with as on does do if be this that total many much number triangle
    circle line segment point centre center square rectangle
"""
_NOT_A_NAME = frozenset(_COMMON_WORDS.split())
"""Words of a question that do not name what it asks for."""
_NAME = re.compile(r"[A-Z]{1,4}(?![a-z])'?|[A-Za-z]+")
_WANTED = r"(?:want|need|looking for|seek|after|asked for)"
_GENERIC_NAMES = (
    rf"answer|result|solution|(?:value|number|angle|length|side|one|what|that) (?:that )?(?:you|we)(?:'re| are)? {_WANTED}"
    r"|(?:missing|unknown|wanted|required|remaining|last) (?:angle|side|value|length|number|one|measure)"
    r"|the unknown|you should get|we get"
)


@dataclass(frozen=True, slots=True)
class Protected:
    """A final answer and its surroundings."""

    value: float | None
    """None when the answer is a word."""
    is_percent: bool = False
    word: str = ""
    """In lower case, for an answer that is no number, such as ``rhombus``."""
    letter: str = ""
    """Of the right option; empty without options."""
    choices: tuple[str, ...] = ()
    """Texts of the options, A first."""
    givens: tuple[float, ...] = ()
    """Numbers that the problem states, and the common constants."""
    problem_text: str = ""
    unknown: re.Pattern[str] = re.compile(rf"\b(?:{_GENERIC_NAMES})\b", re.IGNORECASE)
    """Finds a mention of what is asked."""

    @property
    def is_given(self) -> bool:
        """Whether the problem itself states the value of the answer."""
        return self.value is not None and any(is_near(self.value, given) for given in self.givens)

    def is_stated_by(self, number: ReadNumber) -> bool:
        """Whether ``number`` is the answer: within 0.2 %, or a correct rounding within 1 %, or the same share in percent."""
        if self.value is None:
            return False
        candidates = [number.value]
        if number.unit == "%":
            candidates.append(number.value / 100)
        elif self.is_percent and abs(number.value) < 1:
            candidates.append(number.value * 100)
        return any(is_near(self.value, value, number.decimals) for value in candidates)


def is_near(truth: float, value: float, decimals: int = 0) -> bool:
    """Whether ``value`` gives ``truth`` away: equal under ``guard``, or its rounding to ``decimals`` >= 1 places within 1 %."""
    if equal(truth, value, "guard"):
        return True
    # A rounding to whole numbers may be far off, 6.5 as 7: within 1 % it is near enough to tell the answer.
    return decimals >= 1 and abs(value - truth) <= 0.01 * abs(truth) and is_rounded(truth, value, decimals)


def letter_of(place: int) -> str:
    """Return the letter of an option by its place from 0."""
    return chr(ord("A") + place)


def protect(problem: Problem | str, final_answer: float | str | None) -> Protected | None:
    """Read what has to be protected; None when the answer is unknown (None, nan, blank)."""
    if final_answer is None or (isinstance(final_answer, float) and not math.isfinite(final_answer)):
        return None
    answer = final_answer.strip() if isinstance(final_answer, str) else float(final_answer)
    if answer == "":
        return None
    text, choices, printed = _question(problem)
    return _protect(text, choices, printed, answer)


def _question(problem: Problem | str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return text, options and the texts printed in the figure."""
    if isinstance(problem, str):
        return problem, (), ()
    figure = problem.question.figure
    printed = tuple(label.text for label in figure.labels) if figure else ()
    return problem.question.text, problem.question.choices, printed


@lru_cache(maxsize=256)  # a session asks about one problem at every turn; a server holds as many solutions
def _protect(text: str, choices: tuple[str, ...], printed: tuple[str, ...], answer: float | str) -> Protected:
    stem, choices = (text, choices) if choices else _split_choices(text)
    givens = tuple(number.value for part in (stem, *printed) for number in read_numbers(part) if number.role == "value")
    letter = _letter(answer, choices)
    if isinstance(answer, str) and letter in map(letter_of, range(min(len(choices), _MOST_OPTIONS))):
        answer = choices[ord(letter) - ord("A")]
    number = read_number(answer) if isinstance(answer, str) else None
    value = answer if isinstance(answer, float) else number.value if number else None
    is_letter_only = isinstance(answer, str) and answer.upper() == letter
    return Protected(
        value=value,
        is_percent=number is not None and number.unit == "%",
        word="" if value is not None or is_letter_only else str(answer).lower(),
        letter=letter,
        choices=choices,
        givens=(*givens, *_COMMON_CONSTANTS),
        problem_text=text.lower(),
        unknown=_unknown_pattern(stem),
    )


def _split_choices(text: str) -> tuple[str, tuple[str, ...]]:
    """Split options written in the text, such as "(A) 16 (B) 24", from it; they have to run A, B, ..."""
    found = list(_CHOICE.finditer(text[:_LONGEST_PROBLEM]))
    letters = [match[1] or match[2] for match in found]
    if len(found) < 2 or letters != list(map(letter_of, range(len(found)))):
        return text, ()
    return text[: found[0].start()], tuple(match[3].strip() for match in found)


def _letter(answer: float | str, choices: tuple[str, ...]) -> str:
    """Return the letter of the right option; empty when there are none."""
    if isinstance(answer, str) and re.fullmatch(r"\(?[A-Ha-h]\)?\.?", answer) and (choices or answer.strip("().").isupper()):
        return answer.strip("().").upper()
    for position, choice in enumerate(choices):
        same_text = isinstance(answer, str) and choice.strip().lower() == answer.lower()
        truth = read_number(answer) if isinstance(answer, str) else answer
        value = truth.value if isinstance(truth, ReadNumber) else truth
        if same_text or (value is not None and equal(value, choice, "guard")):
            return letter_of(position)
    return ""


def _unknown_pattern(stem: str) -> re.Pattern[str]:
    """Build the pattern that finds a mention of what the problem asks for."""
    phrases = [match[1] for match in _GOAL.finditer(stem[:_LONGEST_PROBLEM])]
    names = [name for name in _NAME.findall(phrases[-1] if phrases else "") if name.lower() not in _NOT_A_NAME or name == "x"]
    exact = [re.escape(name) for name in names if len(name) == 1 or name.isupper()]
    # Short words are in every sentence; single letters and capitals are names of the figure.
    nouns = [re.escape(name) for name in names if len(name) > 3 and not name.isupper()]
    pattern = rf"(?i:\b(?:{'|'.join([_GENERIC_NAMES, *nouns])})\b)"
    if exact:
        pattern += rf"|(?<![A-Za-z])(?:{'|'.join(exact)})(?![A-Za-z'])"
    return re.compile(pattern)
