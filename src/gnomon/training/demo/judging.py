"""A toy of judging: made-up replies of a tutor, of which a rule says how far they tell the student what to do.

The rule is that of Actionability in small: Yes where a reply names an action and its object, To some extent where it names the
object alone, No where it names no object. A judge is first taught to quote what a reply names, with labels drawn at random; which
label is right it can learn from rewards alone. Pairs of action and object of held-out replies are in no reply of the training.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gnomon.judge import LABELS, Label
from gnomon.models import Message
from gnomon.packaged import packaged_yaml
from gnomon.training.rows import Row

_WORDS = packaged_yaml(__package__, "words.yaml")["judging"]
OPENERS, ACTIONS, OBJECTS, REMARKS = (tuple(_WORDS[kind]) for kind in ("openers", "actions", "objects", "remarks"))
YES, SOME, NO = LABELS
EVERY_NTH_IS_HELD_OUT = 4
"""Of the pairs of action and object: two of every row and column of the eight by eight."""
ANSWER_TOKENS = 16
"""As the recipe's longest completion."""


@dataclass(frozen=True)
class Reply:
    """One reply of a tutor."""

    text: str
    label: Label
    evidence: str
    """What of action and object it names."""


def replies(count: int, seed: int, *, held_out: bool) -> list[Reply]:
    """Return replies, those with each label as often as those with another.

    Args:
        count: of them.
        seed: of the draws.
        held_out: whether they are made of the held-out pairs of action and object.
    """
    draws = random.Random(f"replies/{seed}/{held_out}")
    return [_reply(LABELS[number % len(LABELS)], draws, held_out=held_out) for number in range(count)]


def _reply(label: Label, draws: random.Random, *, held_out: bool) -> Reply:
    action, thing = draws.choice(PAIRS[held_out])
    # An action without its object is no advice: the word alone must not give the label away
    named = {YES: f"{action} the {thing}", SOME: f"there is the {thing}", NO: draws.choice((f"we {action} later", ""))}[label]
    told = [part for part in (named, *draws.sample(REMARKS, 2)) if part]
    draws.shuffle(told)
    evidence = f"action {action if action in named else 'none'} , object {thing if thing in named else 'none'}"
    return Reply(f"{draws.choice(OPENERS)} , {' . '.join(told)}", label, evidence)


def _parted() -> dict[bool, list[tuple[str, str]]]:
    """Part the pairs of action and object: of each action and of each object some are held out."""
    pairs = [((i + j) % EVERY_NTH_IS_HELD_OUT == 0, (a, b)) for i, a in enumerate(ACTIONS) for j, b in enumerate(OBJECTS)]
    return {side: [pair for is_held_out, pair in pairs if is_held_out == side] for side in (False, True)}


PAIRS = _parted()


def prompt_of(reply: Reply) -> str:
    """Return what the judge is asked."""
    return f"tutor : {reply.text} ? does it say what to do"


def judged_rows(found: Sequence[Reply]) -> list[Row]:
    """Return rows for rewards: the truth beside the prompt."""
    return [
        Row(f"reply-{number}", f"reply-{number}", (Message(role="user", text=prompt_of(reply)),), columns={"truth": reply.label})
        for number, reply in enumerate(found)
    ]


def form_rows(found: Sequence[Reply], seed: int) -> list[Row]:
    """Return rows that show what an answer looks like: the rationale quotes the reply, the label is drawn at random."""
    draws = random.Random(f"form/{seed}")
    return [
        replace(row, completion=f"<think> {reply.evidence} </think> <answer> {draws.choice(LABELS)} </answer>", columns={})
        for row, reply in zip(judged_rows(found), found, strict=True)
    ]


def with_shuffled_truth(rows: Sequence[Row], seed: int) -> list[Row]:
    """Return rows whose labels are exchanged at random: the control, whose rewards tell nothing."""
    truths = [row.columns["truth"] for row in rows]
    random.Random(f"control/{seed}").shuffle(truths)
    return [replace(row, columns={"truth": truth}) for row, truth in zip(rows, truths, strict=True)]
