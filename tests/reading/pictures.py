"""A figure drawn for the tests, in a font that no letter was learnt from."""

POINTS = {"A": (60, 240), "B": (360, 240), "C": (140, 50), "M": (210, 240), "O": (470, 140), "P": (470, 60)}
NAMES = {"A": (40, 256), "B": (368, 258), "C": (134, 40), "M": (204, 264), "O": (480, 150), "P": (464, 50)}
STROKES = [("A", "B"), ("B", "C"), ("C", "A"), ("C", "M"), ("O", "P")]


def svg(*more: str, names: dict[str, tuple[float, float]] | None = None) -> str:
    """Return triangle ABC with M on AB, a circle about O through P, and what is added."""
    lines = [
        f'<path d="M{POINTS[a][0]} {POINTS[a][1]}L{POINTS[b][0]} {POINTS[b][1]}" stroke="black" stroke-width="1.6"/>'
        for a, b in STROKES
    ]
    texts = [f'<text x="{x}" y="{y}" font-size="20">{name}</text>' for name, (x, y) in (names or NAMES).items()]
    circle = '<circle cx="470" cy="140" r="80" fill="none" stroke="black" stroke-width="1.6"/>'
    page = '<rect width="580" height="300" fill="white"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="580" height="300">{page}{"".join([*lines, circle, *texts, *more])}</svg>'
    )
