"""A model that plays a student (GeoDial 2.1, appendix P).

It sees the question, the figure with what the tutor points at, its own wrong solution and the conversation. The right solution
never reaches it: no type that it is given can hold one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gnomon.dialogue import StudentTurn, TutorTurn
from gnomon.drawing import draw, to_png
from gnomon.models import Image, Message, Model, PicturesRefusedError, Request
from gnomon.problem import Question
from gnomon.prompts import fence, in_one_line, load
from gnomon.replies import said_in
from gnomon.student.protocol import StudentContext, StudentReply
from gnomon.tutor import transcript

_PROMPT = "student/reply"
_LONGEST = 1000
"""Characters of a message: no learner writes more in a chat, and a model that talks on is cut."""


@dataclass(frozen=True)
class ModelStudent:
    """See the module.

    Args:
        model: who plays.
        temperature: None leaves it to the server.
        seed: asked for with each reply, so that another seed is another learner to the cache, too; None sends none.
    """

    model: Model
    temperature: float | None = None
    seed: int | None = None

    @property
    def name(self) -> str:
        """``model:`` and the model's name."""
        return f"model:{self.model.name}"

    async def reply(self, context: StudentContext) -> StudentReply:
        """Answer the last tutor turn; what the model believes is its own, so the beliefs stay as they were.

        A model that takes no pictures is asked without the figure.

        Raises:
            ModelError: when the model cannot be asked.
            OSError: when a picture of the question cannot be read.
        """
        try:
            response = await self.model.respond(self.request(context))
        except PicturesRefusedError:
            response = await self.model.respond(self.request(context, with_figure=False))
        said = in_one_line(said_in(response.samples[0].text), _LONGEST)
        return StudentReply(StudentTurn(utterance=said), context.beliefs)

    def request(self, context: StudentContext, *, with_figure: bool = True) -> Request:
        """Return what the model is asked; without the figure, a model that takes no pictures."""
        dialogue, question = context.dialogue.for_student(), context.question
        choices = "\n".join(f"{letter}. {in_one_line(choice)}" for letter, choice in question.lettered_choices())
        fenced = fence(
            {
                "question": "\n\n".join(part for part in (question.text.strip(), choices) if part),
                "own_solution": dialogue.attempt,
                "conversation": "\n".join(transcript(dialogue)),
            }
        )
        images = _pictures(question, dialogue.tutor_turns()[-1:]) if with_figure else ()
        filled = load(_PROMPT).fill(code=fenced.code, has_figure=bool(images), **fenced.blocks)
        messages = (Message(role="system", text=filled.system), Message(role="user", text=filled.user, images=images))
        return Request(messages=messages, temperature=self.temperature, seed=self.seed)


def _pictures(question: Question, pointed: tuple[TutorTurn, ...]) -> tuple[Image, ...]:
    """Return the figure with what the tutor's last turn points at; where there is none, the pictures as they are."""
    if question.figure is None:
        return tuple(Image.read(Path(path)) for path in question.images)
    highlights = (pointed[0].highlights, pointed[0].highlights2) if pointed else (None, None)
    return (Image(data=to_png(draw(question.figure, *highlights))),)
