"""A user's own wording in place of ours: a folder laid out as this room is, ``judge/rubric.md`` for ``load("judge/rubric")``.

The folder stands in the environment, so that processes that are started later have it too. A prompt has the gaps of the one that
it replaces, no more and no fewer: what fills them is code.
"""

from __future__ import annotations

import os
from pathlib import Path

from gnomon.prompts.prompt import Prompt, PromptError, load, names, packaged, read

VARIABLE = "GNOMON_PROMPTS"
"""Name of the environment variable with the folder."""


def replace_prompts(folder: Path) -> tuple[str, ...]:
    """Let `load` take prompts from a folder where it has them, in this process and those that it starts.

    Returns:
        The names of the prompts that are replaced, sorted.

    Raises:
        PromptError: for a folder that is missing or holds no prompt, a file named as none of ours, one that is ill-formed, and
            one with other gaps.
    """
    found = own_prompts(folder)
    os.environ[VARIABLE] = str(folder.resolve())
    load.cache_clear()
    return tuple(found)


def own_prompts(folder: Path) -> dict[str, Prompt]:
    """Return the prompts of a folder by the names of those that they replace; errors as `replace_prompts`."""
    if not folder.is_dir():
        raise PromptError(f"there is no folder {str(folder)!r}; `gnomon prompts copy DIR` makes one with all prompts")
    found = {}
    for path in sorted(folder.rglob("*.md")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        if name == "README":
            continue
        if name not in names():
            raise PromptError(f"{path}: no prompt is called {name!r}; `gnomon prompts list` has the names")
        try:
            found[name] = read(path)
        except (OSError, UnicodeDecodeError) as error:
            raise PromptError(f"{path}: cannot be read as UTF-8 text ({error})") from error
        ours = packaged(name).variables
        if found[name].variables != ours:
            more, fewer = sorted(found[name].variables - ours), sorted(ours - found[name].variables)
            what = [f"asks for {', '.join(more)}"] * bool(more) + [f"lacks {', '.join(fewer)}"] * bool(fewer)
            raise PromptError(f"{path}: its gaps are other than ours: it {' and '.join(what)}")
    if not found:
        raise PromptError(f"{str(folder)!r} holds no prompt, such as judge/rubric.md")
    return found
