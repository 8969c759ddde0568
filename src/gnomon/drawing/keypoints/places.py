"""Where the points of keypoints are: those of the figure, and new ones that a description constructs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gnomon.drawing.keypoints.coordinates import place_of
from gnomon.drawing.keypoints.parts import UndrawableError
from gnomon.drawing.keypoints.planar import CONSTRUCT
from gnomon.drawing.keypoints.words import Said, denies, said_constructions
from gnomon.figure import Axes, KeypointElement, VisualKeypoint, keypoint_element

_SAME = 0.04
"""Two descriptions of one point may differ by this share of the figure's size: pictures are not to scale."""


class Places(Mapping[str, complex]):
    """Places by point name; asking for one that is not known raises `UndrawableError` with the reason.

    Args:
        known: the figure's points.
        keypoints: may describe more points, each in terms of others, in any order.
        axes: of a graph; None where the figure has none.
        doubtful: points of the figure whose place is not sure: they are not used.
    """

    def __init__(
        self, known: Mapping[str, complex], keypoints: Iterable[VisualKeypoint], axes: Axes | None, doubtful: Iterable[str] = ()
    ) -> None:
        self._doubtful = frozenset(doubtful)
        self._places = {name: place for name, place in known.items() if name not in self._doubtful}
        self.figure_points = frozenset(self._places)
        self._twice: set[str] = set()
        spots = list(self._places.values())
        self._size = max((abs(a - b) for a in spots for b in spots), default=1.0)
        self._axes = axes
        described = [
            (element, said)
            for keypoint in keypoints
            if (element := keypoint_element(keypoint.element)) is not None
            for said in _ways(element, keypoint.description)
        ]
        while self._add_one(described):
            pass
        self._drop_the_contradictory(described)

    def __getitem__(self, name: str) -> complex:
        if name in self._places:
            return self._places[name]
        if name in self._doubtful:
            raise UndrawableError(f"where point {name} is in the picture is not sure")
        if name in self._twice:
            raise UndrawableError(f"point {name} is described in two ways that differ")
        raise UndrawableError(f"point {name} is not in the figure, and no description says where it is")

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def is_near(self, first: complex, second: complex) -> bool:
        """Whether two places are one, as far as a picture that is not to scale can tell."""
        return abs(first - second) <= _SAME * self._size

    def _add_one(self, described: list[tuple[KeypointElement, Said | None]]) -> bool:
        for element, said in described:
            for name in self._new_points(element):
                place = self._construct(element, name, said)
                if place is not None:
                    self._places[name] = place
                    return True
        return False

    def _drop_the_contradictory(self, described: list[tuple[KeypointElement, Said | None]]) -> None:
        """Take out new points that a further description puts elsewhere, and what was constructed from them."""
        for element, said in described:
            for name in element.points:
                if element.kind not in {"point", "line"} or name in self.figure_points or name not in self._places:
                    continue
                others = [other for other in element.points if other != name]
                if element.kind == "line" and not set(others) <= self.figure_points:
                    continue
                place = self._construct(element, name, said)
                if place is not None and not self.is_near(place, self._places[name]):
                    self._twice.add(name)
        if self._twice:
            self._places = {name: place for name, place in self._places.items() if name in self.figure_points}

    def _new_points(self, element: KeypointElement) -> list[str]:
        """Return the one point that an element may define: that of a point, or the end of a line whose other end is known."""
        # A small letter is the name of a line, not of a point.
        unknown = [name for name in element.points if name not in self._places and name[0].isupper()]
        is_definition = element.kind == "point" or (element.kind == "line" and len(element.points) == 2)
        free = [name for name in unknown if name not in self._doubtful and name not in self._twice]
        return free if is_definition and len(unknown) == 1 else []

    def _construct(self, element: KeypointElement, name: str, said: Said | None) -> complex | None:
        if element.coordinates:
            try:
                return place_of(element.coordinates, self._axes)
            except UndrawableError:
                return None
        if said is None:
            return None
        arguments: list[complex | float] = []
        for part in said.parts:
            if isinstance(part, float):
                arguments.append(part)
                continue
            names = part if part is not None else tuple(other for other in element.points if other != name)
            if not names or any(each not in self._places or each == name for each in names):
                return None
            arguments += [self._places[each] for each in names]
        place = CONSTRUCT[said.construct](*arguments)
        # A line to itself: the description means another point than the construction gives.
        ends = [self._places[other] for other in element.points if other != name and other in self._places]
        return None if place in ends else place


def _ways(element: KeypointElement, description: str) -> list[Said | None]:
    """Return how an element's new point is described; None stands for its coordinates."""
    if element.coordinates:
        return [None]
    return [] if denies(description) else [*said_constructions(description)]
