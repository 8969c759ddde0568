"""Libraries that only some metrics need, imported when first used, with one clear line where one is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from gnomon.metrics.errors import MissingExtraError


def require(module: str, feature: str, extra: str) -> ModuleType:
    """Import a library of an optional extra.

    Args:
        module: Name to import, such as ``sacrebleu.metrics``.
        feature: What needs it, as the message begins: ``BLEU``.
        extra: The extra of gnomon that installs it.

    Returns:
        The module.

    Raises:
        MissingExtraError: It, or something that it imports, is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise MissingExtraError(f"{feature} needs {missing}: pip install 'gnomon[{extra}]'", name=missing) from error
