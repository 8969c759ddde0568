"""A solution as steps that a pupil takes, wherever it comes from: what drafts of key steps are made of."""

from __future__ import annotations

from dataclasses import dataclass

from gnomon.figure import Figure


@dataclass(frozen=True)
class WorkedStep:
    """One step. Sentences begin with a capital letter and end with a full stop; clauses do neither."""

    insight: str
    """Why: a sentence on what this step rests on."""
    observation: str
    """The same as a clause, as in "says that ...": what a reply must point out."""
    operation: str
    """What to do, as a sentence."""
    naming: str
    """The same as a noun phrase, as in "names ..."."""
    execution: str
    """How: the operation carried out, as a sentence that ends with the result."""
    result: str
    """What is found, such as ``∠KML = 57°`` or ``3x = 15``."""
    where: str
    """A sentence on what to look at, without the step itself."""
    known: str
    """A sentence on what is known there before the step."""
    principle: str
    """A sentence: the general law."""
    because: str
    """A sentence on why the law applies here."""


@dataclass(frozen=True)
class WorkedSolution:
    """A problem with its steps."""

    id: str
    text: str
    """As the pupil reads it."""
    domain: str
    """As MMTutorBench calls it, such as ``Geometry``."""
    topic: str
    """What it is about, in the middle of a sentence."""
    steps: tuple[WorkedStep, ...]
    answers: tuple[float, ...]
    """The final answers, none of which an earlier step may tell."""
    figure: Figure | None = None
    source: str = ""
