"""An utterance as it is heard: disguises of characters and markup taken off, with the way back to the words as written.

Taken off: characters without width, full-width, bold, circled and other dressed-up digits, markup of HTML, Markdown and TeX
inside a number, words spelled letter by letter, hexadecimal and binary literals, and Roman numerals where they are surely meant
as such. Superscripts and fractions (², ½) mean something of their own and stay. It leaves out what words mean
(`gnomon.tutor.guard.languages`).
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from gnomon.algebra import read_number

_ACCENTS = {
    code: unicodedata.normalize("NFD", chr(code))[0]
    for code in range(0xC0, 0x180)
    if len(unicodedata.normalize("NFD", chr(code))) > 1
}


@dataclass(frozen=True, slots=True)
class Writing:
    """A text that stands for another."""

    text: str
    source: str
    """As written."""
    origins: tuple[int, ...] | None = None
    """For each character of `text`, and its end, where it comes from in `source`; None while both are the same."""

    def words(self, start: int, end: int) -> str:
        """Return what is written in `source` where `text` has the characters from ``start`` to ``end``."""
        if self.origins is None:
            return self.source[start:end]
        begin, stop = self.origins[start], self.origins[end]
        if stop <= begin < len(self.source):  # within what was rewritten: all that it stands for
            stop = next((origin for origin in self.origins[end:] if origin > begin), len(self.source))
        return self.source[begin:stop].strip()

    def rewritten(
        self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str], *, looked_at: str | None = None
    ) -> Writing:
        """Put ``new`` in place of what ``pattern`` finds; linear in the text.

        Args:
            pattern: what to look for.
            new: says what a match stands for; the same text leaves it.
            looked_at: what to search instead of `text`, of the same length.
        """
        searched = self.text if looked_at is None else looked_at
        pieces: list[str] = []
        origins: list[int] = []
        before = self.origins or range(len(self.text) + 1)
        at = 0
        for match in pattern.finditer(searched):
            put = new(match)
            if put == self.text[match.start() : match.end()]:
                continue
            pieces += (self.text[at : match.start()], put)
            origins.extend(before[at : match.start()])
            origins.extend([before[match.start()]] * len(put))
            at = match.end()
        if not pieces:
            return self
        pieces.append(self.text[at:])
        origins.extend(before[at:])
        return Writing("".join(pieces), self.source, tuple(origins))


def folded(text: str) -> str:
    """Return ``text`` in lower case and without accents, character for character."""
    lower = text.lower()
    # A few capitals, such as İ, become two characters: places must stay what they are.
    return (lower if len(lower) == len(text) else text).translate(_ACCENTS)


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_DRESSES = ("<circle>", "<font>", "<wide>", "<narrow>", "<square>", "<compat>")
"""Unicode's names for dress that changes no meaning; superscripts and fractions have others."""
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>|<!--|-->")
_TAG_TEXT = re.compile(
    r"\b(?:title|alt|content|placeholder|value|aria-label|data-\w+)\s*=\s*([\"'])([^\"']{1,200})\1", re.IGNORECASE
)
"""What a tag tells whoever hovers over it, or reads the source: an answer hidden there is out."""
_ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]{2,8});")
_MARKS = r"\*{1,3}|_{1,3}|`|~~"
_EMPHASIS = re.compile(rf"(?<![\d)])({_MARKS})(\d+)\1(?=\d)|(?<=\d)({_MARKS})(\d+)\3(?!\d)")
"""Markdown around some of a number's digits; ``2**3`` is a power."""
_MARKED_DIGIT = re.compile(rf"(?<![\w)\]*_`~])({_MARKS})(\d)\1(?![\w*_`~])")
"""A digit in marks of its own: ``**3** **7**``."""
_BETWEEN_DIGITS = re.compile(r"(?<=\d)(?:\\[,!;:> ]|\{\}|\\/|_(?=\d)|[~])(?=\d)")
_SPELLED = re.compile(r"(?<![A-Za-z'])[A-Za-z]([-.·/_]|,? |,)[A-Za-z](?:\1[A-Za-z]){1,30}(?![A-Za-z'])")
_PER_CENT = re.compile(r"\bper cents?\b", re.IGNORECASE)
_TWO_SIGNS = re.compile(r"(?<![\w)\]])[-−–]\s?\(\s?[-−–]\s?(\d+(?:[.,]\d+)?)\s?\)")
"""``-(-37.5)``, where nothing is subtracted from."""
_JOINED = re.compile(r"(?<=[A-Za-z])_(?=[A-Za-z])")
_DENOMINATOR = re.compile(
    r"\b(\d{1,3}|[a-z]{3,9}(?:-[a-z]{3,5})?)[ -](eleven|thirteen|fourteen|fifteen|seventeen|eighteen|nineteen)ths?\b",
    re.IGNORECASE,
)
"""Denominators that `gnomon.algebra` does not read in words."""
_POWER_NAMES = {"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}  # exponents by their names
_POWER = re.compile(rf"\b({'|'.join(_POWER_NAMES)}) power of (\d+|two|three|four|five|six|ten)\b", re.IGNORECASE)
_SHARE_NAMES = {"halves": 2, "thirds": 3, "quarters": 4, "fourths": 4, "fifths": 5, "sixths": 6, "eighths": 8, "tenths": 10}
"""Denominators by the names of their shares."""
_SHARES = re.compile(rf"(?<!into )(?<![\d./] )(?<![\w./,])(\d{{1,4}}) ({'|'.join(_SHARE_NAMES)})\b", re.IGNORECASE)
_FEW_SHARES = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine) (sixths|sevenths|eighths|ninths|tenths|twelfths)\b", re.IGNORECASE
)
"""Parts that are no factor of ``words/en.yaml``: "two ninths of that"."""
_HAS_ROOT = re.compile(r"\b(?:has|have|with) (?:the|a|as) (?:square )?root (?=\d)", re.IGNORECASE)
"""What follows is the root, and not what it is of: "225 has the root 15"."""
_BARE_HUNDRED = re.compile(r"(?:\A|(?<=[.!?:;,] ))hundred( (?:minus|less|plus|and|take) )", re.IGNORECASE)
_TENS = (
    "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty"
    "|seventy|eighty|ninety"
)
_MANY_SHARES = re.compile(
    rf"\b((?:{_TENS}|(?:an?|one) hundred)(?:(?: and)?[- ](?:{_TENS}))?(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
    r" (halves|thirds|quarters|fourths|fifths|sixths|sevenths|eighths|ninths|tenths|twelfths)\b",
    re.IGNORECASE,
)
"""More parts than make one whole: "twenty-four fifths"."""
_PARTS_OF_UNIT = re.compile(
    r"(?<![\w./])(\d{1,4})/([1-9]\d?) of an? ((?:square )?(?:centi|deci|milli|kilo)?met(?:re|er)|degree)\b", re.IGNORECASE
)
"""Parts of one unit, which are a size: "24/5 of a centimetre"."""
_AND_A_HALF_OF_THEM = re.compile(r"\b(\d{1,4}|[a-z]{3,9}(?:-[a-z]{3,5})?) and a half (of (?:them|these|those))\b", re.IGNORECASE)
_EXPONENTS = "|".join(["second", *_POWER_NAMES])
_TO_THE_POWER = re.compile(
    rf"\b(\d+|two|three|four|five|six|seven|eight|nine|ten) to the (?:({_EXPONENTS})(?: power)?\b|power (?:of )?(\d|two"
    rf"|three|four|five)\b)",
    re.IGNORECASE,
)
_WHOLE_UNIT = re.compile(
    r"\b(?:an?|the|one|exactly one) (?:full|whole|complete|entire|single) ((?:deci|centi|kilo)?met(?:re|er))\b(?! (?:more"
    r"|less|longer|shorter|"
    r"too|off|ruler|stick))",
    re.IGNORECASE,
)
_QUARTERS_OF_UNIT = re.compile(
    r"\b(?P<n>an?|one|three) quarters? of an? (?P<unit>(?:deci|centi|kilo)?met(?:re|er))\b", re.IGNORECASE
)
_TWO_UNIT_WORDS = re.compile(
    r"\b(\d{1,4}|[a-z]{3,9}(?:-[a-z]{3,5})?) (met(?:re|er)|decimet(?:re|er)|centimet(?:re|er))s?,? (?:and )?"
    r"(\d{1,2}|[a-z]{3,9}(?:-[a-z]{3,5})?) (decimet(?:re|er)|centimet(?:re|er)|millimet(?:re|er))s?\b",
    re.IGNORECASE,
)
_TEX_DRESS = re.compile(r"\\(?:text[a-z]*|math[a-z]+|boldsymbol|bf|it)\s*\{(\d[\d.,]*)\}")
_SCIENTIFIC = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,12})?[eE][+-]?\d{1,2}(?!\w)")
_FLOOR = re.compile(r"(?<=[\d)]) ?// ?(?=[\d(])")
_TWO, _EIGHT, _SIXTEEN = (
    r"(?:binary|base (?:two|2))",
    r"(?:octal|base (?:eight|8))",
    r"(?:hex(?:adecimal)?\b|base (?:sixteen|16))",
)
_BASE = re.compile(
    rf"\b(?:(?P<b2>[01]{{2,16}})(?=,? ?\(?(?:in )?{_TWO})|(?P<b8>[0-7]{{1,6}})(?=,? ?\(?(?:in )?{_EIGHT})"
    rf"|(?P<b16>[0-9a-f]{{1,6}})(?=,? ?\(?(?:in )?{_SIXTEEN}))"
    rf"|(?P<words>\b(?:{_TWO}(?P<two>)|{_EIGHT}(?P<eight>)|{_SIXTEEN}(?P<sixteen>))(?!\d)[^.!?\d]{{1,36}}?)"
    r"(?P<told>(?=[0-9a-f]{0,5}\d)[0-9a-f]{1,16})\b(?!\W*(?:in )?(?:decimal|base (?:ten|10)))",
    re.IGNORECASE,
)
_DIVIDED = re.compile(r"(?<==) ?(\d{1,4})°? ?: ?(\d{1,3})(?![\d:]| ?=)")
"""A colon that divides, as written in half of Europe: "x = 14 : 2"; two times or parts of a ratio follow no "="."""
_TWO_UNITS = re.compile(r"\b(\d{1,4}) ?(m|dm|cm) (?:and )?(\d{1,2}) ?(dm|cm|mm)\b")
_AND_A_HALF = re.compile(
    r"\b(an?|one|\d{1,4}|[a-z]{3,9}(?:-[a-z]{3,5})?)"
    r" (degrees?|cm|m|km|(?:centi|deci|milli|kilo)?met(?:er|re)s?|units?|right angles?) and a half\b",
    re.IGNORECASE,
)
"""A half that stands behind the unit: "thirteen centimetres and a half"."""
_DIGITS_AND_A_HALF = re.compile(r"(?<![\w.,/])(\d{1,4}) and a half\b(?! of\b)", re.IGNORECASE)
_SIZES = {"m": 1000, "dm": 100, "cm": 10, "mm": 1}
"""In millimetres."""
_CODE_RADIANS = re.compile(r"\b(?:math\.)?radians\((\d{1,3}(?:\.\d{1,6})?)\)")
_LITERAL = re.compile(r"\b0(?:[xX][0-9a-fA-F]{1,8}|[bB][01]{1,24}|[oO][0-7]{1,8})\b")
_ROMAN = re.compile(r"(?<![A-Za-z'∠])(?=[IVXLCDM]{2})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![A-Za-z'])")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
"""Of the letters of a Roman numeral."""
_SPEAKS_OF_ROMANS = re.compile(r"\brom(?:an|ain|isch|ana|ano|ani)\w*|\bcaesar\b|罗马|römisch", re.IGNORECASE)


def heard(utterance: str, problem_text: str = "") -> Writing:
    """Return ``utterance`` without disguises; names that the problem has are never taken for Roman numerals."""
    writing = Writing(utterance, utterance)
    if not utterance.isascii():
        writing = writing.rewritten(_BEYOND_ASCII, _undressed)
    text = writing.text
    if "<" in text:
        writing = writing.rewritten(_TAG, lambda match: "".join(f" {text[2]} " for text in _TAG_TEXT.finditer(match.group())))
    if "&" in text:
        writing = writing.rewritten(_ENTITY, lambda match: html.unescape(match.group()))
    if any(mark in text for mark in "*_`~\\{"):
        writing = writing.rewritten(_TEX_DRESS, lambda match: match[1])
        writing = writing.rewritten(_EMPHASIS, lambda match: match[2] or match[4])
        writing = writing.rewritten(_MARKED_DIGIT, lambda match: match[2])
        writing = writing.rewritten(_BETWEEN_DIGITS, lambda _: "")
    if "_" in text:
        writing = writing.rewritten(_JOINED, lambda _: " ")
    return _undisguised_words(_with_words_for_numbers(writing, writing.text.lower()), problem_text)


def _with_words_for_numbers(writing: Writing, lower: str) -> Writing:
    """Write parts, powers and sizes of two units as numbers; ``lower`` is the text, by which most patterns need not be tried."""
    writing = writing.rewritten(_SPELLED, _spelled)
    if "hundred" in lower:
        writing = writing.rewritten(_BARE_HUNDRED, lambda match: f"one {match[0]}")
    if "root" in lower:
        writing = writing.rewritten(_HAS_ROOT, lambda match: f"{match[0]}is ")
    if "per cent" in lower:
        writing = writing.rewritten(_PER_CENT, lambda _: "percent")
    if any(ending in lower for ending in ("nth", "ths", "halves", "thirds", "quarters")):
        writing = writing.rewritten(_DENOMINATOR, _as_fraction)
        writing = writing.rewritten(_FEW_SHARES, _as_share)
        writing = writing.rewritten(_MANY_SHARES, _as_share)
        writing = writing.rewritten(_SHARES, lambda match: f"{match[1]}/{_SHARE_NAMES[match[2].lower()]}")
        writing = writing.rewritten(_PARTS_OF_UNIT, lambda match: f"{int(match[1]) / int(match[2]):.10g} {match[3]}s")
    if "power" in lower or "to the" in lower:
        writing = writing.rewritten(_TO_THE_POWER, _to_the_power)
        writing = writing.rewritten(_POWER, lambda match: f"{match[2]} ^ {_POWER_NAMES[match[1].lower()]}")
    if "met" in lower:
        writing = writing.rewritten(_WHOLE_UNIT, lambda match: f"1 {match[1]}")
        writing = writing.rewritten(
            _QUARTERS_OF_UNIT, lambda match: f"{0.75 if match['n'].lower() == 'three' else 0.25} {match['unit']}s"
        )
        writing = writing.rewritten(_TWO_UNIT_WORDS, _in_one_unit_by_words)
    if "and a half" in lower:
        writing = writing.rewritten(_AND_A_HALF, _with_half)
        writing = writing.rewritten(_AND_A_HALF_OF_THEM, _with_half)
        writing = writing.rewritten(_DIGITS_AND_A_HALF, lambda match: f"{match[1]}.5")
    return writing


def _undisguised_words(writing: Writing, problem_text: str) -> Writing:
    """Write numerals of other notations as digits."""
    text = writing.text
    writing = writing.rewritten(_TWO_SIGNS, lambda match: match[1])
    writing = writing.rewritten(_LITERAL, lambda match: str(int(match.group(), 0)))
    writing = writing.rewritten(_SCIENTIFIC, lambda match: f"{float(match.group()):.12g}")
    writing = writing.rewritten(_FLOOR, lambda _: "/")
    if _SPEAKS_OF_BASE.search(text) and not _LITERAL.search(text):
        writing = writing.rewritten(_BASE, _from_base)
    writing = writing.rewritten(_CODE_RADIANS, lambda match: f"{match[1]}°")
    writing = writing.rewritten(_DIVIDED, _as_quotient)
    writing = writing.rewritten(_TWO_UNITS, _in_one_unit)
    if _ROMAN.search(writing.text):
        speaks_of_them = _SPEAKS_OF_ROMANS.search(writing.text) is not None
        writing = writing.rewritten(_ROMAN, lambda match: _from_roman(match, problem_text, speaks_of_them=speaks_of_them))
    return writing


def _undressed(match: re.Match[str]) -> str:
    return "".join(map(_undressed_character, match.group()))


_OPERATORS = {"➕": "+", "➖": "-", "✖": "×", "➗": "÷", "🟰": "=", "🔟": "10", "💯": "100"}
"""Pictures that stand for an operation or a number."""


def _undressed_character(character: str) -> str:
    if character in _OPERATORS:
        return _OPERATORS[character]
    category = unicodedata.category(character)
    if category == "Cf" or character in "\ufe0f\u20e3" or (category in {"Mn", "Me"} and character < "\u0370"):
        return ""
    if unicodedata.decomposition(character).startswith(_DRESSES):
        plain = unicodedata.normalize("NFKC", character)
        # Letters beside digits, as in ㎝, are units; spaces and dots would part a number.
        return plain.strip(".()") if any(part.isdigit() for part in plain) else plain
    if (
        category == "No"
        and not unicodedata.decomposition(character)
        and (digit := unicodedata.digit(character, None)) is not None
    ):
        return str(digit)  # ❸ and its like
    return character


def _spelled(match: re.Match[str]) -> str:
    word = re.sub(r"[^A-Za-z]", "", match.group())
    # "A, B, C" are points; letters joined by hyphens are a word whatever they spell.
    return word if "-" in match.group() or read_number(word.lower()) is not None else match.group()


_SPEAKS_OF_BASE = re.compile(r"\b(?:binary|octal|hex(?!a(?!dec))|base)", re.IGNORECASE)


def _as_share(match: re.Match[str]) -> str:
    above, below = read_number(match[1].lower()), read_number(f"one {match[2].lower().removesuffix('s')}")
    return f"{above.value:g}/{1 / below.value:.0f}" if above and below else match.group()


def _from_base(match: re.Match[str]) -> str:
    for name, base in (("b2", 2), ("b8", 8), ("b16", 16)):
        if match[name]:
            return str(int(match[name], base))
    base = 2 if match["two"] is not None else 8 if match["eight"] is not None else 16
    try:
        return f"{match['words']}{int(match['told'], base)}"
    except ValueError:  # a 7 is no digit of base two
        return match.group()


def _as_quotient(match: re.Match[str]) -> str:
    is_proportion = _RATIO_EQUALS.search(match.string, max(0, match.start() - _RATIO_REACH), match.start())
    return match.group() if is_proportion else f"{match[1]}/{match[2]}"


_RATIO_EQUALS, _RATIO_REACH = re.compile(r"\w ?: ?\w+ ?=\Z"), 16
"""Makes what follows a ratio too, "14 : 7 = 2 : 1", and the characters that hold it."""


def _in_one_unit(match: re.Match[str]) -> str:
    if _SIZES[match[2]] <= _SIZES[match[4]]:
        return match.group()  # "legs of 9 cm and 6 cm" are two sizes
    whole, unit, rest, smaller = match.groups()
    return f"{int(whole) + int(rest) * _SIZES[smaller] / _SIZES[unit]:g} {unit}"


def _in_one_unit_by_words(match: re.Match[str]) -> str:
    whole, rest = (read_number(match[group].lower()) for group in (1, 3))
    size, smaller = (_SIZES[_SHORT[match[group].lower()[:3]]] for group in (2, 4))
    return f"{whole.value + rest.value * smaller / size:g} {match[2]}s" if whole and rest and smaller < size else match.group()


_SHORT = {"met": "m", "dec": "dm", "cen": "cm", "mil": "mm"}
"""Units by the beginnings of their names."""


def _to_the_power(match: re.Match[str]) -> str:
    base, written = read_number(match[1].lower()), read_number((match[3] or "two").lower())
    exponent = {"second": 2, **_POWER_NAMES}.get((match[2] or "").lower(), written.value if written else 2)
    return f"{base.value:g} ^ {exponent:g}" if base else match.group()


def _with_half(match: re.Match[str]) -> str:
    count = read_number("one" if match[1].lower() in {"a", "an"} else match[1].lower())
    return f"{count.value + 0.5:g} {match[2]}" if count else match.group()


def _as_fraction(match: re.Match[str]) -> str:
    above, below = read_number(match[1].lower()), read_number(match[2].lower())
    return f"{above.value:g}/{below.value:g}" if above and below else match.group()


def _from_roman(match: re.Match[str], problem_text: str, *, speaks_of_them: bool) -> str:
    numeral = match.group()
    # Two letters, such as XI, may be a segment: alone, only longer ones after an equals sign are sure.
    is_sure = speaks_of_them or (
        len(numeral) > 2 and re.search(r"(?:[=:]|\bis|\bequals)\s*$", match.string[: match.start()][-12:])
    )
    if not is_sure or numeral.lower() in problem_text.lower():
        return numeral
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    return str(sum(-value if value < max(values[place:]) else value for place, value in enumerate(values)))
