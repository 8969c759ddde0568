"""Auditing the answers that a file of problems states: a key that contradicts a checked proof is reported."""

from gnomon.corpus.audit.auditing import KINDS, Audit, Finding, FindingKind, audit_rows
from gnomon.corpus.audit.drawing_voice import drawing_sides_with
from gnomon.corpus.audit.keys import Key, read_keys, stated_keys

__all__ = [
    "KINDS",
    "Audit",
    "Finding",
    "FindingKind",
    "Key",
    "audit_rows",
    "drawing_sides_with",
    "read_keys",
    "stated_keys",
]
