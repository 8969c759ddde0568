"""The dialogues of one block: simulated, and written as rows of GeoDial's form with highlights, pictures and provenance."""

from __future__ import annotations

import asyncio
import hashlib
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

import gnomon
from gnomon.algebra.compiled import compiled
from gnomon.corpus.annotated import AnnotatedDialogue, AnnotatedTurn, Row, WholeProblem, row_of
from gnomon.corpus.synthesis.casting import Block, Learner, Topic, learners_of, topic_of
from gnomon.corpus.synthesis.config import SynthesisConfig
from gnomon.corpus.synthesis.telling import tells_answer
from gnomon.dialogue import Dialogue, Turn, TutorTurn
from gnomon.drawing import draw, to_png
from gnomon.drawing.layout import layout_figure
from gnomon.figure import Figure, Highlights
from gnomon.files import write_whole
from gnomon.geometry import misconceptions
from gnomon.geometry.probing import atoms_of
from gnomon.models import Calls
from gnomon.problem import Problem
from gnomon.session import simulate
from gnomon.student import named_student
from gnomon.tutor.symbolic.readers import forget_reader

PICTURES = "pictures"
"""Folder of the figures, beside the dialogues."""
_APART = 10**7
"""Between the seeds of two corpora: dialogues of one have seeds of their own up to so many."""


class BlockError(BaseModel):
    """Why a block has no dialogues."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    message: str


class BlockRow(BaseModel):
    """What the run keeps of a block."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    dialogues: tuple[dict[str, Any], ...] = ()
    """As `row_of` gives them, in order; without those in which the tutor tells the answer."""
    told: int = 0
    """How many those are."""
    error: BlockError | None = None
    calls: dict[str, Calls] = {}
    """None: nobody is asked."""


def make_block(config: SynthesisConfig, block: Block, folder: Path) -> BlockRow:
    """Simulate the dialogues of a block; the same arguments give the same row.

    Args:
        config: of the corpus.
        block: which of its dialogues.
        folder: of the corpus, where pictures are written.
    """
    try:
        topic = topic_of(config, block.number)
        cast = islice(learners_of(topic, config.seed), block.num_dialogues)
        rows = [_row(config, topic, learner, block.first + place, folder) for place, learner in enumerate(cast)]
    except Exception as error:  # noqa: BLE001  # one broken problem must not end the run; the row says what happened
        return BlockRow(id=block.id, error=BlockError(message=f"{type(error).__name__}: {error}"))
    _forget(topic.solution.problem)
    kept = tuple(row for row in rows if row is not None)
    return BlockRow(id=block.id, dialogues=kept, told=len(rows) - len(kept))


def _forget(problem: Problem) -> None:
    """Drop what is kept about a problem that no other block is about, so that a process stays as small as it began.

    What a process has to keep is bounded: solutions of the problems that siblings are made of (`gnomon.geometry.SolutionCache`),
    and short texts.
    """
    forget_reader(problem)
    for about_problem in (compiled, atoms_of, layout_figure):
        about_problem.cache_clear()


def _row(config: SynthesisConfig, topic: Topic, learner: Learner, index: int, folder: Path) -> Row | None:
    solution, seed = topic.solution, config.seed * _APART + index
    idea, student = misconceptions()[learner.misconception], named_student(learner.name, seed)
    dialogue = asyncio.run(simulate(solution, idea, seed=seed, student=student))
    assert solution.proof is not None
    if tells_answer(dialogue, solution.problem.question, solution.proof.answer.number):
        return None
    name = f"synthetic-{config.seed}-{index:06d}"
    turns = tuple(map(_untimed, dialogue.turns))
    figure = solution.problem.question.figure
    pictures = _Pictures(folder, figure) if config.pictures and figure is not None else None
    record = AnnotatedDialogue(
        id=name,
        dialogue=dialogue.model_copy(update={"id": name, "turns": turns}),
        problem=_whole(topic, pictures),
        turns=tuple(AnnotatedTurn(image=pictures.of(turn) if pictures else None) for turn in dialogue.tutor_turns()),
        annotator=dialogue.tutor,
        extra={"provenance": _provenance(config, topic, learner, dialogue)},
    )
    return row_of(record)


def _untimed(turn: Turn) -> Turn:
    """Return a turn without the seconds that it took, which no seed decides."""
    if not isinstance(turn, TutorTurn) or turn.record is None:
        return turn
    return turn.model_copy(update={"record": turn.record.model_copy(update={"seconds": None})})


def _whole(topic: Topic, pictures: _Pictures | None) -> WholeProblem:
    problem, proof = topic.solution.problem, topic.solution.proof
    assert proof is not None
    told = problem.solution or " ".join(step.text for step in proof.steps)
    found = {"answer": proof.answer.number, "exact": problem.exact or proof.answer.exact} if problem.answer is None else {}
    whole = WholeProblem.of(problem.model_copy(update={"solution": told, **found}))
    if pictures is None:
        return whole
    return whole.model_copy(update={"question": whole.question.model_copy(update={"images": (pictures.plain(),)})})


def _provenance(config: SynthesisConfig, topic: Topic, learner: Learner, dialogue: Dialogue) -> Row:
    """Return what made a dialogue, and the proof that its turns' records count the steps of."""
    problem, proof = topic.solution.problem, topic.solution.proof
    assert proof is not None
    return {
        "made_by": f"gnomon {gnomon.__version__}, symbolic tutor with a simulated learner",
        "seed": config.seed,
        "dialogue_seed": dialogue.seed,
        "source": problem.source or config.problems,
        "varied_from": topic.varied_from,
        "misconception": learner.misconception,
        "strength": learner.strength,
        "style": learner.style,
        "proof": [
            {
                "rule": step.rule_id,
                "uses": [str(element) for element in step.uses],
                "text": step.text,
                "concludes": step.concludes,
            }
            for step in proof.steps
        ],
    }


class _Pictures:
    """The pictures of one figure, each written once, under a name that its content gives."""

    def __init__(self, folder: Path, figure: Figure) -> None:
        self._folder, self._figure = folder, figure

    def plain(self) -> str:
        return self._written(None, None)

    def of(self, turn: TutorTurn) -> str | None:
        """Return the picture of a turn's highlights; None where it has none."""
        return self._written(turn.highlights, turn.highlights2) if turn.highlights or turn.highlights2 else None

    def _written(self, green: Highlights | None, brown: Highlights | None) -> str:
        svg = draw(self._figure, green, brown)
        path = f"{PICTURES}/{hashlib.sha256(svg.encode()).hexdigest()[:20]}.png"
        if not (self._folder / path).exists():
            (self._folder / PICTURES).mkdir(exist_ok=True)
            write_whole(self._folder / path, to_png(svg))
        return path
