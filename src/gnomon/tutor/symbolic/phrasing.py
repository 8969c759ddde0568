"""The words of a turn: such as were not said before, in the language of the dialogue, on a turn with its record."""

from __future__ import annotations

import random
from typing import NamedTuple

from gnomon.algebra import read_arithmetic, read_numbers
from gnomon.dialogue import Feedback, Phrase, PhrasebookError, Subact, TurnRecord, TutorTurn, act_of, is_put_so, sentences_of
from gnomon.figure import Highlights
from gnomon.problem import Expression, Letter, Operation, Quantity, named_as_in
from gnomon.tutor.symbolic.plan import Plan
from gnomon.tutor.symbolic.situation import Situation

LONGEST_TURN = 45
"""Words; a learner reads a turn at a glance."""
_RIGHT_ANGLE = 90.0
"""Degrees; the one size that has words of its own."""
_SAME = 0.002
"""Relative difference up to which a number is the one sought; that of the answer guard."""
_SHORT = 5
"""Words from which on a sentence is not said twice in a dialogue; "Not yet." may come again."""


class Wear(NamedTuple):
    """How much a phrase has been used in a dialogue, whatever stood in its slots; what is smaller is fresher."""

    is_last: bool
    """Whether the last turn of the tutor had it."""
    times: int
    turn: int
    """Number of the last turn that had it, from 1 on; 0 for none."""


class Phrasing:
    """See the module.

    Args:
        here: where the tutor speaks.
        seed: chooses the words.
    """

    def __init__(self, here: Situation, seed: int) -> None:
        self._here = here
        # By the place in the dialogue, so that a tutor without memory says the same again; a refused draft is put otherwise.
        self.generator = random.Random(f"{seed}/{len(here.dialogue.turns)}/{here.context.problem.id}/{here.skip}")
        self._turns = [_planned(turn) for turn in here.dialogue.tutor_turns()]
        self._used = {sentence for turn in self._turns for sentence in sentences_of(turn)}

    def gives_away(self, text: str) -> bool:
        """Whether words state what the step in play finds: some theorems are the answer ("each of its angles is 60°")."""
        solved = self._here.step.solved if self._here.step is not None else ()
        sought = [found.value.number for found in solved if found.atom not in self._here.diagnosis.shown]
        if any(value == _RIGHT_ANGLE for value in sought) and any(
            word in text.lower() for word in self._here.words.lists("right_angle")
        ):
            return True
        numbers = [number.value for number in read_numbers(text) if number.role == "value"]
        numbers += [calculation.value for calculation in read_arithmetic(text)]
        return any(abs(number - value) <= _SAME * abs(value) for number in numbers for value in sought)

    def named(self) -> dict[str, str]:
        """Return the slots that name what is sought; a step that finds no value has no ``thing``."""
        step, goal = self._here.step, self._here.words.quantity(self._here.proof.goal)
        if step is not None and not step.solved:
            return {"goal": goal}
        sought = self._here.sought()
        return {"goal": goal, "thing": goal if sought is None else self._here.words.quantity(sought)}

    def is_fresh(self, text: str) -> bool:
        """Whether no longer sentence of a text was said before."""
        named = named_as_in(self._here.context.problem.question.text, text)
        return not any(sentence in self._used for sentence in sentences_of(named) if len(sentence.split()) >= _SHORT)

    def wear(self, phrase: Phrase) -> Wear:
        """Return how much a phrase has been used."""
        turns = [number for number, turn in enumerate(self._turns, 1) if is_put_so(turn, phrase.template)]
        return Wear(turns[-1:] == [len(self._turns)], len(turns), max(turns, default=0))

    def is_just_said(self, phrase: Phrase) -> bool:
        """Whether the last turn had a phrase, whatever stood in its slots."""
        return self.wear(phrase).is_last

    def choices(self, key: str, **slots: str) -> list[Phrase]:
        """Return the phrases of a key that these slots fill, those that have been used least first."""
        return sorted(self._here.words.book.choices(key, self.generator, **slots), key=self.wear)

    def fresh(self, key: str, **slots: str) -> str:
        """Return words for a key with what is sought in them, rather unused ones."""
        return self.pick(key, **self.named(), **slots)

    def pick(self, key: str, **slots: str) -> str:
        """Return words for a key, rather unused ones.

        Raises:
            PhrasebookError: when no phrase of the key fits the slots.
        """
        texts = [phrase.text for phrase in self.choices(key, **slots)]
        if not texts:
            raise PhrasebookError(f"{key!r} needs other slots than {sorted(slots)}")
        return next((text for text in texts if self.is_fresh(text)), texts[0])

    def said(
        self,
        subact: Subact,
        rung: str,
        words: str,
        *,
        feedback: Feedback = "none",
        plan: Plan | None = None,
        asked: Expression | None = None,
    ) -> TutorTurn:
        """Return the turn that says these words, with what it points at and asks for in its record."""
        return TutorTurn(
            act=act_of(subact),
            subact=subact,
            highlights=plan.highlights if plan else Highlights(),
            highlights2=plan.highlights2 if plan else None,
            feedback=feedback,
            utterance=named_as_in(self._here.context.problem.question.text, words.strip()),
            record=TurnRecord(
                step=self._here.diagnosis.step, rung=rung, aim=self._here.aim, asked=_spelled(asked), signs=self._here.signs
            ),
        )


def _planned(turn: TutorTurn) -> str:
    """Return the words of a turn as this tutor put them, whoever rephrased them."""
    planned = turn.record.planned if turn.record is not None else None
    return turn.utterance if planned is None else planned


def _spelled(asked: Expression | None) -> str | None:
    """Write a quantity or letter as `parse_expression` reads it."""
    if isinstance(asked, Quantity):
        return f"{asked.kind}({','.join(asked.points)})"
    return str(asked) if isinstance(asked, Letter | Operation) else None
