"""The database behind the store: one engine, transactions, and what SQLite and PostgreSQL need told.

Paid work must survive a power cut: SQLite syncs fully at every commit. It is written by one connection at a time, so a process
keeps one: waiting in the pool is fairer than SQLite's own back-off. Other processes are waited for (`_BUSY_SECONDS`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar
from uuid import uuid4

from sqlalchemy import JSON, Connection, DateTime, Dialect, MetaData, TypeDecorator, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import DeclarativeBase

from gnomon.store.errors import StoreError

_BUSY_SECONDS = 15
"""How long another process's writing is waited for; a turn is written in milliseconds."""
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


class Moment(TypeDecorator[datetime]):
    """A time in UTC; databases without time zones keep it without one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return the time in UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return the time with its zone."""
        return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """What all tables are made on. Constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[Mapping[Any, Any]] = {datetime: Moment, dict[str, Any]: JSON}


def new_id() -> str:
    """Return a fresh id: 32 hexadecimal digits, which nobody can guess."""
    return uuid4().hex


def now() -> datetime:
    """Return the time in UTC."""
    return datetime.now(UTC)


class Database:
    """An open database; `Store.open` makes it.

    Args:
        engine: connected to it.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._reading = engine
        self._writing = engine.execution_options(writing=True)

    @classmethod
    def at(cls, url: str) -> Database:
        """Return the database at a URL or, without a scheme, in an SQLite file; nothing is connected to yet.

        Raises:
            StoreError: for a URL of another database, or none at all.
        """
        return cls(_engine(database_url(url)))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Read in one transaction."""
        async with AsyncSession(self._reading, expire_on_commit=False) as session:
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Write in one transaction, committed when the block ends without an error."""
        async with AsyncSession(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    async def connect(self) -> None:
        """Try whether the database answers.

        Raises:
            StoreError: when it does not.
        """
        try:
            async with self._reading.connect():
                pass
        except (DBAPIError, OSError) as error:
            shown = self._reading.url.render_as_string(hide_password=True)
            raise StoreError(
                f"the database {shown} does not answer: {_first_line(error)}; is it running, is the name right?"
            ) from error

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Do something that knows one connection only, in one transaction."""
        async with self._writing.begin() as connection:
            await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections."""
        await self._reading.dispose()


def database_url(given: str) -> URL:
    """Return the URL that is meant, with its asynchronous driver; a path alone is an SQLite file.

    Raises:
        StoreError: for a URL that is none, or of another database.
    """
    if "://" not in given:
        return URL.create(_DRIVERS["sqlite"], database=str(Path(given).expanduser()))
    try:
        url = make_url(given)
    except ArgumentError as error:
        raise StoreError(
            f"expected postgresql://USER@HOST/NAME or the path of an SQLite file, got {given.partition('@')[2]!r}"
        ) from error
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise StoreError(f"expected postgresql:// or sqlite://, got {url.drivername}://")
    return url.set(drivername=driver)


def _engine(url: URL) -> AsyncEngine:
    if not url.drivername.startswith("sqlite"):
        return create_async_engine(url, pool_pre_ping=True)
    engine = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60, connect_args={"timeout": _BUSY_SECONDS})

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:  # noqa: ANN401  # the driver's own connection
        connection.isolation_level = None  # transactions begin below, and nowhere else
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes then would be refused where another process wrote in between.
        is_writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")

    return engine


def _first_line(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return (str(cause) or type(cause).__name__).splitlines()[0]
