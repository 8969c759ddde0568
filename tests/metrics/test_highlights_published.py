"""Published tables of GeoDial: their own counts give their own figures.

The validation split has 1,252 turns, 308 with true lines and 220 with true angles. From a row's Prediction P and R follow its
true positives and positives, from Combined R the sum S of f; the rest of the row is computed from these and compared with print.
"""

import numpy as np

from gnomon.metrics import HighlightRow, score_highlights
from tests.every import every

TURNS, TRUE = 1252, {"line": 308, "angle": 220}

# Table 2: element; Prediction P, R, F1, accuracy; Combined P, R, F1, in per cent.
TABLE_2 = [
    ("line", 74.8, 56.8, 64.5, 84.7, 47.4, 36.0, 40.9),
    ("line", 67.9, 55.5, 61.1, 82.6, 43.7, 35.8, 39.3),
    ("line", 38.8, 85.4, 53.3, 63.3, 22.2, 48.8, 30.5),
    ("line", 77.7, 65.6, 71.1, 86.9, 66.3, 56.0, 60.7),
    ("line", 39.0, 84.7, 53.4, 63.6, 29.6, 64.3, 40.5),
    ("line", 69.7, 55.2, 61.6, 83.1, 44.3, 35.1, 39.2),
    ("line", 39.9, 83.1, 54.0, 65.1, 17.3, 36.0, 23.4),
    ("angle", 61.6, 51.8, 56.3, 85.9, 29.6, 24.9, 27.1),
    ("angle", 59.7, 55.9, 57.7, 85.6, 27.5, 25.8, 26.6),
    ("angle", 32.5, 81.8, 46.6, 67.0, 13.6, 34.2, 19.5),
    ("angle", 74.5, 62.3, 67.8, 89.6, 48.4, 40.5, 44.1),
    ("angle", 36.1, 87.7, 51.1, 70.5, 20.6, 50.1, 29.2),
    ("angle", 61.4, 56.4, 58.8, 86.1, 26.2, 24.1, 25.1),
    ("angle", 33.8, 79.5, 47.5, 69.1, 13.4, 31.5, 18.8),
]


def rows_of(turns, true, both, highlighted, score):
    """Return rows with these counts, whose f add to ``score``: each true positive names some of 1,000 true names."""
    wanted = frozenset(map(str, range(1000)))
    # k right names of 1,000, and no wrong one, give f = 2k/(1,000 + k); all true positives share the same mean f.
    right = max(1, round(1000 * (score / both) / (2 - score / both)))
    named = frozenset(map(str, range(right)))
    found = [HighlightRow(wanted, named)] * both
    left = [HighlightRow(wanted, frozenset())] * (true - both)
    wrong = [HighlightRow(frozenset(), named)] * (highlighted - both)
    return found + left + wrong + [HighlightRow(frozenset(), frozenset())] * (turns - true - highlighted + both)


@every((row,) for row in TABLE_2)
def test_the_rows_of_table_2_follow_from_their_counts(row):
    element, precision, recall, f1, accuracy, combined_precision, combined_recall, combined_f1 = row
    true = TRUE[element]
    both = round(recall / 100 * true)
    highlighted = round(both / (precision / 100))
    scores = score_highlights(rows_of(TURNS, true, both, highlighted, combined_recall / 100 * true))
    printed = np.array([accuracy, precision, recall, f1])
    assert np.allclose(100 * np.array(scores.prediction), printed, atol=0.11)
    # Wider: the sum of f is known to half a unit of the last digit of Combined R, and rounded again to whole names here.
    assert np.allclose(100 * np.array(scores.combined), [combined_precision, combined_recall, combined_f1], atol=0.15)


def test_the_row_worked_out_by_hand_has_its_counts():
    # Line, utterance from model, untuned: TP 263, predicted 678: P 263/678 = 38.8, R 263/308 = 85.4, F1 526/986 = 53.3;
    # TN = 1252 - 308 - 678 + 263 = 529, accuracy 792/1252 = 63.3.
    prediction = score_highlights(rows_of(1252, 308, 263, 678, 150.3)).prediction
    assert [round(100 * value, 1) for value in prediction] == [63.3, 38.8, 85.4, 53.3]


def test_a_tuned_row_of_table_7_fits_tables_6_and_12():
    # Qwen3-VL-8B, tuned, lines: leave 57.5 % of 308 = 177, miss 10.4 % = 32, hence 99 hits and TP 131. Table 6 prints P and R of
    # lines in swapped columns: R 42.5 = 131/308, P 62.1 gives 211 that highlight. Table 12: accuracy 79.5, F1 50.5.
    true, wrong = frozenset({"AB"}), frozenset({"CD"})
    rows = [HighlightRow(true, true)] * 99 + [HighlightRow(true, wrong)] * 32 + [HighlightRow(true, frozenset())] * 177
    rows += [HighlightRow(frozenset(), wrong)] * 80 + [HighlightRow(frozenset(), frozenset())] * 864
    scores = score_highlights(rows)
    assert [round(100 * share, 1) for share in scores.outcomes[:2]] == [10.4, 57.5]
    assert [round(100 * value, 1) for value in scores.prediction] == [79.5, 62.1, 42.5, 50.5]
