"""``gnomon serve``: tutors, or a trained model, behind an OpenAI-compatible endpoint."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.listening import listening
from gnomon.cli.served_tutors import tutor_specs

if TYPE_CHECKING:
    import socket

    from fastapi import FastAPI

    from gnomon.serving import Keys

_KEYS = "GNOMON_API_KEYS"
_OWN_HOSTS = {"127.0.0.1", "::1", "localhost"}


def serve(  # noqa: PLR0913  # one parameter an option
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR]", help="What `gnomon train` left, or any model's folder. [default: tutors are served]"),
    ] = None,
    *,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8000,
    host: Annotated[str, typer.Option(help="Address to listen on; any but this machine's own needs keys.")] = "127.0.0.1",
    tutors: Annotated[
        list[str] | None,
        typer.Option(
            "--tutor",
            metavar="NAME=SPEC",
            help="A tutor by the name that clients ask for; SPEC as of `gnomon tutor`. May be given again. [default: symbolic]",
        ),
    ] = None,
    key_file: Annotated[
        Path | None, typer.Option(help="API keys, one a line. [default: those in GNOMON_API_KEYS, with commas between them]")
    ] = None,
    # A learner writes a message every ten seconds or so; a class behind one key needs more, and says so.
    per_minute: Annotated[int, typer.Option(min=1, help="Requests a minute of one key.")] = 60,
    burst: Annotated[int, typer.Option(min=1, help="Requests of one key that may come at once.")] = 20,
    seed: Annotated[int, typer.Option(help="Chooses words where a request has no seed.")] = 0,
    vllm: Annotated[bool, typer.Option("--vllm", help="Let vLLM serve the model of DIR; needs a GPU.")] = False,
    queue: Annotated[int, typer.Option(min=1, help="Of DIR: requests that may wait; one more is told to come again.")] = 64,
    together: Annotated[
        int,
        typer.Option(
            min=1, help="Of DIR: requests drawn at once, which is faster and lets an answer depend a little on the others."
        ),
    ] = 1,
) -> None:
    """Serve tutors, or a trained model, to the openai client and any chat front end: /v1/chat/completions and /v1/models."""
    if vllm and folder is None:
        raise CommandError("--vllm: expected the folder of a trained model; tutors are no models")
    if folder is not None and tutors:
        raise CommandError("--tutor: expected tutors or the folder of a trained model, got both")
    specs = tutor_specs(tutors or ["symbolic"])
    keys = _keys(key_file)
    if keys is None and host not in _OWN_HOSTS:
        raise CommandError(f"--host {host}: expected keys where other machines can ask; give --key-file or {_KEYS}")
    try:
        from gnomon.serving.endpoint import application
    except ImportError as error:
        raise CommandError(f"`gnomon serve` needs {error.name}: pip install 'gnomon[studio]'") from error
    if folder is not None:
        _serve_trained(folder, keys, host, port, vllm=vllm, queue=queue, together=together)
        return
    from gnomon.serving import Settings, TokenBuckets, Tutors

    with listening(host, port) as listener, Tutors(specs, seed=seed) as served:
        settings = Settings(served, None if keys is None else keys.holder, TokenBuckets(per_minute, burst))
        guarded = "a key is asked for" if keys else "no key is asked for, since only this machine can ask"
        typer.echo(f"serving {', '.join(served.names)}; {guarded}; Ctrl-C ends it", err=True)
        logging.basicConfig(format="%(levelname)s:     %(message)s")
        logging.getLogger("gnomon.serving").setLevel(logging.INFO)
        _run(application(settings), listener, host, port)


def _serve_trained(folder: Path, keys: Keys | None, host: str, port: int, *, vllm: bool, queue: int, together: int) -> None:
    try:
        from gnomon.serving.trained import trained_application
        from gnomon.training.left import model_folder, name_of
        from gnomon.training.trainer import open_to_ask
    except ImportError as error:
        raise CommandError(f"`gnomon serve DIR` needs {error.name}: pip install 'gnomon[studio,train]'") from error
    name = name_of(folder)
    if vllm:
        _serve_by_vllm(model_folder(folder), name, host, port)
        return
    with listening(host, port) as listener:
        learner = open_to_ask(model_folder(folder))
        application = trained_application(learner, name, None if keys is None else keys.holder, queue=queue, together=together)
        guarded = "a key is asked for" if keys else "no key is asked for, since only this machine can ask"
        typer.echo(f"serving {name}; {guarded}; Ctrl-C ends it", err=True)
        _run(application, listener, host, port)


def _run(application: FastAPI, listener: socket.socket, host: str, port: int) -> None:
    import uvicorn

    # Its access log would tell who asks what of everybody; ours has neither addresses nor keys.
    config = uvicorn.Config(application, host=host, port=port, access_log=False, log_level="info", server_header=False)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            name = f"[{host}]" if ":" in host else host
            # Of a socket that it is given uvicorn says nothing.
            typer.echo(f"running on http://{name}:{listener.getsockname()[1]}", err=True)

    with suppress(KeyboardInterrupt):  # Ctrl-C is how it ends
        Server(config).run([listener])


def _serve_by_vllm(model: Path, name: str, host: str, port: int) -> None:
    if find_spec("vllm") is None:
        raise CommandError("--vllm needs vLLM and a GPU: pip install vllm")
    words = ["--model", str(model), "--served-model-name", name, "--host", host, "--port", str(port)]
    code = subprocess.run([sys.executable, "-m", "vllm.entrypoints.openai.api_server", *words], check=False).returncode  # noqa: S603
    if code:
        raise CommandError(f"vLLM has ended with exit code {code}; see above")


def _keys(path: Path | None) -> Keys | None:
    from gnomon.serving import Keys

    if path is not None:
        return Keys.read(path)
    given = os.environ.get(_KEYS)
    return None if given is None else Keys(key.strip() for key in given.split(",") if key.strip())
