"""Train the letter finder and write it as ONNX: ``python -m tools.letters.train --fonts FOLDER --out FILE.onnx``.

Half an hour to an hour on one core. Crops are drawn as they are needed, each used once. Every few hundred steps the share of
glyphs found and of false ones is measured on crops of held-out fonts.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from gnomon.reading.alphabet import CELL, CLASSES
from tools.letters.crops import SIDE, Glyph, draw_crop
from tools.letters.fonts import HELD_OUT, LEARNT, Face, fetch
from tools.letters.network import LetterFinder

CELLS = SIDE // CELL
BATCH = 64
NOTHING, IGNORED = 0, -1


def targets(glyphs: list[Glyph]) -> tuple[np.ndarray, np.ndarray]:
    """Return the class of each cell, and place and size for those with a middle in them.

    Cells beside one with a middle count neither as this nor as nothing: which of two has the middle can be a matter of noise.
    """
    kinds = np.zeros((CELLS, CELLS), np.int64)
    places = np.zeros((4, CELLS, CELLS), np.float32)
    held = [glyph for glyph in glyphs if 0 <= glyph.x < SIDE and 0 <= glyph.y < SIDE]
    for glyph in held:
        x, y = glyph.x / CELL - 0.5, glyph.y / CELL - 0.5
        low_x, low_y = max(0, int(np.floor(x))), max(0, int(np.floor(y)))
        kinds[low_y : low_y + 2, low_x : low_x + 2] = IGNORED
    for glyph in glyphs:  # one cut by the edge, its middle outside: not learnt as nothing
        if glyph not in held:
            left, right = (glyph.x - glyph.width / 2) / CELL, (glyph.x + glyph.width / 2) / CELL
            top, bottom = (glyph.y - glyph.height / 2) / CELL, (glyph.y + glyph.height / 2) / CELL
            kinds[max(0, int(top)) : max(0, int(bottom) + 1), max(0, int(left)) : max(0, int(right) + 1)] = IGNORED
    for glyph in held:
        x, y = glyph.x / CELL - 0.5, glyph.y / CELL - 0.5
        column, row = min(CELLS - 1, int(glyph.x / CELL)), min(CELLS - 1, int(glyph.y / CELL))
        kinds[row, column] = 1 + glyph.number
        places[:, row, column] = x - column, y - row, np.log(glyph.width / CELL), np.log(glyph.height / CELL)
    return kinds, places


class Crops(IterableDataset):
    """Crops without end."""

    def __init__(self, faces: list[Face], seed: int) -> None:
        self.faces, self.seed = faces, seed

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        worker = get_worker_info()
        rng = random.Random(f"{self.seed} {worker.id if worker else 0} {worker.seed if worker else 0}")
        fallbacks = [face for face in self.faces if "√" in face.characters or "π" in face.characters]
        while True:
            ink, glyphs = draw_crop(rng, self.faces, fallbacks)
            yield (ink[None], *targets(glyphs))


def loss_of(found: Tensor, kinds: Tensor, places: Tensor) -> Tensor:
    """Cross entropy, for nothing weighted by how much it is mistaken (Lin et al. 2017), and the error of places and sizes."""
    logits = found[:, : 1 + len(CLASSES)]
    entropy = nn.functional.cross_entropy(logits, kinds.clamp(min=0), reduction="none")
    is_glyph, is_nothing = kinds > 0, kinds == NOTHING
    number = is_glyph.sum().clamp(min=1)
    mistaken = (1 - logits.softmax(1)[:, 0]) ** 2
    distance = (found[:, 1 + len(CLASSES) :] - places).abs().sum(1)
    return ((entropy * is_glyph).sum() + 2 * (entropy * mistaken * is_nothing).sum() + 0.5 * (distance * is_glyph).sum()) / number


def measure(model: LetterFinder, batches: list[tuple[Tensor, Tensor, Tensor]]) -> str:
    """Return recall and precision of single cells, and how often the class is right where there is a glyph."""
    model.eval()
    right = seen = found_glyphs = invented = 0
    with torch.no_grad():
        for ink, kinds, _ in batches:
            logits = model(ink)[:, : 1 + len(CLASSES)]
            best = logits.argmax(1)
            is_glyph = kinds > 0
            seen += int(is_glyph.sum())
            found_glyphs += int(((best > 0) & is_glyph).sum())
            right += int(((best == kinds) & is_glyph).sum())
            invented += int(((best > 0) & (kinds == NOTHING)).sum())
    model.train()
    return f"found {found_glyphs / seen:.3f} right {right / seen:.3f} invented {invented / seen:.3f}"


def export(model: LetterFinder, out: Path) -> None:
    """Write the model with sizes left open."""
    model.eval()
    torch.onnx.export(
        model,
        (torch.zeros(1, 1, SIDE, SIDE),),
        str(out),
        input_names=["ink"],
        output_names=["found"],
        dynamic_axes={"ink": {0: "batch", 2: "rows", 3: "columns"}, "found": {0: "batch", 2: "rows", 3: "columns"}},
        dynamo=False,
    )
    model.train()


def main() -> None:
    """Train, measure, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--crops", type=int, default=400_000, help="how many to learn from")
    parser.add_argument("--minutes", type=float, default=120, help="end after so long, however many they were")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(chosen.seed)
    model: LetterFinder = LetterFinder().to(memory_format=torch.channels_last)
    if chosen.start:
        model.load_state_dict(torch.load(chosen.start))
    print(sum(p.numel() for p in model.parameters()), "parameters", flush=True)
    learnt = fetch(LEARNT, chosen.fonts)
    crops = iter(DataLoader(Crops(learnt, chosen.seed), BATCH, num_workers=1, prefetch_factor=8))
    held_out = iter(DataLoader(Crops([*fetch(HELD_OUT, chosen.fonts), *learnt[:1]], 1), BATCH))
    test = [next(held_out) for _ in range(16)]
    steps = chosen.crops // BATCH
    optimiser = torch.optim.AdamW(model.parameters(), chosen.rate, weight_decay=1e-3)
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    began, step, done = time.monotonic(), 0, 0.0
    while done < 1:
        step += 1
        done = max(step / steps, (time.monotonic() - began) / (60 * chosen.minutes))
        for group in optimiser.param_groups:  # up for a twentieth of the way, then down like a cosine
            group["lr"] = chosen.rate * min(1, 20 * done + 0.05) * 0.5 * (1 + math.cos(math.pi * min(done, 1)))
        ink, kinds, places = next(crops)
        with torch.autocast("cpu", torch.bfloat16):
            found = model(ink.contiguous(memory_format=torch.channels_last))
        loss = loss_of(found.float(), kinds, places)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        average.update_parameters(model)
        if step % 500 == 0 or done >= 1:
            print(step, f"{time.monotonic() - began:.0f}s loss {loss.item():.3f}", measure(average.module, test), flush=True)
            torch.save(average.module.state_dict(), chosen.out.with_suffix(".pt"))
            export(average.module, chosen.out)


if __name__ == "__main__":
    main()
