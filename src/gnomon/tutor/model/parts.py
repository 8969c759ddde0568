"""What a model tutor is shown: the parts of the context, each of which can be left out, as text and as pictures.

Questions, solutions and what was said stand between tags that they cannot close (`gnomon.prompts.fence`); in the conversation
only our own lines begin at the margin, so that no message can speak for somebody else.

GeoDial 5.1 lists the parts; 5.3 asks which of them matter, over all sixteen combinations. A part that is left out reaches the
model by no other way: the answer belongs to the correct solution, and the engine's private notes are refused without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import product
from pathlib import Path
from types import MappingProxyType

from gnomon.dialogue import Dialogue, TutorTurn
from gnomon.figure import Highlights
from gnomon.models import Image
from gnomon.problem import Problem
from gnomon.prompts import fence, in_one_line, load
from gnomon.tutor.protocol import TutorContext

DIALOGUE_ONLY = "dialogue_only"
_INDENT = "    "
"""Before the later lines of a message: only our own lines begin at the margin, so no message can speak for somebody else."""
_KINDS = {"lines": "segment", "angles": "angle", "arcs": "arc", "labels": "label"}


@dataclass(frozen=True)
class ContextParts:
    """Which parts of the context the model sees; the conversation is always one."""

    question: bool = True
    """The text of the question with its options."""
    diagram: bool = True
    """The picture of the question, or its figure drawn."""
    correct_solution: bool = True
    """The solution and the final answer, as far as they are known."""
    student_solution: bool = True
    """The student's own attempt."""

    @property
    def name(self) -> str:
        """The permanent name: the parts joined with ``+``, or ``dialogue_only``."""
        return "+".join(part.name for part in fields(self) if getattr(self, part.name)) or DIALOGUE_ONLY

    @classmethod
    def named(cls, name: str) -> ContextParts:
        """Return the combination of that name; the parts may come in any order.

        Raises:
            ValueError: for an unknown part; the message lists the parts.
        """
        known = [part.name for part in fields(cls)]
        chosen = [] if name == DIALOGUE_ONLY else name.split("+")
        if unknown := [part for part in chosen if part not in known]:
            raise ValueError(
                f"unknown part {unknown[0]!r} of the context; expected {DIALOGUE_ONLY} or some of {', '.join(known)}, joined by +"
            )
        return cls(**{part: part in chosen for part in known})


ALL_PARTS = ContextParts()


def context_combinations() -> Mapping[str, ContextParts]:
    """Return the sixteen combinations by name, all parts first, none last (GeoDial 5.3, Table 15)."""
    combinations = [ContextParts(*chosen) for chosen in product((True, False), repeat=len(fields(ContextParts)))]
    return MappingProxyType({parts.name: parts for parts in combinations})


def context_text(context: TutorContext, parts: ContextParts) -> str:
    """Return the context as text, the chosen parts only.

    Of an earlier tutor turn the model sees the words and the highlights, which the words refer to; no act and no record.
    A part that is chosen but unknown is left out.
    """
    problem = context.problem
    fenced = fence(
        {
            "question": _question_text(problem) if parts.question else "",
            "correct_solution": _known_solution(problem) if parts.correct_solution else "",
            "student_solution": context.dialogue.attempt if parts.student_solution else "",
            "conversation": "\n".join(transcript(context.dialogue)),
            "labels": _labels(problem) if parts.diagram else "",
        }
    )
    has_diagram = parts.diagram and bool(problem.question.images or problem.question.figure)
    return load("tutor/context").fill(code=fenced.code, has_diagram=has_diagram, **fenced.blocks).user


def context_images(context: TutorContext, parts: ContextParts) -> tuple[Image, ...]:
    """Return the pictures of the context: none where the diagram is left out.

    Raises:
        OSError: when a picture of the question cannot be read.
        ValueError: when a file of the question is no picture.
    """
    return question_images(context.problem) if parts.diagram else ()


def question_images(problem: Problem) -> tuple[Image, ...]:
    """Return the pictures of a question; where it has none, its figure drawn without highlights.

    Raises:
        OSError: when a picture cannot be read.
        ValueError: when a file is no picture.
    """
    question = problem.question
    if question.images or question.figure is None:
        return tuple(Image.read(Path(path)) for path in question.images)
    from gnomon.drawing import draw, to_png

    return (Image(data=to_png(draw(question.figure))),)


def _labels(problem: Problem) -> str:
    """Name what a label can point at, where the figure is known: a picture alone does not tell how we name a mark."""
    figure = problem.question.figure
    return ", ".join(map(in_one_line, figure.all_labels())) if figure else ""


def _question_text(problem: Problem) -> str:
    choices = (f"{letter}. {in_one_line(choice)}" for letter, choice in problem.question.lettered_choices())
    return "\n\n".join(part for part in (problem.question.text.strip(), "\n".join(choices)) if part)


def _known_solution(problem: Problem) -> str:
    answer = problem.exact or (f"{problem.answer:.10g}" if problem.answer is not None else "")
    known = [problem.solution or "", f"Final answer: {answer}{problem.unit}" if answer else ""]
    return "\n\n".join(part.strip() for part in known if part.strip())


def transcript(dialogue: Dialogue) -> Iterator[str]:
    """Yield what was said, one turn at a time with what the teacher pointed at; only its first line begins at the margin."""
    for turn in dialogue.turns:
        if isinstance(turn, TutorTurn):
            yield f"Teacher: {_indented(turn.utterance)}{_pointing(turn)}"
        else:
            yield f"Student: {_indented(turn.utterance)}"


def _indented(text: str) -> str:
    """Indent all lines but the first: a line at the margin is ours."""
    return f"\n{_INDENT}".join(text.strip().splitlines())


def _pointing(turn: TutorTurn) -> str:
    marked = [
        f"{colour}: {', '.join(names)}"
        for colour, highlights in (("green", turn.highlights), ("brown", turn.highlights2 or Highlights()))
        if (names := [f"{_KINDS[kind]} {name}" for kind in _KINDS for name in getattr(highlights, kind)])
    ]
    return f" [{'; '.join(marked)}]" if marked else ""
