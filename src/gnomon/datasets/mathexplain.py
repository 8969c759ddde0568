"""MathExplain: explain a solution with what is drawn into the figure (MathExplain 3.1, 5, appendix B, Fig. 8).

The data are not released; the format read here follows the paper (``docs/datasets.md``). The grammar of keypoint elements
is `gnomon.figure`'s; here a keypoint that breaks it is kept and noted.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from gnomon.datasets.fields import Fields
from gnomon.datasets.loaded import DatasetItem, Loaded
from gnomon.datasets.rows import Source, load_rows
from gnomon.figure import VisualKeypoint, canonical_keypoint, keypoint_kind
from gnomon.problem import Question

MathExplainKind = Literal["geometry", "graph"]
AnswerFormat = Literal["choice", "short"]


class ChapterSection(NamedTuple):
    """The key of a topic: section names repeat under different chapters."""

    chapter: str
    section: str


class MathExplainItem(DatasetItem):
    """One problem with its solution and the keypoints that the solution's picture adds."""

    question: Question
    """Text, one image, and choices where it is a multiple-choice problem."""
    answer: str
    """As written: the option or the short answer."""
    solution: str
    solution_image: str | None = None
    """Path of the picture with the keypoints drawn."""
    keypoints: tuple[VisualKeypoint, ...] = ()
    """As written, in order, repeated elements included."""
    topic: ChapterSection
    kind: MathExplainKind

    @property
    def answer_format(self) -> AnswerFormat:
        """``choice`` where options are given, else ``short``."""
        return "choice" if self.question.choices else "short"


_KINDS = {"geometry": "geometry", "graph": "graph", "graphs": "graph"}


def load_mathexplain(path: Source) -> Loaded[MathExplainItem]:
    """Read MathExplain's problems; the format is in ``docs/datasets.md``.

    Noted and kept: a keypoint outside the grammar (``keypoint_outside_grammar``), an element named twice
    (``keypoint_repeated``), no keypoint at all (``keypoints_missing``), a picture that is not there.

    Args:
        path: a JSONL or JSON file, or a folder with one; pictures are relative to it.

    Raises:
        WrongFileError: when no row is such a problem.
    """
    return load_rows(
        path, _item, 'MathExplain problems {"problem", "image", "answer", "solution", "keypoints", "chapter", "section"}'
    )


def _item(row: Fields) -> MathExplainItem:
    kind = _KINDS.get(row.text("kind", "domain").strip().lower())
    if kind is None:
        raise row.error("'geometry' or 'graph'", ("kind",), row.text("kind", "domain"))
    row.text("image", "problem_image")
    keypoints = tuple(_keypoint(each) for each in row.inner_rows("keypoints", "visual_keypoints"))
    _note_odd_keypoints(keypoints, row)
    return MathExplainItem.model_validate(
        {
            "id": row.row_id("id"),
            "question": Question(
                text=row.text("problem", "problem_text"),
                images=row.pictures("image", "problem_image"),
                choices=row.texts("choices"),
            ),
            "answer": row.text("answer"),
            "solution": row.text("solution", "solution_text"),
            "solution_image": row.picture("solution_image"),
            "keypoints": keypoints,
            "topic": ChapterSection(row.text("chapter"), row.text("section")),
            "kind": kind,
            "extra": row.rest(),
        }
    )


def _keypoint(row: Fields) -> VisualKeypoint:
    """Read ``{"element", "description"}``, or the paper's short form ``{ELEMENT: DESCRIPTION}``."""
    if "element" not in row.data and len(row.data) == 1:
        element = next(iter(row.data))
        return VisualKeypoint(element=element, description=row.text(element))
    return VisualKeypoint(element=row.text("element"), description=row.text("description"))


def _note_odd_keypoints(keypoints: tuple[VisualKeypoint, ...], row: Fields) -> None:
    seen: set[str] = set()
    for keypoint in keypoints:
        element = canonical_keypoint(keypoint.element)
        if keypoint_kind(keypoint.element) is None:
            row.note("keypoint_outside_grammar", f"{keypoint.element!r} is no point, line, angle, region or symbol")
        if element in seen:
            row.note("keypoint_repeated", f"{keypoint.element!r} is named before")
        seen.add(element)
    if not keypoints:
        row.note("keypoints_missing", "the solution adds nothing to the picture")
