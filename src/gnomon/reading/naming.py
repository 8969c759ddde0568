"""Which name belongs to which vertex: one joint assignment, with a probability for each pair.

A pair is weighed by how far the name is, whether it stands in a gap between the strokes that leave the vertex, how much ink meets
there, and what other vertices are as near. The weights are learnt (`tools/naming`) from drawings of our own, and the joint choice
is the cheapest one in which every vertex has one name (Kuhn 1955).
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.reading.ink import Ink
from gnomon.reading.rings import Ring
from gnomon.reading.strokes import Spot, Stroke, profile
from gnomon.reading.texts import Name
from gnomon.reading.vertices import Vertex

_FARTHEST = 2.6
"""Heights of a capital between a vertex and the edge of its name."""
_CLEAR = 0.8
"""Probability of a letter that is no tick or piece of an arc."""
_UNLIKELY = 0.12
"""Probability below which a name is left without a vertex."""


class NamedVertex(NamedTuple):
    """A name and its vertex."""

    name: str
    vertex: Vertex
    letter: float
    """Probability that the name is read right."""
    place: float
    """Probability that it belongs to this vertex."""

    @property
    def confidence(self) -> float:
        """Return the probability that both are right."""
        return self.letter * self.place


def assign(
    names: list[Name], vertices: list[Vertex], bare: Ink, capital: float, told: frozenset[str] | None = None
) -> tuple[list[NamedVertex], list[Name]]:
    """Return the named vertices, and the names that found none.

    Args:
        names: what may name a point.
        vertices: what may be named.
        bare: ink without letters, for strokes between a name and a vertex.
        capital: height of a capital, pixels.
        told: the names that the problem's text has; None where there is no text.
    """
    from scipy.optimize import linear_sum_assignment

    if not names or not vertices:
        return [], names
    features = pair_features(names, vertices, bare, capital)
    place = np.zeros((len(names), len(vertices)))
    for (index, number), row in features.items():
        place[index, number] = probability(row)
    letters = [name.best(told) for name in names]
    worth = np.log(np.clip(place, 1e-6, 1 - 1e-6) / (1 - np.clip(place, 1e-6, 1 - 1e-6)))
    worth += np.log(np.clip([[share] for _, share in letters], 0.05, 1))  # of two names at one vertex the clearer one stays
    none = np.full((len(names), len(names)), math.log(_UNLIKELY / (1 - _UNLIKELY)))
    _, chosen = linear_sum_assignment(np.hstack([worth, none]), maximize=True)
    found, left = [], []
    for index, name in enumerate(names):
        number = int(chosen[index])
        if number < len(vertices) and (index, number) in features:
            text, share = letters[index]
            found.append((name, NamedVertex(text, vertices[number], share, float(place[index, number]))))
        else:
            left.append(name)
    return _once_each(found, told), left


def _once_each(found: list[tuple[Name, NamedVertex]], told: frozenset[str] | None) -> list[NamedVertex]:
    """Give a name that was read twice to the surer of the two; the other has its next best letter, or none."""
    kept: dict[str, NamedVertex] = {}
    for name, named in sorted(found, key=lambda pair: -pair[1].confidence):
        if named.name not in kept:
            kept[named.name] = named
            continue
        others = {letter: share for letter, share in name.letters.items() if letter + name.suffix not in kept}
        if others:
            text, share = name._replace(letters=others).best(told)
            if share > 0.15:  # less is no reading of it
                kept[text] = named._replace(name=text, letter=share)
    return list(kept.values())


def beside_strokes(
    left: list[Name],
    named: list[NamedVertex],
    strokes: list[Stroke],
    rings: list[Ring],
    capital: float,
    told: frozenset[str] | None,
) -> list[NamedVertex]:
    """Return points on a stroke that only their name marks, where it comes nearest to it: always to be asked about."""
    taken = {one.name for one in named}
    found = []
    for name in left:
        text, share = name.best(told)
        if text in taken or share < _CLEAR:
            continue
        box = name.box
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        feet = [stroke.at(stroke.along(middle)) for stroke in strokes if 0 <= stroke.along(middle) <= stroke.length]
        for ring in rings:
            far = max(math.dist(middle, (ring.x, ring.y)), 1.0)
            feet.append((ring.x + (middle[0] - ring.x) * ring.radius / far, ring.y + (middle[1] - ring.y) * ring.radius / far))
        foot = min(feet, key=lambda spot: math.dist(spot, middle), default=None)
        # 1.7: as far as a name stands from its point; on the stroke itself it is the label of something else.
        if foot is not None and 0.4 * capital < math.dist(foot, middle) < 1.7 * capital:
            taken.add(text)
            found.append(NamedVertex(text, Vertex(*foot, (), is_dot=False, is_centre=False, on_ring=False), share, 0.4))
    return found


class Pair(NamedTuple):
    """What a name and a vertex are weighed by; lengths in heights of a capital, angles in half turns."""

    edge: float
    """From the vertex to the edge of the name's box."""
    edge_squared: float
    middle: float
    """From the vertex to the middle of the name."""
    farther: float
    """How much farther the edge is than that of the nearest vertex with two rays or a dot."""
    from_ray: float
    """Angle between the way to the name and the nearest ray."""
    gap: float
    """Angle between the two rays that the name stands between."""
    ink: float
    """Logarithm of the length of all rays, each up to six."""
    longest_ray: float
    """Logarithm of its length."""
    second_ray: float
    has_no_ray: bool
    has_one_ray: bool
    has_two_rays: bool
    has_more_rays: bool
    is_dot: bool
    is_no_dot_among_dots: bool
    is_centre: bool
    on_ring: bool
    ink_between: float
    """Share of the way to the name that runs over strokes."""
    letter: float
    """Probability of the name's letter."""


def pair_features(
    names: list[Name], vertices: list[Vertex], bare: Ink, capital: float
) -> dict[tuple[int, int], NDArray[np.float64]]:
    """Return the features of each name with each vertex near it, by their indices."""
    dotted = sum(vertex.is_dot for vertex in vertices) >= 0.5 * len(names)
    found = {}
    for index, name in enumerate(names):
        left, top, right, bottom = name.box
        middle = ((left + right) / 2, (top + bottom) / 2)
        edges = {
            number: math.hypot(max(left - vertex.x, 0, vertex.x - right), max(top - vertex.y, 0, vertex.y - bottom)) / capital
            for number, vertex in enumerate(vertices)
        }
        strong = [edge for number, edge in edges.items() if len(vertices[number].rays) > 1 or vertices[number].is_dot]
        nearest = min(strong, default=0.0)
        for number, edge in edges.items():
            if edge > _FARTHEST:
                continue
            vertex = vertices[number]
            far = math.dist(middle, vertex.spot) / capital
            if far < 0.2:  # a stroke of the letter itself
                continue
            from_ray, gap = _openness(vertex, math.atan2(middle[1] - vertex.y, middle[0] - vertex.x))
            ink = sum(min(ray.length, 6 * capital) for ray in vertex.rays) / capital
            longest, second, *_ = (*sorted((ray.length / capital for ray in vertex.rays), reverse=True), 0.0, 0.0)
            many = len(vertex.rays)
            pair = Pair(
                edge=edge,
                edge_squared=edge * edge,
                middle=far,
                farther=edge - nearest,
                from_ray=from_ray,
                gap=gap,
                ink=math.log1p(ink),
                longest_ray=math.log1p(longest),
                second_ray=math.log1p(second),
                has_no_ray=many == 0,
                has_one_ray=many == 1,
                has_two_rays=many == 2,
                has_more_rays=many > 2,
                is_dot=vertex.is_dot,
                is_no_dot_among_dots=dotted and not vertex.is_dot,
                is_centre=vertex.is_centre,
                on_ring=vertex.on_ring,
                ink_between=_ink_between(bare, vertex.spot, middle),
                letter=max(name.letters.values()),
            )
            found[index, number] = np.array(pair, float)
    return found


def _openness(vertex: Vertex, direction: float) -> tuple[float, float]:
    """Return the angle to the nearest ray, and the width of the gap that a direction lies in, both in half turns."""
    turns = sorted((ray.direction - direction) % (2 * math.pi) for ray in vertex.rays)
    if not turns:
        return 1.0, 2.0
    return min(turns[0], 2 * math.pi - turns[-1]) / math.pi, (turns[0] + 2 * math.pi - turns[-1]) / math.pi


def _ink_between(bare: Ink, vertex: Spot, middle: Spot) -> float:
    """Return the share of the way from a vertex to a name that runs over ink."""
    way = Stroke(vertex, middle)
    if way.length < 4:
        return 0.0
    return float((profile(bare, way, np.arange(3, way.length), 0.5) > 0.4).mean())


@cache
def _weights() -> list[NDArray[np.float64]]:
    stored = json.loads(resources.files("gnomon.reading").joinpath("naming.json").read_text("utf-8"))
    return [np.array(stored[name]) for name in ("hidden", "hidden_bias", "out", "out_bias")]


def probability(features: NDArray[np.float64]) -> float:
    """Return how probable a pair is: one layer of hyperbolic tangents and a logistic function."""
    hidden, hidden_bias, out, out_bias = _weights()
    return float(1 / (1 + np.exp(-(np.tanh(features @ hidden + hidden_bias) @ out + out_bias))))
