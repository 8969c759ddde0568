"""The one reader of tables and texts that ship with the package: rules, phrases, rubrics, settings lie beside their module."""

from __future__ import annotations

from importlib import resources
from typing import Any

import yaml

# The C parser reads the bank four times as fast; where libyaml is missing the other safe one does.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def packaged_yaml(package: str | None, *names: str) -> Any:  # noqa: ANN401 - plain YAML; the caller validates
    """Return the content of a YAML file of the package.

    Args:
        package: the module's ``__package__``.
        names: folders and file name below it.

    Raises:
        FileNotFoundError: when the package has no such file.
    """
    return yaml.load(packaged_text(package, *names), Loader=_LOADER)  # noqa: S506 - both loaders are the safe ones


def packaged_text(package: str | None, *names: str) -> str:
    """Return a text file of the package; arguments and errors as for `packaged_yaml`."""
    assert package is not None, "tables lie beside modules of the package"
    return resources.files(package).joinpath(*names).read_text("utf-8")
