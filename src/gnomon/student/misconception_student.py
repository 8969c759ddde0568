"""A student with one misconception, who answers every kind of turn from its beliefs.

It gives the false belief up with probability 0.35 when a turn addresses the rule behind it or the parts of the figure it is
about, else with probability 0.005. A turn about parts that its figure does not have only confuses it. Words vary by seed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from gnomon.algebra import show_number
from gnomon.dialogue import Phrasebook, StudentTurn, sentences_of
from gnomon.figure import Element
from gnomon.problem import Quantity, named_as_in
from gnomon.student.attempt import show_value, work_sentence
from gnomon.student.attention import addresses, is_about_another_figure
from gnomon.student.protocol import StudentContext, StudentReply
from gnomon.student.sums import sum_asked

MISCONCEPTION = "misconception"
"""Name of this student."""
_REPLIES = {
    "AskForExplanation": "explain",
    "SelfCorrect": "insist",
    "SeekKnowledge": "recall_wrong",
    "AskRelation": "relation_wrong",
    "SeeHighlight": "look",
    "Guide": "guide_wrong",
    "SeekStrategy": "guide_wrong",
    "Calculate": "calculate_wrong",
    "ExplainConcept": "concept_wrong",
    "PullBack": "start_over",
    "Introduce": "introduce",
}
"""What an unrepaired student says to each subact; anything else leaves it stuck."""
_LINES_PER_TURN = 2
"""Lines of work in one message once the student is on the right path; the first after the repair comes alone."""


@dataclass(frozen=True)
class MisconceptionStudent:
    """See the module."""

    seed: int = 0
    repair_when_addressed: float = 0.35
    """So that three remarks to the point are needed on average: a tutor that reaches the point is told from one that does not."""
    repair_otherwise: float = 0.005
    """Small but not 0: a learner may see a mistake by itself."""

    @property
    def name(self) -> str:
        """``misconception``."""
        return MISCONCEPTION

    async def reply(self, context: StudentContext) -> StudentReply:
        """Answer the last tutor turn."""
        return _Reply(self, context).make()


class _Reply:
    def __init__(self, student: MisconceptionStudent, context: StudentContext) -> None:
        self.student = student
        self.context = context
        self.beliefs = context.beliefs
        if not context.dialogue.tutor_turns():
            raise ValueError("a student answers a tutor's turn; the dialogue has none")
        self.turn = context.dialogue.tutor_turns()[-1]
        count = len(context.dialogue.turns)
        seed = f"{student.seed}/{count}/{context.question.text}/{self.beliefs.belief}"
        self.generator = random.Random(seed)
        self.book = Phrasebook.load(__package__, "phrases.yaml")
        self.used = {s for turn in context.dialogue.student_turns() for s in sentences_of(turn.utterance)}

    def make(self) -> StudentReply:
        subact = self.turn.subact
        if subact == "Farewell":
            return self._reply(self._say("bye"))
        confused = is_about_another_figure(self.turn, self.context.question.figure)
        is_told = subact == "Revealing" and not confused
        if not self.beliefs.is_repaired and (is_told or self._repairs(confused=confused)):
            self.beliefs = self.beliefs.repaired(self.context.question.figure)
            return self._reply(self._work_on(just_repaired=True))
        if confused:
            return self._reply(self._say("confused"))
        if (asked := sum_asked(self.turn)) is not None:  # its idea is wrong, not its arithmetic
            return self._reply(
                self.book.pick("sum_asked", self.generator, self.used, sum=asked.left_text, value=show_number(asked.value))
            )
        return self._reply(self._work_on(just_repaired=False) if self.beliefs.is_repaired else self._hold_on())

    def _reply(self, text: str) -> StudentReply:
        spelled = named_as_in(self.context.question.text, text)
        return StudentReply(StudentTurn(utterance=spelled), self.beliefs)

    def _repairs(self, *, confused: bool) -> bool:
        if self.turn.subact == "Introduce":
            return False
        figure = self.context.question.figure
        is_addressed = not confused and addresses(self.turn, self.beliefs.lines[self.beliefs.wrong_line], figure)
        chance = self.student.repair_when_addressed if is_addressed else self.student.repair_otherwise
        return self.generator.random() < chance

    def _hold_on(self) -> str:
        """Answer with the false belief still in place."""
        if self.turn.subact in {"AskLength", "AskAngle"}:
            return self._state_value()
        return self._say(_REPLIES.get(self.turn.subact, "stuck"))

    def _state_value(self) -> str:
        element = next((e for e in self.turn.highlights.elements() if e.kind != "label"), None)
        atom = next((a for a in self.beliefs.values if isinstance(a, Quantity) and Element.measured_by(a) == element), None)
        if element is None:
            return self._say("stuck")
        name = f"angle {element.name}" if element.kind == "angle" else element.name
        if atom is None:
            return self._say("value_unknown", name=name)
        return self._say("value_known", name=name, value=show_value(atom, self.beliefs.values[atom]))

    def _work_on(self, *, just_repaired: bool) -> str:
        """Write the next lines anew; after the last one, the answer."""
        count = 1 if just_repaired else _LINES_PER_TURN
        parts = [self._next_line(just_repaired=just_repaired) for _ in range(count) if not self.beliefs.is_finished]
        if self.beliefs.is_finished:
            parts.append(self._say("finish"))
        return " ".join(parts)

    def _next_line(self, *, just_repaired: bool) -> str:
        index = self.beliefs.wrong_line + self.beliefs.rewritten
        self.beliefs = replace(self.beliefs, rewritten=self.beliefs.rewritten + 1)
        line = self.beliefs.lines[index]
        work, result = work_sentence(self.beliefs, index)
        slots = {"result": result, "reason": line.reason or "the problem says so", **({"work": work} if work else {})}
        if not just_repaired:
            key = "next_fact" if not line.found else "next_line" if work else "next_result"
        else:
            key = "repair_result" if not work else "repair_slip" if self.beliefs.change else "repair_rule"
        return self.book.pick(key, self.generator, self.used, **slots)

    def _say(self, key: str, **slots: str) -> str:
        work, result = work_sentence(self.beliefs, self.beliefs.wrong_line)
        line = self.beliefs.lines[self.beliefs.wrong_line]
        own = {
            "belief": self.beliefs.belief,
            "result": result,
            "answer": show_value(self.beliefs.goal, self.beliefs.answer()),
            "reason": line.reason or self.beliefs.belief,
        }
        if self.beliefs.change is not None and f"slip_{key}" in self.book:
            key = f"slip_{key}"
        return self.book.pick(key, self.generator, self.used, **own, **({"work": work} if work else {}), **slots)
