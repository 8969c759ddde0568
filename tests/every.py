"""One test over many cases: it fails with every case that fails, where one item a case would cost more than the check itself."""

import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml


def read_cases(path: Path) -> Any:  # what the file holds
    """Read a YAML file of cases, ten times as fast as `yaml.safe_load` where PyYAML has its C parser."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text("utf-8"), Loader=loader)  # noqa: S506  # both are safe


def every(
    cases: Iterable[Any], name: Callable[[Any], object] = str, *, one_in: int = 1
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test of a test of one case.

    Args:
        cases: each is given to the test as its first argument, a tuple (no named one) as its first arguments; all others are
            fixtures, which the cases share.
        name: what to call a case that fails.
        one_in: of how many cases the default tests take one, where all take long; `make slow` takes all.
    """
    known = list(cases)
    assert known

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        def of_all(stride: int = 1, **fixtures: object) -> None:
            __tracebackhide__ = True
            failures = []
            for case in known[::stride]:
                try:
                    test(*case, **fixtures) if type(case) is tuple else test(case, **fixtures)
                except Exception as error:  # noqa: BLE001  # any failure is this case's, and the next is still of interest
                    failures.append(f"{name(case)}: {type(error).__name__}: {error}")
            assert not failures, f"{len(failures)} of {len(known[::stride])} cases fail\n" + "\n".join(failures)

        of_all.__name__, of_all.__qualname__, of_all.__doc__ = test.__name__, test.__qualname__, test.__doc__
        of_all.__module__ = test.__module__
        taken = len(known[0]) if type(known[0]) is tuple else 1
        fixtures = list(inspect.signature(test).parameters.values())[taken:]
        if one_in > 1:
            fixtures.append(inspect.Parameter("stride", inspect.Parameter.KEYWORD_ONLY))
        of_all.__signature__ = inspect.Signature(fixtures)  # type: ignore[attr-defined]  # how pytest learns what to pass
        if one_in == 1:
            return of_all
        parts = [pytest.param(one_in, id=f"one in {one_in}"), pytest.param(1, id="all", marks=pytest.mark.slow)]
        return pytest.mark.parametrize("stride", parts)(of_all)

    return decorate


def thinned(cases: Iterable[Any], one_in: int) -> list[Any]:
    """Return cases of `pytest.mark.parametrize`, of which the default tests take one in so many and `make slow` the others."""
    return [case if at % one_in == 0 else pytest.param(*case, marks=pytest.mark.slow) for at, case in enumerate(cases)]
