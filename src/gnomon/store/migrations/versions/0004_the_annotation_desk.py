"""The annotation desk."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "annotation_entries",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("batch_id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_entries")),
    )
    with op.batch_alter_table("annotation_entries", schema=None) as batch_op:
        batch_op.create_index("ix_annotation_entries_account", ["account_id", "batch_id"], unique=False)

    op.create_table(
        "annotation_batches",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=True),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["made_by"], ["accounts.id"], name=op.f("fk_annotation_batches_made_by"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_batches")),
    )
    op.create_table(
        "annotation_members",
        sa.Column("batch_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("round", sa.String(), nullable=False),
        sa.Column("consent", sa.String(), nullable=True),
        sa.Column("consented", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn", sa.DateTime(timezone=True), nullable=True),
        sa.Column("onboarded", sa.DateTime(timezone=True), nullable=True),
        sa.Column("quiz_tries", sa.Integer(), nullable=False),
        sa.Column("interview", sa.JSON(), nullable=True),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_annotation_members_account_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["annotation_batches.id"], name=op.f("fk_annotation_members_batch_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("batch_id", "account_id", name=op.f("pk_annotation_members")),
        sa.UniqueConstraint("batch_id", "code", name=op.f("uq_annotation_members_batch_id")),
    )
    with op.batch_alter_table("annotation_members", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_annotation_members_account_id"), ["account_id"], unique=False)

    op.create_table(
        "annotation_starts",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("batch_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("problem", sa.String(), nullable=False),
        sa.Column("whole", sa.JSON(), nullable=True),
        sa.Column("attempt", sa.String(), nullable=False),
        sa.Column("misconception", sa.String(), nullable=True),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["annotation_batches.id"], name=op.f("fk_annotation_starts_batch_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_starts")),
        sa.UniqueConstraint("batch_id", "number", name=op.f("uq_annotation_starts_batch_id")),
    )
    op.create_table(
        "annotation_items",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("batch_id", sa.String(), nullable=False),
        sa.Column("start_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("debrief", sa.JSON(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_annotation_items_account_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["annotation_batches.id"], name=op.f("fk_annotation_items_batch_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["start_id"], ["annotation_starts.id"], name=op.f("fk_annotation_items_start_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_items")),
        sa.UniqueConstraint("start_id", "account_id", name=op.f("uq_annotation_items_start_id")),
    )
    with op.batch_alter_table("annotation_items", schema=None) as batch_op:
        batch_op.create_index("ix_annotation_items_account", ["account_id", "batch_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_annotation_items_batch_id"), ["batch_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_annotation_items_start_id"), ["start_id"], unique=False)

    op.create_table(
        "annotation_proposals",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["item_id"], ["annotation_items.id"], name=op.f("fk_annotation_proposals_item_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_proposals")),
    )
    with op.batch_alter_table("annotation_proposals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_annotation_proposals_item_id"), ["item_id"], unique=False)

    op.create_table(
        "annotation_turns",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("client_id", sa.String(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("dropped", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["item_id"], ["annotation_items.id"], name=op.f("fk_annotation_turns_item_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_turns")),
        sa.UniqueConstraint("item_id", "client_id", name=op.f("uq_annotation_turns_item_id")),
    )
    with op.batch_alter_table("annotation_turns", schema=None) as batch_op:
        batch_op.create_index(
            "ix_annotation_turns_standing",
            ["item_id", "number"],
            unique=True,
            sqlite_where=sa.text("dropped IS NULL"),
            postgresql_where=sa.text("dropped IS NULL"),
        )

    op.create_table(
        "annotation_verdicts",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("reviewer_id", sa.String(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["item_id"], ["annotation_items.id"], name=op.f("fk_annotation_verdicts_item_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"], ["accounts.id"], name=op.f("fk_annotation_verdicts_reviewer_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_verdicts")),
    )
    with op.batch_alter_table("annotation_verdicts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_annotation_verdicts_item_id"), ["item_id"], unique=False)

    op.create_table(
        "annotation_remarks",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("verdict_id", sa.String(), nullable=True),
        sa.Column("reviewer_id", sa.String(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("client_id", sa.String(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["item_id"], ["annotation_items.id"], name=op.f("fk_annotation_remarks_item_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"], ["accounts.id"], name=op.f("fk_annotation_remarks_reviewer_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["verdict_id"], ["annotation_verdicts.id"], name=op.f("fk_annotation_remarks_verdict_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_remarks")),
        sa.UniqueConstraint("item_id", "client_id", name=op.f("uq_annotation_remarks_item_id")),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("annotation_remarks")
    with op.batch_alter_table("annotation_verdicts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_annotation_verdicts_item_id"))

    op.drop_table("annotation_verdicts")
    with op.batch_alter_table("annotation_turns", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_annotation_turns_standing", sqlite_where=sa.text("dropped IS NULL"), postgresql_where=sa.text("dropped IS NULL")
        )

    op.drop_table("annotation_turns")
    with op.batch_alter_table("annotation_proposals", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_annotation_proposals_item_id"))

    op.drop_table("annotation_proposals")
    with op.batch_alter_table("annotation_items", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_annotation_items_start_id"))
        batch_op.drop_index(batch_op.f("ix_annotation_items_batch_id"))
        batch_op.drop_index("ix_annotation_items_account")

    op.drop_table("annotation_items")
    op.drop_table("annotation_starts")
    with op.batch_alter_table("annotation_members", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_annotation_members_account_id"))

    op.drop_table("annotation_members")
    op.drop_table("annotation_batches")
    with op.batch_alter_table("annotation_entries", schema=None) as batch_op:
        batch_op.drop_index("ix_annotation_entries_account")

    op.drop_table("annotation_entries")
