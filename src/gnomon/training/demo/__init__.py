"""The demo: tiny models learn from scratch on a laptop's processor, through the package's own rows, recipes, rewards and scores.

What needs torch is imported from its module: `gnomon.training.demo.running`.
"""

from gnomon.training.demo.outcome import Outcome
from gnomon.training.demo.page import TITLE, demo_page, over_seeds

__all__ = ["TITLE", "Outcome", "demo_page", "over_seeds"]
