"""Turns about a figure: the vocabulary of acts, the turns, the dialogues and the rules they keep."""

from gnomon.dialogue.acts import Act, Feedback, Subact, SubactRecord, act_of, acts, resolve_subact, rules, subacts
from gnomon.dialogue.phrasebook import Phrase, Phrasebook, PhrasebookError, is_put_so, sentences_of
from gnomon.dialogue.turns import (
    Dialogue,
    DialogueError,
    HeardMove,
    Outcome,
    StudentTurn,
    Turn,
    TurnRecord,
    TutorTurn,
    dialogue_lines,
    read_dialogues,
    write_dialogues,
)
from gnomon.dialogue.violations import Violation, dialogue_violations, violations

__all__ = [
    "Act",
    "Dialogue",
    "DialogueError",
    "Feedback",
    "HeardMove",
    "Outcome",
    "Phrase",
    "Phrasebook",
    "PhrasebookError",
    "StudentTurn",
    "Subact",
    "SubactRecord",
    "Turn",
    "TurnRecord",
    "TutorTurn",
    "Violation",
    "act_of",
    "acts",
    "dialogue_lines",
    "dialogue_violations",
    "is_put_so",
    "read_dialogues",
    "resolve_subact",
    "rules",
    "sentences_of",
    "subacts",
    "violations",
    "write_dialogues",
]
