"""What a turn of any tutor asks, by its words alone: the question as a statement with a gap where the answer goes.

"And what is left for YHX?" is ``YHX is …``, "Which side is across from angle C?" is ``… is across from angle C``, "Are HYX and
HXY equal?" is ``HYX and HXY are equal``. What is asked in words that are not read here is ``open``: then nothing is answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from gnomon.tutor.message.german import translate
from gnomon.tutor.message.rewriting import Rewritten
from gnomon.tutor.message.turns import LEAD, sentences_in, speaks_of_another

GAP = "…"
"""Where the answer goes."""


UNSURE = "unsure"
"""Instead of a noun: that a question is only supposed to ask how two parts hang together."""


class Question(NamedTuple):
    """A question, read."""

    kind: Literal["size", "share", "which", "use", "rule", "link", "whether", "choice", "open"]
    """``size``: a quantity, or what a calculation comes to; ``share``: a part or a factor; ``which``: a name; ``use``: a part or
    a value that helps; ``rule``: a theorem; ``link``: how parts hang together; ``whether``: yes or no; ``choice``: one of two;
    ``open``: not read, or nobody knows of what: then a number alone says nothing."""
    frame: str
    """The statement with its gap; of ``whether`` what is asked whether it is so."""
    subject: str = ""
    """What is asked for: ``YHX``; of a share what it is taken of."""
    noun: str = ""
    """What kind of thing is asked for: ``side``."""
    options: tuple[str, ...] = ()
    """Between which a choice is."""
    adjective: str = ""
    """Of a choice, what one of two is more than the other: ``longer``."""


_BEFORE = re.compile(
    r"^(?P<lead>(?:if|in|given|since|because|with|as|for|at|from|on|when|knowing)\b.*?),\s*(?P<rest>.+)$", re.IGNORECASE
)
"""A clause before a question: ``In triangle DGX, how much is left for G``."""
_OPEN = re.compile(
    r"\b(?:why|how do you|how did you|how can|how could|how would|how will|how come|explain|can you"
    r"|could you|would you|do you (?:see|know|think|agree)"
    r"|what do you (?:think|notice|see|know)|what makes|what tells|what if|any idea|ready|okay|ok|does that|makes sense)\b",
    re.IGNORECASE,
)
"""A question that goes on with the one before it: ``What is YHX? How do you know?``."""
_TAIL = re.compile(
    r"\s*(?:,? ?\b(?:then|now|here|there|again|exactly|roughly|approximately|please|in total"
    r"|in this figure|in the figure|in your opinion|or not"
    r"|do you think|would you say|as a (?:decimal|fraction|number)|in (?:degrees|cm|m|km|mm)|rounded to .*"
    r"|to \w+ decimals?)\b)+\s*$",
    re.IGNORECASE,
)
"""What ends a question and says nothing of what it asks for."""
_PERSONAL = re.compile(r"\b(?:you|your|we|us|our|i|me|my|let)\b", re.IGNORECASE)
"""Words of a question about the two who talk, and not the figure."""
_NO_SUBJECT = re.compile(
    r"^(?:the )?(?:wrong|missing|next|first|going|problem|question|reason|rule|theorem|formula|law|name"
    r"|idea|plan|next step|first step|answer"
    r"|relation|relationship|connection|difference between|special|left|it called|that called|known|given|asked|sought)\b",
    re.IGNORECASE,
)
"""What is no quantity."""
_BE = r"(?:is|are|was|were|would|will|must|should|has to|have to|does|do|has|can)"
_BIG = r"(?:big|large|long|wide|tall|high|great|much|far|deep|steep|thick)"
_NOUN = (
    r"(?:(?:other|one|two|third|known|equal|small|big|smaller|bigger|right|acute) )?(?:sides?|angles?"
    r"|arcs?|lines?|segments?|chords?|radi(?:us|i)|legs?|corners?|vert(?:ex|ices)|points?|triangles?"
    r"|parts?|halves|half|tangents?|diagonals?|one|ones|shape|figure)"
)
_WHOLE = (
    r"(?:the |a |one )?(?:(?:full|whole|entire) )?(?:circle|turn|arc|circumference|area|triangle|square"
    r"|rectangle|line|side|angle|figure|whole|[A-Z]{2,4})\b"
)
_RULES = r"(?:rules?|theorems?|laws?|formulas?|formulae|propert(?:y|ies)|facts?|ideas?|function|ratio)"
_MORE = r"(?:longer|bigger|larger|greater|shorter|smaller|wider|narrower|taller)"
_SAME_WORDS = r"(?:equal|the same|equally (?:long|big|large)|parallel|perpendicular|similar|congruent)"


_RATIO = re.compile(
    r"(?:the )?(?P<name>(?:co)?sine|tangent) of (?:the )?(?:angle )?(?:at |in )?(?P<of>[A-Z]{1,3}\b|\d+°)", re.IGNORECASE
)
"""``the tangent of the angle at D``, which the reader of formulas knows as tan D."""


_NAMED = re.compile(r"^((?:the )?(?:arc|angle|side|segment|line) [A-Z]{2,3}) (?:that|which)\b.*$")
"""A part by its name, and what else is told of it: ``the arc KU that it cuts off``."""


def _size(subject: str, lead: str = "") -> Question | None:
    """Return the question for a quantity; None where its words name none."""
    subject = re.sub(r"^(?:is|are|be)\s+|\s+(?:be|have|measure|get|been|equal)$", "", subject.strip(" ,.:;")).strip()
    subject = _NAMED.sub(r"\1", subject)
    over = re.fullmatch(r"from (?:the )?(?:point )?([A-Z]) (?:over|via|through|past|round|around) ([A-Z]) to ([A-Z])", subject)
    if over is not None:
        subject = f"arc {over[1]}{over[2]}{over[3]}"
    if not subject or _NO_SUBJECT.match(subject) or _PERSONAL.search(subject):
        return None
    subject = _RATIO.sub(lambda match: f"{match['name'][:3].lower()} {match['of']}", subject)
    if (
        re.fullmatch(r"[A-Z]", subject) is not None
        and (corners := re.search(r"\btriangle ([A-Z]{3})\b", lead))
        and subject in corners[1]
    ):
        a, b = (point for point in corners[1] if point != subject)
        subject = f"angle {a}{subject}{b}"
    return Question("size", f"{subject} {'is' if not _is_several(subject) else 'are'} {GAP}", subject)


def _is_several(subject: str) -> bool:
    return re.match(r"(?:the )?(?:two|both|three)\b|.*\band\b", subject) is not None


def _together(subject: str) -> Question | None:
    if _PERSONAL.search(subject):
        return None
    return Question("size", f"{subject} make {GAP} together", subject)


def _which(match: re.Match[str]) -> Question | None:
    noun, rest = match["noun"].strip().lower(), match["rest"].strip()
    singular = re.sub(r"^(?:other|one|two) ", "", noun)
    if re.search(r"\b(?:use|useful|help|helps|need|needed|know|known|given|find|work out|start)\b", rest) or (
        _PERSONAL.search(rest) and not re.search(r"\bequal\b", rest)
    ):
        is_known = re.search(r"\b(?:know|known|given)\b", rest) is not None
        return Question("use", f"{GAP} is known" if is_known else f"{GAP} is of use", noun=singular)
    if _PERSONAL.search(rest):
        return None
    rest = re.sub(r"^(?:must|should|has to|would) (?:be )?", "is ", rest)
    superlative = re.fullmatch(r"(is) (the )?(longest|shortest|biggest|largest|smallest|greatest)", rest)
    if superlative is not None:
        rest = f"is the {superlative[3]} {singular}"
    # Which figure it lies in is said by its name.
    return Question("which", f"{GAP} {rest}", noun=singular)


def _choice(subject: str, one: str, other: str, adjective: str = "") -> Question | None:
    if _PERSONAL.search(f"{subject} {one} {other}") or _NEGATED.search(f"{one} {other}"):
        return None
    return Question("choice", f"{subject} {GAP}".strip(), subject, options=(one.strip(), other.strip()), adjective=adjective)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], Question | None]], ...] = (
    (  # what part of the circle is arc KU
        _pattern(
            rf"(?:what|which) (?:part|fraction|share|portion|proportion|percentage|percent) of (?P<of>{_WHOLE}|.+?)"
            rf" {_BE} (?P<s>.+?)"
            r"(?: (?:make up|take(?: up)?|cover|be|make))?$"
        ),
        lambda m, _lead: _share(m["s"], m["of"]),
    ),
    (_pattern(rf"how much of (?P<of>{_WHOLE}) {_BE} (?P<s>.+)$"), lambda m, _lead: _share(m["s"], m["of"])),
    (  # how many times as long as AB is CD
        _pattern(rf"how many times (?:as {_BIG} as|bigger than|longer than) (?P<of>.+?) {_BE} (?P<s>.+)$"),
        lambda m, _lead: _share(m["s"], m["of"]),
    ),
    (  # how many times as long as AB
        _pattern(rf"how many times {_BE} (?P<s>.+?) as {_BIG} as (?P<of>.+)$"),
        lambda m, _lead: _share(m["s"], m["of"]),
    ),
    (  # which is longer, KM or ML
        _pattern(
            rf"which (?:one |of them |{_NOUN} )?{_BE} (?:the )?(?P<a>{_MORE})(?: one)?(?:,|:| -| –)? (?P<one>.+?)"
            rf" or (?P<other>.+)$"
        ),
        lambda m, _lead: _choice("", m["one"], m["other"], m["a"].lower()),
    ),
    (  # is HYX bigger or smaller than YHX
        _pattern(
            rf"(?:is|are) (?P<one>.+?) (?:more or less|{_MORE} (?:or {_MORE}|or (?:the same|equal)(?: \w+)?)) (?:than|as|to)"
            rf" (?P<other>.+)$"
        ),
        lambda m, _lead: _link(m["one"], m["other"]),
    ),
    (  # what do you know about HX and HY
        _pattern(r"what (?:do|can|could) (?:you|we) (?:know|say|notice|see|tell|tell me|conclude) about (?P<s>.+ and .+)$"),
        lambda m, _lead: _link(m["s"], None),
    ),
    (  # which side are we looking for
        _pattern(
            rf"(?:what|which)(?: {_NOUN})? (?:are we (?:looking for|after|searching)|do (?:we|you) (?:want"
            rf"|have to find|look for|want to find)|is (?:asked(?: for)?|sought|wanted|unknown|missing))$"
        ),
        lambda _m, _lead: Question("use", f"{GAP} is sought"),
    ),
    (  # is KM or ML longer
        _pattern(rf"(?:is|are) (?P<one>.+?) or (?P<other>.+?) (?:the )?(?P<a>{_MORE})(?: one)?$"),
        lambda m, _lead: _choice("", m["one"], m["other"], m["a"].lower()),
    ),
    (  # where is the right angle
        _pattern(r"(?:where|(?:at|in) which (?:point|corner|vertex)) (?:is|lies|are) (?P<s>.+)$"),
        lambda m, _lead: None if _PERSONAL.search(m["s"]) else Question("which", f"{m['s']} is {GAP}", m["s"], "place"),
    ),
    (_pattern(rf"(?:what|which) {_RULES} (?P<rest>.+)$"), lambda m, _lead: _rule(m["rest"])),
    (_pattern(rf"(?:what|which) {_RULES}$"), lambda _m, _lead: Question("rule", GAP)),
    (_pattern(r"which number (?:is|gives|belongs to|stands for) (?P<s>.+)$"), lambda m, lead: _size(m["s"], lead)),
    (  # what kind of angle is FBK
        _pattern(rf"(?:what|which) (?:kind|sort|type) of (?P<noun>\w+) {_BE} (?P<s>.+?)(?: be)?$"),
        lambda m, _lead: Question("which", f"{_with_noun(m['s'], m['noun'])} is {GAP}", m["s"], f"kind of {m['noun'].lower()}"),
    ),
    (  # which side of the small triangle matches PS
        _pattern(
            rf"(?:what|which) (?P<noun>{_NOUN})(?: (?:of|in|at|on) (?:the )?(?:(?:small|big|large|left|right"
            rf"|upper|lower|other|same)\w* )?(?:(?:triangle|figure)(?: [A-Z]{{3,4}}\b)?"
            rf"|(?!the\b)\w+))? (?P<rest>.+)$"
        ),
        lambda m, _lead: _which(m),
    ),
    (
        _pattern(
            r"(?:what|how much|how many degrees) (?:is|are|'s|remains?|stays?) ?(?:left|remaining|missing)? ?for (?P<s>.+)$"
        ),
        lambda m, lead: _size(m["s"], lead),
    ),
    (_pattern(r"what's (?:left|remaining) for (?P<s>.+)$"), lambda m, lead: _size(m["s"], lead)),
    (  # what do the two known angles make together
        _pattern(
            r"(?:what|how (?:much|many degrees|many)) (?:do|does|must|should|will|would) (?P<s>.+?) (?:make"
            r"|add up to|add to|sum to|come to|sum up to|have|add up)"
            r"(?: (?:together|in total|altogether|in all))$"
        ),
        lambda m, _lead: _together(m["s"]),
    ),
    (
        _pattern(
            r"(?:what|how (?:much|many degrees|many)) (?:do|must|should|will|would) (?P<s>.+?) (?:make|add up to"
            r"|add to|sum to|come to|sum up to)$"
        ),
        lambda m, _lead: _together(m["s"]),
    ),
    (  # what is the sum of A and B
        _pattern(r"what (?:is|'s) the (?:sum|total) of (?P<s>.+ and .+)$"),
        lambda m, _lead: _together(m["s"]),
    ),
    (
        _pattern(r"what (?:do|would|did|will|can) (?:you|we) (?:get|find|have|calculate|obtain|read) (?:for|as|at) (?P<s>.+)$"),
        lambda m, lead: _size(m["s"], lead),
    ),
    (
        _pattern(r"what (?:does|do) (?:your|the|a) calculator (?:say|give|show|tell you|tell) (?:for|about|as) (?P<s>.+)$"),
        lambda m, lead: _size(m["s"], lead),
    ),
    (
        _pattern(
            r"what (?:does|do|will|would|must|should) (?P<s>.+?) (?:come to|come out (?:to|as)|equal|measure|make"
            r"|work out (?:to|at|as)|give|amount to|have to be|be)$"
        ),
        lambda m, lead: _size(m["s"], lead),
    ),
    (
        _pattern(
            r"how many (?:degrees|°|cm|mm|m|km|units|metres|meters|square \w+|cm²|m²|cm\^2)(?: (?:is|are|has|have"
            r"|does|do|must|should|would|will))? (?P<s>.+)$"
        ),
        lambda m, lead: _size(m["s"], lead),
    ),
    (_pattern(rf"how {_BIG} (?:is|are|must|would|should|will|does|do|can) (?P<s>.+)$"), lambda m, lead: _size(m["s"], lead)),
    (_pattern(rf"how {_BIG} (?P<s>.+?) (?:is|are|must be|has to be)$"), lambda m, lead: _size(m["s"], lead)),
    (
        _pattern(
            r"(?:what|which) (?:size|length|value|measure|number|angle measure)(?: of degrees)? (?:is|are|must|has"
            r"|have|does|do|should|would) (?P<s>.+)$"
        ),
        lambda m, lead: _size(m["s"], lead),
    ),
    (  # how are TM and XN related
        _pattern(
            r"how (?:is|are|does|do) (?P<s>.+?) (?:related|connected|linked|relate|hang together|compare"
            r"|go together|belong together|compared|depend)(?: (?:to|with|on) (?P<of>.+))?$"
        ),
        lambda m, _lead: _link(m["s"], m["of"]),
    ),
    (
        _pattern(r"(?:what is|what's) (?:the )?(?:relation|relationship|connection|link) between (?P<s>.+?) and (?P<of>.+)$"),
        lambda m, _lead: _link(m["s"], m["of"]),
    ),
    (
        _pattern(
            r"what (?:would|do|should|could|can|will|must) (?:you|we) (?:work out|find|need|calculate|look for"
            r"|start with|look at|use)(?: (?:first|next|now))?$"
        ),
        lambda _m, _lead: Question("use", f"{GAP} is of use"),
    ),
    (
        _pattern(r"what(?:'s| is| are| was| would be| must be| should be| will be) (?:then |now |so )?(?P<s>.+)$"),
        lambda m, lead: _size(m["s"], lead),
    ),
    (_pattern(r"whats (?P<s>.+)$"), lambda m, lead: _size(m["s"], lead)),
    (_pattern(r"what (?P<s>(?:angle |arc |the )?\S+) (?:is|must be|has to be|equals)$"), lambda m, lead: _size(m["s"], lead)),
    (  # is it sine or cosine
        _pattern(
            r"(?P<be>is|are) (?P<s>it|this|that|they|these|(?:the )?\w+ (?:at )?[A-Z]{1,4}|the \w+|[A-Z]{1,4})"
            r" (?P<one>.+?),? or (?P<other>.+)$"
        ),
        lambda m, _lead: _choice(f"{m['s']} {m['be'].lower()}", m["one"], m["other"]),
    ),
)
_ASKS = (
    _pattern(r"(?:what about|how about) (?P<s>.+)$"),
    _pattern(r"and (?:what about |how about |for |of )?(?P<s>(?:the |angle |arc |side )?(?:\S+ )?\S+)$"),
)
"""Questions that name nothing but what is asked for."""
_BLANK = _pattern(r"(?P<s>.+?) (?:is|are|=|equals|measures|makes|comes to) ?(?:…|\.\.\.|_+|what|how much|how many)?$")
"""A statement with nothing behind its verb."""
_TASK = _pattern(
    r"(?:(?:try to|you can|let us|let's|can you|could you) )?(?:find|calculate|compute|determine|work out"
    r"|give me|figure out|take|tell me) (?P<s>.+)$"
)
"""A task."""
_YES_NO = _pattern(r"(?:is|are|do|does|can|could|has|have|must|will|was)\b.+$")
_THINK = _pattern(r"^do you think (?:that )?(?P<of>(?:the |angle |side )?\S+(?: \S+)?) (?P<verb>is|are) (?P<said>.+)$")
"""What somebody is asked to think of: ``do you think KP is as long as FW``."""
_TAG = _pattern(
    r"(?P<s>.+\b(?:is|are|=|equals?|make|makes|has|have|lies|bisects?)\b.+?), (?:right|correct|yes|ok|okay"
    r"|agreed|isn't it|aren't they|don't they|doesn't it)$"
)
"""A statement with a question behind it: ``HYX is 70, right``."""
_OF_TALK = re.compile(
    r"\b(?:correct|clear|okay|ok|true|false|possible|enough|done|fine|wrong|there|obvious|sense|sure"
    r"|helpful|useful|needed|next|easy)$"
    r"|\b(?:is|are|was) (?:it|that|this)(?: all)? (?:clear|obvious|plain|understood|ok) "
    r"(?:now )?(?:to \w+ )?(?:why|how|what|that)\b"
    r"|\b(?:answer|result|value|that|this|it|they|solution|everything|anything|step|work|calculation) right$",
    re.IGNORECASE,
)
"""Of a question about what was said, or understood, and not about the figure."""
_NEGATED = re.compile(r"n't\b|\bor\b|\bnot\b|\bnever\b|\bno\b", re.IGNORECASE)
_IT = re.compile(
    r"\b(?:it|they|them|(?:that|this|these|those)(?! (?:product|sum|difference|quotient|ratio|equation|number)\b))\b",
    re.IGNORECASE,
)
_WHO = re.compile(r"\b[A-Z]{2,4}(?![A-Za-z])")


_GERMAN = (
    (re.compile(r"\bhow {2}(?=is|are)", re.IGNORECASE), "how big "),
    (re.compile(r"\bhow viele? (?:°|degrees?)", re.IGNORECASE), "how many degrees"),
    (re.compile(r"\bwelche[rsn]?\b", re.IGNORECASE), "which"),
    (re.compile(r"\bwhat bleibt (for .+?) übrig", re.IGNORECASE), r"what is left \1"),
    (re.compile(r"\bHypotenuse\b"), "hypotenuse"),
    (re.compile(r"\b(?:Satz|Regel)\b"), "theorem"),
)
"""Words of German questions, as `translate` leaves them."""
_UNREAD = Question("open", GAP)


def questions_in(text: str) -> tuple[Question, ...]:
    """Return what a turn asks, what was asked last first; ``open`` where it is not read, none where nothing is asked.

    An open question at the end ("How do you know?") leaves the one before it in play.
    """
    written = Rewritten(text.strip().replace("’", "'"))
    translate(written)
    text = written.text
    for pattern, english in _GERMAN if text != written.original else ():
        text = pattern.sub(english, text)
    sentences = sentences_in(text, at_colons=True)
    return tuple(_asked(sentences))


def _asked(sentences: list[str]) -> Iterator[Question]:
    asking = [at for at, each in enumerate(sentences) if each.endswith("?") or re.search(r"(?:…|\.\.\.|=)$", each)]
    if not asking and sentences:
        task = _TASK.match(LEAD.sub("", sentences[-1]).rstrip(" .!"))
        if task is not None and (found := _size(_calculated(_TAIL.sub("", task["s"])))) is not None:
            yield _about(found, sentences[:-1])
        return
    for at in reversed(asking):
        read = _read(sentences[at], sentences[:at])
        if read is not None and at and _depends(read, sentences[at - 1]):
            read = None
        yield from [_about(read, sentences[:at])] if read is not None else _of_pair(sentences[at])
        if read is not None:
            return
        if not _OPEN.search(sentences[at]):
            yield _UNREAD
            return


def _depends(question: Question, before: str) -> bool:
    """Whether only the sentence before tells of what a question speaks: another figure, what stands before a colon."""
    is_whether = question.kind == "whether" and before.endswith(":") and not _WHO.search(question.frame)
    return is_whether or (re.search(r"\bits\b", question.frame) is not None and speaks_of_another(before))


def _of_pair(sentence: str) -> Iterator[Question]:
    """Yield how two parts hang together, which a question that is not read may have in mind: then ``they`` are these."""
    names = list(dict.fromkeys(_WHO.findall(sentence)))
    if len(names) == 2 and len(names[0]) == len(names[1]):
        yield Question("link", f"{names[0]} and {names[1]} are {GAP}", names[0], noun=UNSURE, options=(names[0], names[1]))


def _calculated(task: str) -> str:
    """Return the calculation of a task in signs: ``5/12 of 24π``."""
    return "" if "both sides" in task else re.sub(r"(?<=\d) of (?=\d)", " · ", task)


def _read(sentence: str, before: list[str]) -> Question | None:
    bare = _THINK.sub(r"\g<verb> \g<of> \g<said>", LEAD.sub("", sentence.rstrip(" ?!")).strip())
    is_further = (
        re.match(r"(?:so |then |now |good[.,!]* |right[.,!]* |correct[.,!]* )*and\b", sentence, re.IGNORECASE) is not None
    )
    lead = ""
    if (clause := _BEFORE.match(bare)) is not None:
        lead, bare = clause["lead"], LEAD.sub("", clause["rest"])
    bare = _TAIL.sub("", bare).strip()
    for pattern, build in _READERS:
        if (match := pattern.match(bare)) is not None and match.end() == len(bare):
            return build(match, lead)
    about = next(
        (match for pattern in _ASKS if (match := pattern.match(f"and {bare}" if is_further else bare)) is not None), None
    )
    if about is not None and len(about["s"].split()) <= 4 and not _YES_NO.match(about["s"]):
        return _size(_in_full(about["s"], before))
    tagged = _TAG.match(bare)
    if tagged is not None or _YES_NO.match(bare) is not None:
        asked = bare if tagged is None else tagged["s"]
        is_plain = not any(words.search(asked) for words in (_PERSONAL, _NEGATED, _OF_TALK))
        return Question("whether", asked, asked if tagged is not None else "") if is_plain else None
    blank = _BLANK.match(bare.rstrip(" …."))
    return None if blank is None else _size(blank["s"], lead)


def _in_full(subject: str, before: list[str]) -> str:
    """Return ``the upper one`` with the noun that was spoken of: ``The lower triangle has 70 cm²``."""
    if not subject.endswith(" one") or not before:
        return subject
    noun = re.search(
        r"\b(triangle|side|angle|arc|circle|half|part|piece|leg|base|chord|area|rectangle|square|sector|segment)\b", before[-1]
    )
    if noun is None:
        return subject
    whole = f"{subject[: -len(' one')]} {noun[1]}"
    return f"the area of {whole}" if re.search(r"²|\barea\b|square", before[-1]) and noun[1] in _AREAS else whole


_AREAS = frozenset({"triangle", "circle", "half", "part", "piece", "rectangle", "square", "sector"})


def _about(question: Question, before: list[str]) -> Question:
    """Put in what ``it`` is, where the turn has named one part before: ``EK² is 36. So how long is it?``."""
    names = list(dict.fromkeys(name for each in before for name in _WHO.findall(each)))
    if not names or not is_about_it(question):
        return question
    is_plain = len(names) == 1 and not re.search(rf"{names[0]}\s*(?:²|\^|squared)|[A-Z]{{2}}\s*/", " ".join(before))
    return about(question, names[0]) if is_plain else question._replace(kind="open")


def about(question: Question, name: str) -> Question:
    """Return a question about ``it`` as one about what has a name; others as they are."""
    if question.kind == "open" or not is_about_it(question):
        return question
    if question.kind == "whether" and not re.fullmatch(r"is (?:it|that|this) .*\d.*", question.frame, re.IGNORECASE):
        return question  # "Is that right?" speaks of what was said

    def put(text: str) -> str:
        return _IT.sub(name, text)

    return question._replace(frame=put(question.frame), subject=put(question.subject))


def is_about_it(question: Question) -> bool:
    """Whether a question names what it is about by a pronoun alone, or in no words that are read."""
    return question.kind == "open" or _IT.search(question.frame) is not None


def _share(subject: str, of: str) -> Question | None:
    if _PERSONAL.search(f"{subject} {of}"):
        return None
    return Question("share", f"{subject} is {GAP} of {of}", subject)


def _link(subject: str, of: str | None) -> Question | None:
    if _PERSONAL.search(subject):
        return None
    subject = re.sub(r"^the angles at ([A-Z]) and ([A-Z])$", r"the angle at \1 and the angle at \2", subject)
    if of is None and (pair := re.fullmatch(r"(.+?) and (.+)", subject)) is not None:
        return Question("link", f"{subject} are {GAP}", pair[1], options=(pair[1], pair[2]))
    return Question("link", f"{subject} is {GAP}", subject, options=(subject, of)) if of else None


def _rule(rest: str) -> Question | None:
    given = re.match(r"(?:gives|says|tells (?:you|us)) (?P<s>.+)$", rest)
    return Question("rule", GAP, given["s"] if given is not None else "")


def _with_noun(subject: str, noun: str) -> str:
    return f"{noun.lower()} {subject}" if re.fullmatch(r"[A-Z]{2,4}", subject) else subject
