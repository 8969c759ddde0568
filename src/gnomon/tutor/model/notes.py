"""The engine's proof as private notes for a model tutor: what is proved, where the student stands, what comes next.

The notes go into the tutor's prompt and nowhere else: no turn, record or dialogue holds them.
"""

from __future__ import annotations

from gnomon.geometry import Proof, Step
from gnomon.prompts import fence, in_one_line, load
from gnomon.tutor.symbolic.diagnosed import Diagnosis

_LONGEST_SENTENCE = 200
"""Characters of a student's sentence that the notes quote: a long sentence, and too little to write instructions in."""


def private_notes(proof: Proof, diagnosis: Diagnosis) -> str:
    """Write the proof and the diagnosis down for a tutor's eyes only.

    The notes are trusted, the student's sentence in them is not: one line of it is quoted, between tags that it cannot close.
    """
    step = proof.steps[diagnosis.step] if diagnosis.step is not None else None
    error = diagnosis.error
    idea = error.misconception if error else None
    fenced = fence({"sentence": in_one_line(error.sentence, _LONGEST_SENTENCE) if error else ""})
    return (
        load("tutor/notes")
        .fill(
            steps=[
                {"text": each.text, "rule": each.rule_name, "elements": ", ".join(f"{e.kind} {e.name}" for e in each.uses)}
                for each in proof.steps
            ],
            is_solved=diagnosis.is_solved,
            shown="; ".join(str(found) for each in proof.steps for found in each.solved if found.atom in diagnosis.shown),
            error=fenced.blocks["sentence"],
            belief=idea.belief if idea else "",
            doubt=idea.doubt if idea else "",
            next_step=step.index + 1 if step else None,
            statement=step.rule.statement if step and step.rule else "",
            hint=_hint(step),
        )
        .user
    )


def _hint(step: Step | None) -> str:
    if step is not None and step.combination is not None:
        return "Which of the relations that you have already can be put together?"
    if step is None or step.rule is None or step.instance is None:
        return "What does the equation in the problem tell you?"
    return step.rule.hint.format(**step.instance.binding)
