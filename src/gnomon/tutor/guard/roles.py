"""Roles in which a number tells a learner nothing of the figure: a page, a time, a price, an age, a count of pupils.

The words are data (``roles`` of ``words/en.yaml``). A number in such a role tells something all the same where the sentence
ties it to the unknown: "my house number too, 57: look at it closely when you think about the angle at M".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from gnomon.packaged import packaged_yaml
from gnomon.tutor.guard.english import english

_OF_A_FIGURE = re.compile(
    r"[  ]?(?:°|\^\s*\\?circ|degrees?\b|(?:square )?(?:[mcdk]m|m|centimet|millimet|decimet|kilomet|met(?:er|re))\w{0,3}\b)",
    re.IGNORECASE,
)
"""A unit of angles, lengths or areas."""
_BEFORE, _AFTER = 48, 48
"""Characters before and behind a number in which its role stands."""


class _Roles(NamedTuple):
    label: re.Pattern[str]
    measured: re.Pattern[str]
    before: re.Pattern[str]
    age: re.Pattern[str]
    after: re.Pattern[str]
    counted: re.Pattern[str]
    not_counted: frozenset[str]
    joining: frozenset[str]
    everyday: re.Pattern[str]
    hour: re.Pattern[str]
    figure: re.Pattern[str]
    link: re.Pattern[str]
    other_figure: re.Pattern[str]
    like_here: re.Pattern[str]


@cache
def _others() -> dict[str, str]:
    return {name: words.replace("\n", "") for name, words in packaged_yaml(__package__, "words", "others.yaml").items()}


@cache
def _roles() -> _Roles:
    roles = english().roles
    labels = "|".join(roles["labels"].split())
    flags = re.IGNORECASE
    plural = rf"{'|'.join(roles['counted'].split())}|[^\W\d_]{{3,}}s"
    return _Roles(
        # "pages 56 and 58": another number may come between; "Bus 65" and "bus number 65" alike
        label=re.compile(
            rf"(?<![^\W_])(?:{labels})[  ]?(?:number |no\.? |nr\.? |#)?(?:\d+(?: ?(?:,|and|to|or|-|–) ?))?\W{{0,2}}$", flags
        ),
        measured=re.compile(rf"\b(?:{'|'.join(roles['measured'].split())})\b (?:of |is |was |at )?(?:about |only )?$", flags),
        before=re.compile(f"{roles['time_before']}|{_others()['before']}", flags),
        age=re.compile(f"{roles['age_before']}|{_others()['age']}", flags),
        after=re.compile(rf"[  ]?(?:{roles['time']}|{_others()['after']})", flags),
        counted=re.compile(rf"[  ](?:[^\W\d_]+[  ])?(?P<noun>{plural})(?![^\W_])", flags),
        not_counted=frozenset(roles["not_counted"].split()) | frozenset(roles["units"].split()),
        everyday=re.compile(rf"\b(?:{'|'.join(roles['everyday'].split())})\b", flags),
        hour=re.compile(_others()["hour"], flags),
        figure=re.compile(rf"\b(?:{'|'.join(roles['figure_words'].split())})\b|[°∠=]|(?-i:\b[A-Z]{{2,4}}\b)", flags),
        joining=frozenset(roles["joining"].split()),
        link=re.compile(roles["link"], flags),
        other_figure=re.compile(rf"\b(?:{_others()['other_figure']})\b", flags),
        like_here=re.compile(rf"\b(?:{_others()['like_here']})\b", flags),
    )


@lru_cache(maxsize=2048)  # each rule asks of the same numbers of a turn
def tells_nothing(text: str, start: int, end: int, problem_text: str) -> bool:
    """Whether the number from ``start`` to ``end`` of a sentence stands in a role of no meaning for the figure.

    Args:
        text: the sentence.
        start: its first character.
        end: after its last one.
        problem_text: in lower case; what the problem itself counts, such as apples, is its matter.
    """
    return is_of_something_else(text, start, end, problem_text) or (
        not _OF_A_FIGURE.match(text, end) and _is_everyday(_clause(text, start, end), problem_text)
    )


@lru_cache(maxsize=2048)  # as above
def is_of_something_else(text: str, start: int, end: int, problem_text: str) -> bool:
    """Whether what stands beside a number gives it such a role: a page, a time, a count; arguments as in `tells_nothing`."""
    roles = _roles()
    before, after = text[max(0, start - _BEFORE) : start], text[end : end + _AFTER]
    if _OF_A_FIGURE.match(after):
        return roles.after.match(after) is not None  # "37.5 degrees of fever"
    if roles.label.search(before) or roles.before.search(before) or roles.measured.search(before):
        return True
    if roles.hour.search(before) and text[start:end].isdigit() and int(text[start:end]) <= _LAST_HOUR:
        return True
    after_it = roles.after.match(after)
    is_part = _PART_OF_ONE.search(text, start, end) is not None  # "93.5 of them" counts nothing
    if after_it and not (is_part and after_it.group().startswith(" of ")) and not _is_matter(after_it.group(), problem_text):
        return True
    if _RATIO_BEFORE.search(before) or _RATIO_AFTER.match(after):
        return True
    if roles.age.search(before) and _SENTENCE_GOES_ON.match(after):
        return True
    return _counts(after, problem_text)


def _clause(text: str, start: int, end: int) -> str:
    """Return what stands about a number between semicolons, colons and dashes."""
    begins = [match.end() for match in _CLAUSE_END.finditer(text, max(0, start - _CLAUSE_REACH), start)]
    ends = _CLAUSE_END.search(text, end, end + _CLAUSE_REACH)
    return text[begins[-1] if begins else max(0, start - _CLAUSE_REACH) : ends.start() if ends else end + _CLAUSE_REACH]


_CLAUSE_END = re.compile(r"[;:—](?=\s)|\s[-–](?=\s)")
_CLAUSE_REACH = 200
"""Characters on either side of a number in which its clause is looked for."""


def _is_everyday(text: str, problem_text: str) -> bool:
    """Whether a clause talks of something else than the figure, and than what the problem tells of."""
    roles = _roles()
    if roles.figure.search(text):
        return False
    return any(match.group().lower() not in problem_text for match in roles.everyday.finditer(text))


_RATIO_BEFORE, _RATIO_AFTER = re.compile(r"\d(?: : |:)$"), re.compile(r"(?: : |:)\d")
"""Parts of a ratio, or of a time of day."""
_PART_OF_ONE = re.compile(r"\.\d|\bhalf\b", re.IGNORECASE)
_LAST_HOUR = 24
"""Of a day."""
_SENTENCE_GOES_ON = re.compile(
    r"\s*(?:$|[.,;!?)]|(?:and|or|I|we|you|now|when|today|already|soon|years|last|next|this|yesterday|tomorrow|on|in|at)\b)",
    re.IGNORECASE,
)
"""Follows an age: nothing that would make it a size."""


def _is_matter(words: str, problem_text: str) -> bool:
    """Whether the problem itself speaks of what is counted or measured."""
    return any(word in problem_text for word in _LONG_WORD.findall(words.lower()))


_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
"""A word that means something: no ending, and no letter of a unit."""


def _counts(after: str, problem_text: str) -> bool:
    """Whether a plural follows, as in "23 pupils" and "12 little houses"; units and verbs in -s are none."""
    roles = _roles()
    match = roles.counted.match(after)
    if match is None:
        return False
    if _is_matter(match["noun"], problem_text):
        return False
    words = match.group().lower().split()
    return not any(word in roles.not_counted for word in words) and not (len(words) == 2 and words[0] in roles.joining)


def is_tied(text: str) -> bool:
    """Whether a sentence makes a comparison its point."""
    return _roles().link.search(text) is not None


def is_of_other_figure(text: str, sizes: Sequence[float], givens: Sequence[float], value: float) -> bool:
    """Whether a sentence tells of another figure, most of whose sizes the problem does not have.

    Args:
        text: the sentence.
        sizes: its numbers.
        givens: what the problem states.
        value: the size in question.
    """
    if _roles().other_figure.search(text) is None or _roles().like_here.search(text):
        return False
    others = [size for size in sizes if size != value]
    new = sum(size not in givens for size in others)
    return bool(new) and 2 * new >= len(others)
