"""What people type into forms, as it is taken: bounded, and without what no database keeps."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form
from pydantic import AfterValidator, StringConstraints


def clean(text: str) -> str:
    """Return text that every database keeps: no NUL, no half of a pair, line ends of one kind."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode().replace("\r\n", "\n")


Clean = AfterValidator(clean)
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), Clean]
"""A name, a title."""
Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=10_000), Clean]
"""What a learner writes; nobody writes ten pages in one message."""
ClientId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z-]{8,64}$")]
"""Made by the browser, of its own for each thing that is sent."""

LineField = Annotated[Line, Form()]
TextField = Annotated[Text, Form()]
ClientIdField = Annotated[ClientId, Form()]
