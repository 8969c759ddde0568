"""A draft as one self-contained page: the picture with what was read over it, the sentences, questions, the proof."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

from gnomon.drafting import Draft
from gnomon.pages.rendering import render
from gnomon.reading import picture_size


@dataclass(frozen=True, slots=True)
class _Overlay:
    """A picture with what was read of it, in its pixels."""

    address: str
    """The picture as a data URI."""
    width: int
    height: int
    points: tuple[tuple[str, float, float, bool], ...]
    """Name, place, and whether it is sure."""
    lines: tuple[tuple[float, float, float, float], ...]
    circles: tuple[tuple[float, float, float], ...]
    labels: tuple[tuple[str, str], ...]
    """Text and the part that it measures."""
    marks: tuple[tuple[str, str], ...]


def draft_page(draft: Draft, text: str, picture: Path | None) -> str:
    """Write what came of a picture and a text as one HTML document.

    Args:
        draft: what came of them.
        text: as given.
        picture: its file; None where there is only a text.
    """
    wording = draft.wording
    sentences = wording.sentences if wording else ()
    proof = draft.solution.proof if draft.solution and draft.status == "solved" else None
    return render(
        "draft.html.jinja",
        title="Draft of a problem",
        status=draft.status,
        reason=draft.reason,
        overlay=_overlay(draft, picture),
        sentences=[
            (
                text[slice(*sentence.span)],
                sentence.status,
                [fact.literal for fact in (*sentence.facts, *sentence.goals)],
                [text[slice(*span)] for span in sentence.unread],
            )
            for sentence in sentences
        ],
        facts=[(fact.literal, str(fact.origin)) for fact in draft.facts if fact.origin.kind != "text"],
        unread=draft.unread,
        questions=draft.questions,
        steps=proof.steps if proof else (),
        answer=f"{draft.goal} = {proof.answer.text}" if proof else "",
    )


def _overlay(draft: Draft, picture: Path | None) -> _Overlay | None:
    if picture is None or draft.picture is None:
        return None
    read, content = draft.picture, picture.read_bytes()
    kind = "png" if content.startswith(b"\x89PNG") else "jpeg"
    width, height = picture_size(picture)
    return _Overlay(
        f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}",
        width,
        height,
        tuple((name, x, y, name not in read.unsure) for name, (x, y) in read.points.items()),
        tuple((*read.places[line.start], *read.places[line.end]) for line in read.lines),
        tuple((*circle.spot, circle.radius) for circle in read.circles),
        tuple((bound.label.text, bound.part or "nothing") for bound in read.labels),
        tuple((mark.kind.replace("_", " "), mark.part) for mark in read.marks),
    )
