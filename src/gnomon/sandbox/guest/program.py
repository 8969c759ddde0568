"""Run one program alone, with standard streams: no tests, no verdict."""

from __future__ import annotations

import contextlib
import sys
import traceback
import types


def run(source: str) -> int:
    """Run it as ``__main__`` and return its exit code, with a traceback on its standard errors where Python would print one."""
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    sys.argv = ["program.py"]
    code = 0
    try:
        exec(compile(source, "program.py", "exec"), main.__dict__)  # noqa: S102  # this is what the sandbox is for
    except SystemExit as left:
        code = _exit_code(left.code)
    except MemoryError:
        raise
    except BaseException:  # noqa: BLE001  # as Python itself does at the top
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # the program may have closed or replaced them
            stream.flush()
    return code


def _exit_code(given: object) -> int:
    if given is None or isinstance(given, int):
        return (given or 0) & 0xFF  # what the system keeps of an exit code
    print(given, file=sys.stderr)  # noqa: T201  # what sys.exit("words") does
    return 1
