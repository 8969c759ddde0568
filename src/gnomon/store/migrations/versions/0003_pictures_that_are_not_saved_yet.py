"""Pictures that are not saved yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0001"


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "unsaved_pictures",
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("work", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_unsaved_pictures_account_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account_id", "work", "name", name=op.f("pk_unsaved_pictures")),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("unsaved_pictures")
