"""Average two letter finders, one trained on from the other: ``python -m tools.letters.average A.pt B.pt --out X``.

The mean of two such networks generalises better than either (Wortsman et al. 2022, "Model soups"): the second has learnt new
crops, the first has not forgotten the old ones.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from tools.letters.network import LetterFinder
from tools.letters.train import export


def main() -> None:
    """Write the mean as weights and as ONNX."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.3, help="of the second, 0 to 1")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    first, second = torch.load(chosen.first), torch.load(chosen.second)
    mean = {name: torch.lerp(first[name].float(), second[name].float(), chosen.share).to(first[name].dtype) for name in first}
    model = LetterFinder()
    model.load_state_dict(mean)
    torch.save(mean, chosen.out.with_suffix(".pt"))
    export(model, chosen.out)


if __name__ == "__main__":
    main()
