"""Phrases as pupils type them, by role: how many of those that nobody looked at while the lists grew are known."""

from pathlib import Path

from gnomon.algebra import constant
from gnomon.problem import bank
from gnomon.tutor import read_message
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.message.rewriting import Rewritten
from gnomon.tutor.message.spelling import correct
from tests.every import read_cases

TRIANGLE = bank()["triangle-sum-klm"]
PHRASES = read_cases(Path(__file__).with_name("phrases.yaml"))
_VALUED = {"worked", "result", "number"}


def _values(text):
    claims = read_message(text, TRIANGLE).claims
    return [value for claim in claims if claim.sides and (value := constant(claim.sides[-1])) is not None]


def _is_known(role, row):
    text, _, meant = (part.strip() for part in row.partition("|")) if "|" in row else (row, "", "")
    if role == "claims":
        return _values(text) == [57]
    if role == "unclaimed":
        return not read_message(text, TRIANGLE).claims
    if role == "corrected":
        return _values(text) == [57]
    if role == "result":
        claims = read_message(text, TRIANGLE).claims
        return len(claims) == 1 and [constant(side) for side in claims[0].sides] == [57, 57]
    if role in _VALUED:
        return _values(text) == [float(meant)]
    if role == "spelled":
        written = Rewritten(text)
        correct(written)
        return written.text == meant
    return any(
        move.kind is Kind(role if role != "agreement" else "acknowledgement") for move in read_message(text, TRIANGLE).moves
    )


def unknown(half):
    """Return the phrases of a half that are not read for what they are."""
    return [(role, row) for role, rows in PHRASES[half].items() for row in rows if not _is_known(role, row)]


if __name__ == "__main__":
    import sys

    for half in sys.argv[1:]:
        rows = unknown(half)
        n = sum(map(len, PHRASES[half].values()))
        from collections import Counter

        print(half, n - len(rows), "of", n, dict(Counter(r for r, _ in rows)))
        if half == "seen":
            print(*rows, sep="\n")
