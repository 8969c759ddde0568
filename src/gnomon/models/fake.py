"""A model without a model: answers by a function, for tests of whoever uses `Model`."""

from __future__ import annotations

from collections.abc import Callable

from gnomon.models.messages import Request, Response, Sample, Usage


class FakeModel:
    """Answers each sample with ``answer(request, index)``; keeps the requests it saw.

    Args:
        answer: gives the text of sample ``index`` (from 0) of a request; or one text for all.
        name: as reports show it.
    """

    def __init__(self, answer: Callable[[Request, int], str] | str, *, name: str = "fake") -> None:
        self.name = name
        self.requests: list[Request] = []
        self._answer = answer

    async def respond(self, request: Request) -> Response:
        """Answer at once."""
        self.requests.append(request)
        answer = self._answer
        texts = [answer if isinstance(answer, str) else answer(request, index) for index in range(request.num_samples)]
        words = sum(len(message.text.split()) for message in request.messages)
        usage = Usage(prompt_tokens=words, completion_tokens=sum(len(text.split()) for text in texts), requests=1)
        return Response(samples=tuple(Sample(text=text) for text in texts), usage=usage)
