"""What a teacher may see: their own classes, and what was begun in them; an admin sees all. Another's is as good as none."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from gnomon.problem import Problem, bank
from gnomon.store import Account, Classroom, Kept
from gnomon.studio.access import Teacher
from gnomon.studio.failing import missing
from gnomon.studio.problems import find_problem
from gnomon.studio.studio import Studio, TheStudio


def owns(account: Account, classroom: Classroom | None) -> bool:
    """Say whether somebody may see a class."""
    return classroom is not None and (account.role == "admin" or classroom.teacher_id == account.id)


async def classes_of(studio: Studio, account: Account) -> list[Classroom]:
    """Return the classes that somebody may see, oldest first."""
    return await studio.store.classes.of_teacher(None if account.role == "admin" else account.id)


async def _own_class(studio: TheStudio, account: Teacher, class_id: str) -> Classroom:
    classroom = await studio.store.classes.get(class_id)
    if classroom is None or not owns(account, classroom):
        raise missing("class")
    return classroom


OwnClass = Annotated[Classroom, Depends(_own_class)]


async def _own_learner(studio: TheStudio, classroom: OwnClass, learner_id: str) -> Account:
    found = next((each for each in await studio.store.classes.learners(classroom.id) if each.id == learner_id), None)
    if found is None:
        raise missing("learner in this class")
    return found


OwnLearner = Annotated[Account, Depends(_own_learner)]


async def _own_talk(studio: TheStudio, account: Teacher, talk_id: str) -> Kept:
    """Return a conversation that was begun in an own class by who still belongs to it: who leaves takes theirs along."""
    kept = await studio.store.conversations.get(talk_id)
    class_id = kept.row.class_id if kept else None
    classroom = await studio.store.classes.get(class_id) if class_id else None
    if kept is None or classroom is None or not owns(account, classroom):
        raise missing("conversation")
    if kept.row.account_id not in {each.id for each in await studio.store.classes.learners(classroom.id)}:
        raise missing("conversation")
    return kept


OwnTalk = Annotated[Kept, Depends(_own_talk)]


async def assignable(studio: Studio, account: Account, problem_id: str) -> Problem:
    """Return a problem of the bank, or one that the teacher made.

    Raises:
        HTTPException: 404 for any other.
    """
    own = None if problem_id in bank() else await studio.store.problems.get(problem_id)
    is_theirs = problem_id in bank() or (own is not None and (account.role == "admin" or own.owner_id == account.id))
    problem = await find_problem(studio.store, problem_id) if is_theirs else None
    if problem is None:
        raise missing("problem")
    return problem
