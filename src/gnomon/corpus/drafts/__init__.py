"""Items of MMTutorBench and MathExplain drafted without a model: from the proof of a problem, or from a solved equation.

All functions are pure. A draft is for a person to verify, as one that a model wrote; `key_step_flaws` and `keypoint_flaws` say
what is wrong with one by rule.
"""

from gnomon.corpus.drafts.checking import key_step_flaws, keypoint_flaws, named_operation
from gnomon.corpus.drafts.equations import EquationError, EquationStep, solve_by_steps
from gnomon.corpus.drafts.key_steps import key_steps_of
from gnomon.corpus.drafts.keypoints import keypoints_of
from gnomon.corpus.drafts.worked import WorkedSolution, WorkedStep
from gnomon.corpus.drafts.worked_equation import worked_equation
from gnomon.corpus.drafts.worked_proof import worked_proof
from gnomon.corpus.drafts.writing import Draft, draft_key_steps, draft_keypoints, key_step_row

__all__ = [
    "Draft",
    "EquationError",
    "EquationStep",
    "WorkedSolution",
    "WorkedStep",
    "draft_key_steps",
    "draft_keypoints",
    "key_step_flaws",
    "key_step_row",
    "key_steps_of",
    "keypoint_flaws",
    "keypoints_of",
    "named_operation",
    "solve_by_steps",
    "worked_equation",
    "worked_proof",
]
