"""The letter finder: a small network of convolutions that says for every cell of 4 by 4 pixels which glyph has its middle there.

Below 0.3 million parameters; fully convolutional, so it is trained on crops and run on whole pictures.
"""

from __future__ import annotations

from torch import Tensor, nn

from gnomon.reading.alphabet import CELL, CLASSES


class _Block(nn.Module):
    """Two convolutions with a way past them (He et al. 2016)."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.first = _convolution(width, width, dilation=dilation)
        self.second = _convolution(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.second(self.first(x))


def _convolution(before: int, after: int, *, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class LetterFinder(nn.Module):
    """Ink, ``(batch, 1, rows, columns)``, to ``(batch, classes + 5, rows / 4, columns / 4)``.

    The first channels are logits of nothing and of each class; the last four are the middle's place in the cell (x, y, in cells
    from its own middle) and the logarithm of the glyph's width and height in cells.
    """

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        assert CELL == 4
        self.body = nn.Sequential(
            _convolution(1, 16, stride=2),
            _convolution(16, 32),
            _convolution(32, width, stride=2),
            _Block(width, 1),
            _Block(width, 2),
            _convolution(width, 96),
            nn.Conv2d(96, 1 + len(CLASSES) + 4, 1),
        )

    def forward(self, ink: Tensor) -> Tensor:
        """Return the answers of all cells."""
        found: Tensor = self.body(ink)
        return found
