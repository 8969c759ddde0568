# ruff: noqa: INP001  # a script of the documentation, no package
"""Write the table of ``docs/training.md`` anew from the recipes: every hyperparameter, its value, its source, its recipes.

Run it after a change to a recipe: ``python docs/make_training.py``. A test holds the page and the recipes together.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from gnomon.training import recipes

PAGE = Path(__file__).with_name("training.md")
MARKS = "<!-- recipes -->\n", "<!-- end of recipes -->\n"


def table() -> str:
    """Return the table: one line for each hyperparameter, value and source, with the recipes that have it so."""
    lines: dict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    for name, recipe in recipes().items():
        for key, setting in recipe.settings():
            value = json.dumps(setting.model_dump(mode="json")["value"]).strip('"')
            lines[key, value, setting.source, setting.why].append(name)
    order = list(dict.fromkeys(key for recipe in recipes().values() for key, _ in recipe.settings()))
    rows = sorted(lines.items(), key=lambda line: order.index(line[0][0]))
    head = "| hyperparameter | value | recipes | source | why |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| `{key}` | {value} | {', '.join(names)} | {source} | {why} |\n" for (key, value, source, why), names in rows
    )


def with_table(page: str) -> str:
    """Return the page with the table between its marks."""
    before, rest = page.split(MARKS[0])
    return f"{before}{MARKS[0]}{table()}{MARKS[1]}{rest.split(MARKS[1])[1]}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")
