"""A run of the least kind: a job is a word, its row the word in capitals."""

import asyncio

import pytest
from pydantic import BaseModel, ConfigDict

from gnomon.models import Calls, Usage, note_calls
from gnomon.runs import Record, RunFiles, claimed, here, read_lines, row_places, run_jobs

ONE_CALL = Calls(calls=1, samples=1, usage=Usage(requests=1))


class Config(BaseModel):
    model_config = ConfigDict(frozen=True)

    loud: bool = True
    words: tuple[str, ...] = ()


class Word(BaseModel):
    id: str


class Failure(BaseModel):
    message: str


class Row(BaseModel):
    id: str
    text: str = ""
    error: Failure | None = None
    calls: dict[str, Calls] = {}


class Run:
    """A run over words in a folder; ``broken`` words fail, each with itself as the reason."""

    def __init__(self, folder):
        self.files = RunFiles.in_folder(folder)
        self.asked = []
        self.told = []
        self.broken = set()

    def __call__(self, words, *, width=1, work=None, **config):
        async def shout(word):
            self.asked.append(word.id)
            note_calls("speaker", ONE_CALL)
            if word.id in self.broken:
                return Row(id=word.id, error=Failure(message=f"cannot say {word.id}"))
            return Row(id=word.id, text=word.id.upper())

        record = Record[Config](config=Config(**config), versions={})
        with claimed(self.files, record) as log:
            jobs = (Word(id=word) for word in words)
            results = here(log, work or shout, width)
            return asyncio.run(run_jobs(log, jobs, results, told=self.told.append))

    def rows(self):
        places = row_places(self.files.rows)
        return [Row.model_validate_json(line) for line in read_lines(self.files.rows, places.values())]


@pytest.fixture
def run(tmp_path):
    """Return a run into a folder that is not there yet."""
    return Run(tmp_path / "new" / "run")
