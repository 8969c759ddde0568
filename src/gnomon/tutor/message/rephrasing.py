"""Ways of writing that the reader's grammar does not have, put into those that it has."""

from __future__ import annotations

import re
from collections.abc import Callable

from gnomon.algebra import read_numbers
from gnomon.tutor.message.rewriting import Rewritten

_INVERSE = re.compile(
    r"(?:inverse |inv |shift |arc )?\b(sin|cos|tan)(?:e|ine|gent)? ?(?:\^ ?\(? ?-1\)?|⁻¹|-1(?=\())"
    r"|\b(?:inverse|inv|shift) (?=(?:sin|cos|tan))",
    re.IGNORECASE,
)
"""Inverse functions, as learners write them."""
_NUMBERED = re.compile(
    r"\b(?:p|pg|pp|nr|q|ex|exc|ch|vol|prob|(?<=[a-z] )(?<!oh )(?<!ah )(?<!uh )(?<!hm )(?<!ugh )(?<!aww )(?<!hmm )(?<!wait )no)\. "
    r"?(?=\d)|(?-i:\bq ?(?=\d))|#(?=\d)",
    re.IGNORECASE,
)
"""Abbreviations before the number of a page, a question and the like."""
_AND = re.compile(
    r"(?<=[\w°] )(?<!angle )(?<!at )(?<!point )(?<!if )(?:n|'n'|nd)"
    r"(?= (?:[a-z]{2}|\d|[A-Z]{2,}))(?! (?:is|equals|has|be|was)\b)"
)
"""``and``, as it is said."""
_STARRED = re.compile(r"(?m)^\s*\*\s*(?=\w+\s*$)")
"""A star before a word or number puts right what was typed before."""
_OVER_PI = re.compile(r"(π|\bpi) ?/ ?(\d+) ?(?:π|pi\b)")
"""``22π/2π`` is divided by all that follows."""
_HALF_OF_IT = re.compile(
    r"^\W*(?:(?:so|and|then|now|ok) )*half of (?:it|that|this)\W+(?:is |makes |gives )?(?=\d)", re.IGNORECASE
)
"""Half of the result of an earlier message: only what it comes to can be read."""
_FULL_TURN = re.compile(r"\b(?:(?:full|whole|complete) )?(?:turn|circle) (?=360\b)", re.IGNORECASE)
_CORNERS = re.compile(r"\b(angles|corners) at (?:[A-Z](?:, | and |, and )){1,7}[A-Z]\b")
"""Angles that are listed by their corners are several."""
_CONTRACTED = re.compile(r"\b(one|angle|side|answer|tower|tree|what)['’]s\b", re.IGNORECASE)
_SQUARED_SUM = re.compile(r"\b([a-z]) (plus|minus) (\w+) squared\b", re.IGNORECASE)
"""Said aloud, what is squared is the sum: ``x plus 2 squared`` is (x + 2)²."""
_MANY = re.compile(
    r"\b(\d+|[a-z]+teen|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) "
    r"(?:(\d+)s|(two|three|four|five|seven|eight|nine|ten)s|(six)es|(twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies)\b",
    re.IGNORECASE,
)
"""So many of one number: ``five 72s``, ``fourteen sixes``."""
_JOINED = re.compile(
    r"\b(twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|ninety)(?=(?:one|two|three|four|five|six|seven|eight|nine)\b)",
    re.IGNORECASE,
)
"""Tens that are written in one with their units: ``twentyfive``."""
_TEENTHS = {
    "eleven": 11,
    "twelf": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
}
"""Words for the denominators of fractions, less the ending."""
_PARTS_OF = re.compile(rf"\b(\d+|[a-z]+(?: and)?(?:[ -][a-z]+)?)[ -]({'|'.join(_TEENTHS)})ths?\b", re.IGNORECASE)
"""Fractions in words whose denominators are no ordinals of everyday use: ``twelve thirteenths``."""
_ONE_AND_OTHER = re.compile(
    r"\b(?:the )?one (diagonal|leg|base) (times|multiplied by|·|\*|x|plus|\+) the other(?: one| \1)?\b", re.IGNORECASE
)
"""``one diagonal times the other``: a product of both."""
_MIXED = re.compile(r"(?<=\d) and a (half|quarter)\b", re.IGNORECASE)
_MIXED_WORDS = re.compile(
    r"\b(?:(one|two|three|four|five|six|seven|eight|nine|ten|a|1) )(?:and|n|&) (?:a |one )?(half|quarter"
    r"|third)\b(?= (?:times|as|of|bigger|longer))",
    re.IGNORECASE,
)
"""``one and a half times``."""
_AGAIN = re.compile(
    r"\b(?:(?:a |one )?(half|third|quarter)) again as (?:much|many|big|long|large|tall|high|wide)\b"
    r"|\b(?:a |one )?(half|third|quarter) (?:as much )?more\b(?= than|\W*$)",
    re.IGNORECASE,
)
"""``half again as much`` is one and a half times as much."""
_AS_LONG = re.compile(
    r"\b(?:(half)|(twice|double)|(?:(three|four|five|six|\d[\d./]*) times)) (?:as (?:long|big|large|tall|high"
    r"|wide|much)|the (?:size|length)) (?:as|of) "
    r"(?=(?:angle |side |arc |line |segment )?∠?[A-Z]{2,3}\b)",
    re.IGNORECASE,
)
"""``half as long as BX``, ``1.5 times as big as EH``."""
_TIMES_BEHIND = re.compile(
    r"(?<=\d) (two|three|four|five|six|seven|eight|nine|ten|\d+) times\b(?! (?:as|bigger|\d))", re.IGNORECASE
)
"""``7.5 five times``."""
_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SHARES = {"half": 2, "quarter": 4, **{word: number for number, word in enumerate(_ORDINALS, 3)}}
"""Words for one part of several equal ones."""
_SHARE = re.compile(
    rf"\b(?<!\d )(?<!the )(?:(a|one|1|two|2|three|3|four|4|five|5) )?({'|'.join(_SHARES)})s? of "
    r"(?=\d|(?<!half of )(?:that|it)\b)",
    re.IGNORECASE,
)
_SMALL = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTED = {word: number for number, word in enumerate(_SMALL, 2)}
"""Words for small numbers, in digits."""
_N = rf"(\d+(?:\.\d+)?°?|{'|'.join(_SMALL)})"
_AND_N = rf"(?:and|&|n|\+|with) {_N}"
_FIRST = r"(?<!\band )(?<!\bplus )(?<!, )(?<!& )(?<!\+ )(?<!\bn )(?<![-+*/=.\d^(])"
"""Before the first number of a sum: none stands before it that belongs to it."""
_NO_VERB = "".join(
    rf"(?<!\b{verb} )" for verb in ("take", "takes", "taking", "took", "taken", "knock", "knocking", "chop", "cut", "minus")
)
_SAYS = r"(?= (?:is|are|was|makes?|gives?|gets?|leaves?|equals?)\b| ?=)"
_SUMS: tuple[tuple[str, str], ...] = (
    (rf"{_FIRST}{_NO_VERB}\b{_N} (?:away )?(?:off|away from) {_N}", r"\2 minus \1"),
    (rf"{_FIRST}\b(?:minus|minusing|less) {_N} from {_N}", r"\2 minus \1"),
    (rf"{_FIRST}\b{_N} from {_N}{_SAYS}", r"\2 minus \1"),
    (rf"{_FIRST}\b{_N} less than {_N}{_SAYS}", r"\2 minus \1"),
    (rf"\b(?:is|are|gets?|was|being|be) (divided|multiplied) by (?={_N})", r"\1 by "),
    (rf"\b{_N} (?:take|takes|tak) {_N}", r"\1 minus \2"),
    (rf"\b(?:the )?difference (?:of|between|from) {_N} (?:and|to|&) {_N}", r"(\1 - \2)"),
    (rf"\b{_N} (?:lots?|groups?|sets?|times) of {_N}", r"\1 times \2"),
    (rf"\b(?:the )?product (?:of|from) {_N} {_AND_N}", r"\1 times \2"),
    (rf"\b(?:multiply|multiplying|times|timesing) {_N} (?:and|by|with|&) {_N}", r"\1 times \2"),
    (rf"\b(?:share|sharing|shared|split|splitting|divide) {_N} (?:between|among|amongst|through) {_N}", r"\1 divided by \2"),
    (rf"\b{_N} (?:goes|go|going|fits|fit) (?:in ?to|in) {_N},? (?:like |about |exactly )?{_N} times", r"\2 divided by \1 is \3"),
    (rf"\b{_N} (?:goes|go|going|fits|fit) (?:in ?to|in) {_N}(?= *(?:$|[,.;=]|is\b|makes\b|gives\b))", r"\2 divided by \1"),
    (rf"\b(?:the )?(?:average|mean) (?:of|from|between) {_N} (?:and|&) {_N}", r"((\1 + \2)/2)"),
    (rf"\b(?:the )?(?:sum|total) (?:of|from) {_N} {_AND_N}(?! {_AND_N})", r"(\1 + \2)"),
    (rf"\b(?:(?:right |exactly )?(?:half ?way|in the middle) (?:between|of)|exactly between) {_N} {_AND_N}", r"((\1 + \2)/2)"),
    (
        rf"{_FIRST}\b(?:the )?{_N} (?:and|&|n) (?:the )?{_N} (?:added|combined|summed|put together)(?: up)?(?: together)?",
        r"\1 plus \2",
    ),
    (rf"\b(?:adding|plussing) {_N} (?:and|to|with|&) {_N}(?! {_AND_N})", r"\1 plus \2"),
    (rf"\b(?:the )?(?:square of|squaring) {_N}", r"\1 squared"),
    (rf"(?:(?<=\bso )|(?<=\bthen )|(?<=\bi )|(?<=\bwe )|(?<=\byou )|(?<=\bu )|(?<=\bfirst ))square {_N}", r"\1 squared"),
    (r"(?<=\d) (?:square|sq)(?= ?(?:[-+=,]|\.(?! ?[a-z])|is\b|plus\b|minus\b|$))", " squared"),
    (r"(?<=[\da-z)]) (?:times|multiplied (?:by|with)|times(?:ed)? (?:by|with)) itself\b", " squared"),
    (r"(?<=[\d)]) to the (?:(?:power )?(?:of )?(?:2|two)|second|2nd)(?: power)?\b", " squared"),
    (r"(?<=[\d)]) to the (?:(?:power )?(?:of )?(?:3|three)|third|3rd)(?: power)?\b", " cubed"),
    (rf"{_FIRST}\b{_N} twice\b(?! (?:as|the|over|\d))", r"2 times \1"),
    (r"(?<!a )(?<!and )(?<!\d )\bhalf (?=\d)", "half of "),
    (r"(?<=\d[.,]\d) of (?=\d)", " times "),
)  # fmt: skip
"""Sums of two numbers told in words, with the signs or the order of the grammar."""
_THAN = re.compile(
    r"\b((?:bigg|small|larg|great|high|low|long|short|wid|tall|few|clos)er|more|less|rather) then(?= \W*\d)", re.IGNORECASE
)
"""``bigger then 13``."""
_TOO = re.compile(
    r"\bto{1,2} (?=(?:thirds?|halves|quarters|fifths|sides|angles|triangles|equal|same|times|lots|lines|parts|pieces|radii"
    r"|tangents|numbers|steps|lengths)\b(?! too))",
    re.IGNORECASE,
)
"""``too therds``, as it sounds."""
_IN_HALVES = re.compile(
    r"\bin(?:to)? (?:two|2) (?:same|equal|identical|even|congruent|equally (?:big|large)|(?:equal|same)[- ]sized) "
    r"(?:parts|pieces|halves|angles|bits|sections)\b",
    re.IGNORECASE,
)
"""``in two same parts``."""
_NOT_OTHER = re.compile(
    r"(?<![\d.])(?<!not )(\d+(?:[.,]\d+)?°?),? (?:and |but )?not (?:a |the |like )?\d+(?:[.,]\d+)?°?(?=\W*$|[,.;] )",
    re.IGNORECASE,
)
"""``its 57 not 67``: what it is not says nothing more."""
_MISSING = re.compile(
    r"(\d°?) more (?:to|until|till) (?:(?:get|make|reach|be|have) )?(?:up )?(?:to )?\d+°?(?=\W*$|[,.;] )", re.IGNORECASE
)
"""``so 57 more to get to 180``."""
_UNITS_TYPED = (
    ("mm", r"mms|mill?i ?meet?(?:er|re|r)s?"),
    ("cm", r"cms|centis?|[cs]enti ?meet?(?:er|re|r)s?"),
    ("dm", r"dms|de[cszk]i ?m(?:e|ee)t(?:er|re|r)s?"),
    ("km", r"kms|kilo ?meet?(?:er|re|r)s?"),
    ("m", r"mtrs?|metrs?|meeters?|mts"),
)
"""Units with how they are typed behind a number."""
_FOUND = re.compile(
    r"\b(is) what (?:i|we|you|u) (?:get|got|have|found|calculated|worked out|make it)(?: (?:for|as)\b)?", re.IGNORECASE
)
"""``58 is what i get for ABC``."""
_SO_IS = re.compile(
    r"\b(?:and )?so (is|are) ((?:the )?(?:one|other|angle|side|arc)\b"
    r"(?![^,.;\n]*\b(?:equal|same|right|half|twice|double|bigger|smaller)\b)[^,.;?!\n\d]*)(?=[,.;\n]|$)",
    re.IGNORECASE,
)
"""``and so is the one at X`` asks nothing."""
_ABBREVIATED = re.compile(r"\b(vert|opp|alt|corr|adj|int|ext|rt|isos)\.(?= ?[a-z∠)])")
"""Words cut short whose point ends no clause: ``(vert. opp.)``."""
_THEN_IS = re.compile(r"\b([Tt]hen|[Tt]herefore) is ((?:angle |arc |side )?∠?[A-Z]{2,4}) ?(?==[^?\n]*[.,;](?:\s|$))")
"""``Then is angle ABC = 40`` in the order of another language."""
_WORKED_WITH = r"(?=\W*$|[,.;=)]| (?:is|are|has|have|equals?|makes?|must|should|plus|minus|times|gives?|and|so|over)\b)"
_SIGNED = r"plus|minus|times|over|divided by|multiplied by"
_COUNTED_FACTOR = re.compile(
    rf"(?<!\d )\b({'|'.join(_SMALL)})(?= (?:(?:times )?(?:pi|π|[xy])\b|(?:{_SIGNED}) \d))"
    rf"|(?<=\w )(?<=\b)({_SIGNED}) ({'|'.join(_SMALL)}){_WORKED_WITH}",
    re.IGNORECASE,
)
"""Small numbers in words, of a calculation: ``five x plus four``, ``two pi times``, ``two times 60``."""
_HALF_COMES_TO = re.compile(r"\b(half of (?:it|that|this)) (?=\d)", re.IGNORECASE)
_IS_SIZE_OF = re.compile(
    r"(?<![\d.])(= ?|is |makes |gives )?(\d+(?:\.\d+)?π?) ?((?:[cdmk]?m|ft|in)?[²°]?)"
    r"(?:,? (?:and |so )?|\. ?)(?:that'?s|that is|which is) "
    r"((?:the|my|its) (?:radius|diameter|perimeter|circumference|area|hypotenuse))(?=\W*$|[,.;])",
    re.IGNORECASE,
)
"""``10 cm thats the diameter``: a number and, behind it, of what it is the size."""
_SQUARE_OF_PART = re.compile(
    r"\b(?:the )?square of ((?:the |my )?(?:radius|height|hypotenuse|diameter|diagonal|[A-Z]{2}))\b"
    r"(?= (?:is|comes|equals|gives|makes|=))"
)
_OUT_OF = re.compile(
    rf"\b(\d+)°?(?: degrees)? (?:from|of|out of) (?:the )?(\d+)°?(?: degrees)? (?:is|are|makes?) "
    rf"(?=(?:a|an|one|\d+|{'|'.join(_SMALL)})?[ /]?(?:half|third|quarter|fifth|sixth|eighth|ninth|tenth|twelfth|\d+)s?\b)",
    re.IGNORECASE,
)
"""``150 from 360 are five twelfths``: a share, and nothing is taken away."""
_MORE_THAN = re.compile(
    r"\b(is|are|s|has) (\d+(?:\.\d+)?) ?(?:cm|mm|m|°|degrees)? ?"
    r"(more|longer|bigger|larger|taller|greater|less|shorter|smaller) "
    r"th[ae]n (?=(?:the |angle |side |arc )?\w)",
    re.IGNORECASE,
)
"""``HR is 6 more than the top``."""
_RIGHT_ANGLE = r"(?:a )?(?:right angles?|90(?: ?°| degrees)?)"
_AT_RIGHT_ANGLES = re.compile(
    rf"\b([A-Z]{{2}}) (?:(?:hits|meets|crosses|cuts|touches|intersects) ([A-Z]{{2}}) at {_RIGHT_ANGLE}(?=\W|$)"
    rf"|(?:stands|is|lies|sits|goes|runs) (?:at|in|with) {_RIGHT_ANGLE} (?:on|to|with|from) ([A-Z]{{2}})\b)"
)


def _in_digits(told: str) -> Callable[[re.Match[str]], str]:
    """Return what fills numbers into a sum, those of one word as digits."""

    def put(match: re.Match[str]) -> str:
        return re.sub(r"\\(\d)", lambda group: str(_COUNTED.get(match[int(group[1])].lower(), match[int(group[1])])), told)

    return put


_PAIRED_TWICE = re.compile(
    r"\b(\w{2,3} (goes|belongs|matches|fits|corresponds|pairs|lines up) (with|to) \w{2,3}) "
    r"and (?:then )?(\w{2,3}) (with|to) (\w{2,3})\b"
)
"""``AD goes with GP and DF with PS``: a verb that is told once."""
_SIDE = r"(?:the |my )?[\w√π.]+(?: squared)?"
_TO_GET = re.compile(
    rf"\b(?:(?:you|u|i|we|just|then|now|so|can|have to|need to|must) )*(divide|multiply|times) ({_SIDE}) "
    rf"(?:by|with) ((?:cos|sin|tan) \w+|{_SIDE})"
    r" (?:to|and (?:you|u|i|we)) (?:get|find|have) (?:the |side |angle |length )*([A-Z]{2,3})\b",
    re.IGNORECASE,
)
"""``you divide 5 by cos 68 to get LG``: what is done, and what it gives."""
_CONNECTED = re.compile(
    r"\b(?:if|when) (?:you|u|i|we) (?:connect|draw|join)(?: a line)?(?: from)? ([A-Z]) (?:and|to|with|&) ([A-Z]),? (?:then )?"
    r"(?:it|that|the line) (?=(?:goes|passes|runs|go)\b)",
    re.IGNORECASE,
)
"""``if u connect C and N it goes through O`` is said of CN."""
_GIVES_A = re.compile(
    r",? ?(?:which |that |and )?(?:gives|makes|means|leaves)(?: me| us| you)? an? "
    r"(radius|diameter|area|perimeter|circumference|height) of (?=\d)",
    re.IGNORECASE,
)
"""``which gives a radius of 23 cm``."""
_SO_FOR = re.compile(
    rf"\b(so|hence|thus|therefore|makes|gives) (\d+(?:\.\d+)?°?|{'|'.join(_SMALL)}) for (?:angle |side )?([A-Z]{{2,3}})\b",
)
"""``hence six for BN``."""
_THEN_NAMED = re.compile(
    r"\b((?:bigg|small|larg|great|long|short|wid|tall)er) then(?= (?:the|angle|side|arc|[a-z]{2,3}\W*$|[A-Z]{2,3}\b))"
)
"""``longer then ef``."""
_A_BIT = re.compile(
    r"\b(?:a (?:tiny |little |wee )?bit|a little|slightly|a lot|way|much|far) "
    r"(?=(?:longer|bigger|larger|taller|wider|shorter|smaller) th[ae]n\b)",
    re.IGNORECASE,
)
"""How much larger something is said to be, without a number."""
_POLYGONS = {4: "quadrilateral", 5: "pentagon", 6: "hexagon", 8: "octagon"}
"""By the number of corners."""
_NUM = rf"(\d|{'|'.join(_SMALL)})"
_DIVIDED = re.compile(
    rf"\b(?:(?:you|u|i|we|can|could|just) )*(?:cut|split|divide|chop) (?:it|this|that|the (?:shape|figure)) "
    rf"(?:up )?in(?:to)? {_NUM} triangles"
    r",? (?:so|and|that makes|that gives|thats|which is|=)(?: thats| its)? (\d{3,4})(?:°| degrees)?"
    r"(?: altogether| in total| in all| together)?(?=\W*$|[,.;])",
    re.IGNORECASE,
)
"""``u can cut it in three triangles so 540 altogether``."""
_OF_CORNERS = re.compile(
    rf"\b(?:(?:it|the shape) has )?{_NUM} (?:corners|angles)(?: (?:=|is|are|means?|so) {_NUM} triangles)? "
    r"(?:=|so|gives?|makes?|means?|is|are)(?: thats)? (\d{3,4})(?:°| degrees)?"
    r"(?: altogether| in total| in all| together)?(?=\W*$|[,.;]| so\b)",
    re.IGNORECASE,
)
"""``5 corners = 3 triangles = 540``."""
_LESS = frozenset({"less", "shorter", "smaller"})


def _angle_sum(match: re.Match[str], corners: int, num_points: int) -> str:
    """Return the sum of the angles of this figure, told by its corners or triangles, as the theorem that it is."""
    shape = _POLYGONS.get(corners) if corners == num_points else None
    return match.group() if shape is None else f"the angles of a {shape} add up to {match[match.lastindex or 1]}"


def _first(match: re.Match[str]) -> str:
    """Return the result of a calculation before what it is the size of; a lone number is not told twice."""
    return f"{match[1]}{match[2]} {match[3]}, so " if match[1] else ""


def _as_digit(match: re.Match[str]) -> str:
    """Return a number word of a calculation as a digit, with the sign before it."""
    if match[1]:
        return str(_COUNTED[match[1].lower()])
    return f"{match[2]} {_COUNTED[match[3].lower()]}"


def _in_teenths(match: re.Match[str]) -> str:
    """Return a fraction in words, in digits; what is no number before its denominator stays."""
    told = read_numbers(match[1])
    if len(told) != 1 or told[0].end < len(match[1]):
        return match.group()
    return f"{match[1][: told[0].start]}{told[0].value:g}/{_TEENTHS[match[2].lower()]}"


_REWRITTEN: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (_STARRED, "no wait "),
    (_HALF_OF_IT, "so "),
    (_FULL_TURN, ""),
    (_CORNERS, r"\1"),
    (_CONTRACTED, r"\1 is"),
    (_OVER_PI, r"\1/(\2π)"),
    (re.compile(r"\\(?:overline|overrightarrow|widehat|hat|text|mathrm|mathbf|boxed)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\bA_\{?([A-Z]{3,})\}?"), r"area \1"),
    (re.compile(r"\\(?:cong|equiv)\b"), "="),
    (re.compile(r"\\(?:triangle|bigtriangleup)\b"), "triangle "),
    (re.compile(r"\\(?:parallel)\b"), "||"),
    (re.compile(r"\\(?:Rightarrow|implies|to|rightarrow)\b"), "=>"),
    (re.compile(r"\\[,;!]|\$"), " "),
    (_NUMBERED, "page "),
    (_AND, "and"),
    (_SQUARED_SUM, lambda match: f"({match[1]} {'+' if match[2].lower() == 'plus' else '-'} {match[3]}) squared"),
    (_MANY, lambda match: f"{match[1]} times {match[2] or match[3] or match[4] or match[5] + 'y'}"),
    (_JOINED, r"\1-"),
    (_PAIRED_TWICE, r"\1 and \4 \2 \5 \6"),
    (_TO_GET, lambda match: f"{match[4]} = {match[2]} {'/' if match[1].lower() == 'divide' else '*'} {match[3]}"),
    (_CONNECTED, lambda match: f"{match[1]}{match[2]} ".upper()),
    (_GIVES_A, r", so the \1 is "),
    (_SO_FOR, lambda match: f"{match[1]} {match[3]} is {_COUNTED.get(match[2].lower(), match[2])}"),
    (_A_BIT, ""),
    (_THEN_NAMED, r"\1 than"),
    (_OUT_OF, r"\1/\2 is "),
    (_PARTS_OF, _in_teenths),
    (_HALF_COMES_TO, r"\1 is "),
    (_IS_SIZE_OF, lambda match: f"{_first(match)}{match[4]} is {match[2]} {match[3]}"),
    (_SQUARE_OF_PART, r"\1 squared"),
    (_MORE_THAN, lambda match: f"{match[1]} {match[2]} {'less' if match[3].lower() in _LESS else 'more'} than "),
    (_COUNTED_FACTOR, _as_digit),
    (_ONE_AND_OTHER, lambda match: f"the {'sum' if match[2] in {'plus', '+'} else 'product'} of the {match[1]}s"),
    (re.compile(r"\b(gives|leaves|leads|gets) (?:me|us) (?=(?:like |about |around |roughly |sth like )?\d)"), r"\1 "),
    (re.compile(r"\b(should|must|have to|has to|gotta|will|would|could) b(?= )", re.IGNORECASE), r"\1 be"),
    (re.compile(r"\bw/? (?=(?:an? )?(?:right|the|two|2)\b)"), "with "),
    (re.compile(r"(?<=s )w/? (?=\d)"), "with "),  # "4 triangles w 24 each"
    (re.compile(r"\b(sin|cos|tan)(?=[A-Z]{1,3}\b)"), r"\1 "),  # "sinQ"
    # What is written in one behind "root of" stands under it.
    (re.compile(r"\b(root of|sqrt of) (\d[\d.]*(?:[*·×]\d[\d.]*)+)(?![\d/*^])", re.IGNORECASE), r"\1 (\2)"),
    (re.compile(r"\b(root)(?: ?\.{2,}| ?…),? ?(?=\d)", re.IGNORECASE), r"\1 is "),
    (re.compile(r"(?:^|(?<=[,.;=\n] )|(?<=\bis )|(?<=\bits )|(?<=\bso ))hundred(?! (?:and|thousand)\b)\b", re.IGNORECASE), "100"),
    (
        re.compile(r"\bgeometric (?:mean|average) (?:of|between|from) ([A-Z]{2}|\d[\d.]*) (?:and|&|n) ([A-Z]{2}|\d[\d.]*)\b"),
        r"√(\1 * \2)",
    ),
    (
        re.compile(r"\b([A-Z]) (?:and|&|n) ([A-Z]) (?:get|have|got|has) the same angles?\b(?: in (?:that|the|this) triangle)?"),
        r"angle \1 and angle \2 are the same",
    ),
    (re.compile(r"\bby (?=\d+-\d+-\d+\b)"), "because "),  # "JU is 10 by 6-8-10"
    (re.compile(r"\b(opp(?:osite)?|adj(?:acent)?) by (?=(?:the )?(?:adj|hyp|opp))", re.IGNORECASE), r"\1 over "),
    (
        re.compile(
            r"\b(?:in |at )?(?:an? )?the (?:middle|center|centre) of the "
            r"(?:circle|pizza|wheel|clock|table|cake|disc|disk|plate)\b",
            re.IGNORECASE,
        ),
        "the centre of the circle",
    ),
    # A result is none the less claimed for being strange.
    (
        re.compile(
            r"(?<=\d),? (?:but |and )?(?:which|that|it)(?: is|'s|s| looks| seems) (?:so |a bit |kinda |rather |very |really )?"
            r"(?:weird|odd|strange|ugly|funny)\b",
            re.IGNORECASE,
        ),
        "",
    ),
    (_MIXED_WORDS, lambda match: _with_share(_COUNTED.get(match[1].lower(), 1), match[2])),
    (_AGAIN, lambda match: f"{_with_share(1, match[1] or match[2])} times as big"),
    (
        _AS_LONG,
        lambda match: "half of " if match[1] else f"{'2' if match[2] else _COUNTED.get(match[3].lower(), match[3])} times ",
    ),
    (_MIXED, lambda match: ".5" if match[1].lower() == "half" else ".25"),
    (re.compile(r"\boff of(?= (?:\d|the\b|that\b|it\b))", re.IGNORECASE), "off"),
    *((re.compile(pattern, re.IGNORECASE), _in_digits(told)) for pattern, told in _SUMS),
    (_TIMES_BEHIND, r" times \1"),
    (_SHARE, lambda match: f"{_counted(match[1])}/{_SHARES[match[2].lower()]} of "),
    (re.compile(r"(?<=\w )>{2,}(?= )"), "=>"),
    (_THAN, r"\1 than"),
    (_TOO, "two "),
    (_IN_HALVES, "in half"),
    *((re.compile(rf"(?<=\d) ?(?:{typed})(?!\w)", re.IGNORECASE), f" {unit}") for unit, typed in _UNITS_TYPED),
    (re.compile(r"(?<=\d) (?:squared?|sq\.?) (?=(?:[cdmk]?m|ft|in)\b)", re.IGNORECASE), " sq "),
    (re.compile(r"(?<=\d) squared (?=(?:\w*met(?:er|re)s?|units?|feet|foot|inch(?:es)?)\b)", re.IGNORECASE), " square "),
    (re.compile(r"(?<=\d) ?([cdmk]?m) (?:squared?|sq)\b(?! root)", re.IGNORECASE), r" \1²"),
    (_NOT_OTHER, r"\1"),
    (_MISSING, r"\1 left"),
    (re.compile(r"\banswers (?=\d)", re.IGNORECASE), "answer is "),
    (_FOUND, r"\1"),
    (_ABBREVIATED, r"\1"),
    (_THEN_IS, r"\1 \2 "),
    (_SO_IS, r"and \2 \1 so too"),
    (re.compile(r"\bi\. ?e\.?,?(?= )", re.IGNORECASE), ", which is"),
    (re.compile(r"(?<=\d) of (?=[b-hj-z]\b)"), ""),
    (
        re.compile(
            r"(?<=\d) ?sq(?=$|[\s.,)]|[-+*=])(?!\.? ?(?:[cdmk]?m|ft|feet|in|inch\w*|units?|met\w+|root|rt)\b)", re.IGNORECASE
        ),
        "²",
    ),
    (re.compile(r"(\d+(?:\.\d+)?) ?\^ ?(?:0?\.5(?!\d)|\(? ?(?:1/2|0?\.5) ?\))"), r"√\1"),
    (_AT_RIGHT_ANGLES, lambda match: f"{match[1]} is perpendicular to {match[2] or match[3]}"),
    (_INVERSE, lambda match: f"arc{match[1] or ''}".lower()),
)
"""What is written anew before a message is read, in this order: slips, commands of LaTeX that the lexer of algebra leaves alone,
abbreviations."""


def _with_share(whole: int, share: str) -> str:
    """Return a whole number and a share of one: 1.5, 4/3."""
    parts = _SHARES[share.lower()]
    return f"{whole + 1 / parts:g}" if parts in {2, 4} else f"{whole * parts + 1}/{parts}"


def _counted(word: str | None) -> int:
    """Return how many shares are meant: ``two thirds``, ``a third``."""
    return int(word) if word and word.isdigit() else _COUNTED.get((word or "").lower(), 1)


def _number(told: str) -> int:
    return _COUNTED.get(told.lower()) or int(told)


def rephrase(written: Rewritten, num_points: int = 0) -> None:
    """Write anew what learners put otherwise: slips, commands of LaTeX, abbreviations, numbers and sums told in words.

    Args:
        written: the message.
        num_points: of the figure; a shape that is cut into triangles has as many corners.
    """
    for pattern, replacement in _REWRITTEN:
        written.sub(pattern, replacement)
    written.sub(_DIVIDED, lambda match: _angle_sum(match, _number(match[1]) + 2, num_points))
    written.sub(_OF_CORNERS, lambda match: _angle_sum(match, _number(match[1]), num_points))
