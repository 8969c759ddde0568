"""The store: everything that the studio keeps, by topic."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from sqlalchemy.orm import Session

from gnomon.store.accounts import Accounts
from gnomon.store.annotation import Annotation
from gnomon.store.classes import Classes
from gnomon.store.conversations import Conversations
from gnomon.store.database import Database
from gnomon.store.drafts import Drafts, Events
from gnomon.store.migrating import upgrade
from gnomon.store.pictures import Pictures
from gnomon.store.pipelines import Pipelines
from gnomon.store.problems import OwnProblems


class Store:
    """An open store; an asynchronous context manager. What a method returned from is committed.

    Args:
        url: ``postgresql://USER@HOST/NAME`` or the path of an SQLite file, which is made where there is none.

    Raises:
        StoreError: for a URL that cannot be used; entering it, when the database does not answer or is newer than this version.
    """

    def __init__(self, url: str) -> None:
        database = Database(url)
        self._database = database
        self.accounts = Accounts(database)
        self.classes = Classes(database)
        self.conversations = Conversations(database)
        self.problems = OwnProblems(database)
        self.pictures = Pictures(database)
        self.drafts = Drafts(database)
        self.events = Events(database)
        self.annotation = Annotation(database)
        self.pipelines = Pipelines(database)

    async def __aenter__(self) -> Self:
        """Connect, and bring the tables to this version's."""
        try:
            await self._database.connect()
            await self._database.write(lambda session: upgrade(session.connection()))
        except BaseException:
            await self._database.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close all connections."""
        await self._database.close()

    async def erase(self, account_id: str) -> None:
        """Erase what is an account's own: conversations, tries, annotated dialogues, drafts, its name; all of it or nothing.

        Classes and problems of a teacher stay, what an annotator has earned, and, nameless, decisions about items of pipelines.
        """

        def work(session: Session) -> None:
            for kept in (self.conversations, self.annotation, self.pipelines, self.drafts, self.pictures, self.accounts):
                kept.erase(session, account_id)

        await self._database.write(work)
