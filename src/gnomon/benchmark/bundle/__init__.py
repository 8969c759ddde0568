"""A run as one file that others can check: configuration, prompts, raw replies, rows, figures, no keys; and the check."""

from gnomon.benchmark.bundle.packing import Packed, pack
from gnomon.benchmark.bundle.verifying import Verification, verify

__all__ = ["Packed", "Verification", "pack", "verify"]
