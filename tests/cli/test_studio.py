"""``gnomon studio``: what it refuses before it opens, and a whole round in processes of its own."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.command_line import gnomon

pytest.importorskip("sqlalchemy", reason="needs the extra studio: SQLAlchemy")
pytest.importorskip("uvicorn", reason="needs the extra studio: uvicorn")

import httpx2  # skipped without the extra


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--database", "mysql://host/name"), "expected postgresql:// or sqlite://"),
        (("--database", "postgresql://nobody:secret@127.0.0.1:1/none"), "does not answer"),
        (("--tutor", "nothing"), "expected `symbolic`"),
        (("--data", __file__), "expected a folder"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_line(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    given = arguments if {"--data", "--database"} & set(arguments) else (*arguments, "--data", str(tmp_path))
    result = gnomon("studio", *given)
    assert result.exit_code in {1, 2}
    assert message in " ".join(result.stderr.split())
    assert len(result.stderr.strip().splitlines()) == 1
    assert "secret" not in result.output


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = gnomon("studio", "--data", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert result.exit_code == 1
    assert "take another --port" in result.stderr


@contextmanager
def opened(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Open a studio; give its process and the first line that it prints."""
    command = [sys.executable, "-m", "gnomon.cli", "studio", "--port", "0", "--data", str(folder), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline()
        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_prints_one_link_for_the_first_administrator_and_ends_in_peace(tmp_path: Path, workers: str) -> None:
    with opened(tmp_path, "--workers", workers) as (process, line):
        assert process.stdout is not None
        link = re.search(r"http://\S+/join/\S+", process.stdout.readline())
        assert link
        transport = httpx2.HTTPTransport(retries=20)  # the workers are about to listen
        with httpx2.Client(transport=transport, timeout=60) as browser:
            address = re.search(r"http://\S+", line)
            assert address
            assert browser.post(link[0], data={"name": "Emmy"}).headers["location"] == "/admin"
            assert browser.post(link[0], data={"name": "Eve"}).status_code == 403
            assert browser.get(f"{address[0]}/account").status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) in {0, -signal.SIGTERM}
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    if workers != "1":
        return
    with opened(tmp_path) as (process, line):  # again
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert "/join/" not in line + process.stdout.read()
