"""``python -m gnomon.models.fake_server``: a fake server in a process of its own, apart from the client whose work is timed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from gnomon.models.fake_service import FakeServer, ServerBehaviour


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a fake server until its input ends; print its URL first."""
    parser = argparse.ArgumentParser(prog="python -m gnomon.models.fake_server", description="A fake model server.")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--latency", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--model", default="fake-model")
    options = parser.parse_args(arguments)
    behaviour = ServerBehaviour(models=(options.model,), latency_seconds=options.latency)
    with FakeServer(behaviour=behaviour, port=options.port, keep_requests=False) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
