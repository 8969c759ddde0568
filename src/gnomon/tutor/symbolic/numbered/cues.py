"""Words by which questions for a number tell what they ask for: names, places, what is compared, scaled or counted."""

from __future__ import annotations

import re

from gnomon.tutor.message.turns import sentences_in
from gnomon.tutor.symbolic.numbered.reckoning import PART, words

PLACES = re.compile(
    r"\b(?:in|of|inside|within|from|on) (?:the )?(?:\w+ ){0,2}(?:triangles?|quadrilateral|parallelogram|rectangle"
    r"|trapezoid|trapezium|kite|square"
    r"|rhombus|hexagon|pentagon|octagon|figure|circle|polygon|shape|field|floor),? [A-Z]{3,8}\b|\bin [A-Z]{3,8}\b"
    r"|\b(?:along|on|of|share|shares) (?:the )?(?:straight )?(?:lines?|segment|side) [A-Z]{2,4}\b|\bon [A-Z]{2}\b"
    r"|\bto (?:the )?(?:line|side) [A-Z]{2}\b"
)
"""Where a part lies."""
NAME = re.compile(r"\b(?P<arc>arcs? )?(?P<name>[A-Z]{1,4})(?:'s)?\b(?P<square> ?(?:²|\^2|squared))?")
BETWEEN = re.compile(
    r"\b(?:between|from) (?:the )?(?:sides? |lines? |rays? )?([A-Z]{2}) (?:and|to|past [A-Z]{2} to) (?:the )?([A-Z]{2})\b"
)
MAKES_WITH = re.compile(r"\bangle (?:that |which |does )?([A-Z]{2}) (?:makes?|forms?|has) with (?:the )?(?:line )?([A-Z]{2})\b")
FROM = re.compile(r"\bfrom ([A-Z]) (?:(?:all |the )?(?:\w+ )?(?:way )?(?:round|around|over)?,? ?)?to ([A-Z])\b")
ROUND = re.compile(r"\b(?:arcs?|round|around|circle)\b", re.IGNORECASE)
LONG_WAY = re.compile(
    r"\b(?:long(?:er)? way|big(?:ger)? (?:arc|part|piece|way)|major|other way|larger arc|rest of the circle"
    r"|other arc)\b|\b(?:passing|past|via|over|through) [A-Z]\b"
)
REFLEX = re.compile(r"\breflex\b|\bnot\b|\b(?:very|really) big\b|\boutside\b|\bother side of\b|\brest of the (?:turn|circle)\b")
NEXT_TO = re.compile(
    r"\b(?:next to|beside|neighbou?r of|adjacent to|besides?|supplement of|other than) (?:the )?(?:angle )?(?P<name>[A-Z]{1,3})\b"
)
NEIGHBOUR = re.compile(
    r"\b(?:neighbou?r|next to it|beside it|next door|right beside|adjacent|supplement|other side of the (?:line|vertex|corner))\b"
)
SCALED = re.compile(r"\b(?:half|twice|double|third|times|quarter|factor|ratio|fraction|part|percent\w*|share)\b")
COMPARES = re.compile(r"\b(?:difference|longer|bigger|more|shorter|smaller|larger|wider|further|less) ?(?:than|between)?\b")
RATIO = re.compile(
    r"\b(?:compares?|by what|multipl\w+|factor|how many times|times as|ratio|scale|what (?:fraction|part"
    r"|share|portion|percentage)|which (?:fraction|part|share|portion))\b"
)
FUNCTION = re.compile(r"\b(?P<name>sin|cos|tan)(?:ine|e|gent)?\b(?: of)?(?:[^A-Z]*?)\b(?P<of>[A-Z]{1,3})\b")
ANGLE = re.compile(r"\b(?:angles?|corners?|degrees?|wide|°)|°", re.IGNORECASE)
LINE = re.compile(r"\b(?:long|length|far|cm|dm|metres?|meters?|side|chord|radius|distance|tall|high)\b", re.IGNORECASE)
LENGTHS = re.compile(r"\b(?:lengths?|sides?|triangles?|copy|model|enlarge\w*)\b")
AREA = re.compile(r"\b(?:areas?|perimeter|circumference|volume|surface|around)\b", re.IGNORECASE)
AT = re.compile(
    r"\b(?:at|corner|vertex|angle|and|about|in|point) (?P<at>[A-Z])\b(?! ?[=·])|^\W*(?:and |so |then |now"
    r" )?(?P<lone>[A-Z])\b(?=\W)"
)
FRAMES = (
    re.compile(
        r"^(?:how (?:big|long|wide|large|much|many degrees|many (?:cm|m|dm|units?)|tall|high|far)|what|how many"
        r" \w+) (?:is|are|has|have|would|must|does|do|will|should)? ?(?P<s>.+?)(?: (?:be|have|has|measure|got"
        r"|come to|then|equal))*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^which (?:number|value|size) (?:belongs (?:to|on|at|with|in)|goes (?:with|on|at|to)|is|stands (?:for"
        r"|at|on)) (?P<s>.+)$",
        re.IGNORECASE,
    ),
    re.compile(r"^(?:what)'?s (?P<s>.+)$", re.IGNORECASE),
    re.compile(
        r"^(?P<s>.+?),? (?:is|has|measures|equals|comes to|must be|are|have)?,? ?(?:how (?:big|long|wide|large"
        r"|much|many degrees|far)|what(?: size| length)?)(?: (?:is|are|would|must|does|do) (?:it|that|they|this)(?:"
        r" be| have)?)?$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<s>.+?) (?:is|are|has|have|measures?|equals?|comes to|must be)(?: then)?(?: ?(?:…|\.\.\.))?$", re.IGNORECASE
    ),
    re.compile(r"^(?P<s>(?:the|its|each|one|both|angle|arc|side) .+)$", re.IGNORECASE),
)
KINDS = {
    "arc": ("arc", "arc_length"), "angle": ("angle",), "corner": ("angle",), "side": ("length",), "piece": ("length",),
    "segment": ("length",), "chord": ("length",),
}  # fmt: skip
"""What words for several parts measure."""
UNITS_OF_AREA = r"square \w+|[ckd]?m²|[ckd]?m\^2"
LONGEST_SUBJECT = 7
"""Words of a description that is understood as a whole."""
IN_PLACE = re.compile(r"\b(?:in|of|inside|between|outside) (?:the|this|that|your|each|both) [^,?.]+?(?=[,?.]|$)")
OUTER = re.compile(r"\b(?:outside|exterior|outer|reflex)\b")
SUPPOSED = re.compile(
    r"\b(?:suppose|imagine|say (?:we|you|i|a)|pretend|fill(?:ed)?|complete the|by mistake|picture|draw|extend|join)\b",
    re.IGNORECASE,
)
"""Where something else than the problem's figure is spoken of."""
COUNTED = re.compile(
    r"^\W*(?:(?:so|and|now|then|ok|well)\W+)*how many (?:of the )?(?:(?P<what>small|little|short|equal) )?(?P<noun>arcs?"
    r"|sides?|corners?|angles?|vertices|points|triangles)\b(?P<rest>.*)$"
)
OF_ALL = re.compile(r"\b(?:all|once|whole|altogether|around|has|have|there|in (?:all|total)|walk|got)\b")


def is_supposed(turn: str) -> bool:
    """Whether a turn speaks of another figure than the problem's."""
    return SUPPOSED.search(turn) is not None


def asks_otherwise(turn: str) -> bool:
    """Whether a turn asks by what factor, or what to do: then a number alone is no size."""
    last = (sentences_in(turn) or [""])[-1]
    is_of_several = r"\b(?:those|these|they|them|both|the other|the rest|together|altogether|each of)\b"
    if re.search(is_of_several, last.lower()) and not PART.search(last):
        return True
    if re.search(r"\bhow many (?!degrees|cm|dm|mm|m\b|km|met|square|units|°)", last.lower()):
        return True
    return RATIO.search(turn.lower()) is not None or re.search(words()["no_number"], turn.lower()) is not None
