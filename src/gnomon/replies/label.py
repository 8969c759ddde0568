"""Reading a judge's label: ``<think>rationale</think><answer>Label</answer>`` (the three labels of BEA 2025's shared task)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gnomon.replies.fields import squeezed_name
from gnomon.replies.reading import Reading, bounded, unparseable
from gnomon.replies.thinking import split_thinking

LABELS = ("Yes", "To some extent", "No")
"""The three labels."""

_BY_SQUEEZED = {squeezed_name(label): label for label in LABELS}
_ANSWER = re.compile(r"<\s*+(/?)\s*+answer\s*+>", re.IGNORECASE)
_PLAIN_TAGS = {"<answer>", "</answer>"}


def parse_label(text: str) -> Reading:
    """Read a label and notice whether a rationale came with it.

    Args:
        text: what the judge wrote.

    Returns:
        The value is ``{"label": ...}`` with one of `LABELS`. Case, space, underscore, bold and a full stop are repaired (flag
        ``label_repaired``; space at the ends is none); anything else beside the label, as in ``Yes, but``, is not a label.
        Without an answer: flag ``missing_answer``. Without a rationale: ``missing_rationale``, whatever the status. Answers
        inside ``<think>`` do not count; two others must agree. Text outside the tags is a repair. A ``</think>`` without
        its opening, which some chat templates keep, ends a rationale that begins with the text (a repair).
    """
    bounded_text = bounded(text)
    if bounded_text is None:
        return unparseable()
    tagged = _read_tags(bounded_text)
    flags = _flags(tagged)
    labels = {_BY_SQUEEZED.get(squeezed_name(_undressed(answer))) for answer in tagged.answers}
    label = labels.pop() if len(labels) == 1 else None
    if label is None or tagged.has_unclosed_answer:
        return unparseable(*flags)
    is_written_so = all(answer.strip() == label for answer in tagged.answers)
    every_flag = flags if is_written_so else {*flags, "label_repaired"}
    return Reading("ok", {"label": label}, tagged.is_odd or not is_written_so, (), tuple(sorted(every_flag)))


def _undressed(answer: str) -> str:
    """Return an answer without bold and without one full stop, inside or outside of it."""
    return answer.strip().strip("*").strip().removesuffix(".").strip("*")


def _flags(tagged: _Tagged) -> set[str]:
    notices = {
        "missing_rationale": not any(rationale.strip() for rationale in tagged.rationales),
        "missing_answer": tagged.has_unclosed_answer or not any(answer.strip() for answer in tagged.answers),
        "unclosed_tag": tagged.has_unclosed_think or tagged.has_unclosed_answer,
    }
    return {flag for flag, noticed in notices.items() if noticed}


@dataclass(slots=True)
class _Tagged:
    """What the tags of one text hold."""

    rationales: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    has_unclosed_think: bool = False
    has_unclosed_answer: bool = False
    is_odd: bool = False
    """Whether a tag was written otherwise than ``<think>``, lacks its opening, or text stands outside the tags."""


def _read_tags(text: str) -> _Tagged:
    thinking = split_thinking(text)
    tagged = _Tagged([*thinking.rationales], is_odd=thinking.has_odd_tags)
    said = thinking.said
    if thinking.unclosed is not None:
        said += _after_unclosed(thinking.unclosed, tagged)
    _read_answers(said, tagged)
    return tagged


def _after_unclosed(text: str, tagged: _Tagged) -> str:
    """Note the rationale that nothing closes; it ends where an answer begins."""
    answer = _ANSWER.search(text)
    end = len(text) if answer is None else answer.start()
    tagged.has_unclosed_think = True
    tagged.rationales.append(text[:end])
    return text[end:]


def _read_answers(text: str, tagged: _Tagged) -> None:
    opening: int | None = None
    here = 0
    for tag in _ANSWER.finditer(text):
        tagged.is_odd = tagged.is_odd or tag.group() not in _PLAIN_TAGS
        if tag[1] and opening is not None:
            tagged.answers.append(text[opening : tag.start()])
            opening, here = None, tag.end()
            continue
        tagged.is_odd = tagged.is_odd or bool(tag[1] or text[here : tag.start()].strip())
        if not tag[1]:
            tagged.has_unclosed_answer = tagged.has_unclosed_answer or opening is not None
            opening, here = tag.end(), tag.end()
    tagged.has_unclosed_answer = tagged.has_unclosed_answer or opening is not None
    tagged.is_odd = tagged.is_odd or bool(text[here:].strip())
