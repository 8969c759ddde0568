"""Training: recipes with the source of every value, rows by pure functions, rewards, and the plan of a run.

What is here needs no torch: recipes are data, rows are files of ours in the forms of trainers, rewards are functions of text.
"""

from gnomon.training.errors import TrainingError
from gnomon.training.plan import Plan, plan_lines, plan_of, read_shape
from gnomon.training.recipe import Recipe, Setting, open_recipe, recipes
from gnomon.training.rows import DataFiles, Row, RowSet, data_sha256, make_rows, row_files, rows_record, without_long_rows

__all__ = [
    "DataFiles",
    "Plan",
    "Recipe",
    "Row",
    "RowSet",
    "Setting",
    "TrainingError",
    "data_sha256",
    "make_rows",
    "open_recipe",
    "plan_lines",
    "plan_of",
    "read_shape",
    "recipes",
    "row_files",
    "rows_record",
    "without_long_rows",
]
