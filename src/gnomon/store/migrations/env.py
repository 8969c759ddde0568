"""How Alembic runs the steps: on the connection that `gnomon.store.migrating.upgrade` gives it."""

from __future__ import annotations

from alembic import context

import gnomon.store  # noqa: F401  # all tables are known once it is imported
from gnomon.store.database import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
context.run_migrations()
