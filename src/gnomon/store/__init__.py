"""What the studio keeps: accounts, classes, conversations, problems, drafts, a log; SQLite or PostgreSQL; ``docs/studio.md``."""

from gnomon.store.accounts import Account, Accounts, ApiKey, Invitation, InvitationError, Role, hashed
from gnomon.store.annotation import (
    Annotation,
    Batch,
    Choose,
    Entry,
    Item,
    ItemTurn,
    KeptItem,
    ListedItem,
    Member,
    ProposalSet,
    Remark,
    ReviewState,
    Start,
    Verdict,
)
from gnomon.store.classes import Assignment, Classes, Classroom
from gnomon.store.conversations import Conversation, Conversations, HeldTurn, Kept, OutOfStepError, SaidTurn, Try
from gnomon.store.database import now
from gnomon.store.drafts import Draft, Drafts, Event, Events, StaleDraftError
from gnomon.store.errors import StoreError
from gnomon.store.pictures import Pictures, QuotaError, UnsavedPicture, picture_name
from gnomon.store.pipelines import PipelineDecision, PipelineItem, Pipelines, PipelineStage, deciding_name
from gnomon.store.problems import OwnProblem, OwnProblems
from gnomon.store.store import Store

__all__ = [
    "Account",
    "Accounts",
    "Annotation",
    "ApiKey",
    "Assignment",
    "Batch",
    "Choose",
    "Classes",
    "Classroom",
    "Conversation",
    "Conversations",
    "Draft",
    "Drafts",
    "Entry",
    "Event",
    "Events",
    "HeldTurn",
    "Invitation",
    "InvitationError",
    "Item",
    "ItemTurn",
    "Kept",
    "KeptItem",
    "ListedItem",
    "Member",
    "OutOfStepError",
    "OwnProblem",
    "OwnProblems",
    "Pictures",
    "PipelineDecision",
    "PipelineItem",
    "PipelineStage",
    "Pipelines",
    "ProposalSet",
    "QuotaError",
    "Remark",
    "ReviewState",
    "Role",
    "SaidTurn",
    "StaleDraftError",
    "Start",
    "Store",
    "StoreError",
    "Try",
    "UnsavedPicture",
    "Verdict",
    "deciding_name",
    "hashed",
    "now",
    "picture_name",
]
