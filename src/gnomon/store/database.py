"""The database behind the store: transactions, and what SQLite and PostgreSQL need told.

Paid work must survive a power cut: SQLite syncs fully at every commit. Other processes that write are waited for.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeVar
from uuid import uuid4

from sqlalchemy import JSON, Connection, DateTime, Dialect, Engine, MetaData, TypeDecorator, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Session

from gnomon.store.errors import StoreError

_BUSY_SECONDS = 15
"""How long another process's writing is waited for; a turn is written in milliseconds."""
_READERS = 4
"""Threads that read. Reading is short, and Python computes in one thread at a time: more would not be faster."""
_ENGINE: Mapping[str, Any] = {"hide_parameters": True}
"""Errors come into logs, and with them would what was written: words of learners, hashes of passwords."""
_CONNECTIONS = 15
"""To PostgreSQL, for each process; opened when they are needed, and kept: a new one takes longer than what is asked by it."""
_PRIVATE = 0o600
"""Mode of a new file: nobody but who runs the studio reads along. Its journals get the mode of the file itself."""
_MEMORY = ":memory:"
_SQLITE = "sqlite"
_DRIVERS = {"sqlite": _SQLITE, "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

Result = TypeVar("Result")
Parameters = ParamSpec("Parameters")
Repository = TypeVar("Repository", bound="HasDatabase")


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
    """A database; `Store` opens and closes it.

    SQLite is worked with in threads, a whole transaction at a time, by Python's own driver: a step of an asynchronous one costs a
    change of threads, and a request takes dozens. One thread writes, as SQLite has it anyway; others read beside it.

    Args:
        url: of the database, as `database_url` takes it; nothing is connected to yet.

    Raises:
        StoreError: for a URL of another database, or none at all.
    """

    def __init__(self, url: str) -> None:
        self._url = database_url(url)
        is_sqlite = self._url.drivername == _SQLITE
        self._threads = _Threads(_sqlite(self._url)) if is_sqlite else None
        self._engine = None if is_sqlite else _postgresql(self._url)

    async def read(self, work: Callable[[Session], Result]) -> Result:
        """Read in one transaction.

        Args:
            work: gets the session; what it returns may be used afterwards.
        """
        return await self._do(work, is_writing=False)

    async def write(self, work: Callable[[Session], Result]) -> Result:
        """Write in one transaction, committed when ``work`` returned, undone when it raised.

        Of two who insert the same first row at once the second one's work is done again, and finds it there.
        """
        try:
            return await self._do(work, is_writing=True)
        except IntegrityError:
            return await self._do(work, is_writing=True)

    async def _do(self, work: Callable[[Session], Result], *, is_writing: bool) -> Result:
        def done(session: Session) -> Result:
            result = work(session)
            if is_writing:
                session.commit()
            return result

        if self._threads is not None:
            return await self._threads.run(done, is_writing=is_writing)
        async with AsyncSession(self._engine, expire_on_commit=False) as session:
            return await session.run_sync(done)

    async def connect(self) -> None:
        """Try whether the database answers.

        Raises:
            StoreError: when it does not.
        """
        try:
            await self.read(lambda session: session.execute(text("SELECT 1")).scalar())
        except (DBAPIError, OSError) as error:
            shown = self._url.render_as_string(hide_password=True)
            why = _first_line(error)
            raise StoreError(f"the database {shown} does not answer: {why}; is it running, is the name right?") from error

    async def close(self) -> None:
        """Close all connections; what was begun ends first."""
        if self._threads is not None:
            await asyncio.to_thread(self._threads.close)
        if self._engine is not None:
            await self._engine.dispose()


class _Threads:
    """An engine that blocks, worked with in threads."""

    def __init__(self, engine: Engine) -> None:
        self._reading = engine
        self._writing = engine.execution_options(writing=True)
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(_READERS, "store-reader")

    async def run(self, work: Callable[[Session], Result], *, is_writing: bool) -> Result:
        engine, threads = (self._writing, self._writer) if is_writing else (self._reading, self._readers)

        def run() -> Result:
            with Session(engine, expire_on_commit=False) as session:
                return work(session)

        return await asyncio.get_running_loop().run_in_executor(threads, run)

    def close(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        self._reading.dispose()


class HasDatabase(Protocol):
    """What keeps one topic in a database."""

    @property
    def database(self) -> Database:
        """Where it is kept."""
        ...


def reads(
    work: Callable[Concatenate[Repository, Session, Parameters], Result],
) -> Callable[Concatenate[Repository, Parameters], Coroutine[Any, Any, Result]]:
    """Make a method that reads by a session one that is awaited without: one call, one transaction."""

    @wraps(work)
    async def reading(self: Repository, /, *given: Parameters.args, **named: Parameters.kwargs) -> Result:
        return await self.database.read(lambda session: work(self, session, *given, **named))

    return reading


def writes(
    work: Callable[Concatenate[Repository, Session, Parameters], Result],
) -> Callable[Concatenate[Repository, Parameters], Coroutine[Any, Any, Result]]:
    """Make the same of a method that writes; what it returned from is committed."""

    @wraps(work)
    async def writing(self: Repository, /, *given: Parameters.args, **named: Parameters.kwargs) -> Result:
        return await self.database.write(lambda session: work(self, session, *given, **named))

    return writing


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


def _postgresql(url: URL) -> AsyncEngine:
    return create_async_engine(url, pool_pre_ping=True, pool_size=_CONNECTIONS, max_overflow=0, **_ENGINE)


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, pool_size=_READERS + 1, connect_args={"timeout": _BUSY_SECONDS}, **_ENGINE)

    @event.listens_for(engine, "do_connect")
    def make_private(*_: object) -> None:
        file = Path(url.database or _MEMORY)
        if str(file) != _MEMORY and file.parent.is_dir() and not file.exists():
            file.touch(_PRIVATE)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin below, and nowhere else
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes then would be refused where another process wrote in between.
        is_writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")

    return engine


def _first_line(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return (str(cause) or type(cause).__name__).splitlines()[0]
