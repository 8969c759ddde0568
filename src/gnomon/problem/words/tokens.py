"""Text of a problem to tokens in one spelling: names of points, letters, signs, LaTeX, and one word for all that mean the same.

The lexer is `gnomon.algebra.lexer`; what is added is data (``words.yaml``): LaTeX commands and signs as words, synonyms,
words that say nothing. Every token keeps its place in the text.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from gnomon.algebra import Letter, Token, split_points, tokenize
from gnomon.algebra.words import DENOMINATORS
from gnomon.packaged import packaged_yaml

_NAME = re.compile(r"(?:[A-Z](?:_\{\d{1,2}\}|_?\d{1,2})?(?:['′’](?!s\b))*)+(?![A-Za-z])")
"""Names of points run together: ``AB``, ``A'``, ``P1``, ``P_{1}``; the apostrophe of "O's" is none of it."""
_LETTER = re.compile(r"[a-zα-ψϕ](?![A-Za-z])")
_BRACED_INDEX = re.compile(r"[_{}]")
_METRE_AS_LETTER = re.compile(r"\bm\s*[=+*/^-]|[=+*/(-]\s*\d*m\b|value of \$?m\b|[Ff]ind \$?m\b")
"""Algebra with the letter m; without any, ``6 m`` is a length."""
_AFTER_AMOUNT = re.compile(r"(?:[\d)}½¼¾π√]|(?<![A-Za-z])[a-z])\$?\s*$")
"""What stands before a unit: a number, a bracket, or one letter."""
_LETTER_AFTER, _LETTER_BEFORE = frozenset("=+-*/^)²"), frozenset("0123456789(+-*/=")
"""Signs beside which ``a`` is a letter and no article."""
_AFTER_LONE_LETTER = frozenset({"", ".", ",", ";", "?"})
"""What follows a letter and no article, which has a word after it."""
_SIGN_WORDS = frozenset({"angle", "arc", "triangle", "circle", "parallelogram"})
"""Words that a sign may say again."""
_COUNTED_BY_A = frozenset({*DENOMINATORS, "hundred", "dozen"})
"""Words before which the article is the number one."""
_ENDS = frozenset(".?!")
_INCHES = re.compile(r"(?<=\d)\s*\^\s*\{?\s*(?:\\prime\s*)+\}?")
"""Marks of feet and inches, which say no more than other units."""


class Lexicon(NamedTuple):
    """The words of the grammar, from ``words.yaml``."""

    signs: Mapping[str, str]
    """Signs and LaTeX commands, with the word that each stands for; an empty one is passed over."""
    same: Mapping[tuple[str, ...], tuple[str, ...]]
    """Sequences of words, with those that the grammar has in their place."""
    longest: int
    """Words of the longest sequence."""
    joints: frozenset[str]
    """Words between clauses."""
    plain: frozenset[str]
    """Words of the patterns that anybody uses."""
    turning: frozenset[str]
    """Words that may turn round what stands beside them."""
    abbreviations: frozenset[str]
    """Words whose full stop ends no sentence when a small letter or a number follows."""
    after_point_a: frozenset[str]
    """Words after a capital A at the beginning that make it a point: "A lies on", not "A circle"."""
    finite: frozenset[str]
    """Verbs as they are written after a subject."""
    nouns: Mapping[str, frozenset[str]]
    """Words for things of a story by their part in it: what stands upright, what leans, the ground."""
    written: Mapping[str, frozenset[str]]
    """Words that count as they are written, before the one spelling."""


@cache
def lexicon() -> Lexicon:
    """Return the words of the grammar."""
    data: dict[str, Any] = packaged_yaml(__package__, "words.yaml")
    same = {
        _bare(variant): _bare(word) if word != "-" else ()
        for word, variants in data["same"].items()
        for variant in (variants if isinstance(variants, list) else variants.split())
    }
    listed = (
        frozenset(str(data[key]).split()) for key in ("joints", "plain", "turning", "abbreviations", "after_point_a", "finite")
    )
    nouns, written = ({kind: frozenset(words.split()) for kind, words in data[key].items()} for key in ("nouns", "written"))
    joints, plain, turning, abbreviations, after_point_a, finite = listed
    longest = max(map(len, same))
    return Lexicon(data["signs"], same, longest, joints, plain, turning, abbreviations, after_point_a, finite, nouns, written)


def _bare(text: str) -> tuple[str, ...]:
    return tuple(token.text for token in tokenize(text, has_markdown=False) if token.text not in _ARTICLES)


_ARTICLES = frozenset({"the", "a", "an"})


def spelling(word: str) -> tuple[str, ...]:
    """Return a word as the grammar spells it; nothing for one that says nothing."""
    return () if word in _ARTICLES else lexicon().same.get((word,), (word,))


def sentences(text: str) -> list[list[Token]]:
    """Return the tokens of each sentence of ``text``, in the one spelling of the grammar.

    A token of points has the kind ``points``, a letter of algebra a ``meaning``; articles and empty words are left out.
    """
    text = _INCHES.sub(lambda found: " " * len(found.group()), text)
    metre = not _METRE_AS_LETTER.search(text)

    def name(plain: str, at: int) -> Token | None:
        return _name(plain, at, metre=metre)

    tokens = tokenize(text, name, has_markdown=False)
    parts = (_without_number(sentence) for sentence in _split(_words_for_signs(tokens)))
    return [spelled for sentence in parts if (spelled := list(_one_spelling(sentence)))]


def _without_number(sentence: list[Token]) -> list[Token]:
    """Leave out the number of a part, "(a) Find x", and what it is worth, "[3 marks]"."""
    if len(sentence) > 3 and sentence[0].text == "[" and sentence[1].kind == "number" and sentence[3].text == "]":
        sentence = sentence[4:]
    is_numbered = len(sentence) > 2 and sentence[0].text == "(" and sentence[2].text == ")" and len(sentence[1].text) == 1
    return sentence[3:] if is_numbered else sentence


def _name(plain: str, at: int, *, metre: bool) -> Token | None:
    if plain.startswith(("||", "//"), at):
        return Token("word", "parallel", plain[at : at + 2], at, at + 2)
    if plain[at] == "Δ":
        return Token("word", "triangle", "Δ", at, at + 1)
    found = _NAME.match(plain, at)
    if found is not None and (at == 0 or not plain[at - 1].isalpha() or plain[at - 1] in "mΔ"):
        points = split_points(_BRACED_INDEX.sub("", found.group()).replace("’", "'"))
        return Token("points", "".join(points), found.group(), at, found.end(), points=points)
    found = _LETTER.match(plain, at)
    if found is None or (at and plain[at - 1] in "\\'’"):
        return None
    letter, before, after = found.group(), plain[:at].rstrip()[-1:], plain[at + 1 :].lstrip()[:1]
    is_alone = after in _AFTER_LONE_LETTER or (plain[at - 1 : at] == "$" == plain[at + 1 : at + 2])
    if letter == "a" and not is_alone and after not in _LETTER_AFTER and not (before and before in _LETTER_BEFORE):
        return None
    is_measure = letter == "m" and (
        after in {"∠", "A", "(", "\\", "⌒"} or (metre and _AFTER_AMOUNT.search(plain[:at]) is not None)
    )
    if is_measure or letter == "π":
        return None
    return Token("name", letter, letter, at, at + 1, meaning=Letter(letter))


def _words_for_signs(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens with words for signs and LaTeX commands, without the braces around names."""
    for at, token in enumerate(tokens):
        before, after = (_text(tokens, at + beside) for beside in (-1, 1))
        if token.text == "[" and _names(tokens, at + 1) and _text(tokens, at + 2) == "]":
            yield from (token._replace(kind="word", text=word) for word in ("area", "of"))  # [ABC]
        elif _is_bracket_of_name(tokens, at):
            continue
        elif token.text in _APOSTROPHES and before.lower() == "what":
            yield token._replace(kind="word", text="is")  # what's
        elif token.text in _APOSTROPHES or (token.text == "s" and before in _APOSTROPHES):
            continue  # "the farmer's field"
        elif token.text == "m" and _sign(after) in {"angle", "arc", ""}:
            continue  # m∠A is the measure of it
        elif token.text == "^":
            yield token._replace(gap=False)  # cm$^2$
        elif token.meaning is None and not token.points and (word := _sign(token.raw)) is not None:
            if word:
                yield token._replace(kind="word", text=word)
        else:
            yield token


_APOSTROPHES = frozenset("'’")
_BRACES = {"{": 1, "}": -1}
"""On which side of a brace its name stands."""


def _sign(raw: str) -> str | None:
    """Return the word that a sign or a LaTeX command stands for; None for what is neither."""
    return None if raw.isascii() and raw.isalpha() else lexicon().signs.get(raw)


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].raw if 0 <= at < len(tokens) else ""


def _names(tokens: Sequence[Token], at: int) -> bool:
    """Whether a polygon is named there."""
    return 0 <= at < len(tokens) and len(tokens[at].points) > 2


def _is_bracket_of_name(tokens: Sequence[Token], at: int) -> bool:
    """Whether it is the end of [ABC], or a brace around a name."""
    text = tokens[at].text
    is_end = text == "]" and _names(tokens, at - 1) and _text(tokens, at - 2) == "["
    return is_end or (text in _BRACES and _is_braced(tokens, at + _BRACES[text]))


def _is_braced(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name, or the sign of an arc, stands there alone in braces."""
    is_name = 0 <= at < len(tokens) and (bool(tokens[at].points) or tokens[at].raw == r"\frown")
    return is_name and _text(tokens, at - 1) == "{" and _text(tokens, at + 1) == "}"


def _split(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """Split at the ends of sentences; the sign that ends one is left out, a question mark too."""
    sentence: list[Token] = []
    waiting = list(tokens)
    for at, token in enumerate(waiting):
        if token.text not in _ENDS or token.kind != "sign":
            sentence.append(token)
        elif _ends_sentence(waiting, at):
            yield sentence
            sentence = []
        # else it is the full stop of an abbreviation
    yield sentence


def _ends_sentence(tokens: Sequence[Token], at: int) -> bool:
    if tokens[at].text != "." or at + 1 == len(tokens):
        return True
    following = tokens[at + 1]
    if not following.gap:
        return following.start > tokens[at].end  # a dollar sign between them
    is_abbreviation = at > 0 and tokens[at - 1].text in lexicon().abbreviations
    return not (is_abbreviation and (following.kind == "number" or (following.kind == "word" and following.raw.islower())))


def _one_spelling(sentence: Sequence[Token]) -> Iterator[Token]:
    """Yield the words as the grammar spells them; the tokens of a longer phrase share its place."""
    words = [token for at, token in enumerate(_articles_apart(sentence)) if not _is_article(sentence, at, token)]
    words = [token for at, token in enumerate(words) if not _is_possessive(words, at) and not _is_inches(words, at)]
    known = lexicon()
    at = 0
    while at < len(words):
        if at and words[at].text in _SIGN_WORDS and words[at].text == words[at - 1].text.rstrip("s"):
            at += 1  # "angle ∠A", "arc" before a LaTeX arc
            continue
        for length in range(min(known.longest, len(words) - at), 0, -1):
            piece = words[at : at + length]
            if any(token.kind == "points" or token.meaning is not None for token in piece):
                continue
            found = known.same.get(tuple(token.text for token in piece))
            if found is not None:
                whole = piece[0]._replace(end=piece[-1].end)
                yield from (whole._replace(kind="word" if word.isalpha() else piece[0].kind, text=word) for word in found)
                at += length
                break
        else:
            yield words[at]
            at += 1


def _articles_apart(sentence: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens, a capital A that begins the sentence as the word where no verb follows."""
    for at, token in enumerate(sentence):
        following = sentence[at + 1] if at + 1 < len(sentence) else None
        begins = at == 0 and token.raw == "A" and following is not None and following.kind in {"word", "number"}
        if begins and following is not None and following.text not in lexicon().after_point_a:
            yield token._replace(kind="word", text="a", points=())
        else:
            yield token


def _is_possessive(words: Sequence[Token], at: int) -> bool:
    """Whether it is "its" before a line with its name, "its diagonal AC", where it says no more than the article."""
    nouns = list(itertools.takewhile(lambda token: token.kind == "word", words[at + 1 : at + 4]))
    named = words[at + 1 + len(nouns) : at + 2 + len(nouns)]
    return words[at].text in {"its", "their"} and bool(nouns and named) and len(named[0].points) > 1


def _is_inches(words: Sequence[Token], at: int) -> bool:
    """Whether it is "in" after a number and before no thing that something may be in: "AB = 10 in and AD = 8 in"."""
    after = words[at + 1].text if at + 1 < len(words) else ","
    return words[at].text == "in" and at > 0 and words[at - 1].kind == "number" and after in {",", ";", ")", "and"}


def _is_article(sentence: Sequence[Token], at: int, token: Token) -> bool:
    following = [after.text for after in sentence[at + 1 : at + 3]]
    is_number = token.text == "a" and bool(following) and following[0] in _COUNTED_BY_A and following[1:] != ["circle"]
    return token.kind == "word" and token.text in _ARTICLES and not is_number
