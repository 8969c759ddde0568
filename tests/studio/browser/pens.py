"""Hands over a page: mouse, fingers and pens, as the browser's debugger sends them."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page

Place = tuple[float, float]
"""In pixels of the picture, from its upper left corner."""


def on_screen(page: Page, place: Place) -> Place:
    """Return where a place of the picture is on the screen; from the drawing, not from the ink."""
    found = page.evaluate(
        """([x, y]) => {
            const drawing = document.querySelector("pen-layer .drawing > svg"), {x: left, y: top} = drawing.viewBox.baseVal;
            const point = new DOMPoint(x + left, y + top).matrixTransform(drawing.getScreenCTM());
            return [point.x, point.y];
        }""",
        list(place),
    )
    return found[0], found[1]


def between(places: Sequence[Place], steps: int = 8) -> list[Place]:
    """Return places with others between them."""
    found = [places[0]]
    for (x, y), (u, v) in pairwise(places):
        found += [(x + (u - x) * step / steps, y + (v - y) * step / steps) for step in range(1, steps + 1)]
    return found


def drag(page: Page, *places: Place, steps: int = 8) -> None:
    """Draw with the mouse."""
    page.locator(".surface").evaluate("surface => surface.scrollIntoView({block: 'center'})")
    way = [on_screen(page, place) for place in between(places, steps)]
    page.mouse.move(*way[0])
    page.mouse.down()
    for x, y in way[1:]:
        page.mouse.move(x, y)
    page.mouse.up()


class Fingers:
    """Touches and pens by the debugger's protocol."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *places: Place) -> None:
        """Send the places of all fingers; none when the last goes up."""
        spots = [on_screen(self.page, place) for place in places]
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def draw(self, *places: Place) -> None:
        """Draw with one finger."""
        first, *rest = between(places)
        self.touch("touchStart", first)
        for place in rest:
            self.touch("touchMove", place)
        self.touch("touchEnd")

    def pen(self, *places: Place, forces: Iterable[float] = (0.8,)) -> None:
        """Draw with a pen, pressed as the forces say, the last one to the end."""
        pressed = list(forces)
        for number, place in enumerate(between(places)):
            x, y = on_screen(self.page, place)
            event: dict[str, Any] = {"x": x, "y": y, "pointerType": "pen", "button": "left", "buttons": 1}
            kind = "mouseMoved" if number else "mousePressed"
            force = pressed[min(number, len(pressed) - 1)]
            self.session.send("Input.dispatchMouseEvent", {**event, "type": kind, "force": force, "clickCount": 1})
        self.session.send("Input.dispatchMouseEvent", {**event, "type": "mouseReleased", "clickCount": 1, "buttons": 0})


def choose(page: Page, tool: str) -> None:
    """Take a tool in hand."""
    folded = page.locator("details[data-fold]:not([open]) > summary")  # on a small screen
    while folded.count():
        folded.first.click()
    page.get_by_role("button", name=tool, exact=True).click()


def items(page: Page) -> list[dict[str, Any]]:
    """Return what is on the figure."""
    found: list[dict[str, Any]] = page.evaluate("document.querySelector('pen-layer').items")
    return found
