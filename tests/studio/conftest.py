"""One studio for the tests of a process, on SQLite."""

from collections.abc import Iterator

import pytest

from tests.studio.serving import Running, running


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    from gnomon.studio import Settings

    folder = tmp_path_factory.mktemp("studio")
    with running(Settings.in_folder(folder, allows_guests=True, messages_per_minute=6000, entries_per_minute=6000)) as opened:
        yield opened
