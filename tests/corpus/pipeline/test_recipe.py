"""A recipe is checked whole before anything runs; what is wrong is said with its place."""

import pytest

from gnomon.corpus.pipeline import PipelineError, checked_recipe
from tests.every import every


@every(
    [
        ({"colour": 1}, "unknown key 'colour'"),
        ({"stages": [{"name": "a", "stage": "numbers", "params": {"files": "x"}}]}, "unknown key 'files'; there are file"),
        ({"stages": [{"name": "a", "stage": "nombers"}]}, "no stage 'nombers'; did you mean numbers"),
        ({"stages": [{"name": "a", "stage": "large"}]}, "expected a source first"),
        ({"stages": [{"name": "A B", "stage": "large"}]}, "stages.0.name"),
        ({"models": {"speaker": None}}, "stage 'say': needs a model for the role speaker: --model speaker=MODEL@URL"),
        ({"models": {"other": "m@http://x/v1"}}, "stage 'say': no model's role 'speaker'; there are other"),
    ]
)
def test_what_does_not_fit_is_refused_with_its_place(changes, message, recipe, registry):
    with pytest.raises(PipelineError, match=message):
        checked_recipe({**recipe, **changes}, "recipe.yaml", registry)


def test_parameters_are_changed_by_their_stage_and_name(recipe, registry):
    checked = checked_recipe(recipe, "r", registry, changes={"large.at_least": 9})
    assert checked.stages[1].params == {"at_least": 9}
    with pytest.raises(PipelineError, match=r"expected STAGE\.PARAMETER=VALUE with a stage among load, large"):
        checked_recipe(recipe, "r", registry, changes={"big.at_least": 9})
