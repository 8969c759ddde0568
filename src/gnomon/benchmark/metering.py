"""What the calls of one row cost, by role."""

from __future__ import annotations

from gnomon.benchmark.benchmark import Calls
from gnomon.models import Model, Request, Response


class MeteredModel:
    """A model that adds up what its calls cost."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.calls = Calls()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    async def respond(self, request: Request) -> Response:
        """Ask the model, and note the cost.

        Raises:
            ModelError: as the model does.
        """
        response = await self._model.respond(request)
        self.calls += Calls(usage=response.usage, seconds=response.seconds, num_cached=response.num_cached)
        return response
