"""The two bridges between Inspect's models and ours.

`InspectModel` lets a tutor or judge of ours speak to whatever model Inspect was given for a role. The provider ``gnomon``
lets Inspect speak through our client, with its cache, retries and ledger: ``--model-role judge=gnomon/MODEL@URL``.
"""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Literal

import anyio
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    ResponseSchema,
    get_model,
    modelapi,
)
from inspect_ai.model import Model as InspectsModel
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import JSONSchema, LimitExceededError

from gnomon import models
from gnomon.models import Calls, Client, Image, Message, Request, Response, Sample, Usage, metered, note_calls, open_model

_STOP: dict[str, Literal["stop", "max_tokens", "content_filter", "unknown"]] = {
    "stop": "stop",
    "length": "max_tokens",
    "content_filter": "content_filter",
}
_FINISH: dict[str, Literal["stop", "length", "content_filter"]] = {
    "stop": "stop",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "content_filter",
}
_LONGEST_MESSAGE = 400  # characters, as in the client of our own: some providers put whole pages in their errors
_BUSY = (408, 429)  # Request Timeout, Too Many Requests: the same request may succeed later, as after any status from 500 on


class InspectModel:
    """A model of an Inspect run, as our rooms speak to models.

    Args:
        role: the role it plays, such as ``tutor`` or ``judge``.
        model: Inspect's; None takes the one that was given for the role, else the run's only one.
    """

    def __init__(self, role: str, model: InspectsModel | None = None) -> None:
        self._role = role
        self._model = model or get_model(role=role)

    @property
    def name(self) -> str:
        """The model's name as Inspect shows it."""
        return str(self._model)

    async def respond(self, request: Request) -> Response:
        """Ask through Inspect, which logs the call.

        Raises:
            ModelError: when the model cannot be asked or refuses.
        """
        messages = [_to_inspect(message) for message in request.messages]
        try:
            with metered():  # a client of ours behind Inspect's model counts for itself; here the role's calls are counted
                output = await self._model.generate(messages, config=_config(request))
        except (models.ModelError, LimitExceededError):
            raise  # ours; and Inspect's own way to end a sample
        except Exception as error:  # noqa: BLE001 - each of Inspect's providers raises its own library's errors
            raise _as_model_error(self.name, error) from None  # libraries' errors hold headers, and so keys
        if output.error or not output.choices:
            raise models.RequestRefusedError(f"{self.name} gave no answer: {output.error or 'no choices'}")
        usage = output.usage
        metadata = output.metadata or {}
        response = Response(
            samples=tuple(
                Sample(text=choice.message.text, finish_reason=_FINISH.get(choice.stop_reason, "other"))
                for choice in output.choices
            ),
            usage=Usage(
                prompt_tokens=usage.input_tokens if usage else 0,
                completion_tokens=usage.output_tokens if usage else 0,
                requests=metadata.get("requests", 1),
                unreported=metadata.get("unreported", 0 if usage else 1),
            ),
            seconds=output.time or 0.0,
            num_cached=metadata.get("num_cached", 0),
        )
        note_calls(self._role, Calls.of(response))
        return response


class ClientProvider(ModelAPI):
    """Inspect's provider ``gnomon``: our client under Inspect's model interface.

    Args:
        model_name: ``MODEL@URL`` or a URL, as `open_model` reads it.
        base_url: not used; the URL is part of the name.
        api_key: not used; keys come from the environment alone.
        config: Inspect's settings.
        opened_with: what else `open_model` takes, such as cache and ledger.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - frozen in use; Inspect's own signature
        opened_with: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._opened_with = dict(opened_with or {})
        self._client: Client | None = None
        self._opened: AsyncGenerator[Client, None] | None = None
        self._opening = anyio.Lock()

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 - Inspect's name
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """Answer one call of Inspect."""
        del tool_choice
        if tools:
            raise models.RequestRefusedError("the provider gnomon offers no tools; use one of Inspect's own providers")
        response = await (await self._open()).respond(_request(input, config))
        usage = response.usage
        return ModelOutput(
            model=self.model_name,
            choices=[
                ChatCompletionChoice(
                    message=ChatMessageAssistant(content=sample.text, model=self.model_name, source="generate"),
                    stop_reason=_STOP.get(sample.finish_reason, "unknown"),
                )
                for sample in response.samples
            ],
            usage=ModelUsage(
                input_tokens=usage.prompt_tokens,
                output_tokens=usage.completion_tokens,
                total_tokens=usage.prompt_tokens + usage.completion_tokens,
            ),
            time=response.seconds,
            metadata={"requests": usage.requests, "unreported": usage.unreported, "num_cached": response.num_cached},
        )

    async def aclose(self) -> None:
        """Close the client; the next call opens it again."""
        opened, self._opened = self._opened, None
        self._client = None
        if opened is not None:
            await opened.aclose()

    async def _open(self) -> Client:
        async with self._opening:
            if self._client is None:
                self._opened = self._as_long_as_the_loop()
                self._client = await anext(self._opened)
            return self._client

    async def _as_long_as_the_loop(self) -> AsyncGenerator[Client, None]:
        """Give the client, and close it when the event loop ends, by an interrupt too: Inspect itself closes no provider."""
        async with await open_model(self.model_name, **self._opened_with) as client:
            yield client

    def max_connections(self) -> int:
        """Leave the limit to our client, which keeps one a server."""
        return 1000  # so many that Inspect never holds a call back

    def connection_key(self) -> str:
        """Count connections by model and server."""
        return self.model_name


@modelapi(name="gnomon")
def provider_of() -> type[ModelAPI]:
    """Return the provider's class, for Inspect's registry."""
    return ClientProvider


def _as_model_error(name: str, error: Exception) -> models.ModelError:
    """Return an error of one of Inspect's providers as one of ours, in one line, by what asking again could do."""
    kind = type(error).__name__
    message = f"{name} gave no answer ({kind}: {' '.join(str(error).split())[:_LONGEST_MESSAGE]})"
    status = getattr(error, "status_code", None)
    if isinstance(error, TimeoutError) or "Timeout" in kind:
        return models.ModelTimeoutError(message)
    if isinstance(error, OSError) or "Connection" in kind or (isinstance(status, int) and (status in _BUSY or status >= 500)):
        return models.ModelUnavailableError(message)
    return models.RequestRefusedError(message)


def _to_inspect(message: Message) -> ChatMessage:
    if message.role == "system":
        return ChatMessageSystem(content=message.text)
    if message.role == "assistant":
        return ChatMessageAssistant(content=message.text)
    if not message.images:
        return ChatMessageUser(content=message.text)
    pictures: list[Content] = [ContentImage(image=image.data_uri()) for image in message.images]
    return ChatMessageUser(content=[*pictures, ContentText(text=message.text)])


def _config(request: Request) -> GenerateConfig:
    schema = request.response_schema
    return GenerateConfig(
        num_choices=request.num_samples if request.num_samples > 1 else None,
        temperature=request.temperature,
        max_tokens=request.max_tokens,
        top_p=request.top_p,
        reasoning_effort=request.reasoning_effort,
        seed=request.seed,
        response_schema=schema
        and ResponseSchema(name=schema.name, json_schema=JSONSchema.model_validate(schema.json_schema), strict=True),
    )


def _request(messages: Sequence[ChatMessage], config: GenerateConfig) -> Request:
    schema = config.response_schema
    return Request(
        messages=tuple(_from_inspect(message) for message in messages),
        num_samples=config.num_choices or 1,
        temperature=config.temperature,
        max_tokens=config.max_tokens,
        top_p=config.top_p,
        reasoning_effort=config.reasoning_effort,
        seed=config.seed,
        response_schema=schema
        and models.ResponseSchema(name=schema.name, json_schema=schema.json_schema.model_dump(mode="json", exclude_none=True)),
    )


def _from_inspect(message: ChatMessage) -> Message:
    if message.role == "tool":
        raise models.RequestRefusedError("the provider gnomon offers no tools; use one of Inspect's own providers")
    images = () if isinstance(message.content, str) else tuple(_image(part) for part in message.content if part.type == "image")
    return Message(role=message.role, text=message.text, images=images)


def _image(part: ContentImage) -> Image:
    # Where it is no data URI, the beginning tells what it is: the rest may be megabytes
    head, _, data = part.image.partition(",")
    if not head.startswith("data:image/") or not head.endswith(";base64"):
        raise models.RequestRefusedError(f"expected a picture as a data URI, got {part.image[:40]!r}")
    return Image(data=base64.b64decode(data), media_type=head.removeprefix("data:").removesuffix(";base64"))
