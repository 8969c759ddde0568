"""Programs run for their output."""

import pytest

from gnomon.sandbox import MAX_OUTPUT_BYTES


def _run(sandbox, source, **limits):
    return sandbox.run(source, **{"timeout_seconds": 20, **limits})


def test_a_program_reads_its_input_and_writes(sandbox):
    source = "import sys\nprint(sys.stdin.read()[::-1], __name__)\nsys.stderr.write('é')\nsys.exit(3)"
    result = _run(sandbox, source, stdin="abc")
    assert (result.status, result.exit_code, result.output, result.errors) == ("ended", 3, "cba __main__\n", "é")
    assert result.level == sandbox.level.name


@pytest.mark.parametrize(
    ("source", "exit_code", "errors"),
    [
        ("1 / 0", 1, "ZeroDivisionError"),
        ("x = (", 1, "SyntaxError"),
        ("raise SystemExit('words')", 1, "words"),
        ("import os\nos._exit(7)", 7, ""),
        ("import ctypes\nctypes.string_at(0)", 139, ""),  # 128 + SIGSEGV
        ("import os\nos.fork()", 1, "PermissionError"),
        ("open('/etc/passwd')", 1, "Error"),
    ],
)
def test_a_program_ends_as_it_would_in_a_shell(sandbox, source, exit_code, errors):
    result = _run(sandbox, source)
    assert (result.status, result.exit_code) == ("ended", exit_code)
    assert errors in result.errors


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("while True: pass", "timeout"),
        ("import os, time\nos.close(1)\nos.close(2)\ntime.sleep(3600)", "timeout"),
        ("held = [0]\nwhile True: held += held", "memory"),
        ("while True: print('x' * 1000)", "output"),
    ],
)
def test_a_program_that_takes_too_much_is_stopped(sandbox, source, status):
    result = _run(sandbox, source, timeout_seconds=0.5 if status == "timeout" else 20)
    assert (result.status, result.exit_code) == (status, None)
    assert len(result.output) <= MAX_OUTPUT_BYTES


def test_the_next_program_sees_nothing_of_the_last(sandbox):
    _run(sandbox, "import math, sys\nmath.held = sys.modules['held'] = 1")
    assert _run(sandbox, "import math, sys\nprint(hasattr(math, 'held'), 'held' in sys.modules)").output == "False False\n"
