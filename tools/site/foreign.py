"""What a page of a built site would ask another host for: scripts, styles, fonts, pictures, frames; not links to click."""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

_ATTRIBUTES = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "iframe": ("src",),
    "video": ("src", "poster"),
    "audio": ("src",),
    "object": ("data",),
    "embed": ("src",),
    "image": ("href", "xlink:href"),
    "use": ("href", "xlink:href"),
}
_FETCHED = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "manifest"}
"""Kinds of ``<link>`` for which a browser goes out by itself; ``next`` or ``canonical`` only name a page."""
_FOREIGN = re.compile(r"^\s*(?:https?:)?//", re.IGNORECASE)
_IN_STYLE = re.compile(r"url\(\s*['\"]?((?:https?:)?//[^'\")\s]+)|@import\s+['\"]((?:https?:)?//[^'\"]+)", re.IGNORECASE)


def foreign_requests(folder: Path) -> list[str]:
    """Return ``FILE: URL`` for each request to another host that a page or style of a folder makes."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".html":
            reader = _Page()
            reader.feed(path.read_text("utf-8"))
            found += [f"{path.relative_to(folder)}: {url}" for url in reader.found]
        elif path.suffix in {".css", ".svg"}:
            found += [f"{path.relative_to(folder)}: {url}" for url in _in_style(path.read_text("utf-8"))]
    return found


def _in_style(text: str) -> Iterator[str]:
    yield from (first or second for first, second in _IN_STYLE.findall(text))


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        self.found += _in_style(given.get("style", ""))
        if tag == "link" and not _FETCHED & set(given.get("rel", "").lower().split()):
            return
        for name in _ATTRIBUTES.get(tag, ()):
            parts = given.get(name, "").split(",") if name == "srcset" else [given.get(name, "")]
            self.found += [part.strip() for part in parts if _FOREIGN.match(part)]

    def handle_endtag(self, tag: str) -> None:
        if tag == "style":
            self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.found += _in_style(data)


if __name__ == "__main__":
    found_here = foreign_requests(Path(sys.argv[1]))
    print("\n".join(found_here) or "no page asks another host")
    sys.exit(bool(found_here))
