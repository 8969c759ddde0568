"""Clauses: a message cut at stops and connecting words, and the role that each clause gives to what it says.

The formula decides nothing about its role; the words around it say whether it is claimed, denied, asked, supposed or reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from gnomon.tutor.message.vocabulary import role, role_pattern

LONGEST_WORK = 4000
"""Characters, about two pages by hand; of longer work nothing is read, and the learner is asked for its last line."""
LONGEST_CLAUSE = 600
"""Characters; nobody writes as much without a stop or a connecting word, and what has none is no sentence."""
_STOP = (
    r"[.!?;]+(?=\s|$)|[!?]+|\n+|…|\.\.+|,(?=\s|$)|,(?=[^\W\d])|(?<=[a-z)]) [-–—] (?=[a-z])|\s[–—]\s"
    r"|(?:(?<=[a-z]{4})(?<!side)(?<!angle)(?<!area)(?<!radius)(?<!perimeter)(?<!hypotenuse)(?<!height)"
    r"|(?<=\btwo)|(?<=\bsix)|(?<=\bten)):(?=\s)|\s\((?=[A-Za-z]+ [a-z])"
)
"""Stops; a point or a comma within a number is none, and a dash only between words."""
_CONCLUDING = re.compile(r"so|then|therefore|thus|hence|and so|which means|that means|donc|entonces|quindi", re.IGNORECASE)
_YES_NO = re.compile(
    r"\W*(?:(?:so|and|but|ok|then|well|hmm) )*(?:is|are|was|would|do|does|did|can|could|should|will|has|have)(?:n'?t)? "
)
"""The beginning of a question that is answered by yes or no."""
_ASKED = re.compile(
    r"\W*(?:(?:so|and|but|ok|then|well|hmm) )*(?P<verb>is|are|was|were) (?P<of>.+?) "
    r"(?P<said>(?:(?:all|both|also|always|really) )*"
    r"(?:\d|[√π]|(?:equal|the same|same|half|twice|double|isosceles|equilateral|parallel|perpendicular"
    r"|similar|congruent|right|an?)\b).*)",
    re.IGNORECASE,
)
"""A question that is answered by yes or no: verb, what is spoken of, what is said of it."""
_COLON = r"(?<=[\w°²)]):(?=[ ])"
"""A colon that may part what is said from its equation."""
_SAYS = re.compile(
    r"[=≈∥⟂]|\b(?:is|are|was|adds?|makes?|gives?|equals?|equal|bisects|has|have|holds|means)\b(?=.*\w.*\w)", re.IGNORECASE
)
"""What makes the words before a colon a statement of their own, where something follows it."""
_NAMED_EQUATION = re.compile(r"\s*(?:(?:angle|arc|area of|m)\s?)?∠?[A-Z]{1,4}\s?(?:\^?[2²])?\s?=")
"""An equation that begins with a name: ``GL² =``."""
_NAME_BEFORE_SIGN = re.compile(r"\s*(?:[=≈≠+*/^²<]|-(?!\w*-)|(?:is|equals?|bisects)\b)")
"""What follows a name: ``SO = 7``, ``EH is 17``."""
_QUOTED = re.compile(r"[\"“”„«»]")


_BESIDE_THE_POINT = re.compile(r"\bif (?:i|you|u|we|he|she|they|there|theres|there's|one|ur|your)\b[^\d=]*$")
"""A condition behind a value that says nothing of the value: ``154 metres if he has no gate``."""


class Role(StrEnum):
    """What a clause does with what it says."""

    CLAIMED = "claimed"
    DENIED = "denied"
    ASKED = "asked"
    SUPPOSED = "supposed"
    """As a condition, or on somebody else's word."""
    BOUNDED = "bounded"
    """Only compared: ``more than 40``."""


class Clause(NamedTuple):
    """A part of a message that says one thing."""

    text: str
    is_reason: bool
    """Whether a word such as ``because`` leads it in."""
    is_question: bool
    """Whether a question mark ends it."""
    is_correction: bool
    """Whether it takes back what was said before."""
    is_conclusion: bool = False
    """Whether a word such as ``so`` leads it in."""
    joint: str = ""
    """The connecting word that leads it in, in lower case."""

    def role(self, first_value: int | None, value_end: int | None) -> Role:
        """Return its role.

        Args:
            first_value: where the first number in its text ends; None where there is none.
            value_end: the same for the last expression.
        """
        lower = self.text.lower()
        behind = None if first_value is None else _BESIDE_THE_POINT.search(lower, first_value)
        said = lower if behind is None else lower[: behind.start()]
        if role("reported").search(said) or _QUOTED.search(lower) or role("supposed").search(said.lstrip()):
            return Role.SUPPOSED
        if role("asked").search(lower.lstrip()) or (self.is_question and _YES_NO.match(lower)):
            return Role.ASKED
        end = len(lower) if value_end is None else value_end
        is_rejected = first_value is not None and role("rejected").search(lower[first_value:]) is not None
        if role("denied").search(lower[:end]) or is_rejected or _UNEQUAL.match(lower, end) or _DIFFERENT.search(lower):
            return Role.DENIED
        # "It is 24, thats taller than my dad": the comparison is another statement.
        further = None if value_end is None else _FURTHER.search(lower, value_end)
        return Role.BOUNDED if role("compared").search(lower if further is None else lower[: further.start()]) else Role.CLAIMED


def as_statement(text: str) -> str | None:
    """Return what a question asks whether it is so: ``is AB the same as CD`` as ``AB is the same as CD``."""
    match = _ASKED.match(text)
    return None if match is None else f"{match['of']} {match['verb']} {match['said']}"


_FURTHER = re.compile(r"\b(?:thats|that's|that is|which is)\b")
"""What begins another statement behind a number."""
_UNEQUAL = re.compile(
    r"\W*(?:(?:both|all|really|definitely|def) )?(?:(?:are|is|r)(?: not|n't|nt)\b(?! (?:it|that|they|he|she|u|you)\b)"
    r"|do(?:es)?(?:n't|nt| not) (?:equal|match|look|seem|bisect|halve|meet|run|lie)\b)"
)
"""Behind the last of several parts, what denies that they are alike: ``HY and HX are not equal``."""
_DIFFERENT = re.compile(
    r"\b(?:have|has|are|r) (?:got )?(?:of )?(?:different|unequal)\b(?: in)?(?: (?:sizes?|lengths?|angles?))?\W*$", re.IGNORECASE
)
"""The end of what denies that parts are alike: ``B and C are different``."""
_DENIES = re.compile(
    r"(?P<sign>≠|!=)|\b(?P<verb>is|are|r|was) ?(?:not|n't|nt)\b|\b(?P<ain>ain't|aint)\b"
    r"|\bdo(?:es)?(?:n't|nt| not) (?P<does>equal|match|bisect|halve)\b"
    rf"|{_DIFFERENT.pattern}",
    re.IGNORECASE,
)
"""What denies, and what it denies."""
_HEDGED = re.compile(
    r"\W*(?:necessarily|always|only|just|sure|yet|given|said|stated|told|what|why|how|clear|enough|needed|necessary|important"
    r"|because|cause|really sure|in (?:the|a)|it|that|they|he|she|u|you|supposed|meant|allowed|going)\b"
)
"""Behind what denies, words with which nothing is denied of parts: ``not necessarily parallel``."""
_NO_FACT = re.compile(
    r"\b(?:if|why|don'?t|do not|didn'?t|can'?t|cannot|never|no|nor|neither|except|but|unless|maybe|perhaps|might|could|would"
    r"|should|look|looks|seem|seems|think|thought|guess|know|say|says|said|see|sure|draw|drawn)\b"
)
"""Words beside a denial that leave open whether something is so."""


def affirmed(text: str) -> str | None:
    """Return what a clause denies plainly, as a statement: ``BN and NC are not equal`` as ``BN and NC are equal``.

    None where nothing is denied, it is only held open ("not necessarily", "don't look equal"), or denied twice.
    """
    found = [*_DENIES.finditer(text)]
    if len(found) != 1 or _HEDGED.match(text, found[0].end()) or _NO_FACT.search(_DENIES.sub(" ", text.lower())):
        return None
    (match,) = found
    does = match["does"] and f"{match['does']}s"
    said = match["verb"] or does or ("=" if match["sign"] else "is" if match["ain"] else "are equal")
    return f"{text[: match.start()]}{said}{text[match.end() :]}"


@cache
def _cut() -> re.Pattern[str]:
    """Return what stands between two clauses: a stop, a connecting word, a reason's, or one that takes back what was said."""
    words = {name: role_pattern(name) for name in ("joint", "reason", "taken_back", "taken_back_after_value")}
    return re.compile(
        rf"(?P<stop>{_STOP})|(?P<colon>{_COLON})|(?<![\w'])(?:(?P<reason>{words['reason']})|(?P<joint>{words['joint']})|(?P<fix>{words['taken_back']}))"
        rf"(?![\w'])|(?P<after>{words['taken_back_after_value']})",
        re.IGNORECASE,
    )


def lines_of_work(work: str) -> list[str]:
    """Return the lines that are read of what was handed in: none of work that is longer than `LONGEST_WORK`."""
    return work.splitlines() if len(work) <= LONGEST_WORK else []


def clauses(text: str) -> Iterator[Clause]:
    """Yield the clauses of a message in order; empty ones are left out, and those that are too long to be one."""
    start, is_reason, corrects, concludes, joint = 0, False, False, False, ""
    for match in _cut().finditer(text):
        found = text[start : match.start()]
        if match["colon"] and not _parts_equation(found, text[match.end() :]):
            continue
        if match.group().isupper() and len(match.group()) > 1 and _NAME_BEFORE_SIGN.match(text, match.end()):
            continue
        if found.strip() and len(found) <= LONGEST_CLAUSE:
            yield Clause(found, is_reason, "?" in (match["stop"] or ""), corrects or _corrects(found), concludes, joint)
            corrects = False
        goes_on = is_reason and not found.strip() and match["stop"] is None  # "bc then"
        is_reason, start = match["reason"] is not None or goes_on, match.end()
        joint = (match["joint"] or "").lower()
        concludes = _CONCLUDING.fullmatch(joint) is not None
        corrects = corrects or bool(match["fix"] or match["after"])
    if text[start:].strip() and len(text) - start <= LONGEST_CLAUSE:
        is_correction = corrects or _corrects(text[start:])
        yield Clause(
            text[start:], is_reason, is_question=False, is_correction=is_correction, is_conclusion=concludes, joint=joint
        )


def _parts_equation(said: str, behind: str) -> bool:
    """Whether a colon stands between what is said and its equation: ``EG = EV: 2 · 6 + 3 = EV``, not ``KLM: 180 - 70 = 110``."""
    sentence = re.split(r"[,;\n]|\.(?=\s)", behind, maxsplit=1)[0]
    if "=" not in sentence or ":" in said:
        return False  # a ratio has colons, too
    is_named = _NAMED_EQUATION.match(behind) is not None and len(said.split()) > 1 and "ratio" not in said.lower()
    return is_named or _SAYS.search(said) is not None


def _corrects(text: str) -> bool:
    return role("corrected").search(text.lower()) is not None
