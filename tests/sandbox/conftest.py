"""The attack suite, and the levels that are safe on this machine."""

import os
import socket
from pathlib import Path
from typing import NamedTuple

import pytest

from gnomon.sandbox import open_sandbox, probe_levels
from tests.every import read_cases

FOLDER = Path(__file__).parent / "attacks"


class Outside(NamedTuple):
    """What programs try to reach; ``fill`` puts it into their text."""

    folder: Path
    secret: Path
    port: int

    def fill(self, program):
        """Replace the names between at signs."""
        found = {"@secret@": self.secret, "@folder@": self.folder, "@host@": os.getpid(), "@port@": self.port}
        for name, value in found.items():
            program = program.replace(name, str(value))
        return program

    def is_untouched(self):
        """Whether the folder is as it was made."""
        return sorted(self.folder.iterdir()) == [self.secret] and self.secret.read_text() == "a secret"


@pytest.fixture(scope="session")
def safe_levels():
    """Return the names of the levels that are safe here."""
    levels = [row.level for row in probe_levels() if row.state == "safe"]
    if not levels:
        pytest.skip("needs a level of the sandbox that works here: see `gnomon sandbox probe`")
    return levels


@pytest.fixture(scope="session")
def sandbox(safe_levels):
    """Return an open sandbox of the best level."""
    with open_sandbox(safe_levels[0]) as opened:
        yield opened


@pytest.fixture
def outside(tmp_path):
    """Return a folder with a secret that anyone may read and write, and a port that listens."""
    folder = tmp_path / "outside"
    folder.mkdir()
    secret = folder / "secret"
    secret.write_text("a secret")
    for path in (folder, secret):
        path.chmod(0o777)
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield Outside(folder, secret, server.getsockname()[1])


def suite(*families):
    """Return the rows of these files, of all but the controls when none is named."""
    paths = [FOLDER / f"{name}.yaml" for name in families] or sorted(set(FOLDER.glob("*.yaml")) - {FOLDER / "controls.yaml"})
    return [row for path in paths for row in read_cases(path)]
