"""The tutors that a server offers, as ``--tutor NAME=SPEC`` names them."""

from __future__ import annotations

import typer


def tutor_specs(given: list[str]) -> dict[str, str]:
    """Return the specifications by name; one without a name is its own."""
    specs: dict[str, str] = {}
    for each in given:
        name, is_named, spec = each.partition("=")
        if not name or (is_named and not spec):
            raise typer.BadParameter(f"--tutor: expected NAME=SPEC, such as hints=symbolic, got {each!r}")
        if name in specs:
            raise typer.BadParameter(f"--tutor: the name {name!r} is given twice")
        specs[name] = spec if is_named else name
    return specs
