"""The trainers: the one place of the package that imports torch, transformers, peft and trl. Needs the extra ``train``.

Importing it takes seconds: commands do so only when they train or serve. What it does without anybody's asking is said: telemetry
of the libraries below is off (`HF_HUB_DISABLE_TELEMETRY`), unless the environment says otherwise.
"""

import os

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # read once, when huggingface_hub is imported

import datasets  # noqa: E402  # as above
from transformers.utils import logging  # noqa: E402  # as above

from gnomon.training.trainer.dataset import image_counter, token_counter  # noqa: E402  # as above
from gnomon.training.trainer.learner import Learner, merged, open_learner, open_processor, save  # noqa: E402
from gnomon.training.trainer.sampling import Drawn, draw  # noqa: E402
from gnomon.training.trainer.settings import Hardware, require_gpu  # noqa: E402
from gnomon.training.trainer.training import Point, Trained, Watch, last_checkpoint, train  # noqa: E402

datasets.disable_progress_bars()  # ours is the curve
logging.disable_progress_bar()

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
    "require_gpu",
    "save",
    "token_counter",
    "train",
]
