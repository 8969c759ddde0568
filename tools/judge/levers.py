"""What each lever is worth: ``python -m tools.judge.levers $GNOMON_DATA/mrbench``, some minutes on one core.

One line a variant of the first stage: strict macro-F1 of the four dimensions over the four folds, the highest score winning, then with
offsets chosen inside the training folds. ``--unseen`` trains on other tutors' replies in other folds instead.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from gnomon.judge import LABELS, dimensions
from gnomon.judge.checks import fit_offsets
from gnomon.judge.embedded.weights import Floats, centred, normalised
from tools.judge.learning import (
    CUE_SCALE,
    LINEAR_C,
    Integers,
    Reply,
    common_words,
    fit_balanced,
    fit_forest,
    fit_linear,
    fit_mixing,
    labels_of,
    read_replies,
)
from tools.judge.train import macro_f1s, unseen_tutors
