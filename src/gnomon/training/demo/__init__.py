"""The demo: tiny models learn from scratch on a laptop's processor, through the package's own rows, recipes, rewards and scores.

Imports torch; commands import it when they run it.
"""

from gnomon.training.demo.page import TITLE, demo_page, over_seeds
from gnomon.training.demo.running import SEEDS, machine, run_demo

__all__ = ["SEEDS", "TITLE", "demo_page", "machine", "over_seeds", "run_demo"]
