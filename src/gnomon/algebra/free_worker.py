"""The process behind `gnomon.algebra.free`: reads ``[truth, claim]`` lines of JSON, writes ``true``, ``false`` or ``null``."""

from __future__ import annotations

import json
import os
import re
import sys

_ROOT = re.compile(r"√\s*(?:\(([^()]*)\)|(\d+|[A-Za-z]))")


def compare_freely(truth: str, claim: str) -> bool | None:
    """Compare two expressions by math-verify; None where one of them cannot be read. Without any time limit.

    Raises:
        Exception: whatever sympy meets.
    """
    from math_verify import parse, verify

    golds, claims = (_read(parse, text) for text in (truth, claim))
    if not golds or not claims:
        return None
    return bool(verify(golds, claims, timeout_seconds=None))


def _read(parse, text: str):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  # math-verify has no types
    """Read an expression: as LaTeX, whether or not it is marked so."""
    text = _ROOT.sub(r"\\sqrt{\1\2}", text).replace("π", "\\pi ").replace("×", "\\cdot ").replace("·", "\\cdot ")
    marked = text if "$" in text or "\\(" in text or "\\[" in text else f"${text}$"
    return parse(marked, parsing_timeout=None)


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints is no answer
    for line in sys.stdin:
        try:
            found = compare_freely(*json.loads(line))
        except Exception:  # noqa: BLE001  # sympy raises anything; the caller is told that there is no verdict
            found = None
        print(json.dumps(found), file=answers, flush=True)


if __name__ == "__main__":
    main()
