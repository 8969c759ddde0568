"""Phrases of tutor talk that the answer guard goes by, as patterns: asking, refuting, ruling out, hinting at neighbours.

Each is compiled once, ignores case unless it says otherwise, and has no nested repetition. It leaves out what a number is
(`gnomon.algebra`) and what is asked (`gnomon.tutor.guard.protected`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import partial


def _any(*words: str) -> str:
    """Return a pattern for any of ``words``, each a small pattern of its own, parted by ``|``."""
    return f"(?:{'|'.join(words)})"


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


_OPENING = "so|just|now|and|then|well|ok|okay|first|next|good|great|right|please|yes|no|but|exactly|fine|alright"
_OPENERS = rf"^\W*(?:(?:{_OPENING})\b\W*)*"
_WH = _any("what|how|which|where|why|when")
_REQUESTS = _any(
    "can you|could you|would you|will you|try|work|find|calculate|compute|evaluate|simplify|add|subtract|take|divide",
    "multiply|use|solve|do|check|write|enter|type|look|let's|let us|double|halve|square(?! root)|go ahead",
)
_WHAT_COMES = r"what (?!do you (?:think|say)\b)(?:do|does|is|are|will|would|comes)|how much|calculate|compute|evaluate|simplify"

ASKS = _compile(
    rf"{_OPENERS}{_WH}\b.*\?\W*$|{_OPENERS}{_REQUESTS}\b"
    rf"|\b(?:{_WHAT_COMES}|how many|work (?:it |that |this )?out)\b"
    r"(?! (?:left|missing|lacking|needed|still|gone|over|not)\b(?!.*\?))"
    r"|(?:=|\bwhat)\W*$"
)
"""A sentence that asks the student to work something out."""
ASKS_FOR_RESULT = _compile(
    rf"\b(?:{_WHAT_COMES}|work (?:it|that|this) out|carry|finish|over to you"
    r"|(?:can|will|could|would) you (?:\w+ )?(?:work|finish|do|take))\b"
)
"""A sentence that asks what the calculation before it comes to."""
WH_QUESTION = _compile(rf"^\W*(?:(?:so|now|and|then|well|but)\W+)*{_WH}\b")
TAG_QUESTION = _compile(r"^\W*(?:(?:so|and|but|then)\W+)?(?:is|would|are|could|ca|wo|should)n't\b|^\W*can't\b")
"""A sentence such as "Isn't it 57?", whose "not" refutes nothing."""

_NEGATION = _any(
    "not|never|neither|nor|cannot be|can't be|isn't|aren't|wasn't",
    r"rather than|instead of|different from|other than|mix (?:it|that|this|them) up with|confus\w+ (?:it|that|this|them) with",
)
NOT_BEFORE = _compile(rf"\b{_NEGATION}\s*(?:(?:be|equal|equal to|exactly|really|the|just|quite|about|as|a|it|to)\s+){{0,3}}$")
"""Stands right before something that is refuted."""
NOT_CLOSE_BEFORE = _compile(r"\b(?:not|never|no longer|instead of|rather than)\s+(?:[^\W\d_]+\s+){0,4}$")
"""The same, with some words between: "not just the remaining"."""
NOT_AFTER = _compile(
    r"^[^\w,;.?!]{0,3}(?:degrees\W+|cm\W+)?(?:in [“\"„«'][^“”\"„«»']{1,20}[”\"“»'] )?(?:(?:is|was|would be"
    r"|can(?:no|')t be|seems|looks)\s*(?:\w+ )?"
    r"(?:too|not|wrong|incorrect|impossible)|(?:is not|isn't|would not|wouldn't|cannot|can't|does not|doesn't))\b"
)
"""Follows something that is refuted."""


def is_refuted(text: str, start: int, end: int) -> bool:
    """Whether what stands from ``start`` to ``end`` is refuted, within a short sentence before it or a few words behind it."""
    if NOT_AFTER.search(text[end : end + 40]):
        return True
    if _AS_HERE.match(text, end):  # "there x isn't 15 like here but 12"
        return False
    return bool(NOT_BEFORE.search(text[max(0, start - 60) : start])) and not TAG_QUESTION.search(text)


_AS_HERE = _compile(
    r"\W{0,3}(?:degrees |cm |m )?,? ?(?:like|as|the way it is) (?:it is |it's |you have it )?(?:here|ours|in (?:ours|this"
    r"|yours))\b"
)


REFUTES = _compile(
    r"\b(?:not|neither|nor|ruled? out|eliminate|cannot|can't|isn't(?! it\b| that\b)|aren't"
    r"|too (?:big|large|small|high|low)|wrong|incorrect"
    r"|exclude|cross out|impossible|doesn't(?! it\b| that\b)|does not|out of the question|no good)\b"
)
"""A sentence that rules options out."""

COPULA = _compile(r"=|≈|\b(?:is|are|be|equals?|measures?|has|get|gives?|comes?|as (?:large|long|big) as|becomes)\b|'s\b")
"""Joins the unknown with its value."""
CLAUSE_BREAK = _compile(r"[;]|\b(?:where|while|whereas|because|since|when)\b")
"""Parts two statements."""
WIDE_BEFORE = _compile(r"\W*(?:°|mm|cm|dm|km|m|met(?:er|re)s?|\w+met(?:er|re)s?|units?)?\W*(?:in |right |all the way )?")
"""Between a size and what it is of: "14 dm wide", "20 cm in diameter"."""
IS_THE = _compile(r"\s*(?:is|equals|=|must be|measures)\s*(?:(?:the|exactly|simply|just|positive|square)\s+){0,3}")
"""Between the unknown and what it is."""
SIZE_OF = re.compile(r"(?<![A-Za-z])[A-Z]{2,3}\s*(?:=|is|are|has|measures|would be)\s*$")
"""Before the size of a named part."""
AFTER_UNKNOWN = _compile(r"^\W{0,3}(?:degrees|cm)?\W*(?:is|gives|would be|must be|are|equals|=)")
"""Joins a value with the unknown that follows it."""
SENTENCE_END = _compile(
    r"(?<=[.!?])(?<!\bp\.)(?<!\bpp\.)(?<!\bno\.)(?<!\bnr\.)(?<!\bfig\.)(?<!\bex\.)(?<!\bch\.)[\"')\]]?\s+|\n+"
)

_CHOOSING = _any(
    "options?|choices?|answers?|letters?|pick|choose|select|go(?:ing)? (?:with|for)",
    "it'?s|it is|it must be|leaves(?: us with)?",
)
OPTION = re.compile(
    rf"\b(?i:{_CHOOSING})\s*(?:(?i:is|letter|option|choice|only)\b)?\s*[:\"']?\(?([A-H])\b(?!')"
    r"|\(([A-H])\)|\b([A-H]) is (?:right|correct|the)\b"
)
"""An option named by its letter, a capital."""
BARE_LETTER = re.compile(r"(?<![A-Za-z'∠])([A-H])(?![A-Za-z'])")
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
PLACE = _compile(
    rf"\b({'|'.join(PLACES)}|last) (?:option|choice|answer|one of the (?:options|choices)"
    r"|one (?:is (?:right|correct|possible|the answer)|fits|works))\b"
)
"""An option named by its place."""

OPERAND = _compile(r"\b(?:(?:divid|multipl)\w+ (?:[\w'²]+ ){0,5}by|(?:add|subtract)(?:ing)?|take away)\s*$")
"""Stands right before the operand of an instruction: "divide both sides by"."""
_MORE = _any("more|bigger|larger|greater|higher|longer|wider|taller")
_LESS = _any("less|smaller|lower|shorter|narrower|fewer")
_KIND = r"(?:\w+ ){0,4}?"
BOUND_REACH = 40
"""Characters that hold what makes a number a bound."""
BOUNDS_BEFORE = (
    (_compile(r"\btoo (?:short|small|low|little|narrow)\b[^.;,]{0,24}\b(?:up to|until|below|under)\W*$"), True, False),
    (_compile(r"\btoo (?:long|big|large|high|wide|much)\b[^.;,]{0,24}\b(?:from|above|over|beyond)\W*$"), False, False),
    (
        _compile(
            rf"(?:\b(?:not|no|never|isn't|nor)\s+(?:\w+ )?{_MORE} than|\bat most|\bup to|\bnot (?:above|over|beyond)|≤|<=)\W*$"
        ),
        False,
        True,
    ),
    (
        _compile(rf"(?:\b(?:not|no|never|isn't|nor)\s+(?:\w+ )?{_LESS} than|\bat least|\bnot (?:below|under)|≥|>=)\W*$"),
        True,
        True,
    ),
    (_compile(rf"(?:\b{_MORE} than(?: [A-Z]{{1,3}} =)?|\babove|\bover|\bbeyond|\bexceeds?|\bpast|>)\W*$"), True, False),
    (
        _compile(rf"(?:\b{_LESS} than(?: [A-Z]{{1,3}} =)?|\bbelow|\bunder|\bshort of|\bnot quite|\bdoesn't reach|<)\W*$"),
        False,
        False,
    ),
)
"""What stands right before a bound, whether it is a lower one, and whether the bound itself is still possible."""
_TOO_UNIT = r"[^\w,;.?!]{0,3}(?:degrees\W+|cm\W+|m\W+)?(?:(?:is|are|would be|was)\W+(?:\w+\W+)?|(?=too\b))"
BOUNDS_AFTER = (
    (_compile(rf"{_TOO_UNIT}(?:too (?:small|little|low|short|few)|not enough|less|smaller)\b"), True, False),
    (_compile(rf"{_TOO_UNIT}(?:too (?:big|large|much|high|long|many)|more|larger|bigger)\b"), False, False),
    (_compile(r"[^\w,;.?!]{0,3}<"), True, False),
    (_compile(r"[^\w,;.?!]{0,3}>"), False, False),
)
"""The same, for what follows a bound."""
BOUND_CUE = _compile(
    r"\b(?:than|between|flanked|squeezed|middle|largest|biggest|greatest|highest|smallest|lowest|only|above"
    r"|below|under|over|beyond|least|most|up to|from|too|after|before|past|short of|exceeds?|reach)\b"
    r"|[<>≤≥]"
)
"""Without one of these no number is a bound."""
BETWEEN = _compile(r"\bbetween\b[^.?!]{0,20}$|\bfrom\s*$")
BETWEEN_THEM = _compile(
    r"\b(?:between|in the middle of|squeezed by|flanked by) (?:them|those|these|both|the two|the pair)\b"
    r"|\bin between\b|\bbetween\W*(?:[.!?;]|\Z)"
)
"""Makes the two numbers before it bounds."""
AND = _compile(r"(?:\W|degrees|cm|m)*(?:and|to)\W*(?:your |the |my )?")
_OF_KIND = r"\b(?:primes?|(?:perfect |square |even |odd |whole )(?:square|number)|multiple of \w+)(?: number)?"
_AT_ONCE = r"(?: (?:just|right|directly|immediately|straight|that comes|that follows|coming|next))"
NEXT_ABOVE = _compile(
    rf"{_OF_KIND}{_AT_ONCE} (?:after|above|over|past|following)\W*\Z|\b(?:smallest|first|next|least"
    rf"|lowest)\b {_KIND}(?:after|above|beyond|over|{_MORE} than|past)\W*\Z"
)
NEXT_BELOW = _compile(
    rf"{_OF_KIND}{_AT_ONCE} (?:before|below|under|preceding)\W*\Z|\b(?:largest|biggest|last|greatest"
    rf"|highest)\b {_KIND}(?:before|below|under|{_LESS} than)\W*\Z"
)
_ENDS_OF_ORDER = r"(?:largest|biggest|greatest|highest|last|smallest|least|lowest|first|only)"
SUPERLATIVE = _compile(
    rf"\b(?P<which>{_ENDS_OF_ORDER}) (?:[\w-]+ ){{0,4}}?"
    r"(?:digits?|numbers?|primes?|squares?|cubes?|integers?|multiples? of \w+|powers? of \w+)(?:[^.?!;]{0,60})?"
)
"""The end of all numbers of a kind: "the biggest single digit", "the only even prime"."""
STARTS_AND_ENDS = _compile(r"\bends? (?:in|with|on)\b|\b(?:in front|starts?|begins?|first|before|ahead)\b")
"""Names the parts of a number in an order of its own."""
SPEAKS_OF_DIGITS = _compile(
    r"\bdigits?\b|\b(?:side by side|(?:beside|next to|behind|after|in front of|before|against) (?:it|that|each other|one another)"
    r"|(?:slide|push|glue|stick|join|squeeze|put|write|type) (?:them|these|the two|both|the three|it all) (?:\w+ )?together"
    r"|without (?:a |any )?(?:gap|space)s?|in front|at the (?:front|back|end))\b"
    r"|\b(?:tens|ones|units) (?:place|column)\b|\b(?:starts?|begins?) with\b|\bends? (?:in|with)\b"
)

Test = Callable[[float], bool]
_PROPERTIES: tuple[tuple[re.Pattern[str], Test], ...] = (
    (_compile(r"\b(?:whole|natural|integers?|counting number|no decimals|no fraction)\b"), lambda value: value == round(value)),
    (_compile(r"(?<!not )\beven\b(?! (?:so|if|though|better|more|the|a|without|then|when))"), lambda value: value % 2 == 0),
    (_compile(r"\bodd\b"), lambda value: value % 2 == 1),
    (_compile(r"\bprimes?\b"), lambda value: value > 1 and all(value % k for k in range(2, math.isqrt(int(value)) + 1))),
    (_compile(r"\b(?:square number|perfect square)s?\b"), lambda value: math.isqrt(int(value)) ** 2 == value),
    (_compile(r"\b(?:cube number|perfect cube|cubic number)s?\b"), lambda value: round(value ** (1 / 3)) ** 3 == value),
    (_compile(r"\bpowers? of (?:two|2)\b"), lambda value: value >= 1 and int(value) & (int(value) - 1) == 0),
    (_compile(r"\bpowers? of (?:three|3)\b"), lambda value: value in {3.0**k for k in range(7)}),
    (
        _compile(r"\btriangular numbers?\b|\btriangle numbers?\b"),
        lambda value: math.isqrt(int(8 * value + 1)) ** 2 == 8 * value + 1,
    ),
    (_compile(r"\b(?:single|one|1)[- ]digit\b|\bsingle digit\b|\bjust one digit\b"), lambda value: 0 <= value < 10),
    (
        _compile(r"\b(?:two|2|double)[- ]digits?\b|\b(?:has|with) (?:just |only )?(?:two|2) digits\b"),
        lambda value: 10 <= value < 100,
    ),
    (
        _compile(r"\b(?:three|3|triple)[- ]digits?\b|\b(?:has|with) (?:just |only )?(?:three|3) digits\b"),
        lambda value: 100 <= value < 1000,
    ),
    (
        _compile(
            r"\b(?:equal|same|identical|twin|matching) digits\b|\b(?:both|its two"
            r"|two) digits (?:are )?(?:the same|equal|alike|identical)\b"
        ),
        lambda value: value >= 10 and len({*f"{value:.0f}"}) == 1,
    ),
)
"""Kinds of whole numbers, with a test on a whole number above zero."""
_SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SMALL_NUMBER = rf"(\d{{1,3}}|{'|'.join(_SMALL)})\b"
_MULTIPLE = _compile(rf"\b(?:multiples? of|divisible by|divides? by|times table of)\s+{_SMALL_NUMBER}")
_ENDING = _compile(
    rf"\b(?:end(?:s|ing)? (?:in|with|on)(?: an?)?|(?:last|final|units?|ones) digit(?: is)?(?: an?)?)\s+{_SMALL_NUMBER}"
)
_BEGINNING = _compile(
    rf"\b(?:(?:starts?|starting|begins?|beginning) with(?: an?)?|first digit(?: is)?(?: an?)?)\s+{_SMALL_NUMBER}"
)
_DIGIT_SUM = _compile(
    rf"\b(?:digits? (?:that )?(?:add(?:s|ing)? up|add|adding|sum) to|digit sum (?:is |of |equals )?"
    rf"|sum of (?:its|the|both) (?:two )?digits (?:is|equals)|digits make|cross[- ]sum (?:is |of )?)\s*{_SMALL_NUMBER}"
)
_FACTOR_OF = _compile(rf"\b(?:factor|divisor)s? of\s+{_SMALL_NUMBER}|\bdivides\s+{_SMALL_NUMBER}(?! by)")


def properties_in(text: str) -> list[Test]:
    """Return the tests for what a text says of a whole number: even, prime, a multiple of 3, ending in 7."""
    tests = [test for pattern, test in _PROPERTIES if pattern.search(text)]
    tests += [partial(_leaves, factor=_digit(match[1]), rest=0) for match in _MULTIPLE.finditer(text) if _digit(match[1])]
    tests += [partial(_starts, digits=str(_digit(match[1]))) for match in _BEGINNING.finditer(text)]
    tests += [partial(_adds_up, total=_digit(match[1])) for match in _DIGIT_SUM.finditer(text)]
    tests += [partial(_divides, whole=_digit(match[1] or match[2])) for match in _FACTOR_OF.finditer(text)]
    endings = [str(_digit(match[1])) for match in _ENDING.finditer(text)]
    return tests + [partial(_leaves, factor=10 ** len(ending), rest=int(ending)) for ending in endings]


def _leaves(value: float, *, factor: int, rest: int) -> bool:
    return value % factor == rest


def _starts(value: float, *, digits: str) -> bool:
    return f"{value:.0f}".startswith(digits)


def _adds_up(value: float, *, total: int) -> bool:
    return sum(map(int, f"{abs(value):.0f}")) == total


def _divides(value: float, *, whole: int) -> bool:
    return value >= 1 and whole % value == 0


def _digit(word: str) -> int:
    return int(word) if word.isdigit() else _SMALL.index(word.lower())


ARRIVES = _compile(
    r"\b(?:and|then) (?:you(?:'ve|'ll|'re| have| will| are)?|that's|that is|there(?:'s| is)?|it's|it is) ?"
    r"(?:\w+ )?(?:have|got|get|there|done|home|hold|reach|arrive|land|hit|find|end up|obtain|your|you|it|the)\b"
    r"|\byour (?:number|value|answer|result|guess)\b|\byou(?:'re|'ll be| are| will be) (?:there|done|home)\b"
    r"|\bthat's (?:it|that|exactly|precisely|your|all|the|what)\b|\band that is\b"
    r"|\b(?:and|then|to) (?:box|write|note|underline|circle|frame|jot|record|hand|copy)"
    r" (?:it|that|this|the (?:result|outcome|number|rest))\b"
    r"|\byou(?:'d|'ll| would| will)? (?:be|have it) (?:right|done|there|correct|spot on)\b|\band (?:stop"
    r"|voil\w+|bingo|done|presto)\b"
    r"|\b(?:and|then) (?:I(?:'m|'ll be| am)|we(?:'re|'ll be| are)) (?:\w+ )?(?:happy|satisfied|content|pleased"
    r"|done|there|finished|home|agreed)\b"
    r"|\b(?:and|then) (?:it(?:'s|'ll)?|we|everything|all) (?:\w+ )?(?:fits|works|agrees?|correct|perfect|right"
    r"|fine|settled|solved)\b"
    r"|\b(?:and|then) (?:the|your|its) (?:\w+ ){1,3}(?:is|falls|appears|pops|drops|comes|stands|lies) (?:there"
    r"|out|up|right|in front|before|ready|yours|done|complete|finished|covered|full)\b"
    r"|\bthere (?:it|she) is\b|\bthere (?:is|you have|'s|goes) (?:your|the|our) (?:\w+ ){0,2}(?:answer|result"
    r"|solution|number|value)\b"
)
"""Says that what was told is the answer."""
YOU_SEE = _compile(r"\band (?:then )?(?:you|we)(?:'ll| will)? (?:see|read|get|have|are left with|find|reach)\b")
"""Says behind an instruction what comes of it."""
_OWN = (
    r"(?:(?:answer |solution |teacher'?s? |master |marking |cheat )?(?:key|sheet|notes?|notebook|book|guide"
    r"|copy|solutions?|answers?|results?|working"
    r"|calculations?|figures?|list|paper|page|screen|calculator|computer|machine|display|version|edition|records?|files?))"
)
_MINE = rf"(?:my|our|the (?:teacher'?s?|answer|solution|official|marking|master)) (?:\w+ )?{_OWN}\b|\bmine\b"
CONFIRMS = _compile(
    rf"\b(?:match(?:es|ed)?|agrees?|fits?|same|identical|coincides?|equals|tallies|squares|corresponds?"
    rf"|lines? up|consistent|in line)\b"
    rf"[^.?!;]{{0,24}}(?:{_MINE}|\bwhat I\b)"
    rf"|\bwhat (?:I|we)(?:'ve)? (?:\w+ )?(?:have|had|got|get|found|wrote|see|noted|calculated|worked)\b"
    r"|\bI(?:'ve)? (?:\w+ )?(?:have|had|got|get|found|end(?:ed)? up with|calculated|obtained"
    r"|came to)\b[^.?!;]{0,16}\b(?:too|as well|also)\b"
    r"|\bI(?:'ve)? (?:also|too|likewise) (?:have|had|got|get|found|ended up with|calculated|obtained|came to)\b"
    rf"|(?:{_MINE}) (?:\w+ )?(?:says?|shows?|has|have|gives?|reads?|states?|lists?|reports?|prints?|agrees?)\b"
    rf"|\b(?:in|on|from|by|according to) (?:{_MINE})"
)
"""Says that a value is what the tutor has: "exactly what I have on my sheet", "matches my key"."""
CONCLUDES = _compile(
    r"\b(?:what(?:ever)? (?:you|we|is|comes|remains|stays)|that|this|it|there"
    r"|the (?:\w+ )?(?:rest|remainder|result|outcome|left|sum|difference|product|quotient|number))\b"
    r"[^.?!]{0,30}(?:\b(?:is|are|gives|equals|will be|must be|goes)\b|'s\b|=)"
    r"|\b(?:either|both|any) ways?\b|\b(?:that|this|it|which) (?:brings|takes|leads|gets) (?:you|us)\b"
    r"|\b(?:you|we)(?:'ll|'ve| have| will)? (?:meet|reach(?:ed)?|arrived? at|land(?:ed)? on|hit|found"
    r"|end(?:ed)? up (?:at|with))\b"
)
"""Speaks of what comes out of the sentence before."""
IMPERATIVE = _compile(
    rf"{_OPENERS}(?:{_REQUESTS}|collect|expand|tidy|(?:bring|move|get|put) (?:all |both )?the)\b"
    r"|[;,:.] (?:(?:so|now|then|but) )*(?:let's|let us) (?:think|find|see|work|figure|look|consider)\b"
)
LETTER_VALUE = re.compile(
    r"(?<![\w'])([a-z])(?: is| equals| being| equal to|\s*=)\s*(?:equal to )?(-?\d{1,6}(?:\.\d{1,4})?)(?![\w.]*[\w(+*/^-])"
)
"""A letter whose value is told: "x = 7", "with x equal to 7"."""
_BRACKET, _LETTER = r"\([^()\n]{1,20}\)", r"[a-z](?![A-Za-z'])"
_TERM = rf"(?:\d{{1,6}}(?:\.\d{{1,4}})?(?:{_BRACKET}|{_LETTER})?|{_BRACKET}|{_LETTER})²?"
_X_TERM = r"(?:2 ?x|(?P<halved{0}>x ?/ ?2)|(?P<{1}>x ?[-−–+] ?\d{{1,4}}(?:\.\d{{1,4}})?))"
_TOLD = r"-?\d{1,4}(?:\.\d{1,4})?"
_ENDS = r"(?![\w²³^]|\.\d| ?[-−–+*/·×(])"
_BEGINS = r"(?<![\w.)])(?<![-−–+*/·×] )(?<![-−–+*/·×])"
ONE_STEP = re.compile(
    rf"{_BEGINS}(?:{_X_TERM.format('', 'plus')} ?(?:=|is|equals) ?(?P<right>{_TOLD}){_ENDS}"
    rf"|(?P<left>{_TOLD}) ?= ?{_X_TERM.format('2', 'plus2')}{_ENDS})"
)
"""An equation whose letter everybody finds in the head: ``2x = 12``, ``7 = x − 1``. With a larger factor it is the learner's."""
FACTORED = re.compile(r"(?=.*= ?0)\( ?x ?[-−–] ?(\d{1,4}(?:\.\d{1,4})?) ?\)")
"""A bracket of a product that is zero, with its solution."""
EXPRESSION = re.compile(rf"(?<![\w])[-−]?{_TERM}(?: ?[-−+*/·×] ?{_TERM}){{0,6}}")
"""An expression with a letter, such as ``4(x - 2) + 3``."""
HAS_LETTER = re.compile(r"(?<![A-Za-z])[a-z](?![A-Za-z])")
CONVERSION = re.compile(r"\b(?:1|one|a)\s+[a-z]{1,12}\s*(?:is|=|equals|has|makes|are|contains)\s*\d")
RULES_OUT = _compile(
    r"\b(?:not|no|isn't|aren't|can't|cannot|wouldn't|too (?:big|large|small|high|low|wide|much)|out|wrong|would be"
    r"|rule[sd]?|cross|forget|drop|impossible|never|excluded?|nonsense|is the|are the|belongs?"
    r"|fails?|don't|doesn't|won't|strike|delete|discard|eliminated?|scratch|throw|gone|dead|false|incorrect|neither|nor)\b"
)
CHOOSES = _compile(
    r"\b(?:only|right|correct|works?|fits?|survives?|remains?|stays?|keep|left|passes|holds|true|winner|the one|is it)\b"
)
"""Says that one of several is the one."""
BARE = _compile(
    r"(?:\W|\d|\b(?:the|and|or|both|also|as well as|too|one|ones|value|values|number|numbers|of them|your|degrees?|cm|m|mm|dm"
    r"|first|second|third|fourth|fifth|last|middle|outer|two|three|smallest|smaller|lowest|lower|largest|larger|biggest|bigger"
    r"|highest|higher|greatest)\b)*"
)
"""A clause that only names some of several: what is said of them stands in the one before or behind it."""
TRIAL = re.compile(r"\b(?:[a-z]|[A-Z]{2,3}) = (-?\d+(?:\.\d+)?)\S{0,2} (?:would |then )?(?:gives?|makes?|leads?|yields?|means)\b")
"""Tries a value."""
_TABLE_NUMBER = r"(-?\d{1,5}(?:\.\d{1,4})?)"
TABLE_ROW = _compile(
    rf"\b(?:[a-z]|[A-Z]{{2,3}}|for|with|row) ?(?:=|is|being|:)? ?{_TABLE_NUMBER}°?(?:\W{{1,5}}"
    rf"|\W+(?:\w+ ){{0,3}}(?:gives?|makes?|leads? to|yields?|has|gets?|means|produces?) )"
    rf"(?:[^\d.;]{{0,16}}?){_TABLE_NUMBER}[^\d.;]{{1,30}}?{_TABLE_NUMBER}(?![\d.]*\d)"
)
"""Tries a value, with what both sides come to: "x = 5 gives 63 and 60"."""
CLAUSE_END = _compile(r"[,;:]\s|\b(?:and|but)\b")
SPEAKS_OF_GIVEN = _compile(
    r"\b(?:given|known|first|second|smaller|larger|bigger|longer|shorter|other|constant|printed|written|bracket"
    r"|lonely|leg|hypotenuse|number)\b"
)
"""Refers to what the problem gives without a name for it."""
LETTER_TERMS = re.compile(r"\d ?[a-z]\b|\b[a-z][- ]?(?:terms?|parts?|side)\b")
"""Terms with a letter, which is not spoken of itself: "the x terms"."""
SETS_BEFORE = _compile(r"\b(?:take|let|make|call|set|choose|pick|put)\W+\Z")
SETS_AFTER = _compile(r"\W*(?:as|be|to be|equal(?: to)?|to|=)\W")
"""Stand around the unknown where an instruction says what it is."""
BESIDE_TERM = re.compile(r"\d ?[a-z](?:,| and| plus| or| with)(?: the| an?)? \Z")
"""Stands before the constant that is named beside a term with a letter: "23x and 15"."""
COMES_FROM = _compile(r"\s*(?:comes?|came|stems?|is made|results?) (?:from|of|out of|by)\b")
"""Tells where a constant has come from."""
OF_TWO = _compile(
    r"\b(?:(?P<larger>larger|bigger|greater|higher|upper|second|last|largest|biggest|greatest|highest)|smaller"
    r"|lower|lesser|first|least|smallest|lowest)\b"
)
"""Chooses one of a few by its place."""
LETTER_IS = re.compile(r"(?<![\w·*×])[a-z] ?(?:=|is|equals|has to be|must be)\W")
"""Begins what a letter is."""
MOVES = _compile(
    r"\b(?:leaves?|goes|go|moves?|away|subtract\w*|tak\w+|bring\w*|put|write|side|gets? rid|remov\w+|constant"
    r"|term|isolat\w+|cancel\w*|add(?:ed|ing)?"
    r"|disappears?|belongs?|sits?|stands?|lonely|stray|transfer\w*|carr\w+|rid of|other side|stays?|equation|bracket)\b"
)
"""Speaks of what is done with a term of an equation."""
OF_A_PART = _compile(
    r"\b(?:of|half|twice|double|third|quarter|than) the (?:\w+ )?"
    r"(?:angle|side|arc|chord|diagonal|leg|base|hypotenuse|median|height|radius|diameter)\b"
)
"""Compares with a part of the figure that has no name there: "14° less than half the arc"."""
SPEAKS_OF_STUDENT = _compile(
    r"\b(?:yours?|signs?|positive|negative"
    r"|you (?:said|got|wrote|have|had|found|are|were)|you're|you've|is off|too|short|\w+shot|off by"
    r"|(?:go|come|move|step|climb) (?:up|down|back))\b"
)
"""Refers to what the student has said."""
PRONOUN = _compile(r"\b(?:it|its|it's|that|that's|this|one|they|them|these|those|both)\b")
"""Goes on about what the sentence before spoke of."""
BOTH = _compile(r"\b(?:both|two|together|these|those|them|sum|difference|product|total|each other|one another|side by side)\b")
"""May speak of the values of two sentences before it."""
UNKNOWN_GETS = _compile(
    r"^\W*(?:(?:so|now|then|just) )*(?:take|let|make|call|set|choose|pick) \uf000 (?:as|be|to|equal|at|=)"
    r"|\b(?:and|then|so|while)\W+\uf000(?:'s \uf000)? (?:remains|appears|follows|results|emerges|falls"
    r"|drops|turns|is|has|gets|keeps|takes|comes|will|must|would|needs|equals|stays)\b"
)
"""In a skeleton, says behind an instruction what the unknown is then."""
SPEAKS_OF_SUM = _compile(
    r"\b(?<!no )(?:sum|constants?|total|(?:loose|plain|pure|free|bare|lonely|lone|constant|leftover|stray|other"
    r"|remaining) (?:numbers?|terms?|parts?)"
    r"|numbers? (?:alone|without (?:an? )?[a-z]|on (?:its|their) own))\b"
)
"""Speaks of what comes of the numbers of an equation."""
AS_MANY = _compile(
    r"\bas (?:many|far|long|big|large|wide|old|tall|high)\b[^.?!]{0,40}\bas (?:an?|the|there|your?|one)\b"
    r"|\b(?:that|so|equally|exactly as) many\b|\bsame (?:figure|number|value|amount|count) as\b"
    r"|\b(?:one|an?|1) (?:degrees?|centimet\w+|met\w+|cm|m|units?|square \w+) (?:for|per)\b"
    r"|\bin (?:centimet\w+|met\w+|degrees|square \w+)\W*\Z"
)
"""Compares with something that everybody can count."""
EACH = _compile(r"\beach\b")
"""Says that a size is that of several."""
CUTS = _compile(r" (?:cuts|halves|bisects|splits|divides)\b")
"""Follows what parts something in equal parts."""
COMPARES = _compile(r"\b(?:\w+er|more|less) than\b")
"""Puts two things in order, and tells no distance where no number stands there."""
MAKES = _compile(r"\b(?:make|makes|add up|adds up|together|fill|share|sum)\b")
"""Says what angles of a figure are together, which is a theorem where no size is told."""
OF_UNKNOWN = _compile(r"\btimes into\b|\b(?:as|of|than|what|doubled?|halved?|half|twice|times)\W+(?:\uf000|yours?\b|it\b)")
"""In a skeleton, compares something with the unknown, and not the other way round."""
GOES_ON = _compile(
    rf"{PRONOUN.pattern}|^\W*(?:and|then|plus|times|minus|less|over|divided|multiplied|doubled|halved|halve"
    rf"|double)\b|\badds? another\b"
    r"|\bwith the (?:last|other|missing)\b|\b(?:rest|remainder|left|remain(?:s|ing)|difference|sum|product|quotient|total"
    r"|together)\b"
)
"""The same, or speaks of what comes out of its values."""
SQUARED = _compile(r"²|\bsquare|\bitself\b|\^2|·|\*")
RIGHT_ANGLE = _compile(r"\b(?:a )?right angle\b|\bperpendicular\b")
HYPOTHETICAL = _compile(
    r"\b(?:if|suppose|imagine|unless)\b[^.?!]{0,40}\b(?:were|was|had|grew|doubled|wanted)\b"
    r"|\bwould have been\b"
    r"|\b(?:when|if|because) (?:you|one|we) (?:forg[eo]t|miss|leave out|skip)\w*"
    r"|\bis what (?:you|one|we) gets? (?:without|if)\b|\bwith [a-z] = |\b[a-z] = \S+ (?:would|gives?|makes?)\b"
)
"""Says what would be, not what is."""
ADVISES = _compile(
    r"\b(?:you|we|he|she|they) (?:should|need|have to|can|could|must|might|forgot|missed)\b|\blet's\b"
    r"|\b(?:you|you've|we) (?:\w+ )?(?:left|leave)\b[^.?!]{0,30}\bout\b|\b(?:ignored|overlooked|skipped|omitted)\b"
    r"|\bdon't forget\b|\bremember\b"
    r"|\bproblem (?:states|says|tells|asks)\b|\b(?:find|figure) out\b|\bto find\b|\bwhen finding\b"
    r"|\bmisunder\w+|\bmistake\b|\bclose, but\b|\bforgetting\b|\b(?:came|comes) from\b|\b(?:and|but) can (?:get"
    r"|find|use|see|work)\b"
)
"""Tells what to do or to think of, which is the learner's to carry out."""
GENERAL = _compile(
    r"(?:^|[,;:.]\s)\W*(?:(?:but|and|so|for|in|of|as|since|because|remember) )*"
    r"(?:an?|any|every|two|both|all) "
    r"(?!single\b|together\b|told\b|right angle and\b|half|third|quarter|f[io]\w+ths?\b|\w*more|few|bit|little"
    r"|touch)[^\W\d_]{3,}\b(?! of \d| (?:\w+ )?(?:are|have|is|has) \d)"
)
"""Begins a theorem, which is true of any figure: "A square's diagonal is √2 times its side"."""
OPEN_EQUATION = re.compile(r"=.*[-+*/·×−\\]|[-+*/·×−\\].*=|\b(?:sin|cos|tan)\b|\d(?:[abknxyz]\b|\uf000)|\btimes \uf000")
"""In a skeleton, an equation with more than a value on a side, or a term of one."""
QUOTED = re.compile(r"[“„«\"]([^“”„«»\"]{1,300})[”“»\"]")
"""A quotation of at most a few lines."""
BACKWARDS = _compile(
    r"\bbackwards?\b|\bback to front\b|\bfrom right to left\b|\bin a mirror\b"
    r"|\b(?:swap|revers|flip|exchang|turn)\w* (?:its |the |both )?(?:two )?(?:digits|figures)\b|\bfrom (?:the )?back\b"
    r"|\bdigits (?:\w+ ){0,2}(?:chang|swap|switch|trad|exchang)\w* (?:seats|places|sides|positions)\b|\bthe other way round\b"
)
"""Turns the digits of a number round."""
OR_LIST = _compile(r"\bor\b|\beither\b")
JUST_BESIDE = _compile(
    r"\b(?:just|right|slightly|a (?:little|bit|touch|hair)|barely|one) "
    r"(?:under|over|below|above|less than|more than|short of|shy of)\s*$"
    r"|\b(?:almost|nearly|next (?:whole )?number (?:after|before))\s*$"
)
"""Stands right before a neighbour of the value that is meant."""
_TOO = r"too (?:high|low|big|small|large|much|many|little|long|short)"
OFFSET = _compile(
    rf"^\s*(?:degrees?|°|units?|cm|m)?\s*(?:{_TOO}|more|less|greater|bigger|smaller|larger|above|below|off|away|over|under"
    r"|short(?! of)|shy(?! of))\b"
    r"(?! than \d)"
)
"""Follows the distance between a number and the one that is meant."""
