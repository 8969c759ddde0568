"""Ways of writing that stand beside formulas or in their place: proportions told in words, shares, pairs of coordinates."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from gnomon.algebra import ExpressionError, constant, parse_expression, read_numbers
from gnomon.problem import Operation, Problem, Quantity, unknowns
from gnomon.tutor.message.formula import Names
from gnomon.tutor.message.rewriting import Rewritten

_RATIO_ALONE = re.compile(
    r"\b(?<!arc)(sin|cos|tan)(?:e|gent)?(?= ?= ?(?![a-z])| is (?:about |like |around )?(?![a-z]))", re.IGNORECASE
)
"""The sine of the one angle that is sought."""
_RATIO_VALUE = re.compile(r"\b(sin|cos|tan)(?= ?= ?\d| is \d)", re.IGNORECASE)
"""A ratio with its value, where the ratio itself is sought."""
_PAIR = r"\([^()\n=]{1,20}[,;|][^()\n=]{1,20}\)"
"""Coordinates of a point: behind its name they give it no value."""
_TERM = r"(\d[\d.]*(?! ?[-+])|[A-Z]{2}(?! ?[-+])|x(?: ?[-+] ?\d+)?)"
"""A term of a proportion."""
_PARTS = r"([A-Z]{2,3})"
"""A segment or an angle by its name."""
_GOES_TO = r" (?:is |goes |grows |turns |becomes )?(?:to|into) "
_WRITTEN_OTHERWISE = (
    # "9 -> 12" is no equation
    (re.compile(r"^\W*(\d[\d.]*) ?(?:[-=]+>|→) ?(\d[\d.]*)\W*$"), r"\1 to \2"),
    # "UEX is the biggest of the three"
    (re.compile(r"\b((?:bigg|larg|small|long|short|wid)est) of (?:the |all |them |all the )*(?:two|three|four|\d)\b"), r"\1"),
    # "its 36 cos 36 is a third of 108", "113 cos fx and la are parallel": because
    (re.compile(r"(?<![\d.])(\d[\d.]*)(°?) cos (?=\1 is\b)"), r"\1\2 because "),
    (re.compile(r"(?<=[\d°]) cos (?=[a-z]{2} (?:and|is|are|=))"), " because "),
    # "t is 56 to, they look at the same arc"
    (re.compile(r"\b([A-Za-z]{1,3} (?:is|=) \d[\d.]*°?) to(?=\s*(?:[,.!;]|$)| (?:because|bc|cause|cuz)\b)"), r"\1 too"),
    # "its only 9:15", by the clock
    (re.compile(r"\b(?:its|it's|it is) (?:only|already|nearly|almost) \d{1,2}:[0-5]\d\b"), "its late"),
    # "height of cfk must be 10"
    (re.compile(r"\b((?:height|altitude|base) of) (?=[A-Za-z]{3} (?:is|=|must|has)\b)"), r"\1 triangle "),
    # "dsz to dkn is 3 to 5": triangles by their corners
    (
        re.compile(r"\b[A-Za-z]{3} to [A-Za-z]{3} (?:is|are) (?:like )?(\d[\d.]*) ?(?:to|:) ?(\d[\d.]*)(?=\W*$)"),
        r"the sides are \1 : \2",
    ),
    # "angle zjv, is 58"
    (re.compile(r"\b((?:angle|arc|side|segment|line|chord) [A-Za-z]{2,3}), (?=(?:is|has|=) ?\d)"), r"\1 "),
    # "ZL n ZN", "5 sides n each one is 7.5"
    (re.compile(r"\b([A-Z]{2,3}) n (?=[A-Z]{2,3}\b)"), r"\1 and "),
    (re.compile(r"\b([a-z]{4,}) n (?=(?:each|all|the|so|then|its|theyre|they)\b)"), r"\1 and "),
    # "PNG is a 30 60 90": three angles, and none is said to be that of PNG
    (
        re.compile(r"\b([A-Z]{3}) (is|are) (?:also )?(?:an? )?(?:30[- /,]+60[- /,]+90|45[- /,]+45[- /,]+90)\b(?: triangle)?"),
        r"triangle \1 \2 a special triangle",
    ),
    # "all the way round the tent front its 72"
    (
        re.compile(r"\b[Aa]ll the way (?:a)?round (?:the )?[a-z ]{3,20}? (?:its|it's|it is|thats|that's|is) (?=\d)"),
        "the perimeter is ",
    ),
    # the first number, "no wait they want BI. thats 29"
    (re.compile(r"\b(?:they|it) (?:wants?|asks? for) ([A-Z]{2,3})\W+(?:thats|that's|that is|so its|which is) (?=\d)"), r"\1 is "),
    # "zs is 12²/9 and thats 14": one chain
    (
        re.compile(
            r"\b([A-Za-z]{2,3} (?:is|=) \d[\d.]*[²³]?(?: ?[-+*/·×:^] ?\d[\d.]*[²³]?)+),? (?:and |so )?"
            r"(?:thats|that's|that is|which is) (?=\d)"
        ),
        r"\1 = ",
    ),
    # "my calculator says 0.99 for sin 58"
    (
        re.compile(
            r"\b(?:my |the |mein )?(?:calc(?:ulator)?|phone|taschenrechner|tr) (?:says|said|gives|gave|shows|showed|sagt|zeigt) "
            r"(\d[\d.]*) for ((?:sin|cos|tan|sqrt|√) ?\(?\d[\d.]*°?\)?)",
            re.IGNORECASE,
        ),
        r"\2 = \1",
    ),
    # "73 then?"
    (re.compile(r"(?<=[\d°]),? (?:then|dann)(?= *\?)", re.IGNORECASE), ""),
    # "CA is 8 or isnt it"
    (re.compile(r",? or (?:is ?n[’']?t (?:it|that)|is it not)\W*$", re.IGNORECASE), "?"),
    # "12 to 8", "3:2", and no more
    (re.compile(rf"^\W*(?:(?:its|it is|so|the ratio is) )*{_TERM} ?(?:to|:) ?{_TERM}\W*$"), r"(\1)/(\2)"),
    # "9 goes to 12 like 12 goes to ZS", "14 to 21 is like 2 to 3"
    (
        re.compile(rf"\b{_TERM}{_GOES_TO}{_TERM} (?:is )?(?:just )?(?:like|as|the same as|same as) {_TERM}{_GOES_TO}{_TERM}\b"),
        r"(\1)/(\2) = (\3)/(\4)",
    ),
    # "KS is made of KV and VS"
    (
        re.compile(
            rf"\b(?:(?:is|are) (?:made|built|composed)(?: up| out)?|consists?|exists) (?:of|from) {_PARTS} "
            rf"(?:and|plus|&) {_PARTS}\b"
        ),
        r"= \1 + \2",
    ),
    (re.compile(r"\b(?:is|are) (?:made|built|composed)(?: up| out)? (?:of|from)\b"), "consists of"),
    (re.compile(r"\b((?:so|then) (?:inside|outside)),? (?:its|it's|it is) (?=\d)"), r"\1 is "),  # "so inside its 135"
    # "draw O to A, thats the radius"
    (re.compile(r"\b(draw|join|connect) (?:from )?([A-Z]) (?:to|and|with) ([A-Z])\b"), r"\1 \2\3"),
    (
        re.compile(
            r"\b(?:draw|join|connect) ([A-Z]{2}),? (?:and |because |since |cause )?"
            r"(?:thats|that's|that is|its|it's|it is|which is) "
            r"(?=(?:(?:a|an|the|also|another) )+(?:radius|diameter|tangent|hypotenuse|hyp)\b)"
        ),
        r"\1 is ",
    ),
    # "DXR=18 its half of the arcs": a value, and what is said of it
    (
        re.compile(
            r"(?<=\d)(°?) (?=(?:its|it's|it is|theyre|they're) (?:a|an|the|half|twice|double|just|on|in|at|like"
            r"|equal|opposite|because|always|across)\b)"
        ),
        r"\1, ",
    ),
    # "96 too, the arc RS", "10 each, the sides AB": what a value is of stands behind it
    (
        re.compile(
            r"(?m)^(\W*(?:so |and |then )?)(\d[\d.]*°?)(?: too| as well| also)?, (?:the )?((?:arc|angle|side"
            r"|segment|line|chord) [A-Z]{2,3})\b(?= ?(?:$|[,.;!\n]))"
        ),
        r"\1\3 is \2",
    ),
    # "the height going down from T", "the height of T": from which corner, and no angle there
    (
        re.compile(
            r"\b((?:height|altitude) )(?:(?:that )?(?:going|goes|coming|comes|dropped|drawn) )?(?:straight )?(?:(?:down|up) )?"
            r"(?:from|of|at|in) ([A-Z])(?![A-Za-z])"
        ),
        r"\1from \2",
    ),
    # "the long one at the bottom where it says 20"
    (re.compile(r"\b(?:where|which|that) (?:it )?says (?=\d)"), "with the "),
    # "sin 40 is that height over BP"
    (re.compile(r"\b(?:that|this) (?=(?:height|altitude|radius|diameter|hypotenuse|perimeter)\b)"), "the "),
    # "if u draw a line from Q to T you get 2 triangles": nothing is supposed
    (
        re.compile(
            r"\b[Ii]f (?:u|you|we|i) ((?:draw|join|connect|add|extend|cut|split)\b[^.;,\n]*?),? (?:then )?(?:u"
            r"|you|we|i)(?:'ll)? (?:get|have|see|make)\b"
        ),
        r"\1, you get",
    ),
    # "they make a straight line, so 180"
    (
        re.compile(
            r"\b(makes?|forms?|fills?) (?:up )?an? (?:straight (?:line|angle)|half[ -](?:turn|circle))(?:,?"
            r" (?:so|and thats|thats|which is|that is|=|and that is))? ?(?:180)?°?(?= ?(?:$|[,.;!\n]|so\b|because\b|and\b))"
        ),
        "make 180",
    ),
    (
        re.compile(
            r"\b(?:(?:makes?|forms?|fills?) (?:up )?an? (?:full|whole|complete) (?:turn|circle|round)|are (?:a "
            r"|the )?(?:full|whole|complete) turn)(?:,? (?:so|and thats|thats|which is|that is|=|and that"
            r" is))? ?(?:360)?°?(?= ?(?:$|[,.;!\n]|so\b|because\b|and\b))"
        ),
        "make 360",
    ),
    # "what the far arc has more than the near one"
    (
        re.compile(
            r"\bwhat the (\w+ )?(arc|angle|side)s? (?:has|is) (?:more|over|extra|left over) (?:than|after|of)"
            r" the \w+(?: one| arc| angle| side)?\b"
        ),
        r"the difference of the \2s",
    ),
    # "OAW has a right angle at W": a triangle has one
    (re.compile(r"(?<!angle )(?<!triangle )(?<!∠)\b([A-Z]{3}) (?=(?:has|got) (?:a|its) (?:right angle|90))"), r"triangle \1 "),
    # "T is on the half circle so its 90 there"
    (
        re.compile(
            r"\b([A-Z]) (is|lies|sits) ([^.;,\n\d]*?),? so (?:its|it's|thats|that's|it is) (\d[\d.]*°?|a right angle) there\b"
        ),
        r"\1 \2 \3, so angle \1 is \4",
    ),
    (re.compile(r"\b([A-Z]{2}) to ([A-Z]{2}) (?:is|are|=) (?:like |as )?(\d[\d.]*) (?:to|:) (\d[\d.]*)\b"), r"\1/\2 = \3/\4"),
    (re.compile(r"\bboth of (?:them|these|those)\b"), "both"),
    # "HLT is 56, the diagonal cuts it in half"
    (re.compile(r"\b([A-Z]{3})( is [^.;\n]*?\b(?:cuts|splits|halves|bisects|divides)) it\b"), r"\1\2 angle \1"),
    # "C is in the middle"
    (re.compile(r"\b([A-Z]) is (?:right |exactly )?(?:in|at) the middle(?= of [A-Z]{2}\b|\W*$)"), r"\1 is the midpoint"),
    # "the perimeter of the big one"
    (
        re.compile(
            r"\b(perimeter|area|circumference) (?:of|from) the (big|small|large|little|other|new|second|bigger|smaller|larger)"
            r" (?:one|triangle|figure|shape|quadrilateral|polygon)\b(?! [A-Z])"
        ),
        r"\2 \1",
    ),
    # "10π and thats in metres"
    (
        re.compile(
            r"(?<=[\dπ]),? (?:and |but )?(?:thats |that's |that is |its |it is )?in "
            r"(?=(?:centi|milli|kilo)?met(?:re|er)s?\b|[ckmd]?m\b)"
        ),
        " ",
    ),
    # "188 cm and a half"
    (re.compile(r"(?<![\d.,])(\d+)( ?(?:[ckm]?m|(?:centi|milli|kilo)?met(?:re|er)s?|°|degrees?)?) and a half\b"), r"\1.5\2"),
    # "the angles r 64, 42, 74": each has its own
    (
        re.compile(r"\b(angles|sides|arcs|legs) (are|r) (\d[\d.]*°?)((?:(?:,| and|, and) \d[\d.]*°?)+)(?=\W*$|[,.;] )"),
        lambda match: f"{match[1]} {match[2]} {match[3]}{re.sub(r',?(?: and)? (?=[0-9])', ' and ', match[4])}",
    ),
    # "if i draw the height it cuts GW in 4 and 4": nothing is supposed
    (
        re.compile(
            r"\b[Ii]f (?:u|you|we|i) (draw (?:the|a|an|my) [a-z ]{1,30}?),? (?:then )?it "
            r"(?=(?:cuts|splits|halves|divides|bisects)\b)"
        ),
        r"\1, it ",
    ),
    (
        re.compile(r"\b(sides?|lengths?|lines?|everything|it|all) (is|are|gets?) x ?(\d[\d.]*)(?=\W*$|[,.;] )"),
        r"\1 \2 \3 times as big",
    ),
    # "GRS and GBY are co-interior so they make 180"
    (
        re.compile(
            r"\b([A-Z]{1,3}) (and|&) ([A-Z]{1,3}) are [a-z -]{1,30}?,? "
            r"(?:so|and|which means|that means) (?:together )?they (?:both )?"
            r"(?:must |have to |should )?(?:make|give|total|(?:add|sum) (?:up )?to) (?:up )?(?=\d)"
        ),
        r"\1 \2 \3 make ",
    ),
    # the sum is 100, "and QEU is exactly that much"
    (
        re.compile(
            r"(?<![\d.])(?P<value>\d[\d.]*\d|\d)(?P<stop>°?,? (?:and |so ))(?P<name>(?:angle )?[A-Z]{2,3})"
            r" (?:is|has|gets) (?:also |exactly |just )?(?:that (?:much|big|large|long)|the same amount)\b"
        ),
        r"\1\2\3 is \1",
    ),
    (re.compile(r"\b(that'?s|this is) also (?=the\b)"), r"\1 "),  # "HN is 15 and thats also the radius"
    (re.compile(r"(?<=\d) also (?=[A-Z]{1,3} ?=)"), ", so "),  # German: "21 - 14 = 7 also PO = 16"
    # "Then is the radius = 18" is no question: German has its verb there
    (re.compile(r"\b([Tt]hen|[Ss]o|[Nn]ow) is (?=[^?\n]*=[^?\n]*(?:\n|$))"), r"\1 "),
    # "Hello, by me comes 80 out", "I have 16 as result": what "heraus" and "Ergebnis" say
    (re.compile(r"\b[Bb]y me (?:it )?comes (?:always |again )?(\d[\d.,]*°?) out\b"), r"the answer is \1"),
    (re.compile(r"\b[Ii] have (\d[\d.,]*°?) as (?:the |a |my )?(?:result|answer|solution)\b,?"), r"the answer is \1;"),
    (re.compile(r"\b([A-Z]{2,3}),? which is (?=\d)"), r"\1; \1 = "),  # "PU touches JP which is 9"
    # "on the line at C: 49 + BCN + 68 = 180": where an equation is from
    (
        re.compile(
            r"\b((?:on|at|in|along|around) the (?:line|point|crossing|corner|triangle)(?: (?:at|of))? [A-Z]{1,3}): (?=[^:\n]*=)"
        ),
        r"\1; ",
    ),
    # "opposite angles 116 = 4x": what the equation is of stands before it
    (re.compile(r"\b(angles|sides|arcs|chords|tangents|radii) (?=\d[\d.]*°? ?[=+])"), r"\1; "),
    (re.compile(r"(?<=\w) give or take(?: (?:a|one) (?:\w+ )?(?:bit|little|few|bits))?\b"), " "),
    (re.compile(r"\b(?:the )?double of (?=[\w√(])"), "2 times "),
    (re.compile(r"\b(?:the )?triple of (?=[\w√(])"), "3 times "),
    (
        re.compile(r"\b(law|rule) of (sin|cos)(?:es?)? (?=[\d(√A-Z]|sin|cos)"),
        r"\1 of \2es; ",
    ),  # the name stands before its equation
    # A place beside its opposite: "the left angle plus the right angle"
    (re.compile(r"\b(left (?:angle|one)\b[^.;\n]{1,40}\bright)(?= (?:angle|one)\b)"), r"\1 hand"),
    (re.compile(r"\b(right)(?= angle\b[^.;\n]{1,40}\bleft (?:angle|one)\b)"), r"\1 hand"),
    # "about 10.4 cm i got it from 2·6·cos30": the calculation stands behind its result
    (
        re.compile(r"(?<=[\dπ°a-z²]),? (?:and |because )?i (?:got|get) (?:it|that|this) (?:from|by|with|using|doing) (?=[\d√(])"),
        "; ",
    ),
    # "7.5 i halved it"
    (
        re.compile(r"(?<=\d),? (?:because )?i (?:just )?(?:halved|doubled|squared|rounded) (?:it|that|them)(?= ?(?:$|[.,;!]))"),
        " ",
    ),
    # "the arc LR opposite of it is 60"
    (re.compile(r"(?<=\b[A-Z]{2}) (?:opposite|across|facing)(?: of| to| from)? (?:it|that|this)(?= (?:is|=|has)\b)"), " "),
    # Digits that are said: "i h8 this", "4 me this is 2 hard"
    (re.compile(r"\bh8\b", re.IGNORECASE), "hate"),
    (re.compile(r"\b(gr|l|m|w|str)8(r?)\b", re.IGNORECASE), r"\1ate\2"),
    (re.compile(r"\bb4\b"), "before"),
    (re.compile(r"\b4 (?=(?:me|u|you|us|real|now|once|sure|ever)\b)", re.IGNORECASE), "for "),
    # Hours: "its already 20 to", "ten past"
    (re.compile(r"\b(?:already |nearly |almost )?\d+ (?:past\b(?: \d+)?|to(?=\s*(?:[,.!?;]|$)))", re.IGNORECASE), "late"),
    (re.compile(r"\b2 (?=(?:hard|easy|long|much|difficult|late|bad|dumb|tired|short|many)\b)", re.IGNORECASE), "too "),
    (re.compile(r"\(\s*[a-z]\s*[<>≤≥≠]\s*0\s*\)"), " "),  # "x = 6 (x > 0)": why the other root is none
)
"""What stands beside formulas and is none of them, and proportions told in words."""
_TERM_TOLD = r"\(?[\da-z][\da-z.]*°?(?: ?[-+] ?[\da-z][\da-z.]*°?)*\)?(?![a-z])"
_TERMS_TOTAL = re.compile(
    r"(?P<lead>\b(?:altogether|all together|together|in total|in all)\b[a-z ]{0,20}? )?"
    rf"(?P<terms>(?<![\w.]){_TERM_TOLD}(?:(?:, and |, n |, | and | plus | n ){_TERM_TOLD})+),?"
    r" (?:(?:and|so|then|n|but) )*(?:those|that|thats|they|these|it|all of (?:them|that|those))(?: all| together"
    r"| both| three| two)*"
    r" (?:(?:has|have|got|need|needs|gotta) (?:to )?(?:be|make|add up to|add to)|(?:must|should) (?:be|make|add up to|add to)"
    r"|makes?|adds? up to|adds? to|are|is|=|gives?)"
    r"(?: an?)?(?: (?:full|whole|complete) (?:turn|circle),?)?(?: straight line,?)? (?P<total>\d+)°?(?P<sum>"
    r" together| altogether| in total| all together)?"
)
"""Terms that are told one after the other, and what they make: ``6x and 60 and that has to be 360``."""
_HALF_PRODUCT = re.compile(r"(?m)^\W*(?:triangle |area )?([A-Z]{3}) ?[:=] ?(?=\d[\d.]* ?[*·x×] ?\d[\d.]* ?[:/÷] ?2\b)")
"""A triangle before half of a product, which is its area and no angle's size: ``BGN: 20*7:2 = 70``."""
_SUMS_OF_ANGLES = frozenset({90, 180, 270, 360, 540, 720, 900, 1080})
"""Degrees that angles of a right angle, a line, a turn or a polygon make together."""
_THAT_BEFORE = re.compile(
    r"\b(?P<value>\d[\d.]*\d|\d)(?P<stop>°?[.,;]? (?:and |so |then )?)(?P<name>[A-Z]{2,3}) (?P<sign>plus|and|\+"
    r"|minus) (?:that|this|it)\b"
)
"""``the other one sees 52. FWL plus that is 180``: what was told just before."""
_BOX = re.compile(
    r"\b(?:box|rectangle|frame)\b[^\d]*(?P<one>\d+(?:\.\d+)?) ?(?:by|times|x|[*×·]) ?(?P<other>\d+(?:\.\d+)?)\b(?![^\n]*\d)"
    r".*\bhalf (?:of )?(?:the |that )?(?:box|rectangle|frame|it|that)\b"
)
"""The sides of a rectangle around something that is half of it: ``put a box around it, 14 by 9, the kite fills half of it``."""
_BY = re.compile(
    r"(?:(?<=\bso )|(?<=rectangle )|(?<=\bis )|(?<=\bits ))(\d+(?:\.\d+)?) by (\d+(?:\.\d+)?)\b(?! (?:is|=|makes|gives))"
)
"""The sides of a rectangle: ``12 by 7``, where an area is sought."""
_TWO_LINES = re.compile(r"(?P<left>= ?[\d.]+) / (?P<calculation>[^=/\n]*[-+*·×][^=/\n]*)= ?(?P<result>[\d.]*\d)")
"""Equations on both sides of a slash: ``13.5-9=4.5 / 30+4.5=34.5``."""
_SHARE = re.compile(r"\b(\d+(?:\.\d+)?) ?(?:%|percent|per cent) of (it|that|this)\b")
"""So many per cent of the last result."""
# What stands between numbers that are told in a row.
_BETWEEN = r"(?:, ?| |-|/|, and | and )"
_IN_A_ROW = re.compile(
    r"(?:\b(?:its|it's|it is|thats|that's|an?|the) )*(?<![\d.,/*+^-])(?<![\d.,/*+^-] )"
    rf"\b(\d+){_BETWEEN}(\d+){_BETWEEN}(\d+)\b(?![.,]?\d| ?[-+*/=^])"
    r"(?:(?: (?:one|triangle|triple|right triangle))?,? (?:(?:but|only|just|and|all) )*"
    r"(?:(?:times|scaled (?:up )?by|multiplied by|x) (?P<by>\d)|(?P<times>\d|two|three|four|five|six) times(?:"
    r" as)?(?: (?:big|bigger|large|larger))?"
    r"|(?P<word>doubled|tripled|twice|double|triple)(?: as big)?)(?![\d.]))?"
)
"""Three numbers with nothing else between them, and how many times as large a triangle with such sides is."""
# How many times as large, by the word.
_SCALES = {"doubled": 2, "twice": 2, "double": 2, "tripled": 3, "triple": 3, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_ROUNDED = 0.01
"""Relative difference of a result that was rounded."""
_COUNTED = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty"
"""Number words that stand before a letter as its factor."""


@lru_cache(maxsize=1024)  # of the bank and the problems of a school: to compile takes longer than to search
def _by_names(points: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return lengths in a row, "rd 23 rm 23", and a point's coordinates, by the names of the figure's points."""
    name = f"[{points}{points.lower()}]{{2,3}}"
    return re.compile(rf"\b({name} \d[\d.]*) (?={name} \d)"), re.compile(rf"\b(?:and )?[{points}] ?=? ?{_PAIR}(?:, ?)?")


_WAY_ROUND = re.compile(
    r"\b(?:(?:the )?arc )?(?:from )([A-Z]) (?:over|via|through|past) ([A-Z]) to ([A-Z])\b ?"
    r"(?:(it'?s|that'?s|it is) ?(?=\d)|(?=is|=))"
)
"""``from B over E to J its 144``: an arc by its three points."""


@lru_cache(maxsize=1024)
def _ratio_of(points: str) -> re.Pattern[str]:
    """Return two lengths with a colon between them that are said to have a value together: ``TF:TE is 0.8``."""
    name = f"[{points}{points.lower()}]{{2}}"
    return re.compile(rf"\b({name}) ?: ?({name})(?= (?:is|equals|was|makes|gives) |\s?=)")


@lru_cache(maxsize=1024)
def _angle_of_ratio(points: str, letters: Collection[str]) -> re.Pattern[str]:
    """Return what finds a sine of an angle that is named by its vertex in a small letter: ``7/sin k``."""
    small = "".join(point.lower() for point in points if point.isupper() and point.lower() not in letters)
    return re.compile(rf"\b(sin|cos|tan) ?\(?([{small}])\)?(?![\w(])") if small else re.compile(r"(?!)")


@lru_cache(maxsize=1024)
def _small_names(points: str) -> re.Pattern[str]:
    """Return what finds small letters that name lines in a proportion, or a line's ends: ``ey : yk = be : bk``, ``x to t is``."""
    name = f"[{points.lower()}]{{2}}"
    proportion, pair = rf"{name} ?: ?{name} ?= ?{name} ?: ?{name}\b", rf"{name} to {name}(?= (?:is|are) (?:like )?\d)"
    return re.compile(rf"\b(?:{proportion}|{pair}|[{points.lower()}] to [{points.lower()}](?= is +\d))")


def _in_capitals(match: re.Match[str]) -> str:
    names = match.group()
    return names.upper() if ":" in names else " to ".join(name.upper() for name in names.split(" to "))


def write_out(written: Rewritten, problem: Problem, names: Names) -> None:
    """Set values apart that are said one after the other, and write the angle into a ratio that is given without one."""
    points = "".join(problem.question.figure.points if problem.question.figure is not None else ())
    if points.isalpha():
        listed, at_coordinates = _by_names(points)
        written.sub(_small_names(points), _in_capitals)
        written.sub(listed, r"\1, ")
        written.sub(at_coordinates, " ")
        written.sub(_ratio_of(points), r"\1/\2")
        written.sub(_angle_of_ratio(points, names.letters), lambda match: f"{match[1]} {match[2].upper()}")
        if names.figure.circles:
            written.sub(_WAY_ROUND, lambda match: f"arc {match[1]}{match[2]}{match[3]} {'is ' if match[4] else ''}")
    for pattern, text in _WRITTEN_OTHERWISE:
        written.sub(pattern, text)
    written.sub(_TERMS_TOTAL, _totalled)
    written.sub(_THAT_BEFORE, r"\1\2\3 \4 \1")
    written.sub(_BOX, r"box of (\1 * \2)/2")
    written.sub(_TWO_LINES, _parted)
    formal = problem.formal
    has_length = formal is None or any(
        isinstance(leaf, Quantity) and leaf.kind not in {"angle", "arc"} for each in formal.expressions for leaf in unknowns(each)
    )
    if has_length:  # 3x, 4x and 5x of degrees are no sides
        written.sub(_IN_A_ROW, lambda match: _as_triple(match, names.stated))
    written.sub(re.compile(r"\b\d+-\d+-\d+(?= (?:one|triangle|triple|right)\b)"), "known")
    written.sub(_SHARE, lambda match: f"{float(match[1]) / 100:g} times {match[2]}")
    for letter in names.letters:  # "ten x plus ten"
        written.sub(re.compile(rf"\b({_COUNTED})(?= {re.escape(letter)}\b)", re.IGNORECASE), _in_digits)
    goal = names.goal
    if isinstance(goal, Quantity) and goal.kind in {"area", "circle_area"}:
        written.sub(_BY, r"\1 * \2")
        written.sub(_HALF_PRODUCT, r"area of \1 = ")
    if isinstance(goal, Operation) and goal.symbol in {"sin", "cos", "tan"} and isinstance(goal.arguments[0], Quantity):
        written.sub(_RATIO_VALUE, rf"\1 {''.join(goal.arguments[0].points)}")
    if isinstance(goal, Quantity) and goal.kind == "angle":
        written.sub(_RATIO_ALONE, rf"\1 {''.join(goal.points)}")


def _totalled(match: re.Match[str]) -> str:
    """Return the equation between terms with a letter and their sum; other terms, and other sums, stay as they are."""
    terms = [term.strip() for term in re.split(r", and |, n |, | and | plus | n ", match["terms"])]
    is_sum = bool(match["lead"] or match["sum"]) or int(match["total"]) in _SUMS_OF_ANGLES
    has_letter = any(re.search(r"\d[a-z]|(?<![a-z])[a-z](?![a-z])", term) for term in terms)
    if not is_sum or not has_letter or not all(re.search(r"\d|^[a-z]$", term) for term in terms):
        return match.group()
    return f"{' + '.join(f'({term})' for term in terms)} = {match['total']}"


def _parted(match: re.Match[str]) -> str:
    """Set two equations apart where the second holds by itself; else the slash divides: ``LW = 9 / sin58 * sin48 = 7.89``."""
    try:
        sides = parse_expression(match["calculation"]), parse_expression(match["result"])
    except ExpressionError:
        return match.group()
    value, result = map(constant, sides)
    holds = value is not None and result is not None and abs(value - result) <= _ROUNDED * max(1.0, abs(result))
    return match.group().replace(f"{match['left']} / ", f"{match['left']}; ", 1) if holds else match.group()


def _as_triple(match: re.Match[str], stated: Collection[float]) -> str:
    """Return the equation between the sides of a right triangle that are told in a row; others stay as they are."""
    told = match["by"] or match["times"] or match["word"]
    scale = 1 if told is None else _SCALES.get(told.lower()) or int(told)
    *legs, longest = sorted(scale * int(match[at]) for at in (1, 2, 3))
    is_triple = sum(leg**2 for leg in legs) == longest**2
    # Of "the 3 4 5 triangle, times 3" no number need be one of this figure; of diagonals the halves are sides.
    is_here = len({*legs, longest} & {*stated, *(size / 2 for size in stated)}) > 1
    return f"{legs[0]}² + {legs[1]}² = {longest}²" if is_triple and is_here else match.group()


def _in_digits(match: re.Match[str]) -> str:
    return "".join(f"{number.value:g}" for number in read_numbers(match.group())) or match.group()
