"""Messages of learners with what a fair teacher would hear in them: rows for ``gnomon listen`` with the truth beside them."""

from __future__ import annotations

from typing import Any, Literal, get_args

from gnomon.datasets.fields import Fields
from gnomon.datasets.loaded import DatasetItem, Loaded
from gnomon.datasets.rows import Source, load_rows

MessageVerdict = Literal["right", "rounded", "wrong", "mixed", "none"]
"""Of the message's own claims: their truth in the figure; where no part of it is meant, that of the arithmetic."""


class LearnerMessage(DatasetItem):
    """A message of a learner about a problem."""

    problem: str | dict[str, Any]
    """A reference, as commands take it, or a whole problem."""
    before: tuple[str, ...] = ()
    """The learner's earlier messages."""
    message: str
    claim: bool
    """Whether it claims anything, so that a verdict is called for."""
    verdict: MessageVerdict
    solved: bool
    """Whether it states the final answer as a claim, and the answer holds."""
    kind: str = ""
    role: str = ""
    """Role of a number that claims nothing, such as ``time`` or ``denied``; empty for all other messages."""


def load_listening(path: Source) -> Loaded[LearnerMessage]:
    """Read messages, in JSON lines.

    Args:
        path: of rows ``{"problem", "before", "message", "claim", "verdict", "solved"}``, or, with a number in a role that claims
            nothing, ``{"problem", "message", "role"}``.

    Raises:
        WrongFileError: when no row is such a message.
    """
    return load_rows(
        path, _message, 'messages {"problem", "message", "claim", "verdict", "solved"}, or {"problem", "message", "role"}'
    )


def _message(row: Fields) -> LearnerMessage:
    role = row.text("role", default="")
    verdict = row.text("verdict", default="none" if role else None)
    if verdict not in get_args(MessageVerdict):
        raise row.error(f"one of {', '.join(get_args(MessageVerdict))}", ("verdict",), verdict)
    problem = row.any("problem")
    return LearnerMessage(
        id=row.row_id("id"),
        problem=problem if isinstance(problem, dict) else row.text("problem"),
        before=row.texts("before"),
        message=row.text("message"),
        claim=_flag(row, "claim", default=False if role else None),
        verdict=verdict,
        solved=_flag(row, "solved", default=False if role else None),
        kind=row.text("kind", default=""),
        role=role,
        extra=row.rest(),
    )


def _flag(row: Fields, name: str, *, default: bool | None) -> bool:
    value = row.any(name)
    if value is None:
        value = default
    if not isinstance(value, bool):
        raise row.error("true or false", (name,), value)
    return value
