"""Geometry3K (Lu et al. 2021): geometry problems of school books with their figures as formal literals.

Read are the published folder of one folder a problem (``data.json``, ``logic_form.json``, ``img_diagram.png``), and forms files
``{id: form}`` as `gnomon.problem.load_forms` reads them, which hold no text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from gnomon.datasets.fields import Fields, RowError, parse_json
from gnomon.datasets.loaded import DatasetItem, Loaded
from gnomon.datasets.rows import Source, find_files, load_rows
from gnomon.problem import Problem, Question, read_form

_ROW, _FORM, _PICTURE = "data.json", "logic_form.json", "img_diagram.png"
_RENAMED = {"diagram_logic_form": "diagram_logic_forms", "text_logic_form": "text_logic_forms"}
"""Names that the published folder has in the singular, by those of forms files."""
_LETTERS = "ABCD"


class Geometry3KItem(DatasetItem):
    """One problem."""

    question: Question
    """Text, picture and choices, as far as they are there; the figure is read by `problem`."""
    answer: str = ""
    """The right choice, or the number of a forms file; empty when not told."""
    goal_types: tuple[str, ...] = ()
    """What is asked, such as ``Length``."""
    figure_types: tuple[str, ...] = ()
    """What is drawn, such as ``Circle``."""
    form: Mapping[str, Any] = Field(repr=False)
    """Literals and positions, as written."""

    def problem(self) -> Problem:
        """Read the form, which `load_geometry3k` has not looked into.

        Raises:
            ProblemError: when its figure cannot be read.
        """
        found = read_form(self.id, self.form)
        written = {"text": self.question.text or found.question.text, "images": self.question.images}
        question = found.question.model_copy(update=written | {"choices": self.question.choices})
        return found.model_copy(update={"question": question})


def load_geometry3k(path: Source) -> Loaded[Geometry3KItem]:
    """Read either form.

    Args:
        path: the published folder, one of its parts, or a forms file.

    Raises:
        WrongFileError: when no row is such a problem.
    """
    files = find_files(path)
    published = [file for file in files if file.name == _ROW]
    if published:
        return load_rows(published, _published, f"Geometry3K problems, each a folder with {_ROW} and {_FORM}")
    return load_rows(files, _form, 'Geometry3K forms {id: {"diagram_logic_forms", "point_positions"}}', is_keyed=True)


def _published(row: Fields) -> Geometry3KItem:
    beside = row.folder / _FORM
    if not beside.is_file():
        raise RowError(f"expected {_FORM} beside {_ROW} in {row.folder.name!r}, found none")
    form = parse_json(beside.read_text("utf-8"))
    if not isinstance(form, Mapping):
        raise RowError(f"expected a mapping in {_FORM} of {row.folder.name!r}")
    choices, answer = row.texts("choices"), row.text("answer", default="")
    picture = (row.picture_named(_PICTURE),) if (row.folder / _PICTURE).is_file() else ()
    return Geometry3KItem(
        id=row.optional_text("id") or row.folder.name,
        question=Question(text=row.text("problem_text"), images=picture, choices=choices),
        answer=dict(zip(_LETTERS, choices, strict=False)).get(answer, answer),
        goal_types=row.texts("problem_type_goal"),
        figure_types=row.texts("problem_type_graph"),
        form={_RENAMED.get(name, name): value for name, value in form.items()},
        extra=row.rest(),
    )


def _form(row: Fields) -> Geometry3KItem:
    if row.any("diagram_logic_forms") is None:
        raise row.error("literals", ("diagram_logic_forms",), None)
    form = {name: value for name, value in row.data.items() if name != "id"}
    answer = row.optional_number("answer")
    return Geometry3KItem(
        id=row.row_id("id"),
        question=Question(text=row.text("text", default="")),
        answer="" if answer is None else f"{answer:.10g}",  # ten digits hide the noise of a double
        form=form,
    )
