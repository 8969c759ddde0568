"""Run the programs of ``attacks/`` in one level; standard library and `gnomon.sandbox` only.

Imported by the tests, and run as a program where they need an ordinary user: jobs as JSON on standard input, verdicts on output.
"""

import ctypes
import json
import os
import sys
import time
from pathlib import Path

from gnomon.sandbox import open_sandbox, read_problem

TESTS = """
values = [2, "ab", [1, 2], 2.5]
for value, expected in zip(values, [4, "abab", [1, 2, 1, 2], 5.0]):
    answer = double(value)
    assert answer == expected, "a wrong answer"
assert sum(map(double, [1, 2, 3])) == 12
held = [1, 2]
assert double(held) == held + held
"""
PROBLEM = read_problem({"tests": TESTS, "entry_point": "double"})

_BECOME_PARENT_OF_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
_ENDS_WITHIN = 1000  # hundredths of a second, on a machine under load


def run(level, programs, timeout):
    """Return the verdict on each program by its id."""
    with open_sandbox(level) as sandbox:
        return {name: sandbox.check(PROBLEM, program, timeout_seconds=timeout).verdict for name, program in programs.items()}


def left_behind(action):
    """Return what the action returns, and the processes it has left: orphans come to this process.

    A process that was killed may take a moment to end, as that of a namespace does after the one that made it; a leak runs on.
    """
    ctypes.CDLL(None).prctl(_BECOME_PARENT_OF_ORPHANS, 1, 0, 0, 0)
    before = children()
    result = action()
    for _ in range(_ENDS_WITHIN):
        if not children() - before:
            break
        time.sleep(0.01)
    return result, [_command(process) for process in sorted(children() - before)]


def _command(process):
    """Return the id and the beginning of the command of a process, to find what it was."""
    try:
        return f"{process}: {(Path('/proc') / str(process) / 'cmdline').read_text().replace(chr(0), ' ')[:200]}"
    except (FileNotFoundError, ProcessLookupError):
        return f"{process}: it has ended"


def children():
    """Return the ids of the processes of this one that have not ended."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state = (folder / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(state[1]) == os.getpid() and state[0] != "Z":
                found.add(int(folder.name))
    return found


if __name__ == "__main__":
    job = json.load(sys.stdin)
    verdicts, left = left_behind(lambda: run(job["level"], job["programs"], job["timeout"]))
    print(json.dumps({"verdicts": verdicts, "left": left}))  # noqa: T201  # this is its result
