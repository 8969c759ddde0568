"""What somebody asks to be explained: a word of the glossary, a theorem of the proof, a part of the figure."""

from __future__ import annotations

import re

from gnomon.figure import Element
from gnomon.geometry import Rule, rules
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.symbolic.glossary import asked_term, find_term, find_terms, foreign_term, is_named, shown_by
from gnomon.tutor.symbolic.parts import NAME
from gnomon.tutor.symbolic.situation import Situation
from gnomon.tutor.symbolic.uptake import Heard
from gnomon.tutor.symbolic.words import Term

_AT_END = re.compile(r"[A-Z]{2,3}\W*\?\W*$")
"""A part that is put behind a question: "the hypotenuse is which one, BL?"."""
PLAIN_PARTS = frozenset({"angle", "segment", "arc", "triangle", "circle"})
"""What shows words that everybody knows: beside another one they are not asked about."""
_SMALL = re.compile(r"\b(?:angle|side|segment|line|arc|winkel|seite|strecke) (?:is |ist )?(?P<name>[a-z]{2,3})\b")


def term_of(here: Situation, heard: Heard) -> Term | None:
    """Return the word of the glossary that a message asks the meaning of; None where it holds none."""
    words, about = heard.move.words, heard.move.about
    own = asked_term(words, here.words) or find_term(words, here.words)
    told = (foreign_term(about, here.words) or find_term(about, here.words)) if about else None  # an ear names it in English
    is_plain = own is not None and own.shows in PLAIN_PARTS and own.term != about
    if told is not None and own is not None and not is_plain and is_named(own, words) and len(own.term) >= len(told.term):
        return own  # "the law of sines" says more than "sine"
    return told or own or foreign_term(words, here.words)


def rule_asked(here: Situation) -> Rule | None:
    """Return the theorem of the proof that somebody asks to be explained, or one that the glossary does not know."""
    message = here.diagnosis.exchanges[-1].judged.message
    if not here.words.says("asks_rule", message.text):
        return None
    named = [rule_id for rule_id in message.rules if rule_id in rules()]
    own = [step.rule_id for step in here.proof.steps if step.rule_id in named]
    is_known = find_term(message.text, here.words) is not None
    return next((rules()[rule_id] for rule_id in (*own, *(() if is_known else named))), None)


def part_asked(here: Situation, heard: Heard) -> Element | None:
    """Return the part of the figure that somebody asks where it is."""
    text = heard.move.words
    if here.figure is None:
        return None
    found = [name for name in (NAME.findall(text) or _small_names(text)) if len({*name}) == len(name)]
    names = [name for name in found if set(name) <= set(here.figure.points)]
    is_asked, telling = here.words.says("where", text), here.words.telling(text) - {name.lower() for name in names}
    if not is_asked and here.words.says("asks_place", text):  # "which angle is as large as ABC" asks for another one
        of_place = {word for phrase in here.words.lists("asks_place") for word in phrase.split()}
        is_asked = len({*names}) == 1 and telling <= of_place
    is_plain = not telling and find_term(text, here.words) is None
    is_asked |= heard.move.kind is Kind.ASKS_MEANING and len({*names}) == 1 and is_plain  # "what is QN"
    if not is_asked:
        return None
    return next((Element.of("line" if len(name) == 2 else "angle", *name) for name in names), None)


def part_tried(here: Situation, shown: Element) -> str | None:
    """Return the part that somebody takes for what a word means, "which one is the hypotenuse again, BL?"; None without one."""
    text = here.text.strip()
    points = set(here.figure.points) if here.figure is not None else set()
    tried = {name for name in NAME.findall(text) if set(name) <= points and len(name) == len(shown.points)}
    is_tried = text.endswith("?") and len(tried) == 1 and _AT_END.search(text) is not None
    return tried.pop() if is_tried else None


def _small_names(text: str) -> list[str]:
    """Return the names of parts behind the words for them, in small letters: ``which angle is hyv``."""
    return [match["name"].upper() for match in _SMALL.finditer(text)]


def compared(here: Situation, text: str) -> str:
    """Return the meanings of both words that somebody asks the difference of; empty otherwise."""
    terms = find_terms(text, here.words)
    # "Is arc BE the same as side BE" is about the words; with two parts it would be about their sizes.
    is_one_part = len({*NAME.findall(text)}) < 2
    is_asked = here.words.says("difference", text) or (is_one_part and here.words.says("same_as", text))
    return " ".join(term.says for term in terms[:2]) if is_asked and len(terms) > 1 else ""


def part_shown(here: Situation, heard: Heard) -> Element | None:
    """Return the part of the figure that shows what is asked; None where there is none."""
    if (part := part_asked(here, heard)) is not None:
        return part
    term = term_of(here, heard)
    return None if term is None else shown_by(term, here.context.problem, here.step)
