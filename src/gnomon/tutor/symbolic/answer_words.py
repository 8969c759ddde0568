"""Words of short answers: what stands around them, and what a number, a share, a yes or a comparison looks like."""

from __future__ import annotations

import re

LONGEST = 8
"""Words of a short answer; who writes more says it in full."""
FILLER = (
    r"so|then|ok|okay|oh|ah|um+|uh+|hm+|well|also|just|like|i think|i thnk|i guess|i got|i get|i have"
    r"|id say|i'd say|it'?s|it is|thats|that's|that is|must be"
    r"|should be|would be|is|are|they are|theyre|they're|yes|yeah|the answer is|it has to be|has to be"
    r"|it must be|it would be|it should be|comes to|makes"
    r"|they make|gives|that gives|about|around|roughly|approximately|approx|circa|ca|exactly|easy|obviously"
)
LEAD = re.compile(rf"^\W*(?:(?:{FILLER})\b[\s,.:!]*|=\s*|≈\s*)*", re.IGNORECASE)
END = re.compile(
    r"(?:[\s,.!]*(?:\b(?:i think so|think so|guess so|believe so|i think|i guess|lol|haha|xd|too|also|as well"
    r"|then|together|in total|altogether|for sure|obviously|of course|ofc|easy|thats it|that's it)\b"
    r"|[:;][-']?[)D(P]))*[\s.!]*$",
    re.IGNORECASE,
)
UNIT = (
    r"(?:°|º|degrees?|deg|[ckmd]?m(?:²|2|\^2| squared)?|(?:square|sq\.?) ?[ckmd]?m|units?|centimet(?:er"
    r"|re)s?|met(?:er|re)s?|inch(?:es)?|feet|ft|grad)"
)
FINAL = (
    r"\d+(?:[.,]\d+)?(?: ?/ ?\d+)?(?: ?[·*]? ?(?:√ ?\d+|sqrt ?\(?\d+\)?|root \d+|π|pi))?|(?:√ ?|sqrt ?\(?"
    r"|root )\d+\)?|π|pi"
)
WORDS = (
    r"zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty"
    r"|sixty|seventy|eighty|ninety|hundred"
)
NUMBER = re.compile(rf"(?:{FINAL}|(?:a |an )?(?:{WORDS})(?:[ -](?:and |{WORDS})+)*) ?{UNIT}?(?!\w)", re.IGNORECASE)
"""One value, written as a result."""
THE_NUMBER = re.compile(r"the (\d+(?:\.\d+)?)(?: one)?", re.IGNORECASE)
"""A printed number by itself: ``the 7.5 one``."""
SHARE = re.compile(
    r"(?:(?:an?|one|the) )?(?:half|third|quarter|fifth|sixth|eighth|ninth|tenth|twelfth)|(?:two|three|four"
    r"|five) (?:thirds|quarters|fifths|sixths|eighths)"
    r"|\d+ ?/ ?\d+|0?[.,]\d+|\d+(?:\.\d+)? ?(?:%|percent|per cent)",
    re.IGNORECASE,
)
TIMES = re.compile(
    r"(?:double|twice|two times|three times|\d+(?:\.\d+)? times|(?:the )?double)(?: (?:it|that|as (?:big|long|large|much)))?",
    re.IGNORECASE,
)
SHARE_END = re.compile(
    r"\s*(?:of (?:it|that|the circle|them|this)|a (?:circle|turn)|the circle|as (?:big|long|large))$", re.IGNORECASE
)
EQUAL = re.compile(
    r"(?:they(?:'re| are|re)? )?(?:both )?(?:the )?(?:equal|same|identical|congruent)(?: (?:size|length"
    r"|big|long|as each other))?",
    re.IGNORECASE,
)
TOTAL = re.compile(
    r"(?:they |both |together |these )*(?:make|add up to|add to|sum to|are"
    r"|give)? ?(?:up to )?(?P<n>\d+(?:\.\d+)?) ?(?:°|degrees?)?(?: together| in total| altogether)?",
    re.IGNORECASE,
)
THEY = re.compile(r"\W*(?:(?:so|well|ok|i think|that)\W+)*(?:they|theyre|both|these|the two)\b", re.IGNORECASE)
_MORE = "more|less|longer|bigger|larger|greater|shorter|smaller|wider|narrower"
MORE = re.compile(
    rf"(?:the )?(?P<more>{_MORE})(?: than (?:it|that|the other(?: one)?))?",
    re.IGNORECASE,
)
HANG = re.compile(
    r"(?:they(?:'re| are|re)? )?(?:both )?(?P<how>parallel|perpendicular|similar|congruent|supplementary|complementary)",
    re.IGNORECASE,
)
YES = re.compile(
    r"(?:yes|yep|yeah|yea|yeh|ye|yup|yas|yess+|ja|jep|of course|sure|true|correct|exactly|they are|it is|they do|it does)\b",
    re.IGNORECASE,
)
NO = re.compile(
    r"(?:no|nope|nah|na|nein|nee|false|not really|no way|they are not|they aren'?t|it is not|it isn'?t"
    r"|they don'?t|it doesn'?t|never)\b",
    re.IGNORECASE,
)
NO_ANSWER = re.compile(
    r"\W*(?:idea|clue|wait|problem|thanks?|thx|time|more|need|help|please|pls|plz|but|if|i mean|maybe|or"
    r"|can(?! be\b)|could(?! be\b)|tell|what|how|why|which|where"
    r"|hint|i don'?t|i dont|idk|sry|sorry|matter|one|it'?s just|whatever|sir|miss)\b|\?",
    re.IGNORECASE,
)
"""Behind a yes or no that answers nothing: ``no idea``, ``yes but``."""
TURNED = re.compile(r"\b(?:yes|yeah|no|nope|not|n't|never|wait|isnt|arent|dont|doesnt)\b|n't\b", re.IGNORECASE)
"""Words behind a yes or no with which its sense may turn."""
SAID_SAME = re.compile(
    r"\W*(?:they(?:'re| are|re)? )?(?:both )?(?:(?:the|its|it's|it is) )*(?:same|equal"
    r"|equally \w+)(?: (?:size|length|thing|big|long))?\W*$",
    re.IGNORECASE,
)
EQUALITY = re.compile(r"\b(?:equal|equally|same|congruent|match|identical)\b", re.IGNORECASE)
COMPARISON = re.compile(
    rf"(?:is|are) (?P<one>.+?) (?P<more>{_MORE}) than (?P<other>.+)$",
    re.IGNORECASE,
)
SMALLER = frozenset({"shorter", "smaller", "narrower", "less"})
AND = re.compile(r"\s*(?:,|&|\band\b)\s*")
FIRST, SECOND = (
    re.compile(r"(?:the )?(?:first|former)(?: one)?", re.IGNORECASE),
    re.compile(r"(?:the )?(?:second|latter|last|other)(?: one)?", re.IGNORECASE),
)
_LIKE = re.compile(r"(?<=\d)(?: ?°| degrees?)?,? (?:the )?same as (?:the )?\w+(?: \w+){0,2}$", re.IGNORECASE)
"""Behind a number, what else has it: ``41 same as the angle``."""
LEADING = re.compile(r"^\W*(?:(?:so|ok|okay|oh|um+|uh+|hm+|well|i think|i guess)\b[\s,.:!]*)*", re.IGNORECASE)


def bare(text: str) -> str:
    """Return a message without the words around what it answers."""
    told = END.sub("", LEAD.sub("", text.strip().replace("’", "'"))).strip(" ,.!:")
    return _LIKE.sub("", told)
