"""Key-step tutors (MMTutorBench 3.2, appendices B, D, H): the next step of a stuck piece of work, in three parts.

`ModelKeyStepTutor` asks a model, in one of five variants, with an optional persona and with earlier turns. Where there is a
formal description, `SymbolicKeyStepTutor` takes the next step from the engine's proof, without a model; it has no eyes, so it
reads the work as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gnomon.dialogue import Dialogue
from gnomon.figure import Element
from gnomon.geometry import Step
from gnomon.models import Message, Model, Request
from gnomon.prompts import FilledPrompt, fence, load
from gnomon.replies import said_in
from gnomon.tutor.asking import SERVER_DEFAULTS, Sampling, ask, make_request
from gnomon.tutor.model.key_step_data import KeyStepExample, KeyStepVariant, key_step_examples, key_step_variants, written_picture
from gnomon.tutor.protocol import KeyStepContext
from gnomon.tutor.replied import KeyStepReply
from gnomon.tutor.symbolic.readers import require_reader

_PARTS = ("insight discovery", "operation formulation", "operation execution")
# At the start of a line, in any dress of Markdown (a quote, a heading, a list, bold), with brackets or without.
_HEADING = re.compile(
    rf"^[ \t>#*_-]{{0,8}}\[?[ \t*_]{{0,4}}({'|'.join(_PARTS)})[ \t*_]{{0,4}}\]?[ \t*_]{{0,4}}(?::|$)[ \t*_]{{0,4}}",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class ModelKeyStepTutor:
    """A key-step tutor that asks a model once a turn.

    Args:
        model: who is asked.
        variant: id of one of `key_step_variants`: zero_shot, with_query, ocr, one_shot, three_shot.
        sampling: temperature, token limit and seed.

    Raises:
        ValueError: for an unknown variant.
    """

    model: Model
    variant: str = "zero_shot"
    sampling: Sampling = SERVER_DEFAULTS

    def __post_init__(self) -> None:
        if self.variant not in key_step_variants():
            raise ValueError(f"unknown variant {self.variant!r}; there are {', '.join(key_step_variants())}")

    @property
    def name(self) -> str:
        """The model's name; with the variant, unless that is the default."""
        return self.model.name if self.variant == "zero_shot" else f"{self.model.name} ({self.variant})"

    async def guide(self, context: KeyStepContext) -> KeyStepReply:
        """Return the answer; its parts are None where the reply does not have them.

        Raises:
            ModelError: when the model cannot be asked.
            ValueError: when the variant needs what the context does not have, such as a query.
        """
        request = key_step_request(context, key_step_variants()[self.variant], self.sampling)
        reply = await ask(self.model, request)
        return read_key_step(reply.text)._replace(usage=reply.usage, seconds=reply.seconds)


def key_step_request(context: KeyStepContext, variant: KeyStepVariant, sampling: Sampling = SERVER_DEFAULTS) -> Request:
    """Make the request for one turn: instructions, worked examples, the work, earlier turns.

    Args:
        context: the work; what the variant does not use of it is left out.
        variant: what is shown, and how many examples.
        sampling: temperature, token limit and seed.

    Raises:
        ValueError: when pictures, texts or the query are needed and missing.
    """
    _require(context, variant)
    examples = [part for each in key_step_examples()[: variant.shots] for part in _example(each, context, variant)]
    texts = () if variant.pictures else context.texts
    prompt = _prompt(context, variant, num_pictures=len(context.images), texts=texts, query=context.query)
    images = context.images if variant.pictures else ()
    request = make_request(prompt, images, sampling=sampling, after=_later(context))
    system, *rest = request.messages
    return request.model_copy(update={"messages": (system, *examples, *rest)})


def read_key_step(text: str) -> KeyStepReply:
    """Split a reply into its three parts by their headings, in any order and dress; what is missing or double is None.

    Headings in what the model thought are passed over; the text of the reply stays raw.
    """
    said = said_in(text)
    found: dict[str, list[str]] = {part: [] for part in _PARTS}
    headings = list(_HEADING.finditer(said))
    ends = [*(heading.start() for heading in headings[1:]), len(said)]
    for heading, end in zip(headings, ends, strict=False):  # without a heading there is still an end
        body = said[heading.end() : end].strip()
        found[heading[1].lower()].append(body)
    insight, formulation, execution = (bodies[0] if len(bodies) == 1 and bodies[0] else None for bodies in found.values())
    return KeyStepReply(text, insight, formulation, execution)


def _require(context: KeyStepContext, variant: KeyStepVariant) -> None:
    if variant.pictures and not context.images:
        raise ValueError(f"variant {variant.id!r} needs the pictures of the work; the context has none")
    if not variant.pictures and not context.texts:
        raise ValueError(f"variant {variant.id!r} needs the text of each picture; the context has none")
    if variant.query and not context.query:
        raise ValueError(f"variant {variant.id!r} needs the student's question; the context has none")


def _prompt(
    context: KeyStepContext, variant: KeyStepVariant, *, num_pictures: int, texts: tuple[str, ...], query: str | None
) -> FilledPrompt:
    states = {f"state_{number}": text for number, text in enumerate(texts, 1)}
    blocks = fence(states | {"query": (query or "") if variant.query else ""}).blocks
    return load("tutor/key_step").fill(
        sources="pictures of the work" if variant.pictures else "the text of pictures of the work",
        persona=context.persona,
        texts=[blocks[name] for name in states],
        previous=max(num_pictures - 1, 0),
        query=blocks["query"],
    )


def _example(example: KeyStepExample, context: KeyStepContext, variant: KeyStepVariant) -> Iterator[Message]:
    texts = () if variant.pictures else example.texts
    prompt = _prompt(context, variant, num_pictures=len(example.frames), texts=texts, query=example.query)
    pictures = tuple(written_picture(frame) for frame in example.frames) if variant.pictures else ()
    yield Message(role="user", text=prompt.user, images=pictures)
    yield Message(role="assistant", text=example.answer)


def _later(context: KeyStepContext) -> Iterator[Message]:
    for exchange in context.earlier:
        yield Message(role="assistant", text=said_in(exchange.answer))
        question = fence({"query": exchange.question}).blocks["query"]
        yield Message(role="user", text=load("tutor/key_step_follow_up").fill(query=question).user)


@dataclass
class SymbolicKeyStepTutor:
    """The engine's next step, phrased in three parts from the proof; the same words for every persona and question."""

    @property
    def name(self) -> str:
        """``symbolic``."""
        return "symbolic"

    async def guide(self, context: KeyStepContext) -> KeyStepReply:
        """Return the first step that the work in ``context.attempt`` has not shown, or got wrong.

        Where the work is complete, the last step is given.

        Raises:
            NoProofError: when there is no problem or the engine does not solve it.
        """
        reader = await require_reader(context.problem)
        diagnosis = reader.diagnose(Dialogue(problem=reader.problem.id, attempt=context.attempt))
        return _in_three_parts(reader.proof.steps[-1 if diagnosis.step is None else diagnosis.step])


def _in_words(element: Element) -> str:
    """Name a part of the figure: ``segment AB``, ``angle ABC``; other kinds than lines are called what they are."""
    return f"{'segment' if element.kind == 'line' else element.kind} {element.name}"


def _in_three_parts(step: Step) -> KeyStepReply:
    parts = ", ".join(_in_words(element) for element in step.uses)
    if step.rule is not None and step.instance is not None:
        fact = step.rule.clause(step.instance.binding)
        insight = f"Look at {parts}: here the rule “{step.rule.name}” applies. {step.rule.statement}"
        formulation = f"Apply it here: {fact}."
    elif step.combination is not None:
        insight = f"Look at {parts}: here the relations that you have already are put together. {step.statement}"
        formulation = f"Put them together: {step.concludes}."
    else:
        insight = f"Look at {parts}: the problem itself gives an equation here."
        formulation = "Use the equation that the problem gives."
    example = KeyStepExample((), "", insight, formulation, step.text)
    return KeyStepReply(example.answer, insight, formulation, step.text)
