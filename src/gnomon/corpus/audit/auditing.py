"""What proofs say of the keys of a file: where they agree, where they contradict each other, where there is no proof.

A key is reported when a proof that the checker accepts gives another answer, by more than authors round (policy ``textbook``).
It rests on the problem's facts as they were written down; so where the figure as drawn shows the key, the facts are doubted, not
the key. What the engine cannot prove it says nothing of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from gnomon.algebra import equal
from gnomon.corpus.audit.drawing_voice import drawing_sides_with
from gnomon.corpus.audit.keys import Key
from gnomon.problem import Problem

FindingKind = Literal["agrees", "contradicted", "facts_doubted", "no_proof", "no_key"]
KINDS: Mapping[FindingKind, str] = MappingProxyType(
    {
        "contradicted": "the key contradicts the proof",
        "facts_doubted": "the key contradicts the proof, and the figure as drawn shows the key: a fact is likelier to be wrong",
        "agrees": "key and proof agree",
        "no_proof": "no proof, so nothing is said of the key",
        "no_key": "no key is stated",
    }
)
"""What can be found, in words, in the order of a report."""


@dataclass(frozen=True)
class Finding:
    """What is said of one problem's key."""

    id: str
    kind: FindingKind
    key: Key | None
    proved: float | None = None
    """In the unit asked."""
    exact: str | None = None
    steps: tuple[Mapping[str, Any], ...] = ()
    """Of the proof, as `gnomon solve` writes them."""
    drawn: Literal["proof", "key"] | None = None
    """With which of the two the figure as drawn sides."""
    notes: tuple[str, ...] = ()
    """Such as givens that the proof leaves out, since they contradict others."""
    reason: str = ""
    """Why there is no proof."""

    def as_json(self) -> dict[str, Any]:
        """Return it for machines."""
        return {
            "id": self.id,
            "kind": self.kind,
            "key": None if self.key is None else self.key.text,
            "proved": self.proved,
            "exact": self.exact,
            "drawn": self.drawn,
            "notes": list(self.notes),
            "reason": self.reason,
            "steps": [step["text"] for step in self.steps] if self.kind in {"contradicted", "facts_doubted"} else [],
        }


@dataclass(frozen=True)
class Audit:
    """What is said of all keys of a file."""

    findings: tuple[Finding, ...]

    @property
    def counts(self) -> dict[FindingKind, int]:
        """How many there are of each kind."""
        found = Counter(finding.kind for finding in self.findings)
        return {kind: found[kind] for kind in KINDS}

    def of(self, kind: FindingKind) -> tuple[Finding, ...]:
        """Return those of one kind."""
        return tuple(finding for finding in self.findings if finding.kind == kind)


def audit_rows(problems: Mapping[str, Problem], rows: Mapping[str, Mapping[str, Any]], keys: Mapping[str, Key]) -> Audit:
    """Compare keys with proofs.

    Args:
        problems: that could be read, by id.
        rows: what `gnomon solve` says of each problem of the file, by id.
        keys: by id; one of no problem is passed over.
    """
    return Audit(tuple(_finding(name, problems.get(name), row, keys.get(name)) for name, row in rows.items()))


def _finding(name: str, problem: Problem | None, row: Mapping[str, Any], key: Key | None) -> Finding:
    proved = row.get("answer")
    if key is None:
        return Finding(name, "no_key", None, proved)
    if problem is None or proved is None:
        return Finding(name, "no_proof", key, reason=f"{str(row.get('status')).replace('_', ' ')}: {row.get('reason') or ''}")
    if row.get("as_shown"):
        return Finding(name, "no_proof", key, reason=f"only by what the figure shows, unstated: {', '.join(row['as_shown'])}")
    if from_text := (*row.get("as_told", ()), *row.get("set_aside", ())):
        return Finding(name, "no_proof", key, reason=f"only by the text, against or beside the facts: {', '.join(from_text)}")
    drawn = None
    kind: FindingKind = "agrees"
    if not equal(key.value, proved, "textbook"):
        drawn = drawing_sides_with(problem, proved, key.value)
        kind = "facts_doubted" if drawn == "key" else "contradicted"
    steps, notes = tuple(row.get("steps") or ()), tuple(row.get("notes") or ())
    return Finding(name, kind, key, proved, row.get("exact"), steps, drawn, notes)
