"""Ways of writing that the reader's grammar does not have, put into those that it has."""

from __future__ import annotations

import re
from collections.abc import Callable

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
_GOES_ON = re.compile(
    r"^\W*(?:(?:so|and|then|now|ok) )*(?:times|plus|minus|divided by|[*·:/]) ?\d[\d.]* ?(?==|is\b|makes\b)", re.IGNORECASE
)
"""A calculation that goes on with the result of an earlier message: only what it comes to can be read."""
_HALF_OF_IT = re.compile(
    r"^\W*(?:(?:so|and|then|now|ok) )*half of (?:it|that|this)\W+(?:is |makes |gives )?(?=\d)", re.IGNORECASE
)
"""The same of ``and half of it 16``."""
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
_MIXED = re.compile(r"(?<=\d) and a (half|quarter)\b", re.IGNORECASE)
_TIMES_BEHIND = re.compile(
    r"(?<=\d) (two|three|four|five|six|seven|eight|nine|ten|\d+) times\b(?! (?:as|bigger|\d))", re.IGNORECASE
)
"""``7.5 five times``."""
_SHARE = re.compile(
    r"\b(?:a|one) (third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth) of (?=\d|that\b|it\b)", re.IGNORECASE
)
_SHARES = {"third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}
"""Words for one part of several equal ones."""
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
_AT_RIGHT_ANGLES = re.compile(
    r"\b([A-Z]{2}) (?:hits|meets|crosses|cuts|touches|intersects) ([A-Z]{2}) at (?:a )?"
    r"(?:right angles?|90(?: ?°| degrees)?)(?=\W|$)"
)
_REWRITTEN: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (_STARRED, "no wait "),
    (_GOES_ON, "so "),
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
    (_MIXED, lambda match: ".5" if match[1].lower() == "half" else ".25"),
    (_TIMES_BEHIND, r" times \1"),
    (_SHARE, lambda match: f"1/{_SHARES[match[1].lower()]} of "),
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
    (_AT_RIGHT_ANGLES, r"\1 is perpendicular to \2"),
    (_INVERSE, lambda match: f"arc{match[1] or ''}".lower()),
)
"""What is written anew before a message is read, in this order: slips, commands of LaTeX that the lexer of algebra leaves alone,
abbreviations."""


def rephrase(written: Rewritten) -> None:
    """Write anew what learners put otherwise: slips, commands of LaTeX, abbreviations, numbers and sums told in words."""
    for pattern, replacement in _REWRITTEN:
        written.sub(pattern, replacement)
