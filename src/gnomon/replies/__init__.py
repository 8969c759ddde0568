"""Model text to values: what could not be read is said, never guessed, and no text raises."""

from gnomon.replies.choice import CHOICES, parse_choice
from gnomon.replies.drafted import parse_drafted
from gnomon.replies.fields import by_key, squeezed_name
from gnomon.replies.keypoints import parse_keypoints
from gnomon.replies.label import LABELS, parse_label
from gnomon.replies.lenient import JsonValue, Members
from gnomon.replies.moves import parse_moves
from gnomon.replies.objects import read_only_object
from gnomon.replies.rating import RATING_FIELDS, parse_rating
from gnomon.replies.reading import FLAGS, MAX_BYTES, Reading, Status
from gnomon.replies.rubric import RUBRIC_FIELDS, parse_rubric
from gnomon.replies.thinking import said_in, split_thinking
from gnomon.replies.turn import parse_turn
from gnomon.replies.utterance import parse_utterance

__all__ = [
    "CHOICES",
    "FLAGS",
    "LABELS",
    "MAX_BYTES",
    "RATING_FIELDS",
    "RUBRIC_FIELDS",
    "JsonValue",
    "Members",
    "Reading",
    "Status",
    "by_key",
    "parse_choice",
    "parse_drafted",
    "parse_keypoints",
    "parse_label",
    "parse_moves",
    "parse_rating",
    "parse_rubric",
    "parse_turn",
    "parse_utterance",
    "read_only_object",
    "said_in",
    "split_thinking",
    "squeezed_name",
]
