"""One tutor behind an OpenAI-compatible endpoint (Z5); ``docs/serving.md``. The routes are in `gnomon.serving.endpoint`."""

from gnomon.serving.answering import Answer, Conversations
from gnomon.serving.errors import EndpointError, KeyFileError
from gnomon.serving.keys import Keys
from gnomon.serving.limits import TokenBuckets
from gnomon.serving.problems import DraftedProblems
from gnomon.serving.settings import HolderOf, Settings
from gnomon.serving.tutors import ServedTutor, Tutors

__all__ = [
    "Answer",
    "Conversations",
    "DraftedProblems",
    "EndpointError",
    "HolderOf",
    "KeyFileError",
    "Keys",
    "ServedTutor",
    "Settings",
    "TokenBuckets",
    "Tutors",
]
