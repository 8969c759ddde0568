"""The table of facts and the proof checker's own copy say the same of every kind of fact, at random coordinates."""

import cmath
import math
import random

import numpy as np

from gnomon.figure import FACT_KINDS, Fact, Measured
from gnomon.geometry.checker.facts import ways_of_writing
from gnomon.geometry.checker.misfits import FACT_MISFITS, on_circle, perpendicular, touching
from tests.every import every

ROUNDS = 4
HOLDS, FAILS = 1e-9, 1e-6
"""Largest number of a fact that holds, least one of a fact that does not."""


class Constructed:
    """A figure at random coordinates, as complex numbers, where a fact holds; a point R lies on its circle, if it has one."""

    def __init__(self, kind, seed):
        self.random = random.Random(f"{kind} {seed}")
        self.circles = {}
        self.at = dict(zip("ABCDEF", getattr(self, kind)(), strict=False))
        self.fact = Fact(kind, tuple(self.at))

    def spot(self):
        return complex(self.random.uniform(-5, 5), self.random.uniform(-5, 5))

    def share(self, low=0.2, high=0.8):
        return self.random.uniform(low, high)

    def triangle(self):
        """Corners that are no right angle, no equal sides and not flat."""
        start, size = self.spot(), cmath.rect(self.share(2, 5), self.share(0, 6))
        return [start + size * z for z in (0, 1, complex(0.3 + self.share() / 9, 0.7))]

    def collinear(self):
        a, b = self.spot(), self.spot()
        return [a, a + 0.3 * (b - a), a + 0.7 * (b - a), b]

    def on_circle(self):
        centre, radius = self.spot(), self.share(1, 3)
        self.circles["B"], self.rim = "R", centre + cmath.rect(radius, 1)
        return [centre + cmath.rect(radius, self.share(2, 6)), centre]

    def parallel(self):
        a, b, c = self.triangle()
        return [a, b, c, c + self.share() * (b - a)]

    def perpendicular(self):
        a, b, c = self.triangle()
        return [a, b, c, c + 1j * self.share() * (b - a)]

    def tangent(self):
        centre, radius, turn = self.spot(), self.share(1, 3), cmath.rect(1, self.share(0, 6))
        self.circles["C"], self.rim = "R", centre + radius * 1j * turn
        return [centre + turn * complex(radius, 2), centre + turn * complex(radius, -self.share(1, 3)), centre]

    def diameter(self):
        a, b = self.spot(), self.spot()
        return [a, b, (a + b) / 2]

    def midpoint(self):
        a, b = self.spot(), self.spot()
        return [(a + b) / 2, a, b]

    def angle_bisector(self):
        b, a, c = self.triangle()
        return [b, b + self.share() * ((a - b) / abs(a - b) + (c - b) / abs(c - b)), a, c]

    def perpendicular_bisector(self):
        a, b = self.spot(), self.spot()
        return [*((a + b) / 2 + 1j * way * self.share() * (b - a) for way in (1, -1)), a, b]

    def median(self):
        a, b, c = self.triangle()
        return [a, (b + c) / 2, b, c]

    def altitude(self):
        a, b, c = self.triangle()
        return [a, b + (c - b) * ((a - b) / (c - b)).real, b, c]

    def midsegment(self):
        a, b, c = self.triangle()
        return [(a + b) / 2, (a + c) / 2, a, b, c]

    def centroid(self):
        a, b, c = self.triangle()
        return [(a + b + c) / 3, a, b, c]

    def incenter(self):
        a, b, c = self.triangle()
        opposite = abs(b - c), abs(c - a), abs(a - b)
        return [sum(side * p for side, p in zip(opposite, (a, b, c), strict=True)) / sum(opposite), a, b, c]

    def orthocenter(self):
        a, b, c = self.triangle()
        u, v = (c - b) * 1j, (c - a) * 1j
        reach = ((b - a) * v.conjugate()).imag / (u * v.conjugate()).imag
        return [a + reach * u, a, b, c]

    def isosceles(self):
        a, b = self.spot(), self.spot()
        return [a, b, a + (b - a) * cmath.rect(1, self.share(0.5, 1))]

    def equilateral(self):
        return self.around(3)

    def around(self, count):
        centre, size = self.spot(), cmath.rect(self.share(1, 3), self.share(0, 6))
        return [centre + size * cmath.rect(1, 2 * math.pi * i / count) for i in range(count)]

    def congruent(self):
        first, turn = self.triangle(), cmath.rect(1, self.share(0, 6))
        return [*first, *(turn * p.conjugate() + 3 for p in first)]

    def similar(self):
        first, turn = self.triangle(), cmath.rect(self.share(), self.share(0, 6))
        return [*first, *(turn * p + 3 for p in first)]

    def parallelogram(self):
        a, b, c = self.triangle()
        return [a, b, b + c - a, c]

    def rectangle(self, ratio=None):
        a, b = self.spot(), self.spot()
        side = 1j * (ratio or self.share()) * (b - a)
        return [a, b, b + side, a + side]

    def rhombus(self):
        a, b, c = self.isosceles()
        return [a, b, b + c - a, c]

    def square(self):
        return self.rectangle(1)

    def kite(self):
        a, b, d = self.isosceles()
        return [a, b, a + self.share(1.2, 2) * (b + d - 2 * a), d]

    def trapezoid(self):
        a, b, c = self.triangle()
        return [a, b, c, c - self.share() * (b - a)]

    def isosceles_trapezoid(self):
        a, b = self.spot(), self.spot()
        middle, up, short = (a + b) / 2, 1j * self.share() * (b - a), self.share(0.1, 0.4) * (b - a)
        return [a, b, middle + up + short, middle + up - short]

    def regular_polygon(self):
        return self.around(self.random.choice([5, 6]))

    def inscribed(self):
        centre, radius = self.spot(), self.share(1, 3)
        return [centre, *(centre + cmath.rect(radius, turn + self.share()) for turn in (0, 1.5, 3, 4.5))]

    def circumscribed(self):
        centre, *corners = self.incenter()
        a, b = corners[:2]
        self.circles["A"], self.rim = "R", b + (a - b) * ((centre - b) / (a - b)).real
        return [centre, *corners]

    def spots(self):
        at = self.at | ({"R": self.rim} if self.circles else {})
        return {name: (z.real, z.imag) for name, z in at.items()}

    def table(self, spots, fact=None):
        """Largest number of the table's residual."""
        points, residual = (fact or self.fact).condition(Incidence(self.circles))
        return max(map(abs, residual([spots[point] for point in points])))

    def checker(self, spots, fact=None):
        """Largest number of the checker's own function, bound to its points as the checker does."""
        kind, points = fact or self.fact
        misfit = FACT_MISFITS.get(kind, on_circle)
        if kind == "on_circle":
            points = (*points, "R")
        elif kind == "tangent":
            points, misfit = (points[2], "R", *points[:2]), touching(2)
        elif kind == "circumscribed":
            points, misfit = (points[0], "R", *points[1:]), touching(len(points) - 1)
        return max(map(abs, misfit([spots[point] for point in points])))


class Incidence:
    """Circles, and no drawn line of more than two points."""

    def __init__(self, circles):
        self.circles = circles

    def line(self, first, second):
        return (min(first, second), max(first, second))


every_kind = every(FACT_KINDS)
every_figure = every([(kind, seed) for kind in FACT_KINDS for seed in range(ROUNDS)])


@every_figure
def test_both_copies_find_a_fact_true_where_it_was_constructed(kind, seed):
    made = Constructed(kind, seed)
    assert made.table(made.spots()) < HOLDS
    assert made.checker(made.spots()) < HOLDS


@every_figure
def test_both_copies_agree_wherever_one_point_is_moved(kind, seed):
    made = Constructed(kind, seed)
    broken = 0
    for name in made.fact.points:
        moved = made.spots() | {name: tuple(x + made.random.choice((-1, 1)) * made.share(0.3, 0.7) for x in made.spots()[name])}
        verdicts = {made.table(moved) < HOLDS, made.checker(moved) < HOLDS}
        assert len(verdicts) == 1
        if verdicts == {False}:
            broken += 1
            assert min(made.table(moved), made.checker(moved)) > FAILS
    # only the vertex of a median is free to move
    assert broken == len(made.fact.points) - (kind == "median")


def test_a_tangent_at_a_named_point_of_contact_is_perpendicular_to_the_radius():
    spots = {"O": (0.0, 0.0), "T": (2.0, 0.0), "P": (2.0, 3.0), "Q": (2.2, 3.0)}
    for end, holds in (("P", True), ("Q", False)):
        points, residual = Fact("tangent", ("T", end, "O")).condition(Incidence({"O": ("T",)}))
        assert (abs(residual([spots[p] for p in points])[0]) < HOLDS) is holds
        assert (abs(next(iter(perpendicular([spots[p] for p in ("T", "O", "T", end)])))) < HOLDS) is holds


WRONG: dict[str, tuple[str, list[tuple[float, float]]]] = {
    "a parallelogram is no isosceles trapezoid": ("isosceles_trapezoid", [(0, 0), (4, 0), (5, 2), (1, 2)]),
    "an excentre is no incentre": ("incenter", [(6.0, 6.0), (0, 0), (4, 0), (0, 3)]),
    "a foot beside the side is none of an altitude": ("altitude", [(1, 3), (1, 1), (0, 0), (4, 0)]),
    "a parallelogram is no rectangle": ("rectangle", [(0, 0), (4, 0), (5, 2), (1, 2)]),
    "a rhombus is no square": ("square", [(0, 0), (5, 0), (8, 4), (3, 4)]),
    "a rectangle is no rhombus": ("rhombus", [(0, 0), (5, 0), (5, 4), (0, 4)]),
    "a star of equal sides is no regular polygon": ("regular_polygon", [(0, 0), (5, 0), (8, 4), (3, 4)]),
}


@every(WRONG)
def test_neither_copy_takes_a_near_relative_for_the_fact(said):
    kind, spots = WRONG[said]
    fact = Fact(kind, tuple("ABCDE"[: len(spots)]))
    assert max(map(abs, FACT_KINDS[kind].residual(spots))) > FAILS
    assert max(map(abs, FACT_MISFITS[kind](spots))) > FAILS
    assert max(map(abs, Measured.at(dict(zip(fact.points, spots, strict=True)), {}).discrepancies(fact))) > FAILS


@every_figure
def test_a_fact_removes_as_many_degrees_of_freedom_as_the_table_says(kind, seed):
    made = Constructed(kind, seed)
    spots = [made.spots()[name] for name in made.fact.points]
    residual = FACT_KINDS[kind].residual
    if kind in {"on_circle", "tangent"}:  # nothing to compare with but a point of the circle
        points, residual = made.fact.condition(Incidence(made.circles))
        spots = [made.spots()[name] for name in points]
    flat = np.array(spots).ravel()
    rows = []
    for unit in np.eye(len(flat)) * 1e-6:
        there, back = (np.array(residual([tuple(pair) for pair in (flat + way * unit).reshape(-1, 2)])) for way in (1, -1))
        rows.append((there - back) / 2e-6)
    assert np.linalg.matrix_rank(np.array(rows), tol=1e-5) == made.fact.removes()


@every_figure
def test_all_ways_of_writing_a_fact_have_one_canonical_form_that_says_the_same(kind, seed):
    made = Constructed(kind, seed)
    line = Incidence({}).line
    forms = {way.canonical(line) for way in ways_of_writing(made.fact)}
    assert len(forms) == 1
    form = forms.pop()
    assert form.canonical(line) == form
    assert made.table(made.spots(), form) < HOLDS
    assert made.checker(made.spots(), form) < HOLDS


@every_kind
def test_a_kind_has_elements_and_words_and_takes_its_own_number_of_points(kind):
    low, high = FACT_KINDS[kind].count
    fact = Constructed(kind, 0).fact
    assert low <= len(fact.points) <= high
    assert fact.elements()
    assert {point for element in fact.elements() for point in element.points} <= set(fact.points)
    assert all(point in fact.in_words() for point in fact.points)
    assert "{" not in fact.in_symbols()


@every_kind
def test_what_a_fact_says_by_definition_holds_with_it(kind):
    made = Constructed(kind, 1)
    for said in made.fact.implied():
        low, high = FACT_KINDS[said.kind].count
        assert low <= len(said.points) <= high
        assert made.table(made.spots(), said) < HOLDS
