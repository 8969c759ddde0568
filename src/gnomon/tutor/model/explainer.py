"""Explainers (MathExplain 4, 5.1 to 5.3): keypoints of a solution, an explanation with them, the answer of one.

`ModelExplainer` asks a model. `SymbolicExplainer` is a baseline without one, where the problem is formal: its keypoints are
the elements that the engine's proof uses, its explanation the steps of the proof in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gnomon.algebra import equal
from gnomon.figure import Element, VisualKeypoint
from gnomon.geometry import Proof
from gnomon.models import Model
from gnomon.problem import Question
from gnomon.prompts import load
from gnomon.replies import parse_keypoints, said_in
from gnomon.tutor.asking import SERVER_DEFAULTS, Sampling, ask, make_request
from gnomon.tutor.protocol import ExplanationContext
from gnomon.tutor.replied import ExplanationReply, KeypointReply
from gnomon.tutor.symbolic.readers import require_reader


@dataclass(frozen=True)
class ModelExplainer:
    """See the module.

    Args:
        model: who is asked.
        sampling: temperature, token limit and seed.
    """

    model: Model
    sampling: Sampling = SERVER_DEFAULTS

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    async def identify(self, context: ExplanationContext) -> KeypointReply:
        """Ask for the keypoints (5.1). The list is asked for as JSON; a reply in prose is kept for a parsing model.

        Raises:
            ModelError: when the model cannot be asked.
        """
        prompt = load("tutor/keypoints").fill(**_about(context))  # never with the keypoints of the context: they are the answer
        reply = await ask(self.model, make_request(prompt, context.images, sampling=self.sampling))
        reading = parse_keypoints(reply.text)
        return KeypointReply(reply.text, _keypoints(reading.value), reading, reply.usage, reply.seconds)

    async def explain(self, context: ExplanationContext) -> ExplanationReply:
        """Ask for an explanation with the keypoints of ``context``, if any (5.2); without an answer it has to find one (5.3).

        Raises:
            ModelError: when the model cannot be asked.
        """
        prompt = load("tutor/explanation").fill(
            **_about(context),
            keypoints=context.keypoints,
            has_keypoints=bool(context.keypoints),
            has_answer=context.answer is not None,
        )
        reply = await ask(self.model, make_request(prompt, context.images, sampling=self.sampling))
        return ExplanationReply(reply.text, reply.usage, reply.seconds)

    async def answer(self, context: ExplanationContext, explanation: str) -> ExplanationReply:
        """Ask which answer an explanation arrives at (5.3); the model sees problem and explanation, no picture and no answer.

        What the explainer thought, where the explanation is a raw reply, is left out.

        Raises:
            ModelError: when the model cannot be asked.
        """
        question = context.question
        prompt = load("tutor/answer_from_explanation").fill(
            problem=_problem_text(question), explanation=said_in(explanation), has_choices=bool(question.choices)
        )
        reply = await ask(self.model, make_request(prompt, sampling=self.sampling))
        return ExplanationReply(reply.text, reply.usage, reply.seconds)


def _about(context: ExplanationContext) -> dict[str, Any]:
    return {
        "problem": _problem_text(context.question),
        "answer": context.answer,
        "chapter": context.chapter,
        "section": context.section,
    }


def _problem_text(question: Question) -> str:
    choices = [f"{letter}. {choice}" for letter, choice in question.lettered_choices()]
    return "\n".join([question.text.strip(), *choices])


def _keypoints(value: object) -> tuple[VisualKeypoint, ...] | None:
    """Return the entries that were read whole."""
    if not isinstance(value, Sequence):
        return None
    whole = [entry for entry in value if entry["element"] is not None and entry["description"] is not None]
    return tuple(VisualKeypoint(element=entry["element"], description=entry["description"]) for entry in whole)


@dataclass
class SymbolicExplainer:
    """See the module."""

    @property
    def name(self) -> str:
        """``symbolic``."""
        return "symbolic"

    async def identify(self, context: ExplanationContext) -> KeypointReply:
        """Return each element that the proof uses, with the first step that uses it.

        Raises:
            NoProofError: when there is no problem or the engine does not solve it; so do the other two.
        """
        reader = await require_reader(context.problem)
        keypoints = tuple(_elements_of(reader.proof))
        return KeypointReply("\n".join(f"{point.element}: {point.description}" for point in keypoints), keypoints)

    async def explain(self, context: ExplanationContext) -> ExplanationReply:
        """Return the steps of the proof in words, each with the elements it uses."""
        reader = await require_reader(context.problem)
        steps = [f"{step.text} (see {', '.join(_named(element) for element in step.uses)})" for step in reader.proof.steps]
        return ExplanationReply("\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1)))

    async def answer(self, context: ExplanationContext, explanation: str) -> ExplanationReply:  # noqa: ARG002 - the proof is the explanation
        """Return the answer that the proof arrives at: the option that equals it, where there are options."""
        value = (await require_reader(context.problem)).proof.answer
        options = context.question.lettered_choices()
        letter = next((letter for letter, choice in options if equal(value.number, choice, "textbook")), None)
        return ExplanationReply(letter or value.exact or value.text)


def _elements_of(proof: Proof) -> Iterator[VisualKeypoint]:
    seen = set()
    for step in proof.steps:
        for element in step.uses:
            if element not in seen:
                seen.add(element)
                yield VisualKeypoint(element=_named(element), description=step.text)


_NAMES = {
    "triangle": "Region",
    "polygon": "Region",
    "arc": "Curved line",
    "circle": "Circle line",
    "label": "Length label",
}
"""Kinds of element that MathExplain names otherwise (Fig. 8)."""


def _named(element: Element) -> str:
    return f"{_NAMES.get(element.kind, element.kind.capitalize())} {element.name}"
