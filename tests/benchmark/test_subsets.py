"""Parts of a benchmark by ids and fields; what no item has is told with what there is."""

import pytest

from gnomon.benchmark import Item, ResultsError
from gnomon.benchmark.subsets import chosen, read_ids, read_where

ITEMS = [
    Item("a", "d1", "", {"domain": "Algebra", "level": "Easy"}),
    Item("b", "d1", "", {"domain": "Geometry", "level": "Easy"}),
    Item("c", "d2", "", {"domain": "Geometry", "level": "Hard"}),
    Item("d", "d2", "", {}),
]


@pytest.mark.parametrize(
    ("ids", "where", "expected"),
    [
        (None, {}, "abcd"),
        (["c", "a"], {}, "ac"),
        (None, {"domain": ["Geometry"]}, "bc"),
        (None, {"domain": ["Geometry", "Algebra"], "level": ["Easy"]}, "ab"),
        (["b", "d"], {"level": ["Easy"]}, "b"),
    ],
)
def test_items_are_chosen_in_their_own_order(ids, where, expected):
    assert "".join(item.id for item in chosen(ITEMS, ids, where)) == expected


@pytest.mark.parametrize(
    ("ids", "where", "message"),
    [
        (["a", "x"], {}, "no item has the id x; ids are such as 'a'"),
        (None, {"domian": ["Algebra"]}, "no item has a field 'domian': did you mean domain? there are domain, level"),
        (None, {"level": ["easy"]}, "no item has level=easy: did you mean Easy? there are Easy, Hard"),
        (["d"], {"level": ["Easy"]}, "no item is left"),
    ],
)
def test_what_no_item_has_is_refused_with_what_there_is(ids, where, message):
    with pytest.raises(ResultsError) as error:
        chosen(ITEMS, ids, where)
    assert message in str(error.value)


def test_ids_come_one_a_line(tmp_path):
    path = tmp_path / "ids.txt"
    path.write_text("\ufeffb\n\n a \nb\n", "utf-8")
    assert read_ids(path) == ("b", "a")
    path.write_text("\n")
    with pytest.raises(ResultsError, match="found none"):
        read_ids(path)


def test_values_of_one_field_go_together():
    assert read_where(["a=1", "b=x=y", "a=2"]) == {"a": ("1", "2"), "b": ("x=y",)}
    with pytest.raises(ResultsError, match="expected FIELD=VALUE, got 'a'"):
        read_where(["a"])
