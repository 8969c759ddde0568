"""What a turn begins with: the learner's last move is taken up, or a word that they ask for explained."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.dialogue import Feedback
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.symbolic.asked_meaning import compared, part_asked, part_tried, rule_asked, term_of
from gnomon.tutor.symbolic.glossary import find_terms, foreign_name, is_named, shown_by
from gnomon.tutor.symbolic.language import other_language, understood_in, writable_in
from gnomon.tutor.symbolic.phrasing import Phrasing
from gnomon.tutor.symbolic.quoting import quotable, unquoted
from gnomon.tutor.symbolic.situation import Situation
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.uptake import Heard

_LONGEST_MEANING = 30
"""Words of a meaning, or of two: the rest of a turn is the question."""


class Opening(NamedTuple):
    """What takes up the learner's last move."""

    key: str
    feedback: Feedback = "none"
    slots: tuple[tuple[str, str], ...] = ()


_BESIDE_CLAIMS = frozenset({"meaning", "meaning_shown"})
"""Explanations before which a yes may stand."""


class Openings:
    """See the module.

    Args:
        here: where the tutor speaks.
        phrasing: chooses the words.
    """

    def __init__(self, here: Situation, phrasing: Phrasing) -> None:
        self._here = here
        self._phrasing = phrasing

    def of(self, heard: Heard) -> Opening:
        """Return what takes up a move, by its row of the table."""
        row = heard.row
        said = self._quoted(heard)
        if row.say == "fits":  # the number may stand beside the words that are read
            said = quotable(self._here.text)
        slots = {"said": said, "right": quotable(heard.right), **self._phrasing.named()}
        if heard.judgement is not None and heard.judgement.meant is not None:
            slots["meant"] = self._here.words.quantity(heard.judgement.meant)
        if heard.move.kind is Kind.ASKS_MEANING and row.say == "meaning":
            return self._agreeing(self.meaning(heard))
        language = other_language(heard.move.words) if heard.move.kind is Kind.OTHER_LANGUAGE else None
        own = understood_in(language)
        if own and not any(own in turn.utterance for turn in self._here.dialogue.tutor_turns()):
            return Opening("other_language_own", "none", (("own", f"{own} {writable_in(language)}"),))
        return Opening(row.say, row.feedback, tuple(slots.items()))

    def _agreeing(self, opening: Opening) -> Opening:
        """Return what explains a word with a yes to the right claim that stands beside the question; as it was without one."""
        exchange = self._here.diagnosis.exchanges[-1]
        is_right = bool(exchange.claims) and not exchange.withheld and all(each.truth is Truth.RIGHT for each in exchange.claims)
        # A sum that is good for nothing gets no yes.
        is_idle = all(each.way == "none" and each.claim.is_arithmetic for each in exchange.claims)
        if opening.key not in _BESIDE_CLAIMS or not is_right or is_idle:
            return opening
        right = quotable(exchange.claims[-1].claim.text)
        return Opening(f"yes_{opening.key}", "positive", (*opening.slots, ("right", right)))

    def meaning(self, heard: Heard) -> Opening:
        """Return what explains the word, the theorem or the part that somebody asks for."""
        if (part := part_asked(self._here, heard)) is not None:
            # An angle has its corner in the middle of its name.
            key, corner = ("angle_shown" if part.kind == "angle" else "part_shown"), part.points[len(part.points) // 2]
            return Opening(key, "none", (("parts", self._here.words.element(part)), ("corner", corner)))
        if (rule := rule_asked(self._here)) is not None and not self._phrasing.gives_away(
            statement := self._here.words.rule(rule).statement
        ):
            return Opening("meaning", "none", (("meaning", statement),))
        term = term_of(self._here, heard)
        if term is None:
            return Opening("meaning_unknown")
        both = compared(self._here, heard.move.words)
        if both and len(both.split()) <= _LONGEST_MEANING:
            return Opening("meaning", "none", (("meaning", both),))
        term = find_terms(heard.move.words, self._here.words)[0] if both else term  # the first, where there is no room for two
        shown = shown_by(term, self._here.context.problem, self._here.step)
        if not self._phrasing.is_fresh(term.says):
            key = "meaning_again" if shown is None else "meaning_again_shown"
            return Opening(
                key, "none", (("term", term.term), ("parts", "" if shown is None else self._here.words.element(shown)))
            )
        name = "" if is_named(term, heard.move.words) else foreign_name(heard.move.words, self._here.words)
        says = f"{name}: {term.term}. {term.says}" if name else term.says
        if shown is None:
            return Opening("meaning", "none", (("meaning", says),))
        slots = (("meaning", says), ("parts", self._here.words.element(shown)))
        tried = part_tried(self._here, shown)
        if tried is None:
            return Opening("meaning_shown", "none", slots)
        is_right = {*tried} == {*shown.points}
        return Opening(
            "meaning_right" if is_right else "meaning_not", "positive" if is_right else "negative", (*slots, ("said", tried))
        )

    def _quoted(self, heard: Heard) -> str:
        """Return the learner's words to take up: the reason given for what is wrong, else the claim."""
        error = self._here.diagnosis.error
        last = self._here.text
        is_wrong = heard.judgement is None or heard.judgement.truth is Truth.WRONG
        is_whole = heard.right not in (error.sentence if error is not None else "") or not heard.right
        if is_wrong and is_whole and error is not None and error.sentence and error.sentence.lower() in last.lower():
            return unquoted(error.sentence)
        return quotable(heard.said)

    def worded(self, opening: Opening) -> str:
        """Return the opening in words not said before, nor so put in the last turn; a brief one where there are none left."""
        choices = self._phrasing.choices(opening.key, **dict(opening.slots))
        fresh = (each for each in choices if self._phrasing.is_fresh(each.text) and len(each.text.split()) <= _LONGEST_MEANING)
        best = next(fresh, None)
        if best is None or self._phrasing.is_just_said(best):
            return self._phrasing.pick(f"brief_{opening.feedback}")
        return best.text
