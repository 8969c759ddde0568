"""What a turn asks, in the rough: its last question, what it says before it, what kind of answer it wants and between what."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from gnomon.tutor.message.turns import LEAD, sentences_in, without_why

Want = Literal["which", "term", "link", "operation", "where", "why", "does", "goal", "whether", "other"]

_NEW_SENTENCE = re.compile(r"(?<=:)\s+(?=[A-Z]\w+ )")
"""Behind a colon."""
_TAIL = re.compile(
    r",? do you think$|,? would you say$|,? please$|,? then$|,? here$|,? again$|,? now$",
    re.IGNORECASE,
)
_AND_MORE = re.compile(r",? and (?=(?:how|what|which|where|why|does|do|is|are|who)\b)(?P<more>.+)$", re.IGNORECASE)
_ASIDE = re.compile(
    r"^(?!(?:[Ii]n|at|of|if|on|from|when|compared|because|since|for|to)\b)[A-Z]?[a-z' ]{3,40}, (?=(?:(?:at"
    r"|in|on|of|from) )?(?:which|what|where|who|how|is|are)\b)|^[Aa]part from [a-z ]+, "
)
_BARE_WHICH = re.compile(
    r"(?:which|what)(?: (?:one|ones|two|three|of (?:them|the (?:two|three)"
    r"|these)))*(?: (?:is|are) (?:it|that|this|they))?$|who(?: is it)?$",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"(?:\(?\b([a-d1-4])\))\s*(.+?)(?=\s*(?:,|;|\bor\b)?\s*\(?\b[a-d1-4]\)|\s*[?.!]*$)", re.IGNORECASE)
_CLAUSE = re.compile(r"(?:where|which|what|who|how|to|in|for|from|with|if|when|so|compared)\b.*\s", re.IGNORECASE)
"""What stands before the things between which a choice is."""
_OPTION_LEAD = re.compile(
    r"(?:.*,\s*)?(?:(?:is|are|do|does|would|will|should|must|can|was) (?:(?:it|that"
    r"|this|they|we|you|i|those|these|there)\b|(?:the |one )?\w+ (?:\w+ )?)?)?",
    re.IGNORECASE,
)
"""What stands before the first option: ``is the radius then``."""
_WHY = re.compile(
    r"^(?:why|how (?:do|can|could|did) (?:you|we) (?:know|tell|see)|how come|(?:what|where)(?:'s| is) (?:the|your) reason"
    r"|what makes|what tells|how so|because of what|by what|what lets|explain"
    r"|what (?:allows|justifies))\b|\b(?:reason|justification)$",
    re.IGNORECASE,
)
_OPERATION = re.compile(
    r"\bwhich operation\b|\bhow (?:do|can|could|would|will|did|does) (?:you"
    r"|we|i|one) (?:get|find|go|come|work|make|calculate|reach|turn)\b"
    r"|\bwhat (?:will|would|do|should|must|could|can|did) (?:you|we|i)"
    r" (?:have to )?do\b|\bwhat (?:comes|happens) (?:next|now|first)\b"
    r"|\bwhat(?:'s| is) (?:the|your) (?:next|first|last) (?:step|move)\b"
    r"|\bwhat next\b|\bplus or minus\b|\bnext step\b|\bwhat do we add\b"
    r"|\bwhat gets you\b|\bgets? (?:you|us) from\b|\bhow would you (?:isolate|solve|undo)\b",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"\bwhat (?:does|do|will|would|must) (?P<s>.+?) (?:always |then"
    r" |really )?(?:do|mean|tell|say|give|imply)\b(?! (?:you|we) )",
    re.IGNORECASE,
)
_GOAL = re.compile(
    r"\bwhat (?:are|were) (?:we|you) (?:after|looking|searching|trying|asked|supposed|measuring|hunting)\b"
    r"|\bwhat (?:do|did|does) (?:we|you|the (?:question|problem|text|task))"
    r" (?:want|need to find|have to find|look for|ask(?: (?:for|about))?)\b"
    r"|\bwhat is (?:asked|sought|wanted|the question)\b|\b(?:are|do)"
    r" we (?:want|measuring|looking for|after|hunting|need to find)\b"
    r"|\bwhich quantity is (?:that|asked|it)\b|\bwhat(?:'s| is) the (?:goal|unknown)\b",
    re.IGNORECASE,
)
_TERM = re.compile(
    r"\b(?:what|which) (?:kind|sort|type|class) of\b|\bwhat (?:do|would"
    r"|did|could|can|should) (?:we|you|people|they|one) call\b"
    r"|\bwhat(?:'s| is| are)? .*\bcalled\b|\bthe (?:name|word|term) (?:for"
    r"|of)\b|\bwhat(?:'s| is) (?:its|their|the|that) (?:name|word|term)\b"
    r"|\bwhat role\b|\bwhat shape\b|\bwhich shape\b|\bwhat (?:kind|sort|type)\b|\bwhat(?:'s| is) special about\b"
    r"|\bname (?:for|of) (?:that|this|such)\b|\bwhat figure\b|\bwhich (?:special"
    r" )?(?:kind|sort|type|quadrilateral|figure)\b|\b(?:is|are) called\b",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"^compare\b|\bhow (?:is|are|do|does|would|did) .*\b(?:compare|compared|related"
    r"|relate|connected|linked|differ|fit together|lie|meet|match up)\b"
    r"|\bwhat (?:can|could|do|does|must|would|should) (?:you|we|i|one) (?:say|know"
    r"|notice|see|tell|conclude|learn)(?: \w+)? (?:about|of|from|between)\b"
    r"|\bwhat(?:'s| is) (?:the )?(?:relation|relationship|connection|link) between\b|^what about\b|^how about\b"
    r"|\bcompared? (?:with|to|against)\b|\bwhat do you notice\b|\bwhat do they"
    r" (?:have in common|make)\b|\bhow do (?:they|those|these|the two)\b"
    r"|\bwhat does (?:that|this|it) (?:mean|say|tell|imply|make)\b|\bwhat"
    r" (?:must|should) .* be (?:to|of)\b|\bwhat follows for\b"
    r"|^what do .+ and .+ (?:have|make|add)\b|^what (?:holds|is true|applies|counts)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"^(?:(?:at|in|on) (?:which|what) (?:of (?:its|the|his|these) )?(?:point|corner"
    r"|corners|vertex|vertices|place|spot)|where|whereabouts)\b|\bwhere\b",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"\bwhich\b|^who(?:'s)?\b|\bwhat (?:other )?(?:side|angle|point|line"
    r"|arc|corner|triangle|segment|lines|sides|angles)s?\b|^name\b",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    r"^(?:is|are|do|does|did|can|could|has|have|must|will|would|was|were|isn't|aren't"
    r"|doesn't|don't|same|so)\b|, (?:is|are|do|does) (?:they|those|these|it|both)\b",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"\b(?:which|what|who|whose|name|where(?:'s| is| are)?|how many)\b(?: (?!is\b|are\b|do\b|does\b"
    r"|has\b|have\b|can\b|belongs?\b|goes\b|lies\b|matche?s\b|makes?\b|(?-i:[A-Z]))\w+){0,4}? "
    r"(?P<noun>sides?|angles?|arcs?|lines?|segments?|chords?|radi(?:us"
    r"|i)|legs?|corners?|vert(?:ex|ices)|points?|triangles?|lengths?"
    r"|pieces?|parts?|diagonals?|tangents?|circles?|rays?|letters?|theorems?|rules?|laws?"
    r"|formulas?|numbers?|functions?|ratios?|figures?|shapes?|quadrilaterals?|quantity)\b",
    re.IGNORECASE,
)
_NOUNS = {
    "line": (
        "side",
        "line",
        "segment",
        "chord",
        "radius",
        "radii",
        "leg",
        "length",
        "piece",
        "diagonal",
        "tangent",
        "ray",
        "part",
    ),
    "angle": ("angle",),
    "point": ("corner", "vertex", "vertice", "point", "letter"),
    "arc": ("arc",),
    "figure": ("triangle", "figure", "shape", "quadrilateral"),
    "rule": ("theorem", "rule", "law", "formula", "function", "ratio"),
}


class Asked(NamedTuple):
    """A question, read in the rough."""

    want: Want
    text: str
    """The question with the sentence before it where it needs that; without what only leads to it."""
    question: str
    """The question alone."""
    before: str
    """What the turn says before it."""
    noun: str = ""
    """Of what sort the answer is: ``line``, ``angle``, ``point``, ``arc``, ``figure``, ``rule``; empty where none is named."""
    word: str = ""
    """The noun as it stands."""
    options: tuple[str, ...] = ()
    """Between which a choice is."""


def asked_in(turn: str) -> tuple[Asked, ...]:
    """Return what the end of a turn asks: one question, or two that are joined by ``and``; none where nothing is asked."""
    whole = sentences_in(turn.replace("–", "-"))
    sentences = [piece for each in whole for piece in _NEW_SENTENCE.split(each)]
    at = next((at for at in range(len(sentences) - 1, -1, -1) if "?" in sentences[at]), len(sentences) - 1)
    if at < 0:
        return ()
    sentence, before = sentences[at], sentences[:at]
    if len(listed := _LETTERED.findall(" ".join(sentences[at + 1 :]))) > 1:
        return (_one(_cleared(sentence), before)._replace(options=tuple(option.strip(" ,;.?") for _, option in listed)),)
    bare = _cleared(sentence)
    more = _AND_MORE.search(bare)
    if more is None or _LETTERED.search(bare):
        return (_one(bare, before),)
    if re.match(r"how (?:are|is) \w+ marked", more["more"], re.IGNORECASE):
        return (_one(_TAIL.sub("", bare[: more.start()]), before),)
    first = _one(_TAIL.sub("", bare[: more.start()]), before)
    rest = _TAIL.sub("", more["more"])
    return (first, _one(rest, [*before, bare[: more.start()]]))


def _cleared(sentence: str) -> str:
    """Return a question without what leads to it or follows it, and says nothing of what is asked."""
    bare = _TAIL.sub("", without_why(LEAD.sub("", sentence.rstrip(" ?!.")))).strip()
    return _ASIDE.sub("", bare)


def _one(bare: str, before: list[str]) -> Asked:
    options = _options(bare)
    is_short = len(bare.split()) <= 6 and bool(before) and (_BARE_WHICH.match(bare) is not None or _is_dependent(bare))
    text = f"{LEAD.sub('', before[-1].rstrip(' .!?:'))}; {bare}" if is_short else bare
    noun = _noun_of(bare)
    if not noun[0] and is_short:
        noun = _noun_of(text)
    if not noun[0] and is_short:
        noun = (
            _noun_of(f"which {word[0]}")
            if (word := re.search(r"\b(side|angle|arc|corner|point|triangle|line)s?\b", text.lower()))
            else noun
        )
    return Asked(_want(bare, options), text, bare, " ".join(before), noun[0], noun[1], options)


def _is_dependent(bare: str) -> bool:
    """Whether a short question speaks of what was said before it by a pronoun: ``What's that called``."""
    return re.search(r"\b(?:it|that|this|they|them|these|those|one|its|their)\b", bare, re.IGNORECASE) is not None


def _noun_of(text: str) -> tuple[str, str]:
    """Return of what sort a question's noun is, and the noun; both empty where there is none."""
    match = _NOUN.search(text)
    if match is None:
        of = re.search(
            r"\bwhich (?:one |two )?of (?:\w+ ){0,3}?(sides?|angles?|arcs?|corners?|points?|triangles?|lines?)\b",
            text,
            re.IGNORECASE,
        )
        word = of[1].lower() if of is not None else ""
    else:
        word = match["noun"].lower()
    stem = word[:-1] if word.endswith("s") and word != "radius" else word
    return next((sort for sort, words in _NOUNS.items() if stem in words), ""), word


def _want(bare: str, options: tuple[str, ...]) -> Want:
    kinds: tuple[tuple[re.Pattern[str], Want], ...] = (
        (_WHY, "why"),
        (_GOAL, "goal"),
        (_OPERATION, "operation"),
        (_TERM, "term"),
        (_LINK, "link"),
        (_DOES, "does"),
        (_WHERE, "where"),
        (_WHICH, "which"),
    )
    found = next((want for pattern, want in kinds if pattern.search(bare)), None)
    if found is not None:
        return found
    if re.match(r"(?:.*, )?(?:and )?what(?:'s| is| are|s) ", bare, re.IGNORECASE):
        return "term"
    if not options and (_WHETHER.search(bare)):
        return "whether"
    return "other"


def _options(bare: str) -> tuple[str, ...]:
    """Return between what a choice is; none where there is no choice."""
    lettered = _LETTERED.findall(bare)
    if len(lettered) > 1:
        return tuple(option.strip(" ,;.?") for _, option in lettered)
    if not re.search(r"\bor\b", bare):
        return ()
    tail = re.split(r"[:;] ", bare)[-1]
    if (list_of := re.search(r"\bwhich of ((?:\w+, )+\w+(?:,? and|,? or) \w+)$", bare)) is not None:
        return tuple(re.split(r", (?:and |or )?| and | or ", list_of[1]))
    *first, last = re.split(r",? or (?:rather |is it |do we |are they |for |also )?", tail)
    several = re.split(r", ", first[0]) if len(first) == 1 else first
    if not several:
        return ()  # "Or not?"
    if len(first) > 1:
        several = first
    while len(several) > 1 and _CLAUSE.match(f"{several[0]} "):
        several = several[1:]
    shortened = several[0][_OPTION_LEAD.match(several[0]).end() :].strip()  # type: ignore[union-attr]  # it matches nothing, too
    found = [part.strip(" ,.?") for part in (shortened or several[0], *several[1:], last) if part.strip(" ,.?")]
    return tuple(found)
