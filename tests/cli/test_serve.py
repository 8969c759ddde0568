"""``gnomon serve``: what it refuses before it serves, and one whole round in a process of its own."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from tests.command_line import gnomon
from tests.every import every

pytest.importorskip("uvicorn", reason="needs the extra studio: uvicorn")


@every(
    [
        (("--host", "0.0.0.0"), "expected keys where other machines can ask"),  # noqa: S104  # it is refused
        (("--tutor", "x="), "expected NAME=SPEC"),
        (("--tutor", "a=symbolic", "--tutor", "a=symbolic"), "given twice"),
        (("--tutor", "nothing"), "expected `symbolic`"),
        (("--key-file", "no-such-file"), "no-such-file"),
        (("--port", "70000"), "65535"),
    ]
)
def test_what_cannot_be_served_is_said_in_one_line(arguments, message):
    result = gnomon("serve", *arguments)
    assert result.exit_code in {1, 2}
    assert message in " ".join(result.stderr.split())


def test_short_keys_of_the_environment_are_refused_without_showing_them(monkeypatch):
    monkeypatch.setenv("GNOMON_API_KEYS", "secret")
    result = gnomon("serve")
    assert result.exit_code == 1
    assert "key 1" in result.stderr
    assert "secret" not in result.output


def test_a_port_that_is_taken_is_said_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = gnomon("serve", "--port", str(taken.getsockname()[1]))
    assert result.exit_code == 1
    assert "take another --port" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.slow
def test_it_says_where_it_serves_and_ends_by_ctrl_c():
    environment = {**os.environ, "GNOMON_API_KEYS": "a-key-of-this-very-test"}
    command = [sys.executable, "-m", "gnomon.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        seen = []
        for line in process.stderr:
            seen.append(line)
            if "running on http://127.0.0.1:" in line:
                process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    assert "serving symbolic; a key is asked for" in seen[0]
    assert not any("a-key-of-this-very-test" in line for line in seen)
