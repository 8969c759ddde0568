"""The web app: routes by desk over one store and one set of tutors."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from functools import partial
from importlib import resources

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from gnomon import __version__
from gnomon.serving import EndpointError, TokenBuckets, Tutors
from gnomon.serving import Settings as EndpointSettings
from gnomon.serving.endpoint import router as endpoint_router
from gnomon.store import Store
from gnomon.studio import entering, failing, keeping, marking, pointing
from gnomon.studio.admin import routes as admin
from gnomon.studio.annotator import routes as annotator
from gnomon.studio.bodies import BoundedBodies
from gnomon.studio.editor import routes as editor
from gnomon.studio.editor.workshop import Workshop
from gnomon.studio.headers import SafeHeaders
from gnomon.studio.learner import routes as learner
from gnomon.studio.review import pair_routes, pipeline_routes
from gnomon.studio.review import routes as review
from gnomon.studio.settings import Settings
from gnomon.studio.studio import Studio
from gnomon.studio.teacher import answers, waiting
from gnomon.studio.teacher import routes as teacher
from gnomon.studio.warming import warm_up

_BURST = 20
"""Messages that may come at once: pages that were kept open send what they have."""
_BURST_OF_CHANGES = 120
"""The same of changes: strokes that were drawn without a network come together."""


_SWITCH_SECONDS = 0.0005
"""How long one thread computes before another one may."""
_COLLECTING = (700, 10, 1000)
"""When Python collects garbage; the first two are its own. A pass over everything stops all conversations of the
process for up to half a second and finds a dozen objects, since what lives that long is kept on purpose: one pass in thousands
of turns is enough."""


def create_app(settings: Settings) -> FastAPI:
    """Return the app; its store and tutors open when it starts and close when it stops.

    Raises:
        TutorSpecError, ModelAddressError: when a tutor cannot be opened.
        StoreError: for a database that cannot be used; when it starts, for one that does not answer.
    """
    tutors = Tutors(settings.tutors)
    store = Store(settings.database)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with store:
            with tutors, closing(Workshop()) as workshop:
                messages, entries = (
                    TokenBuckets(each, max(each, _BURST)) for each in (settings.messages_per_minute, settings.entries_per_minute)
                )
                changes = TokenBuckets(settings.changes_per_minute, max(settings.changes_per_minute, _BURST_OF_CHANGES))
                app.state.workshop = workshop
                app.state.studio = Studio(settings, store, tutors, messages, changes, entries)
                yield

    app = FastAPI(title="gnomon studio", version=__version__, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.add_middleware(BoundedBodies)
    app.add_middleware(SafeHeaders, is_https=settings.is_https)
    app.mount("/static", StaticFiles(directory=str(resources.files("gnomon.studio") / "static")), name="static")
    failing.install(app)
    for router in (
        entering.router,
        keeping.router,
        marking.router,
        pointing.router,
        learner.router,
        annotator.router,
        review.router,
        pair_routes.router,
        pipeline_routes.router,
        teacher.router,
        waiting.router,
        answers.router,
        admin.router,
        editor.router,
    ):
        app.include_router(router)
    limits = TokenBuckets(settings.requests_per_minute, _BURST)
    app.include_router(endpoint_router(EndpointSettings(tutors, partial(_holder_of, store), limits)))
    return app


async def _holder_of(store: Store, key: str) -> str | None:
    """Return who holds a key of the endpoint.

    Raises:
        EndpointError: 403 for learners whose teacher looks at each turn: here nobody would.
    """
    holder = await store.accounts.holder_of(key)
    if holder is not None and any(each.is_supervised for each in await store.classes.of_learner(holder)):
        why = "your teacher looks at what the tutor says before you see it: talk with it in the studio"
        raise EndpointError(403, why, "supervised")
    return holder


def from_environment() -> FastAPI:
    """Return the app of the settings that the command left in the environment: what each worker process calls."""
    # While a tutor computes, the server's loop would wait the usual 5 ms at each of the many small steps of a request.
    sys.setswitchinterval(_SWITCH_SECONDS)
    with ThreadPoolExecutor(1) as apart:  # the server's loop runs already when it asks for the app
        apart.submit(warm_up).result()
    gc.freeze()  # what is loaded by now stays, and need not be looked through
    gc.set_threshold(*_COLLECTING)
    return create_app(Settings.from_environment())
