"""Make blocks of a synthesised corpus in one process, and print what it holds after every 25: megabytes, and tracked objects.

    python benchmarks/synthesis_memory.py [--blocks 225] [--seed 0] [--problems bank]

Every second block is made, as one of two processes would. The numbers of objects say more than the megabytes: memory that is free
again may stay with the process.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from gnomon.corpus.synthesis import SynthesisConfig
from gnomon.corpus.synthesis.casting import BLOCK, blocks_of
from gnomon.corpus.synthesis.making import make_block

EVERY = 25


def megabytes() -> float:
    """Return what this process holds, by /proc."""
    return int(Path("/proc/self/statm").read_text("utf-8").split()[1]) * resource.getpagesize() / 2**20


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=225)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--problems", default="bank", help="the bank, or a file of problems (default bank)")
    options = parser.parse_args()
    config = SynthesisConfig(dialogues=2 * BLOCK * options.blocks, seed=options.seed, problems=options.problems)
    with tempfile.TemporaryDirectory() as folder:
        for made, block in enumerate(islice(blocks_of(config.dialogues), 0, None, 2), 1):
            make_block(config, block, Path(folder))
            if made % EVERY == 0 or made == options.blocks:
                gc.collect()
                objects = f"{len(gc.get_objects()):,} objects"
                print(f"{made} blocks: {megabytes():.1f} MB, {objects}, {time.process_time():.0f} s of a processor", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
