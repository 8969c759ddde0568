"""Graphs drawn for the tests: axes with ticks and numbers, a unit of 40 pixels to the right and of 30 upwards."""

__all__ = ["ORIGIN", "UNITS", "graph"]

ORIGIN, UNITS = (200, 180), (40, 30)
_HEIGHT, _WIDTH = 360, 420


def graph(*, numbers: bool = True) -> str:
    """Return the SVG of empty axes, with numbers beside their ticks or without."""
    column, row = ORIGIN
    parts = [f'<path d="M10 {row}H{_WIDTH - 10}M{column} {_HEIGHT - 10}V10" stroke="black" stroke-width="1.6"/>']
    for value in (-4, -3, -2, -1, 1, 2, 3, 4):
        x, y = column + value * UNITS[0], row - value * UNITS[1]
        parts.append(f'<path d="M{x} {row - 4}v8M{column - 4} {y}h8" stroke="black"/>')
        if numbers:
            shown = str(value).replace("-", "−")
            parts.append(f'<text x="{x}" y="{row + 20}" font-size="15" text-anchor="middle">{shown}</text>')
            parts.append(f'<text x="{column - 9}" y="{y + 5}" font-size="15" text-anchor="end">{shown}</text>')
    page = f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>'
    size = f'width="{_WIDTH}" height="{_HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{page}{"".join(parts)}</svg>'
