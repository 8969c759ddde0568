"""Our sandbox as one of Inspect's: ``sandbox="gnomon"`` in a task, ``--sandbox gnomon`` or ``--sandbox gnomon:landlock``.

It runs Python programs of the standard library and nothing else. Files are kept in the host's memory, by sample: `write_file`
and `read_file` see them, and a file can be run, but a program that runs cannot open them. Not there: other commands, users,
environment variables, setup scripts, Inspect's own tools but ``python()``, and a way to connect.

Inspect registers the class as ``gnomon/gnomon`` and looks sandboxes up without the package's name, unlike tasks and models: only
``gnomon`` finds it.
"""

from __future__ import annotations

import functools
import os
import posixpath
import threading
from typing import ClassVar, Literal, overload

import anyio.to_thread
from inspect_ai.log import transcript
from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxConnection,
    SandboxEnvironment,
    SandboxEnvironmentConfigType,
    SandboxEnvironmentLimits,
    SandboxUnavailableError,
    SandboxUserUnsupportedError,
    sandboxenv,
)

from gnomon.sandbox import MAX_OUTPUT_BYTES, LevelError, ProgramResult, Sandbox, UnknownLevelError, open_sandbox

MAX_FILES_BYTES = 64 * 2**20
"""Of all files of a sample together, their names included."""
MAX_EXEC_SECONDS = 60
"""How long a program may run where no timeout is given: none runs without an end."""

_SUPPORTED = "this sandbox runs python or python3 with -c SOURCE, with - and the source as input, or with a FILE written before"
_PYTHON = ("python", "python3")
_PYTHON_TOOL = ["bash", "--login", "-c", "python3 -"]  # what Inspect's tool ``python()`` sends; read here, never given to a shell
_ROOT = "/work"
_CANNOT_EXECUTE, _NOT_OPENED, _KILLED = 126, 2, 137  # as shells and Python itself have them


class _Files:
    """Contents by absolute path, with the errors of a file system."""

    def __init__(self) -> None:
        self._contents: dict[str, bytes] = {}

    def write(self, path: str, contents: bytes) -> None:
        if self._is_folder(path):
            raise IsADirectoryError(f"expected the path of a file, got the folder {path!r}")
        above = [name for name in self._contents if path.startswith(name + "/")]
        if above:
            raise PermissionError(f"expected folders above {path!r}, got the file {above[0]!r}")
        others = sum(
            len(name.encode("utf-8", "surrogatepass")) + len(kept) for name, kept in self._contents.items() if name != path
        )
        size = len(path.encode("utf-8", "surrogatepass")) + len(contents)
        if others + size > MAX_FILES_BYTES:
            raise PermissionError(f"expected at most {MAX_FILES_BYTES} bytes in all files, got {others} and {size} for {path!r}")
        self._contents[path] = contents

    def read(self, path: str) -> bytes:
        if self._is_folder(path):
            raise IsADirectoryError(f"expected the path of a file, got the folder {path!r}")
        if path not in self._contents:
            raise FileNotFoundError(f"{path!r} was not written into this sandbox")
        return self._contents[path]

    def clear(self) -> None:
        self._contents.clear()

    def _is_folder(self, path: str) -> bool:
        return path in {"/", _ROOT} or any(name.startswith(path + "/") for name in self._contents)


class _Opened:
    """Sandboxes that the tasks of this process share, by level; the last task of a level closes its sandbox."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users: dict[str | None, tuple[Sandbox, int]] = {}

    def take(self, level: str | None) -> None:
        with self._lock:
            sandbox, users = self._users.get(level) or (open_sandbox(level, workers=_workers()), 0)
            self._users[level] = sandbox, users + 1

    def give_back(self, level: str | None) -> None:
        with self._lock:
            if level not in self._users:
                return
            sandbox, users = self._users.pop(level)
            if users > 1:
                self._users[level] = sandbox, users - 1
                return
        sandbox.close()

    def get(self, level: str | None) -> Sandbox:
        with self._lock:
            if level not in self._users:
                raise SandboxUnavailableError("no sandbox is open: Inspect calls task_init before sample_init")
            return self._users[level][0]


@sandboxenv(name="gnomon")
class GnomonSandbox(SandboxEnvironment):
    """The environment of one sample: its files, and a sandbox that it shares with the other samples.

    The level is the best that is safe here, or the one that the configuration names; ``none`` is refused. Each sample's log has
    it, as an info event with the source ``gnomon sandbox``.

    Args:
        sandbox: open, of a level that isolates.
    """

    _opened: ClassVar[_Opened] = _Opened()

    def __init__(self, sandbox: Sandbox) -> None:
        super().__init__()
        self._sandbox = sandbox
        self._files = _Files()

    @property
    def level(self) -> str:
        """The name of what isolates."""
        return self._sandbox.level.name

    @classmethod
    def default_concurrency(cls) -> int:
        """Return how many samples use it at the same time: one a processor."""
        return _workers()

    @classmethod
    async def task_init(cls, task_name: str, config: SandboxEnvironmentConfigType | None) -> None:  # noqa: ARG003 - Inspect's
        """Probe and open the level, before any sample starts.

        Raises:
            UnknownLevelError: for a configuration that is no level's name, or ``none``.
            LevelError: when the level named is not safe here.
            NoLevelError: when none is.
        """
        await anyio.to_thread.run_sync(cls._opened.take, _level(config))

    @classmethod
    async def task_cleanup(cls, task_name: str, config: SandboxEnvironmentConfigType | None, cleanup: bool) -> None:  # noqa: ARG003, FBT001 - Inspect's
        """End the servers when no other task uses them, with ``--no-sandbox-cleanup`` as well: there is nothing to look at."""
        await anyio.to_thread.run_sync(cls._opened.give_back, _level(config))

    @classmethod
    async def sample_init(
        cls,
        task_name: str,  # noqa: ARG003 - Inspect's
        config: SandboxEnvironmentConfigType | None,
        metadata: dict[str, str],  # noqa: ARG003 - Inspect's
    ) -> dict[str, SandboxEnvironment]:
        """Return an environment without files, and write its level into the sample's log."""
        environment = cls(cls._opened.get(_level(config)))
        transcript().info({"sandbox_level": environment.level}, source="gnomon sandbox")
        return {"default": environment}

    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,  # noqa: ARG003 - Inspect's
        config: SandboxEnvironmentConfigType | None,  # noqa: ARG003 - Inspect's
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,  # noqa: ARG003, FBT001 - Inspect's
    ) -> None:
        """Forget the sample's files."""
        for environment in environments.values():
            environment.as_type(GnomonSandbox).forget_files()

    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,  # noqa: A002 - Inspect's
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,  # noqa: ASYNC109 - Inspect's
        timeout_retry: bool = True,  # noqa: ARG002, FBT001, FBT002 - Inspect's
        concurrency: bool = True,  # noqa: ARG002, FBT001, FBT002 - Inspect's
    ) -> ExecResult[str]:
        """Run one Python program.

        Args:
            cmd: ``python`` or ``python3`` with ``-c SOURCE``, ``-`` or ``FILE`` and no further argument, or what Inspect's tool
                ``python()`` sends.
            input: the program's standard input, UTF-8; with ``-`` the program itself.
            cwd: the folder in which a relative FILE is looked up. A program has no folder of its own.
            env: refused unless empty.
            user: refused unless None.
            timeout: in seconds; None means `MAX_EXEC_SECONDS`.
            timeout_retry: ignored; a program that took too long is not run again.
            concurrency: ignored; as many run at once as there are processors.

        Returns:
            What it printed and its exit code. 126 and one line that says what is supported for anything else, 2 for a FILE that
            was not written, 137 for a program that met the limit of memory.

        Raises:
            SandboxUserUnsupportedError: for a user.
            PermissionError: for environment variables.
            ValueError: for a timeout that is not positive, and input that is no UTF-8.
            TimeoutError: when the program was stopped after that time.
            OutputLimitExceededError: when it wrote more than `MAX_OUTPUT_BYTES`, or than Inspect's limit where that is less.
            SandboxUnavailableError: when the sandbox itself fails.
        """
        if user is not None:
            raise SandboxUserUnsupportedError(f"expected no user, got {user!r}: programs here run as nobody in particular")
        if env:
            raise PermissionError(
                f"expected no environment variables, got {sorted(env)!r}: programs here have an empty environment"
            )
        program = self._program(cmd, _text(input), cwd)
        if isinstance(program, ExecResult):
            return program
        return _as_exec_result(await self._run(*program, timeout=MAX_EXEC_SECONDS if timeout is None else timeout))

    def _program(self, cmd: list[str], given: str, cwd: str | None) -> tuple[str, str] | ExecResult[str]:
        """Return the program's source and standard input, or why there is none."""
        match ["python3", "-"] if cmd == _PYTHON_TOOL else cmd:
            case [name, "-c", source] if name in _PYTHON:
                return source, given
            case [name, "-"] if name in _PYTHON:
                return given, ""
            case [name, file] if name in _PYTHON and file and not file.startswith("-"):
                return self._file_program(_absolute(file, cwd), given)
        return _refused(_CANNOT_EXECUTE, f"{_SUPPORTED}; got {_shown(cmd)}")

    def _file_program(self, path: str, given: str) -> tuple[str, str] | ExecResult[str]:
        try:
            return self._files.read(path).decode("utf-8-sig"), given
        except (OSError, UnicodeDecodeError) as error:
            return _refused(_NOT_OPENED, f"cannot run the file: {error}")

    async def _run(self, source: str, given: str, timeout: float) -> ProgramResult:  # noqa: ASYNC109 - handed on
        run = functools.partial(self._sandbox.run, source, stdin=given, timeout_seconds=timeout)
        try:
            result = await anyio.to_thread.run_sync(run, abandon_on_cancel=True)
        except LevelError as error:
            raise SandboxUnavailableError(f"the sandbox failed: {error}") from error
        if result.status == "timeout":
            raise TimeoutError(f"the program was stopped after {timeout} s")
        return result

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Keep a file, for `read_file` and to be run; relative paths start at ``/work``.

        Raises:
            IsADirectoryError: where there is a folder.
            PermissionError: where a file would become a folder, and beyond `MAX_FILES_BYTES`.
        """
        self._files.write(_absolute(file), contents.encode("utf-8") if isinstance(contents, str) else contents)

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...  # noqa: FBT002 - Inspect's

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    async def read_file(self, file: str, text: bool = True) -> str | bytes:  # noqa: FBT001, FBT002 - Inspect's
        """Return what `write_file` kept, and never a file of the host.

        Raises:
            FileNotFoundError: when it was not written.
            IsADirectoryError: where there is a folder.
            UnicodeDecodeError: when it is no UTF-8 and text is asked for.
            OutputLimitExceededError: when it is longer than Inspect's limit.
        """
        contents = self._files.read(_absolute(file))
        if len(contents) > SandboxEnvironmentLimits.MAX_READ_FILE_SIZE:
            raise OutputLimitExceededError(SandboxEnvironmentLimits.MAX_READ_FILE_SIZE_STR, None)
        return contents.decode("utf-8") if text else contents

    def forget_files(self) -> None:
        """Forget all files; the environment can be used on."""
        self._files.clear()

    async def connection(self, *, user: str | None = None) -> SandboxConnection:
        """Refuse: each program has a process of its own, and nothing runs between two."""
        raise NotImplementedError("there is nothing to connect to: each program runs in a process of its own, without a shell")


def _workers() -> int:
    return os.cpu_count() or 1


def _level(config: SandboxEnvironmentConfigType | None) -> str | None:
    if config is None:
        return None
    name = posixpath.basename(config) if isinstance(config, str) else None  # Inspect takes a text for a file and adds a folder
    if not name or name == "none":
        raise UnknownLevelError(f"expected the name of a level that isolates, or no configuration, got {config!r}")
    return name


def _absolute(file: str, cwd: str | None = None) -> str:
    """Return one spelling for each path, whose first slash is single."""
    return "/" + posixpath.normpath(posixpath.join(_ROOT, cwd or "", file)).lstrip("/")


def _text(given: str | bytes | None) -> str:
    return given.decode("utf-8") if isinstance(given, bytes) else given or ""


def _shown(cmd: list[str]) -> str:
    text = repr(cmd)
    # A command may carry a whole program; its beginning tells which it is
    return text if len(text) <= 200 else f"{text[:200]}…"


def _refused(code: int, reason: str) -> ExecResult[str]:
    return ExecResult(success=False, returncode=code, stdout="", stderr=f"gnomon sandbox: {reason}\n")


def _as_exec_result(result: ProgramResult) -> ExecResult[str]:
    limit = min(MAX_OUTPUT_BYTES, SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE)
    longest = max(len(text.encode()) for text in (result.output, result.errors))
    if result.status == "output" or longest > limit:
        kept = (result.output + result.errors).encode()[:limit].decode("utf-8", "ignore")
        raise OutputLimitExceededError(f"{limit} bytes", kept)
    if result.exit_code is None:
        errors = f"{result.errors}gnomon sandbox: the program met the limit of memory\n"
        return ExecResult(success=False, returncode=_KILLED, stdout=result.output, stderr=errors)
    return ExecResult(result.exit_code == 0, result.exit_code, result.output, result.errors)
