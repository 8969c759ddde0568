"""``gnomon studio``: the web app."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.listening import listening
from gnomon.cli.served_tutors import tutor_specs

_GRACE_SECONDS = 20
"""For what is being answered when the server is stopped: longer than a model takes for a turn, as a rule."""
_KEPT_OPEN_SECONDS = 75
"""How long a browser's connection is kept open: longer than a learner thinks about a message, as a rule. What comes by the same
connection comes to the same worker, which has the conversation and its problem at hand; usual of web servers, too."""
_SILENT_SECONDS = 30
"""After which a worker that says nothing is ended: a busy machine may well take its processors away for several seconds."""
_PRIVATE = 0o700
"""Mode of a new folder: the database holds what learners write."""
_ALL = {"0.0.0.0", "::"}  # noqa: S104  # told from others, not listened on
"""Names of all addresses together, which no browser goes to."""


def studio(  # noqa: PLR0913, PLR0917  # a command has the options it has
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8080,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    data: Annotated[Path, typer.Option(help="Folder of the database; made where there is none.")] = Path("gnomon-studio"),
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="postgresql://USER@HOST/NAME. [default: SQLite in the folder]")
    ] = None,
    tutors: Annotated[
        list[str] | None,
        typer.Option(
            "--tutor",
            metavar="NAME=SPEC",
            help="A tutor by the name that people see; SPEC as of `gnomon tutor`. The first is everybody's. May be given again. "
            "[default: symbolic]",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 1,
    guests: Annotated[bool, typer.Option("--guests", help="Let anybody try it as a learner, without an invitation.")] = False,
    https: Annotated[bool, typer.Option("--https", help="Browsers come by HTTPS, through a proxy.")] = False,
    onboarding_video: Annotated[Path | None, typer.Option(help="A film for annotators, before their quiz.")] = None,
    admin_link: Annotated[bool, typer.Option("--admin-link", help="Print a link for another administrator.")] = False,
) -> None:
    """Open the studio: a live tutor for learners, desks for teachers and annotators, the endpoint."""
    try:
        import uvicorn
        from uvicorn.supervisors import Multiprocess

        from gnomon.store import Store, StoreError
        from gnomon.studio import Settings
        from gnomon.studio.app import create_app
    except ImportError as error:
        raise CommandError(f"`gnomon studio` needs {error.name}: pip install 'gnomon[studio]'") from error

    if database is None:
        try:
            data.mkdir(_PRIVATE, parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"--data {data}: expected a folder: {error.strerror}") from error
    if onboarding_video is not None and not onboarding_video.is_file():
        raise CommandError(f"--onboarding-video {onboarding_video}: there is no such file")
    settings = Settings(
        database=database or str(data / "studio.db"),
        tutors=tutor_specs(tutors or ["symbolic"]),
        allows_guests=guests,
        is_https=https,
        onboarding_video=onboarding_video,
    )

    async def first_link() -> str | None:
        create_app(settings)  # what is wrong with the settings is said before anything listens
        async with Store(settings.database) as store:
            if admin_link or not await store.accounts.has_admin():
                return await store.accounts.invite("admin")
        return None

    try:
        token = asyncio.run(first_link())
    except StoreError as error:
        raise CommandError(str(error)) from error
    settings.into_environment()
    config = uvicorn.Config(
        "gnomon.studio.app:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=False,  # it would tell who opens which invitation
        log_config=None,  # its own would take the handlers of others away; warnings go to stderr as Python has it
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        timeout_keep_alive=_KEPT_OPEN_SECONDS,
        timeout_worker_healthcheck=_SILENT_SECONDS,
    )
    listener = listening(host, port)
    name = host if host not in _ALL else "localhost"
    place = f"{'https' if https else 'http'}://{name}:{listener.getsockname()[1]}"
    typer.echo(f"gnomon studio: {place} (Ctrl-C ends it)")
    if token is not None:
        typer.echo(f"Become its administrator, once: {place}/join/{token}")
    if workers > 1:
        Multiprocess(config, [listener]).run()
    else:
        uvicorn.Server(config).run([listener])
