"""What may be set in the benchmark ``geodial``, and which settings go together."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gnomon.benchmark.benchmark import Options
from gnomon.benchmark.errors import ResultsError
from gnomon.datasets import GeoDialSplit
from gnomon.tutor import ContextParts, UtteranceSource

TutorKind = Literal["model", "own", "control"]
"""``own``: a tutor without a model of the run, the symbolic one or a user's; ``control``: one that reads nothing."""
_OF_MODELS = {"setting", "utterance", "parts", "role", "notes", "with_schema", "temperature", "max_tokens"}
_OF_TUTORS = {"guard", "problems"}
_OF_ONE_CALL = {"role", "notes", "guard", "with_schema", "problems"}


class GeoDialOptions(Options):
    """What may be set beside the tutor."""

    split: GeoDialSplit = "test"
    """Which dialogues are graded; controls always learn from ``train``."""
    setting: Literal["turn", "focused"] = "turn"
    """``turn``: a whole turn in one call (GeoDial 5.1). ``focused``: Prediction and Decision of lines and angles asked apart,
    with the recorded act and subact given (5.2)."""
    utterance: UtteranceSource = "model"
    """Focused: where the words that the highlight questions are given come from."""
    parts: str = ContextParts().name
    """What the model is shown beside the conversation: parts joined with ``+``, or ``dialogue_only`` (5.3)."""
    role: str = ""
    """Whom the run counts for in the regression of 5.3, where the model changes with the context: ``tuned``, ``base``."""
    notes: Literal["none", "proof"] = "none"
    """``proof``: the engine's proof as private notes; turns about a problem without a proof are not asked, and counted."""
    guard: bool = False
    """The answer guard around the tutor; interventions are counted."""
    problems: str | None = None
    """File of formal descriptions (YAML, or Geometry3K forms) whose ids are the data's problem ids; the bank serves always."""
    with_schema: bool = False
    """Ask servers that can do so to keep to the JSON schema of a turn."""
    temperature: float | None = Field(default=None, ge=0)
    """None leaves it to the server."""
    max_tokens: int | None = Field(default=None, ge=1)


def parts_of(options: GeoDialOptions) -> ContextParts:
    """Return the parts that are shown.

    Raises:
        ResultsError: for an unknown part, or notes without the correct solution, which they contain.
    """
    try:
        parts = ContextParts.named(options.parts)
    except ValueError as error:
        raise ResultsError(f"setting parts: {error}") from error
    if options.notes == "proof" and not parts.correct_solution:
        raise ResultsError("setting notes: the proof holds the solution; leave correct_solution among the parts, or notes=none")
    return parts


def refuse_what_does_not_fit(options: GeoDialOptions, kind: TutorKind) -> None:
    """Refuse a setting that would change nothing.

    Raises:
        ResultsError: with the first one's name.
    """
    given = options.model_fields_set
    if kind != "model":
        _refuse(given & _OF_MODELS, "a tutor that is no model of the run")
    if kind == "control":
        _refuse(given & _OF_TUTORS, "a control")
    if options.setting == "focused":
        _refuse(given & _OF_ONE_CALL, "setting=focused")
    else:
        _refuse(given & {"utterance"}, "setting=turn")


def _refuse(names: set[str], what: str) -> None:
    if names:
        raise ResultsError(f"setting {min(names)!r} does not go with {what}; leave it out")
