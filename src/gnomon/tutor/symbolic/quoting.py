"""The learner's words as a turn can quote them: the words around a claim, a reason given, a line cut to its end."""

from __future__ import annotations

import re

from gnomon.tutor.message.moves import Claim

_WORD = re.compile(r"[a-z]{4,}")
"""A word that may carry the idea: shorter ones ("the", "is", "are") are in every sentence."""
# Where a sentence may be cut to quote a part of it: at a full stop, a colon, a comma, before "because".
_CLAUSE = re.compile(r"(?<=[.!?:])\s+|,\s+(?:so|and|because)\s+|,\s+|\s+because\s+")
# What comes after the words with which learners introduce a reason, up to the end of the clause.
_REASON = re.compile(
    r"(?:\b(?:because|since|cause|cuz|coz)|\b(?:thought|think|believe|assumed|say|idea(?: was| is)?|use) that"
    r"|\breason\b[^.:]*:|\bthis:)\s+((?:[^.!?;]|\.(?=\d))+)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_GAP = re.compile(r"[:/=] ?\?\s*$")
"""A question mark for a size, which is part of the line."""
_IDEA = 3
"""Words that carry meaning without which a clause says no idea."""
_LONGEST_QUOTE = 14
"""Words of the student that a turn quotes: about a third of its 45, so that the question about them has room."""
_LONGEST_IN_OPENING = 9
"""Words of the learner that an opening quotes: with its own it is a line. A line of so many is quoted whole."""


def sentence_around(text: str, claim: Claim, *, in_words: bool) -> str:
    """Return the student's words around a claim, short enough to quote; ``in_words``: rather a clause than a formula."""
    text = next((line for line in text.splitlines() if claim.text in line), text)  # a quotation does not run over lines
    clauses = [clause.strip(" .,;:") for clause in _CLAUSE.split(text.strip()) if clause.strip(" .,;:")]
    whole = _about(text, claim).strip(" .,;:")
    # With fewer than three words that carry meaning a clause is a formula and its verb.
    worded = [clause for clause in clauses if in_words and len(_WORD.findall(clause.lower())) >= _IDEA]
    with_claim = [clause for clause in clauses if claim.text in clause]
    fitting = [words for words in (whole, *worded, *with_claim, claim.text) if len(words.split()) <= _LONGEST_QUOTE]
    return fitting[0] if fitting else " ".join(claim.text.split()[:_LONGEST_QUOTE]) + "…"


def _about(text: str, claim: Claim) -> str:
    """Return a text without sentences that hold neither the claim nor enough words for an idea: "can you hurry up. 10"."""
    sentences = _SENTENCE.split(text.strip())
    if sum(claim.text in sentence for sentence in sentences) != 1:
        return text
    kept = [sentence for sentence in sentences if claim.text in sentence or len(_WORD.findall(sentence.lower())) >= _IDEA]
    return " ".join(kept)


def stated_reason(text: str) -> str | None:
    """Return what the student gives as a reason (``because ...``, ``I thought that ...``), when it is short enough to quote."""
    for match in _REASON.finditer(text):
        reason = match.group(1).strip(" .,;:")
        if 3 <= len(reason.split()) <= _LONGEST_QUOTE:  # "because of that" says nothing that could be quoted
            return reason
    return None


def unquoted(text: str) -> str:
    """Return words without quotation marks and without an end of their own."""
    plain = re.sub("[„“”]", "", text)
    return plain.strip() if _GAP.search(plain) else plain.strip(" .!?,;:")


def quotable(text: str) -> str:
    """Return the learner's words as they can stand in a sentence: short, without an end of their own."""
    clauses = [" ".join(clause.split()) for clause in re.split(r"[.!?;]+(?:\s|$)|\n", text) if clause.strip()]
    # Of several sentences the last that is short enough: learners end with what they mean.
    whole = next(
        (clause for clause in reversed(clauses) if 1 < len(clause.split()) <= _LONGEST_IN_OPENING), clauses[0] if clauses else ""
    )
    is_short = len(text.split()) <= _LONGEST_IN_OPENING and "\n" not in text.strip()  # two lines are no words of one sentence
    reason = next(filter(None, map(stated_reason, text.splitlines())), None)
    words = unquoted(text if is_short else reason or whole).split()
    return " ".join(words[:_LONGEST_IN_OPENING]) + ("…" if len(words) > _LONGEST_IN_OPENING else "")


def last_of(line: str) -> str:
    """Return a line of somebody's work as it can be quoted: of a long one the clause that it ends with."""
    line = line.strip(" .")
    return line if len(line.split()) <= _LONGEST_IN_OPENING else re.split(r"[,:;]\s+|\.\s+", line)[-1]
