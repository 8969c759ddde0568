"""Tutors: the protocols, the reader of learners' messages, the symbolic tutor, tutors that ask a model, the answer guard."""

from gnomon.tutor.addressed import AddressedModel
from gnomon.tutor.asking import ModelReply, Sampling
from gnomon.tutor.breach import breach_of
from gnomon.tutor.guard.guard import GuardResult, StepScope, check, find_leak
from gnomon.tutor.guard.redrafting import MOST_DRAFTS, Drafted, first_safe
from gnomon.tutor.guard.turns import Leak
from gnomon.tutor.message.message import Intent, Message, read_message
from gnomon.tutor.message.moves import Claim
from gnomon.tutor.model.asked import NO_ANSWER
from gnomon.tutor.model.composer import ComposedTutor
from gnomon.tutor.model.ear import ModelEar
from gnomon.tutor.model.explainer import ModelExplainer, SymbolicExplainer
from gnomon.tutor.model.faithful import verdicts_in
from gnomon.tutor.model.focused import CATEGORIES, Category, Decision, FocusedTutor, Move, Prediction, UtteranceSource, move_of
from gnomon.tutor.model.key_step import ModelKeyStepTutor, SymbolicKeyStepTutor, key_step_request, read_key_step
from gnomon.tutor.model.key_step_data import KeyStepExample, KeyStepVariant, key_step_examples, key_step_variants
from gnomon.tutor.model.parts import ContextParts, context_combinations, transcript
from gnomon.tutor.model.tutor import ModelTutor, turn_request, turn_schema
from gnomon.tutor.model.voice import VoicedTutor
from gnomon.tutor.opening import ModelOpener, TutorSpecError, open_explainer, open_key_step_tutor, open_tutor
from gnomon.tutor.protocol import (
    Explainer,
    ExplanationContext,
    KeyStepContext,
    KeyStepExchange,
    KeyStepTutor,
    Teacher,
    Tutor,
    TutorContext,
)
from gnomon.tutor.proving.standing import ProofReader
from gnomon.tutor.proving.tutor import proof_reader_of
from gnomon.tutor.replied import ExplanationReply, KeypointReply, KeyStepReply, TutorReply, said_turn
from gnomon.tutor.symbolic.diagnosed import Diagnosis, Error
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.hearing import Ear, Hearing
from gnomon.tutor.symbolic.judged import Judged, Judgement, Way
from gnomon.tutor.symbolic.judging import Judge
from gnomon.tutor.symbolic.language import language_of
from gnomon.tutor.symbolic.plan import hint_levels
from gnomon.tutor.symbolic.readers import NoProofError, reader_of
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.tutor import SymbolicTutor
from gnomon.tutor.symbolic.words import Words, describe, languages, words_in

__all__ = [
    "CATEGORIES",
    "MOST_DRAFTS",
    "NO_ANSWER",
    "AddressedModel",
    "Category",
    "Claim",
    "ComposedTutor",
    "ContextParts",
    "Decision",
    "Diagnosis",
    "Diagnostician",
    "Drafted",
    "Ear",
    "Error",
    "Explainer",
    "ExplanationContext",
    "ExplanationReply",
    "FocusedTutor",
    "GuardResult",
    "Hearing",
    "Intent",
    "Judge",
    "Judged",
    "Judgement",
    "KeyStepContext",
    "KeyStepExample",
    "KeyStepExchange",
    "KeyStepReply",
    "KeyStepTutor",
    "KeyStepVariant",
    "KeypointReply",
    "Leak",
    "Message",
    "ModelEar",
    "ModelExplainer",
    "ModelKeyStepTutor",
    "ModelOpener",
    "ModelReply",
    "ModelTutor",
    "Move",
    "NoProofError",
    "Prediction",
    "ProofReader",
    "Sampling",
    "StepScope",
    "SymbolicExplainer",
    "SymbolicKeyStepTutor",
    "SymbolicTutor",
    "Teacher",
    "Truth",
    "Tutor",
    "TutorContext",
    "TutorReply",
    "TutorSpecError",
    "UtteranceSource",
    "VoicedTutor",
    "Way",
    "Words",
    "breach_of",
    "check",
    "context_combinations",
    "describe",
    "find_leak",
    "first_safe",
    "hint_levels",
    "key_step_examples",
    "key_step_request",
    "key_step_variants",
    "language_of",
    "languages",
    "move_of",
    "open_explainer",
    "open_key_step_tutor",
    "open_tutor",
    "proof_reader_of",
    "read_key_step",
    "read_message",
    "reader_of",
    "said_turn",
    "transcript",
    "turn_request",
    "turn_schema",
    "verdicts_in",
    "words_in",
]
