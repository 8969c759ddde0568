"""PGPS9K (Zhang et al. 2023): plane geometry problems with what is drawn as clauses; it contains Geometry3K's problems.

The data could not be fetched when this was written; the format is that of the README of https://github.com/mingliangzhang2018/PGPS.
The clauses hold no coordinates, so there is no figure: what is drawn is in the picture and in the clauses as written.
"""

from __future__ import annotations

from gnomon.datasets.fields import Fields
from gnomon.datasets.loaded import DatasetItem, Loaded
from gnomon.datasets.rows import Source, load_rows
from gnomon.problem import Problem, Question

_PICTURE_FOLDERS = ("", "Diagram", "../Diagram", "Diagram_Visual", "../Diagram_Visual")
"""Where pictures are looked for, from the file on; the README does not say where they lie."""


class PGPS9KItem(DatasetItem):
    """One problem."""

    question: Question
    """Text, picture and choices."""
    structure: tuple[str, ...] = ()
    """Clauses of what lies on what, such as ``line A B C``."""
    semantics: tuple[str, ...] = ()
    """Clauses of what is printed and marked, such as ``A B = 5``."""
    program: str = ""
    """The solution as a program, as written."""
    answer: str
    """As written."""
    kind: str = ""
    """Type of the question."""
    book: str = ""
    page: str = ""

    def problem(self) -> Problem:
        """Return it as the workbench's problem, without a formal description."""
        source = ", page ".join(filter(None, (self.book, self.page)))
        return Problem(id=self.id, question=self.question, source=source, topic=self.kind, exact=self.answer)


def load_pgps9k(path: Source) -> Loaded[PGPS9KItem]:
    """Read problems ``{id: {"diagram", "text", "parsing_stru_seqs", "parsing_sem_seqs", "expression", "answer", "choices"}}``.

    Args:
        path: ``train.json``, or a folder with such files.

    Raises:
        WrongFileError: when no row is such a problem.
    """
    expected = 'PGPS9K problems {id: {"diagram", "text", "parsing_stru_seqs", "parsing_sem_seqs", "answer"}}'
    return load_rows(path, _problem, expected, is_keyed=True)


def _problem(row: Fields) -> PGPS9KItem:
    row.texts("parsing_stru_seqs")
    name = row.text("diagram")
    found = (f"{folder}/{name}".lstrip("/") for folder in _PICTURE_FOLDERS if (row.folder / folder / name).is_file())
    return PGPS9KItem(
        id=row.row_id("id"),
        question=Question(text=row.text("text"), images=(row.picture_named(next(found, name)),), choices=row.texts("choices")),
        structure=row.texts("parsing_stru_seqs"),
        semantics=row.texts("parsing_sem_seqs"),
        program=row.text("expression", default=""),
        answer=row.text("answer"),
        kind=row.text("type", default=""),
        book=row.text("book", default=""),
        page=row.text("page", default=""),
        extra=row.rest(),
    )
