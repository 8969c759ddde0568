"""Proposals for what an annotator has decided: several proposers, shuffled, their origin hidden; one that fails leaves the rest.

GeoDial 2.1 asks three models for words that carry out the act, the highlights and the feedback that the teacher chose. Here a
proposer is a model, any tutor (whose words are offered where it would make the same move), or the plain one, which needs nothing.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

from gnomon.corpus import CUSTOM, Proposal, chosen_of
from gnomon.dialogue import Feedback, Subact, act_of, subacts
from gnomon.figure import Highlights
from gnomon.models import Model
from gnomon.packaged import packaged_yaml
from gnomon.prompts import in_one_line, load
from gnomon.replies import said_in
from gnomon.tutor import Tutor, TutorContext, language_of, open_tutor, words_in
from gnomon.tutor.asking import ask, make_request
from gnomon.tutor.model.parts import ALL_PARTS, context_images, context_text

PLAIN = "plain"
LONGEST_WAIT = 20.0
"""Seconds for a proposer: a teacher who waits longer has written the words already."""


class ProposalError(RuntimeError):
    """A proposer that has nothing to offer; the message says why."""


class Guide(NamedTuple):
    """What the annotator has decided before any words."""

    subact: Subact
    feedback: Feedback = "none"
    highlights: Highlights = Highlights()
    highlights2: Highlights | None = None


class Proposer(Protocol):
    """Offers words."""

    @property
    def name(self) -> str:
        """Its origin in records; the annotator does not see it."""
        ...

    async def propose(self, context: TutorContext, guide: Guide) -> str:
        """Return an utterance.

        Raises:
            Exception: whatever goes wrong; it costs this proposal and no other.
        """
        ...


@dataclass(frozen=True)
class PlainProposer:
    """Says the same for every problem, by the subact and the names of what is highlighted."""

    way: int = 0
    """Which of the ways to say it."""
    name: str = PLAIN

    async def propose(self, context: TutorContext, guide: Guide) -> str:
        """Return the words of the table."""
        language = language_of(context.dialogue)
        texts = _plain()[language]
        words = words_in(language)
        pens = {"green": guide.highlights, "brown": guide.highlights2 or Highlights()}
        named = {pen: words.listed(tuple(highlights.elements())) for pen, highlights in pens.items()}
        said = [texts[guide.feedback]] if guide.feedback != "none" else []
        return " ".join(ways[self.way % len(ways)] for ways in [*said, texts[guide.subact]]).format(**named)


@dataclass(frozen=True)
class TutorProposer:
    """Offers what a tutor would say next, where that makes the move which the annotator chose."""

    tutor: Tutor

    @property
    def name(self) -> str:
        """The tutor's."""
        return self.tutor.name

    async def propose(self, context: TutorContext, guide: Guide) -> str:
        """Return the tutor's words.

        Raises:
            ProposalError: when it would make another move, or its reply could not be read.
            ModelError, NoProofError: as the tutor.
        """
        reply = await self.tutor.reply(context)
        if reply.turn is None:
            raise ProposalError(reply.failure)
        if reply.turn.subact != guide.subact:
            raise ProposalError(f"it would choose {reply.turn.subact}")
        return reply.turn.utterance


@dataclass(frozen=True)
class ModelProposer:
    """Asks a model for words that carry out what the annotator decided (GeoDial 2.1, appendix P)."""

    model: Model

    @property
    def name(self) -> str:
        """The model's."""
        return self.model.name

    async def propose(self, context: TutorContext, guide: Guide) -> str:
        """Return the model's words.

        Raises:
            ModelError: when the model cannot be asked.
        """
        filled = load("tutor/proposal").fill(
            act=act_of(guide.subact),
            subact=guide.subact,
            description=subacts()[guide.subact].description,
            feedback=guide.feedback,
            green=_listed(guide.highlights),
            brown=_listed(guide.highlights2 or Highlights()),
            context=context_text(context, ALL_PARTS),
        )
        reply = await ask(self.model, make_request(filled, context_images(context, ALL_PARTS)))
        return said_in(reply.text)


@dataclass(frozen=True)
class Proposals:
    """What was offered."""

    shown: tuple[Proposal, ...]
    """In the order shown, which hangs on the seed alone; the annotator sees the texts."""
    failed: Mapping[str, str]
    """By origin, why it offered nothing."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What the annotator sees, and all that may reach the page."""
        return tuple(each.text for each in self.shown)

    def recorded(self, sent: str, number: int | None) -> dict[str, Any]:
        """Return the fields of `gnomon.corpus.AnnotatedTurn` for what became of the proposals.

        Args:
            sent: the words that were sent.
            number: place, from 0, of the proposal that was taken; None: own words from the beginning.

        Raises:
            IndexError: when there is no such proposal.
        """
        if number is not None and not 0 <= number < len(self.shown):
            raise IndexError(f"expected a proposal from 0 to {len(self.shown) - 1}, got {number}")
        taken = CUSTOM if number is None else self.shown[number].origin
        chosen = chosen_of(sent, self.shown, taken)
        return {"proposals": self.shown, "failed": dict(self.failed), "taken": taken, "chosen": chosen}


async def gather_proposals(
    proposers: Sequence[Proposer], context: TutorContext, guide: Guide, *, seed: str, longest_wait: float = LONGEST_WAIT
) -> Proposals:
    """Ask all proposers at once and shuffle what they offer.

    Args:
        proposers: three by custom; of two with one name the second is called ``NAME#2``.
        context: problem, dialogue so far, solution.
        guide: what the annotator decided.
        seed: of the order, such as the ids of annotation and turn: a page that is opened again shows the same one.
        longest_wait: seconds after which a proposer has failed.
    """
    names = _numbered([each.name for each in proposers])
    found = await asyncio.gather(*(_offer(each, context, guide, longest_wait) for each in proposers))
    offered = list(zip(names, found, strict=True))
    random.Random(seed).shuffle(offered)
    shown: list[Proposal] = []
    failed: dict[str, str] = {}
    for origin, (text, reason) in offered:
        if reason:
            failed[origin] = reason
        elif any(each.text == text for each in shown):
            failed[origin] = "the same words as another proposal"
        else:
            shown.append(Proposal(origin=origin, text=text))
    return Proposals(tuple(shown), failed)


class _Offer(NamedTuple):
    text: str
    reason: str
    """Why there is no text; empty where there is one."""


async def _offer(proposer: Proposer, context: TutorContext, guide: Guide, longest_wait: float) -> _Offer:
    try:
        async with asyncio.timeout(longest_wait):
            text = (await proposer.propose(context, guide)).strip()
    except TimeoutError:
        return _Offer("", f"no answer within {longest_wait:g} seconds")
    except Exception as error:  # noqa: BLE001  # somebody's own tutor may raise anything, and the others' words are still of use
        return _Offer("", in_one_line(str(error)) or type(error).__name__)
    return _Offer(text, "" if text else "an empty reply")


def _numbered(names: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return numbered


def open_proposers(specs: Sequence[str], open_model: Callable[[str], Model], *, seed: int = 0) -> tuple[Proposer, ...]:
    """Open proposers by their specs: ``plain``, a model as ``MODEL@URL`` or URL, or any other tutor that `open_tutor` knows.

    Raises:
        TutorSpecError: for a spec that names none.
    """
    proposers: list[Proposer] = []
    for spec in specs:
        if spec == PLAIN:
            proposers.append(PlainProposer(sum(isinstance(each, PlainProposer) for each in proposers)))
        elif spec.partition("+")[0] not in _PIPELINES and "://" in spec:
            proposers.append(ModelProposer(open_model(spec)))
        else:
            proposers.append(TutorProposer(open_tutor(spec, open_model, seed=seed + len(proposers))))
    return tuple(proposers)


_PIPELINES = ("grounded", "focused")
"""What may stand before a model's address; such a tutor chooses its own move."""


def _listed(highlights: Highlights) -> str:
    return ", ".join(map(in_one_line, map(str, highlights.elements())))


@cache
def _plain() -> dict[str, dict[str, list[str]]]:
    texts: dict[str, dict[str, list[str]]] = packaged_yaml(__package__, "plain.yaml")
    return texts
