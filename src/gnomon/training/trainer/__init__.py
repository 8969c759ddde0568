"""The trainers: the one place of the package that imports torch, transformers, peft and trl. Needs the extra ``train``.

Importing it takes seconds: commands do so only when they train or serve. What it does without anybody's asking is said: telemetry
of the libraries below is off (`HF_HUB_DISABLE_TELEMETRY`), unless the environment says otherwise.
"""

import os
import warnings

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # read once, when huggingface_hub is imported

import datasets  # as above
from huggingface_hub.constants import HF_HUB_DISABLE_TELEMETRY  # as above
from transformers.utils import logging  # as above

from gnomon.training.trainer.dataset import image_counter, token_counter  # as above
from gnomon.training.trainer.learner import Learner, merged, open_learner, open_processor, open_to_ask, save
from gnomon.training.trainer.sampling import Drawn, draw
from gnomon.training.trainer.settings import Hardware, require_gpu
from gnomon.training.trainer.training import Point, Trained, Watch, last_checkpoint, train

# TRL still calls by its old name what transformers has renamed.
warnings.filterwarnings("ignore", r"`(is_)?gradient_checkpointing` is deprecated", FutureWarning)
datasets.disable_progress_bars()  # ours is the curve
logging.disable_progress_bar()


def telemetry_is_off() -> bool:
    """Return whether the libraries tell nobody that they are used."""
    return bool(HF_HUB_DISABLE_TELEMETRY)


__all__ = [
    "Drawn",
    "Hardware",
    "Learner",
    "Point",
    "Trained",
    "Watch",
    "draw",
    "image_counter",
    "last_checkpoint",
    "merged",
    "open_learner",
    "open_processor",
    "open_to_ask",
    "require_gpu",
    "save",
    "telemetry_is_off",
    "token_counter",
    "train",
]
