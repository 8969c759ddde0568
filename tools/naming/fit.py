"""Fit the weights of `gnomon.reading.naming`: ``python -m tools.naming.fit PICTURES --out naming.json``.

``PICTURES`` is a folder of `tools.pictures.development` with ``--training``. A pair of a name and a vertex is right where the
name is the truth's and the vertex lies within 8 pixels or 2 % of the diagonal of its point.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import numpy as np
import torch
from torch import nn

from gnomon.reading import PictureError, picture_size, read_picture
from gnomon.reading.glyphs import find_glyphs
from gnomon.reading.ink import ink_of, load
from gnomon.reading.naming import pair_features
from gnomon.reading.picture import find_parts
from gnomon.reading.straighten import moved

HIDDEN = 12


def pairs(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return features and whether each pair is right."""
    rows, right = [], []
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        truth = json.loads(line)
        try:
            sheet = load(folder / f"{truth['id']}.png")
        except (PictureError, OSError):
            continue
        ink = ink_of(sheet.pixels)
        parts = find_parts(ink, find_glyphs(ink))
        near = max(8.0, 0.02 * math.hypot(*sheet.pixels.shape[:2]))
        for (index, number), features in pair_features(parts.names, parts.vertices, parts.bare, parts.capital).items():
            name, _ = parts.names[index].best()
            x, y = parts.vertices[number].spot
            spot = truth["points"].get(name)
            rows.append(features)
            right.append(spot is not None and math.dist(spot, moved(sheet.to_file, (x, y))) < near)
    return np.array(rows), np.array(right)


def calibrate(folder: Path) -> None:
    """Print, for limits of confidence, how many points would be asked about, and how many of the others are wrong."""
    found = []
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        truth = json.loads(line)
        picture = folder / f"{truth['id']}.png"
        near = max(8.0, 0.02 * math.hypot(*picture_size(picture)))
        try:
            read = read_picture(picture)
        except PictureError:
            continue
        for name, spot in read.points.items():
            found.append((read.confidence[name], name in truth["points"] and math.dist(spot, truth["points"][name]) < near))
    for limit in (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
        sure = [right for confidence, right in found if confidence >= limit]
        wrong = len(sure) - sum(sure)
        asked, mistaken = 1 - len(sure) / len(found), wrong / len(sure)
        print(f"limit {limit}: {100 * asked:.1f} % asked, {100 * mistaken:.1f} % of the others wrong")


def main() -> None:
    """Fit and write, and print what limits of asking would do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    parts = [pairs(folder) for folder in chosen.pictures]
    features, right = np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    x, y = torch.tensor((features - mean) / spread, dtype=torch.float32), torch.tensor(right, dtype=torch.float32)
    held = torch.arange(len(y)) % 5 == 0
    model = nn.Sequential(nn.Linear(x.shape[1], HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))
    optimiser = torch.optim.AdamW(model.parameters(), 0.02, weight_decay=0.1)
    for step in range(250):
        loss = nn.functional.binary_cross_entropy_with_logits(model(x[~held])[:, 0], y[~held])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 125 == 124:
            with torch.no_grad():
                other = nn.functional.binary_cross_entropy_with_logits(model(x[held])[:, 0], y[held])
            print(f"{len(y)} pairs, {right.mean():.3f} right: loss {loss.item():.4f}, on a fifth held out {other.item():.4f}")
    first, last = model[0], model[2]
    hidden = first.weight.detach().numpy().T / spread[:, None]
    bias = first.bias.detach().numpy() - mean @ hidden
    stored = {
        "hidden": hidden,
        "hidden_bias": bias,
        "out": last.weight.detach().numpy()[0],
        "out_bias": last.bias.detach().numpy()[0],
    }
    chosen.out.write_text(json.dumps({name: np.round(value, 5).tolist() for name, value in stored.items()}) + "\n", "utf-8")
    for folder in chosen.pictures:
        calibrate(folder)


if __name__ == "__main__":
    main()
