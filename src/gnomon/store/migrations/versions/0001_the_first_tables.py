"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Go to this version."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("is_guest", sa.Boolean(), nullable=False),
        sa.Column("login_name", sa.String(), nullable=True),
        sa.Column("password_hash", sa.String(), nullable=True),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("erased", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("login_name", name=op.f("uq_accounts_login_name")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.create_index("ix_events_account_place", ["account_id", "place"], unique=False)
        batch_op.create_index("ix_events_kind", ["kind", "created"], unique=False)

    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("key_hash", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.Column("last_used", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_api_keys_account_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_api_keys_key_hash")),
    )
    with op.batch_alter_table("api_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_keys_account_id"), ["account_id"], unique=False)

    op.create_table(
        "classes",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("teacher_id", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=True),
        sa.Column("is_supervised", sa.Boolean(), nullable=False),
        sa.Column("wait_seconds", sa.Integer(), nullable=False),
        sa.Column("on_timeout", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["teacher_id"], ["accounts.id"], name=op.f("fk_classes_teacher_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_classes")),
        sa.UniqueConstraint("code", name=op.f("uq_classes_code")),
    )
    with op.batch_alter_table("classes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_classes_teacher_id"), ["teacher_id"], unique=False)

    op.create_table(
        "drafts",
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_drafts_account_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account_id", "place", name=op.f("pk_drafts")),
    )
    op.create_table(
        "invitations",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=True),
        sa.Column("made_by", sa.String(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_invitations_account_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["made_by"], ["accounts.id"], name=op.f("fk_invitations_made_by"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_invitations")),
    )
    op.create_table(
        "logins",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_logins_account_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_logins")),
    )
    with op.batch_alter_table("logins", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_logins_account_id"), ["account_id"], unique=False)

    op.create_table(
        "own_problems",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["accounts.id"], name=op.f("fk_own_problems_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_problems")),
    )
    with op.batch_alter_table("own_problems", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_own_problems_owner_id"), ["owner_id"], unique=False)

    op.create_table(
        "assignments",
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("problem", sa.String(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["class_id"], ["classes.id"], name=op.f("fk_assignments_class_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("class_id", "problem", name=op.f("pk_assignments")),
    )
    op.create_table(
        "conversations",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("class_id", sa.String(), nullable=True),
        sa.Column("problem", sa.String(), nullable=False),
        sa.Column("attempt", sa.String(), nullable=False),
        sa.Column("tutor", sa.String(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_conversations_account_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["class_id"], ["classes.id"], name=op.f("fk_conversations_class_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversations")),
    )
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_conversations_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_conversations_class_id"), ["class_id"], unique=False)

    op.create_table(
        "memberships",
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_memberships_account_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["class_id"], ["classes.id"], name=op.f("fk_memberships_class_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("class_id", "account_id", name=op.f("pk_memberships")),
    )
    with op.batch_alter_table("memberships", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_memberships_account_id"), ["account_id"], unique=False)

    op.create_table(
        "held_turns",
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("proposed", sa.JSON(), nullable=False),
        sa.Column("sent", sa.JSON(), nullable=True),
        sa.Column("decision", sa.String(), nullable=True),
        sa.Column("decided_by", sa.String(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversations.id"], name=op.f("fk_held_turns_conversation_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["decided_by"], ["accounts.id"], name=op.f("fk_held_turns_decided_by"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("conversation_id", "number", name=op.f("pk_held_turns")),
    )
    op.create_table(
        "tries",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("problem", sa.String(), nullable=True),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("is_right", sa.Boolean(), nullable=True),
        sa.Column("answered", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_tries_account_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversations.id"], name=op.f("fk_tries_conversation_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tries")),
    )
    with op.batch_alter_table("tries", schema=None) as batch_op:
        batch_op.create_index("ix_tries_account_due", ["account_id", "due"], unique=False)
        batch_op.create_index(batch_op.f("ix_tries_conversation_id"), ["conversation_id"], unique=False)

    op.create_table(
        "turns",
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=True),
        sa.Column("client_id", sa.String(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversations.id"], name=op.f("fk_turns_conversation_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("conversation_id", "number", name=op.f("pk_turns")),
        sa.UniqueConstraint("conversation_id", "client_id", name=op.f("uq_turns_conversation_id")),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("turns")
    with op.batch_alter_table("tries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tries_conversation_id"))
        batch_op.drop_index("ix_tries_account_due")

    op.drop_table("tries")
    op.drop_table("held_turns")
    with op.batch_alter_table("memberships", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_memberships_account_id"))

    op.drop_table("memberships")
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_conversations_class_id"))
        batch_op.drop_index(batch_op.f("ix_conversations_account_id"))

    op.drop_table("conversations")
    op.drop_table("assignments")
    with op.batch_alter_table("own_problems", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_own_problems_owner_id"))

    op.drop_table("own_problems")
    with op.batch_alter_table("logins", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_logins_account_id"))

    op.drop_table("logins")
    op.drop_table("invitations")
    op.drop_table("drafts")
    with op.batch_alter_table("classes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_classes_teacher_id"))

    op.drop_table("classes")
    with op.batch_alter_table("api_keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_api_keys_account_id"))

    op.drop_table("api_keys")
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.drop_index("ix_events_kind")
        batch_op.drop_index("ix_events_account_place")

    op.drop_table("events")
    op.drop_table("accounts")
