"""What happens to a drawing on its way to a reader: a photo of the page taken askew, a scan."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Map = NDArray[np.float64]


def photo(pixels: Pixels, rng: np.random.Generator) -> tuple[Pixels, Map]:
    """Return a phone's photo of the page on a desk, and the map from the page's pixels to the photo's.

    The page is turned by up to 20° about both of its axes and by up to 5° in its plane; light falls off across it, a soft shadow
    lies on it, and the picture is a little out of focus, noisy and compressed.
    """
    rows, columns = pixels.shape[:2]
    enlarged = 1.4 * max(1.0, 500 / max(rows, columns))
    margin = 0.06 * max(rows, columns)
    page = cv2.copyMakeBorder(pixels, *(round(margin),) * 4, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    tall, wide = page.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], float)
    turned = _seen(corners - [wide / 2, tall / 2], rng, distance=2.2 * max(wide, tall)) * enlarged
    turned += -turned.min(axis=0) + rng.uniform(0.03, 0.1, 2) * max(wide, tall)
    size = np.ceil(turned.max(axis=0) + rng.uniform(0.03, 0.1, 2) * max(wide, tall)).astype(int)
    there = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), turned.astype(np.float32)), float)
    desk = rng.uniform(40, 130, 3)
    seen = cv2.warpPerspective(page, there, tuple(size.tolist()), flags=cv2.INTER_LINEAR, borderValue=tuple(desk.tolist()))
    light = _light(size, rng)[:, :, None]
    lit = cv2.GaussianBlur(np.asarray(seen, np.float32) * light, (0, 0), rng.uniform(0.5, 1.1))
    noisy = lit + rng.normal(0, rng.uniform(2, 6), lit.shape)
    _, packed = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 80])
    shift = np.array([[1, 0, round(margin)], [0, 1, round(margin)], [0, 0, 1]], float)
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8), there @ shift


def _seen(corners: Map, rng: np.random.Generator, distance: float) -> Map:
    """Project a turned page from a distance in its own pixels."""
    across, up, flat = (math.radians(rng.uniform(-limit, limit)) for limit in (20, 20, 5))
    x = corners[:, 0] * math.cos(flat) - corners[:, 1] * math.sin(flat)
    y = corners[:, 0] * math.sin(flat) + corners[:, 1] * math.cos(flat)
    depth = x * math.sin(across) + y * math.sin(up)
    nearer = distance / (distance + depth)
    return np.stack([x * math.cos(across) * nearer, y * math.cos(up) * nearer], axis=1)


def _light(size: NDArray[np.int_], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the share of light at each pixel: a slope and the edge of a shadow."""
    x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    turn = rng.uniform(0, 2 * math.pi)
    slope = 0.85 + 0.15 * (x * math.cos(turn) + y * math.sin(turn))
    edge = x * math.cos(2 * turn) + y * math.sin(2 * turn) - rng.uniform(-0.5, 0.8)
    shadow = 1 - rng.uniform(0.1, 0.35) / (1 + np.exp(-12 * edge))
    return (slope * shadow).astype(np.float32)


def scan(pixels: Pixels, rng: np.random.Generator) -> tuple[Pixels, Map]:
    """Return a scan: a little turned, blurred and grainy, in grey or in black and white; and the map as in `photo`."""
    rows, columns = pixels.shape[:2]
    there = np.vstack([cv2.getRotationMatrix2D((columns / 2, rows / 2), rng.uniform(-1.5, 1.5), 1.0), [0, 0, 1]])
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    turned = cv2.warpAffine(grey, there[:2], (columns, rows), flags=cv2.INTER_LINEAR, borderValue=(255,))
    worn = cv2.GaussianBlur(np.asarray(turned, np.float32), (0, 0), rng.uniform(0.4, 0.9)) + rng.normal(0, 8, turned.shape)
    if rng.random() < 0.3:
        worn = np.where(worn > 200, 255.0, 0.0)  # a threshold that keeps hairlines, as scanners choose it
    return np.asarray(cv2.cvtColor(np.clip(worn, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8), there
