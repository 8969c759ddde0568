"""Where the tutor speaks: the dialogue, what its diagnosis says of the learner, and the step that is in play."""

from __future__ import annotations

from gnomon.dialogue import HeardMove
from gnomon.figure import Figure
from gnomon.geometry import Step
from gnomon.problem import Expression
from gnomon.tutor.message.clauses import lines_of_work
from gnomon.tutor.message.moves import EXAMPLE
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.language import language_of
from gnomon.tutor.symbolic.progress import signs_of
from gnomon.tutor.symbolic.route import key_of
from gnomon.tutor.symbolic.words import Words, words_in


class Situation:
    """See the module.

    Args:
        context: what the tutor is asked with.
        reader: of dialogues about its problem.
        heard_moves: moves that were heard in the last message, beside the grammar's.
    """

    def __init__(self, context: TutorContext, reader: Diagnostician, heard_moves: tuple[HeardMove, ...] = ()) -> None:
        self.context = context
        self.dialogue = context.dialogue
        self.reader = reader
        self.proof = reader.proof
        self.figure: Figure | None = context.problem.question.figure
        self.diagnosis: Diagnosis = reader.diagnose(context.dialogue, heard_moves)
        self.step: Step | None = self.diagnosis.current
        self.aim = None if self.step is None else key_of(self.step)
        self.signs = signs_of(self.diagnosis.exchanges, self.aim)
        self.words: Words = words_in(language_of(context.dialogue))
        self.skip = len(context.rejected)
        """Drafts of this turn that were refused."""

    @property
    def text(self) -> str:
        """The learner's last message."""
        return self.diagnosis.exchanges[-1].judged.message.text

    def has_attempted(self) -> bool:
        """Whether a line of the attempt claims something: "idk" is no work."""
        work = (self.reader.read(line, None, is_written_work=True).message for line in lines_of_work(self.dialogue.attempt))
        return any(move.claim is not None for message in work for move in message.moves)

    def asks(self, text: str) -> bool:
        """Whether somebody asks something, with or without the sign for it."""
        first = text.lower().split()[:1]
        is_question = bool({*first} & {*self.words.lists("asks_how"), *self.words.lists("asks_whether")})
        return "?" in text or is_question or self.words.says("why", text)

    def asks_example(self) -> bool:
        """Whether the last message asks for an example."""
        last, text = self.diagnosis.last, self.text.lower()
        is_heard = last is not None and any(move.about == EXAMPLE for move in last.message.moves)
        return is_heard or any(word in text for word in self.words.lists("asks_example"))

    def sought(self) -> Expression | None:
        """Return what the step in play finds, the first that is not known yet; None without a step, or one without values."""
        found = [solved.atom for solved in self.step.solved] if self.step is not None else []
        known = {*self.diagnosis.shown, *self.reader.given}
        return next((atom for atom in found if atom not in known), self.proof.goal if found else None)
