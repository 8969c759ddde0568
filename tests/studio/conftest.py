"""One studio for the tests of a process, on SQLite."""

from collections.abc import Iterator, Sequence

import pytest

from tests.studio.serving import Running, running


@pytest.hookimpl(tryfirst=True)  # before markers choose what runs
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Make what asks a whole server slow, but for what is marked as ``quick``."""
    for item in items:
        if "studio" in getattr(item, "fixturenames", ()) and item.get_closest_marker("quick") is None:
            item.add_marker("slow")


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    from gnomon.studio import Settings

    folder = tmp_path_factory.mktemp("studio")
    generous = dict.fromkeys(("messages_per_minute", "entries_per_minute", "changes_per_minute"), 6000)
    with running(Settings.in_folder(folder, allows_guests=True, **generous)) as opened:
        yield opened
