"""Prompt files: text with named gaps, in parts for the system and the user, with a hash that results record.

A file is named for its use: ``judge/rubric.md`` is ``load("judge/rubric")``. A line ``# system`` or ``# user`` opens a part. Gaps
are Jinja's, ``{{ question }}``, conditions too. A gap left open is an error, and so is a value that no gap asks for.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from jinja2 import StrictUndefined, Template, TemplateSyntaxError, meta
from jinja2.sandbox import ImmutableSandboxedEnvironment

_PART = re.compile(r"^# (system|user)[ \t]*$", re.MULTILINE)
_ENVIRONMENT = ImmutableSandboxedEnvironment(  # a prompt may come with a stranger's bundle: it fills gaps and runs nothing
    undefined=StrictUndefined,
    autoescape=False,  # the result is read by a model, not by a browser
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=False,
)


class PromptError(ValueError):
    """A prompt file is missing or ill-formed, or its gaps and the values given do not fit."""


class FilledPrompt(NamedTuple):
    """The text of both parts, gaps filled."""

    system: str
    """Empty when the file has no such part."""
    user: str


class Prompt(NamedTuple):
    """One prompt file."""

    name: str
    text: str
    variables: frozenset[str]
    """Names of the gaps."""

    @property
    def sha256(self) -> str:
        """Hash of the text; a changed prompt is another prompt."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def fill(self, **values: object) -> FilledPrompt:
        """Fill the gaps.

        Raises:
            PromptError: when a gap is left open or a value is not asked for.
        """
        if missing := sorted(self.variables - values.keys()):
            raise PromptError(f"prompt {self.name!r} needs a value for {', '.join(missing)}")
        if unknown := sorted(values.keys() - self.variables):
            raise PromptError(
                f"prompt {self.name!r} has no gap {', '.join(unknown)}; its gaps: {', '.join(sorted(self.variables))}"
            )
        rendered = {part: template.render(**values).strip() for part, template in _templates(self.name, self.text).items()}
        return FilledPrompt(rendered.get("system", ""), rendered.get("user", ""))


@cache
def load(name: str) -> Prompt:
    """Return a prompt by its name, such as ``"judge/rubric"``; a user's own where there is one (`gnomon.prompts.replacing`).

    Raises:
        PromptError: when there is none of this name; the message lists those there are.
    """
    ours = packaged(name)
    own = Path(os.environ.get("GNOMON_PROMPTS", "")) / f"{name}.md"
    if not os.environ.get("GNOMON_PROMPTS") or not own.is_file():
        return ours
    return _prompt(name, own.read_text(encoding="utf-8"))


@cache
def packaged(name: str) -> Prompt:
    """Return a prompt of the package; errors as `load`."""
    if name not in names():
        raise PromptError(f"no prompt {name!r}; there are {', '.join(names())}")
    return _prompt(name, (files(__package__) / f"{name}.md").read_text(encoding="utf-8"))


def read(path: Path) -> Prompt:
    """Return a caller's own prompt file.

    Raises:
        OSError: when it cannot be read.
        PromptError: when it is ill-formed.
    """
    return _prompt(str(path), path.read_text(encoding="utf-8"))


@cache
def names() -> tuple[str, ...]:
    """Return the names of all prompts of the package, sorted."""
    root = Path(str(files(__package__)))
    found = (path.relative_to(root).with_suffix("").as_posix() for path in root.glob("*/*.md"))
    return tuple(sorted(found))


def _prompt(name: str, text: str) -> Prompt:
    _parts(name, text)
    try:
        variables = meta.find_undeclared_variables(_ENVIRONMENT.parse(text))
    except TemplateSyntaxError as error:
        raise PromptError(f"prompt {name!r}, line {error.lineno}: {error.message}") from error
    return Prompt(name, text, frozenset(variables))


@cache
def _templates(name: str, text: str) -> dict[str, Template]:
    return {part: _ENVIRONMENT.from_string(piece) for part, piece in _parts(name, text).items()}


def _parts(name: str, text: str) -> dict[str, str]:
    pieces = _PART.split(text)
    parts = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    if pieces[0].strip() or "user" not in parts or len(pieces) != 1 + 2 * len(parts):
        raise PromptError(f"prompt {name!r}: expected '# user' and perhaps, before it, '# system', each once, alone on a line")
    return parts
