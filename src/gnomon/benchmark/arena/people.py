"""Pairs of dialogues that people judge blindly: drawing them, the sheet, what comes back.

A pair is two dialogues of one meeting, as a model's judge gets them (`gnomon.benchmark.arena.pairing`). Drawn are as many as
asked for, evenly over every two tutors, without pairs of the same words. Which dialogue is shown first is drawn too. A pair goes
by a hash that tells nobody the tutors; who is who stands in the key, in the arena's folder alone.

The folder has ``people/key.json`` and ``people/judgements.jsonl``; of one person and pair the last judgement counts.
"""

from __future__ import annotations

import csv
import hashlib
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gnomon.benchmark.arena.filled_sheets import filled_rows
from gnomon.benchmark.arena.pairing import Pair, pairs_of
from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.errors import ResultsError
from gnomon.dialogue import Dialogue
from gnomon.files import write_whole
from gnomon.metrics import Comparison

PEOPLE = "people"
"""Folder of people's judgements, within that of the arena."""
COLUMNS = ("pair", "problem", "work", "first", "second", "better", "by", "note")
"""Of a sheet; ``better`` and ``by`` are filled in."""
_KEY, _JUDGEMENTS = "key.json", "judgements.jsonl"
_ID = 12
"""Characters of a pair's hash."""
_CHOICES = {"1": 1, "first": 1, "2": 2, "second": 2, "0": 0, "neither": 0, "tie": 0}
"""What people write in a sheet."""
_SCORES = {1: 1.0, 2: 0.0, 0: 0.5}
"""What a choice is worth to the first."""
_FORMULA_SIGNS = ("=", "+", "-", "@")
Said = tuple[Literal["tutor", "learner"], str]


class PairKey(BaseModel):
    """Who is who; kept away from those who judge."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    count: int
    seed: int
    rows: str
    """Hash of the dialogues that the pairs were drawn from."""
    pairs: dict[str, tuple[str, str]]
    """By id of a pair the rows shown first and second."""


class PersonJudgement(BaseModel):
    """What a person chose of a pair."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pair: str
    """Id of the pair."""
    first: str
    """Tutor that was shown first."""
    second: str
    cluster: str
    """Id of the problem."""
    rows: tuple[str, str]
    """Of the arena, in the order shown."""
    by: str
    better: Literal[0, 1, 2]
    """0: neither."""
    note: str = ""
    at: str = ""
    """Time as ISO 8601; empty where it is not known."""

    def comparison(self) -> Comparison:
        """Return it as a ranking takes it."""
        return Comparison(self.first, self.second, _SCORES[self.better], self.cluster)

    @property
    def preferred(self) -> str:
        """The tutor chosen; empty for neither."""
        return {0: "", 1: self.first, 2: self.second}[self.better]


class Marked(BaseModel):
    """A choice as it comes from a sheet or a studio, by the id of the pair alone."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pair: str
    by: str = Field(min_length=1)
    better: Literal[0, 1, 2]
    note: str = ""
    at: str = ""


@dataclass(frozen=True)
class ShownPair:
    """A pair as people see it: nothing names a tutor."""

    id: str
    problem_id: str
    """For its figure."""
    problem: str
    work: str
    first: tuple[Said, ...]
    second: tuple[Said, ...]


class DrawnPairs(NamedTuple):
    """The pairs of an arena for people."""

    shown: tuple[ShownPair, ...]
    key: PairKey


def draw_pairs(rows: Sequence[Row], count: int, seed: int) -> DrawnPairs:
    """Draw pairs, evenly over every two tutors, in random order.

    Args:
        rows: of the arena.
        count: pairs at most.
        seed: of which pairs, which of two is shown first, and the order.

    Raises:
        ResultsError: where there are no two dialogues of one meeting that differ.
    """
    groups: dict[frozenset[str], list[Pair]] = {}
    for pair in _different(pairs_of(rows)):
        groups.setdefault(frozenset({pair.first.groups["tutor"], pair.second.groups["tutor"]}), []).append(pair)
    if not groups:
        raise ResultsError("expected two tutors whose dialogues differ; there is nothing to compare")
    generator = random.Random(f"pairs/{seed}")
    decks = [groups[name] for name in sorted(groups, key=sorted)]
    for deck in decks:
        generator.shuffle(deck)
    generator.shuffle(decks)
    chosen = [pair for dealt in zip_longest(*decks) for pair in dealt if pair is not None][:count]
    generator.shuffle(chosen)
    turned = [Pair(pair.second, pair.first) if generator.random() < 0.5 else pair for pair in chosen]
    shown = tuple(_shown(pair, seed) for pair in turned)
    told = {each.id: (pair.first.id, pair.second.id) for each, pair in zip(shown, turned, strict=True)}
    return DrawnPairs(shown, PairKey(count=count, seed=seed, rows=_fingerprint(rows), pairs=told))


def _different(pairs: Iterable[Pair]) -> Iterable[Pair]:
    """Yield pairs of other words, each two dialogues once."""
    seen: set[frozenset[str]] = set()
    for pair in pairs:
        both = frozenset({pair.first.id, pair.second.id})
        if both not in seen and _said(pair.first) != _said(pair.second):
            seen.add(both)
            yield pair


def _shown(pair: Pair, seed: int) -> ShownPair:
    work = Dialogue.model_validate(pair.first.answer.value if pair.first.answer else {}).attempt
    name = hashlib.sha256(f"{seed}/{pair.id}".encode()).hexdigest()[:_ID]
    return ShownPair(name, pair.first.cluster, pair.first.text, work, _said(pair.first), _said(pair.second))


def _said(row: Row) -> tuple[Said, ...]:
    dialogue = Dialogue.model_validate(row.answer.value if row.answer else {})
    return tuple(("tutor" if turn.role == "tutor" else "learner", turn.utterance) for turn in dialogue.turns)


def _fingerprint(rows: Sequence[Row]) -> str:
    told = json.dumps([[row.id, _said(row)] for row in rows if row.answer is not None])
    return hashlib.sha256(told.encode()).hexdigest()


def keep_key(folder: Path, key: PairKey) -> None:
    """Keep the key in an arena's folder.

    Raises:
        ResultsError: when other pairs have been drawn there.
    """
    path = folder / PEOPLE / _KEY
    if path.exists():
        kept = read_key(folder)
        if kept != key:
            how = f"--count {kept.count} --seed {kept.seed}" if kept.rows == key.rows else "from other dialogues"
            raise ResultsError(f"{path}: pairs were drawn {how} before; give that again, or move {folder / PEOPLE} away")
        return
    path.parent.mkdir(exist_ok=True)
    write_whole(path, key.model_dump_json(indent=1) + "\n")


def read_key(folder: Path) -> PairKey:
    """Read the key of an arena's folder.

    Raises:
        ResultsError: when there is none, or it cannot be read.
    """
    path = folder / PEOPLE / _KEY
    try:
        return PairKey.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise ResultsError(f"{folder}: no pairs were drawn; make a sheet with --out, or use --studio") from None
    except (OSError, ValidationError) as error:
        raise ResultsError(f"{path}: expected the key of pairs ({str(error).splitlines()[0]})") from error


def sheet_of(pairs: Iterable[ShownPair]) -> str:
    """Return pairs as CSV, a row a pair, to be filled in: 1, 2 or 0 for neither, and who judged."""
    written = StringIO(newline="")
    table = csv.writer(written)
    table.writerow(COLUMNS)
    for pair in pairs:
        told = (pair.id, pair.problem, pair.work, _script(pair.first), _script(pair.second), "", "", "")
        table.writerow(f"'{text}" if text.startswith(_FORMULA_SIGNS) else text for text in told)
    return written.getvalue()


def _script(said: Sequence[Said]) -> str:
    return "\n".join(f"{who.capitalize()}: {text}" for who, text in said)


def read_sheet(path: Path) -> list[Marked]:
    """Read a filled sheet; rows without a choice are passed over. Who judged is the file's name where ``by`` is empty.

    Raises:
        ResultsError: for what is no such sheet, or a choice that is none.
    """
    found = []
    for number, row in enumerate(filled_rows(path, ("pair", "better")), 2):
        said = (row["better"] or "").strip().lower()
        if not said:
            continue
        if said not in _CHOICES:
            raise ResultsError(f"{path}, line {number}: expected 1, 2 or 0 for neither in better, got {row['better']!r}")
        by = (row.get("by") or "").strip() or path.stem
        choice = {"pair": row["pair"], "by": by, "better": _CHOICES[said], "note": (row.get("note") or "").strip()}
        found.append(Marked.model_validate(choice))
    if not found:
        raise ResultsError(f"{path}: nothing is judged yet")
    return found


def take_in(folder: Path, key: PairKey, rows: Iterable[Row], marked: Iterable[Marked]) -> int:
    """Add judgements to an arena's folder; return how many are new or changed.

    Args:
        folder: of the arena.
        key: of its pairs.
        rows: of the arena.
        marked: what people chose; of one person and pair the last one counts, over what is there.

    Raises:
        ResultsError: for a pair that is not among those drawn.
    """
    by_id = {row.id: row for row in rows}
    kept = {(each.pair, each.by): each for each in read_judgements(folder)}
    num_new = 0
    for each in marked:
        if each.pair not in key.pairs:
            raise ResultsError(f"there is no pair {each.pair!r} among those of {folder}; is the sheet of another arena?")
        first, second = (by_id[name] for name in key.pairs[each.pair])
        told = {"first": first.groups["tutor"], "second": second.groups["tutor"], "cluster": first.cluster}
        judgement = PersonJudgement.model_validate({**each.model_dump(), **told, "rows": key.pairs[each.pair]})
        num_new += kept.get((each.pair, each.by)) != judgement
        kept[each.pair, each.by] = judgement
    write_whole(folder / PEOPLE / _JUDGEMENTS, "".join(f"{each.model_dump_json()}\n" for each in kept.values()))
    return num_new


def read_judgements(folder: Path) -> tuple[PersonJudgement, ...]:
    """Read the judgements of people in an arena's folder; none where nobody has judged.

    Raises:
        ResultsError: at a line that is none.
    """
    path = folder / PEOPLE / _JUDGEMENTS
    if not path.exists():
        return ()
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            found.append(PersonJudgement.model_validate_json(line))
        except ValidationError as error:
            raise ResultsError(f"{path}, line {number}: expected a judgement ({str(error).splitlines()[0]})") from error
    return tuple(found)


def by_pair(judgements: Iterable[PersonJudgement]) -> Mapping[str, Mapping[str, PersonJudgement]]:
    """Return judgements by pair and person."""
    found: dict[str, dict[str, PersonJudgement]] = {}
    for each in judgements:
        found.setdefault(each.pair, {})[each.by] = each
    return found
