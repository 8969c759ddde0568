"""GeoDial: tutors give the teacher's next turn of recorded dialogues about a diagram (GeoDial 5).

One row is one tutor turn; its truth is what the teacher did. Nothing is judged by a model: labels, highlights and words are
compared with the teacher's. The raw reply is graded. Grounded tutors (``notes=proof``) and guarded ones (``guard=true``) are
runs, and so rows of the tables, of their own. Controls: ``random-turn``, ``majority``; ``symbolic`` answers where the engine
has a proof, and elsewhere the row says that it does not apply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gnomon.benchmark.benchmark import Answer, Benchmark, Grade, Item, Picture, Row, Shown
from gnomon.benchmark.data import opened
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.geodial.marks import given_highlights, grade_of
from gnomon.benchmark.geodial.options import GeoDialOptions
from gnomon.benchmark.geodial.points import point_of, points_of, split_of, truth_of
from gnomon.benchmark.geodial.tutors import CONTROLS, answerer_of
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.sources import picture_of
from gnomon.datasets import GeoDialItem
from gnomon.models import Model
from gnomon.prompts import load
from gnomon.replies import parse_turn


class GeoDial(Benchmark):
    """The benchmark with the turns of one split and one tutor.

    Args:
        dialogues: of the dataset, all splits.
        tutor: ``random-turn``, ``majority``, ``symbolic``, ``MODULE:FACTORY``; anything else is the model in the role ``tutor``.
        options: see `GeoDialOptions`.
        seed: of draws, words and samples.

    Raises:
        ResultsError: for an empty split, a tutor that cannot be opened, or a setting that does not fit it.
    """

    name = "geodial"
    baselines: ClassVar = {"tutor": ("symbolic", *CONTROLS)}

    def __init__(self, dialogues: Sequence[GeoDialItem], tutor: str | None, options: GeoDialOptions, seed: int = 0) -> None:
        training = [turn for item in split_of(dialogues, "train") for turn in item.dialogue.tutor_turns()]
        self._answerer = answerer_of(tutor, options, seed, training)
        self._setting = options.setting
        self._items = points_of(dialogues, options.split, options.problems)

    @property
    def roles(self) -> tuple[str, ...]:
        """A tutor, where a model answers."""
        return self._answerer.roles

    @property
    def prompts(self) -> Mapping[str, str]:
        """Those of the tutor."""
        return {name: load(name).sha256 for name in self._answerer.prompts}

    def items(self) -> Sequence[Item]:
        """Return one item a tutor turn."""
        return self._items

    def truth(self, item: Item) -> Mapping[str, Any]:
        """Return what the teacher did: labels, words, names by category."""
        return truth_of(point_of(item).turn)

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Let the tutor give the turn."""
        return await self._answerer.answer(item, models)

    def read(self, item: Item, text: str) -> Answer:
        """Return what a text says as a turn."""
        del item
        if self._setting != "turn":
            raise ResultsError(f"geodial reads no replies from a file with setting={self._setting}; leave the setting out")
        reading = parse_turn(text)
        return Answer(text=text, status=reading.status, value=reading.value, flags=reading.flags)

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Compare with what the teacher did."""
        del models
        return grade_of(self.truth(item), answer)

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return the figure with the reply's highlights; where the data have none, the pictures; None when one is gone."""
        question = point_of(item).problem.question
        if question.figure is None:
            return picture_of(*question.images)
        green, brown = given_highlights(row.answer) if row.answer else (None, None)
        return Picture(figure=question.figure, highlights=green, highlights2=brown)

    def shown(self) -> Shown:
        """Return the paper's tables and plots beside its figures."""
        from gnomon.benchmark.geodial.tables import SHOWN

        return SHOWN


def build(config: RunConfig) -> GeoDial:
    """Make the benchmark of a configuration.

    Raises:
        ResultsError: for a tutor that cannot be opened, or a setting that does not fit.
        DatasetError: when the data cannot be read.
    """
    options = GeoDialOptions.checked(config.options)
    return GeoDial(opened("geodial", config.data, GeoDialItem), config.tutor, options, config.seed)
