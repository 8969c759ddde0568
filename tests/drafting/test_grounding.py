"""Of a picture that shows no figure nothing is answered."""

from tests.drafting.drafts import drafted
from tests.drafting.pictures import triangle


def test_a_picture_with_one_point_is_no_figure():
    alone = triangle()._replace(points={"A": (100.0, 20.0)}, confidence={"A": 1.0}, lines=())
    draft = drafted("AB = 5. Find AB.", alone)
    assert (draft.status, draft.answer) in {("refused", None), ("asks", None)}
    assert drafted("Find the area of the circle.", alone).answer is None
