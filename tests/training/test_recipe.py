"""Recipes: typed files in which every value says where it comes from."""

import json

import pytest

from gnomon.training import Recipe, TrainingError, open_recipe, recipes
from gnomon.training.recipe import OWN
from tests.every import every

NAMES = [
    "bea-judge-grpo", "bea-judge-screen", "bea-judge-sft",
    "geodial-highlight-decision", "geodial-highlight-prediction", "geodial-tutor", "geodial-utterance",
    "odqs-dpo", "odqs-sft",
]  # fmt: skip


def value(name, key, **changes):
    return dict(open_recipe(name, changes).settings())[key].value


def test_there_is_a_recipe_for_each_training_of_the_papers():
    assert list(recipes()) == NAMES


@every(NAMES)
def test_every_value_says_where_it_comes_from(name):
    for key, setting in recipes()[name].settings():
        assert setting.why != OWN, key
        # A value that no paper gives owns up to it: a source is a paper with its section.
        assert setting.source.startswith(recipes()[name].paper) or setting.why, key


# As the papers print them (GeoDial, appendix K and 5.2; bea-jh 4.1), not as our files have them.
@every(
    [
        *[
            (name, key, printed)
            for name in NAMES[3:7]
            for key, printed in {
                "lora.rank": 8, "lora.alpha": 32, "lora.target": "all-linear", "training.learning_rate": 1e-4,
                "training.effective_batch": 8, "training.epochs": 5, "training.optimiser": "adamw", "training.warmup_ratio": 0.05,
                "training.precision": "bf16", "training.gradient_checkpointing": True, "training.packing": True,
                "training.max_length": 8192, "training.frozen": ("vision_tower", "aligner"),
            }.items()
        ],
        ("geodial-highlight-prediction", "rows.positive_weight", 3),
        *[
            (name, key, printed)
            for name in ("bea-judge-sft", "bea-judge-grpo")
            for key, printed in {
                "training.epochs": 7, "training.learning_rate": 1e-5, "training.effective_batch": 128,
                "training.schedule": "cosine", "training.optimiser": "adamw",
            }.items()
        ],
    ]
)  # fmt: skip
def test_what_a_paper_prints_is_in_its_recipes_with_its_source(name, key, printed):
    setting = dict(open_recipe(name).settings())[key]
    assert (setting.value, bool(setting.source)) == (printed, True)


@every(
    [
        ({"lora.rnak": 16}, "unknown key 'lora.rnak': did you mean rank? there are rank, alpha, dropout, target"),
        ({"rows.positive_wieght": 1}, "did you mean positive_weight?"),
        ({"traning.epochs": 2}, "unknown key 'traning': did you mean training?"),
        ({"lora.rank.vale": 3}, "did you mean value?"),
        ({"lora.rank": 0}, "lora.rank.value: Input should be greater than or equal to 1, got 0"),
        ({"rows.category": "arcs"}, "rows.category.value: Input should be 'lines' or 'angles', got 'arcs'"),
        ({"training": None}, "a recipe of sft needs part 'training'"),
        ({"preference.beta": 0.1}, "preference"),
    ]
)
def test_a_key_or_value_that_does_not_fit_is_one_line_with_the_nearest_known_one(changes, message):
    with pytest.raises(TrainingError) as error:
        open_recipe("geodial-highlight-prediction", changes)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_decision_is_never_weighted_so_a_weight_is_an_unknown_key():
    with pytest.raises(TrainingError, match=r"unknown key 'rows\.positive_weight'"):
        open_recipe("geodial-highlight-decision", {"rows.positive_weight": 3})


def test_an_unknown_recipe_is_answered_with_the_nearest_one():
    with pytest.raises(TrainingError, match="did you mean geodial-tutor"):
        open_recipe("geodial-tutr")


def test_a_recipe_of_ones_own_says_only_what_is_different(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text("extends: geodial-tutor\nname: mine\nlora: {rank: 16}\ntraining: {epochs: {value: 2, why: a first look}}\n")
    found = dict(open_recipe(str(own)).settings())
    assert (found["lora.rank"].value, found["lora.rank"].why) == (16, OWN)
    assert (found["training.epochs"].value, found["training.epochs"].why) == (2, "a first look")
    assert (found["lora.alpha"].value, found["lora.alpha"].source) == (32, "GeoDial, appendix K")


@every(
    [
        "[1, 2]",
        "extends: geodial-tutr\nname: mine\n",
        "name: mine\n",
        "extends: geodial-tutor\nlora: {rank: {value: 1, source: ''}}",
    ]
)
def test_a_file_that_is_no_recipe_is_refused(text, tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text(text)
    with pytest.raises(TrainingError):
        open_recipe(str(own))


@every(NAMES)
def test_what_show_prints_as_json_is_a_recipe_file(name, tmp_path):
    path = tmp_path / "copy.json"
    path.write_text(json.dumps(recipes()[name].model_dump(mode="json")))
    assert open_recipe(str(path)) == recipes()[name]


def test_a_part_of_another_kind_replaces_the_whole_part():
    """The rows of `geodial-tutor` have no category; those of the prediction take nothing over from them but what they say."""
    found = open_recipe("geodial-highlight-prediction")
    assert isinstance(found, Recipe)
    assert type(found.rows).__name__ == "HighlightPredictionRows"
