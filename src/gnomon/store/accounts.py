"""Who uses the studio: accounts, the invitations they came by, the logins they hold, the keys of the endpoint.

Of a token or key only its SHA-256 is kept: who reads the database can use none. They are 256 random bits, so that no slow hash is
needed; passwords are hashed by who calls.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Delete, ForeignKey, delete, func, or_, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.store.database import Base, Database, new_id, now, reads, writes

Role = Literal["learner", "teacher", "annotator", "reviewer", "admin"]
"""What an account may do; an admin may do all."""

_LOGIN = timedelta(days=30)
_INVITATION = timedelta(days=14)


class Account(Base):
    """A person, or a guest."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str]
    """As others see it."""
    role: Mapped[str]
    is_guest: Mapped[bool] = mapped_column(default=False)
    """Whether nobody invited them: what they did goes with their login."""
    login_name: Mapped[str | None] = mapped_column(unique=True)
    """By which they sign in with a password; None: by links only."""
    password_hash: Mapped[str | None]
    language: Mapped[str | None]
    """Of the tutor's words; None: the learner's, as the messages show."""
    created: Mapped[datetime] = mapped_column(default=now)
    erased: Mapped[datetime | None]
    """When they had their data erased; the row stays, without a name, for what refers to it."""


class Invitation(Base):
    """A link that makes an account or, for an account that is there, a login."""

    __tablename__ = "invitations"

    token_hash: Mapped[str] = mapped_column(primary_key=True)
    role: Mapped[str]
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    """Whom it signs in; None: it makes an account."""
    made_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"))
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]
    used: Mapped[datetime | None]


class Login(Base):
    """A browser that is signed in."""

    __tablename__ = "logins"

    token_hash: Mapped[str] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]


class ApiKey(Base):
    """A key of the endpoint."""

    __tablename__ = "api_keys"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    key_hash: Mapped[str] = mapped_column(unique=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    name: Mapped[str]
    """As its holder calls it."""
    created: Mapped[datetime] = mapped_column(default=now)
    revoked: Mapped[datetime | None]
    requests: Mapped[int] = mapped_column(default=0)
    """Asked with it so far."""
    last_used: Mapped[datetime | None]


class InvitationError(ValueError):
    """A link that cannot be used; the message says why."""


@dataclass(frozen=True)
class Accounts:
    """Accounts, invitations, logins and keys of a database."""

    database: Database

    @writes
    def make(
        self,
        session: Session,
        name: str,
        role: Role,
        *,
        is_guest: bool = False,
        login_name: str | None = None,
        password_hash: str | None = None,
        language: str | None = None,
    ) -> Account:
        """Make an account.

        Raises:
            sqlalchemy.exc.IntegrityError: when the login name is taken.
        """
        account = Account(
            name=name, role=role, is_guest=is_guest, login_name=login_name, password_hash=password_hash, language=language
        )
        session.add(account)
        return account

    @reads
    def get(self, session: Session, account_id: str) -> Account | None:
        """Return an account that is not erased."""
        account = session.get(Account, account_id)
        return account if account is not None and account.erased is None else None

    @reads
    def by_login_name(self, session: Session, login_name: str) -> Account | None:
        """Return who signs in by a name and password."""
        return session.scalar(select(Account).where(Account.login_name == login_name, Account.erased.is_(None)))

    @reads
    def everybody(self, session: Session) -> list[Account]:
        """Return all accounts that are not erased, oldest first."""
        found = session.scalars(select(Account).where(Account.erased.is_(None)).order_by(Account.created, Account.id))
        return list(found)

    @reads
    def has_admin(self, session: Session) -> bool:
        """Say whether anybody may administer."""
        count = session.scalar(select(func.count()).select_from(Account).where(Account.role == "admin", Account.erased.is_(None)))
        return bool(count)

    async def set_password(self, account_id: str, login_name: str, password_hash: str) -> None:
        """Let an account sign in by a name and password.

        Raises:
            sqlalchemy.exc.IntegrityError: when the login name is taken.
        """
        await self._change(account_id, login_name=login_name, password_hash=password_hash)

    @writes
    def set_role(self, session: Session, account_id: str, role: Role) -> None:
        """Let an account do something else from now on; unused links to it or made by it end: they were made for what it was."""
        session.execute(update(Account).where(Account.id == account_id).values(role=role))
        session.execute(_unused(account_id))

    def erase(self, session: Session, account_id: str) -> None:
        """Take away an account's name, logins and keys, in the transaction of `Store.erase`, which takes the rest."""
        session.execute(
            update(Account)
            .where(Account.id == account_id)
            .values(name="erased", login_name=None, password_hash=None, language=None, erased=now())
        )
        session.execute(delete(Login).where(Login.account_id == account_id))
        session.execute(delete(ApiKey).where(ApiKey.account_id == account_id))
        session.execute(_unused(account_id))

    @writes
    def invite(self, session: Session, role: Role, *, made_by: str | None = None, account_id: str | None = None) -> str:
        """Return the token of a new invitation, which is kept nowhere."""
        token = secrets.token_urlsafe(32)
        row = Invitation(token_hash=hashed(token), role=role, account_id=account_id, made_by=made_by, expires=now() + _INVITATION)
        session.add(row)
        return token

    @reads
    def invitation(self, session: Session, token: str) -> Invitation:
        """Return an invitation that can be used.

        Raises:
            InvitationError: when it cannot.
        """
        return _usable(session.get(Invitation, hashed(token)))

    @writes
    def accept(
        self, session: Session, token: str, name: str, *, login_name: str | None = None, password_hash: str | None = None
    ) -> Account:
        """Use an invitation up, and return whom it signs in or the account that it makes, in one transaction.

        Raises:
            InvitationError: when it cannot be used, such as where somebody else was faster.
            sqlalchemy.exc.IntegrityError: when the login name is taken; the invitation can still be used then.
        """
        row = _usable(session.get(Invitation, hashed(token), with_for_update=True))
        row.used = now()
        if row.account_id is None:
            account = Account(name=name, role=row.role, login_name=login_name, password_hash=password_hash)
            session.add(account)
            return account
        known = session.get(Account, row.account_id)
        if known is None or known.erased is not None:
            raise InvitationError("This account is no more.")
        return known

    @reads
    def open_invitations(self, session: Session) -> list[Invitation]:
        """Return the invitations that can be used, newest first."""
        query = select(Invitation).where(Invitation.used.is_(None), Invitation.expires > now())
        return list(session.scalars(query.order_by(Invitation.created.desc(), Invitation.token_hash)))

    @writes
    def withdraw(self, session: Session, token_hash: str) -> None:
        """End an invitation, by what is kept of its token."""
        session.execute(delete(Invitation).where(Invitation.token_hash == token_hash))

    @writes
    def log_in(self, session: Session, account_id: str) -> str:
        """Return the token of a new login, which is kept nowhere."""
        token = secrets.token_urlsafe(32)
        session.add(Login(token_hash=hashed(token), account_id=account_id, expires=now() + _LOGIN))
        session.execute(delete(Login).where(Login.expires < now()))
        return token

    @reads
    def logged_in(self, session: Session, token: str) -> Account | None:
        """Return whose login a token is; None where it is none, or no longer."""
        query = (
            select(Account)
            .join(Login, Login.account_id == Account.id)
            .where(Login.token_hash == hashed(token), Login.expires > now(), Account.erased.is_(None))
        )
        return session.scalar(query)

    @writes
    def log_out(self, session: Session, token: str) -> None:
        """End a login."""
        session.execute(delete(Login).where(Login.token_hash == hashed(token)))

    @writes
    def log_out_everywhere(self, session: Session, account_id: str) -> None:
        """End all logins of an account, and the links that would make one."""
        session.execute(delete(Login).where(Login.account_id == account_id))
        session.execute(delete(Invitation).where(Invitation.account_id == account_id))

    @writes
    def make_key(self, session: Session, account_id: str, name: str) -> str:
        """Return a new key of the endpoint, which is kept nowhere."""
        key = "gn-" + secrets.token_urlsafe(32)
        session.add(ApiKey(key_hash=hashed(key), account_id=account_id, name=name))
        return key

    @reads
    def keys_of(self, session: Session, account_id: str) -> list[ApiKey]:
        """Return an account's keys, oldest first."""
        found = session.scalars(select(ApiKey).where(ApiKey.account_id == account_id).order_by(ApiKey.created))
        return list(found)

    @reads
    def keys(self, session: Session) -> list[ApiKey]:
        """Return everybody's keys, those used last first."""
        return list(session.scalars(select(ApiKey).order_by(ApiKey.last_used.desc().nulls_last(), ApiKey.created, ApiKey.id)))

    @writes
    def revoke_key(self, session: Session, account_id: str, key_id: str) -> None:
        """End one of an account's own keys."""
        session.execute(
            update(ApiKey)
            .where(ApiKey.id == key_id, ApiKey.account_id == account_id, ApiKey.revoked.is_(None))
            .values(revoked=now())
        )

    @writes
    def holder_of(self, session: Session, key: str) -> str | None:
        """Return the id of the account that holds a key, and count the request; None for a key that is none."""
        row = session.scalar(select(ApiKey).where(ApiKey.key_hash == hashed(key), ApiKey.revoked.is_(None)))
        if row is None:
            return None
        row.requests += 1
        row.last_used = now()
        return row.account_id

    @writes
    def _change(self, session: Session, /, account_id: str, **values: object) -> None:
        session.execute(update(Account).where(Account.id == account_id).values(**values))


def _usable(found: Invitation | None) -> Invitation:
    if found is None:
        raise InvitationError("This link is not known here. Ask for a new one.")
    if found.used is not None:
        raise InvitationError("This link was used already. Ask for a new one.")
    if found.expires < now():
        raise InvitationError("This link is too old. Ask for a new one.")
    return found


def _unused(account_id: str) -> Delete:
    """Return what ends the unused links to an account and those that it made."""
    concerned = or_(Invitation.account_id == account_id, Invitation.made_by == account_id)
    return delete(Invitation).where(concerned, Invitation.used.is_(None))


def hashed(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
