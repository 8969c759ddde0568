"""Reading the pictures for tutors that are shown text in their place: by a vision model, or by a command (MMTutorBench 4.4).

``MODEL@URL``            the model in the role ``ocr``, metered apart from the tutor
``command:WORDS``        a program: ``{image}`` in its words stands for the picture's file, its standard output is the text

Each picture is read once, however many key steps, turns and repetitions show it. No shell reads the command.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from gnomon.benchmark.benchmark import NotApplicableError
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.mmtutorbench.items import KeyStepTurn
from gnomon.models import Image, Message, Model, ModelError, Request, all_of
from gnomon.prompts import load
from gnomon.replies import said_in

PROMPT = "benchmark/transcription"
_COMMAND = "command:"
_PLACE = "{image}"
_SECONDS = 60.0
"""Time for one picture: programs need about a second for a board, so a minute means that one hangs."""
_MOST_BYTES = 40_000
"""Of a command's output that are kept, ten full pages: a program that never stops must not fill the memory."""


class OcrError(ModelError):
    """A command did not read a picture; the message says which and why. Where the run is concerned, the tutor was not asked."""


class Ocr:
    """Gives the texts of a turn's pictures.

    Args:
        spec: see the module.
        seed: of the model, where its server knows seeds.
        seconds: that a command may take for one picture.

    Raises:
        ResultsError: for a command that cannot be read, is not installed, or is not told where the picture is.
    """

    def __init__(self, spec: str, seed: int = 0, seconds: float = _SECONDS) -> None:
        self._command = _words(spec.removeprefix(_COMMAND)) if spec.startswith(_COMMAND) else None
        self._seed = seed
        self._seconds = seconds
        self._texts: dict[str, str] = {}
        self._reading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        # A program keeps a core busy, and a run answers more rows at a time than there are cores.
        self._cores = asyncio.Semaphore(os.cpu_count() or 1)

    @property
    def role(self) -> str | None:
        """The model role that it asks; None for a command."""
        return "ocr" if self._command is None else None

    async def texts(self, turn: KeyStepTurn, models: Mapping[str, Model]) -> tuple[str, ...]:
        """Return what is written in each picture of a turn, the current one last; empty where nothing is written.

        Raises:
            NotApplicableError: when a picture is not there.
            ModelError: when the model cannot be asked or the command fails.
        """
        return tuple(await all_of(self._text(Path(path), models) for path in turn.source.all_images))

    async def _text(self, path: Path, models: Mapping[str, Model]) -> str:
        try:
            image = Image.read(path)
        except (OSError, ValueError) as error:
            raise NotApplicableError(f"no picture: {error}") from error
        async with self._reading[image.sha256]:
            if image.sha256 not in self._texts:
                read = self._asked(image, models["ocr"]) if self._command is None else self._run(self._command, path)
                self._texts[image.sha256] = await read
        return self._texts[image.sha256]

    async def _asked(self, image: Image, model: Model) -> str:
        prompt = load(PROMPT).fill()
        messages = (Message(role="system", text=prompt.system), Message(role="user", text=prompt.user, images=(image,)))
        response = await model.respond(Request(messages=messages, seed=self._seed))
        return said_in(response.samples[0].text)

    async def _run(self, words: tuple[str, ...], path: Path) -> str:
        command = [word.replace(_PLACE, str(path)) for word in words]
        async with self._cores:
            try:
                # A session of its own: a program that hangs is ended with all that it has started.
                process = await asyncio.create_subprocess_exec(
                    *command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, start_new_session=True
                )
            except OSError as error:
                raise OcrError(f"ocr: {words[0]} cannot be started ({error})") from error
            assert process.stdout is not None
            assert process.stderr is not None
            try:
                async with asyncio.timeout(self._seconds):
                    said, complaint = await asyncio.gather(_head(process.stdout), _head(process.stderr))
                    code = await process.wait()
            except TimeoutError as error:
                raise OcrError(f"ocr: {words[0]} took more than {self._seconds:g} s for {path.name}") from error
            finally:
                if process.returncode is None:
                    with suppress(ProcessLookupError):  # it may have ended by itself meanwhile
                        os.killpg(process.pid, signal.SIGKILL)
                    await process.wait()
        if code:
            last = complaint.decode(errors="replace").strip().splitlines()[-1:] or ["it says nothing"]
            raise OcrError(f"ocr: {words[0]} failed on {path.name} with exit status {code} ({last[0].strip():.200})")
        return said.decode(errors="replace").strip()


def _words(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise ResultsError(f"--ocr: the command {text!r} cannot be read ({error})") from error
    if _PLACE not in " ".join(words[1:]):
        raise ResultsError(f"--ocr: expected {_PLACE} in the command, where the picture's file is to stand, got {text!r}")
    if shutil.which(words[0]) is None:
        raise ResultsError(f"--ocr: no program {words[0]!r}; install it, or give its path")
    return words


async def _head(stream: asyncio.StreamReader) -> bytes:
    """Read to the end, and keep the first `_MOST_BYTES`."""
    kept = b""
    while piece := await stream.read(65_536):  # 64 KiB is what a pipe of Linux holds at once
        kept = (kept + piece)[:_MOST_BYTES]
    return kept
