# ruff: noqa: INP001  # a script of the documentation, no package
"""Draw the pictures of ``docs/images/drafting`` anew, and write the five problems of ``docs/drafting.md`` that come out of them.

Run it after a change to the drawing, the readers or the drafting: ``python docs/make_drafts.py``. It needs the extra ``read``.
What is written between the two marks of ``docs/drafting.md`` is what `gnomon problems new` really makes.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import yaml

sys.path.insert(0, str(Path(__file__).parents[1]))

from gnomon.drafting import Draft, draft_of, read_sources
from gnomon.drawing import THEME, draw, to_png
from gnomon.problem import problem_of
from tools.pictures.wear import scan

FOLDER = Path(__file__).parent / "images" / "drafting"
PAGE = Path(__file__).with_name("drafting.md")
SHOWN = ("eaves", "rails", "gable", "drawer", "trestle")
_MARKS = "<!-- drafts -->\n", "<!-- end of drafts -->\n"
_THIN = replace(THEME, line_width=0.8, mark_width=0.6, thin_width=0.6, dot_radius=0.0, name_size=17.0, text_size=13.0)
"""Strokes of 0.4 pt, names larger than sizes, no dots: as TikZ draws without options."""


class Example(NamedTuple):
    """A problem with its picture."""

    row: dict[str, Any]

    @property
    def picture(self) -> Path:
        """The file of its picture."""
        suffix = ".jpg" if self.row["style"] == "scan" else ".png"
        return FOLDER / f"{self.row['id']}{suffix}"


def examples() -> list[Example]:
    """Return the ten problems."""
    return [Example(row) for row in yaml.safe_load((FOLDER / "problems.yaml").read_text("utf-8"))]


def drawn(row: dict[str, Any]) -> bytes:
    """Draw the picture of a problem in its style."""
    entry = {"id": row["id"], "text": row["text"], "figure": row["figure"], "facts": row["printed"], "find": row["find"]}
    figure = problem_of(entry).question.figure
    assert figure is not None
    if row["style"] == "own":
        return to_png(draw(figure))
    thin = to_png(draw(figure, theme=_THIN), width_px=720)
    if row["style"] == "tikz":
        return thin
    pixels = cv2.imdecode(np.frombuffer(to_png(draw(figure), width_px=720), np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    worn, _ = scan(np.asarray(pixels, np.uint8), np.random.default_rng(len(row["id"])))
    return cv2.imencode(".jpg", worn, (cv2.IMWRITE_JPEG_QUALITY, 70))[1].tobytes()


def draft(example: Example) -> tuple[Draft, Draft]:
    """Return the draft before and after the questions are answered."""
    sources = read_sources(example.row["text"], example.picture)
    first = draft_of(sources, leave_unsure=True, name=example.row["id"])
    return first, draft_of(sources, example.row.get("answers", {}), leave_unsure=True, name=example.row["id"])


def section(example: Example) -> str:
    """Write one problem: picture, text, what was asked and what came out."""
    first, made = draft(example)
    assert made.data is not None
    facts = "; ".join(f"{fact.shown} ({fact.source})" for fact in made.facts)
    asked = [f"- `{question.id}`: {question.text} {' / '.join(question.choices)}" for question in first.questions]
    answers = example.row.get("answers", {})
    told = "\n".join([*asked, f"\nAnswered: {', '.join(answers.values())}."]) if asked else "Nothing was asked."
    assert made.solution is not None
    proof = made.solution.proof
    assert proof is not None
    steps = "; ".join(f"{step.text} ({step.rule_name})" for step in proof.steps)
    return (
        f"### {example.row['id']}\n\n![{example.row['id']}](images/drafting/{example.picture.name})\n\n"
        f"> {example.row['text']}\n\n{told}\n\nRead: {facts}.\n\n"
        f"Proved: {steps}. So {made.data['find']} = {proof.answer.text}.\n"
    )


def main() -> None:
    """Draw all pictures and write the page."""
    found = {example.row["id"]: example for example in examples()}
    for example in found.values():
        example.picture.write_bytes(drawn(example.row))
    written = "\n".join(section(found[name]) for name in SHOWN)
    before, _, rest = PAGE.read_text("utf-8").partition(_MARKS[0])
    PAGE.write_text(f"{before}{_MARKS[0]}{written}{_MARKS[1]}{rest.partition(_MARKS[1])[2]}", "utf-8")


if __name__ == "__main__":
    main()
