"""What every page is made with: the templates beside this file, texts as paragraphs, figures as drawings.

What a page shows is in the module named for it.
"""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from gnomon import __version__
from gnomon.drawing import THEME, draw
from gnomon.figure import Figure, Highlights
from gnomon.visible import shown


def render(template: str, **values: object) -> str:
    """Fill a template; the pens and the version of gnomon are always there.

    Args:
        template: name of a file of this package, such as ``proof.html.jinja``.
        values: by name. Texts are escaped; a name that the template asks for and nobody gives is an error.

    Returns:
        The document, with control characters and turns of the direction of writing as their codes, as in the terminal.
    """
    return shown(_template(template).render(pens=THEME.pens, version=__version__, **values))


@cache
def _template(name: str) -> Template:
    environment = Environment(
        loader=PackageLoader(__package__, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)


def drawn(figure: Figure | None, first: Highlights | None, second: Highlights | None, width_pixels: float) -> Markup | None:
    """Draw a figure for a page; None without one.

    Args:
        figure: what to draw.
        first: highlights of the first pen.
        second: highlights of the second pen.
        width_pixels: about the width of its place: letters then have the size of the text beside them.
    """
    if figure is None:
        return None
    # Safe: `draw` escapes every text that it writes.
    return Markup(draw(figure, first, second, width_px=width_pixels))  # noqa: S704


def paragraphs(content: str) -> tuple[str, ...]:
    """Return the lines of a text that are not empty."""
    return tuple(line.strip() for line in content.splitlines() if line.strip())
