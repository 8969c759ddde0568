"""The levels of isolation: how each starts its server, and what to do where it does not start.

In every level but ``none`` a run's process also gives up all system calls but those that computing needs (`guest.lockdown`);
what the levels add is written with each.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gnomon.sandbox.errors import LevelError, UnknownLevelError

NONE = "none"
IMAGE = "python:3-slim"
"""The image of the container levels: any with Python 3.11 or later, tagged so."""

_FOLDER = Path(__file__).parent
_INSIDE = "/gnomon-sandbox"
_START = """
import socket, sys
sys.path.insert(0, {folder!r})
from guest.server import main
del sys.path[0]
control = socket.socket(fileno={control}) if {control} else socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
{control} or control.connect({folder!r} + "/control/socket")
main(control, landlock={landlock!r}, locked={locked})
"""
_PYTHON = ("-I", "-S", "-B", "-c")
"""No environment, no user's packages, no site packages, no files of compiled code."""


@dataclass(frozen=True, slots=True)
class Level:
    """One way to isolate."""

    name: str
    isolates: str
    """What it adds, for people."""
    fix: str
    """What to do where it does not start."""
    command: Callable[[int, str], list[str]]
    """From the descriptor of the control socket, 0 in a container, and the folder of that socket: the server's command."""
    is_container: bool = False
    """Whether the server connects to a socket in a folder: a container cannot inherit descriptors."""


def _interpreter() -> str:
    """Return the interpreter itself: that of a virtual environment is only a link to it."""
    return os.path.realpath(sys.executable)


def _start(folder: str, control: int, *, landlock: str, locked: bool = True) -> list[str]:
    return [*_PYTHON, _START.format(folder=folder, control=control, landlock=landlock, locked=locked)]


def _bubblewrap(control: int, _: str) -> list[str]:
    # No --dev, whose /dev/shm has no limit, no --proc, and no --tmpfs: nothing in there can be written. No --die-with-parent: its
    # parent would be the thread that started it; the server ends with its control socket.
    bound = [part for path in _installed() for part in ("--ro-bind", path, path)]
    links = [part for path in ("/lib", "/lib64") for part in _system_folder(Path(path))]
    return [
        _program("bwrap"),
        *("--unshare-all", "--new-session", "--cap-drop", "ALL", "--hostname", "sandbox"),
        *("--ro-bind", "/usr", "/usr", *links, "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"),
        *bound,
        *("--ro-bind", str(_FOLDER / "guest"), f"{_INSIDE}/guest", "--remount-ro", "/", "--chdir", "/"),
        *("--", _interpreter(), *_start(_INSIDE, control, landlock="optional")),
    ]


def _installed() -> list[str]:
    """Return where the interpreter lies, if not below /usr."""
    places = {os.path.realpath(prefix) for prefix in (sys.base_prefix, sys.base_exec_prefix)}
    return sorted(place for place in places if not Path(place).is_relative_to("/usr"))


def _system_folder(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.is_dir() else []


def _landlock(control: int, _: str) -> list[str]:
    return [_interpreter(), *_start(str(_FOLDER), control, landlock="required")]


def _container(program: str) -> Callable[[int, str], list[str]]:
    def command(_: int, folder: str) -> list[str]:
        return [
            *(_program(program), "run", "--rm", "--interactive", "--pull", "never", "--network", "none", "--read-only"),
            *("--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--pids-limit", "64", "--user", "65534:65534"),
            *("--volume", f"{_FOLDER / 'guest'}:{_INSIDE}/guest:ro", "--volume", f"{folder}:{_INSIDE}/control"),
            *("--entrypoint", "python3", IMAGE),
            *_start(_INSIDE, 0, landlock="optional"),
        ]

    return command


def _none(control: int, _: str) -> list[str]:
    return [_interpreter(), *_start(str(_FOLDER), control, landlock="off", locked=False)]


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise LevelError(f"there is no program {name!r} on the PATH")
    return path


_IMAGE_FIX = f"and fetch the image: `{{0}} pull {IMAGE}`"

LEVELS = (
    Level(
        "bubblewrap",
        "namespaces of its own: no files but the interpreter's, no network, no other processes",
        "install it (`apt install bubblewrap`); where ordinary users may not make namespaces, allow them: "
        "`sysctl kernel.unprivileged_userns_clone=1`, on Ubuntu `sysctl kernel.apparmor_restrict_unprivileged_userns=0`; "
        "inside a container it needs --security-opt seccomp=unconfined",
        _bubblewrap,
    ),
    Level(
        "landlock",
        "no files can be read but the interpreter's; names and sizes of others can be seen",
        "use Linux 5.13 or later on x86_64 or aarch64 with landlock among the security modules (`lsm=landlock,...` at boot)",
        _landlock,
    ),
    Level(
        "docker",
        "a container without network, capabilities, or files to write",
        f"start the daemon, join its group {_IMAGE_FIX.format('docker')}",
        _container("docker"),
        is_container=True,
    ),
    Level(
        "podman",
        "as docker, without a daemon",
        f"install it (`apt install podman`) {_IMAGE_FIX.format('podman')}",
        _container("podman"),
        is_container=True,
    ),
    Level(NONE, "nothing: the program can do all that you can", "", _none),
)
"""In the order in which they are tried; ``none`` is never tried."""


def safe_levels() -> tuple[Level, ...]:
    """Return the levels that isolate, best first."""
    return tuple(level for level in LEVELS if level.name != NONE)


def find_level(name: str) -> Level:
    """Return a level by its name.

    Raises:
        UnknownLevelError: when there is none of that name.
    """
    for level in LEVELS:
        if level.name == name:
            return level
    raise UnknownLevelError(f"expected one of {', '.join(level.name for level in LEVELS)}, got {name!r}")
