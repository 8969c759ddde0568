"""Bringing the tables of a database to this version's, by Alembic; the steps are in ``migrations/versions``."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from gnomon.store.errors import StoreError

_LOCK = 0x676E6F6D
"""Of PostgreSQL, by which processes that start together wait for the one that migrates: "gnom"."""


def upgrade(connection: Connection) -> None:
    """Run the steps that a database has not seen, in the connection's transaction.

    Raises:
        StoreError: when a newer gnomon has changed the tables.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    steps = ScriptDirectory.from_config(config)
    if MigrationContext.configure(connection).get_current_revision() == steps.get_current_head():
        return
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError("this database was written by a newer gnomon: update gnomon, or take another database") from error
