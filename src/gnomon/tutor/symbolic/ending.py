"""Turns when the answer is there: a reason asked for, the way gone back over, a farewell, and what is still asked after it."""

from __future__ import annotations

from gnomon.algebra import read_numbers
from gnomon.dialogue import TutorTurn
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.symbolic.judged import Judgement
from gnomon.tutor.symbolic.openings import Opening, Openings
from gnomon.tutor.symbolic.phrasing import LONGEST_TURN, Phrasing
from gnomon.tutor.symbolic.plan import points_of, rung_for
from gnomon.tutor.symbolic.progress import shows_reason
from gnomon.tutor.symbolic.quoting import quotable
from gnomon.tutor.symbolic.rereading import is_idle_sum
from gnomon.tutor.symbolic.situation import Situation
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.uptake import Heard, asks_exactly, decimals_asked, is_lured, is_rounding

_EXPLAINING = 3
"""Telling words beside an answer that make it more than a number."""
_MOST_REASONS = 2
"""Times that another reason is asked for, where a right answer comes with a wrong one."""


class Ending:
    """See the module.

    Args:
        here: where the tutor speaks.
        phrasing: chooses the words.
        openings: take up what was said.
    """

    def __init__(self, here: Situation, phrasing: Phrasing, openings: Openings) -> None:
        self._here = here
        self._phrasing = phrasing
        self._openings = openings

    def turn(self, heard: Heard) -> TutorTurn:
        """Return the turn to a message of somebody who has found the answer."""
        said = [turn.record.rung for turn in self._here.dialogue.tutor_turns() if turn.record is not None]
        if not self._here.context.is_last and (retraced := self._retraced(heard, said)) is not None:
            return retraced
        last = self._here.diagnosis.exchanges[-1]
        wrong = [judgement for judgement in last.claims if judgement.truth is Truth.WRONG]
        reasons = [judgement for judgement in last.claims if shows_reason(judgement, self._here.reader.numbers)]
        has_reason = any(judgement.truth.is_right and judgement.way == "goal" for judgement in reasons)
        may_ask = said.count("wrong_reason") < _MOST_REASONS and not self._here.context.is_last
        is_due = may_ask and not has_reason
        idle = self._idle_sums() if may_ask else []
        if (wrong and is_due) or idle:
            key, claimed = ("wrong_reason", wrong) if wrong and is_due else ("idle_reason", idle)
            words = self._phrasing.fresh(key, said=quotable(claimed[-1].claim.text))
            return self._phrasing.said("AskForExplanation", "wrong_reason", words)
        if is_due and said[-1:] == ["wrong_reason"] and self._here.asks(self._here.text):  # "why not, my friend has it too"
            return self._justify(heard, "wrong_reason")
        if (heard.row.say == "sight" or "sight" in heard.flags) and "wrong_reason" not in said and not self._here.context.is_last:
            seen = Opening("sight", "none", (("said", quotable(last.judged.message.text)),))
            return self._phrasing.said(
                "AskForExplanation", "wrong_reason", f"{self._openings.worded(seen)} {self._phrasing.fresh('justify')}"
            )
        if self._is_blurred(heard) and "sharpen" not in said and not self._here.context.is_last:
            words = self._phrasing.fresh("sharpen", said=quotable(heard.said))
            return self._phrasing.said("Calculate", "sharpen", words, feedback="positive", asked=self._here.proof.goal)
        if not self._here.context.is_last and (exact := self._exact(heard, said)) is not None:
            return exact
        is_leaving = self._here.words.says("leaving", last.judged.message.text)
        is_working = "justify" in said and not last.finds_answer and any(each.claim.sides for each in last.claims)
        if is_working and is_due and said.count("justify") < _MOST_REASONS and not is_leaving and not wrong:
            return self._justify(heard, "justify")
        if not self._has_reason() and "justify" not in said and not self._here.context.is_last and not is_leaving:
            return self._justify(heard, "justify")
        return self._farewell(heard, said)

    def _idle_sums(self) -> list[Judgement]:
        """Return the sums of the last message that lead nowhere and give the answer all the same, where no reason was told."""
        *earlier, last = self._here.diagnosis.exchanges
        found = last.judged.judgements
        reasons = (one for one in found if not one.is_answer and one.truth.is_right and one.way == "goal")
        has_reason = any(exchange.is_attempt or exchange.is_new for exchange in earlier) or any(True for _ in reasons)
        return [] if has_reason else [one for one in found if is_idle_sum(one, found)]

    def _justify(self, heard: Heard, rung: str) -> TutorTurn:
        """Take up what was said, and ask why the answer is right."""
        words = f"{self._openings.worded(self._openings.of(heard))} {self._phrasing.fresh('justify')}"
        return self._phrasing.said("AskForExplanation", rung, words, feedback=heard.row.feedback)

    def _exact(self, heard: Heard, said: list[str | None]) -> TutorTurn | None:
        """Ask once for the exact value where the problem wants it and a rounded one was given; say what that is to who asks."""
        if not asks_exactly(self._here.reader):
            return None
        judgement, goal = heard.judgement, self._here.proof.goal
        is_rounded = judgement is not None and judgement.is_answer and judgement.truth is Truth.ROUNDED
        if is_rounded and "exact" not in said:
            words = self._phrasing.fresh("sharpen_exact", said=quotable(heard.said))
            return self._phrasing.said("Calculate", "exact", words, feedback="positive", asked=goal)
        if judgement is None and said[-1:] == ["exact"] and "exact_means" not in said and self._here.asks(self._here.text):
            words = self._phrasing.fresh("exact_means")
            return self._phrasing.said("ExplainConcept", "exact_means", words, asked=goal)
        return None

    def _is_blurred(self, heard: Heard) -> bool:
        """Whether an answer lost the decimals that the problem asks for by rounding on the way."""
        judgement, truth = heard.judgement, self._here.reader.judge.truth(self._here.proof.goal)
        if (
            judgement is None
            or not judgement.is_answer
            or judgement.truth is not Truth.ROUNDED
            or decimals_asked(self._here.reader) is None
        ):
            return False
        value = judgement.value
        return truth is not None and value is not None and not is_rounding(truth, value, len(f"{value:g}".partition(".")[2]))

    def _retraced(self, heard: Heard, said: list[str | None]) -> TutorTurn | None:
        """Tell why the answer is right to somebody who does not see it, step by step; None where nobody asks, or all is told."""
        text = self._here.text
        is_lost = heard.move.kind is Kind.NOT_KNOWING or self._here.words.says("lost", text)
        is_going_on = said[-1:] == ["retrace"] and heard.move.kind in {Kind.ACKNOWLEDGEMENT, Kind.ASKS_WHAT_TO_DO}
        is_asking = self._here.words.says("why", text) and "justify" in said
        if heard.judgement is not None or not (is_lost or is_going_on or is_asking):
            return None
        steps = [step for step in self._here.proof.steps if step.rule is not None and step.instance is not None]
        told = said.count("retrace")
        if told >= len(steps):
            return None
        step, key = steps[told], "retrace_last" if told == len(steps) - 1 else "retrace"
        words = self._phrasing.fresh(key, says=self._here.words.of_step(step)["says"], result=self._here.words.concluded(step))
        opening = self._openings.worded(Opening("not_knowing" if is_lost else "brief_none"))
        plan = points_of(rung_for("retrace"), step, self._here.figure)
        whole = f"{opening} {words}"
        return self._phrasing.said("ExplainConcept", "retrace", whole if len(whole.split()) <= LONGEST_TURN else words, plan=plan)

    def _has_reason(self) -> bool:
        """Whether a right answer came with more than itself: work before it, or words that say how."""
        earlier, last = self._here.diagnosis.exchanges[:-1], self._here.diagnosis.exchanges[-1]
        has_tried = any(exchange.is_attempt or exchange.is_new for exchange in earlier)
        return (
            self._here.diagnosis.has_work or has_tried or len(self._here.words.telling(last.judged.message.text)) >= _EXPLAINING
        )

    def _farewell(self, heard: Heard, said: list[str | None]) -> TutorTurn:
        is_right = heard.judgement is not None and heard.judgement.truth.is_right
        is_right |= self._here.diagnosis.exchanges[-1].finds_answer
        if any(rung is not None and rung.startswith("farewell") for rung in said):
            return self._after_farewell(heard, is_right=is_right)
        was_told = "retrace" in said or any(turn.subact == "Revealing" for turn in self._here.dialogue.tutor_turns())
        claims = [claim for exchange in self._here.diagnosis.exchanges for claim in exchange.claims]
        was_wrong = any(turn.feedback == "negative" for turn in self._here.dialogue.tutor_turns())
        # Who has only asked, and heard a no, had no wrong idea.
        was_wrong &= self._here.has_attempted() or any(claim.truth is Truth.WRONG for claim in claims)
        was_wrong |= any(is_lured(claim, self._here.reader) for claim in claims)
        key = "farewell_told" if was_told else "farewell_mended" if was_wrong else "farewell"
        rounded = heard.judgement is not None and heard.judgement.truth is Truth.ROUNDED and "as_asked" not in heard.flags
        note = (
            self._phrasing.fresh("note_rounded")
            if rounded
            else self._openings.worded(self._openings.of(heard))
            if is_right
            else ""
        )
        return self._phrasing.said(
            "Farewell", key, f"{note} {self._phrasing.fresh(key)}".strip(), feedback="positive" if is_right else "none"
        )

    def _after_farewell(self, heard: Heard, *, is_right: bool) -> TutorTurn:
        """Answer what is still asked when all is done."""
        text = self._here.text
        if self._here.words.says("close_enough", text):
            return self._phrasing.said(
                "Farewell", "farewell_why", f"{self._phrasing.fresh('note_rounded')} {self._phrasing.fresh('farewell_again')}"
            )
        if heard.judgement is None and self._is_answer_again(text):
            again = self._openings.worded(Opening("right", "positive", (("said", quotable(text)),)))
            return self._phrasing.said(
                "Farewell", "farewell_again", f"{again} {self._phrasing.fresh('farewell_again')}", feedback="positive"
            )
        is_judged = is_right or (heard.judgement is not None and heard.judgement.truth is Truth.WRONG)
        if heard.move.kind is not Kind.ASKS_MEANING and not is_judged and self._here.asks(text) and (why := self._carrying(text)):
            return self._phrasing.said("Farewell", "farewell_why", why)
        opening = (
            self._openings.meaning(heard)
            if heard.move.kind is Kind.ASKS_MEANING
            else self._openings.of(heard)
            if is_judged
            else None
        )
        is_telling = opening is None and "telling" in heard.flags  # what is still said of the figure is not passed over
        opening = Opening("farewell_said", "none", (("said", quotable(text)),)) if is_telling else opening
        words = f"{self._openings.worded(opening) if opening is not None else ''} {self._phrasing.fresh('farewell_again')}"
        return self._phrasing.said(
            "Farewell", "farewell_again", words, feedback=opening.feedback if opening is not None else "none"
        )

    def _is_answer_again(self, text: str) -> bool:
        """Whether a message has one number and that is the answer, rounded or not: "in numbers 15.7"."""
        numbers = read_numbers(text)
        truth = self._here.reader.judge.truth(self._here.proof.goal)
        if len(numbers) != 1 or numbers[0].role != "value" or truth is None:
            return False
        decimals = len(numbers[0].text.partition(".")[2])
        return is_rounding(truth, numbers[0].value, decimals)

    def _carrying(self, text: str) -> str:
        """Return what the proof rests on here, rather what the learner has not used; empty where it was told before."""
        steps = [step for step in self._here.proof.steps if step.rule is not None and step.instance is not None]
        own = {*self._here.diagnosis.shown}
        unused = [
            step
            for step in steps
            if step.rule_id not in self._here.diagnosis.rules_named and not any(f.atom in own for f in step.solved)
        ]
        hardest = max(unused or steps, key=lambda step: step.rule.level if step.rule is not None else 0.0, default=None)
        if hardest is None:
            return ""
        words = self._phrasing.fresh("farewell_why", says=self._here.words.of_step(hardest)["says"], said=quotable(text))
        return words if self._phrasing.is_fresh(words) else ""
