"""The symbolic tutor: no language model, every turn grounded in the engine's proof.

Each turn: read the whole dialogue (`Diagnostician`), find the step in play, take the next rung of the ladder
(`gnomon.tutor.symbolic.plan`), point only at parts of that step, and put it into words from the phrasebook.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from gnomon.dialogue import Feedback, Phrasebook, Subact, TurnRecord, TutorTurn, act_of, sentences_of
from gnomon.figure import Element, Figure, Highlights
from gnomon.geometry import Step
from gnomon.problem import Expression, Letter, Quantity, named_as_in
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.replied import TutorReply, said_turn
from gnomon.tutor.symbolic.diagnosis import Diagnosis, Diagnostician
from gnomon.tutor.symbolic.judging import Truth
from gnomon.tutor.symbolic.plan import Plan, next_rung, points_of
from gnomon.tutor.symbolic.readers import require_reader

LONGEST_TURN = 45
"""Words; a learner reads a turn at a glance."""
_FEEDBACK_WORDS = 6
"""Kept free for the words of praise or doubt that open a turn."""
_REDIRECTS = {"plea", "authority", "guess", "injection", "question", "confusion", "other_language"}
"""Kinds of message that are answered by a sentence of their own before the next question, where the phrasebook has one."""
_UNCLEAR = {"unread", "empty", "other_language", "offtopic"}
"""Kinds of message without anything to go on with: the tutor asks what was meant and gives no verdict."""


@dataclass(frozen=True)
class SymbolicTutor:
    """See the module.

    Args:
        seed: chooses the words.
        with_highlights: False leaves every highlight out, as a control.
    """

    seed: int = 0
    with_highlights: bool = True

    @property
    def name(self) -> str:
        """``symbolic``."""
        return "symbolic"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the next turn. A problem that is not solved yet is solved in a thread; composing a turn takes about 10 ms.

        Raises:
            NoProofError: when the problem has no proof.
        """
        reader = await require_reader(context.problem, context.solution)
        turn = _Composer(self.seed, context, reader).turn()
        return said_turn(
            turn if self.with_highlights else turn.model_copy(update={"highlights": Highlights(), "highlights2": None})
        )


def describe(expression: Expression) -> str:
    """Name a quantity or letter in words: ``angle ABC``, ``the length of AB``, ``x``."""
    if not isinstance(expression, Quantity):
        return str(expression) if isinstance(expression, Letter) else f"the value of {expression}"
    name = "".join(expression.points)
    return _NAMES[expression.kind].format(name)


_NAMES = {
    "length": "the length of {}",
    "angle": "angle {}",
    "arc": "arc {}",
    "arc_length": "the length of arc {}",
    "area": "the area of {}",
    "perimeter": "the perimeter of {}",
    "circumference": "the circumference of circle {}",
    "radius": "the radius of circle {}",
    "diameter": "the diameter of circle {}",
    "circle_area": "the area of circle {}",
    "sector_area": "the area of sector {}",
}


class _Composer:
    def __init__(self, seed: int, context: TutorContext, reader: Diagnostician) -> None:
        self.context = context
        self.dialogue = context.dialogue
        self.proof = reader.proof
        self.figure: Figure | None = context.problem.question.figure
        self.diagnosis: Diagnosis = reader.diagnose(context.dialogue)
        # By the place in the dialogue, so that a tutor without memory says the same again; a refused draft is put otherwise.
        self.generator = random.Random(f"{seed}/{len(context.dialogue.turns)}/{context.problem.id}/{len(context.rejected)}")
        self.book = Phrasebook.load(__package__, "phrases.yaml")
        self.used = {sentence for turn in self.dialogue.tutor_turns() for sentence in sentences_of(turn.utterance)}
        self.goal = describe(reader.proof.goal)

    def turn(self) -> TutorTurn:
        if not self.dialogue.tutor_turns():
            return self._introduce()
        if self.diagnosis.is_solved and not self._needs_reasons():
            return self._farewell()
        if self.context.is_last:
            return self._made("Farewell", "farewell_open", self._pick("farewell_open"), feedback="none")
        if self.diagnosis.is_solved:
            return self._made("AskForExplanation", "justify", self._pick("justify", thing=self.goal))
        if self.diagnosis.last is not None and self.diagnosis.last.message.intent in _UNCLEAR:
            return self._clarify()
        return self._next_move()

    # moves

    def _introduce(self) -> TutorTurn:
        key = "introduce" if self.dialogue.attempt.strip() else "introduce_blank"
        return self._made("Introduce", "introduce", self._pick(key, goal=self.goal), feedback="none")

    def _farewell(self) -> TutorTurn:
        was_told = any(turn.subact == "Revealing" for turn in self.dialogue.tutor_turns())
        was_wrong = any(turn.feedback == "negative" for turn in self.dialogue.tutor_turns())
        key = "farewell_told" if was_told else "farewell_mended" if was_wrong else "farewell"
        words = self._pick(key, goal=self.goal)
        if Truth.ROUNDED in self._truths():
            words = f"{self._pick('note_rounded')} {words}"
        return self._made("Farewell", key, words)

    def _needs_reasons(self) -> bool:
        """Whether a right answer came bare; reasons are asked for once."""
        asked = any(turn.record is not None and turn.record.rung == "justify" for turn in self.dialogue.tutor_turns())
        return not self.diagnosis.has_work and not asked

    def _clarify(self) -> TutorTurn:
        assert self.diagnosis.last is not None
        example = f"{describe(self._sought())} is …"
        words = self._pick("clarify", example=example)
        redirect = f"redirect_{self.diagnosis.last.message.intent}"
        if redirect in self.book:
            words = f"{self._pick(redirect)} {words}"
        return self._made("AskForExplanation", "clarify", words, feedback="none")

    def _next_move(self) -> TutorTurn:
        assert self.diagnosis.step is not None
        step = self.proof.steps[self.diagnosis.step]
        rung = next_rung(
            self.diagnosis, self.dialogue, may_reveal=self.context.may_reveal, proof=self.proof, skip=len(self.context.rejected)
        )
        plan = points_of(rung, step, self.figure)
        words = self._words(plan, step)
        redirect = self._redirect()
        turn = self._made(plan.subact, rung.rung, f"{redirect} {words}".strip(), plan=plan)
        is_short = len(turn.utterance.split()) <= LONGEST_TURN
        return turn if is_short else self._made(plan.subact, rung.rung, words, plan=plan)

    # words

    def _words(self, plan: Plan, step: Step) -> str:
        error = self.diagnosis.error
        slots = {"thing": self._thing(step), "goal": self.goal, "parts": _listed(plan.elements)}
        if error is not None and error.sentence:
            slots["quote"] = error.sentence.replace("“", "").replace("”", "")
        if error is not None and error.misconception is not None:
            slots["doubt"] = error.misconception.doubt
        if step.rule is not None and step.instance is not None:
            binding = step.instance.binding
            slots |= {
                "recall": step.rule.recall,
                "hint": step.rule.hint.format(**binding),
                "statement": step.rule.statement,
                "says": step.rule.clause(binding),
            }
        if plan.elements:
            slots["known"] = slots["first"] = _element_name(plan.elements[0])
            slots["second"] = _element_name(plan.elements[-1])
        slots["result"] = step.concludes
        return self._shortest(self._key(plan, slots), slots)

    def _key(self, plan: Plan, slots: dict[str, str]) -> str:
        say = plan.rung.say
        if say == "doubt" and self._was_quoted(slots):
            return "doubt_plain"
        if say == "strategy" and not self.diagnosis.has_work:
            return "strategy_first"
        if say in {"explain", "self_correct"} and "quote" not in slots:
            return "explain_again"
        return say

    def _was_quoted(self, slots: dict[str, str]) -> bool:
        quote = slots.get("quote", "").lower()
        return sum(quote in sentence for sentence in self.used) > 1  # a third time would be nagging

    def _shortest(self, key: str, slots: dict[str, str]) -> str:
        """Return a fresh phrasing that leaves room for the feedback; the last one tried when all are long."""
        words = ""
        for _ in range(6):  # more than any key has phrasings: then all of them are long
            words = self._pick(key, **slots)
            if len(words.split()) <= LONGEST_TURN - _FEEDBACK_WORDS:
                return words
        return words

    def _redirect(self) -> str:
        last = self.diagnosis.last
        if last is None or last.message.intent not in _REDIRECTS or f"redirect_{last.message.intent}" not in self.book:
            return ""
        return self._pick(f"redirect_{last.message.intent}")

    def _pick(self, key: str, **slots: str) -> str:
        return self.book.pick(key, self.generator, self.used, **slots)

    def _sought(self) -> Expression:
        step = self.proof.steps[self.diagnosis.step] if self.diagnosis.step is not None else None
        return step.solved[0].atom if step is not None and step.solved else self.proof.goal

    def _thing(self, step: Step) -> str:
        if step.solved:
            return describe(step.solved[0].atom)
        kinds = {element.kind for element in step.uses}
        return "the two triangles" if kinds == {"triangle"} else "what connects these parts"

    # the turn

    def _truths(self) -> set[Truth]:
        return {judgement.truth for judgement in self.diagnosis.last.judgements} if self.diagnosis.last else set()

    def _feedback(self) -> Feedback:
        truths = self._truths()
        if Truth.WRONG in truths:
            return "negative"
        return "positive" if any(truth.is_right for truth in truths) else "none"

    def _made(
        self, subact: Subact, rung: str, words: str, *, feedback: Feedback | None = None, plan: Plan | None = None
    ) -> TutorTurn:
        mark = self._feedback() if feedback is None else feedback
        opening = "" if mark == "none" else self._pick(f"feedback_{mark}")
        return TutorTurn(
            act=act_of(subact),
            subact=subact,
            highlights=plan.highlights if plan else Highlights(),
            highlights2=plan.highlights2 if plan else None,
            feedback=mark,
            utterance=named_as_in(self.context.problem.question.text, f"{opening} {words}".strip()),
            record=TurnRecord(step=self.diagnosis.step, rung=rung),
        )


def in_words(element: Element) -> str:
    """Name a part of the figure: ``segment AB``, ``angle ABC``; other kinds than lines are called what they are."""
    return f"{'segment' if element.kind == 'line' else element.kind} {element.name}"


def _element_name(element: Element) -> str:
    # A learner knows ABCD, a point and a printed text by their names alone.
    return element.name if element.kind in {"polygon", "point", "label"} else in_words(element)


def _listed(elements: tuple[Element, ...]) -> str:
    names = [_element_name(element) for element in elements]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "the figure"
