"""Items of corpus pipelines that wait for people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "pipeline_stages",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("pipeline", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("params", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pipeline_stages")),
        sa.UniqueConstraint("pipeline", "name", name=op.f("uq_pipeline_stages_pipeline")),
    )
    op.create_table(
        "pipeline_items",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("stage_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("pictures", sa.JSON(), nullable=False),
        sa.Column("said", sa.JSON(), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["stage_id"], ["pipeline_stages.id"], name=op.f("fk_pipeline_items_stage_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pipeline_items")),
        sa.UniqueConstraint("stage_id", "name", name=op.f("uq_pipeline_items_stage_id")),
    )
    op.create_table(
        "pipeline_decisions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=True),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("decided", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_pipeline_decisions_account_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["item_id"], ["pipeline_items.id"], name=op.f("fk_pipeline_decisions_item_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pipeline_decisions")),
        sa.UniqueConstraint("item_id", "account_id", name=op.f("uq_pipeline_decisions_item_id")),
    )


def downgrade() -> None:
    """Go back."""
    for name in ("pipeline_decisions", "pipeline_items", "pipeline_stages"):
        op.drop_table(name)
