"""The examples in docstrings say what happens.

One test looks for the few modules that have any: `--doctest-modules` would import every module of the package in every worker.
"""

import doctest
import importlib

from tests.conftest import REPOSITORY
from tests.every import every

SOURCE = REPOSITORY / "src"
WITH_EXAMPLES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for path in sorted(SOURCE.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


@every(WITH_EXAMPLES)
def test_the_examples_of_a_module_give_what_they_show(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0
