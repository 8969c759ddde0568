"""MMTutorBench's later turns: the student asks on, and the tutor is to keep to the step (MMTutorBench App. H).

One row is one later turn, 2 or 3, of the key steps that have them; its question is Progressive, Exploratory or Introspective.
The first turn is asked as in the single-turn benchmark and is no row here. The paper does not say whose replies stand in the
earlier turns. Decided: the tutor's own, since what is measured is how it keeps its course; ``history=reference`` puts the
reference answers there, so that every tutor is asked in the very same conversation.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal

from gnomon.benchmark.benchmark import EPOCH, Item, Shown
from gnomon.benchmark.data import opened
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.mmtutorbench.items import KeyStepTurn, later_turns, turns_before, written
from gnomon.benchmark.mmtutorbench.single_turn import MMTutorBench, MMTutorBenchOptions, options_of, turns_with_persona
from gnomon.benchmark.mmtutorbench.tutors import GivenReplies, replies_of
from gnomon.benchmark.results import RunConfig
from gnomon.datasets import KeyStepItem
from gnomon.models import Model
from gnomon.tutor import KeyStepExchange, KeyStepReply


class MultiturnOptions(MMTutorBenchOptions):
    """What may be set; see the single-turn benchmark for the rest."""

    history: Literal["own", "reference"] = "own"
    """Whose replies stand in the earlier turns."""


class MMTutorBenchMultiturn(MMTutorBench):
    """The benchmark of later turns; each reply of a conversation is asked for once and stands in all its later turns."""

    name = "mmtutorbench_multiturn"

    def __init__(
        self, items: Sequence[Item], config: RunConfig, options: MultiturnOptions, given: GivenReplies | None = None
    ) -> None:
        super().__init__(items, config, options, given)
        self._history = options.history
        self._said: dict[tuple[str, int, int], KeyStepReply] = {}
        self._speaking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def earlier(self, turn: KeyStepTurn, models: Mapping[str, Model]) -> tuple[KeyStepExchange, ...]:
        """Return the turns before this one, each with the question that followed it.

        Raises:
            ModelError: when the tutor's model cannot be asked for one of them.
            NotApplicableError: when there is nothing to answer one of them with.
        """
        before = turns_before(turn)
        questions = [each.query or "" for each in (*before[1:], turn)]
        exchanges: list[KeyStepExchange] = []
        for each, question in zip(before, questions, strict=True):
            exchanges.append(KeyStepExchange(await self._words(each, exchanges, models), question))
        return tuple(exchanges)

    async def _words(self, turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], models: Mapping[str, Model]) -> str:
        """Return what stands in the conversation as the tutor's words at an earlier turn."""
        if self._history == "reference":
            return written(turn.reference)
        return (await self.say(turn, earlier, models)).said

    async def say(self, turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], models: Mapping[str, Model]) -> KeyStepReply:
        """Return the tutor's reply to one turn; it is asked for once in each repetition."""
        key = (turn.source.id, turn.number, EPOCH.get())
        async with self._speaking[turn.source.id]:
            if key not in self._said:
                self._said[key] = await super().say(turn, earlier, models)
            return self._said[key]

    def shown(self) -> Shown:
        """Return the paper's tables of later turns beside its figures, total and scope control by turn."""
        from gnomon.benchmark.mmtutorbench.tables import LATER

        return LATER


def build(config: RunConfig) -> MMTutorBenchMultiturn:
    """Make the benchmark of a configuration.

    Raises:
        ResultsError: for a setting or a tutor that is none of its, or data without later turns.
        DatasetError: when the data cannot be read.
    """
    options = MultiturnOptions.checked(config.options)
    given = replies_of(config.tutor, "mmtutorbench_multiturn")
    options_of(config, options, given)
    if config.tutor == "recorded":
        raise ResultsError("mmtutorbench_multiturn has no recorded replies; grade them with mmtutorbench")
    items = later_turns(turns_with_persona(opened("mmtutorbench", config.data, KeyStepItem), options))
    if not items:
        raise ResultsError("no row to answer: no key step of the data has later turns for this persona")
    return MMTutorBenchMultiturn(items, config, options, given)
