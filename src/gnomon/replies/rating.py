"""Reading a judge's rating of an explanation, ``Rating: [[x, y, z, w]]`` (MathExplain 5.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gnomon.replies.fields import read_integer
from gnomon.replies.objects import agreed
from gnomon.replies.quoting import Quotes
from gnomon.replies.reading import INVALID, Field, Reading, bounded, reading_of, unparseable
from gnomon.replies.thinking import split_thinking

RATING_FIELDS = ("correctness", "fidelity", "visual_referencing", "answer_right")
"""The four numbers, in the order they are written: three of 1 to 5, then 0 or 1."""

_ALLOWED = (range(1, 6), range(1, 6), range(1, 6), range(2))
"""Three ratings of 1 to 5, and an answer that is right or not."""
_BRACKETS = re.compile(r"\[\[([^\[\]]*+)(\]\]|\]?\Z)?")
_LABEL = re.compile(r"(?<![A-Za-z])rating[\s:*_=]*\Z", re.IGNORECASE)
_LABEL_CUT_OFF = re.compile(r"(?<![A-Za-z])rating[\s:*_=]*+\[\Z", re.IGNORECASE)
_LABEL_LENGTH = 40  # characters before the brackets that are searched for the word
_NUMBER = re.compile(r"-?[0-9]++(?:\.[0-9]++)?+")
_DIGIT = re.compile(r"[0-9]")
_CUT_OFF = re.compile(r"[-0-9.,\s\"']*")


@dataclass(frozen=True, slots=True)
class _Rating:
    start: int
    """Where it begins, its label included."""
    end: int
    entries: tuple[str, ...]
    is_labelled: bool
    is_plain: bool
    """Whether it was written without a repair."""

    @property
    def is_meant(self) -> bool:
        """Whether it is a rating rather than other text in double brackets, such as a matrix or the form itself."""
        return any(_DIGIT.search(entry) for entry in self.entries) and (self.is_labelled or len(self.entries) == 4)


def parse_rating(text: str) -> Reading:
    """Read the four numbers of a rating.

    Args:
        text: what the judge wrote; reasons before and after the rating are expected and no repair.

    Returns:
        The value has the keys of `RATING_FIELDS`; a number outside its range, or no integer, is None. Other than four
        numbers, such as ``4/5`` or a word among them, are ``unparseable``. Without the word ``Rating``, or with it in bold
        or other case, it is repaired. Several ratings are flagged ``several_ratings`` and must agree. What stands in
        ``<think>`` does not count, and what is quoted does not (`gnomon.replies.quoting`): a text under review may rate
        itself. A rating in code marks counts where none stands outside them. Double brackets without a digit
        (``[[x, y, z, w]]``), or unlabelled and not of four entries, are prose.
    """
    bounded_text = bounded(text)
    if bounded_text is None:
        return unparseable()
    thinking = split_thinking(bounded_text)
    if thinking.unclosed is not None:
        return unparseable("unclosed_tag")
    said = thinking.said
    if _is_cut_off(said):
        return unparseable("truncated")
    readings = [_reading(rating) for rating in _own([rating for rating in _ratings(said) if rating.is_meant], Quotes(said))]
    return agreed(readings, "several_ratings") if readings else unparseable()


def _own(ratings: list[_Rating], quotes: Quotes) -> list[_Rating]:
    """Return the ratings that are the judge's own."""
    said = [rating for rating in ratings if not quotes.is_quoted(rating.start, rating.end)]
    return [rating for rating in said if not quotes.is_code(rating.start, rating.end)] or said


def _reading(rating: _Rating) -> Reading:
    entries = [entry.strip("\"' ") for entry in rating.entries]
    if len(entries) != len(RATING_FIELDS) or not all(_NUMBER.fullmatch(entry) for entry in entries):
        return unparseable()
    fields = {name: _number(entry, allowed) for name, entry, allowed in zip(RATING_FIELDS, entries, _ALLOWED, strict=True)}
    return reading_of(fields, repaired=not rating.is_plain or tuple(entries) != rating.entries)


def _number(entry: str, allowed: range) -> Field:
    """Read one number; digits are how a number stands in a rating, so only ``5.0`` is a repair."""
    field = read_integer(entry, allowed)
    return field if field is INVALID else field._replace(repaired=entry != str(field.value))


def _ratings(text: str) -> list[_Rating]:
    return [_rating(text, match) for match in _BRACKETS.finditer(text) if match[2] == "]]"]


def _rating(text: str, match: re.Match[str]) -> _Rating:
    entries = [entry.strip() for entry in match[1].split(",")]
    has_trailing_comma = len(entries) > 1 and not entries[-1]
    label = _LABEL.search(text, max(0, match.start() - _LABEL_LENGTH), match.start())
    is_plain = label is not None and label.group().rstrip() == "Rating:" and not has_trailing_comma
    is_bold_after = text.startswith(("*", "_"), match.end())
    kept = entries[:-1] if has_trailing_comma else entries
    start = match.start() if label is None else label.start()
    return _Rating(start, match.end(), tuple(kept), label is not None, is_plain and not is_bold_after)


def _is_cut_off(text: str) -> bool:
    """Say whether the text ends inside a rating."""
    last = None
    for last in _BRACKETS.finditer(text):  # noqa: B007  # the last one is what is looked for
        pass
    is_open = last is not None and last[2] != "]]" and last.end() == len(text) and _CUT_OFF.fullmatch(last[1]) is not None
    return is_open or _LABEL_CUT_OFF.search(text[-_LABEL_LENGTH:]) is not None
