"""The shape of a proof: which rules, each resting on which others, whatever points and numbers it is about."""

from __future__ import annotations

import hashlib
from collections import Counter

from gnomon.geometry import Proof
from gnomon.problem import Quantity


def proof_shape(proof: Proof) -> Counter[str]:
    """Return how often each step occurs, named by its rule, what it finds and the steps that it rests on, down to the givens.

    Two proofs have one shape where this is equal. The order of steps that do not rest on each other is not part of it.
    """
    names: list[str] = []
    for step in proof.steps:
        found = sorted(solved.atom.kind if isinstance(solved.atom, Quantity) else "letter" for solved in step.solved)
        rests_on = sorted(names[source] for source in step.sources)
        # A digest, since a name holds those of all steps before it and would grow without end.
        names.append(hashlib.sha256(repr((step.rule_id, found, rests_on)).encode()).hexdigest())
    return Counter(names)
