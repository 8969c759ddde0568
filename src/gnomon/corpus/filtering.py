"""Which dialogues of a corpus are kept (GeoDial, appendix H).

Interleaved batches are for a person to look at; consecutive turns of one side and lost diagrams are dropped. How the paper saw
that two conversations of a batch were interleaved is not printed: the `SIGNS` are ours. A sign only asks for a look, so it may
be wrong; nothing is dropped by one.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, get_args

from gnomon.corpus.entries import Entry
from gnomon.figure import Element, Figure

Verdict = Literal["kept", "to inspect", "dropped"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
SIGNS: Mapping[str, str] = {
    "times_overlap": "another dialogue of the batch goes on at the same time",
    "times_backwards": "a turn is older than the one before it",
    "foreign_figure": "a highlight names points that only the figure of another dialogue of the batch has",
    "introduced_again": "an Introduce comes after the first turn of the tutor",
    "on_after_farewell": "the tutor goes on after a Farewell",
}
"""What shows in a dialogue that two conversations may be interleaved."""
REASONS: Mapping[str, str] = {
    "diagram_lost": "the row has no figure, and no picture that it names is there",
    "highlights_lost": "a turn's highlighted picture is not there, and its highlights are not written either",
    "found_unclean": "whoever inspected the batch did not keep it",
    "interleaved_batch": "a dialogue of its batch shows signs of two conversations interleaved",
    "consecutive_turns": "one side speaks twice in a row",
}
"""Why a dialogue is not kept. The first that holds decides: an interleaved batch is inspected whole, also what of it has
consecutive turns, which may belong to another dialogue of it."""


class FilterError(ValueError):
    """A record of inspection that does not fit the corpus; the message is one line."""


@dataclass(frozen=True)
class Decision:
    """What becomes of one dialogue."""

    entry: Entry
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    """Keys of `REASONS`, all that hold; the first has decided. None for a dialogue that is kept."""
    signs: tuple[str, ...] = ()
    """Keys of `SIGNS` that this dialogue itself shows."""


@dataclass(frozen=True)
class Filtered:
    """The decisions about a corpus, in its order."""

    decisions: tuple[Decision, ...]

    def of(self, verdict: Verdict) -> tuple[Decision, ...]:
        """Return the decisions of one kind."""
        return tuple(each for each in self.decisions if each.verdict == verdict)

    def counts(self) -> dict[Verdict, int]:
        """Return how many dialogues came to each verdict."""
        return {verdict: len(self.of(verdict)) for verdict in VERDICTS}

    def reasons(self) -> dict[str, int]:
        """Return how many dialogues each reason decided, all reasons in their order."""
        decided = Counter(each.reasons[0] for each in self.decisions if each.reasons)
        return {reason: decided[reason] for reason in REASONS}

    def signs(self) -> dict[str, int]:
        """Return how many dialogues show each sign."""
        shown = Counter(sign for each in self.decisions for sign in each.signs)
        return {sign: shown[sign] for sign in SIGNS}

    def diagrams_not_told(self) -> int:
        """Count the dialogues whose problem is not to be found: whether their diagram is lost cannot be said."""
        return sum(each.entry.question is None for each in self.decisions)

    def batches(self) -> tuple[int, int]:
        """Return how many batches show a sign, and how many are named."""
        shown = {each.entry.batch for each in self.decisions if each.signs} - {None}
        return len(shown), len({each.entry.batch for each in self.decisions} - {None})


def filter_dialogues(entries: Sequence[Entry], inspected: Mapping[str, bool] | None = None) -> Filtered:
    """Decide about every dialogue.

    Args:
        entries: of whole batches. A dialogue that names no batch is one of its own.
        inspected: by id of a dialogue, whether a person who looked at it keeps it. It lifts the reason that the batch is
            interleaved and no other.

    Raises:
        FilterError: when what was inspected is not one dialogue of the corpus.
    """
    looked_at = dict(inspected or {})
    _refuse_unknown(looked_at, entries)
    signs = _signs(entries)
    batches = {_batch(entry) for entry, found in zip(entries, signs, strict=True) if found}
    return Filtered(
        tuple(
            _decision(entry, found, is_interleaved=_batch(entry) in batches, is_clean=looked_at.get(entry.id))
            for entry, found in zip(entries, signs, strict=True)
        )
    )


def _refuse_unknown(inspected: Mapping[str, bool], entries: Sequence[Entry]) -> None:
    ids = Counter(entry.id for entry in entries)
    for name in inspected:
        if ids[name] != 1:
            raise FilterError(f"expected one dialogue of the id {name!r} that was inspected, the corpus has {ids[name]}")


def _batch(entry: Entry) -> tuple[str, ...]:
    return ("batch", entry.batch) if entry.batch is not None else ("row", entry.file, str(entry.row))


def _decision(entry: Entry, signs: tuple[str, ...], *, is_interleaved: bool, is_clean: bool | None) -> Decision:
    holds = {
        "diagram_lost": _lost_its_diagram(entry),
        "highlights_lost": _lost_its_highlights(entry),
        "found_unclean": is_clean is False,
        "interleaved_batch": is_interleaved and is_clean is None,
        "consecutive_turns": any(a.role == b.role for a, b in itertools.pairwise(entry.dialogue.turns)),
    }
    reasons = tuple(reason for reason in REASONS if holds[reason])
    if not reasons:
        return Decision(entry, "kept", signs=signs)
    return Decision(entry, "to inspect" if reasons[0] == "interleaved_batch" else "dropped", reasons, signs)


def _lost_its_diagram(entry: Entry) -> bool:
    """Whether there is nothing to show; a reference that leads nowhere has lost nothing of the row."""
    if entry.question is None or entry.question.figure is not None:
        return False
    return not any(Path(picture).is_file() for picture in entry.question.images)


def _lost_its_highlights(entry: Entry) -> bool:
    return any(
        note.image is not None and not Path(note.image).is_file() and not turn.highlights and not turn.highlights2
        for turn, note in zip(entry.dialogue.tutor_turns(), entry.notes, strict=False)  # dialogues of ours have no notes
    )


# signs


def _signs(entries: Sequence[Entry]) -> list[tuple[str, ...]]:
    """Return for each dialogue the signs that it shows."""
    batches: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, entry in enumerate(entries):
        batches[_batch(entry)].append(place)
    found: list[set[str]] = [set(_own_signs(entry)) for entry in entries]
    for places in batches.values():
        for first, second in itertools.combinations(places, 2):
            if _overlap(entries[first], entries[second]):
                found[first].add("times_overlap")
                found[second].add("times_overlap")
        for place in places:
            others = (entries[other] for other in places if other != place)
            if _points_elsewhere(entries[place], others):
                found[place].add("foreign_figure")
    return [tuple(sign for sign in SIGNS if sign in each) for each in found]


def _own_signs(entry: Entry) -> Iterator[str]:
    subacts = [turn.subact for turn in entry.dialogue.tutor_turns()]
    if "Introduce" in subacts[1:]:
        yield "introduced_again"
    # Two farewells, the second in answer to the learner's own, are one end
    if "Farewell" in subacts and set(subacts[subacts.index("Farewell") :]) != {"Farewell"}:
        yield "on_after_farewell"
    if any(later < earlier for earlier, later in itertools.pairwise(_times(entry))):
        yield "times_backwards"


def _times(entry: Entry) -> list[datetime]:
    return [turn.at for turn in entry.dialogue.turns if turn.at is not None]


def _overlap(first: Entry, second: Entry) -> bool:
    """Whether one dialogue begins before the other ends, both ways; one with fewer than two times has no length."""
    times = _times(first), _times(second)
    if min(map(len, times)) < 2:
        return False
    return min(times[0]) < max(times[1]) and min(times[1]) < max(times[0])


def _points_elsewhere(entry: Entry, others: Iterable[Entry]) -> bool:
    figure = _figure(entry)
    if figure is None:
        return False
    foreign = [element for turn in entry.dialogue.tutor_turns() for element in turn.pointed_at() if not figure.has(element)]
    return any(_has(_figure(other), element) for other in others for element in foreign)


def _figure(entry: Entry) -> Figure | None:
    return entry.question.figure if entry.question else None


def _has(figure: Figure | None, element: Element) -> bool:
    return figure is not None and figure.has(element)
