"""Print the replies where the judge is surest and wrong: ``python -m tools.judge.wrong $GNOMON_DATA/mrbench``."""

from __future__ import annotations

import json
import sys
from importlib import resources
from pathlib import Path

from gnomon.judge import PedagogyCase
from gnomon.judge.embedded import EmbeddedJudge
from tools.judge.learning import read_replies


def main() -> None:
    """Print id, labels, what weighed, the student's last message and the reply."""
    figures = json.loads(resources.files("gnomon.judge.embedded").joinpath("weights/figures.json").read_text("utf-8"))
    replies = {reply.id: reply for reply in read_replies(Path(sys.argv[1]))}
    for error in figures["surest_errors"]:
        reply = replies[error["id"]]
        label = EmbeddedJudge().judge(PedagogyCase(history=reply.history, reply=reply.text))[error["dimension"]]
        print(f"{error['id']} {error['dimension']}: people {error['people']}, judge {error['judge']}\n  {label.told}")
        print(f"  Student: {reply.seen.situation.last.text}\n  Tutor: {reply.text.strip()}\n")


if __name__ == "__main__":
    main()
