"""Whether a step is set as a task: "And now 6 · 16 − 14. Your turn", "2π · 18 · 50/360. Reduce before you type".

A calculation whose result nobody has told is the learner's to do where the tutor hands it over: by words that say so, by "now"
before it, or by an instruction or a question behind it about how to work it out. Where a sentence says what something *is*, by
the result or by the calculation, it is told all the same ("angle SFK is 6 · 16 − 14, your turn"). The words are data
(``words/handing.yaml``). It leaves out what a calculation comes to (`gnomon.tutor.guard.stated`, `told`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from gnomon.packaged import packaged_yaml
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.protected import Protected
from gnomon.tutor.guard.turns import FRAGMENT, Sentence


class _Words(NamedTuple):
    hands_over: re.Pattern[str]
    asks_for: re.Pattern[str]
    comes_next: re.Pattern[str]
    method: re.Pattern[str]
    asks_how: re.Pattern[str]
    undoes: re.Pattern[str]
    is_task: re.Pattern[str]
    task_is: re.Pattern[str]
    used_up: re.Pattern[str]


@cache
def _words() -> _Words:
    table = {name: words.replace("\n", "") for name, words in packaged_yaml(__package__, "words", "handing.yaml").items()}
    opening = r"\A\W*(?:(?:so|and|but|well|ok|okay|good|right|great|yes|fine|perfect|just|simply|only|therefore)\b\W*)*"
    is_ = r"(?:'s|\bis|\bare|\bwould be|\bwill be)"
    return _Words(
        hands_over=_compiled(rf"\b(?:{table['hands_over']})"),
        asks_for=_compiled(rf"\b(?:{table['asks_for']})\b"),
        comes_next=_compiled(rf"{opening}(?:{table['comes_next']})\b|\bnext\b"),
        method=_compiled(
            rf"{opening}(?:(?:now|next|then|first|please|you (?:can|may|should|could|need to))\b\W*)*(?:{table['method']})\b"
        ),
        asks_how=_compiled(rf"\A\W*(?:{table['asks_how']})\b"),
        undoes=_compiled(rf"\A\W*(?:{table['undoes']})\b"),
        is_task=_compiled(
            rf"\b(?:that|this|it){is_} (?:just |only |now |then )*(?:(?:the|your|a|an|one)\b )?(?:{table['task']})"
        ),
        task_is=_compiled(rf"\b(?:{table['task']})\W*{is_}\W*(?:(?:just|only|simply|now|to do|the)\W+)*\Z"),
        used_up=_compiled(rf"(?:\b|(?='))(?:{table['used_up']})\b"),
    )


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_TOLD_BEFORE = _compiled(
    r"(?:=|≈|→|:=|['’](?:s|re)\b|\b(?:is|are|be|being|was|were|equals?|measures?|makes?|gives?|gets?|got"
    r"|becomes?|yields?|amounts?|means"
    r"|namely|i\.e\.?|as|worth|covers?|comes? (?:out )?(?:to|at|as)|turns? out))\W*"
    r"(?:(?:just|only|simply|exactly|then|the|about|whatever|nothing (?:but|more than)|plain|an?|equal|to|at|as|your"
    r"|really|merely|value|of)\W+){0,4}\Z"
)
"""Stands before what something is said to be."""
_TOLD_AFTER = _compiled(
    r"\s*(?:°|degrees?\b|[cdmk]?m\b[²2]?|units?\b|%)?\W*(?:(?:so|and|then|hence|therefore|thus|which|that|this"
    r"|it|there|all)\b\W*){0,4}"
    r"(?:=|≈|['’]s\b|(?:is|are|was|makes?|gives?|equals?|comes? (?:out )?to|yields?|brings?|does it"
    r"|does the (?:job|trick)|for (?:the|your|our)"
    r"|(?:you|we) (?:have|get|got|find|reach|arrive|are done))\b)"
)
"""Follows what is said to be something, or to come to something."""
_IS_A_WAY = _compiled(
    r"\s*(?:is|would be) (?:one|a|an|another|the \w+|your|my) (?:\w+ )?"
    r"(?:way|method|approach|route|idea|plan|start|possibility)\b"
)
"""Says that a calculation is a way to go: "180 − 65 is one way"."""
_BEFORE_YOU = _compiled(r"\bbefore (?:you|we|the|any)\b|\bfirst\W*\Z|\bfirst,|\bcomes? first\b")
"""Says in which order to work."""


def is_set_as_task(sentence: Sentence, start: int, end: int, protected: Protected) -> bool:
    """Whether a calculation of a sentence, whose result is not told, is handed to the learner.

    Args:
        sentence: the sentence, which knows what follows it.
        start: where the calculation begins in it.
        end: behind its last character.
        protected: the answer, for the names of what is asked.
    """
    text = sentence.text
    if _IS_A_WAY.match(text, end) and not _arrives(sentence, protected):
        return True
    if _is_told(text, start, end, protected) or _arrives(sentence, protected):
        return False
    rest = text[end:]
    if _hands_over(sentence) or _words().method.search(_behind_a_mark(rest)) or _BEFORE_YOU.search(rest):
        return True
    # "So now 6 · 16 − 14." names what comes next and nothing else.
    return _words().comes_next.search(text) is not None and len(f"{text[:start]} {rest}".split()) <= FRAGMENT


def _behind_a_mark(rest: str) -> str:
    """Return what follows a calculation behind a comma, colon or dash: ": mind the minus"."""
    mark = _MARK.match(rest)
    return rest[mark.end() :] if mark else ""


_MARK = _compiled(r"\s*(?:°|degrees?\b|[cdmk]?m\b[²2]?)?\s*[,:;–—-]\W*(?:(?:and|but|so)\b\W*)*")


def names_task(sentence: Sentence, protected: Protected) -> bool:
    """Whether a sentence only names an operation to carry out, without saying what anything is: "Half of 116 next, please"."""
    text = _words().hands_over.sub(" ", _words().asks_for.sub(" ", _words().is_task.sub(" ", sentence.text)))
    if phrases.COPULA.search(text) or _arrives(sentence, protected):
        return False
    if _hands_over(sentence._replace(following="") if _DIGIT.search(sentence.following) else sentence):
        return True
    return _words().comes_next.search(text) is not None and len(text.split()) <= FRAGMENT


def is_left_over(following: str) -> bool:
    """Whether a sentence leaves the one before it to the learner, by words or by how to go on."""
    words = _words()
    return any(found.search(following) for found in (words.hands_over, words.method, _BEFORE_YOU))


def is_instruction(text: str) -> bool:
    """Whether a sentence tells how to work something out: "Undo the minus three before you touch the two"."""
    return _words().method.search(text) is not None


def is_set_up(sentence: Sentence) -> bool:
    """Whether a sentence says of nothing what it is, and the next one tells to go on: "230° still holds both. Take one out"."""
    if phrases.COPULA.search(sentence.text) or _DIGIT.search(sentence.following):
        return False
    return is_instruction(sentence.following)


_DIGIT = re.compile(r"\d")
"""A number: an instruction with numbers says more than to go on."""


def asks_how_to_undo(following: str) -> bool:
    """Whether a sentence asks how to get on from a square or a multiple of the unknown: "How do we get rid of the little 2?"."""
    return following.rstrip().endswith("?") and _words().undoes.search(following) is not None


def asks_for_it(sentence: Sentence, protected: Protected) -> bool:
    """Whether the next sentence asks how to undo something, or for nothing but what is asked: "36 is VD squared. What's VD?"."""
    following = sentence.following.rstrip()
    if asks_how_to_undo(following):
        return True
    is_short = following.endswith("?") and len(following.split()) <= _SHORT_QUESTION
    return is_short and phrases.WH_QUESTION.search(following) is not None and any(protected.mentions(following))


_SHORT_QUESTION = 6
"""Words of a question that has room for a name only."""


def is_used_up(text: str) -> bool:
    """Whether a sentence says how much of a whole is known already: "that much of the 41 is spoken for"."""
    return _words().used_up.search(text) is not None


def _hands_over(sentence: Sentence) -> bool:
    words, following = _words(), sentence.following
    own = (words.hands_over, words.asks_for, words.is_task)
    if any(found.search(sentence.text) for found in own) or words.hands_over.search(following):
        return True
    if following.rstrip().endswith("?"):
        return words.asks_how.search(following) is not None
    return words.method.search(following) is not None or _BEFORE_YOU.search(following) is not None


def _arrives(sentence: Sentence, protected: Protected) -> bool:
    """Whether the sentence or the next one says that the answer is there."""
    turn = (_words().asks_for.sub(" ", _words().is_task.sub(" ", text)) for text in (sentence.text, sentence.following))
    if any(phrases.ARRIVES.search(text) for text in turn):
        return True
    following = sentence.following
    is_concluded = phrases.CONCLUDES.search(following) and any(protected.mentions(following))
    return bool(is_concluded) and not following.rstrip().endswith("?")


def _is_told(text: str, start: int, end: int, protected: Protected) -> bool:
    """Whether a sentence says that something is what a calculation comes to."""
    before = text[:start]
    if _words().task_is.search(before):
        return False
    if _TOLD_BEFORE.search(before):
        return True
    ends = [stop for _, stop in protected.mentions(before)]
    if ends and phrases.COPULA.search(before, max(ends)) and not phrases.CLAUSE_BREAK.search(before, max(ends)):
        return True
    after = _words().is_task.sub(" ", text[end:])
    return _TOLD_AFTER.match(after) is not None
