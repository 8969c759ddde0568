"""What the last message is answered about: a question is known by what it holds, however it is put (`uptake`)."""

from __future__ import annotations

import re

from gnomon.tutor.message.moves import Kind
from gnomon.tutor.symbolic.asked_meaning import PLAIN_PARTS, compared, part_asked, rule_asked, term_of
from gnomon.tutor.symbolic.glossary import asked_term, find_term, foreign_term, is_kind_asked, is_term_alone
from gnomon.tutor.symbolic.language import spoken
from gnomon.tutor.symbolic.situation import Situation
from gnomon.tutor.symbolic.uptake import Heard, heard
from gnomon.tutor.symbolic.words import DEFAULT, languages

_MAY_ASK = frozenset(
    {
        Kind.ASKS_WHAT_TO_DO,
        Kind.DOUBT,
        Kind.GUESS,
        Kind.NOT_KNOWING,
        Kind.UNREAD,
        Kind.PLAN,
        Kind.OFF_TOPIC,
        Kind.ACKNOWLEDGEMENT,
        Kind.THEOREM,
    }
)
"""Moves that may ask what a word means."""
_EXPLAINING = 2
"""Telling words behind a greeting that make it more than one."""


def understood(here: Situation) -> Heard | None:
    """Return what is answered; a question that holds only a word of the glossary asks for its meaning, however it is put."""
    found = heard(here.diagnosis, here.reader, here.words)
    if found is None:
        return None
    # What is no English is the dialogue's own language, where its words do not say another.
    language = spoken(found.move.words) or here.words.language
    if found.move.kind is Kind.OTHER_LANGUAGE and language != DEFAULT and language in languages():
        found = found._replace(move=found.move._replace(kind=Kind.UNREAD))
    found = _behind_greeting(here, found)
    if here.words.says("asks_place", found.move.words) and part_asked(here, found) is not None:
        return found._replace(judgement=None, move=found.move._replace(kind=Kind.ASKS_MEANING, claim=None))
    is_objection = here.words.says("objecting", found.move.words) and not here.words.says("meaning_by", found.move.words)
    if found.move.kind is Kind.ASKS_MEANING and (is_objection or _is_size_asked(here, found)):
        return found._replace(move=found.move._replace(kind=Kind.ASKS_WHAT_TO_DO))
    # "Was ist die Basis" may be read as whether something is the base; what a word of the glossary is, is a question for it.
    words, is_doubt = found.move.words, found.move.kind is Kind.DOUBT
    if found.move.kind is Kind.OFF_TOPIC and _names_part(here, words):
        is_how = here.words.says("asks_how", words)
        asked = _asked_kind(here, words) or (Kind.ASKS_WHAT_TO_DO if is_how else Kind.UNREAD)
        return found._replace(move=found.move._replace(kind=asked))
    is_about_word = here.words.says("asks_meaning", words) and is_term_alone(words, here.words)
    if is_doubt and (is_about_word or compared(here, words) or is_kind_asked(words, here.words)):
        return found._replace(judgement=None, move=found.move._replace(kind=Kind.ASKS_MEANING, claim=None))
    if _asks_which(here, found):
        return found._replace(judgement=None, move=found.move._replace(kind=Kind.ASKS_MEANING, claim=None))
    if found.judgement is not None or found.move.kind not in _MAY_ASK:
        return found
    if found.move.claim is not None and found.move.claim.sides:
        return found
    text = found.move.words
    is_known = any(find(text, here.words) is not None for find in (find_term, foreign_term)) or rule_asked(here) is not None
    asks_meaning = here.words.says("asks_meaning", text) and is_known and not here.words.says("saying", text)
    asks_meaning = asks_meaning or part_asked(here, found) is not None or asked_term(text, here.words) is not None
    whole = here.text
    asks_meaning = asks_meaning or (here.words.says("what_is_that", whole) and find_term(text, here.words) is not None)
    asks_meaning = asks_meaning or _is_place_asked(here, text)
    kind = Kind.ASKS_MEANING if asks_meaning or is_term_alone(text, here.words) else None
    kind = kind or (Kind.ASKS_WHAT_TO_DO if here.asks_example() else None) or (None if is_doubt else _asked_kind(here, text))
    return found._replace(move=found.move._replace(kind=kind or found.move.kind))


def _behind_greeting(here: Situation, heard: Heard) -> Heard:
    """Return what comes behind thanks or a greeting, where it says more: "thanks. then i only halve 64"."""
    rest = re.split(r"[.!,]\s+", heard.move.words, maxsplit=1)[1:]
    if heard.move.kind is not Kind.GREETING or not rest or len(here.words.telling(rest[0])) < _EXPLAINING:
        return heard
    moves = here.reader.read(rest[0], None).message.moves
    kinds = {Kind.GREETING, Kind.ACKNOWLEDGEMENT, Kind.OFF_TOPIC, Kind.EMPTY}
    move = next((move for move in moves if move.kind not in kinds), None)
    return heard if move is None else heard._replace(move=move, said=move.words)


def _is_place_asked(here: Situation, text: str) -> bool:
    """Whether somebody asks where a part is that a word of the glossary means: "where is the radius?"."""
    term = find_term(text, here.words)
    places = "|".join(map(re.escape, here.words.lists("where")))
    is_asked = re.search(rf"(?:^|\bok |\band |\bund )(?:{places})\b", text.lower()) is not None
    return is_asked and term is not None and term.shows != "right_angle"


def _names_part(here: Situation, text: str) -> bool:
    """Whether a part of the figure is named, by two letters or more."""
    points = {*here.figure.points} if here.figure is not None else set()
    return any({*name} <= points for name in re.findall(r"(?<![A-Za-z'])[A-Z]{2,4}(?![A-Za-z'])", text))


def _asks_which(here: Situation, heard: Heard) -> bool:
    """Whether somebody asks which part a word of the glossary means here: ``which one is the hypotenuse again``."""
    is_open = heard.judgement is None and heard.move.kind in {Kind.ASKS_WHAT_TO_DO, Kind.DOUBT, Kind.GUESS, Kind.UNREAD}
    text = heard.move.words
    return is_open and here.words.says("asks_which", text) and find_term(text, here.words) is not None


def _is_size_asked(here: Situation, heard: Heard) -> bool:
    """Whether "what is angle KML" asks for the size of a part that it names, not for a meaning."""
    term, figure = term_of(here, heard), here.figure
    names = re.findall(r"\b[A-Z]{2,}\b", heard.move.words)
    is_part = figure is not None and any(set(name) <= set(figure.points) for name in names)
    return is_part and term is not None and term.shows in PLAIN_PARTS and part_asked(here, heard) is None


def _asked_kind(here: Situation, text: str) -> Kind | None:
    """Return what a question asks for by its first word, and whether somebody only thinks aloud; None for all else."""
    words = [word.strip(".,!?") for word in text.lower().split()]
    if here.words.says("asks_way", text):
        return Kind.ASKS_WHAT_TO_DO
    if all(word in here.words.lists("thinking") for word in words):
        return Kind.NOT_KNOWING
    if words[0] in here.words.lists("asks_whether") and "?" in text:
        return Kind.DOUBT
    asks = words[0] in here.words.lists("asks_how") or "?" in here.text
    return Kind.ASKS_WHAT_TO_DO if asks else None
