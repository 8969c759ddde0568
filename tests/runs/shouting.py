"""Where words are shouted: the least place that a worker of a cluster can open. Files in its folder say what is to go wrong.

``kill/WORD`` ends the worker at that word, once; ``stop/WORD`` raises there. What was said is in ``said/``, a file a time.
"""

import os
import signal
import uuid

from pydantic import BaseModel

from gnomon.models import Calls, CostLimitError, Usage, note_calls
from gnomon.runs import RunError

PRICED = Usage(requests=1, prompt_tokens=1_000_000)
"""Of one word: at a price of 1 for a million it costs 1."""


class Word(BaseModel):
    id: str


class Failure(BaseModel):
    message: str


class Row(BaseModel):
    id: str
    text: str = ""
    error: Failure | None = None
    calls: dict[str, Calls] = {}


class Shouting:
    def __init__(self, folder, pace):
        self.folder, self.pace, self.ledger = folder, pace, pace.ledger()
        for name in ("kill", "stop", "said", "closed"):
            (folder / name).mkdir(parents=True, exist_ok=True)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        (self.folder / "closed" / uuid.uuid4().hex).touch()

    async def work(self, word):
        kill = self.folder / "kill" / word.id
        if kill.exists():
            kill.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        if (self.folder / "stop" / word.id).exists():
            raise RunError(f"no voice left for {word.id}")
        try:
            async with self.ledger.reserve("speaker", PRICED):
                self.ledger.charge("speaker", "speaker", PRICED)
        except CostLimitError as error:
            return Row(id=word.id, error=Failure(message=str(error)))
        note_calls("speaker", Calls(calls=1, samples=1, usage=PRICED))
        (self.folder / "said" / f"{word.id}.{uuid.uuid4().hex}").touch()
        return Row(id=word.id, text=word.id.upper())
