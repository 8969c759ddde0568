"""The annotation desk: batches of wrong attempts, who annotates them, their dialogues turn by turn, reviews, what is earned."""

from gnomon.store.annotation.batches import Batch, Start
from gnomon.store.annotation.desk import Annotation
from gnomon.store.annotation.dialogues import Item, ItemTurn, KeptItem, ListedItem, ProposalSet, ReviewState
from gnomon.store.annotation.earnings import Entry
from gnomon.store.annotation.members import Member
from gnomon.store.annotation.places import Choose
from gnomon.store.annotation.reviews import Remark, Verdict

__all__ = [
    "Annotation",
    "Batch",
    "Choose",
    "Entry",
    "Item",
    "ItemTurn",
    "KeptItem",
    "ListedItem",
    "Member",
    "ProposalSet",
    "Remark",
    "ReviewState",
    "Start",
    "Verdict",
]
