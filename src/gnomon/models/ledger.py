"""What a run of model calls used: tokens, money and time by role, an estimate before it and a limit while it goes on.

Prices are the caller's data: they change too often to be shipped. A model without a price has the cost None, never 0.
"""

from __future__ import annotations

import asyncio
import math
import statistics
from array import array
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from gnomon.models.calls import Calls
from gnomon.models.errors import CostLimitError
from gnomon.models.messages import Request, Usage

_CHARACTERS_PER_TOKEN = 3  # English is nearer to 4; formulas and other scripts take more tokens
_TOKENS_PER_MESSAGE = 8  # role and separators; servers take 3 to 7
_TOKENS_PER_IMAGE = 1500  # about what the large providers count for a picture of 1024 by 1024 pixels, rounded up
_COMPLETION_TOKENS = 2048
"""What one sample is taken to need where the request sets no limit."""
_MILLION = 1_000_000  # prices are quoted for a million tokens
AskMore = Callable[[float], Awaitable[float]]
"""Asks who keeps a limit for several ledgers: gets what is wanted above one's own limit, gives what that may rise by, or 0."""


class Price(BaseModel):
    """The price of a model's tokens, in any one currency."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: float = Field(ge=0)
    """For a million prompt tokens."""
    completion: float = Field(ge=0)
    """For a million completion tokens."""

    def cost(self, usage: Usage) -> float:
        """Return what these tokens cost."""
        return (usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion) / _MILLION


class Estimate(NamedTuple):
    """What requests will use at most, as far as it can be known before."""

    requests: int
    prompt_tokens: int
    completion_tokens: int
    unlimited: int
    """How many of the requests set no ``max_tokens``; for these the tokens of a sample are a guess."""
    cost: float | None
    """None where the model has no price."""


class LedgerRow(Calls):
    """What one role used of one model."""

    role: str
    model: str
    cost: float | None
    """None where the model has no price, or where an answer came without token counts."""
    median_seconds: float | None
    """Of the calls that asked the server; None where none did."""
    percentile_95_seconds: float | None


@dataclass
class _Account:
    spent: Calls = field(default_factory=Calls)
    seconds: array[float] = field(default_factory=lambda: array("d"))
    """Of each call that asked the server."""


class Ledger:
    """Keeps count over all models of a run; one ledger may serve many clients of one event loop.

    Args:
        prices: by name of the model.
        max_cost: the most that the run may cost, in the currency of the prices; None is no limit. A call that could pass it waits
            until the calls under way are paid for, and is refused when it still could. What a call could cost is an estimate on
            the high side; a server that counts more tokens can pass the limit by the difference.
        more: is asked before a call waits or is refused, where several ledgers share one limit; None where this one has its own.
    """

    def __init__(
        self, prices: Mapping[str, Price] | None = None, *, max_cost: float | None = None, more: AskMore | None = None
    ) -> None:
        self.prices = dict(prices or {})
        self.max_cost = max_cost
        self.has_refused = False
        """Whether a call was refused because of the limit."""
        self._more = more
        self._accounts: dict[tuple[str, str], _Account] = {}
        self._spent = 0.0
        self._reserved = 0.0
        self._waiting: set[asyncio.Future[None]] = set()

    @property
    def rows(self) -> tuple[LedgerRow, ...]:
        """One row for each role and model, in the order of their first calls."""
        return tuple(self._row(role, model, account) for (role, model), account in self._accounts.items())

    @property
    def cost(self) -> float | None:
        """What the run has cost; None where a part of it is not known, see the rows."""
        costs = [row.cost for row in self.rows]
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    def estimate(self, model: str, requests: Iterable[Request], *, completion_tokens: int | None = None) -> Estimate:
        """Say what requests to one model will cost at most, their samples asked together and nothing cached.

        Args:
            model: by the name of the prices.
            requests: those planned; a sample of them can be scaled up by the caller.
            completion_tokens: what a sample is expected to need; None takes ``max_tokens``, or 2,048 where that is not set.
        """
        planned = list(requests)
        usage = sum((estimate_usage(request, request.num_samples, completion_tokens) for request in planned), Usage())
        price = self.prices.get(model)
        unlimited = sum(request.max_tokens is None for request in planned)
        cost = None if price is None else price.cost(usage)
        return Estimate(len(planned), usage.prompt_tokens, usage.completion_tokens, unlimited, cost)

    @asynccontextmanager
    async def reserve(self, model: str, usage: Usage) -> AsyncIterator[None]:
        """Hold back what a call could cost while it is under way.

        Args:
            model: whose price counts.
            usage: what the call could use.

        Raises:
            CostLimitError: when the call could pass the limit, or its price is not known while there is a limit.
        """
        amount = self._price(model).cost(usage) if self.max_cost is not None else 0.0
        await self._wait_for(amount)
        self._reserved += amount
        try:
            yield
        finally:
            self._reserved -= amount
            self._wake()

    def charge(self, role: str, model: str, usage: Usage) -> None:
        """Add what one request has used."""
        self._account(role, model).spent += Calls(usage=usage)
        price = self.prices.get(model)
        self._spent += price.cost(usage) if price else 0.0

    def finish(self, role: str, model: str, *, samples: int, cached: int, seconds: float) -> None:
        """Add one call that was answered.

        Args:
            role: such as tutor or judge.
            model: by name.
            samples: how many it gave.
            cached: how many of them came from the cache.
            seconds: how long it took; counted where something was asked.
        """
        account = self._account(role, model)
        has_asked = cached < samples
        account.spent += Calls(calls=1, samples=samples, cached=cached, seconds=seconds if has_asked else 0.0)
        if has_asked:
            account.seconds.append(seconds)

    def fail(self, role: str, model: str) -> None:
        """Add one call that ended without an answer."""
        self._account(role, model).spent += Calls(failed=1)

    def _account(self, role: str, model: str) -> _Account:
        return self._accounts.setdefault((role, model), _Account())

    def _row(self, role: str, model: str, account: _Account) -> LedgerRow:
        price = self.prices.get(model)
        spent, seconds = account.spent, sorted(account.seconds)
        return LedgerRow(
            **dict(spent),
            role=role,
            model=model,
            cost=None if price is None or spent.usage.unreported else price.cost(spent.usage),
            median_seconds=statistics.median(seconds) if seconds else None,
            percentile_95_seconds=seconds[math.ceil(0.95 * len(seconds)) - 1] if seconds else None,
        )

    def _price(self, model: str) -> Price:
        price = self.prices.get(model)
        if price is None:
            known = ", ".join(sorted(self.prices)) or "none"
            raise CostLimitError(f"a cost limit needs the price of model {model!r}; prices given: {known}; 0 is a price too")
        return price

    async def _wait_for(self, amount: float) -> None:
        """Wait until the amount fits below the limit beside what is reserved."""
        while self.max_cost is not None and self._spent + self._reserved + amount > self.max_cost:
            if await self._rises(self._spent + self._reserved + amount - self.max_cost):
                continue
            if self._reserved <= 0 or self._spent + amount > self.max_cost:
                whose = " that fell to this worker" if self._more else ""
                self.has_refused = True
                raise CostLimitError(
                    f"spent {self._spent:.4g} of at most {self.max_cost:.4g}{whose}; the next call could cost {amount:.4g}: "
                    "raise the limit, or set a lower max_tokens"
                )
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.add(waiter)
            try:
                await waiter
            finally:
                self._waiting.discard(waiter)

    async def _rises(self, wanted: float) -> bool:
        """Raise the limit where it is shared and something is left; say whether it has risen."""
        given = 0.0 if self._more is None else await self._more(wanted)
        if given and self.max_cost is not None:
            self.max_cost += given
        return given > 0

    def _wake(self) -> None:
        if self._reserved < 1e-12:  # what is left of sums of decimal fractions
            self._reserved = 0.0
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)


def estimate_usage(request: Request, num_samples: int, completion_tokens: int | None = None) -> Usage:
    """Return what samples of a request could use when they are asked in one go.

    A token is taken as three characters, a picture as 1,500 tokens: more than most servers count.

    Args:
        request: whose messages are sent once.
        num_samples: how many are asked.
        completion_tokens: for a sample; None takes the request's limit, or 2,048 where it has none.
    """
    characters = sum(len(message.text) for message in request.messages)
    schema = len(str(request.response_schema.json_schema)) if request.response_schema else 0
    images = sum(len(message.images) for message in request.messages)
    prompt = math.ceil((characters + schema) / _CHARACTERS_PER_TOKEN)
    fixed = _TOKENS_PER_MESSAGE * len(request.messages) + _TOKENS_PER_IMAGE * images
    each = completion_tokens or request.max_tokens or _COMPLETION_TOKENS
    return Usage(prompt_tokens=prompt + fixed, completion_tokens=each * num_samples)


def read_prices(path: Path) -> dict[str, Price]:
    """Read prices from a YAML file: ``model: {prompt: 0.15, completion: 0.6}``, for a million tokens.

    Raises:
        OSError: when the file cannot be read.
        ValueError: when it holds something else.
    """
    expected = f"{path}: expected lines such as 'gpt-4o-mini: {{prompt: 0.15, completion: 0.6}}'"
    try:
        return TypeAdapter(dict[str, Price]).validate_python(yaml.safe_load(path.read_text("utf-8")) or {})
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"{expected}; it is no YAML") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = f"at {': '.join(map(str, first['loc']))}, " if first["loc"] else ""
        raise ValueError(f"{expected}; {place}got {first['input']!r:.60}") from error
