"""What the benchmark of messages shows: shares with intervals over problems."""

from __future__ import annotations

from gnomon.benchmark.benchmark import Shown
from gnomon.benchmark.figures import mark, mean, table
from gnomon.pages import Column, counted

_READ, _WRONG, _NOTICED = (mean(mark(name)) for name in ("read", "wrong_verdict", "noticed"))
_CREDITED, _IN_ROLE = (mean(mark(name)) for name in ("credited", "credited_in_role"))
SHOWN = Shown(
    headline={
        "read": _READ,
        "wrong_verdict": _WRONG,
        "noticed": _NOTICED,
        "credited": _CREDITED,
        "credited_in_role": _IN_ROLE,
    },
    tables=(
        table(
            "messages.heard",
            (
                Column("read", _READ),
                Column("wrong verdicts", _WRONG, better="lower"),
                Column("missed notes", mean(mark("missed_note")), better="lower"),
                Column("answers noticed", _NOTICED),
                Column("credited without an answer", _CREDITED, better="lower"),
                Column("credited in no role", _IN_ROLE, better="lower"),
                Column("by the reader", mean(mark("by_reader")), better=""),
                counted("messages", len),
            ),
        ),
    ),
)
