"""GSM8K: school word problems with a whole number as answer (Cobbe et al. 2021; ODQS 4.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gnomon.datasets.fields import Fields
from gnomon.datasets.loaded import BadRow, DatasetItem, Loaded
from gnomon.datasets.rows import Source, load_rows, stream_rows
from gnomon.problem import Problem, Question

_CALCULATION = re.compile(r"<<[^<>]*>>")
_FINAL = re.compile(r"####\s*(-?\d[\d,]{0,20})\s*$")


class WordProblem(DatasetItem):
    """A word problem."""

    question: str
    solution: str
    """As written, with the calculator's marks ``<<3*4=12>>`` and without the last line."""
    answer: int

    @property
    def plain_solution(self) -> str:
        """The solution without the calculator's marks."""
        return _CALCULATION.sub("", self.solution)

    def problem(self) -> Problem:
        """Return it as the workbench's problem."""
        return Problem(
            id=self.id,
            question=Question(text=self.question),
            answer=float(self.answer),
            exact=str(self.answer),
            solution=self.plain_solution,
        )


def load_gsm8k(path: Source) -> Loaded[WordProblem]:
    """Read ``{"question", "answer"}`` rows whose answer ends in ``#### NUMBER``; ids are ``STEM-LINE``, such as ``test-1``.

    Args:
        path: ``train.jsonl``, ``test.jsonl``, or a folder with both, or several files.

    Raises:
        WrongFileError: when no row is such a problem.
    """
    return load_rows(path, _word_problem, 'GSM8K rows {"question", "answer"}')


def stream_gsm8k(path: Source) -> Iterator[WordProblem | BadRow]:
    """Yield the rows that `load_gsm8k` reads, one at a time, and those that it cannot read."""
    return stream_rows(path, _word_problem)


def _word_problem(row: Fields) -> WordProblem:
    written = row.text("answer")
    final = _FINAL.search(written)
    if final is None:
        raise row.error("a solution that ends in '#### NUMBER'", ("answer",), written[-40:])
    return WordProblem(
        id=row.row_id("id"),
        question=row.text("question"),
        solution=written[: final.start()].rstrip(),
        answer=int(final[1].replace(",", "")),
        extra=row.rest(),
    )
